//! DocVQA's average normalised Levenshtein similarity, as lmms-eval and VLMEvalKit compute it: the distance of the
//! normalised texts over the length of the longer one as it was written.

use super::ShortVerdict;
use crate::benchmark::ShortAnswer;

pub(super) fn judge(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let value = normalized(text);
    let similarity = |answer: &String| {
        let distance = strsim::levenshtein(&normalized(answer), &value);
        let length = written_length(answer).max(written_length(text));
        if length == 0 { 1.0 } else { 1.0 - distance as f64 / length as f64 }
    };
    let best = short.answers.iter().map(similarity).fold(0.0, f64::max);
    let score = if best < ShortVerdict::THRESHOLD { 0.0 } else { best };
    ShortVerdict { value, score }
}

fn normalized(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// In capitals: `ß` counts as two.
fn written_length(text: &str) -> usize {
    text.chars().flat_map(char::to_uppercase).count()
}
