//! The list of moves beside the board: a row for each round, a column for each seat. What a seat plays in a row is one turn,
//! one entry of the list. A page that has the beginning of a line already is sent only the rest.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_core::{Lang, Seat};
use damier_table::split_at_cells;
use maud::{Markup, html};
use serde::Serialize;

use crate::play::help;
use crate::play::stored::StoredGame;

/// The rows of the list of moves that a page does not have yet.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveRows {
    /// The name of the line that the list then shows; sent back, it tells what the page knows.
    pub line: String,
    /// The rows from the one that begins at this ply on are replaced.
    pub from: usize,
    /// The new rows, as HTML.
    pub html: String,
}

/// A turn: what a seat plays before another one does.
#[derive(Debug, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    /// The plies before the turn, and those after it.
    from: usize,
    to: usize,
}

/// The moves of a game, dealt out in turns and rounds.
pub struct MoveList {
    lang: Lang,
    /// The plies before which a hint was given.
    hinted: Vec<u32>,
    texts: Vec<String>,
    said: Vec<String>,
    rounds: Vec<Vec<Turn>>,
}

impl MoveList {
    /// Lists the moves of a game. Its session is at its last move.
    pub fn of(stored: &StoredGame, lang: Lang) -> MoveList {
        let seats = stored.saved.game.seats.len();
        let (texts, said) = (stored.session.moves().to_vec(), stored.session.said());
        let hinted = stored.saved.hinted.clone();
        MoveList { lang, hinted, rounds: rounds(&stored.movers, seats), texts, said }
    }

    /// Returns the name of the line up to a number of plies.
    fn line(&self, plies: usize) -> String {
        let mut hasher = DefaultHasher::new();
        self.texts[..plies].hash(&mut hasher);
        format!("{plies}-{:x}", hasher.finish())
    }

    /// Returns the rows that a page lacks which knows this line, if it is the beginning of this game.
    pub fn rows_after(&self, known: Option<&str>) -> MoveRows {
        let plies = known.and_then(|line| line.split_once('-')?.0.parse::<usize>().ok());
        let same = plies.filter(|&plies| plies <= self.texts.len() && Some(&*self.line(plies)) == known);
        // The last round that the page knows may go on, and what it knows of moves that were taken back is not there.
        let first = same
            .filter(|&plies| plies > 0)
            .map_or(0, |plies| self.rounds.partition_point(|round| round[0].from < plies).saturating_sub(1));
        let from = self.rounds.get(first).map_or(0, |round| round[0].from);
        let rows = html! { @for (number, round) in self.rounds.iter().enumerate().skip(first) { (self.row(number, round, None, "")) } };
        MoveRows { line: self.line(self.texts.len()), from, html: rows.0 }
    }

    /// Returns the texts of the moves after a number of plies.
    pub fn texts_from(&self, ply: usize) -> Vec<String> {
        self.texts[ply..].to_vec()
    }

    /// Draws all rows; the move that led to the position after `ply` plies is marked. Links keep the rest of the query.
    pub fn rows(&self, ply: usize, more: &str) -> Markup {
        html! { @for (number, round) in self.rounds.iter().enumerate() { (self.row(number, round, Some(ply), more)) } }
    }

    fn row(&self, number: usize, round: &[Turn], shown: Option<usize>, more: &str) -> Markup {
        html! {
            li data-from=(round[0].from) {
                span.nth { (number + 1) "." }
                @for turn in round {
                    span.turn data-seat=(turn.seat.0) {
                        @for ply in turn.from..turn.to { (self.entry(turn, ply, shown, more)) }
                    }
                }
            }
        }
    }

    /// Draws a move as a link to the position after it, or after those that follow silently.
    fn entry(&self, turn: &Turn, ply: usize, shown: Option<usize>, more: &str) -> Markup {
        let (text, said) = (&self.texts[ply], &self.said[ply]);
        let after = self.after(turn, ply);
        let current = shown.is_some_and(|shown| ply < shown && shown <= after);
        html! {
            a href={ "?ply=" (after) (more) } data-ply=(ply + 1) data-text=[(text != said).then_some(text)]
                hidden[self.is_silent(turn, ply)] aria-current=[current.then_some("step")] class=[is_long(said).then_some("long")] { (broken(said)) }
            @if self.hinted.contains(&(ply as u32)) { (help::mark(self.lang)) }
            " "
        }
    }

    /// Says whether a move of a turn is not worth its mention: it names no cell, such as the word that ends a turn.
    fn is_silent(&self, turn: &Turn, ply: usize) -> bool {
        ply > turn.from && split_at_cells(&self.texts[ply]).iter().all(|step| step.cell.is_none())
    }

    /// Returns how many plies are played after this one and those of its turn that follow silently.
    fn after(&self, turn: &Turn, ply: usize) -> usize {
        (ply + 1..turn.to).find(|&next| !self.is_silent(turn, next)).unwrap_or(turn.to)
    }

    /// Returns the number of plies to show next, forwards or back from here: a position that only waits for a silent move is
    /// passed over.
    pub fn walk(&self, from: usize, forwards: bool) -> usize {
        let turn = |ply: usize| self.rounds.iter().flatten().find(|turn| (turn.from..turn.to).contains(&ply));
        let waits = |plies: usize| turn(plies).is_some_and(|turn| self.is_silent(turn, plies));
        let step = |plies: usize| {
            if forwards { (plies + 1).min(self.texts.len()) } else { plies.saturating_sub(1) }
        };
        let mut plies = step(from);
        while waits(plies) {
            plies = step(plies);
        }
        plies
    }
}

/// Deals plies out in rounds of turns, by the seats that made them.
fn rounds(movers: &[Seat], seats: usize) -> Vec<Vec<Turn>> {
    let mut rounds: Vec<Vec<Turn>> = Vec::new();
    for (ply, &seat) in movers.iter().enumerate() {
        let turn = rounds.last_mut().and_then(|round| round.last_mut());
        match turn {
            // Who plays alone has turns of one move.
            Some(turn) if turn.seat == seat && seats > 1 => turn.to = ply + 1,
            _ => {
                let same_round = turn.is_some_and(|turn| turn.seat < seat);
                let turn = Turn { seat, from: ply, to: ply + 1 };
                match rounds.last_mut() {
                    Some(round) if same_round => round.push(turn),
                    _ => rounds.push(vec![turn]),
                }
            }
        }
    }
    rounds
}

/// From so many letters on a move is written smaller.
const LONG: usize = 11;

fn is_long(text: &str) -> bool {
    text.chars().count() >= LONG
}

/// Draws the text of a move; a long one breaks nowhere but between its parts.
fn broken(text: &str) -> Markup {
    html! { @if is_long(text) { @for part in text.split_inclusive('/') { span { (part) } wbr; } } @else { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(moves: &[(u8, &str)], seats: usize) -> MoveList {
        let movers: Vec<Seat> = moves.iter().map(|&(seat, _)| Seat(seat)).collect();
        let texts: Vec<String> = moves.iter().map(|(_, text)| text.to_string()).collect();
        let hinted = Vec::new();
        MoveList { lang: Lang::En, hinted, said: texts.clone(), texts, rounds: rounds(&movers, seats) }
    }

    /// Returns the plies of the turns of each round.
    fn dealt(list: &MoveList) -> Vec<Vec<(usize, usize)>> {
        list.rounds.iter().map(|round| round.iter().map(|turn| (turn.from, turn.to)).collect()).collect()
    }

    #[test]
    fn a_round_has_a_turn_of_each_seat() {
        assert_eq!(
            dealt(&listed(&[(0, "a1"), (1, "b1"), (0, "c1")], 2)),
            [vec![(0, 1), (1, 2)], vec![(2, 3)]]
        );
        // The second player begins, from a position that was set up.
        assert_eq!(dealt(&listed(&[(1, "a1"), (0, "b1")], 2)), [vec![(0, 1)], vec![(1, 2)]]);
        // Who plays alone has a row for each move.
        assert_eq!(dealt(&listed(&[(0, "a1"), (0, "b1")], 1)), [vec![(0, 1)], vec![(1, 2)]]);
    }

    /// In Twixt with links by hand a turn is a peg, links and "fin", which says nothing to a reader.
    const LINKS: [(u8, &str); 6] = [(0, "b1"), (0, "fin"), (1, "a2"), (1, "fin"), (0, "c3"), (0, "b1=c3")];

    #[test]
    fn a_turn_of_several_plies_is_one_entry_without_its_silent_end() {
        let list = listed(&LINKS, 2);
        assert_eq!(dealt(&list), [vec![(0, 2), (2, 4)], vec![(4, 6)]]);
        let html = list.rows(2, "").0;
        assert!(html.contains(r#"<a href="?ply=2" data-ply="1" aria-current="step">b1</a>"#), "{html}");
        assert!(html.contains(r#"data-ply="2" hidden"#), "{html}");
        assert!(html.contains(">c3</a> <a href=\"?ply=6\" data-ply=\"6\">b1=c3</a>"), "{html}");
        // Nobody waits where only the end of the turn is left.
        assert_eq!([list.walk(0, true), list.walk(2, true), list.walk(4, true)], [2, 4, 5]);
        assert_eq!([list.walk(5, false), list.walk(4, false), list.walk(2, false)], [4, 2, 0]);
        assert_eq!((list.walk(6, true), list.walk(0, false)), (6, 0));
    }

    #[test]
    fn a_page_is_sent_the_rows_that_it_lacks() {
        let list = listed(&LINKS, 2);
        let all = list.rows_after(None);
        assert_eq!((all.from, all.html.matches("<li").count()), (0, 2));
        let rest = list.rows_after(Some(&list.line(5)));
        assert_eq!((rest.from, rest.html.matches("<li").count()), (4, 1), "the round goes on");
        assert_eq!(list.rows_after(Some(&list.line(3))).from, 0);
        // What it knows is another line, a longer one, or no line at all.
        let other = listed(&[(0, "b1"), (0, "fin"), (1, "a3"), (1, "fin"), (0, "c3")], 2);
        for known in [&other.line(5), "9-0", "x", ""] {
            assert_eq!(list.rows_after(Some(known)).from, 0, "{known}");
        }
        assert_eq!(list.rows_after(Some(&all.line)).line, all.line);
    }
}
