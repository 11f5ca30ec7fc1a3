// @ts-check
// The rules of the game in a drawer beside the board. They are asked for once, when it is first opened; the board stays as it is.

import { leaveDrawer } from "./dom.js";

export class Drawer {
  #asked = false;
  /** @type {Element | null} What had the focus before. */ #before = null;

  /** @param {HTMLDialogElement} dialog @param {HTMLElement} opener The link to the rules. @param {() => boolean} busy Whether Escape means something else. */
  constructor(dialog, opener, busy) {
    this.dialog = dialog;
    this.text = /** @type {HTMLElement} */ (dialog.querySelector("article"));
    this.opener = opener;
    opener.setAttribute("aria-expanded", "false");
    opener.setAttribute("role", "button");
    opener.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (dialog.open) this.close();
      else void this.open();
    });
    opener.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      opener.click();
    });
    dialog.querySelector(".close")?.addEventListener("click", () => this.close());
    // Keys pressed there scroll, and do not walk through the game.
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      event.stopPropagation();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && dialog.open && !busy()) this.close();
    });
  }

  /** Opens the drawer. @param {number} [rule] The number of the rule to show. */
  async open(rule) {
    if (!this.dialog.open) {
      leaveDrawer(this.opener);
      this.#before = document.activeElement;
      this.dialog.show();
      this.opener.setAttribute("aria-expanded", "true");
      this.text.focus();
    }
    await this.#load();
    for (const marked of this.text.querySelectorAll(".marked")) marked.classList.remove("marked");
    const place = rule === undefined ? null : this.text.querySelector(`#rule-${rule}`);
    place?.classList.add("marked");
    if (place) place.scrollIntoView({ block: "center" });
  }

  /** Closes it, and gives the focus back. */
  close() {
    const inside = this.dialog.contains(document.activeElement);
    this.dialog.close();
    this.opener.setAttribute("aria-expanded", "false");
    if (inside && this.#before instanceof HTMLElement) this.#before.focus();
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    this.text.textContent = "…";
    const answer = await fetch(this.dialog.dataset.text ?? "").catch(() => null);
    if (!answer?.ok) {
      // The next time it is asked for anew.
      this.#asked = false;
      return;
    }
    this.text.innerHTML = await answer.text();
  }
}
