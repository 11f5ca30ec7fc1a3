// @ts-check
// What scripts share: the language of the page, elements, requests.

const SVG = "http://www.w3.org/2000/svg";

const french = document.documentElement.lang === "fr";
/** Returns the text in the language of the page. @param {string} fr @param {string} en */
export const say = (fr, en) => (french ? fr : en);

/** Matches if the reader asks for no animations. */
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Makes an SVG element. @param {string} name @param {Record<string, string | number>} attributes */
export function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Closes the drawer that an element lies in, if it is open: what the element does is seen outside. @param {Element | null} inside */
export function leaveDrawer(inside) {
  const drawer = inside?.closest("[popover]");
  if (drawer instanceof HTMLElement && drawer.matches(":popover-open")) drawer.hidePopover();
}

/** Makes a button. @param {string} words @param {() => unknown} act */
export function makeButton(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/**
 * Replaces the content of an element. If the keyboard's focus was inside it, the focus goes to the new element with the same
 * label, or to the current one, or else to the one in the same place.
 * @param {HTMLElement} place @param {Node[]} items
 */
export function replaceContent(place, items) {
  const all = () => [...place.querySelectorAll("button, a, summary, [tabindex]")];
  const label = (/** @type {Element | null} */ element) => element?.getAttribute("aria-label") ?? null;
  const [at, name] = [all().findIndex((element) => element === document.activeElement), label(document.activeElement)];
  place.replaceChildren(...items);
  if (at < 0) return;
  const again = all();
  const same = name === null ? undefined : again.find((element) => label(element) === name);
  const focus = same ?? place.querySelector("[aria-current]") ?? again[Math.min(at, again.length - 1)];
  if (focus instanceof HTMLElement) focus.focus();
}

/** Puts HTML from the server into an element, with `replaceContent`. @param {HTMLElement} place @param {string} html */
export function setHtml(place, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  replaceContent(place, [...template.content.childNodes]);
}

/** Sends a request to the server and returns the JSON of its answer. Throws an error that a person can read. @param {string} path @param {RequestInit} [init] */
export async function ask(path, init) {
  const answer = await fetch(path, { ...init, headers: { accept: "application/json", ...init?.headers } });
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(/** @type {Partial<import("./types").ErrorReport>} */ (body).error ?? answer.statusText);
  return body;
}
