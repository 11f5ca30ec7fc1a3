//! Logits as chances. The standard library leaves the last bits of an exponential to the machine; these are the same on all.

use std::f32::consts::LOG2_E;

/// Returns eˣ to six digits or so, by rounded products and sums alone.
fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let power = (x * LOG2_E).round();
    // ln 2 in two parts, the first of few digits, so that nothing is lost of the difference.
    let rest = (x - power * 0.693_359_4) + power * 2.121_944_4e-4;
    let terms = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let sum = terms.iter().fold(0.0, |sum, term| sum * rest + term);
    sum * f32::from_bits(((power as i32 + 127) as u32) << 23)
}

/// Returns the chance whose logit this is, 0 to 1.
///
/// ```
/// assert_eq!(damier_net::chance(0.0), 0.5);
/// ```
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit))
}

/// Turns logits into shares that add up to 1.
///
/// ```
/// let mut shares = [2.0, 0.0];
/// damier_net::share_out(&mut shares);
/// assert!((shares[0] - damier_net::chance(2.0)).abs() < 1e-6);
/// ```
pub fn share_out(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = exp(*logit - most);
        sum += *logit;
    }
    for share in logits {
        *share /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_standard_library() {
        for step in -860..=880 {
            let x = step as f32 / 10.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) / expected - 1.0).abs();
            assert!(error < 1e-6, "{x}: {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(-1e9) < 1e-37 && exp(1e9).is_finite());
    }

    #[test]
    fn shares_add_up() {
        let mut shares = [3.0, -60.0, 1.5, 3.0];
        share_out(&mut shares);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(shares[0], shares[3]);
        assert!((shares[0] / shares[2] - 1.5f32.exp()).abs() < 1e-4 && shares[1] < 1e-20);
    }
}
