//! The one implementation of [`Session`].

use std::sync::Arc;

use damier_core::{Fault, Game, Lang, Outcome, Rng, Seat, SeatInfo, Stop, Verdict, perft::perft};
use damier_scene::{Scene, View};
use damier_search::Limits;

use crate::complete::complete;
use crate::{Completion, Kit, RatedText, Record, Session, Solved, Spec, Step, Tally};

/// A position of the line, with what the rules about lines need to know there.
struct Ply<G: Game> {
    position: G::Position,
    /// Plies in a row without progress, up to here.
    quiet: u32,
    outcome: Option<Outcome>,
}

pub(crate) struct Line<G: Game> {
    kit: Arc<Kit<G>>,
    /// The start and the position after every move: never empty, one longer than `moves`.
    plies: Vec<Ply<G>>,
    moves: Vec<String>,
    /// An end off the board.
    ended: Option<Outcome>,
}

impl<G: Game> Line<G> {
    pub(crate) fn new(kit: Arc<Kit<G>>, start: G::Position) -> Line<G> {
        let outcome = kit.game.outcome(&start);
        Line { kit, plies: vec![Ply { position: start, quiet: 0, outcome }], moves: Vec::new(), ended: None }
    }

    fn last(&self) -> &Ply<G> {
        self.plies.last().expect("a line has its start")
    }

    fn position(&self) -> &G::Position {
        &self.last().position
    }

    /// Says which rule about lines ends the game when `position` comes after `quiet` plies without progress.
    fn stop(&self, position: &G::Position, quiet: u32) -> Option<Stop> {
        let rules = self.kit.game.line_rules();
        let before = self.plies.iter().filter(|ply| rules.repetition && ply.position == *position).count();
        if before >= 2 {
            return Some(Stop::Repetition);
        }
        rules.quiet.is_some_and(|limit| quiet >= limit).then_some(Stop::Quiet)
    }

    fn text(&self, position: &G::Position) -> String {
        let mut text = String::new();
        self.kit.game.write_position(position, &mut text);
        text
    }

    fn describe(&self, lang: Lang) -> String {
        let Some(outcome) = self.outcome() else {
            let seat = self.seats()[self.to_move().index()].name.get(lang);
            return match (lang, self.seats().len()) {
                (Lang::Fr, 1) => "À vous".to_string(),
                (Lang::En, 1) => "Your move".to_string(),
                (Lang::Fr, _) => format!("Trait : {seat}"),
                (Lang::En, _) => format!("{seat} to move"),
            };
        };
        let reason = outcome.reason.text.get(lang);
        let score = outcome.score.map_or(String::new(), |[first, second]| format!(" {first}–{second}"));
        let names = |side| {
            let of_side = self.seats().iter().filter(|seat| seat.side == side);
            of_side.map(|seat| seat.name.get(lang)).collect::<Vec<_>>().join(" + ")
        };
        let verdict = match (outcome.verdict, lang) {
            (Verdict::Win(side), Lang::Fr) => format!("Gagné : {}", names(side)),
            (Verdict::Win(side), Lang::En) => format!("Won by {}", names(side)),
            (Verdict::Draw, Lang::Fr) => "Nul".to_string(),
            (Verdict::Draw, Lang::En) => "Draw".to_string(),
            (Verdict::Solved, Lang::Fr) => format!("Résolu en {} coups", self.moves.len()),
            (Verdict::Solved, Lang::En) => format!("Solved in {} moves", self.moves.len()),
        };
        format!("{verdict}{score} ({reason})")
    }
}

impl<G: Game> Session for Line<G> {
    fn spec(&self) -> &Spec {
        &self.kit.spec
    }

    fn seats(&self) -> &'static [SeatInfo] {
        self.kit.game.seats()
    }

    fn to_move(&self) -> Seat {
        self.kit.game.to_move(self.position())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or(self.last().outcome)
    }

    fn start(&self) -> String {
        self.text(&self.plies[0].position)
    }

    fn position(&self) -> String {
        self.text(Line::position(self))
    }

    fn key(&self) -> u64 {
        self.kit.game.key(Line::position(self))
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = Line::position(self);
        let mut moves = Vec::new();
        self.kit.game.moves_into(position, &mut moves);
        let write = |mv| {
            let mut text = String::new();
            self.kit.game.write_move(position, mv, &mut text);
            text
        };
        moves.into_iter().map(write).collect()
    }

    fn count(&self) -> u64 {
        if self.outcome().is_some() { 0 } else { self.kit.game.count_moves(Line::position(self)) }
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        if let Some(outcome) = self.outcome() {
            let reason = outcome.reason.text;
            return Err(Fault::new(
                format!("« {text} » : la partie est finie ({})", reason.fr),
                format!("\"{text}\": the game is over ({})", reason.en),
            ));
        }
        let game = &self.kit.game;
        let mut position = Line::position(self).clone();
        let mv = game.parse_move(&position, text)?;
        let quiet = if game.is_progress(&position, mv) { 0 } else { self.last().quiet + 1 };
        game.play(&mut position, mv);
        let by_line = || self.stop(&position, quiet).map(|stop| game.adjudicate(&position, stop));
        let outcome = game.outcome(&position).or_else(by_line);
        self.plies.push(Ply { position, quiet, outcome });
        self.moves.push(text.to_string());
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        if self.ended.take().is_some() {
            return None;
        }
        let undone = self.moves.pop()?;
        self.plies.pop();
        Some(undone)
    }

    fn end(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.ended = Some(outcome);
        }
    }

    fn steps(&self, text: &str) -> Vec<Step> {
        (self.kit.split)(&self.kit.game, Line::position(self), text)
    }

    fn complete(&self, typed: &str) -> Completion {
        let legal = self.legal();
        complete(typed, legal.iter().filter(|text| text.starts_with(typed)).map(|text| self.steps(text)))
    }

    fn scene(&self, view: &View) -> Scene {
        let mut scene = (self.kit.draw)(&self.kit.game, Line::position(self), view);
        scene.title = self.spec().to_string();
        if !view.pieces {
            return scene;
        }
        if let (Some(text), [.., before, _]) = (self.moves.last(), self.plies.as_slice()) {
            for (cell, mark) in self.kit.marks(&before.position, text) {
                scene.mark(&cell, mark);
            }
        }
        scene.captions.insert(0, self.describe(view.lang));
        scene
    }

    fn toggled(&self, cell: &str) -> Option<String> {
        let changed = self.kit.game.toggled(Line::position(self), cell)?;
        let mut text = String::new();
        self.kit.game.write_position(&changed, &mut text);
        Some(text)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.kit.game, Line::position(self), depth)
    }

    fn rollouts(&self, games: u32, rng: &mut Rng) -> Tally {
        let mut tally = Tally { games: u64::from(games), ..Tally::default() };
        for _ in 0..games {
            let mut position = Line::position(self).clone();
            let rollout = self.kit.game.rollout(&mut position, rng);
            tally.plies += u64::from(rollout.plies);
            match rollout.outcome.verdict {
                Verdict::Win(side) if side.index() == 1 => tally.second += 1,
                Verdict::Win(_) | Verdict::Solved => tally.first += 1,
                Verdict::Draw => tally.draws += 1,
            }
        }
        tally
    }

    fn solve(&self, limits: &Limits) -> Option<Solved<String>> {
        let solve = self.kit.solve.as_ref().filter(|_| self.outcome().is_none())?;
        let Solved { score, best, nodes } = solve(&self.kit.game, Line::position(self), limits)?;
        let mut text = String::new();
        self.kit.game.write_move(Line::position(self), best, &mut text);
        Some(Solved { score, best: text, nodes })
    }

    fn values(&self) -> Option<Vec<RatedText>> {
        if self.outcome().is_some() {
            return None;
        }
        let position = Line::position(self);
        let rated = self.kit.values(position)?;
        let text = |mv| {
            let mut text = String::new();
            self.kit.game.write_move(position, mv, &mut text);
            text
        };
        Some(rated.into_iter().map(|rated| RatedText { text: text(rated.mv), value: rated.value }).collect())
    }

    fn record(&self) -> Record {
        Record::of(self)
    }
}
