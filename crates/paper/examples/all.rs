use damier_core::Lang;
use std::time::Instant;
fn main() {
    let out = std::env::args().nth(1).unwrap();
    let only = std::env::args().nth(2);
    for lang in Lang::ALL {
        let press = damier_paper::Press { lang, site: Some("https://jeux.example".to_string()) };
        for entry in damier_games::ALL {
            if only.as_ref().is_some_and(|only| !only.split(',').any(|id| id == entry.id)) {
                continue;
            }
            let begun = Instant::now();
            let sheet = press.lay_out(entry).unwrap();
            match sheet.size() {
                Ok((size, pages)) => {
                    let bytes = sheet.write().unwrap();
                    println!(
                        "{} {} {size:.1} pt, {pages} p, {} kB, {:?}",
                        entry.id,
                        lang.code(),
                        bytes.len() / 1000,
                        begun.elapsed()
                    );
                    std::fs::write(format!("{out}/{}-{}.pdf", entry.id, lang.code()), bytes).unwrap();
                }
                Err(error) => println!("{} {} {error}", entry.id, lang.code()),
            }
        }
        if only.is_none() {
            let begun = Instant::now();
            let bytes = press.booklet().unwrap();
            println!("booklet {} kB {:?}", bytes.len() / 1000, begun.elapsed());
            std::fs::write(format!("{out}/booklet-{}.pdf", lang.code()), bytes).unwrap();
        }
    }
}
