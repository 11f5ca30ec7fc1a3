//! The room of analysis, asked over HTTP.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use damier_server::{App, router};
use damier_store::Sqlite;
use serde_json::Value;
use tower::ServiceExt;

async fn app() -> Router {
    router(App::new(Sqlite::in_memory().await.expect("a database in memory"), damier_games::open))
}

struct Answer {
    code: StatusCode,
    to: String,
    body: String,
}

async fn send(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.expect("the app answers");
    let code = response.status();
    let to = response.headers().get(header::LOCATION).map_or("", |to| to.to_str().expect("plain text"));
    let to = to.to_string();
    let bytes = to_bytes(response.into_body(), 16 << 20).await.expect("the whole answer");
    Answer { code, to, body: String::from_utf8(bytes.to_vec()).expect("text") }
}

async fn get(app: &Router, path: &str) -> Answer {
    let request = Request::get(path).header(header::ACCEPT_LANGUAGE, "en").body(Body::empty());
    send(app, request.expect("a request")).await
}

async fn post(app: &Router, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = serde_urlencoded::to_string(fields).expect("pairs of texts");
    let request = Request::post(path)
        .header(header::ACCEPT_LANGUAGE, "en")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(body));
    send(app, request.expect("a request")).await
}

fn address(path: &str, pairs: &[(&str, &str)]) -> String {
    format!("{path}?{}", serde_urlencoded::to_string(pairs).expect("pairs of texts"))
}

/// Reads server-sent events: their names and what they carry.
fn events(body: &str) -> Vec<(String, Value)> {
    let read = |block: &str| {
        let line = |key: &str| block.lines().find_map(|line| line.strip_prefix(key));
        let data = serde_json::from_str(line("data: ")?).expect("JSON");
        Some((line("event: ")?.to_string(), data))
    };
    body.split("\n\n").filter_map(read).collect()
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).expect("JSON")
}

#[tokio::test]
async fn without_a_game_a_board_is_there_and_all_games_are_offered() {
    let app = app().await;
    let answer = get(&app, "/analysis").await;
    assert_eq!(answer.code, StatusCode::OK);
    assert!(answer.body.contains("data-spec=\"hex:size=11\"") && answer.body.contains("data-cell=\"k11\""));
    for entry in damier_games::ALL {
        let name = entry.name.en.replace('\'', "&#39;");
        let link = format!("<a href=\"/analysis?game={}\"", entry.id);
        assert!(answer.body.contains(&link), "{}", entry.id);
        assert!(answer.body.contains(&name) || answer.body.contains(entry.name.en), "{}", entry.id);
    }
    // No codes before a reader's eyes: the rules are chosen in words.
    assert!(!answer.body.contains("size=7") && !answer.body.contains("parted by blanks"));
}

#[tokio::test]
async fn the_game_last_analysed_comes_again() {
    let app = app().await;
    let kept = |cookie: &'static str| {
        let request = Request::get("/analysis").header(header::COOKIE, cookie).body(Body::empty());
        let (app, request) = (app.clone(), request.expect("a request"));
        async move { send(&app, request).await.body }
    };
    assert!(kept("analysed=reversi").await.contains("data-spec=\"reversi\""));
    for wrong in ["analysed=nothing", "analysed=hex:size=99", "analysed="] {
        assert!(kept(wrong).await.contains("data-spec=\"hex:size=11\""), "{wrong}");
    }
    let request = Request::get("/analysis?game=nim").body(Body::empty()).expect("a request");
    let response = app.clone().oneshot(request).await.expect("the app answers");
    let cookie = response.headers().get(header::SET_COOKIE).map(|cookie| cookie.to_str().expect("text"));
    assert!(cookie.is_some_and(|cookie| cookie.starts_with("analysed=nim;")), "{cookie:?}");
}

#[tokio::test]
async fn every_game_has_its_page_in_both_languages() {
    let app = app().await;
    for entry in damier_games::ALL {
        let answer = get(&app, &format!("/analysis?game={}", entry.id)).await;
        assert_eq!(answer.code, StatusCode::OK, "{}", entry.id);
        assert!(answer.body.contains("data-cell") && answer.body.contains("Play from here"), "{}", entry.id);
        let french = get(&app, &format!("/analysis?game={}&lang=fr", entry.id)).await;
        assert!(french.body.contains("Jouer d’ici"));
    }
}

#[tokio::test]
async fn a_line_is_walked_by_links_and_a_move_added_by_a_form() {
    let app = app().await;
    let page = get(&app, "/analysis?game=hex:size=5&moves=c3+b4+d2&ply=1").await;
    assert_eq!(page.code, StatusCode::OK);
    assert!(page.body.contains("aria-current=\"step\">c3<"), "the first move is shown");
    assert!(page.body.contains("moves=c3+b4+d2&amp;ply=2"), "the next one is a link");
    let added = get(&app, "/analysis?game=hex:size=5&moves=c3+b4+d2&ply=1&add=a5").await;
    assert_eq!(added.code, StatusCode::SEE_OTHER);
    assert_eq!(added.to, "/analysis?game=hex:size%3D5&moves=c3+a5");
    // As the form sends it that chooses other rules.
    let variant = get(&app, "/analysis?game=hex&param-size=5").await;
    assert_eq!(variant.to, "/analysis?game=hex:size%3D5");
}

#[tokio::test]
async fn bad_input_is_refused_with_a_reason() {
    let app = app().await;
    for (path, reason) in [
        ("/analysis?game=nothing", "nothing"),
        ("/analysis?game=hex&position=x", "x"),
        ("/analysis?game=hex:size=5&moves=c3+c3", "move 2"),
        ("/analysis?game=hex&param-size=99", "99"),
        ("/analysis?game=hex&ply=x", "<h1>That did not work</h1>"),
        ("/analysis/values?game=hex:size=5&moves=z9", "move 1"),
        ("/analysis/values", "game"),
        ("/analysis/think?game=hex:size=5&seconds=61", "60"),
        ("/analysis/think?game=hex:size=5&seconds=0", "60"),
        ("/analysis/think?game=nothing", "nothing"),
        ("/analysis/review?game=hex:size=5&moves=z9", "move 1"),
        ("/analysis/setup?game=hex:size=5&cell=z9", "z9"),
    ] {
        let answer = get(&app, path).await;
        assert_eq!(answer.code, StatusCode::BAD_REQUEST, "{path}");
        assert!(answer.body.contains(reason), "{path}: {}", answer.body);
    }
    // A draft with more behind its board than any position has.
    let crowded = format!(".../.../... {}", "1 ".repeat(1000));
    let answer =
        get(&app, &address("/analysis/setup", &[("game", "hex:size=3"), ("position", &crowded)])).await;
    assert_eq!(answer.code, StatusCode::BAD_REQUEST);
    let long = "x".repeat(30_000);
    for path in ["/analysis", "/analysis/values", "/analysis/think", "/analysis/review", "/analysis/setup"] {
        let answer = get(&app, &address(path, &[("game", "hex"), ("position", &long)])).await;
        assert_eq!(answer.code, StatusCode::BAD_REQUEST, "{path}");
        assert!(answer.body.contains("Too long"), "{path}");
    }
    assert_eq!(get(&app, "/play/none/analysis").await.code, StatusCode::NOT_FOUND);
    // A game that is over has nothing to think about.
    let over = get(&app, "/analysis/think?game=hex:size=1&moves=a1").await;
    assert_eq!(over.code, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn records_lead_to_their_analysis_in_both_forms() {
    let app = app().await;
    let game = damier_games::open(&"hex:size=5".parse().expect("a spec")).expect("a game");
    let mut session = game.open(&mut damier_core::Rng::new(0));
    for text in ["c3", "b4", "d2"] {
        session.play(text).expect("a legal move");
    }
    let record = session.record();
    for text in [record.to_json(), record.to_text(), "game: hex\nvariant: size=5\n\nc3 b4 d2".to_string()] {
        let answer = post(&app, "/analysis", &[("record", &text)]).await;
        assert_eq!(answer.code, StatusCode::SEE_OTHER, "{text}: {}", answer.body);
        assert!(answer.to.ends_with("&moves=c3+b4+d2"), "{}", answer.to);
        assert_eq!(get(&app, &answer.to).await.code, StatusCode::OK);
    }
    // A position, an address and moves alone are known by themselves.
    let position = session.position();
    for (text, end) in [
        (position.as_str(), "&position=".to_string()),
        ("https://jeux.example/analysis?game=hex:size%3D5&moves=c3", "&moves=c3".to_string()),
        ("1.c3 b4 2.d2", "&moves=c3+b4+d2".to_string()),
    ] {
        let answer = post(&app, "/analysis", &[("record", text), ("game", "hex:size=5")]).await;
        assert_eq!(answer.code, StatusCode::SEE_OTHER, "{text}: {}", answer.body);
        assert!(
            answer.to.starts_with("/analysis?game=hex:size%3D5&") && answer.to.contains(&end),
            "{}",
            answer.to
        );
    }
    for (text, reason) in [
        ("{", "JSON"),
        ("game: hex\n\nc3 c3", "move 2"),
        ("Dear <all>", "This is no record"),
        (&*"x".repeat(300 << 10), "too long"),
    ] {
        let answer = post(&app, "/analysis", &[("record", text), ("game", "hex:size=5")]).await;
        assert_eq!(answer.code, StatusCode::BAD_REQUEST);
        assert!(answer.body.contains(reason), "{reason}: {}", answer.body);
        // The board is there again, and what was pasted.
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        assert!(
            answer.body.contains("data-spec=\"hex:size=5\"")
                && answer.body.contains(&format!("{text}</textarea>"))
        );
    }
}

#[tokio::test]
async fn a_stored_game_leads_to_its_analysis() {
    let app = app().await;
    let begun = post(
        &app,
        "/games/hex/play",
        &[("rules", "size=5"), ("seat0", "human"), ("seat1", "human"), ("clock", "")],
    )
    .await;
    assert_eq!(begun.code, StatusCode::SEE_OTHER, "{}", begun.body);
    let answer = get(&app, &format!("{}/analysis", begun.to)).await;
    assert_eq!((answer.code, &*answer.to), (StatusCode::SEE_OTHER, "/analysis?game=hex:size%3D5"));
    // From the end of a game one comes to its review at once.
    let answer = get(&app, &format!("{}/analysis?review=yes", begun.to)).await;
    assert_eq!(answer.to, "/analysis?game=hex:size%3D5&review=yes");
    assert!(get(&app, &answer.to).await.body.contains("data-review=\"yes\""));
}

/// Crosses is a draw, and Dualité a win of the first player: the sheets' questions, which `damier solve` answers.
#[tokio::test]
async fn solved_games_tell_the_value_of_every_move() {
    let app = app().await;
    for (game, value) in [("crosses", "draw"), ("dualite", "win")] {
        let answer = json(&get(&app, &format!("/analysis/values?game={game}")).await);
        let moves = answer["moves"].as_array().expect("values");
        let line = json(&get(&app, &format!("/api/line?game={game}")).await);
        assert_eq!(moves.len(), line["legal"].as_array().expect("moves").len(), "{game}: every move");
        assert_eq!(moves[0]["exact"], value, "{game}");
        for row in moves {
            assert!(row["exact"].is_string() && !row["cells"].as_array().expect("cells").is_empty(), "{row}");
            // Only a draw has no distance.
            assert_eq!(row["number"].is_null(), row["exact"] == "draw", "{row}");
        }
    }
    // After any move of Crosses that loses, the other wins in as many plies less one.
    let moves = json(&get(&app, "/analysis/values?game=crosses").await)["moves"].clone();
    let lost = moves.as_array().and_then(|rows| rows.iter().find(|row| row["exact"] == "loss"));
    let lost = lost.expect("a move that loses");
    let text = lost["text"].as_str().expect("a move");
    let next = json(&get(&app, &address("/analysis/values", &[("game", "crosses"), ("moves", text)])).await);
    assert_eq!(next["moves"][0]["exact"], "win");
    assert_eq!(next["moves"][0]["number"].as_u64().map(|plies| plies + 1), lost["number"].as_u64());
    // The page writes them too, for those without scripts.
    let page = get(&app, "/analysis?game=dualite&values=yes").await;
    assert!(page.body.contains("proved") && page.body.contains("wins in"));
}

#[tokio::test]
async fn where_values_are_not_known_nothing_is_said() {
    let answer = get(&app().await, "/analysis/values?game=hex:size=7").await;
    assert_eq!(answer.code, StatusCode::OK);
    let answer = json(&answer);
    assert!(answer["moves"].is_null() && answer["standing"].is_null());
}

#[tokio::test]
async fn a_position_stands_for_one_side() {
    let app = app().await;
    // Dualité is a win of the first player, and a game that is over is known too.
    for (line, exact, words) in [
        ("game=dualite", "first", "wins in"),
        ("game=crosses", "draw", "A drawn game"),
        ("game=hex:size%3D3&moves=b1+a1+b2+a2+b3", "first", "White won"),
    ] {
        let standing = &json(&get(&app, &format!("/analysis/values?{line}")).await)["standing"];
        assert_eq!(standing["exact"], exact, "{line}: {standing}");
        assert!(standing["words"].as_str().is_some_and(|said| said.contains(words)), "{line}: {standing}");
    }
    let thought = get(&app, "/analysis/think?game=hex:size=7&moves=d4&seconds=1").await;
    let events = events(&thought.body);
    let standing = &events.last().expect("events").1["standing"];
    let first = standing["first"].as_f64().expect("a share");
    assert!(standing["exact"].is_null() == (first > 0.0 && first < 1.0), "{standing}");
    // For one player alone nobody stands better.
    assert!(json(&get(&app, "/analysis/values?game=halma").await)["standing"].is_null());
}

/// With a few free cells left, the solver of Reversi knows the score of every move.
#[tokio::test]
async fn endgames_are_solved_move_by_move() {
    let app = app().await;
    // Black may only take a1, which turns b1: 62 discs and both of the last cells are known by counting.
    let position = ".wbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb b";
    let answer =
        json(&get(&app, &address("/analysis/values", &[("game", "reversi"), ("position", position)])).await);
    let moves = answer["moves"].as_array().expect("values");
    assert_eq!(moves.len(), 1);
    assert_eq!((&moves[0]["text"], &moves[0]["exact"]), (&Value::from("a1"), &Value::from("win")));
    assert_eq!(moves[0]["number"], 64, "all discs are black");
    assert_eq!(moves[0]["words"], "wins by 64");
}

/// Two cells are left: b2 joins White's stones from top to bottom, or Black's from left to right; c3 joins nothing.
#[tokio::test]
async fn near_the_end_a_search_finds_every_result() {
    let pairs = [("game", "hex:size=3"), ("position", "bwb/b.b/bw. w")];
    let answer = json(&get(&app().await, &address("/analysis/values", &pairs)).await);
    let moves = answer["moves"].as_array().expect("values");
    let results: Vec<_> = moves.iter().map(|row| (&row["text"], &row["words"])).collect();
    assert_eq!(results, [(&"b2".into(), &"wins".into()), (&"c3".into(), &"loses".into())]);
    assert!(moves.iter().all(|row| row["exact"].is_string() && row["number"].is_null()), "{answer}");
}

#[tokio::test]
async fn thoughts_stream_and_end() {
    let app = app().await;
    let answer = get(&app, "/analysis/think?game=hex:size=7&moves=d4&seconds=1").await;
    assert_eq!(answer.code, StatusCode::OK);
    let events = events(&answer.body);
    let (name, last) = events.last().expect("events");
    assert_eq!(name, "done");
    let moves = last["moves"].as_array().expect("moves");
    assert!((1..=5).contains(&moves.len()));
    assert!(last["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert_eq!(moves[0]["text"], last["pv"][0], "the line begins with the best move");
    assert!(events.iter().all(|(name, _)| ["queue", "thought", "done"].contains(&name.as_str())));
}

/// Crosses is drawn; a move that the values call lost gives the draw away.
#[tokio::test]
async fn a_review_finds_the_planted_mistake() {
    let app = app().await;
    let moves = json(&get(&app, "/analysis/values?game=crosses").await)["moves"].clone();
    let rows = moves.as_array().expect("values");
    let lost = rows.iter().find(|row| row["exact"] == "loss").expect("a move that loses");
    let bad = lost["text"].as_str().expect("a move");
    let good = rows[0]["text"].as_str().expect("a move");
    let review = |moves: String| {
        let path = address("/analysis/review", &[("game", "crosses"), ("moves", &moves)]);
        let app = app.clone();
        async move { events(&get(&app, &path).await.body) }
    };
    let found = review(bad.to_string()).await;
    let points: Vec<&Value> =
        found.iter().filter(|(name, _)| name == "point").map(|(_, point)| point).collect();
    assert_eq!(points.len(), 2, "the start and the position after the move");
    assert_eq!((&points[0]["exact"], &points[1]["exact"]), (&Value::from("draw"), &Value::from("loss")));
    let mistakes: Vec<&Value> =
        found.iter().filter(|(name, _)| name == "mistake").map(|(_, mistake)| mistake).collect();
    assert_eq!(mistakes.len(), 1);
    let mistake = mistakes[0];
    assert_eq!((&mistake["ply"], &mistake["mark"]), (&Value::from(1), &Value::from("??")));
    assert_eq!(mistake["had"]["exact"], "draw");
    assert_eq!((&mistake["has"]["exact"], &mistake["has"]["number"]), (&lost["exact"], &lost["number"]));
    assert_eq!(found.last().map(|(name, count)| (name.as_str(), count.clone())), Some(("done", 1.into())));
    // The refutation wins for the other side.
    let line: Vec<&str> =
        mistake["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    assert_eq!(mistake["answerer"], "Black", "White made it");
    let game = damier_games::open(&"crosses".parse().expect("a spec")).expect("a game");
    let mut session = game.open(&mut damier_core::Rng::new(0));
    for text in std::iter::once(bad).chain(line) {
        session.play(text).expect("legal");
    }
    assert_eq!(session.outcome().map(|outcome| outcome.verdict.code()), Some("second"));
    // A good move is no mistake.
    let fine = review(good.to_string()).await;
    assert!(fine.iter().all(|(name, _)| name != "mistake"));
}

#[tokio::test]
async fn a_review_finds_mistakes_by_thinking_too() {
    let app = app().await;
    // b1 and b2 are White's, who joins top and bottom by b3 or a3; he plays c1, and Black has time for one of them only.
    let position = ".w./.w./b.. w";
    let pairs = [("game", "hex:size=3"), ("position", position), ("moves", "c1 b3")];
    let found = events(&get(&app, &address("/analysis/review", &pairs)).await.body);
    let mistakes: Vec<&Value> =
        found.iter().filter(|(name, _)| name == "mistake").map(|(_, mistake)| mistake).collect();
    assert_eq!(mistakes.len(), 1, "{found:?}");
    assert_eq!((&mistakes[0]["ply"], &mistakes[0]["better"]), (&Value::from(1), &Value::from("b3")));
}

#[tokio::test]
async fn a_board_is_set_up_by_clicks() {
    let app = app().await;
    let change = |position: &str, pairs: &[(&str, &str)]| {
        let all = [&[("game", "hex:size=3"), ("position", position)], pairs].concat();
        let (app, path) = (app.clone(), address("/analysis/setup", &all));
        async move { json(&get(&app, &path).await)["position"].as_str().map(str::to_string) }
    };
    let one = change("", &[("cell", "b2"), ("stamp", "b")]).await.expect("a position");
    assert_eq!(one, ".../.b./... w");
    assert_eq!(change(&one, &[("cell", "b2")]).await.as_deref(), Some(".../.../... w"));
    assert_eq!(change("w../.../..b b", &[("clear", "true")]).await.as_deref(), Some(".../.../... b"));
    assert_eq!(change("w../.../..b b", &[("turn", "w")]).await.as_deref(), Some("w../.../..b w"));
    // What stands on a cell is moved to another one, and takes its place.
    let shift = async |from, cell| change("w../.../..b b", &[("from", from), ("cell", cell)]).await;
    assert_eq!(shift("a1", "b2").await.as_deref(), Some(".../.w./..b b"));
    assert_eq!(shift("a1", "c3").await.as_deref(), Some(".../.../..w b"));
    assert_eq!(shift("a1", "a1").await.as_deref(), Some("w../.../..b b"));
    let nothing = [("game", "hex:size=3"), ("position", ".../.../... w"), ("from", "b2"), ("cell", "a1")];
    assert_eq!(get(&app, &address("/analysis/setup", &nothing)).await.code, StatusCode::BAD_REQUEST);
}
