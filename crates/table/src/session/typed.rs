//! The one implementation of [`Session`], whose game has a type.

use std::collections::BTreeMap;
use std::sync::Arc;

use damier_core::{Fault, Game, Outcome, Rng, Seat, SeatInfo, Stop, Verdict, perft::perft};
use damier_scene::{Change, Mark, Point, Scene, Shape, View, changes};
use damier_search::{Limits, Path};

use super::by_hand;
use super::complete::complete;
use super::open::game_over;
use crate::words;
use crate::{Completion, Gesture, Kit, RatedText, Record, Session, Solved, Spec, Step, Tally};

/// A position of the line, with what the rules about lines need to know there.
struct Ply<G: Game> {
    /// The move that led here; none at the start.
    mv: Option<G::Move>,
    position: G::Position,
    /// Plies in a row without progress, up to here.
    quiet: u32,
    outcome: Option<Outcome>,
}

pub(crate) struct TypedSession<G: Game> {
    kit: Arc<Kit<G>>,
    /// The start and the position after every move: never empty, one longer than `moves`.
    plies: Vec<Ply<G>>,
    moves: Vec<String>,
    /// An end off the board.
    ended: Option<Outcome>,
}

impl<G: Game> TypedSession<G> {
    pub(crate) fn new(kit: Arc<Kit<G>>, start: G::Position) -> TypedSession<G> {
        let outcome = kit.game.outcome(&start);
        TypedSession {
            kit,
            plies: vec![Ply { mv: None, position: start, quiet: 0, outcome }],
            moves: Vec::new(),
            ended: None,
        }
    }

    fn last(&self) -> &Ply<G> {
        self.plies.last().expect("a line has its start")
    }

    fn current(&self) -> &G::Position {
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

    /// Returns the ply with which the last turn begins; none at the start.
    fn last_turn(&self) -> Option<usize> {
        let mover = |ply: &Ply<G>| self.kit.game.to_move(&ply.position);
        let before = &self.plies[..self.plies.len() - 1];
        let last = before.last().map(mover)?;
        // Who plays alone has turns of one move.
        let other = |ply: &Ply<G>| self.seats().len() == 1 || mover(ply) != last;
        Some(before[..before.len() - 1].iter().rposition(other).map_or(0, |place| place + 1))
    }

    /// Marks the moves of the last turn, which begins with the ply `first`, and what they took.
    fn mark_last_turn(&self, first: usize, scene: &mut Scene) {
        let before = &self.plies[..self.plies.len() - 1];
        let mut path = Vec::new();
        for (ply, text) in before.iter().zip(&self.moves).skip(first) {
            for (cell, mark) in self.kit.marks(&ply.position, text) {
                scene.mark(&cell, mark);
            }
            path.extend(self.kit.split(&ply.position, text).into_iter().filter_map(|step| step.cell));
        }
        scene.taken = taken(&self.kit.things(&before[first].position, &scene.view), scene, &path);
        for cell in scene.taken.iter().map(|change| change.cell().to_string()).collect::<Vec<_>>() {
            scene.mark(&cell, Mark::Taken);
        }
    }

    /// Returns the line as engines see it, without an end off the board.
    pub(crate) fn path(&self) -> Path<G> {
        let game = &self.kit.game;
        let mut path = Path::new(game, self.plies[0].position.clone());
        for &mv in self.plies.iter().filter_map(|ply| ply.mv.as_ref()) {
            path.play(game, mv);
        }
        path
    }
}

/// Returns the things of one scene that another one has no longer, but for those that have moved: there are as many like them
/// as before, or something else stands at the end of the path, which a man becomes when it is crowned.
fn taken(before: &Scene, now: &Scene, path: &[String]) -> Vec<Change> {
    let (before, now) = (before.grouped(), now.grouped());
    let like = |things: &BTreeMap<&str, (Point, Vec<Shape>)>, shapes: &[Shape]| {
        things.values().filter(|(_, other)| other == shapes).count()
    };
    let all = changes(&before, &now);
    let mut gone: Vec<Change> = Vec::new();
    for change in all.iter().filter(|change| change.shapes.is_empty() && !change.name.contains('~')) {
        let shapes = before[change.name.as_str()].1.clone();
        let found = gone.iter().filter(|gone| gone.shapes == shapes).count();
        if like(&now, &shapes) + found < like(&before, &shapes) {
            gone.push(Change { shapes, ..change.clone() });
        }
    }
    // At the end of the path stands one more of its kind than before.
    let crowned = |name: &String| {
        let change = all.iter().find(|change| !change.shapes.is_empty() && change.name == *name);
        change.is_some_and(|change| like(&now, &change.shapes) > like(&before, &change.shapes))
    };
    let mover = path.iter().rev().find_map(|cell| gone.iter().position(|gone| gone.name == *cell));
    if let (true, Some(mover)) = (path.last().is_some_and(crowned), mover) {
        gone.remove(mover);
    }
    gone
}

impl<G: Game> Session for TypedSession<G> {
    fn spec(&self) -> &Spec {
        &self.kit.spec
    }

    fn seats(&self) -> &'static [SeatInfo] {
        self.kit.game.seats()
    }

    fn to_move(&self) -> Seat {
        self.kit.game.to_move(self.current())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or(self.last().outcome)
    }

    fn start(&self) -> String {
        self.kit.game.position_text(&self.plies[0].position)
    }

    fn position(&self) -> String {
        self.kit.game.position_text(self.current())
    }

    fn key(&self) -> u64 {
        self.kit.game.key(self.current())
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = self.current();
        let game = &self.kit.game;
        game.moves(position).into_iter().map(|mv| game.move_text(position, mv)).collect()
    }

    fn count(&self) -> u64 {
        if self.outcome().is_some() { 0 } else { self.kit.game.count_moves(self.current()) }
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        if let Some(outcome) = self.outcome() {
            return Err(game_over(&outcome).within(&format!("« {text} »"), &format!("\"{text}\"")));
        }
        let game = &self.kit.game;
        let mut position = self.current().clone();
        let mv = game.parse_move(&position, text)?;
        let quiet = if game.is_progress(&position, mv) { 0 } else { self.last().quiet + 1 };
        game.play(&mut position, mv);
        let by_line = || self.stop(&position, quiet).map(|stop| game.adjudicate(&position, stop));
        let outcome = game.outcome(&position).or_else(by_line);
        self.plies.push(Ply { mv: Some(mv), position, quiet, outcome });
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
        self.kit.split(self.current(), text)
    }

    fn gesture(&self, text: &str) -> Gesture {
        self.kit.gesture(self.current(), text)
    }

    fn typed(&self, picks: &[&str]) -> String {
        by_hand::typed(self, picks)
    }

    fn why_not(&self, picks: &[&str]) -> Fault {
        let typed = self.typed(picks);
        if let Some(outcome) = self.outcome() {
            return game_over(&outcome).within(&format!("« {typed} »"), &format!("\"{typed}\""));
        }
        let fault = self.kit.game.parse_move(self.current(), &typed).err();
        // What is picked may be a whole move by its text, though not by hand.
        fault.unwrap_or_else(|| {
            Fault::new(format!("« {typed} » se joue autrement"), format!("\"{typed}\" is made otherwise"))
        })
    }

    fn say(&self, text: &str) -> String {
        self.kit.said(self.current(), text)
    }

    fn said(&self) -> Vec<String> {
        let moves = self.plies.iter().zip(&self.moves);
        moves.map(|(ply, text)| self.kit.said(&ply.position, text)).collect()
    }

    fn previews(&self, view: &View) -> Vec<Vec<Change>> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = &self.kit.game;
        let before = self.kit.things(self.current(), view);
        let before = before.grouped();
        let change = |mv| changes(&before, &self.kit.things_after(self.current(), mv, view).grouped());
        game.moves(self.current()).into_iter().map(change).collect()
    }

    fn complete(&self, typed: &str) -> Completion {
        let legal = self.legal();
        complete(typed, legal.iter().filter(|text| text.starts_with(typed)).map(|text| self.steps(text)))
    }

    fn scene(&self, view: &View) -> Scene {
        let first = self.last_turn();
        let played = self.plies.iter().zip(&self.plies[1..]).skip(first.unwrap_or(self.plies.len()));
        let turn = played.filter_map(|(before, ply)| Some((&before.position, ply.mv?)));
        let mut scene = self.kit.picture(self.current(), turn, view);
        scene.title = self.spec().to_string();
        if !view.pieces {
            return scene;
        }
        if let Some(first) = first {
            self.mark_last_turn(first, &mut scene);
        }
        for tray in &mut scene.trays {
            tray.shapes = self.kit.stamp_shapes(tray.stamp, view);
        }
        if self.outcome().is_some() {
            scene.prompt.clear();
            scene.labels.clear();
        }
        scene.captions.insert(0, words::standing(self, view.lang));
        scene
    }

    fn sign(&self, seat: Seat, view: &View) -> Vec<Shape> {
        let seats = self.seats();
        let info = &seats[seat.index()];
        let stamps = self.kit.game.stamps();
        let pieces = |code: &str| stamps.iter().find(|stamp| !stamp.mark && code.starts_with(stamp.code));
        // Seats that are only numbered have the colours that begin and answer.
        let named = seats.iter().any(|info| pieces(info.code).is_some()) || seats.len() < 2;
        let stamp = if named { pieces(info.code) } else { pieces(["w", "b"][info.side.index()]) };
        stamp.map_or_else(Vec::new, |stamp| self.kit.stamp_shapes(stamp.code, view))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.kit.game, self.current(), depth)
    }

    fn rollouts(&self, games: u32, rng: &mut Rng) -> Tally {
        let mut tally = Tally { games: u64::from(games), ..Tally::default() };
        for _ in 0..games {
            let mut position = self.current().clone();
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
        let Solved { score, best, nodes } = solve(&self.kit.game, self.current(), limits)?;
        let best = self.kit.game.move_text(self.current(), best);
        Some(Solved { score, best, nodes })
    }

    fn values(&self) -> Option<Vec<RatedText>> {
        if self.outcome().is_some() {
            return None;
        }
        let position = self.current();
        let rated = self.kit.values(position)?;
        // An estimate among them would pass for proven.
        let exact = rated.iter().all(|rated| rated.value.exact().is_some());
        let text = |mv| self.kit.game.move_text(position, mv);
        let texts = rated.into_iter().map(|rated| RatedText { text: text(rated.mv), value: rated.value });
        exact.then(|| texts.collect())
    }

    fn record(&self) -> Record {
        Record::of(self)
    }
}
