//! How many positions a second a network looks at, by kernel: `cargo run --release -p damier-net --example speed -- FILE [SIZE] [BATCH]`.

use std::time::Instant;

use damier_net::{Kernel, Look, Net};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = std::fs::read(arguments.next().expect("a file")).expect("it can be read");
    let mut number = |usual| arguments.next().map_or(usual, |text| text.parse().expect("a number"));
    let (size, batch): (usize, usize) = (number(11), number(1));
    for kernel in Kernel::all() {
        let begun = Instant::now();
        let net = Net::for_kernel(&file, kernel).expect("a network");
        let reading = begun.elapsed();
        let planes = vec![0.0; net.architecture().planes * (size + 2) * (size + 2) * batch];
        let mut look = Look::default();
        net.look(size, &planes, &mut look);
        let begun = Instant::now();
        let mut looks = 0;
        while begun.elapsed().as_secs_f64() < 1.0 {
            net.look(size, &planes, &mut look);
            looks += batch;
        }
        let rate = looks as f64 / begun.elapsed().as_secs_f64();
        println!("{kernel:?}: {rate:.0} a second; read in {reading:?}; {}", look.values[0]);
    }
}
