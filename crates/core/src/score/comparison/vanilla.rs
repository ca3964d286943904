//! CircularEval against the first pass alone, and the drop between them (MMBench, Table 2).

use serde::Serialize;

use super::{Comparison, Share};
use crate::score::Strategy;

/// One model under both strategies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CircularDrop {
    pub model: String,
    /// Right in every pass.
    pub circular: Share,
    /// Right in the first pass, which the paper calls `VanillaEval`.
    pub vanilla: Share,
    /// Circular less vanilla; `None` if one of them counts nothing.
    pub change: Option<f64>,
}

/// The table, models in the order given. A model that was asked first passes only is left out: it
/// has nothing to compare, and its score under CircularEval would only count missing passes.
pub fn drops(comparison: &Comparison<'_>) -> Vec<CircularDrop> {
    let asked = comparison.models.iter().filter(|model| model.has_later_passes());
    asked
        .map(|model| {
            let share = |strategy| Share::from_judgements(&comparison.judgements(model, strategy));
            let (circular, vanilla) = (share(Strategy::Circular), share(Strategy::FirstPass));
            let change = circular.accuracy().zip(vanilla.accuracy()).map(|(c, v)| c - v);
            CircularDrop { model: model.model.clone(), circular, vanilla, change }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    #[test]
    fn a_model_that_guesses_by_position_drops_to_nothing() {
        let questions = [question(1, "x", "y", 2), question(2, "x", "y", 2)];
        let models = [model("first-choice", "rb rb"), model("sure", "rr rb"), model("once", "r r")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let found: Vec<_> =
            drops(&comparison).into_iter().map(|drop| (drop.model, drop.change)).collect();
        let expected = [("first-choice".to_owned(), Some(-1.0)), ("sure".to_owned(), Some(-0.5))];
        assert_eq!(found, expected);
    }
}
