//! Each screen at every small size and at many larger ones, in English and in Chinese, with questions
//! that are hard to place: nothing may panic, stick out of the screen or lie over something else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use assay::benchmark::{Label, PictureRole, Question, QuestionKey, QuestionPicture};
use assay::store::{Importer, StoreError};
use assay::tui::app::Event;
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::looks::faults;
use super::questions::{self, Language, picture, question};
use super::sitting::Sitting;
use super::{models, reading, votes};
use crate::attack::times;

/// How to get to each screen from home; a word that begins with `=` is typed.
const SCREENS: [&str; 55] = [
    "",
    "/ =1 enter",
    "/ =1 enter a",
    "/ =5 enter a w 4 down space",
    "/ =5 enter a w 0 enter =why",
    "/ =5 enter n =words,第二家,words",
    "/ =1 enter + + right",
    "/ =1 enter ?",
    "/ =1 enter : =pic",
    "/ =1 enter tab down",
    "/ =4 enter a",
    "/ =6 enter",
    "/ =many enter",
    "/ =many enter ] ] +",
    "/ =grid enter",
    "/ =broken enter",
    "/ =broken enter n",
    "/ =long enter",
    "/ =long enter a pagedown",
    "/ =3 enter",
    "2 down down",
    "2 down down right",
    "2 ctrl-f down down space",
    "/ =a",
    "/ =nothing_is_called_this",
    "3 down",
    "0 pagedown",
    "g",
    "?",
    "4 down",
    "4 enter down",
    "4 enter enter down",
    "4 enter enter down enter",
    "5 tab right space right right",
    "5 l p l l ?",
    "6 down",
    "6 enter enter",
    "2 # right down",
    "2 # end",
    "4 enter enter down enter P",
    "5 P",
    "9",
    "9 enter down down",
    "9 end enter enter",
    "7",
    "7 a",
    "7 a pagedown",
    "7 a F =words,第二家,words",
    "7 a F =words ctrl-s",
    "7 a r 4",
    "l",
    "l J enter down right",
    "l enter enter down",
    "l enter enter down enter",
    "l T down",
];

/// Screens with pictures on them, for the terminals that draw pixels.
const WITH_PICTURES: [&str; 8] = [
    "/ =1 enter + right",
    "/ =1 enter a w",
    "/ =2 enter",
    "/ =many enter",
    "/ =grid enter n",
    "/ =broken enter",
    "2",
    "2 ?",
];

const LARGER: ([u16; 11], [u16; 10]) =
    ([46, 59, 60, 61, 75, 79, 80, 99, 100, 101, 130], [12, 13, 15, 17, 19, 20, 21, 24, 30, 45]);

/// A screen is drawn at each of these sizes in one of the languages, at the neighbouring sizes in the other one, as
/// on a chessboard; with `ASSAY_ATTACK=long` at each in both. Home is drawn at every small size; on the way to too small all screens are the same.
fn sizes(number: usize, language: Language) -> impl Iterator<Item = (u16, u16)> {
    let (narrowest, lowest) = if number == 0 { (0, 0) } else { (38, 10) };
    let (widths, heights) = LARGER;
    let grids = [
        ((narrowest..=44).collect::<Vec<u16>>(), (lowest..=16).collect::<Vec<u16>>()),
        (widths.to_vec(), heights.to_vec()),
    ];
    let every = times(2, 1);
    let first = number + usize::from(language == Language::English);
    grids.into_iter().flat_map(move |(widths, heights)| {
        widths.into_iter().enumerate().flat_map(move |(column, width)| {
            let heights = heights.clone().into_iter().skip((first + column) % every).step_by(every);
            heights.map(move |height| (width, height))
        })
    })
}

/// The usual questions and some that are harder to place.
fn import(importer: &Importer<'_>, language: Language) -> Result<(), StoreError> {
    questions::import(importer, language)?;
    let mut pictures = Vec::new();
    for number in 0..9 {
        pictures.push(importer.keep_picture(&picture(
            40 + 60 * number,
            300 - 30 * number,
            true,
        ))?);
    }
    let broken = importer.keep_picture(b"\x89PNG\r\n\x1a\n and then nothing of the kind")?;
    let word = match language {
        Language::English => "incomprehensibilities".repeat(30),
        Language::Chinese => "百闻不如一见".repeat(80),
    };
    let several = |roles: &mut dyn Iterator<Item = PictureRole>| -> Vec<QuestionPicture> {
        let pictures = pictures.iter().zip(roles);
        pictures.map(|(&hash, role)| QuestionPicture { hash, role }).collect()
    };
    let nine: Vec<&str> = vec![""; 9];
    let in_stem = |hash| QuestionPicture { hash, role: PictureRole::Stem };
    importer.keep_questions(&[
        Question {
            pictures: several(&mut std::iter::repeat(PictureRole::Stem)),
            ..plain("many", "Which of these many?", &["one", "two"])
        },
        Question {
            pictures: several(&mut Label::all().map(PictureRole::Choice)),
            ..plain("grid", "Which drawing of the grid?", &nine)
        },
        Question { pictures: vec![in_stem(broken)], ..plain("broken", "What broke?", &["a", "b"]) },
        Question {
            pictures: vec![in_stem(pictures[8])],
            category: Some(word.clone()),
            hint: Some(word.clone()),
            ..plain("long", &format!("A long one: {word} {word}"), &[&word, "short", &word])
        },
    ])?;
    Ok(())
}

fn plain(key: &str, stem: &str, choices: &[&str]) -> Question {
    let mut plain = Question {
        key: QuestionKey::new(key).unwrap(),
        category: None,
        split: None,
        ..question("1", stem, choices)
    };
    plain.passes[0].index = key.into();
    plain
}

fn sit_down(language: Language, surface: Surface) -> Sitting {
    let mut sitting = Sitting::before(
        surface,
        |importer| import(importer, language),
        |store, _| {
            models::suspect(store);
            votes::keep(store);
        },
    );
    reading::put_texts_before(&mut sitting);
    sitting
}

fn go(sitting: &mut Sitting, keys: &str) {
    for key in keys.split_whitespace() {
        match key.strip_prefix('=') {
            Some(text) => sitting.write(text).look(),
            None => sitting.press(key).look(),
        };
    }
}

fn glyphs() -> Surface {
    Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) }
}

/// A size where drawing panics or draws wrongly, in words.
fn trouble(sitting: &mut Sitting, keys: &str, draw: fn(&mut Sitting) -> Buffer) -> Option<String> {
    let popups = Style::from(sitting.app.session().theme.focus).fg;
    let drawn = catch_unwind(AssertUnwindSafe(|| draw(sitting)));
    let fault = match &drawn {
        Ok(seen) => faults(seen, popups.unwrap_or_default())?,
        Err(panic) => format!("panic: {:?}", panic.downcast_ref::<String>()),
    };
    let picture = drawn.map(|seen| super::sitting::text_of(&seen)).unwrap_or_default();
    Some(format!("{keys:?} {fault}\n{picture}"))
}

#[track_caller]
fn assert_no(troubles: &[String]) {
    let first: Vec<&str> = troubles.iter().take(4).map(String::as_str).collect();
    assert!(troubles.is_empty(), "{} times, such as\n{}", troubles.len(), first.join("\n"));
}

fn click(sitting: &mut Sitting, (column, row): (u16, u16)) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let click = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    sitting.app.handle(Event::Mouse(click, Instant::now() + Duration::from_hours(1)));
}

fn every_screen_at_every_size(language: Language) {
    let mut troubles = Vec::new();
    for (at, keys) in SCREENS.into_iter().enumerate() {
        let mut sitting = sit_down(language, glyphs());
        go(&mut sitting, keys);
        for (number, (width, height)) in sizes(at, language).enumerate() {
            sitting.resize(width, height);
            let trouble = trouble(&mut sitting, keys, Sitting::glance);
            troubles.extend(trouble.map(|words| format!("{width}x{height} {words}")));
            if number % 7 == 0 {
                // What is pressed now was meant for the layout of another size.
                sitting.resize(130 - width, 45u16.saturating_sub(height));
                sitting.press_blindly("down");
                sitting.press_blindly("pagedown");
                click(&mut sitting, (width.saturating_sub(1), height.saturating_sub(1)));
                click(&mut sitting, (0, 0));
            }
        }
    }
    assert_no(&troubles);
}

#[test]
fn every_screen_fits_every_size_in_english() {
    every_screen_at_every_size(Language::English);
}

#[test]
fn every_screen_fits_every_size_in_chinese() {
    every_screen_at_every_size(Language::Chinese);
}

#[test]
fn pixels_fit_every_size_whatever_a_cell_measures() {
    let modes = [
        (PictureMode::Kitty, (9, 18)),
        (PictureMode::Kitty, (0, 0)),
        (PictureMode::Sixel, (30, 60)),
        (PictureMode::Sixel, (1, 1)),
        (PictureMode::Iterm2, (0, 7)),
        (PictureMode::Quadrants, (0, 0)),
    ];
    let sizes = [(40, 12), (39, 11), (47, 13), (60, 20), (0, 0), (80, 24), (101, 21), (44, 45)];
    let mut troubles = Vec::new();
    for (mode, cell) in modes {
        let surface = Surface { mode, cell, ..glyphs() };
        for keys in WITH_PICTURES {
            let mut sitting = sit_down(Language::English, surface);
            sitting.resize(50, 14);
            go(&mut sitting, keys);
            for (width, height) in sizes {
                sitting.resize(width, height);
                for draw in [Sitting::glance, Sitting::look] {
                    let trouble = trouble(&mut sitting, keys, draw);
                    troubles.extend(trouble.map(|what| format!("{mode} {width}x{height} {what}")));
                }
            }
        }
    }
    assert_no(&troubles);
}

#[test]
fn no_screen_is_too_large() {
    // A million cells take a second: one of these for each screen, in turn.
    let largest = [(60, 22_000), (40, 33_000), (33_000, 13)];
    let screens = [
        "",
        "/ =1 enter",
        "/ =many enter",
        "2 ctrl-f",
        "2 right",
        "2 # down",
        "4 enter",
        "5 tab P",
        "g",
        ":",
    ];
    for (keys, largest) in screens.into_iter().zip(largest.into_iter().cycle()) {
        let mut sitting = sit_down(Language::English, glyphs());
        go(&mut sitting, keys);
        for (width, height) in [(u16::MAX, 1), (1, u16::MAX), (500, 200), largest] {
            sitting.resize(width, height);
            if let Some(trouble) = trouble(&mut sitting, keys, Sitting::glance) {
                panic!("{width}x{height} {}", trouble.lines().next().unwrap());
            }
        }
    }
}
