//! The tables and figures of the MMBench paper as CSV: a line for each figure, with its table and
//! its basis, numbers as numbers.

use super::Table;
use super::agreement::tidy_cells;
use super::comparison::Basis;
use crate::figures::table::Cell;
use crate::score::Strategy;
use crate::score::comparison::{
    ChoiceDistribution, CircularDrop, Differences, Hardest, Matching, Overview, Share, UpperBound,
};
use crate::statistics::Statistic;

/// A builder of the lines of one table.
#[derive(Debug)]
pub struct Rows<'a> {
    basis: &'a Basis,
    table: Table,
}

/// The subject of a figure: its table, the strategy by which it was counted, if by one, the model,
/// another model or extractor to compare with, and a label, ability or question.
#[derive(Clone, Copy, Default)]
pub(super) struct Subject<'a> {
    pub table: &'static str,
    pub strategy: Option<Strategy>,
    pub model: &'a str,
    pub other: &'a str,
    pub name: &'a str,
}

impl Subject<'_> {
    /// A whole table.
    pub fn new(table: &'static str, strategy: impl Into<Option<Strategy>>) -> Self {
        Subject { table, strategy: strategy.into(), ..Subject::default() }
    }
}

impl<'a> Rows<'a> {
    /// No lines yet.
    pub fn new(basis: &'a Basis) -> Self {
        let names = [
            "table",
            "benchmark",
            "split",
            "input",
            "rules",
            "strategy",
            "missing",
            "model",
            "other",
            "name",
            "statistic",
            "n",
            "value",
            "se",
            "low95",
            "high95",
            "undefined",
        ];
        Rows { basis, table: Table::new(names) }
    }

    /// All lines.
    pub fn finish(self) -> Table {
        self.table
    }

    /// Table 3.
    pub fn overview(&mut self, overview: &Overview) {
        let of = Subject::new("overview", overview.strategy);
        for row in &overview.rows {
            let model = Subject { model: &row.model, ..of };
            self.share(Subject { name: "overall", ..model }, "accuracy", row.overall);
            for (ability, share) in overview.abilities.iter().zip(&row.abilities) {
                let name = ability.abbreviation.as_str();
                self.share(Subject { name, ..model }, "accuracy", *share);
            }
            self.count(model, "undecided", row.undecided, overview.questions);
            self.count(model, "outdated", row.outdated, overview.questions);
        }
    }

    /// Table 2.
    pub fn vanilla(&mut self, drops: &[CircularDrop]) {
        let of = Subject::new("vanilla", None);
        for drop in drops {
            let model = Subject { model: &drop.model, ..of };
            let by = |strategy| Subject { strategy: Some(strategy), ..model };
            self.share(by(Strategy::Circular), "accuracy", drop.circular);
            self.share(by(Strategy::FirstPass), "accuracy", drop.vanilla);
            self.figure(model, "change", drop.circular.counted, drop.change);
        }
    }

    /// Table 1.
    pub fn matching(&mut self, rows: &[Matching]) {
        let of = Subject {
            table: "matching",
            strategy: Some(Strategy::FirstPass),
            ..Subject::default()
        };
        for row in rows {
            let model = Subject { model: &row.model, ..of };
            self.statistic(model, "match_rate", &row.match_rate);
            let all = &row.match_rate_of_all_passes;
            self.statistic(Subject { strategy: None, ..model }, "match_rate_of_all_passes", all);
            self.share(model, "accuracy", row.by_rules);
            for gain in &row.extractors {
                let whose = Subject { other: &gain.extractor, ..model };
                self.count(whose, "filled", gain.filled, gain.unread);
                self.share(whose, "accuracy", gain.accuracy);
                self.figure(whose, "gain", gain.accuracy.counted, gain.gain);
            }
        }
    }

    /// Figure 4; the reference answers are listed with the models under their own name.
    pub fn choices(&mut self, figure: &ChoiceDistribution) {
        let of = Subject::new("choices", None);
        for counts in std::iter::once(&figure.reference).chain(&figure.models) {
            let model = Subject { model: &counts.name, ..of };
            for (label, count) in figure.labels.iter().zip(&counts.labels) {
                let label = label.to_string();
                self.count(Subject { name: &label, ..model }, "said", *count, counts.records);
            }
            for (name, count) in [
                ("none", counts.none),
                ("refused", counts.refused),
                ("unread", counts.unread),
                ("failed", counts.failed),
            ] {
                self.count(model, name, count, counts.records);
            }
        }
    }

    /// Table 4.
    pub fn refusals(&mut self, rows: &[UpperBound], strategy: Strategy) {
        let of = Subject::new("refusals", strategy);
        for row in rows {
            let model = Subject { model: &row.model, ..of };
            self.statistic(model, "refused", &row.refused);
            self.share(model, "accuracy", row.accuracy);
            self.share(model, "upper_bound", row.upper_bound);
        }
    }

    /// Figure 10, and the questions that no model has right.
    pub fn hardest(&mut self, figure: &Hardest, models: usize) {
        let of = Subject::new("hardest", figure.strategy);
        for ability in &figure.abilities {
            let best = ability.best_models.join(" ");
            let whose = Subject { model: &best, name: &ability.category, ..of };
            self.share(whose, "highest_accuracy", ability.best);
            self.count(whose, "unsolved", ability.unsolved, ability.questions);
        }
        let of = Subject { table: "unsolved", ..of };
        for question in &figure.unsolved {
            let key = question.question.to_string();
            let whose = Subject { name: &key, ..of };
            self.count(whose, "models_wrong", question.wrong, models);
            self.count(whose, "models_undecided", question.undecided, models);
        }
    }

    /// Models side by side.
    pub fn compare(&mut self, found: &Differences) {
        let of = Subject::new("compare", found.strategy);
        for pair in &found.pairs {
            let whose = Subject { model: &pair.a, other: &pair.b, ..of };
            let n = pair.difference.n();
            self.statistic(whose, "difference", &pair.difference);
            self.count(whose, "only_model_right", pair.only_a, n);
            self.count(whose, "only_other_right", pair.only_b, n);
            self.figure(whose, "model_better_in", n, pair.a_wins);
        }
    }

    fn share(&mut self, of: Subject<'_>, what: &str, share: Share) {
        self.statistic(of, what, &share.statistic());
    }

    pub(super) fn statistic(&mut self, of: Subject<'_>, what: &str, statistic: &Statistic) {
        self.line(of, what, tidy_cells(statistic));
    }

    fn count(&mut self, of: Subject<'_>, what: &str, count: usize, among: usize) {
        self.line(of, what, vec![among.to_string(), count.to_string()]);
    }

    pub(super) fn figure(&mut self, of: Subject<'_>, what: &str, n: usize, value: Option<f64>) {
        self.line(of, what, vec![n.to_string(), Cell::from(value).to_string()]);
    }

    fn line(&mut self, of: Subject<'_>, what: &str, figures: Vec<String>) {
        let Basis { benchmark, split, input, rules, missing, .. } = self.basis;
        let mut cells = vec![
            of.table.to_owned(),
            benchmark.clone(),
            split.clone().unwrap_or_else(|| "all".to_owned()),
            input.to_string(),
            rules.to_string(),
            of.strategy.map(|strategy| strategy.to_string()).unwrap_or_default(),
            missing.to_string(),
        ];
        cells.extend([of.model, of.other, of.name, what].map(str::to_owned));
        cells.extend(figures);
        self.table.row(cells);
    }
}
