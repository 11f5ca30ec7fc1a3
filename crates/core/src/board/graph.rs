//! Boards given as points joined by lines.

/// Points joined by straight lines, at most eight from a point. A line goes on through a point in the same direction.
///
/// ```
/// use damier_core::board::Graph;
///
/// // Three points in a row.
/// let points = [("a".to_string(), (0, 0)), ("b".to_string(), (1, 0)), ("c".to_string(), (2, 0))];
/// let board = Graph::new(&points, |_, _| true);
/// let a = board.read("a").expect("a point");
/// assert_eq!(board.step(a, 0).map(|point| board.name(point)), Some("b"));
/// assert_eq!(board.edges().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    names: Vec<String>,
    places: Vec<(i32, i32)>,
    steps: Vec<[Option<u16>; 8]>,
}

impl Graph {
    /// The eight directions in turn; the direction four further is the opposite one.
    pub const DIRECTIONS: [(i32, i32); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

    /// Makes a board from its points, given by name and place (x to the right, y upwards), and a test that says
    /// whether two points that are neighbours on the grid are joined.
    pub fn new(points: &[(String, (i32, i32))], joined: impl Fn((i32, i32), (i32, i32)) -> bool) -> Graph {
        let at = |place| points.iter().position(|&(_, other)| other == place);
        let step = |(x, y): (i32, i32), (dx, dy): (i32, i32)| {
            let to = (x + dx, y + dy);
            at(to).filter(|_| joined((x, y), to)).map(|point| point as u16)
        };
        Graph {
            names: points.iter().map(|(name, _)| name.clone()).collect(),
            places: points.iter().map(|&(_, place)| place).collect(),
            steps: points
                .iter()
                .map(|&(_, place)| Self::DIRECTIONS.map(|direction| step(place, direction)))
                .collect(),
        }
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.names.len()
    }

    /// Returns the place of a point, x to the right and y upwards.
    pub fn place(&self, point: usize) -> (i32, i32) {
        self.places[point]
    }

    /// Returns the name of a point.
    pub fn name(&self, point: usize) -> &str {
        &self.names[point]
    }

    /// Reads the name of a point.
    pub fn read(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Returns the point next to this one along the line in a direction.
    #[inline]
    pub fn step(&self, point: usize, direction: usize) -> Option<usize> {
        self.steps[point][direction].map(usize::from)
    }

    /// Returns the joined pairs of points, each once.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.points()).flat_map(move |point| {
            (0..4).filter_map(move |direction| self.step(point, direction).map(|next| (point, next)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_jack_joins_its_centre_eight_ways() {
        let points: Vec<(String, (i32, i32))> = (0..9)
            .map(|cell| {
                (format!("{}{}", ['a', 'b', 'c'][cell % 3], cell / 3 + 1), (cell as i32 % 3, cell as i32 / 3))
            })
            .collect();
        let even = |(x, y): (i32, i32)| (x + y) % 2 == 0;
        let straight = |a: (i32, i32), b: (i32, i32)| a.0 == b.0 || a.1 == b.1;
        let flag = Graph::new(&points, |a, b| straight(a, b) || (even(a) && even(b)));
        let degree = |name: &str| {
            let point = flag.read(name).unwrap();
            (0..8).filter(|&direction| flag.step(point, direction).is_some()).count()
        };
        assert_eq!([degree("b2"), degree("a1"), degree("b1")], [8, 3, 3]);
        assert_eq!(flag.edges().count(), 12 + 4);
        assert_eq!(flag.name(4), "b2");
        assert_eq!(flag.place(4), (1, 1));
    }
}
