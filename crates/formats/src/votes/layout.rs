//! A layout of records as a table of paths, and the votes of a record by it.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::intake::Intake;
use super::paths::{
    Paths, any_text_at, each, escaped, find, text_at, value_at, whole_at, within, written,
};
use super::verdicts::{Shown, Verdicts, mllm_bench_template};
use super::{Judge, VoteQuestion, VoteRow, VotesFormat};
use crate::bad_rows::{Refusal, in_field};
use crate::error::shown;
use crate::json_fields::scalar;
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Undecided};

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
    /// In which `{model}` is the model, and `{message}` the place of the turn's answer in a conversation.
    pub answers: [Paths; 2],
    pub template: Paths,
    pub judge: Paths,
    pub games: &'static [Game],
}

/// One look of a judge at the answers.
pub(super) struct Game {
    /// Whether the second answer of the record was shown first.
    pub is_swapped: bool,
    /// The judge, if no field names it.
    pub fixed_judge: Option<(&'static str, JudgeKind)>,
    pub grade: Paths,
    /// What the judge wrote.
    pub text: Paths,
    pub verdicts: Verdicts,
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
        judge: "/judge",
        games: &[],
    };

    /// The layout for a table with these columns: what no column has is not looked for in each row.
    pub fn within(&self, columns: &[String]) -> Layout {
        let within = |paths| within(paths, columns);
        // Messages name the columns that a table must have.
        let needed = |paths| Some(within(paths)).filter(|found| !found.is_empty()).unwrap_or(paths);
        Layout {
            key: within(self.key),
            text: within(self.text),
            category: within(self.category),
            level: within(self.level),
            models: self.models.map(needed),
            answers: self.answers.map(within),
            template: within(self.template),
            judge: within(self.judge),
            ..*self
        }
    }

    /// Whether a record has the fields.
    pub fn fits(&self, record: &Value) -> bool {
        self.fields.iter().all(|name| record.get(name).is_some())
    }

    /// The votes of a record.
    pub fn rows(&self, record: &Value, intake: &mut Intake) -> Result<Vec<VoteRow>, Refusal> {
        let question = self.question(record, intake)?;
        let question = intake.question(question)?;
        let models = self.models_of(record)?;
        let (turn, repeat) = (whole_at(record, "/turn")?, whole_at(record, "/repeat")?);
        let models = models.each_ref().map(|model| &**model);
        let paths = self.answers_at(turn, models);
        let answers = paths.map(|path| intake.shared(value_at(record, &path).and_then(written)));
        // WildBench's result that is only the choice has no text beside it.
        let result = value_at(record, "/parsed_result").and_then(Value::as_object);
        let is_bare =
            result.is_some_and(|result| result.len() == 1 && result.contains_key("choice"));
        let has_order = match text_at(record, "/order").as_deref() {
            Some("shown") => true,
            Some("unknown") => false,
            _ => self.has_order,
        };
        let mut rows = Vec::new();
        for game in self.games.iter().filter(|game| self.has(game, record)) {
            let is_swapped = game.is_swapped;
            let mut shown = Shown { record, models, is_swapped };
            let mut answers = answers.clone();
            if is_swapped {
                shown.models.reverse();
                answers.reverse();
            }
            let grade = value_at(record, game.grade).and_then(|grade| match grade {
                Value::String(text) => Some(Cow::from(text)),
                other => scalar(other).map(Cow::Owned),
            });
            let grade = grade.filter(|grade| !grade.is_empty());
            rows.push(VoteRow {
                row: intake.number_of_row(),
                question: Arc::clone(&question),
                turn,
                repeat,
                first: intake.names.get(shown.models[0]),
                second: (!models[1].is_empty()).then(|| intake.names.get(shown.models[1])),
                has_order,
                judge: self.judge_of(game, record, intake)?,
                said: game.said(&shown)?,
                template: intake.shared(self.template_of(record, grade.as_deref())),
                grade: intake.shared(grade),
                text: any_text_at(record, game.text).filter(|_| !is_bare),
                answers,
            });
        }
        if self.games.last().is_some_and(|last| last.is_swapped && !self.has(last, record)) {
            intake.note("the file has only one of the two orders");
        }
        Ok(rows)
    }

    fn question(&self, record: &Value, intake: &mut Intake) -> Result<VoteQuestion, Refusal> {
        let mut key = text_at(record, self.key).map(Cow::into_owned);
        let mut text = text_at(record, self.text).map(Cow::into_owned);
        if self.format == VotesFormat::Long && key.is_none() {
            intake.note("there is no question: the row is one, named by its number");
            key = Some(intake.number_of_row().to_string());
        }
        let mut key = key.ok_or_else(|| absent(self.key, "the key of a question"))?;
        if self.format == VotesFormat::MllmBench {
            // `12_1` and `12_2` are two orders of question 12.
            let plain = ["_1", "_2"].iter().find_map(|order| key.strip_suffix(*order));
            key = plain.map(str::to_owned).unwrap_or(key);
            let prompt = text_at(record, "/prompt").unwrap_or_default();
            let after = prompt.split_once("~~~Question\n").map(|(_, after)| after);
            let asked = after.and_then(|after| after.split_once("\n~~~"));
            text = text.or_else(|| asked.map(|(question, _)| question.to_owned()));
        }
        let [category, level] =
            [self.category, self.level].map(|paths| text_at(record, paths).map(Cow::into_owned));
        Ok(VoteQuestion { key, text, category, level })
    }

    /// The names of the models; the second is empty for the score of a single answer.
    fn models_of<'r>(&self, record: &'r Value) -> Result<[Cow<'r, str>; 2], Refusal> {
        let name = |at: usize| {
            let found = text_at(record, self.models[at]).map(|name| name + self.suffixes[at]);
            found.ok_or_else(|| absent(self.models[at], "the name of a model"))
        };
        let is_scored = self.format == VotesFormat::Long && text_at(record, "/score").is_some();
        let first = name(0)?;
        let second = match name(1) {
            Err(_) if self.models[1].is_empty() || is_scored => Cow::default(),
            second => second?,
        };
        if first == second {
            return Err(format!("the model {} is compared with itself", shown(&first)).into());
        }
        Ok([first, second])
    }

    /// The paths of the answers to a turn: a conversation alternates between the user and the model.
    pub fn answers_at(&self, turn: u16, models: [&str; 2]) -> [Cow<'static, str>; 2] {
        let message = usize::from(turn.max(1)) * 2 - 1;
        [0, 1].map(|at| match self.answers[at] {
            path if path.contains('{') => {
                let path = path.replace("{model}", &escaped(models[at]));
                path.replace("{message}", &message.to_string()).into()
            }
            path => path.into(),
        })
    }

    /// One of several games is in a record that has its grade, or that in which its grade is; one whose list is null
    /// is there, without a verdict.
    fn has(&self, game: &Game, record: &Value) -> bool {
        if self.games.len() == 1 {
            return true;
        }
        let parent = game.grade.rsplit_once('/').map_or("", |(parent, _)| parent);
        let list = game.grade.split('/').nth(1).and_then(|name| record.get(name));
        let at = if parent.is_empty() { game.grade } else { parent };
        find(record, at).is_some() || (!parent.is_empty() && list.is_some_and(Value::is_null))
    }

    fn template_of<'r>(&self, record: &'r Value, grade: Option<&str>) -> Option<Cow<'r, str>> {
        let of_mllm_bench = || match self.format {
            VotesFormat::MllmBench => mllm_bench_template(record, grade.unwrap_or_default())
                .map(|template| template.name().into()),
            _ => None,
        };
        text_at(record, self.template).or_else(of_mllm_bench)
    }

    fn judge_of(
        &self,
        game: &Game,
        record: &Value,
        intake: &mut Intake,
    ) -> Result<Option<Arc<Judge>>, Refusal> {
        let found = each(self.judge).find_map(|path| Some((path, text_at(record, path)?)));
        let (path, mut name) = match (game.fixed_judge, found) {
            (Some((name, kind)), _) => return Ok(Some(intake.judge(name, kind))),
            (None, None) => return Ok(None),
            (None, Some(found)) => found,
        };
        // A name in a list with the prompt's: another prompt is another judge.
        if let Some(prompt) = text_at(record, "/judge/1").filter(|_| path == "/judge/0") {
            name = format!("{name}/{prompt}").into();
        }
        Ok(Some(match text_at(record, "/judge_kind") {
            Some(kind) => {
                let kind = JudgeKind::from_name(&kind);
                let kind = kind.map_err(|error| in_field("judge_kind", error.to_string()))?;
                intake.judge(&name, kind)
            }
            None if matches!(path, "/worker" | "/annotator")
                && self.format == VotesFormat::Long =>
            {
                intake.judge(&name, JudgeKind::Person)
            }
            None => intake.judge_called(&name),
        }))
    }
}

impl Game {
    pub const fn new(grade: Paths, text: Paths, verdicts: Verdicts) -> Game {
        Game { is_swapped: false, fixed_judge: None, grade, text, verdicts }
    }

    pub const fn swapped(grade: Paths, text: Paths, verdicts: Verdicts) -> Game {
        Game { is_swapped: true, ..Game::new(grade, text, verdicts) }
    }

    pub const fn by(name: &'static str, kind: JudgeKind, grade: Paths, verdicts: Verdicts) -> Game {
        Game { fixed_judge: Some((name, kind)), ..Game::new(grade, "", verdicts) }
    }

    /// What the verdict says. Where the layout has no words for a reason, a field of its own names it.
    pub fn said(&self, shown: &Shown<'_>) -> Result<Said, Refusal> {
        let grade = value_at(shown.record, self.grade).unwrap_or(&Value::Null);
        let said = self.verdicts.read(grade, shown);
        let said = said.map_err(|problem| in_field(name_of(self.grade), problem))?;
        let reason = text_at(shown.record, self.reason());
        let reason = reason.and_then(|name| Undecided::from_name(&name).ok());
        Ok(match reason.filter(|_| said.undecided() == Some(Undecided::Null)) {
            Some(reason) => said.without_verdict(reason),
            None => said,
        })
    }

    /// The field for a reason that the layout has no word for.
    pub fn reason(&self) -> &'static str {
        if self.is_swapped { "/undecided_swapped" } else { "/undecided" }
    }
}

fn absent(paths: Paths, expected: &str) -> Refusal {
    in_field(name_of(paths), format!("there is none; expected {expected}"))
}

/// The name of a field for messages.
fn name_of(paths: Paths) -> &'static str {
    paths.split('|').next().unwrap_or_default().trim_start_matches('/')
}
