//! Writes a scene as SVG.
//!
//! The picture keeps board units. Each [`Layer`] is a group (`layer-board`, `layer-coords`, `layer-pieces`,
//! `layer-marks`), painted in this order. In an interactive picture each thing that stands on the board is a group of the
//! class `piece`, named by `data-piece` and drawn about the centre of its cell; what the last turn took off lies under them in
//! `layer-taken`. It ends with the group `layer-cells`, which holds a button
//! for each cell, named by `data-cell`, with its centre and the radius of a piece in `data-at`; only the first can be
//! reached by the Tab key, so that the page moves the focus with the arrow keys.

use damier_core::Lang;
use damier_core::typography::typeset;

use crate::text::{BASELINE, WIDTH, clean, wrap};
use crate::{Anchor, Cell, Ink, Layer, Outline, Point, Scene, Segment, Shape, Style, Theme};

/// How a scene becomes SVG.
///
/// ```
/// use damier_core::Lang;
/// use damier_scene::svg::{self, Paint, SvgOptions};
/// use damier_scene::{Scene, View};
///
/// let scene = Scene::new(&View::new(Lang::Fr));
/// assert!(svg::write(&scene, &SvgOptions::new(Paint::Page)).starts_with("<svg"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgOptions {
    /// Where the colours come from.
    pub paint: Paint,
    /// Whether the cells are buttons. Otherwise the whole is one picture.
    pub interactive: bool,
    /// Whether the captions stand under the board.
    pub captions: bool,
}

impl SvgOptions {
    /// A picture that brings its colours along, without buttons or captions.
    pub const fn new(paint: Paint) -> SvgOptions {
        SvgOptions { paint, interactive: false, captions: false }
    }
}

/// Where the colours of an SVG come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// From a style sheet in the picture: light or dark as the reader prefers, black on white in print.
    Auto,
    /// From the page, which carries [`page_stylesheet`] and [`properties`] once for all its pictures.
    Page,
    /// From one theme, written into each shape; without any style sheet, for programs that know none.
    Fixed(Theme),
}

/// Returns the style sheet of a picture that brings its colours along.
fn stylesheet() -> String {
    let mut css = format!(".damier-scene{{{}}}\n", properties(Theme::Light));
    for (medium, theme) in [("(prefers-color-scheme:dark)", Theme::Dark), ("print", Theme::Print)] {
        css += &format!("@media {medium}{{.damier-scene{{{}}}}}\n", properties(theme));
    }
    css + &page_stylesheet()
}

/// Returns the style sheet of pictures painted by [`Paint::Page`].
///
/// Every rule is bound to the class `damier-scene`. The colours are custom properties (`--ink-board`), which the page sets
/// by [`properties`] of the theme that the reader has chosen.
pub fn page_stylesheet() -> String {
    let mut css = String::new();
    for ink in Ink::ALL {
        let name = ink.name();
        css += &format!(".damier-scene .fill-{name}{{fill:var(--ink-{name})}}");
        css += &format!(".damier-scene .stroke-{name}{{stroke:var(--ink-{name})}}\n");
    }
    css += ".damier-scene .cell{cursor:pointer;outline:none}\n";
    css += ".damier-scene .cell:focus-visible .area{stroke:var(--ink-accent);stroke-width:.1px}\n";
    css
}

/// Returns the colours of a theme as custom properties: `--ink-paper:#faf7f0;…`.
pub fn properties(theme: Theme) -> String {
    Ink::ALL.iter().map(|&ink| format!("--ink-{}:{};", ink.name(), hex(theme.colour(ink)))).collect()
}

/// Writes a scene as an `svg` element, which can stand alone or in a page.
pub fn write(scene: &Scene, options: &SvgOptions) -> String {
    let (low, mut high) = scene.bounds();
    let captions =
        Captions::new(if options.captions { &scene.captions } else { &[] }, scene.view.lang, low, high);
    high.y += captions.height();

    let mut writer = Writer { out: String::new(), paint: options.paint };
    writer.open(scene, options, low, high);
    for layer in [Layer::Board, Layer::Coords, Layer::Pieces, Layer::Marks] {
        let hidden = if options.interactive { r#" aria-hidden="true""# } else { "" };
        writer.out += &format!("<g class=\"layer-{}\"{hidden}>\n", layer_name(layer));
        if options.interactive && matches!(layer, Layer::Pieces | Layer::Marks) {
            writer.things(scene, layer);
        } else {
            scene.shapes.iter().filter(|shape| shape.layer == layer).for_each(|shape| writer.shape(shape));
        }
        writer.out += "</g>\n";
        if options.interactive && layer == Layer::Coords {
            writer.taken(scene);
        }
    }
    for (at, line) in captions.lines() {
        writer.words(at, captions.size, Anchor::Start, line, &Style::fill(Ink::Text));
    }
    if options.interactive {
        writer.out += "<g class=\"layer-cells\">\n";
        for (index, cell) in scene.cells.iter().enumerate() {
            writer.cell(cell, &scene.describe(cell), index == 0);
        }
        writer.out += "</g>\n";
    }
    writer.out += "</svg>\n";
    writer.out
}

/// Writes shapes by themselves, painted by the page: what a script puts on a board.
///
/// ```
/// use damier_scene::{Ink, Layer, Outline, Point, Shape, Style, svg};
///
/// let outline = Outline::Circle(Point::new(0.0, 0.0), 0.5);
/// let dot = Shape { layer: Layer::Pieces, outline, style: Style::fill(Ink::Dark), group: None };
/// assert_eq!(svg::shapes(&[dot]), "<circle cx=\"0\" cy=\"0\" r=\"0.5\" class=\"fill-dark\"/>\n");
/// ```
pub fn shapes(shapes: &[Shape]) -> String {
    let mut writer = Writer { out: String::new(), paint: Paint::Page };
    shapes.iter().for_each(|shape| writer.shape(shape));
    writer.out
}

/// The captions under a board, broken into lines.
struct Captions {
    lines: Vec<String>,
    start: Point,
    size: f64,
}

impl Captions {
    fn new(captions: &[String], lang: Lang, low: Point, high: Point) -> Captions {
        let width = high.x - low.x;
        // Readable beside the coordinates on a small board, and in keeping with a large one.
        let size = (width * 0.035).max(0.2);
        let measure = |line: &str| line.chars().count() as f64 * WIDTH * size;
        let broken = |caption: &String| wrap(&typeset(&clean(caption), lang), width, measure);
        let lines = captions.iter().flat_map(broken).collect();
        Captions { lines, start: Point::new(low.x + 0.1, high.y + size), size }
    }

    fn height(&self) -> f64 {
        if self.lines.is_empty() { 0.0 } else { self.size * (1.4 * self.lines.len() as f64 + 0.6) }
    }

    /// The lines with the middles of their beginnings.
    fn lines(&self) -> impl Iterator<Item = (Point, &str)> {
        let place = |index: usize| self.start.moved(0.0, 1.4 * self.size * index as f64);
        self.lines.iter().enumerate().map(move |(index, line)| (place(index), line.as_str()))
    }
}

struct Writer {
    out: String,
    paint: Paint,
}

impl Writer {
    /// Writes the start of the root element and its head.
    fn open(&mut self, scene: &Scene, options: &SvgOptions, low: Point, high: Point) {
        let view = [low.x, low.y, high.x - low.x, high.y - low.y].map(number);
        let (role, title) = (if options.interactive { "group" } else { "img" }, escape(&scene.summary()));
        let font = match self.paint {
            Paint::Auto | Paint::Page => "system-ui, sans-serif",
            Paint::Fixed(_) => crate::FAMILY,
        };
        self.out += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"damier-scene\" viewBox=\"{}\" lang=\"{}\" role=\"{role}\" \
             aria-label=\"{title}\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             font-family=\"{font}\">\n",
            view.join(" "),
            scene.view.lang.code(),
        );
        // Browsers show a title wherever the pointer rests: on a board that is played on, it would be in the way.
        if !options.interactive {
            self.out += &format!("<title>{title}</title>\n");
        }
        if self.paint == Paint::Auto {
            self.out += &format!("<style>\n{}</style>\n", stylesheet());
        }
    }

    fn shape(&mut self, shape: &Shape) {
        if let Outline::Words { at, size, anchor, text } = &shape.outline {
            self.words(*at, *size, *anchor, text, &shape.style);
        } else {
            let style = self.style(&shape.style);
            self.out += &format!("<{}{style}/>\n", geometry(&shape.outline));
        }
    }

    /// Writes pieces or marks: each thing that has a name as a group about its cell, so that a script can tell what became of
    /// it.
    fn things(&mut self, scene: &Scene, layer: Layer) {
        let class = if layer == Layer::Pieces { "piece" } else { "mark" };
        let mut open = None;
        for shape in scene.shapes.iter().filter(|shape| shape.layer == layer) {
            if shape.group != open {
                if open.is_some() {
                    self.out += "</g>\n";
                }
                if let Some(group) = shape.group.map(|group| &scene.groups[group as usize]) {
                    self.open_group(class, &group.name, group.at);
                }
                open = shape.group;
            }
            match shape.group.map(|group| &scene.groups[group as usize]) {
                Some(group) => self.shape(&about(shape, group.at)),
                None => self.shape(shape),
            }
        }
        if open.is_some() {
            self.out += "</g>\n";
        }
    }

    /// Writes what the last turn took off the board, under the pieces.
    fn taken(&mut self, scene: &Scene) {
        self.out += "<g class=\"layer-taken\" aria-hidden=\"true\">\n";
        for change in &scene.taken {
            self.open_group("taken", &change.name, change.at);
            change.shapes.iter().for_each(|shape| self.shape(shape));
            self.out += "</g>\n";
        }
        self.out += "</g>\n";
    }

    fn open_group(&mut self, class: &str, name: &str, at: Point) {
        let (name, at) = (escape(name), pair(at));
        self.out += &format!("<g class=\"{class}\" data-piece=\"{name}\" transform=\"translate({at})\">\n");
    }

    fn words(&mut self, at: Point, size: f64, anchor: Anchor, text: &str, style: &Style) {
        let place = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // A baseline by numbers: not every program knows how to centre a line of text.
        let (x, y) = (number(at.x), number(at.y + BASELINE * size));
        // The line of a letter lies under its fill, as a halo.
        let halo = if style.stroke.is_some() { r#" paint-order="stroke""# } else { "" };
        self.out += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{place}\"{}{halo}>{}</text>\n",
            number(size),
            self.style(style),
            escape(text),
        );
    }

    fn cell(&mut self, cell: &Cell, description: &str, first: bool) {
        let pool = match cell.pool.as_str() {
            "" => String::new(),
            pool => format!(" data-pool=\"{}\"", escape(pool)),
        };
        self.out += &format!(
            "<g class=\"cell\" role=\"button\" tabindex=\"{}\" data-cell=\"{}\"{pool} data-at=\"{} {}\" aria-label=\"{}\">\
             <{} class=\"area\" fill=\"none\" pointer-events=\"fill\"/></g>\n",
            if first { 0 } else { -1 },
            escape(&cell.name),
            pair(cell.centre).replace(',', " "),
            number(cell.radius),
            escape(description),
            geometry(&cell.area),
        );
    }

    fn style(&self, style: &Style) -> String {
        let mut text = String::new();
        match self.paint {
            Paint::Auto | Paint::Page => {
                let fill = style.fill.map(|ink| format!("fill-{}", ink.name()));
                let stroke = style.stroke.map(|ink| format!("stroke-{}", ink.name()));
                let classes: Vec<String> = fill.into_iter().chain(stroke).collect();
                text += &format!(" class=\"{}\"", classes.join(" "));
            }
            Paint::Fixed(theme) => {
                for (name, ink) in [("fill", style.fill), ("stroke", style.stroke)] {
                    if let Some(ink) = ink {
                        text += &format!(" {name}=\"{}\"", hex(theme.colour(ink)));
                    }
                }
            }
        }
        if style.stroke.is_some() {
            text += &format!(" stroke-width=\"{}\"", number(style.width));
            if style.dashed {
                text += &format!(" stroke-dasharray=\"{}\"", style.dashes().map(number).join(" "));
            }
        }
        text
    }
}

/// Returns a shape about a point.
fn about(shape: &Shape, at: Point) -> Shape {
    let mut shape = shape.clone();
    shape.outline.shift(-at.x, -at.y);
    shape
}

fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Board => "board",
        Layer::Coords => "coords",
        Layer::Pieces => "pieces",
        Layer::Marks => "marks",
    }
}

/// Returns the name of an element and the attributes of its geometry. Words have an area as a cell only: their place.
fn geometry(outline: &Outline) -> String {
    match outline {
        Outline::Polygon(points) => {
            let points: Vec<String> = points.iter().map(|&point| pair(point)).collect();
            format!("polygon points=\"{}\"", points.join(" "))
        }
        Outline::Circle(centre, radius) => circle(*centre, *radius),
        Outline::Path(segments) => {
            let parts: Vec<String> = segments
                .iter()
                .map(|segment| match *segment {
                    Segment::Move(to) => format!("M{}", pair(to)),
                    Segment::Line(to) => format!("L{}", pair(to)),
                    Segment::Curve(a, b, to) => format!("C{} {} {}", pair(a), pair(b), pair(to)),
                    Segment::Close => "Z".to_string(),
                })
                .collect();
            format!("path d=\"{}\"", parts.join(""))
        }
        Outline::Words { at, size, .. } => circle(*at, size / 2.0),
    }
}

fn circle(centre: Point, radius: f64) -> String {
    format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(centre.x), number(centre.y), number(radius))
}

fn pair(point: Point) -> String {
    format!("{},{}", number(point.x), number(point.y))
}

/// Writes a number with at most three decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn hex(colour: u32) -> String {
    format!("#{colour:06x}")
}

fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            _ => safe.push(c),
        }
    }
    safe
}
