//! Colours by meaning. A theme is data: one of `assets/themes/*.toml`, or a user's file that changes
//! some of its styles. Colours that the terminal cannot show are reduced to those it can: 24 bits, 256
//! colours, 16, or none.

mod colours;
mod ground;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;
use toml::de::{DeTable, ValueDeserializer};

use self::colours::brought_down;
use super::config_file::small_file;
use super::fault::Fault;
use super::picture::ColourDepth;
use assay_core::embedded;
use assay_core::figures::table::Meaning;
use assay_core::keyword::UnexpectedText;

/// Writes the theme and the table of its styles from one list.
macro_rules! tones {
    ($($tone:ident $name:literal),+ $(,)?) => {
        /// A style for each meaning.
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Theme {
            $(#[serde(rename = $name)] pub $tone: Tone,)+
            pub mat: Tone,
        }

        impl Theme {
            /// The styles that a user's file may set, with their names there.
            pub fn tones(&mut self) -> [(&'static str, &mut Tone); 23] {
                [$(($name, &mut self.$tone)),+]
            }
        }
    };
}

tones! {
    background "background",
    title "title",
    text "text",
    dim "dim",
    faint "faint",
    border "border",
    focus "focus",
    key "key",
    chip "chip",
    own "own",
    own_row "own-row",
    reference "reference",
    agree "agree",
    disagree "disagree",
    alert "alert",
    saved "saved",
    warning "warning",
    error "error",
    selected "selected",
    matched "match",
    bar "bar",
    heading "heading",
    code "code",
}

impl Theme {
    /// The style of a text in a table.
    pub fn style(&self, meaning: Meaning) -> Style {
        let tone = match meaning {
            Meaning::Plain => self.text,
            Meaning::Dim => self.dim,
            Meaning::Border => self.border,
            Meaning::Heading => self.heading,
            Meaning::Key => self.key,
            Meaning::Bar => self.bar,
            Meaning::Reference => self.reference,
            Meaning::Agree => self.agree,
            Meaning::Disagree => self.disagree,
            Meaning::Warning => self.warning,
            Meaning::Matched => self.matched,
            Meaning::Selected => self.selected,
        };
        tone.into()
    }

    /// A style within a row of a tint (`selected`, `own_row`): the row's background, and the row's
    /// colour where it has one, so that nothing in the row looks like a patch.
    pub fn tinted(&self, row: Tone, style: Style) -> Style {
        let is_reversed = row.0.add_modifier.contains(Modifier::REVERSED);
        let fg = match style.fg {
            _ if row.0.fg.is_some() || is_reversed => Some(row.0.fg.unwrap_or_default()),
            // The colour of a block is meant for the block's own background.
            _ if style.bg.is_some_and(|colour| colour != Color::Reset) => self.text.0.fg,
            // The second grey has too little contrast on a tint.
            fg if fg == self.faint.0.fg => self.dim.0.fg,
            fg => fg,
        };
        let add_modifier = row.0.add_modifier | style.add_modifier;
        Style { fg, bg: row.0.bg, add_modifier, ..style }
    }
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
        let mut add_modifier = Modifier::empty();
        add_modifier.set(Modifier::BOLD, data.bold);
        add_modifier.set(Modifier::UNDERLINED, data.underline);
        add_modifier.set(Modifier::REVERSED, data.reverse);
        Tone(Style { fg: data.fg, bg: data.bg, add_modifier, ..Style::default() })
    }
}

impl From<Tone> for Style {
    fn from(tone: Tone) -> Self {
        tone.0
    }
}

const EMBEDDED: [(&str, &str); 6] = [
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    ("either", include_str!("../../../assets/themes/either.toml")),
    ("colour-blind", include_str!("../../../assets/themes/colour-blind.toml")),
    ("colour-blind-light", include_str!("../../../assets/themes/colour-blind-light.toml")),
    ("mono", include_str!("../../../assets/themes/mono.toml")),
];

/// A theme as a person asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeChoice {
    /// One of the built-in themes.
    Named(&'static str),
    /// A file: the styles that it sets, over those of the theme that it names in `based-on` (dark
    /// without it).
    File(PathBuf),
}

/// Why a theme file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// It cannot be read.
    #[error("the theme {} cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    /// An entry is invalid.
    #[error("the theme {}, {fault}", path.display())]
    Faulty { path: PathBuf, fault: Fault },
}

/// The names of themes, for the message about an unknown one.
const CHOICES: &str = "dark, light, either, colour-blind, colour-blind-light, mono or the path of a \
                       .toml file";

impl FromStr for ThemeChoice {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(name) = Theme::names().find(|name| *name == text) {
            return Ok(ThemeChoice::Named(name));
        }
        let is_path = Path::new(text).extension().is_some_and(|ending| ending == "toml");
        if is_path {
            Ok(ThemeChoice::File(text.into()))
        } else {
            Err(UnexpectedText::new(CHOICES, text))
        }
    }
}

impl fmt::Display for ThemeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThemeChoice::Named(name) => f.write_str(name),
            ThemeChoice::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl ThemeChoice {
    /// The same theme, with a relative path resolved from this folder.
    #[must_use]
    pub fn within(self, folder: &Path) -> Self {
        match self {
            ThemeChoice::File(path) => ThemeChoice::File(folder.join(path)),
            named @ ThemeChoice::Named(_) => named,
        }
    }

    /// The theme, reduced to what the terminal shows.
    pub fn theme(&self, depth: ColourDepth, light_background: bool) -> Result<Theme, ThemeError> {
        Ok(match self {
            // Without colours a theme that distinguishes by colour would show no difference.
            _ if depth == ColourDepth::None => Theme::embedded("mono"),
            // No blue or orange is readable on both black and white.
            ThemeChoice::Named("colour-blind") if light_background => {
                Theme::embedded("colour-blind-light")
            }
            // Nor is any of the sixteen colours.
            ThemeChoice::Named("either") if depth == ColourDepth::Sixteen => {
                Theme::embedded("mono")
            }
            ThemeChoice::Named(name) => Theme::embedded(name),
            ThemeChoice::File(path) => Theme::from_file(path)?,
        }
        .at(depth))
    }
}

impl Theme {
    /// The names of the built-in themes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    fn embedded(name: &str) -> Theme {
        let (_, source) = EMBEDDED.iter().find(|(known, _)| *known == name).unwrap_or(&EMBEDDED[0]);
        embedded::valid(toml::from_str(source))
    }

    fn from_file(path: &Path) -> Result<Theme, ThemeError> {
        let source = small_file(path)
            .map_err(|source| ThemeError::Unreadable { path: path.to_owned(), source })?;
        Theme::from_source(&source)
            .map_err(|fault| ThemeError::Faulty { path: path.to_owned(), fault })
    }

    fn from_source(source: &str) -> Result<Theme, Fault> {
        let table =
            DeTable::parse(source).map_err(|error| Fault::from_toml(source, &error))?.into_inner();
        let mut theme = Theme::embedded(base(&table, source)?);
        for (name, value) in table {
            if name.get_ref() == BASED_ON {
                continue;
            }
            let known = theme.tones().map(|(known, _)| known).join(", ");
            let mut tones = theme.tones().into_iter();
            let Some((_, tone)) = tones.find(|(known, _)| known == name.get_ref()) else {
                let message = format!("{:?} is not a style; there are: {known}", name.get_ref());
                return Err(Fault::at(source, name.span().start, message));
            };
            let start = value.span().start;
            *tone = Tone::deserialize(ValueDeserializer::from(value))
                .map_err(|error| Fault::at(source, start, error.message()))?;
        }
        Ok(theme)
    }

    fn at(mut self, depth: ColourDepth) -> Theme {
        let has_shades = matches!(depth, ColourDepth::True | ColourDepth::TwoHundredFiftySix);
        if !has_shades {
            self.background = Tone::default();
        }
        for (_, tone) in self.tones() {
            if depth == ColourDepth::Sixteen && tone.0.bg.is_some() {
                // Only the terminal knows the shades of the sixteen: its own pair, reversed, is
                // always readable.
                tone.0 = Style { fg: None, bg: None, ..tone.0 }.reversed();
            }
            tone.0.fg = tone.0.fg.and_then(|colour| brought_down(colour, depth));
            tone.0.bg = tone.0.bg.and_then(|colour| brought_down(colour, depth));
        }
        // Around a picture no colour is better than one that is brighter than it.
        let mat = self.mat.0.bg.filter(|_| has_shades);
        self.mat.0 =
            Style { bg: mat.and_then(|colour| brought_down(colour, depth)), ..Style::default() };
        self
    }
}

/// The key under which a theme file names the theme that it changes.
const BASED_ON: &str = "based-on";

fn base<'a>(table: &'a DeTable<'_>, source: &str) -> Result<&'a str, Fault> {
    let Some(value) = table.get(BASED_ON) else { return Ok("dark") };
    let named = value.get_ref().as_str().filter(|name| Theme::names().any(|known| known == *name));
    named.ok_or_else(|| {
        let known: Vec<_> = Theme::names().collect();
        let message = format!("{BASED_ON} is one of {}", known.join(", "));
        Fault::at(source, value.span().start, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_theme_is_whole() {
        for (name, source) in EMBEDDED {
            assert!(toml::from_str::<Theme>(source).is_ok(), "{name}");
            assert_eq!(name.parse(), Ok(ThemeChoice::Named(name)));
        }
    }

    #[test]
    fn without_colour_nothing_is_coloured_and_choices_still_differ() {
        let mut theme = ThemeChoice::Named("dark").theme(ColourDepth::None, false).unwrap();
        for (_, tone) in theme.tones() {
            assert_eq!((tone.0.fg, tone.0.bg), (None, None));
        }
        assert_ne!(theme.own, theme.reference);
        assert_ne!(theme.selected, theme.text);
    }

    #[test]
    fn what_is_selected_on_a_light_screen_of_sixteen_colours_is_reversed() {
        let theme = ThemeChoice::Named("light").theme(ColourDepth::Sixteen, true).unwrap();
        assert!(Style::from(theme.selected).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn a_file_changes_the_theme_that_it_names() {
        let theme =
            Theme::from_source("based-on = \"light\"\nkey = { fg = \"#102030\" }\n").unwrap();
        assert_eq!(Style::from(theme.key).fg, Some(Color::Rgb(0x10, 0x20, 0x30)));
        assert_eq!(theme.own, Theme::embedded("light").own);
    }

    #[test]
    fn faults_in_a_theme_file_name_their_line() {
        for (source, line) in [
            ("key = {}\nbased-on = \"dusk\"\n", 2),
            ("key = {}\n\nlock = {}\n", 3),
            ("key = { fg = \"#12\" }\n", 1),
            ("key = {\n", 1),
        ] {
            assert_eq!(Theme::from_source(source).unwrap_err().line, line, "{source}");
        }
    }
}
