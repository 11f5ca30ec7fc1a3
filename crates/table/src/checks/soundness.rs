//! Checks the engines against plain minimax: every game's test of every engine.

use damier_core::{Game, Rng, Side, Verdict, perft::perft};
use damier_search::proof::{Proof, Prover};
use damier_search::{
    AlphaBeta, Knowledge, Lead, Limits, Mate, Mind, MonteCarlo, MoveHints, Path, Score, Thought, Value,
    is_decided, plain,
};

use super::CheckFailure;
use crate::Kit;

/// An evaluation that means nothing, drawn from the position's key: every difference in the search shows.
struct Noise;

impl<G: Game> Knowledge<G> for Noise {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        (game.key(position) >> 20) as Score % 500
    }
}

impl<G: Game> MoveHints<G> for Noise {
    const REDUCTIONS: bool = false;
}

/// Plays random plies and compares, at positions on the way, what the engines say with plain minimax over at most about
/// `leaves` leaves.
pub(crate) fn check<G: Game>(kit: &Kit<G>, rng: &mut Rng, leaves: u64) -> Result<(), CheckFailure> {
    let game = &kit.game;
    let start = game.start(rng);
    let mut path = Path::new(game, start.clone());
    let mut line = Vec::new();
    // How the game goes on is drawn first, so that positions near its end are looked at too.
    while path.outcome(game).is_none() && line.len() < 400 {
        let mv = game.random_move(path.position(), rng);
        line.push(mv);
        if path.play(game, mv).is_some() {
            break;
        }
    }
    let back = [1, 2, 3, 5, 8, 13, line.len() as u32];
    for plies in back.into_iter().filter_map(|back| line.len().checked_sub(back as usize)) {
        let mut path = Path::new(game, start.clone());
        let over = line[..plies].iter().any(|&mv| path.play(game, mv).is_some());
        if !over && path.outcome(game).is_none() {
            compare(kit, &path, leaves).map_err(|wrong| kit.failure(path.position(), wrong))?;
        }
    }
    Ok(())
}

fn compare<G: Game>(kit: &Kit<G>, path: &Path<G>, leaves: u64) -> Result<(), String> {
    let game = &kit.game;
    let mut depth = 1;
    while depth < 8 && perft(game, path.position(), depth + 1) <= leaves {
        depth += 1;
    }
    let truth = plain::rate_all(game, &Noise, path, depth);
    let best = truth.iter().map(|(_, score)| *score).max().ok_or("a position without moves")?;
    let of = |mv: G::Move| truth.iter().find(|(known, _)| *known == mv).map_or(0, |(_, score)| *score);
    let think = |mind: &mut dyn Mind<G>, limits: &Limits| mind.think(game, path, limits, &mut |_| {});

    // Without a table alpha-beta is minimax.
    let limits = Limits { depth, ..Limits::nodes(u64::MAX) };
    let thought = think(&mut AlphaBeta::new(Noise).with_entries(0), &limits);
    let first = thought.best().ok_or("alpha-beta has no move")?;
    if Value::of(best, true) != first.value && Value::of(best, false) != first.value {
        return Err(format!("depth {depth}: minimax {best}, alpha-beta {:?}", first.value));
    }
    if of(first.mv) != best {
        return Err(format!("depth {depth}: alpha-beta's move is worth {}, the best {best}", of(first.mv)));
    }
    let even = Limits { even: true, ..limits };
    for rated in think(&mut AlphaBeta::new(Noise).with_entries(0), &even).moves {
        let score = of(rated.mv);
        if Value::of(score, true) != rated.value && Value::of(score, false) != rated.value {
            return Err(format!("depth {depth}: a move is worth {score}, rated {:?}", rated.value));
        }
    }

    // However short the thought, what it claims is true.
    for nodes in [20, 60, 200, 600] {
        let thought = think(&mut AlphaBeta::new(Noise), &Limits::nodes(nodes));
        agree("alpha-beta in haste", &thought, &truth, depth, false)?;
    }

    // With its table it sees more, but whatever is decided within the depth it decides alike.
    let limits = Limits { depth, ..Limits::nodes(200_000) };
    let thought = think(&mut AlphaBeta::new(Noise), &limits);
    agree("alpha-beta", &thought, &truth, depth, true)?;
    let first = thought.best().ok_or("alpha-beta has no move")?;
    if is_decided(best) && first.value != Value::of(best, false) {
        return Err(format!("minimax {best}, alpha-beta with a table {:?}", first.value));
    }
    // A solitaire's random games need not end in any reasonable time.
    if game.seats().len() > 1 {
        let thought = think(&mut MonteCarlo::plain(), &Limits::nodes(2000));
        agree("Monte-Carlo", &thought, &truth, depth, false)?;
    }
    let mut own = kit.own_engine();
    for nodes in [50, 300, 2000] {
        let thought = think(&mut *own, &Limits::nodes(nodes));
        agree("its engine", &thought, &truth, depth, false)?;
        if thought.moves.len() != truth.len()
            || thought.moves.iter().any(|rated| !truth.iter().any(|(mv, _)| *mv == rated.mv))
        {
            return Err(format!("its engine rates {} of {} moves", thought.moves.len(), truth.len()));
        }
        if thought.pv.first() != thought.moves.first().map(|rated| &rated.mv) {
            return Err("its engine expects another line than it plays".to_string());
        }
    }
    compare_mates(kit, path.position(), depth)?;
    let (proof, _) = Prover::new(1 << 14).prove(game, path, &Limits::nodes(20_000));
    match proof {
        Proof::Win(mv, plies)
            if plies <= depth
                && !matches!(Value::of(of(mv), false), Value::Win(within) if within <= plies) =>
        {
            Err(format!("proven to win in {plies}, but minimax says {}", of(mv)))
        }
        Proof::NoWin if matches!(Value::of(best, false), Value::Win(_)) => {
            Err(format!("proven not to win, but minimax says {best}"))
        }
        _ => Ok(()),
    }
}

/// Compares the search that proves problems, of games that have some, for the wins and the gains of both sides.
fn compare_mates<G: Game>(kit: &Kit<G>, position: &G::Position, depth: u32) -> Result<(), String> {
    let Some(recipe) = &kit.recipe else { return Ok(()) };
    let game = &kit.game;
    let side = game.side_to_move(position);
    let attackers = [side, side.other()].into_iter();
    let seated = |side: &Side| game.seats().iter().any(|seat| seat.side == *side);
    let questions: Vec<(Side, u32)> =
        attackers.filter(seated).flat_map(|side| (0..=depth).map(move |plies| (side, plies))).collect();
    if let Some(lead) = recipe.lead {
        // Where something is counted, the rules about lines decide by it too: the moves alone are compared.
        for (attacker, plies) in questions {
            for gain in [1, 2, i32::MAX] {
                let least = lead(game, position, attacker).saturating_add(gain);
                let aim = Aim { attacker, lead: (gain < i32::MAX).then_some((lead, least)) };
                let mut mate = match aim.lead {
                    Some((lead, least)) => Mate::gain(game, attacker, lead, least, u64::MAX),
                    None => Mate::new(game, attacker, recipe.insight, u64::MAX),
                };
                let truth = aim.forced(game, position, plies);
                if mate.within(position, plies) != Some(truth) {
                    return Err(format!("{attacker:?} gains {gain} within {plies}: by trying all {truth}"));
                }
            }
        }
        return Ok(());
    }
    let score = plain::minimax(game, &Noise, &Path::new(game, position.clone()), depth);
    let truth = Value::of(score, false);
    for (attacker, plies) in questions {
        let won = match truth {
            Value::Win(within) => attacker == side && within <= plies,
            Value::Loss(within) => attacker != side && within <= plies,
            _ => false,
        };
        if Mate::new(game, attacker, recipe.insight, u64::MAX).within(position, plies) != Some(won) {
            return Err(format!("a win of {attacker:?} within {plies}: minimax says {truth:?}"));
        }
    }
    Ok(())
}

/// What an attacker is after: to win, or to be ahead by so much when it is its turn or the game is over.
struct Aim<G: Game> {
    attacker: Side,
    lead: Option<(Lead<G>, i32)>,
}

impl<G: Game> Aim<G> {
    /// Says by trying everything whether the attacker gets there within so many plies.
    fn forced(&self, game: &G, position: &G::Position, plies: u32) -> bool {
        let (over, turn) = (game.outcome(position), game.side_to_move(position) == self.attacker);
        let there = match self.lead {
            Some((lead, least)) => (over.is_some() || turn) && lead(game, position, self.attacker) >= least,
            None => over.is_some_and(|end| end.verdict == Verdict::Win(self.attacker)),
        };
        if there || over.is_some() || plies == 0 {
            return there;
        }
        let mut after = game.moves(position).into_iter().map(|mv| game.after(position, mv));
        let mut forced = |after| self.forced(game, &after, plies - 1);
        if turn { after.any(&mut forced) } else { after.all(&mut forced) }
    }
}

/// Says whether what an engine claims to have proven within the depth is what minimax found. Where distances are
/// `exact`, they must be the same; otherwise a win may take longer than it need.
fn agree<M: Copy + PartialEq>(
    engine: &str,
    thought: &Thought<M>,
    truth: &[(M, Score)],
    depth: u32,
    exact: bool,
) -> Result<(), String> {
    let best = truth.iter().map(|(_, score)| *score).max().unwrap_or(0);
    if let Some(Value::Loss(plies)) = thought.best().map(|first| first.value) {
        // The best move's value is the position's: that one move loses does not make it lost.
        let lost = matches!(Value::of(best, false), Value::Loss(_));
        if !lost && (plies <= depth || is_decided(best)) {
            return Err(format!("{engine} says that all is lost in {plies}, minimax {best}"));
        }
    }
    for rated in &thought.moves {
        let score = truth.iter().find(|(mv, _)| *mv == rated.mv).map_or(0, |(_, score)| *score);
        let found = Value::of(score, false);
        let right = match (rated.value, found) {
            (Value::Win(plies), Value::Win(quickest)) => quickest <= plies,
            // A loss is only as quick as the winner makes it, who may not have found the quickest way.
            (Value::Loss(plies), Value::Loss(quickest)) => !exact || quickest <= plies,
            (Value::Win(plies) | Value::Loss(plies), Value::Estimate(_)) => plies > depth,
            (Value::Draw | Value::Estimate(_), Value::Estimate(_)) => true,
            (Value::Draw, Value::Win(_) | Value::Loss(_)) => false,
            (Value::Win(_) | Value::Loss(_), _) => false,
            (Value::Estimate(_), _) | (_, Value::Draw) => true,
        };
        if !right {
            return Err(format!("{engine} says {:?}, minimax {found:?}", rated.value));
        }
    }
    Ok(())
}
