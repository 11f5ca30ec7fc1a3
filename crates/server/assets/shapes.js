// @ts-check
// Shapes that are laid as a whole, such as the L of Les crosses: found in the moves alone, whose first stage is then several
// cells. They are taken up, turned, flipped and laid on the nearest place that a move allows.

import { isWord, sharedChanges } from "./moves.js";

/**
 * @typedef {import("./moves.js").HandMove} HandMove
 * @typedef {{ x: number, y: number }} Point
 * A place where the shape can be laid, and what changes if it is laid there, whatever else the move does.
 * @typedef {{ cells: string[], centre: Point, form: string, changes: import("./moves.js").Change[] }} Placing
 */

/** The least number of cells that make a shape. */
const LEAST = 3;
/** By how much a shape may be turned at a time, in degrees: a quarter on squares, a sixth on hexagons. */
const TURNS = [90, 60];

/** Returns the middle of some points. @param {Point[]} points @returns {Point} */
export function middle(points) {
  const sum = points.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Writes the form of some points: the same wherever they lie. @param {Point[]} points */
function formOf(points) {
  const { x, y } = middle(points);
  const round = (/** @type {number} */ value) => Math.round(value * 100) + 0;
  return points.map((point) => `${round(point.x - x)},${round(point.y - y)}`).sort().join(" ");
}

export class Shapes {
  /** Points of each form that was seen. @type {Map<string, Point[]>} */ #points = new Map();
  /** @type {Placing[]} */ #placings = [];
  /** The forms that can be laid. @type {Set<string>} */ #forms = new Set();

  /**
   * Finds the shapes that moves lay; null if some move begins with fewer cells.
   * @param {HandMove[]} moves @param {(cell: string) => Point | null} place
   */
  static of(moves, place) {
    if (moves.length === 0 || moves.some(({ stages: [first] }) => first.length < LEAST || first.some(isWord))) return null;
    const shapes = new Shapes();
    /** @type {Map<string, HandMove[]>} */ const byCells = new Map();
    for (const move of moves) {
      const key = [...move.stages[0]].sort().join(" ");
      byCells.set(key, [...(byCells.get(key) ?? []), move]);
    }
    for (const same of byCells.values()) {
      const cells = same[0].stages[0];
      const points = cells.map(place).filter((point) => point !== null);
      if (points.length !== cells.length) return null;
      const form = shapes.form(points);
      shapes.#forms.add(form);
      shapes.#placings.push({ cells, centre: middle(points), form, changes: sharedChanges(same) });
    }
    return shapes;
  }

  /** Returns the form of some points: the same wherever they lie. @param {Point[]} points */
  form(points) {
    const form = formOf(points);
    this.#points.set(form, points);
    return form;
  }

  /** Returns how a form looks after a turn, if it can then be laid; else after the next turn that can. @param {string} form @param {number} way 1 or -1 */
  turned(form, way) {
    const points = this.#points.get(form) ?? [];
    for (const degrees of TURNS) {
      for (let angle = degrees; angle < 360; angle += degrees) {
        const [cos, sin] = [Math.cos((way * angle * Math.PI) / 180), Math.sin((way * angle * Math.PI) / 180)];
        const now = this.form(points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos })));
        if (this.#forms.has(now)) return now;
      }
    }
    return form;
  }

  /** Returns how a form looks when it is flipped over, if it can then be laid; else turned as well. @param {string} form */
  flipped(form) {
    const now = this.form((this.#points.get(form) ?? []).map(({ x, y }) => ({ x: -x, y })));
    return this.#forms.has(now) ? now : this.turned(now, 1);
  }

  /** Returns the place nearest to a point where a form can be laid; any form if this one cannot. @param {Point} point @param {string} form */
  nearest(point, form) {
    const fitting = this.#placings.filter((placing) => placing.form === form);
    const far = (/** @type {Placing} */ { centre }) => Math.hypot(centre.x - point.x, centre.y - point.y);
    return (fitting.length > 0 ? fitting : this.#placings).reduce((best, placing) => (far(placing) < far(best) ? placing : best));
  }
}
