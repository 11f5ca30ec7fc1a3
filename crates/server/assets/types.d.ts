// The JSON that the server sends to scripts. Written by `DAMIER_RENEW=1 cargo test -p damier-server script_types`.

/** A position of a line: its picture and the moves that the reader can make. */
export type PositionView = {
  /** The picture, in which cells are buttons. */
  svg: string,
  /** Whose turn it is or how the game ended, in words. */
  state: string,
  /** More lines to show under the board. */
  captions: Array<string>,
  /** The text of the position. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether the game is over in this position. */
  over: boolean,
  /** The cells of the last move, in the order of the move. */
  last: Array<string>,
  /** What the reader is to do now; empty if he may not move here. */
  prompt: string,
  /** What lies beside the board. */
  trays: Array<TrayView>,
  /** The moves that the reader can make here by hand. */
  moves_by_hand: Array<HandMove>,
  /** The looks that those moves speak of: SVG about the centre of a cell. */
  symbols: Array<string>,
  /** The words of picks that are no plain cells. */
  labels: { [key in string]: string },
  /** Whether the reader may move here, but there are too many moves to make them by hand. */
  typed_only: boolean,
  /** The legal moves, if they are few enough to be listed. */
  legal: Array<string>,
};

/** The last position of a line, and its moves as players read them. */
export type LineView = {
  /** The moves, as players read them. */
  said: Array<string>,
  /** The picture, in which cells are buttons. */
  svg: string,
  /** Whose turn it is or how the game ended, in words. */
  state: string,
  /** More lines to show under the board. */
  captions: Array<string>,
  /** The text of the position. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether the game is over in this position. */
  over: boolean,
  /** The cells of the last move, in the order of the move. */
  last: Array<string>,
  /** What the reader is to do now; empty if he may not move here. */
  prompt: string,
  /** What lies beside the board. */
  trays: Array<TrayView>,
  /** The moves that the reader can make here by hand. */
  moves_by_hand: Array<HandMove>,
  /** The looks that those moves speak of: SVG about the centre of a cell. */
  symbols: Array<string>,
  /** The words of picks that are no plain cells. */
  labels: { [key in string]: string },
  /** Whether the reader may move here, but there are too many moves to make them by hand. */
  typed_only: boolean,
  /** The legal moves, if they are few enough to be listed. */
  legal: Array<string>,
};

/** Things that lie beside the board, by a player. */
export type TrayView = {
  /** The number of the seat. */
  seat: number,
  /** What one of them looks like: SVG about the point 0. */
  icon: string,
  /** How many there are. */
  count: number,
  /** How many have their place; 0 where they are only counted. */
  places: number,
  /** What they are. */
  words: string,
  /** The cell from which they come; empty for what is taken where it stood. */
  from: string,
};

/** A legal move: its text; its stages, parted by `|`, each of picks parted by blanks; and what it changes, parted by blanks: `c4:3` if the thing of this name then looks like the symbol 3, `c4:` if it goes. */
export type HandMove = [string, string, string];

/** The state of a game for its script, which gets it on request and after each action. */
export type GameState = {
  /** The rows of the list of moves that the page lacks. */
  rows: MoveRows,
  /** The texts of the moves in those rows. */
  moves: Array<string>,
  /** The parts of the panel beside the board. */
  parts: Parts,
  /** What the lamp shows, if it is on. */
  lamp: LampView | null,
  /** The number of plies played up to the position that is shown. */
  ply: number,
  /** The number of plies played in the whole game. */
  plies: number,
  /** The numbers of plies to show next, a step back and a step forwards. */
  steps: [number, number],
  /** Whether the reader may move in the position that is shown. */
  yours: boolean,
  /** Whether the computer is to move. */
  engine: boolean,
  /** Whether the game is over, whatever position is shown. */
  ended: boolean,
  /** The milliseconds that each seat has left, if there is a clock. */
  clocks: Array<number> | null,
  /** Whether the game waits for somebody who takes a free seat. */
  waiting: boolean,
  /** What stands for the state of all but the moves, as in [`GameNews`]. */
  changes: number,
  /** The id of the game that followed by agreement. */
  next: string | null,
  /** The picture, in which cells are buttons. */
  svg: string,
  /** Whose turn it is or how the game ended, in words. */
  state: string,
  /** More lines to show under the board. */
  captions: Array<string>,
  /** The text of the position. */
  position: string,
  /** The number of the seat whose turn it is. */
  turn: number,
  /** Whether the game is over in this position. */
  over: boolean,
  /** The cells of the last move, in the order of the move. */
  last: Array<string>,
  /** What the reader is to do now; empty if he may not move here. */
  prompt: string,
  /** What lies beside the board. */
  trays: Array<TrayView>,
  /** The moves that the reader can make here by hand. */
  moves_by_hand: Array<HandMove>,
  /** The looks that those moves speak of: SVG about the centre of a cell. */
  symbols: Array<string>,
  /** The words of picks that are no plain cells. */
  labels: { [key in string]: string },
  /** Whether the reader may move here, but there are too many moves to make them by hand. */
  typed_only: boolean,
  /** The legal moves, if they are few enough to be listed. */
  legal: Array<string>,
};

/** The rows of the list of moves that a page does not have yet. */
export type MoveRows = {
  /** The name of the line that the list then shows; sent back, it tells what the page knows. */
  line: string,
  /** The rows from the one that begins at this ply on are replaced. */
  from: number,
  /** The new rows, as HTML. */
  html: string,
};

/** How far a game is. */
export type GameNews = {
  /** The number of plies played. */
  plies: number,
  /** Whether the game is over. */
  ended: boolean,
  /** What stands for all else that its players see of it: who sits there, who is present, what is offered, what followed. */
  changes: number,
};

/** The parts of the panel that change with the game. Each field is the HTML inside the element whose `data-part` is its name. */
export type Parts = {
  /** The seats with their players, what lies by them, and clocks. */
  seats: string,
  /** Whose turn it is, or how the game ended. */
  status: string,
  /** What to do now. */
  prompt: string,
  /** How the match stands, if the game belongs to one. */
  series: string,
  /** More lines about the position. */
  captions: string,
  /** The fewest moves of a solitaire. */
  least: string,
  /** The legal moves, as suggestions for the text box. */
  legal: string,
  /** The links that step through the moves. */
  walk: string,
  /** The invitation, as long as a seat is free. */
  invitation: string,
  /** What players offer each other. */
  offers: string,
  /** What players have said to each other. */
  talk: string,
  /** What can be done once the game is over: another one, the review. */
  next: string,
  /** The buttons that take a move back or replay it. */
  back: string,
  /** The buttons that end the game, until it is over. */
  end: string,
};

/** What the lamp shows. */
export type LampView = {
  /** `win`, `draw` or `loss` if it is proven; nothing where it is unknown. */
  exact: "win" | "draw" | "loss" | null,
  /** The same in words. */
  words: string,
};

/** The move that decided a game, as its page shows it. */
export type TurningView = {
  /** The number of the move, from 1. */
  ply: number,
  /** What it threw away, and what would have kept it, in sentences. */
  words: string,
  /** The moves that refute it, from the opponent's answer on, as players read them. */
  line: Array<string>,
  /** The moves from the start of the game to the end of the refutation. */
  moves: string,
  /** The address at which the refutation is looked at. */
  link: string,
};

/** Why a click begins no move. */
export type WhyNot = {
  /** What one would have typed. */
  typed: string,
  /** What typing it is answered. */
  words: string,
  /** The rule that forbids it, where the game names one. */
  rule: RuleExtract | null,
};

/** A rule as the game's page has it. */
export type RuleExtract = {
  /** Its number there. */
  number: number,
  /** Its text. */
  words: string,
  /** Its address. */
  link: string,
};

/** A hint, as the page shows it. */
export type GameHint = {
  /** What to look at, or what to play, in a sentence. */
  words: string,
  /** The cells to mark: those to look at or, in the second step, those of the move in their order. */
  cells: Array<string>,
  /** The move, in the second step. */
  text: string | null,
};

/** How many positions the computer has examined, and how many it may examine. */
export type NodeProgress = {
  /** The number of positions examined so far. */
  nodes: number,
  /** The largest number of positions that it may examine. */
  of: number,
};

/** What a script gets when a rule is changed in the form. */
export type BeginPreview = {
  /** The picture of the board. */
  board: string,
  /** What will be played. */
  words: string,
  /** The choice of players, as HTML. */
  players: string,
  /** What is wrong with fields, by their names. */
  faults: { [key in string]: string },
};

/** How far a learner has come in a step, for scripts. */
export type LessonReport = {
  /** `open`, `missed` or `done`. */
  progress: "open" | "missed" | "done",
  /** The text to show, as HTML. */
  words: string,
  /** A hint for the current task, as HTML. */
  hint: string,
  /** All moves on the board: those before the step, the learner's, and the answers. */
  moves: Array<string>,
};

/** The verdict on a try. */
export type TryVerdict = "right" | "solved" | "slow" | "wrong";

/** The judgement of a try. */
export type TryAnswer = {
  /** Whether the try is right. */
  verdict: TryVerdict,
  /** The other side's answer, if the try is right and the game goes on. */
  answer: string | null,
  /** The moves that show why the try is wrong, beginning with the answer. */
  refutation: Array<string>,
  /** The verdict in words. */
  words: string,
};

/** The whole solution of a problem. */
export type SolutionLine = {
  /** The moves of both sides. */
  line: Array<string>,
};

/** A hint for a problem. */
export type Hint = {
  /** The text of the hint. */
  words: string,
  /** The cells to mark on the board. */
  cells: Array<string>,
};

/** The value of a move or a position for one player, in numbers and words. */
export type Worth = {
  /** `win`, `draw` or `loss` if the value is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** The number beside the glyph: the plies to a proven end, or the points of a proven score. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** The value in words. */
  words: string,
};

/** A move with its value for the player who makes it. */
export type MoveRow = {
  /** The text of the move. */
  text: string,
  /** The move as players read it. */
  said: string,
  /** Its cells, in the order of the move. */
  cells: Array<string>,
  /** `win`, `draw` or `loss` if the value is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** The number beside the glyph: the plies to a proven end, or the points of a proven score. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** The value in words. */
  words: string,
};

/** How a position stands, for both sides. */
export type Standing = {
  /** Who wins for certain, `first` or `second`, or `draw`; nothing for an estimate. */
  exact: "first" | "draw" | "second" | null,
  /** The plies to a proven end, or the points of a proven score. */
  number: number | null,
  /** The expected result of the first side, 0 to 1. */
  first: number,
  /** All of this in words. */
  words: string,
};

/** The moves of a position with their exact values. */
export type ExactValues = {
  /** The moves, best first; nothing if their values are not known. */
  moves: Array<MoveRow> | null,
  /** How the position stands, if that is known. */
  standing: Standing | null,
};

/** The engine's thoughts as the page shows them. */
export type ThoughtView = {
  /** How many plies deep it has searched. */
  depth: number,
  /** How many positions it has examined. */
  nodes: number,
  /** How many seconds it has thought. */
  seconds: number,
  /** The best moves, best first. */
  moves: Array<MoveRow>,
  /** The line it expects, beginning with the best move. */
  pv: Array<string>,
  /** How the position stands; nothing in a game for one. */
  standing: Standing | null,
};

/** The value of a position of the game, for the graph. */
export type GraphPoint = {
  /** The number of plies played. */
  ply: number,
  /** `win`, `draw` or `loss` if the value is proven; nothing for an estimate. */
  exact: "win" | "draw" | "loss" | null,
  /** The number beside the glyph: the plies to a proven end, or the points of a proven score. */
  number: number | null,
  /** The expected result, 0 to 1. */
  expected: number,
  /** The value in words. */
  words: string,
};

/** A move that was a mistake. */
export type Mistake = {
  /** Its number in the game, from 1. */
  ply: number,
  /** `?` for a doubtful move, `??` for a bad one. */
  mark: string,
  /** The name of the seat that made it. */
  seat: string,
  /** The text of the move. */
  played: string,
  /** The text of a better move. */
  better: string,
  /** The value of the better move for the player. */
  had: Worth,
  /** The value of the move played for the player. */
  has: Worth,
  /** The moves that refute it, beginning with the answer to it. */
  line: Array<string>,
  /** The name of the seat that answers. */
  answerer: string,
};

/** A position or a draft, drawn. */
export type SetupView = {
  /** Its text. */
  position: string,
  /** The picture, in which cells are buttons. */
  svg: string,
  /** Whose turn it is or how the game ended; if this is not a legal position, what is wrong. */
  state: string,
  /** Whether it is a legal position. */
  legal: boolean,
  /** The code of the seat that is to move. */
  turn: string,
};

/** What a script is told when a request fails. */
export type ErrorReport = {
  /** What went wrong, in the reader's language. */
  error: string,
};
