//! Questions as Parquet, in the layouts of data sets on the Hugging Face hub.
//!
//! A layout is a [`HubTable`]: columns with the value of each in a row. [`tables`] has the layouts of
//! Assay, VLMEvalKit and MMBench, [`mmmu`] and [`seed_bench`] theirs; `shards` writes one as the files of a data set,
//! [`seed_json`] as SEED-Bench's document. The features are named in the schema, so that `datasets`
//! decodes the pictures.

mod columns;
pub mod mmmu;
pub mod seed_bench;
pub mod seed_json;
mod shards;
pub mod tables;

use std::io::{self, Write};

use bytes::Bytes;
use serde_json::{Map, Value, json};

pub use self::shards::{SHARD_BYTES, Split};
use crate::benchmark_settings::BenchmarkSettings;
use crate::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use crate::vlmevalkit::write::rows::FileRow;
use assay_core::benchmark::{ImageHash, Question};
use assay_core::keyword::keywords;

keywords! {
    /// The layout of exported questions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HubLayout {
        /// VLMEvalKit's table.
        Vlmevalkit = "vlmevalkit",
        /// MMBench on the hub, as lmms-eval reads it: Parquet with one picture in a row.
        MmbenchHf = "mmbench-hf",
        /// MMMU: Parquet, choices as the text of a list, marks for up to seven pictures.
        Mmmu = "mmmu",
        /// SEED-Bench: its JSON, or Parquet as lmms-eval reads it.
        SeedBench = "seed-bench",
        /// Everything that Assay knows, a question a line.
        Jsonl = "jsonl",
    }
}

/// Rows of questions in the columns of a layout.
pub struct HubTable<'q> {
    questions: &'q [&'q Question],
    /// The rows in the order of the file.
    pub rows: Vec<FileRow>,
    columns: Vec<HubColumn<'q>>,
    /// What the layout cannot hold, in sentences.
    pub losses: Vec<String>,
}

/// A column of a layout.
struct HubColumn<'q> {
    feature: Feature,
    value: CellValue<'q>,
}

/// What a column holds, as `datasets` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    pub name: String,
    pub kind: ColumnKind,
    /// The names of the classes that its numbers stand for, if it holds classes.
    pub classes: Vec<String>,
}

type ValueOf<'q> = Box<dyn Fn(&Question, &FileRow) -> ColumnValue + 'q>;

enum CellValue<'q> {
    /// A text, a number or a list of texts.
    Of(ValueOf<'q>),
    /// The picture at this position of the question.
    Picture(usize),
    /// All pictures of the question.
    Pictures,
}

impl HubTable<'_> {
    /// What the columns hold.
    pub fn features(&self) -> impl Iterator<Item = &Feature> {
        self.columns.iter().map(|column| &column.feature)
    }

    /// Writes all rows as one file, with the settings of the benchmark next to the schema. `bytes` gives a
    /// picture's bytes.
    pub fn write<E: From<io::Error>>(
        &self,
        settings: &BenchmarkSettings,
        bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), E> {
        let mut writer = self.writer(settings, out)?;
        let mut pictures = Pictures { bytes, question: usize::MAX, kept: Vec::new() };
        for row in &self.rows {
            writer.row(self.values(row, &mut pictures)?)?;
        }
        Ok(writer.finish()?)
    }

    fn writer<W: Write + Send>(
        &self,
        settings: &BenchmarkSettings,
        out: W,
    ) -> io::Result<ParquetWriter<W>> {
        let features: Map<_, _> =
            self.features().map(|one| (one.name.clone(), one.to_json())).collect();
        let features = json!({"info": {"features": features}});
        let columns = self.features().map(|one| (one.name.clone(), one.kind));
        let columns: Vec<(String, ColumnKind)> = columns.collect();
        let mut entries = vec![("huggingface".to_owned(), features.to_string())];
        entries.extend(settings.entries());
        ParquetWriter::new(&columns, &entries, out)
    }

    fn values<E, B: FnMut(ImageHash) -> Result<Vec<u8>, E>>(
        &self,
        row: &FileRow,
        pictures: &mut Pictures<'_, B>,
    ) -> Result<Vec<ColumnValue>, E> {
        let question = self.questions[row.question];
        let value = |column: &HubColumn<'_>| match &column.value {
            CellValue::Of(value) => Ok(value(question, row)),
            CellValue::Picture(at) => match question.pictures.get(*at) {
                Some(picture) => pictures.one(row.question, picture.hash).map(ColumnValue::Picture),
                None => Ok(ColumnValue::Missing),
            },
            CellValue::Pictures => {
                let hashes = question.pictures.iter().map(|picture| picture.hash);
                let all = hashes.map(|hash| (pictures.bytes)(hash).map(Some));
                Ok(ColumnValue::List(all.collect::<Result<_, E>>()?))
            }
        };
        self.columns.iter().map(value).collect()
    }
}

/// Gives the bytes of pictures; those of one question are kept while its rows are written.
struct Pictures<'b, B> {
    bytes: &'b mut B,
    question: usize,
    kept: Vec<(ImageHash, Bytes)>,
}

impl<E, B: FnMut(ImageHash) -> Result<Vec<u8>, E>> Pictures<'_, B> {
    fn one(&mut self, question: usize, hash: ImageHash) -> Result<Bytes, E> {
        if self.question != question {
            self.question = question;
            self.kept.clear();
        }
        if let Some((_, bytes)) = self.kept.iter().find(|(kept, _)| *kept == hash) {
            return Ok(bytes.clone());
        }
        let bytes = Bytes::from((self.bytes)(hash)?);
        self.kept.push((hash, bytes.clone()));
        Ok(bytes)
    }
}

impl Feature {
    /// As the schema of a file names it. A list is a `Sequence`: `datasets` knows the name `List` only from
    /// version 4 on, and reads both.
    fn to_json(&self) -> Value {
        let list = |feature: Value| json!({"feature": feature, "_type": "Sequence"});
        let value = |dtype: &str| json!({"dtype": dtype, "_type": "Value"});
        match self.kind {
            ColumnKind::Integer if !self.classes.is_empty() => {
                json!({"names": self.classes, "_type": "ClassLabel"})
            }
            ColumnKind::Picture => json!({"_type": "Image"}),
            ColumnKind::Pictures => list(json!({"_type": "Image"})),
            ColumnKind::Texts => list(value("string")),
            ColumnKind::Integer => value("int64"),
            ColumnKind::Real => value("float64"),
            ColumnKind::Truth => value("bool"),
            ColumnKind::Text => value("string"),
        }
    }
}

/// Questions for tests of layouts.
#[cfg(test)]
mod example {
    use assay_core::benchmark::{
        Choice, ImageHash, Label, PictureRole, Question, QuestionKey, QuestionPicture,
    };

    pub fn question(key: &str, stem: &str, choices: &[&str]) -> Question {
        let choices = Label::all().zip(choices);
        let choices = choices.map(|(label, text)| Choice { label, text: (*text).into() }).collect();
        Question::new(QuestionKey::new(key).unwrap(), stem, choices)
    }

    pub fn with_pictures(mut question: Question, roles: &[PictureRole]) -> Question {
        let picture = |(at, role): (usize, &PictureRole)| QuestionPicture {
            hash: ImageHash::compute(&[at as u8]),
            role: *role,
        };
        question.pictures = roles.iter().enumerate().map(picture).collect();
        question
    }
}
