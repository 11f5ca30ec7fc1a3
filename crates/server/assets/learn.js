// @ts-check
// A lesson: moves are judged by the server, answers are played, steps that were done are ticked in this browser. Without
// this file the page works by its form and its links.

import { ask, say } from "./board.js";
import { Stage, instead, keep, recall } from "./stage.js";

/**
 * @typedef {import("./types").LessonReport} LessonReport
 * @typedef {{ done: Record<string, number[]> }} Kept
 */

const kept = () => recall("lessons", /** @type {Kept} */ ({ done: {} }));

// The list: which lessons were done.
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
  const [told, notice, again, restart] = [find(".say"), find(".notice"), find(".again"), find(".restart")];
  const hint = /** @type {HTMLDetailsElement} */ (find("details.hint"));
  /** The learner's moves that stand. */
  let own = (table.dataset.own ?? "").split(" ").filter(Boolean);

  const stage = new Stage(table, (text) => guard(() => follow([...own, text])));

  /** Plays the learner's moves. @param {string[]} moves */
  async function follow(moves) {
    stage.stop();
    notice.textContent = "";
    const asked = new URLSearchParams({ step, own: moves.join(" ") });
    const report = /** @type {LessonReport} */ (await ask(`/learn/${lesson}/try?${asked}`));
    const open = report.progress === "open";
    const answered = open && moves.length > own.length && report.moves.length === stage.moves.length + 2;
    if (report.progress !== "missed") own = moves;
    if (answered) {
      await stage.show(report.moves.slice(0, -1), false);
      if (!(await stage.unroll(report.moves.slice(-1), true))) return;
    } else {
      await stage.show(report.moves, open);
    }
    tell(report);
  }

  /** @param {LessonReport} report */
  function tell(report) {
    told.innerHTML = report.words;
    told.dataset.progress = report.progress;
    hint.open = false;
    hint.hidden = report.hint === "";
    /** @type {HTMLElement} */ (hint.querySelector("p")).innerHTML = report.hint;
    again.hidden = report.progress !== "missed";
    const done = report.progress === "done";
    for (const place of table.querySelectorAll(".onward, .after")) if (place instanceof HTMLElement) place.hidden = !done;
    if (!done) return;
    const all = kept();
    all.done[lesson] = [...new Set([...(all.done[lesson] ?? []), Number(step)])];
    keep("lessons", all);
    tick();
  }

  /** Ticks the steps that were done. */
  function tick() {
    const done = kept().done[lesson] ?? [];
    for (const link of table.querySelectorAll(".steps a")) {
      const number = link.getAttribute("data-number") ?? "";
      if (!done.includes(Number(number))) continue;
      link.textContent = `✓ ${number}`;
      link.setAttribute("aria-label", `${number}, ${say("faite", "done")}`);
    }
  }

  /** Does something; what goes wrong is said on the page. @param {() => Promise<void>} work */
  async function guard(work) {
    try {
      await work();
    } catch (error) {
      stage.board.reset();
      notice.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  instead(again, () => guard(() => follow(own)));
  instead(restart, () => {
    own = [];
    void guard(() => follow(own));
  });
  tick();
  void guard(() => follow(own));
}

const table = document.querySelector(".table.lesson");
if (table instanceof HTMLElement) run(table);
