//! A small, fast, seeded random generator.

/// Draws pseudo-random numbers (xoshiro256++). The same seed gives the same numbers on every machine.
///
/// ```
/// use damier_core::Rng;
///
/// // The same seed, the same numbers, on every machine.
/// let (mut one, mut other) = (Rng::new(42), Rng::new(42));
/// assert_eq!(one.bits(), other.bits());
/// assert!((0..100).all(|_| one.below(6) < 6));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

/// Mixes 64 bits (the finaliser of splitmix64): a bijection with no visible structure.
pub const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// Makes a generator from a seed. Any seed will do, 0 included.
    pub const fn new(seed: u64) -> Rng {
        let a = mix(seed);
        let b = mix(a);
        let c = mix(b);
        Rng { state: [a, b, c, mix(c)] }
    }

    /// Draws 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let drawn = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        drawn
    }

    /// Draws a number from 0 to `bound - 1`, each exactly as likely as the others.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a number below 0 cannot be drawn");
        let mut product = (self.bits() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            // The lowest 2^32 mod bound products would favour some numbers: draw again.
            let refused = bound.wrapping_neg() % bound;
            while (product as u32) < refused {
                product = (self.bits() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Draws a number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a slice in random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_splitmix64() {
        // The published first outputs of splitmix64 seeded with 1234567 (state advances by the golden gamma).
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(mix(1_234_567u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_is_uniform_enough_and_in_range() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        // Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 20.5, "{seen:?}");
    }

    #[test]
    fn shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
