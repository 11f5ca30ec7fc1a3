use std::collections::{BTreeSet, HashMap};

use damier_core::{Game, Indexed, Rng};
use damier_search::{Solution, Value as Worth};
use damier_solve::{Job, Study, StudyError};

use super::twin::{Value, World};
use super::{Crosses, ENTRY};

const JOB: Job = Job { memory: 1 << 20, ..Job::new() };

fn study(variant: &str) -> Study {
    ENTRY.variant(variant).unwrap().study(&JOB).expect("there is a study").unwrap()
}

fn count(study: &Study, of: &str, name: &str) -> usize {
    study.counts[of][name].as_u64().expect("it is counted") as usize
}

#[test]
fn every_value_follows_from_the_positions_after_it() {
    for classic in [false, true] {
        let game = Crosses::new(classic);
        let solution = Solution::of(&game);
        let mut rng = Rng::new(1);
        for number in 0..game.size() {
            // Any image of the position will do.
            let position = game.unindex(number).unwrap();
            let position = game.transform(&position, rng.below(8) as usize);
            // Won in one ply more than the quickest loss of the other side; lost in one more than its slowest win, if
            // all are wins; drawn if none is a loss and some is a draw.
            let (mut quickest, mut slowest, mut drawn) = (None, 0, false);
            for mv in game.moves(&position) {
                match solution.value(&game, &game.after(&position, mv)) {
                    Worth::Loss(plies) => {
                        quickest = Some(quickest.map_or(plies + 1, |least: u32| least.min(plies + 1)));
                    }
                    Worth::Win(plies) => slowest = slowest.max(plies + 1),
                    _ => drawn = true,
                }
            }
            let wanted = match quickest {
                Some(plies) => Worth::Win(plies),
                None if drawn => Worth::Draw,
                None => Worth::Loss(slowest),
            };
            assert_eq!(solution.value(&game, &position), wanted, "{number} {classic}");
        }
    }
}

#[test]
fn the_study_counts_as_the_naive_twin_does() {
    for (classic, variant) in [(false, ""), (true, "classique")] {
        let (study, world) = (study(variant), World::new(classic));
        let values = world.values();
        let mut reached = vec![false; world.positions.len()];
        let mut ahead = vec![world.start];
        while let Some(number) = ahead.pop() {
            if !std::mem::replace(&mut reached[number], true) {
                ahead.extend(&world.next[number]);
            }
        }
        // The twin counts all eight images. Which of them the start leads to does not matter: a number is reached if one
        // of its images is.
        let game = Crosses::new(classic);
        let number = |at: usize| game.index(&game.parse_position(&world.positions[at].text()).unwrap());
        let numbers = |wanted: &dyn Fn(usize) -> bool| {
            (0..values.len()).filter(|&at| wanted(at)).map(number).collect::<BTreeSet<u64>>().len()
        };
        for (name, value) in [("won", Value::Won), ("lost", Value::Lost), ("drawn", Value::Drawn)] {
            let all = values.iter().filter(|&&found| found == value).count();
            assert_eq!(count(&study, "all", name) * 8, all, "{variant} {name}");
            let wanted = numbers(&|at| reached[at] && values[at] == value);
            assert_eq!(count(&study, "reachable", name), wanted, "{variant} {name}");
        }
        assert_eq!(count(&study, "all", "positions") as u64, study.positions);
        assert_eq!(
            count(&study, "all", "blocked") * 8,
            world.next.iter().filter(|next| next.is_empty()).count()
        );
        let blocked = numbers(&|at| reached[at] && world.next[at].is_empty());
        assert_eq!(count(&study, "reachable", "blocked"), blocked);
        assert_eq!(study.value, Some(Worth::Draw));
        let holding = world.next[world.start].iter().filter(|&&after| values[after] == Value::Drawn);
        assert_eq!(study.best.len(), holding.count());
        let openings = study.counts["openings"].as_array().unwrap();
        assert_eq!(openings.len(), world.next[world.start].len());
        assert!(openings.iter().all(|opening| {
            let best = study.best.iter().any(|mv| opening["move"] == mv.as_str());
            opening["value"] == if best { "draw" } else { "loss" } && opening["plies"].is_null() == best
        }));
    }
}

#[test]
fn the_longest_wins_are_as_long_as_told() {
    for (classic, variant) in [(false, ""), (true, "classique")] {
        let (study, game) = (study(variant), Crosses::new(classic));
        let longest = &study.counts["all"]["longest"];
        let plies = longest["plies"].as_u64().unwrap();
        let first = game.parse_position(longest["first"].as_str().unwrap()).unwrap();
        // By plain search, which knows no table: won in so many plies, and not in two fewer.
        let mut plain = Plain { game: &game, asked: HashMap::new() };
        assert!(plain.wins(&first, plies));
        assert!(!plain.wins(&first, plies - 2));
    }
}

/// Plain search to a depth. It remembers what it was asked, or it would be asked the same for hours.
struct Plain<'a> {
    game: &'a Crosses,
    asked: HashMap<(u64, u64), bool>,
}

impl Plain<'_> {
    /// Says whether the side to move can block the other in so many plies.
    fn wins(&mut self, position: &super::Position, plies: u64) -> bool {
        let key = (self.game.index(position), plies);
        if let Some(&known) = self.asked.get(&key) {
            return known;
        }
        let moves = self.game.moves(position);
        let wins = moves.into_iter().any(|mv| {
            let after = self.game.after(position, mv);
            self.loses(&after, plies - 1)
        });
        self.asked.insert(key, wins);
        wins
    }

    /// Says whether the side to move is blocked in so many plies, whatever it does.
    fn loses(&mut self, position: &super::Position, plies: u64) -> bool {
        let moves = self.game.moves(position);
        let mut holds = |mv| {
            let after = self.game.after(position, mv);
            plies < 2 || !self.wins(&after, plies - 1)
        };
        !moves.into_iter().any(&mut holds)
    }
}

#[test]
fn a_study_that_is_stopped_says_so() {
    let game = ENTRY.variant("").unwrap();
    assert!(matches!(game.study(&Job { stop: &|| true, ..JOB }), Some(Err(StudyError::Stopped))));
}
