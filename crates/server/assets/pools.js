// @ts-check
// Pools of like things, such as the matches of a heap: of those it does not matter to the rules which one is taken. To the hand
// it does: what was picked goes, and the others stay where they lie, though the server names them anew.

/**
 * @typedef {import("./moves.js").Pick} Pick
 * @typedef {import("./moves.js").Change} Change
 * @typedef {{ x: number, y: number, r: number }} Place
 */

import { placeOf } from "./pieces.js";

export class Pools {
  /** Where each cell of a pool is shown: the cell in whose place it lies. @type {Map<string, string>} */ #shown = new Map();
  /** Where the cells lie in the server's picture. @type {Map<string, Place>} */ #places = new Map();

  /** @param {HTMLElement} root Holds the picture. */
  constructor(root) {
    this.root = root;
  }

  /** Puts the things of a fresh picture where they lay before. */
  arrange() {
    this.#places.clear();
    for (const cell of this.root.querySelectorAll("[data-cell]")) {
      const place = placeOf(cell);
      if (place) this.#places.set(cell.getAttribute("data-cell") ?? "", place);
    }
    for (const [name, at] of this.#shown) this.#move(name, at);
  }

  /** Shows a cell, with what lies there, in the place of another. @param {string} name @param {string} at */
  #move(name, at) {
    const [home, place] = [this.#places.get(name), this.#places.get(at)];
    const cell = this.root.querySelector(`[data-cell="${CSS.escape(name)}"]`);
    if (!home || !place || !cell) return;
    cell.setAttribute("transform", `translate(${place.x - home.x},${place.y - home.y})`);
    cell.setAttribute("data-at", `${place.x} ${place.y} ${place.r}`);
    const own = CSS.escape(name);
    for (const thing of this.root.querySelectorAll(`[data-piece="${own}"], [data-piece^="${own}~"]`)) {
      thing.setAttribute("transform", `translate(${place.x},${place.y})`);
    }
  }

  /** Lets those things go that were picked, whatever the rules call those that are gone. @param {Pick[]} picks @param {Change[]} changes */
  take(picks, changes) {
    for (const pool of new Set(picks.map(({ pool }) => pool).filter(Boolean))) {
      const all = [...this.root.querySelectorAll(`[data-pool="${CSS.escape(pool)}"]`)].map((cell) => cell.getAttribute("data-cell") ?? "");
      const gone = changes.filter(({ name, symbol }) => symbol === null && all.includes(name)).map(({ name }) => name);
      const picked = picks.filter((pick) => pick.pool === pool).map(({ name }) => name);
      if (gone.length !== picked.length) continue;
      const at = (/** @type {string} */ name) => this.#shown.get(name) ?? name;
      const stay = all.filter((name) => !picked.includes(name)).map(at);
      const left = all.filter((name) => !gone.includes(name));
      const shown = [...gone.map((name, place) => [name, at(picked[place])]), ...left.map((name, place) => [name, stay[place]])];
      for (const [name, place] of shown) this.#shown.set(name, place);
    }
    for (const [name, at] of this.#shown) this.#move(name, at);
  }
}
