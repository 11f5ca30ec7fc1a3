// @ts-check
// The pages of lessons: the server judges the moves, the answers are played on the board, and the steps done are kept in this
// browser. Without this script the page works by its form and its links.

import { ask, say } from "./board.js";
import { LineBoard, onPlainClick, saveKept, loadKept } from "./line_board.js";

/**
 * @typedef {import("./types").LessonReport} LessonReport
 * @typedef {{ done: Record<string, number[]> }} Kept
 */

const kept = () => loadKept("lessons", /** @type {Kept} */ ({ done: {} }));

// The list of lessons: marks those that were done.
for (const card of document.querySelectorAll(".card[data-lesson]")) {
  const done = kept().done[card.getAttribute("data-lesson") ?? ""]?.length ?? 0;
  const steps = Number(card.getAttribute("data-steps"));
  const tag = card.querySelector(".tag");
  if (!tag || done === 0) continue;
  tag.textContent = done < steps ? `${done} / ${steps} ${say("étapes faites", "steps done")}` : `✓ ${say("leçon faite", "lesson done")}`;
  tag.classList.toggle("solved", done >= steps);
}

/** Runs the page of a step. @param {HTMLElement} table */
function run(table) {
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
  const { lesson = "", step = "1" } = table.dataset;
  const [words, notice, again, restart] = [find(".say"), find(".notice"), find(".again"), find(".restart")];
  const hint = /** @type {HTMLDetailsElement} */ (find("details.hint"));
  /** The learner's accepted moves. */
  let own = (table.dataset.own ?? "").split(" ").filter(Boolean);

  const lineBoard = new LineBoard(table, (text) => guard(() => follow([...own, text])));

  /** Has the server judge the learner's moves, and shows the result. @param {string[]} moves */
  async function follow(moves) {
    lineBoard.stop();
    notice.textContent = "";
    const asked = new URLSearchParams({ step, own: moves.join(" ") });
    const report = /** @type {LessonReport} */ (await ask(`/learn/${lesson}/try?${asked}`));
    const open = report.progress === "open";
    const answered = open && moves.length > own.length && report.moves.length === lineBoard.moves.length + 2;
    if (report.progress !== "missed") own = moves;
    if (answered) {
      await lineBoard.show(report.moves.slice(0, -1), false);
      if (!(await lineBoard.playMoves(report.moves.slice(-1), true))) return;
    } else {
      await lineBoard.show(report.moves, open);
    }
    showReport(report);
  }

  /** Shows how far the learner has come. @param {LessonReport} report */
  function showReport(report) {
    words.innerHTML = report.words;
    words.dataset.progress = report.progress;
    hint.open = false;
    hint.hidden = report.hint === "";
    /** @type {HTMLElement} */ (hint.querySelector("p")).innerHTML = report.hint;
    again.hidden = report.progress !== "missed";
    const done = report.progress === "done";
    for (const place of table.querySelectorAll(".onward, .after")) if (place instanceof HTMLElement) place.hidden = !done;
    if (!done) return;
    const all = kept();
    all.done[lesson] = [...new Set([...(all.done[lesson] ?? []), Number(step)])];
    saveKept("lessons", all);
    tickSteps();
  }

  /** Ticks the steps that were done. */
  function tickSteps() {
    const done = kept().done[lesson] ?? [];
    for (const link of table.querySelectorAll(".steps a")) {
      const number = link.getAttribute("data-number") ?? "";
      if (!done.includes(Number(number))) continue;
      link.textContent = `✓ ${number}`;
      link.setAttribute("aria-label", `${number}, ${say("faite", "done")}`);
    }
  }

  /** Runs something and shows its error, if any, on the page. @param {() => Promise<void>} work */
  async function guard(work) {
    try {
      await work();
    } catch (error) {
      lineBoard.board.reset();
      notice.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  onPlainClick(again, () => guard(() => follow(own)));
  onPlainClick(restart, () => {
    own = [];
    void guard(() => follow(own));
  });
  tickSteps();
  void guard(() => follow(own));
}

const table = document.querySelector(".table.lesson");
if (table instanceof HTMLElement) run(table);
