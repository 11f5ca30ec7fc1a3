// @ts-check
// Variations: a tree of moves. Its text writes side lines in brackets, each before the move it replaces has gone on:
// "c3 b4 ( b2 d4 ) d5".

export class Twig {
  /** @type {Twig[]} The main line first. */ children = [];
  /** @type {string} `?` or `??`, once the game was looked through. */ mark = "";

  /** @param {string} text @param {Twig | null} parent */
  constructor(text, parent) {
    this.text = text;
    this.parent = parent;
  }

  /** Returns the twig that a move leads to, new or not. @param {string} text */
  add(text) {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    const twig = new Twig(text, this);
    this.children.push(twig);
    return twig;
  }

  /** Adds a line; returns its twigs. @param {string[]} texts */
  addLine(texts) {
    /** @type {Twig[]} */ const twigs = [];
    for (const text of texts) twigs.push((twigs.at(-1) ?? this).add(text));
    return twigs;
  }

  /** Returns the twigs from the first move to this one. @returns {Twig[]} */
  path() {
    return this.parent ? [...this.parent.path(), this] : [];
  }

  /** Returns the path, and how the main line goes on from here. */
  line() {
    const line = this.path();
    for (let twig = this.children[0]; twig; twig = twig.children[0]) line.push(twig);
    return line;
  }

  get ply() {
    return this.path().length;
  }

  /** Takes this twig and what follows off the tree. */
  cut() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }

  /** Makes every move of the path the main one. */
  promote() {
    for (const twig of this.path()) {
      const siblings = twig.parent?.children ?? [];
      siblings.sort((a, b) => Number(b === twig) - Number(a === twig));
    }
  }

  /** Says whether there is any side line from here on. @returns {boolean} */
  branches() {
    for (let twig = /** @type {Twig | undefined} */ (this); twig; twig = twig.children[0]) if (twig.children.length > 1) return true;
    return false;
  }

  /** Writes what follows. @returns {string} */
  write() {
    /** @type {string[]} */ const words = [];
    for (let twig = /** @type {Twig} */ (this); twig.children.length > 0; twig = twig.children[0]) {
      words.push(twig.children[0].text);
      for (const side of twig.children.slice(1)) words.push("(", side.text, ...[side.write()].filter(Boolean), ")");
    }
    return words.join(" ");
  }

  /** Reads a tree. @param {string} text */
  static read(text) {
    const root = new Twig("", null);
    /** @type {Twig[]} Where the lines go on that are interrupted by a side line. */ const open = [];
    let at = root;
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (word === "(") {
        open.push(at);
        at = at.parent ?? root;
      } else if (word === ")") {
        at = open.pop() ?? at;
      } else {
        at = at.add(word);
      }
    }
    return root;
  }
}
