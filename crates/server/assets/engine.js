// @ts-check
// What the computer thinks of a position, while it thinks; and the bar beside the board, which shows who stands better: what is
// proved is filled and carries a glyph, an estimate is hatched and carries a sign.

import { makeButton, replaceContent, say, svgElement } from "./dom.js";
import { loadKept, saveKept } from "./line_board.js";
import { glyph, value } from "./marks.js";

/**
 * @typedef {import("./types").ThoughtView} ThoughtView
 * @typedef {import("./types").Standing} Standing
 * @typedef {{ address: () => string, idle: () => boolean, changed: () => void, play: (text: string) => unknown, follow: (line: string[]) => unknown }} Hooks
 */

export class Engine {
  /** @type {ThoughtView | null} */ thought = null;
  /** @type {EventSource | null} */ #stream = null;
  /** Whether the computer is to think; this browser remembers it. */ #wanted = loadKept("analysis", { thoughts: false }).thoughts;
  /** @type {Standing | null} What is known without thinking. */ #known = null;
  #failed = "";

  /** @param {HTMLElement} page @param {Hooks} hooks */
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    this.button = this.#find(".think");
    this.button.addEventListener("click", () => {
      this.#wanted = !this.#wanted;
      saveKept("analysis", { thoughts: this.#wanted });
      if (this.#wanted) this.start();
      else this.stop();
      this.show();
    });
  }

  /** @param {string} what */
  #find(what) {
    return /** @type {HTMLElement} */ (this.page.querySelector(what));
  }

  /** Forgets everything about the position, since another one is shown. */
  leave() {
    this.stop();
    this.thought = this.#known = null;
    this.#failed = "";
  }

  /** Is told how the position stands, where that is known without thinking. @param {Standing | null} standing */
  know(standing) {
    this.#known = standing;
    this.show();
  }

  stop() {
    this.#stream?.close();
    this.#stream = null;
  }

  /** Begins to think, if the reader wants that. */
  start() {
    this.stop();
    if (!this.#wanted || this.hooks.idle()) return;
    const source = new EventSource(this.hooks.address());
    this.#stream = source;
    this.#failed = "";
    const onEvent = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
      source.addEventListener(name, (event) => {
        if (this.#stream !== source) return;
        act(JSON.parse(/** @type {MessageEvent} */ (event).data));
        this.show();
        this.hooks.changed();
      });
    onEvent("queue", (/** @type {number} */ queue) => {
      this.#failed = queue > 0 ? `${say("En attente :", "Waiting:")} ${queue}` : "";
    });
    onEvent("thought", (/** @type {ThoughtView} */ found) => (this.thought = found));
    onEvent("done", (/** @type {ThoughtView} */ found) => {
      this.thought = found;
      this.stop();
      const [best] = found.moves;
      if (best) this.#find(".aloud").textContent = `${best.said} ${best.words}`;
    });
    const fail = () => {
      this.stop();
      this.#failed = say("L'ordinateur n'est pas libre : réessayez dans un instant.", "The computer is not free: try again in a moment.");
    };
    onEvent("busy", fail);
    onEvent("failed", fail);
    source.addEventListener("error", () => {
      if (this.#stream !== source) return;
      fail();
      this.show();
    });
    this.show();
  }

  show() {
    this.button.textContent = this.#wanted ? say("Arrêter de réfléchir", "Stop thinking") : say("Réfléchir", "Think");
    this.#showStanding();
    const { thought } = this;
    const progress = this.#find(".engine .progress");
    if (!thought) {
      this.#find(".lines").replaceChildren();
      progress.textContent = this.#failed || (this.#stream ? say("Il réfléchit…", "Thinking…") : "");
      return;
    }
    const { depth, nodes, seconds, moves, pv } = thought;
    const count = nodes.toLocaleString(document.documentElement.lang);
    const facts = say(`${count} nœuds, profondeur ${depth}, ${seconds.toLocaleString("fr")} s`, `${count} nodes, depth ${depth}, ${seconds} s`);
    progress.textContent = this.#stream ? facts : `${facts} – ${this.#failed || say("fini", "finished")}`;
    replaceContent(
      this.#find(".lines"),
      moves.map((row, rank) => {
        const item = document.createElement("li");
        item.append(makeButton(row.said, () => this.hooks.play(row.text)), " ", value(row));
        const rest = rank === 0 ? pv.slice(1) : [];
        if (rest.length > 0) {
          const line = makeButton(rest.join(" "), () => this.hooks.follow(pv));
          line.className = "pv";
          line.title = say("Ajouter cette ligne aux variantes", "Add this line to the variations");
          item.append(line);
        }
        return item;
      }),
    );
  }

  /** Shows how the position stands: in the bar and in words. */
  #showStanding() {
    const { first, second } = this.page.dataset;
    const bar = this.#find(".standing");
    bar.hidden = !first || !second;
    const standing = this.#known ?? this.thought?.standing ?? null;
    const words = standing ? `${standing.words} – ${standing.exact ? say("démontré", "proved") : say("estimation", "an estimate")}` : "";
    this.#find(".stands").textContent = words;
    bar.className = `standing ${standing ? (standing.exact ? "proved" : "guessed") : "unknown"}`;
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", words || say("Qui est mieux : inconnu tant que l'ordinateur ne réfléchit pas", "Who stands better: unknown until the computer thinks"));
    bar.title = words || say("Qui est mieux ?", "Who stands better?");
    const share = standing ? standing.first : 0.5;
    const fill = document.createElement("span");
    fill.className = "fill";
    fill.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
    const sign = document.createElement("span");
    sign.className = share < 0.5 ? "sign second" : "sign first";
    if (standing?.exact) {
      const picture = svgElement("svg", { viewBox: "-10 -10 20 20", class: "glyph", "aria-hidden": "true" });
      picture.append(glyph(standing.exact === "draw" ? "draw" : "win", 0, 0, 8));
      sign.append(picture, standing.number === null ? "" : String(standing.number));
    } else if (standing) sign.append(`≈${Math.min(99, Math.round(100 * Math.max(share, 1 - share)))}`);
    bar.replaceChildren(fill, ...(standing ? [sign] : []));
  }
}
