//! The tables and figures of the MMBench paper.

use super::{Basis, Lines, PaperFigure, Subject};
use crate::figures::{percent, percent_interval, signed_percent, undefined};
use crate::report::Table;
use crate::score::Strategy;
use crate::score::comparison::{
    ChoiceCounts, ChoiceDistribution, CircularDrop, Differences, Hardest, Matching, Overview,
    Pairing, Share, UpperBound,
};
use crate::statistics::Statistic;

/// Table 3: accuracy overall and by L-2 ability.
impl PaperFigure for Overview {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let title = basis.title("Table 3, accuracy by L-2 ability", Some(self.strategy));
        // The last row has the numbers of questions.
        Table::over(self.rows.iter().map(Some).chain([None]))
            .text("model", |row| row.map_or("questions", |row| &row.model))
            .number("n", |row| row.map_or(self.questions, |row| row.overall.counted))
            .number("Overall", |row| row.map(|row| accuracy(row.overall)))
            .number("95 % interval", |row| {
                row.map(|row| percent_interval(&row.overall.statistic()))
            })
            .each(self.abilities.iter().enumerate(), |table, (at, ability)| {
                table.number(&ability.abbreviation, |row| match row {
                    Some(row) => accuracy(row.abilities[at]),
                    None => ability.questions.to_string(),
                })
            })
            .number("undecided", |row| row.map(|row| row.undecided))
            .number("outdated", |row| row.map(|row| row.outdated))
            .titled(title)
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("overview", self.strategy);
        for row in &self.rows {
            let model = Subject { model: &row.model, ..of };
            lines.share(Subject { name: "overall", ..model }, "accuracy", row.overall);
            for (ability, share) in self.abilities.iter().zip(&row.abilities) {
                let name = ability.abbreviation.as_str();
                lines.share(Subject { name, ..model }, "accuracy", *share);
            }
            lines.count(model, "undecided", row.undecided, self.questions);
            lines.count(model, "outdated", row.outdated, self.questions);
        }
    }
}

/// Table 2: CircularEval against the first pass.
impl PaperFigure for Vec<CircularDrop> {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        Table::over(self)
            .text("model", |drop| &drop.model)
            .number("n", |drop| drop.circular.counted)
            .number("Circular", |drop| accuracy(drop.circular))
            .number("Vanilla", |drop| accuracy(drop.vanilla))
            .number("Change", |drop| drop.change.map_or_else(undefined, signed_percent))
            .titled(basis.title("Table 2, CircularEval against the first pass", None))
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("vanilla", None);
        for drop in self {
            let model = Subject { model: &drop.model, ..of };
            let by = |strategy| Subject { strategy: Some(strategy), ..model };
            lines.share(by(Strategy::Circular), "accuracy", drop.circular);
            lines.share(by(Strategy::FirstPass), "accuracy", drop.vanilla);
            lines.figure(model, "change", drop.circular.counted, drop.change);
        }
    }
}

/// Table 1: the labels that rules read by themselves, and those that stored extractions add.
impl PaperFigure for Vec<Matching> {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let rows = self.iter().flat_map(|of| {
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
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("matching", Strategy::FirstPass);
        for row in self {
            let model = Subject { model: &row.model, ..of };
            lines.statistic(model, "match_rate", &row.match_rate);
            let all = &row.match_rate_of_all_passes;
            lines.statistic(Subject { strategy: None, ..model }, "match_rate_of_all_passes", all);
            lines.share(model, "accuracy", row.by_rules);
            for gain in &row.extractors {
                let whose = Subject { other: &gain.extractor, ..model };
                lines.count(whose, "filled", gain.filled, gain.unread);
                lines.share(whose, "accuracy", gain.accuracy);
                lines.figure(whose, "gain", gain.accuracy.counted, gain.gain);
            }
        }
    }
}

/// Figure 4: how often each label is right, and how often each model says it; the reference answers are
/// listed with the models under their own name.
impl PaperFigure for ChoiceDistribution {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let title = "Figure 4, choice distribution by label (refusals as rules assay see them)";
        let share = |counts: &ChoiceCounts, count| {
            accuracy(Share { counted: counts.records, correct: count })
        };
        Table::over(std::iter::once(&self.reference).chain(&self.models))
            .text("", |counts| &counts.name)
            .number("records", |counts| counts.records)
            .each(self.labels.iter().enumerate(), |table, (at, label)| {
                table.number(&label.to_string(), |counts| share(counts, counts.labels[at]))
            })
            .number("none", |counts| share(counts, counts.none))
            .number("refused", |counts| share(counts, counts.refused))
            .number("unread", |counts| share(counts, counts.unread))
            .number("failed", |counts| share(counts, counts.failed))
            .titled(basis.title(title, None))
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("choices", None);
        for counts in std::iter::once(&self.reference).chain(&self.models) {
            let model = Subject { model: &counts.name, ..of };
            for (label, count) in self.labels.iter().zip(&counts.labels) {
                let label = label.to_string();
                lines.count(Subject { name: &label, ..model }, "said", *count, counts.records);
            }
            lines.count(model, "none", counts.none, counts.records);
            lines.count(model, "refused", counts.refused, counts.records);
            lines.count(model, "unread", counts.unread, counts.records);
            lines.count(model, "failed", counts.failed, counts.records);
        }
    }
}

/// Table 4: accuracy if every refusal were right.
impl PaperFigure for Vec<UpperBound> {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let title =
            "Table 4, upper bound if every refusal were right (refusals as rules assay see them)";
        Table::over(self)
            .text("model", |row| &row.model)
            .number("n", |row| row.accuracy.counted)
            .number("refused passes", |row| row.refused_passes)
            .number("of", |row| row.refused.n())
            .number("rate", |row| rate(&row.refused))
            .number("accuracy", |row| accuracy(row.accuracy))
            .number("upper bound", |row| accuracy(row.upper_bound))
            .titled(basis.title(title, Some(basis.strategy)))
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("refusals", lines.basis.strategy);
        for row in self {
            let model = Subject { model: &row.model, ..of };
            lines.statistic(model, "refused", &row.refused);
            lines.share(model, "accuracy", row.accuracy);
            lines.share(model, "upper_bound", row.upper_bound);
        }
    }
}

/// Figure 10: abilities whose best model is weakest, and questions that no model has right.
impl PaperFigure for Hardest {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let title = basis
            .title("Figure 10, highest accuracy of any model by leaf ability", Some(self.strategy));
        let (unsolved, of, models) = (self.unsolved.len(), basis.questions, basis.models.len());
        let unsolved =
            format!("{unsolved} of {of} questions that none of {models} models has right");
        vec![
            Table::over(&self.abilities)
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
            Table::over(&self.unsolved)
                .text("question", |question| question.question.to_string())
                .text("category", |question| question.category.as_ref())
                .number("models wrong", |question| question.wrong)
                .number("undecided", |question| question.undecided)
                .titled(unsolved),
        ]
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let (of, models) = (Subject::new("hardest", self.strategy), lines.basis.models.len());
        for ability in &self.abilities {
            let best = ability.best_models.join(" ");
            let whose = Subject { model: &best, name: &ability.category, ..of };
            lines.share(whose, "highest_accuracy", ability.best);
            lines.count(whose, "unsolved", ability.unsolved, ability.questions);
        }
        let of = Subject { table: "unsolved", ..of };
        for question in &self.unsolved {
            let key = question.question.to_string();
            let whose = Subject { name: &key, ..of };
            lines.count(whose, "models_wrong", question.wrong, models);
            lines.count(whose, "models_undecided", question.undecided, models);
        }
    }
}

/// Models side by side.
impl PaperFigure for Differences {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let pairing = match self.pairing {
            Pairing::EveryPair => "every pair",
            Pairing::Neighbours => {
                "each model with the next in rank; name two with --model for others"
            }
        };
        let Differences { resamples, seed, .. } = self;
        let what = format!(
            "Differences on the same questions, {pairing}; paired bootstrap, {resamples} resamples, seed \
             {seed}, percentile interval"
        );
        Table::over(&self.pairs)
            .with(columns!(text &: a, b))
            .number("n", |pair| pair.difference.n())
            .number("only a right", |pair| pair.only_a)
            .number("only b right", |pair| pair.only_b)
            .number("a - b", |pair| pair.difference.value().map_or_else(undefined, signed_percent))
            .number("95 % interval", |pair| percent_interval(&pair.difference))
            .number("a better in", |pair| pair.a_wins.map_or_else(undefined, percent))
            .text("", |pair| pair.difference.because())
            .titled(basis.title(&what, Some(self.strategy)))
            .into()
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("compare", self.strategy);
        for pair in &self.pairs {
            let whose = Subject { model: &pair.a, other: &pair.b, ..of };
            let n = pair.difference.n();
            lines.statistic(whose, "difference", &pair.difference);
            lines.count(whose, "only_model_right", pair.only_a, n);
            lines.count(whose, "only_other_right", pair.only_b, n);
            lines.figure(whose, "model_better_in", n, pair.a_wins);
        }
    }
}

fn accuracy(share: Share) -> String {
    share.accuracy().map_or_else(undefined, percent)
}

fn rate(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent)
}
