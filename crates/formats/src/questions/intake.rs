//! The parts shared by readers of questions: counting rows, taking in pictures, refusing bad rows,
//! duplicate keys, marks for missing pictures.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::path::Path;

use super::picture_intake::PictureIntake;
use super::{QuestionFile, QuestionSink, ReadOptions};
use crate::MAX_ROWS;
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::benchmark_settings::BenchmarkSettings;
use crate::error::{FileProblem, FormatError, RowPosition, RowProblem};
use crate::json_fields::{Fields, key_text};
use crate::json_records::{JsonRecord, JsonRecords};
use crate::missing_pictures::mark;
use crate::nan_choices;
use crate::picture_file::folder_of;
use crate::python::without_lone_surrogates;
use crate::warning::Warnings;
use assay_core::benchmark::{ImageHash, PictureReference, Question};

/// Takes in the rows of one file.
pub(crate) struct Intake<'a> {
    pub warnings: Warnings,
    pub bad: BadRows,
    pictures: PictureIntake<'a>,
    progress: &'a mut dyn FnMut(u64),
    row: RowPosition,
    questions: Vec<Question>,
    known: HashMap<String, RowPosition>,
    missing: Vec<String>,
    settings: Option<BenchmarkSettings>,
    /// Whether the choices of the current question are explicit, so that none is dropped as
    /// missing.
    has_own_choices: bool,
    /// The positions of such questions.
    with_own_choices: HashSet<usize>,
}

impl<'a> Intake<'a> {
    /// For a file whose pictures are searched next to it, unless the options name a folder.
    pub fn new(
        file: &Path,
        options: &ReadOptions,
        sink: QuestionSink<'a>,
    ) -> Result<Self, FormatError> {
        Self::with_folder(file, Some(folder_of(file)), options, sink)
    }

    /// For a file whose pictures are searched in a folder, unless the options name another one.
    pub fn with_folder(
        file: &Path,
        folder: Option<&Path>,
        options: &ReadOptions,
        sink: QuestionSink<'a>,
    ) -> Result<Self, FormatError> {
        let QuestionSink { keep_picture, progress } = sink;
        Ok(Intake {
            warnings: Warnings::default(),
            bad: BadRows::new(file, options.skip_bad),
            pictures: PictureIntake::new(file, folder, options, keep_picture)?,
            progress,
            row: RowPosition::default(),
            questions: Vec::new(),
            known: HashMap::new(),
            missing: Vec::new(),
            settings: None,
            has_own_choices: false,
            with_own_choices: HashSet::new(),
        })
    }

    /// Makes questions of JSON objects by `question_of`. `keys` are the names of the field with the
    /// key of a question.
    pub fn take_records<R: BufRead>(
        &mut self,
        records: &mut JsonRecords<R>,
        keys: &[&str],
        mut question_of: impl FnMut(Fields, &mut Self) -> Result<Question, Refusal>,
    ) -> Result<(), FormatError> {
        let mut bytes = 0;
        loop {
            let record = match records.next_record() {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(()),
                Err(error) => return Err(error.in_file(&self.bad.file)),
            };
            bytes += record.text.len() as u64 + 1;
            self.take_record(record, keys, &mut question_of)?;
            self.progress(bytes);
        }
    }

    fn take_record(
        &mut self,
        record: JsonRecord<'_>,
        keys: &[&str],
        question_of: &mut impl FnMut(Fields, &mut Self) -> Result<Question, Refusal>,
    ) -> Result<(), FormatError> {
        let fields: Fields = match serde_json::from_str(&without_lone_surrogates(record.text)) {
            Ok(fields) => fields,
            Err(error) => {
                self.begin_row(record.line)?;
                let problem = RowProblem::NotJson { reason: error.to_string() };
                return self.refuse(None, problem.into());
            }
        };
        if BenchmarkSettings::is_record(fields.keys()) {
            return match BenchmarkSettings::from_record(&fields) {
                Ok(settings) => {
                    self.take_settings(settings);
                    Ok(())
                }
                Err(refusal) => {
                    self.begin_row(record.line)?;
                    self.refuse(None, refusal)
                }
            };
        }
        self.begin_row(record.line)?;
        let key = keys.iter().filter_map(|name| fields.get(*name)).find(|key| !key.is_null());
        let key = key.and_then(key_text);
        let made = question_of(fields, self);
        self.end_row(key, made)
    }

    /// Continues with the next file of the same questions.
    pub fn begin_file(&mut self, file: &Path) {
        self.bad.begin_file(file);
    }

    /// Begins the next row, which begins on this line; 0 if the file has no lines.
    pub fn begin_row(&mut self, line: u64) -> Result<(), FormatError> {
        self.row = RowPosition { row: self.row.row + 1, line };
        self.missing.clear();
        self.has_own_choices = false;
        match self.row.row > MAX_ROWS {
            true => Err(self.bad.bad_file(FileProblem::TooManyRows)),
            false => Ok(()),
        }
    }

    /// Refuses the row; `key` is the part of its key that is known.
    pub fn refuse(&mut self, key: Option<String>, refusal: Refusal) -> Result<(), FormatError> {
        self.bad.refuse(self.row, key, refusal)
    }

    /// Marks the question as listing its choices itself: one that reads `nan` is one of them.
    pub fn take_choices_as_they_are(&mut self) {
        self.has_own_choices = true;
    }

    /// Takes the settings of the benchmark from the file. In concatenated files the first settings
    /// count.
    pub fn take_settings(&mut self, settings: BenchmarkSettings) {
        match &self.settings {
            None => self.settings = Some(settings),
            Some(first) if *first == settings => {}
            Some(_) => self.warnings.note(
                "the file names several taxonomies or checklists; the first one counts".to_owned(),
            ),
        }
    }

    /// Reports how much of the file was read.
    pub fn progress(&mut self, bytes: u64) {
        (self.progress)(bytes);
    }

    /// Ends a row: its question is kept, or it is refused. `key` is the part of its key that is
    /// known.
    pub fn end_row(
        &mut self,
        key: Option<String>,
        made: Result<Question, Refusal>,
    ) -> Result<(), FormatError> {
        let mut question = match made {
            Ok(question) => question,
            Err(refusal) => return self.refuse(key, refusal),
        };
        let name = question.key.as_str();
        if let Some(&other) = self.known.get(name) {
            return self.refuse(key, in_field("index", RowProblem::DuplicateIndex { other }));
        }
        self.known.insert(name.to_owned(), self.row);
        mark(&mut question.extra, self.take_missing());
        if question.choices.is_empty() {
            self.note("there are no choices: an open question");
        }
        if self.has_own_choices {
            self.with_own_choices.insert(self.questions.len());
        }
        self.questions.push(question);
        Ok(())
    }

    /// Notes that a sentence holds for this row.
    pub fn note(&mut self, sentence: &'static str) {
        self.warnings.note_row(sentence, self.row.row);
    }

    /// The row's number and line.
    pub fn row(&self) -> RowPosition {
        self.row
    }

    /// The picture files of this row that are missing.
    pub fn take_missing(&mut self) -> Vec<String> {
        std::mem::take(&mut self.missing)
    }

    /// Sets the locations of the pictures that are taken in next from base64 or bytes, in their order.
    /// Without this they are in a text, where they cannot be found again.
    pub fn next_are_at(&mut self, locations: impl IntoIterator<Item = PictureReference>) {
        self.pictures.next_are_at(locations);
    }

    /// Takes in a picture in base64 or as a data URL.
    pub fn base64(&mut self, field: &str, text: &str) -> Result<ImageHash, Refusal> {
        let kept = self.pictures.base64(text, self.row.row, &mut self.warnings);
        kept.map_err(|refused| refused.in_column(field))
    }

    /// Takes in a picture's bytes.
    pub fn bytes(&mut self, field: &str, bytes: &[u8]) -> Result<ImageHash, Refusal> {
        let kept = self.pictures.bytes(bytes, self.row.row, &mut self.warnings);
        kept.map_err(|refused| refused.in_column(field))
    }

    /// Takes in the first of the files that exists; `None` if none does and the question is to be
    /// marked for it.
    pub fn picture_file(
        &mut self,
        field: &str,
        name: &str,
        candidates: &[String],
    ) -> Result<Option<ImageHash>, Refusal> {
        let kept = self.pictures.file(name, candidates, self.row.row, &mut self.warnings);
        let kept = kept.map_err(|refused| refused.in_column(field))?;
        if kept.is_none() {
            self.missing.push(name.to_owned());
        }
        Ok(kept)
    }

    /// The names of the folders and files directly in a folder of pictures, sorted; `None` if there
    /// is no such folder.
    pub fn entries(&self, folder: &str) -> Option<Vec<String>> {
        self.pictures.folder()?.entries(folder)
    }

    /// The end of the file: the questions of its records.
    pub fn finish(mut self) -> Result<QuestionFile, FormatError> {
        let lacks_pictures = self.finish_pictures()?;
        if self.row.row == 0 {
            return Err(self.bad.bad_file(FileProblem::NoQuestions));
        }
        let mut questions = std::mem::take(&mut self.questions);
        let own = &self.with_own_choices;
        let others = questions.iter_mut().enumerate().filter(|(at, _)| !own.contains(at));
        let mut others: Vec<&mut Question> = others.map(|(_, question)| question).collect();
        nan_choices::leave_out(&mut others, &mut self.warnings);
        let mut extra_fields: Vec<String> = Vec::new();
        let mut seen: HashSet<&str> = HashSet::new();
        for name in questions.iter().flat_map(|question| question.extra.keys()) {
            if seen.insert(name) {
                extra_fields.push(name.clone());
            }
        }
        let has_pictures = lacks_pictures || questions.iter().any(|q| !q.pictures.is_empty());
        self.into_file(questions, has_pictures, extra_fields)
    }

    /// Whether picture files are missing, which is noted.
    ///
    /// # Errors
    /// If they are required.
    pub fn finish_pictures(&mut self) -> Result<bool, FormatError> {
        let missing = self.pictures.finish()?;
        let lacks_pictures = missing.is_some();
        if let Some(sentence) = missing {
            self.warnings.note(sentence);
        }
        Ok(lacks_pictures)
    }

    /// The file with these questions.
    ///
    /// # Errors
    /// If there is none, because all rows are bad.
    pub fn into_file(
        self,
        questions: Vec<Question>,
        picture_column: bool,
        extra_fields: Vec<String>,
    ) -> Result<QuestionFile, FormatError> {
        if questions.is_empty() {
            return Err(self.bad.bad_file(self.bad.no_good_row()));
        }
        let pictures = questions.iter().flat_map(|question| &question.pictures);
        let hashes: HashSet<ImageHash> = pictures.map(|picture| picture.hash).collect();
        Ok(QuestionFile {
            questions,
            rows: self.row.row,
            pictures: hashes.len(),
            picture_column,
            skipped: self.bad.into_skipped(),
            warnings: self.warnings.into_sentences(),
            extra_fields,
            settings: self.settings.unwrap_or_default(),
        })
    }
}
