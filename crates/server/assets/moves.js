// @ts-check
// Moves by hand: which moves fit what was picked so far. Nothing here knows a game or a picture.

/**
 * What was picked: the name of a cell with that of its pool of like things, if it has one, or a word, which begins with `=`.
 * @typedef {{ name: string, pool: string }} Pick
 */

/**
 * What a move changes about a thing on the board: the number of the symbol that it then looks like, or none if it is gone.
 * @typedef {{ name: string, symbol: number | null }} Change
 */

/** Says whether the token of a stage is a word. @param {string} token */
export const isWord = (token) => token.startsWith("=");

/** A legal move, as it is made by hand. */
export class HandMove {
  /** @type {string[][] | null} */ #stages = null;
  /** @type {Change[] | null} */ #changes = null;
  #written;

  /** @param {import("./types").HandMove} written */
  constructor([text, stages, changes]) {
    this.text = text;
    this.#written = { stages, changes };
  }

  /** The stages of the move: the tokens to pick, those of a stage in any order. */
  get stages() {
    this.#stages ??= this.#written.stages.split("|").map((stage) => stage.split(" ").filter(Boolean));
    return this.#stages;
  }

  /** What the move changes. */
  get changes() {
    this.#changes ??= this.#written.changes
      .split(" ")
      .filter(Boolean)
      .map((change) => {
        const colon = change.lastIndexOf(":");
        const symbol = change.slice(colon + 1);
        return { name: change.slice(0, colon), symbol: symbol === "" ? null : Number(symbol) };
      });
    return this.#changes;
  }

  /** Returns how far picks fill stages, or null if they do not fit. @param {string[][]} stages @param {Pick[]} picks */
  static #follow(stages, picks) {
    let stage = 0;
    let left = [...(stages[0] ?? [])];
    /** @type {number[]} */ const at = [];
    for (const { name, pool } of picks) {
      if (left.length === 0) {
        stage += 1;
        if (stage >= stages.length) return null;
        left = [...stages[stage]];
      }
      let place = left.indexOf(name);
      if (place < 0 && pool) place = left.indexOf(pool);
      if (place < 0) return null;
      left.splice(place, 1);
      at.push(stage);
    }
    const complete = left.length === 0 && stage === stages.length - 1;
    const next = left.length > 0 ? left : (stages[stage + 1] ?? []);
    return { at, complete, next };
  }

  /** Says how picks fit this move, in the order of its stages. @param {Pick[]} picks @returns {Fit | null} */
  fit(picks) {
    const found = HandMove.#follow(this.stages, picks);
    return found && { move: this, ...found };
  }

  /** Says how picks fit if this move has two stages of one cell each and the second is picked first. @param {Pick[]} picks @returns {Fit | null} */
  fitReversed(picks) {
    const [first, second] = this.stages;
    if (this.stages.length !== 2 || first.length !== 1 || second.length !== 1) return null;
    if (isWord(first[0]) || isWord(second[0]) || first[0] === second[0]) return null;
    const found = HandMove.#follow([second, first], picks);
    return found && { move: this, ...found };
  }
}

/**
 * How picks fit a move: the stage of each pick, whether they make the whole move, and else what may be picked next.
 * @typedef {{ move: HandMove, at: number[], complete: boolean, next: string[] }} Fit
 */

/** Returns what all of some moves change. @param {HandMove[]} moves @returns {Change[]} */
export function sharedChanges([first, ...rest]) {
  if (!first) return [];
  const key = (/** @type {Change} */ { name, symbol }) => `${name}:${symbol}`;
  return rest.reduce((shared, { changes }) => {
    const own = new Set(changes.map(key));
    return shared.filter((change) => own.has(key(change)));
  }, first.changes);
}

/** The legal moves and what is picked so far. */
export class Hand {
  /** @type {Pick[]} */ #picks = [];
  /** @type {Fit[] | null} */ #fitting = null;

  /** @param {import("./types").HandMove[]} moves */
  constructor(moves = []) {
    this.moves = moves.map((written) => new HandMove(written));
  }

  /** What is picked so far. */
  get picks() {
    return this.#picks;
  }

  set picks(picks) {
    this.#picks = picks;
    this.#fitting = null;
  }

  /** The moves that fit what is picked so far. */
  get fitting() {
    this.#fitting ??= this.fits(this.#picks);
    return this.#fitting;
  }

  /** Returns the moves that fit some picks. @param {Pick[]} picks @returns {Fit[]} */
  fits(picks) {
    const all = (/** @type {(move: HandMove) => Fit | null} */ fit) => this.moves.map(fit).filter((found) => found !== null);
    const plain = all((move) => move.fit(picks));
    // A whole move is not taken for the second half of another one.
    if (picks.length === 0 || plain.some((fit) => fit.complete)) return plain;
    return [...plain, ...all((move) => move.fitReversed(picks))];
  }

  /** The moves that what is picked makes as a whole. */
  get whole() {
    return this.fitting.filter((fit) => fit.complete).map((fit) => fit.move);
  }

  /** Whether what is picked makes a move, and no move goes on from there. */
  get ends() {
    return this.#picks.length > 0 && this.fitting.length > 0 && this.fitting.every((fit) => fit.complete);
  }

  /** The tokens that may be picked next. @returns {Set<string>} */
  get next() {
    return new Set(this.fitting.flatMap((fit) => fit.next));
  }

  /** Whether what is picked is the first part of a stage whose cells are picked in any order. */
  get inStage() {
    return this.fitting.some(({ move, at }) => {
      const now = at[at.length - 1];
      return at.filter((stage) => stage === now).length < (move.stages[now]?.length ?? 0);
    });
  }

  /** The beginning that the texts of all fitting moves share; empty while nothing is picked. */
  get typed() {
    if (this.#picks.length === 0) return "";
    const whole = this.whole;
    if (whole.length === 1) return whole[0].text;
    const [first, ...rest] = this.fitting.map((fit) => fit.move.text);
    if (first === undefined) return "";
    let length = first.length;
    for (const text of rest) while (!text.startsWith(first.slice(0, length))) length -= 1;
    return first.slice(0, length);
  }

  /**
   * Returns what is picked after one more click: with the pick added, taken back, or as the first of a new move; or null if
   * none of this fits.
   * @param {Pick} pick
   * @returns {{ picks: Pick[], how: "added" | "back" | "anew" } | null}
   */
  after(pick) {
    const picks = this.#picks;
    const place = picks.findLastIndex(({ name }) => name === pick.name);
    const stages = this.fitting[0]?.at ?? [];
    const sameStage = place >= 0 && stages[place] === stages[picks.length - 1];
    // A thing that lies in a pool is there once only, though a like one could be picked as well.
    const twice = sameStage && pick.pool !== "";
    const added = [...picks, pick];
    if (!twice && this.fits(added).length > 0) return { picks: added, how: "added" };
    if (sameStage) return { picks: picks.filter((_, at) => at !== place), how: "back" };
    if (picks.length > 0 && this.fits([pick]).length > 0) return { picks: [pick], how: "anew" };
    return null;
  }
}
