use std::collections::BTreeMap;

use damier_core::Lang;
use damier_scene::Scene;

use super::*;

/// A reader who sets up positions by clicks. He knows only what the answers say.
struct Clicker {
    game: Box<dyn AnyGame>,
    position: String,
    legal: bool,
    state: String,
    svg: String,
}

impl Clicker {
    fn new(spec: &str) -> Clicker {
        let game = damier_games::open(&spec.parse().unwrap()).unwrap();
        let mut clicker =
            Clicker { game, position: String::new(), legal: false, state: String::new(), svg: String::new() };
        clicker.ask(SetupQuery::default()).unwrap();
        clicker
    }

    fn ask(&mut self, query: SetupQuery) -> Result<(), Fault> {
        let query = SetupQuery { position: self.position.clone(), ..query };
        let setup = change(&*self.game, &query)?;
        let SetupView { position, svg, state, legal, .. } = look(&*self.game, &*setup, &View::new(Lang::En));
        (self.position, self.legal, self.state, self.svg) = (position, legal, state, svg);
        Ok(())
    }

    fn click(&mut self, cell: &str, stamp: Option<char>) -> Result<(), Fault> {
        self.ask(SetupQuery { cell: cell.to_string(), stamp, ..SetupQuery::default() })
    }

    fn turn(&mut self, code: &str) -> Result<(), Fault> {
        self.ask(SetupQuery { turn: Some(code.to_string()), ..SetupQuery::default() })
    }

    fn clear(&mut self) {
        self.ask(SetupQuery { clear: true, ..SetupQuery::default() }).unwrap();
    }

    /// Returns the picture of a position.
    fn scene(&self, position: &str) -> Scene {
        self.game.set_up(position).unwrap().scene(&View::new(Lang::En))
    }
}

/// In every game, a position from a random game can be set up from the empty board by clicks alone.
#[test]
fn every_game_can_be_set_up_by_clicks() {
    for entry in damier_games::ALL {
        let mut reader = Clicker::new(entry.id);
        let mut rng = Rng::new(11);
        let mut session = reader.game.resume(&reader.position).unwrap();
        for _ in 0..3 {
            let legal = session.legal();
            if legal.is_empty() {
                break;
            }
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let wanted = reader.game.set_up(&session.position()).unwrap();
        let draft = wanted.draft();
        // What has no stamp, such as where the men started, is taken from the wanted position.
        reader.position = wanted.text();
        reader.clear();
        assert!(reader.svg.contains("data-cell"), "{}", entry.id);
        for (cell, code) in &draft.pieces {
            reader.click(cell, Some(*code)).unwrap();
        }
        let mark = wanted.stamps().iter().find(|stamp| stamp.mark);
        for (cell, mark) in draft.marks.iter().zip(mark.into_iter().cycle()) {
            reader.click(cell, Some(mark.code)).unwrap();
        }
        reader.turn(reader.game.seats()[draft.seat.index()].code).unwrap();
        assert!(reader.legal, "{}: {} {}", entry.id, reader.position, reader.state);
        let holds = |position: &str| -> BTreeMap<String, String> {
            reader.scene(position).cells.into_iter().map(|cell| (cell.name, cell.holds)).collect()
        };
        assert_eq!(holds(&reader.position), holds(&wanted.text()), "{}: {}", entry.id, reader.position);
        assert_eq!(reader.game.set_up(&reader.position).unwrap().draft().seat, draft.seat);
    }
}

/// Pieces are removed one by one. Whenever the result is not a legal position, the answer says why and still shows the board.
#[test]
fn what_is_no_position_yet_says_why() {
    let mut illegal = 0;
    for entry in damier_games::ALL {
        let mut reader = Clicker::new(entry.id);
        let cells = reader.scene(&reader.position).cells.len();
        while let Some(cell) =
            reader.game.set_up(&reader.position).unwrap().draft().pieces.keys().next().cloned()
        {
            reader.click(&cell, None).unwrap();
            assert_eq!(reader.svg.matches("data-cell").count(), cells, "{}", entry.id);
            let fault = reader.game.resume(&reader.position).err();
            assert_eq!(reader.legal, fault.is_none(), "{}: {}", entry.id, reader.position);
            if let Some(fault) = fault {
                assert_eq!(reader.state, fault.to_string(), "{}", entry.id);
                illegal += 1;
            }
        }
    }
    assert!(illegal > 0, "no game has a draft that is no position");
}

#[test]
fn a_click_puts_and_another_one_takes_off() {
    let mut reader = Clicker::new("hex:size=3");
    reader.click("b1", Some('b')).unwrap();
    assert_eq!(reader.position, ".b./.../... w");
    reader.click("b1", Some('w')).unwrap();
    reader.click("c3", Some('b')).unwrap();
    reader.turn("b").unwrap();
    assert_eq!(reader.position, ".w./.../..b b");
    reader.click("b1", Some('w')).unwrap();
    assert_eq!(reader.position, ".../.../..b b");
    reader.clear();
    assert_eq!(reader.position, ".../.../... b");
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut reader = Clicker::new("hex:size=3");
    assert!(reader.click("z9", Some('b')).unwrap_err().to_string().contains("z9"));
    assert!(reader.click("a1", Some('q')).unwrap_err().to_string().contains('q'));
    assert!(reader.turn("nobody").unwrap_err().to_string().contains("nobody"));
    reader.position = ".... w".to_string();
    let fault = reader.click("a1", Some('b')).unwrap_err().to_string();
    assert_eq!(fault, "position: 1 row(s) separated by \"/\" instead of 3");
}
