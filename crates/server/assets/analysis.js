// @ts-check
// Analysis: moves form a tree of variations, the server says what is proven of every move, the engine thinks aloud, and a
// game is looked through for mistakes. Without this file the page walks one line by its links.

import { Board, ask, press, rebuild, say } from "./board.js";
import { drawArrows, drawValues, value } from "./marks.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { Twig } from "./tree.js";

/**
 * @typedef {import("./types").PositionView} PositionView
 * @typedef {import("./types").MoveRow} MoveRow
 * @typedef {import("./types").ThoughtView} ThoughtView
 */

const table = /** @type {HTMLElement} */ (document.querySelector(".table.analysis"));
const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
const spec = table.dataset.spec ?? "";
const start = table.dataset.position ?? "";
const [frame, state, notice, captions] = [find(".board"), find(".state"), find(".notice"), find(".captions")];
const box = /** @type {HTMLInputElement} */ (find("form.move input[name=add]"));

let root = new Twig("", null);
let at = root;
/** @type {PositionView | null} */ let shown = null;
/** @type {MoveRow[]} */ let values = [];
/** @type {ThoughtView | null} */ let thought = null;
/** Counts what is shown, so that late answers about something else are dropped. */
let turn = 0;

const board = new Board(frame, find(".words"), {
  complete: (typed) => ask(`/api/complete?${query(at)}&typed=${encodeURIComponent(typed)}`),
  play: async (typed) => play(typed),
  typed: (typed) => {
    if (document.activeElement !== box) box.value = typed;
    draw();
  },
});

/** Whether the room for the board is higher than wide. */
const tall = () => innerWidth < innerHeight;

/** @param {Twig[]} twigs */
const words = (twigs) => twigs.map((twig) => twig.text).join(" ");

/** Writes the line to a twig as the server reads it. @param {Twig} twig */
function query(twig) {
  return new URLSearchParams({ game: spec, position: start, moves: words(twig.path()) });
}

/** Returns the address of a twig: the line through it, and the tree where there is one. @param {Twig} twig */
function address(twig) {
  const pairs = { game: spec, position: start, moves: words(twig.line()), ply: String(twig.ply) };
  const filled = new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== ""));
  return `/analysis?${filled}${root.branches() || bushy(root) ? `#${encodeURIComponent(root.write())}` : ""}`;
}

/** Says whether any move has an alternative. @param {Twig} twig @returns {boolean} */
function bushy(twig) {
  return twig.children.length > 1 || twig.children.some(bushy);
}

/** Reads the tree, and where in it the reader is, off the address. */
function read() {
  const asked = new URLSearchParams(location.search);
  let tree = "";
  try {
    tree = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Somebody has changed the address by hand: the line is left.
  }
  root = Twig.read(tree);
  const line = root.addLine((asked.get("moves") ?? "").split(/\s+/).filter(Boolean));
  review.remark();
  const ply = asked.get("ply");
  at = (ply === null ? line.at(-1) : line[Number(ply) - 1]) ?? root;
}

/** Does something; what goes wrong is said on the page. @param {() => Promise<unknown>} work */
async function guard(work) {
  try {
    notice.textContent = "";
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    notice.textContent = error instanceof Error ? error.message : String(error);
    board.reset();
  }
}

/** Goes to a twig. @param {Twig} twig @param {"push" | "replace"} how What becomes of the address. */
function go(twig, how = "replace") {
  const before = at;
  at = twig;
  if (how === "push") history.pushState(null, "", address(at));
  else history.replaceState(null, "", address(at));
  stopThinking();
  thought = null;
  values = [];
  const mine = ++turn;
  return guard(async () => {
    const answer = /** @type {PositionView} */ (await ask(`/api/line?${query(twig)}&tall=${tall()}`));
    if (mine !== turn) return;
    show(answer);
    if (twig.parent === before) board.trace(answer.last);
    if (wants.thoughts) startThinking();
    await askValues(mine);
  });
}

/** @param {PositionView} next */
function show(next) {
  shown = next;
  board.show(next.svg, setup.open ? [] : next.next, next.picks);
  state.textContent = next.state;
  captions.replaceChildren(...next.captions.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  if (!setup.open) setup.text = next.position;
  find("form.move").hidden = next.over;
  find("#legal").replaceChildren(...next.legal.map((line) => Object.assign(document.createElement("option"), { value: line })));
  const links = { ".share": `/share?${query(at)}`, ".print": `/print?${query(at)}` };
  for (const [name, href] of Object.entries(links)) /** @type {HTMLAnchorElement} */ (find(name)).href = href;
  const [id, rules] = [spec.split(":")[0], spec.split(":").slice(1).join(":")];
  const on = /** @type {HTMLAnchorElement} */ (find(".play-on"));
  on.href = `/games/${id}/play?${new URLSearchParams({ rules, position: next.position })}`;
  on.hidden = next.over;
  find(".engine").hidden = next.over;
  list();
  tellThought();
  tellValues();
  review.tell();
}

/** Plays a move from here. The server has to know it before the tree does. @param {string} move */
async function play(move) {
  move = move.trim();
  const known = at.children.find((child) => child.text === move);
  stopTour();
  if (known) return go(known, "push");
  const path = new URLSearchParams({ game: spec, position: start, moves: `${words(at.path())} ${move}`.trim() });
  const here = at;
  await guard(async () => {
    await ask(`/api/line?${path}`);
    box.value = "";
    await go(here.add(move), "push");
  });
}

// The tree of moves.

function list() {
  const tree = find(".tree");
  rebuild(tree, [branch(root, root.children[0], true)]);
  const current = tree.querySelector("[aria-current]");
  if (current instanceof HTMLElement) tree.scrollTop = current.offsetTop - tree.offsetTop - tree.clientHeight / 2;
  const line = at.line();
  const ends = { "to-start": root, "to-back": at.parent ?? root, "to-next": at.children[0] ?? at, "to-end": line.at(-1) ?? root };
  for (const [name, twig] of Object.entries(ends)) {
    const link = /** @type {HTMLAnchorElement} */ (find(`.${name}`));
    link.href = address(twig);
    link.onclick = (event) => follow(event, twig);
  }
  find(".branch").hidden = root.children.length === 0;
  /** @type {HTMLButtonElement} */ (find(".delete")).disabled = at === root;
  /** @type {HTMLButtonElement} */ (find(".promote")).disabled = at.path().every((twig) => twig.parent?.children[0] === twig);
}

/** @param {MouseEvent} event @param {Twig} twig */
function follow(event, twig) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stopTour();
  void go(twig);
}

/** Writes a line and the lines beside it. @param {Twig} parent @param {Twig | undefined} first @param {boolean} main @returns {HTMLElement} */
function branch(parent, first, main) {
  const line = document.createElement("div");
  line.className = main ? "line" : "line aside";
  let ply = parent.ply;
  for (let twig = first; twig; twig = twig.children[0]) {
    ply += 1;
    const link = document.createElement("a");
    link.href = address(twig);
    const number = Object.assign(document.createElement("span"), { className: "ply", textContent: `${ply}.` });
    link.append(number, twig.text);
    if (twig.mark) link.append(Object.assign(document.createElement("strong"), { className: "mark", textContent: twig.mark }));
    if (twig === at) link.setAttribute("aria-current", "step");
    const here = twig;
    link.addEventListener("click", (event) => follow(event, here));
    line.append(link, " ");
    // Side lines stand after the move that they replace.
    if (twig !== first || main) for (const side of twig.parent?.children.slice(1) ?? []) line.append(branch(twig.parent ?? root, side, false));
  }
  return line;
}

find(".copy").addEventListener("click", () => {
  const line = words(at.path());
  const done = () => say("Copié.", "Copied.");
  navigator.clipboard?.writeText(line).then(
    () => (notice.textContent = done()),
    () => (box.value = line),
  );
  if (!navigator.clipboard) box.value = line;
});
find(".promote").addEventListener("click", () => {
  at.promote();
  void go(at, "push");
});
find(".delete").addEventListener("click", () => {
  const parent = at.parent;
  if (!parent) return;
  at.cut();
  void go(parent, "push");
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement) return;
  const siblings = at.parent?.children ?? [];
  const beside = (/** @type {number} */ step) => siblings[siblings.indexOf(at) + step];
  const to = {
    ArrowLeft: at.parent,
    ArrowRight: at.children[0],
    ArrowUp: siblings.length > 1 ? beside(-1) : null,
    ArrowDown: siblings.length > 1 ? beside(1) : null,
    Home: root,
    End: at.line().at(-1),
  }[event.key];
  if (!to || setup.open) return;
  event.preventDefault();
  stopTour();
  void go(to);
});

find("form.move").addEventListener("submit", (event) => {
  event.preventDefault();
  void play(box.value);
});

addEventListener("popstate", () => {
  read();
  void go(at);
});

// Exact values.

/** Ends a request for values that nobody needs any more. */
let stale = new AbortController();

/** @param {number} mine */
async function askValues(mine) {
  stale.abort();
  stale = new AbortController();
  if (shown?.over || setup.open) return;
  const answer = /** @type {import("./types").ExactValues} */ (await ask(`/analysis/values?${query(at)}`, { signal: stale.signal }));
  if (mine !== turn) return;
  values = answer.moves ?? [];
  tellValues();
}

function tellValues() {
  const panel = find(".values");
  panel.hidden = values.length === 0;
  const rows = document.createElement("table");
  for (const row of values) {
    const line = rows.insertRow();
    const head = Object.assign(document.createElement("th"), { scope: "row" });
    head.append(press(row.text, () => play(row.text)));
    line.append(head);
    line.insertCell().append(value(row));
    line.insertCell().textContent = say("prouvé", "proved");
  }
  rebuild(find(".values .scroll"), [rows]);
  draw();
}

/** Draws values and arrows on the board. */
function draw() {
  if (setup.open) return;
  const arrows = values.length > 0 || board.typed ? [] : (thought?.moves ?? []);
  // Where something is marked, dots would be in its way.
  frame.classList.toggle("marked", values.length > 0 || arrows.length > 0);
  drawArrows(board, arrows);
  drawValues(board, values, board.typed);
}

// The engine.

const wants = { thoughts: false };
/** @type {EventSource | null} */ let stream = null;
const think = find(".think");

function stopThinking() {
  stream?.close();
  stream = null;
}

function startThinking() {
  stopThinking();
  if (shown?.over || setup.open) return;
  const mine = turn;
  const source = new EventSource(`/analysis/think?${query(at)}`);
  stream = source;
  const progress = find(".engine .progress");
  const hear = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
    source.addEventListener(name, (event) => mine === turn && act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  hear("queue", (/** @type {number} */ queue) => {
    progress.textContent = queue > 0 ? `${say("En attente :", "Waiting:")} ${queue}` : say("Il réfléchit…", "Thinking…");
  });
  hear("thought", (found) => {
    thought = found;
    tellThought();
    draw();
  });
  hear("done", (found) => {
    thought = found;
    stopThinking();
    tellThought();
    draw();
    const [best] = found.moves;
    find(".aloud").textContent = `${best.text} ${best.words}`;
  });
  const fail = () => {
    stopThinking();
    wants.thoughts = false;
    tellThought();
    progress.textContent = say("L'ordinateur n'est pas libre : réessayez dans un instant.", "The computer is not free: try again in a moment.");
  };
  hear("busy", fail);
  hear("failed", fail);
  source.addEventListener("error", () => mine === turn && stream === source && fail());
  tellThought();
}

function tellThought() {
  think.textContent = wants.thoughts ? say("Arrêter de réfléchir", "Stop thinking") : say("Réfléchir", "Think");
  const lines = find(".lines");
  const progress = find(".engine .progress");
  if (!thought) {
    lines.replaceChildren();
    progress.textContent = stream ? say("Il réfléchit…", "Thinking…") : "";
    return;
  }
  const { depth, nodes, seconds, moves, pv } = thought;
  const count = nodes.toLocaleString(document.documentElement.lang);
  const facts = say(`${count} nœuds, profondeur ${depth}, ${seconds.toLocaleString("fr")} s`, `${count} nodes, depth ${depth}, ${seconds} s`);
  progress.textContent = stream ? facts : `${facts} – ${say("fini", "finished")}`;
  rebuild(
    lines,
    moves.map((row, rank) => {
      const item = document.createElement("li");
      item.append(press(row.text, () => play(row.text)), " ", value(row));
      const rest = rank === 0 ? pv.slice(1) : [];
      if (rest.length > 0) {
        const here = at;
        const line = press(rest.join(" "), () => {
          here.addLine(pv);
          void go(here.add(pv[0]), "push");
        });
        line.className = "pv";
        line.title = say("Ajouter cette ligne aux variantes", "Add this line to the variations");
        item.append(line);
      }
      return item;
    }),
  );
}

think.addEventListener("click", () => {
  wants.thoughts = !wants.thoughts;
  if (wants.thoughts) startThinking();
  else stopThinking();
  tellThought();
});

const review = new Review(table, {
  root: () => root,
  here: () => at,
  ask: (moves) => `/analysis/review?${new URLSearchParams({ game: spec, position: start, moves })}`,
  go,
  list,
});

const stopTour = () => review.stop();

const setup = new Setup(board, { frame, state, notice, panel: find("details.setup"), spec, tall, toggled: () => {
  stopTour();
  table.classList.toggle("setting-up", setup.open);
  if (!setup.open) {
    if (shown) setup.text = shown.position;
    void go(at);
    return;
  }
  ++turn;
  stopThinking();
  values = [];
  frame.classList.remove("marked");
  captions.replaceChildren();
} });

// A turned phone turns the board.
let turned = tall();
addEventListener("resize", () => {
  if (tall() === turned || board.typed) return;
  turned = tall();
  void (setup.open ? setup.show() : go(at));
});

const zoom = find(".zoom");
zoom.hidden = false;
zoom.addEventListener("click", () => {
  zoom.setAttribute("aria-pressed", String(frame.classList.toggle("zoomed")));
});

find(".values .ask").hidden = true;
read();
void go(at);
