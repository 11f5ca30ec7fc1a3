// @ts-check
// The analysis page: a tree of variations, the proven value of every move, the engine's thoughts while it thinks, and a
// review of the game's mistakes. Without this script the page shows a single line, and its links step through the moves.

import { Board, ask, makeButton, replaceContent, say } from "./board.js";
import { drawArrows, drawValues, value } from "./marks.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { MoveNode } from "./tree.js";

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

let root = new MoveNode("", null);
let at = root;
/** @type {PositionView | null} */ let shown = null;
/** @type {MoveRow[]} */ let values = [];
/** @type {ThoughtView | null} */ let thought = null;
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

/** Returns the address of a node: the line through it and, if there are variations, the tree. @param {MoveNode} node */
function address(node) {
  const pairs = { game: spec, position: start, moves: moveTexts(node.line()), ply: String(node.ply) };
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
  review.markMistakes();
  const ply = asked.get("ply");
  at = (ply === null ? line.at(-1) : line[Number(ply) - 1]) ?? root;
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
  }
}

/** Goes to a node. @param {MoveNode} node @param {"push" | "replace"} how How the browser's history is changed. */
function go(node, how = "replace") {
  at = node;
  if (how === "push") history.pushState(null, "", address(at));
  else history.replaceState(null, "", address(at));
  stopThinking();
  thought = null;
  values = [];
  const asked = ++turn;
  return guard(async () => {
    const answer = /** @type {PositionView} */ (await ask(`/api/line?${query(node)}&tall=${tall()}`));
    if (asked !== turn) return;
    show(answer);
    if (wanted.thoughts) startThinking();
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
  const links = { ".share": `/share?${query(at)}`, ".print": `/print?${query(at)}` };
  for (const [name, href] of Object.entries(links)) /** @type {HTMLAnchorElement} */ (find(name)).href = href;
  const [id, rules] = [spec.split(":")[0], spec.split(":").slice(1).join(":")];
  const on = /** @type {HTMLAnchorElement} */ (find(".play-on"));
  on.href = `/games/${id}/play?${new URLSearchParams({ rules, position: next.position })}`;
  on.hidden = next.over;
  find(".engine").hidden = next.over;
  showTree();
  showThought();
  showValues();
  review.show();
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
    link.append(number, node.text);
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
  if (shown?.over || setup.open) return;
  const answer = /** @type {import("./types").ExactValues} */ (await ask(`/analysis/values?${query(at)}`, { signal: valuesRequest.signal }));
  if (asked !== turn) return;
  values = answer.moves ?? [];
  showValues();
}

function showValues() {
  const panel = find(".values");
  panel.hidden = values.length === 0;
  const rows = document.createElement("table");
  for (const row of values) {
    const line = rows.insertRow();
    const head = Object.assign(document.createElement("th"), { scope: "row" });
    head.append(makeButton(row.text, () => play(row.text)));
    line.append(head);
    line.insertCell().append(value(row));
    line.insertCell().textContent = say("prouvé", "proved");
  }
  replaceContent(find(".values .scroll"), [rows]);
  draw();
}

/** Draws the values and arrows on the board. */
function draw() {
  if (setup.open) return;
  const arrows = values.length > 0 || board.busy ? [] : (thought?.moves ?? []);
  // The dots of legal moves would hide the marks.
  frame.classList.toggle("marked", values.length > 0 || arrows.length > 0);
  drawArrows(board, arrows);
  drawValues(board, values, board.typed);
}

// The engine.

const wanted = { thoughts: false };
/** @type {EventSource | null} */ let stream = null;
const think = find(".think");

function stopThinking() {
  stream?.close();
  stream = null;
}

function startThinking() {
  stopThinking();
  if (shown?.over || setup.open) return;
  const asked = turn;
  const source = new EventSource(`/analysis/think?${query(at)}`);
  stream = source;
  const progress = find(".engine .progress");
  const onEvent = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
    source.addEventListener(name, (event) => asked === turn && act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  onEvent("queue", (/** @type {number} */ queue) => {
    progress.textContent = queue > 0 ? `${say("En attente :", "Waiting:")} ${queue}` : say("Il réfléchit…", "Thinking…");
  });
  onEvent("thought", (/** @type {ThoughtView} */ found) => {
    thought = found;
    showThought();
    draw();
  });
  onEvent("done", (/** @type {ThoughtView} */ found) => {
    thought = found;
    stopThinking();
    showThought();
    draw();
    const [best] = found.moves;
    find(".aloud").textContent = `${best.text} ${best.words}`;
  });
  const fail = () => {
    stopThinking();
    wanted.thoughts = false;
    showThought();
    progress.textContent = say("L'ordinateur n'est pas libre : réessayez dans un instant.", "The computer is not free: try again in a moment.");
  };
  onEvent("busy", fail);
  onEvent("failed", fail);
  source.addEventListener("error", () => asked === turn && stream === source && fail());
  showThought();
}

function showThought() {
  think.textContent = wanted.thoughts ? say("Arrêter de réfléchir", "Stop thinking") : say("Réfléchir", "Think");
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
  replaceContent(
    lines,
    moves.map((row, rank) => {
      const item = document.createElement("li");
      item.append(makeButton(row.text, () => play(row.text)), " ", value(row));
      const rest = rank === 0 ? pv.slice(1) : [];
      if (rest.length > 0) {
        const here = at;
        const line = makeButton(rest.join(" "), () => {
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
  wanted.thoughts = !wanted.thoughts;
  if (wanted.thoughts) startThinking();
  else stopThinking();
  showThought();
});

const review = new Review(table, {
  root: () => root,
  here: () => at,
  ask: (moves) => `/analysis/review?${new URLSearchParams({ game: spec, position: start, moves })}`,
  go,
  showTree,
});

const stopRefutation = () => review.stop();

const setup = new Setup(board, { frame, state, notice, panel: find("details.setup"), spec, tall, toggled: () => {
  stopRefutation();
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
  zoom.setAttribute("aria-pressed", String(frame.classList.toggle("zoomed")));
});

find(".values .ask").hidden = true;
readAddress();
void go(at);
