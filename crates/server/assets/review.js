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
  /** @type {{ line: MoveNode[], done: number, answerer: string, timer: number } | null} The refutation that is being played. */ #refutation = null;

  /** @param {HTMLElement} page @param {Hooks} hooks */
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    this.#find(".look").addEventListener("click", () => this.start());
    // The curve is as wide as its place, in pixels, so that its words stay legible.
    new ResizeObserver(() => this.#points.length > 0 && this.show()).observe(page);
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

  /** Begins the review of the line that is shown. */
  start() {
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
    const look = /** @type {HTMLButtonElement} */ (this.#find(".look"));
    look.disabled = this.hooks.root().children.length === 0;
    const marks = new Map(this.#mistakes.map((mistake) => [mistake.ply, mistake.mark]));
    const goToPly = (/** @type {number} */ ply) => {
      this.stop();
      return this.hooks.go(this.#at(ply));
    };
    const { first = "", second = "" } = this.page.dataset;
    // A solitaire has one side only, so there is no graph.
    const drawn = this.#points.length > 0 && second;
    const now = this.hooks.here().ply;
    const place = this.#find(".graph");
    place.hidden = !drawn;
    const wide = place.clientWidth;
    const picture = drawn ? [graph(this.#points, this.#moves.length, now, marks, [first, second], wide, (ply) => void goToPly(ply))] : [];
    place.replaceChildren(...picture);
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

  /** Plays a refutation step by step, beginning with the answer to the mistake. @param {Mistake} mistake */
  async #playRefutation(mistake) {
    this.stop();
    const bad = this.#at(mistake.ply);
    this.#refutation = { line: bad.addLine(mistake.line), done: 0, answerer: mistake.answerer, timer: 0 };
    await this.hooks.go(bad, "push");
    this.#showRefutation();
  }

  /** Shows the whole refutation, with the move that is on the board. */
  #showRefutation() {
    const refutation = this.#refutation;
    if (!refutation) return;
    const { line, done, answerer } = refutation;
    const moves = line.map((node, place) => {
      const step = document.createElement(place === done - 1 ? "strong" : "span");
      step.textContent = `${node.ply}. ${node.said}`;
      if (place === done - 1) step.setAttribute("aria-current", "step");
      return step;
    });
    const text = document.createElement("span");
    const over = done >= line.length;
    text.append(`${answerer} ${say("répond :", "answers:")} `, ...moves.flatMap((step) => [step, " "]));
    const next = over ? makeButton(say("Revoir", "Again"), () => this.#again()) : makeButton(say("Coup suivant", "Next move"), () => this.#step());
    this.#find(".why").replaceChildren(text, ...(line.length > 0 ? [next] : []));
    if (!over && !reducedMotion.matches) refutation.timer = setTimeout(() => this.#step(), 1400);
  }

  /** Plays the refutation from its beginning. */
  async #again() {
    const refutation = this.#refutation;
    const [first] = refutation?.line ?? [];
    if (!refutation || !first?.parent) return;
    refutation.done = 0;
    await this.hooks.go(first.parent);
    if (this.#refutation === refutation) this.#showRefutation();
  }

  async #step() {
    const refutation = this.#refutation;
    const next = refutation?.line[refutation.done];
    if (!refutation || !next) return;
    clearTimeout(refutation.timer);
    refutation.done += 1;
    await this.hooks.go(next);
    if (this.#refutation === refutation) this.#showRefutation();
  }
}
