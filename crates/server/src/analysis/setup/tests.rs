use std::collections::BTreeMap;

use super::*;

fn open(spec: &str) -> Box<dyn AnyGame> {
    damier_games::open(&spec.parse().unwrap()).unwrap()
}

fn change(spec: &str, position: &str, asked: &Asked) -> Result<String, Fault> {
    let game = open(spec);
    Setup::new(&*game, position)?.change(asked)
}

fn cell(name: &str) -> Asked {
    Asked { cell: name.to_string(), ..Asked::default() }
}

fn swap(cell: &str, other: &str) -> Asked {
    Asked { cell: cell.to_string(), other: other.to_string(), ..Asked::default() }
}

fn what(what: &str) -> Asked {
    Asked { what: what.to_string(), ..Asked::default() }
}

#[test]
fn a_cell_goes_through_its_values() {
    let first = change("hex:size=3", "", &cell("b1")).unwrap();
    let second = change("hex:size=3", &first, &cell("b1")).unwrap();
    let third = change("hex:size=3", &second, &cell("b1")).unwrap();
    assert_eq!([first.as_str(), &second, &third], [".b./.../... w", ".w./.../... w", ".../.../... w"]);
}

#[test]
fn the_turn_passes_and_boards_are_emptied() {
    assert_eq!(change("hex:size=3", ".b./.../... w", &what("turn")).unwrap(), ".b./.../... b");
    assert_eq!(change("hex:size=3", ".b./..w/... b", &what("clear")).unwrap(), ".../.../... b");
}

#[test]
fn what_is_no_position_yet_is_a_draft() {
    // The two neutrals stand in a4 and d1: one less is no position of Crosses, but may become one.
    let one = change("crosses", "nww./.bw./.bw./.bbn w", &cell("a4")).unwrap();
    assert_eq!(one, "www./.bw./.bw./.bbn w");
    let game = open("crosses");
    let drawn = draw(&*game, one, &View::new(Lang::En));
    assert!(!drawn.whole && !drawn.state.is_empty(), "{drawn:?}");
    assert!(drawn.svg.contains(">w<") && drawn.svg.contains("data-cell=\"a4\""), "{}", drawn.svg);
    let none = change("crosses", "", &what("clear")).unwrap();
    assert_eq!(none, "..../..../..../.... w");
    // A board of another shape is no draft.
    assert!(change("crosses", "..../.... w", &cell("a4")).is_err());
}

#[test]
fn what_stands_after_the_board_follows() {
    // A stone of DuLu comes from the stock, and the other colour sets the next one.
    let start = open("dulu").open(&mut Rng::new(0)).position();
    let one = change("dulu", &start, &cell("h8")).unwrap();
    assert!(one.ends_with(" r 16/17"), "{one}");
    // By the number of tiles it is the defender's turn.
    let one = change("turnabout:size=3", "", &cell("b2")).unwrap();
    assert!(one.ends_with(" d"), "{one}");
}

#[test]
fn men_that_are_named_by_their_cells_go_elsewhere() {
    let start = "a1.b1.c1.j1 a12.g12.h12.j12 w a.b.c.j a.g.h.j";
    let found = change("quandary", start, &swap("c1", "d5")).unwrap();
    assert_eq!(found, "a1.b1.j1.d5 a12.g12.h12.j12 w a.b.c.j a.g.h.j");
}

#[test]
fn matches_come_and_go() {
    let spec = "nim:tas=3n1b+2n2b";
    assert_eq!(change(spec, "", &cell("1:2n")).unwrap(), "1n1b+2n2b 1");
    assert_eq!(change(spec, "1n1b+2n2b 1", &cell("1:3n")).unwrap(), "3n1b+2n2b 1");
    assert_eq!(change(spec, "0+2n 1", &cell("1:1b")).unwrap(), "1b+2n 1");
    assert!(change(spec, "0+1n 1", &cell("2:1n")).is_err(), "an empty table does not say who has won");
}

#[test]
fn what_is_no_cell_is_refused() {
    let fault = change("hex:size=3", "", &cell("z9")).unwrap_err();
    assert!(fault.to_string().contains("z9"));
}

/// Letters of the text and what cells are said to hold tell the same story, in every game whose text is a grid.
#[test]
fn every_cell_stands_where_the_text_has_it() {
    for entry in damier_games::ALL.iter().filter(|entry| !["nim", "quandary"].contains(&entry.id)) {
        let game = open(entry.id);
        let mut rng = Rng::new(7);
        let mut session = game.open(&mut rng);
        let mut letters: BTreeMap<String, char> = BTreeMap::new();
        for _ in 0..30 {
            let text: Vec<char> = session.position().chars().collect();
            let scene = session.scene(&View::new(Lang::En));
            let board: String = text.iter().take_while(|&&letter| letter != ' ').collect();
            let places = grid::places(&board, &scene.cells);
            assert_eq!(places.len(), scene.cells.len(), "{}", entry.id);
            for cell in scene.cells {
                let place = places.iter().find(|(name, _)| *name == cell.name).unwrap().1;
                let letter = *letters.entry(cell.holds.clone()).or_insert(text[place]);
                assert_eq!(letter, text[place], "{} {} {}", entry.id, cell.name, cell.holds);
            }
            let legal = session.legal();
            let Some(drawn) = rng.bits().checked_rem(legal.len() as u64) else { break };
            session.play(&legal[drawn as usize]).unwrap();
        }
        assert!(letters.len() > 1, "{}: {letters:?}", entry.id);
    }
}

/// By clicks alone, from the emptied board where there is one, a position of a random game is set up in every game.
#[test]
fn every_game_can_be_set_up_by_clicks() {
    for entry in damier_games::ALL {
        let game = open(entry.id);
        let mut rng = Rng::new(11);
        let mut session = game.open(&mut rng);
        let mut position = session.position();
        // Matches go fast, and an empty table is not set up.
        for _ in 0..if entry.id == "nim" { 2 } else { 12 } {
            let legal = session.legal();
            let Some(drawn) = rng.bits().checked_rem(legal.len() as u64) else { break };
            session.play(&legal[drawn as usize]).unwrap();
        }
        if let Ok(cleared) = change(entry.id, &position, &what("clear")) {
            position = cleared;
        }
        let wanted = session.position();
        let board = |text: &str| text.split(' ').next().unwrap().to_string();
        let cells = session.scene(&View::new(Lang::En)).cells;
        let places = grid::places(&board(&wanted), &cells);
        match entry.id {
            // Men are exchanged with free cells.
            "quandary" => {
                let men = |text: &str| text.split(' ').take(2).map(str::to_string).collect::<Vec<_>>();
                let only = |own: &str, other: &str| {
                    let other: Vec<&str> = other.split('.').collect();
                    own.split('.').filter(|man| !other.contains(man)).map(str::to_string).collect::<Vec<_>>()
                };
                for (now, then) in men(&position).iter().zip(&men(&wanted)) {
                    for (from, to) in only(now, then).iter().zip(&only(then, now)) {
                        position = change(entry.id, &position, &swap(from, to)).unwrap();
                    }
                }
                assert_eq!(men(&position), men(&wanted));
                continue;
            }
            "nim" => {
                for (name, _) in
                    holds(&*session).into_iter().filter(|(_, holds)| holds == "empty place").rev()
                {
                    if holds(&*game.resume(&position).unwrap())
                        .iter()
                        .any(|(other, holds)| *other == name && holds != "empty place")
                    {
                        position = change(entry.id, &position, &cell(&name)).unwrap();
                    }
                }
            }
            _ => {
                for (name, place) in places {
                    let want = &wanted[place..=place];
                    let clicks = (0..6).find(|_| {
                        let there = position[place..=place] == *want;
                        if !there {
                            position = change(entry.id, &position, &cell(&name)).unwrap();
                        }
                        there
                    });
                    assert!(clicks.is_some(), "{}: {name} never holds {want}", entry.id);
                }
            }
        }
        assert_eq!(board(&position), board(&wanted), "{}", entry.id);
        assert!(game.resume(&position).is_ok(), "{}: {position} for {wanted}", entry.id);
    }
}

/// Returns what the cells hold, by name.
fn holds(session: &dyn Session) -> Vec<(String, String)> {
    let scene = session.scene(&View::new(Lang::En));
    scene.cells.into_iter().map(|cell| (cell.name, cell.holds)).collect()
}
