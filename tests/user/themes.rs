//! The themes can be read: contrast after WCAG 2.1 on the backgrounds they are meant for, and
//! nothing that only a colour tells.

use assay::tui::picture::ColourDepth;
use assay::tui::theme::{Theme, ThemeChoice, Tone};
use ratatui::style::{Color, Modifier, Style};

type Rgb = (u8, u8, u8);

/// Pure black and the dark grey of several terminals; white and Solarized's paper.
const DARK: [Rgb; 2] = [(0, 0, 0), (0x1e, 0x1e, 0x1e)];
const LIGHT: [Rgb; 2] = [(255, 255, 255), (0xfd, 0xf6, 0xe3)];

const COLOURED: [(&str, [Rgb; 2]); 4] =
    [("dark", DARK), ("light", LIGHT), ("colour-blind", DARK), ("colour-blind-light", LIGHT)];
/// What WCAG asks of bold words; no colour has 4.5 on all four backgrounds.
const LEAST_ON_EITHER: f64 = 3.5;

fn theme(name: &str, depth: ColourDepth) -> Theme {
    let choice: ThemeChoice = name.parse().expect("the theme comes with the program");
    choice.theme(depth, false).expect("it is embedded")
}

/// Every style that carries words.
fn words(theme: &Theme) -> [(&'static str, Tone); 15] {
    [
        ("title", theme.title),
        ("dim", theme.dim),
        ("focus", theme.focus),
        ("key", theme.key),
        ("own", theme.own),
        ("reference", theme.reference),
        ("agree", theme.agree),
        ("disagree", theme.disagree),
        ("saved", theme.saved),
        ("warning", theme.warning),
        ("error", theme.error),
        ("selected", theme.selected),
        ("match", theme.matched),
        ("heading", theme.heading),
        ("code", theme.code),
    ]
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
fn words_have_a_contrast_of_four_and_a_half_on_their_background() {
    for depth in [ColourDepth::True, ColourDepth::TwoHundredFiftySix] {
        for (name, backgrounds) in COLOURED {
            for (role, tone) in words(&theme(name, depth)) {
                let style = Style::from(tone);
                let Some(fg) = style.fg else { continue };
                for background in backgrounds {
                    let behind = style.bg.map_or(background, rgb);
                    let found = contrast(rgb(fg), behind);
                    assert!(found >= 4.5, "{name}, {depth}: {role} on {behind:?} has {found:.2}");
                }
            }
        }
    }
}

#[test]
fn where_the_background_is_not_known_words_are_read_on_all_of_them() {
    let theme = theme("either", ColourDepth::True);
    for (role, tone) in words(&theme) {
        let style = Style::from(tone);
        let Some(fg) = style.fg else { continue };
        for background in DARK.into_iter().chain(LIGHT) {
            let found = contrast(rgb(fg), style.bg.map_or(background, rgb));
            assert!(found >= LEAST_ON_EITHER, "{role} on {background:?} has {found:.2}");
        }
    }
}

#[test]
fn ones_own_answer_stands_out_from_the_reference_without_any_hue() {
    for depth in [ColourDepth::True, ColourDepth::TwoHundredFiftySix] {
        for (name, backgrounds) in COLOURED {
            let theme = theme(name, depth);
            let (own, reference) = (Style::from(theme.own), Style::from(theme.reference));
            let block = rgb(own.bg.expect("one's own answer lies on a block"));
            assert_eq!(reference.bg, None);
            for background in backgrounds {
                let found = contrast(block, background);
                assert!(found >= 1.5, "{name}, {depth}: the block has {found:.2}");
            }
        }
    }
}

#[test]
fn with_sixteen_colours_or_none_the_two_answers_differ_by_more_than_colour() {
    for depth in [ColourDepth::Sixteen, ColourDepth::None] {
        for (name, _) in COLOURED {
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
        for (role, tone) in words(&theme(name, ColourDepth::Sixteen)) {
            let fg = Style::from(tone).fg;
            assert!(fg.is_none_or(|fg| !faint.contains(&fg)), "{name}: {role} is {fg:?}");
        }
    }
}
