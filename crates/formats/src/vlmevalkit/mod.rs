//! Questions in the layout of VLMEvalKit: MMBench, CCBench, SEED-Bench, MMT-Bench, MMStar and many
//! others are published in it.
//!
//! One row is a question with its picture in a cell, or one CircularEval pass of a question. The
//! file is read once: pictures are passed on as they are decoded, texts are kept until the last row,
//! because a row may share the picture of a later one and passes may be anywhere. Then, in this order,
//! indices are compared, shared pictures resolved ([`pictures`]), passes found ([`circular`]) and
//! folded into their question ([`fold`]). A spreadsheet has the same rows. Files in this layout
//! are written by [`write`].
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
mod shared_pictures;
pub mod write;

use std::io::{BufRead, Read};
use std::path::Path;

use columns::{Cells, Columns};
use index::Indices;
use row::SourceRow;

use super::bad_rows::Refusal;
use super::error::{EMPTY, FormatError, NO_ROWS, cell_too_long, shown};
use super::nan_choices;
use super::questions::intake::Intake;
use super::questions::{
    Input, KeepPicture, QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions,
    Start, open,
};
use super::records::CellBuffer;
use super::records::{Limits, Record, RecordError, RecordReader};
use super::sniff::{TableSource, open_table};
use super::workbook::{Formulas, read_rows};
use super::{MAX_COLUMNS, MAX_ROW_BYTES};
use assay_core::benchmark::PictureReference;

/// Reads tables of text and spreadsheets, one at a time.
pub(super) const READER: QuestionReader = QuestionReader {
    format: QuestionFormat::Vlmevalkit,
    recognizes: |start| !start.is_json(),
    shards: None,
    read,
};

fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let file = &input.files[0];
    match Start::read(file)?.begins_with(b"PK\x03\x04") {
        true => read_workbook(input),
        false => read_text(open(file)?, input),
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
    let sink = QuestionSink { keep_picture, progress };
    read(Input { files: &[path.to_owned()], options, sink })
}

/// As [`read_questions`], from anything that can be read as text; `name` is for messages.
pub fn read_questions_from(
    source: impl Read,
    name: &Path,
    options: &ReadOptions,
    keep_picture: &mut KeepPicture<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<QuestionFile, FormatError> {
    let sink = QuestionSink { keep_picture, progress };
    read_text(source, Input { files: &[name.to_owned()], options, sink })
}

fn read_text(source: impl Read, input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let name = &input.files[0];
    let bad_file = |problem| FormatError::bad_file(name, problem);
    let TableSource { text, delimiter } =
        open_table(source, &columns::known_names()).map_err(|error| error.in_file(name))?;
    let mut records = RecordReader::new(text, delimiter, Limits::default());
    let header = match records.next_record() {
        Ok(Some(header)) => header,
        Ok(None) => return Err(bad_file(EMPTY.to_owned())),
        Err(error) => return Err(bad_file(columns::bad_header(&error.to_string()))),
    };
    let intake = Intake::with_folder(None, input)?;
    let mut rows = TableRows::new(&header, Some(delimiter), intake)?;
    while rows.take_next(&mut records)? {
        (rows.intake.sink.progress)(records.bytes_read);
    }
    (rows.intake.sink.progress)(records.bytes_read);
    rows.finish()
}

/// The rows of a table in this layout, and what is known of them while they are read.
pub(crate) struct TableRows<'a> {
    pub intake: Intake<'a>,
    columns: Columns,
    rows: Vec<SourceRow>,
}

impl<'a> TableRows<'a> {
    /// For a table with these columns. One that is not text has no delimiter: Parquet, a spreadsheet, JSON.
    pub fn new(
        header: &Record<'_>,
        delimiter: Option<u8>,
        mut intake: Intake<'a>,
    ) -> Result<Self, FormatError> {
        match Columns::read(header, delimiter, &mut intake.warnings) {
            Ok(columns) => Ok(TableRows { intake, columns, rows: Vec::new() }),
            Err(problem) => Err(intake.bad.bad_file(problem)),
        }
    }

    /// Takes the next row of a table of text; `false` at the end of the file.
    fn take_next(&mut self, records: &mut RecordReader<impl BufRead>) -> Result<bool, FormatError> {
        match records.next_record() {
            Ok(None) => return Ok(false),
            Ok(Some(record)) => self.take(&record, &[], [])?,
            Err(error) => {
                self.intake.begin_row(error.line())?;
                let refusal = self.refusal(error);
                self.intake.bad.refuse(self.intake.row, None, refusal)?;
                if let Err(error) = records.skip_rest_of_record()
                    && let Refusal::File(error) = self.refusal(error)
                {
                    return Err(error);
                }
            }
        }
        Ok(true)
    }

    /// Takes a row. `given` are its pictures if they are not in its cells; `locations` are those of
    /// its pictures, in their order.
    pub fn take(
        &mut self,
        record: &Record<'_>,
        given: &[&[u8]],
        locations: impl IntoIterator<Item = PictureReference>,
    ) -> Result<(), FormatError> {
        self.intake.begin_row(record.line)?;
        self.intake.next_are_at(locations);
        let cells = Cells { record, columns: &self.columns };
        let index = cells.index();
        // A row of the wrong shape is also named by its index, if it has one.
        let known_index = index.as_ref().ok().map(ToString::to_string);
        let row = cells.check_shape().and_then(|suspicion| {
            let row = cells.source_row(index?, given, &mut self.intake);
            match (row, suspicion) {
                (Ok(row), suspicion) => Ok(SourceRow { suspicion, ..row }),
                (Err(Refusal::Row { .. }), Some(suspicion)) => {
                    Err(suspicion.refusal(&self.columns))
                }
                (Err(refusal), _) => Err(refusal),
            }
        });
        match row {
            Ok(row) => self.rows.push(row),
            Err(refusal) => self.intake.bad.refuse(self.intake.row, known_index, refusal)?,
        }
        Ok(())
    }

    /// Why a row whose record could not be read is refused.
    fn refusal(&self, error: RecordError) -> Refusal {
        let bad = &self.intake.bad;
        match error {
            RecordError::CellTooLong { cell, .. } => self.columns.refusal(cell, cell_too_long()),
            RecordError::RecordTooLong { .. } => {
                let most = MAX_ROW_BYTES / 1_000_000;
                format!("the row has more than {most} MB; is a quote left open?").into()
            }
            RecordError::TooManyCells { .. } => {
                let advice = "is this the right delimiter?";
                format!("the row has more than {MAX_COLUMNS} cells; {advice}").into()
            }
            RecordError::Io(source) => FormatError::unreadable(&bad.file)(source).into(),
            RecordError::OpenQuote { line, cell } => {
                let row = self.intake.row.row;
                let name = |cell| shown(self.columns.name(cell));
                let column = cell.map_or_else(|| "(unknown)".to_owned(), name);
                let problem = format!(
                    "a quote opened in row {row} (which begins on line {line}), column {column}, is \
                     never closed: the rest of the file was swallowed. Close the quote, or double it \
                     if it is a part of the text"
                );
                bad.bad_file(problem).into()
            }
        }
    }

    /// Makes questions of the rows, once all are known.
    pub fn finish(self) -> Result<QuestionFile, FormatError> {
        let TableRows { mut intake, columns, mut rows } = self;
        if intake.row.row == 0 {
            return Err(intake.bad.bad_file(NO_ROWS));
        }
        intake.finish_pictures()?;
        let mut questions: Vec<_> = rows.iter_mut().map(|row| &mut row.question).collect();
        for at in nan_choices::leave_out(&mut questions, &mut intake.warnings) {
            let sentence = "all choices read “nan”: an open question, whose answer is not kept";
            intake.warnings.note_row(sentence, rows[at].position.row);
        }
        let indices = Indices::new(&mut rows, &mut intake.bad)?;
        index::refuse_suspects(&mut rows, &columns, &indices, &mut intake.bad)?;
        let indices = indices.renewed(&rows);
        let picture_column =
            shared_pictures::resolve(&mut rows, &columns, &indices, &mut intake.bad)?;
        let groups = circular::groups(&rows, &indices);
        let questions = fold::into_questions(rows, groups, &indices, &mut intake)?;
        let extra_fields = columns.extra.into_iter().map(|(name, _)| name).collect();
        intake.into_file(questions, picture_column, extra_fields)
    }
}

/// Reads the questions of the first sheet of a spreadsheet, each row with the cells that a table of text would
/// have. A spreadsheet cuts a cell after 32,767 characters, so pictures in it are small, or are paths.
fn read_workbook(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let path = &input.files[0];
    let file = &open(path)?;
    let mut input = Some(input);
    let mut table: Option<TableRows<'_>> = None;
    let mut cells = CellBuffer::default();
    let warnings = read_rows(file, path, Formulas::AsText, &mut |row| {
        cells.clear();
        for cell in row {
            cells.push(cell.as_deref().unwrap_or_default().as_bytes());
        }
        if let Some(input) = input.take() {
            let intake = Intake::with_folder(None, input)?;
            table = Some(TableRows::new(&cells.record(), None, intake)?);
        } else if let Some(table) = &mut table {
            table.take(&cells.record(), &[], [])?;
        }
        Ok(())
    })?;
    let mut table = table.ok_or_else(|| FormatError::bad_file(path, NO_ROWS))?;
    for warning in warnings {
        table.intake.warnings.note(warning);
    }
    (table.intake.sink.progress)(file.metadata().map_or(0, |metadata| metadata.len()));
    table.finish()
}
