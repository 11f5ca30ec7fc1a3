// @ts-check
// Problems: tries are judged by the server, wrong ones are refuted on the board; what was solved, and the streak, are kept
// in this browser. Without this file the page works by its form and its links.

import { ask, press, say, shape } from "./board.js";
import { Stage, instead, keep, recall } from "./stage.js";

/**
 * @typedef {import("./types").TryAnswer} TryAnswer
 * @typedef {"tried" | "helped" | "clean"} Mark
 * @typedef {{ marks: Record<string, Mark>, streak: number, best: number }} Kept
 */

/** Reads what is kept: the marks of problems, how many in a row were solved at the first try, and the most ever. */
const kept = () => recall("problems", /** @type {Kept} */ ({ marks: {}, streak: 0, best: 0 }));

/** The words of a mark. @param {Mark | undefined} mark */
const markWords = (mark) =>
  mark === "clean"
    ? say("résolu du premier coup", "solved at the first try")
    : mark === "helped"
      ? say("résolu", "solved")
      : mark === "tried"
        ? say("essayé", "tried")
        : "";

/** Tells the streak wherever a page has a place for it. */
function tellStreak() {
  const { streak, best } = kept();
  for (const place of document.querySelectorAll(".streak")) {
    if (!(place instanceof HTMLElement)) continue;
    place.hidden = best === 0;
    place.textContent = `${place.dataset.words} ${streak} – ${say("la meilleure :", "the best:")} ${best}`;
  }
}

/** Adds a tag to a card. @param {Element} card @param {string} words @param {boolean} solved */
function tag(card, words, solved) {
  const made = document.createElement("span");
  made.className = solved ? "tag solved" : "tag";
  made.textContent = words;
  card.querySelector(".tags")?.append(made);
}

// The lists: what was solved.
const { marks } = kept();
for (const card of document.querySelectorAll("[data-problem]")) {
  const mark = marks[card.getAttribute("data-problem") ?? ""];
  if (mark) tag(card, `${mark === "tried" ? "" : "✓ "}${markWords(mark)}`, mark !== "tried");
}
for (const card of document.querySelectorAll("[data-set]")) {
  const own = Object.entries(marks).filter(([key, mark]) => key.startsWith(`${card.getAttribute("data-set")}/`) && mark !== "tried");
  const all = Number(card.getAttribute("data-count"));
  if (own.length > 0) tag(card, `${own.length} / ${all} ${say("résolus", "solved")}`, own.length === all);
}
tellStreak();

/** Runs the page of a problem. @param {HTMLElement} table */
function run(table) {
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (table.querySelector(what));
  const address = table.dataset.address ?? "";
  const key = table.dataset.key ?? "";
  const [state, told, notice] = [find(".state"), find(".hint"), find(".notice")];
  const [again, hinting, restart, solution, next] = [find(".again"), find(".hinting"), find(".restart"), find(".solution"), find(".onward")];
  /** The moves that stand, of both sides. */
  let made = (table.dataset.moves ?? "").split(" ").filter(Boolean);
  let step = 0;

  const stage = new Stage(table, play);

  /** Keeps a mark, unless a better one is kept, and the streak. @param {Mark} mark */
  function note(mark) {
    const all = kept();
    const had = all.marks[key];
    if (mark === "tried") {
      if (!had) all.marks[key] = "tried";
      // Who is helped begins anew, but not over a problem that was solved before.
      if (!had || had === "tried") all.streak = 0;
    } else if (!had) {
      all.marks[key] = "clean";
      all.streak += 1;
      all.best = Math.max(all.best, all.streak);
    } else if (had === "tried") {
      all.marks[key] = "helped";
    }
    keep("problems", all);
    tellMark();
  }

  function tellMark() {
    const words = markWords(kept().marks[key]);
    const place = find(".kept");
    place.hidden = !words;
    place.textContent = words && `${say("Ce problème :", "This problem:")} ${words}.`;
    tellStreak();
  }

  /** Shows a position, and what may be done there. @param {string[]} moves @param {boolean} open */
  async function show(moves, open) {
    await stage.show(moves, open);
    hinting.hidden = !stage.open;
  }

  /** @param {string} text */
  async function play(text) {
    await guard(async () => {
      const from = [...made, text];
      clear();
      await show(from, false);
      const answer = /** @type {TryAnswer} */ (await ask(`${address}/try?${new URLSearchParams({ moves: from.join(" ") })}`));
      state.textContent = answer.words;
      table.dataset.verdict = answer.verdict;
      if (answer.verdict === "right" || answer.verdict === "solved") await goOn(from, answer);
      else await refute(answer);
    });
  }

  /** @param {string[]} from @param {TryAnswer} answer */
  async function goOn(from, answer) {
    made = answer.answer ? [...from, answer.answer] : from;
    step = 0;
    if (answer.verdict === "solved") {
      note("clean");
      next.hidden = false;
    }
    if (answer.answer) await stage.unroll([answer.answer], true);
    else await show(made, true);
    hinting.hidden = !stage.open;
  }

  /** @param {TryAnswer} answer */
  async function refute(answer) {
    if (answer.verdict === "wrong") note("tried");
    again.hidden = false;
    const from = stage.moves;
    const done = await stage.unroll(answer.refutation, false);
    if (!done || answer.refutation.length === 0) return;
    const review = press(say("Revoir la réfutation", "Show the refutation again"), () =>
      guard(async () => {
        await show(from, false);
        if (await stage.unroll(answer.refutation, false)) stage.words.replaceChildren(review);
      }),
    );
    stage.words.replaceChildren(review);
  }

  /** Takes back what is said about the last try. */
  function clear() {
    stage.stop();
    state.textContent = told.textContent = notice.textContent = "";
    again.hidden = next.hidden = true;
    delete table.dataset.verdict;
  }

  /** Points at cells. @param {string[]} cells */
  function point(cells) {
    const layer = stage.board.layer("pointer");
    for (const name of cells) {
      const place = stage.board.place(name);
      if (place) layer.append(shape("circle", { class: "pointer", cx: place.x, cy: place.y, r: place.r * 1.12, "stroke-width": place.r * 0.16 }));
    }
  }

  /** Does something; what goes wrong is said on the page. @param {() => Promise<void>} work */
  async function guard(work) {
    try {
      await work();
    } catch (error) {
      await show(made, true).catch(() => {});
      notice.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Goes back to the moves that stand. @param {string[]} moves */
  async function back(moves) {
    made = moves;
    clear();
    await show(made, true);
  }

  instead(again, () => guard(() => back(made)));
  instead(restart, () => {
    step = 0;
    void guard(() => back([]));
  });
  instead(hinting, () =>
    guard(async () => {
      step = Math.min(step + 1, 3);
      note("tried");
      const hint = /** @type {import("./types").Hint} */ (await ask(`${address}/hint?${new URLSearchParams({ moves: made.join(" "), step: String(step) })}`));
      told.textContent = `${say("Indice", "Hint")} ${step}/3 – ${hint.words}`;
      point(hint.cells);
    }),
  );
  instead(solution, () =>
    guard(async () => {
      clear();
      note("tried");
      const { line } = /** @type {import("./types").SolutionLine} */ (await ask(`${address}/solution`));
      const items = line.map((text, place) => {
        const item = document.createElement("li");
        const button = press(text, () => {
          stage.stop();
          void guard(() => show(line.slice(0, place + 1), false));
        });
        button.className = "plain";
        item.append(button);
        return item;
      });
      find(".moves").hidden = false;
      find(".moves ol").replaceChildren(...items);
      made = [];
      await show(made, false);
      await stage.unroll(line, false);
    }),
  );

  tellMark();
  void guard(() => show(made, again.hidden));
}

const table = document.querySelector(".table.problem");
if (table instanceof HTMLElement) run(table);
