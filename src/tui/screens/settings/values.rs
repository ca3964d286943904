//! What each setting can be: the entries of the configuration file but for the keys.

use std::time::Duration;

use crate::keyword::Keyword;
use crate::tui::config_file::Scalar;
use crate::tui::messages::{LanguageChoice, text, words_of};
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
    Language,
    Break,
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
    pub const ALL: [Setting; 7] = [
        Setting::Theme,
        Setting::Colours,
        Setting::Pictures,
        Setting::Mouse,
        Setting::Language,
        Setting::Break,
        Setting::Annotator,
    ];

    /// The name in the configuration file.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Colours => "colours",
            Setting::Pictures => "pictures",
            Setting::Mouse => "mouse",
            Setting::Language => "language",
            Setting::Break => "break-after",
            Setting::Annotator => "annotator",
        }
    }

    /// Its name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Setting::Theme => text!("settings-theme"),
            Setting::Colours => text!("settings-colours"),
            Setting::Pictures => text!("settings-pictures"),
            Setting::Mouse => text!("settings-mouse"),
            Setting::Language => text!("settings-language"),
            Setting::Break => text!("settings-break"),
            Setting::Annotator => text!("settings-annotator"),
        }
    }

    /// What it is about.
    pub fn sentence(self) -> &'static str {
        match self {
            Setting::Theme => text!("settings-about-theme"),
            Setting::Colours => text!("settings-about-colours"),
            Setting::Pictures => text!("settings-about-pictures"),
            Setting::Mouse => text!("settings-about-mouse"),
            Setting::Language => text!("settings-about-language"),
            Setting::Break => text!("settings-about-break"),
            Setting::Annotator => text!("settings-about-annotator"),
        }
    }

    /// What it is now, in a word or two.
    pub fn now(self, session: &Session) -> String {
        let settings = &session.settings;
        let or = |chosen: Option<String>| {
            chosen.unwrap_or_else(|| text!("settings-automatic").to_owned())
        };
        match self {
            Setting::Theme => or(settings.chosen_theme().map(|theme| short(&theme))),
            Setting::Colours => {
                or(settings.chosen_colours().map(|depth| depth_name(depth).to_owned()))
            }
            Setting::Pictures => {
                or(settings.chosen_pictures().map(|mode| mode_name(mode).to_owned()))
            }
            Setting::Mouse => on_or_off(settings.mouse()).to_owned(),
            Setting::Language => match settings.chosen_language() {
                None | Some(LanguageChoice::Auto) => text!("settings-automatic").to_owned(),
                Some(choice) => name_of(choice).to_owned(),
            },
            Setting::Break => after(settings.break_after()),
            Setting::Annotator => {
                let named = settings.config().annotator.as_ref();
                let login = || text!("settings-login-name").to_owned();
                named.map_or_else(login, |set| set.value.clone())
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
            Setting::Language => options.language.is_some(),
            Setting::Break | Setting::Annotator => false,
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
                by_itself(text!("settings-by-background").to_owned(), chosen.is_none())
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
                by_itself(text!("settings-here", what = describe_depth(found)), chosen.is_none())
                    .chain(ColourDepth::ALL.iter().map(|&depth| Value {
                        name: depth_name(depth).to_owned(),
                        note: describe_depth(depth).to_owned(),
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
                by_itself(text!("settings-best", what = best.words()), chosen.is_none())
                    .chain(all.map(|mode| Value {
                        name: mode_name(mode).to_owned(),
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
            Setting::Language => {
                let chosen = settings.chosen_language();
                let is_auto = chosen.is_none_or(|choice| choice == LanguageChoice::Auto);
                let named = [LanguageChoice::English, LanguageChoice::Chinese];
                by_itself(text!("settings-by-locale").to_owned(), is_auto)
                    .chain(named.into_iter().map(|choice| Value {
                        name: name_of(choice).to_owned(),
                        note: String::new(),
                        scalar: Some(Scalar::Text(choice.name().to_owned())),
                        is_chosen: chosen == Some(choice),
                    }))
                    .collect()
            }
            Setting::Break => {
                let chosen = settings.break_after();
                let minutes = |minutes: u32| Duration::from_mins(u64::from(minutes));
                let is_offered = |time: &Duration| BREAKS.iter().any(|one| minutes(*one) == *time);
                let other = chosen.filter(|chosen| !is_offered(chosen));
                let other = other.map(|other| (other.as_secs() / 60) as u32);
                std::iter::once(0)
                    .chain(BREAKS)
                    .chain(other)
                    .map(|number| {
                        let time = (number > 0).then(|| minutes(number));
                        Value {
                            name: after(time),
                            note: String::new(),
                            scalar: (number > 0).then_some(Scalar::Number(number)),
                            is_chosen: time == chosen,
                        }
                    })
                    .collect()
            }
            Setting::Annotator => Vec::new(),
        }
    }
}

/// The times that are offered, in minutes.
const BREAKS: [u32; 4] = [25, 45, 60, 90];

/// After how long a break is due, in words.
fn after(time: Option<Duration>) -> String {
    match time {
        Some(time) => text!("settings-minutes", minutes = time.as_secs() / 60),
        None => text!("settings-off").to_owned(),
    }
}

/// Nothing is chosen.
fn by_itself(note: String, is_chosen: bool) -> impl Iterator<Item = Value> {
    let name = text!("settings-automatic").to_owned();
    std::iter::once(Value { name, note, scalar: None, is_chosen })
}

/// A language in its own words.
fn name_of(language: LanguageChoice) -> &'static str {
    match language {
        LanguageChoice::Auto => text!("settings-automatic"),
        LanguageChoice::English => "English",
        LanguageChoice::Chinese => "中文",
    }
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { text!("settings-on") } else { text!("settings-off") }
}

/// The theme's name in words; of a file its name without the folder.
fn short(theme: &ThemeChoice) -> String {
    match theme {
        ThemeChoice::File(path) => {
            path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        }
        ThemeChoice::Named(name) => words_of("theme", name).to_owned(),
    }
}

fn describe_theme(theme: &ThemeChoice) -> &'static str {
    match theme {
        ThemeChoice::Named("dark") => text!("settings-theme-dark"),
        ThemeChoice::Named("light") => text!("settings-theme-light"),
        ThemeChoice::Named("either") => text!("settings-theme-either"),
        ThemeChoice::Named("colour-blind") => text!("settings-theme-colour-blind"),
        ThemeChoice::Named("colour-blind-light") => text!("settings-theme-colour-blind-light"),
        ThemeChoice::Named(_) => text!("settings-theme-mono"),
        ThemeChoice::File(_) => text!("settings-theme-file"),
    }
}

/// A painter in a word or two.
fn mode_name(mode: PictureMode) -> &'static str {
    words_of("mode", mode.name())
}

/// A number of colours in a word.
fn depth_name(depth: ColourDepth) -> &'static str {
    words_of("depth", depth.name())
}

fn describe_depth(depth: ColourDepth) -> &'static str {
    words_of("colours", depth.name())
}

fn describe_mode(mode: PictureMode) -> &'static str {
    match mode {
        PictureMode::Kitty | PictureMode::Sixel | PictureMode::Iterm2 => {
            text!("settings-real-pixels")
        }
        PictureMode::Quadrants => text!("settings-quadrants"),
        PictureMode::HalfBlocks256 => text!("settings-half-blocks"),
        PictureMode::HalfBlocks16 => text!("settings-half-blocks-16"),
        PictureMode::Glyphs => text!("settings-glyphs"),
    }
}
