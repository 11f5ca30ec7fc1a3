//! Lessons over HTTP: every one can be walked to its end.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use damier_table::{Entry, Goal, LessonProgress, LessonStep, lesson};
use serde_json::Value;

async fn follow(reader: &mut Reader, entry: &Entry, step: usize, own: &[String]) -> Value {
    let query = serde_urlencoded::to_string([("own", own.join(" "))]).unwrap();
    reader.data(&format!("/learn/{}/try?step={step}&{query}", entry.id)).await
}

/// Returns a move that reaches the goal of a task and, if there is one, a move that misses it.
fn moves(entry: &Entry, step: &LessonStep, task: usize, own: &[String]) -> (String, Option<String>) {
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let (session, progress) = step.follow(entry, &own).unwrap();
    assert_eq!(progress, LessonProgress::Open(task));
    let legal = session.legal();
    let misses = |text: &&String| {
        let longer = [&own[..], &[text.as_str()]].concat();
        matches!(step.follow(entry, &longer).unwrap().1, LessonProgress::Missed(_))
    };
    let missing = legal.iter().find(misses).cloned();
    let reaching = match &step.tasks[task].goal {
        Goal::Play(listed) => {
            listed.iter().find(|text| legal.iter().any(|legal| legal == **text)).unwrap().to_string()
        }
        Goal::Any | Goal::Win => legal.iter().find(|text| !misses(text)).unwrap().clone(),
    };
    (reaching, missing)
}

/// Reads the HTML of words in which moves stand between backquotes.
fn plain(html: &str) -> String {
    let signs =
        [("<code>", "`"), ("</code>", "`"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    signs.into_iter().fold(html.to_string(), |text, (sign, plain)| text.replace(sign, plain))
}

#[tokio::test]
async fn every_lesson_can_be_walked_through() {
    let mut reader = Reader::new().await;
    for entry in damier_games::ALL {
        for (number, step) in (1..).zip(&lesson(entry).unwrap().steps) {
            let name = format!("{} {number}", entry.id);
            let mut own = Vec::new();
            let opened = follow(&mut reader, entry, number, &own).await;
            assert_eq!(opened["progress"], "open", "{name}");
            assert_eq!(plain(opened["words"].as_str().unwrap()), step.tasks[0].say.en, "{name}");
            for task in 0..step.tasks.len() {
                let (reaching, missing) = moves(entry, step, task, &own);
                if let Some(missing) = missing {
                    let mut longer = own.clone();
                    longer.push(missing);
                    let report = follow(&mut reader, entry, number, &longer).await;
                    assert_eq!(report["progress"], "missed", "{name} {longer:?}");
                    assert!(!report["words"].as_str().unwrap().is_empty());
                }
                own.push(reaching);
                let report = follow(&mut reader, entry, number, &own).await;
                let last = task + 1 == step.tasks.len();
                assert_eq!(report["progress"], if last { "done" } else { "open" }, "{name} {own:?}");
            }
        }
    }
}

#[tokio::test]
async fn every_step_has_a_page_with_a_form() {
    let mut reader = Reader::new().await;
    let list = reader.page("/learn").await;
    for entry in damier_games::ALL {
        assert!(list.contains(&format!("href=\"/learn/{}\"", entry.id)), "{}", entry.id);
        let lesson = lesson(entry).unwrap();
        let last = lesson.steps.len();
        for (number, step) in (1..).zip(&lesson.steps) {
            let path = format!("/learn/{}?step={number}", entry.id);
            let body = reader.page(&path).await;
            assert!(body.contains(&format!("Step {number} of {last}")), "{path}");
            assert!(body.contains("<option"), "{path}: the moves are listed");
            let (reaching, missing) = moves(entry, step, 0, &[]);
            let played = |text: &str| serde_urlencoded::to_string([("move", text)]).unwrap();
            let body = reader.page(&format!("{path}&{}", played(&reaching))).await;
            let next = if step.tasks.len() > 1 { "open" } else { "done" };
            assert!(body.contains(&format!("data-progress=\"{next}\"")), "{path} {reaching}");
            if let Some(missing) = missing {
                let body = reader.page(&format!("{path}&{}", played(&missing))).await;
                assert!(
                    body.contains("data-progress=\"missed\"") && body.contains("Try again"),
                    "{path} {missing}"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_last_step_leads_to_a_game() {
    let mut reader = Reader::new().await;
    let last = lesson(damier_games::entry("hex").unwrap()).unwrap().steps.len();
    let body = reader.page(&format!("/learn/hex?step={last}")).await;
    assert!(body.contains("action=\"/games/hex/play\"") && body.contains("level:1"));
    assert!(body.contains("Back to the rules"));
    assert!(!reader.page("/learn/hex").await.contains("level:1"));
}

#[tokio::test]
async fn wrong_requests_are_told_apart() {
    let mut reader = Reader::new().await;
    let long = format!("/learn/hex?own={}", "a1+".repeat(1000));
    reader
        .is_refused(&[
            ("/learn/nothing", 404),
            ("/learn/hex?step=99", 400),
            ("/learn/hex?step=1&own=z9", 400),
            ("/learn/hex?step=1&own=a1+a2", 400),
            (&long, 400),
        ])
        .await;
}
