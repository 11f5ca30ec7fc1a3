// @ts-check
// The buttons beside a board, for what is done by words: steps that no cell stands for, turning a shape, playing a move that
// could go on, cancelling.

import { makeButton, replaceContent, say } from "./dom.js";
import { isWord } from "./moves.js";

/**
 * @typedef {import("./moves.js").Hand} Hand
 * @typedef {import("./moves.js").HandMove} HandMove
 *
 * What the bar shows: the words of picks and moves, by their texts; whether moves are too many to be made by hand; whether
 * steps by words are offered here; whether a shape can be turned; whether something can be cancelled.
 * @typedef {{ labels: Record<string, string>, typedOnly: boolean, steps: boolean, shape: boolean, cancel: boolean }} Shown
 * @typedef {{ word: (token: string) => void, cell: (name: string) => void, turn: () => void, flip: () => void,
 *   play: (move: HandMove) => void, cancel: () => void }} Acts
 */

/** Returns the words of a pick. @param {Record<string, string>} labels @param {string} token */
export const wordsOf = (labels, token) => labels[token] ?? (isWord(token) ? token.slice(1) : token);

/** Shows the buttons. @param {HTMLElement} bar @param {Hand} hand @param {Shown} shown @param {Acts} acts */
export function showBar(bar, hand, { labels, typedOnly, steps, shape, cancel }, acts) {
  /** @type {HTMLElement[]} */ const items = [];
  const note = (/** @type {string} */ words) => {
    items.push(Object.assign(document.createElement("p"), { className: "note", textContent: words }));
  };
  if (typedOnly) note(say("Les coups sont ici trop nombreux pour la main : écrivez le vôtre.", "There are too many moves here for the hand: type yours."));
  const last = hand.picks.at(-1)?.name;
  // What is to be done after a pick, where it is not plain.
  if (last !== undefined && labels[`?${last}`]) note(labels[`?${last}`]);
  const next = [...hand.next];
  if (steps) for (const token of next.filter(isWord)) items.push(makeButton(wordsOf(labels, token), () => acts.word(token)));
  for (const cell of next.filter((token) => !isWord(token) && labels[token])) items.push(makeButton(labels[cell], () => acts.cell(cell)));
  if (shape) items.push(makeButton(say("Tourner (R)", "Turn (R)"), acts.turn), makeButton(say("Retourner (F)", "Flip (F)"), acts.flip));
  for (const move of hand.picks.length > 0 ? hand.whole : []) {
    const button = makeButton(`✓ ${labels[move.text] ?? `${say("Jouer", "Play")} ${move.text}`}`, () => acts.play(move));
    button.className = "main";
    items.push(button);
  }
  if (cancel) items.push(makeButton(say("Annuler", "Cancel"), acts.cancel));
  replaceContent(bar, items);
}
