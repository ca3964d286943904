//! Colours by meaning. A theme is data (`assets/themes/*.toml`); what the terminal cannot show is
//! brought down to what it can: 24 bits, 256 colours, 16, or none.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::picture::ColourDepth;

/// A style for each meaning.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the names are the meanings
pub struct Theme {
    pub title: Tone,
    pub text: Tone,
    pub dim: Tone,
    pub border: Tone,
    pub focus: Tone,
    pub key: Tone,
    pub own: Tone,
    pub reference: Tone,
    pub agree: Tone,
    pub disagree: Tone,
    pub saved: Tone,
    pub warning: Tone,
    pub error: Tone,
    pub selected: Tone,
    #[serde(rename = "match")]
    pub matched: Tone,
    pub bar: Tone,
    pub heading: Tone,
    pub code: Tone,
}

/// A style that is read from a theme file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "ToneData")]
pub struct Tone(Style);

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ToneData {
    fg: Option<Color>,
    bg: Option<Color>,
    bold: bool,
    underline: bool,
    reverse: bool,
}

impl From<ToneData> for Tone {
    fn from(data: ToneData) -> Self {
        let mut style = Style { fg: data.fg, bg: data.bg, ..Style::default() };
        for (wanted, modifier) in [
            (data.bold, Modifier::BOLD),
            (data.underline, Modifier::UNDERLINED),
            (data.reverse, Modifier::REVERSED),
        ] {
            if wanted {
                style = style.add_modifier(modifier);
            }
        }
        Tone(style)
    }
}

impl From<Tone> for Style {
    fn from(tone: Tone) -> Self {
        tone.0
    }
}

const EMBEDDED: [(&str, &str); 4] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("colour-blind", include_str!("../../assets/themes/colour-blind.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
];

impl Theme {
    /// The names of the themes that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// A theme by its name, brought down to what the terminal shows.
    pub fn named(name: &str, depth: ColourDepth) -> Option<Theme> {
        let name = if depth == ColourDepth::None { "mono" } else { name };
        let (_, source) = EMBEDDED.iter().find(|(known, _)| *known == name)?;
        let theme: Theme = toml::from_str(source).expect("embedded themes are checked by a test");
        Some(theme.at(depth))
    }

    fn at(mut self, depth: ColourDepth) -> Theme {
        for tone in self.tones() {
            tone.0.fg = tone.0.fg.and_then(|colour| brought_down(colour, depth));
            tone.0.bg = tone.0.bg.and_then(|colour| brought_down(colour, depth));
        }
        self
    }

    fn tones(&mut self) -> [&mut Tone; 18] {
        [
            &mut self.title,
            &mut self.text,
            &mut self.dim,
            &mut self.border,
            &mut self.focus,
            &mut self.key,
            &mut self.own,
            &mut self.reference,
            &mut self.agree,
            &mut self.disagree,
            &mut self.saved,
            &mut self.warning,
            &mut self.error,
            &mut self.selected,
            &mut self.matched,
            &mut self.bar,
            &mut self.heading,
            &mut self.code,
        ]
    }
}

fn brought_down(colour: Color, depth: ColourDepth) -> Option<Color> {
    let Color::Rgb(r, g, b) = colour else {
        return (depth > ColourDepth::None).then_some(colour);
    };
    match depth {
        ColourDepth::True => Some(colour),
        ColourDepth::TwoHundredFiftySix => Some(Color::Indexed(nearest_of_cube(r, g, b))),
        ColourDepth::Sixteen => Some(nearest_of_sixteen(r, g, b)),
        ColourDepth::None => None,
    }
}

/// The nearest of the palette's 6x6x6 cube and 24 greys (indices 16 to 255; the first sixteen look
/// different in every terminal).
fn nearest_of_cube(r: u8, g: u8, b: u8) -> u8 {
    let distance = |(r2, g2, b2): (i32, i32, i32)| {
        (i32::from(r) - r2).pow(2) + (i32::from(g) - g2).pow(2) + (i32::from(b) - b2).pow(2)
    };
    (16..=255u8).min_by_key(|&index| distance(cube_colour(index))).unwrap_or(16)
}

fn cube_colour(index: u8) -> (i32, i32, i32) {
    const STEPS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    if index >= 232 {
        let grey = 8 + 10 * i32::from(index - 232);
        return (grey, grey, grey);
    }
    let index = usize::from(index - 16);
    (STEPS[index / 36], STEPS[index / 6 % 6], STEPS[index % 6])
}

/// A plain reading of the colour: its hue where it has one, else a grey; never one that vanishes
/// on the background.
fn nearest_of_sixteen(r: u8, g: u8, b: u8) -> Color {
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    if max - min < 40 {
        return if max > 200 { Color::White } else { Color::Gray };
    }
    let strong = |channel: u8| channel > min / 2 + max / 2;
    match (strong(r), strong(g), strong(b)) {
        (true, true, _) => Color::Yellow,
        (true, false, true) => Color::Magenta,
        (true, false, false) => Color::Red,
        (false, true, true) => Color::Cyan,
        (false, true, false) => Color::Green,
        (false, false, _) => Color::Blue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_theme_is_whole() {
        for name in Theme::names() {
            assert!(Theme::named(name, ColourDepth::True).is_some(), "{name}");
        }
    }

    #[test]
    fn without_colour_nothing_is_coloured_and_choices_still_differ() {
        let mut theme = Theme::named("dark", ColourDepth::None).unwrap();
        for tone in theme.tones() {
            assert_eq!((tone.0.fg, tone.0.bg), (None, None));
        }
        assert_ne!(theme.own, theme.reference);
        assert_ne!(theme.selected, theme.text);
    }

    #[test]
    fn sixteen_colours_keep_the_hue() {
        assert_eq!(nearest_of_sixteen(0x8f, 0xd1, 0x9e), Color::Green);
        assert_eq!(nearest_of_sixteen(0xff, 0x8a, 0x80), Color::Red);
        assert_eq!(nearest_of_sixteen(0x2f, 0x45, 0x63), Color::Blue);
    }
}
