// @ts-check
// The page of a game in play: clicks become moves, the computer answers, arrow keys step through the moves, clocks run.
// Without this script the page works by its forms.

import { Board, ask, setHtml, say, reducedMotion } from "./board.js";

/** @typedef {import("./types").GameState} GameState */

const table = /** @type {HTMLElement} */ (document.querySelector(".table[data-game]"));
const base = `/play/${table.dataset.game}`;
const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
const [frame, side, notice] = [find(".board"), find(".side"), find(".notice")];
const box = /** @type {HTMLInputElement} */ (find("form.move input[name=text]"));

/** @type {GameState | null} */ let now = null;
let thinking = false;
let paused = false;

const board = new Board(frame, find(".words"), {
  play,
  typed: (text) => {
    if (document.activeElement !== box) box.value = text;
  },
});

/** Says whether the window is taller than wide. */
const tall = () => innerWidth < innerHeight;

/** Loads and shows the game after a number of plies, by default after the last. @param {number} [ply] */
async function load(ply) {
  const at = ply === undefined ? "" : `&ply=${ply}`;
  show(await ask(`${base}/state?tall=${tall()}${at}`));
}

/** Shows a state of the game. @param {GameState} next */
function show(next) {
  const before = now;
  now = next;
  board.show(next);
  if (before && next.ply === before.ply + 1) playSound(next.ended);
  for (const [name, html] of Object.entries(next.parts)) showPart(name, html);
  find("form.move").hidden = !next.yours;
  since = performance.now();
  showClocks();
  if (next.engine && next.ply === next.plies && !thinking && !paused) void engine();
}

/** The HTML that each part of the panel now shows. @type {Map<string, string>} */
const shownParts = new Map();

/** Shows a part of the panel, if it has changed. @param {string} name @param {string} html */
function showPart(name, html) {
  const place = table.querySelector(`[data-part=${name}]`);
  if (!(place instanceof HTMLElement) || shownParts.get(name) === html) return;
  shownParts.set(name, html);
  setHtml(place, html);
  const [list, current] = [place.querySelector("ol"), place.querySelector("ol [aria-current]")];
  if (list && current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
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
  const patience = setTimeout(listen, 600);
  /** @type {GameState | null} */ let next = null;
  await guard(async () => {
    next = await send("engine");
  });
  clearTimeout(patience);
  stopListening();
  // After an error, its message stays for a while before the next try.
  if (!next) await new Promise((resolve) => setTimeout(resolve, 5000));
  thinking = false;
  // A reader who has gone back to an earlier position stays there.
  const ply = now && now.ply < now.plies ? now.ply : undefined;
  if (next && ply === undefined) show(next);
  else await guard(() => load(ply));
  if (!thinking) side.classList.remove("thinking");
}

// The computer's progress, shown if it takes more than a moment.
const meter = find(".progress");
/** @type {EventSource | null} */ let source = null;
function listen() {
  const events = source = new EventSource(`${base}/thinking`);
  const [bar, count] = [find(".progress progress"), find(".progress .count")];
  events.addEventListener("queue", (event) => {
    bar.removeAttribute("value");
    count.textContent = `${say("en attente :", "waiting:")} ${event.data}`;
    meter.hidden = false;
  });
  events.addEventListener("progress", (event) => {
    const { nodes, of } = /** @type {import("./types").NodeProgress} */ (JSON.parse(event.data));
    // A move that is looked up in a table has no count of positions.
    if (nodes > 0 && of > 1) bar.setAttribute("value", String(nodes / of));
    else bar.removeAttribute("value");
    count.textContent = nodes > 0 ? `${nodes.toLocaleString(document.documentElement.lang)} positions` : "";
    meter.hidden = false;
  });
  for (const end of ["done", "error"]) events.addEventListener(end, stopListening);
}
function stopListening() {
  source?.close();
  source = null;
  meter.hidden = true;
}

/** Sends an action and returns the state of the game after it. @param {string} verb @param {Record<string, string>} [fields] @returns {Promise<GameState>} */
function send(verb, fields = {}) {
  return ask(`${base}/${verb}?tall=${tall()}`, { method: "POST", body: new URLSearchParams(fields) });
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
    const state = /** @type {GameState | null} */ (await ask(`${base}/state?tall=${tall()}`).catch(() => null));
    if (state && now && state.plies !== now.plies) show(state);
  }
}

// Stepping through the moves.
document.addEventListener("keydown", (event) => {
  if (!now || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const to = { ArrowLeft: now.ply - 1, ArrowRight: now.ply + 1, Home: 0, End: now.plies }[event.key];
  if (to !== undefined && to >= 0 && to <= now.plies) {
    event.preventDefault();
    void guard(() => load(to));
  }
});

side.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(".moves a") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void guard(() => load(Number(new URL(link.href).searchParams.get("ply"))));
});

// Forms are sent without loading a new page, except "again": it leads to another game, so the browser handles it.
side.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.verb === "again") return;
  event.preventDefault();
  if (form.classList.contains("move")) void play(box.value.trim());
  else if (form.dataset.verb) void guard(() => send(form.dataset.verb ?? "").then(show));
});

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

// Looks for moves made in another tab or by another person.
setInterval(() => {
  if (!now || now.ended || now.engine || thinking || board.busy || document.hidden || now.ply < now.plies) return;
  void ask(`${base}/state?tall=${tall()}`).then((/** @type {GameState} */ state) => {
    if (now && !board.busy && (state.plies !== now.plies || state.ended !== now.ended)) show(state);
  }, () => {});
}, 3000);

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
toggle("button.pause", false, (on) => {
  paused = on;
  if (!on) void guard(() => load());
});

// When the screen is turned, the board is drawn again in the other direction.
let turned = tall();
addEventListener("resize", () => {
  if (tall() === turned || board.busy) return;
  turned = tall();
  void guard(() => load(now?.ply));
});

const asked = new URLSearchParams(location.search).get("ply");
void guard(() => load(asked === null ? undefined : Number(asked)));
document.documentElement.dataset.motion = reducedMotion.matches ? "off" : "on";
