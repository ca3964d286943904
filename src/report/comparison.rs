//! The tables and figures of the MMBench paper, for people. Each title says what was counted and by
//! which rules.

use super::figures::{percent, percent_interval, signed_percent, undefined};
use super::{Align, Table};
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::score::comparison::{
    ChoiceCounts, ChoiceDistribution, Differences, Drop, Hardest, Matching, Overview, Pairing,
    Share, UpperBound,
};
use crate::score::{Missing, Strategy};
use crate::statistics::Statistic;

/// What all tables of one comparison rest on.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The benchmark's name.
    pub benchmark: String,
    /// The split, where not all questions are meant.
    pub split: Option<String>,
    /// Questions with a reference answer.
    pub questions: usize,
    /// What the models were given.
    pub input: Input,
    /// The rules that read labels.
    pub rules: RuleSet,
    /// What became of missing passes.
    pub missing: Missing,
}

impl Basis {
    fn title(&self, what: &str, strategy: Option<Strategy>) -> String {
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
    let mut table = Table::new([
        ("model", Align::Left),
        ("n", Align::Right),
        ("Circular", Align::Right),
        ("Vanilla", Align::Right),
        ("Change", Align::Right),
    ])
    .titled(basis.title("Table 2, CircularEval against the first pass", None));
    for drop in drops {
        table.row([
            drop.model.clone(),
            drop.circular.counted.to_string(),
            accuracy(drop.circular),
            accuracy(drop.vanilla),
            drop.change.map_or_else(undefined, signed_percent),
        ]);
    }
    table
}

/// Table 1: what rules read by themselves, and what stored extractions add.
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
    let mut table = Table::new([
        ("model", Align::Left),
        ("n", Align::Right),
        ("refused passes", Align::Right),
        ("of", Align::Right),
        ("rate", Align::Right),
        ("accuracy", Align::Right),
        ("upper bound", Align::Right),
    ])
    .titled(basis.title(
        "Table 4, upper bound if every refusal were right (refusals as rules assay see them)",
        Some(strategy),
    ));
    for row in rows {
        table.row([
            row.model.clone(),
            row.accuracy.counted.to_string(),
            row.refused_passes.to_string(),
            row.refused.n().to_string(),
            rate(&row.refused),
            accuracy(row.accuracy),
            accuracy(row.upper_bound),
        ]);
    }
    table
}

/// Figure 10: abilities whose best model is weakest, and questions that no model has right.
pub fn hardest(figure: &Hardest, models: usize, basis: &Basis) -> [Table; 2] {
    let title = basis
        .title("Figure 10, highest accuracy of any model by leaf ability", Some(figure.strategy));
    let mut abilities = Table::new([
        ("category", Align::Left),
        ("questions", Align::Right),
        ("A max", Align::Right),
        ("95 % interval", Align::Right),
        ("unsolved", Align::Right),
        ("best", Align::Left),
    ])
    .titled(title);
    for ability in &figure.abilities {
        let best = match ability.best_models.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first, others @ ..] => format!("{first} and {} more", others.len()),
        };
        abilities.row([
            ability.category.clone(),
            ability.questions.to_string(),
            accuracy(ability.best),
            percent_interval(&ability.best.statistic()),
            ability.unsolved.to_string(),
            best,
        ]);
    }
    let mut questions = Table::new([
        ("question", Align::Left),
        ("category", Align::Left),
        ("models wrong", Align::Right),
        ("undecided", Align::Right),
    ])
    .titled(format!(
        "{} of {} questions that none of {models} models has right",
        figure.unsolved.len(),
        basis.questions
    ));
    for question in &figure.unsolved {
        questions.row([
            question.question.to_string(),
            question.category.clone().unwrap_or_default(),
            question.wrong.to_string(),
            question.undecided.to_string(),
        ]);
    }
    [abilities, questions]
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
    let mut table = Table::new([
        ("a", Align::Left),
        ("b", Align::Left),
        ("n", Align::Right),
        ("only a right", Align::Right),
        ("only b right", Align::Right),
        ("a - b", Align::Right),
        ("95 % interval", Align::Right),
        ("a better in", Align::Right),
        ("", Align::Left),
    ])
    .titled(basis.title(&what, Some(found.strategy)));
    for pair in &found.pairs {
        let because = match &pair.difference {
            Statistic::Undefined { because, .. } => because.clone(),
            Statistic::Defined { .. } => String::new(),
        };
        table.row([
            pair.a.clone(),
            pair.b.clone(),
            pair.difference.n().to_string(),
            pair.only_a.to_string(),
            pair.only_b.to_string(),
            pair.difference.value().map_or_else(undefined, signed_percent),
            percent_interval(&pair.difference),
            pair.a_wins.map_or_else(undefined, percent),
            because,
        ]);
    }
    table
}

fn accuracy(share: Share) -> String {
    share.accuracy().map_or_else(undefined, percent)
}

fn rate(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent)
}
