// @ts-check
// A shape that is laid: taking it up, moving it, turning it. What it covers now is seen in the picture.

import { Shapes, middle } from "./shapes.js";
import { placeOf } from "./pieces.js";

/**
 * @typedef {import("./shapes.js").Point} Point
 * @typedef {import("./moves.js").HandMove} HandMove
 */

export class Laying {
  /** Whether the shape is taken up. */ up = false;
  /** Where the pointer would have the middle of the shape. @type {Point} */ #middle = { x: 0, y: 0 };
  /** How far the middle lies from the pointer. @type {Point} */ #offset = { x: 0, y: 0 };

  /** @param {Shapes} shapes @param {string[]} cells The cells that it covers now. @param {(cell: string) => Point | null} place */
  constructor(shapes, cells, place) {
    this.shapes = shapes;
    this.cells = cells;
    this.place = place;
    const points = this.#points(cells);
    this.form = points.length > 0 ? shapes.form(points) : "";
    this.#middle = points.length > 0 ? middle(points) : this.#middle;
    this.at = shapes.nearest(this.#middle, this.form);
    if (!this.form) this.form = this.at.form;
  }

  /**
   * Finds the shape that all moves lay; null if they lay none.
   * @param {HandMove[]} moves @param {import("./pieces.js").Pieces} pieces @param {HTMLElement} root
   */
  static of(moves, pieces, root) {
    const place = (/** @type {string} */ name) => placeOf(root.querySelector(`[data-cell="${CSS.escape(name)}"]`));
    const shapes = Shapes.of(moves, place);
    if (!shapes) return null;
    // The things that every move changes are the shape.
    const [first, ...rest] = moves;
    const names = rest.reduce((names, { changes }) => {
      const own = new Set(changes.map(({ name }) => name));
      return names.filter((name) => own.has(name));
    }, first.changes.map(({ name }) => name));
    const things = names.map((name) => pieces.thing(name)).filter((thing) => thing !== null);
    const cells = [...root.querySelectorAll("[data-cell]")].filter((cell) => things.some((thing) => lies(thing, placeOf(cell))));
    return new Laying(shapes, cells.map((cell) => cell.getAttribute("data-cell") ?? ""), place);
  }

  /** @param {string[]} cells */
  #points(cells) {
    return cells.map(this.place).filter((point) => point !== null);
  }

  /** Says whether the shape now covers a cell. @param {string} cell */
  covers(cell) {
    return this.cells.includes(cell);
  }

  /** Takes the shape up at a point: from where it was, or from the cells on which it is laid already. @param {Point} point @param {string[] | null} laid */
  take(point, laid) {
    const points = this.#points(laid ?? this.cells);
    if (laid) this.form = this.shapes.form(points);
    const { x, y } = points.length > 0 ? middle(points) : point;
    this.#offset = { x: x - point.x, y: y - point.y };
    this.up = true;
    this.moveTo(point);
  }

  /** Moves the shape that is taken up. Returns whether it would now be laid elsewhere. @param {Point} point */
  moveTo(point) {
    this.#middle = { x: point.x + this.#offset.x, y: point.y + this.#offset.y };
    return this.#settle();
  }

  #settle() {
    const before = this.at;
    this.at = this.shapes.nearest(this.#middle, this.form);
    return before !== this.at;
  }

  /** Turns the shape; it is taken up, unless it is laid on these cells. @param {number} way @param {string[] | null} laid */
  turn(way, laid) {
    this.#change(laid, (form) => this.shapes.turned(form, way));
  }

  /** Flips the shape; it is taken up, unless it is laid on these cells. @param {string[] | null} laid */
  flip(laid) {
    this.#change(laid, (form) => this.shapes.flipped(form));
  }

  /** @param {string[] | null} laid @param {(form: string) => string} change */
  #change(laid, change) {
    if (laid) {
      const points = this.#points(laid);
      this.form = this.shapes.form(points);
      this.#middle = middle(points);
    } else {
      this.up = true;
    }
    this.#offset = { x: 0, y: 0 };
    this.form = change(this.form);
    this.#settle();
  }
}

/** Says whether a thing covers a point. @param {SVGElement} thing @param {Point | null} point */
function lies(thing, point) {
  if (!point) return false;
  const [x, y] = (thing.getAttribute("transform")?.match(/-?[\d.]+/g) ?? ["0", "0"]).map(Number);
  return [...thing.children].some((part) => part instanceof SVGGeometryElement && part.isPointInFill(new DOMPoint(point.x - x, point.y - y)));
}
