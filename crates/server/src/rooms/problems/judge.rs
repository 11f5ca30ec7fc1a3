//! Judging a try at a problem with the game's prover. The game's engine suggests defences and refutations.

use damier_core::{Fault, Side, Text};
use damier_search::{Limits, Value};
use damier_table::{Advice, AnyGame, EngineKind, Problem, Problems, RatedText, Session, Target};
use serde::Serialize;

/// The verdict on a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TryVerdict {
    /// It forces the goal within the moves that are left.
    Right,
    /// It reaches the goal, and the problem is solved.
    Solved,
    /// It wins or solves the game, but takes longer.
    Slow,
    /// It does not force the goal in the moves that are left.
    Wrong,
}

/// The judgement of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedTry {
    /// The verdict.
    pub verdict: TryVerdict,
    /// The best defence if the try is right and the game goes on, or the defender's last move if that loses at once.
    pub answer: Option<String>,
    /// The moves that show why the try is wrong, beginning with the defender's answer.
    pub refutation: Vec<String>,
    /// How many plies were left for the win, including the try.
    pub left: u32,
    /// Why the game is won, if the problem is solved.
    pub won: Option<Win>,
}

/// Why a problem is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// How the game ended on the board.
    pub reason: Text,
    /// How many replies there were to the first move; it was proved that it wins against each of them. None in a solitaire.
    pub replies: Option<u64>,
    /// In how many moves of the winner it was proved to win, the first included.
    pub moves: u32,
}

/// The number of nodes that the engine may search for a defence.
const NODES: u64 = 2_000;
/// The length of a refutation, in plies.
const SHOWN: usize = 5;

/// A problem in progress: the game and the moves made so far.
pub struct Attempt<'a> {
    game: &'a dyn AnyGame,
    prover: &'a dyn Problems,
    /// The line so far.
    pub session: Box<dyn Session>,
    problem: Problem,
    /// The side that is to reach the goal.
    winner: Side,
    /// How many plies are left for that.
    pub left: u32,
    /// In how many moves of the winner the problem is won.
    moves: u32,
}

/// The best that the other side can do against a try.
enum Defence {
    /// The win comes in time against every reply. The move is the reply that delays it longest, if it is the defender's turn.
    None(Option<String>),
    /// The win does not come in time. The move is the reply that prevents it, if it is the defender's turn.
    Holds(Option<String>),
}

impl<'a> Attempt<'a> {
    /// Sets up a problem of this game's variant and plays the moves made so far.
    ///
    /// # Errors
    /// If a move is impossible, or more were made than the problem has.
    pub fn new(
        game: &'a dyn AnyGame,
        prover: &'a dyn Problems,
        problem: &Problem,
        moves: &[&str],
    ) -> Result<Attempt<'a>, Fault> {
        let mut session = game.resume(&problem.position)?;
        let winner = side_to_move(&*session);
        let made = moves.len() as u32;
        if made > problem.quest.plies {
            return Err(Fault::new(
                "Le problème a moins de coups que cela.",
                "The problem has fewer moves than that.",
            ));
        }
        moves.iter().try_for_each(|text| session.play(text))?;
        let (problem, left, moves) = (problem.clone(), problem.quest.plies - made, problem.own_moves());
        Ok(Attempt { game, prover, session, problem, winner, left, moves })
    }

    /// Returns the quickest win from here against the best defence; empty if no win comes in time.
    pub fn line(&self) -> Vec<String> {
        if self.session.outcome().is_some() || side_to_move(&*self.session) != self.winner {
            return Vec::new();
        }
        self.quickest().map_or_else(Vec::new, |(_, line)| line)
    }

    /// Judges a move of the side that is to win.
    ///
    /// # Errors
    /// If the move is impossible, or it is the other side's turn.
    pub fn judge(mut self, text: &str) -> Result<JudgedTry, Fault> {
        if self.session.outcome().is_none() && side_to_move(&*self.session) != self.winner {
            return Err(Fault::new("Ce n'est pas à vous.", "It is not your turn."));
        }
        let left = self.left;
        let first = self.session.moves().is_empty();
        let expects = first && text == self.problem.solution;
        let line = if first && !expects { Vec::new() } else { self.line() };
        self.session.play(text)?;
        self.left = left.saturating_sub(1);
        let judged =
            |verdict, refutation| Ok(JudgedTry { verdict, answer: None, refutation, left, won: None });
        if expects && self.problem.quest.goal == Target::Find {
            return judged(TryVerdict::Solved, Vec::new());
        }
        if let Some(won) = self.won() {
            let won = won.then(|| self.win());
            let verdict = if won.is_some() { TryVerdict::Solved } else { TryVerdict::Wrong };
            return Ok(JudgedTry { verdict, answer: None, refutation: Vec::new(), left, won });
        }
        // Nobody answers in a solitaire.
        let answered = side_to_move(&*self.session) != self.winner;
        let expected = answered && line.first() == self.session.moves().last();
        if let Some(answer) = line.get(1).filter(|_| expected) {
            return Ok(self.answered(answer, left));
        }
        let advice = self.think();
        match self.defence(&advice) {
            Defence::None(None) => judged(TryVerdict::Right, Vec::new()),
            Defence::None(Some(answer)) => Ok(self.answered(&answer, left)),
            Defence::Holds(_) if self.wins_anyway(&advice) => judged(TryVerdict::Slow, Vec::new()),
            Defence::Holds(reply) => judged(TryVerdict::Wrong, self.refutation(advice, reply)),
        }
    }

    /// Says why the game is won, which it is.
    fn win(&self) -> Win {
        let reason = self.session.outcome().map_or(Text::new("", ""), |outcome| outcome.reason.text);
        let replies = || {
            let mut first = self.game.resume(&self.session.start()).ok()?;
            let side = side_to_move(&*first);
            first.play(self.session.moves().first()?).ok()?;
            (first.outcome().is_none() && side_to_move(&*first) != side).then(|| first.count())
        };
        Win { reason, replies: replies(), moves: self.moves }
    }

    /// Returns the problem's first move, as players read it.
    pub fn first(&self) -> String {
        let first = self.game.resume(&self.session.start());
        first.map_or_else(|_| self.problem.solution.clone(), |first| first.say(&self.problem.solution))
    }

    /// Returns the name of the side that is not to win.
    pub fn defender(&self) -> Text {
        let other = self.session.seats().iter().find(|seat| seat.side != self.winner);
        other.map_or(Text::new("L'adversaire", "The opponent"), |seat| seat.name)
    }

    /// Says whether the goal is reached, or the game is over without that; `None` while it is open.
    fn won(&self) -> Option<bool> {
        let reached = self.prover.reached(&self.problem, &self.session.position()).unwrap_or(None);
        reached.or_else(|| self.session.outcome().map(|_| false))
    }

    /// Judges a right move with this answer: the problem is solved if the answer loses at once.
    fn answered(&mut self, answer: &str, left: u32) -> JudgedTry {
        let won = self.with_move(answer, |after| (after.won() == Some(true)).then(|| after.win()));
        let verdict = if won.is_some() { TryVerdict::Solved } else { TryVerdict::Right };
        JudgedTry { verdict, answer: Some(answer.to_string()), refutation: Vec::new(), left, won }
    }

    /// Plays a move, calls `look`, and takes the move back.
    fn with_move<T>(&mut self, text: &str, look: impl FnOnce(&mut Self) -> T) -> T {
        let left = self.left;
        self.session.play(text).expect("the move is one of the legal ones");
        self.left = left.saturating_sub(1);
        let seen = look(self);
        self.left = left;
        self.session.undo();
        seen
    }

    /// Returns the number of plies and the moves of the quickest win in time, with the winner to move.
    fn quickest(&self) -> Option<(u32, Vec<String>)> {
        let position = self.session.position();
        let line = |plies| {
            let line = self.prover.line_from(&self.problem, &position, plies);
            line.ok().filter(|line| !line.is_empty()).map(|line| (plies, line))
        };
        // It is proven that the problem's first position has no quicker win.
        let least = if self.session.moves().is_empty() { self.left } else { 1 };
        (least..=self.left).find_map(line)
    }

    /// Returns the number of plies in which the winner wins from here, if that is in time.
    fn distance(&mut self) -> Option<u32> {
        if let Some(won) = self.won() {
            return won.then_some(0);
        }
        if self.left == 0 {
            return None;
        }
        if side_to_move(&*self.session) == self.winner {
            return self.quickest().map(|(plies, _)| plies);
        }
        let replies = self.session.legal();
        let longest =
            |longest: u32, text: &String| Some(longest.max(self.with_move(text, Attempt::distance)? + 1));
        replies.iter().try_fold(0, longest)
    }

    /// Searches for the best defence against the last move, beginning with the replies that the engine prefers.
    fn defence(&mut self, advice: &Advice) -> Defence {
        if side_to_move(&*self.session) == self.winner {
            return if self.line().is_empty() { Defence::Holds(None) } else { Defence::None(None) };
        }
        let mut best: Option<(u32, &str)> = None;
        for RatedText { text, .. } in &advice.moves {
            match self.with_move(text, Attempt::distance) {
                None => return Defence::Holds(Some(text.clone())),
                Some(plies) if best.is_none_or(|(most, _)| plies > most) => best = Some((plies, text)),
                Some(_) => {}
            }
        }
        Defence::None(best.map(|(_, text)| text.to_string()))
    }

    /// Says whether the engine has proven that the winner wins from here, in any number of moves.
    fn wins_anyway(&self, advice: &Advice) -> bool {
        let best = advice.moves.first().map(|best| best.value);
        if side_to_move(&*self.session) == self.winner {
            matches!(best, Some(Value::Win(_)))
        } else {
            matches!(best, Some(Value::Loss(_)))
        }
    }

    /// Returns the line that shows why the last move does not win in time, beginning with this reply.
    fn refutation(&mut self, advice: Advice, reply: Option<String>) -> Vec<String> {
        let mut line = match reply {
            Some(reply) if advice.pv.first() != Some(&reply) => vec![reply],
            _ => advice.pv,
        };
        line.truncate(SHOWN);
        let made = self.session.moves().len();
        for text in &line {
            self.session.play(text).expect("an engine's line is legal");
        }
        // Engines with exact values give no line; it is found move by move.
        while line.len() < SHOWN && self.session.outcome().is_none() {
            let Some(best) = self.think().moves.into_iter().next() else { break };
            self.session.play(&best.text).expect("an engine's move is legal");
            line.push(best.text);
        }
        while self.session.moves().len() > made {
            self.session.undo();
        }
        line
    }

    fn think(&self) -> Advice {
        self.game.player(EngineKind::Best).think(&*self.session, &Limits::nodes(NODES), &mut |_| {})
    }
}

/// Returns the side whose turn it is.
pub fn side_to_move(session: &dyn Session) -> Side {
    session.seats()[session.to_move().index()].side
}
