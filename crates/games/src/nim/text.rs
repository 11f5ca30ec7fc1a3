//! The texts of heaps, moves and positions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use damier_core::text::{fields, read_seat, write_seat};
use damier_core::{Draft, Fault, Lang, Seat, Side, TWO_SEATS};
use damier_table::{Gesture, Step};

use super::rules::{MOST, MOST_HEAPS, Matches};
use super::{Move, Nim, Position};

const LETTERS: [char; 2] = ['n', 'b'];

/// Appends matches, a count of 0 left out: `3n2b`, `3n`, `2b`, nothing.
fn write_matches(matches: Matches, out: &mut String) {
    for (count, letter) in matches.into_iter().zip(LETTERS) {
        if count > 0 {
            write!(out, "{count}{letter}").expect("a string takes any text");
        }
    }
}

/// Returns the name of the `place`-th match of a kind in a heap, the heap counted from 0, the place from 1: `2:3n`.
pub(super) fn place_name(heap: u8, kind: usize, place: u8) -> String {
    format!("{}:{place}{}", heap + 1, LETTERS[kind])
}

/// Returns the name of the matches of a kind in a heap, of which it does not matter which one is taken: `2:n`.
pub(super) fn pool_name(heap: u8, kind: usize) -> String {
    format!("{}:{}", heap + 1, LETTERS[kind])
}

/// Reads the name of a place as [`place_name`] writes it: the heap from 0, the kind, the place.
pub(super) fn read_place(name: &str) -> Option<(usize, usize, u8)> {
    let (heap, place) = name.split_once(':')?;
    let kind = LETTERS.iter().position(|&letter| place.ends_with(letter))?;
    Some((usize::from(read_count(heap)?) - 1, kind, read_count(&place[..place.len() - 1])?))
}

/// Reads a number from 1 to 99, without sign or leading zero.
fn read_count(text: &str) -> Option<u8> {
    text.starts_with(|first: char| ('1'..='9').contains(&first))
        .then(|| text.parse().ok().filter(|&count| count <= MOST))?
}

/// Reads matches as [`write_matches`] writes them, at least one.
fn read_matches(text: &str) -> Option<Matches> {
    let mut matches = [0; 2];
    let mut rest = text;
    for (count, letter) in matches.iter_mut().zip(LETTERS) {
        if let Some((digits, after)) = rest.split_once(letter) {
            *count = read_count(digits)?;
            rest = after;
        }
    }
    (rest.is_empty() && matches != [0; 2]).then_some(matches)
}

/// Says how many matches there are of each kind: "3 new and 1 burnt".
pub(super) fn say_matches(matches: [u32; 2], lang: Lang) -> String {
    let [new, burnt] = matches;
    let plural = |count: u32| if count > 1 { "s" } else { "" };
    let words = match lang {
        Lang::Fr => [format!("{new} neuve{}", plural(new)), format!("{burnt} brûlée{}", plural(burnt))],
        Lang::En => [format!("{new} new"), format!("{burnt} burnt")],
    };
    let held = words.into_iter().zip(matches).filter(|(_, count)| *count > 0);
    let joined = if lang == Lang::Fr { " et " } else { " and " };
    held.map(|(words, _)| words).collect::<Vec<_>>().join(joined)
}

/// The most heaps that are told one by one.
const TOLD: usize = 4;

/// Says the heaps of the parameter `tas`: "heaps of 3 new and 1 burnt, 2 new". Of many heaps it says how many matches there
/// are in all.
pub(super) fn say_heaps(text: &str, lang: Lang) -> String {
    let Ok(heaps) = read_heaps(text) else { return text.to_string() };
    let kinds = |matches: [u32; 2]| say_matches(matches, lang);
    if heaps.len() > TOLD {
        let all = heaps.iter().fold([0, 0], |sum, heap| [0, 1].map(|kind| sum[kind] + u32::from(heap[kind])));
        return match lang {
            Lang::Fr => format!("{} tas, {}", heaps.len(), kinds(all)),
            Lang::En => format!("{} heaps, {}", heaps.len(), kinds(all)),
        };
    }
    let told = heaps.iter().map(|heap| kinds(heap.map(u32::from))).collect::<Vec<_>>().join(", ");
    match (lang, heaps.len()) {
        (Lang::Fr, 1) => format!("un tas de {told}"),
        (Lang::En, 1) => format!("a heap of {told}"),
        (Lang::Fr, _) => format!("tas de {told}"),
        (Lang::En, _) => format!("heaps of {told}"),
    }
}

/// Reads the heaps of the parameter `tas`: `3n1b+2n2b+1n3b`.
pub(super) fn read_heaps(text: &str) -> Result<Vec<Matches>, Fault> {
    let found = text.split('+').count();
    if found > MOST_HEAPS {
        return Err(Fault::new(
            format!("« tas={text} » : {found} tas, 16 au plus"),
            format!("\"tas={text}\": {found} heaps, at most 16"),
        ));
    }
    let read = |(place, heap)| {
        read_matches(heap).ok_or_else(|| {
            let number = place + 1;
            Fault::new(
                format!(
                    "« tas={text} », tas {number} « {heap} » : attendu 3n, 2b ou 3n2b, de 1 à 99 chacune"
                ),
                format!("\"tas={text}\", heap {number} \"{heap}\": expected 3n, 2b or 3n2b, 1 to 99 of each"),
            )
        })
    };
    text.split('+').enumerate().map(read).collect()
}

/// Appends a move: `2:1n2b`.
pub(super) fn write_move(mv: Move, out: &mut String) {
    write!(out, "{}:", mv.heap + 1).expect("a string takes any text");
    write_matches(mv.taken, out);
}

/// Reads a move of some heap, whether or not it is legal.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let (heap, matches) = text.split_once(':')?;
    Some(Move { heap: read_count(heap)? - 1, taken: read_matches(matches)? })
}

/// Says why a text is no legal move.
pub(super) fn why_not(game: &Nim, position: &Position, text: &str) -> Fault {
    let Some(mv) = read_move(text) else {
        return Fault::new(
            format!("coup impossible : « {text} » ; attendu le tas et ce qu'on y prend, comme 2:1n2b"),
            format!("impossible move: \"{text}\"; expected the heap and what is taken, as in 2:1n2b"),
        );
    };
    let (number, count) = (mv.heap + 1, game.count);
    let Some(&[new, burnt]) = game.heaps(position).get(mv.heap as usize) else {
        return Fault::new(
            format!("coup impossible : {text} ; les tas vont de 1 à {count}"),
            format!("impossible move: {text}; the heaps are 1 to {count}"),
        );
    };
    Fault::new(
        format!(
            "coup impossible : {text} ; il reste {new} neuve(s) et {burnt} brûlée(s) dans le tas {number}"
        ),
        format!("impossible move: {text}; heap {number} has {new} new and {burnt} burnt left"),
    )
    .by_rule(2)
}

/// Splits a move into the new matches and the burnt ones: the cell of the third new match takes three.
pub(super) fn steps(text: &str) -> Vec<Step> {
    let Some((heap, matches)) = text.split_once(':') else {
        return vec![Step::word(text)];
    };
    match matches.split_once('n') {
        Some((new, burnt)) => {
            let first = format!("{heap}:{new}n");
            let second = (!burnt.is_empty()).then(|| Step::on(format!("{heap}:{burnt}"), burnt));
            [Step::on(first.clone(), first)].into_iter().chain(second).collect()
        }
        None => vec![Step::on(text, text)],
    }
}

/// Says which matches a move takes up, in any order: it does not matter which ones of a kind. From large heaps nobody takes
/// match by match: there a match stands for itself and those before it.
pub(super) fn gesture(game: &Nim, text: &str) -> Gesture {
    let Some(mv) = read_move(text).filter(|_| game.by_match()) else {
        let picks = steps(text).into_iter().filter_map(|step| step.cell);
        return picks.fold(Gesture::default(), |gesture, pick| gesture.stage([pick]));
    };
    let of_kind = |kind: usize| (0..mv.taken[kind]).map(move |_| pool_name(mv.heap, kind));
    Gesture::default().stage(of_kind(0).chain(of_kind(1)))
}

/// Appends a position: `3n1b+0+1n3b 2`, and once all heaps are empty the winner: `0+0+0 2 first`.
pub(super) fn write_position(game: &Nim, position: &Position, out: &mut String) {
    for (place, &heap) in game.heaps(position).iter().enumerate() {
        if place > 0 {
            out.push('+');
        }
        if heap == [0; 2] {
            out.push('0');
        }
        write_matches(heap, out);
    }
    write_seat(Seat(position.to_move as u8), &TWO_SEATS, out);
    if let Some(winner) = position.winner {
        out.push(' ');
        out.push_str(winner.code());
    }
}

/// Reads a position with as many heaps as the game has.
pub(super) fn read_position(game: &Nim, text: &str) -> Result<Position, Fault> {
    let (heaps, seat, winner) = if text.split_ascii_whitespace().count() == 3 {
        let [heaps, seat, winner] = fields(text, "HEAPS 1|2 first|second")?;
        (heaps, seat, Some(winner))
    } else {
        let [heaps, seat] = fields(text, "HEAPS 1|2")?;
        (heaps, seat, None)
    };
    let heaps = read_left(game, heaps)?;
    let to_move = TWO_SEATS[read_seat(seat, &TWO_SEATS)?.index()].side;
    let winner = read_winner(heaps == [[0; 2]; MOST_HEAPS], winner)?;
    Ok(Position { heaps, to_move, winner })
}

/// Reads a draft: a position, or empty heaps without a winner.
pub(super) fn read_draft(game: &Nim, text: &str) -> Result<Draft, Fault> {
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap_or_default();
    let heaps = read_left(game, next())?;
    let seat = read_seat(next(), &TWO_SEATS)?;
    let mut pieces = BTreeMap::new();
    for (heap, matches) in heaps.iter().enumerate() {
        for (kind, &count) in matches.iter().enumerate() {
            pieces.extend((1..=count).map(|place| (place_name(heap as u8, kind, place), 'i')));
        }
    }
    let rest = words.collect::<Vec<_>>().join(" ");
    Ok(Draft { pieces, marks: BTreeSet::new(), seat, rest })
}

/// Writes a draft as [`read_draft`] reads it.
pub(super) fn draft_text(game: &Nim, draft: &Draft) -> String {
    let mut heaps = [[0; 2]; MOST_HEAPS];
    for (heap, kind, place) in draft.pieces.keys().filter_map(|name| read_place(name)) {
        heaps[heap][kind] = place.max(heaps[heap][kind]);
    }
    let position = Position { heaps, to_move: TWO_SEATS[draft.seat.index()].side, winner: None };
    let mut text = String::new();
    write_position(game, &position, &mut text);
    if !draft.rest.is_empty() {
        text.push(' ');
        text.push_str(&draft.rest);
    }
    text
}

fn read_left(game: &Nim, text: &str) -> Result<[Matches; MOST_HEAPS], Fault> {
    let (found, wanted) = (text.split('+').count(), game.count);
    if found != wanted {
        return Err(Fault::new(
            format!("position : {found} tas séparés par « + » au lieu de {wanted}"),
            format!("position: {found} heap(s) separated by \"+\" instead of {wanted}"),
        ));
    }
    let mut heaps = [[0; 2]; MOST_HEAPS];
    for (place, (heap, word)) in heaps.iter_mut().zip(text.split('+')).enumerate() {
        if word == "0" {
            continue;
        }
        *heap = read_matches(word).ok_or_else(|| {
            let number = place + 1;
            Fault::new(
                format!(
                    "position, tas {number} « {word} » : attendu 0, 3n, 2b ou 3n2b, 99 au plus de chaque"
                ),
                format!("position, heap {number} \"{word}\": expected 0, 3n, 2b or 3n2b, at most 99 of each"),
            )
        })?;
    }
    Ok(heaps)
}

fn read_winner(empty: bool, text: Option<&str>) -> Result<Option<Side>, Fault> {
    match (empty, text) {
        (false, None) => Ok(None),
        (true, Some("first")) => Ok(Some(Side::First)),
        (true, Some("second")) => Ok(Some(Side::Second)),
        (true, _) => Err(Fault::new(
            "position : tous les tas sont vides ; dites qui a gagné, « first » ou « second », à la fin",
            "position: all heaps are empty; say who won, \"first\" or \"second\", at the end",
        )),
        (false, Some(word)) => Err(Fault::new(
            format!("position : « {word} » est de trop, il reste des allumettes"),
            format!("position: \"{word}\" is too much, there are matches left"),
        )),
    }
}
