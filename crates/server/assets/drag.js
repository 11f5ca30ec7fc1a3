// @ts-check
// Dragging: what stands on a cell follows the mouse or the finger until it is put down.

/**
 * @typedef {{ x: number, y: number }} Point In pixels of the screen.
 * @typedef {{ grips: (cell: string) => boolean, grip: (cell: string, point: Point) => boolean,
 *   over: (cell: string | null, point: Point) => void, drop: (cell: string | null, point: Point) => void,
 *   dragged: () => import("./pieces.js").Piece[], near: (point: Point, reach: number) => string | null }} Hooks
 */

/** So many pixels of a pressed pointer are a drag. */
const LEAST = 5;
/** How far from a cell's middle something may be dropped, in pixels. */
const REACH = 30;

export class Drag {
  /** @type {string | null} The cell whose thing is dragged. */ cell = null;
  /** @type {{ cell: string, x: number, y: number } | null} What is being dropped, and how far from its cell, in units of the board. */ dropped = null;
  /** @type {{ cell: string, id: number, x: number, y: number } | null} Where the pointer was pressed. */ #pressed = null;
  /** @type {Element[]} What follows the pointer. */ #copies = [];
  #swallow = false;

  /** @param {HTMLElement} root @param {Hooks} hooks */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    // A finger that drags something does not scroll the page: not every browser heeds `touch-action` on parts of a picture.
    root.addEventListener("touchmove", (event) => this.#pressed && event.cancelable && event.preventDefault(), { passive: false });
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", (event) => {
      if (this.cell !== null && event.pointerId === this.#pressed?.id) this.#end(null, event);
      this.#pressed = null;
    });
  }

  /** Says whether a click is the end of a drag, once. */
  swallows() {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  /** Drops what is dragged without a word. */
  stop() {
    this.cell = null;
    this.#pressed = null;
    for (const copy of this.#copies) copy.remove();
    this.#copies = [];
    this.root.classList.remove("dragging");
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#swallow = false;
    const cell = cellAt(event.target);
    if (!event.isPrimary || event.button !== 0 || cell === null || !this.hooks.grips(cell)) return;
    this.#pressed = { cell, id: event.pointerId, x: event.clientX, y: event.clientY };
    // A finger captures what it presses: the moves are to come here.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const from = this.#pressed;
    if (!from || event.pointerId !== from.id) return;
    // The button was let go where nobody saw it.
    if (event.buttons === 0 && event.pointerType === "mouse") return this.#release(event);
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (this.cell === null) {
      if (Math.hypot(x, y) < LEAST) return;
      this.#begin(from);
    }
    if (this.cell === null) return;
    const scale = this.#scale;
    for (const copy of this.#copies) copy.setAttribute("transform", `translate(${x / scale},${y / scale})`);
    this.hooks.over(this.#target(event), { x: event.clientX, y: event.clientY });
  }

  /** @param {{ cell: string, id: number, x: number, y: number }} from */
  #begin(from) {
    this.cell = from.cell;
    this.root.setPointerCapture(from.id);
    this.root.classList.add("dragging");
    const follows = this.hooks.grip(from.cell, from);
    if (!follows || this.cell === null) return;
    const layer = this.root.querySelector(".layer-cells");
    for (const { element } of this.hooks.dragged()) {
      const copy = document.createElementNS("http://www.w3.org/2000/svg", "g");
      copy.setAttribute("class", "dragged");
      copy.setAttribute("pointer-events", "none");
      copy.append(element.cloneNode(true));
      /** @type {Element} */ (copy.firstChild).classList.remove("piece", "lifted");
      element.classList.add("held");
      layer?.before(copy);
      this.#copies.push(copy);
    }
  }

  /** Pixels per unit of the board. */
  get #scale() {
    const picture = this.root.querySelector("svg");
    return picture?.getScreenCTM()?.a || 1;
  }

  /** Returns the cell under the pointer, or one near it where something may be put down. @param {PointerEvent} event */
  #target(event) {
    const point = { x: event.clientX, y: event.clientY };
    const under = document.elementFromPoint(point.x, point.y);
    const cell = this.root.contains(under) ? cellAt(under) : null;
    const name = cell !== null && this.root.querySelector(`[data-cell="${CSS.escape(cell)}"].target`) ? cell : null;
    return name ?? this.hooks.near(point, REACH) ?? cell;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.pointerId !== this.#pressed?.id) return;
    if (this.cell !== null) this.#end(this.#target(event), event);
    this.#pressed = null;
  }

  /** @param {string | null} target @param {PointerEvent} event */
  #end(target, event) {
    const pressed = this.#pressed;
    if (!pressed || this.cell === null) return;
    this.#swallow = true;
    const scale = this.#scale;
    this.dropped = { cell: this.cell, x: (event.clientX - pressed.x) / scale, y: (event.clientY - pressed.y) / scale };
    for (const copy of this.#copies) copy.remove();
    this.#copies = [];
    for (const held of this.root.querySelectorAll(".held")) held.classList.remove("held");
    this.root.classList.remove("dragging");
    this.hooks.drop(target, { x: event.clientX, y: event.clientY });
    this.cell = null;
    this.dropped = null;
  }
}

/** Returns the name of the cell that an element belongs to. @param {EventTarget | null} element */
const cellAt = (element) => (element instanceof Element ? (element.closest("[data-cell]")?.getAttribute("data-cell") ?? null) : null);
