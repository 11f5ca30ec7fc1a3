// @ts-check
// Variations: a tree of moves. In its text a side line stands in brackets after the move that it replaces:
// "c3 b4 ( b2 d4 ) d5".

export class MoveNode {
  /** @type {MoveNode[]} The main line first. */ children = [];
  /** @type {string[]} The reader's arrows and circles. */ drawn = [];
  /** @type {string} `?` or `??` if the review found a mistake. */ mark = "";

  /** @param {string} text @param {MoveNode | null} parent */
  constructor(text, parent) {
    this.text = text;
    /** The move as players read it. */ this.said = text;
    this.parent = parent;
  }

  /** Returns the node that a move leads to, and adds it if it is new. @param {string} text */
  add(text) {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    const node = new MoveNode(text, this);
    this.children.push(node);
    return node;
  }

  /** Adds a line; returns its nodes. @param {string[]} texts */
  addLine(texts) {
    /** @type {MoveNode[]} */ const nodes = [];
    for (const text of texts) nodes.push((nodes.at(-1) ?? this).add(text));
    return nodes;
  }

  /** Returns the nodes from the first move to this one. @returns {MoveNode[]} */
  path() {
    return this.parent ? [...this.parent.path(), this] : [];
  }

  /** Returns the path and the main line after it. */
  line() {
    const line = this.path();
    for (let node = this.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The number of moves up to this node. */
  get ply() {
    return this.path().length;
  }

  /** Removes this node and what follows it from the tree. */
  cut() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }

  /** Makes the path to this node the main line. */
  promote() {
    for (const node of this.path()) {
      const siblings = node.parent?.children ?? [];
      siblings.sort((a, b) => Number(b === node) - Number(a === node));
    }
  }

  /** Says whether any move from here on has an alternative. @returns {boolean} */
  hasVariations() {
    return this.children.length > 1 || this.children.some((child) => child.hasVariations());
  }

  /** Returns the tree below this node as text. @returns {string} */
  write() {
    /** @type {string[]} */ const words = [];
    for (let node = /** @type {MoveNode} */ (this); node.children.length > 0; node = node.children[0]) {
      words.push(node.children[0].text);
      for (const side of node.children.slice(1)) words.push("(", side.text, ...[side.write()].filter(Boolean), ")");
    }
    return words.join(" ");
  }

  /** Reads a tree. @param {string} text */
  static read(text) {
    const root = new MoveNode("", null);
    /** @type {MoveNode[]} The nodes at which the interrupted lines go on. */ const open = [];
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
