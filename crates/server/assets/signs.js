// @ts-check
// The signs on a board while a move is made: what may be picked, what is picked, where it may go. Each has its own shape, as
// in the pictures: a ring around what is picked, a thin ring around what may be, a dot where one may go, four strokes around
// what may be taken.

import { svgElement } from "./dom.js";
import { placeOf } from "./pieces.js";

/** If more empty cells than this may be picked first, they get no dots: nearly every cell would have one. */
const MOST_DOTS = 25;
/** If more things than this may be picked next, they are marked only while the pointer or the focus rests on them. */
const MOST_RINGS = 6;
/** The widest stroke of a sign, and the narrowest of a mark, in pixels. */
const [WIDEST, NARROWEST] = [4.5, 2];
/** The heights that coordinates may have, in pixels. */
const [LOW, HIGH] = [11, 16];
/** From this width on, in pixels, the lines of a board grow by this share only: a board of few cells is no poster. */
const [LINE, GROWTH] = [3, 0.3];

/**
 * What the signs depend on: whether something stands on a cell; whether to pick it takes or turns that; whether it can be
 * dragged; whether a shape is to be laid, which has no signs of its own; which picks have no ring; the pick that waits for a
 * second tap.
 * @typedef {{ holds: (cell: string) => boolean, takes: (cell: string) => boolean, grips: (cell: string) => boolean,
 *   shape: boolean, plain: Set<string>, unconfirmed: string | null }} Open
 */

/** Draws the signs, and says which cells may be picked. @param {import("./frame.js").Frame} frame @param {import("./moves.js").Hand} hand @param {Open} open */
export function showSigns(frame, hand, open) {
  const [layer, scale] = [frame.layer("hints"), frame.scale];
  const { picks, next } = hand;
  const picked = new Set(picks.map(({ name }) => name));
  const begun = picks.length > 0 && !open.shape;
  const free = [];
  /** @type {import("./pieces.js").Place[]} */ const held = [];
  for (const cell of frame.cells) {
    const [name, pool] = [cell.getAttribute("data-cell") ?? "", cell.getAttribute("data-pool")];
    const target = next.has(name) || (pool !== null && next.has(pool) && !picked.has(name));
    const holds = open.holds(name);
    cell.classList.toggle("target", target);
    // A finger that drags what stands there does not scroll the page.
    cell.classList.toggle("grips", holds && open.grips(name));
    cell.setAttribute("aria-disabled", String(!target && !picked.has(name)));
    const place = target ? placeOf(cell) : null;
    if (!place) continue;
    if (!holds) free.push(place);
    else if (!begun || pool !== null) continue;
    else if (open.takes(name)) layer.append(capture(place, scale));
    else held.push(place);
  }
  if (held.length <= MOST_RINGS) for (const place of held) layer.append(ring("pick", place, 1.14, 0.09, scale));
  const dots = !open.shape && (begun || free.length <= MOST_DOTS);
  for (const { x, y, r } of dots ? free : []) layer.append(svgElement("circle", { class: "dot", cx: x, cy: y, r: Math.min(r * 0.2, 9 / scale) }));
  for (const { name, pool } of picks) {
    // Like things that are picked rise instead.
    const place = pool || open.plain.has(name) ? null : frame.place(name);
    if (place) layer.append(ring(name === open.unconfirmed ? "chosen unconfirmed" : "chosen", place, 1.1, 0.2, scale));
  }
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

/** Bounds the sizes of coordinates and the widths of lines and marks on the screen, whatever the board's size. @param {SVGSVGElement} picture */
export function boundSizes(picture) {
  const scale = scaleOf(picture);
  for (const words of picture.querySelectorAll(".layer-coords text")) {
    if (!(words instanceof SVGElement)) continue;
    const drawn = Number(words.getAttribute("font-size"));
    words.style.fontSize = `${Math.max(LOW, Math.min(HIGH, drawn * scale)) / scale}px`;
  }
  for (const line of picture.querySelectorAll(".layer-board .stroke-line[stroke-width]")) {
    if (!(line instanceof SVGElement)) continue;
    const width = Number(line.getAttribute("stroke-width")) * scale;
    line.style.strokeWidth = width > LINE ? `${(LINE + (width - LINE) * GROWTH) / scale}px` : "";
  }
  const marks = [...picture.querySelectorAll(".layer-marks [stroke-width]")].filter((mark) => mark instanceof SVGElement);
  const drawn = (/** @type {Element} */ mark) => Number(mark.getAttribute("stroke-width"));
  // Their halos are wider: all are drawn by the same share.
  const [widest, narrowest] = [Math.max(...marks.map(drawn)) * scale, Math.min(...marks.map(drawn)) * scale];
  const share = Math.min(Math.max(1, NARROWEST / narrowest), (WIDEST * 1.6) / widest);
  for (const mark of marks) mark.style.strokeWidth = share !== 1 ? `${drawn(mark) * share}px` : "";
}
