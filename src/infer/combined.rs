//! The prediction of a pass that took several requests. Pure.

use super::passes::read;
use super::ranking::most_likely;
use super::samples::majority;
use crate::benchmark::{Answer, Label, PredictionStatus};
use crate::score::RankBy;
use crate::store::PassPart;

/// What the parts of a pass come to, in the order of their numbers: the most likely choice by `rank_by`,
/// else the majority of the samples, read with the choices as they were shown. Samples of an open question,
/// which shows no choices, have no majority: the first answer counts. Nothing where there is no part.
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
    if choices().next().is_none() {
        let is_answer = |part: &&PassPart| part.status == PredictionStatus::Ok;
        let first = parts.iter().find(is_answer).or_else(|| parts.first());
        return first.map(|part| (part.status, part.text.clone()));
    }
    let label = |part: &PassPart| read(part.status, &part.text, choices())[0].answer;
    let answers: Vec<Answer> = parts.iter().map(label).collect();
    majority(&answers).map(|first| (parts[first].status, parts[first].text.clone()))
}

/// The most likely choice; `Z` where several are. A refused request refuses the pass.
fn ranked(parts: &[PassPart], by: RankBy) -> (PredictionStatus, String) {
    if let Some(refused) = parts.iter().find(|part| part.status == PredictionStatus::Refused) {
        return (PredictionStatus::Refused, refused.text.clone());
    }
    let choices = parts.iter().filter_map(|part| Some((&part.text, part.likelihood?)));
    let (labels, likelihoods): (Vec<_>, Vec<_>) = choices.unzip();
    let label = most_likely(&likelihoods, by).map(|at| labels[at].clone());
    (PredictionStatus::Ok, label.unwrap_or_else(|| "Z".to_owned()))
}
