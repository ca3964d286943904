//! Writes votes in a layout: by the same tables as they are read.
//!
//! A verdict is written in the first of some forms that reads back as the same: as it stood in its file, a word of
//! the layout, a number. What a layout has no word for (a reason for no verdict, a turn, a repeat, a person as
//! judge) is in fields of ours beside the layout's, so that reading the file gives the same votes; a verdict that
//! cannot be expressed is an error.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::layout::{Game, Layout, Shown};
use super::layouts::{FASTCHAT_PEOPLE, LAYOUTS};
use super::paths::put;
use super::{Judge, VoteQuestion, VoteRow, VotesFormat};
use crate::error::shown;
use crate::written_rows::Cell;
use assay_core::keyword::Keyword as _;
use assay_core::visible::Harmless;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Reading};

/// Why votes could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteVotesError {
    /// The system refused to write them.
    #[error("the votes cannot be written")]
    Io(#[from] io::Error),
    /// The layout cannot express one.
    #[error(
        "the vote on question {question} cannot be written as {}: {problem}; the layout \"long\" can express \
         every vote",
        format.name()
    )]
    Inexpressible { question: String, format: VotesFormat, problem: String },
}

/// The votes of one record: one for each game of its layout.
struct Games<'r> {
    layout: &'static Layout,
    votes: [Option<&'r VoteRow>; 3],
}

/// Question, turn, repeat, judge, and the models in an order.
type Subject<'r> = (&'r VoteQuestion, u16, u16, Option<&'r Judge>, [&'r str; 2]);

/// Writes votes in a layout: JSON lines, a list as JSON (AlpacaEval, WildBench), or a table.
pub fn write_votes(
    format: VotesFormat,
    rows: &[VoteRow],
    out: &mut dyn Write,
) -> Result<(), WriteVotesError> {
    let games = games_of(format, rows)?;
    if format == VotesFormat::Long {
        return write_table(&games, out);
    }
    let is_list = matches!(format, VotesFormat::AlpacaEval | VotesFormat::WildBench);
    let (open, between, close) = if is_list { ("[\n", ",\n", "\n]\n") } else { ("", "\n", "\n") };
    let mut before = open;
    for games in &games {
        let record = games.record()?;
        out.write_all(before.as_bytes())?;
        serde_json::to_writer(Harmless::json(&mut *out), &record).map_err(io::Error::from)?;
        before = between;
    }
    Ok(out.write_all(if games.is_empty() { b"" } else { close.as_bytes() })?)
}

/// The columns that a table always has.
const COLUMNS: [&str; 5] = ["question", "left", "right", "judge", "winner"];

/// Writes a table: the usual columns, and those that a vote needs.
fn write_table(games: &[Games<'_>], out: &mut dyn Write) -> Result<(), WriteVotesError> {
    let mut columns: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
    for games in games {
        let record = games.record()?;
        let names = record.as_object().into_iter().flat_map(serde_json::Map::keys);
        let new: Vec<&String> = names.filter(|name| !columns.contains(name)).collect();
        columns.extend(new.into_iter().cloned().collect::<Vec<_>>());
    }
    let mut table = csv::Writer::from_writer(out);
    table.write_record(&columns).map_err(io::Error::from)?;
    for games in games {
        let record = games.record()?;
        let cell = |name: &String| match record.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        table.write_record(columns.iter().map(cell)).map_err(io::Error::from)?;
    }
    Ok(table.flush()?)
}

/// The layout that a vote is written in.
fn layout_for(format: VotesFormat, row: &VoteRow) -> Option<&'static Layout> {
    let is_person = row.judge.as_ref().is_some_and(|judge| judge.kind == JudgeKind::Person);
    if format == VotesFormat::FastChat && is_person && row.second.is_some() {
        return Some(&FASTCHAT_PEOPLE);
    }
    let is_alone = |layout: &Layout| layout.models[1].is_empty();
    let fits = |layout: &&Layout| {
        layout.format == format
            && (is_alone(layout) == row.second.is_none() || format == VotesFormat::Long)
    };
    LAYOUTS.iter().find(fits)
}

/// Puts together the votes that are one record: the two orders of a pair, and its label.
fn games_of(format: VotesFormat, rows: &[VoteRow]) -> Result<Vec<Games<'_>>, WriteVotesError> {
    let mut all: Vec<Games<'_>> = Vec::new();
    let mut with_one_order: HashMap<Subject<'_>, usize> = HashMap::new();
    let mut labels: Vec<Games<'_>> = Vec::new();
    for row in rows {
        let layout = layout_for(format, row).filter(|_| format != VotesFormat::MllmAsAJudge);
        let no_layout = || inexpressible(format, row, "it has no such votes".to_owned());
        let layout = layout.ok_or_else(no_layout)?;
        let has_label = layout.games[0].fixed_judge.is_some();
        if has_label && row.judge.as_ref().is_some_and(|judge| judge.kind == JudgeKind::Label) {
            labels.push(Games { layout, votes: [Some(row), None, None] });
            continue;
        }
        let order = usize::from(has_label);
        let has_two_orders = layout.games.len() > order + 1;
        let (judge, second) = (row.judge.as_deref(), row.second.as_deref().unwrap_or_default());
        let subject =
            |models| -> Subject<'_> { (&row.question, row.turn, row.repeat, judge, models) };
        if let Some(at) = with_one_order.remove(&subject([second, &row.first])) {
            let votes = &mut all[at].votes;
            let slot = order + usize::from(votes[order].is_some());
            votes[slot] = Some(row);
            continue;
        }
        let mut votes = [None; 3];
        let [a, b] = layout.suffixes;
        votes[order + usize::from(a != b && row.first.ends_with(b))] = Some(row);
        if has_two_orders {
            with_one_order.insert(subject([&row.first, second]), all.len());
        }
        all.push(Games { layout, votes });
    }
    // A label goes along with the first judgments of its question.
    let mut unlabelled: HashMap<&VoteQuestion, usize> = HashMap::new();
    for (at, games) in all.iter().enumerate().filter(|_| !labels.is_empty()) {
        let question = games.votes.iter().flatten().map(|row| &*row.question).next();
        if let Some(question) = question {
            unlabelled.entry(question).or_insert(at);
        }
    }
    for label in labels {
        let question = label.votes[0].map(|row| &*row.question);
        match question.and_then(|question| unlabelled.remove(question)) {
            Some(at) => all[at].votes[0] = label.votes[0],
            None => all.push(label),
        }
    }
    Ok(all)
}

impl Games<'_> {
    fn record(&self) -> Result<Value, WriteVotesError> {
        let layout = self.layout;
        let votes =
            || layout.games.iter().zip(self.votes).filter_map(|(game, vote)| Some((game, vote?)));
        let mut record = Value::Null;
        let Some((game, row)) = votes().next() else { return Ok(record) };
        let bad = |problem: String| inexpressible(layout.format, row, problem);
        put(&mut record, layout.key, json!(Cell::index(&row.question.key)));
        let mut put_text = |paths: &str, text: Option<&str>| {
            if let Some(text) = text {
                put(&mut record, paths, text);
            }
        };
        put_text(layout.text, row.question.text.as_deref());
        put_text(layout.category, row.question.category.as_deref());
        put_text(layout.level, row.question.level.as_deref());
        let mut models = [Some(&*row.first), row.second.as_deref()];
        let mut answers = row.answers.each_ref().map(Option::as_deref);
        if game.is_swapped {
            models.reverse();
            answers.reverse();
        }
        for ((model, answer), at) in models.into_iter().zip(answers).zip(0..) {
            let model = model.map(|model| {
                let expected = || "its answers are of one model, named with (A) and (B)".to_owned();
                model.strip_suffix(layout.suffixes[at]).ok_or_else(expected)
            });
            put_text(layout.models[at], model.transpose().map_err(bad)?);
            put_text(layout.answers[at], answer);
        }
        for (name, number) in [("/turn", row.turn), ("/repeat", row.repeat)] {
            if number > 0 {
                put(&mut record, name, number);
            }
        }
        if row.has_order != layout.has_order {
            put(&mut record, "/order", if row.has_order { "shown" } else { "unknown" });
        }
        for (game, row) in votes() {
            game.put_judge(&mut record, row);
        }
        if let Some(template) = &row.template {
            let judge = row.judge.as_deref().map_or("", |judge| &judge.name);
            let is_in_name =
                judge.strip_suffix(&**template).is_some_and(|name| name.ends_with('/'));
            let is_listed = layout.template.starts_with("/judge/1");
            let path = if is_listed && !is_in_name { "/template" } else { layout.template };
            put(&mut record, path, &**template);
        }
        for (game, row) in votes() {
            if layout.format == VotesFormat::Long {
                put_numbers(&mut record, row.said);
            }
            game.put_grade(&mut record, row).map_err(bad)?;
        }
        (layout.complete_written)(&mut record, row);
        Ok(record)
    }
}

/// What a table has beside the winner.
fn put_numbers(record: &mut Value, said: Said) {
    let mut put_one = |name, value: Value| put(record, name, value);
    match said {
        Said::Single(Ok(score)) => put_one("/score", score.into()),
        Said::Single(Err(because)) => put_one("/score", because.name().into()),
        Said::Pair(Reading::Scores { first, second }) => {
            put_one("/left_score", first.into()) && put_one("/right_score", second.into())
        }
        Said::Pair(reading @ Reading::Preference(preference)) => {
            let is_plain = [Reading::FIRST, Reading::TIE, Reading::SECOND].contains(&reading);
            !is_plain && put_one("/preference", preference.into())
        }
        Said::Pair(Reading::Undecided(_)) => false,
    };
}

impl Game {
    fn put_judge(&self, record: &mut Value, row: &VoteRow) {
        if let (None, Some(judge)) = (self.fixed_judge, &row.judge) {
            put(record, self.judge, self.name_beside_prompt(judge, row).unwrap_or(&judge.name));
            if JudgeKind::from_judge_name(&judge.name) != judge.kind {
                put(record, "/judge_kind", judge.kind.name());
            }
        }
        if let Some(text) = &row.text {
            // An object that was read as a text is an object again.
            let object = serde_json::from_str::<Value>(text).ok().filter(Value::is_object);
            let is_same =
                |object: &Value| serde_json::to_string(object).is_ok_and(|json| json == *text);
            let object = object.filter(is_same);
            put(record, self.text, object.unwrap_or_else(|| text.as_str().into()));
        }
    }

    /// The judge's name alone, where its prompt's is beside it in a list.
    fn name_beside_prompt<'r>(&self, judge: &'r Judge, row: &VoteRow) -> Option<&'r str> {
        let prompt = row.template.as_deref().filter(|_| self.judge.starts_with("/judge/0"))?;
        judge.name.strip_suffix(prompt)?.strip_suffix('/')
    }

    fn put_grade(&self, record: &mut Value, row: &VoteRow) -> Result<(), String> {
        let models = [&*row.first, row.second.as_deref().unwrap_or_default()];
        let says_it = |grade: &Value| {
            let shown = Shown { record, models };
            (self.verdicts.read)(grade, &shown).is_ok_and(|said| said == row.said)
        };
        let found = self.forms(row).into_iter().find(says_it);
        let because = match row.said {
            Said::Pair(Reading::Undecided(because)) | Said::Single(Err(because)) => Some(because),
            _ => None,
        };
        let Some(because) = because.filter(|_| found.is_none()) else {
            let is_put = found.is_some_and(|grade| put(record, self.grade, grade));
            return is_put
                .then_some(())
                .ok_or_else(|| format!("it has no word for {:?}", row.said));
        };
        put(record, self.grade, Value::Null);
        put(record, self.reason(), because.name());
        Ok(())
    }

    /// The forms that the verdict may be written in.
    fn forms(&self, row: &VoteRow) -> Vec<Value> {
        let mut forms = Vec::new();
        match row.grade.as_deref() {
            None => forms.push(Value::Null),
            Some(grade) => {
                let number = serde_json::from_str(grade).ok().filter(Value::is_number);
                forms.extend(number.into_iter().chain([Value::from(grade)]));
            }
        }
        forms.extend(self.verdicts.words.iter().map(|word| Value::from(*word)));
        forms.push(match row.said {
            Said::Single(Ok(score)) => score.into(),
            Said::Single(Err(_)) => (-1).into(),
            Said::Pair(Reading::Preference(preference)) => (2.0 - preference).into(),
            Said::Pair(Reading::Scores { first, second }) => {
                format!("```Answer1\n{first}\n```\n```Answer2\n{second}\n```").into()
            }
            Said::Pair(Reading::Undecided(_)) => Value::Null,
        });
        forms.push(Value::Null);
        forms
    }
}

fn inexpressible(format: VotesFormat, row: &VoteRow, problem: String) -> WriteVotesError {
    WriteVotesError::Inexpressible { question: shown(&row.question.key), format, problem }
}
