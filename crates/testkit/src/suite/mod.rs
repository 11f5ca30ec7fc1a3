//! The conformance suite: what every game keeps, its folder, its rules, its lesson and its engine.
//!
//! [`suite!`](crate::suite!) makes a test of each check, which goes through some games: those of the catalogue, or a
//! single one that is not in it.

pub mod engines;
pub mod folder;
pub mod lessons;
pub mod pages;

use std::fs;
use std::path::PathBuf;

use damier_table::Entry;

/// A game and the folder that holds it.
#[derive(Clone, Debug)]
pub struct GameFolder {
    /// The game's row.
    pub entry: &'static Entry,
    /// The folder.
    pub path: PathBuf,
}

impl GameFolder {
    /// Reads a file of the folder.
    ///
    /// # Errors
    /// Names the file that cannot be read.
    pub fn read(&self, file: &str) -> Result<String, String> {
        let path = self.path.join(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Runs a check over games; where the environment names one as `DAMIER_GAME`, over that one only.
///
/// # Panics
/// If there is no game to check, or if something is wrong: it collects what goes wrong game by game, so that one failure
/// does not hide another.
pub fn for_all(games: &[GameFolder], check: impl Fn(&GameFolder) -> Result<(), String>) {
    let only = std::env::var("DAMIER_GAME").ok();
    let is_meant = |game: &&GameFolder| only.as_deref().is_none_or(|only| only == game.entry.id);
    let games: Vec<&GameFolder> = games.iter().filter(is_meant).collect();
    assert!(!games.is_empty(), "no game to check; DAMIER_GAME is {only:?}");
    let failure = |game: &&GameFolder| check(game).err().map(|why| format!("{}: {why}", game.entry.id));
    let wrong: Vec<String> = games.iter().filter_map(failure).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

/// Makes the tests of the conformance suite for the games of an expression, a `Vec<GameFolder>`.
#[macro_export]
macro_rules! suite {
    ($games:expr) => {
        $crate::suite! { $games;
            folder {
                ids_and_names_are_ascii_lower_case
                every_variant_and_parameter_is_sampled_and_has_counts
                glances_are_games
                the_vectors_hold
                the_perft_tables_hold
                the_games_hold
                the_facts_hold
                the_answers_hold
                the_game_conforms
                wrong_names_are_answered_with_the_right_ones
                variants_and_sizes_are_said_in_words
            }
            pages {
                both_pages_are_there_with_the_same_diagrams
                a_whole_game_is_shown
                a_click_that_begins_no_move_names_a_rule
            }
            lessons {
                there_are_four_to_eight_steps_that_end_with_a_win
                what_is_said_is_short_and_in_both_languages
                listed_moves_are_legal_and_every_goal_can_be_reached
                every_step_but_those_of_any_move_can_be_failed
                the_learner_stays_on_one_side
            }
            engines {
                engines_agree_with_plain_minimax
                all_moves_are_rated_when_the_engine_is_told_to_stop_at_once
                only_the_moves_that_are_asked_for_are_rated
                the_engine_beats_random_play_at_its_fastest
                random_play_stands_a_chance_against_the_first_level
                from_the_third_level_on_a_win_in_one_is_never_missed
            }
        }
    };
    ($games:expr; $($room:ident { $($check:ident)* })*) => {
        $(mod $room {
            use super::*;

            $(#[test]
            fn $check() {
                $crate::suite::for_all(&$games, $crate::suite::$room::$check);
            })*
        })*
    };
}
