//! The examples run, and what they assert holds.

#![allow(clippy::unwrap_used)]

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(#[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().unwrap();
        })*

        #[test]
        fn every_example_is_run() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
            let files = std::fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name());
            let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
            files.sort();
            assert_eq!(files, [$(concat!(stringify!($name), ".rs")),*]);
        }
    };
}

examples! {
    draw "../examples/draw.rs"
    play "../examples/play.rs"
    solve "../examples/solve.rs"
    think "../examples/think.rs"
    write_a_game "../examples/write_a_game.rs"
}
