//! The leaf abilities in which even the best model is weak, and the questions that none answers
//! (MMBench, Figure 10: the abilities with the lowest A_max).

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Comparison, Share, is_undecided};
use crate::benchmark::QuestionKey;
use crate::score::{Judgement, Strategy};

/// Hard abilities and questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hardest {
    /// How passes make a score.
    pub strategy: Strategy,
    /// Leaf abilities, the hardest first.
    pub abilities: Vec<Ability>,
    /// Questions that no model has right of those that were asked, in the order of the benchmark.
    pub unsolved: Vec<UnsolvedQuestion>,
}

/// A leaf ability and the best that any model reaches in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ability {
    /// As in the data.
    pub category: String,
    /// The number of its questions.
    pub questions: usize,
    /// The highest accuracy of any model.
    pub best: Share,
    /// The models that reach it.
    pub best_models: Vec<String>,
    /// The number of its questions that no model has right.
    pub unsolved: usize,
}

/// A question that no model has right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnsolvedQuestion {
    pub question: QuestionKey,
    /// Its leaf ability.
    pub category: Option<String>,
    /// Models with a wrong pass.
    pub wrong: usize,
    /// Models with an unknown result, because passes are missing or unread.
    pub undecided: usize,
}

/// The figure.
pub fn hardest(comparison: &Comparison<'_>, strategy: Strategy) -> Hardest {
    let judged: Vec<Vec<Option<Judgement>>> =
        comparison.judged(strategy).map(|(_, judgements)| judgements).collect();
    let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (position, question) in comparison.questions.iter().enumerate() {
        if let Some(category) = &question.category {
            members.entry(category).or_default().push(position);
        }
    }
    let of = |position: usize| judged.iter().filter_map(move |judgements| judgements[position]);
    let is_unsolved =
        |&position: &usize| of(position).count() > 0 && of(position).all(|one| !one.correct);
    let mut abilities: Vec<Ability> = members
        .into_iter()
        .map(|(category, members)| {
            let share = |judgements: &Vec<Option<Judgement>>| {
                Share::from_judgements(members.iter().map(|&position| &judgements[position]))
            };
            let shares: Vec<Share> = judged.iter().map(share).collect();
            let accuracy = |share: &Share| share.accuracy().unwrap_or(-1.0);
            let best = shares.iter().copied().max_by(|a, b| accuracy(a).total_cmp(&accuracy(b)));
            let best = best.unwrap_or_default();
            let is_best = |share: &Share| share.counted > 0 && accuracy(share) >= accuracy(&best);
            let named = comparison.models.iter().zip(&shares).filter(|(_, share)| is_best(share));
            Ability {
                category: category.to_owned(),
                questions: members.len(),
                best,
                best_models: named.map(|(model, _)| model.model.clone()).collect(),
                unsolved: members.iter().filter(|&position| is_unsolved(position)).count(),
            }
        })
        .collect();
    abilities.sort_by(|one, other| {
        let accuracy = |ability: &Ability| ability.best.accuracy().unwrap_or(f64::INFINITY);
        accuracy(one).total_cmp(&accuracy(other))
    });
    let unsolved = (0..comparison.questions.len()).filter(is_unsolved).map(|position| {
        let undecided = of(position).filter(is_undecided).count();
        let question = &comparison.questions[position];
        UnsolvedQuestion {
            question: question.key.clone(),
            category: question.category.clone(),
            wrong: of(position).count() - undecided,
            undecided,
        }
    });
    Hardest { strategy, abilities, unsolved: unsolved.collect() }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    #[test]
    fn the_hardest_ability_is_the_one_whose_best_model_is_weakest() {
        let questions =
            [question(1, "x", "easy", 1), question(2, "x", "hard", 1), question(3, "x", "hard", 1)];
        let models = [model("one", "r r b"), model("two", "r b ?")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let figure = hardest(&comparison, Strategy::Circular);
        let first = &figure.abilities[0];
        assert_eq!((first.category.as_str(), first.best.accuracy()), ("hard", Some(0.5)));
        assert_eq!(first.best_models, ["one"]);
        assert_eq!(figure.abilities[1].best_models, ["one", "two"]);
        let unsolved = &figure.unsolved[0];
        assert_eq!(figure.unsolved.len(), 1);
        assert_eq!((unsolved.question.as_str(), unsolved.wrong, unsolved.undecided), ("3", 1, 1));
    }

    #[test]
    fn without_models_nothing_is_unsolved() {
        let questions = [question(1, "x", "easy", 1)];
        let comparison = Comparison { questions: &questions, models: &[], missing: Missing::Wrong };
        assert!(hardest(&comparison, Strategy::Circular).unsolved.is_empty());
    }

    #[test]
    fn a_model_that_was_asked_nothing_of_an_ability_is_not_its_best() {
        let questions = [question(1, "x", "easy", 1), question(2, "x", "hard", 1)];
        let models = [model("weak", "b b"), model("asked one", "r ?")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Exclude };
        let figure = hardest(&comparison, Strategy::Circular);
        let hard = &figure.abilities[0];
        assert_eq!((hard.category.as_str(), hard.best.counted), ("hard", 1));
        assert_eq!(hard.best_models, ["weak"]);
        let models = [model("silent", "? ?")];
        let comparison = Comparison { models: &models, ..comparison };
        let figure = hardest(&comparison, Strategy::Circular);
        assert!(figure.abilities.iter().all(|ability| ability.best_models.is_empty()));
    }
}
