//! `damier` alone: the collection, a small board of each game, and how to go on.

use std::io::Write;

use damier_core::Fault;
use damier_scene::{View, terminal};
use damier_table::Entry;

use crate::failure::Failure;
use crate::line::{self, Style};
use crate::screen::Screen;

/// Columns between two games that stand side by side.
const GAP: usize = 4;

/// A game's name, what it is about, and its board.
struct Card {
    /// The lines as they are printed, with their widths.
    lines: Vec<(String, usize)>,
    width: usize,
}

impl Card {
    fn new(entry: &Entry, screen: &Screen) -> Result<Card, Fault> {
        let view = View { coords: false, ..View::new(screen.lang) };
        let scene = entry.glance()?.scene(&view);
        let board = terminal::write(&scene, &screen.board());
        let bare = terminal::write(&scene, &terminal::Options { colour: false, ..screen.board() });
        let width = |line: &str| line.chars().count();
        let widest = bare.lines().map(width).max().unwrap_or(0);

        let name = entry.name.get(screen.lang);
        let mut lines = Vec::new();
        let mut title = line::styled(name, Style::Bold);
        title.extend(line::styled(&format!("  {}", entry.id), Style::Code));
        lines.push((line::write(&title, screen.colour), title.len()));
        // A line of words needs some room even over a small board.
        for words in line::wrap(&line::styled(entry.about.get(screen.lang), Style::Plain), widest.max(26)) {
            lines.push((line::write(&words, screen.colour), words.len()));
        }
        lines.push((String::new(), 0));
        lines.extend(board.lines().zip(bare.lines()).map(|(line, bare)| (line.to_string(), width(bare))));
        let width = lines.iter().map(|line| line.1).max().unwrap_or(0);
        Ok(Card { lines, width })
    }
}

/// Writes the collection.
pub fn run(screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let about = screen.say(
        "une ludothèque de jeux de plateau abstraits, ouverte jour et nuit.",
        "a library of abstract board games, open day and night.",
    );
    writeln!(out, "{}{}{about}\n", screen.bold("Damier"), screen.say(" : ", ": "))?;
    let cards = damier_games::ALL.iter().map(|entry| Card::new(entry, screen)).collect::<Result<Vec<_>, _>>();
    for row in rows(&cards.map_err(Failure::Work)?, screen.width) {
        write_row(row, out)?;
    }
    let Some(entry) = damier_games::ALL.first() else {
        return Ok(());
    };
    let id = entry.id;
    writeln!(out, "{}", screen.bold(screen.say("Et maintenant ?", "What next?")))?;
    for (command, fr, en) in [
        (format!("damier rules {id}"), "les règles d'un jeu", "the rules of a game"),
        (format!("damier show {id}"), "son plateau, en texte ou en image", "its board, as text or picture"),
        (format!("damier moves {id}"), "les coups possibles", "the legal moves"),
        ("damier games".to_string(), "les variantes et les paramètres", "the variants and parameters"),
        ("damier --help".to_string(), "toutes les commandes", "all commands"),
    ] {
        writeln!(out, "  {command:<24}{}", screen.say(fr, en))?;
    }
    Ok(())
}

/// Puts as many games side by side as the width takes, in their order.
fn rows(cards: &[Card], width: usize) -> Vec<&[Card]> {
    let mut rows = Vec::new();
    let mut rest = cards;
    while !rest.is_empty() {
        let mut taken = 0;
        let fits = rest.iter().take_while(|card| {
            taken += card.width + GAP;
            taken - GAP <= width
        });
        // A card that is wider than the screen stands alone.
        let (row, left) = rest.split_at(fits.count().max(1));
        rows.push(row);
        rest = left;
    }
    rows
}

fn write_row(cards: &[Card], out: &mut dyn Write) -> Result<(), Failure> {
    let height = cards.iter().map(|card| card.lines.len()).max().unwrap_or(0);
    for place in 0..height {
        let mut text = String::new();
        let mut missing = 0;
        for card in cards {
            let (line, width) = card.lines.get(place).map_or(("", 0), |(line, width)| (line, *width));
            if width > 0 {
                text.push_str(&" ".repeat(missing));
                text.push_str(line);
                missing = 0;
            }
            missing += card.width - width + GAP;
        }
        writeln!(out, "{text}")?;
    }
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_stand_side_by_side_while_they_fit() {
        let card = |width| Card { lines: vec![("x".repeat(width), width)], width };
        let cards = [card(30), card(46), card(10), card(120), card(5)];
        let widths: Vec<Vec<usize>> =
            rows(&cards, 80).iter().map(|row| row.iter().map(|card| card.width).collect()).collect();
        assert_eq!(widths, [vec![30, 46], vec![10], vec![120], vec![5]]);
        let mut text = Vec::new();
        write_row(&[card(3), card(2)], &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "xxx    xx\n\n");
    }
}
