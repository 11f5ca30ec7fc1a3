//! Pages as they are sent: in both languages, without a script of their own, and with readable errors.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::Reader;

#[tokio::test]
async fn every_page_is_whole_in_both_languages() {
    let reader = Reader::new().await;
    let (mut english, mut french) = (reader.other(), reader.french());
    let mut paths = vec!["/".to_string()];
    for entry in damier_games::ALL {
        paths.push(format!("/games/{}", entry.id));
        paths.push(format!("/games/{}/play", entry.id));
    }
    for path in paths {
        let [en, fr] = [english.get(&path).await.expect(200), french.get(&path).await.expect(200)];
        assert!(en.text().contains("<html lang=\"en\""), "{path}");
        assert!(fr.text().contains("<html lang=\"fr\""), "{path}");
        for page in [&en, &fr] {
            let text = page.text();
            assert!(
                !text.contains("<script>") && !text.contains(" style=\"") && !text.contains(" onclick"),
                "{path}"
            );
            // Nothing elsewhere: the name of SVG is no address, and the picture for those to whom this is sent is ours.
            let known = ["http://www.w3.org", "property=\"og:image\" content=\"http://"];
            let named: usize = known.iter().map(|known| text.matches(known).count()).sum();
            assert_eq!(text.matches("http://").count(), named, "{path}");
            assert!(!text.contains("https://"), "{path}");
            let policy = page.header("content-security-policy");
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
            assert_eq!(page.header("x-content-type-options"), "nosniff");
        }
    }
}

#[tokio::test]
async fn every_diagram_leads_to_its_analysis_and_every_page_has_a_game_to_replay() {
    let mut reader = Reader::new().await;
    for entry in damier_games::ALL {
        let page = reader.page(&format!("/games/{}", entry.id)).await;
        let links: Vec<String> = page
            .split("<a href=\"")
            .skip(1)
            .filter_map(|rest| rest.split_once('"'))
            .filter(|(link, _)| link.starts_with("/analysis?"))
            .map(|(link, _)| link.replace("&amp;", "&"))
            .collect();
        assert_eq!(links.len(), page.matches("<figcaption>").count(), "{}", entry.id);
        assert!(page.contains(">Replay</a>"), "{}", entry.id);
        for link in links {
            reader.get(&link).await.expect(200);
        }
    }
}

#[tokio::test]
async fn the_reader_chooses_language_and_theme() {
    let mut reader = Reader::new().await;
    let back = reader.get("/choose?lang=fr&theme=dark&back=/games/hex").await.expect(303);
    assert_eq!(back.header("location"), "/games/hex");
    let page = reader.get("/games/hex").await.expect(200);
    assert!(page.text().contains("<html lang=\"fr\" data-theme=\"dark\""));
    reader.get("/choose?theme=&back=/").await.expect(303);
    assert!(!reader.get("/").await.text().contains("data-theme="));
    // What was chosen holds, whatever the address said before.
    let page = reader.get("/games/hex?lang=en&theme=dark").await.expect(200);
    assert!(page.text().contains("back=%2Fgames%2Fhex\"") && !page.text().contains("back=%2Fgames%2Fhex%3F"));
    for elsewhere in ["//evil.test", "https://evil.test", "/\\evil.test", "/%09/evil.test", "/%0aevil.test"] {
        let answer = reader.get(&format!("/choose?back={elsewhere}")).await.expect(303);
        assert_eq!(answer.header("location"), "/", "{elsewhere}");
    }
}

#[tokio::test]
async fn wrong_requests_get_readable_pages() {
    let mut reader = Reader::new().await;
    for (path, code, words) in [
        ("/nowhere", 404, "No page"),
        ("/games/chess", 404, "chess"),
        ("/games/chess/play", 404, "chess"),
        ("/games/hex/play?variant=nope", 400, "nope"),
        ("/games/hex/play?param-size=99", 400, "99"),
        ("/play/none", 404, "No game"),
        ("/play/none/state", 404, "No game"),
        ("/assets/0/board.js", 404, "board.js"),
        ("/api/line?game=hex:size%3D5&moves=c3+c3", 400, "move 2"),
        ("/api/line?game=none", 400, "none"),
        ("/play/none?ply=abc", 400, "ply"),
        ("/play/%ff", 400, "address"),
        ("/learn/hex?step=x", 400, "step"),
        ("/problems/hex/1?solution=yes", 400, "solution"),
        ("/play/none/undo", 405, "GET"),
    ] {
        let answer = reader.get(path).await.expect(code);
        assert!(answer.text().contains(words), "{path}: {}", answer.text());
        assert!(answer.text().contains("<main"), "{path} is a page");
    }
    let escaped = reader.get("/games/%3Cscript%3E").await.expect(404);
    assert!(!escaped.text().contains("<script>") && escaped.text().contains("&lt;script&gt;"));
    let long = format!("rules={}", "x".repeat(600_000));
    assert!(reader.post("/games/hex/play", &long).await.expect(413).text().contains("too long"));
    assert!(reader.post("/play/none/move", "ply=zz").await.expect(400).text().contains("form"));
    let mut script = reader.other().script();
    let error = script.get("/api/line?game=none").await.expect(400).json();
    assert!(error["error"].as_str().unwrap().contains("none"));
    let error = script.get("/play/none?ply=abc").await.expect(400).json();
    assert!(error["error"].as_str().unwrap().contains("ply"));
}

#[tokio::test]
async fn errors_lead_on() {
    let mut reader = Reader::new().await;
    for (path, code, links) in [
        ("/nowhere", 404, &["/"][..]),
        ("/games/hex/nothing", 404, &["/games/hex", "/"]),
        ("/learn/hex?step=x", 400, &["/games/hex", "/learn", "/"]),
        ("/problems/hex/99999", 404, &["/games/hex", "/problems", "/"]),
        ("/analysis?game=hex:size%3D5&moves=c3+c3", 400, &["/games/hex", "/"]),
        ("/games/chess", 404, &["/"]),
    ] {
        let answer = reader.get(path).await.expect(code);
        let ways =
            answer.text().split_once("<ul class=\"onward\">").unwrap().1.split("</ul>").next().unwrap();
        let found: Vec<&str> =
            ways.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(found, links, "{path}");
    }
    // Back to the page that led here, unless it is of another site.
    for (referer, leads) in
        [("http://damier.test/games/agon?lang=en", true), ("http://evil.test/games/agon", false)]
    {
        let answer = reader.send_with("GET", "/nowhere", "", &[("referer", referer)]).await.expect(404);
        assert_eq!(answer.text().contains("href=\"/games/agon"), leads, "{referer}");
    }
}

#[tokio::test]
async fn a_form_that_is_refused_comes_back_with_the_reason() {
    let mut reader = Reader::new().await;
    let address = reader.begin("reversi", "seat0=human&seat1=human").await;
    let answer = reader.post(&format!("{address}/move"), "ply=0&text=a1").await.expect(400);
    let page = answer.text();
    assert!(page.contains("class=\"notice refusal\" role=\"alert\">impossible move: a1"), "{page}");
    assert!(
        page.contains("data-cell=\"d3\"") && page.contains(&format!("action=\"{address}/move\"")),
        "{page}"
    );
    // The game goes on, and says nothing of it any more.
    reader.post(&format!("{address}/move"), "ply=0&text=d3").await.expect(303);
    assert!(!reader.page(&address).await.contains("refusal"));
    // So it is with the other actions, and with the form of a new game.
    reader.post(&format!("{address}/resign"), "").await.expect(303);
    let late = reader.post(&format!("{address}/move"), "ply=1&text=c3").await.expect(400);
    assert!(late.text().contains("not your turn") && late.text().contains("layer-pieces"));
    let form = reader.post("/games/hex/play", "param-size=99&seat0=human&seat1=human").await.expect(400);
    let fault = "id=\"fault-param-size\" role=\"alert\">";
    assert!(form.text().contains(fault) && !form.text().contains(&format!("{fault}</p>")), "{}", form.text());
    assert!(form.text().contains("<form"));
    // Scripts are told in JSON, as ever.
    let mut script = reader.script();
    let told = script.post(&format!("{address}/move"), "ply=1&text=c3").await.expect(400).json();
    assert!(told["error"].as_str().unwrap().contains("not your turn"));
}

/// Follows the links of all kinds of pages, a few of each kind.
#[tokio::test]
async fn no_link_leads_nowhere() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    let mut left = vec!["/".to_string(), game];
    let mut kinds = BTreeMap::new();
    while let Some(path) = left.pop() {
        let kind = path.split('?').next().unwrap().replace(|sign: char| sign.is_ascii_digit(), "#");
        let seen: &mut Vec<String> = kinds.entry(kind).or_default();
        if seen.contains(&path) || seen.len() > 1 {
            continue;
        }
        seen.push(path.clone());
        let answer = reader.get(&path).await;
        assert!(answer.status.is_success() || answer.status.is_redirection(), "{path}: {}", answer.status);
        if answer.kind().starts_with("text/html") {
            let links = answer.text().split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            left.extend(links.filter(|link| link.starts_with('/')).map(|link| link.replace("&amp;", "&")));
        }
    }
    assert!(kinds.len() > 100, "{} kinds of pages", kinds.len());
}

#[tokio::test]
async fn the_first_page_is_light() {
    let mut reader = Reader::new().await;
    let page = reader.get("/").await.expect(200);
    assert_eq!(page.text().matches("<li class=\"card\">").count(), damier_games::ALL.len());
    // As it is sent to browsers, packed; with the files it loads.
    let mut sum = 0;
    let assets = assets(page.text());
    assert_eq!(assets.len(), 3, "a style sheet, a script, an icon: {assets:?}");
    for path in ["/"].into_iter().chain(assets.iter().map(String::as_str)) {
        let answer = reader.packed(path).await;
        assert_eq!(answer.header("content-encoding"), "gzip", "{path}");
        sum += answer.bytes.len();
    }
    assert!(sum < 100_000, "{sum} bytes");
}

/// Returns the addresses of the files that a page loads.
fn assets(page: &str) -> Vec<String> {
    let addresses = page.split('"').filter(|part| part.starts_with("/assets/"));
    addresses.map(str::to_string).collect()
}

#[tokio::test]
async fn files_are_kept_for_ever_and_load_each_other_by_addresses_that_are_as_new() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    let mut left = Vec::new();
    for path in [
        "/",
        &game,
        "/learn/hex",
        "/problems/hex/1",
        "/analysis?game=hex",
        "/share?game=hex",
        "/embed?game=hex",
    ] {
        left.extend(assets(&reader.page(path).await));
    }
    let mut seen = Vec::new();
    while let Some(path) = left.pop() {
        if seen.contains(&path) {
            continue;
        }
        let answer = reader.get(&path).await.expect(200);
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{path}");
        let (folder, name) = path.rsplit_once('/').unwrap();
        let kind = match name.rsplit_once('.').unwrap().1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            _ => "image/svg+xml",
        };
        assert_eq!(answer.kind(), kind, "{path}");
        let imported = answer.text().split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        left.extend(imported.map(|name| format!("{folder}/{name}")));
        seen.push(path);
    }
    let names: Vec<&str> = seen.iter().map(|path| path.rsplit_once('/').unwrap().1).collect();
    for name in ["icon.svg", "style.css", "board.js", "tree.js"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    // What is in the folder for those who write scripts is not sent.
    let folder = seen[0].rsplit_once('/').unwrap().0;
    reader
        .is_refused(&[(&format!("{folder}/types.d.ts"), 404), (&format!("{folder}/jsconfig.json"), 404)])
        .await;
}

#[tokio::test]
async fn lines_in_the_address_are_drawn_and_go_on() {
    let mut reader = Reader::new().await.script();
    let shown = reader.get("/api/line?game=hex:size%3D5&moves=c3").await.expect(200).json();
    assert!(shown["svg"].as_str().unwrap().contains("data-cell=\"c3\""));
    assert_eq!(shown["last"][0], "c3");
    assert_eq!(shown["moves_by_hand"].as_array().unwrap().len(), 24);
}

impl Reader {
    async fn packed(&mut self, path: &str) -> common::Answer {
        self.send_with("GET", path, "", &[("accept-encoding", "gzip")]).await.expect(200)
    }
}
