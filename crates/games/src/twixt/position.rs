//! Positions of Twixt, and what a turn does to them.

use damier_core::board::{BitSet, Origin, Square, zobrist};
use damier_core::{Flow, Side};

use super::links::{Link, LinkTables, WAYS};

/// The holes of the largest board.
const HOLES: usize = 24 * 24;

/// One number for each peg on each hole, White's first, for each link by its way and its upper end, for Black to move,
/// and for a turn whose peg is set.
static KEYS: [u64; 6 * HOLES + 2] = zobrist::table(14);
const BLACK_MOVES: u64 = KEYS[6 * HOLES];
const PEG_IS_SET: u64 = KEYS[6 * HOLES + 1];

/// Which of the variants are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwixtRules {
    /// Paper and pencil: only the opponent's links bar a link.
    pub pencil: bool,
    /// Links are placed by hand, a turn goes by steps.
    pub manual: bool,
    /// Second may take the first move over.
    pub swap: bool,
}

/// The rules of Twixt on boards that fit in `W` words.
#[derive(Debug)]
pub struct Twixt<const W: usize> {
    pub(super) board: Square,
    pub(super) rules: TwixtRules,
    /// How many pegs each side has.
    pub(super) stock: u8,
    /// The holes that each side may use.
    pub(super) own: [BitSet<W>; 2],
    /// The same, as lists to draw from.
    pub(super) lists: [Vec<u16>; 2],
    /// The two goal lines of each side.
    pub(super) goals: [[BitSet<W>; 2]; 2],
    pub(super) link_tables: LinkTables,
    /// The upper ends of all the links that the board has room for, by way.
    pub(super) starts: [BitSet<W>; 4],
}

/// A position of Twixt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(super) pegs: [BitSet<W>; 2],
    /// The upper ends of the links of each way. A link has the colour of its ends.
    pub(super) links: [BitSet<W>; 4],
    pub(super) key: u64,
    /// How many pegs of each side are on the board.
    pub(super) count: [u8; 2],
    pub(super) to_move: Side,
    /// Whether the peg of this turn is set, and links may follow: only where links are placed by hand.
    pub(super) linking: bool,
    pub(super) winner: Option<Side>,
}

/// A move of Twixt: a turn, or a step of one where links are placed by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Sets a peg from the stock in a hole.
    Peg(u16),
    /// Moves a peg from one hole to another.
    Shift(u16, u16),
    /// Places a link.
    Link(Link),
    /// Ends the turn.
    Done,
    /// Takes the first move over.
    Swap,
}

impl<const W: usize> Position<W> {
    pub(super) const EMPTY: Position<W> = Position {
        pegs: [BitSet::EMPTY; 2],
        links: [BitSet::EMPTY; 4],
        key: 0,
        count: [0; 2],
        to_move: Side::First,
        linking: false,
        winner: None,
    };

    #[inline]
    pub(super) fn has(&self, link: Link) -> bool {
        self.links[link.way as usize].contains(link.from as usize)
    }

    #[inline]
    pub(super) fn tie(&mut self, link: Link) {
        self.links[link.way as usize].insert(link.from as usize);
        self.key ^= KEYS[(2 + link.way as usize) * HOLES + link.from as usize];
    }

    #[inline]
    pub(super) fn untie(&mut self, link: Link) {
        self.links[link.way as usize].remove(link.from as usize);
        self.key ^= KEYS[(2 + link.way as usize) * HOLES + link.from as usize];
    }

    /// Puts a peg in a free hole, without links.
    #[inline]
    pub(super) fn set(&mut self, side: Side, hole: usize) {
        self.pegs[side.index()].insert(hole);
        self.count[side.index()] += 1;
        self.key ^= KEYS[side.index() * HOLES + hole];
    }

    #[inline]
    pub(super) fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= BLACK_MOVES;
    }

    #[inline]
    pub(super) fn toggle_linking(&mut self) {
        self.linking = !self.linking;
        self.key ^= PEG_IS_SET;
    }
}

impl<const W: usize> Twixt<W> {
    /// Makes the rules for a board of `size` × `size` holes.
    ///
    /// # Panics
    /// If the board does not fit in `W` words.
    pub fn new(size: usize, rules: TwixtRules) -> Twixt<W> {
        assert!(size * size <= BitSet::<W>::CAPACITY);
        let board = Square::new(size, Origin::Top);
        let last = size - 1;
        let lines = [0, last].map(|line| {
            [Side::First, Side::Second].map(|side| {
                let across = |hole: &usize| match side {
                    Side::First => board.rank(*hole) == line,
                    Side::Second => board.file(*hole) == line,
                };
                (0..board.cells()).filter(across).collect::<BitSet<W>>()
            })
        });
        let goals = [0, 1].map(|side| [lines[0][side], lines[1][side]]);
        // The corners lie on lines of both sides, and so belong to neither.
        let own = [1, 0].map(|other| BitSet::below(board.cells()).without(goals[other][0] | goals[other][1]));
        Twixt {
            rules,
            stock: (size * size / 10).clamp(10, 50) as u8,
            lists: own.map(|holes| holes.iter().map(|hole| hole as u16).collect()),
            own,
            goals,
            link_tables: LinkTables::new(&board),
            starts: WAYS
                .map(|way| (0..board.cells()).filter(|&from| board.step(from, way).is_some()).collect()),
            board,
        }
    }

    /// Returns the free holes that a side may use.
    #[inline]
    pub(super) fn free(&self, position: &Position<W>, side: Side) -> BitSet<W> {
        self.own[side.index()].without(position.pegs[0] | position.pegs[1])
    }

    /// Says whether a side has no pegs left to set.
    #[inline]
    pub(super) fn used_up(&self, position: &Position<W>, side: Side) -> bool {
        position.count[side.index()] >= self.stock
    }

    /// Says whether links that are there bar a link of `side`.
    #[inline]
    pub(super) fn is_barred(&self, position: &Position<W>, side: Side, link: Link) -> bool {
        let other = &position.pegs[side.other().index()];
        let bars = |&crossing: &Link| {
            position.has(crossing) && (!self.rules.pencil || other.contains(crossing.from as usize))
        };
        self.link_tables.crossings(link).iter().any(bars)
    }

    /// Says whether a side may place a link between two of its pegs.
    pub(super) fn may_tie(&self, position: &Position<W>, side: Side, link: Link) -> bool {
        !position.has(link) && !self.is_barred(position, side, link)
    }

    /// Visits the links that the side to move may place.
    pub(super) fn each_link(&self, position: &Position<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let pegs = &position.pegs[position.to_move.index()];
        for hole in pegs.iter() {
            for spoke in self.link_tables.spokes(hole) {
                let down = spoke.link.from as usize == hole;
                if down
                    && pegs.contains(spoke.end as usize)
                    && self.may_tie(position, position.to_move, spoke.link)
                {
                    visit(Move::Link(spoke.link))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Takes a peg of `side` away with its links.
    #[inline]
    pub(super) fn lift(&self, position: &mut Position<W>, side: Side, hole: usize) {
        for spoke in self.link_tables.spokes(hole) {
            if position.has(spoke.link) {
                position.untie(spoke.link);
            }
        }
        position.pegs[side.index()].remove(hole);
        position.count[side.index()] -= 1;
        position.key ^= KEYS[side.index() * HOLES + hole];
    }

    /// Puts a peg in a free hole as a turn does: with every link it can make, unless links are placed by hand.
    #[inline]
    pub(super) fn place(&self, position: &mut Position<W>, side: Side, hole: usize) {
        position.set(side, hole);
        if self.rules.manual {
            position.toggle_linking();
            return;
        }
        if self.tie_all(position, side, hole) && self.joins(position, side, hole) {
            position.winner = Some(side);
        }
        position.pass_turn();
    }

    /// Ties a new peg to every other one that it can reach; says whether there was any.
    #[inline]
    pub(super) fn tie_all(&self, position: &mut Position<W>, side: Side, hole: usize) -> bool {
        let mut linked = false;
        // The new links share an end: they never cross each other, and their order does not matter.
        for spoke in self.link_tables.spokes(hole) {
            if position.pegs[side.index()].contains(spoke.end as usize)
                && !self.is_barred(position, side, spoke.link)
            {
                position.tie(spoke.link);
                linked = true;
            }
        }
        linked
    }

    /// Says whether the chain of a peg touches both goal lines of its side.
    pub(super) fn joins(&self, position: &Position<W>, side: Side, hole: usize) -> bool {
        let [source, target] = &self.goals[side.index()];
        let mut touched = (false, false);
        let mut seen = BitSet::<W>::EMPTY;
        let mut waiting = BitSet::<W>::EMPTY;
        seen.insert(hole);
        let mut at = hole;
        loop {
            touched = (touched.0 || source.contains(at), touched.1 || target.contains(at));
            for spoke in self.link_tables.spokes(at) {
                let end = spoke.end as usize;
                if position.has(spoke.link) && !seen.contains(end) {
                    seen.insert(end);
                    waiting.insert(end);
                }
            }
            match waiting.first() {
                Some(next) => {
                    waiting.remove(next);
                    at = next;
                }
                None => return touched.0 && touched.1,
            }
        }
    }

    /// Says whether Second may take the first move over: one peg, White's, and Black's turn begins.
    pub(super) fn may_swap(&self, position: &Position<W>) -> bool {
        self.rules.swap && position.to_move == Side::Second && position.count == [1, 0] && !position.linking
    }

    /// Returns the image of a hole: symmetries mirror files (1), rows (2) or both (3). The swap exchanges files and rows,
    /// and so leaves only the half turn.
    pub(super) fn image(&self, hole: usize, symmetry: usize) -> usize {
        let flips = if self.rules.swap { 3 * symmetry } else { symmetry };
        let last = self.board.width() - 1;
        let turn = |line: usize, flip: bool| if flip { last - line } else { line };
        self.board
            .cell(turn(self.board.file(hole), flips & 1 != 0), turn(self.board.rank(hole), flips & 2 != 0))
    }

    pub(super) fn link_ends(&self, link: Link) -> [usize; 2] {
        let from = link.from as usize;
        let end = self.board.step(from, WAYS[link.way as usize]);
        [from, end.expect("links of the net end on the board")]
    }

    pub(super) fn link_image(&self, link: Link, symmetry: usize) -> Link {
        let [a, b] = self.link_ends(link).map(|hole| self.image(hole, symmetry));
        self.link_tables.between(a, b).expect("a knight's move mirrors to a knight's move")
    }
}
