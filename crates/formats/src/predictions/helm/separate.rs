//! Choices that were asked each by itself: which is the likeliest, as HELM computes it.

use std::collections::HashMap;

use serde_json::Value;

use assay_core::benchmark::Label;
use assay_core::score::only_largest;

/// How much longer than a choice the last tokens of its prompt may be, in bytes, before the search ends.
const LONGEST_TOKEN: usize = 100;

/// The likelihoods of choices that were asked by themselves: of each reference, with its question or without
/// (the calibration), the logarithm and the number of tokens.
pub(super) type Likelihoods = HashMap<(usize, bool), (f64, f64)>;

/// The likelihood of the choice at the end of a prompt that was echoed, as HELM sums its tokens.
pub(super) fn likelihood(completion: &Value, choice: &str) -> Option<(f64, f64)> {
    let (mut text, mut sum, mut count) = (String::new(), 0.0, 0.0);
    for token in completion["tokens"].as_array().into_iter().flatten().rev() {
        text.insert_str(0, token["text"].as_str()?);
        sum += token["logprob"].as_f64()?;
        count += 1.0;
        if text.trim() == choice.trim() {
            return Some((sum, count));
        }
        if text.len() > choice.len() + LONGEST_TOKEN {
            break;
        }
    }
    Some((completion["logprob"].as_f64()?, 1.0))
}

/// The likeliest choice: per token, or beyond its likelihood without the question.
pub(super) fn likeliest(likelihoods: &Likelihoods) -> Option<Label> {
    let count = likelihoods.keys().map(|(reference, _)| reference + 1).max()?.min(Label::COUNT);
    let score = |at| {
        let (sum, tokens) = likelihoods.get(&(at, false))?;
        let without = likelihoods.get(&(at, true));
        Some(without.map_or(sum / tokens, |(without, _)| sum - without))
    };
    let scores: Option<Vec<f64>> = (0..count).map(score).collect();
    only_largest(&scores?).and_then(Label::from_index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_likeliest_choice_is_what_it_says_beyond_its_own_likelihood() {
        let of = |found: &[(usize, bool, f64)]| {
            let one = |&(reference, is_calibration, logprob)| {
                ((reference, is_calibration), (logprob, 1.0))
            };
            likeliest(&found.iter().map(one).collect())
        };
        let plain = [(0, false, -3.0), (1, false, -1.0)];
        assert_eq!(of(&plain), Label::from_letter('B'));
        let calibrated = [plain[0], plain[1], (0, true, -9.0), (1, true, -1.0)];
        assert_eq!(of(&calibrated), Some(Label::A));
        assert_eq!(of(&[(0, false, -1.0), (1, false, -1.0)]), None, "equally likely");
        assert_eq!(of(&[(1, false, -1.0)]), None, "one was not asked");
    }

    #[test]
    fn a_choice_is_as_likely_as_its_tokens_at_the_end_of_the_prompt() {
        let token = |text: &str, logprob: f64| json!({"text": text, "logprob": logprob});
        let tokens =
            [token("Which", -7.0), token("?", -1.0), token(" a", -2.0), token(" hen", -1.0)];
        let completion = json!({"text": "Which? a hen", "logprob": -11.0, "tokens": tokens});
        assert_eq!(likelihood(&completion, "a hen"), Some((-3.0, 2.0)));
        assert_eq!(likelihood(&completion, "an egg"), Some((-11.0, 1.0)), "no such tokens");
        assert_eq!(likelihood(&json!({"tokens": []}), "a hen"), None);
        // Two tokens at -1.5 each are likelier than one at -2, though not as a whole.
        let two: Likelihoods = [((0, false), (-3.0, 2.0)), ((1, false), (-2.0, 1.0))].into();
        assert_eq!(likeliest(&two), Some(Label::A));
    }
}
