// @ts-check
// What players say to each other: a sign beside the button while there is something new, and a switch for who wants to hear nothing.

const MUTED = "muted";

export class Talk {
  /** How many messages of others were there when the drawer was seen last. */ #seen = -1;

  /** @param {HTMLElement} table */
  constructor(table) {
    this.drawer = /** @type {HTMLElement | null} */ (table.querySelector(".talk"));
    this.button = /** @type {HTMLElement | null} */ (table.querySelector(".to-talk"));
    const mute = /** @type {HTMLInputElement | null} */ (this.drawer?.querySelector("input.mute") ?? null);
    if (!this.drawer || !mute) return;
    mute.checked = localStorage.getItem(MUTED) === "on";
    this.drawer.classList.toggle("muted", mute.checked);
    mute.addEventListener("change", () => {
      localStorage.setItem(MUTED, mute.checked ? "on" : "off");
      this.drawer?.classList.toggle("muted", mute.checked);
      this.shown();
    });
    this.drawer.addEventListener("toggle", () => this.shown());
  }

  /** The messages of others. */
  get #heard() {
    return this.drawer?.querySelectorAll(".said li:not(.own, .note)").length ?? 0;
  }

  /** Tells whether there is something new, after the messages were drawn. */
  shown() {
    if (!this.drawer || !this.button) return;
    const open = this.drawer.matches(":popover-open");
    if (open || this.#seen < 0 || this.drawer.classList.contains("muted")) this.#seen = this.#heard;
    if (open) this.drawer.querySelector(".said")?.scrollTo(0, 1e6);
    const fresh = this.#heard - this.#seen;
    const sign = this.button.querySelector(".unread");
    if (sign) sign.textContent = fresh > 0 ? ` (${fresh})` : "";
    this.button.classList.toggle("fresh", fresh > 0);
  }
}
