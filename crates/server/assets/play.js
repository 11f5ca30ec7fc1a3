// @ts-check
// A game that is played: clicks become moves, the computer answers, arrows walk the moves, clocks run. Without this file
// the page works by its forms.

import { Board, ask, say, still } from "./board.js";

/**
 * @typedef {import("./board.js").Step} Step
 * @typedef {{ svg: string, state: string, captions: string[], position: string, turn: number, over: boolean,
 *   last: string[], next: Step[], legal: string[], picks: boolean, ply: number, plies: number, moves: string[], yours: boolean,
 *   engine: boolean, ended: boolean, redo: boolean, clocks: number[] | null, queue: number, least: number | null }} Table
 */

const table = /** @type {HTMLElement} */ (document.querySelector(".table[data-game]"));
const base = `/play/${table.dataset.game}`;
const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
const [frame, side] = [find(".board"), find(".side")];
const [state, notice, captions] = [find(".state"), find(".notice"), find(".captions")];
const box = /** @type {HTMLInputElement} */ (find("form.move input[name=text]"));

/** @type {Table | null} */ let now = null;
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

/** @param {Table} next */
function show(next) {
  const before = now;
  now = next;
  board.show(next.svg, next.next, next.picks);
  const moved = before && next.ply === before.ply + 1;
  if (moved) {
    board.trace(next.last);
    tick(next.ended);
  }
  state.textContent = words(next);
  captions.replaceChildren(...next.captions.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  const least = side.querySelector(".least");
  if (least && next.least !== null) {
    const [coups, moves] = [next.ply > 1 ? "coups joués" : "coup joué", next.ply === 1 ? "move" : "moves"];
    least.textContent = say(`${next.ply} ${coups} ; au mieux ${next.least}.`, `${next.ply} ${moves} made; at best ${next.least}.`);
  }
  side.classList.toggle("past", next.ply < next.plies);
  for (const seat of side.querySelectorAll("[data-seat]")) {
    if (!next.over && Number(seat.getAttribute("data-seat")) === next.turn) seat.setAttribute("aria-current", "true");
    else seat.removeAttribute("aria-current");
  }
  clocks();
  list(next);
  buttons(next);
  if (next.engine && next.ply === next.plies && !thinking && !paused) void engine();
}

/** @param {Table} table */
function words(table) {
  if (table.ply < table.plies) return `${say("Coup", "Move")} ${table.ply} / ${table.plies}. ${table.state}`;
  if (table.engine && table.queue > 0) return `${table.state} – ${say("en attente :", "waiting:")} ${table.queue}`;
  if (table.engine) return `${table.state} – ${say("l'ordinateur réfléchit", "the computer is thinking")}`;
  if (table.yours && side.querySelectorAll("[data-seat]").length > 1) return `${table.state} – ${say("à vous", "your turn")}`;
  return table.state;
}

/** @param {Table} table */
function list(table) {
  const items = table.moves.map((text, place) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${base}?ply=${place + 1}`;
    link.textContent = text;
    if (table.ply === place + 1) link.setAttribute("aria-current", "step");
    item.append(link);
    return item;
  });
  const list = find(".moves ol");
  list.classList.toggle("long", table.moves.some((text) => text.length > 9));
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  const ends = { "to-start": 0, "to-back": table.ply - 1, "to-next": table.ply + 1, "to-end": table.plies };
  for (const [name, ply] of Object.entries(ends)) {
    const link = /** @type {HTMLAnchorElement} */ (find(`.${name}`));
    link.href = `${base}?ply=${Math.max(0, Math.min(ply, table.plies))}`;
  }
}

/** @param {Table} table */
function buttons(table) {
  const timed = table.clocks !== null;
  const set = (/** @type {string} */ what, /** @type {boolean} */ shown) => {
    for (const element of side.querySelectorAll(what)) if (element instanceof HTMLElement) element.hidden = !shown;
  };
  set("form.move", table.yours);
  set("[data-verb=undo]", table.plies > 0 && !timed);
  set("[data-verb=redo]", table.redo);
  set(".after", table.ended);
  set(".grave", !table.ended);
  set("form.engine", false);
  const options = table.legal.map((text) => Object.assign(document.createElement("option"), { value: text }));
  find("#legal").replaceChildren(...options);
  const ply = /** @type {HTMLInputElement} */ (find("form.move input[name=ply]"));
  ply.value = String(table.plies);
}

/** @param {string} text */
async function play(text) {
  if (!now) return;
  const ply = now.plies;
  await guard(async () => {
    await send("move", { ply: String(ply), text });
    box.value = "";
    await load();
  });
}

async function engine() {
  thinking = true;
  side.classList.add("thinking");
  const patience = setTimeout(listen, 600);
  const done = await guard(() => send("engine"));
  clearTimeout(patience);
  hush();
  // Where too many wait, or something failed, that stays readable for a while before the next try.
  if (!done) await new Promise((resolve) => setTimeout(resolve, 5000));
  // Who has walked back stays where he is.
  const ply = now && now.ply < now.plies ? now.ply : undefined;
  thinking = false;
  await guard(() => load(ply));
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

/** @param {string} verb @param {Record<string, string>} [fields] */
async function send(verb, fields = {}) {
  await ask(`${base}/${verb}`, { method: "POST", body: new URLSearchParams(fields) });
}

/** Does something; what goes wrong is said on the page. Returns whether all went well. @param {() => Promise<void>} work */
async function guard(work) {
  try {
    notice.textContent = "";
    await work();
    return true;
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
    board.reset();
    if (error instanceof TypeError) return false;
    // The game may have gone on in another tab.
    const state = await ask(`${base}/state?tall=${tall()}`).catch(() => null);
    if (state && now && state.plies !== now.plies) show(state);
    return false;
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

// Deeds without a new page. "Again" leads to another game, so that the browser does it.
side.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.verb === "again") return;
  event.preventDefault();
  if (form.classList.contains("move")) void play(box.value.trim());
  else if (form.dataset.verb) void guard(() => send(form.dataset.verb ?? "").then(() => load()));
});

// Clocks run between answers of the server.
let since = performance.now();
function clocks() {
  since = performance.now();
  for (const clock of side.querySelectorAll(".clock")) {
    const seat = Number(clock.closest("[data-seat]")?.getAttribute("data-seat"));
    if (now?.clocks) clock.setAttribute("data-left", String(now.clocks[seat]));
  }
  tell();
}
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
