// @ts-check
// A game looked through: a graph of its values, its mistakes, and why they are bad, played step by step.

import { press, rebuild, say, still } from "./board.js";
import { graph, value } from "./marks.js";

/**
 * @typedef {import("./tree.js").Twig} Twig
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Mistake} Mistake
 * @typedef {{ root: () => Twig, here: () => Twig, ask: (moves: string) => string,
 *   go: (twig: Twig, how?: "push" | "replace") => Promise<void>, list: () => void }} Hooks
 */

export class Review {
  /** @type {EventSource | null} */ #source = null;
  /** @type {string[]} The moves of the game. */ #moves = [];
  /** @type {Point[]} */ #points = [];
  /** @type {Mistake[]} */ #mistakes = [];
  /** @type {{ left: Twig[], timer: number } | null} A refutation that is being played. */ #walk = null;

  /** @param {HTMLElement} page @param {Hooks} hooks */
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    this.#find(".look").addEventListener("click", () => this.#look());
  }

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.page.querySelector(what));
  }

  /** Returns where the game was after so many plies. @param {number} ply */
  #at(ply) {
    return this.hooks.root().addLine(this.#moves.slice(0, ply)).at(-1) ?? this.hooks.root();
  }

  /** Marks the mistakes in a tree that was made anew. */
  remark() {
    for (const mistake of this.#mistakes) this.#at(mistake.ply).mark = mistake.mark;
  }

  #look() {
    this.#source?.close();
    for (const mistake of this.#mistakes) this.#at(mistake.ply).mark = "";
    this.#moves = this.hooks.here().line().map((twig) => twig.text);
    [this.#points, this.#mistakes] = [[], []];
    const progress = this.#find(".review .progress");
    progress.textContent = say("Il réfléchit…", "Thinking…");
    const source = new EventSource(this.hooks.ask(this.#moves.join(" ")));
    this.#source = source;
    const hear = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
      source.addEventListener(name, (event) => act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    hear("point", (/** @type {Point} */ point) => {
      this.#points.push(point);
      progress.textContent = `${point.ply} / ${this.#moves.length}`;
      this.tell();
    });
    hear("mistake", (/** @type {Mistake} */ mistake) => {
      this.#mistakes.push(mistake);
      this.#at(mistake.ply).mark = mistake.mark;
      this.tell();
      this.hooks.list();
    });
    hear("queue", (/** @type {number} */ queue) => {
      progress.textContent = `${say("En attente :", "Waiting:")} ${queue}`;
    });
    const end = (/** @type {string} */ words) => {
      source.close();
      progress.textContent = words;
    };
    const faults = (/** @type {number} */ count) =>
      count === 0
        ? say("Aucune faute trouvée.", "No mistake found.")
        : say(`${count} ${count > 1 ? "fautes" : "faute"}.`, `${count} ${count > 1 ? "mistakes" : "mistake"}.`);
    hear("done", (/** @type {number} */ count) => {
      end(faults(count));
      this.#find(".aloud").textContent = faults(count);
    });
    const fail = () => end(say("L'ordinateur n'est pas libre : réessayez dans un instant.", "The computer is not free: try again in a moment."));
    hear("busy", fail);
    hear("failed", fail);
    source.addEventListener("error", fail);
  }

  /** Shows the graph and the mistakes. */
  tell() {
    const panel = this.#find(".review");
    panel.hidden = this.hooks.root().children.length === 0;
    const marks = new Map(this.#mistakes.map((mistake) => [mistake.ply, mistake.mark]));
    const leap = (/** @type {number} */ ply) => {
      this.stop();
      return this.hooks.go(this.#at(ply));
    };
    const { first = "", second = "" } = panel.dataset;
    // A solitaire has no other side to be better off.
    const drawn = this.#points.length > 0 && second;
    const now = this.hooks.here().ply;
    const picture = drawn ? [graph(this.#points, this.#moves.length, now, marks, [first, second], (ply) => void leap(ply))] : [];
    this.#find(".graph").replaceChildren(...picture);
    rebuild(
      this.#find(".mistakes"),
      this.#mistakes.map((mistake) => {
        const item = document.createElement("li");
        const name = `${mistake.ply}. ${mistake.played}${mistake.mark}`;
        const why = press(say("Pourquoi ?", "Why?"), () => this.#tour(mistake));
        why.setAttribute("aria-label", `${name} : ${say("pourquoi est-ce mauvais ?", "why is this bad?")}`);
        item.append(press(name, () => leap(mistake.ply)), ` ${mistake.seat}${say(" :", ":")} `);
        item.append(value(mistake.had), ` ${say("avec", "with")} ${mistake.better}, `);
        item.append(value(mistake.has), ` ${say("après", "after")} ${mistake.played}. `, why);
        return item;
      }),
    );
  }

  /** Plays no refutation any more. */
  stop() {
    if (this.#walk) clearTimeout(this.#walk.timer);
    this.#walk = null;
    this.#find(".why").replaceChildren();
  }

  /** Plays a refutation step by step. @param {Mistake} mistake */
  async #tour(mistake) {
    this.stop();
    const bad = this.#at(mistake.ply);
    this.#walk = { left: bad.addLine(mistake.line), timer: 0 };
    await this.hooks.go(bad, "push");
    this.#tellTour();
  }

  #tellTour() {
    if (!this.#walk) return;
    const next = this.#walk.left[0];
    const line = this.#walk.left.map((twig) => twig.text).join(" ");
    const end = say("C'est la fin de la réfutation.", "That is the end of the refutation.");
    const tell = document.createElement("span");
    tell.textContent = next ? `${say("La réfutation :", "The refutation:")} ${line} ` : end;
    this.#find(".why").replaceChildren(tell, ...(next ? [press(say("Coup suivant", "Next move"), () => this.#step())] : []));
    if (next && !still.matches) this.#walk.timer = setTimeout(() => this.#step(), 1400);
  }

  async #step() {
    const walk = this.#walk;
    const next = walk?.left.shift();
    if (!walk || !next) return;
    clearTimeout(walk.timer);
    await this.hooks.go(next);
    if (this.#walk === walk) this.#tellTour();
  }
}
