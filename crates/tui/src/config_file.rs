//! Changes to the user's configuration file: one value at a time. Comments, order and entries
//! that the program does not know stay as they are, and the file is replaced in one step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use toml_edit::{Document, DocumentMut, Item, Key as TomlKey, RawString, Table, Value};

use super::config::LONGEST_FILE;
use super::fault::line_of;

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
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not TOML, so that no entry can be found in it.
    #[error("the configuration is not valid TOML, line {line}: {message}; correct it in an editor")]
    NotToml {
        /// The line.
        line: usize,
        /// Why.
        message: String,
    },
}

/// The text of a configuration after some changes.
///
/// # Errors
/// [`Unchanged`].
pub fn edited(source: &str, changes: &[Change]) -> Result<String, Unchanged> {
    let parsed = Document::parse(source).map_err(|error| Unchanged::NotToml {
        line: line_of(source, error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let mut document = parsed.into_mut();
    for change in changes {
        match &change.value {
            Some(value) => set(document.as_table_mut(), change.entry, value),
            None => remove(&mut document, change.entry),
        }
    }
    Ok(document.to_string())
}

/// Sets an entry; what surrounds an old value stays around the new one.
fn set(table: &mut Table, name: &str, value: &str) {
    let mut value = Value::from(value);
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(name, Item::Value(value));
        }
    }
}

fn remove(document: &mut DocumentMut, name: &str) {
    let left = removed(document.as_table_mut(), name);
    if let Some(comment) = left {
        let rest = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing(format!("{comment}{rest}"));
    }
}

/// Removes an entry. Its comments move to the entry below it or else to the one above it; they are
/// returned where there is none.
fn removed(table: &mut Table, name: &str) -> Option<String> {
    let comment = comments(table.key(name)?, table.get(name)?);
    let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
    let at = names.iter().position(|one| one == name)?;
    table.remove(name);
    let comment = comment?;
    let below = names.get(at + 1).filter(|below| table.get(below).is_some_and(Item::is_value));
    if let Some(mut below) = below.and_then(|below| table.key_mut(below)) {
        let decor = below.leaf_decor_mut();
        let before = text_of(decor.prefix()).to_owned();
        decor.set_prefix(format!("{comment}{before}"));
        return None;
    }
    let above = at.checked_sub(1).and_then(|above| table.get_mut(&names[above]));
    if let Some(above) = above.and_then(Item::as_value_mut) {
        let behind = text_of(above.decor().suffix()).to_owned();
        above.decor_mut().set_suffix(format!("{behind}\n{}", comment.trim_end()));
        return None;
    }
    Some(comment)
}

/// The comments of an entry: the lines before it and the one after its value.
fn comments(key: &TomlKey, item: &Item) -> Option<String> {
    let before = text_of(key.leaf_decor().prefix());
    let behind = item.as_value().map_or("", |value| text_of(value.decor().suffix())).trim();
    let mut all = String::new();
    if before.contains('#') {
        all.push_str(before);
    }
    if !behind.is_empty() {
        all.push_str(behind);
        all.push('\n');
    }
    (!all.is_empty()).then_some(all)
}

fn text_of(raw: Option<&RawString>) -> &str {
    raw.and_then(RawString::as_str).unwrap_or_default()
}

/// The text of a configuration file; empty if there is none.
///
/// # Errors
/// When the system refuses.
pub fn text(path: &Path) -> Result<String, Unchanged> {
    let io = |source| Unchanged::Io { path: path.to_owned(), source };
    let mut source = String::new();
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => {
            let file = opened.map_err(io)?;
            file.take(LONGEST_FILE).read_to_string(&mut source).map_err(io)?;
        }
    }
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
    let io = |source| Unchanged::Io { path: path.to_owned(), source };
    // The file itself, if the path is a link to it.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&target).map(|known| known.permissions()).ok();
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        let read_only = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
        return Err(io(read_only));
    }
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = target.with_file_name(name);
    let written = write_new(&beside, text, permissions).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        io(error)
    })
}

fn write_new(path: &Path, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
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
        assert_eq!(edited(FILE, &[set_to("theme", "light")]).unwrap(), expected);
    }

    #[test]
    fn a_new_setting_comes_before_the_tables() {
        let text = edited(FILE, &[set_to("pictures", "glyphs")]).unwrap();
        let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        assert!(place("pictures = \"glyphs\"") < place("# for the left hand"));
        assert!(place("s = \"skip\"") < place("[endpoint.here]"));
    }

    #[test]
    fn what_is_unset_goes_and_its_comments_stay() {
        let changes = [unset("theme"), unset("annotator"), unset("pictures")];
        let text = edited(FILE, &changes).unwrap();
        assert!(!text.contains("dark") && !text.contains("annotator"), "{text}");
        for comment in ["# of alice", "# me", "# at night", "# or light", "# for the left hand"] {
            assert!(text.contains(comment), "{comment}: {text}");
        }
        let one = edited("# why\nmouse = true # so\n", &[unset("mouse")]).unwrap();
        assert_eq!(one, "# why\n# so\n");
        assert!(edited(&text, &[]).is_ok());
    }

    #[test]
    fn an_empty_file_gets_what_is_set() {
        let text = edited("", &[set_to("theme", "mono")]).unwrap();
        assert_eq!(text, "theme = \"mono\"\n");
    }

    #[test]
    fn a_file_that_is_not_toml_is_not_touched() {
        let error = edited("a = 1\n= 3\n", &[unset("a")]).unwrap_err();
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
