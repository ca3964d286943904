//! What a screen looks like: one snapshot at 80x24 in English, and what holds for it in other sizes and in
//! Chinese: no character is cut in two, no popup is covered, no word is cut without a sign, the key of the
//! help is on the bar wherever the screen offers it, and a Chinese screen says nothing in English.
//!
//! After a wanted change: `INSTA_UPDATE=always cargo test screens`, then read the difference.

use std::collections::BTreeSet;

use assay::tui::messages::speak;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthStr;

use super::questions::Language;
use super::sitting::{Sitting, text_of};
use crate::language::english_on;

const SNAPSHOT: (u16, u16) = (80, 24);
/// As large as it takes for nothing to be cut.
const LARGEST: (u16, u16) = (240, 80);
const SIZES: [(u16, u16); 6] = [(160, 50), (120, 40), (80, 24), (60, 20), (60, 16), (40, 12)];
/// From this width on nothing may be cut without a sign in any language.
const LEAST: u16 = 60;

/// Goes to a screen in both languages, and keeps what it looks like.
pub fn keep(name: &str, sit: impl Fn(Language) -> Sitting, go_there: impl FnMut(&mut Sitting)) {
    insta::assert_snapshot!(name, seen(name, sit, go_there));
}

/// Goes to a screen in both languages, asserts what holds for every screen, and returns the English one.
pub fn seen(
    name: &str,
    sit: impl Fn(Language) -> Sitting,
    mut go_there: impl FnMut(&mut Sitting),
) -> String {
    let mut english = String::new();
    for language in [Language::Chinese, Language::English] {
        speak(language.of_the_program());
        let mut sitting = sit(language);
        go_there(&mut sitting);
        let faults = faults_at_all_sizes(&mut sitting, language);
        assert!(faults.is_empty(), "{name}: {}", faults.join("\n"));
        sitting.resize(SNAPSHOT.0, SNAPSHOT.1);
        let screen = sitting.screen();
        match language {
            Language::English => english = screen,
            Language::Chinese => {
                let found = english_on(name, &screen);
                assert!(found.is_empty(), "{name}: English in\n{}", found.join("\n"));
            }
        }
    }
    english
}

fn faults_at_all_sizes(sitting: &mut Sitting, language: Language) -> Vec<String> {
    let popups = Style::from(sitting.app.session().theme.focus).fg.unwrap_or_default();
    sitting.resize(LARGEST.0, LARGEST.1);
    let largest = sitting.look();
    let mut found = Vec::new();
    for (width, height) in SIZES {
        sitting.resize(width, height);
        let seen = sitting.look();
        let cut = match language {
            Language::English => cut_words(&on_top(&seen, popups), &on_top(&largest, popups)),
            // A line of Chinese may break behind any character.
            Language::Chinese => None,
        };
        let broken_off = || {
            let [seen, largest] = [&seen, &largest].map(|screen| on_top(screen, popups));
            broken_off(&seen, &largest, usize::from(width)).filter(|_| width >= LEAST)
        };
        let fault = faults(&seen, popups).or(cut).or_else(broken_off);
        let fault = fault.or_else(|| lost_help(&seen, &largest));
        let text = text_of(&seen);
        found.extend(fault.map(|fault| format!("{width}x{height}: {fault}\n{text}")));
    }
    found
}

/// What is not covered: the popup, if there is one, and the last line.
fn on_top(seen: &Buffer, popups: Color) -> String {
    let lines = text_of(seen);
    let Some((popup, _)) = last_popup(seen, popups) else { return lines };
    let mut inside = Buffer::empty(popup);
    popup.positions().for_each(|at| inside[at] = seen[at].clone());
    text_of(&inside) + lines.lines().last().unwrap_or_default()
}

/// What is wrong with a frame: a wide character that is cut in two, a popup whose border is broken.
pub fn faults(seen: &Buffer, popups: Color) -> Option<String> {
    half_a_character(seen).or_else(|| broken_border(seen, popups))
}

fn half_a_character(seen: &Buffer) -> Option<String> {
    let right = seen.area.right();
    let symbol = |x: u16, y: u16| seen[(x, y)].symbol();
    // A payload of pixels stands in one cell and takes no room.
    let is_wide = |x: u16, y: u16| !symbol(x, y).contains('\u{1b}') && symbol(x, y).width() > 1;
    let is_cut = |x: u16, y: u16| x + 1 == right || symbol(x + 1, y) != " ";
    let cut = seen.area.positions().find(|at| is_wide(at.x, at.y) && is_cut(at.x, at.y));
    cut.map(|at| format!("half of {:?} at {at} is covered", seen[at].symbol()))
}

fn broken_border(seen: &Buffer, popups: Color) -> Option<String> {
    let (popup, is_whole) = last_popup(seen, popups)?;
    (!is_whole).then(|| format!("the border of the popup at {popup} is broken"))
}

/// Of several popups over each other the last one, which begins lowest, and whether its border is whole.
fn last_popup(seen: &Buffer, popups: Color) -> Option<(Rect, bool)> {
    let (width, height) = (seen.area.width, seen.area.height);
    // Pixels may be sent before the character of a cell.
    let is = |x: u16, y: u16, border: &str| {
        let cell = &seen[(x, y)];
        cell.symbol().ends_with(border) && cell.fg == popups
    };
    let corners = seen.area.positions().filter(|at| is(at.x, at.y, "╭"));
    let (x, y) = corners.last()?.into();
    let right = (x..width).rev().find(|&at| is(at, y, "╮"));
    let bottom = (y..height).rev().find(|&at| is(x, at, "╰"));
    let Some((right, bottom)) = right.zip(bottom) else {
        return Some((Rect::new(x, y, 1, 1), false));
    };
    // Arrows on the right edge say that the popup scrolls.
    let is_arrow = |at: u16| ["↑", "↓"].contains(&seen[(right, at)].symbol());
    let is_whole = is(right, bottom, "╯")
        && (y + 1..bottom).all(|at| is(x, at, "│") && (is(right, at, "│") || is_arrow(at)))
        && (x + 1..right).all(|at| is(at, bottom, "─"));
    Some((Rect::new(x, y, right - x + 1, bottom - y + 1), is_whole))
}

/// The words of a line. One with a sign of a cut is none.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let pieces = line.split(|c: char| !c.is_alphabetic() && c != '…');
    pieces.filter(|word| word.len() > 2 && word.is_ascii())
}

/// A word that is nowhere on the largest screen is a part of one.
fn cut_words(text: &str, largest: &str) -> Option<String> {
    let whole: BTreeSet<&str> = largest.lines().flat_map(words).collect();
    // Only a smaller screen says how to see the rest, and a hostile text is one long word, which may be
    // broken anywhere.
    let of_small_screens = ["PgDn", "<U+202E>", " more line", "▾ more below"];
    let is_left_out = |line: &&str| of_small_screens.iter().any(|sign| line.contains(sign));
    let shown = text.lines().filter(|line| !is_left_out(line)).flat_map(words);
    let cut: BTreeSet<&str> = shown.filter(|word| !whole.contains(word)).collect();
    (!cut.is_empty()).then(|| format!("words are cut: {cut:?}"))
}

/// The texts of a line, apart by frames or by several blanks, and whether a text ends at the edge of a
/// frame or of the screen, where one that is too long would be cut.
fn texts(line: &str, width: usize) -> impl Iterator<Item = (&str, bool)> {
    // Pictures of dots and blocks count as frames.
    let frames = ['\u{2500}'..='\u{259f}', '\u{2800}'..='\u{28ff}'];
    let is_frame = |c: char| frames.iter().any(|frame| frame.contains(&c));
    let has_room = line.width() + 1 < width;
    let parts: Vec<&str> = line.split(is_frame).collect();
    let last = parts.len() - 1;
    parts.into_iter().enumerate().flat_map(move |(at, part)| {
        let flush = !part.ends_with("  ") && (at < last || !has_room);
        let texts: Vec<&str> = part.split("  ").map(str::trim).filter(|t| !t.is_empty()).collect();
        let count = texts.len();
        texts.into_iter().enumerate().map(move |(at, text)| (text, flush && at + 1 == count))
    })
}

/// A text that goes on where there is more space, but here neither on the next line nor with a sign.
fn broken_off(seen: &str, largest: &str, width: usize) -> Option<String> {
    let whole: Vec<&str> =
        largest.lines().flat_map(|line| texts(line, usize::MAX)).map(|(text, _)| text).collect();
    let lines: Vec<&str> = seen.lines().collect();
    // The last line has the keys, as many as fit.
    for (at, line) in lines.iter().enumerate().take(lines.len().saturating_sub(1)) {
        for (text, _) in
            texts(line, width).filter(|(text, is_flush)| *is_flush && text.width() > 11)
        {
            let rests: Vec<&str> = whole
                .iter()
                .filter_map(|whole| {
                    whole.find(text).map(|start| whole[start + text.len()..].trim())
                })
                .collect();
            let below = lines.get(at + 1).copied().unwrap_or_default();
            // An arrow, or the edge of a frame that says how many lines are below it.
            let scrolls =
                line.contains('↓') || below.contains('╰') && texts(below, width).next().is_some();
            let goes_on = |rest: &&str| {
                let begins = |(below, _): (&str, bool)| {
                    let next: String =
                        rest.chars().take_while(|c| !c.is_whitespace()).take(2).collect();
                    below.starts_with(&next)
                };
                // Parts behind a dot are left out where there is no space.
                rest.is_empty() || rest.starts_with('·') || texts(below, width).any(begins)
            };
            if !scrolls && !rests.is_empty() && !rests.iter().any(goes_on) {
                return Some(format!("{text:?} is cut before {:?}", rests[0]));
            }
        }
    }
    None
}

#[test]
fn a_text_that_is_cut_at_an_edge_is_found() {
    let largest = "│ what is decided about the question by people │\n keys";
    let wrapped = "│ what is decided about │\n│ the question by people │\n keys";
    assert_eq!(broken_off(wrapped, largest, 25), None);
    let with_sign = "│ what is decided abou… │\n keys";
    assert_eq!(broken_off(with_sign, largest, 25), None);
    assert!(broken_off("│ what is decided about│\n│ other words │\n keys", largest, 25).is_some());
    assert!(
        broken_off(" 图片太大了不能显示在\n\n keys", " 图片太大了不能显示在这里\n keys", 22)
            .is_some()
    );
}

/// The few keys of a text to read have no room for help on the narrowest screen.
fn lost_help(seen: &Buffer, largest: &Buffer) -> Option<String> {
    let has_help = |seen| text_of(seen).lines().last().is_some_and(|bar| bar.contains("? "));
    let is_lost = seen.area.width >= 60 && has_help(largest) && !has_help(seen);
    is_lost.then(|| "the bar has no help".to_owned())
}
