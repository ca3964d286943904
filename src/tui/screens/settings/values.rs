//! What each setting can be: the entries of the configuration file but for the keys.

use crate::keyword::Keyword;
use crate::tui::config_file::Scalar;
use crate::tui::picture::{ColourDepth, PictureMode};
use crate::tui::session::Session;
use crate::tui::theme::{Theme, ThemeChoice};

/// A setting, named as in the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Theme,
    Colours,
    Pictures,
    Mouse,
    Annotator,
}

/// Something that a setting can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Its name.
    pub name: String,
    /// What it means, where the name does not say so.
    pub note: String,
    /// As it is written; nothing where no entry is to be there.
    pub scalar: Option<Scalar>,
    /// Whether it is in force.
    pub is_chosen: bool,
}

impl Setting {
    /// Every setting, in the order of the screen.
    pub const ALL: [Setting; 5] =
        [Setting::Theme, Setting::Colours, Setting::Pictures, Setting::Mouse, Setting::Annotator];

    /// The name in the configuration file.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Colours => "colours",
            Setting::Pictures => "pictures",
            Setting::Mouse => "mouse",
            Setting::Annotator => "annotator",
        }
    }

    /// What it is about.
    pub fn sentence(self) -> &'static str {
        match self {
            Setting::Theme => {
                "Colours by meaning. A theme of your own is a file: theme = \"mine.toml\"."
            }
            Setting::Colours => "How many colours the terminal is sent.",
            Setting::Pictures => "How pictures are painted.",
            Setting::Mouse => {
                "Click keys, choices, lines and the picture, zoom with the wheel. With Shift the \
                 terminal selects text."
            }
            Setting::Annotator => {
                "Who decides where `--as` names nobody. Empty: the login name. It applies from the \
                 next start on."
            }
        }
    }

    /// What it is now, in a word or two.
    pub fn now(self, session: &Session) -> String {
        let settings = &session.settings;
        let or = |chosen: Option<String>| chosen.unwrap_or_else(|| BY_ITSELF.to_owned());
        match self {
            Setting::Theme => or(settings.chosen_theme().map(|theme| short(&theme))),
            Setting::Colours => or(settings.chosen_colours().map(|depth| depth.name().to_owned())),
            Setting::Pictures => or(settings.chosen_pictures().map(|mode| mode.name().to_owned())),
            Setting::Mouse => on_or_off(settings.mouse()).to_owned(),
            Setting::Annotator => {
                let named = settings.config().annotator.as_ref();
                named.map_or_else(|| "login name".to_owned(), |set| set.value.clone())
            }
        }
    }

    /// Whether an option of this run decides it.
    pub fn is_by_option(self, session: &Session) -> bool {
        let options = session.settings.options();
        match self {
            Setting::Theme => options.theme.is_some(),
            Setting::Colours => options.colours.is_some(),
            Setting::Pictures => options.pictures.is_some(),
            Setting::Mouse => options.mouse.is_some(),
            Setting::Annotator => false,
        }
    }

    /// What it can be; nothing for a text that is typed.
    pub fn values(self, session: &Session) -> Vec<Value> {
        let settings = &session.settings;
        match self {
            Setting::Theme => {
                let chosen = settings.chosen_theme();
                let named = Theme::names().map(ThemeChoice::Named);
                let of_file = chosen.clone().filter(|theme| matches!(theme, ThemeChoice::File(_)));
                let all = named.chain(of_file);
                by_itself("dark or light by the terminal's background", chosen.is_none())
                    .chain(all.map(|theme| Value {
                        name: short(&theme),
                        note: describe_theme(&theme).to_owned(),
                        scalar: Some(Scalar::Text(theme.to_string())),
                        is_chosen: chosen.as_ref() == Some(&theme),
                    }))
                    .collect()
            }
            Setting::Colours => {
                let chosen = settings.chosen_colours();
                let found = settings.terminal().colours;
                by_itself(&format!("here {found}"), chosen.is_none())
                    .chain(ColourDepth::ALL.iter().map(|&depth| Value {
                        name: depth.name().to_owned(),
                        note: depth.to_string(),
                        scalar: Some(Scalar::Text(depth.name().to_owned())),
                        is_chosen: chosen == Some(depth),
                    }))
                    .collect()
            }
            Setting::Pictures => {
                let chosen = settings.chosen_pictures();
                let found = settings.terminal().surface.mode;
                // Real pixels that the terminal does not know would cover the screen with letters.
                let all = PictureMode::ALL.iter().copied().filter(move |&mode| {
                    !mode.has_real_pixels() || mode == found || chosen == Some(mode)
                });
                let best = settings.best_pictures();
                by_itself(&format!("the best that the terminal can: {best}"), chosen.is_none())
                    .chain(all.map(|mode| Value {
                        name: mode.name().to_owned(),
                        note: describe_mode(mode).to_owned(),
                        scalar: Some(Scalar::Text(mode.name().to_owned())),
                        is_chosen: chosen == Some(mode),
                    }))
                    .collect()
            }
            Setting::Mouse => [true, false]
                .into_iter()
                .map(|is_on| Value {
                    name: on_or_off(is_on).to_owned(),
                    note: String::new(),
                    scalar: Some(Scalar::Truth(is_on)),
                    is_chosen: settings.mouse() == is_on,
                })
                .collect(),
            Setting::Annotator => Vec::new(),
        }
    }
}

/// Nothing is chosen.
const BY_ITSELF: &str = "automatic";

fn by_itself(note: &str, is_chosen: bool) -> impl Iterator<Item = Value> {
    let value =
        Value { name: BY_ITSELF.to_owned(), note: note.to_owned(), scalar: None, is_chosen };
    std::iter::once(value)
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// The theme's name, of a file without its folder.
fn short(theme: &ThemeChoice) -> String {
    match theme {
        ThemeChoice::File(path) => {
            path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        }
        named @ ThemeChoice::Named(_) => named.to_string(),
    }
}

fn describe_theme(theme: &ThemeChoice) -> &'static str {
    match theme {
        ThemeChoice::Named("dark") => "for a dark background",
        ThemeChoice::Named("light") => "for a light background",
        ThemeChoice::Named("either") => "readable on both",
        ThemeChoice::Named("colour-blind") => "blue and orange instead of green and red",
        ThemeChoice::Named("colour-blind-light") => "the same for a light background",
        ThemeChoice::Named(_) => "no colours: bold, underlined, reversed",
        ThemeChoice::File(_) => "your own file",
    }
}

fn describe_mode(mode: PictureMode) -> &'static str {
    match mode {
        PictureMode::Kitty | PictureMode::Sixel | PictureMode::Iterm2 => "real pixels",
        PictureMode::Quadrants => "four pixels a cell, 24-bit colours",
        PictureMode::HalfBlocks256 => "two pixels a cell, 256 colours",
        PictureMode::HalfBlocks16 => "two pixels a cell, 16 colours",
        PictureMode::Glyphs => "eight dots a cell, no colours",
    }
}
