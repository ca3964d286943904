//! The rows and the questions of a scored prediction file, one JSON line each: `assay score --rows`
//! and `--groups`.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::evaluation::FileScoring;
use crate::formats::written_rows::Cell;
use crate::visible::Harmless;

/// Writes a JSON line for each row, in the order of the file. An index is a number if it reads as one.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_rows(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    for row in scoring.rows() {
        let index = Cell::index(row.index);
        write_line(&json!({"index": index, "label": row.label, "step": row.step}), out)?;
    }
    Ok(())
}

/// Writes a JSON line for each question, in the order of their indices.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_questions(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    for judged in scoring.judged_questions() {
        let passes = judged
            .passes
            .into_iter()
            .map(|(pass, label, answer)| json!({"pass": pass, "label": label, "answer": answer}));
        let line = json!({
            "question": judged.question,
            "correct": judged.judgement.correct,
            "counted": judged.judgement.counted,
            "decided_by": judged.judgement.decided_by,
            "passes": passes.collect::<Vec<_>>(),
        });
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &Value, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(Harmless::json(&mut *out), line)?;
    out.write_all(b"\n")
}
