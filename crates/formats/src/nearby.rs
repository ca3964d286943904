//! Tables in a folder that may be worth importing, recognised by their header alone. Used before
//! anything has been imported, to suggest a command that works here.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::separated::read_header;

/// A table in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// Its file name.
    pub file: String,
    /// What it seems to hold.
    pub kind: NearbyKind,
}

/// What a table seems to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NearbyKind {
    /// Questions: the header has a question and no prediction.
    Questions,
    /// What a model answered: the header has a prediction.
    Predictions,
    /// A workbook, which is not opened to find out.
    Workbook,
}

impl Nearby {
    /// The command that imports it.
    pub fn command(&self) -> String {
        let file = match self.file.contains(|c: char| c.is_whitespace() || "'\"$&;()".contains(c)) {
            true => format!("'{}'", self.file.replace('\'', r"'\''")),
            false => self.file.clone(),
        };
        match self.kind {
            NearbyKind::Predictions => format!("assay import predictions {file} --model NAME"),
            NearbyKind::Questions | NearbyKind::Workbook => {
                format!("assay import questions {file}")
            }
        }
    }
}

/// The number of entries of a folder that are examined.
const MOST_ENTRIES: usize = 2_000;
/// The number of bytes of a header that are read.
const LONGEST_HEADER: u64 = 4_096;

/// The tables in a folder, questions first, then by name; only the first few. What cannot be read
/// is left out.
pub fn nearby_tables(folder: &Path) -> Vec<Nearby> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.take(MOST_ENTRIES).flatten().map(|entry| entry.path());
    let mut found: Vec<Nearby> = paths
        .filter_map(|path| {
            let file = path.file_name()?.to_str()?.to_owned();
            let kind = kind_of(&path)?;
            Some(Nearby { file, kind })
        })
        .collect();
    found.sort_by(|one, other| (one.kind, &one.file).cmp(&(other.kind, &other.file)));
    found.truncate(5);
    found
}

fn kind_of(path: &Path) -> Option<NearbyKind> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "xlsx" => Some(NearbyKind::Workbook),
        // Not a pipe: opening one would block.
        "tsv" | "csv" if path.is_file() => {
            let start = fs::File::open(path).ok()?.take(LONGEST_HEADER);
            let header = read_header(start).ok()?.header;
            let has = |name: &str| header.iter().any(|cell| cell.eq_ignore_ascii_case(name));
            match (has("prediction"), has("question")) {
                (true, _) => Some(NearbyKind::Predictions),
                (false, true) => Some(NearbyKind::Questions),
                (false, false) => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_apart_by_their_header_and_named_with_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\t...\n");
        write("a b.csv", "\u{feff}index,question,A\n");
        write("model.tsv", "index\tquestion\tprediction\n");
        write("other.tsv", "name\tvalue\n");
        write("notes.txt", "question\n");
        write("book.xlsx", "not looked into");
        let found = nearby_tables(folder.path());
        let commands: Vec<String> = found.iter().map(Nearby::command).collect();
        assert_eq!(
            commands,
            [
                "assay import questions 'a b.csv'",
                "assay import questions b.tsv",
                "assay import predictions model.tsv --model NAME",
                "assay import questions book.xlsx",
            ]
        );
        assert_eq!(nearby_tables(&folder.path().join("absent")), []);
    }
}
