// @ts-check
// Setting up a position by clicks, by drags or as text. A palette chooses what a click puts on the board; the server changes the
// text and draws it. As long as the draft is not a legal position, the server says why.

import { ask, say } from "./board.js";
import { Drag } from "./drag.js";
import { Pieces } from "./pieces.js";

/**
 * @typedef {import("./types").SetupView} SetupView
 * @typedef {{ frame: HTMLElement, state: HTMLElement, notice: HTMLElement, panel: HTMLElement, spec: string,
 *   tall: () => boolean }} SetupContext
 */

export class Setup {
  /** The last request: the next change waits for it, since it starts from its result. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #open = false;
  /** @type {Drag} */ #drag;
  /** @type {Pieces} */ #pieces;

  /** @param {import("./board.js").Board} board @param {SetupContext} context */
  constructor(board, context) {
    this.board = board;
    this.context = context;
    this.panel = context.panel;
    this.box = /** @type {HTMLTextAreaElement} */ (this.#find("#text"));
    const { frame } = context;
    this.#pieces = new Pieces(frame, []);
    this.#drag = new Drag(frame, {
      grips: (cell) => this.#open && this.#pieces.on(cell).length > 0,
      grip: () => true,
      over: (cell) => this.#aim(cell),
      drop: (cell) => {
        this.#aim(null);
        const from = this.#drag.cell;
        if (from !== null) void this.show(cell === null ? { cell: from } : { from, cell });
      },
      dragged: () => this.#pieces.on(this.#drag.cell ?? ""),
      near: () => null,
    });
    frame.addEventListener("click", (event) => {
      if (this.#open && !this.#drag.swallows()) this.#click(event, this.#stamp);
    });
    frame.addEventListener("contextmenu", (event) => {
      if (!this.#open) return;
      event.preventDefault();
      this.#click(event, "");
    });
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#click(event, this.#stamp);
      else if (event.key === "Delete" || event.key === "Backspace") this.#click(event, "");
    });
    this.#find(".clear").addEventListener("click", () => this.show({ clear: "true" }));
    this.#find(".from-start").addEventListener("click", () => this.show({ position: "" }));
    this.panel.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === "turn") void this.show({ turn: target.value });
    });
    let pause = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.show(), 300);
    });
    this.#find(".clicks").hidden = false;
  }

  /** Whether a position is being set up. */
  get open() {
    return this.#open;
  }

  set open(on) {
    this.#open = on;
    this.context.frame.classList.toggle("setting", on);
    if (on) void this.show();
  }

  /** Sets the text of the position. @param {string} position */
  set text(position) {
    this.box.value = position;
  }

  /** The code of the stamp that a click puts on a cell; empty to erase. */
  get #stamp() {
    return /** @type {HTMLInputElement} */ (this.#find("input[name=stamp]:checked")).value;
  }

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.panel.querySelector(what));
  }

  /** Applies a change to the position in the text box, and shows the result. @param {Record<string, string>} [change] */
  show(change = {}) {
    this.#last = this.#last.then(() => this.#show(change));
    return this.#last;
  }

  /** @param {Record<string, string>} change */
  async #show(change) {
    const { frame, state, notice, spec, tall } = this.context;
    const message = this.#find(".said");
    const asked = new URLSearchParams({ game: spec, position: this.box.value, tall: String(tall()), ...change });
    try {
      const view = /** @type {SetupView} */ (await ask(`/analysis/setup?${asked}`));
      if (!this.open) return;
      notice.textContent = "";
      // While the reader types, his text is not replaced.
      if (Object.keys(change).length > 0) this.box.value = view.position;
      this.board.show({ svg: view.svg });
      for (const cell of frame.querySelectorAll("[data-cell]")) {
        cell.setAttribute("aria-disabled", "false");
        // A finger that drags what stands there does not scroll the page.
        cell.classList.toggle("grips", this.#pieces.on(cell.getAttribute("data-cell") ?? "").length > 0);
      }
      // The fault may take several lines, which would move the board if they stood above it.
      state.textContent = view.legal ? view.state : say("Pas encore une position", "Not a position yet");
      message.textContent = view.state;
      message.classList.toggle("wrong", !view.legal);
      for (const turn of this.panel.querySelectorAll("input[name=turn]")) {
        if (turn instanceof HTMLInputElement) turn.checked = turn.value === view.turn;
      }
      /** @type {HTMLButtonElement} */ (this.#find("button.main")).disabled = !view.legal;
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      message.classList.add("wrong");
    }
  }

  /** Marks the cell on which something would be dropped. @param {string | null} cell */
  #aim(cell) {
    const { frame } = this.context;
    for (const old of frame.querySelectorAll(".aim")) old.classList.remove("aim");
    if (cell !== null) frame.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.classList.add("aim");
  }

  /** Puts a stamp on the cell of an event, or erases the cell. @param {Event} event @param {string} stamp */
  #click(event, stamp) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]")?.getAttribute("data-cell") : null;
    if (this.open && cell) void this.show(stamp ? { cell, stamp } : { cell });
  }
}
