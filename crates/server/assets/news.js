// @ts-check
// News of a game: that it has changed elsewhere. Other pages of this browser tell each other; of other people's moves the
// server tells, as long as the page is seen. Nobody asks.

/** @typedef {import("./types").GameNews} GameNews */

/** How long to wait before another try to listen, in milliseconds. */
const PATIENCE = 15_000;

export class News {
  #pages;
  /** @type {EventSource | null} */ #source = null;
  /** @type {GameNews | null} What was heard last. */ #last = null;

  /**
   * @param {string} address Where the game lies.
   * @param {boolean} others Whether other people may change the game.
   * @param {(news: GameNews) => void} hear
   */
  constructor(address, others, hear) {
    this.address = address;
    this.hear = hear;
    this.#pages = new BroadcastChannel(`damier${address}`);
    this.#pages.addEventListener("message", ({ data }) => this.#heard(data));
    if (!others) return;
    document.addEventListener("visibilitychange", () => this.#listen());
    this.#listen();
  }

  /** What was heard last, if anything was. */
  get last() {
    return this.#last;
  }

  /** Tells the other pages of this browser how far the game is. @param {GameNews} news */
  tell({ plies, ended, changes }) {
    if (this.#last?.plies === plies && this.#last.ended === ended && this.#last.changes === changes) return;
    this.#last = { plies, ended, changes };
    this.#pages.postMessage(this.#last);
  }

  /** @param {GameNews} news */
  #heard(news) {
    this.#last = news;
    this.hear(news);
  }

  /** Listens while the page is seen: browsers allow only a few streams at a time. */
  #listen() {
    this.#source?.close();
    this.#source = null;
    if (document.hidden) return;
    const source = this.#source = new EventSource(`${this.address}/news`);
    source.addEventListener("game", ({ data }) => this.#heard(JSON.parse(data)));
    source.addEventListener("error", () => {
      // A stream that broke off is opened again by the browser; one that was refused is not.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => source === this.#source && this.#listen(), PATIENCE);
    });
  }
}
