// @ts-check
// The things that stand on a board: reading them, changing them as a move does, and showing faintly what a move would change.

import { svgElement } from "./dom.js";

/**
 * @typedef {import("./moves.js").Change} Change
 * @typedef {{ x: number, y: number, r: number }} Place
 * @typedef {{ name: string, look: string, x: number, y: number, element: SVGElement }} Piece
 */

/** Returns the cell that a thing stands on: its name up to the `~`, if it has one. @param {string} name */
export const cellOfThing = (name) => name.split("~")[0];

/** Says whether a thing is a guide: it stands for nothing that is there, and neither moves nor is taken. @param {string} name */
export const isGuide = (name) => name.includes("~guide");

/** Says whether a thing lies under the men. @param {string} name */
const isUnder = (name) => name.includes("~guide-under");

/** Says whether a thing is not shown before a move is made. @param {string} name */
const isLater = (name) => isGuide(name) && name.includes("-later-");

/** Returns what follows the cell in the name of a thing, if anything does. @param {string} name */
const kindOf = (name) => name.slice(cellOfThing(name).length);

/** Returns the centre of a cell and the radius of a piece on it. @param {Element | null} cell @returns {Place | null} */
export function placeOf(cell) {
  const [x, y, r] = (cell?.getAttribute("data-at") ?? "").split(" ").map(Number);
  return r === undefined ? null : { x, y, r };
}

/** Returns where a thing is drawn. @param {Element} element */
function originOf(element) {
  const [x, y] = (element.getAttribute("transform")?.match(/-?[\d.]+/g) ?? ["0", "0"]).map(Number);
  return { x, y };
}

export class Pieces {
  /** The looks of the symbols, as this browser writes them. @type {Map<number, string>} */ #looks = new Map();

  /** @param {HTMLElement} root Holds the picture. @param {string[]} symbols What the changes of moves speak of. */
  constructor(root, symbols) {
    this.root = root;
    this.symbols = symbols;
  }

  get #layer() {
    return this.root.querySelector(".layer-pieces");
  }

  /** Returns the things on the board, by their names. @returns {Map<string, Piece>} */
  read() {
    /** @type {Map<string, Piece>} */ const all = new Map();
    for (const element of this.#layer?.querySelectorAll(".piece") ?? []) {
      if (!(element instanceof SVGElement)) continue;
      const name = element.dataset.piece ?? "";
      all.set(name, { name, look: element.innerHTML.trim(), ...originOf(element), element });
    }
    return all;
  }

  /** Returns the things that stand on a cell. @param {string} cell */
  on(cell) {
    return [...this.read().values()].filter(({ name }) => cellOfThing(name) === cell && !isGuide(name));
  }

  /** Removes what the last move showed besides what it changed. */
  clearShown() {
    for (const thing of this.#layer?.querySelectorAll('.piece[data-piece*="~guide-shown"]') ?? []) thing.remove();
  }

  /** Returns a thing by its name. @param {string} name @returns {SVGElement | null} */
  thing(name) {
    return this.#layer?.querySelector(`.piece[data-piece="${CSS.escape(name)}"]`) ?? null;
  }

  /** Returns the look of a symbol. @param {number} symbol */
  look(symbol) {
    let look = this.#looks.get(symbol);
    if (look === undefined) {
      const group = svgElement("g", {});
      group.innerHTML = this.symbols[symbol] ?? "";
      look = group.innerHTML.trim();
      this.#looks.set(symbol, look);
    }
    return look;
  }

  /** Makes the thing that a change makes; null if its cell is unknown. @param {Change} change @returns {SVGElement | null} */
  #made({ name, symbol }) {
    const place = placeOf(this.root.querySelector(`[data-cell="${CSS.escape(cellOfThing(name))}"]`));
    if (!place || symbol === null) return null;
    const group = svgElement("g", { class: "piece", "data-piece": name, transform: `translate(${place.x},${place.y})` });
    group.innerHTML = this.look(symbol);
    return group;
  }

  /** Changes the things on the board as a move does. @param {Change[]} changes */
  apply(changes) {
    for (const change of changes) {
      const old = this.thing(change.name);
      const made = this.#made(change);
      if (old && made) old.replaceWith(made);
      else if (old) old.remove();
      else if (made && isUnder(change.name)) this.#layer?.prepend(made);
      else if (made) this.#layer?.append(made);
    }
  }

  /**
   * Shows faintly what a move would change: what comes, and what goes; what is taken is crossed.
   * @param {Change[]} changes @param {string[]} [own] The cells that were picked: what stands there is not taken.
   */
  ghost(changes, own = []) {
    this.clearGhost();
    changes = changes.filter(({ name }) => !isLater(name));
    if (changes.length === 0) return;
    this.root.classList.add("previewing");
    const layer = svgElement("g", { class: "layer-ghost", "aria-hidden": "true", "pointer-events": "none" });
    // What moves is not crossed where it came from: something like it comes, or something of the same kind.
    const coming = changes.filter(({ symbol }) => symbol !== null);
    const looks = coming.map(({ symbol }) => this.look(symbol ?? 0));
    const kinds = coming.map(({ name }) => kindOf(name));
    const stays = (/** @type {string} */ name, /** @type {Element} */ old) =>
      own.includes(cellOfThing(name)) || looks.includes(old.innerHTML.trim()) || (kindOf(name) !== "" && kinds.includes(kindOf(name)));
    for (const change of changes) {
      const old = this.thing(change.name);
      old?.classList.add("going");
      const made = this.#made(change);
      if (made) {
        made.setAttribute("class", "ghost");
        // What lies on several cells lies under what stands on one.
        if (kindOf(change.name) !== "" && !isGuide(change.name)) layer.prepend(made);
        else layer.append(made);
      } else if (old && !isGuide(change.name) && !stays(change.name, old)) {
        const { x, y } = originOf(old);
        const r = placeOf(this.root.querySelector("[data-cell]"))?.r ?? 0.4;
        const d = `M${x - r / 2},${y - r / 2}L${x + r / 2},${y + r / 2}M${x - r / 2},${y + r / 2}L${x + r / 2},${y - r / 2}`;
        // A halo, so that the cross is seen on light and dark pieces alike.
        layer.append(svgElement("path", { class: "cross-halo", d, "stroke-width": r * 0.3 }), svgElement("path", { class: "cross", d, "stroke-width": r * 0.16 }));
      }
    }
    const under = svgElement("g", { class: "layer-under", "aria-hidden": "true", "pointer-events": "none" });
    for (const guide of layer.querySelectorAll('[data-piece*="~guide-under"]')) under.append(guide);
    this.#layer?.before(under);
    this.#layer?.after(layer);
  }

  /** Removes what `ghost` has shown. */
  clearGhost() {
    this.root.classList.remove("previewing");
    for (const layer of this.root.querySelectorAll(".layer-ghost, .layer-under")) layer.remove();
    for (const old of this.root.querySelectorAll(".going")) old.classList.remove("going");
  }
}
