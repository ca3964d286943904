//! Pictures that cannot be shown, are not the ones imported, are not where they were left, or are shown by no
//! question.

use std::collections::HashMap;
use std::path::PathBuf;

use super::{DecodePictures, Report};
use crate::open_files::beside;
use crate::query::Query;
use crate::{Result, Store, StoreError, View};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::{ImageHash, PictureReference};

/// The check of pictures that were left where they were.
const REFERENCES: &str = "referenced pictures are there";
/// Few enough pictures to bound memory, many enough to keep the cores busy.
const TOGETHER: usize = 32;
const NO_ORPHANS: &str = "no orphaned pictures";
const ORPHANS: &str = "FROM image WHERE NOT EXISTS
    (SELECT 1 FROM question_image WHERE image_id = image.id)";

impl View {
    pub(super) fn check_pictures(
        &self,
        decode: DecodePictures<'_>,
        report: &mut Report,
    ) -> Result<()> {
        let sql = "SELECT image.hash, (SELECT question.key FROM question_image
               JOIN question ON question.id = question_id WHERE image_id = image.id LIMIT 1)
            FROM image ORDER BY image.id";
        let (mut messages, mut broken) = (Vec::new(), BrokenReferences::default());
        let mut batch = Vec::new();
        self.each(sql, [], |row| {
            let (hash, key) = row.take()?;
            match self.picture_bytes(hash) {
                Ok(bytes) => batch.push(StoredPicture { hash, bytes, key }),
                Err(StoreError::BrokenReference { reference, problem }) => {
                    broken.add(key, &reference, problem.to_string());
                }
                Err(other) => return Err(other),
            }
            if batch.len() == TOGETHER {
                report.pictures += batch.len();
                messages.extend(faults_of(&std::mem::take(&mut batch), decode));
            }
            Ok(())
        })?;
        report.pictures += batch.len();
        messages.extend(faults_of(&batch, decode));
        report.add("pictures can be decoded", messages, false);
        report.add(REFERENCES, broken.messages(), false);
        Ok(())
    }
}

impl Store {
    pub(super) fn check_orphans(&mut self, fix: Option<&str>, report: &mut Report) -> Result<()> {
        let count = format!("SELECT count(*) {ORPHANS}");
        let orphans: i64 = self.one(&count, [])?;
        let messages = match orphans {
            0 => vec![],
            1 => vec!["1 picture is shown by no question".into()],
            n => vec![format!("{n} pictures are shown by no question")],
        };
        report.add(NO_ORPHANS, messages, true);
        if let Some(by) = fix.filter(|_| orphans > 0) {
            let copy = self.copy_before_removal()?;
            self.write(|transaction| {
                let copy = copy.display().to_string();
                let act = AdministrativeAct::RemovePictures { pictures: orphans, copy };
                transaction.administer(by, None, &act)?;
                transaction.change(&format!("DELETE {ORPHANS}"), [])
            })?;
            report.mark_fixed(NO_ORPHANS);
        }
        Ok(())
    }

    /// Copies the database beside itself: the way back.
    fn copy_before_removal(&self) -> Result<PathBuf> {
        let name = |number: u32| beside(&self.path, &format!(".before-fix-{number}"));
        let free = (1..=9_999).map(name).find(|path| !path.exists());
        let path = free.unwrap_or_else(|| name(0));
        self.back_up_to(&path)?;
        Ok(path)
    }
}

/// References that broke, by file and fault.
#[derive(Default)]
struct BrokenReferences(HashMap<(PathBuf, String), BrokenFile>);

struct BrokenFile {
    /// Its number in the order in which they were found.
    number: usize,
    pictures: usize,
    /// The place of the first picture, and a question that shows it.
    first: String,
    key: Option<String>,
}

impl BrokenReferences {
    fn add(&mut self, key: Option<String>, reference: &PictureReference, problem: String) {
        let (number, fault) = (self.0.len(), (reference.file().to_owned(), problem));
        let new = || BrokenFile { number, pictures: 0, first: reference.to_string(), key };
        self.0.entry(fault).or_insert_with(new).pictures += 1;
    }

    fn messages(self) -> Vec<String> {
        let mut broken: Vec<((PathBuf, String), BrokenFile)> = self.0.into_iter().collect();
        broken.sort_by_key(|(_, broken)| broken.number);
        let message = |((file, problem), broken): ((PathBuf, String), BrokenFile)| {
            let of = broken.key.as_deref().unwrap_or("no question");
            match broken.pictures {
                1 => format!("the picture of question {of}: {}: {problem}", broken.first),
                pictures => format!(
                    "{pictures} pictures, the first of question {of}: {}: {problem}",
                    file.display()
                ),
            }
        };
        broken.into_iter().map(message).collect()
    }
}

/// A picture with the key of a question that shows it.
struct StoredPicture {
    hash: ImageHash,
    bytes: Vec<u8>,
    key: Option<String>,
}

fn faults_of(batch: &[StoredPicture], decode: DecodePictures<'_>) -> Vec<String> {
    let bytes: Vec<&[u8]> = batch.iter().map(|picture| picture.bytes.as_slice()).collect();
    let fault = |(picture, decoded): (&StoredPicture, Result<(), String>)| {
        let of = picture.key.as_deref().unwrap_or("no question");
        if ImageHash::compute(&picture.bytes) != picture.hash {
            return Some(format!("the picture of question {of} is not the one imported"));
        }
        let reason = decoded.err()?;
        Some(format!("the picture of question {of} cannot be shown: {reason}"))
    };
    batch.iter().zip(decode(&bytes)).filter_map(fault).collect()
}
