//! How far a side is from joining its edges, as the current through a net of resistors.
//!
//! Each full link is a wire, each free cell at its ends a resistance of one, chains none; between the edges lies a
//! voltage of one. Many short ways make a great current, and the cells through which most of it flows matter most.

use super::links::Links;

/// How often the voltages are balanced.
const SWEEPS: usize = 24;
/// How far beyond the balance each step goes, so that fewer are needed.
const BEYOND: f32 = 1.5;

/// The voltages and currents of one side's net.
#[derive(Clone, Debug, Default)]
pub(super) struct Circuit {
    /// Where the wires of each point begin in `wires`.
    starts: Vec<u32>,
    wires: Vec<u16>,
    volts: Vec<f32>,
    /// The last point to which each point was wired, and one: to tell repeated links.
    wired: Vec<u32>,
}

impl Circuit {
    /// Makes an empty net.
    pub fn new() -> Circuit {
        Circuit::default()
    }

    /// Lays the net of a side and returns the whole current. Adds to `flow`, for each cell, the share of the current
    /// that flows through it.
    pub fn measure<const W: usize>(
        &mut self,
        links: &Links<W>,
        size: usize,
        down: bool,
        flow: &mut [f32],
    ) -> f32 {
        let count = links.count();
        self.starts.clear();
        self.wires.clear();
        self.volts.clear();
        self.wired.clear();
        self.wired.resize(count, 0);
        for point in 0..count {
            self.starts.push(self.wires.len() as u32);
            for other in links.neighbours(point) {
                if self.wired[other] != point as u32 + 1 {
                    self.wired[other] = point as u32 + 1;
                    self.wires.push(other as u16);
                }
            }
            // Near the balance from the start: the voltage falls evenly from edge to edge.
            let depth = |cell: usize| if down { cell / size } else { cell % size };
            let middle = links.cell(point).map_or(0.5, |cell| (depth(cell) + 1) as f32 / (size + 1) as f32);
            self.volts.push(match point {
                0 => 1.0,
                1 => 0.0,
                _ => 1.0 - middle,
            });
        }
        self.starts.push(self.wires.len() as u32);
        for _ in 0..SWEEPS {
            for point in 2..count {
                let (sum, weight) = self.around(links, point);
                if weight > 0.0 {
                    self.volts[point] += BEYOND * (sum / weight - self.volts[point]);
                }
            }
        }
        let whole = self.through(links, 0).max(1e-6);
        for point in 2..count {
            if let Some(cell) = links.cell(point) {
                flow[cell] += self.through(links, point) / (2.0 * whole);
            }
        }
        whole
    }

    fn wires(&self, point: usize) -> &[u16] {
        &self.wires[self.starts[point] as usize..self.starts[point + 1] as usize]
    }

    /// Returns how well two points conduct.
    fn conductance<const W: usize>(links: &Links<W>, a: usize, b: usize) -> f32 {
        match (links.cell(a).is_some(), links.cell(b).is_some()) {
            (true, true) => 0.5,
            (false, false) => 10.0,
            _ => 1.0,
        }
    }

    fn around<const W: usize>(&self, links: &Links<W>, point: usize) -> (f32, f32) {
        self.wires(point).iter().fold((0.0, 0.0), |(sum, weight), &other| {
            let conductance = Self::conductance(links, point, other as usize);
            (sum + conductance * self.volts[other as usize], weight + conductance)
        })
    }

    fn through<const W: usize>(&self, links: &Links<W>, point: usize) -> f32 {
        self.wires(point).iter().fold(0.0, |sum, &other| {
            let fall = self.volts[point] - self.volts[other as usize];
            sum + Self::conductance(links, point, other as usize) * fall.abs()
        })
    }
}
