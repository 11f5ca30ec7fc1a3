// @ts-check
// The analysis page: a tree of variations, the proven value of every move, the engine's thoughts while it thinks, a review of
// the game's mistakes, the reader's own arrows. Without this script the page shows a single line, and its links step through
// the moves.

import { Board, ask, makeButton, replaceContent, say } from "./board.js";
import { Drawing } from "./drawing.js";
import { Engine } from "./engine.js";
import { drawArrows, drawValues, value } from "./marks.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { Tabs } from "./tabs.js";
import { MoveNode } from "./tree.js";

/**
 * @typedef {import("./types").PositionView} PositionView
 * @typedef {import("./types").MoveRow} MoveRow
 */

const table = /** @type {HTMLElement} */ (document.querySelector(".table.analysis"));
const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
const spec = table.dataset.spec ?? "";
const start = table.dataset.position ?? "";
const [frame, state, notice, captions] = [find(".board"), find(".state"), find(".notice"), find(".captions")];
const box = /** @type {HTMLInputElement} */ (find("form.move input[name=add]"));

let root = new MoveNode("", null);
let at = root;
/** @type {PositionView | null} */ let shown = null;
/** @type {MoveRow[]} */ let values = [];
/** @type {string[] | null} The moves with which the page was opened. */ let opened = null;
/** The same moves as players read them. */
const said = (table.dataset.said ?? "").split("|");
/** Grows with every position shown, so that late answers about another position are ignored. */
let turn = 0;

const board = new Board(frame, find(".words"), {
  play: async (typed) => play(typed),
  typed: (typed) => {
    if (document.activeElement !== box) box.value = typed;
    draw();
  },
});

/** Says whether the window is taller than wide. */
const tall = () => innerWidth < innerHeight;

/** Joins the texts of moves. @param {MoveNode[]} nodes */
const moveTexts = (nodes) => nodes.map((node) => node.text).join(" ");

/** Returns the line up to a node as a query for the server. @param {MoveNode} node */
function query(node) {
  return new URLSearchParams({ game: spec, position: start, moves: moveTexts(node.path()) });
}

/** Returns the address of a node: the line through it, its arrows and, if there are variations, the tree. @param {MoveNode} node */
function address(node) {
  const pairs = { game: spec, position: start, moves: moveTexts(node.line()), ply: String(node.ply), draw: node.drawn.join(" ") };
  const filled = new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== ""));
  return `/analysis?${filled}${root.hasVariations() ? `#${encodeURIComponent(root.write())}` : ""}`;
}

/** Reads the tree and the current node from the address. */
function readAddress() {
  const asked = new URLSearchParams(location.search);
  let tree = "";
  try {
    tree = decodeURIComponent(location.hash.slice(1));
  } catch {
    // The fragment was edited by hand and cannot be read: the line alone is used.
  }
  root = MoveNode.read(tree);
  const line = root.addLine((asked.get("moves") ?? "").split(/\s+/).filter(Boolean));
  opened ??= line.map((node) => node.text);
  for (const [place, node] of line.entries()) {
    if (node.text !== opened[place]) break;
    node.said = said[place] || node.text;
  }
  review.markMistakes();
  const ply = asked.get("ply");
  at = (ply === null ? line.at(-1) : line[Number(ply) - 1]) ?? root;
  at.drawn = (asked.get("draw") ?? "").split(" ").filter(Boolean);
}

/** Runs something and shows its error, if any, on the page. @param {() => Promise<unknown>} work */
async function guard(work) {
  try {
    notice.textContent = "";
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    notice.textContent = error instanceof Error ? error.message : String(error);
    board.reset();
    drawing.draw();
  }
}

/** Goes to a node. @param {MoveNode} node @param {"push" | "replace"} how How the browser's history is changed. */
function go(node, how = "replace") {
  at = node;
  if (how === "push") history.pushState(null, "", address(at));
  else history.replaceState(null, "", address(at));
  engine.leave();
  values = [];
  const asked = ++turn;
  return guard(async () => {
    const answer = /** @type {import("./types").LineView} */ (await ask(`/api/line?${query(node)}&tall=${tall()}`));
    if (asked !== turn) return;
    node.path().forEach((one, place) => (one.said = answer.said[place] ?? one.text));
    show(answer);
    engine.start();
    await askValues(asked);
  });
}

/** Shows a position. @param {PositionView} next */
function show(next) {
  shown = next;
  board.show(setup.open ? { svg: next.svg } : next);
  state.textContent = next.state;
  captions.replaceChildren(...next.captions.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  if (!setup.open) setup.text = next.position;
  find("form.move").hidden = next.over;
  find("#legal").replaceChildren(...next.legal.map((line) => Object.assign(document.createElement("option"), { value: line })));
  showLinks();
  const [id, rules] = [spec.split(":")[0], spec.split(":").slice(1).join(":")];
  const on = /** @type {HTMLAnchorElement} */ (find(".play-on"));
  on.href = `/games/${id}/play?${new URLSearchParams({ rules, position: next.position })}`;
  on.hidden = next.over;
  find(".engine").hidden = next.over;
  showTree();
  engine.show();
  showValues();
  review.show();
  if (!setup.open) drawing.show(at.drawn);
  showDrawn();
}

/** Lets the links that lead on speak of the position that is shown, with its arrows. */
function showLinks() {
  const shared = query(at);
  if (at.drawn.length > 0) shared.set("draw", at.drawn.join(" "));
  const links = { ".share": `/share?${shared}`, ".print": `/print?${query(at)}` };
  for (const [name, href] of Object.entries(links)) /** @type {HTMLAnchorElement} */ (find(name)).href = href;
}

/** Plays a move from here. It is added to the tree only after the server has accepted it. @param {string} move */
async function play(move) {
  move = move.trim();
  const known = at.children.find((child) => child.text === move);
  stopRefutation();
  if (known) return go(known, "push");
  const path = new URLSearchParams({ game: spec, position: start, moves: `${moveTexts(at.path())} ${move}`.trim() });
  const here = at;
  await guard(async () => {
    await ask(`/api/line?${path}`);
    box.value = "";
    await go(here.add(move), "push");
  });
}

// The tree of moves.

function showTree() {
  const tree = find(".tree");
  replaceContent(tree, [drawLine(root, root.children[0], true)]);
  const current = tree.querySelector("[aria-current]");
  if (current instanceof HTMLElement) tree.scrollTop = current.offsetTop - tree.offsetTop - tree.clientHeight / 2;
  const line = at.line();
  const ends = { "to-start": root, "to-back": at.parent ?? root, "to-next": at.children[0] ?? at, "to-end": line.at(-1) ?? root };
  for (const [name, node] of Object.entries(ends)) {
    const link = /** @type {HTMLAnchorElement} */ (find(`.${name}`));
    link.href = address(node);
    link.onclick = (event) => follow(event, node);
  }
  find(".branch").hidden = root.children.length === 0;
  /** @type {HTMLButtonElement} */ (find(".delete")).disabled = at === root;
  /** @type {HTMLButtonElement} */ (find(".promote")).disabled = at.path().every((node) => node.parent?.children[0] === node);
}

/** Goes to a node when its link is clicked. @param {MouseEvent} event @param {MoveNode} node */
function follow(event, node) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stopRefutation();
  void go(node);
}

/** Draws a line and its variations. @param {MoveNode} parent @param {MoveNode | undefined} first @param {boolean} main @returns {HTMLElement} */
function drawLine(parent, first, main) {
  const line = document.createElement("div");
  line.className = main ? "line" : "line aside";
  let ply = parent.ply;
  for (let node = first; node; node = node.children[0]) {
    ply += 1;
    const link = document.createElement("a");
    link.href = address(node);
    const number = Object.assign(document.createElement("span"), { className: "ply", textContent: `${ply}.` });
    link.append(number, node.said);
    if (node.mark) link.append(Object.assign(document.createElement("strong"), { className: "mark", textContent: node.mark }));
    if (node === at) link.setAttribute("aria-current", "step");
    const here = node;
    link.addEventListener("click", (event) => follow(event, here));
    line.append(link, " ");
    // Variations stand after the move that they replace.
    if (node !== first || main) for (const side of node.parent?.children.slice(1) ?? []) line.append(drawLine(node.parent ?? root, side, false));
  }
  return line;
}

find(".copy").addEventListener("click", () => {
  const line = moveTexts(at.path());
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
  stopRefutation();
  void go(to);
});

find("form.move").addEventListener("submit", (event) => {
  event.preventDefault();
  void play(box.value);
});

addEventListener("popstate", () => {
  readAddress();
  void go(at);
});

// Exact values.

/** Cancels a request for values that are no longer needed. */
let valuesRequest = new AbortController();

/** Asks for the exact values of the position. @param {number} asked The value of `turn` at the request. */
async function askValues(asked) {
  valuesRequest.abort();
  valuesRequest = new AbortController();
  if (setup.open) return;
  const answer = /** @type {import("./types").ExactValues} */ (await ask(`/analysis/values?${query(at)}`, { signal: valuesRequest.signal }));
  if (asked !== turn) return;
  values = answer.moves ?? [];
  engine.know(answer.standing);
  showValues();
}

function showValues() {
  const rows = document.createElement("table");
  for (const row of values) {
    const line = rows.insertRow();
    const head = Object.assign(document.createElement("th"), { scope: "row" });
    head.append(makeButton(row.said, () => play(row.text)));
    line.append(head);
    line.insertCell().append(value(row));
    line.insertCell().textContent = say("prouvé", "proved");
  }
  const place = find(".values .scroll");
  const none = Object.assign(document.createElement("p"), { className: "note", textContent: place.dataset.unknown });
  replaceContent(place, [values.length > 0 ? rows : none]);
  draw();
}

/** Draws the values and arrows on the board. */
function draw() {
  if (setup.open) return;
  const arrows = values.length > 0 || board.busy ? [] : (engine.thought?.moves ?? []);
  // The dots of legal moves would hide the marks.
  frame.classList.toggle("marked", values.length > 0 || arrows.length > 0);
  drawArrows(board, arrows);
  drawValues(board, values, board.typed);
}

// The engine.

const engine = new Engine(table, {
  address: () => `/analysis/think?${query(at)}`,
  idle: () => shown?.over === true || setup.open,
  changed: draw,
  play,
  follow: (line) => {
    at.addLine(line);
    void go(at.add(line[0]), "push");
  },
});

const review = new Review(table, {
  root: () => root,
  here: () => at,
  ask: (moves) => `/analysis/review?${new URLSearchParams({ game: spec, position: start, moves })}`,
  go,
  showTree,
});

const stopRefutation = () => review.stop();

const setup = new Setup(board, { frame, state, notice, panel: find("section.setup"), spec, tall });

// Arrows and circles of one's own.

const drawing = new Drawing(board, {
  allowed: () => !setup.open,
  changed: (shapes) => {
    at.drawn = shapes;
    history.replaceState(null, "", address(at));
    showLinks();
    showDrawn();
  },
});
const [pen, wipe] = [find(".pen"), find(".wipe")];

function showDrawn() {
  wipe.hidden = drawing.shapes.length === 0;
  pen.setAttribute("aria-pressed", String(drawing.pen));
  find(".drawing").hidden = !drawing.pen;
}

pen.addEventListener("click", () => {
  drawing.pen = !drawing.pen;
  board.reset();
  showDrawn();
});
wipe.addEventListener("click", () => {
  drawing.clear();
  pen.focus();
});
pen.hidden = false;

// The tabs. On the one that sets up a position, the board is set up.

const tabs = new Tabs(find(".tabs"), [...table.querySelectorAll("[data-tab]")].filter((panel) => panel instanceof HTMLElement), showTab);

function showTab() {
  const wanted = tabs.chosen === find("section.setup");
  if (wanted === setup.open) return;
  stopRefutation();
  setup.open = wanted;
  table.classList.toggle("setting-up", wanted);
  pen.hidden = wanted;
  if (!wanted) {
    if (shown) setup.text = shown.position;
    void go(at);
    return;
  }
  drawing.pen = false;
  ++turn;
  engine.leave();
  engine.show();
  values = [];
  frame.classList.remove("marked");
  captions.replaceChildren();
  showDrawn();
}

// When the screen is turned, the board is drawn again in the other direction.
let turned = tall();
addEventListener("resize", () => {
  if (tall() === turned || board.busy) return;
  turned = tall();
  void (setup.open ? setup.show() : go(at));
});

const zoom = find(".zoom");
zoom.hidden = false;
zoom.addEventListener("click", () => {
  const on = !frame.classList.contains("zoomed");
  board.zoom(on);
  zoom.setAttribute("aria-pressed", String(on));
});

find(".values .ask").hidden = true;
find(".look").hidden = false;
readAddress();
if (table.dataset.pasted) tabs.choose(find("#paste"));
void go(at).then(() => {
  if (!table.dataset.review) return;
  tabs.choose(find(".review"));
  review.start();
});
