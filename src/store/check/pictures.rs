//! Pictures that cannot be shown, are not the ones imported, or are shown by no question.

use super::{DecodePictures, Report};
use crate::store::{Store, StoreError};

const NO_ORPHANS: &str = "no orphaned pictures";
const ORPHANS: &str = "FROM image WHERE NOT EXISTS
    (SELECT 1 FROM question_image WHERE image_id = image.id)";

impl Store {
    pub(super) fn check_pictures(
        &self,
        decode: DecodePictures<'_>,
        report: &mut Report,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT image.hash, image.bytes, (SELECT question.key FROM question_image
                JOIN question ON question.id = question_id WHERE image_id = image.id LIMIT 1)
             FROM image",
        )?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        loop {
            let batch = next_pictures(&mut rows)?;
            if batch.is_empty() {
                break;
            }
            report.pictures += batch.len();
            messages.extend(faults_of(&batch, decode));
        }
        report.add("pictures can be decoded", messages, false);
        Ok(())
    }

    pub(super) fn check_orphans(
        &mut self,
        fix: bool,
        report: &mut Report,
    ) -> Result<(), StoreError> {
        let count = format!("SELECT count(*) {ORPHANS}");
        let orphans: i64 = self.connection.query_row(&count, [], |row| row.get(0))?;
        let messages = match orphans {
            0 => vec![],
            1 => vec!["1 picture is shown by no question".into()],
            n => vec![format!("{n} pictures are shown by no question")],
        };
        report.add(NO_ORPHANS, messages, true);
        if fix && orphans > 0 {
            self.write(|transaction| Ok(transaction.execute(&format!("DELETE {ORPHANS}"), [])?))?;
            report.mark_fixed(NO_ORPHANS);
        }
        Ok(())
    }
}

/// A stored picture with the key of a question that shows it.
struct StoredPicture {
    hash: Vec<u8>,
    bytes: Vec<u8>,
    key: Option<String>,
}

/// The next pictures, few enough to bound memory, many enough to keep the cores busy.
fn next_pictures(rows: &mut rusqlite::Rows<'_>) -> Result<Vec<StoredPicture>, StoreError> {
    let mut batch = Vec::new();
    while batch.len() < 32 {
        let Some(row) = rows.next()? else { break };
        batch.push(StoredPicture { hash: row.get(0)?, bytes: row.get(1)?, key: row.get(2)? });
    }
    Ok(batch)
}

fn faults_of(batch: &[StoredPicture], decode: DecodePictures<'_>) -> Vec<String> {
    let bytes: Vec<&[u8]> = batch.iter().map(|picture| picture.bytes.as_slice()).collect();
    let fault = |(picture, decoded): (&StoredPicture, Result<(), String>)| {
        let of = picture.key.as_deref().unwrap_or("no question");
        if blake3::hash(&picture.bytes).as_bytes()[..] != picture.hash[..] {
            return Some(format!("the picture of question {of} is not the one imported"));
        }
        let reason = decoded.err()?;
        Some(format!("the picture of question {of} cannot be shown: {reason}"))
    };
    batch.iter().zip(decode(&bytes)).filter_map(fault).collect()
}
