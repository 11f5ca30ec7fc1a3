// @ts-check
// A board on which moves are made by hand: by clicks, by drags, by touch and by keys. The server says how each legal move is
// made and what it changes; nothing here depends on a particular game, and nothing is asked while a move is being made.

import { showBar } from "./bar.js";
import { closeChoice, openChoice, optionsAt } from "./choice.js";
import { Drag } from "./drag.js";
import { Frame } from "./frame.js";
import { Hand, isWord } from "./moves.js";
import { Laying } from "./laying.js";
import { animateFrom } from "./motion.js";
import { Pieces, cellOfThing, isGuide } from "./pieces.js";
import { Pools } from "./pools.js";
import { changesOf, means, seenOf, takenPicks, takes } from "./preview.js";
import { ring, showSigns } from "./signs.js";

export { ask, makeButton, reducedMotion, replaceContent, say, setHtml, svgElement } from "./dom.js";

/**
 * @typedef {import("./types").PositionView} PositionView
 * @typedef {import("./moves.js").Pick} Pick
 * @typedef {import("./moves.js").HandMove} HandMove
 * @typedef {import("./frame.js").Point} Point
 * @typedef {{ svg: string } & Partial<PositionView>} BoardView
 *
 * What a page does with the board: `play` sends a move; `typed` is told what is picked so far, as the beginning of a move's
 * text; `illegal` is told of a click that no move begins or goes on with, and of what was picked before.
 * @typedef {{ play: (text: string) => Promise<unknown>, typed?: (text: string) => void,
 *   illegal?: (cell: string, picks: string[]) => void }} Hooks
 */

/** How far a finger may miss a cell, in pixels. */
const MISS = 24;

export class Board {
  /** @type {BoardView} */ #view = { svg: "" };
  #hand = new Hand();
  #pieces;
  #pools;
  /** @type {Drag} */ #drag;
  /** @type {Laying | null} The shape that moves lay, if they do. */ #laying = null;
  /** @type {string | null} The cell that completed a move by touch and waits for a second tap. */ #unconfirmed = null;
  /** Whether a move was sent and the answer has not come yet. */ #sent = false;
  /** Whether the board shows a move that the server has not confirmed. */ #ahead = false;
  /** @type {string | null} The cell under the pointer, or the one that has the keyboard's focus. */ #hovered = null;
  /** @type {string | null} The cell that last had the focus. */ #focused = null;
  #pointer = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
  #byKey = false;

  /**
   * @param {HTMLElement} root Holds the picture.
   * @param {HTMLElement} bar Holds the buttons of what is picked by words.
   * @param {Hooks} hooks
   */
  constructor(root, bar, hooks) {
    this.root = root;
    this.bar = bar;
    this.hooks = hooks;
    this.frame = new Frame(root);
    this.#pieces = new Pieces(root, []);
    this.#pools = new Pools(root);
    this.#drag = new Drag(root, {
      grips: (cell) => this.#grips(cell),
      grip: (cell, point) => this.#grip(cell, point),
      over: (cell, point) => this.#over(cell, point),
      drop: (cell, point) => this.#drop(cell, point),
      dragged: () => this.#pieces.on(this.#drag.cell ?? ""),
      near: (point, reach) => this.frame.near(point, reach),
    });
    root.addEventListener("click", (event) => this.#onClick(event));
    root.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("pointerdown", (event) => (this.#pointer = event.pointerType));
    document.addEventListener("pointerdown", () => (this.#byKey = false), { capture: true });
    document.addEventListener("keydown", () => (this.#byKey = true), { capture: true });
    // The keyboard's focus stays off the board: arrow keys then walk through the game.
    root.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#hover(cellOf(event), event));
    root.addEventListener("pointerleave", () => this.#hover(null));
    root.addEventListener("focusin", ({ target }) => {
      const name = target instanceof Element ? target.getAttribute("data-cell") : null;
      if (name === null) return;
      this.#focused = name;
      if (/** @type {Element} */ (target).matches(":focus-visible")) this.#hover(name);
    });
    root.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    document.addEventListener("keydown", (event) => this.#onPageKey(event));
  }

  /** Shows a position; the moves that can be made there are those of its view. @param {BoardView} view */
  show(view) {
    const before = this.#pieces.read();
    const inside = this.root.contains(document.activeElement) || (this.#byKey && this.bar.contains(document.activeElement));
    const focused = inside ? this.#focused : null;
    this.#view = view;
    this.#draw(before, view.last ?? []);
    if (focused) this.frame.focus(focused);
    this.frame.scrollTo(view.last?.at(-1) ?? "");
  }

  /** Discards a move that is not complete, or that the server has refused. */
  reset() {
    if (this.#ahead) this.#draw(this.#pieces.read(), []);
    else this.#set([]);
  }

  /** Draws the picture, with motion from what stood there before. @param {Map<string, import("./pieces.js").Piece>} before @param {string[]} path */
  #draw(before, path) {
    const { svg, symbols = [], moves_by_hand = [] } = this.#view;
    this.root.innerHTML = svg;
    this.#pools.arrange();
    this.#pieces = new Pieces(this.root, symbols);
    this.#hand = new Hand(moves_by_hand);
    this.#laying = Laying.of(this.#hand.moves, this.#pieces, this.root);
    this.#sent = this.#ahead = false;
    this.#drag.stop();
    this.frame.measure();
    this.#set([]);
    animateFrom(this.frame, before, this.#pieces.read(), path);
  }

  /** What is picked so far, as the beginning of a move's text. */
  get typed() {
    return this.#hand.typed;
  }

  /** Whether a move is being made. */
  get busy() {
    return this.#hand.picks.length > 0 || this.#sent || this.#laying?.up === true || this.#drag.cell !== null;
  }

  /** Returns the centre of a cell and the radius of a piece on it. @param {string} name */
  place = (name) => this.frame.place(name);

  /** Returns a new, empty group below the cells for marks of this kind, and removes the old one. @param {string} kind */
  layer = (kind) => this.frame.layer(kind);

  /** Enlarges the board, or shows the whole again. An enlarged board follows the play. @param {boolean} on */
  zoom(on) {
    this.root.classList.toggle("zoomed", on);
    this.frame.measure();
    this.frame.scrollTo(this.#view.last?.at(-1) ?? "");
  }

  // Picking.

  /** Replaces what is picked, and shows it. @param {Pick[]} picks */
  #set(picks) {
    this.#hand.picks = picks;
    this.#unconfirmed = null;
    this.#refresh();
  }

  /** Shows what is picked, and what may be picked now. */
  #refresh() {
    closeChoice(this.root);
    this.#showSigns();
    this.#showGhost();
    this.#showBar();
    this.#offerChoice();
    this.hooks.typed?.(this.#hand.typed);
  }

  /**
   * Picks a cell.
   * @param {string} name
   * @param {{ careful?: boolean, twice?: boolean }} how Whether a whole move waits for a second tap; whether this is the second
   * click of two, or a key, by which a move that could go on is played as it is.
   */
  #choose(name, { careful = false, twice = false } = {}) {
    if (this.#sent || this.#hand.moves.length === 0) return;
    if (this.#laying?.up) return this.#lay();
    const pick = this.frame.pick(name);
    const { picks, whole } = this.#hand;
    const again = picks.at(-1)?.name === name;
    const alone = this.#alone();
    if (again && whole.length === 1 && (this.#unconfirmed === name || (twice && !pick.pool) || alone)) return this.#play(whole[0]);
    const after = this.#hand.after(pick);
    const names = picks.map(({ name }) => name);
    // Of several cells that are picked in any order, one that does not go with the others is no other piece, but a mistake.
    const mistaken = after === null || (after.how === "anew" && this.#hand.inStage);
    this.#set(after?.picks ?? []);
    if (mistaken) this.hooks.illegal?.(name, names);
    if (!after) return;
    // What was taken up and put back where it stood: if that makes a move, it is meant.
    const stays = after.how === "back" && again && alone && this.#hand.fitting.find((fit) => fit.complete);
    if (stays && !careful) return this.#play(stays.move);
    this.#advance(careful ? name : null);
  }

  /** Whether the last pick is alone in its stage, and not the first one of the move. */
  #alone() {
    return this.#hand.fitting.every(({ at }) => at.length > 1 && at[at.length - 1] !== at[at.length - 2]);
  }

  /** Goes on after a pick: makes a pick that is the only one left, and plays the move if it is whole. @param {string | null} careful The cell that was tapped, if a second tap must confirm the move. */
  #advance(careful) {
    const hand = this.#hand;
    const next = hand.next;
    const [only = ""] = next;
    if (hand.picks.length > 0 && hand.whole.length === 0 && next.size === 1 && isWord(only)) {
      this.#set([...hand.picks, { name: only, pool: "" }]);
    }
    const moves = hand.ends ? hand.whole : [];
    if (moves.length !== 1) return;
    if (careful === null) return this.#play(moves[0]);
    this.#unconfirmed = careful;
    this.#refresh();
  }

  /** Picks a word. @param {string} token */
  #chooseWord(token) {
    this.#set([...this.#hand.picks, { name: token, pool: "" }]);
    this.#advance(null);
  }

  /** Draws a move at once and sends it. @param {HandMove} move */
  #play(move) {
    // The server names the things of a pool by their places: those that were picked are to go.
    this.#pools.take(this.#hand.picks, move.changes);
    const before = this.#pieces.read();
    const path = move.stages.flat().filter((token) => !isWord(token));
    // A thing that was dragged slides from where it was dropped.
    const dropped = this.#drag.dropped;
    if (dropped) for (const piece of before.values()) if (cellOfThing(piece.name) === dropped.cell) Object.assign(piece, { x: piece.x + dropped.x, y: piece.y + dropped.y });
    this.#set([]);
    this.#sent = true;
    for (const cell of this.root.querySelectorAll(".target")) cell.classList.remove("target", "grips");
    this.frame.layer("hints");
    if (move.changes.length > 0) {
      this.#ahead = true;
      this.#pieces.clearGhost();
      this.#pieces.clearShown();
      this.#pieces.apply(move.changes);
      for (const old of this.root.querySelectorAll(".layer-marks, .layer-taken")) old.replaceChildren();
      animateFrom(this.frame, before, this.#pieces.read(), path);
    }
    void this.hooks.play(move.text).finally(() => {
      this.#sent = false;
    });
  }

  /** Returns what a move changes; of like things it is those that were picked. @param {HandMove} move @param {Pick[]} picks */
  #changes(move, picks) {
    return changesOf(move, picks, this.frame);
  }

  // Signs.

  #showSigns() {
    const things = new Set([...this.#pieces.read().keys()].filter((name) => !isGuide(name)).map(cellOfThing));
    const shape = this.#laying !== null && !this.#laid;
    const hand = this.#sent ? new Hand() : this.#hand;
    showSigns(this.frame, hand, {
      holds: (cell) => things.has(cell) || this.#laying?.covers(cell) === true,
      takes: (cell) => takes(hand, this.frame.pick(cell)),
      grips: (cell) => this.#grips(cell),
      shape,
      plain: new Set([...takenPicks(hand, this.#pieces), ...(this.#laid ?? [])]),
      unconfirmed: this.#unconfirmed,
    });
    for (const thing of this.root.querySelectorAll(".lifted")) thing.classList.remove("lifted");
    for (const { name, pool } of hand.picks) if (pool) for (const { element } of this.#pieces.on(name)) element.classList.add("lifted");
  }

  /** The cells of a shape that is laid as a part of a move, or null. */
  get #laid() {
    const size = this.#hand.moves[0]?.stages[0].length ?? 0;
    const { picks } = this.#hand;
    return this.#laying && picks.length >= size ? picks.slice(0, size).map(({ name }) => name) : null;
  }

  /** Shows under the pointer, the focus or the finger what would change; else what the picks so far change in any case. */
  #showGhost() {
    this.frame.layer("hover");
    const hand = this.#hand;
    if (this.#sent || hand.moves.length === 0) return this.#pieces.clearGhost();
    if (this.#laying?.up) return this.#pieces.ghost(this.#laying.at.changes);
    if (this.#unconfirmed !== null) return this.#pieces.ghost(this.#changes(hand.whole[0], hand.picks));
    const cell = this.#hovered;
    const seen = seenOf(hand, cell === null ? null : this.frame.pick(cell), this.frame, this.#pieces);
    const place = cell !== null && seen.pick && this.#pieces.on(cell).length > 0 ? this.frame.place(cell) : null;
    if (place) this.frame.layer("hover").append(ring("pick", place, 1.14, 0.09, this.frame.scale));
    this.#pieces.ghost(seen.changes);
  }

  // Words.

  #showBar() {
    const { picks, fitting } = this.#hand;
    const begun = picks.length === 0 || (this.#laid !== null && fitting.every(({ at }) => at.every((stage) => stage === 0)));
    showBar(this.bar, this.#sent ? new Hand() : this.#hand, {
      labels: this.#view.labels ?? {},
      typedOnly: this.#view.typed_only === true,
      steps: !this.#choices,
      shape: !this.#sent && this.#laying !== null && begun,
      cancel: !this.#sent && (picks.length > 0 || this.#laying?.up === true),
    }, {
      word: (token) => this.#chooseWord(token),
      cell: (name) => this.#choose(name),
      turn: () => this.#turn(1),
      flip: () => this.#flip(),
      play: (move) => this.#play(move),
      cancel: () => this.#cancel(),
    });
  }

  /** Whether the next pick is one of several words that follow a cell. */
  get #choices() {
    const { picks, next } = this.#hand;
    const last = picks.at(-1);
    return last !== undefined && !isWord(last.name) && next.size > 1 && [...next].every(isWord);
  }

  /** Opens a choice at the last cell if only words follow it. */
  #offerChoice() {
    const last = this.#hand.picks.at(-1)?.name ?? "";
    const [cell, place] = [this.frame.cell(last), this.frame.place(last)];
    if (!this.#choices || !cell || !place) return;
    const options = optionsAt(this.#hand, this.#pieces, this.#view.labels ?? {}, last, (token) => this.#chooseWord(token));
    openChoice(this.root, cell, place.r, options, this.#byKey);
  }

  // The pointer.

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (this.#drag.swallows()) return;
    const touch = this.#pointer === "touch";
    const point = { x: event.clientX, y: event.clientY };
    let cell = cellOf(event);
    if (this.#laying?.up) return this.#lay(this.frame.point(point));
    if (touch && (cell === null || !means(this.#hand, this.frame.pick(cell)))) cell = this.frame.near(point, MISS) ?? cell;
    if (cell !== null) this.#choose(cell, { careful: touch, twice: event.detail > 1 });
    else if (this.#hand.picks.length > 0 && event.target instanceof Element && !event.target.closest(".choice")) this.#set([]);
  }

  /** Shows what the pointer is over. @param {string | null} cell @param {PointerEvent} [event] */
  #hover(cell, event) {
    if (this.#drag.cell !== null) return;
    if (this.#laying?.up && event) {
      if (this.#laying.moveTo(this.frame.point({ x: event.clientX, y: event.clientY }))) this.#showGhost();
      return;
    }
    if (cell === this.#hovered || this.root.querySelector(".choice")) return;
    this.#hovered = cell;
    this.#showGhost();
  }

  /** Says whether the shape can be taken up at a cell: where it is, or where it is laid already. @param {string} cell */
  #liftable(cell) {
    const { picks } = this.#hand;
    const laid = this.#laid;
    if (!this.#laying || this.#sent) return false;
    return picks.length === 0 ? this.#laying.covers(cell) : laid?.length === picks.length && laid.includes(cell);
  }

  /** Says whether what stands on a cell can be dragged. @param {string} cell */
  #grips(cell) {
    if (this.#sent) return false;
    if (this.#liftable(cell)) return true;
    if (this.frame.pick(cell).pool || this.#pieces.on(cell).length === 0) return false;
    if (this.#hand.picks.at(-1)?.name === cell) return true;
    const after = this.#hand.after(this.frame.pick(cell));
    return after !== null && after.how !== "back" && this.#hand.fits(after.picks).some(({ next }) => next.some((token) => !isWord(token)));
  }

  /** Takes up what stands on a cell. Returns whether it follows the pointer by itself. @param {string} cell @param {{ x: number, y: number }} point */
  #grip(cell, point) {
    if (this.#laying && this.#liftable(cell)) {
      const laid = this.#laid;
      this.#hand.picks = [];
      this.#laying.take(this.frame.point(point), laid);
      this.#refresh();
      return false;
    }
    if (this.#hand.picks.at(-1)?.name !== cell) this.#set(this.#hand.after(this.frame.pick(cell))?.picks ?? []);
    this.#hovered = null;
    this.#showGhost();
    return true;
  }

  /** Shows what is dragged over a cell. @param {string | null} cell @param {{ x: number, y: number }} point */
  #over(cell, point) {
    if (this.#laying?.up) {
      if (this.#laying.moveTo(this.frame.point(point))) this.#showGhost();
      return;
    }
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.#showGhost();
  }

  /** Puts down what was dragged. @param {string | null} cell @param {{ x: number, y: number }} point */
  #drop(cell, point) {
    this.#hovered = null;
    if (this.#laying?.up) return this.#lay(this.frame.point(point));
    const from = this.#drag.cell;
    if (cell === null) return this.#set(this.#hand.picks.slice(0, -1));
    if (cell !== from) return this.#choose(cell);
    // Dropped where it stood: if that makes a move, it is meant; else it stays taken up, as by a click.
    const fit = this.#hand.picks.length > 1 && this.#hand.fits(this.#hand.picks.slice(0, -1)).find(({ complete }) => complete);
    if (fit) this.#play(fit.move);
    else this.#refresh();
  }

  // Shapes.

  /** Lays the shape that is taken up. @param {{ x: number, y: number }} [point] */
  #lay(point) {
    if (!this.#laying) return;
    if (point) this.#laying.moveTo(point);
    this.#laying.up = false;
    this.#set(this.#laying.at.cells.map((name) => this.frame.pick(name)));
    this.#advance(null);
  }

  /** Turns the shape by the wheel: while it is taken up, or where it is laid. @param {WheelEvent} event */
  #onWheel(event) {
    const cell = cellOf(event);
    const laid = cell !== null && this.#laid?.length === this.#hand.picks.length && this.#laid.includes(cell);
    if (!this.#laying?.up && !laid) return;
    event.preventDefault();
    this.#turn(event.deltaY > 0 ? 1 : -1);
  }

  /** Turns the shape. @param {number} way */
  #turn(way) {
    this.#laying?.turn(way, this.#laid);
    this.#relay();
  }

  #flip() {
    this.#laying?.flip(this.#laid);
    this.#relay();
  }

  /** Shows the shape as it was just turned: where it is laid, or under the pointer. */
  #relay() {
    if (this.#laid && this.#laying) this.#set(this.#laying.at.cells.map((name) => this.frame.pick(name)));
    else this.#refresh();
  }

  #cancel() {
    if (this.#laying) this.#laying.up = false;
    this.#drag.stop();
    this.#set([]);
  }

  // Keys.

  /** Handles a key pressed on a cell. @param {KeyboardEvent} event */
  #onKey(event) {
    const name = cellOf(event);
    if (name === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(name, { twice: true });
    } else if (event.key === "Backspace" && this.#hand.picks.length > 0) {
      event.preventDefault();
      this.#set(this.#hand.picks.slice(0, -1));
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation();
      this.#moveFocus(name, event.key);
    }
  }

  /** Handles keys that work wherever the focus is. @param {KeyboardEvent} event */
  #onPageKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "escape" && this.busy && !this.#sent) {
      const [inside, focused] = [this.root.contains(document.activeElement), this.#focused];
      this.#cancel();
      if (inside && focused) this.frame.focus(focused);
    } else if ((key === "r" || key === "f") && this.#laying && !this.#sent && this.#hand.moves.length > 0) {
      event.preventDefault();
      if (key === "r") this.#turn(event.shiftKey ? -1 : 1);
      else this.#flip();
    }
  }

  /** Moves the focus in the direction of an arrow key; a shape that is taken up goes along. @param {string} from @param {string} key */
  #moveFocus(from, key) {
    const next = this.frame.next(from, key);
    if (next === null) return;
    this.frame.focus(next);
    const place = this.frame.place(next);
    if (place && this.#laying?.up && this.#laying.moveTo(place)) this.#showGhost();
  }
}

/** Returns the name of the cell on which an event happened. @param {Event} event */
const cellOf = (event) => (event.target instanceof Element ? (event.target.closest("[data-cell]")?.getAttribute("data-cell") ?? null) : null);
