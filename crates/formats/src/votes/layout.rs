//! A layout of records as a table of paths, and the votes of a record by it.

use std::sync::Arc;

use serde_json::Value;

use super::intake::Intake;
use super::paths::{Paths, answer_at, any_text_at, find, text_at, value_at, whole_at};
use super::{VoteQuestion, VoteRow, VotesFormat};
use crate::bad_rows::{Refusal, in_field};
use crate::error::shown;
use crate::json_fields::scalar;
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Reading, Undecided};

/// Where a layout has what; empty for what it does not have.
pub(super) struct Layout {
    pub format: VotesFormat,
    /// A record with all of these fields is of this layout.
    pub fields: &'static [&'static str],
    pub key: Paths,
    pub text: Paths,
    pub category: Paths,
    pub level: Paths,
    /// The second is empty if answers are scored alone.
    pub models: [Paths; 2],
    /// What distinguishes two answers of one model.
    pub suffixes: [&'static str; 2],
    /// Whether the order of the models is that in which their answers were shown, where a record does not say it.
    pub has_order: bool,
    pub answers: [Paths; 2],
    pub template: Paths,
    pub games: &'static [Game],
    /// What the paths do not say, when a record is read and when it is written.
    pub complete: fn(&Value, &mut VoteRow, &mut Intake),
    pub complete_written: fn(&mut Value, &VoteRow),
}

/// One look of a judge at the answers.
pub(super) struct Game {
    /// The field without which it is not in the record.
    at: &'static str,
    /// Whether the second answer of the record was shown first.
    pub is_swapped: bool,
    pub judge: Paths,
    /// The judge, if no field names it.
    pub fixed_judge: Option<(&'static str, JudgeKind)>,
    pub grade: Paths,
    /// What the judge wrote.
    pub text: Paths,
    pub verdicts: Verdicts,
}

/// The verdicts of a layout.
#[derive(Clone, Copy)]
pub(super) struct Verdicts {
    pub read: fn(&Value, &Shown<'_>) -> Result<Said, String>,
    /// Those that can be written.
    pub words: &'static [&'static str],
}

/// A record, and the models in the order shown; the second is empty if there is only one.
pub(super) struct Shown<'r> {
    pub record: &'r Value,
    pub models: [&'r str; 2],
}

impl Layout {
    pub const PLAIN: Layout = Layout {
        format: VotesFormat::Long,
        fields: &[],
        key: "",
        text: "",
        category: "/category",
        level: "/level",
        models: ["", ""],
        suffixes: ["", ""],
        has_order: true,
        answers: ["", ""],
        template: "/template",
        games: &[],
        complete: |_, _, _| {},
        complete_written: |_, _| {},
    };

    /// Whether a record has the fields.
    pub fn fits(&self, record: &Value) -> bool {
        self.fields.iter().all(|name| record.get(name).is_some())
    }

    /// The votes of a record.
    pub fn rows(&self, record: &Value, intake: &mut Intake) -> Result<Vec<VoteRow>, Refusal> {
        let key = match text_at(record, self.key) {
            Some(key) => key,
            None if self.format == VotesFormat::Long => {
                intake.note("there is no question: the row is one, named by its number");
                intake.number_of_row().to_string()
            }
            None => return Err(absent(self.key, "the key of a question")),
        };
        let question = intake.question(VoteQuestion {
            key,
            text: text_at(record, self.text),
            category: text_at(record, self.category),
            level: text_at(record, self.level),
        })?;
        let models = self.models_of(record)?;
        let answers = self.answers.map(|paths| intake.shared(answer_at(record, paths)));
        let mut rows = Vec::new();
        for game in self.games.iter().filter(|game| is_there(record, game.at)) {
            let mut shown = Shown { record, models: [&models[0], &models[1]] };
            let mut answers = answers.clone();
            if game.is_swapped {
                shown.models.reverse();
                answers.reverse();
            }
            let grade = value_at(record, game.grade).and_then(scalar);
            let grade = grade.filter(|grade| !grade.is_empty());
            rows.push(VoteRow {
                row: intake.number_of_row(),
                question: Arc::clone(&question),
                turn: whole_at(record, "/turn")?,
                repeat: whole_at(record, "/repeat")?,
                first: intake.name(shown.models[0]),
                second: (!shown.models[1].is_empty()).then(|| intake.name(shown.models[1])),
                has_order: match text_at(record, "/order").as_deref() {
                    Some("shown") => true,
                    Some("unknown") => false,
                    _ => self.has_order,
                },
                judge: game.judge_of(record, intake)?,
                said: game.said(&shown)?,
                grade: intake.shared(grade),
                text: any_text_at(record, game.text),
                template: intake.shared(text_at(record, self.template)),
                answers,
            });
        }
        if self.games.last().is_some_and(|last| last.is_swapped && !is_there(record, last.at)) {
            intake.note("the file has only one of the two orders");
        }
        for row in &mut rows {
            (self.complete)(record, row, intake);
        }
        Ok(rows)
    }

    /// The names of the models; the second is empty for the score of a single answer.
    fn models_of(&self, record: &Value) -> Result<[String; 2], Refusal> {
        let expected = "the name of a model";
        let first =
            text_at(record, self.models[0]).ok_or_else(|| absent(self.models[0], expected))?;
        let second = match text_at(record, self.models[1]) {
            Some(second) => second,
            None if self.models[1].is_empty() => return Ok([first, String::new()]),
            None if self.format == VotesFormat::Long && text_at(record, "/score").is_some() => {
                return Ok([first, String::new()]);
            }
            None => return Err(absent(self.models[1], expected)),
        };
        let [first, second] = [first + self.suffixes[0], second + self.suffixes[1]];
        if first == second {
            return Err(format!("the model {} is compared with itself", shown(&first)).into());
        }
        Ok([first, second])
    }
}

impl Game {
    /// A game that every record has, with the paths of its grade and of what the judge wrote.
    pub const fn new(grade: Paths, text: Paths, verdicts: Verdicts) -> Game {
        let (at, judge) = ("", "/judge");
        Game { at, is_swapped: false, judge, fixed_judge: None, grade, text, verdicts }
    }

    /// A game that a record has if it has this field.
    pub const fn at(self, at: &'static str) -> Game {
        Game { at, ..self }
    }

    pub const fn swapped(self) -> Game {
        Game { is_swapped: true, ..self }
    }

    pub const fn judge(self, judge: Paths) -> Game {
        Game { judge, ..self }
    }

    pub const fn fixed_judge(self, name: &'static str, kind: JudgeKind) -> Game {
        Game { fixed_judge: Some((name, kind)), ..self }
    }

    /// What the verdict says. Where the layout has no words for a reason, a field of its own names it.
    pub fn said(&self, shown: &Shown<'_>) -> Result<Said, Refusal> {
        let grade = value_at(shown.record, self.grade).unwrap_or(&Value::Null);
        let said = (self.verdicts.read)(grade, shown)
            .map_err(|problem| in_field(name_of(self.grade), problem))?;
        let reason = text_at(shown.record, self.reason());
        let reason = reason.and_then(|name| Undecided::from_name(&name).ok());
        Ok(match (said, reason) {
            (Said::Pair(Reading::Undecided(Undecided::Null)), Some(reason)) => {
                Said::Pair(Reading::Undecided(reason))
            }
            (Said::Single(Err(Undecided::Null)), Some(reason)) => Said::Single(Err(reason)),
            (said, _) => said,
        })
    }

    /// The field for a reason that the layout has no word for.
    pub fn reason(&self) -> &'static str {
        if self.is_swapped { "/undecided_swapped" } else { "/undecided" }
    }

    fn judge_of(
        &self,
        record: &Value,
        intake: &mut Intake,
    ) -> Result<Option<Arc<super::Judge>>, Refusal> {
        if let Some((name, kind)) = self.fixed_judge {
            return Ok(Some(intake.judge(name, kind)));
        }
        let found = self.judge.split('|').find_map(|path| Some((path, text_at(record, path)?)));
        let Some((path, name)) = found else { return Ok(None) };
        // A name in a list with the prompt's: another prompt is another judge.
        let prompt = text_at(record, "/judge/1").filter(|_| path == "/judge/0");
        let name = prompt.map_or(name.clone(), |prompt| format!("{name}/{prompt}"));
        let kind = match text_at(record, "/judge_kind") {
            Some(kind) => JudgeKind::from_name(&kind)
                .map_err(|error| in_field("judge_kind", error.to_string()))?,
            None if matches!(path, "/worker" | "/annotator") && self.judge.contains('|') => {
                JudgeKind::Person
            }
            None => JudgeKind::from_judge_name(&name),
        };
        Ok(Some(intake.judge(&name, kind)))
    }
}

/// Whether a game is in the record. One whose list is null is there, without a verdict.
fn is_there(record: &Value, at: &str) -> bool {
    let list = at.split('/').nth(1).and_then(|name| record.get(name));
    at.is_empty() || find(record, at).is_some() || list.is_some_and(Value::is_null)
}

fn absent(paths: Paths, expected: &str) -> Refusal {
    in_field(name_of(paths), format!("there is none; expected {expected}"))
}

/// The name of a field for messages.
fn name_of(paths: Paths) -> &'static str {
    paths.split('|').next().unwrap_or_default().trim_start_matches('/')
}
