//! What the settings screen chooses: the theme and how pictures are painted.

use crate::config_file::Change;
use crate::messages::{text, words_of};
use crate::picture::PictureMode;
use crate::session::Session;
use crate::theme::{Theme, ThemeChoice};
use assay_core::keyword::{Keyword, keywords};

keywords! {
    /// A setting that is chosen on the screen, by its name in the configuration file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Setting {
        Theme = "theme",
        Pictures = "pictures",
    }
}

/// One value of a setting: a line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub setting: Setting,
    /// Its name.
    pub name: String,
    /// What it means.
    pub note: String,
    /// As it is written; `None` if the file is to have no entry.
    pub entry: Option<String>,
    /// Whether it is in force.
    pub is_chosen: bool,
}

impl Value {
    /// The change of the configuration file that chooses this value.
    pub fn change(&self) -> Change {
        Change { entry: self.setting.name(), value: self.entry.clone() }
    }
}

impl Setting {
    /// Its name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Setting::Theme => text!("settings-theme"),
            Setting::Pictures => text!("settings-pictures"),
        }
    }

    /// What it is about.
    pub fn sentence(self) -> &'static str {
        words_of("settings-about", self.name())
    }

    /// Whether an option of this run decides it.
    pub fn is_by_option(self, session: &Session) -> bool {
        let options = &session.settings.options;
        match self {
            Setting::Theme => options.theme.is_some(),
            Setting::Pictures => options.pictures.is_some(),
        }
    }
}

/// Every value of every setting, in the order of the screen.
pub(super) fn values(session: &Session) -> Vec<Value> {
    themes(session).into_iter().chain(painters(session)).collect()
}

fn themes(session: &Session) -> Vec<Value> {
    let chosen = session.settings.chosen_theme();
    let named = Theme::names().map(ThemeChoice::Named);
    let from_file = chosen.clone().filter(|theme| matches!(theme, ThemeChoice::File(_)));
    let all = named.chain(from_file).map(|theme| {
        let (name, note) = match &theme {
            ThemeChoice::Named(name) => {
                (words_of("theme", name).to_owned(), words_of("settings-theme", name))
            }
            ThemeChoice::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (name, text!("settings-theme-file"))
            }
        };
        Value {
            setting: Setting::Theme,
            name,
            note: note.to_owned(),
            entry: Some(theme.to_string()),
            is_chosen: chosen.as_ref() == Some(&theme),
        }
    });
    let note = text!("settings-by-background").to_owned();
    std::iter::once(automatic(Setting::Theme, note, chosen.is_none())).chain(all).collect()
}

fn painters(session: &Session) -> Vec<Value> {
    let settings = &session.settings;
    let chosen = settings.chosen_pictures();
    let found = settings.terminal.surface.mode;
    // Real pixels that the terminal does not know would cover the screen with letters.
    let all = PictureMode::ALL.iter().copied();
    let all = all.filter(|&mode| !mode.has_real_pixels() || mode == found || chosen == Some(mode));
    let all = all.map(|mode| Value {
        setting: Setting::Pictures,
        name: words_of("mode", mode.name()).to_owned(),
        note: match mode.has_real_pixels() {
            true => text!("settings-real-pixels").to_owned(),
            false => words_of("settings-mode", mode.name()).to_owned(),
        },
        entry: Some(mode.name().to_owned()),
        is_chosen: chosen == Some(mode),
    });
    let note = text!("settings-best", what = settings.best_pictures().words());
    std::iter::once(automatic(Setting::Pictures, note, chosen.is_none())).chain(all).collect()
}

fn automatic(setting: Setting, note: String, is_chosen: bool) -> Value {
    let name = text!("settings-automatic").to_owned();
    Value { setting, name, note, entry: None, is_chosen }
}
