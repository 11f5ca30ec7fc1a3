// @ts-check
// The picture of a board on the screen: its cells and layers, its size, its enlargement, and the keyboard's focus on it.

import { svgElement } from "./dom.js";
import { placeOf } from "./pieces.js";
import { boundSizes, scaleOf } from "./signs.js";

/** @typedef {{ x: number, y: number }} Point */

/** Steps of arrow keys. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Frame {
  /** Pixels per unit of the board. */ scale = 1;

  /** @param {HTMLElement} root Holds the picture. */
  constructor(root) {
    this.root = root;
    new ResizeObserver(() => this.measure()).observe(root);
  }

  /** All cells. */
  get cells() {
    return this.root.querySelectorAll("[data-cell]");
  }

  /** Returns the element of a cell. @param {string} name */
  cell(name) {
    return this.root.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  }

  /** Returns the centre of a cell and the radius of a piece on it. @param {string} name */
  place(name) {
    return placeOf(this.cell(name));
  }

  /** Returns the pool of like things that a cell belongs to, or an empty text. @param {string} name */
  poolOf(name) {
    return this.cell(name)?.getAttribute("data-pool") ?? "";
  }

  /** Makes a pick of a cell. @param {string} name @returns {import("./moves.js").Pick} */
  pick(name) {
    return { name, pool: this.poolOf(name) };
  }

  /** Returns a new, empty group below the cells for marks of this kind, and removes the old one. @param {string} kind */
  layer(kind) {
    this.root.querySelector(`.layer-${kind}`)?.remove();
    const group = svgElement("g", { class: `layer-${kind}`, "aria-hidden": "true", "pointer-events": "none" });
    this.root.querySelector(".layer-cells")?.before(group);
    return group;
  }

  /** Bounds what must be legible to its sizes on the screen. */
  measure() {
    const picture = this.root.querySelector("svg");
    if (!(picture instanceof SVGSVGElement)) return;
    this.scale = scaleOf(picture);
    boundSizes(picture);
  }

  /** Scrolls an enlarged board to a cell. @param {string} name */
  scrollTo(name) {
    const cell = this.cell(name);
    if (!cell || !this.root.classList.contains("zoomed")) return;
    const [box, at] = [this.root.getBoundingClientRect(), cell.getBoundingClientRect()];
    const left = this.root.scrollLeft + (at.left + at.right - box.left - box.right) / 2;
    const top = this.root.scrollTop + (at.top + at.bottom - box.top - box.bottom) / 2;
    this.root.scrollTo({ left, top });
  }

  /** Returns a point of the screen in units of the board. @param {Point} point */
  point({ x, y }) {
    const picture = this.root.querySelector("svg");
    const matrix = picture?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : { x: 0, y: 0 };
  }

  /** Returns the cell nearest to a point of the screen that may be picked, if it lies within reach. @param {Point} point @param {number} reach In pixels. */
  near({ x, y }, reach) {
    let best = null;
    let least = reach;
    for (const cell of this.root.querySelectorAll("[data-cell].target")) {
      const box = cell.getBoundingClientRect();
      const far = Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
      if (far < least) [best, least] = [cell.getAttribute("data-cell"), far];
    }
    return best;
  }

  /** Puts the keyboard's focus on a cell. @param {string} name */
  focus(name) {
    const cell = this.cell(name);
    if (!(cell instanceof SVGElement)) return;
    this.root.querySelector('[data-cell][tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  /** Returns the nearest cell in the direction of an arrow key; null at the edge. @param {string} from @param {string} key */
  next(from, key) {
    const [x, y] = ARROWS[key] ?? [0, 0];
    const here = this.place(from);
    let best = null;
    let least = Infinity;
    for (const cell of here ? this.cells : []) {
      const [name, there] = [cell.getAttribute("data-cell"), placeOf(cell)];
      if (!here || !there || name === from) continue;
      const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
      const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
      // The next row of hexagons lies half a cell aside: it is nearer than the row after it.
      const far = ahead + 1.4 * aside;
      if (ahead > 0.05 && far < least) [best, least] = [name, far];
    }
    return best;
  }
}
