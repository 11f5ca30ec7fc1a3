//! No input makes a game panic.

use damier_testkit::junk;
use proptest::prelude::*;

/// Characters that the notations use, so that junk comes close to the truth.
const NEAR: &str = "[a-kwbnxo0-9 /.+:=!XO,-]{0,60}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        junk::feed(damier_games::ALL, &bytes);
    }

    #[test]
    fn near_misses_are_survived(text in NEAR) {
        junk::feed(damier_games::ALL, text.as_bytes());
    }
}
