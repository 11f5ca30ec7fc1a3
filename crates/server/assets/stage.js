// @ts-check
// A board on which positions of a line are shown that the address and the script keep, not the server: problems, lessons.

import { Board, ask } from "./board.js";

/** @typedef {import("./types").PositionView} PositionView */

/** How long a move stays on the board before the next one, in milliseconds. */
const PACE = 900;

export class Stage {
  /** The moves on the board. @type {string[]} */ moves = [];
  /** Whether the reader may move there. */ open = false;
  /** Whatever plays itself stops when this number has grown. */ #turn = 0;
  #tall = innerWidth < innerHeight;

  /** @param {HTMLElement} table Holds the page's parts; its data name the game and the position. @param {(text: string) => Promise<void>} play */
  constructor(table, play) {
    const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
    this.table = table;
    this.captions = find(".captions");
    this.form = /** @type {HTMLFormElement} */ (find("form.move"));
    this.choice = /** @type {HTMLSelectElement} */ (find("form.move select"));
    this.words = find(".words");
    this.board = new Board(find(".board"), this.words, {
      complete: (typed) => ask(`/api/complete?${this.#line(this.moves, { typed })}`),
      play,
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void play(this.choice.value);
    });
    // A turned phone turns the board.
    addEventListener("resize", () => {
      if (this.#tall === innerWidth < innerHeight || this.board.typed) return;
      this.#tall = !this.#tall;
      void this.show(this.moves, this.open).catch(() => {});
    });
  }

  /** @param {string[]} moves @param {Record<string, string>} more */
  #line(moves, more) {
    const { spec, start } = this.table.dataset;
    return new URLSearchParams({ game: spec ?? "", position: start ?? "", moves: moves.join(" "), ...more });
  }

  /** Shows a position; the reader may move there if it is `open`. @param {string[]} moves @param {boolean} open */
  async show(moves, open) {
    const shown = /** @type {PositionView} */ (await ask(`/api/line?${this.#line(moves, { tall: String(this.#tall) })}`));
    const moved = moves.length === this.moves.length + 1;
    this.moves = moves;
    this.open = open && !shown.over;
    this.board.show(shown.svg, this.open ? shown.next : [], shown.picks);
    if (moved) this.board.trace(shown.last);
    this.captions.replaceChildren(...shown.captions.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    this.form.hidden = !this.open;
    this.choice.replaceChildren(...shown.legal.map((text) => new Option(text, text)));
  }

  /** Stops what plays itself. */
  stop() {
    this.#turn += 1;
  }

  /** Plays moves by themselves on top of those on the board. Says whether it came to its end. @param {string[]} moves @param {boolean} open */
  async unroll(moves, open) {
    this.stop();
    const turn = this.#turn;
    const from = this.moves;
    for (let count = 1; count <= moves.length; count += 1) {
      await new Promise((done) => setTimeout(done, PACE));
      if (turn !== this.#turn) return false;
      await this.show([...from, ...moves.slice(0, count)], open && count === moves.length);
    }
    return true;
  }
}

/** Lets a script do what a link would do, unless the reader wants another tab. @param {Element} link @param {() => void} act */
export function instead(link, act) {
  link.addEventListener("click", (event) => {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    act();
  });
}

/** Reads what this browser keeps under a name. @template {object} T @param {string} name @param {T} fresh @returns {T} */
export function recall(name, fresh) {
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(name) ?? "{}") };
  } catch {
    return fresh;
  }
}

/** Keeps something under a name, if the browser keeps anything. @param {string} name @param {object} what */
export function keep(name, what) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing lets one play all the same.
  }
}
