//! What the picture tells a player.

use damier_core::{Lang, Rng};
use damier_scene::{Ink, Layer, Mark, Outline, View};
use damier_table::Session;
use damier_testkit::play;

use super::ENTRY;

fn won(session: &dyn Session) -> Vec<String> {
    let scene = session.scene(&View::new(Lang::En));
    let cells = scene.cells.into_iter().filter(|cell| cell.marks.contains(&Mark::Won));
    cells.map(|cell| cell.name).collect()
}

#[test]
fn a_shortest_winning_chain_is_marked() {
    // games.txt, 3 × 3: of White's stones b1 b2 a1 b3 the chain needs b1 b2 b3 (or a1's detour, which is no shorter).
    let session = play::after(&ENTRY, "size=3", "b1 a2 b2 a3 a1 c3 b3");
    assert_eq!(won(&*session), ["b1", "b2", "b3"]);
    // Black's from left to right: a2 b2 c2 of games.txt.
    assert_eq!(won(&*play::after(&ENTRY, "size=3", "a1 a2 b1 b2 c1 c2")), ["a2", "b2", "c2"]);
    assert_eq!(won(&*play::after(&ENTRY, "size=3", "b2 a1 b1")), [""; 0], "the game goes on");
}

#[test]
fn a_marked_chain_joins_its_edges_stone_by_stone() {
    // docs/rules.md: "neighbours of (f,r): (f±1,r) (f,r±1) (f+1,r-1) (f-1,r+1)".
    let game = ENTRY.variant("size=7").unwrap();
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut session = game.open(&mut rng);
        while session.outcome().is_none() {
            let legal = session.legal();
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let white = session.outcome().unwrap().verdict.code() == "first";
        let place = |name: &String| {
            let bytes = name.as_bytes();
            (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
        };
        let mut chain: Vec<(i32, i32)> = won(&*session).iter().map(place).collect();
        let along = |&(file, row): &(i32, i32)| if white { row } else { file };
        assert!(chain.iter().any(|at| along(at) == 0) && chain.iter().any(|at| along(at) == 6));
        // One is left when all that hang together with the first are taken away.
        let mut waiting = vec![chain.remove(0)];
        while let Some((file, row)) = waiting.pop() {
            let near = |at: &(i32, i32)| {
                [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].contains(&(at.0 - file, at.1 - row))
            };
            waiting.extend(chain.iter().copied().filter(near));
            chain.retain(|at| !near(at));
        }
        assert_eq!(chain, [], "seed {seed}");
    }
}

#[test]
fn edges_are_hollow_and_full_bands() {
    // docs/rules.md: "White owns the top and bottom edges, Black the left and right."
    for tall in [false, true] {
        let session = play::after(&ENTRY, "size=5", "");
        let scene = session.scene(&View { tall, ..View::new(Lang::En) });
        let centre = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().centre;
        for (ink, cells) in [(Ink::Light, ["c1", "c5"]), (Ink::Dark, ["a3", "e3"])] {
            let band = |shape: &&damier_scene::Shape| {
                shape.layer == Layer::Board && shape.style.fill == Some(ink) && shape.style.stroke.is_some()
            };
            let bands: Vec<_> = scene.shapes.iter().filter(band).collect();
            assert_eq!(bands.len(), 2, "{ink:?}");
            for cell in cells.map(centre) {
                let close = |shape: &&damier_scene::Shape| {
                    let Outline::Polygon(points) = &shape.outline else { return false };
                    let middle = |of: fn(&damier_scene::Point) -> f64| {
                        points.iter().map(of).sum::<f64>() / points.len() as f64
                    };
                    (middle(|point| point.x) - cell.x).hypot(middle(|point| point.y) - cell.y) < 1.5
                };
                assert_eq!(bands.iter().copied().filter(|shape| close(shape)).count(), 1, "{ink:?}");
            }
        }
    }
}

#[test]
fn the_prompt_names_the_edges_and_the_swap() {
    let prompt =
        |variant: &str, moves: &str, lang| play::after(&ENTRY, variant, moves).scene(&View::new(lang)).prompt;
    assert_eq!(prompt("size=3", "", Lang::Fr), "Posez une pierre : vous reliez le haut et le bas.");
    assert_eq!(prompt("size=3", "b2", Lang::En), "Set a stone: you join left and right.");
    let swap = play::after(&ENTRY, "swap,size=3", "b2").scene(&View::new(Lang::Fr));
    assert!(swap.prompt.contains("ou échangez"), "{}", swap.prompt);
    assert!(swap.labels.contains_key("=swap"));
    assert_eq!(prompt("swap,size=3", "b2 a1", Lang::Fr), "Posez une pierre : vous reliez le haut et le bas.");
}
