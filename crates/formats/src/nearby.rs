//! Files in a folder that may be worth importing, recognised by their name and their first bytes. Used
//! before anything has been imported, to offer it or to suggest a command that works here.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::questions::Start;
use super::separated::read_header;

/// A file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// Its name.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// What it seems to hold.
    pub kind: NearbyKind,
}

/// What a file seems to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NearbyKind {
    /// Questions: it has a question and no prediction, or is Parquet.
    Questions,
    /// What a model answered: it has a prediction.
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

/// The number of files that are named.
const MOST_FILES: usize = 8;

/// The files in a folder that can be imported, questions first, then by name; only the first few. What
/// cannot be read is left out.
pub fn nearby_files(folder: &Path) -> Vec<Nearby> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.take(MOST_ENTRIES).flatten().map(|entry| entry.path());
    let mut found: Vec<Nearby> = paths
        .filter_map(|path| {
            let file = path.file_name()?.to_str()?.to_owned();
            // Not a pipe: opening one would block.
            let bytes = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
            let kind = kind_of(&path)?;
            Some(Nearby { file, bytes, kind })
        })
        .collect();
    found.sort_by(|one, other| (one.kind, &one.file).cmp(&(other.kind, &other.file)));
    found.truncate(MOST_FILES);
    found
}

fn kind_of(path: &Path) -> Option<NearbyKind> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let start = || Start::read(path).ok();
    let (has_prediction, has_question) = match ending.as_str() {
        "xlsx" => return Some(NearbyKind::Workbook),
        "parquet" => (false, start()?.begins_with(b"PAR1")),
        "json" | "jsonl" => {
            let start = start()?;
            (start.has_field("prediction"), start.has_field("question"))
        }
        "tsv" | "csv" => {
            let start = fs::File::open(path).ok()?.take(LONGEST_HEADER);
            let header = read_header(start).ok()?.header;
            let has = |name: &str| header.iter().any(|cell| cell.eq_ignore_ascii_case(name));
            (has("prediction"), has("question"))
        }
        _ => return None,
    };
    match (has_prediction, has_question) {
        (true, _) => Some(NearbyKind::Predictions),
        (false, true) => Some(NearbyKind::Questions),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_beginning_and_named_with_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\t...\n");
        write("a b.csv", "\u{feff}index,question,A\n");
        write("model.tsv", "index\tquestion\tprediction\n");
        write("other.tsv", "name\tvalue\n");
        write("notes.txt", "question\n");
        write("book.xlsx", "not looked into");
        write("c.jsonl", "{\"index\":1,\"question\":\"...\"}\n");
        write("settings.json", "{\"theme\":\"dark\"}");
        write("not.parquet", "PK");
        fs::create_dir(folder.path().join("folder.tsv")).unwrap();
        let found = nearby_files(folder.path());
        assert_eq!((found[1].file.as_str(), found[1].bytes), ("b.tsv", 32));
        let commands: Vec<String> = found.iter().map(Nearby::command).collect();
        assert_eq!(
            commands,
            [
                "assay import questions 'a b.csv'",
                "assay import questions b.tsv",
                "assay import questions c.jsonl",
                "assay import predictions model.tsv --model NAME",
                "assay import questions book.xlsx",
            ]
        );
        assert_eq!(nearby_files(&folder.path().join("absent")), []);
    }
}
