//! The parts shared by readers of questions: counting rows, taking in pictures, refusing bad rows,
//! duplicate keys, marks for missing pictures.

mod pictures;

pub(crate) use self::pictures::is_web_address;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::{FetchPicture, FilePart, Input, QuestionFile, QuestionSink, not_json};
use crate::MAX_ROWS;
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::benchmark_settings::BenchmarkSettings;
use crate::error::{FormatError, RowPosition, duplicate_key};
use crate::json_fields::{Fields, key_text};
use crate::json_records::JsonRecords;
use crate::missing_pictures::{MissingPictures, mark};
use crate::nan_choices;
use crate::picture_file::{PictureFolder, folder_of};
use crate::warning::Warnings;
use assay_core::benchmark::{ImageHash, PictureReference, Question, QuestionKind};

/// Takes in the rows of one file.
pub(crate) struct Intake<'a> {
    pub warnings: Warnings,
    pub bad: BadRows,
    pub sink: QuestionSink<'a>,
    /// The number and the line of the row.
    pub row: RowPosition,
    /// The column with the keys of the questions.
    pub key: String,
    questions: Vec<Question>,
    known: HashMap<String, RowPosition>,
    settings: Option<BenchmarkSettings>,
    /// Whether the current question lists its choices itself, so that one that reads `nan` is one of them.
    pub has_own_choices: bool,
    /// The positions of such questions.
    with_own_choices: HashSet<usize>,
    /// The folder that picture files are searched in.
    folder: Option<PictureFolder>,
    allows_missing: bool,
    /// The picture that is being taken in.
    picture: Vec<u8>,
    /// The locations of the pictures in the cells of the row, in order; empty if they are in a
    /// text.
    locations: VecDeque<PictureReference>,
    /// The splits of the files, if there are several.
    splits: HashMap<PathBuf, String>,
    /// The rows with a letter as their answer and without choices, unless they are open questions.
    letters: Vec<usize>,
    allows_letters: bool,
    /// The missing picture files of the row, and those of the whole file.
    pub missing: Vec<String>,
    missing_in_file: MissingPictures,
    fetch: Option<FetchPicture>,
    fetched: BTreeMap<String, ImageHash>,
}

impl<'a> Intake<'a> {
    /// For a file whose pictures are searched next to it, unless the options name a folder.
    pub fn new(input: Input<'_, 'a>) -> Result<Self, FormatError> {
        let folder = folder_of(&input.files[0]);
        Self::with_folder(Some(folder), input)
    }

    /// For a file whose pictures are searched in a folder, unless the options name another one.
    pub fn with_folder(
        folder: Option<&Path>,
        Input { files, options, sink }: Input<'_, 'a>,
    ) -> Result<Self, FormatError> {
        let open = |folder: &Path| {
            PictureFolder::new(folder)
                .map_err(|source| FormatError::NoPictureFolder { folder: folder.into(), source })
        };
        Ok(Intake {
            warnings: Warnings::default(),
            bad: BadRows::new(&files[0], options.skip_bad),
            sink,
            row: RowPosition::default(),
            key: "index".to_owned(),
            questions: Vec::new(),
            known: HashMap::new(),
            settings: None,
            has_own_choices: false,
            with_own_choices: HashSet::new(),
            folder: options.image_root.as_deref().or(folder).map(open).transpose()?,
            allows_missing: options.allow_missing_pictures,
            picture: Vec::new(),
            locations: VecDeque::new(),
            splits: splits(&options.parts),
            letters: Vec::new(),
            allows_letters: options.open,
            missing: Vec::new(),
            missing_in_file: MissingPictures::default(),
            fetch: options.fetch.clone(),
            fetched: BTreeMap::new(),
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
        while let Some(record) =
            records.next_record().map_err(|error| not_json(error, &self.bad.file))?
        {
            bytes += record.text.len() as u64 + 1;
            (self.sink.progress)(bytes);
            let (line, fields) = (record.line, serde_json::from_str::<Fields>(&record.text));
            records.forget();
            let settings = fields.as_ref().ok().and_then(BenchmarkSettings::from_record);
            if let Some(Ok(settings)) = settings {
                self.take_settings(settings);
                continue;
            }
            self.begin_row(line)?;
            let mut key = None;
            let made = match (settings, fields) {
                (Some(Err(refusal)), _) => Err(refusal),
                (_, Err(error)) => Err(format!("it cannot be read as JSON: {error}").into()),
                (_, Ok(fields)) => {
                    let mut found =
                        keys.iter().filter_map(|name| Some((*name, fields.get(*name)?)));
                    if let Some((name, found)) = found.find(|(_, key)| !key.is_null()) {
                        name.clone_into(&mut self.key);
                        key = key_text(found);
                    }
                    question_of(fields, self)
                }
            };
            self.end_row(key, made)?;
        }
        Ok(())
    }

    /// Begins the next row, which begins on this line; 0 if the file has no lines.
    pub fn begin_row(&mut self, line: u64) -> Result<(), FormatError> {
        self.row = RowPosition { row: self.row.row + 1, line };
        self.missing.clear();
        self.has_own_choices = false;
        match self.row.row > MAX_ROWS {
            true => {
                Err(self.bad.bad_file(format!("the file has more than {MAX_ROWS} rows; split it")))
            }
            false => Ok(()),
        }
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

    /// Ends a row: its question is kept, or it is refused. `key` is the part of its key that is
    /// known.
    pub fn end_row(
        &mut self,
        key: Option<String>,
        made: Result<Question, Refusal>,
    ) -> Result<(), FormatError> {
        let mut question = match made {
            Ok(question) => question,
            Err(refusal) => return self.bad.refuse(self.row, key, refusal),
        };
        let name = question.key.as_str();
        if let Some(&other) = self.known.get(name) {
            let mut problem = duplicate_key(name, other);
            problem += ", or import by a --map without key, which makes keys of the content";
            if !self.splits.is_empty() {
                problem += "; the files are of several splits, of which --split NAME chooses one";
            }
            return self.bad.refuse(self.row, key, in_field(&self.key, problem));
        }
        self.known.insert(name.to_owned(), self.row);
        mark(&mut question.extra, std::mem::take(&mut self.missing));
        if question.split.is_none() {
            question.split = self.splits.get(&self.bad.file).cloned();
        }
        if question.kind() == QuestionKind::Open {
            self.note("there are no choices: an open question");
        }
        if self.has_own_choices {
            self.with_own_choices.insert(self.questions.len());
        }
        self.questions.push(question);
        Ok(())
    }

    /// Notes that this row has a letter as its answer and no choices.
    pub fn letter_without_choices(&mut self) {
        self.letters.push(self.row.row);
    }

    /// Notes that a sentence holds for this row.
    pub fn note(&mut self, sentence: &'static str) {
        self.warnings.note_row(sentence, self.row.row);
    }

    /// The end of the file: the questions of its records.
    pub fn finish(mut self) -> Result<QuestionFile, FormatError> {
        let lacks_pictures = self.finish_pictures()?;
        if self.row.row == 0 {
            return Err(self.bad.bad_file("there is no question in it"));
        }
        let mut questions = std::mem::take(&mut self.questions);
        let own = &self.with_own_choices;
        let others = questions.iter_mut().enumerate().filter(|(at, _)| !own.contains(at));
        let mut others: Vec<&mut Question> = others.map(|(_, question)| question).collect();
        nan_choices::leave_out(&mut others, &mut self.warnings);
        let mut seen: HashSet<&str> = HashSet::new();
        let names = questions.iter().flat_map(|question| question.extra.keys());
        let extra_fields = names.filter(|name| seen.insert(name.as_str())).cloned().collect();
        let has_pictures = lacks_pictures || questions.iter().any(|q| !q.pictures.is_empty());
        self.into_file(questions, has_pictures, extra_fields)
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
            return Err(self.bad.no_good_row());
        }
        if let Some(first) = self.letters.first().filter(|_| !self.allows_letters) {
            let count = self.letters.len();
            return Err(self.bad.bad_file(format!(
                "{count} questions have a one-letter answer and no choices, the first one in row {first}. \
                 Say where the choices are, such as --map stem=question,choices=COLUMN,.. or \
                 choices=question:in-stem for choices within the question, or that the questions are open \
                 ones: --open. What there is: assay import questions --explain FILE"
            )));
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
            fetched: self.fetched,
        })
    }
}

/// The splits of files by their paths; none if all files are of one.
fn splits(parts: &HashMap<PathBuf, FilePart>) -> HashMap<PathBuf, String> {
    let named = parts.iter().filter_map(|(file, part)| Some((file.clone(), part.split.clone()?)));
    let named: HashMap<PathBuf, String> = named.collect();
    let different: HashSet<&String> = named.values().collect();
    if different.len() > 1 { named } else { HashMap::new() }
}
