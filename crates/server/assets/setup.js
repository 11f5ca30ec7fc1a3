// @ts-check
// A position set up by clicks or as text. A palette says what a click puts; the server changes the text and draws it: a
// position, or a draft that is none yet, with what is wrong.

import { ask, say } from "./board.js";

/**
 * @typedef {{ position: string, svg: string, state: string, legal: boolean, turn: string }} SetupView
 * @typedef {{ frame: HTMLElement, state: HTMLElement, notice: HTMLElement, panel: HTMLElement, spec: string,
 *   tall: () => boolean, toggled: () => void }} Place
 */

export class Setup {
  /** What was asked last: the next change waits for it, since it starts from what that left. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {import("./board.js").Board} board @param {Place} place */
  constructor(board, place) {
    this.board = board;
    this.place = place;
    this.panel = /** @type {HTMLDetailsElement} */ (place.panel);
    this.box = /** @type {HTMLTextAreaElement} */ (this.#find("#text"));
    const { frame } = place;
    frame.addEventListener("click", (event) => this.#click(event, this.#stamp));
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#click(event, this.#stamp);
      else if (event.key === "Delete" || event.key === "Backspace") this.#click(event, "");
    });
    this.#find(".clear").addEventListener("click", () => this.show({ clear: "true" }));
    this.panel.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === "turn") void this.show({ turn: target.value });
    });
    let pause = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.show(), 300);
    });
    this.panel.addEventListener("toggle", () => {
      frame.classList.toggle("setting", this.open);
      place.toggled();
      if (this.open) void this.show();
    });
    this.#find(".clicks").hidden = false;
  }

  /** Whether a position is being set up. */
  get open() {
    return this.panel.open;
  }

  /** @param {string} position */
  set text(position) {
    this.box.value = position;
  }

  /** The code of what a click puts; empty to erase. */
  get #stamp() {
    return /** @type {HTMLInputElement} */ (this.#find("input[name=stamp]:checked")).value;
  }

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.panel.querySelector(what));
  }

  /** Changes what the box says, and shows it. @param {Record<string, string>} [change] */
  show(change = {}) {
    this.#last = this.#last.then(() => this.#show(change));
    return this.#last;
  }

  /** @param {Record<string, string>} change */
  async #show(change) {
    const { frame, state, notice, spec, tall } = this.place;
    const said = this.#find(".said");
    const asked = new URLSearchParams({ game: spec, position: this.box.value, tall: String(tall()), ...change });
    try {
      const view = /** @type {SetupView} */ (await ask(`/analysis/setup?${asked}`));
      if (!this.open) return;
      notice.textContent = "";
      // What is being typed is left as it is.
      if (Object.keys(change).length > 0) this.box.value = view.position;
      this.board.show(view.svg, []);
      for (const cell of frame.querySelectorAll("[data-cell]")) cell.setAttribute("aria-disabled", "false");
      // What is wrong may take several lines: above the board they would push it about.
      state.textContent = view.legal ? view.state : say("Pas encore une position", "Not a position yet");
      said.textContent = view.state;
      said.classList.toggle("wrong", !view.legal);
      for (const turn of this.panel.querySelectorAll("input[name=turn]")) {
        if (turn instanceof HTMLInputElement) turn.checked = turn.value === view.turn;
      }
      /** @type {HTMLButtonElement} */ (this.#find("button.main")).disabled = !view.legal;
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      said.classList.add("wrong");
    }
  }

  /** Puts something on the cell that an event is about, or erases it. @param {Event} event @param {string} stamp */
  #click(event, stamp) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]")?.getAttribute("data-cell") : null;
    if (this.open && cell) void this.show(stamp ? { cell, stamp } : { cell });
  }
}
