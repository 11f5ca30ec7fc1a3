//! Feeds every parser and session with what the fuzzer invents. `cargo fuzz run junk`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| damier_testkit::junk::feed(damier_games::ALL, bytes));
