//! One's own games: found again by one cookie, listed, taken off the list.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use damier_server::{App, router};
use damier_store::{Sqlite, Store};
use serde_json::json;

/// Returns the games that a page lists, in order.
fn listed(page: &str) -> Vec<String> {
    let links = page.split("class=\"shelved\" href=\"").skip(1);
    links.map(|rest| rest.split('"').next().unwrap().to_string()).collect()
}

#[tokio::test]
async fn a_browser_finds_its_games_again_by_one_cookie() {
    let mut reader = Reader::new().await;
    assert!(!reader.page("/").await.contains("id=\"mine\""), "who has played nothing has no list");
    assert!(reader.page("/mine").await.contains("Choose a game"));
    let answer = reader.post("/games/hex/play", "against=here&param-size=5").await.expect(303);
    let cookies: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 1, "{cookies:?}");
    for part in ["player=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookies[0].contains(part), "{part}: {cookies:?}");
    }
    let first = answer.location();
    let second = reader.begin("reversi", "level=1").await;
    let third = reader.begin("hex", "against=watch&level0=1&level1=2&param-size=5").await;
    let front = reader.page("/").await;
    assert_eq!(listed(&front), [third.clone(), second.clone(), first.clone()], "the newest first");
    for words in ["for two, here", "against computer, level 1", "computer, level 1 against computer, level 2"]
    {
        assert!(front.contains(words), "{words}: {front}");
    }
    assert!(front.contains("Your turn") && front.contains("White to move"));
    // The small boards are pictures that may be kept.
    let picture = front.split("<img src=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
    let picture = reader.get(&picture).await.expect(200);
    assert_eq!(picture.kind(), "image/svg+xml");
    assert!(picture.header("cache-control").contains("max-age"));
    // Nobody else sees them.
    assert_eq!(listed(&reader.other().page("/mine").await), [""; 0]);
    // Ends are told from the reader's side.
    reader.post(&format!("{second}/resign"), "").await.expect(303);
    assert!(reader.page("/mine").await.contains("Lost (Resignation)"), "{}", reader.page("/mine").await);
}

#[tokio::test]
async fn a_game_is_taken_off_the_list_and_can_still_be_played() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "against=here&param-size=5").await;
    let other = reader.begin("hex", "against=here&param-size=4").await;
    let id = game.rsplit('/').next().unwrap();
    let form = format!("game={id}&page=1");
    reader.other().post("/mine/remove", &form).await.expect(303);
    assert_eq!(listed(&reader.page("/mine").await).len(), 2, "others take nothing off");
    let back = reader.post("/mine/remove", &form).await.expect(303);
    assert_eq!(back.location(), "/mine");
    assert_eq!(listed(&reader.page("/mine").await), [other]);
    assert_eq!(reader.table(&game).await["yours"], json!(true));
    reader.post("/mine/remove", "game=nothing").await.expect(303);
    reader.post("/mine/remove", "").await.expect(400);
}

#[tokio::test]
async fn many_games_have_pages() {
    let mut reader = Reader::new().await;
    let mut games = Vec::new();
    for _ in 0..13 {
        games.push(reader.begin("hex", "against=here&param-size=3").await);
    }
    let first = reader.page("/mine").await;
    assert_eq!((listed(&first).len(), first.contains("/mine?page=2")), (12, true));
    let second = reader.page("/mine?page=2").await;
    assert_eq!((listed(&second).len(), second.contains("/mine?page=1")), (1, true));
    let mut all = [listed(&first), listed(&second)].concat();
    all.sort();
    games.sort();
    assert_eq!(all, games);
    assert_eq!(listed(&reader.page("/mine?page=99").await), listed(&second), "the last page");
    reader.get("/mine?page=x").await.expect(400);
    assert_eq!(listed(&reader.page("/").await).len(), 4);
}

#[tokio::test]
async fn games_of_the_first_version_come_along_with_their_cookies() {
    let store = Sqlite::in_memory().await.unwrap();
    let mut reader = Reader::of(router(App::new(store.clone(), damier_games::open)));
    let game = reader.begin("hex", "against=here&param-size=5").await;
    let id = game.rsplit('/').next().unwrap();
    // As the migration leaves the seats of an old game.
    let holder = store.find(id).await.unwrap().unwrap().game.seats[0].holder.clone().unwrap();
    store.hand_over(id, &holder, "token old").await.unwrap();
    store.unshelve(&holder, id).await.unwrap();
    let mut other = reader.other().script();
    assert_eq!(other.table(&game).await["yours"], json!(false));
    let cookie = format!("seats-{id}=old.older");
    let answer = other.send_with("GET", &format!("{game}/state"), "", &[("cookie", cookie.as_str())]).await;
    assert_eq!(answer.json()["yours"], json!(true), "at once");
    let cookies: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
    assert!(
        cookies.iter().any(|line| line.starts_with(&format!("seats-{id}=;")) && line.contains("Max-Age=0"))
    );
    // From now on by the new cookie.
    assert_eq!(other.table(&game).await["yours"], json!(true));
    let wrong = [("cookie", "seats-x=y; player=forged")];
    reader.other().send_with("GET", "/mine", "", &wrong).await.expect(200);
}
