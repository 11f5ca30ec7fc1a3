// @ts-check
// What was won travels: from where it was taken, or from where it lay, to the tray of the player who won it.

import { reducedMotion, svgElement } from "./dom.js";

/** @typedef {import("./types").TrayView} TrayView */

/** How long a thing travels, and how long after it the next one leaves, in milliseconds. */
const [TRAVEL, APART] = [420, 45];
/** More things than this go unseen. */
const MOST = 8;

export class Trays {
  /** @type {TrayView[]} */ #before = [];
  #ply = -1;

  /** @param {HTMLElement} table Holds the board and the trays. */
  constructor(table) {
    this.table = table;
  }

  /** Lets what a move has won travel; the board and the trays show the position after it. @param {import("./types").GameState} next */
  shown(next) {
    const [before, ply] = [this.#before, this.#ply];
    this.#before = next.trays;
    this.#ply = next.ply;
    if (next.ply !== ply + 1 || reducedMotion.matches || document.hidden) return;
    next.trays.forEach((tray, at) => {
      const old = before[at];
      if (old?.seat !== tray.seat || old.words !== tray.words || old.count >= tray.count) return;
      const nth = next.trays.slice(0, at).filter(({ seat }) => seat === tray.seat).length;
      this.#travel(tray, nth, tray.count - old.count);
    });
  }

  /** @param {TrayView} tray @param {number} nth Which of the player's trays it is. @param {number} more So many things are new. */
  #travel(tray, nth, more) {
    const places = tray.from ? `.board [data-cell="${CSS.escape(tray.from)}"]` : ".board .layer-taken > *";
    const sources = [...this.table.querySelectorAll(places)].map((element) => element.getBoundingClientRect());
    const lies = this.table.querySelectorAll(`.seats [data-seat="${tray.seat}"] .tray`)[nth]?.querySelector("svg");
    if (!lies || sources.length === 0) return;
    for (let at = 0; at < Math.min(more, MOST); at += 1) {
      const from = sources[at % sources.length];
      const to = lies.children[Math.min(tray.count - more + at, lies.children.length - 1)].getBoundingClientRect();
      const size = lies.getBoundingClientRect().height;
      const thing = svgElement("svg", { class: "damier-scene travels", viewBox: "-.5 -.5 1 1", width: size, height: size, "aria-hidden": "true" });
      thing.innerHTML = tray.icon;
      this.table.append(thing);
      const place = (/** @type {DOMRect} */ box) => `translate(${box.left + box.width / 2 - size / 2}px, ${box.top + box.height / 2 - size / 2}px)`;
      const frames = [{ transform: place(from), opacity: 1 }, { transform: place(to), opacity: 1, offset: 0.9 }, { transform: place(to), opacity: 0 }];
      thing.animate(frames, { duration: TRAVEL, delay: APART * at, easing: "ease-in-out", fill: "both" }).addEventListener("finish", () => thing.remove());
    }
  }
}
