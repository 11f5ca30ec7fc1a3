// @ts-check
// A board that can be clicked: clicks, drags and keys become the steps of a move. The server says which steps are possible;
// nothing here depends on a particular game.

/**
 * @typedef {import("./types").ClickableStep} Step
 * @typedef {import("./types").Following} Following
 * @typedef {{ complete: (typed: string) => Promise<Following>, play: (text: string) => Promise<void>,
 *   typed?: (text: string) => void }} Hooks
 */

const SVG = "http://www.w3.org/2000/svg";
/** If there are more targets than this, they get no dots: nearly every cell would have one. */
const MOST_DOTS = 24;

const french = document.documentElement.lang === "fr";
/** Returns the text in the language of the page. @param {string} fr @param {string} en */
export const say = (fr, en) => (french ? fr : en);

/** Matches if the reader asks for no animations. */
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Makes an SVG element. @param {string} name @param {Record<string, string | number>} attributes */
export function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Makes a button. @param {string} words @param {() => unknown} act */
export function makeButton(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/**
 * Replaces the content of an element. If the keyboard's focus was inside it, the focus goes to the new element with the same
 * label, or to the current one, or else to the one in the same place.
 * @param {HTMLElement} place @param {Node[]} items
 */
export function replaceContent(place, items) {
  const all = () => [...place.querySelectorAll("button, a, summary, [tabindex]")];
  const label = (/** @type {Element | null} */ element) => element?.getAttribute("aria-label") ?? null;
  const [at, name] = [all().findIndex((element) => element === document.activeElement), label(document.activeElement)];
  place.replaceChildren(...items);
  if (at < 0) return;
  const again = all();
  const same = name === null ? undefined : again.find((element) => label(element) === name);
  const focus = same ?? place.querySelector("[aria-current]") ?? again[Math.min(at, again.length - 1)];
  if (focus instanceof HTMLElement) focus.focus();
}

/** Puts HTML from the server into an element, with `replaceContent`. @param {HTMLElement} place @param {string} html */
export function setHtml(place, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  replaceContent(place, [...template.content.childNodes]);
}

/** Sends a request to the server and returns the JSON of its answer. Throws an error that a person can read. @param {string} path @param {RequestInit} [init] */
export async function ask(path, init) {
  const answer = await fetch(path, { ...init, headers: { accept: "application/json", ...init?.headers } });
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(/** @type {Partial<import("./types").ErrorReport>} */ (body).error ?? answer.statusText);
  return body;
}

export class Board {
  /** @type {Step[]} */ #next = [];
  /** @type {Step[]} */ #first = [];
  #typed = "";
  /** @type {string[]} The cells of the steps chosen so far. */ #chosen = [];
  #complete = false;
  #picks = false;
  /** @type {string | null} The cell that was tapped once and waits for a second tap to confirm the move. */
  #unconfirmed = null;
  /** @type {string | null} The cell where a drag began. */ #dragFrom = null;
  #coarse = matchMedia("(pointer: coarse)");

  /**
   * @param {HTMLElement} root Holds the picture.
   * @param {HTMLElement} bar Holds the buttons of steps that have no cell.
   * @param {Hooks} hooks
   */
  constructor(root, bar, hooks) {
    this.root = root;
    this.bar = bar;
    this.hooks = hooks;
    root.addEventListener("click", (event) => this.#onCell(event, (cell) => this.#choose(cell, this.#coarse.matches)));
    root.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("pointerdown", (event) => {
      this.#dragFrom = event.pointerType === "mouse" ? cellOf(event) : null;
    });
    root.addEventListener("pointerup", (event) => void this.#onDrop(event));
  }

  /**
   * Shows a picture and what may be clicked on it.
   * @param {string} svg @param {Step[]} next @param {boolean} [picks] Whether a first click takes up a piece.
   */
  show(svg, next, picks = false) {
    this.#picks = picks;
    const focused = cellName(document.activeElement?.closest("[data-cell]") ?? null);
    const had = this.root.contains(document.activeElement) && focused;
    this.root.innerHTML = svg;
    this.#first = next;
    this.reset();
    if (had) this.focus(focused);
  }

  /** Discards a move that is not complete. */
  reset() {
    this.#typed = "";
    this.#chosen = [];
    this.#next = this.#first;
    this.#complete = false;
    this.#unconfirmed = null;
    this.#showHints();
  }

  get typed() {
    return this.#typed;
  }

  /** Puts the keyboard's focus on a cell. @param {string} name */
  focus(name) {
    const cell = this.cell(name);
    if (!(cell instanceof SVGElement)) return;
    this.root.querySelector('[data-cell][tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  /** Returns the element of a cell. @param {string} name */
  cell(name) {
    return this.root.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  }

  /** Returns the centre of a cell and the radius of a piece on it. @param {string} name */
  place(name) {
    return placeOf(this.cell(name));
  }

  /** Returns a new, empty group below the cells for marks of this kind, and removes the old one. @param {string} kind */
  layer(kind) {
    this.root.querySelector(`.layer-${kind}`)?.remove();
    const group = svgElement("g", { class: `layer-${kind}`, "aria-hidden": "true", "pointer-events": "none" });
    this.root.querySelector(".layer-cells")?.before(group);
    return group;
  }

  /** Shows a ring that travels along the cells of a move. @param {string[]} cells */
  animateMove(cells) {
    const places = cells.map((name) => this.place(name)).filter((place) => place !== null);
    if (reducedMotion.matches || places.length < 2) return;
    const { r } = places[0];
    const ring = svgElement("circle", { class: "travel", cx: 0, cy: 0, r, "stroke-width": r * 0.25 });
    this.layer("travel").append(ring);
    const frames = places.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const done = ring.animate(frames, { duration: 180 * (places.length - 1) + 120, easing: "ease-in-out" });
    done.addEventListener("finish", () => ring.remove());
  }

  /** Acts on the cell of an event, if it has one. @param {Event} event @param {(cell: string) => Promise<void>} act */
  #onCell(event, act) {
    const name = cellOf(event);
    if (name) void act(name);
  }

  /** Ends a drag: chooses the cell where it began, then the one where it ended. @param {PointerEvent} event */
  async #onDrop(event) {
    const [from, to] = [this.#dragFrom, cellOf(event)];
    this.#dragFrom = null;
    if (!from || !to || from === to) return;
    if (this.#typed) this.reset();
    await this.#choose(from, false);
    if (this.#next.some((step) => step.cell === to)) await this.#choose(to, false);
  }

  /** Chooses a cell. @param {string} name @param {boolean} careful Whether the last step of a move waits for a second tap. */
  async #choose(name, careful) {
    if (this.#unconfirmed === name) {
      await this.hooks.play(this.#typed);
      return;
    }
    if (this.#unconfirmed) this.reset();
    let step = this.#next.find((step) => step.cell === name);
    if (!step && this.#typed) {
      // A click on another cell discards the incomplete move, and may begin a new one.
      this.reset();
      step = this.#next.find((step) => step.cell === name);
    }
    // The two cells of a move may be chosen in either order.
    if (!step && this.#first.length > 0) {
      const following = await this.hooks.complete(name);
      if (following.next.some((step) => step.whole !== null)) this.#showPartial(name, name, following);
      return;
    }
    if (step) await this.#addStep(step, careful);
  }

  /** Adds a step to the move, and plays the move if it is complete. @param {Step} step @param {boolean} careful */
  async #addStep(step, careful) {
    const typed = step.whole ?? this.#typed + step.text;
    if (!step.ends) {
      this.#showPartial(typed, step.cell, await this.hooks.complete(typed));
    } else if (careful) {
      this.#unconfirmed = step.cell;
      this.#showPartial(typed, step.cell, { next: [], complete: true });
    } else {
      this.#typed = typed;
      await this.hooks.play(typed);
    }
  }

  /** Shows a move that is not complete. @param {string} typed @param {string | null} cell The cell of its last step. @param {Following} following */
  #showPartial(typed, cell, { next, complete }) {
    this.#typed = typed;
    if (cell) this.#chosen.push(cell);
    this.#next = next;
    this.#complete = complete;
    this.#showHints();
  }

  /** Shows what is chosen and what may be clicked now. */
  #showHints() {
    const dots = this.layer("hints");
    const targets = new Set(this.#next.map((step) => step.cell));
    const few = targets.size <= MOST_DOTS || this.#typed !== "";
    const picks = this.#picks && this.#typed === "";
    for (const cell of this.root.querySelectorAll("[data-cell]")) {
      const name = cellName(cell) ?? "";
      const target = targets.has(name);
      cell.classList.toggle("target", target);
      cell.setAttribute("aria-disabled", String(!target));
      const place = target && few ? placeOf(cell) : null;
      // A piece that can be picked up gets a thin ring, so that the piece stays visible.
      const [r, width] = picks ? [1.14, 0.09] : [0.22, 0.1];
      const kind = picks ? "pick" : "dot";
      if (place) dots.append(svgElement("circle", { class: kind, cx: place.x, cy: place.y, r: place.r * r, "stroke-width": place.r * width }));
    }
    for (const name of this.#chosen) {
      const place = this.place(name);
      const kind = name === this.#unconfirmed ? "ghost" : "chosen";
      if (place) dots.append(svgElement("circle", { class: kind, cx: place.x, cy: place.y, r: place.r, "stroke-width": place.r * 0.22 }));
    }
    this.#showButtons();
    this.hooks.typed?.(this.#typed);
  }

  #showButtons() {
    const words = this.#next.filter((step) => step.cell === null);
    const whole = this.#complete ? [makeButton(`✓ ${say("Jouer", "Play")} ${this.#typed}`, () => this.hooks.play(this.#typed))] : [];
    const drop = this.#typed ? [makeButton(say("Annuler", "Cancel"), () => this.reset())] : [];
    this.bar.replaceChildren(...words.map((step) => makeButton(step.label, () => this.#addStep(step, false))), ...whole, ...drop);
  }

  /** Handles a key pressed on a cell. @param {KeyboardEvent} event */
  #onKey(event) {
    const name = cellOf(event);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      void this.#choose(name, false);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation();
      this.#moveFocus(name, event.key);
    } else if (event.key === "Escape") {
      this.reset();
    }
  }

  /** Moves the focus to the nearest cell in the direction of an arrow key. @param {string} from @param {string} key */
  #moveFocus(from, key) {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const here = this.place(from);
    if (!here) return;
    let best = null;
    let least = Infinity;
    for (const cell of this.root.querySelectorAll("[data-cell]")) {
      const [name, there] = [cellName(cell), placeOf(cell)];
      if (!there || name === from) continue;
      const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
      const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
      if (ahead > 0.05 && ahead + 2 * aside < least) [best, least] = [name, ahead + 2 * aside];
    }
    if (best) this.focus(best);
  }
}

/** Returns the name of the cell that an element draws. @param {Element | null} element */
const cellName = (element) => element?.getAttribute("data-cell") ?? null;

/** Returns the centre of a cell and the radius of a piece on it. @param {Element | null} cell */
function placeOf(cell) {
  const [x, y, r] = (cell?.getAttribute("data-at") ?? "").split(" ").map(Number);
  return r === undefined ? null : { x, y, r };
}

/** Returns the name of the cell on which an event happened. @param {Event} event */
const cellOf = (event) => cellName(event.target instanceof Element ? event.target.closest("[data-cell]") : null);
