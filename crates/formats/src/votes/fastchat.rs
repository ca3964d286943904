//! FastChat's judgments of pairs (two games in a record, the second shown swapped) and of single answers, and
//! MT-Bench's votes of people.

use serde_json::Value;

use super::fields::{needed, score, text, turn, value};
use super::intake::Intake;
use super::long::verdict;
use super::{Rows, VoteQuestion, VoteRow};
use crate::bad_rows::{Refusal, in_field};
use crate::error::shown;
use crate::json_fields::{Fields, kind, scalar};
use assay_core::votes::{Reading, Undecided};

/// The highest rating that the prompts for single answers allow.
const HIGHEST: f64 = 10.0;

/// The two games of a record, with the names of their fields.
const GAMES: [[&str; 2]; 2] = [["g1_winner", "g1_judgment"], ["g2_winner", "g2_judgment"]];

/// The votes of a record of two games.
pub(super) fn pair(fields: &Fields, intake: &mut Intake) -> Rows {
    let one = needed(fields, "model_1", "a model's name")?;
    let two = needed(fields, "model_2", "a model's name")?;
    let (key, turn) = (key(fields)?, turn(fields)?);
    let mut rows = Vec::new();
    for (shown_as, [winner_field, text_field]) in
        [[&one, &two], [&two, &one]].into_iter().zip(GAMES)
    {
        let Some(winner) = fields.get(winner_field) else {
            let row = intake.row();
            intake.warnings.note_row("the second game is not in the file", row);
            continue;
        };
        let winner_is = |model| if shown_as[0] == model { Reading::FIRST } else { Reading::SECOND };
        let reading = match winner.as_str() {
            None if winner.is_null() => Reading::Undecided(Undecided::Null),
            Some("error") => Reading::Undecided(Undecided::Error),
            Some("tie") => Reading::TIE,
            // The winner is named by its place in the record, not by its place on the screen.
            Some("model_1") => winner_is(&one),
            Some("model_2") => winner_is(&two),
            _ => {
                let expected = "model_1, model_2, tie, error or null";
                let found = kind(winner);
                return Err(in_field(winner_field, format!("found {found}; expected {expected}")));
            }
        };
        let mut row = intake.pair(question(key.clone()), shown_as.map(String::as_str), reading)?;
        row.turn = turn;
        row.grade = intake.shared(scalar(winner));
        row.text = text(fields, text_field);
        judge(fields, &mut row, intake)?;
        rows.push(row);
    }
    Ok(rows)
}

/// The score of a single answer.
pub(super) fn single(fields: &Fields, intake: &mut Intake) -> Rows {
    let model = needed(fields, "model", "a model's name")?;
    let score = score(fields, "score", HIGHEST)?;
    let mut row = intake.single(question(key(fields)?), &model, score)?;
    row.turn = turn(fields)?;
    row.grade = intake.shared(text(fields, "score"));
    row.text = text(fields, "judgment");
    judge(fields, &mut row, intake)?;
    Ok(vec![row])
}

/// The vote of a person, or of a judge beside people.
pub(super) fn people(fields: &Fields, intake: &mut Intake) -> Rows {
    let models = [
        needed(fields, "model_a", "a model's name")?,
        needed(fields, "model_b", "a model's name")?,
    ];
    let models = [models[0].as_str(), models[1].as_str()];
    let winner = text(fields, "winner").filter(|winner| !winner.is_empty());
    let reading = match &winner {
        None => Reading::Undecided(Undecided::Null),
        Some(winner) => verdict(winner, models)?,
    };
    let turn = turn(fields)?;
    // A conversation alternates between the user and the model.
    let message = |name: &str, at: usize| {
        let content = fields.get(name)?.get(at)?.get("content")?;
        content.as_str().map(str::to_owned)
    };
    let asked = message("conversation_a", 0);
    let question = VoteQuestion { text: asked, ..question(key(fields)?) };
    let mut row = intake.pair(question, models, reading)?;
    let answer = usize::from(turn.max(1)) * 2 - 1;
    row.turn = turn;
    row.grade = intake.shared(winner);
    row.answers =
        ["conversation_a", "conversation_b"].map(|name| intake.shared(message(name, answer)));
    judge(fields, &mut row, intake)?;
    Ok(vec![row])
}

fn key(fields: &Fields) -> Result<String, Refusal> {
    needed(fields, "question_id", "the key of a question")
}

fn question(key: String) -> VoteQuestion {
    VoteQuestion { key, text: None, category: None, level: None }
}

/// The judge: a name, or a list of the name and the prompt's name.
fn judge(fields: &Fields, row: &mut VoteRow, intake: &mut Intake) -> Result<(), Refusal> {
    let (name, template) = match value(fields, "judge") {
        None => return Ok(()),
        Some(Value::String(name)) => (name, None),
        Some(Value::Array(parts)) => match parts.as_slice() {
            [Value::String(name)] => (name, None),
            [Value::String(name), Value::String(template)] => (name, Some(template)),
            _ => {
                let problem = "expected a name, or a list of a name and the name of a prompt";
                return Err(in_field("judge", problem));
            }
        },
        Some(other) => {
            let found = kind(other);
            return Err(in_field("judge", format!("found {found}; expected a name or a list")));
        }
    };
    if name.trim().is_empty() {
        return Err(in_field("judge", format!("found {}; expected a name", shown(name))));
    }
    row.judge = Some(intake.named_judge(name));
    row.template = template.map(|template| intake.name(template));
    Ok(())
}
