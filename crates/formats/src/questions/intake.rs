//! The parts shared by readers of questions that read one record after the other: counting rows,
//! taking in pictures, refusing bad rows, duplicate keys, marks for missing pictures.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::picture_intake::PictureIntake;
use super::{QuestionFile, QuestionSink, ReadOptions};
use crate::bad_rows::{BadRows, Refusal, Refused, in_field};
use crate::benchmark_settings::BenchmarkSettings;
use crate::error::{FileProblem, FormatError, Place, RowProblem, shown};
use crate::json_fields::{Fields, key_text, unexpected};
use crate::json_list;
use crate::missing_pictures::mark;
use crate::nan_choices::{ChoiceRow, NAN, NanChoices};
use crate::picture_file::folder_of;
use crate::warning::Warnings;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::benchmark::{
    Choice, ChoiceOrder, ImageHash, Label, Pass, PictureReference, Question, QuestionKey,
    SourcePass,
};

/// The longest key, in bytes.
const MAX_KEY_BYTES: usize = 256;

/// Takes in the records of one file.
pub(crate) struct Intake<'a> {
    pub warnings: Warnings,
    pictures: PictureIntake<'a>,
    progress: &'a mut dyn FnMut(u64),
    bad: BadRows,
    file: PathBuf,
    row: Place,
    questions: Vec<Question>,
    known: HashMap<String, Place>,
    missing: Vec<String>,
    settings: Option<BenchmarkSettings>,
    /// Whether the choices of the current question are explicit, so that none is dropped as
    /// missing.
    has_own_choices: bool,
    /// The positions of such questions.
    with_own_choices: HashSet<usize>,
}

impl<'a> Intake<'a> {
    /// Opens a file whose pictures are searched next to it, unless the options name a folder.
    pub fn open(
        file: &Path,
        options: &ReadOptions,
        sink: QuestionSink<'a>,
    ) -> Result<(File, Self), FormatError> {
        let opened = File::open(file)
            .map_err(|source| FormatError::Unreadable { file: file.to_owned(), source })?;
        Ok((opened, Self::new(file, options, sink)?))
    }

    /// Passes on the questions of a JSON list, which is the document itself or its field
    /// `questions`: `question_of` makes a question of an object, whose key is in the field `key`.
    /// `expected` describes the list. Returns the other fields that are objects.
    pub fn take_list(
        &mut self,
        source: File,
        expected: &'static str,
        key: &str,
        mut question_of: impl FnMut(Fields, &mut Self) -> Result<Question, Refusal>,
    ) -> Result<Fields, FormatError> {
        let file = self.file.clone();
        json_list::for_each(&file, source, "questions", expected, &mut |record| {
            self.begin_row(0)?;
            match record {
                Value::Object(fields) => {
                    let known = fields.get(key).and_then(key_text);
                    let question = question_of(fields, self);
                    self.end_row(known, question)
                }
                other => self.end_row(None, Err(unexpected("questions", &other, "an object"))),
            }
        })
    }

    /// For a file whose pictures are searched next to it, unless the options name a folder.
    pub fn new(
        file: &Path,
        options: &ReadOptions,
        sink: QuestionSink<'a>,
    ) -> Result<Self, FormatError> {
        let QuestionSink { keep_picture, progress } = sink;
        Ok(Intake {
            warnings: Warnings::default(),
            pictures: PictureIntake::new(file, Some(folder_of(file)), options, keep_picture)?,
            progress,
            bad: BadRows::new(file, options.skip_bad),
            file: file.to_owned(),
            row: Place(0, 0),
            questions: Vec::new(),
            known: HashMap::new(),
            missing: Vec::new(),
            settings: None,
            has_own_choices: false,
            with_own_choices: HashSet::new(),
        })
    }

    /// Continues with the next file of the same questions.
    pub fn begin_file(&mut self, file: &Path) {
        file.clone_into(&mut self.file);
        self.bad.begin_file(file);
    }

    /// Begins the next record, which begins on this line; 0 if the file has no lines.
    pub fn begin_row(&mut self, line: u64) -> Result<(), FormatError> {
        self.row = Place(self.row.0 + 1, line);
        self.missing.clear();
        self.has_own_choices = false;
        if self.row.0 > MAX_ROWS {
            return Err(self.bad_file(FileProblem::TooManyRows));
        }
        Ok(())
    }

    /// Marks the question as listing its choices itself: one that reads `nan` is one of them.
    pub fn take_choices_as_they_are(&mut self) {
        self.has_own_choices = true;
    }

    /// Removes the choices that are missing cells in the words of pandas.
    fn leave_out_nan_choices(&mut self) {
        let own = &self.with_own_choices;
        let asked: Vec<usize> = (0..self.questions.len()).filter(|at| !own.contains(at)).collect();
        let nan = NanChoices::find(asked.iter().map(|&at| {
            let question = &self.questions[at];
            let choices = question.choices.iter();
            ChoiceRow {
                stem: &question.stem,
                choices: choices.map(|choice| (choice.label, choice.text.as_str())).collect(),
                answer: question.answer,
            }
        }));
        for &at in &nan.absent {
            let question = &mut self.questions[asked[at]];
            question.choices.retain(|choice| choice.text != NAN);
            if question.choices.is_empty() {
                question.answer = None;
            }
            let order = ChoiceOrder::original(question.labels());
            question.passes.iter_mut().for_each(|pass| pass.order = order.clone());
        }
        nan.sentences().for_each(|sentence| self.warnings.note(sentence));
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

    /// Ends a record: its question is kept, or it is refused. `key` is the part of its key that is
    /// known.
    pub fn end_row(
        &mut self,
        key: Option<String>,
        made: Result<Question, Refusal>,
    ) -> Result<(), FormatError> {
        let made = made.and_then(|question| {
            match self.known.insert(question.key.as_str().to_owned(), self.row) {
                None => Ok(question),
                Some(other) => {
                    self.known.insert(question.key.as_str().to_owned(), other);
                    Err(in_field("index", RowProblem::DuplicateIndex { other }))
                }
            }
        });
        match made {
            Ok(mut question) => {
                mark(&mut question.extra, std::mem::take(&mut self.missing));
                if question.choices.is_empty() {
                    let sentence = "there are no choices: an open question";
                    self.warnings.note_row(sentence, self.row.0);
                }
                if self.has_own_choices {
                    self.with_own_choices.insert(self.questions.len());
                }
                self.questions.push(question);
                Ok(())
            }
            Err(Refused::Row(fault)) => self.bad.refuse(self.row.0, self.row.1, key, fault),
            Err(Refused::File(error)) => Err(error),
        }
    }

    /// Notes that a sentence holds for this row.
    pub fn note(&mut self, sentence: &'static str) {
        self.warnings.note_row(sentence, self.row.0);
    }

    /// The number of the row.
    pub fn row(&self) -> usize {
        self.row.0
    }

    /// Sets the location of the next picture that is taken in from base64 or bytes; `None`, as
    /// without this call, if it is in a text.
    pub fn next_lies_at(&mut self, place: Option<PictureReference>) {
        self.pictures.next_lie_at(place);
    }

    /// Takes in a picture in base64 or as a data URL.
    pub fn base64(&mut self, field: &str, text: &str) -> Result<ImageHash, Refusal> {
        let kept = self.pictures.base64(text, self.row.0, &mut self.warnings);
        kept.map_err(|refused| refused.in_column(field.to_owned()))
    }

    /// Takes in a picture's bytes.
    pub fn bytes(&mut self, field: &str, bytes: &[u8]) -> Result<ImageHash, Refusal> {
        let kept = self.pictures.bytes(bytes, self.row.0, &mut self.warnings);
        kept.map_err(|refused| refused.in_column(field.to_owned()))
    }

    /// Takes in the first of the files that exists; `None` if none does and the question is to be
    /// marked for it.
    pub fn picture_file(
        &mut self,
        field: &str,
        name: &str,
        candidates: &[String],
    ) -> Result<Option<ImageHash>, Refusal> {
        let kept = self.pictures.file(name, candidates, self.row.0, &mut self.warnings);
        let kept = kept.map_err(|refused| refused.in_column(field.to_owned()))?;
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

    /// The end of the file: its questions.
    pub fn finish(mut self) -> Result<QuestionFile, FormatError> {
        let missing = self.pictures.finish()?;
        if self.row.0 == 0 {
            return Err(self.bad_file(FileProblem::NoQuestions));
        }
        if self.questions.is_empty() {
            return Err(self.bad_file(self.bad.no_good_row()));
        }
        self.leave_out_nan_choices();
        if let Some(sentence) = &missing {
            self.warnings.note(sentence.clone());
        }
        let hashes: HashSet<ImageHash> = self
            .questions
            .iter()
            .flat_map(|question| question.pictures.iter().map(|picture| picture.hash))
            .collect();
        let mut extra_fields: Vec<String> = Vec::new();
        let mut seen: HashSet<&str> = HashSet::new();
        for name in self.questions.iter().flat_map(|question| question.extra.keys()) {
            if seen.insert(name) {
                extra_fields.push(name.clone());
            }
        }
        Ok(QuestionFile {
            rows: self.row.0,
            pictures: hashes.len(),
            picture_column: !hashes.is_empty() || missing.is_some(),
            extra_fields,
            settings: self.settings.unwrap_or_default(),
            questions: self.questions,
            skipped: self.bad.into_skipped(),
            warnings: self.warnings.into_sentences(),
        })
    }

    fn bad_file(&self, problem: FileProblem) -> FormatError {
        FormatError::BadFile { file: self.file.clone(), problem }
    }
}

/// A question with only its key, its text and its choices, and with one row in its file.
pub(crate) fn new_question(
    field: &str,
    key: &str,
    stem: String,
    choices: Vec<Choice>,
) -> Result<Question, Refusal> {
    let key = key.trim();
    if key.len() > MAX_KEY_BYTES || key.contains(['\n', '\r', '\t']) {
        return Err(in_field(field, RowProblem::BadIndex { found: shown(key) }));
    }
    let Some(key) = QuestionKey::new(key) else { return Err(in_field(field, RowProblem::NoIndex)) };
    if stem.trim().is_empty() {
        return Err(in_field("question", RowProblem::NoQuestion));
    }
    let texts = choices.iter().map(|choice| choice.text.as_str());
    if texts.chain([stem.as_str()]).any(|text| text.len() > MAX_TEXT_BYTES) {
        return Err(RowProblem::TextTooLong.into());
    }
    let first = SourcePass {
        pass: Pass::FIRST,
        index: key.as_str().to_owned(),
        order: ChoiceOrder::original(choices.iter().map(|choice| choice.label)),
    };
    Ok(Question { passes: vec![first], ..Question::new(key, stem, choices) })
}

/// Choices in order, labelled from A.
pub(crate) fn lettered(field: &str, texts: Vec<String>) -> Result<Vec<Choice>, Refusal> {
    let count = texts.len();
    let choice = |(at, text)| Label::from_index(at).map(|label| Choice { label, text });
    let choices: Option<Vec<Choice>> = texts.into_iter().enumerate().map(choice).collect();
    choices.ok_or_else(|| {
        let found = format!("{count} choices");
        in_field(field, RowProblem::Unexpected { found, expected: "at most 26 choices".into() })
    })
}
