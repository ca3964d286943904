//! The prediction of a pass that took several requests. Pure.

use super::ranking::most_likely;
use assay_core::benchmark::{Label, PredictionStatus};
use assay_core::score::{RankBy, chosen_sample};
use assay_store::PassPart;

/// The prediction of the parts of a pass, in the order of their numbers: the most likely choice by
/// `rank_by`, else the majority of the samples, read with the choices as they were shown. Samples
/// of an open question, which does not show choices, have no majority: the first answer counts.
/// `None` if there are no parts.
pub(super) fn combined<'a, I>(
    parts: &[PassPart],
    rank_by: Option<RankBy>,
    choices: impl Fn() -> I,
) -> Option<(PredictionStatus, String)>
where
    I: Iterator<Item = (Label, &'a str)>,
{
    if let Some(by) = rank_by {
        return (!parts.is_empty()).then(|| ranked(parts, by));
    }
    let samples: Vec<(PredictionStatus, &str)> =
        parts.iter().map(|part| (part.status, part.text.as_str())).collect();
    chosen_sample(&samples, choices).map(|at| (parts[at].status, parts[at].text.clone()))
}

/// The most likely choice; `Z` if several are. A refused request refuses the pass.
fn ranked(parts: &[PassPart], by: RankBy) -> (PredictionStatus, String) {
    if let Some(refused) = parts.iter().find(|part| part.status == PredictionStatus::Refused) {
        return (PredictionStatus::Refused, refused.text.clone());
    }
    let choices = parts.iter().filter_map(|part| Some((&part.text, part.likelihood?)));
    let (labels, likelihoods): (Vec<_>, Vec<_>) = choices.unzip();
    let label = most_likely(&likelihoods, by).map(|at| labels[at].clone());
    (PredictionStatus::Ok, label.unwrap_or_else(|| "Z".to_owned()))
}
