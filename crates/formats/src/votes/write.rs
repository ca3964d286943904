//! Writes votes in a layout: by the same tables as they are read.
//!
//! A verdict is written in the first of some forms that reads back as the same: as it stood in its file, a word of
//! the layout, a number. What a layout has no word for (a reason for no verdict, a turn, a repeat, a person as
//! judge) is in fields of ours beside the layout's, so that reading the file gives the same votes; a verdict that
//! cannot be expressed is an error.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::layout::{Game, Layout};
use super::layouts::{FASTCHAT_PEOPLE, LAYOUTS};
use super::paths::{put, put_some};
use super::verdicts::{Shown, Verdicts};
use super::{Judge, VoteQuestion, VoteRow, VotesFormat};
use crate::error::shown;
use crate::written_rows::Cell;
use assay_core::keyword::Keyword as _;
use assay_core::visible::Harmless;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Reading, Verdict};

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

/// Question, turn, repeat, judge, whether the order is known, and the models in an order.
type Subject<'r> = (&'r VoteQuestion, [u16; 2], Option<&'r Judge>, bool, [&'r str; 2]);

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

/// Writes a table: the columns that it always has, and those that a vote needs.
fn write_table(games: &[Games<'_>], out: &mut dyn Write) -> Result<(), WriteVotesError> {
    let mut columns = ["question", "left", "right", "judge", "winner"].map(str::to_owned).to_vec();
    for games in games {
        let Value::Object(record) = games.record()? else { continue };
        for (name, _) in record {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
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
fn layout_for(format: VotesFormat, row: &VoteRow) -> Result<&'static Layout, WriteVotesError> {
    let is_person = row.judge.as_ref().is_some_and(|judge| judge.kind == JudgeKind::Person);
    if format == VotesFormat::FastChat && is_person && row.second.is_some() {
        return Ok(&FASTCHAT_PEOPLE);
    }
    let has_as_many = |layout: &Layout| layout.models[1].is_empty() == row.second.is_none();
    let fits = |layout: &&Layout| match format {
        VotesFormat::Long => layout.format == format,
        _ => layout.format == format && has_as_many(layout),
    };
    let no_layout = || inexpressible(format, row, "it has no such votes".to_owned());
    LAYOUTS.iter().find(fits).ok_or_else(no_layout)
}

/// Puts together the votes that are one record: the two orders of a pair, and the label of their question.
fn games_of(format: VotesFormat, rows: &[VoteRow]) -> Result<Vec<Games<'_>>, WriteVotesError> {
    let mut all: Vec<Games<'_>> = Vec::new();
    let mut with_one_order: HashMap<Subject<'_>, usize> = HashMap::new();
    let mut unlabelled: HashMap<&VoteQuestion, usize> = HashMap::new();
    let has_label = |row: &&VoteRow| {
        let is_label = row.judge.as_ref().is_some_and(|judge| judge.kind == JudgeKind::Label);
        is_label && format == VotesFormat::JudgeBench
    };
    let (labels, rows): (Vec<&VoteRow>, Vec<&VoteRow>) = rows.iter().partition(has_label);
    for row in rows {
        let layout = layout_for(format, row)?;
        // The game of a label, or of people, is the first one.
        let kind = row.judge.as_ref().map(|judge| judge.kind);
        let is_of_others = |(_, own): (_, JudgeKind)| kind != Some(own);
        let game = usize::from(layout.games[0].fixed_judge.is_some_and(is_of_others));
        let (judge, second) = (row.judge.as_deref(), row.second.as_deref().unwrap_or_default());
        let subject = |models| -> Subject<'_> {
            (&row.question, [row.turn, row.repeat], judge, row.has_order, models)
        };
        if let Some(at) = with_one_order.remove(&subject([second, &row.first])) {
            let votes = &mut all[at].votes;
            let swapped = game + usize::from(votes[game].is_some());
            votes[swapped] = Some(row);
            continue;
        }
        let mut votes = [None; 3];
        let [a, b] = layout.suffixes;
        votes[game + usize::from(a != b && row.first.ends_with(b))] = Some(row);
        if layout.games.get(game + 1).is_some_and(|next| next.is_swapped) {
            with_one_order.insert(subject([&row.first, second]), all.len());
        }
        unlabelled.entry(&row.question).or_insert(all.len());
        all.push(Games { layout, votes });
    }
    for label in labels {
        match unlabelled.remove(&*label.question) {
            Some(at) => all[at].votes[0] = Some(label),
            None => {
                let layout = layout_for(format, label)?;
                all.push(Games { layout, votes: [Some(label), None, None] });
            }
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
        let VoteQuestion { key, text, category, level } = &*row.question;
        match layout.format {
            VotesFormat::MllmBench => {
                let order = if Some(&row.first) <= row.second.as_ref() { 1 } else { 2 };
                put(&mut record, layout.key, format!("{key}_{order}"))
            }
            _ => put(&mut record, layout.key, json!(Cell::index(key))),
        };
        if layout.format == VotesFormat::MllmAsAJudge {
            put(&mut record, &format!("/{}", layout.fields[0]), json!(Cell::index(key)));
        }
        let name = row.judge.as_ref().map(|judge| judge.name.as_str());
        if let Some((fixed, _)) = game.fixed_judge.filter(|(fixed, _)| name != Some(*fixed)) {
            return Err(bad(format!("its only judge of this kind is called {fixed}")));
        }
        let order = if row.has_order { "shown" } else { "unknown" };
        let order = Some(order).filter(|_| row.has_order != layout.has_order);
        put_some(&mut record, layout.text, text.as_deref());
        put_some(&mut record, layout.category, category.as_deref());
        put_some(&mut record, layout.level, level.as_deref());
        put_some(&mut record, "/turn", Some(row.turn).filter(|turn| *turn > 0));
        put_some(&mut record, "/repeat", Some(row.repeat).filter(|repeat| *repeat > 0));
        put_some(&mut record, "/order", order);
        let mut models = [&*row.first, row.second.as_deref().unwrap_or_default()];
        let mut answers = row.answers.each_ref().map(Option::as_deref);
        if game.is_swapped {
            models.reverse();
            answers.reverse();
        }
        let paths = layout.answers_at(row.turn, models);
        let count = 1 + usize::from(row.second.is_some());
        for (at, model) in models.into_iter().enumerate().take(count) {
            let expected =
                || bad("its answers are of one model, named with (A) and (B)".to_owned());
            let model = model.strip_suffix(layout.suffixes[at]).ok_or_else(expected)?;
            put(&mut record, layout.models[at], model);
            put_some(&mut record, &paths[at], answers[at]);
        }
        for (game, row) in votes() {
            layout.put_judge(game, &mut record, row);
        }
        if let Some(template) = &row.template {
            // The prompt is beside the judge in a list, if it is in its name.
            let is_listed = layout.template.starts_with("/judge/1");
            let is_elsewhere = is_listed && name_beside_prompt(row).is_none();
            let path = if is_elsewhere { "/template" } else { layout.template };
            put(&mut record, path, &**template);
        }
        for (game, row) in votes() {
            if layout.format == VotesFormat::Long {
                put_numbers(&mut record, row.said);
            }
            game.put_grade(&mut record, row).map_err(bad)?;
        }
        if let (VotesFormat::WildBench, Said::Pair(reading)) = (layout.format, row.said) {
            put_winner(&mut record, models, reading);
        }
        Ok(record)
    }
}

/// What a table has beside the winner.
fn put_numbers(record: &mut Value, said: Said) {
    match said {
        Said::Single(Ok(score)) => put(record, "/score", score),
        Said::Single(Err(because)) => put(record, "/score", because.name()),
        Said::Pair(Reading::Scores { first, second }) => {
            put(record, "/left_score", first) && put(record, "/right_score", second)
        }
        Said::Pair(Reading::FIRST | Reading::TIE | Reading::SECOND | Reading::Undecided(_)) => true,
        Said::Pair(Reading::Preference(preference)) => put(record, "/preference", preference),
    };
}

/// WildBench's winner and how much better it is, from 0 to 2.
fn put_winner(record: &mut Value, [first, second]: [&str; 2], reading: Reading) {
    let Ok(preference) = reading.preference() else { return };
    let winner = match Verdict::from_preference(preference) {
        Verdict::First => first,
        Verdict::Tie => "tie",
        Verdict::Second => second,
    };
    put(record, "/winner", winner);
    put(record, "/extent", ((preference - 0.5).abs() * 4.0).round() as u64);
}

/// The judge's name alone, where it ends with the prompt's.
fn name_beside_prompt(row: &VoteRow) -> Option<&str> {
    row.judge.as_ref()?.name.strip_suffix(row.template.as_deref()?)?.strip_suffix('/')
}

impl Layout {
    /// Puts the judge and what it wrote.
    fn put_judge(&self, game: &Game, record: &mut Value, row: &VoteRow) {
        if let (None, Some(judge)) = (game.fixed_judge, &row.judge) {
            let is_listed = self.judge.starts_with("/judge/0");
            let alone = name_beside_prompt(row).filter(|_| is_listed);
            put(record, self.judge, alone.unwrap_or(&judge.name));
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
            put(record, game.text, object.unwrap_or_else(|| text.as_str().into()));
        }
    }
}

impl Game {
    fn put_grade(&self, record: &mut Value, row: &VoteRow) -> Result<(), String> {
        let models = [&*row.first, row.second.as_deref().unwrap_or_default()];
        let says_it = |grade: &Value| {
            let shown = Shown { record, models, is_swapped: self.is_swapped };
            self.verdicts.read(grade, &shown).is_ok_and(|said| said == row.said)
        };
        let is_put = match (self.forms(row).into_iter().find(says_it), row.said.undecided()) {
            (Some(grade), _) => put(record, self.grade, grade),
            (None, Some(because)) => {
                put(record, self.grade, Value::Null);
                put(record, self.reason(), because.name())
            }
            (None, None) => false,
        };
        is_put.then_some(()).ok_or_else(|| format!("it has no word for {:?}", row.said))
    }

    /// The forms that the verdict may be written in.
    fn forms(&self, row: &VoteRow) -> Vec<Value> {
        let grade = row.grade.as_deref();
        let number = grade.and_then(|grade| serde_json::from_str(grade).ok());
        let as_read =
            [number.filter(Value::is_number), Some(grade.map_or(Value::Null, Value::from))];
        let words = self.verdicts.words().into_iter().map(|(word, _)| Value::from(word));
        let whole = row.text.as_deref().filter(|_| matches!(self.verdicts, Verdicts::Text(_)));
        let value = match row.said {
            Said::Single(Ok(score)) if matches!(self.verdicts, Verdicts::Text(_)) => {
                format!("[[{score}]]").into()
            }
            Said::Single(Ok(score)) => score.into(),
            Said::Single(Err(_)) => (-1).into(),
            Said::Pair(Reading::Preference(preference)) => (2.0 - preference).into(),
            Said::Pair(Reading::Scores { first, second }) => {
                format!("```Answer1\n{first}\n```\n```Answer2\n{second}\n```").into()
            }
            Said::Pair(Reading::Undecided(_)) => Value::Null,
        };
        let whole = whole.into_iter().map(Value::from);
        whole
            .chain(as_read.into_iter().flatten())
            .chain(words)
            .chain([value, Value::Null])
            .collect()
    }
}

fn inexpressible(format: VotesFormat, row: &VoteRow, problem: String) -> WriteVotesError {
    WriteVotesError::Inexpressible { question: shown(&row.question.key), format, problem }
}
