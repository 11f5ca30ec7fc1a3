// @ts-check
// What helps a player besides the board: why a click begins no move, hints, the lamp. All of it is said beside the board, over
// nothing that moves.

import { ask, leaveDrawer, makeButton, say, svgElement } from "./dom.js";
import { drawArrows, glyph } from "./marks.js";
import { ring, scaleOf } from "./signs.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types").GameState} GameState
 * @typedef {{ base: string, board: Board, state: () => GameState | null, look: (see: (state: GameState) => void) => void, rule: (number: number) => void }} Hooks
 */

/** How long words stay, in milliseconds: the least, and for each letter. */
const [LEAST, LETTER, MOST] = [4000, 45, 15000];

/** Whether the lamp is on. */
export const lampIsOn = () => localStorage.getItem("lamp") === "on" && document.querySelector("button.lamp") !== null;

/** What is added to the address of a state, so that it says what the lamp shows. */
export const lampQuery = () => (lampIsOn() ? "&lamp=true" : "");

export class Help {
  #timer = 0;
  /** Grows with every question, so that late answers are ignored. */ #turn = 0;
  /** The step of the hint that was shown last. */ #step = 0;

  /** @param {HTMLElement} table @param {Hooks} hooks */
  constructor(table, hooks) {
    this.hooks = hooks;
    this.frame = /** @type {HTMLElement} */ (table.querySelector(".board"));
    this.place = /** @type {HTMLElement} */ (table.querySelector(".beside-board"));
    this.hintButton = /** @type {HTMLButtonElement | null} */ (table.querySelector("button.hint"));
    this.lamp = /** @type {HTMLElement | null} */ (table.querySelector("p.lamp"));
    const lampButton = /** @type {HTMLButtonElement | null} */ (table.querySelector("button.lamp"));
    if (this.hintButton) this.hintButton.hidden = false;
    this.hintButton?.addEventListener("click", () => void this.#hint());
    if (lampButton) {
      lampButton.hidden = false;
      lampButton.setAttribute("aria-pressed", String(lampIsOn()));
      lampButton.addEventListener("click", () => {
        localStorage.setItem("lamp", lampIsOn() ? "off" : "on");
        lampButton.setAttribute("aria-pressed", String(lampIsOn()));
        this.#showLamp(null);
        // What is shown beside it stays, a hint for one.
        if (lampIsOn()) hooks.look((state) => this.#showLamp(state));
      });
    }
  }

  /** Shows what belongs to a state of the game: what was said of the one before goes. @param {GameState} next */
  shown(next) {
    this.#clear();
    this.#step = 0;
    if (this.hintButton) this.hintButton.disabled = !next.yours;
    this.#showLamp(next);
  }

  /** Answers a click that no move begins or goes on with. @param {string} cell @param {string[]} picks */
  async illegal(cell, picks) {
    const turn = ++this.#turn;
    const answer = /** @type {import("./types").WhyNot | null} */ (
      await ask(`${this.hooks.base}/why?${new URLSearchParams({ cell, picks: picks.join(" ") })}`).catch(() => null)
    );
    if (!answer || turn !== this.#turn) return;
    const { words, rule } = answer;
    const items = [paragraph("words", words)];
    if (rule) {
      const text = paragraph("rule", `${say("Règle", "Rule")} ${rule.number}${say(" : ", ": ")}${rule.words} `);
      const link = makeButton(say("Voir les règles", "See the rules"), () => this.hooks.rule(rule.number));
      text.append(link);
      items.push(text);
    }
    const letters = words.length + (rule?.words.length ?? 0);
    this.#say(items, Math.min(LEAST + LETTER * letters, MOST));
  }

  /** Asks for the next step of a hint. */
  async #hint() {
    const state = this.hooks.state();
    if (!state?.yours) return;
    leaveDrawer(this.hintButton);
    const step = Math.min(this.#step + 1, 2);
    const turn = ++this.#turn;
    this.#say([paragraph("words", say("L'ordinateur cherche…", "The computer is looking…"))]);
    try {
      const body = new URLSearchParams({ ply: String(state.ply), step: String(step) });
      const hint = /** @type {import("./types").GameHint} */ (await ask(`${this.hooks.base}/hint`, { method: "POST", body }));
      if (turn !== this.#turn) return;
      this.#step = step;
      this.#mark(hint);
      const more = paragraph("more", say("Encore un clic sur « Un indice » montre le coup.", "One more click on “A hint” shows the move."));
      this.#say([paragraph("words", hint.words), ...(step === 1 ? [more] : [])]);
    } catch (error) {
      if (turn === this.#turn) this.#say([paragraph("words", error instanceof Error ? error.message : String(error))], LEAST);
    }
  }

  /** Marks the cells to look at, or the move. @param {import("./types").GameHint} hint */
  #mark({ cells, text }) {
    const { board } = this.hooks;
    const picture = board.root.querySelector("svg");
    const layer = board.layer("help");
    if (!(picture instanceof SVGSVGElement)) return;
    if (text !== null && cells.length > 1) {
      drawArrows(board, [{ cells }]);
      return;
    }
    board.layer("arrows");
    for (const cell of cells) {
      const place = board.place(cell);
      if (place) layer.append(ring(text === null ? "look" : "look move", place, text === null ? 0.96 : 1.05, text === null ? 0.1 : 0.18, scaleOf(picture)));
    }
  }

  /** Shows what the lamp shows. @param {GameState | null} state */
  #showLamp(state) {
    if (!this.lamp) return;
    this.lamp.hidden = !lampIsOn();
    const lamp = state?.lamp;
    if (!lamp) return this.lamp.replaceChildren();
    const picture = svgElement("svg", { viewBox: "-10 -10 20 20", class: "glyph", "aria-hidden": "true" });
    picture.append(lamp.exact ? glyph(lamp.exact, 0, 0, 9) : svgElement("circle", { class: "is-unknown", r: 7 }));
    const value = document.createElement("span");
    value.className = lamp.exact ? `value is-${lamp.exact}` : "value unknown";
    value.append(picture, lamp.words);
    this.lamp.replaceChildren(value);
  }

  /**
   * Says something over the foot of the board, for a while or until the position changes. The words stand in a box of their own, made
   * anew each time, within one that is as large as the board: nothing on the page moves.
   * @param {HTMLElement[]} items @param {number} [time]
   */
  #say(items, time) {
    clearTimeout(this.#timer);
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = this.frame;
    for (const [name, value] of Object.entries({ left, top, width, height })) this.place.style.setProperty(name, `${value}px`);
    const box = document.createElement("div");
    box.append(...items);
    this.place.replaceChildren(box);
    if (time !== undefined) this.#timer = setTimeout(() => this.#fade(), time);
  }

  /** Takes the words away, unless somebody is about to use them. */
  #fade() {
    if (this.place.matches(":hover, :focus-within")) this.#timer = setTimeout(() => this.#fade(), LEAST);
    else this.place.replaceChildren();
  }

  #clear() {
    ++this.#turn;
    clearTimeout(this.#timer);
    this.place.replaceChildren();
  }
}

/** Makes a paragraph. @param {string} kind @param {string} words */
function paragraph(kind, words) {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = words;
  return made;
}
