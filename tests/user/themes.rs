//! The themes can be read: contrast after WCAG 2.1 on the backgrounds they are meant for, and
//! nothing that only a colour tells.

use assay::tui::picture::ColourDepth;
use assay::tui::theme::{Theme, ThemeChoice, Tone};
use ratatui::style::{Color, Modifier, Style};

type Rgb = (u8, u8, u8);

/// The themes that paint their background.
const PAINTED: [&str; 4] = ["dark", "light", "colour-blind", "colour-blind-light"];
/// What may be behind a theme that paints no background, each with the least contrast of a word on it: black
/// and white, on both of which no colour has more than 4.58; the dark grey of several terminals and Solarized's
/// paper, on which a colour that has 4.5 on the others cannot have as much.
const ANY: [(Rgb, f64); 4] = [
    ((0, 0, 0), 4.5),
    ((255, 255, 255), 4.5),
    ((0x1e, 0x1e, 0x1e), 3.5),
    ((0xfd, 0xf6, 0xe3), 4.0),
];
/// What is drawn as lines, and what is only a background.
const NOT_WORDS: [&str; 3] = ["border", "bar", "own-row"];
const SHADES: [ColourDepth; 2] = [ColourDepth::True, ColourDepth::TwoHundredFiftySix];

fn theme(name: &str, depth: ColourDepth) -> Theme {
    let choice: ThemeChoice = name.parse().expect("the theme comes with the program");
    choice.theme(depth, false).expect("it is embedded")
}

/// Every style that carries words.
fn words(theme: &mut Theme) -> Vec<(&'static str, Tone)> {
    let tones = theme.tones().into_iter().filter(|(name, _)| !NOT_WORDS.contains(name));
    tones.map(|(name, tone)| (name, *tone)).collect()
}

fn rgb(colour: Color) -> Rgb {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match colour {
        Color::Rgb(r, g, b) => (r, g, b),
        Color::Indexed(index) if index >= 232 => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
        Color::Indexed(index @ 16..) => {
            let index = usize::from(index - 16);
            (STEPS[index / 36], STEPS[index / 6 % 6], STEPS[index % 6])
        }
        other => panic!("{other:?} looks different in every terminal"),
    }
}

/// Relative luminance, WCAG 2.1.
fn luminance((r, g, b): Rgb) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn black_on_white_has_the_contrast_that_wcag_gives_it() {
    assert!((contrast((0, 0, 0), (255, 255, 255)) - 21.0).abs() < 1e-9);
    assert!((contrast((0x76, 0x76, 0x76), (255, 255, 255)) - 4.54).abs() < 0.01);
}

#[test]
fn words_have_a_contrast_of_four_and_a_half_on_the_background_that_the_theme_paints() {
    for (depth, name) in SHADES.into_iter().flat_map(|depth| PAINTED.map(|name| (depth, name))) {
        let mut theme = theme(name, depth);
        let background = rgb(theme.ground());
        for (role, tone) in words(&mut theme) {
            let style = Style::from(tone);
            let fg = style.fg.expect("words on a painted background have a colour");
            let found = contrast(rgb(fg), style.bg.map_or(background, rgb));
            assert!(found >= 4.5, "{name}, {depth}: {role} has {found:.2}");
        }
    }
}

#[test]
fn words_are_as_readable_in_a_tinted_row() {
    for (depth, name) in SHADES.into_iter().flat_map(|depth| PAINTED.map(|name| (depth, name))) {
        let mut theme = theme(name, depth);
        for (role, tone) in words(&mut theme) {
            for (row, tint) in [("selected", theme.selected), ("own-row", theme.own_row)] {
                let seen = theme.tinted(tint, tone.into());
                let [fg, bg] = [seen.fg, seen.bg].map(|colour| rgb(colour.expect("it is set")));
                let found = contrast(fg, bg);
                assert!(found >= 4.5, "{name}, {depth}: {role} in {row} has {found:.2}");
                assert!(contrast(bg, rgb(theme.ground())) >= 1.1, "{name}, {depth}: {row}");
            }
        }
    }
}

#[test]
fn where_the_background_is_not_known_words_are_read_on_all_of_them() {
    let mut theme = theme("either", ColourDepth::True);
    assert_eq!(theme.ground(), Color::Reset);
    for (role, tone) in words(&mut theme) {
        let style = Style::from(tone);
        let Some(fg) = style.fg else { continue };
        for (background, least) in ANY {
            let found = contrast(rgb(fg), style.bg.map_or(background, rgb));
            assert!(found >= least, "{role} on {background:?} has {found:.2}");
        }
    }
    assert_eq!(Style::from(theme.text).fg, None, "text has the terminal's own colour");
}

#[test]
fn ones_own_answer_stands_out_from_the_reference_without_any_hue() {
    for (depth, name) in SHADES.into_iter().flat_map(|depth| PAINTED.map(|name| (depth, name))) {
        let theme = theme(name, depth);
        let (own, reference) = (Style::from(theme.own), Style::from(theme.reference));
        let block = rgb(own.bg.expect("one's own answer lies on a block"));
        assert_eq!(reference.bg, None);
        let found = contrast(block, rgb(theme.ground()));
        assert!(found >= 1.5, "{name}, {depth}: the block has {found:.2}");
    }
}

#[test]
fn with_sixteen_colours_or_none_the_two_answers_differ_by_more_than_colour() {
    for depth in [ColourDepth::Sixteen, ColourDepth::None] {
        for name in PAINTED {
            let theme = theme(name, depth);
            let own = Style::from(theme.own).add_modifier;
            assert!(own.contains(Modifier::REVERSED), "{name}, {depth}");
            assert_ne!(own, Style::from(theme.reference).add_modifier, "{name}, {depth}");
        }
    }
}

#[test]
fn with_sixteen_colours_light_themes_use_no_hue_that_vanishes_on_white() {
    let faint = [Color::Yellow, Color::Green, Color::Cyan, Color::White, Color::Gray];
    for name in ["light", "colour-blind-light"] {
        for (role, tone) in words(&mut theme(name, ColourDepth::Sixteen)) {
            let fg = Style::from(tone).fg;
            assert!(fg.is_none_or(|fg| !faint.contains(&fg)), "{name}: {role} is {fg:?}");
        }
    }
}
