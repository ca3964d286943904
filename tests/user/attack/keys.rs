//! Random keys on every screen at every size, also on screens that are too small to be drawn.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::attack::times;
use crate::screens::questions::Language;
use crate::screens::reading::put_texts_before;
use crate::screens::sitting::Sitting;

/// Keys that do something somewhere, those that move most often.
const KEYS: [&str; 62] = [
    "tab",
    "tab",
    "down",
    "down",
    "up",
    "left",
    "right",
    "enter",
    "enter",
    "esc",
    "esc",
    "pageup",
    "pagedown",
    "home",
    "end",
    "space",
    "backspace",
    "delete",
    "q",
    "q",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "0",
    "a",
    "b",
    "c",
    "i",
    "z",
    "x",
    "y",
    "t",
    "w",
    "s",
    "l",
    "n",
    "u",
    "ctrl-r",
    "v",
    "+",
    "-",
    "[",
    "]",
    "j",
    "k",
    "g",
    "/",
    ":",
    "?",
    "f",
    "F",
    "r",
    "h",
    "G",
    "ctrl-p",
    "猫",
];

const SIZES: [(u16, u16); 12] = [
    (120, 40),
    (80, 24),
    (60, 20),
    (40, 12),
    (39, 11),
    (39, 40),
    (120, 11),
    (20, 5),
    (2, 1),
    (1, 1),
    (0, 0),
    (200, 12),
];

fn sit_down(seed: u64) -> Sitting {
    let language = if seed.is_multiple_of(2) { Language::English } else { Language::Chinese };
    let mut sitting = match seed % 4 {
        0 => Sitting::with_suspects(language),
        1 => Sitting::with_readings(language),
        2 => Sitting::in_the_middle(language),
        _ => Sitting::with_flags(language),
    };
    put_texts_before(&mut sitting);
    sitting
}

/// Presses random keys; the keys so far, where the program panics.
fn run(seed: u64, presses: usize) -> Result<(), String> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut sitting = sit_down(seed);
    let mut so_far = Vec::new();
    for _ in 0..presses {
        if chance.random_bool(0.06) {
            let (width, height) = SIZES[chance.random_range(0..SIZES.len())];
            so_far.push(format!("{width}x{height}"));
            sitting.resize(width, height);
        }
        let key = KEYS[chance.random_range(0..KEYS.len())];
        so_far.push(key.to_owned());
        let looks = chance.random_bool(0.4);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            sitting.press_blindly(key);
            if looks {
                sitting.glance();
            }
        }));
        if tried.is_err() {
            let last = &so_far[so_far.len().saturating_sub(40)..];
            return Err(format!("seed {seed}: {}", last.join(" ")));
        }
    }
    Ok(())
}

#[test]
fn no_key_at_any_size_makes_the_program_panic() {
    for seed in 0..times(8, 2_000) as u64 {
        run(seed, 400).unwrap();
    }
}

#[test]
fn a_screen_that_is_too_small_ignores_keys_that_move() {
    let mut sitting = Sitting::fresh(Language::English);
    put_texts_before(&mut sitting);
    for (width, height) in [(30, 8), (2, 1), (0, 0)] {
        sitting.resize(width, height).look();
        sitting.press("7").look();
        for key in ["tab", "down", "up", "right", "left", "pagedown", "home", "end", "space"] {
            sitting.press_blindly(key);
            sitting.look();
        }
    }
    sitting.resize(120, 40).look();
}

#[test]
fn a_grid_that_never_had_room_ignores_keys_that_move() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2").resize(30, 8).look();
    sitting.press_blindly("#");
    for key in ["down", "up", "right", "left", "pagedown", "pageup", "home", "end"] {
        sitting.press_blindly(key);
        sitting.look();
    }
    let grid = sitting.resize(120, 40).screen();
    assert!(grid.contains("Where is the sheep?"), "{grid}");
}
