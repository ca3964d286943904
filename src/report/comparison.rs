//! The tables and figures of the MMBench paper, for people. Each title names the counted items and
//! the rules.

use super::agreement::because;
use super::table::{number, text};
use super::{Align, Table};
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::figures::{percent, percent_interval, signed_percent, undefined};
use crate::score::comparison::{
    Ability, ChoiceCounts, ChoiceDistribution, Difference, Differences, Drop, Hardest, Matching,
    Overview, Pairing, Share, UnsolvedQuestion, UpperBound,
};
use crate::score::{Missing, Strategy};
use crate::statistics::Statistic;

/// The basis of all tables of a comparison.
#[derive(Clone, Debug)]
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
    let mut columns = vec![("model", Align::Left), ("n", Align::Right), ("Overall", Align::Right)];
    columns.push(("95 % interval", Align::Right));
    let heads =
        overview.abilities.iter().map(|ability| (ability.abbreviation.as_str(), Align::Right));
    columns.extend(heads);
    columns.push(("undecided", Align::Right));
    columns.push(("outdated", Align::Right));
    let title = basis.title("Table 3, accuracy by L-2 ability", Some(overview.strategy));
    let mut table = Table::new(columns).titled(title);
    for row in &overview.rows {
        let mut cells = vec![row.model.clone(), row.overall.counted.to_string()];
        cells.extend([accuracy(row.overall), percent_interval(&row.overall.statistic())]);
        cells.extend(row.abilities.iter().map(|share| accuracy(*share)));
        cells.extend([row.undecided.to_string(), row.outdated.to_string()]);
        table.row(cells);
    }
    let mut counts = vec!["questions".to_owned(), overview.questions.to_string()];
    counts.extend([String::new(), String::new()]);
    counts.extend(overview.abilities.iter().map(|ability| ability.questions.to_string()));
    table.row(counts);
    table
}

/// Table 2: CircularEval against the first pass.
pub fn vanilla(drops: &[Drop], basis: &Basis) -> Table {
    let columns = [
        text("model", |drop: &&Drop| drop.model.clone()),
        number("n", |drop| drop.circular.counted.to_string()),
        number("Circular", |drop| accuracy(drop.circular)),
        number("Vanilla", |drop| accuracy(drop.vanilla)),
        number("Change", |drop| drop.change.map_or_else(undefined, signed_percent)),
    ];
    Table::from_rows(drops, &columns)
        .titled(basis.title("Table 2, CircularEval against the first pass", None))
}

/// Table 1: the labels that rules read by themselves, and those that stored extractions add.
pub fn matching(rows: &[Matching], basis: &Basis) -> Table {
    let mut table = Table::new([
        ("model", Align::Left),
        ("first passes", Align::Right),
        ("match rate", Align::Right),
        ("of all passes", Align::Right),
        ("accuracy by rules", Align::Right),
        ("extractor", Align::Left),
        ("reads", Align::Right),
        ("gain", Align::Right),
        ("accuracy with it", Align::Right),
    ])
    .titled(basis.title("Table 1, how much the rules read", Some(Strategy::FirstPass)));
    for row in rows {
        let before = [
            row.model.clone(),
            row.match_rate.n().to_string(),
            rate(&row.match_rate),
            rate(&row.match_rate_of_all_passes),
            accuracy(row.by_rules),
        ];
        if row.extractors.is_empty() {
            table.row(before.iter().cloned().chain(["none stored".to_owned()]));
        }
        for gain in &row.extractors {
            table.row(before.iter().cloned().chain([
                gain.extractor.clone(),
                format!("{} of {} unread", gain.filled, gain.unread),
                gain.gain.map_or_else(undefined, signed_percent),
                accuracy(gain.accuracy),
            ]));
        }
    }
    table
}

/// Figure 4: how often each label is right, and how often each model says it.
pub fn choices(figure: &ChoiceDistribution, basis: &Basis) -> Table {
    let names: Vec<String> = figure.labels.iter().map(ToString::to_string).collect();
    let mut columns = vec![("", Align::Left), ("records", Align::Right)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    columns.extend(["none", "refused", "unread", "failed"].map(|name| (name, Align::Right)));
    let mut table =
        Table::new(columns).titled(basis.title(
            "Figure 4, choice distribution by label (refusals as rules assay see them)",
            None,
        ));
    for counts in std::iter::once(&figure.reference).chain(&figure.models) {
        let ChoiceCounts { none, refused, unread, failed, .. } = *counts;
        let share = |&count: &usize| accuracy(Share { counted: counts.records, correct: count });
        let mut cells = vec![counts.name.clone(), counts.records.to_string()];
        cells.extend(counts.labels.iter().map(share));
        cells.extend([none, refused, unread, failed].iter().map(share));
        table.row(cells);
    }
    table
}

/// Table 4: accuracy if every refusal were right.
pub fn refusals(rows: &[UpperBound], strategy: Strategy, basis: &Basis) -> Table {
    let columns = [
        text("model", |row: &&UpperBound| row.model.clone()),
        number("n", |row| row.accuracy.counted.to_string()),
        number("refused passes", |row| row.refused_passes.to_string()),
        number("of", |row| row.refused.n().to_string()),
        number("rate", |row| rate(&row.refused)),
        number("accuracy", |row| accuracy(row.accuracy)),
        number("upper bound", |row| accuracy(row.upper_bound)),
    ];
    Table::from_rows(rows, &columns).titled(basis.title(
        "Table 4, upper bound if every refusal were right (refusals as rules assay see them)",
        Some(strategy),
    ))
}

/// Figure 10: abilities whose best model is weakest, and questions that no model has right.
pub fn hardest(figure: &Hardest, models: usize, basis: &Basis) -> [Table; 2] {
    let title = basis
        .title("Figure 10, highest accuracy of any model by leaf ability", Some(figure.strategy));
    let abilities = [
        text("category", |ability: &&Ability| ability.category.clone()),
        number("questions", |ability| ability.questions.to_string()),
        number("A max", |ability| accuracy(ability.best)),
        number("95 % interval", |ability| percent_interval(&ability.best.statistic())),
        number("unsolved", |ability| ability.unsolved.to_string()),
        text("best", |ability| match ability.best_models.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first, others @ ..] => format!("{first} and {} more", others.len()),
        }),
    ];
    let questions = [
        text("question", |question: &&UnsolvedQuestion| question.question.to_string()),
        text("category", |question| question.category.clone().unwrap_or_default()),
        number("models wrong", |question| question.wrong.to_string()),
        number("undecided", |question| question.undecided.to_string()),
    ];
    let unsolved = format!(
        "{} of {} questions that none of {models} models has right",
        figure.unsolved.len(),
        basis.questions
    );
    [
        Table::from_rows(&figure.abilities, &abilities).titled(title),
        Table::from_rows(&figure.unsolved, &questions).titled(unsolved),
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
    let columns = [
        text("a", |pair: &&Difference| pair.a.clone()),
        text("b", |pair| pair.b.clone()),
        number("n", |pair| pair.difference.n().to_string()),
        number("only a right", |pair| pair.only_a.to_string()),
        number("only b right", |pair| pair.only_b.to_string()),
        number("a - b", |pair| pair.difference.value().map_or_else(undefined, signed_percent)),
        number("95 % interval", |pair| percent_interval(&pair.difference)),
        number("a better in", |pair| pair.a_wins.map_or_else(undefined, percent)),
        text("", |pair| because(&pair.difference)),
    ];
    Table::from_rows(&found.pairs, &columns).titled(basis.title(&what, Some(found.strategy)))
}

fn accuracy(share: Share) -> String {
    share.accuracy().map_or_else(undefined, percent)
}

fn rate(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent)
}
