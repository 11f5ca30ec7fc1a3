// @ts-check
// The computer's turns on the page of a game: how far it is, and at which pace one watches it play itself.

import { reducedMotion, say } from "./dom.js";

/** How long each move of a game that is watched stays, in milliseconds. */
const PACES = { slow: 3000, normal: 1500, fast: 300 };
/** How long one's own move is seen before the answer. */
const OWN = 250;
/** How long to wait before progress is shown. */
const MOMENT = 600;

/** @param {number} time In milliseconds. */
export const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Shows the computer's progress if it takes more than a moment. */
export class Progress {
  /** @type {EventSource | null} */ #source = null;
  #wait = 0;

  /** @param {string} address Where the game lies. @param {HTMLElement} meter */
  constructor(address, meter) {
    this.address = address;
    this.meter = meter;
  }

  start() {
    this.stop();
    this.#wait = window.setTimeout(() => this.#listen(), MOMENT);
  }

  stop() {
    clearTimeout(this.#wait);
    this.#source?.close();
    this.#source = null;
    this.meter.hidden = true;
  }

  #listen() {
    const events = this.#source = new EventSource(`${this.address}/thinking`);
    const [bar, count] = ["progress", ".count"].map((what) => /** @type {HTMLElement} */ (this.meter.querySelector(what)));
    events.addEventListener("queue", (event) => {
      bar.removeAttribute("value");
      count.textContent = `${say("en attente :", "waiting:")} ${event.data}`;
      this.meter.hidden = false;
    });
    events.addEventListener("progress", (event) => {
      const { nodes, of } = /** @type {import("./types").NodeProgress} */ (JSON.parse(event.data));
      // A move that is looked up in a table has no count of positions.
      if (nodes > 0 && of > 1) bar.setAttribute("value", String(nodes / of));
      else bar.removeAttribute("value");
      count.textContent = nodes > 0 ? `${nodes.toLocaleString(document.documentElement.lang)} positions` : "";
      this.meter.hidden = false;
    });
    for (const end of ["done", "error"]) events.addEventListener(end, () => this.stop());
  }
}

/** The pace at which a game is watched, and whether it stands still. The browser keeps both. */
export class Pace {
  #id;
  #buttons;
  #pause;
  /** When the last move was shown. */ #since = 0;

  /** @param {HTMLElement} table @param {() => void} goOn */
  constructor(table, goOn) {
    this.#id = table.dataset.game ?? "";
    this.watched = table.dataset.watched !== undefined;
    const group = table.querySelector(".pace");
    this.#buttons = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll("[data-pace]") ?? [])]);
    this.#pause = group?.querySelector(".pause");
    if (group instanceof HTMLElement) group.hidden = false;
    for (const button of this.#buttons) {
      button.addEventListener("click", () => {
        localStorage.setItem("pace", button.dataset.pace ?? "");
        this.#show();
      });
    }
    this.#pause?.addEventListener("click", () => {
      if (this.paused) localStorage.removeItem("paused");
      else localStorage.setItem("paused", this.#id);
      this.#show();
      if (!this.paused) goOn();
    });
    this.#show();
  }

  /** Whether the game stands still. */
  get paused() {
    return this.watched && localStorage.getItem("paused") === this.#id;
  }

  /** @returns {keyof typeof PACES} */
  get #name() {
    const kept = localStorage.getItem("pace");
    return kept === "slow" || kept === "fast" ? kept : "normal";
  }

  #show() {
    for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.dataset.pace === this.#name));
    this.#pause?.setAttribute("aria-pressed", String(this.paused));
  }

  /** Notes that a move is seen. */
  begin() {
    this.#since = performance.now();
  }

  /** Waits until the last move was seen long enough. Returns whether the game goes on. */
  async wait() {
    const own = reducedMotion.matches ? 0 : OWN;
    // The pace may be changed meanwhile.
    for (;;) {
      const left = this.#since + (this.watched ? PACES[this.#name] : own) - performance.now();
      if (this.paused || left <= 0) return !this.paused;
      await sleep(Math.min(left, 100));
    }
  }
}
