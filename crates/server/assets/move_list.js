// @ts-check
// The list of moves beside a board: takes in the rows that are new, marks the move that is shown, and keeps it in sight.

export class MoveList {
  /** The name of the line that the list shows, for the server. */ #line = "";

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    // What the page was sent with is replaced by the first answer.
    this.list.closest("[popover]")?.addEventListener("toggle", () => this.#reveal());
  }

  /** The line that the list shows, as a part of a query. */
  get known() {
    return this.#line ? `&known=${this.#line}` : "";
  }

  /** Takes in new rows. @param {import("./types").MoveRows} rows */
  update({ line, from, html }) {
    if (line === this.#line) return;
    this.#line = line;
    const old = [...this.list.children].filter((row) => Number(row.getAttribute("data-from")) >= from);
    for (const row of old) row.remove();
    const template = document.createElement("template");
    template.innerHTML = html;
    this.list.append(template.content);
  }

  /** Marks the move that led to a position. @param {number} ply */
  show(ply) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    // Moves that say nothing are hidden: the one before them stands for them.
    for (let at = ply; at > 0; at -= 1) {
      const link = this.list.querySelector(`a[data-ply="${at}"]`);
      if (!(link instanceof HTMLElement) || link.hidden) continue;
      link.setAttribute("aria-current", "step");
      break;
    }
    this.#reveal();
  }

  /** Scrolls so that the move is seen that is shown; before the first move, to the top. */
  #reveal() {
    const row = this.list.querySelector("[aria-current]")?.closest("li");
    if (!row) this.list.scrollTop = 0;
    else if (row.offsetTop < this.list.scrollTop || row.offsetTop + row.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = row.offsetTop - (this.list.clientHeight - row.offsetHeight) / 2;
    }
  }
}
