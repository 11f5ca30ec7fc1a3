// @ts-check
// The page of a game in play: clicks become moves, the computer answers, arrow keys step through the moves, clocks run.
// Without this script the page works by its forms.

import { Board, ask, setHtml, reducedMotion } from "./board.js";
import { Pace, Progress, sleep } from "./computer.js";
import { leaveDrawer } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Ending } from "./ending.js";
import { Help, lampQuery } from "./help.js";
import { MoveList } from "./move_list.js";
import { News } from "./news.js";
import "./share.js";
import { Talk } from "./talk.js";
import { Trays } from "./trays.js";

/** @typedef {import("./types").GameState} GameState */

const table = /** @type {HTMLElement} */ (document.querySelector(".table[data-game]"));
const id = table.dataset.game ?? "";
const base = `/play/${id}`;
const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
const [frame, side, notice] = [find(".board"), find(".side"), find(".notice")];
const box = /** @type {HTMLInputElement} */ (find("form.move input[name=text]"));

/** @type {GameState | null} */ let now = null;
let thinking = false;
/** Whether a request is on its way that will be answered with the state of the game. */
let asking = false;

const board = new Board(frame, find(".words"), {
  play,
  typed: (text) => {
    if (document.activeElement !== box) box.value = text;
  },
  illegal: (cell, picks) => void help.illegal(cell, picks),
});
const drawer = new Drawer(/** @type {HTMLDialogElement} */ (find("dialog.drawer")), find("a.rules"), () => board.busy);
const help = new Help(table, { base, board, state: () => now, look: (see) => void guard(async () => see(await ask(`${base}/state?${query()}&ply=${now?.ply ?? 0}`))), rule: (number) => void drawer.open(number) });
const ending = new Ending(table, { base, board, how: () => `tall=${tall()}&turned=${turned}`, back: () => void guard(() => load()) });
const trays = new Trays(table);
const talk = new Talk(table);
const list = new MoveList(find(".moves ol"));
const progress = new Progress(base, find(".progress"));
const pace = new Pace(table, () => now && show(now));
const news = new News(base, table.dataset.others !== undefined, () => void follow());

/** What a tall window shows above and below the board, in the size of letters: as in play.css. */
const ROWS = 17.6;
/** Says whether the board has more room in height than in width. */
function tall() {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth < innerHeight && innerWidth < innerHeight - ROWS * letters;
}

// Turning the board round, which this browser keeps for the games that were turned last.
const TURNED = "turned";
/** The games whose boards are turned. @returns {string[]} */
const turnedGames = () => (localStorage.getItem(TURNED) ?? "").split(" ").filter(Boolean);
const turn = find(".turn-board");
let turned = turn.getAttribute("aria-pressed") === "true" || turnedGames().includes(id);

function turnRound() {
  turned = !turned;
  const others = turnedGames().filter((game) => game !== id).slice(-49);
  localStorage.setItem(TURNED, [...others, ...(turned ? [id] : [])].join(" "));
  void guard(() => load(now?.ply));
}
turn.addEventListener("click", (event) => {
  event.preventDefault();
  turnRound();
});

/** The part of a query that says how the game is shown, and what of it is known. */
const query = () => `tall=${tall()}&turned=${turned}${lampQuery()}${list.known}`;

/** Loads and shows the game after a number of plies, by default after the last. @param {number} [ply] */
async function load(ply) {
  const at = ply === undefined ? "" : `&ply=${ply}`;
  show(await ask(`${base}/state?${query()}${at}`));
}

/** Shows a state of the game. @param {GameState} next */
function show(next) {
  const before = now;
  now = next;
  board.show(next);
  help.shown(next);
  ending.shown(next);
  if (before && next.ply === before.ply + 1) playSound(next.ended);
  if (next.ply !== before?.ply) pace.begin();
  for (const [name, html] of Object.entries(next.parts)) showPart(name, html);
  trays.shown(next);
  talk.shown();
  list.update(next.rows);
  list.show(next.ply);
  find("form.move").hidden = !next.yours;
  turn.setAttribute("aria-pressed", String(turned));
  since = performance.now();
  showClocks();
  news.tell({ plies: next.plies, ended: next.ended, changes: next.changes });
  tellTurn(before, next);
  // What follows by agreement begins at once for whoever was here.
  if (before && !before.next && next.next && table.dataset.seated !== undefined) location.assign(`/play/${next.next}`);
  if (next.engine && next.ply === next.plies && !thinking && !pace.paused) void engine();
}

/** The HTML that each part of the panel now shows. @type {Map<string, string>} */
const shownParts = new Map();

/** Shows a part of the panel, if it has changed. @param {string} name @param {string} html */
function showPart(name, html) {
  const place = table.querySelector(`[data-part=${name}]`);
  if (!(place instanceof HTMLElement) || shownParts.get(name) === html) return;
  shownParts.set(name, html);
  setHtml(place, html);
}

/** Sends a move. @param {string} text */
async function play(text) {
  if (!now) return;
  const ply = now.plies;
  await guard(async () => {
    const next = await send("move", { ply: String(ply), text });
    box.value = "";
    show(next);
  });
}

async function engine() {
  thinking = true;
  side.classList.add("thinking");
  /** @type {GameState | null} */ let next = null;
  let refused = false;
  if (await pace.wait()) {
    progress.start();
    refused = true;
    await guard(async () => {
      next = await send("engine");
      refused = false;
    });
    progress.stop();
  }
  // After an error, its message stays for a while before the next try.
  if (refused) await sleep(5000);
  thinking = false;
  // A reader who has gone back to an earlier position stays there.
  const ply = now && now.ply < now.plies ? now.ply : undefined;
  if (next && ply === undefined) show(next);
  else if (!pace.paused || next) await guard(() => load(ply));
  if (!thinking) side.classList.remove("thinking");
  void follow();
}

/** Sends an action and returns the state of the game after it. @param {string} verb @param {Record<string, string>} [fields] @returns {Promise<GameState>} */
async function send(verb, fields = {}) {
  asking = true;
  try {
    return await ask(`${base}/${verb}?${query()}`, { method: "POST", body: new URLSearchParams(fields) });
  } finally {
    asking = false;
  }
}

/** Runs something and shows its error, if any, on the page. @param {() => Promise<void>} work */
async function guard(work) {
  try {
    notice.textContent = "";
    await work();
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
    board.reset();
    if (error instanceof TypeError) return;
    // The game may have gone on in another tab.
    const state = /** @type {GameState | null} */ (await ask(`${base}/state?${query()}`).catch(() => null));
    if (state && now && state.plies !== now.plies) show(state);
  }
  void follow();
}

/** Loads the game if it was heard to be further than it is shown, unless the answer to a request of this page tells more. */
async function follow() {
  const heard = news.last;
  if (!now || !heard || asking || thinking || (heard.plies === now.plies && heard.ended === now.ended && heard.changes === now.changes)) return;
  const ply = now.ply < now.plies ? now.ply : undefined;
  await load(ply).catch(() => {});
}

// What is done from the drawer shows on the board: the drawer closes.
find(".more").addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest(".actions")) leaveDrawer(target);
});

// Stepping through the moves.
document.addEventListener("keydown", (event) => {
  if (!now || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
  if (event.key.toLowerCase() === "t") {
    event.preventDefault();
    return turnRound();
  }
  const [back, next] = now.steps;
  const to = { ArrowLeft: back, ArrowRight: next, Home: 0, End: now.plies }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to !== now.ply) void guard(() => load(to));
});

side.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  // "No" closes the question that it answers.
  if (at?.closest(".no")) {
    event.preventDefault();
    const asked = /** @type {HTMLDetailsElement} */ (at.closest("details"));
    asked.open = false;
    return asked.querySelector("summary")?.focus();
  }
  const link = at?.closest(".moves a, .walk a");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void guard(() => load(Number(new URL(link.href).searchParams.get("ply"))));
});

// Forms are sent without loading a new page, except those that lead elsewhere, which the browser handles.
side.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.leads !== undefined) return;
  event.preventDefault();
  if (form.classList.contains("move")) return void play(box.value.trim());
  const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
  // The question is answered.
  form.closest("details")?.removeAttribute("open");
  if (form.classList.contains("own-words")) form.reset();
  if (form.dataset.verb) void guard(() => send(form.dataset.verb ?? "", Object.fromEntries(fields)).then(show));
});

/** The title of the page without what is said before it. */
const title = document.title;

/** Says by the title of the page, and by a sound, that others have moved and it is the reader's turn. @param {GameState | null} before @param {GameState} next */
function tellTurn(before, next) {
  const wanted = next.yours && table.dataset.others !== undefined;
  document.title = wanted ? `● ${title}` : title;
  if (wanted && before && !before.yours && next.plies === before.plies) playSound(false);
}

// The clocks run between the answers of the server.
let since = performance.now();
function showClocks() {
  if (!now?.clocks) return;
  for (const clock of side.querySelectorAll(".clock")) {
    const seat = Number(clock.closest("[data-seat]")?.getAttribute("data-seat"));
    const runs = !now.ended && seat === now.turn && now.plies > 0 && now.ply === now.plies;
    const left = Math.max(0, Number(clock.getAttribute("data-left")) - (runs ? performance.now() - since : 0));
    const seconds = Math.floor(left / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (runs && left === 0) void guard(() => load());
  }
}
if (table.querySelector(".clock")) setInterval(showClocks, 500);

/** Plays a short sound for a move, and a lower one for the end of the game. @param {boolean} end */
function playSound(end) {
  if (localStorage.getItem("sound") !== "on") return;
  const audio = new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = end ? 220 : 520;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + (end ? 0.6 : 0.12));
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.7);
  tone.addEventListener("ended", () => void audio.close());
}

/** Sets up a button that is on or off. @param {string} what @param {boolean} on @param {(on: boolean) => void} act */
function toggle(what, on, act) {
  const button = table.querySelector(what);
  if (!(button instanceof HTMLElement)) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(on));
  button.addEventListener("click", () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(next));
    act(next);
  });
}
toggle("button.sound", localStorage.getItem("sound") === "on", (on) => localStorage.setItem("sound", on ? "on" : "off"));
toggle("button.zoom", false, (on) => board.zoom(on));

// When the screen is turned, the board is drawn again in the other direction.
let upright = tall();
addEventListener("resize", () => {
  if (tall() === upright || board.busy) return;
  upright = tall();
  void guard(() => load(now?.ply));
});

const asked = new URLSearchParams(location.search).get("ply");
void guard(() => load(asked === null ? undefined : Number(asked)));
document.documentElement.dataset.motion = reducedMotion.matches ? "off" : "on";
