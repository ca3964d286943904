//! Answer ranking: from a score for each choice to the label that counts as the answer.
//!
//! SEED-Bench-2 (section 3.4) takes the choice that a model finds the most likely answer. Its code compares
//! the mean loss of the tokens; others compare the log-probability of the whole text. Pictures that a model
//! drew are compared with the choices by a similarity. A question that asks for both is right only if both
//! are.

use crate::keyword::keywords;

keywords! {
    /// What is compared between choices.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum RankBy {
        /// The log-probability for each token, so that long choices are not at a disadvantage.
        #[default]
        Mean = "mean",
        /// The log-probability of the whole text.
        Sum = "sum",
    }
}

/// The text score of one choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TextScore {
    /// The natural logarithm of the probability of all its tokens.
    LogLikelihood(f64),
    /// The mean of the negative logarithms: the loss of a language model.
    Loss(f64),
}

impl TextScore {
    /// The number that is compared, larger being likelier; `None` if it needs the number of tokens
    /// and that is not known, or there are no tokens.
    pub fn ranked(self, tokens: Option<u32>, by: RankBy) -> Option<f64> {
        let tokens = tokens.filter(|&tokens| tokens > 0).map(f64::from);
        match (self, by) {
            (TextScore::LogLikelihood(sum), RankBy::Sum) => Some(sum),
            (TextScore::LogLikelihood(sum), RankBy::Mean) => Some(sum / tokens?),
            (TextScore::Loss(mean), RankBy::Mean) => Some(-mean),
            (TextScore::Loss(mean), RankBy::Sum) => Some(-mean * tokens?),
        }
    }
}

/// The cosine of the angle between two embeddings, as CLIP compares pictures; `None` if they have
/// different lengths, or one of them is zero.
pub fn cosine_similarity(one: &[f64], other: &[f64]) -> Option<f64> {
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    };
    let lengths = product(one, one).sqrt() * product(other, other).sqrt();
    let cosine = product(one, other) / lengths;
    (one.len() == other.len() && cosine.is_finite()).then_some(cosine)
}

/// The position of the largest number; `None` for an empty list, or if several are the largest.
pub fn only_largest(scores: &[f64]) -> Option<usize> {
    let best = scores.iter().copied().reduce(f64::max)?;
    let mut at_best = (0..scores.len()).filter(|&at| scores[at] >= best);
    at_best.next().filter(|_| at_best.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sum_and_mean_are_made_of_each_other_by_the_number_of_tokens() {
        let (likelihood, loss) = (TextScore::LogLikelihood(-6.0), TextScore::Loss(2.0));
        assert_eq!(likelihood.ranked(Some(3), RankBy::Mean), Some(-2.0));
        assert_eq!(likelihood.ranked(None, RankBy::Sum), Some(-6.0));
        assert_eq!(loss.ranked(None, RankBy::Mean), Some(-2.0));
        assert_eq!(loss.ranked(Some(3), RankBy::Sum), Some(-6.0));
    }

    #[test]
    fn without_tokens_what_takes_them_is_unknown() {
        assert_eq!(TextScore::LogLikelihood(-6.0).ranked(None, RankBy::Mean), None);
        assert_eq!(TextScore::LogLikelihood(-6.0).ranked(Some(0), RankBy::Mean), None);
        assert_eq!(TextScore::Loss(2.0).ranked(None, RankBy::Sum), None);
    }

    #[test]
    fn the_largest_wins_and_two_largest_are_no_answer() {
        assert_eq!(only_largest(&[-3.0, -1.5, -2.0]), Some(1));
        assert_eq!(only_largest(&[-1.5, -1.5, -2.0]), None);
        assert_eq!(only_largest(&[]), None);
    }

    #[test]
    fn embeddings_are_compared_by_their_angle_alone() {
        assert_eq!(cosine_similarity(&[3.0, 4.0], &[4.0, 3.0]), Some(24.0 / 25.0));
        assert_eq!(cosine_similarity(&[1.0, 0.0], &[-8.0, 0.0]), Some(-1.0));
        assert_eq!(cosine_similarity(&[1.0, 0.0], &[1.0]), None);
        assert_eq!(cosine_similarity(&[0.0, 0.0], &[1.0, 2.0]), None);
        assert_eq!(cosine_similarity(&[], &[]), None);
    }
}
