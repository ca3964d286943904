//! How often each label is right, and how often each model says it (MMBench, Figure 4). Short answers have no labels.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Comparison;
use crate::benchmark::{Label, Pass};
use crate::extract::Answer;
use crate::score::ExtractedPass;

/// Choice distributions over every record: each question in each pass that was asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChoiceDistribution {
    /// The labels that occur, A first.
    pub labels: Vec<Label>,
    /// Reference answers of the records that any of the models was asked, each record once.
    pub reference: ChoiceCounts,
    /// The answers of each model in its records.
    pub models: Vec<ChoiceCounts>,
}

/// Counts of answers. Each record counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChoiceCounts {
    /// The model; `reference answers` for these.
    pub name: String,
    pub records: usize,
    /// One for each of [`ChoiceDistribution::labels`].
    pub labels: Vec<usize>,
    /// "None of the choices", refusals left out.
    pub none: usize,
    /// The model refused to answer.
    pub refused: usize,
    /// The rules read nothing. For reference answers: there is none.
    pub unread: usize,
    /// The request failed, and the rules read nothing.
    pub failed: usize,
}

/// The figure.
pub fn choice_distribution(comparison: &Comparison<'_>) -> ChoiceDistribution {
    let mut reference = reference_counts(comparison);
    let mut models: Vec<ChoiceCounts> = comparison
        .models
        .iter()
        .map(|model| {
            let mut counts = empty(&model.model);
            let of_choices = questions_with_labels(comparison);
            of_choices.flat_map(|at| model.question(at)).for_each(|read| counts.add(read));
            counts
        })
        .collect();
    let used = std::iter::once(&reference)
        .chain(&models)
        .filter_map(|counts| counts.labels.iter().rposition(|&count| count > 0))
        .max()
        .map_or(0, |last| last + 1);
    reference.labels.truncate(used);
    for counts in &mut models {
        counts.labels.truncate(used);
    }
    ChoiceDistribution { labels: Label::all().take(used).collect(), reference, models }
}

fn questions_with_labels(comparison: &Comparison<'_>) -> impl Iterator<Item = usize> {
    let questions = comparison.questions.iter().enumerate();
    questions.filter(|(_, question)| question.rule.is_none()).map(|(at, _)| at)
}

/// Models may have been asked different passes, and in other orders; a record is a question in a
/// pass with the reference answer at a certain label.
fn reference_counts(comparison: &Comparison<'_>) -> ChoiceCounts {
    let mut counts = empty("reference answers");
    for question in questions_with_labels(comparison) {
        let reads = comparison.models.iter().flat_map(|model| model.question(question));
        let records: BTreeSet<(Pass, Option<Label>)> =
            reads.map(|read| (read.pass, read.reference)).collect();
        for (_, reference) in records {
            counts.records += 1;
            match reference {
                Some(label) => counts.labels[label.index()] += 1,
                None => counts.unread += 1,
            }
        }
    }
    counts
}

fn empty(name: &str) -> ChoiceCounts {
    ChoiceCounts { name: name.into(), labels: vec![0; Label::COUNT], ..ChoiceCounts::default() }
}

impl ChoiceCounts {
    fn add(&mut self, read: &ExtractedPass) {
        self.records += 1;
        let extracted = read.extracted;
        match extracted.answer {
            Answer::Label(label) => self.labels[label.index()] += 1,
            _ if extracted.is_refusal => self.refused += 1,
            Answer::Nothing if extracted.failed => self.failed += 1,
            Answer::Nothing => self.unread += 1,
            Answer::NoneOfThem | Answer::Refused => self.none += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::benchmark::AnswerRule;
    use crate::score::{AskedQuestion, Missing};

    #[test]
    fn every_record_counts_once_under_one_heading() {
        let questions = [question(1, "x", "y", 4), question(2, "x", "y", 4)];
        let models = [model("m", "rbzx ?f"), model("n", "rr")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let figure = choice_distribution(&comparison);
        let m = &figure.models[0];
        assert_eq!(figure.labels.len(), 2);
        assert_eq!((m.records, m.labels.as_slice()), (6, [1, 1].as_slice()));
        assert_eq!((m.none, m.refused, m.unread, m.failed), (1, 1, 1, 1));
        // Both models were asked the first two passes of the first question: these count once.
        assert_eq!((figure.reference.records, figure.reference.labels[0]), (6, 6));
        let [first, second] = questions.clone();
        let short = [AskedQuestion { rule: Some(AnswerRule::Numeric), ..first }, second];
        let comparison = Comparison { questions: &short, ..comparison };
        let figure = choice_distribution(&comparison);
        assert_eq!((figure.models[0].records, figure.reference.records), (2, 2));
    }

    #[test]
    fn a_record_without_reference_answer_is_counted_as_one() {
        let questions = [question(1, "x", "y", 1), question(2, "x", "y", 1)];
        let mut models = [model("m", "r b")];
        models[0].passes_mut()[1].reference = None;
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let reference = choice_distribution(&comparison).reference;
        assert_eq!((reference.records, reference.labels[0], reference.unread), (2, 1, 1));
        assert_eq!(reference.name, "reference answers");
    }
}
