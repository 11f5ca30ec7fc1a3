// @ts-check
// Arrows and circles of the reader's own: dragged with the right button, or with the pen, by mouse, finger and keys. Their text
// is that of their cells: `a1~c3` for an arrow, `b2` for a circle.

import { svgElement } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

/** How far a finger may miss a cell, in pixels. */
const MISS = 24;

export class Drawing {
  /** @type {string[]} */ #shapes = [];
  /** @type {string | null} The cell at which something was begun. */ #from = null;
  /** @type {string | null} The cell under the pointer, while it is pressed. */ #over = null;
  /** @type {{ id: number, cell: string } | null} */ #pressed = null;
  #pen = false;

  /** @param {Board} board @param {{ changed: (shapes: string[]) => void, allowed: () => boolean }} hooks */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    const { root } = board;
    // Where something is drawn, the board hears nothing of it.
    root.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    root.addEventListener("pointermove", (event) => this.#move(event), { capture: true });
    root.addEventListener("pointerup", (event) => this.#release(event), { capture: true });
    root.addEventListener("pointercancel", () => this.#stop());
    root.addEventListener("click", (event) => {
      if (this.#pen) event.stopPropagation();
      else if (event.button === 0 && this.#shapes.length > 0) this.clear();
    }, { capture: true });
    root.addEventListener("contextmenu", (event) => {
      if (hooks.allowed()) event.preventDefault();
    });
    root.addEventListener("keydown", (event) => {
      const cell = cellOf(event.target);
      if (!this.#pen || !cell || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      this.#touch(cell);
    }, { capture: true });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || (this.#shapes.length === 0 && !this.#pen && this.#from === null) || board.busy) return;
      if (this.#from !== null) this.#stop();
      else this.clear();
    }, { capture: true });
  }

  /** Whether the pen is taken up: what is done on the board then draws. */
  get pen() {
    return this.#pen;
  }

  set pen(on) {
    this.#pen = on;
    this.board.root.classList.toggle("penned", on);
    this.#stop();
  }

  get shapes() {
    return this.#shapes;
  }

  /** Replaces the shapes by those of another position. @param {string[]} shapes */
  show(shapes) {
    this.#shapes = shapes;
    this.#from = this.#pressed = null;
    this.draw();
  }

  /** Removes all shapes. */
  clear() {
    this.#change([]);
  }

  /** @param {string[]} shapes */
  #change(shapes) {
    this.#shapes = shapes;
    this.#from = null;
    this.draw();
    this.hooks.changed(shapes);
  }

  /** Draws a shape, or removes it if it is there. @param {string} from @param {string} to */
  #toggle(from, to) {
    const shape = from === to ? from : `${from}~${to}`;
    const rest = this.#shapes.filter((other) => other !== shape);
    this.#change(rest.length < this.#shapes.length ? rest : [...rest, shape]);
  }

  /** Begins or ends a shape at a cell. @param {string} cell */
  #touch(cell) {
    if (this.#from !== null) return this.#toggle(this.#from, cell);
    this.#from = cell;
    this.draw();
  }

  #stop() {
    this.#from = this.#over = this.#pressed = null;
    this.draw();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary || !this.hooks.allowed() || !(event.button === 2 || (this.#pen && event.button === 0))) return;
    event.stopPropagation();
    const cell = this.#at(event);
    if (cell === null) return this.#stop();
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.#pressed = { id: event.pointerId, cell };
    this.#over = cell;
    this.draw();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.#pressed?.id) return;
    event.stopPropagation();
    const over = this.#at(event);
    if (over === this.#over) return;
    this.#over = over;
    this.draw();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const pressed = this.#pressed;
    if (event.pointerId !== pressed?.id) return;
    event.stopPropagation();
    const over = this.#at(event);
    this.#pressed = this.#over = null;
    if (over === null) return this.#stop();
    if (over !== pressed.cell) this.#toggle(pressed.cell, over);
    else if (event.button === 2) this.#toggle(over, over);
    else this.#touch(over);
  }

  /** Returns the cell under a pointer, or the nearest one to a finger. @param {PointerEvent} event */
  #at({ clientX, clientY, pointerType }) {
    const hit = cellOf(document.elementFromPoint(clientX, clientY));
    if (hit !== null || pointerType === "mouse") return hit;
    let best = null;
    let least = MISS;
    for (const cell of this.board.root.querySelectorAll("[data-cell]")) {
      const box = cell.getBoundingClientRect();
      const far = Math.hypot((box.left + box.right) / 2 - clientX, (box.top + box.bottom) / 2 - clientY);
      if (far < least) [best, least] = [cell.getAttribute("data-cell"), far];
    }
    return best;
  }

  /** Draws all shapes, and the one that is being made. */
  draw() {
    const layer = this.board.layer("drawn");
    for (const shape of this.#shapes) this.#one(layer, shape, "own");
    const begun = this.#pressed?.cell ?? this.#from;
    if (begun !== null) this.#one(layer, this.#over !== null && this.#over !== begun ? `${begun}~${this.#over}` : begun, "own begun");
  }

  /** @param {Element} layer @param {string} shape @param {string} kind */
  #one(layer, shape, kind) {
    const [from, to] = shape.split("~").map((name) => this.board.place(name));
    if (!from) return;
    const group = svgElement("g", { class: kind });
    if (to === undefined) {
      for (const part of ["halo", "line"]) group.append(svgElement("circle", { class: part, cx: from.x, cy: from.y, r: from.r * 1.02, "stroke-width": from.r * (part === "halo" ? 0.3 : 0.16) }));
    } else if (to) {
      const [long, r] = [Math.hypot(to.x - from.x, to.y - from.y) || 1, to.r];
      const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
      // The head is open, unlike that of the computer's arrows.
      const tip = { x: to.x - ux * r * 0.1, y: to.y - uy * r * 0.1 };
      const side = (/** @type {number} */ way) => `${tip.x - ux * r * 0.62 - way * uy * r * 0.5},${tip.y - uy * r * 0.62 + way * ux * r * 0.5}`;
      const d = `M${from.x},${from.y}L${tip.x},${tip.y}M${side(1)}L${tip.x},${tip.y}L${side(-1)}`;
      for (const part of ["halo", "line"]) group.append(svgElement("path", { class: part, d, "stroke-width": r * (part === "halo" ? 0.36 : 0.2) }));
    }
    layer.append(group);
  }
}

/** Returns the name of the cell that an element is a part of. @param {EventTarget | null} target */
const cellOf = (target) => (target instanceof Element ? (target.closest("[data-cell]")?.getAttribute("data-cell") ?? null) : null);
