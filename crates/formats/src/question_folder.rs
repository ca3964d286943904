//! The files of questions in a folder, and which subset and split of the data set each is: shards of Parquet,
//! a data set that `save_to_disk` wrote, an image folder with metadata, the files of a Croissant description, or the
//! only table.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::error::{FOLDER, FormatError, NO_ROWS, first_few, shown};
use super::questions::{FilePart, Start};

/// A file, and which part of its data set it is.
pub(super) type FoundFile = (PathBuf, FilePart);

/// How deep shards are looked for: `SUBSET/SPLIT/0000.parquet`.
const DEEPEST: usize = 2;
/// The largest description of a data set, in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// The most files of a data set.
const MOST_FILES: usize = 20_000;
/// The most stars in the form of a path: each multiplies the work.
const MOST_STARS: usize = 6;
/// Names of splits in files that are not numbered.
const SPLITS: [&str; 6] = ["train", "test", "validation", "val", "dev", "testmini"];

/// The files of a path: the file itself, or those of a folder in the order of their names. `endings` are those
/// of files that are read as one; `is_known` says whether a file has questions in a known layout.
pub(super) fn files_of(
    path: &Path,
    endings: &[&str],
    is_known: &dyn Fn(&Path) -> bool,
) -> Result<Vec<FoundFile>, FormatError> {
    if !path.is_dir() {
        return Ok(match is_croissant(path) {
            true => of_croissant(path)?,
            false => vec![(path.to_owned(), FilePart { split: split_of(path), subset: None })],
        });
    }
    if let Some(found) = saved_to_disk(path)? {
        return match found.is_empty() {
            true => Err(FormatError::bad_file(path, NO_ROWS)),
            false => Ok(found),
        };
    }
    let mut files = Vec::new();
    files_in(path, DEEPEST, &mut files).map_err(FormatError::unreadable(path))?;
    let shards = files.iter().filter(|file| endings.contains(&ending(file)));
    let shards: Vec<FoundFile> = shards.map(|file| (file.clone(), part_of(file, path))).collect();
    if !shards.is_empty() {
        return Ok(shards);
    }
    let is_metadata = |file: &&PathBuf| {
        file.file_name().is_some_and(|name| name == "metadata.jsonl" || name == "metadata.csv")
    };
    let with_metadata = files.iter().filter(is_metadata).map(|file| {
        let folder = file.parent().filter(|folder| *folder != path).and_then(Path::file_name);
        let split = folder.map(|name| name.to_string_lossy().into_owned());
        (file.clone(), FilePart { subset: None, split })
    });
    let with_metadata: Vec<FoundFile> = with_metadata.collect();
    if !with_metadata.is_empty() {
        return Ok(with_metadata);
    }
    files.retain(|file| file.parent() == Some(path));
    match files.iter().find(|file| is_croissant(file)) {
        Some(description) => of_croissant(description),
        None => tables_of(path, files, is_known),
    }
}

/// The file of questions in a folder, as MMVP and MM-Vet have it: the only table, or the only one whose layout is
/// known, which may be there in several formats. Several are read if they are splits or shards.
fn tables_of(
    folder: &Path,
    mut files: Vec<PathBuf>,
    is_known: &dyn Fn(&Path) -> bool,
) -> Result<Vec<FoundFile>, FormatError> {
    let all = files.clone();
    if files.len() > 1 {
        files.retain(|file| is_known(file));
        files.dedup_by_key(|file| file.file_stem().map(ToOwned::to_owned));
    }
    let are_splits = files.iter().all(|file| split_of(file).is_some());
    let are_shards = files.iter().all(|file| matches!(ending(file), "arrow" | "feather" | "ipc"));
    if files.len() == 1 || !files.is_empty() && (are_splits || are_shards) {
        return Ok(files.into_iter().map(|file| (file.clone(), part_of(&file, folder))).collect());
    }
    let names = if files.is_empty() { &all } else { &files };
    let names: Vec<String> =
        names.iter().filter_map(|file| Some(shown(&file.file_name()?.to_string_lossy()))).collect();
    let problem = match names.is_empty() {
        true => "there is no table in this folder: no Parquet, Arrow, JSON, csv, tsv or xlsx file"
            .to_owned(),
        false => format!("{FOLDER}: {}", first_few(&names)),
    };
    Err(FormatError::bad_file(folder, problem))
}

/// The tables in a folder and those below it, in the order of their paths, without hidden ones: some systems
/// create one next to each file. Links to files are followed, as in the cache of the hub, and those to folders
/// not: they may lead around in a circle.
fn files_in(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if is_table(&path) && path.is_file() && into.len() < MOST_FILES {
            into.push(path);
        } else if depth > 0 && entry.file_type()?.is_dir() {
            files_in(&path, depth - 1, into)?;
        }
    }
    Ok(())
}

/// The split that a file is named after: `test-00000-of-00001.parquet`, which had a hash behind it in earlier
/// years, or a usual name.
fn split_of(file: &Path) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_count = |text: &str| {
        let (count, hash) = text.split_once('-').unwrap_or((text, ""));
        is_number(count) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let numbered =
        name.rsplit_once("-of-").filter(|(_, count)| is_count(count)).and_then(|(rest, _)| {
            rest.rsplit_once('-').filter(|(_, number)| is_number(number)).map(|(split, _)| split)
        });
    let split = numbered.or_else(|| SPLITS.contains(&name).then_some(name))?;
    Some(split.to_owned())
}

/// The part that a shard is, by its path in the folder of the data set.
fn part_of(file: &Path, root: &Path) -> FilePart {
    let folders = file.strip_prefix(root).ok().and_then(Path::parent);
    let folders = folders.into_iter().flat_map(Path::components);
    let mut folders: Vec<String> =
        folders.map(|folder| folder.as_os_str().to_string_lossy().into_owned()).collect();
    let mut split = split_of(file);
    let is_number = |name: &std::ffi::OsStr| name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    if file.file_stem().is_some_and(is_number) && folders.len() > 1 {
        split = folders.pop();
    }
    folders.retain(|folder| folder != "data");
    FilePart { subset: (!folders.is_empty()).then(|| folders.join("/")), split }
}

/// A small JSON file.
fn json(file: &Path) -> Result<Value, FormatError> {
    let length = fs::metadata(file).map_err(FormatError::unreadable(file))?.len();
    if length > MOST_BYTES {
        return Err(FormatError::bad_file(
            file,
            "it has more than 16 MB; is this the description?",
        ));
    }
    let text = fs::read_to_string(file).map_err(FormatError::unreadable(file))?;
    serde_json::from_str(&text)
        .map_err(|error| FormatError::bad_file(file, format!("it cannot be read as JSON: {error}")))
}

/// What `save_to_disk` wrote: one data set, or a folder for each split. `None` if it did not.
fn saved_to_disk(folder: &Path) -> Result<Option<Vec<FoundFile>>, FormatError> {
    let (splits, state) = (folder.join("dataset_dict.json"), folder.join("state.json"));
    if splits.is_file() {
        let names = json(&splits)?["splits"].as_array().cloned().unwrap_or_default();
        let mut found = Vec::new();
        for name in names.iter().filter_map(Value::as_str).filter(|name| is_plain(name)) {
            let files = saved_to_disk(&folder.join(name))?.unwrap_or_default();
            let part = FilePart { subset: None, split: Some(name.to_owned()) };
            found.extend(files.into_iter().map(|(file, _)| (file, part.clone())));
        }
        return Ok(Some(found).filter(|found| !found.is_empty()));
    }
    if !state.is_file() {
        return Ok(None);
    }
    let state = json(&state)?;
    let names = state["_data_files"].as_array().into_iter().flatten();
    let names = names.filter_map(|file| file["filename"].as_str()).filter(|name| is_plain(name));
    let split = state["_split"].as_str().map(str::to_owned);
    let part = FilePart { subset: None, split };
    Ok(Some(names.map(|name| (folder.join(name), part.clone())).collect()))
}

/// Whether a name leads to an entry of its folder.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\']) && name != "." && name != ".."
}

/// Whether a file is a Croissant description, by its name or its beginning.
fn is_croissant(file: &Path) -> bool {
    let is_one = |start: Start| {
        start.has_field("@context") && (start.has_field("distribution") || start.has_field("cr"))
    };
    file.file_name().is_some_and(|name| name == "croissant.json")
        || ending(file) == "json" && Start::read(file).is_ok_and(is_one)
}

/// The files that a Croissant description names, next to it.
fn of_croissant(file: &Path) -> Result<Vec<FoundFile>, FormatError> {
    let folder = super::picture_file::folder_of(file);
    let description = json(file)?;
    let mut all = Vec::new();
    files_in(folder, DEEPEST, &mut all).map_err(FormatError::unreadable(folder))?;
    let mut found: Vec<PathBuf> = Vec::new();
    let mut elsewhere = BTreeSet::new();
    let entries = match &description["distribution"] {
        Value::Array(entries) => entries.as_slice(),
        entry => std::slice::from_ref(entry),
    };
    for entry in entries {
        let patterns = match &entry["includes"] {
            Value::String(pattern) => vec![pattern.as_str()],
            Value::Array(patterns) => patterns.iter().filter_map(Value::as_str).collect(),
            _ => entry["contentUrl"].as_str().into_iter().collect(),
        };
        for pattern in patterns {
            let is_meant = |meant: &&PathBuf| {
                let path = meant.strip_prefix(folder).unwrap_or(meant).to_string_lossy();
                *file != **meant && matches(pattern.trim_start_matches("./"), &path)
            };
            let named: Vec<PathBuf> = all.iter().filter(is_meant).cloned().collect();
            if named.is_empty() {
                elsewhere.insert(shown(pattern));
            }
            found.extend(named);
        }
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let names: Vec<String> = elsewhere.into_iter().take(5).collect();
        let problem = format!(
            "it describes no table that is in its folder; it names {}. Fetch these files into the folder, or \
             name the file of questions",
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        );
        return Err(FormatError::bad_file(file, problem));
    }
    Ok(found.into_iter().map(|path| (path.clone(), part_of(&path, folder))).collect())
}

/// Whether a file may hold questions, by its ending.
fn is_table(path: &Path) -> bool {
    const ENDINGS: [&str; 9] =
        ["parquet", "arrow", "feather", "ipc", "jsonl", "json", "csv", "tsv", "xlsx"];
    ENDINGS.contains(&ending(path))
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Whether a path has a form in which `*` stands for any characters.
fn matches(form: &str, path: &str) -> bool {
    if form.matches('*').count() > MOST_STARS {
        return false;
    }
    let Some((before, behind)) = form.split_once('*') else { return form == path };
    let behind = behind.trim_start_matches('*');
    let Some(rest) = path.strip_prefix(before) else { return false };
    let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    behind.is_empty() || starts.into_iter().any(|at| matches(behind, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subset_and_split_follow_from_the_path_as_on_the_hub() {
        let root = Path::new("/d");
        let part = |path: &str| {
            let FilePart { subset, split } = part_of(&root.join(path), root);
            (subset.unwrap_or_default(), split.unwrap_or_default())
        };
        let expected = |subset: &str, split: &str| (subset.to_owned(), split.to_owned());
        assert_eq!(part("data/test-00000-of-00001.parquet"), expected("", "test"));
        assert_eq!(part("Art/validation-00001-of-00002.parquet"), expected("Art", "validation"));
        assert_eq!(part("default/test/0000.parquet"), expected("default", "test"));
        let hashed = "data/validation-00000-of-00001-6c7328ff6c84284c.parquet";
        assert_eq!(part(hashed), expected("", "validation"));
        assert_eq!(part("test-00000-of-00001-old.parquet"), expected("", ""));
        assert_eq!(part("test_2d.parquet"), expected("", ""));
        assert_eq!(part("val.parquet"), expected("", "val"));
    }

    #[test]
    fn links_to_files_are_followed_and_links_to_folders_are_not() {
        let root = tempfile::tempdir().unwrap();
        let (blob, folder) = (root.path().join("blob"), root.path().join("set"));
        fs::write(&blob, "").unwrap();
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink("../blob", folder.join("test.parquet")).unwrap();
        std::os::unix::fs::symlink(".", folder.join("again")).unwrap();
        let found = files_of(&folder, &["parquet"], &|_| false).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.split.as_deref(), Some("test"));
    }

    #[test]
    fn a_star_stands_for_any_characters() {
        assert!(matches("data/*.parquet", "data/test-0.parquet"));
        assert!(matches("**/*.csv", "a/b.csv") && matches("*", "x"));
        assert!(!matches("data/*.parquet", "data/test.csv") && !matches("a", "ab"));
    }
}
