// What the server answers scripts. Written by `DAMIER_RENEW=1 cargo test -p damier-server script_types`.

/** A position of a line, drawn, with what may be done there. */
export type PositionView = {
  /** The picture, its cells buttons. */
  svg: string,
  /** Whose turn it is or how it ended, in words. */
  state: string,
  /** More lines under the board. */
  captions: Array<string>,
  /** The position's text. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether it is over here. */
  over: boolean,
  /** The cells of the last move, in its order. */
  last: Array<string>,
  /** What may be clicked first, if one may move here. */
  next: Array<ClickableStep>,
  /** The legal moves, where they are few enough to be listed. */
  legal: Array<string>,
  /** Whether a first click takes up a piece, or the like, rather than making a move. */
  picks: boolean,
};

/** A step that may be clicked or typed. */
export type ClickableStep = {
  /** The characters that it adds to the move. */
  text: string,
  /** The cell that stands for it. */
  cell: string | null,
  /** What its button says, where it has no cell. */
  label: string,
  /** The move as it then stands, where that is not what was there with `text` behind it. */
  whole: string | null,
  /** Whether the move is whole with it, and cannot go on: nothing need be asked before it is played. */
  ends: boolean,
};

/** What may follow the beginning of a move. */
export type Following = {
  /** The next steps. */
  next: Array<ClickableStep>,
  /** Whether it is a whole move. */
  complete: boolean,
};

/** A game after so many plies. */
export type GameView = {
  /** The ply that is shown. */
  ply: number,
  /** How many plies were played. */
  plies: number,
  /** The texts of all moves. */
  moves: Array<string>,
  /** Whether the reader may move now. */
  yours: boolean,
  /** Whether the computer is to move. */
  engine: boolean,
  /** Whether the game, not only its shown part, is over. */
  ended: boolean,
  /** The milliseconds that each seat has left. */
  clocks: Array<number> | null,
  /** The picture, its cells buttons. */
  svg: string,
  /** Whose turn it is or how it ended, in words. */
  state: string,
  /** More lines under the board. */
  captions: Array<string>,
  /** The position's text. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether it is over here. */
  over: boolean,
  /** The cells of the last move, in its order. */
  last: Array<string>,
  /** What may be clicked first, if one may move here. */
  next: Array<ClickableStep>,
  /** The legal moves, where they are few enough to be listed. */
  legal: Array<string>,
  /** Whether a first click takes up a piece, or the like, rather than making a move. */
  picks: boolean,
};

/** A game as its script asks for it, and gets it after all that it does. */
export type GameState = {
  /** What stands beside the board. */
  parts: Parts,
  /** The ply that is shown. */
  ply: number,
  /** How many plies were played. */
  plies: number,
  /** The texts of all moves. */
  moves: Array<string>,
  /** Whether the reader may move now. */
  yours: boolean,
  /** Whether the computer is to move. */
  engine: boolean,
  /** Whether the game, not only its shown part, is over. */
  ended: boolean,
  /** The milliseconds that each seat has left. */
  clocks: Array<number> | null,
  /** The picture, its cells buttons. */
  svg: string,
  /** Whose turn it is or how it ended, in words. */
  state: string,
  /** More lines under the board. */
  captions: Array<string>,
  /** The position's text. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether it is over here. */
  over: boolean,
  /** The cells of the last move, in its order. */
  last: Array<string>,
  /** What may be clicked first, if one may move here. */
  next: Array<ClickableStep>,
  /** The legal moves, where they are few enough to be listed. */
  legal: Array<string>,
  /** Whether a first click takes up a piece, or the like, rather than making a move. */
  picks: boolean,
};

/** The parts of the panel that change with the game. Each is the HTML of what stands in the element whose `data-part` is the field's name. */
export type Parts = {
  /** Who sits where, with their clocks. */
  seats: string,
  /** Whose turn it is, or how it ended. */
  status: string,
  /** More lines about the position. */
  captions: string,
  /** The fewest moves of a solitaire. */
  least: string,
  /** The legal moves, for the box in which one is typed. */
  legal: string,
  /** The steps through the moves, and their list. */
  moves: string,
  /** How it is played again, once it is over. */
  rematch: string,
  /** What may be taken back, or played again. */
  back: string,
  /** How it may be ended, until it is over. */
  end: string,
};

/** The positions that the computer has looked at, of those that it may. */
export type NodeProgress = {
  /** So many so far. */
  nodes: number,
  /** Of so many. */
  of: number,
};

/** How far a learner has come in a step, for scripts. */
export type LessonReport = {
  /** `open`, `missed` or `done`. */
  progress: "open" | "missed" | "done",
  /** What is said, as HTML. */
  words: string,
  /** A hint for what is to be done, as HTML. */
  hint: string,
  /** The moves on the board: those that came before, the learner's, and the answers. */
  moves: Array<string>,
};

/** What a try is worth. */
export type TryVerdict = "right" | "solved" | "slow" | "wrong";

/** How a try was judged, in words too. */
export type TryAnswer = {
  /** What it is worth. */
  verdict: TryVerdict,
  /** What the other side answers, where the try is right and the game goes on. */
  answer: string | null,
  /** Moves that show why it is wrong, the answer first. */
  refutation: Array<string>,
  /** The verdict in words. */
  words: string,
};

/** The whole solution. */
export type SolutionLine = {
  /** The moves of both sides. */
  line: Array<string>,
};

/** A hint. */
export type Hint = {
  /** What it says. */
  words: string,
  /** The cells that it points at. */
  cells: Array<string>,
};

/** What a move or a position is worth to somebody, in numbers and words. */
export type Worth = {
  /** `win`, `draw` or `loss` where it is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** What stands beside the glyph: the distance of a proven end in plies, or the points by which it is won. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** In words. */
  words: string,
};

/** A move with what it is worth to the player who makes it. */
export type MoveRow = {
  /** The text of the move. */
  text: string,
  /** Its cells, in its order. */
  cells: Array<string>,
  /** `win`, `draw` or `loss` where it is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** What stands beside the glyph: the distance of a proven end in plies, or the points by which it is won. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** In words. */
  words: string,
};

/** The moves of a position with their exact values. */
export type ExactValues = {
  /** Best first; nothing where they are not known. */
  moves: Array<MoveRow> | null,
};

/** What the engine thinks, as the page shows it. */
export type ThoughtView = {
  /** How many plies deep it has looked. */
  depth: number,
  /** How many positions it has looked at. */
  nodes: number,
  /** How long it has thought. */
  seconds: number,
  /** The best moves, best first. */
  moves: Array<MoveRow>,
  /** The line it expects, beginning with the best move. */
  pv: Array<string>,
};

/** What a position of the game is worth, as the graph shows it. */
export type Point = {
  /** After so many plies. */
  ply: number,
  /** `win`, `draw` or `loss` where it is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** What stands beside the glyph: the distance of a proven end in plies, or the points by which it is won. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** In words. */
  words: string,
};

/** A move that was a mistake. */
export type Mistake = {
  /** The ply that it made: 1 for the first move. */
  ply: number,
  /** `?` or `??`. */
  mark: string,
  /** Who made it. */
  seat: string,
  /** The move itself. */
  played: string,
  /** The one that was better. */
  better: string,
  /** What whoever had the choice had by the better one. */
  had: Worth,
  /** What he has by the one that was played. */
  has: Worth,
  /** How it is punished: the moves that follow it. */
  line: Array<string>,
};
