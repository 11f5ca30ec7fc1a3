// @ts-check
// A board on which moves are made by hand: by clicks, by drags, by touch and by keys. The server says how each legal move is
// made and what it changes; nothing here depends on a particular game, and nothing is asked while a move is being made.

import { closeChoice, openChoice } from "./choice.js";
import { makeButton, replaceContent, say, svgElement } from "./dom.js";
import { Drag } from "./drag.js";
import { Hand, isWord, sharedChanges } from "./moves.js";
import { animate } from "./motion.js";
import { Pieces, cellOfThing, placeOf } from "./pieces.js";
import { Laying } from "./laying.js";
import { boundSizes, drawTargets, ring, scaleOf } from "./signs.js";

export { ask, makeButton, reducedMotion, replaceContent, say, setHtml, svgElement } from "./dom.js";

/**
 * @typedef {import("./types").PositionView} PositionView
 * @typedef {import("./moves.js").Pick} Pick
 * @typedef {import("./moves.js").HandMove} HandMove
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
  /** @type {Laying | null} The shape that moves lay, if they do. */ #laying = null;
  /** @type {string | null} The cell that completed a move by touch and waits for a second tap. */ #unconfirmed = null;
  /** Whether a move was sent and the answer has not come yet. */ #sent = false;
  /** Whether the board shows a move that the server has not confirmed. */ #ahead = false;
  /** @type {string | null} The cell under the pointer, or the one that has the keyboard's focus. */ #hovered = null;
  /** @type {string | null} The cell that last had the focus. */ #focused = null;
  #pointer = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
  #byKey = false;
  #scale = 1;
  /** @type {Drag} */ #drag;

  /**
   * @param {HTMLElement} root Holds the picture.
   * @param {HTMLElement} bar Holds the buttons of what is picked by words.
   * @param {Hooks} hooks
   */
  constructor(root, bar, hooks) {
    this.root = root;
    this.bar = bar;
    this.hooks = hooks;
    this.#pieces = new Pieces(root, []);
    this.#drag = new Drag(root, {
      grips: (cell) => this.#grips(cell),
      grip: (cell, point) => this.#grip(cell, point),
      over: (cell, point) => this.#over(cell, point),
      drop: (cell, point) => this.#drop(cell, point),
      dragged: () => this.#pieces.on(this.#drag.cell ?? ""),
      near: (point, reach) => this.#near(point, reach),
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
    root.addEventListener("wheel", (event) => {
      if (!this.#laying?.up) return;
      event.preventDefault();
      this.#turn(event.deltaY > 0 ? 1 : -1);
    }, { passive: false });
    document.addEventListener("keydown", (event) => this.#onPageKey(event));
    new ResizeObserver(() => this.#measure()).observe(root);
  }

  /** Shows a position; the moves that can be made there are those of its view. @param {BoardView} view */
  show(view) {
    const before = this.#pieces.read();
    const inside = this.root.contains(document.activeElement) || (this.#byKey && this.bar.contains(document.activeElement));
    const focused = inside ? this.#focused : null;
    this.#view = view;
    this.#draw(before, view.last ?? []);
    if (focused) this.focus(focused);
    if (this.root.classList.contains("zoomed")) this.#showLast();
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
    this.#pieces = new Pieces(this.root, symbols);
    this.#hand = new Hand(moves_by_hand);
    this.#laying = Laying.of(this.#hand.moves, this.#pieces, this.root);
    this.#sent = this.#ahead = false;
    this.#drag.stop();
    this.#measure();
    this.#set([]);
    this.#animate(before, path);
  }

  /** Animates what differs from what stood there before. @param {Map<string, import("./pieces.js").Piece>} before @param {string[]} path */
  #animate(before, path) {
    const layer = this.root.querySelector(".layer-pieces");
    const places = path.map((name) => ({ name, place: this.place(name) })).flatMap(({ name, place }) => (place ? [{ name, x: place.x, y: place.y }] : []));
    if (layer && before.size > 0) animate(layer, before, this.#pieces.read(), places);
  }

  /** What is picked so far, as the beginning of a move's text. */
  get typed() {
    return this.#hand.typed;
  }

  /** Whether a move is being made. */
  get busy() {
    return this.#hand.picks.length > 0 || this.#sent || this.#laying?.up === true || this.#drag.cell !== null;
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

  /** Enlarges the board, or shows the whole again. An enlarged board follows the play. @param {boolean} on */
  zoom(on) {
    this.root.classList.toggle("zoomed", on);
    this.#measure();
    if (on) this.#showLast();
  }

  /** Scrolls to the last move. */
  #showLast() {
    const cell = this.cell(this.#view.last?.at(-1) ?? "");
    if (!cell) return;
    const [box, at] = [this.root.getBoundingClientRect(), cell.getBoundingClientRect()];
    const left = this.root.scrollLeft + (at.left + at.right - box.left - box.right) / 2;
    const top = this.root.scrollTop + (at.top + at.bottom - box.top - box.bottom) / 2;
    this.root.scrollTo({ left, top });
  }

  #measure() {
    const picture = this.root.querySelector("svg");
    if (!(picture instanceof SVGSVGElement)) return;
    this.#scale = scaleOf(picture);
    boundSizes(picture);
  }

  /** Makes a pick of a cell. @param {string} name @returns {Pick} */
  #pickOf(name) {
    return { name, pool: this.cell(name)?.getAttribute("data-pool") ?? "" };
  }

  /** Says whether a cell may be picked next. @param {string} name */
  #mayPick(name) {
    const after = this.#hand.after(this.#pickOf(name));
    return after !== null && after.how !== "back";
  }

  /** Returns the cell nearest to a point of the screen that may be picked, if it lies within reach. @param {{ x: number, y: number }} point @param {number} reach In pixels. */
  #near({ x, y }, reach) {
    let best = null;
    let least = reach;
    for (const cell of this.root.querySelectorAll("[data-cell].target")) {
      const box = cell.getBoundingClientRect();
      const far = Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
      if (far < least) [best, least] = [cell.getAttribute("data-cell"), far];
    }
    return best;
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
    const pick = this.#pickOf(name);
    const { picks, whole } = this.#hand;
    const again = picks.at(-1)?.name === name;
    if (again && whole.length === 1 && (this.#unconfirmed === name || twice || this.#alone())) return this.#play(whole[0]);
    const after = this.#hand.after(pick);
    if (!after) {
      const names = picks.map(({ name }) => name);
      this.#set([]);
      this.hooks.illegal?.(name, names);
      return;
    }
    const stays = after.how === "back" && again && this.#alone() && this.#hand.fits(after.picks).find((fit) => fit.complete);
    this.#set(after.picks);
    // What was taken up and put back where it stood: if that makes a move, it is meant.
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
    const before = this.#pieces.read();
    const changes = this.#changes(move, this.#hand.picks);
    const path = move.stages.flat().filter((token) => !isWord(token));
    // A thing that was dragged slides from where it was dropped.
    const dropped = this.#drag.dropped;
    if (dropped) for (const piece of before.values()) if (cellOfThing(piece.name) === dropped.cell) Object.assign(piece, { x: piece.x + dropped.x, y: piece.y + dropped.y });
    this.#set([]);
    this.#sent = true;
    for (const cell of this.root.querySelectorAll(".target")) cell.classList.remove("target", "grips");
    this.layer("hints");
    if (changes.length > 0) {
      this.#ahead = true;
      this.#pieces.clearGhost();
      this.#pieces.apply(changes);
      for (const old of this.root.querySelectorAll(".layer-marks, .layer-taken")) old.replaceChildren();
      this.#animate(before, path);
    }
    void this.hooks.play(move.text).finally(() => {
      this.#sent = false;
    });
  }

  /** Returns what a move changes; of like things it is those that were picked. @param {HandMove} move @param {Pick[]} picks */
  #changes(move, picks) {
    let changes = move.changes;
    for (const pool of new Set(picks.map(({ pool }) => pool).filter(Boolean))) {
      const wanted = picks.filter((pick) => pick.pool === pool).map(({ name }) => name);
      const own = changes.filter(({ name, symbol }) => symbol === null && this.cell(name)?.getAttribute("data-pool") === pool);
      if (own.length !== wanted.length) continue;
      changes = [...changes.filter((change) => !own.includes(change)), ...wanted.map((name) => ({ name, symbol: null }))];
    }
    return changes;
  }

  // Signs.

  #showSigns() {
    const layer = this.layer("hints");
    const hand = this.#hand;
    const next = this.#sent ? new Set() : hand.next;
    const picked = new Set(hand.picks.map(({ name }) => name));
    const things = new Set([...this.#pieces.read().keys()].map(cellOfThing));
    const begun = hand.picks.length > 0;
    const shape = this.#laying !== null && !this.#laid;
    for (const thing of this.root.querySelectorAll(".lifted")) thing.classList.remove("lifted");
    drawTargets(layer, this.root, {
      next: (cell) => {
        const name = cell.getAttribute("data-cell") ?? "";
        return next.has(name) || (next.has(cell.getAttribute("data-pool")) && !picked.has(name));
      },
      holds: (cell) => things.has(cell),
      takes: (cell) => this.#takes(cell),
      begun: begun && !shape,
      dots: !shape,
    }, this.#scale);
    for (const { name, pool } of hand.picks) {
      const place = this.place(name);
      if (!place || (this.#laid && this.#laid.includes(name))) continue;
      if (pool) for (const { element } of this.#pieces.on(name)) element.classList.add("lifted");
      layer.append(ring(name === this.#unconfirmed ? "chosen unconfirmed" : "chosen", place, 1.1, 0.2, this.#scale));
    }
  }

  /** The cells of a shape that is laid as a part of a move, or null. */
  get #laid() {
    const size = this.#hand.moves[0]?.stages[0].length ?? 0;
    const { picks } = this.#hand;
    return this.#laying && picks.length >= size ? picks.slice(0, size).map(({ name }) => name) : null;
  }

  /** Says whether to pick a cell makes a move that takes or turns what stands there. @param {string} cell */
  #takes(cell) {
    const fits = this.#hand.fits([...this.#hand.picks, this.#pickOf(cell)]);
    return fits.some(({ complete, move }) => complete && move.changes.some(({ name }) => cellOfThing(name) === cell));
  }

  /** Shows under the pointer, the focus or the finger what would change; else what the picks so far change in any case. */
  #showGhost() {
    this.layer("hover");
    const hand = this.#hand;
    if (this.#sent || hand.moves.length === 0) return this.#pieces.clearGhost();
    if (this.#laying?.up) return this.#pieces.ghost(this.#laying.at.changes);
    if (this.#unconfirmed !== null) return this.#pieces.ghost(this.#changes(hand.whole[0], hand.picks));
    const cell = this.#hovered;
    const after = cell === null ? null : hand.after(this.#pickOf(cell));
    if (cell !== null && after && after.how !== "back") {
      const fits = hand.fits(after.picks);
      const move = (fits.find((fit) => fit.complete) ?? (fits.length === 1 ? fits[0] : null))?.move;
      if (move) return this.#pieces.ghost(this.#changes(move, after.picks));
      const place = this.place(cell);
      if (place && this.#pieces.on(cell).length > 0) this.layer("hover").append(ring("pick", place, 1.14, 0.09, this.#scale));
    }
    this.#pieces.ghost(this.#certain());
  }

  /** Returns what every move changes that fits the picks so far; what is picked up stays. */
  #certain() {
    const { picks, fitting, whole } = this.#hand;
    if (picks.length === 0 || fitting.length === 0) return [];
    if (whole.length === 1) return this.#changes(whole[0], picks);
    const shared = sharedChanges(fitting.map(({ move }) => move));
    const picked = picks.map(({ name }) => name);
    return shared.filter(({ name, symbol }) => symbol !== null || !picked.includes(name));
  }

  // Words.

  /** Returns the words of a pick. @param {string} token */
  #words(token) {
    return this.#view.labels?.[token] ?? (isWord(token) ? token.slice(1) : token);
  }

  #showBar() {
    const hand = this.#hand;
    const labels = this.#view.labels ?? {};
    const next = [...hand.next];
    const items = [];
    if (this.#view.typed_only) {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = say("Les coups sont ici trop nombreux pour la main : écrivez le vôtre.", "There are too many moves here for the hand: type yours.");
      items.push(note);
    }
    if (!this.#sent) {
      if (!this.#choices) for (const token of next.filter(isWord)) items.push(makeButton(this.#words(token), () => this.#chooseWord(token)));
      for (const cell of next.filter((token) => !isWord(token) && labels[token])) items.push(makeButton(labels[cell], () => this.#choose(cell)));
      if (this.#laying && (hand.picks.length === 0 || this.#laid) && hand.fitting.every(({ at }) => at.every((stage) => stage === 0))) {
        items.push(makeButton(say("Tourner (R)", "Turn (R)"), () => this.#turn(1)), makeButton(say("Retourner (F)", "Flip (F)"), () => this.#flip()));
      }
      for (const move of hand.picks.length > 0 ? hand.whole : []) {
        const words = labels[move.text] ?? `${say("Jouer", "Play")} ${move.text}`;
        const button = makeButton(`✓ ${words}`, () => this.#play(move));
        button.className = "main";
        items.push(button);
      }
      if (hand.picks.length > 0 || this.#laying?.up) items.push(makeButton(say("Annuler", "Cancel"), () => this.#cancel()));
    }
    replaceContent(this.bar, items);
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
    const [cell, place] = [this.cell(last), this.place(last)];
    if (!this.#choices || !cell || !place) return;
    const options = [...this.#hand.next].map((token) => {
      const [fit] = this.#hand.fits([...this.#hand.picks, { name: token, pool: "" }]);
      const change = fit?.move.changes.find(({ name, symbol }) => symbol !== null && cellOfThing(name) === last);
      return {
        look: change && change.symbol !== null ? this.#pieces.look(change.symbol) : "",
        words: this.#words(token),
        act: () => this.#chooseWord(token),
        show: () => fit && this.#pieces.ghost(fit.move.changes),
      };
    });
    openChoice(this.root, cell, place.r, options, this.#byKey);
  }

  // The pointer.

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (this.#drag.swallows()) return;
    const touch = this.#pointer === "touch";
    const point = { x: event.clientX, y: event.clientY };
    let cell = cellOf(event);
    if (this.#laying?.up) return this.#lay(this.#point(point));
    if (touch && (cell === null || !this.#mayPick(cell)) && cell !== this.#unconfirmed) cell = this.#near(point, MISS) ?? cell;
    if (cell !== null) this.#choose(cell, { careful: touch, twice: event.detail > 1 });
    else if (this.#hand.picks.length > 0 && event.target instanceof Element && !event.target.closest(".choice")) this.#set([]);
  }

  /** Shows what the pointer is over. @param {string | null} cell @param {PointerEvent} [event] */
  #hover(cell, event) {
    if (this.#drag.cell !== null) return;
    if (this.#laying?.up && event) {
      if (this.#laying.moveTo(this.#point({ x: event.clientX, y: event.clientY }))) this.#showGhost();
      return;
    }
    if (cell === this.#hovered || this.root.querySelector(".choice")) return;
    this.#hovered = cell;
    this.#showGhost();
  }

  /** Returns a point of the screen in units of the board. @param {{ x: number, y: number }} point */
  #point({ x, y }) {
    const picture = this.root.querySelector("svg");
    const matrix = picture?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : { x: 0, y: 0 };
  }

  /** Says whether what stands on a cell can be dragged. @param {string} cell */
  #grips(cell) {
    if (this.#sent) return false;
    if (this.#laying && this.#hand.picks.length === 0 && this.#laying.covers(cell)) return true;
    if (this.#pickOf(cell).pool || this.#pieces.on(cell).length === 0) return false;
    if (this.#hand.picks.at(-1)?.name === cell) return true;
    const after = this.#hand.after(this.#pickOf(cell));
    return after !== null && after.how !== "back" && this.#hand.fits(after.picks).some(({ next }) => next.some((token) => !isWord(token)));
  }

  /** Takes up what stands on a cell. Returns whether it follows the pointer by itself. @param {string} cell @param {{ x: number, y: number }} point */
  #grip(cell, point) {
    if (this.#laying && this.#hand.picks.length === 0 && this.#laying.covers(cell)) {
      this.#laying.take(this.#point(point));
      this.#refresh();
      return false;
    }
    if (this.#hand.picks.at(-1)?.name !== cell) this.#set(this.#hand.after(this.#pickOf(cell))?.picks ?? []);
    this.#hovered = null;
    this.#showGhost();
    return true;
  }

  /** Shows what is dragged over a cell. @param {string | null} cell @param {{ x: number, y: number }} point */
  #over(cell, point) {
    if (this.#laying?.up) {
      if (this.#laying.moveTo(this.#point(point))) this.#showGhost();
      return;
    }
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.#showGhost();
  }

  /** Puts down what was dragged. @param {string | null} cell @param {{ x: number, y: number }} point */
  #drop(cell, point) {
    this.#hovered = null;
    if (this.#laying?.up) return this.#lay(this.#point(point));
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
    this.#set(this.#laying.at.cells.map((name) => this.#pickOf(name)));
    this.#advance(null);
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
    if (this.#laid && this.#laying) this.#set(this.#laying.at.cells.map((name) => this.#pickOf(name)));
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
      if (inside && focused) this.focus(focused);
    } else if ((key === "r" || key === "f") && this.#laying && !this.#sent && this.#hand.moves.length > 0) {
      event.preventDefault();
      if (key === "r") this.#turn(event.shiftKey ? -1 : 1);
      else this.#flip();
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
      const [name, there] = [cell.getAttribute("data-cell"), placeOf(cell)];
      if (!there || name === from) continue;
      const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
      const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
      // The next row of hexagons lies half a cell aside: it is nearer than the row after it.
      const far = ahead + 1.4 * aside;
      if (ahead > 0.05 && far < least) [best, least] = [name, far];
    }
    if (best) this.focus(best);
    if (best && this.#laying?.up && this.place(best) && this.#laying.moveTo(/** @type {{ x: number, y: number }} */ (this.place(best)))) this.#showGhost();
  }
}

/** Returns the name of the cell on which an event happened. @param {Event} event */
const cellOf = (event) => (event.target instanceof Element ? (event.target.closest("[data-cell]")?.getAttribute("data-cell") ?? null) : null);
