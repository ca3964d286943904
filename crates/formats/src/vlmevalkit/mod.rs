//! Questions in the layout of VLMEvalKit: MMBench, CCBench, SEED-Bench, MMT-Bench, MMStar and many
//! others are published in it.
//!
//! One row is a question with its picture in a cell, or one CircularEval pass of a question. The
//! file is read once: pictures are passed on as they are decoded, texts are kept until the last row,
//! because a row may share the picture of a later one and passes may be anywhere. Then, in this order,
//! indices are compared, shared pictures resolved ([`pictures`]), passes found ([`circular`]) and
//! folded into their question ([`fold`]). A spreadsheet has the same rows ([`workbook`]). Files in this
//! layout are written by [`write`].
//!
//! Unlike VLMEvalKit, which reads with pandas, no word is read as a missing value (33 options of
//! SEEDBench_IMG are "None") and numbers are kept as written ("0.50", "007").

mod circular;
mod columns;
mod fold;
mod index;
pub mod numbering;
mod pictures;
mod row;
mod suspects;
mod workbook;
pub mod write;

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use columns::Columns;
use index::Indices;
use row::{Cells, SourceRow};

use super::MAX_ROWS;
use super::bad_rows::{BadRows, Fault, Refused};
use super::benchmark_settings::BenchmarkSettings;
use super::error::{FileProblem, FormatError, RowProblem, shown};
use super::nan_choices::{ChoiceRow, NAN, NanChoices};
use super::open_quote::Suspicion;
use super::questions::picture_intake::PictureIntake;
use super::questions::{
    ANSWER_WITHOUT_CHOICES, KeepPicture, QuestionFile, QuestionFormat, QuestionReader,
    QuestionSink, ReadOptions, Start,
};
use super::records::{Limits, Record, RecordError, RecordReader};
use super::sniff::{TableSource, open_table};
use super::warning::Warnings;
use assay_core::benchmark::{ImageHash, PictureReference};

/// Reads tables of text and spreadsheets, one at a time.
pub struct VlmevalkitTables;

impl QuestionReader for VlmevalkitTables {
    fn format(&self) -> QuestionFormat {
        QuestionFormat::Vlmevalkit
    }

    fn recognizes(&self, start: &Start) -> bool {
        !start.is_json()
    }

    fn read(
        &self,
        files: &[PathBuf],
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError> {
        read_questions(&files[0], options, sink.keep_picture, sink.progress)
    }
}

/// Reads the questions of a file, a table of text or a spreadsheet. Each picture is passed to
/// `keep_picture` as soon as it is decoded: the bytes exactly as in the file, the same picture as
/// often as it occurs, also pictures of rows that are found to be bad later. `progress` gets the
/// number of bytes read so far.
pub fn read_questions(
    path: &Path,
    options: &ReadOptions,
    keep_picture: &mut KeepPicture<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<QuestionFile, FormatError> {
    let unreadable = |source| FormatError::Unreadable { file: path.to_owned(), source };
    let mut file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(FormatError::BadFile { file: path.to_owned(), problem: FileProblem::Folder });
    }
    let mut head = Vec::with_capacity(4);
    file.by_ref().take(4).read_to_end(&mut head).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    if head == b"PK\x03\x04" {
        return workbook::read(&file, path, options, keep_picture, progress);
    }
    read_questions_from(file, path, options, keep_picture, progress)
}

/// As [`read_questions`], from anything that can be read; `name` is for messages.
pub fn read_questions_from(
    source: impl Read,
    name: &Path,
    options: &ReadOptions,
    keep_picture: &mut KeepPicture<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<QuestionFile, FormatError> {
    let bad_file = |problem| FormatError::BadFile { file: name.to_owned(), problem };
    let TableSource { text, delimiter } = open_table(source, &columns::known_names())
        .map_err(|source| FormatError::Unreadable { file: name.to_owned(), source })?
        .map_err(bad_file)?;
    let mut records = RecordReader::new(text, delimiter, Limits::default());
    let mut reading = Reading {
        file: name.to_owned(),
        warnings: Warnings::default(),
        bad: BadRows::new(name, options.skip_bad),
        rows_seen: 0,
        rows: Vec::new(),
        intake: PictureIntake::new(name, None, options, keep_picture)?,
        settings: BenchmarkSettings::default(),
    };
    let columns = match records.next_record() {
        Ok(Some(header)) => {
            Columns::read(&header, delimiter, &mut reading.warnings).map_err(bad_file)?
        }
        Ok(None) => return Err(bad_file(FileProblem::Empty)),
        Err(error) => return Err(bad_file(FileProblem::Header { reason: error.to_string() })),
    };
    while reading.next_row(&mut records, &columns)? {
        progress(records.bytes_read());
    }
    progress(records.bytes_read());
    if reading.rows_seen == 0 {
        return Err(bad_file(FileProblem::NoRows));
    }
    reading.finish(columns)
}

/// A picture that is not in a cell of text.
pub(crate) struct GivenPicture<'a> {
    pub bytes: &'a [u8],
    /// The location of its bytes.
    pub place: PictureReference,
}

/// Rows in this layout from a table that is not text: Parquet, a spreadsheet.
pub(crate) struct TableRows<'a> {
    reading: Reading<'a>,
    columns: Columns,
}

impl<'a> TableRows<'a> {
    /// For a table with these columns. Picture files are searched in `folder`, unless the options
    /// name a folder.
    pub fn new(
        file: &Path,
        folder: Option<&Path>,
        header: &Record<'_>,
        options: &ReadOptions,
        keep_picture: &'a mut KeepPicture<'_>,
    ) -> Result<Self, FormatError> {
        let mut warnings = Warnings::default();
        let columns = Columns::read(header, columns::NO_DELIMITER, &mut warnings)
            .map_err(|problem| FormatError::BadFile { file: file.to_owned(), problem })?;
        let reading = Reading {
            file: file.to_owned(),
            warnings,
            bad: BadRows::new(file, options.skip_bad),
            rows_seen: 0,
            rows: Vec::new(),
            intake: PictureIntake::new(file, folder, options, keep_picture)?,
            settings: BenchmarkSettings::default(),
        };
        Ok(TableRows { reading, columns })
    }

    /// Continues with the next file of the table.
    pub fn begin_file(&mut self, file: &Path) {
        file.clone_into(&mut self.reading.file);
        self.reading.bad.begin_file(file);
    }

    /// Takes the settings of the benchmark from the file.
    pub fn take_settings(&mut self, settings: BenchmarkSettings) {
        self.reading.settings = settings;
    }

    /// Adds a warning about the table.
    pub fn warn(&mut self, sentence: String) {
        self.reading.warnings.note(sentence);
    }

    /// Takes a row whose pictures are in its cells. `places` are the locations of those of its
    /// image cell, in their order.
    pub fn take(
        &mut self,
        record: &Record<'_>,
        places: impl IntoIterator<Item = PictureReference>,
    ) -> Result<(), FormatError> {
        self.reading.count_row()?;
        self.reading.intake.next_lie_at(places);
        self.reading.take(record, &self.columns, &[])
    }

    /// Takes a row whose image cell is empty, because its pictures are given as bytes.
    pub fn take_with_pictures(
        &mut self,
        record: &Record<'_>,
        pictures: &[GivenPicture<'_>],
    ) -> Result<(), FormatError> {
        self.reading.count_row()?;
        self.reading.intake.next_lie_at(pictures.iter().map(|picture| picture.place.clone()));
        self.reading.take(record, &self.columns, pictures)
    }

    /// Makes questions of the rows, once all are known.
    pub fn finish(self) -> Result<QuestionFile, FormatError> {
        if self.reading.rows_seen == 0 {
            return Err(self.reading.bad_file(FileProblem::NoRows));
        }
        self.reading.finish(self.columns)
    }
}

/// The state of reading one file.
struct Reading<'a> {
    file: PathBuf,
    warnings: Warnings,
    bad: BadRows,
    rows_seen: usize,
    rows: Vec<SourceRow>,
    intake: PictureIntake<'a>,
    settings: BenchmarkSettings,
}

impl Reading<'_> {
    /// Reads one row; `false` at the end of the file.
    fn next_row(
        &mut self,
        records: &mut RecordReader<impl std::io::BufRead>,
        columns: &Columns,
    ) -> Result<bool, FormatError> {
        match records.next_record() {
            Ok(None) => return Ok(false),
            Ok(Some(record)) => {
                self.count_row()?;
                self.take(&record, columns, &[])?;
            }
            Err(error) => {
                self.count_row()?;
                let (line, fault) = self.fault_of(error, columns)?;
                self.bad.refuse(self.rows_seen, line, None, fault.named(|at| columns.name(at)))?;
                if let Err(error) = records.skip_rest_of_record() {
                    self.fault_of(error, columns)?;
                }
            }
        }
        Ok(true)
    }

    fn count_row(&mut self) -> Result<(), FormatError> {
        self.rows_seen += 1;
        if self.rows_seen > MAX_ROWS {
            return Err(self.bad_file(FileProblem::TooManyRows));
        }
        Ok(())
    }

    fn take(
        &mut self,
        record: &Record<'_>,
        columns: &Columns,
        given: &[GivenPicture<'_>],
    ) -> Result<(), FormatError> {
        let cells = Cells { record, columns, row: self.rows_seen };
        let index = cells.index();
        // A row of the wrong shape is also named by its index, if it has one.
        let known_index = index.as_ref().ok().cloned();
        let found = row::check_shape(record, columns)
            .and_then(|suspicion| Ok((suspicion, index?)))
            .map_err(Refused::Row)
            .and_then(|(suspicion, index)| match self.source_row(&cells, index, given) {
                Ok(row) => Ok(SourceRow { suspicion, ..row }),
                Err(Refused::Row(fault)) => {
                    Err(Refused::Row(suspicion.map_or(fault, Suspicion::into_fault)))
                }
                Err(over) => Err(over),
            });
        match found {
            Ok(source_row) => self.rows.push(source_row),
            Err(Refused::Row(fault)) => {
                self.bad.refuse(
                    cells.row,
                    record.line,
                    known_index,
                    fault.named(|at| columns.name(at)),
                )?;
            }
            Err(Refused::File(error)) => return Err(error),
        }
        Ok(())
    }

    fn source_row(
        &mut self,
        cells: &Cells<'_>,
        index: String,
        given: &[GivenPicture<'_>],
    ) -> Result<SourceRow, Refused> {
        let mut row = cells.source_row(index, &mut self.warnings)?;
        let warnings = &mut self.warnings;
        let Cells { record, columns, .. } = cells;
        match given {
            [] => pictures::take(&mut self.intake, record, columns, &mut row, warnings)?,
            _ => {
                pictures::take_given(&mut self.intake, record, columns, given, &mut row, warnings)?;
            }
        }
        Ok(row)
    }

    /// The line and the fault of a row whose record could not be read.
    ///
    /// # Errors
    /// If the rest of the file cannot be read either.
    fn fault_of(&self, error: RecordError, columns: &Columns) -> Result<(u64, Fault), FormatError> {
        match error {
            RecordError::CellTooLong { line, cell, .. } => {
                Ok((line, Fault::in_column(cell, RowProblem::CellTooLong)))
            }
            RecordError::RecordTooLong { line, .. } => Ok((line, RowProblem::RowTooLong.into())),
            RecordError::TooManyCells { line, .. } => Ok((line, RowProblem::TooManyCells.into())),
            RecordError::Io(source) => {
                Err(FormatError::Unreadable { file: self.file.clone(), source })
            }
            RecordError::OpenQuote { line, cell } => Err(self.bad_file(FileProblem::OpenQuote {
                row: self.rows_seen,
                line,
                column: cell.map_or("(unknown)".into(), |cell| shown(columns.name(cell))),
            })),
        }
    }

    fn bad_file(&self, problem: FileProblem) -> FormatError {
        FormatError::BadFile { file: self.file.clone(), problem }
    }

    /// Removes the choices that are missing cells in the words of pandas.
    fn leave_out_nan_choices(&mut self) {
        let nan = NanChoices::find(self.rows.iter().map(|row| ChoiceRow {
            stem: row.stem.as_str(),
            choices: row.choices.iter().map(|c| (c.label, c.text.as_str())).collect(),
            answer: row.answer,
        }));
        for &at in &nan.absent {
            let row = &mut self.rows[at];
            row.choices.retain(|choice| choice.text != NAN);
            if row.choices.is_empty() && row.answer.take().is_some() {
                self.warnings.note_row(ANSWER_WITHOUT_CHOICES, row.row);
            }
        }
        nan.sentences().for_each(|sentence| self.warnings.note(sentence));
    }

    /// Makes questions of the rows, once all rows are known.
    fn finish(mut self, columns: Columns) -> Result<QuestionFile, FormatError> {
        let missing = self.intake.finish()?;
        if let Some(sentence) = missing {
            self.warnings.note(sentence);
        }
        self.leave_out_nan_choices();
        let indices = Indices::new(&mut self.rows, &mut self.bad)?;
        suspects::refuse_suspects(&mut self.rows, &columns, &indices, &mut self.bad)?;
        let indices = indices.renewed(&self.rows);
        let picture_column = pictures::resolve(&mut self.rows, &columns, &indices, &mut self.bad)?;
        let indices = indices.renewed(&self.rows);
        let groups = circular::groups(&self.rows, &indices);
        let questions =
            fold::into_questions(self.rows, groups, &indices, &mut self.bad, &mut self.warnings)?;
        if questions.is_empty() {
            let file = self.file.clone();
            return Err(FormatError::BadFile { file, problem: self.bad.no_good_row() });
        }
        let mut hashes: Vec<ImageHash> =
            questions.iter().flat_map(|q| q.pictures.iter().map(|picture| picture.hash)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        Ok(QuestionFile {
            questions,
            rows: self.rows_seen,
            pictures: hashes.len(),
            picture_column,
            skipped: self.bad.into_skipped(),
            warnings: self.warnings.into_sentences(),
            extra_fields: columns.extra.into_iter().map(|(name, _)| name).collect(),
            settings: self.settings,
        })
    }
}
