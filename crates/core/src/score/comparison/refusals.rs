//! The accuracy that a model could have if every refusal had been the right answer (MMBench, Table
//! 4).

use serde::Serialize;

use super::{Comparison, Share};
use crate::extract::Answer;
use crate::score::{ModelAnswers, Strategy};
use crate::statistics::Statistic;

/// One model as it is, and as it would be without refusals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UpperBound {
    pub model: String,
    /// The share of passes that were refused.
    pub refused: Statistic,
    /// The number of these passes.
    pub refused_passes: usize,
    /// As it is.
    pub accuracy: Share,
    /// With every refused pass taken for right.
    pub upper_bound: Share,
}

/// The table, models in the order given.
pub fn upper_bounds(comparison: &Comparison<'_>, strategy: Strategy) -> Vec<UpperBound> {
    comparison.models.iter().map(|model| upper_bound(comparison, model, strategy)).collect()
}

fn upper_bound(
    comparison: &Comparison<'_>,
    model: &ModelAnswers,
    strategy: Strategy,
) -> UpperBound {
    let passes = model.passes();
    let refused_passes = passes.iter().filter(|read| read.extracted.is_refusal).count();
    let mut forgiven = model.clone();
    for pass in forgiven.passes_mut().iter_mut().filter(|pass| pass.extracted.is_refusal) {
        // A question without a reference answer has no right one to give either.
        pass.extracted.answer = pass.reference.map_or(pass.extracted.answer, Answer::Label);
    }
    let share = |answers| Share::from_judgements(&comparison.judgements(answers, strategy));
    UpperBound {
        model: model.model.clone(),
        refused: Statistic::share(refused_passes, passes.len(), "the model was not asked"),
        refused_passes,
        accuracy: share(model),
        upper_bound: share(&forgiven),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    #[test]
    fn a_refusal_beside_a_wrong_pass_helps_nothing() {
        let questions: Vec<_> = (0..3).map(|number| question(number, "x", "y", 2)).collect();
        let models = [model("shy", "rr xr xb")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let bound = upper_bounds(&comparison, Strategy::Circular).remove(0);
        assert_eq!((bound.accuracy.correct, bound.upper_bound.correct), (1, 2));
        assert_eq!((bound.refused_passes, bound.refused.n()), (2, 6));
    }
}
