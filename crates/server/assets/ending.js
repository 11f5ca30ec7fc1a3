// @ts-check
// After the end of a game: the move that decided it, where that is proved, shown on the board with what refutes it.

import { ask, makeButton, say } from "./dom.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types").GameState} GameState
 * @typedef {import("./types").TurningView} TurningView
 * What the page does for it: `how` says how the board lies, as a part of a query; `back` shows the end of the game again.
 * @typedef {{ base: string, board: Board, how: () => string, back: () => void }} Hooks
 */

/** How long a position of the refutation is shown, in milliseconds. */
const PACE = 1300;

export class Ending {
  /** Whether it was asked which move decided the game. */ #asked = false;
  /** Grows whenever the board shows something else. */ #turn = 0;

  /** @param {HTMLElement} table @param {Hooks} hooks */
  constructor(table, hooks) {
    this.table = table;
    this.hooks = hooks;
    this.place = /** @type {HTMLElement} */ (table.querySelector(".turning"));
  }

  /** Takes note of what the page shows. @param {GameState} next */
  shown(next) {
    ++this.#turn;
    if (!next.ended) {
      this.#asked = false;
      this.place.replaceChildren();
    } else if (!this.#asked) {
      this.#asked = true;
      void this.#ask(next.plies);
    }
  }

  /** Asks which move decided the game. @param {number} plies */
  async #ask(plies) {
    const link = this.place.querySelector("a");
    const found = /** @type {TurningView | null} */ (await ask(`${this.hooks.base}/turning`).catch(() => null));
    if (!this.#asked) return;
    link?.remove();
    if (!found || plies === 0) return;
    const words = Object.assign(document.createElement("p"), { textContent: found.words });
    const line = Object.assign(document.createElement("p"), { className: "line", textContent: found.line.join(" ") });
    const actions = Object.assign(document.createElement("div"), { className: "actions" });
    if (found.line.length > 0) {
      actions.append(makeButton(say("Montrer sur le plateau", "Show on the board"), () => void this.#play(found)));
    }
    const look = Object.assign(document.createElement("a"), { className: "button", href: found.link, textContent: say("Analyser ce coup", "Analyse this move") });
    actions.append(look);
    this.place.replaceChildren(words, actions, ...(found.line.length > 1 ? [line] : []));
  }

  /** Plays the move and its refutation on the board. @param {TurningView} found */
  async #play(found) {
    const turn = ++this.#turn;
    const { spec = "", start = "" } = this.table.dataset;
    const moves = found.moves.split(" ");
    for (let ply = found.ply - 1; ply <= moves.length; ply += 1) {
      const line = new URLSearchParams({ game: spec, position: start, moves: moves.slice(0, ply).join(" ") });
      const view = await ask(`/api/line?${line}&${this.hooks.how()}`).catch(() => null);
      if (!view || turn !== this.#turn) return;
      this.hooks.board.show({ ...view, moves_by_hand: [], typed_only: false });
      await new Promise((resolve) => setTimeout(resolve, PACE));
      if (turn !== this.#turn) return;
    }
    this.hooks.back();
  }
}
