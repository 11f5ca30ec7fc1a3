//! Logistic regression: the weights that best foretell the results of games.

use damier_core::Rng;

/// A position of a game.
pub(crate) struct Sample {
    /// How much of each weight it has.
    pub(crate) amounts: Vec<(u32, f32)>,
    /// What the engine expected for First, 0 to 1.
    pub(crate) guess: f32,
    /// How the game ended for First.
    pub(crate) result: f32,
    /// The engine's expectation is proven.
    pub(crate) proven: bool,
}

impl Sample {
    /// What the weights should foretell: the result, tempered by what the search saw; what was proven, wholly.
    fn target(&self) -> f32 {
        if self.proven { self.guess } else { 0.7 * self.result + 0.3 * self.guess }
    }
}

const EPOCHS: usize = 60;
const BATCH: usize = 256;
const RATE: f32 = 1.5;
/// How strongly weights are drawn to where they were, in logits per hundredth squared.
const TETHER: f32 = 1e-7;

/// Fits weights (hundredths of a logit) to samples, beginning with those given. Returns them with the mean loss.
pub(crate) fn fit(samples: &[Sample], start: &[i32], rng: &mut Rng) -> (Vec<i32>, f32) {
    let mut weights: Vec<f32> = start.iter().map(|&weight| weight as f32).collect();
    // Adam: a mean and a mean square of the gradient for each weight.
    let (mut mean, mut square) = (vec![0f32; weights.len()], vec![0f32; weights.len()]);
    let mut gradient = vec![0f32; weights.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut step = 0;
    let mut loss = 0.0;
    for epoch in 0..EPOCHS {
        rng.shuffle(&mut order);
        loss = 0.0;
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(BATCH) {
            for (pull, (weight, &from)) in gradient.iter_mut().zip(weights.iter().zip(start)) {
                *pull = TETHER * (weight - from as f32);
            }
            for &at in batch {
                let sample = &samples[at];
                let sum: f32 = sample.amounts.iter().map(|&(w, amount)| weights[w as usize] * amount).sum();
                let expected = 1.0 / (1.0 + (-sum / 100.0).exp());
                let target = sample.target();
                loss += cross_entropy(target, expected);
                let error = (expected - target) / (100.0 * batch.len() as f32);
                for &(w, amount) in &sample.amounts {
                    gradient[w as usize] += error * amount;
                }
            }
            step += 1;
            let (fade, fade_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for w in 0..weights.len() {
                mean[w] = 0.9 * mean[w] + 0.1 * gradient[w];
                square[w] = 0.999 * square[w] + 0.001 * gradient[w] * gradient[w];
                weights[w] -= rate * (mean[w] / fade) / ((square[w] / fade_square).sqrt() + 1e-9);
            }
        }
    }
    let loss = loss / samples.len().max(1) as f32;
    (weights.into_iter().map(|weight| weight.round() as i32).collect(), loss)
}

fn cross_entropy(target: f32, expected: f32) -> f32 {
    let expected = expected.clamp(1e-6, 1.0 - 1e-6);
    -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights_are_found_again() {
        // Results drawn with the odds that the weights 150, -80 and 0 give.
        let truth = [150.0, -80.0, 0.0];
        let mut rng = Rng::new(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let amounts: Vec<(u32, f32)> = (0..3).map(|w| (w, rng.below(5) as f32 - 2.0)).collect();
                let sum: f32 = amounts.iter().map(|&(w, amount)| truth[w as usize] * amount).sum();
                let odds = 1.0 / (1.0 + (-sum / 100.0).exp());
                let result = f32::from(u8::from((rng.unit() as f32) < odds));
                Sample { amounts, guess: odds, result, proven: false }
            })
            .collect();
        let (found, _) = fit(&samples, &[0, 0, 0], &mut rng);
        for (found, truth) in found.iter().zip(truth) {
            assert!((*found as f32 - truth).abs() < 12.0, "{found} for {truth}");
        }
    }
}
