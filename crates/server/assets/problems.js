// @ts-check
// The pages of problems: the server judges the tries, and wrong ones are refuted on the board. Which problems were solved, and
// the streak, are kept in this browser. Without this script the page works by its form and its links.

import { ask, makeButton, say, svgElement } from "./board.js";
import { LineBoard, onPlainClick, saveKept, loadKept } from "./line_board.js";

/**
 * @typedef {import("./types").TryAnswer} TryAnswer
 * @typedef {"tried" | "shown" | "helped" | "clean"} Mark Tried in vain; its solution or second hint was seen; solved later; solved at once.
 * @typedef {{ marks: Record<string, Mark>, streak: number, best: number }} Kept
 */

/** Reads what this browser keeps: the marks of problems, the current streak of problems solved at the first try, and the best. */
const kept = () => loadKept("problems", /** @type {Kept} */ ({ marks: {}, streak: 0, best: 0 }));

/** Returns a mark in words. @param {Mark | undefined} mark */
const markWords = (mark) =>
  mark === "clean"
    ? say("résolu du premier coup", "solved at the first try")
    : mark === "helped"
      ? say("résolu", "solved")
      : mark === "shown"
        ? say("solution vue", "solution seen")
        : mark === "tried"
          ? say("essayé", "tried")
          : "";

/** Says whether a mark counts as solved. @param {Mark | undefined} mark */
const isSolved = (mark) => mark === "clean" || mark === "helped";

/** Shows the streak wherever the page has a place for it. */
function showStreak() {
  const { streak, best } = kept();
  for (const place of document.querySelectorAll(".streak")) {
    if (!(place instanceof HTMLElement)) continue;
    place.hidden = best === 0;
    place.textContent = `${place.dataset.words} ${streak} – ${say("record :", "record:")} ${best}`;
  }
}

/** Adds a tag to a card. @param {Element} card @param {string} words @param {boolean} solved */
function addTag(card, words, solved) {
  const made = document.createElement("span");
  made.className = solved ? "tag solved" : "tag";
  made.textContent = words;
  card.querySelector(".tags")?.append(made);
}

// The lists of problems: marks those that were solved.
const { marks } = kept();
for (const card of document.querySelectorAll("[data-problem]")) {
  const mark = marks[card.getAttribute("data-problem") ?? ""];
  if (mark) addTag(card, `${isSolved(mark) ? "✓ " : ""}${markWords(mark)}`, isSolved(mark));
}
for (const card of document.querySelectorAll("[data-set]")) {
  const own = Object.entries(marks).filter(([key, mark]) => key.startsWith(`${card.getAttribute("data-set")}/`) && isSolved(mark));
  const all = Number(card.getAttribute("data-count"));
  if (own.length > 0) addTag(card, `${own.length} / ${all} ${say("résolus", "solved")}`, own.length === all);
}
showStreak();

/** Runs the page of a problem. @param {HTMLElement} table */
function run(table) {
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
  const address = table.dataset.address ?? "";
  const key = table.dataset.key ?? "";
  const [state, hintWords, notice] = [find(".state"), find(".hint"), find(".notice")];
  const [again, hintLink, restart, solution, next] = [find(".again"), find(".hinting"), find(".restart"), find(".solution"), find(".onward")];
  /** The accepted moves of both sides. */
  let made = (table.dataset.moves ?? "").split(" ").filter(Boolean);
  let step = 0;
  /** Whether the solution is shown. */
  let opened = !find(".moves").hidden;

  const lineBoard = new LineBoard(table, play);

  /** Records a mark, unless a better one was recorded before, and updates the streak. What was shown is not solved any more. @param {"tried" | "shown" | "clean"} mark */
  function recordMark(mark) {
    const all = kept();
    const had = all.marks[key];
    if (mark !== "clean") {
      if (!had || (had === "tried" && mark === "shown")) all.marks[key] = mark;
      // Help ends the streak, except on a problem that was solved before.
      if (!isSolved(had)) all.streak = 0;
    } else if (!had) {
      all.marks[key] = "clean";
      all.streak += 1;
      all.best = Math.max(all.best, all.streak);
    } else if (had === "tried") {
      all.marks[key] = "helped";
    }
    saveKept("problems", all);
    showMark();
  }

  function showMark() {
    const words = markWords(kept().marks[key]);
    const place = find(".kept");
    place.hidden = !words;
    place.textContent = words && `${say("Ce problème :", "This problem:")} ${words}.`;
    showStreak();
  }

  /** Shows a position; the reader may move there if it is `open`. @param {string[]} moves @param {boolean} open */
  async function show(moves, open) {
    await lineBoard.show(moves, open);
    hintLink.hidden = !lineBoard.open;
  }

  /** Tries a move. @param {string} text */
  async function play(text) {
    await guard(async () => {
      const from = [...made, text];
      clear();
      await show(from, false);
      const answer = /** @type {TryAnswer} */ (await ask(`${address}/try?${new URLSearchParams({ moves: from.join(" ") })}`));
      state.textContent = answer.words;
      table.dataset.verdict = answer.verdict;
      if (answer.verdict === "right" || answer.verdict === "solved") await continueWith(from, answer);
      else await showRefutation(answer);
    });
  }

  /** Goes on after a right move: plays the other side's answer. @param {string[]} from @param {TryAnswer} answer */
  async function continueWith(from, answer) {
    made = answer.answer ? [...from, answer.answer] : from;
    step = 0;
    // The game may go on where the problem is solved.
    const open = answer.verdict !== "solved";
    if (answer.verdict === "solved") {
      recordMark("clean");
      if (kept().marks[key] === "shown") state.textContent += ` ${say("La solution était vue : ce problème ne compte pas.", "The solution was seen: this problem does not count.")}`;
      next.hidden = false;
      listLine(made, say("La ligne gagnante", "The winning line"));
    }
    if (answer.answer) await lineBoard.playMoves([answer.answer], open);
    else await show(made, open);
    hintLink.hidden = !lineBoard.open;
  }

  /** Plays the refutation of a wrong move. @param {TryAnswer} answer */
  async function showRefutation(answer) {
    if (answer.verdict === "wrong") recordMark("tried");
    again.hidden = false;
    const from = lineBoard.moves;
    const done = await lineBoard.playMoves(answer.refutation, false);
    if (!done || answer.refutation.length === 0) return;
    const review = makeButton(say("Revoir la réfutation", "Show the refutation again"), () =>
      guard(async () => {
        await show(from, false);
        if (await lineBoard.playMoves(answer.refutation, false)) lineBoard.words.replaceChildren(review);
      }),
    );
    lineBoard.words.replaceChildren(review);
  }

  /** Removes the messages about the last try. */
  function clear() {
    lineBoard.stop();
    state.textContent = hintWords.textContent = notice.textContent = "";
    again.hidden = next.hidden = true;
    delete table.dataset.verdict;
  }

  /** Marks cells: one by a ring, a part of the board by smaller ones. @param {string[]} cells @param {boolean} part */
  function pointAt(cells, part) {
    const layer = lineBoard.board.layer("pointer");
    const [share, width] = part ? [0.92, 0.07] : [1.12, 0.16];
    for (const name of cells) {
      const place = lineBoard.board.place(name);
      if (place) layer.append(svgElement("circle", { class: part ? "pointer region" : "pointer", cx: place.x, cy: place.y, r: place.r * share, "stroke-width": place.r * width }));
    }
  }

  /** Lists the moves of a line, each a button that shows the board after it. @param {string[]} line @param {string} title */
  function listLine(line, title) {
    const items = line.map((text, place) => {
      const item = document.createElement("li");
      const button = makeButton(text, () => {
        lineBoard.stop();
        void guard(() => show(line.slice(0, place + 1), false));
      });
      button.className = "plain";
      item.append(button);
      return item;
    });
    find(".moves").hidden = false;
    find(".moves h2").textContent = title;
    find(".moves ol").replaceChildren(...items);
  }

  /** Puts the list of moves away. */
  function closeLine() {
    opened = false;
    find(".moves").hidden = true;
    solution.textContent = say("Solution", "Solution");
  }

  /** Runs something and shows its error, if any, on the page. @param {() => Promise<void>} work */
  async function guard(work) {
    try {
      await work();
    } catch (error) {
      await show(made, true).catch(() => {});
      notice.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Goes back to the position after these moves. @param {string[]} moves */
  async function resetTo(moves) {
    made = moves;
    clear();
    await show(made, true);
  }

  onPlainClick(again, () => guard(() => resetTo(made)));
  onPlainClick(restart, () => {
    step = 0;
    closeLine();
    void guard(() => resetTo([]));
  });
  onPlainClick(hintLink, () =>
    guard(async () => {
      step = Math.min(step + 1, 3);
      recordMark(step > 1 ? "shown" : "tried");
      const hint = /** @type {import("./types").Hint} */ (await ask(`${address}/hint?${new URLSearchParams({ moves: made.join(" "), step: String(step) })}`));
      hintWords.textContent = `${say("Indice", "Hint")} ${step}/3 – ${hint.words}`;
      pointAt(hint.cells, step < 3 && hint.cells.length > 1);
    }),
  );
  onPlainClick(solution, () => {
    if (opened) {
      closeLine();
      void guard(() => resetTo([]));
      return;
    }
    void guard(async () => {
      clear();
      recordMark("shown");
      const { line } = /** @type {import("./types").SolutionLine} */ (await ask(`${address}/solution`));
      opened = true;
      listLine(line, say("Solution", "Solution"));
      solution.textContent = say("Cacher la solution", "Hide the solution");
      made = [];
      await show(made, false);
      await lineBoard.playMoves(line, false);
    });
  });

  if (opened) recordMark("shown");
  showMark();
  void guard(() => show(made, again.hidden && !opened));
}

const table = document.querySelector(".table.problem");
if (table instanceof HTMLElement) run(table);
