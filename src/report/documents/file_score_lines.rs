//! The rows and the questions of a scored prediction file, one JSON line each: `assay score --rows`
//! and `--groups`.

use std::io::{self, Write};

use serde::Serialize;

use crate::benchmark::{Label, Pass};
use crate::evaluation::FileScoring;
use crate::formats::written_rows::Cell;
use crate::score::DecidedBy;
use crate::visible::Harmless;

/// Writes a JSON line for each row, in the order of the file.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_rows(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        index: Cell<'a>,
        label: Option<char>,
        step: &'a str,
    }
    for row in scoring.rows() {
        let index = Cell::index(row.index);
        write_line(&Line { index, label: row.label, step: row.step }, out)?;
    }
    Ok(())
}

/// Writes a JSON line for each question, in the order of their indices.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_questions(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        question: &'a str,
        correct: bool,
        counted: bool,
        decided_by: DecidedBy,
        passes: Vec<PassLine>,
    }
    #[derive(Serialize)]
    struct PassLine {
        pass: Pass,
        label: Option<char>,
        answer: Option<Label>,
    }
    for judged in scoring.judged_questions() {
        let passes = judged.passes.into_iter();
        let line = Line {
            question: judged.question,
            correct: judged.judgement.correct,
            counted: judged.judgement.counted,
            decided_by: judged.judgement.decided_by,
            passes: passes.map(|(pass, label, answer)| PassLine { pass, label, answer }).collect(),
        };
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(Harmless::json(&mut *out), line)?;
    out.write_all(b"\n")
}
