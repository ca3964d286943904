//! Yes or no, as POPE, MME, HallusionBench and the like are scored by VLMEvalKit (`YOrN_Extraction`): one of the words is
//! there and the other is not. `y` and `n` alone count too, as in lmms-eval's MME (`parse_pred_ans`).

use super::ShortVerdict;
use super::vqa::{is_digit, without_punctuation};
use crate::benchmark::ShortAnswer;

pub(super) fn judge(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let is_yes = said(text)?;
    let is_right = short.answers.iter().any(|answer| meant(answer) == Some(is_yes));
    Some(ShortVerdict::new(if is_yes { "yes" } else { "no" }.to_owned(), is_right))
}

fn said(text: &str) -> Option<bool> {
    let text = text.to_lowercase();
    let plain = without_punctuation(&text, |before| before.is_some_and(is_digit));
    let has = |word| plain.split_whitespace().any(|other| other == word);
    match (has("yes"), has("no"), text.trim().trim_end_matches('.')) {
        (true, false, _) | (false, false, "y") => Some(true),
        (false, true, _) | (false, false, "n") => Some(false),
        _ => None,
    }
}

/// What a reference means; HallusionBench writes 1 and 0.
fn meant(answer: &str) -> Option<bool> {
    match answer.trim().to_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        word => said(word),
    }
}
