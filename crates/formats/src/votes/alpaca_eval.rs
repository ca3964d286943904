//! AlpacaEval's annotations: a list of records whose key is the instruction.

use serde_json::Value;

use super::fields::{any_text, needed, text, value};
use super::intake::Intake;
use super::{Rows, VoteQuestion};
use crate::bad_rows::in_field;
use crate::json_fields::{Fields, kind, scalar};
use assay_core::votes::Reading;

const EXPECTED: &str =
    "1 for the first output, 2 for the second, a number between them, 0 or 1.5 for a tie, or null";

/// The vote of a record.
pub(super) fn rows(fields: &Fields, intake: &mut Intake) -> Rows {
    let instruction = needed(fields, "instruction", "the text of the question")?;
    let models = [
        needed(fields, "generator_1", "the model of the first output")?,
        needed(fields, "generator_2", "the model of the second output")?,
    ];
    let found = fields.get("preference").unwrap_or(&Value::Null);
    let problem = || in_field("preference", format!("found {}; expected {EXPECTED}", kind(found)));
    let preference = match found {
        Value::Null => None,
        other => Some(other.as_f64().ok_or_else(problem)?),
    };
    let reading = Reading::from_alpaca_eval(preference).map_err(|_| problem())?;
    let question = VoteQuestion {
        key: instruction.clone(),
        text: Some(instruction),
        category: text(fields, "dataset"),
        level: None,
    };
    let mut row = intake.pair(question, [&models[0], &models[1]], reading)?;
    row.judge = text(fields, "annotator").map(|name| intake.named_judge(&name));
    row.grade = intake.shared(scalar(found));
    row.text = value(fields, "raw_completion").map(any_text);
    row.answers = ["output_1", "output_2"].map(|name| intake.shared(text(fields, name)));
    Ok(vec![row])
}
