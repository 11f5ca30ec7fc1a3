//! Sharing over HTTP: pictures, the page, frames, records out and in.

mod common;

use axum::http::{StatusCode, header};
use common::{Reader, escape};
use damier_table::Record;

/// A line of Hex, three moves long.
const LINE: &str = "game=hex:size%3D5&moves=c3+b4+d2";

#[tokio::test]
async fn pictures_have_their_types_and_sizes() {
    let mut house = Reader::new().await;
    let svg = house.get(&format!("/picture.svg?{LINE}")).await.expect(200);
    assert_eq!(svg.kind(), "image/svg+xml");
    assert!(svg.text().starts_with("<svg") && svg.text().contains("prefers-color-scheme:dark"));
    assert!(svg.header(header::CACHE_CONTROL.as_str()).contains("max-age"));
    // Its own style sheet would be forbidden by the policy of pages.
    assert!(svg.header(header::CONTENT_SECURITY_POLICY.as_str()).contains("style-src 'unsafe-inline'"));
    let fixed = house.page(&format!("/picture.svg?{LINE}&theme=dark&coords=no")).await;
    assert!(!fixed.contains("prefers-color-scheme") && fixed.contains("#332e27"), "the dark board");
    let upright = house.page(&format!("/picture.svg?{LINE}&tall")).await;
    assert_ne!(svg.text(), upright);
    assert_eq!(svg.text(), house.page(&format!("/picture.svg?{LINE}&tall=no")).await);

    let png = house.get(&format!("/picture.png?{LINE}&pixels=300")).await.expect(200);
    assert_eq!(png.kind(), "image/png");
    assert!(png.bytes.starts_with(b"\x89PNG"));
    // The header of a PNG holds width and height, four bytes each, from byte 16 on.
    let side = |at: usize| u32::from_be_bytes(png.bytes[at..at + 4].try_into().unwrap());
    assert_eq!(side(16).max(side(20)), 300);

    let pdf = house.get(&format!("/picture.pdf?{LINE}")).await.expect(200);
    assert_eq!((pdf.kind(), pdf.pages()), ("application/pdf", 1));
}

#[tokio::test]
async fn wrong_requests_are_answered_in_words() {
    let mut house = Reader::new().await;
    let long = format!("/share?game=hex&position={}", "x".repeat(30_000));
    for (path, word) in [
        ("/picture.svg", "game"),
        ("/picture.svg?game=nothing", "nothing"),
        ("/picture.svg?game=hex&moves=a1+a1", "move 2"),
        ("/picture.svg?game=hex&theme=pink", "pink"),
        ("/picture.png?game=hex&pixels=99999", "2400"),
        ("/picture.png?game=hex&pixels=x", "2400"),
        ("/picture.pdf?game=hex&position=x", "x"),
        ("/share", "game"),
        ("/share?game=hex&moves=zz", "zz"),
        (&long, "Too long"),
        ("/embed?game=hex&ply=-1", "address"),
        ("/record.json?game=hex&moves=a1+a1", "move 2"),
        ("/record.txt?game=none", "none"),
    ] {
        let reply = house.get(path).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{path}");
        assert!(reply.text().contains(word) && reply.text().contains("<h1>"), "{path}: {}", reply.text());
    }
    for path in ["/play/nobody/share", "/play/nobody/record.json", "/play/nobody/record.txt"] {
        assert_eq!(house.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_page_gives_whole_addresses() {
    let mut house = Reader::new().await;
    let page = house.page(&format!("/share?{LINE}")).await;
    assert!(page.contains("value=\"http://damier.test/analysis?game=hex:size%3D5"), "{page}");
    assert!(page.contains("http://damier.test/picture.png?"));
    assert!(page.contains("&lt;iframe src=&quot;http://damier.test/embed?"));
    assert!(
        page.contains("class=\"qr\"") && page.contains("/record.json?") && page.contains("role=\"status\"")
    );
    assert!(!page.contains("style=\""), "the policy forbids styles in attributes");
    // A host that could break out of the page is not believed.
    let page = house.send_with("GET", &format!("/share?{LINE}"), "", &[("host", "a\"><b")]).await.expect(200);
    assert!(page.text().contains("value=\"/analysis?") && !page.text().contains("class=\"qr\""));
}

#[tokio::test]
async fn arrows_and_circles_go_along() {
    let mut house = Reader::new().await;
    let plain = house.page(&format!("/picture.svg?{LINE}")).await;
    let [arrow, circle] = ["a1~e5", "b2"].map(|shape| format!("/picture.svg?{LINE}&draw={shape}"));
    let [arrow, circle] = [house.page(&arrow).await, house.page(&circle).await];
    assert!(arrow.len() > plain.len() && circle.len() > plain.len() && arrow != circle);
    // What names no cell is left out, however long it is.
    let junk = format!("/picture.svg?{LINE}&draw=z9+q~+{}", "x".repeat(3000));
    assert_eq!(house.page(&junk).await, plain);
    let page = house.page(&format!("/share?{LINE}&draw=a1~e5+b2")).await;
    for path in ["/analysis?", "/picture.png?"] {
        let shared = page.split_once(&format!("value=\"http://damier.test{path}")).unwrap().1;
        assert!(shared.split('"').next().unwrap().contains("draw=a1%7Ee5+b2"), "{path}: {page}");
    }
}

#[tokio::test]
async fn an_address_that_only_this_machine_opens_says_so() {
    let mut house = Reader::new().await;
    for (host, own) in [("127.0.0.1:8080", true), ("localhost", true), ("192.168.1.7:8080", false)] {
        let page = house.send_with("GET", &format!("/share?{LINE}"), "", &[("host", host)]).await.expect(200);
        for words in ["Only this computer can open this address.", "Only this computer can open this code"] {
            assert_eq!(page.text().contains(words), own, "{host}: {words}");
        }
    }
}

#[tokio::test]
async fn only_the_embedded_page_may_be_framed() {
    let mut house = Reader::new().await;
    let frame = house.get(&format!("/embed?{LINE}&ply=1&lang=en")).await.expect(200);
    assert!(frame.header(header::CONTENT_SECURITY_POLICY.as_str()).ends_with("frame-ancestors *"));
    let text = frame.text();
    assert!(text.contains("1/3") && text.contains("ply=0") && text.contains("ply=2"));
    assert!(!text.contains("<script"));
    let page = house.get(&format!("/share?{LINE}")).await.expect(200);
    assert!(page.header(header::CONTENT_SECURITY_POLICY.as_str()).ends_with("frame-ancestors 'self'"));
}

#[tokio::test]
async fn a_game_goes_out_and_comes_in_again() {
    let mut house = Reader::new().await;
    let names = "name: Zoé\nname: <Ida>\n";
    for (end, over) in [
        ("", false),
        ("result: second\nreason: resignation\n", true),
        ("result: first\nreason: time\n", true),
    ] {
        let text = format!("game: hex\nvariant: size=5\n{names}{end}\n1.c3 2.b4\n");
        let reply = house.import("text", &text).await;
        let at = reply.location();
        let page = house.page(&at).await;
        assert_eq!(page.contains("/resign\""), !over, "seats are for games that go on");
        assert!(page.contains("Zoé") && !page.contains("<Ida>"));
        let json = house.get(&format!("{at}/record.json")).await.expect(200);
        assert_eq!(json.kind(), "application/json");
        assert!(json.header(header::CONTENT_DISPOSITION.as_str()).contains("damier-hex.json"));
        let record = Record::from_json(json.text()).unwrap();
        let plain = house.get(&format!("{at}/record.txt")).await.expect(200);
        assert_eq!(plain.kind(), "text/plain; charset=utf-8");
        assert_eq!(Record::from_text(plain.text()).unwrap(), record);
        let given = Record::from_text(&text).unwrap();
        assert_eq!((&record.moves, &record.end, &record.names), (&given.moves, &given.end, &given.names));
        // And once more around, as a file.
        let again = house.import("file", json.text()).await.location();
        assert_ne!(again, at);
        let back = Record::from_json(&house.page(&format!("{again}/record.json")).await).unwrap();
        assert_eq!(back, record);
    }
}

#[tokio::test]
async fn a_stored_game_is_shared_by_its_address() {
    let mut house = Reader::new().await;
    let at = house.import("text", "game: hex\nvariant: size=5\n\n1.c3 2.b4 3.d2\n").await.location();
    let page = house.page(&format!("{at}/share?ply=2")).await;
    assert!(page.contains(&format!("http://damier.test{at}?ply=2")), "{page}");
    assert!(page.contains(&format!("{at}/record.pdf")));
    // The picture shows the second move as the last.
    assert!(page.contains("moves=b4"));
}

#[tokio::test]
async fn a_line_has_its_record() {
    let mut house = Reader::new().await;
    let record = Record::from_json(&house.page(&format!("/record.json?{LINE}")).await).unwrap();
    assert_eq!((&*record.game, &*record.variant), ("hex", "size=5"));
    assert_eq!(record.moves, ["c3", "b4", "d2"]);
    assert_eq!(Record::from_text(&house.page(&format!("/record.txt?{LINE}")).await).unwrap(), record);
}

#[tokio::test]
async fn records_that_are_wrong_are_refused_with_the_reason() {
    let mut house = Reader::new().await;
    let form = house.page("/import").await;
    assert!(form.contains("<textarea") && form.contains("type=\"file\""));
    assert!(form.contains("multipart/form-data"));
    let large = format!("game: hex\n\n{}", "x".repeat(300 * 1024));
    for (text, word) in [
        ("game: hex\nvariant: size=5\n\n1.c3 2.c3\n", "move 2"),
        ("game: hex\nresult: first\nreason: magic\n\n1.c3\n", "magic"),
        ("game: nothing\n\n1.c3\n", "nothing"),
        ("", "no game"),
        ("{\"game\":3}", "JSON"),
        (&large, "256"),
    ] {
        let reply = house.import("text", text).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{word}");
        assert!(reply.text().contains(word), "{word}: {}", reply.text());
        assert!(reply.text().contains("<textarea"), "{word}: the form is there");
    }
    // What was sent is still in the form, with the reason beside it.
    let reply = house.import("text", "game: hex\nvariant: size=5\n\n1.c3 2.c3 </textarea><b>\n").await;
    let page = reply.text();
    let (above, kept) = page.split_once("</span><br><textarea").unwrap();
    assert!(above.contains("id=\"wrong\" role=\"alert\">") && above.contains("move 2"), "{page}");
    assert!(kept.contains("aria-describedby=\"wrong\""), "{page}");
    assert!(kept.contains("variant: size=5\n\n1.c3 2.c3 &lt;/textarea&gt;&lt;b&gt;"), "{page}");
    let reply = house.post("/import", "text=x").await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn every_game_is_shared_and_comes_back() {
    let mut house = Reader::new().await;
    for entry in damier_games::ALL {
        let (variant, moves) = entry.glance;
        let spec = if variant.is_empty() { entry.id.to_string() } else { format!("{}:{variant}", entry.id) };
        let line = format!("game={}&moves={}", escape(&spec), escape(moves));
        let page = house.page(&format!("/share?{line}")).await;
        assert!(page.contains("class=\"qr\""), "{spec}");
        let record = house.page(&format!("/record.txt?{line}")).await;
        let at = house.import("text", &record).await.location();
        assert_eq!(house.page(&format!("{at}/record.txt")).await, record, "{spec}");
        // The address that the page gives draws the same position.
        let given = page.split_once("damier.test/picture.svg?").unwrap().1.split_once('"').unwrap().0;
        let given = house.page(&format!("/picture.svg?{}", given.replace("&amp;", "&"))).await;
        assert_eq!(given, house.page(&format!("/picture.svg?{line}")).await, "{spec}");
    }
}

#[tokio::test]
async fn addresses_that_are_sent_show_what_they_lead_to() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    for path in [page.as_str(), "/analysis?game=hex:size%3D5&moves=c3", "/games/hex"] {
        let host = [("host", "jeux.example"), ("x-forwarded-proto", "https")];
        let answer = reader.send_with("GET", path, "", &host).await.expect(200);
        let content = |name: &str| {
            let tag = format!("property=\"og:{name}\" content=\"");
            let rest = answer.text().split_once(&tag).unwrap_or_else(|| panic!("{path} has no {name}")).1;
            rest.split('"').next().unwrap().replace("&amp;", "&")
        };
        assert!(content("title").contains("Hex") && content("description").len() > 10, "{path}");
        let picture = content("image");
        let picture = picture.strip_prefix("https://jeux.example").unwrap_or_else(|| panic!("{picture}"));
        assert_eq!(reader.get(picture).await.expect(200).kind(), "image/png", "{path}");
    }
    assert!(!reader.get("/").await.expect(200).text().contains("og:image"));
}
