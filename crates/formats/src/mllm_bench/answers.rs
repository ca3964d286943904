//! A model's answers to open questions, as MLLM-Bench's answer files have them: a list of objects.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::written_rows::Cell;
use assay_core::benchmark::Question;
use assay_core::visible::Harmless;

/// Writes the answers of a model, one for each of these questions. The paths of pictures are no
/// longer known here and are not written.
pub fn write_answers<'a>(
    model: &str,
    answers: impl IntoIterator<Item = (&'a Question, &'a str)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut before = "[\n";
    for (question, answer) in answers {
        out.write_all(before.as_bytes())?;
        let record = json!({
            "unique_idx": Cell::index(question.key.as_str()),
            "question": question.stem,
            "meta": meta(question),
            "gen_model_id": model,
            "answer": answer,
        });
        serde_json::to_writer(Harmless::json(&mut *out), &record)?;
        before = ",\n";
    }
    out.write_all(if before == "[\n" { b"[]\n" } else { b"\n]\n" })
}

/// The part of a question that MLLM-Bench has in a nested object.
fn meta(question: &Question) -> Map<String, Value> {
    let fields = [
        ("level", question.l2_category.as_deref().map(Value::from)),
        ("capability", question.category.as_deref().map(Value::from)),
        ("url", question.source.as_deref().map(Value::from)),
        ("question type", question.extra.get("question type").cloned()),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}
