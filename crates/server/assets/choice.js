// @ts-check
// A choice at a cell: what may be done there besides clicking another cell, each drawn as the cell would then look.

import { wordsOf } from "./bar.js";
import { cellOfThing } from "./pieces.js";

/**
 * @typedef {{ look: string, words: string, act: () => void, show: () => void }} Option
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the words that may be picked after a cell, each with what the cell then looks like.
 * @param {import("./moves.js").Hand} hand @param {import("./pieces.js").Pieces} pieces @param {Record<string, string>} labels
 * @param {string} cell @param {(token: string) => void} choose @returns {Option[]}
 */
export function optionsAt(hand, pieces, labels, cell, choose) {
  return [...hand.next].map((token) => {
    const [fit] = hand.fits([...hand.picks, { name: token, pool: "" }]);
    const change = fit?.move.changes.find(({ name, symbol }) => symbol !== null && cellOfThing(name) === cell);
    return {
      look: change && change.symbol !== null ? pieces.look(change.symbol) : "",
      words: wordsOf(labels, token),
      act: () => choose(token),
      show: () => fit && pieces.ghost(fit.move.changes),
    };
  });
}

/**
 * Opens a choice beside a cell.
 * @param {HTMLElement} root Holds the board. @param {Element} cell @param {number} radius That of a piece on the cell.
 * @param {Option[]} options @param {boolean} byKey Whether the focus goes there.
 */
export function openChoice(root, cell, radius, options, byKey) {
  closeChoice(root);
  const box = document.createElement("div");
  box.className = "choice";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", options.map(({ words }) => words).join(", "));
  for (const { look, words, act, show } of options) {
    const button = document.createElement("button");
    button.type = "button";
    if (look) {
      const picture = document.createElementNS(SVG, "svg");
      const reach = radius * 1.5;
      picture.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
      picture.setAttribute("class", "damier-scene");
      picture.setAttribute("aria-hidden", "true");
      picture.setAttribute("fill", "none");
      picture.innerHTML = look;
      button.append(picture);
    }
    const label = document.createElement("span");
    label.textContent = words;
    button.append(label);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    box.append(button);
  }
  box.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...box.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length].focus();
  });
  // A press there is no press on the board.
  for (const name of ["pointerdown", "mousedown"]) box.addEventListener(name, (event) => event.stopPropagation());
  root.append(box);
  place(root, box, cell.getBoundingClientRect());
  if (byKey) box.querySelector("button")?.focus();
}

/** Puts the box beside the cell, within the part of the board that is seen. @param {HTMLElement} root @param {HTMLElement} box @param {DOMRect} at */
function place(root, box, at) {
  const frame = root.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const room = { width: Math.min(frame.right, innerWidth) - frame.left, height: Math.min(frame.bottom, innerHeight) - frame.top };
  const middle = (at.left + at.right) / 2 - frame.left - width / 2;
  const left = Math.max(4, Math.min(middle, room.width - width - 4));
  const above = at.top - frame.top - height - 6;
  const below = at.bottom - frame.top + 6;
  const top = above >= 4 ? above : Math.max(4, Math.min(below, room.height - height - 4));
  box.style.left = `${left + root.scrollLeft}px`;
  box.style.top = `${top + root.scrollTop}px`;
}

/** Closes the choice, if one is open. @param {HTMLElement} root */
export function closeChoice(root) {
  root.querySelector(".choice")?.remove();
}
