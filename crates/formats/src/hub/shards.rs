//! The files of a data set: those of each split, divided by size, named as the hub expects them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{HubTable, Pictures};
use crate::benchmark_settings::BenchmarkSettings;
use crate::vlmevalkit::write::rows::FileRow;
use assay_core::benchmark::ImageHash;

/// The size from which on a new file is begun, in bytes, as `datasets` has it.
pub const SHARD_BYTES: usize = 500_000_000;

/// The split of questions that name none: what `lmms-eval` and others read.
const NO_SPLIT: &str = "test";

/// The files of one split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The name, of letters, digits and `_`.
    pub name: String,
    pub rows: usize,
    pub files: usize,
    /// Of all its files.
    pub bytes: u64,
}

impl HubTable<'_> {
    /// Writes `SPLIT-00000-of-00001.parquet` and so on into a folder, each about `most` bytes long. The
    /// rows of one question are in one file.
    pub fn write_shards<E: From<io::Error>>(
        &self,
        settings: &BenchmarkSettings,
        bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
        folder: &Path,
        most: usize,
    ) -> Result<Vec<Split>, E> {
        let mut pictures = Pictures { bytes, question: usize::MAX, kept: Vec::new() };
        let mut splits = Vec::new();
        for (name, rows) in self.splits() {
            let part = |at: usize| folder.join(format!(".{name}-{at}"));
            let (mut at, mut files, mut bytes) = (0, Vec::<PathBuf>::new(), 0);
            while at < rows.len() {
                let path = part(files.len());
                let mut out = BufWriter::new(File::create(&path)?);
                let mut writer = self.writer(settings, &mut out)?;
                let begun = at;
                while let Some(row) = rows.get(at) {
                    let is_new = at > begun && row.question != rows[at - 1].question;
                    if is_new && writer.size() >= most {
                        break;
                    }
                    writer.row(self.values(row, &mut pictures)?)?;
                    at += 1;
                }
                writer.finish()?;
                out.flush()?;
                out.get_ref().sync_all()?;
                bytes += out.get_ref().metadata()?.len();
                files.push(path);
            }
            for (number, path) in files.iter().enumerate() {
                let count = files.len();
                let file = format!("{name}-{number:05}-of-{count:05}.parquet");
                fs::rename(path, folder.join(file))?;
            }
            splits.push(Split { name, rows: rows.len(), files: files.len(), bytes });
        }
        Ok(splits)
    }

    /// The rows of each split, in the order in which the splits begin.
    fn splits(&self) -> Vec<(String, Vec<&FileRow>)> {
        let mut splits: Vec<(String, Vec<&FileRow>)> = Vec::new();
        for row in &self.rows {
            let name = split_name(self.questions[row.question].split.as_deref());
            match splits.iter_mut().find(|(known, _)| *known == name) {
                Some((_, rows)) => rows.push(row),
                None => splits.push((name, vec![row])),
            }
        }
        splits
    }
}

/// The hub allows letters, digits and `_`, and means all splits by `all`.
fn split_name(split: Option<&str>) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = split.unwrap_or_default().trim().chars().map(allowed).collect();
    match name.trim_matches('_') {
        "" => NO_SPLIT.to_owned(),
        "all" => "all_".to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::tables;
    use assay_core::benchmark::{
        Choice, Label, PictureRole, Question, QuestionKey, QuestionPicture,
    };

    #[test]
    fn names_of_splits_are_what_the_hub_allows() {
        let names = [None, Some(" "), Some("dev"), Some("VAL 1.5"), Some("all"), Some("测试")];
        assert_eq!(names.map(split_name), ["test", "test", "dev", "VAL_1_5", "all_", "test"]);
    }

    #[test]
    fn a_file_ends_behind_a_question_and_repeats_no_picture() {
        let question = |key: usize| Question {
            choices: Label::all()
                .take(4)
                .map(|label| Choice { label, text: label.to_string() })
                .collect(),
            answer: Some(Label::A),
            split: Some("dev".into()),
            pictures: vec![QuestionPicture {
                hash: ImageHash::compute(&[key as u8]),
                role: PictureRole::Stem,
            }],
            ..Question::new(QuestionKey::new(key.to_string()).unwrap(), "Q?", Vec::new())
        };
        let questions: Vec<Question> = (1..=6).map(question).collect();
        let questions: Vec<&Question> = questions.iter().collect();
        let rows = crate::vlmevalkit::write::rows::circular_rows(&questions).unwrap().rows;
        let table = tables::mmbench(&questions, rows).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (mut read, size) = (0, 400_000);
        let mut bytes = |hash: ImageHash| {
            read += 1;
            // Bytes that do not get smaller.
            let mut state = u64::from(hash.as_bytes()[0]) + 1;
            let noise = (0..size).map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 56) as u8
            });
            io::Result::Ok(noise.collect())
        };
        let settings = BenchmarkSettings::default();
        let splits = table.write_shards(&settings, &mut bytes, folder.path(), 3 * size).unwrap();
        assert_eq!(read, 6, "each picture is asked for once");
        assert_eq!((splits[0].rows, splits[0].name.as_str()), (24, "dev"));
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), splits[0].files);
        assert!(files.len() > 1 && folder.path().join("dev-00000-of-00006.parquet").exists());
        let total: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
        assert!(total < 7 * size as u64, "24 rows take {total} bytes");
    }
}
