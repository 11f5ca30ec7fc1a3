//! Printing over HTTP: sheets and booklets.

mod common;

use axum::http::{StatusCode, header};
use common::{Reader, escape};

const LINE: &str = "game=hex:size%3D5&moves=c3+b4+d2";

#[tokio::test]
async fn sheets_have_their_pages() {
    let mut house = Reader::new().await;
    let line = format!("?{LINE}");
    for (path, pages) in [
        ("/print/board/hex.pdf", 1),
        ("/print/board/hex.pdf?rules=size=5&boards=6&coords=no", 1),
        ("/print/board/hex.pdf?param-size=7&variant=swap&boards=2", 1),
        (&*format!("/print/position.pdf{line}"), 1),
        (&*format!("/print/record.pdf{line}"), 1),
        ("/print/record.pdf?game=hex", 1),
    ] {
        let reply = house.get(path).await.expect(200);
        assert_eq!((reply.kind(), reply.pages()), ("application/pdf", pages), "{path}");
    }
    let at =
        house.import("text", "game: hex\nvariant: size=5\nname: level:3\nname: Ida\n\n1.c3 2.b4\n").await;
    let sheet = house.get(&format!("{}/record.pdf", at.location())).await.expect(200);
    assert_eq!(
        (sheet.pages(), sheet.header(header::CACHE_CONTROL.as_str())),
        (1, "no-cache"),
        "the game may go on"
    );
}

#[tokio::test]
async fn rules_are_printed_in_both_languages() {
    let mut house = Reader::new().await;
    for path in ["/print/rules/hex.pdf", "/print/rules/hex.pdf?lang=fr", "/print/rules/dulu.pdf?lang=en"] {
        let reply = house.get(path).await.expect(200);
        assert_eq!((reply.kind(), (1..=2).contains(&reply.pages())), ("application/pdf", true), "{path}");
    }
    let [fr, en] = ["fr", "en"].map(|lang| format!("/print/booklet.pdf?lang={lang}"));
    let french = house.get(&fr).await.expect(200);
    assert!(french.pages() > damier_games::ALL.len(), "{}", french.pages());
    assert!(french.header("content-disposition").contains("damier-collection-fr.pdf"));
    // It is made once.
    let begun = std::time::Instant::now();
    assert!(house.get(&fr).await.expect(200).bytes == french.bytes);
    let again = begun.elapsed();
    let begun = std::time::Instant::now();
    assert!(house.get(&en).await.expect(200).bytes != french.bytes);
    assert!(again < begun.elapsed(), "{again:?}");
}

#[tokio::test]
async fn problems_stand_six_on_a_page_with_solutions_behind() {
    let mut house = Reader::new().await;
    for grade in 1..=5 {
        let reply = house.get(&format!("/print/problems/crosses.pdf?grade={grade}")).await;
        let game = damier_games::entry("crosses").unwrap().variant("").unwrap();
        let all = game.problems().unwrap().shipped();
        let count = all.iter().filter(|problem| problem.grade == grade).count();
        if count == 0 {
            assert_eq!(reply.status, StatusCode::NOT_FOUND);
        } else {
            assert_eq!(reply.pages(), count.div_ceil(6) + 1, "grade {grade}: {count}");
        }
    }
}

#[tokio::test]
async fn the_pages_lead_to_the_sheets() {
    let mut house = Reader::new().await;
    for entry in damier_games::ALL {
        let page = house.page(&format!("/games/{}/print", entry.id)).await;
        for sheet in ["board", "rules"] {
            assert!(page.contains(&format!("/print/{sheet}/{}.pdf", entry.id)), "{sheet}");
        }
        let has = entry.variant("").unwrap().problems().is_some();
        assert_eq!(page.contains(&format!("/print/problems/{}.pdf", entry.id)), has);
        assert_eq!(
            house.get(&format!("/print/board/{}.pdf?boards=4", entry.id)).await.expect(200).pages(),
            1
        );
        let (variant, moves) = entry.glance;
        let spec = if variant.is_empty() { entry.id.to_string() } else { format!("{}:{variant}", entry.id) };
        let line = format!("game={}&moves={}", escape(&spec), escape(moves));
        assert_eq!(house.get(&format!("/print/position.pdf?{line}")).await.expect(200).pages(), 1, "{spec}");
        assert!(house.get(&format!("/print/record.pdf?{line}")).await.expect(200).pages() <= 2, "{spec}");
    }
    let page = house.page(&format!("/print?{LINE}")).await;
    assert!(page.contains("/print/position.pdf?") && page.contains("/print/record.pdf?"));
    let page = house.page("/print").await;
    for part in [
        "/games/hex/print",
        "/print/rules/hex.pdf",
        "/print/booklet.pdf?lang=fr",
        "/print/booklet.pdf?lang=en",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[tokio::test]
async fn wrong_requests_are_answered_in_words() {
    let mut house = Reader::new().await;
    for (path, status, word) in [
        ("/print?game=hex&moves=a1+a1", StatusCode::BAD_REQUEST, "move 2"),
        ("/print/position.pdf?game=nothing", StatusCode::BAD_REQUEST, "nothing"),
        ("/print/position.pdf", StatusCode::BAD_REQUEST, "game"),
        ("/print/record.pdf?game=hex&moves=zz", StatusCode::BAD_REQUEST, "zz"),
        ("/print/board/hex.pdf?boards=99", StatusCode::BAD_REQUEST, "99"),
        ("/print/board/hex.pdf?rules=size=999", StatusCode::BAD_REQUEST, "999"),
        ("/print/board/hex", StatusCode::NOT_FOUND, "hex"),
        ("/print/rules/nothing.pdf", StatusCode::NOT_FOUND, "nothing"),
        ("/print/rules/hex.pdf?lang=de", StatusCode::BAD_REQUEST, "de"),
        ("/print/booklet.pdf?lang=de", StatusCode::BAD_REQUEST, "de"),
        ("/print/board/nothing.pdf", StatusCode::NOT_FOUND, "nothing"),
        ("/print/problems/hex.pdf?grade=9", StatusCode::BAD_REQUEST, "5"),
        ("/print/problems/nothing.pdf", StatusCode::NOT_FOUND, "nothing"),
        ("/games/nothing/print", StatusCode::NOT_FOUND, "nothing"),
        ("/play/nobody/record.pdf", StatusCode::NOT_FOUND, "nobody"),
    ] {
        let reply = house.get(path).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.text().contains(word), "{path}: {}", reply.text());
    }
}
