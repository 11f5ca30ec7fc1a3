// @ts-check
// What a board shows of a move before it is made: what would come and go.

import { sharedChanges } from "./moves.js";
import { cellOfThing } from "./pieces.js";

/**
 * @typedef {import("./moves.js").Change} Change
 * @typedef {import("./moves.js").Hand} Hand
 * @typedef {import("./moves.js").HandMove} HandMove
 * @typedef {import("./moves.js").Pick} Pick
 * @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {import("./frame.js").Frame} Frame
 */

/** Returns those of some changes that are shown. Like things that are picked rise: they are not shown to go. @param {Change[]} changes @param {Pick[]} picks @param {Frame} frame @returns {Change[]} */
function shownOf(changes, picks, frame) {
  const pools = new Set(picks.map(({ pool }) => pool).filter(Boolean));
  return changes.filter(({ name, symbol }) => symbol !== null || !pools.has(frame.poolOf(name)));
}

/** Returns what is shown of what a move changes. @param {HandMove} move @param {Pick[]} picks @param {Frame} frame @returns {Change[]} */
export const changesOf = (move, picks, frame) => shownOf(move.changes, picks, frame);

/** Returns what every move changes that fits the picks so far. What is picked up to go elsewhere stays; what is picked to be taken goes. @param {Hand} hand @param {Pieces} pieces @returns {Change[]} */
function certainChanges(hand, pieces) {
  const { picks, fitting } = hand;
  if (picks.length === 0 || fitting.length === 0) return [];
  const picked = new Set(picks.map(({ name }) => name));
  const taken = takenPicks(hand, pieces);
  // What goes from where it lies only to come elsewhere is not taken, though it is not known yet where it comes.
  const kind = (/** @type {string} */ name) => name.slice(cellOfThing(name).length);
  const moves = (/** @type {string} */ name) => kind(name) !== "" && fitting.every(({ move: { changes } }) => changes.some((change) => change.symbol !== null && kind(change.name) === kind(name)));
  const shared = sharedChanges(fitting.map(({ move }) => move)).filter(({ name, symbol }) => {
    const cell = cellOfThing(name);
    return !taken.includes(name) && (symbol !== null || !(picked.has(cell) || moves(name)) || taken.includes(cell));
  });
  return [...shared, ...taken.map((name) => ({ name, symbol: null }))];
}

/** Returns the cells that were picked and whose men go for good, as one that is huffed: in every fitting move they go, and in none their like comes elsewhere. @param {Hand} hand @param {Pieces} pieces */
export function takenPicks({ picks, fitting }, pieces) {
  return picks.filter(({ pool }) => !pool).map(({ name }) => name).filter((name) => {
    const look = pieces.thing(name)?.innerHTML.trim();
    if (look === undefined || fitting.length === 0) return false;
    return fitting.every(({ move: { changes } }) => changes.some((change) => change.name === name)
      && !changes.some(({ symbol }) => symbol !== null && pieces.look(symbol) === look));
  });
}

/**
 * Returns what is shown while the pointer, or the keyboard's focus, rests on a cell: what the move would change that this pick
 * makes, or else what the picks so far change in any case; and whether the cell may be picked without making a move.
 * @param {Hand} hand @param {Pick | null} pick @param {Frame} frame @param {Pieces} pieces
 * @returns {{ changes: Change[], pick: boolean }}
 */
export function seenOf(hand, pick, frame, pieces) {
  const after = pick && hand.after(pick);
  const open = after !== null && after.how !== "back";
  if (open) {
    const fits = hand.fits(after.picks);
    const move = (fits.find((fit) => fit.complete) ?? (fits.length === 1 ? fits[0] : null))?.move;
    if (move) return { changes: changesOf(move, after.picks, frame), pick: false };
  }
  const [whole, ...others] = hand.whole;
  const changes = whole && others.length === 0 ? changesOf(whole, hand.picks, frame) : shownOf(certainChanges(hand, pieces), hand.picks, frame);
  return { changes, pick: open };
}

/** Says whether a pick means anything: it goes on with a move, begins one, or is taken back. @param {Hand} hand @param {Pick} pick */
export const means = (hand, pick) => hand.after(pick) !== null;

/** Says whether a pick makes a move that takes or turns what stands there. @param {Hand} hand @param {Pick} pick */
export function takes(hand, pick) {
  const fits = hand.fits([...hand.picks, pick]);
  return fits.some(({ complete, move }) => complete && move.changes.some(({ name }) => cellOfThing(name) === pick.name));
}
