// @ts-check
// A game that is played: clicks become moves, the computer answers, arrows walk the moves, clocks run. Without this file
// the page works by its forms.

import { Board, ask, refill, say, still } from "./board.js";

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
  complete: (typed) => ask(`${base}/complete?typed=${encodeURIComponent(typed)}`),
  play,
  typed: (text) => {
    if (document.activeElement !== box) box.value = text;
  },
});

/** Whether the room for the board is higher than wide. */
const tall = () => innerWidth < innerHeight;

/** Shows the game after so many plies, the last by default. @param {number} [ply] */
async function load(ply) {
  const at = ply === undefined ? "" : `&ply=${ply}`;
  show(await ask(`${base}/state?tall=${tall()}${at}`));
}

/** @param {GameState} next */
function show(next) {
  const before = now;
  now = next;
  board.show(next.svg, next.next, next.picks);
  if (before && next.ply === before.ply + 1) {
    board.trace(next.last);
    tick(next.ended);
  }
  for (const [name, html] of Object.entries(next.parts)) put(name, html);
  find("form.move").hidden = !next.yours;
  since = performance.now();
  tell();
  if (next.engine && next.ply === next.plies && !thinking && !paused) void engine();
}

/** What was put into each part of the panel. @type {Map<string, string>} */
const held = new Map();

/** Puts a part of the panel into its place, where it has changed. @param {string} name @param {string} html */
function put(name, html) {
  const place = table.querySelector(`[data-part=${name}]`);
  if (!(place instanceof HTMLElement) || held.get(name) === html) return;
  held.set(name, html);
  refill(place, html);
  const [list, current] = [place.querySelector("ol"), place.querySelector("ol [aria-current]")];
  if (list && current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** @param {string} text */
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
  hush();
  // Where too many wait, or something failed, that stays readable for a while before the next try.
  if (!next) await new Promise((resolve) => setTimeout(resolve, 5000));
  thinking = false;
  // Who has walked back stays where he is.
  const ply = now && now.ply < now.plies ? now.ply : undefined;
  if (next && ply === undefined) show(next);
  else await guard(() => load(ply));
  if (!thinking) side.classList.remove("thinking");
}

// How far the computer is, where it takes more than a moment.
const meter = find(".progress");
/** @type {EventSource | null} */ let source = null;
function listen() {
  const heard = source = new EventSource(`${base}/thinking`);
  const [bar, count] = [find(".progress progress"), find(".progress .count")];
  heard.addEventListener("queue", (event) => {
    bar.removeAttribute("value");
    count.textContent = `${say("en attente :", "waiting:")} ${event.data}`;
    meter.hidden = false;
  });
  heard.addEventListener("progress", (event) => {
    const { nodes, of } = JSON.parse(event.data);
    // What is looked up in a table is not counted by positions.
    if (nodes > 0 && of > 1) bar.setAttribute("value", String(nodes / of));
    else bar.removeAttribute("value");
    count.textContent = nodes > 0 ? `${nodes.toLocaleString(document.documentElement.lang)} positions` : "";
    meter.hidden = false;
  });
  for (const end of ["done", "error"]) heard.addEventListener(end, hush);
}
function hush() {
  source?.close();
  source = null;
  meter.hidden = true;
}

/** Does something in the game; returns it as it is then. @param {string} verb @param {Record<string, string>} [fields] @returns {Promise<GameState>} */
function send(verb, fields = {}) {
  return ask(`${base}/${verb}?tall=${tall()}`, { method: "POST", body: new URLSearchParams(fields) });
}

/** Does something; what goes wrong is said on the page. @param {() => Promise<void>} work */
async function guard(work) {
  try {
    notice.textContent = "";
    await work();
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
    board.reset();
    if (error instanceof TypeError) return;
    // The game may have gone on in another tab.
    const state = await ask(`${base}/state?tall=${tall()}`).catch(() => null);
    if (state && now && state.plies !== now.plies) show(state);
  }
}

// Walking the moves.
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

// What is done without a new page. "Again" leads to another game, so that the browser does it.
side.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.verb === "again") return;
  event.preventDefault();
  if (form.classList.contains("move")) void play(box.value.trim());
  else if (form.dataset.verb) void guard(() => send(form.dataset.verb ?? "").then(show));
});

// Clocks run between answers of the server.
let since = performance.now();
function tell() {
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
if (table.querySelector(".clock")) setInterval(tell, 500);

// Another tab, or another person, may have moved.
setInterval(() => {
  if (!now || now.ended || now.engine || thinking || board.typed || document.hidden || now.ply < now.plies) return;
  void ask(`${base}/state?tall=${tall()}`).then((state) => {
    if (now && !board.typed && (state.plies !== now.plies || state.ended !== now.ended)) show(state);
  }, () => {});
}, 3000);

/** A small sound for a move, a lower one for the end. @param {boolean} end */
function tick(end) {
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

/** A button that is on or off. @param {string} what @param {boolean} on @param {(on: boolean) => void} act */
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
toggle("button.zoom", false, (on) => frame.classList.toggle("zoomed", on));
toggle("button.pause", false, (on) => {
  paused = on;
  if (!on) void guard(() => load());
});

// A turned phone turns the board.
let turned = tall();
addEventListener("resize", () => {
  if (tall() === turned || board.typed) return;
  turned = tall();
  void guard(() => load(now?.ply));
});

const asked = new URLSearchParams(location.search).get("ply");
void guard(() => load(asked === null ? undefined : Number(asked)));
document.documentElement.dataset.motion = still.matches ? "off" : "on";
