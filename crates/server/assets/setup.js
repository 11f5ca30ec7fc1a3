// @ts-check
// A position set up by clicks or as text. The server changes the text and draws it: a position, or a draft that is none yet.

import { ask, shape } from "./board.js";

/**
 * @typedef {{ position: string, svg: string, state: string, whole: boolean }} Drawn
 * @typedef {{ frame: HTMLElement, state: HTMLElement, notice: HTMLElement, open: HTMLElement, spec: string,
 *   tall: () => boolean, toggled: () => void }} Place
 */

export class Setup {
  /** @type {string | null} A cell that waits for another one. */ #held = null;
  /** What was asked last: the next change waits for it, since it starts from what that left. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {import("./board.js").Board} board @param {Place} place */
  constructor(board, place) {
    this.board = board;
    this.place = place;
    this.panel = /** @type {HTMLDetailsElement} */ (place.open);
    this.box = /** @type {HTMLTextAreaElement} */ (this.#find("#text"));
    const { frame } = place;
    frame.addEventListener("click", (event) => this.#put(event));
    frame.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && this.#put(event));
    this.#find(".clear").addEventListener("click", () => this.show({ what: "clear" }));
    this.#find(".turn").addEventListener("click", () => this.show({ what: "turn" }));
    let pause = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.show(), 300);
    });
    this.panel.addEventListener("toggle", () => {
      this.#held = null;
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

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.panel.querySelector(what));
  }

  /**
   * Changes what the box says, and shows it. Returns whether that could be done.
   * @param {Record<string, string>} [change] @returns {Promise<boolean>}
   */
  show(change = {}) {
    const shown = this.#last.then(() => this.#show(change));
    this.#last = shown;
    return shown;
  }

  /** @param {Record<string, string>} change */
  async #show(change) {
    const { frame, state, notice, spec, tall } = this.place;
    const said = this.#find(".said");
    const asked = new URLSearchParams({ game: spec, position: this.box.value, tall: String(tall()), ...change });
    try {
      const drawn = /** @type {Drawn} */ (await ask(`/analysis/setup?${asked}`));
      if (!this.open) return true;
      notice.textContent = "";
      // What is being typed is left as it is.
      if (Object.keys(change).length > 0) this.box.value = drawn.position;
      this.board.show(drawn.svg, []);
      for (const cell of frame.querySelectorAll("[data-cell]")) cell.setAttribute("aria-disabled", "false");
      state.textContent = said.textContent = drawn.state;
      /** @type {HTMLButtonElement} */ (this.#find("button.main")).disabled = !drawn.whole;
      return true;
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** A click changes a cell; where that is impossible, the next one exchanges two. @param {Event} event */
  async #put(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]")?.getAttribute("data-cell") : null;
    if (!this.open || !cell) return;
    const first = this.#held;
    this.#hold(null);
    if (first !== null) {
      if (first !== cell) await this.show({ cell: first, other: cell });
      return;
    }
    if (!(await this.show({ cell }))) this.#hold(cell);
  }

  /** @param {string | null} cell */
  #hold(cell) {
    this.#held = cell;
    const marks = this.board.layer("hints");
    const place = cell === null ? null : this.board.place(cell);
    if (place) marks.append(shape("circle", { class: "chosen", cx: place.x, cy: place.y, r: place.r, "stroke-width": place.r * 0.22 }));
  }
}
