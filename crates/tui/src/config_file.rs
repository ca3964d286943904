//! Changes to the user's configuration file: one value at a time. Comments, order and entries
//! that the program does not know stay as they are, and the file is replaced in one step.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::DeTable;
use toml::{Spanned, Value};

use super::fault::Fault;
use assay_formats::new_file::{NewFile, NewFileError};

/// The longest file that is read, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// A change of one of the entries before the tables, for instance `theme`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The entry.
    pub entry: &'static str,
    /// Its new value; without one the entry goes, its comments stay.
    pub value: Option<String>,
}

/// Why the configuration file is not changed.
#[derive(Debug, thiserror::Error)]
pub enum Unchanged {
    /// The system refuses to read or write.
    #[error("the configuration {} cannot be written: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// It is not TOML, so that no entry can be found in it.
    #[error("the configuration is not valid TOML, {0}; correct it in an editor")]
    NotToml(Fault),
}

impl Unchanged {
    /// The system refuses to write this file.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Unchanged::Io { path: path.to_owned(), source }
    }
}

/// The text of a configuration after a change. Everything around a value stays; a new entry comes behind
/// those before the tables.
///
/// # Errors
/// [`Unchanged`].
pub fn edited(source: &str, Change { entry, value }: &Change) -> Result<String, Unchanged> {
    let parsed = DeTable::parse(source)
        .map_err(|error| Unchanged::NotToml(Fault::from_toml(source, &error)))?;
    let entries = || parsed.get_ref().iter();
    let written = value.as_ref().map(|value| Value::from(value.as_str()).to_string());
    let old = entries().find(|(name, _)| name.get_ref() == entry);
    Ok(match (old, written) {
        (None, None) => source.to_owned(),
        (Some((_, old)), Some(new)) => {
            let Range { start, end } = old.span();
            format!("{}{new}{}", &source[..start], &source[end..])
        }
        (Some((name, old)), None) => {
            let behind = source[old.span().end..].trim_start_matches([' ', '\t', '\r']);
            let behind = behind.strip_prefix('\n').unwrap_or(behind);
            format!("{}{behind}", &source[..name.span().start])
        }
        (None, Some(new)) => {
            let before = |name: &Spanned<_>| source[..name.span().start].lines().next_back();
            let is_header =
                |name| before(name).is_some_and(|line| line.trim_start().starts_with('['));
            let entries = entries().filter(|(name, _)| !is_header(*name));
            let last = entries.map(|(_, value)| value.span().end).max();
            let line_end = |at: usize| source[at..].find('\n').map_or(source.len(), |end| at + end);
            let (above, below) = source.split_at(last.map_or(0, line_end));
            let [behind, ahead] = if above.is_empty() { ["", "\n"] } else { ["\n", ""] };
            format!("{above}{behind}{entry} = {new}{ahead}{below}")
        }
    })
}

/// The text of a configuration file; empty if there is none.
pub(super) fn text(path: &Path) -> io::Result<String> {
    match small_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

/// The text of a file that a person wrote; what is beyond the longest one is left out.
pub(super) fn small_file(path: &Path) -> io::Result<String> {
    let mut source = String::new();
    File::open(path)?.take(LONGEST_FILE).read_to_string(&mut source)?;
    Ok(source)
}

/// The text of a new configuration file: every setting as a comment.
const TEMPLATE: &str = include_str!("../../../assets/config.toml");

/// Writes a configuration file to begin with, where there is none.
///
/// # Errors
/// When the system refuses.
pub fn begin(path: &Path) -> Result<(), Unchanged> {
    if path.exists() { Ok(()) } else { replace(path, TEMPLATE) }
}

/// Replaces a configuration file by this text in one step: at any moment the old or the new text is
/// there, whole. A file that must not be written is left alone.
///
/// # Errors
/// When the system refuses.
pub fn replace(path: &Path, text: &str) -> Result<(), Unchanged> {
    let io = |source| Unchanged::io(path, source);
    let permissions = fs::metadata(path).map(|known| known.permissions()).ok();
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only")));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let refused = |error| match error {
        NewFileError { source: Some(source), .. } => io(source),
        other => io(io::Error::other(other)),
    };
    let mut file = NewFile::create(path, true).map_err(refused)?;
    if let Some(permissions) = permissions {
        fs::set_permissions(file.temporary(), permissions).map_err(io)?;
    }
    file.write_all(text.as_bytes()).map_err(io)?;
    file.publish().map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::super::config::Config;
    use super::*;

    fn set_to(entry: &'static str, text: &str) -> Change {
        Change { entry, value: Some(text.into()) }
    }

    fn unset(entry: &'static str) -> Change {
        Change { entry, value: None }
    }

    const FILE: &str = "# of alice\nannotator = \"alice\"  # me\n\n# at night\ntheme = \"dark\" # or light\n\
        colour_of_socks = \"red\"\n\n# for the left hand\n[keys.review]\n# yes\n\"Ctrl-Y\" = \"keep\" # sure\n\
        s = \"skip\"\n\n[endpoint.here]\nurl = \"http://localhost\" # own\n";

    #[test]
    fn a_changed_value_keeps_every_comment_and_every_unknown_entry() {
        let expected = FILE.replace("\"dark\"", "\"light\"");
        assert_eq!(edited(FILE, &set_to("theme", "light")).unwrap(), expected);
    }

    #[test]
    fn a_new_setting_comes_before_the_tables() {
        let text = edited(FILE, &set_to("pictures", "glyphs")).unwrap();
        let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        assert!(place("pictures = \"glyphs\"") < place("# for the left hand"));
        assert!(place("s = \"skip\"") < place("[endpoint.here]"));
    }

    #[test]
    fn what_is_unset_goes_and_its_comments_stay() {
        let changes = [unset("theme"), unset("annotator"), unset("pictures")];
        let text = changes.iter().fold(FILE.to_owned(), |text, one| edited(&text, one).unwrap());
        assert!(!text.contains("dark") && !text.contains("annotator"), "{text}");
        for comment in ["# of alice", "# me", "# at night", "# or light", "# for the left hand"] {
            assert!(text.contains(comment), "{comment}: {text}");
        }
        let one = edited("# why\nmouse = true # so\n", &unset("mouse")).unwrap();
        assert_eq!(one, "# why\n# so\n");
        assert_eq!(edited(&text, &unset("theme")).unwrap(), text, "it is valid, and has none");
    }

    #[test]
    fn an_empty_file_gets_what_is_set() {
        let text = edited("", &set_to("theme", "mono")).unwrap();
        assert_eq!(text, "theme = \"mono\"\n");
    }

    #[test]
    fn a_file_that_is_not_toml_is_not_touched() {
        let error = edited("a = 1\n= 3\n", &unset("a")).unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn a_new_file_has_every_setting_as_a_comment_that_can_be_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("assay/config.toml");
        begin(&path).unwrap();
        let begun = text(&path).unwrap();
        assert_eq!(Config::from_source(&begun, folder.path()).unwrap(), Config::default());
        let used: Vec<_> = begun.lines().map(|line| line.trim_start_matches("#: ")).collect();
        let config = Config::from_source(&used.join("\n"), folder.path()).unwrap();
        assert_eq!(config.faults, []);
        assert!(config.annotator.is_some() && config.break_after.is_some());
        fs::write(&path, "mouse = false\n").unwrap();
        begin(&path).unwrap();
        assert_eq!(text(&path).unwrap(), "mouse = false\n", "a file that is there stays");
    }

    #[test]
    fn a_file_is_replaced_through_links_and_a_read_only_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("real.toml"), folder.path().join("config.toml"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(link.is_symlink());
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = replace(&link, "newer").unwrap_err();
        assert!(error.to_string().contains("read-only"), "{error}");
        assert_eq!(text(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
        let deep = folder.path().join("a/b/config.toml");
        replace(&deep, "first").unwrap();
        assert_eq!(text(&deep).unwrap(), "first");
    }
}
