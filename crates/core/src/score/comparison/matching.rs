//! The share of texts that the rules read, and the gain by other extractors (MMBench, Table 1).
//!
//! As in the paper the accuracies are those of the first pass alone. The match rate is given for the
//! first passes and for all of them.

use serde::Serialize;

use super::{Comparison, Share};
use crate::benchmark::Pass;
use crate::extract::Answer;
use crate::score::{ExtractedPass, ModelAnswers, Strategy};
use crate::statistics::Statistic;

/// How well one model's texts are read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matching {
    pub model: String,
    /// Share of the first passes from which the rules read a label or "none of the choices".
    pub match_rate: Statistic,
    /// The same over all passes.
    pub match_rate_of_all_passes: Statistic,
    /// Accuracy over first passes with only the labels of the rules.
    pub by_rules: Share,
    /// The gain by each stored extractor; empty if none is stored.
    pub extractors: Vec<Gain>,
}

/// The gain by an extractor over the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gain {
    pub extractor: String,
    /// Unread first passes for which it has an answer.
    pub filled: usize,
    /// Unread first passes.
    pub unread: usize,
    /// Accuracy over first passes with the rules, and with the extractor if they read nothing.
    pub accuracy: Share,
    /// Accuracy gained; `None` if nothing is counted.
    pub gain: Option<f64>,
}

/// The row of one model. `filled` holds, for each extractor, the model's answers with those of the
/// extractor where the rules read nothing.
pub fn matching(
    comparison: &Comparison<'_>,
    model: &ModelAnswers,
    filled: &[(String, ModelAnswers)],
) -> Matching {
    let first = |answers: &ModelAnswers| -> Share {
        Share::from_judgements(&comparison.judgements(answers, Strategy::FirstPass))
    };
    let by_rules = first(model);
    let read = || passes_with_choices(comparison, model);
    let extractors = filled.iter().map(|(extractor, answers)| {
        let accuracy = first(answers);
        let [unread, left] = [model, answers].map(|answers| unread(comparison, answers));
        Gain {
            extractor: extractor.clone(),
            filled: unread - left,
            unread,
            accuracy,
            gain: accuracy.accuracy().zip(by_rules.accuracy()).map(|(all, rules)| all - rules),
        }
    });
    Matching {
        model: model.model.clone(),
        match_rate: match_rate(read().filter(|read| read.pass == Pass::FIRST)),
        match_rate_of_all_passes: match_rate(read()),
        by_rules,
        extractors: extractors.collect(),
    }
}

/// The passes of questions that have choices; an answer to an open question has no label.
fn passes_with_choices<'a>(
    comparison: &'a Comparison<'_>,
    answers: &'a ModelAnswers,
) -> impl Iterator<Item = &'a ExtractedPass> {
    let questions = comparison.questions.iter().enumerate();
    let with_choices = questions.filter(|(_, question)| question.choices > 0);
    with_choices.flat_map(|(at, _)| answers.question(at))
}

fn match_rate<'a>(passes: impl Iterator<Item = &'a ExtractedPass>) -> Statistic {
    let is_read = passes.map(|pass| pass.extracted.answer.letter().is_some());
    Statistic::share_of(is_read, "the model was not asked")
}

fn unread(comparison: &Comparison<'_>, answers: &ModelAnswers) -> usize {
    let first = passes_with_choices(comparison, answers).filter(|read| read.pass == Pass::FIRST);
    first.filter(|read| read.extracted.answer == Answer::Nothing).count()
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    #[test]
    fn an_extractor_gains_what_the_rules_could_not_read() {
        let questions: Vec<_> = (0..4).map(|number| question(number, "x", "y", 1)).collect();
        let models = [model("wordy", "r ? ? b")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let by_llm = model("wordy", "r r ? b");
        let row = matching(&comparison, &models[0], &[("some-llm".into(), by_llm)]);
        assert_eq!(row.match_rate.value(), Some(0.5));
        assert_eq!(row.by_rules.accuracy(), Some(0.25));
        let gain = &row.extractors[0];
        assert_eq!((gain.filled, gain.unread, gain.gain), (1, 2, Some(0.25)));
    }
}
