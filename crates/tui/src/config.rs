//! The configuration file: the annotator, how the screens look, which key does what.
//!
//! A value that cannot be used, or an unknown name, is reported with its line; the rest of the file
//! applies. Only a file that is not TOML is rejected as a whole. Flags take precedence over this
//! file; what neither sets is detected from the terminal and the environment.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::config_file;
use super::fault::{Fault, line_of};
use super::keymap::{KeyTable, KeyTables, Keymap};
use super::messages::LanguageChoice;
use super::picture::{ColourDepth, PictureMode};
use super::theme::ThemeChoice;
use assay_core::keyword::{Keyword, UnexpectedText};

/// The longest interval between reminders of a break, in minutes.
const LONGEST_WORK: u32 = 480;
const KNOWN: &str = "annotator, language, theme, colours, pictures, mouse, break-after and the tables [keys.CONTEXT] and [endpoint.NAME]";

/// The values of a configuration file; missing ones are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The annotator's name.
    pub annotator: Option<Set<String>>,
    /// The language of the screens.
    pub language: Option<Set<LanguageChoice>>,
    pub theme: Option<Set<ThemeChoice>>,
    /// How many colours may be used.
    pub colours: Option<Set<ColourDepth>>,
    /// How pictures are painted.
    pub pictures: Option<Set<PictureMode>>,
    /// Whether the mouse is used.
    pub mouse: Option<Set<bool>>,
    /// After how many minutes without a break to remind of one; 0 for never.
    pub break_after: Option<Set<u32>>,
    /// The key map: the program's keys, changed by the file's.
    pub keymap: Keymap,
    /// The entries that cannot be used.
    pub faults: Vec<Fault>,
}

/// A value and the line that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set<T> {
    pub value: T,
    /// The line, from 1.
    pub line: usize,
}

/// Why a configuration file cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The system refused.
    #[error("the configuration {} cannot be read: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("the configuration {} is not valid TOML, {fault}", path.display())]
    NotToml { path: PathBuf, fault: Fault },
}

/// The path of the configuration: `$XDG_CONFIG_HOME/assay/config.toml`, or under `~/.config`.
/// `variable` gives the environment's values. `None` if there is no home.
pub fn path(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // The XDG specification requires relative paths to be ignored.
    let configured = variable("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    let home = || variable("HOME").filter(|home| !home.as_os_str().is_empty());
    let folder = configured.or_else(|| home().map(|home| home.join(".config")))?;
    Some(folder.join("assay").join("config.toml"))
}

impl Config {
    /// Reads a file; if there is none, nothing is set.
    ///
    /// # Errors
    /// [`Unreadable`]. Smaller faults are in [`Config::faults`].
    pub fn read(path: &Path) -> Result<Self, Unreadable> {
        let source = config_file::text(path)
            .map_err(|source| Unreadable::Io { path: path.to_owned(), source })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_source(&source, folder)
            .map_err(|fault| Unreadable::NotToml { path: path.to_owned(), fault })
    }

    /// Reads a file's text; relative paths in it start in `folder`. The error is for a text that is
    /// not TOML.
    pub fn from_source(source: &str, folder: &Path) -> Result<Self, Fault> {
        let table = DeTable::parse(source).map_err(|error| Fault::from_toml(source, &error))?;
        let mut reader = Reader { source, config: Config::default() };
        for (name, value) in table.get_ref() {
            reader.take(name, value, folder);
        }
        let mut config = reader.config;
        config.faults.sort();
        Ok(config)
    }
}

struct Reader<'s> {
    source: &'s str,
    config: Config,
}

impl Reader<'_> {
    fn take(&mut self, name: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>, folder: &Path) {
        match name.get_ref().as_ref() {
            "annotator" => {
                self.config.annotator = self.value(value, "a name", |value| {
                    let name = value.as_str()?.trim();
                    (!name.is_empty()).then(|| name.to_owned())
                });
            }
            "language" => self.config.language = self.name(value, "\"auto\", \"en\" or \"zh\""),
            "theme" => self.config.theme = self.theme(value, folder),
            "colours" => self.config.colours = self.name(value, "\"24-bit\", \"256\" or the like"),
            "pictures" => self.config.pictures = self.name(value, "the name of a picture mode"),
            "mouse" => {
                self.config.mouse = self.value(value, "true or false", DeValue::as_bool);
            }
            "break-after" => {
                let what = "minutes from 0 (never) to 480";
                self.config.break_after = self.value(value, what, |value| {
                    let minutes = value.as_integer()?.as_str().parse().ok();
                    minutes.filter(|minutes| *minutes <= LONGEST_WORK)
                });
            }
            "keys" => self.keys(value),
            // Read by the commands that ask models.
            "endpoint" => {}
            unknown => {
                let message = format!("{unknown:?} is not a setting; there are {KNOWN}");
                self.fault(name.span().start, message);
            }
        }
    }

    /// A value that `read` accepts; otherwise the fault says that `what` was expected.
    fn value<'v, T>(
        &mut self,
        value: &Spanned<DeValue<'v>>,
        what: &str,
        read: impl Fn(&DeValue<'v>) -> Option<T>,
    ) -> Option<Set<T>> {
        match read(value.get_ref()) {
            Some(read) => Some(self.set(read, value)),
            None => {
                self.expected(what, value);
                None
            }
        }
    }

    fn theme(&mut self, value: &Spanned<DeValue<'_>>, folder: &Path) -> Option<Set<ThemeChoice>> {
        let set = self.word(value, "the name of a theme", str::parse::<ThemeChoice>)?;
        let theme = set.value.within(folder);
        match theme.theme(ColourDepth::True, false) {
            Ok(_) => Some(Set { value: theme, line: set.line }),
            Err(error) => {
                self.fault(value.span().start, error.to_string());
                None
            }
        }
    }

    /// One of the names of an enum, in upper or lower case.
    fn name<T: Keyword>(&mut self, value: &Spanned<DeValue<'_>>, what: &str) -> Option<Set<T>> {
        self.word(value, what, |word| T::from_name(&word.to_ascii_lowercase()))
    }

    /// A text that `read` accepts; its error lists the valid ones.
    fn word<T>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        read: impl Fn(&str) -> Result<T, UnexpectedText>,
    ) -> Option<Set<T>> {
        let word = self.value(value, what, |value| value.as_str().map(str::to_owned))?;
        match read(&word.value) {
            Ok(parsed) => Some(Set { value: parsed, line: word.line }),
            Err(error) => {
                self.fault(value.span().start, error.to_string());
                None
            }
        }
    }

    fn keys(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(places) = value.get_ref().as_table() else {
            return self.expected("tables such as [keys.review]", value);
        };
        let mut tables = KeyTables::new();
        for (place, table) in places {
            let Some(keys) = table.get_ref().as_table() else {
                self.expected("a table such as [keys.review]", table);
                continue;
            };
            let keys = self.key_table(keys);
            tables.insert(owned(place), keys);
        }
        let faults = self.config.keymap.apply(&tables, self.source);
        self.config.faults.extend(faults);
    }

    fn key_table(&mut self, keys: &DeTable<'_>) -> KeyTable {
        let mut table = BTreeMap::new();
        for (key, action) in keys {
            match action.get_ref().as_str() {
                Some(name) => {
                    table.insert(owned(key), Spanned::new(action.span(), name.to_owned()));
                }
                None => self.expected("the name of an action", action),
            }
        }
        table
    }

    fn set<T>(&self, value: T, at: &Spanned<DeValue<'_>>) -> Set<T> {
        Set { value, line: line_of(self.source, at.span().start) }
    }

    fn expected(&mut self, what: &str, found: &Spanned<DeValue<'_>>) {
        let kind = match found.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => "an empty text",
            other => other.type_str(),
        };
        self.fault(found.span().start, format!("expected {what}, found {kind}"));
    }

    fn fault(&mut self, offset: usize, message: String) {
        self.config.faults.push(Fault::at(self.source, offset, message));
    }
}

fn owned(key: &Spanned<DeString<'_>>) -> Spanned<String> {
    Spanned::new(key.span(), key.get_ref().as_ref().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::keymap::KeyContext;

    fn config(source: &str) -> Config {
        Config::from_source(source, Path::new("/etc/here")).unwrap()
    }

    fn faults(source: &str) -> Vec<String> {
        config(source).faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_set_is_read_with_its_line() {
        let config = config(
            "annotator = \"alice\"\n\ntheme = \"light\"\npictures = \"quadrants\"\nmouse = true\n\
             colours = \"256\"\n[keys.review]\n\"K\" = \"keep\"\n",
        );
        assert_eq!(config.faults, []);
        assert_eq!(config.annotator, Some(Set { value: "alice".into(), line: 1 }));
        assert_eq!(config.theme, Some(Set { value: ThemeChoice::Named("light"), line: 3 }));
        assert_eq!(config.pictures.unwrap().value, PictureMode::Quadrants);
        assert_eq!(config.colours.unwrap().value, ColourDepth::TwoHundredFiftySix);
        assert!(config.mouse.unwrap().value);
        let key = "K".parse().unwrap();
        assert_eq!(
            config.keymap.actions(KeyContext::Queue("review"), key).next(),
            Some(Action::Keep)
        );
    }

    #[test]
    fn an_unknown_name_and_a_wrong_value_cost_only_themselves() {
        let source =
            "anotator = \"alice\"\nmouse = \"yes\"\ntheme = \"drak\"\nannotator = \"bob\"\n";
        let messages = faults(source);
        assert_eq!(config(source).annotator.unwrap().value, "bob");
        assert!(messages[0].starts_with("line 1: \"anotator\" is not a setting"), "{messages:?}");
        assert_eq!(messages[1], "line 2: expected true or false, found string");
        assert!(messages[2].starts_with("line 3: expected dark"), "{messages:?}");
        assert_eq!(messages.len(), 3);
        assert_eq!(config("break-after = 45\n").break_after, Some(Set { value: 45, line: 1 }));
        for value in ["481", "-1", "\"45\"", "4.5"] {
            let messages = faults(&format!("break-after = {value}\n"));
            assert!(messages[0].starts_with("line 1: expected minutes from 0"), "{messages:?}");
        }
    }

    #[test]
    fn faults_in_keys_are_reported_in_the_order_of_their_lines() {
        let messages = faults(
            "[keys.review]\n\"y\" = \"skip\"\n\"ctrl-\" = \"keep\"\n\"j\" = 3\n[keys.attic]\n\
             \"a\" = \"keep\"\n",
        );
        assert_eq!(messages.len(), 4, "{messages:?}");
        assert_eq!(messages[0], "line 2: keep has no key left in [review]");
        assert!(messages[1].starts_with("line 3: expected a key, for instance a"), "{messages:?}");
        assert!(messages[1].ends_with("found \"ctrl-\""), "{messages:?}");
        assert_eq!(messages[2], "line 4: expected the name of an action, found integer");
        assert!(messages[3].starts_with("line 5: \"attic\" is not a key context"), "{messages:?}");
        assert_eq!(faults("keys = 1\n").len(), 1);
        assert_eq!(faults("[keys]\n\"y\" = \"keep\"\n").len(), 1);
    }

    #[test]
    fn what_is_no_toml_is_refused_with_its_line() {
        let fault = Config::from_source("mouse = true\n= 3\n", Path::new("")).unwrap_err();
        assert_eq!(fault.line, 2);
    }

    #[test]
    fn a_theme_of_ones_own_lies_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let read = || Config::from_source("theme = \"mine.toml\"", folder.path()).unwrap();
        let missing = read();
        assert!(missing.theme.is_none() && missing.faults[0].message.contains("cannot be read"));
        std::fs::write(&path, "key = { fg = \"red\" }\n\nkex = {}\n").unwrap();
        let faulty = read();
        assert!(faulty.theme.is_none());
        assert!(faulty.faults[0].message.contains("line 3: \"kex\" is not a style"), "{faulty:?}");
        std::fs::write(&path, "based-on = \"light\"\nkey = { fg = \"red\" }\n").unwrap();
        assert_eq!(read().theme.unwrap().value, ThemeChoice::File(path));
    }

    #[test]
    fn the_file_lies_where_xdg_says_or_in_the_home() {
        let of = |xdg: Option<&'static str>, home: Option<&'static str>| {
            path(move |name| if name == "HOME" { home } else { xdg }.map(PathBuf::from))
        };
        assert_eq!(of(Some("/x"), Some("/h")), Some("/x/assay/config.toml".into()));
        assert_eq!(of(Some("x"), Some("/h")), Some("/h/.config/assay/config.toml".into()));
        assert_eq!(of(None, None), None);
    }
}
