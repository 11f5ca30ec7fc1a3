//! What the picture tells a player: sights, the polygons that capture, what counts.

use damier_core::{Game, Lang, Rng};
use damier_scene::{Ink, Layer, Scene, View};
use damier_testkit::play;

use super::rules::DuluCells;
use super::{Dulu, ENTRY, polygon};

fn view() -> View {
    View { guides: true, ..View::new(Lang::En) }
}

/// The groups of a scene that show what the last move has done.
fn shown(scene: &Scene) -> Vec<&str> {
    scene
        .groups
        .iter()
        .map(|group| group.name.as_str())
        .filter(|name| name.contains("~guide-shown"))
        .collect()
}

#[test]
fn a_closing_polygon_is_drawn_before_the_move_and_after_it() {
    // README, example 5 of the sheet: "Blue sets a4 and closes a4, e4, j7, e9, e8."
    let position = "8/9/10/11/3b2rbb3/13/1r4r7/15/9r4/6b6/12/11/10/9/8 b 13/13";
    let mut session = play::at(&ENTRY, "", position);
    let place = session.legal().iter().position(|text| text == "a4").unwrap();
    let changes = &session.previews(&view())[place];
    let named = |name: &str| changes.iter().any(|change| change.name == name);
    assert!(named("a4~guide-shown-sights") && named("a4~guide-shown-polygon0"));
    assert!(changes.iter().any(|change| change.name == "e7" && change.shapes.is_empty()));
    assert_eq!(shown(&session.scene(&view())), [""; 0]);
    session.play("a4").unwrap();
    assert_eq!(shown(&session.scene(&view())), ["a4~guide-shown-sights", "a4~guide-shown-polygon0"]);
    assert_eq!(shown(&session.scene(&View::new(Lang::En))), [""; 0], "not in print");
}

#[test]
fn the_polygon_of_the_sheet_is_found() {
    let game = Dulu::new(false);
    let text = "8/9/10/11/3b2rbb3/13/1r4r7/15/9r4/6b6/12/11/10/9/8 b 13/13";
    let position = game.parse_position(text).unwrap();
    let polygons = polygon::closed(&game, &position, game.board.read("a4").unwrap());
    let mut named: Vec<String> = polygons[0].iter().map(|&cell| game.board.name(cell)).collect();
    named.sort();
    assert_eq!((polygons.len(), named), (1, ["a4", "e4", "e8", "e9", "j7"].map(String::from).to_vec()));
}

#[test]
fn polygons_are_drawn_if_and_only_if_something_is_captured() {
    let game = Dulu::new(false);
    let mut rng = Rng::new(5);
    let mut closed = 0;
    for _ in 0..40 {
        let mut position = game.start(&mut rng);
        while game.has_move(&position) {
            let mv = game.random_move(&position, &mut rng);
            let after = game.after(&position, mv);
            let enemy = position.side().other().index();
            let captured: DuluCells = position.stones[enemy].without(after.stones[enemy]);
            let polygons = polygon::closed(&game, &position, usize::from(mv.0));
            assert_eq!(polygons.is_empty(), captured.is_empty());
            closed += polygons.len();
            for stones in polygons {
                assert!(stones.len() >= 3 && stones.contains(&usize::from(mv.0)), "{stones:?}");
            }
            position = after;
        }
    }
    assert!(closed > 10, "some games have captures");
}

#[test]
fn removed_stones_are_grey_at_the_end() {
    // games.txt: all stones but h8 stand on the outer crown; Blue wins 1 to 0.
    let moves = "a1 o1 a2 o2 a3 o3 a4 o4 a5 o5 a6 o6 a7 o7 a8 o8 b1 b9 c1 c10 d1 d11 e1 e12 f1 f13 g1 g14 h1 h15 i1 i14 h8 j13";
    let session = play::after(&ENTRY, "", moves);
    let scene = session.scene(&View::new(Lang::En));
    assert_eq!(scene.captions[1], "These count: Blue 1, Red 0; the grey stones are removed.");
    let blue = |shape: &&damier_scene::Shape| {
        shape.layer == Layer::Pieces
            && (shape.style.fill == Some(Ink::Blue) || shape.style.stroke == Some(Ink::Blue))
    };
    assert_eq!(scene.shapes.iter().filter(blue).count(), 2, "the ring and the dot of h8");
}
