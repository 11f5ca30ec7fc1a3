//! What pages weigh as they are sent, packed, with all that they load: scripts with what these load, styles, pictures.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Reader;

/// What the first page may weigh, in bytes.
const FIRST: usize = 40_000;
/// What any page may weigh, in bytes.
const ANY: usize = 150_000;

/// What was asked for already, by address: its size as it is sent, and what it loads.
#[derive(Default)]
struct Known(BTreeMap<String, (usize, Vec<String>)>);

impl Known {
    async fn look(&mut self, reader: &mut Reader, path: &str) -> (usize, Vec<String>) {
        if let Some(known) = self.0.get(path) {
            return known.clone();
        }
        let packed = reader.send_with("GET", path, "", &[("accept-encoding", "gzip")]).await.expect(200);
        let plain = reader.get(path).await.expect(200);
        let text = String::from_utf8_lossy(&plain.bytes).replace("&amp;", "&");
        let found = match plain.kind() {
            kind if kind.starts_with("text/html") => loaded_by_page(&text),
            kind if kind.starts_with("text/javascript") => loaded_by_script(path, &text),
            _ => Vec::new(),
        };
        self.0.insert(path.to_string(), (packed.bytes.len(), found.clone()));
        (packed.bytes.len(), found)
    }

    /// Returns what a page weighs with all that it loads.
    async fn weight(&mut self, reader: &mut Reader, path: &str) -> usize {
        let mut seen = BTreeSet::new();
        let mut left = vec![path.to_string()];
        let mut total = 0;
        while let Some(next) = left.pop() {
            if seen.insert(next.clone()) {
                let (size, found) = self.look(reader, &next).await;
                total += size;
                left.extend(found);
            }
        }
        total
    }
}

/// Returns the values of an attribute of elements that begin so.
fn values(text: &str, element: &str, attribute: &str) -> Vec<String> {
    let tags = text.split(element).skip(1).filter_map(|rest| rest.split_once('>'));
    let value = |tag: &str| Some(tag.split_once(attribute)?.1.split('"').next()?.to_string());
    tags.filter_map(|(tag, _)| value(tag)).collect()
}

/// Styles, scripts, the icon and pictures, those too that come later, when one scrolls there.
fn loaded_by_page(text: &str) -> Vec<String> {
    [values(text, "<link ", "href=\""), values(text, "<script ", "src=\""), values(text, "<img ", "src=\"")]
        .concat()
}

fn loaded_by_script(path: &str, text: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').unwrap().0;
    let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("export {"));
    let from = imports.filter_map(|line| line.split_once("\"./")?.1.split('"').next());
    from.map(|name| format!("{folder}/{name}")).collect()
}

#[tokio::test]
async fn the_first_page_is_light_and_none_is_heavy() {
    let mut reader = Reader::new().await.french();
    let mut known = Known::default();
    let first = known.weight(&mut reader, "/").await;
    assert!(first > 10_000, "the styles and the boards were counted: {first}");
    assert!(first <= FIRST, "the first page: {first} bytes");
    let mut paths: Vec<String> =
        ["/learn", "/problems", "/problems/day", "/analysis", "/answers", "/import", "/print"]
            .map(String::from)
            .to_vec();
    for entry in damier_games::ALL {
        let id = entry.id;
        let (variant, moves) = entry.glance;
        let line = serde_urlencoded::to_string([
            ("game", format!("{id}:{variant}").trim_end_matches(':')),
            ("moves", moves),
        ])
        .unwrap();
        paths.extend([
            format!("/games/{id}"),
            format!("/games/{id}/play"),
            format!("/games/{id}/print"),
            format!("/learn/{id}"),
            format!("/analysis?game={id}"),
            format!("/analysis?{line}"),
            format!("/share?{line}"),
        ]);
        if entry.variant("").unwrap().problems().is_some() {
            paths.extend([format!("/problems/{id}"), format!("/problems/{id}/1")]);
        }
        let seats = entry.variant("").unwrap().seats().len();
        let form: Vec<String> = (0..seats).map(|place| format!("seat{place}=human")).collect();
        paths.push(reader.begin(id, &form.join("&")).await);
    }
    let mut heavy = Vec::new();
    for path in paths {
        let path = match reader.get(&path).await {
            answer if answer.status.is_redirection() => answer.location(),
            _ => path,
        };
        let weight = known.weight(&mut reader, &path).await;
        if weight > ANY {
            heavy.push(format!("{path}: {weight}"));
        }
    }
    assert!(heavy.is_empty(), "{}", heavy.join("\n"));
}

#[tokio::test]
async fn lists_of_problems_hold_no_boards_and_a_browser_keeps_these() {
    let mut reader = Reader::new().await;
    for entry in damier_games::ALL {
        if entry.variant("").unwrap().problems().is_none() {
            continue;
        }
        let list = reader.page(&format!("/problems/{}", entry.id)).await;
        assert!(list.len() < 60_000 && !list.contains("<svg xmlns"), "{}: {}", entry.id, list.len());
        let pictures = values(&list, "<img ", "src=\"");
        assert_eq!(pictures.len(), list.matches("data-problem=").count());
        assert_eq!(list.matches("loading=\"lazy\"").count(), pictures.len());
        let board = reader.get(&pictures[0]).await.expect(200);
        assert_eq!(
            (board.kind(), board.header("cache-control")),
            ("image/svg+xml", "public, max-age=31536000, immutable")
        );
        assert!(board.text().contains("prefers-color-scheme:dark"));
        let (base, _) = pictures[0].rsplit_once('/').unwrap();
        let old = reader.get(&format!("{base}/0000000000000000")).await.expect(200);
        assert_eq!((old.text(), old.header("cache-control")), (board.text(), "no-cache"));
        assert_eq!(reader.get(&format!("{}?theme=pink", pictures[0])).await.status, 400);
    }
    let dark = reader.page("/problems/hex?theme=dark").await;
    let picture = &values(&dark, "<img ", "src=\"")[0];
    assert!(picture.ends_with("?theme=dark"), "{picture}");
    assert!(!reader.page(picture).await.contains("prefers-color-scheme"));
}
