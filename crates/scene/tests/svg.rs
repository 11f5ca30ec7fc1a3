//! SVG: well formed whatever the texts say, painted in order, and named for those who do not see it.

mod common;

use common::{VIEW, game, square};
use damier_core::Lang;
use damier_scene::svg::{Paint, SvgOptions, properties, write};
use damier_scene::{
    Anchor, Ink, Layer, Mark, Outline, Piece, Point, Scene, Style, Theme, Tone, View, rectangle,
};
use roxmltree::{Document, Node};

const PAINTS: [Paint; 5] = [
    Paint::Auto,
    Paint::Page,
    Paint::Fixed(Theme::Light),
    Paint::Fixed(Theme::Dark),
    Paint::Fixed(Theme::Print),
];

fn all_options() -> impl Iterator<Item = SvgOptions> {
    PAINTS.into_iter().flat_map(|paint| {
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(interactive, captions)| SvgOptions { paint, interactive, captions })
    })
}

fn elements<'a>(document: &'a Document<'a>, name: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
}

#[test]
fn hostile_texts_stay_texts() {
    let hostile = "<&\">'</title></svg><script>alert(1)</script>]]>\u{1}\u{1b}[2J\n";
    // Control characters become blanks, and everything else comes back as it was.
    let expected = "<&\">'</title></svg><script>alert(1)</script>]]>  [2J ";
    let mut scene = Scene::new(&VIEW);
    scene.title = hostile.to_string();
    scene.captions = vec![hostile.to_string()];
    scene.coord(Point::new(0.0, 0.0), Anchor::Middle, hostile);
    let area = rectangle(Point::new(0.0, 0.0), Point::new(1.0, 1.0));
    scene.cell(hostile.to_string(), Point::new(0.5, 0.5), 0.4, area, hostile);
    for options in all_options() {
        let text = write(&scene, &options);
        let document = Document::parse(&text).expect("well formed");
        assert!(elements(&document, "script").is_empty());
        let label = format!("{expected} – {expected}");
        assert_eq!(document.root_element().attribute("aria-label"), Some(label.as_str()));
        assert_eq!(elements(&document, "text")[0].text(), Some(expected));
        if options.interactive {
            let cell = document.descendants().find(|node| node.has_attribute("data-cell")).expect("a cell");
            assert_eq!(cell.attribute("data-cell"), Some(expected));
            assert_eq!(cell.attribute("aria-label"), Some(format!("{expected}, {expected}").as_str()));
        }
    }
}

#[test]
fn a_still_picture_is_one_image() {
    let text = write(&game(&VIEW), &SvgOptions::new(Paint::Auto));
    let document = Document::parse(&text).expect("well formed");
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.attribute("lang"), Some("fr"));
    // The title, then the first caption: what a reader who sees nothing needs first.
    assert_eq!(root.attribute("aria-label"), Some("Plateau de 8 × 8 – Trait aux blancs."));
    assert_eq!(elements(&document, "title")[0].text(), Some("Plateau de 8 × 8 – Trait aux blancs."));
    assert!(!document.descendants().any(|node| node.has_attribute("data-cell")));
    // 8 letters and 8 figures; no captions unless asked for.
    assert_eq!(elements(&document, "text").len(), 16);
}

#[test]
fn an_interactive_picture_names_every_cell() {
    let scene = game(&VIEW);
    for paint in PAINTS {
        let text = write(&scene, &SvgOptions { paint, interactive: true, captions: false });
        let document = Document::parse(&text).expect("well formed");
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("group"));
        assert_eq!(root.attribute("aria-label"), Some("Plateau de 8 × 8 – Trait aux blancs."));
        assert!(document.descendants().all(|node| node.attribute("role") != Some("img")));
        let cells: Vec<Node> =
            document.descendants().filter(|node| node.attribute("role") == Some("button")).collect();
        let names: Vec<&str> = cells.iter().filter_map(|cell| cell.attribute("data-cell")).collect();
        assert_eq!(names.len(), 64);
        assert_eq!((names[0], names[63]), ("a8", "h1"));
        let tabs: Vec<Option<&str>> = cells.iter().map(|cell| cell.attribute("tabindex")).collect();
        assert_eq!(tabs[0], Some("0"));
        assert!(tabs[1..].iter().all(|&tab| tab == Some("-1")));
        for cell in &cells {
            let area = cell.first_element_child().expect("each cell has its area");
            // Not `all`: that would take clicks half a unit beyond the edge as well, where a line of width 1 would lie.
            assert_eq!(
                (area.attribute("fill"), area.attribute("pointer-events")),
                (Some("none"), Some("fill"))
            );
        }
        let label = |name: &str| {
            let cell = cells.iter().find(|cell| cell.attribute("data-cell") == Some(name));
            cell.and_then(|cell| cell.attribute("aria-label")).map(str::to_string).expect("a label")
        };
        assert_eq!(label("d5"), "d5, noir, dernier coup");
        assert_eq!(label("b7"), "b7, dame blanche");
        assert_eq!(label("c2"), "c2, jouable");
        assert_eq!(label("a1"), "a1");
    }
}

#[test]
fn labels_follow_the_language() {
    let mut scene = square(&View::new(Lang::En), 1);
    scene.mark("a1", Mark::Last);
    let text = write(&scene, &SvgOptions { paint: Paint::Auto, interactive: true, captions: false });
    assert!(text.contains(r#"aria-label="a1, last move""#));
    assert!(text.contains(r#"lang="en""#));
}

#[test]
fn layers_are_painted_in_order() {
    // Added from the uppermost down.
    let mut scene = Scene::new(&VIEW);
    for (layer, ink) in [
        (Layer::Marks, Ink::Accent),
        (Layer::Pieces, Ink::Dark),
        (Layer::Coords, Ink::Soft),
        (Layer::Board, Ink::Board),
    ] {
        scene.add(layer, Outline::Circle(Point::new(0.0, 0.0), 1.0), Style::fill(ink));
    }
    let text = write(&scene, &SvgOptions { paint: Paint::Page, interactive: true, captions: false });
    let document = Document::parse(&text).expect("well formed");
    let groups: Vec<&str> = document
        .root_element()
        .children()
        .filter(Node::is_element)
        .filter_map(|node| node.attribute("class"))
        .collect();
    assert_eq!(
        groups,
        ["layer-board", "layer-coords", "layer-taken", "layer-pieces", "layer-marks", "layer-cells"]
    );
    let inks: Vec<&str> =
        elements(&document, "circle").iter().filter_map(|node| node.attribute("class")).collect();
    assert_eq!(inks, ["fill-board", "fill-soft", "fill-dark", "fill-accent"]);
}

#[test]
fn a_fixed_picture_needs_no_style_sheet() {
    for (theme, board) in [(Theme::Light, "#efe4cd"), (Theme::Dark, "#332e27"), (Theme::Print, "#ffffff")] {
        let options = SvgOptions { paint: Paint::Fixed(theme), interactive: true, captions: true };
        let text = write(&game(&VIEW), &options);
        let document = Document::parse(&text).expect("well formed");
        assert!(elements(&document, "style").is_empty() && !text.contains("var("));
        // The first shape is the square a8; its colours are the tokens of the look.
        assert_eq!(elements(&document, "polygon")[0].attribute("fill"), Some(board));
        // What has a class only would be invisible: each shape has its own paint.
        for name in ["polygon", "circle", "path", "text"] {
            for node in elements(&document, name) {
                let painted = node.has_attribute("fill") || node.has_attribute("stroke");
                assert!(painted, "{node:?}");
            }
        }
    }
}

#[test]
fn the_style_sheet_knows_every_class_and_stays_in_its_scope() {
    let text = write(&game(&VIEW), &SvgOptions::new(Paint::Auto));
    let (_, css) = text.split_once("<style>").expect("it brings its style sheet along");
    let (css, _) = css.split_once("</style>").expect("the end of the sheet");
    let document = Document::parse(&text).expect("well formed");
    for class in document.descendants().filter_map(|node| node.attribute("class")) {
        for class in class.split(' ').filter(|name| name.starts_with("fill-") || name.starts_with("stroke-"))
        {
            assert!(css.contains(&format!(".damier-scene .{class}{{")), "{class}");
        }
    }
    for rule in css.lines().flat_map(|line| line.split_inclusive('}')).filter(|rule| rule.contains('{')) {
        assert!(rule.starts_with(".damier-scene") || rule.starts_with("@media"), "{rule}");
    }
    // The reader's dark theme gives way to paper.
    let at = |start: &str| css.find(start).expect("the sheet has it");
    assert!(at(".damier-scene{") < at("@media (prefers") && at("@media (prefers") < at("@media print"));
    assert!(properties(Theme::Dark).contains("--ink-board-alt:#3b352d;"));
    assert!(!write(&game(&VIEW), &SvgOptions::new(Paint::Page)).contains("<style"));
}

#[test]
fn captions_make_room_for_themselves() {
    let mut scene = game(&VIEW);
    scene.captions.push("Une phrase assez longue pour aller à la ligne sous le plateau.".to_string());
    let height = |captions: bool| {
        let text = write(&scene, &SvgOptions { captions, ..SvgOptions::new(Paint::Auto) });
        let document = Document::parse(&text).expect("well formed");
        let view = document.root_element().attribute("viewBox").expect("a view box").to_string();
        let sides: Vec<f64> = view.split(' ').map(|side| side.parse().expect("a number")).collect();
        let lowest = elements(&document, "text")
            .iter()
            .filter_map(|node| node.attribute("y")?.parse::<f64>().ok())
            .fold(f64::MIN, f64::max);
        assert!(lowest < sides[1] + sides[3], "no line of text lies below the picture");
        (sides[3], elements(&document, "text").len())
    };
    let ((without, few), (with, many)) = (height(false), height(true));
    assert!(with > without);
    // Two short captions and one of two lines.
    assert_eq!(many - few, 4);
}

#[test]
fn numbers_are_short() {
    let mut scene = Scene::new(&VIEW);
    scene.add(
        Layer::Board,
        Outline::Circle(Point::new(1.0 / 3.0, -0.0001), 2.5),
        Style::stroke(Ink::Line, 0.1 + 0.2),
    );
    let text = write(&scene, &SvgOptions::new(Paint::Page));
    assert!(text.contains(r#"<circle cx="0.333" cy="0" r="2.5" class="stroke-line" stroke-width="0.3"/>"#));
}

#[test]
fn a_board_keeps_its_place_when_marks_come() {
    let view_box = |scene: &Scene| {
        let text = write(scene, &SvgOptions::new(Paint::Page));
        let document = Document::parse(&text).expect("well formed");
        document.root_element().attribute("viewBox").expect("a view box").to_string()
    };
    let plain = square(&View { coords: false, ..VIEW }, 2);
    let mut marked = plain.clone();
    for name in ["a1", "a2", "b1", "b2"] {
        marked.mark(name, Mark::Selected);
        marked.mark(name, Mark::Capture);
    }
    assert_eq!(view_box(&plain), view_box(&marked));
}

#[test]
fn the_two_tones_differ_in_shape() {
    // A ring has a rim of its own ink, at least half as thick again as that of a disc; a disc is of one tone.
    let man = |tone: Tone| {
        let mut scene = Scene::new(&VIEW);
        scene.piece(Point::new(0.0, 0.0), 0.4, Piece::Man(tone));
        scene.shapes[0].style
    };
    let (ring, disc) = (man(Tone::Light), man(Tone::Dark));
    assert!(ring.width >= 1.5 * disc.width);
    for theme in [Theme::Light, Theme::Print] {
        let tone = |ink: Option<Ink>| theme.colour(ink.expect("painted")) >> 8 & 0xff;
        assert!(tone(ring.fill).abs_diff(tone(ring.stroke)) > 128);
        assert!(tone(disc.fill).abs_diff(tone(disc.stroke)) < 64);
    }
}

#[test]
fn an_empty_scene_is_still_a_picture() {
    for options in all_options() {
        assert!(Document::parse(&write(&Scene::new(&VIEW), &options)).is_ok());
    }
}
