// @ts-check
// The signs on a board while a move is made: what may be picked, what is picked, where it may go. Each has its own shape, as
// in the pictures: a ring around what is picked, a thin ring around what may be, a dot where one may go, four strokes around
// what may be taken.

import { svgElement } from "./dom.js";
import { placeOf } from "./pieces.js";

/** If more empty cells than this may be picked first, they get no dots: nearly every cell would have one. */
const MOST_DOTS = 24;
/** The widest stroke of a sign, in pixels. */
const WIDEST = 4.5;
/** The heights that coordinates may have, in pixels. */
const [LOW, HIGH] = [11, 16];

/**
 * What may be picked next.
 * @typedef {{ next: (cell: Element) => boolean, holds: (cell: string) => boolean, takes: (cell: string) => boolean,
 *   begun: boolean, dots: boolean }} Open
 */

/** Draws the signs. @param {Element} layer @param {HTMLElement} root @param {Open} open @param {number} scale Pixels per unit of the board. */
export function drawTargets(layer, root, open, scale) {
  const free = [];
  for (const cell of root.querySelectorAll("[data-cell]")) {
    const name = cell.getAttribute("data-cell") ?? "";
    const target = open.next(cell);
    const holds = open.holds(name);
    cell.classList.toggle("target", target);
    // A finger that drags what stands there does not scroll the page.
    cell.classList.toggle("grips", target && holds);
    cell.setAttribute("aria-disabled", String(!target));
    const place = target ? placeOf(cell) : null;
    if (!place) continue;
    if (!holds) free.push(place);
    else if (open.begun) layer.append(open.takes(name) ? capture(place, scale) : ring("pick", place, 1.14, 0.09, scale));
  }
  if (!open.dots || (free.length > MOST_DOTS && !open.begun)) return;
  for (const { x, y, r } of free) layer.append(svgElement("circle", { class: "dot", cx: x, cy: y, r: Math.min(r * 0.2, 9 / scale) }));
}

/** Draws a ring. @param {string} kind @param {import("./pieces.js").Place} place @param {number} share @param {number} width @param {number} scale */
export function ring(kind, { x, y, r }, share, width, scale) {
  return svgElement("circle", { class: kind, cx: x, cy: y, r: r * share, "stroke-width": Math.min(r * width, WIDEST / scale) });
}

/** Draws four strokes that point at a cell. @param {import("./pieces.js").Place} place @param {number} scale */
function capture({ x, y, r }, scale) {
  const strokes = [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([dx, dy]) => `M${x + dx * r * 1.05},${y + dy * r * 1.05}L${x + dx * r * 0.6},${y + dy * r * 0.6}`);
  const group = svgElement("g", { class: "capture" });
  const width = Math.min(r * 0.16, WIDEST / scale);
  group.append(svgElement("path", { class: "halo", d: strokes.join(""), "stroke-width": width * 2 }), svgElement("path", { d: strokes.join(""), "stroke-width": width }));
  return group;
}

/** Returns how many pixels a unit of a picture takes. @param {SVGSVGElement} picture */
export function scaleOf(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const box = picture.getBoundingClientRect();
  return Math.min(box.width / width, box.height / height) || 1;
}

/** Bounds the sizes of coordinates and the widths of marks on the screen, whatever the board's size. @param {SVGSVGElement} picture */
export function boundSizes(picture) {
  const scale = scaleOf(picture);
  for (const words of picture.querySelectorAll(".layer-coords text")) {
    if (!(words instanceof SVGElement)) continue;
    const drawn = Number(words.getAttribute("font-size"));
    words.style.fontSize = `${Math.max(LOW, Math.min(HIGH, drawn * scale)) / scale}px`;
  }
  const marks = [...picture.querySelectorAll(".layer-marks [stroke-width]")].filter((mark) => mark instanceof SVGElement);
  const drawn = (/** @type {Element} */ mark) => Number(mark.getAttribute("stroke-width"));
  // Their halos are wider: all are drawn by the same share.
  const share = Math.min(1, (WIDEST * 1.6) / (Math.max(...marks.map(drawn), 0) * scale));
  for (const mark of marks) mark.style.strokeWidth = share < 1 ? `${drawn(mark) * share}px` : "";
}
