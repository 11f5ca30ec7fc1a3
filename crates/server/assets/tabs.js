// @ts-check
// Tabs over sections that stand one under the other without scripts. Arrow keys go from one to the next.

export class Tabs {
  /** @type {HTMLElement[]} */ #panels;
  /** @type {HTMLButtonElement[]} */ #buttons = [];

  /** @param {HTMLElement} bar Holds the tabs. @param {HTMLElement[]} panels Each with its words as `data-tab`. @param {() => void} changed */
  constructor(bar, panels, changed) {
    this.#panels = panels;
    this.#buttons = panels.map((panel, place) => {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `tab-${place}`;
      tab.textContent = panel.dataset.tab ?? "";
      tab.setAttribute("role", "tab");
      panel.id ||= `panel-${place}`;
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => {
        if (this.chosen === panel) return;
        this.choose(panel);
        changed();
      });
      return tab;
    });
    bar.replaceChildren(...this.#buttons);
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const next = this.#buttons[(this.#panels.indexOf(this.chosen) + step + panels.length) % panels.length];
      next.click();
      next.focus();
    });
    bar.hidden = false;
    this.choose(panels[0]);
  }

  /** The panel that is shown. */
  get chosen() {
    return this.#panels.find((panel) => !panel.hidden) ?? this.#panels[0];
  }

  /** Shows a panel. @param {HTMLElement} shown */
  choose(shown) {
    this.#panels.forEach((panel, place) => {
      panel.hidden = panel !== shown;
      this.#buttons[place].setAttribute("aria-selected", String(panel === shown));
      this.#buttons[place].tabIndex = panel === shown ? 0 : -1;
    });
  }
}
