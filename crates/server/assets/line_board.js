// @ts-check
// A board for problems and lessons. The line of moves is kept in the address and in the script, not on the server.

import { Board, ask } from "./board.js";

/** @typedef {import("./types").PositionView} PositionView */

/** How long a move stays on the board before the next one, in milliseconds. */
const MOVE_INTERVAL = 900;

export class LineBoard {
  /** The moves on the board. @type {string[]} */ moves = [];
  /** Whether the reader may move there. */ open = false;
  /** Grows when automatic play is to stop. */ #turn = 0;
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
      play,
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void play(this.choice.value);
    });
    // When the screen is turned, the board is drawn again in the other direction.
    addEventListener("resize", () => {
      if (this.#tall === innerWidth < innerHeight || this.board.busy) return;
      this.#tall = !this.#tall;
      void this.show(this.moves, this.open).catch(() => {});
    });
  }

  /** Returns the query for a line of moves. @param {string[]} moves @param {Record<string, string>} more */
  #line(moves, more) {
    const { spec, start } = this.table.dataset;
    return new URLSearchParams({ game: spec ?? "", position: start ?? "", moves: moves.join(" "), ...more });
  }

  /** Shows a position; the reader may move there if it is `open`. @param {string[]} moves @param {boolean} open */
  async show(moves, open) {
    const shown = /** @type {PositionView} */ (await ask(`/api/line?${this.#line(moves, { tall: String(this.#tall) })}`));
    this.moves = moves;
    this.open = open && !shown.over;
    this.board.show(this.open ? shown : { svg: shown.svg, last: shown.last });
    this.captions.replaceChildren(...shown.captions.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    this.form.hidden = !this.open;
    this.choice.replaceChildren(...shown.legal.map((text) => new Option(text, text)));
  }

  /** Stops the moves that are being played automatically. */
  stop() {
    this.#turn += 1;
  }

  /** Plays moves automatically after those on the board. Returns whether all of them were played. @param {string[]} moves @param {boolean} open */
  async playMoves(moves, open) {
    this.stop();
    const turn = this.#turn;
    const from = this.moves;
    for (let count = 1; count <= moves.length; count += 1) {
      await new Promise((done) => setTimeout(done, MOVE_INTERVAL));
      if (turn !== this.#turn) return false;
      await this.show([...from, ...moves.slice(0, count)], open && count === moves.length);
    }
    return true;
  }
}

/** Runs a function when a link is clicked, unless the reader opens the link in another tab. @param {Element} link @param {() => void} act */
export function onPlainClick(link, act) {
  link.addEventListener("click", (event) => {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    act();
  });
}

/** Reads what this browser keeps under a name; returns `fresh` if there is nothing. @template {object} T @param {string} name @param {T} fresh @returns {T} */
export function loadKept(name, fresh) {
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(name) ?? "{}") };
  } catch {
    return fresh;
  }
}

/** Keeps something under a name in this browser, if it allows that. @param {string} name @param {object} what */
export function saveKept(name, what) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // Without storage everything else still works.
  }
}
