// @ts-check
// Motion: how the things on a board go from one picture to the next. What moved slides, what changed turns over, what is gone
// fades, and what is new drops.

import { reducedMotion, svgElement } from "./dom.js";
import { isGuide } from "./pieces.js";

/** @typedef {import("./pieces.js").Piece} Piece */

/** How long a slide takes, and each further leap of a hop, in milliseconds. */
const [SLIDE, LEAP] = [150, 110];
/** More changes than this are no move but another position: nothing is animated. */
const MOST = 64;

/**
 * Finds which things have moved: those that look the same elsewhere, the nearest first.
 * @param {Piece[]} from @param {Piece[]} to @param {string[]} path The cells of the move.
 * @returns {[Piece, Piece][]}
 */
function moved(from, to, path) {
  /** @type {[Piece, Piece, number][]} */ const pairs = [];
  for (const old of from) {
    for (const now of to) {
      if (old.name === now.name || isGuide(old.name) || isGuide(now.name)) continue;
      const far = Math.hypot(now.x - old.x, now.y - old.y);
      const onPath = old.name === path[0] && now.name === path.at(-1);
      // A man that is crowned on its way is known by its path.
      if (onPath) pairs.push([old, now, -1]);
      else if (old.look === now.look) pairs.push([old, now, far]);
    }
  }
  pairs.sort((one, other) => one[2] - other[2]);
  /** @type {Set<Piece>} */ const done = new Set();
  /** @type {[Piece, Piece][]} */ const found = [];
  for (const [old, now] of pairs) {
    if (done.has(old) || done.has(now)) continue;
    done.add(old).add(now);
    found.push([old, now]);
  }
  return found;
}

/** What is so much as wide as the way to its neighbour cannot pass over that: it pushes it along. */
const FULL = 0.85;

/**
 * Replaces slides of things that fill their cells, over others that look alike, by slides of all of them, each to the next
 * place: so rows of tiles are pushed.
 * @param {[Piece, Piece][]} slides @param {Map<string, Piece>} before @param {Map<string, Piece>} after @returns {[Piece, Piece][]}
 */
function pushed(slides, before, after) {
  const alike = (/** @type {Piece} */ from) => [...after.values()].filter(({ name, look }) => look === from.look && before.get(name)?.look === look);
  return slides.flatMap(([from, to]) => {
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
    const along = (/** @type {Piece} */ { x, y }) => (x - from.x) * ux + (y - from.y) * uy;
    const aside = (/** @type {Piece} */ { x, y }) => Math.abs((x - from.x) * uy - (y - from.y) * ux);
    const between = alike(from).filter((piece) => aside(piece) < 0.05 && along(piece) > 0.05 && along(piece) < long - 0.05);
    const { width } = /** @type {SVGGraphicsElement} */ (to.element).getBBox();
    if (between.length === 0 || width * (between.length + 1) < FULL * long) return [[from, to]];
    const row = [from, ...between.sort((one, other) => along(one) - along(other)), to];
    return row.slice(1).map((piece, place) => /** @type {[Piece, Piece]} */ ([row[place], piece]));
  });
}

/** @param {number} x @param {number} y @param {string} [more] */
const at = (x, y, more = "") => `translate(${x}px, ${y}px) ${more}`;

/**
 * Animates what is different on a board that was just drawn anew.
 * @param {Element} layer Holds the things of the new picture.
 * @param {Map<string, Piece>} before @param {Map<string, Piece>} after
 * @param {{ name: string, x: number, y: number }[]} path The cells of the move that led here.
 */
function animate(layer, before, after, path) {
  if (reducedMotion.matches || document.hidden) return;
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const fresh = [...after.values()].filter(({ name }) => !before.has(name));
  const changed = [...after.values()].filter(({ name, look }) => before.has(name) && before.get(name)?.look !== look);
  if (gone.length + fresh.length + changed.length === 0 || gone.length + fresh.length + changed.length > MOST) return;
  const old = changed.map(({ name }) => /** @type {Piece} */ (before.get(name)));
  const moves = gone.length + fresh.length > 0;
  const names = path.map(({ name }) => name);
  const slides = pushed(moved([...gone, ...(moves ? old : [])], [...fresh, ...(moves ? changed : [])], names), before, after);
  const gliding = new Map(slides.map(([from, to]) => [to.name, from]));
  const left = new Set(slides.map(([from]) => from.name));
  const leaving = svgElement("g", { "aria-hidden": "true", "pointer-events": "none" });
  layer.before(leaving);
  let longest = 0;
  /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  const run = (element, frames, options) => {
    longest = Math.max(longest, Number(options.duration) + Number(options.delay ?? 0));
    return element.animate(frames, { easing: "ease-in-out", fill: "backwards", ...options });
  };
  let time = SLIDE;
  for (const [from, to] of slides) {
    const hops = from.name === names[0] && to.name === names.at(-1) && path.length > 2 ? path.slice(1, -1) : [];
    const duration = SLIDE + LEAP * hops.length;
    time = Math.max(time, duration);
    // What moves passes over what stands.
    layer.append(to.element);
    run(to.element, [at(from.x, from.y), ...hops.map(({ x, y }) => at(x, y)), at(to.x, to.y)].map((transform) => ({ transform })), { duration });
  }
  const fade = (/** @type {Piece} */ { element, x, y }) => {
    const copy = /** @type {Element} */ (element.cloneNode(true));
    leaving.append(copy);
    run(copy, [{ opacity: 1, transform: at(x, y) }, { opacity: 1, offset: 0.5, transform: at(x, y) }, { opacity: 0, transform: at(x, y, "scale(0.7)") }], { duration: time + 100, fill: "both" });
  };
  for (const piece of gone) if (!left.has(piece.name)) fade(piece);
  for (const piece of changed) {
    if (gliding.has(piece.name)) {
      const was = /** @type {Piece} */ (before.get(piece.name));
      if (!left.has(was.name)) fade(was);
      continue;
    }
    const was = /** @type {Piece} */ (before.get(piece.name));
    const copy = /** @type {Element} */ (was.element.cloneNode(true));
    layer.append(copy);
    run(copy, [{ transform: at(was.x, was.y) }, { transform: at(was.x, was.y, "scaleX(0)") }], { duration: SLIDE / 2, fill: "both", easing: "ease-in" }).addEventListener("finish", () => copy.remove());
    run(piece.element, [{ transform: at(piece.x, piece.y, "scaleX(0)") }, { transform: at(piece.x, piece.y) }], { duration: SLIDE / 2, delay: SLIDE / 2, easing: "ease-out" });
  }
  for (const piece of fresh) {
    if (gliding.has(piece.name)) continue;
    run(piece.element, [{ opacity: 0, transform: at(piece.x, piece.y, "scale(1.2)") }, { opacity: 1, transform: at(piece.x, piece.y) }], { duration: SLIDE });
  }
  setTimeout(() => leaving.remove(), longest + 50);
}

/**
 * Animates what is different now, after a move along a path of cells.
 * @param {import("./frame.js").Frame} frame @param {Map<string, Piece>} before @param {Map<string, Piece>} after @param {string[]} path
 */
export function animateFrom(frame, before, after, path) {
  const layer = frame.root.querySelector(".layer-pieces");
  const places = path.flatMap((name) => {
    const place = frame.place(name);
    return place ? [{ name, x: place.x, y: place.y }] : [];
  });
  if (layer && before.size > 0) animate(layer, before, after, places);
}
