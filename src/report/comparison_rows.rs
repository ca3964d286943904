//! The tables and figures of the MMBench paper as CSV: a line for each figure, with its table and
//! its basis, numbers as numbers.

use super::Table;
use super::agreement::tidy_cells;
use super::comparison::Basis;
use crate::score::Strategy;
use crate::score::comparison::{
    ChoiceDistribution, Differences, Drop, Hardest, Matching, Overview, Share, UpperBound,
};
use crate::statistics::Statistic;

/// A builder of the lines of one table.
#[derive(Debug)]
pub struct Rows<'a> {
    basis: &'a Basis,
    table: Table,
}

/// Which table a line belongs to, and by which strategy it was counted, if by one.
#[derive(Clone, Copy)]
pub(super) struct Of {
    pub table: &'static str,
    pub strategy: Option<Strategy>,
}

/// The subject of a figure: the model, another model or extractor to compare with, and a label,
/// ability or question.
#[derive(Clone, Copy, Default)]
pub(super) struct Whose<'a> {
    pub model: &'a str,
    pub other: &'a str,
    pub name: &'a str,
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
        let of = Of { table: "overview", strategy: Some(overview.strategy) };
        for row in &overview.rows {
            let model = Whose { model: &row.model, ..Whose::default() };
            self.share(of, Whose { name: "overall", ..model }, "accuracy", row.overall);
            for (ability, share) in overview.abilities.iter().zip(&row.abilities) {
                let name = ability.abbreviation.as_str();
                self.share(of, Whose { name, ..model }, "accuracy", *share);
            }
            self.count(of, model, "undecided", row.undecided, overview.questions);
            self.count(of, model, "outdated", row.outdated, overview.questions);
        }
    }

    /// Table 2.
    pub fn vanilla(&mut self, drops: &[Drop]) {
        let of = |strategy| Of { table: "vanilla", strategy };
        for drop in drops {
            let model = Whose { model: &drop.model, ..Whose::default() };
            self.share(of(Some(Strategy::Circular)), model, "accuracy", drop.circular);
            self.share(of(Some(Strategy::FirstPass)), model, "accuracy", drop.vanilla);
            self.figure(of(None), model, "change", drop.circular.counted, drop.change);
        }
    }

    /// Table 1.
    pub fn matching(&mut self, rows: &[Matching]) {
        let of = Of { table: "matching", strategy: Some(Strategy::FirstPass) };
        for row in rows {
            let model = Whose { model: &row.model, ..Whose::default() };
            self.statistic(of, model, "match_rate", &row.match_rate);
            let all = &row.match_rate_of_all_passes;
            self.statistic(Of { strategy: None, ..of }, model, "match_rate_of_all_passes", all);
            self.share(of, model, "accuracy", row.by_rules);
            for gain in &row.extractors {
                let whose = Whose { other: &gain.extractor, ..model };
                self.count(of, whose, "filled", gain.filled, gain.unread);
                self.share(of, whose, "accuracy", gain.accuracy);
                self.figure(of, whose, "gain", gain.accuracy.counted, gain.gain);
            }
        }
    }

    /// Figure 4; the reference answers are listed with the models under their own name.
    pub fn choices(&mut self, figure: &ChoiceDistribution) {
        let of = Of { table: "choices", strategy: None };
        for counts in std::iter::once(&figure.reference).chain(&figure.models) {
            let model = Whose { model: &counts.name, ..Whose::default() };
            for (label, count) in figure.labels.iter().zip(&counts.labels) {
                let label = label.to_string();
                self.count(of, Whose { name: &label, ..model }, "said", *count, counts.records);
            }
            for (name, count) in [
                ("none", counts.none),
                ("refused", counts.refused),
                ("unread", counts.unread),
                ("failed", counts.failed),
            ] {
                self.count(of, model, name, count, counts.records);
            }
        }
    }

    /// Table 4.
    pub fn refusals(&mut self, rows: &[UpperBound], strategy: Strategy) {
        let of = Of { table: "refusals", strategy: Some(strategy) };
        for row in rows {
            let model = Whose { model: &row.model, ..Whose::default() };
            self.statistic(of, model, "refused", &row.refused);
            self.share(of, model, "accuracy", row.accuracy);
            self.share(of, model, "upper_bound", row.upper_bound);
        }
    }

    /// Figure 10, and the questions that no model has right.
    pub fn hardest(&mut self, figure: &Hardest, models: usize) {
        let of = Of { table: "hardest", strategy: Some(figure.strategy) };
        for ability in &figure.abilities {
            let best = ability.best_models.join(" ");
            let whose = Whose { model: &best, name: &ability.category, ..Whose::default() };
            self.share(of, whose, "highest_accuracy", ability.best);
            self.count(of, whose, "unsolved", ability.unsolved, ability.questions);
        }
        let of = Of { table: "unsolved", ..of };
        for question in &figure.unsolved {
            let key = question.question.to_string();
            let whose = Whose { name: &key, ..Whose::default() };
            self.count(of, whose, "models_wrong", question.wrong, models);
            self.count(of, whose, "models_undecided", question.undecided, models);
        }
    }

    /// Models side by side.
    pub fn compare(&mut self, found: &Differences) {
        let of = Of { table: "compare", strategy: Some(found.strategy) };
        for pair in &found.pairs {
            let whose = Whose { model: &pair.a, other: &pair.b, ..Whose::default() };
            let n = pair.difference.n();
            self.statistic(of, whose, "difference", &pair.difference);
            self.count(of, whose, "only_model_right", pair.only_a, n);
            self.count(of, whose, "only_other_right", pair.only_b, n);
            self.figure(of, whose, "model_better_in", n, pair.a_wins);
        }
    }

    fn share(&mut self, of: Of, whose: Whose<'_>, what: &str, share: Share) {
        self.statistic(of, whose, what, &share.statistic());
    }

    pub(super) fn statistic(
        &mut self,
        of: Of,
        whose: Whose<'_>,
        what: &str,
        statistic: &Statistic,
    ) {
        self.line(of, whose, what, tidy_cells(statistic));
    }

    fn count(&mut self, of: Of, whose: Whose<'_>, what: &str, count: usize, among: usize) {
        self.line(of, whose, what, vec![among.to_string(), count.to_string()]);
    }

    pub(super) fn figure(
        &mut self,
        of: Of,
        whose: Whose<'_>,
        what: &str,
        n: usize,
        value: Option<f64>,
    ) {
        let cells = vec![n.to_string(), value.map_or_else(String::new, |value| value.to_string())];
        self.line(of, whose, what, cells);
    }

    fn line(&mut self, of: Of, whose: Whose<'_>, what: &str, figures: Vec<String>) {
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
        cells.extend([whose.model, whose.other, whose.name, what].map(str::to_owned));
        cells.extend(figures);
        self.table.row(cells);
    }
}
