//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side,
    Stamp, Text, Tracker, no_cell,
};

use super::links::Link;
use super::position::{Move, Position, Twixt};
use super::text;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// What can stand in a hole.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static CONNECTION: Reason =
    Reason::new("connection", "Les deux lignes de but sont reliées", "The two goal lines are joined");

static CUT: Reason = Reason::new("cut-short", "Partie au hasard interrompue", "Random game cut short");

/// Returns the most plies of a random game. Once the stocks are used up, random pegs wander: up to 8 × 8 they nearly always
/// join two lines some day, on larger boards hardly ever, and such a game tells nothing more.
const fn patience(size: usize) -> u32 {
    if size <= 8 { 2000 } else { 200 }
}

impl<const W: usize> Game for Twixt<W> {
    type Position = Position<W>;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position<W> {
        Position::EMPTY
    }

    fn to_move(&self, position: &Position<W>) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position<W>) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let side = position.to_move;
        if position.winner.is_some() {
            return Flow::Continue(());
        }
        if position.linking {
            visit(Move::Done)?;
            return self.each_link(position, visit);
        }
        if self.may_swap(position) {
            visit(Move::Swap)?;
        }
        let free = self.free(position, side);
        if !self.used_up(position, side) {
            return free.iter().try_for_each(|hole| visit(Move::Peg(hole as u16)));
        }
        for from in position.pegs[side.index()] {
            free.iter().try_for_each(|to| visit(Move::Shift(from as u16, to as u16)))?;
        }
        Flow::Continue(())
    }

    fn play(&self, position: &mut Position<W>, mv: Move) {
        let side = position.to_move;
        match mv {
            Move::Peg(hole) => self.place(position, side, hole as usize),
            Move::Shift(from, to) => {
                self.lift(position, side, from as usize);
                self.place(position, side, to as usize);
            }
            Move::Link(link) => {
                position.tie(link);
                if self.joins(position, side, link.from as usize) {
                    position.winner = Some(side);
                }
            }
            Move::Done => {
                position.toggle_linking();
                position.pass_turn();
            }
            Move::Swap => {
                let hole = position.pegs[0].first().expect("the swap takes the first peg over");
                *position = Position::EMPTY;
                position.set(Side::Second, self.board.cell(self.board.rank(hole), self.board.file(hole)));
            }
        }
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.winner.map(|side| Outcome::win(side, &CONNECTION))
    }

    fn key(&self, position: &Position<W>) -> u64 {
        position.key
    }

    fn write_move(&self, _position: &Position<W>, mv: Move, out: &mut String) {
        text::write_move(self, mv, out);
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        text::write_position(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, Fault> {
        text::parse_position(self, text)
    }

    fn count_moves(&self, position: &Position<W>) -> u64 {
        let side = position.to_move;
        if position.winner.is_some() {
            return 0;
        }
        if position.linking {
            let mut count = 1;
            let _ = self.each_link(position, &mut |_| {
                count += 1;
                Flow::Continue(())
            });
            return count;
        }
        let free = u64::from(self.free(position, side).count());
        let pegs = if self.used_up(position, side) { u64::from(self.stock) } else { 1 };
        free * pegs + u64::from(self.may_swap(position))
    }

    /// Every position that nobody has won has a move: the pegs never fill the holes of a side.
    fn has_move(&self, position: &Position<W>) -> bool {
        position.winner.is_none()
    }

    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        let side = position.to_move;
        if position.winner.is_some() {
            return false;
        }
        let is_peg = |hole: usize| hole < self.board.cells() && position.pegs[side.index()].contains(hole);
        let is_free = |hole: u16| {
            (hole as usize) < self.board.cells() && self.free(position, side).contains(hole as usize)
        };
        let used_up = self.used_up(position, side);
        match mv {
            Move::Peg(hole) => !position.linking && !used_up && is_free(hole),
            Move::Shift(from, to) => !position.linking && used_up && is_peg(from as usize) && is_free(to),
            Move::Link(link) => {
                position.linking
                    && is_peg(link.from as usize)
                    && self
                        .link_tables
                        .spokes(link.from as usize)
                        .iter()
                        .any(|spoke| spoke.link == link && is_peg(spoke.end as usize))
                    && self.may_tie(position, side, link)
            }
            Move::Done => position.linking,
            Move::Swap => self.may_swap(position),
        }
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move, Fault> {
        text::read_move(self, text)
            .filter(|&mv| self.is_legal(position, mv))
            .ok_or_else(|| text::why_not(self, position, text))
    }

    fn why_not(&self, position: &Position<W>, text: &str) -> Option<Fault> {
        Some(text::why_not(self, position, text))
    }

    fn random_move(&self, position: &Position<W>, rng: &mut Rng) -> Move {
        let side = position.to_move;
        if position.linking {
            let mut left = rng.below(self.count_moves(position) as u32);
            let mut drawn = Move::Done;
            let _ = self.each_move(position, &mut |mv| {
                drawn = mv;
                left = left.wrapping_sub(1);
                if left == u32::MAX { Flow::Break(()) } else { Flow::Continue(()) }
            });
            return drawn;
        }
        if self.may_swap(position) && rng.below(self.count_moves(position) as u32) == 0 {
            return Move::Swap;
        }
        // Drawing until a hole is free is as fair as drawing among the free ones, and most holes are free.
        let list = &self.lists[side.index()];
        let mut draw = || list[rng.below(list.len() as u32) as usize];
        let taken = position.pegs[0] | position.pegs[1];
        let mut hole = draw();
        while taken.contains(hole as usize) {
            hole = draw();
        }
        if !self.used_up(position, side) {
            return Move::Peg(hole);
        }
        let from = position.pegs[side.index()].nth(rng.below(u32::from(self.stock)));
        Move::Shift(from.expect("the whole stock is on the board") as u16, hole)
    }

    /// Plays random moves as the trait says, but cuts the game short as a draw after 200 plies, on boards of at most 8 × 8
    /// after 2,000.
    fn rollout(&self, position: &mut Position<W>, rng: &mut Rng) -> Rollout {
        // Positions cannot recur before the pegs begin to move.
        let mut tracker: Option<Tracker> = None;
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome(position) {
                return Rollout { outcome, plies };
            }
            if plies == patience(self.board.width()) {
                return Rollout { outcome: Outcome::draw(&CUT), plies };
            }
            let mv = self.random_move(position, rng);
            if tracker.is_none() && self.used_up(position, position.to_move) {
                tracker = Some(Tracker::new(self, position));
            }
            self.play(position, mv);
            plies += 1;
            let stop = tracker.as_mut().and_then(|tracker| tracker.played(self, true, position));
            if let (None, Some(stop)) = (position.winner, stop) {
                return Rollout { outcome: self.adjudicate(position, stop), plies };
            }
        }
    }

    fn symmetries(&self) -> usize {
        if self.rules.swap { 2 } else { 4 }
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        let mut image = Position::EMPTY;
        for side in [Side::First, Side::Second] {
            for hole in position.pegs[side.index()] {
                image.set(side, self.image(hole, symmetry));
            }
        }
        for way in 0..4 {
            for from in position.links[way as usize] {
                image.tie(self.link_image(Link { from: from as u16, way }, symmetry));
            }
        }
        if position.to_move == Side::Second {
            image.pass_turn();
        }
        if position.linking {
            image.toggle_linking();
        }
        image.winner = position.winner;
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        let image = |hole: u16| self.image(hole as usize, symmetry) as u16;
        match mv {
            Move::Peg(hole) => Move::Peg(image(hole)),
            Move::Shift(from, to) => Move::Shift(image(from), image(to)),
            Move::Link(link) => Move::Link(self.link_image(link, symmetry)),
            Move::Done | Move::Swap => mv,
        }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }

    /// A peg comes with all the links that it can make, and goes with its links.
    fn place(&self, draft: &mut Draft, cell: &str, code: Option<char>) -> Result<(), Fault> {
        let hole = self.board.read(cell).ok_or_else(|| no_cell(cell))?;
        draft.put(cell, code, self.stamps())?;
        text::settle_links(self, draft, hole);
        Ok(())
    }
}
