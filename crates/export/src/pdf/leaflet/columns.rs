//! Builds columns of bricks.

use super::bricks::Brick;

/// How much of the free height of a column goes between its bricks, at most, in points for each gap.
const STRETCH: f64 = 7.0;

/// Which bricks stand in each column: from the first up to, but without, the last.
pub(super) type Filling = Vec<(usize, usize)>;

/// Fills columns of these heights one after the other; `None` if something does not fit.
pub(super) fn fill(bricks: &[Brick], heights: &[f64]) -> Option<Filling> {
    let mut filling = Vec::new();
    let mut from = 0;
    for &height in heights {
        let (mut used, mut end) = (0.0, from);
        for (place, brick) in bricks.iter().enumerate().skip(from) {
            used += brick.height + if place == from { 0.0 } else { brick.gap };
            if used > height {
                break;
            }
            if !brick.keeps {
                end = place + 1;
            }
        }
        filling.push((from, end));
        from = end;
    }
    (from == bricks.len()).then_some(filling)
}

/// Fills columns, of which the last `even` ones are made about equally high.
pub(super) fn balance(bricks: &[Brick], heights: &[f64], even: usize) -> Option<Filling> {
    let mut best = fill(bricks, heights)?;
    let first = heights.len() - even;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..12 {
        let share = (low + high) / 2.0;
        let shorter: Vec<f64> = heights
            .iter()
            .enumerate()
            .map(|(place, height)| if place < first { *height } else { height * share })
            .collect();
        match fill(bricks, &shorter) {
            Some(filling) => {
                best = filling;
                high = share;
            }
            None => low = share,
        }
    }
    Some(best)
}

/// The height of the bricks of a column.
pub(super) fn used(bricks: &[Brick]) -> f64 {
    let heights: f64 = bricks.iter().map(|brick| brick.height).sum();
    heights + bricks.iter().skip(1).map(|brick| brick.gap).sum::<f64>()
}

/// Returns by how much each gap of a column grows that may grow, so that the column comes nearer to its height.
pub(super) fn stretch(bricks: &[Brick], height: f64) -> f64 {
    let gaps = bricks.iter().skip(1).filter(|brick| brick.stretches).count();
    if gaps == 0 {
        return 0.0;
    }
    ((height - used(bricks)) / gaps as f64).clamp(0.0, STRETCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brick(height: f64, gap: f64, keeps: bool) -> Brick<'static> {
        Brick { gap, stretches: gap > 0.0, height, keeps, items: Vec::new() }
    }

    #[test]
    fn columns_are_filled_one_after_the_other() {
        let bricks: Vec<Brick> = (0..5).map(|_| brick(10.0, 2.0, false)).collect();
        assert_eq!(fill(&bricks, &[22.0, 34.0]), Some(vec![(0, 2), (2, 5)]));
        assert_eq!(fill(&bricks, &[22.0, 33.0]), None);
        assert_eq!(fill(&bricks, &[100.0, 100.0]), Some(vec![(0, 5), (5, 5)]));
        assert_eq!(balance(&bricks, &[100.0, 100.0], 2), Some(vec![(0, 3), (3, 5)]));
    }

    #[test]
    fn what_stays_with_the_next_goes_with_it() {
        let bricks = [brick(10.0, 0.0, false), brick(5.0, 1.0, true), brick(10.0, 1.0, false)];
        assert_eq!(fill(&bricks, &[20.0, 20.0]), Some(vec![(0, 1), (1, 3)]));
        assert_eq!(fill(&bricks, &[20.0, 12.0]), None);
    }

    #[test]
    fn gaps_grow_within_bounds() {
        let bricks = [brick(10.0, 0.0, false), brick(10.0, 2.0, false), brick(10.0, 0.0, false)];
        assert_eq!(used(&bricks), 32.0);
        assert_eq!(stretch(&bricks, 35.0), 3.0);
        assert_eq!(stretch(&bricks, 300.0), STRETCH);
        assert_eq!(stretch(&bricks, 30.0), 0.0);
    }
}
