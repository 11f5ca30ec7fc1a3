// @ts-check
// Drawings of the analysis page: values and arrows on the board, and the graph of a game. Proven values are drawn in full
// colour with a glyph; estimates are drawn paler, with a tilde.

import { say, svgElement } from "./board.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types").Worth} Worth
 * @typedef {import("./types").MoveRow} MoveRow
 * @typedef {import("./types").GraphPoint} GraphPoint
 */

/** Draws the glyph of a proven value: a triangle up for a win, a bar for a draw, a triangle down for a loss. @param {string} kind @param {number} x @param {number} y @param {number} r */
export function glyph(kind, x, y, r) {
  const up = `${x - r},${y + r * 0.8} ${x + r},${y + r * 0.8} ${x},${y - r * 0.9}`;
  const down = `${x - r},${y - r * 0.8} ${x + r},${y - r * 0.8} ${x},${y + r * 0.9}`;
  if (kind === "draw") return svgElement("rect", { class: "is-draw", x: x - r, y: y - r * 0.35, width: 2 * r, height: 0.7 * r });
  return svgElement("polygon", { class: `is-${kind}`, points: kind === "win" ? up : down });
}

/** Makes the element that shows a value in a table or a list. @param {Worth} worth */
export function value(worth) {
  const span = document.createElement("span");
  span.className = worth.exact ? `value is-${worth.exact}` : "value estimate";
  if (worth.exact) {
    const picture = svgElement("svg", { viewBox: "-10 -10 20 20", class: "glyph", "aria-hidden": "true" });
    picture.append(glyph(worth.exact, 0, 0, 9));
    span.append(picture);
  }
  span.append(worth.words);
  return span;
}

/** Returns the cell on which the value of a move is shown: its last one, or the next one if more than two are left to click. @param {MoveRow} row @param {string} typed */
function target(row, typed) {
  const left = row.cells.slice(typed.match(/[a-z]+[0-9]+/g)?.length ?? 0);
  return left.length > 2 ? left[0] : row.cells.at(-1);
}

/**
 * Draws the value of each move on a cell. If several moves share a cell, the value of the best one is drawn.
 * @param {Board} board @param {MoveRow[]} rows Best first. @param {string} typed Only moves that begin with this are drawn.
 */
export function drawValues(board, rows, typed) {
  const layer = board.layer("values");
  /** @type {Set<string>} */ const done = new Set();
  for (const row of rows) {
    const cell = target(row, typed);
    const place = cell !== undefined && !done.has(cell) && row.text.startsWith(typed) ? board.place(cell) : null;
    if (!cell || !place || !row.exact) continue;
    done.add(cell);
    const { x, y, r } = place;
    const number = row.number === null ? "" : String(row.number);
    const size = r * (number.length > 2 ? 0.6 : 0.72);
    const width = r * (number ? 1.15 : 0.95) + number.length * size * 0.64;
    const left = x - width / 2;
    const group = svgElement("g", { class: `tag is-${row.exact}` });
    group.append(
      svgElement("rect", { class: "ground", x: left, y: y - r * 0.52, width, height: r * 1.04, rx: r * 0.3, "stroke-width": r * 0.07 }),
      glyph(row.exact, left + r * (number ? 0.52 : 0.475), y, r * 0.26),
    );
    if (number) {
      const words = svgElement("text", { x: left + r * 0.9, y: y + size * 0.36, "font-size": size });
      words.textContent = number;
      group.append(words);
    }
    layer.append(group);
  }
}

/** Draws the best three moves as arrows, or as rings if they have only one cell. @param {Board} board @param {Pick<MoveRow, "cells">[]} rows */
export function drawArrows(board, rows) {
  const layer = board.layer("arrows");
  rows.slice(0, 3).reverse().forEach((row, at, shown) => {
    const rank = shown.length - at;
    const places = row.cells.map((cell) => board.place(cell)).filter((place) => place !== null);
    const [from, to] = [places[0], places.at(-1)];
    if (!from || !to) return;
    const { r } = to;
    const group = svgElement("g", { class: `arrow rank-${rank}` });
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    if (long < 0.01) {
      group.append(svgElement("circle", { class: "ring", cx: to.x, cy: to.y, r: r * 0.8, "stroke-width": r * (rank === 1 ? 0.2 : 0.12) }));
    } else {
      const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
      const head = r * 0.6;
      const neck = { x: to.x - ux * head, y: to.y - uy * head };
      const bends = places.slice(1, -1).map(({ x, y }) => `${x},${y}`);
      group.append(
        svgElement("polyline", { class: "shaft", points: [`${from.x},${from.y}`, ...bends, `${neck.x},${neck.y}`].join(" "), "stroke-width": r * (rank === 1 ? 0.24 : 0.14) }),
        svgElement("polygon", { class: "head", points: `${to.x},${to.y} ${neck.x - uy * head * 0.55},${neck.y + ux * head * 0.55} ${neck.x + uy * head * 0.55},${neck.y - ux * head * 0.55}` }),
      );
    }
    const label = svgElement("text", { class: "rank", x: to.x, y: to.y + r * 0.2, "font-size": r * 0.6 });
    label.textContent = String(rank);
    if (long < 0.01) group.append(label);
    layer.append(group);
  });
}

/** The height of a graph, and the room beside and above it for words, in pixels. */
const [HIGH, LEFT, TOP] = [96, 26, 20];

/**
 * Draws the graph of the values of a game's positions. Up is good for the first player.
 * @param {GraphPoint[]} points By ply. @param {number} plies @param {number} now
 * @param {Map<number, string>} marks The marks of moves, by ply. @param {[string, string]} sides
 * @param {number} across The width of its place, in pixels. @param {(ply: number) => void} go
 */
export function graph(points, plies, now, marks, sides, across, go) {
  const wide = Math.max(240, across) - LEFT - 8;
  const picture = svgElement("svg", { viewBox: `0 0 ${wide + LEFT + 8} ${HIGH + 2 * TOP}`, role: "img" });
  const best = [...marks].map(([ply, mark]) => `${ply}${mark}`).join(", ");
  picture.setAttribute("aria-label", say(`Valeur au fil des ${plies} coups. Fautes : ${best || "aucune"}.`, `Value over the ${plies} moves. Mistakes: ${best || "none"}.`));
  const x = (/** @type {number} */ ply) => LEFT + (wide * ply) / Math.max(plies, 1);
  const y = (/** @type {number} */ expected) => TOP + HIGH * (1 - expected);
  for (const [expected, words] of /** @type {[number, string][]} */ ([[1, "1"], [0.5, "½"], [0, "0"]])) {
    const label = svgElement("text", { class: "scale", x: LEFT - 8, y: y(expected) + 4, "text-anchor": "end" });
    label.textContent = words;
    picture.append(svgElement("line", { class: "rule", x1: LEFT, x2: LEFT + wide, y1: y(expected), y2: y(expected) }), label);
  }
  for (const [expected, words] of /** @type {[number, string][]} */ ([[1, sides[0]], [0, sides[1]]])) {
    const label = svgElement("text", { class: "scale", x: LEFT, y: y(expected) + (expected ? -7 : 15) });
    label.textContent = `${words} ${say("gagne", "wins")}`;
    picture.append(label);
  }
  // So many plies apart stand the numbers below that they do not touch.
  const apart = [5, 10, 20, 50, 100, 200].find((step) => (wide * step) / Math.max(plies, 1) > 34) ?? 500;
  for (let ply = apart; ply < plies; ply += apart) {
    const label = svgElement("text", { class: "scale", x: x(ply), y: TOP + HIGH + 15, "text-anchor": "middle" });
    label.textContent = String(ply);
    if (x(ply) > LEFT + 90) picture.append(label);
    picture.append(svgElement("line", { class: "tick", x1: x(ply), x2: x(ply), y1: TOP + HIGH, y2: TOP + HIGH + 4 }));
  }
  picture.append(svgElement("line", { class: "now", x1: x(now), x2: x(now), y1: TOP, y2: TOP + HIGH }));
  points.forEach((point, at) => {
    const before = points[at - 1];
    const kind = point.exact ? "proven" : "guessed";
    if (before) {
      const both = point.exact && before.exact ? "proven" : "guessed";
      picture.append(svgElement("line", { class: both, x1: x(before.ply), y1: y(before.expected), x2: x(point.ply), y2: y(point.expected) }));
    }
    if (plies <= 60 || point.exact) picture.append(svgElement("circle", { class: kind, cx: x(point.ply), cy: y(point.expected), r: plies > 60 ? 1.6 : 2.6 }));
    const mark = marks.get(point.ply);
    if (mark) {
      const high = point.expected > 0.8 ? 14 : -6;
      const label = svgElement("text", { class: "mistake", x: x(point.ply), y: y(point.expected) + high, "text-anchor": "middle" });
      label.textContent = mark;
      picture.append(label);
    }
  });
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const clicked = ((event.clientX - box.left) / box.width) * (wide + LEFT + 8) - LEFT;
    go(Math.max(0, Math.min(plies, Math.round((clicked / wide) * plies))));
  });
  return picture;
}
