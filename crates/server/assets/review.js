// @ts-check
// The review of a game: a graph of its values, its mistakes, and their refutations, played step by step.

import { makeButton, replaceContent, say, reducedMotion } from "./board.js";
import { graph, value } from "./marks.js";

/**
 * @typedef {import("./tree.js").MoveNode} MoveNode
 * @typedef {import("./types").GraphPoint} GraphPoint
 * @typedef {import("./types").Mistake} Mistake
 * @typedef {{ root: () => MoveNode, here: () => MoveNode, ask: (moves: string) => string,
 *   go: (node: MoveNode, how?: "push" | "replace") => Promise<void>, showTree: () => void }} Hooks
 */

export class Review {
  /** @type {EventSource | null} */ #source = null;
  /** @type {string[]} The moves of the game. */ #moves = [];
  /** @type {GraphPoint[]} */ #points = [];
  /** @type {Mistake[]} */ #mistakes = [];
  /** @type {{ left: MoveNode[], timer: number } | null} The refutation that is being played. */ #refutation = null;

  /** @param {HTMLElement} page @param {Hooks} hooks */
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    this.#find(".look").addEventListener("click", () => this.#start());
  }

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.page.querySelector(what));
  }

  /** Returns the node of the game after a number of plies. @param {number} ply */
  #at(ply) {
    return this.hooks.root().addLine(this.#moves.slice(0, ply)).at(-1) ?? this.hooks.root();
  }

  /** Marks the mistakes in the tree, after it was read again. */
  markMistakes() {
    for (const mistake of this.#mistakes) this.#at(mistake.ply).mark = mistake.mark;
  }

  #start() {
    this.#source?.close();
    for (const mistake of this.#mistakes) this.#at(mistake.ply).mark = "";
    this.#moves = this.hooks.here().line().map((node) => node.text);
    [this.#points, this.#mistakes] = [[], []];
    const progress = this.#find(".review .progress");
    progress.textContent = say("Il réfléchit…", "Thinking…");
    const source = new EventSource(this.hooks.ask(this.#moves.join(" ")));
    this.#source = source;
    const onEvent = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
      source.addEventListener(name, (event) => act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    onEvent("point", (/** @type {GraphPoint} */ point) => {
      this.#points.push(point);
      progress.textContent = `${point.ply} / ${this.#moves.length}`;
      this.show();
    });
    onEvent("mistake", (/** @type {Mistake} */ mistake) => {
      this.#mistakes.push(mistake);
      this.#at(mistake.ply).mark = mistake.mark;
      this.show();
      this.hooks.showTree();
    });
    onEvent("queue", (/** @type {number} */ queue) => {
      progress.textContent = `${say("En attente :", "Waiting:")} ${queue}`;
    });
    const end = (/** @type {string} */ words) => {
      source.close();
      progress.textContent = words;
    };
    const mistakeCount = (/** @type {number} */ count) =>
      count === 0
        ? say("Aucune faute trouvée.", "No mistake found.")
        : say(`${count} ${count > 1 ? "fautes" : "faute"}.`, `${count} ${count > 1 ? "mistakes" : "mistake"}.`);
    onEvent("done", (/** @type {number} */ count) => {
      end(mistakeCount(count));
      this.#find(".aloud").textContent = mistakeCount(count);
    });
    const fail = () => end(say("L'ordinateur n'est pas libre : réessayez dans un instant.", "The computer is not free: try again in a moment."));
    onEvent("busy", fail);
    onEvent("failed", fail);
    source.addEventListener("error", fail);
  }

  /** Shows the graph and the mistakes. */
  show() {
    const panel = this.#find(".review");
    panel.hidden = this.hooks.root().children.length === 0;
    const marks = new Map(this.#mistakes.map((mistake) => [mistake.ply, mistake.mark]));
    const goToPly = (/** @type {number} */ ply) => {
      this.stop();
      return this.hooks.go(this.#at(ply));
    };
    const { first = "", second = "" } = panel.dataset;
    // A solitaire has one side only, so there is no graph.
    const drawn = this.#points.length > 0 && second;
    const now = this.hooks.here().ply;
    const picture = drawn ? [graph(this.#points, this.#moves.length, now, marks, [first, second], (ply) => void goToPly(ply))] : [];
    this.#find(".graph").replaceChildren(...picture);
    replaceContent(
      this.#find(".mistakes"),
      this.#mistakes.map((mistake) => {
        const item = document.createElement("li");
        const name = `${mistake.ply}. ${mistake.played}${mistake.mark}`;
        const why = makeButton(say("Pourquoi ?", "Why?"), () => this.#playRefutation(mistake));
        why.setAttribute("aria-label", `${name} : ${say("pourquoi est-ce mauvais ?", "why is this bad?")}`);
        item.append(makeButton(name, () => goToPly(mistake.ply)), ` ${mistake.seat}${say(" :", ":")} `);
        item.append(value(mistake.had), ` ${say("avec", "with")} ${mistake.better}, `);
        item.append(value(mistake.has), ` ${say("après", "after")} ${mistake.played}. `, why);
        return item;
      }),
    );
  }

  /** Stops the refutation that is being played. */
  stop() {
    if (this.#refutation) clearTimeout(this.#refutation.timer);
    this.#refutation = null;
    this.#find(".why").replaceChildren();
  }

  /** Plays a refutation step by step. @param {Mistake} mistake */
  async #playRefutation(mistake) {
    this.stop();
    const bad = this.#at(mistake.ply);
    this.#refutation = { left: bad.addLine(mistake.line), timer: 0 };
    await this.hooks.go(bad, "push");
    this.#showRefutation();
  }

  #showRefutation() {
    if (!this.#refutation) return;
    const next = this.#refutation.left[0];
    const line = this.#refutation.left.map((node) => node.text).join(" ");
    const end = say("C'est la fin de la réfutation.", "That is the end of the refutation.");
    const text = document.createElement("span");
    text.textContent = next ? `${say("La réfutation :", "The refutation:")} ${line} ` : end;
    this.#find(".why").replaceChildren(text, ...(next ? [makeButton(say("Coup suivant", "Next move"), () => this.#step())] : []));
    if (next && !reducedMotion.matches) this.#refutation.timer = setTimeout(() => this.#step(), 1400);
  }

  async #step() {
    const refutation = this.#refutation;
    const next = refutation?.left.shift();
    if (!refutation || !next) return;
    clearTimeout(refutation.timer);
    await this.hooks.go(next);
    if (this.#refutation === refutation) this.#showRefutation();
  }
}
