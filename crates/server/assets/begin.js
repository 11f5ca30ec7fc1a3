// @ts-check
// The form of a new game: whatever changes the rules changes the board beside it, and the choice of players, at once. Without
// this script a button of the form does it.

import { ask, setHtml } from "./dom.js";

/** @typedef {import("./types").BeginPreview} BeginPreview */

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.begin"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-begin=${name}]`));
const rules = form.querySelector("fieldset.rules");

/** How long to wait for more digits, in milliseconds. */
const PATIENCE = 250;
let asked = 0;
let answered = 0;
let timer = 0;

/** Asks for what the form now describes and shows it, unless the form has changed again meanwhile. */
async function refresh() {
  const turn = ++asked;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value !== "") fields.append(name, value);
  try {
    const preview = /** @type {BeginPreview} */ (await ask(`${location.pathname}?${fields}`));
    if (turn !== asked) return;
    answered = turn;
    show(preview);
  } catch {
    answered = Math.max(answered, turn);
    // The server is out of reach for a moment: what begins is still what the form says.
  }
}

/** @param {BeginPreview} preview */
function show(preview) {
  const wrong = Object.keys(preview.faults).length > 0;
  // While a field is wrong, the last board that could be played stays.
  if (!wrong) {
    setHtml(part("board"), preview.board);
    part("words").textContent = preview.words;
    // If they are asked the same, what was chosen and typed stays untouched.
    const players = document.createElement("template");
    players.innerHTML = preview.players;
    if (players.content.textContent !== part("players").textContent) setHtml(part("players"), preview.players);
  }
  for (const place of form.querySelectorAll("[data-fault]")) {
    if (place instanceof HTMLElement && rules?.contains(place)) place.textContent = preview.faults[place.dataset.fault ?? ""] ?? "";
  }
}

form.addEventListener("change", (event) => {
  const ofRules = event.target instanceof Node && rules?.contains(event.target);
  // What is chosen elsewhere while an answer is under way must not be put back by that answer.
  if (!ofRules && answered === asked) return;
  clearTimeout(timer);
  void refresh();
});
rules?.addEventListener("input", (event) => {
  if (!(event.target instanceof HTMLInputElement) || !["number", "text"].includes(event.target.type)) return;
  clearTimeout(timer);
  timer = setTimeout(refresh, PATIENCE);
});
