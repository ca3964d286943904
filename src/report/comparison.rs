//! The tables and figures of the MMBench paper, for people. Each title names the counted items and
//! the rules.

use serde::Serialize;

use super::Table;
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::figures::{percent, percent_interval, signed_percent, undefined};
use crate::score::comparison::{
    ChoiceCounts, ChoiceDistribution, CircularDrop, Differences, Hardest, Matching, Overview,
    Pairing, Share, UpperBound,
};
use crate::score::{Missing, Strategy};
use crate::statistics::Statistic;

/// The basis of all tables of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Basis {
    pub benchmark: String,
    /// The split; `None` for all questions.
    pub split: Option<String>,
    /// Questions with a reference answer.
    pub questions: usize,
    /// What the models were given.
    pub input: Input,
    /// The rules that read labels.
    pub rules: RuleSet,
    /// How passes make a score, where a table leaves it open.
    pub strategy: Strategy,
    /// How missing passes are treated.
    pub missing: Missing,
}

impl Basis {
    pub(super) fn title(&self, what: &str, strategy: Option<Strategy>) -> String {
        let split = self.split.as_ref().map(|split| format!(" {split}")).unwrap_or_default();
        let missing = match self.missing {
            Missing::Kit => "kit: absent passes are not required",
            Missing::Wrong => "wrong: undecided questions count as not correct",
            Missing::Exclude => "exclude: undecided questions are left out",
        };
        let strategy = strategy.map(|s| format!(" · strategy {s}")).unwrap_or_default();
        let Basis { benchmark, questions, input, rules, .. } = self;
        format!(
            "{what} · {benchmark}{split} · {questions} questions · input {input} · rules {rules}\
             {strategy} · missing {missing}"
        )
    }
}

/// Table 3: accuracy overall and by L-2 ability.
pub fn overview(overview: &Overview, basis: &Basis) -> Table {
    let title = basis.title("Table 3, accuracy by L-2 ability", Some(overview.strategy));
    let questions = overview.questions;
    // The last row has the numbers of questions.
    Table::over(overview.rows.iter().map(Some).chain([None]))
        .text("model", |row| row.map_or("questions", |row| &row.model))
        .number("n", |row| row.map_or(questions, |row| row.overall.counted))
        .number("Overall", |row| row.map(|row| accuracy(row.overall)))
        .number("95 % interval", |row| row.map(|row| percent_interval(&row.overall.statistic())))
        .each(overview.abilities.iter().enumerate(), |table, (at, ability)| {
            table.number(&ability.abbreviation, |row| match row {
                Some(row) => accuracy(row.abilities[at]),
                None => ability.questions.to_string(),
            })
        })
        .number("undecided", |row| row.map(|row| row.undecided))
        .number("outdated", |row| row.map(|row| row.outdated))
        .titled(title)
}

/// Table 2: CircularEval against the first pass.
pub fn vanilla(drops: &[CircularDrop], basis: &Basis) -> Table {
    Table::over(drops)
        .text("model", |drop| &drop.model)
        .number("n", |drop| drop.circular.counted)
        .number("Circular", |drop| accuracy(drop.circular))
        .number("Vanilla", |drop| accuracy(drop.vanilla))
        .number("Change", |drop| drop.change.map_or_else(undefined, signed_percent))
        .titled(basis.title("Table 2, CircularEval against the first pass", None))
}

/// Table 1: the labels that rules read by themselves, and those that stored extractions add.
pub fn matching(rows: &[Matching], basis: &Basis) -> Table {
    let rows = rows.iter().flat_map(|of| {
        let none_stored = of.extractors.is_empty().then_some((of, None));
        none_stored.into_iter().chain(of.extractors.iter().map(move |gain| (of, Some(gain))))
    });
    Table::over(rows)
        .text("model", |(of, _)| &of.model)
        .number("first passes", |(of, _)| of.match_rate.n())
        .number("match rate", |(of, _)| rate(&of.match_rate))
        .number("of all passes", |(of, _)| rate(&of.match_rate_of_all_passes))
        .number("accuracy by rules", |(of, _)| accuracy(of.by_rules))
        .text("extractor", |(_, gain)| gain.map_or("none stored", |gain| &gain.extractor))
        .number("reads", |(_, gain)| {
            gain.map(|gain| format!("{} of {} unread", gain.filled, gain.unread))
        })
        .number("gain", |(_, gain)| {
            gain.map(|gain| gain.gain.map_or_else(undefined, signed_percent))
        })
        .number("accuracy with it", |(_, gain)| gain.map(|gain| accuracy(gain.accuracy)))
        .titled(basis.title("Table 1, how much the rules read", Some(Strategy::FirstPass)))
}

/// Figure 4: how often each label is right, and how often each model says it.
pub fn choices(figure: &ChoiceDistribution, basis: &Basis) -> Table {
    let title = "Figure 4, choice distribution by label (refusals as rules assay see them)";
    let share =
        |counts: &ChoiceCounts, count| accuracy(Share { counted: counts.records, correct: count });
    Table::over(std::iter::once(&figure.reference).chain(&figure.models))
        .text("", |counts| &counts.name)
        .number("records", |counts| counts.records)
        .each(figure.labels.iter().enumerate(), |table, (at, label)| {
            table.number(&label.to_string(), |counts| share(counts, counts.labels[at]))
        })
        .number("none", |counts| share(counts, counts.none))
        .number("refused", |counts| share(counts, counts.refused))
        .number("unread", |counts| share(counts, counts.unread))
        .number("failed", |counts| share(counts, counts.failed))
        .titled(basis.title(title, None))
}

/// Table 4: accuracy if every refusal were right.
pub fn refusals(rows: &[UpperBound], strategy: Strategy, basis: &Basis) -> Table {
    Table::over(rows)
        .text("model", |row| &row.model)
        .number("n", |row| row.accuracy.counted)
        .number("refused passes", |row| row.refused_passes)
        .number("of", |row| row.refused.n())
        .number("rate", |row| rate(&row.refused))
        .number("accuracy", |row| accuracy(row.accuracy))
        .number("upper bound", |row| accuracy(row.upper_bound))
        .titled(basis.title(
            "Table 4, upper bound if every refusal were right (refusals as rules assay see them)",
            Some(strategy),
        ))
}

/// Figure 10: abilities whose best model is weakest, and questions that no model has right.
pub fn hardest(figure: &Hardest, models: usize, basis: &Basis) -> [Table; 2] {
    let title = basis
        .title("Figure 10, highest accuracy of any model by leaf ability", Some(figure.strategy));
    let unsolved = format!(
        "{} of {} questions that none of {models} models has right",
        figure.unsolved.len(),
        basis.questions
    );
    [
        Table::over(&figure.abilities)
            .text("category", |ability| &ability.category)
            .number("questions", |ability| ability.questions)
            .number("A max", |ability| accuracy(ability.best))
            .number("95 % interval", |ability| percent_interval(&ability.best.statistic()))
            .number("unsolved", |ability| ability.unsolved)
            .text("best", |ability| match ability.best_models.as_slice() {
                [] => String::new(),
                [one] => one.clone(),
                [first, others @ ..] => format!("{first} and {} more", others.len()),
            })
            .titled(title),
        Table::over(&figure.unsolved)
            .text("question", |question| question.question.to_string())
            .text("category", |question| question.category.as_ref())
            .number("models wrong", |question| question.wrong)
            .number("undecided", |question| question.undecided)
            .titled(unsolved),
    ]
}

/// Models side by side.
pub fn compare(found: &Differences, basis: &Basis) -> Table {
    let pairing = match found.pairing {
        Pairing::EveryPair => "every pair",
        Pairing::Neighbours => "each model with the next in rank; name two with --model for others",
    };
    let Differences { resamples, seed, .. } = found;
    let what = format!(
        "Differences on the same questions, {pairing}; paired bootstrap, {resamples} resamples, seed \
         {seed}, percentile interval"
    );
    Table::over(&found.pairs)
        .text("a", |pair| &pair.a)
        .text("b", |pair| &pair.b)
        .number("n", |pair| pair.difference.n())
        .number("only a right", |pair| pair.only_a)
        .number("only b right", |pair| pair.only_b)
        .number("a - b", |pair| pair.difference.value().map_or_else(undefined, signed_percent))
        .number("95 % interval", |pair| percent_interval(&pair.difference))
        .number("a better in", |pair| pair.a_wins.map_or_else(undefined, percent))
        .text("", |pair| pair.difference.because())
        .titled(basis.title(&what, Some(found.strategy)))
}

fn accuracy(share: Share) -> String {
    share.accuracy().map_or_else(undefined, percent)
}

fn rate(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent)
}
