//! Scores that judges give answers: means of answers scored alone, ratios of answers scored in pairs.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::mean::{clustered_mean, grouped};
use super::tally::{LevelOf, by_level};
use super::{Judgment, Reading, Undecided};
use crate::names::Names;
use crate::statistics::{Statistic, clustered_share};

/// The score of one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerScore {
    pub question: u32,
    pub turn: u16,
    pub repeat: u16,
    pub model: u32,
    pub judge: u32,
    /// As that of a [`Judgment`].
    pub snapshot: u16,
    /// The score, or why there is none.
    pub score: Result<f64, Undecided>,
}

/// Whether answers are those of the references, by question, turn and model, where there is a reference.
pub type ExactMatches = HashMap<(u32, u16, u32), bool>;

/// The scores of one model.
#[derive(Clone, Debug, Serialize)]
pub struct MeanScore {
    pub model: String,
    /// Answers judged, with or without a score.
    pub n: usize,
    /// Those without a score.
    pub failed: usize,
    /// Over the answers with a score; its error lets the scores of one question depend on each other.
    pub mean: Statistic,
    /// The share of the judged answers with a reference that are the same; `None` if none has a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_match: Option<Statistic>,
    pub turns: Vec<TurnScore>,
}

/// The scores of one turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnScore {
    pub turn: u16,
    pub mean: Statistic,
}

/// The mean score of each model, in order of their numbers; `exact` are the answers that are compared with a
/// reference.
pub fn mean_scores(scores: &[AnswerScore], models: &Names, exact: &ExactMatches) -> Vec<MeanScore> {
    let mean = |scores: &[&AnswerScore], turn: Option<u16>| {
        let wanted = scores.iter().filter(|score| turn.is_none_or(|turn| turn == score.turn));
        let values = wanted.filter_map(|score| Some((score.question, score.score.ok()?)));
        clustered_mean(values, "no answer has a score")
    };
    let model = |(model, scores): (u32, Vec<&AnswerScore>)| {
        let turns: BTreeSet<u16> = scores.iter().map(|score| score.turn).collect();
        let of_turn = |turn| TurnScore { turn, mean: mean(&scores, Some(turn)) };
        let places: BTreeSet<(u32, u16)> =
            scores.iter().map(|score| (score.question, score.turn)).collect();
        let known = places
            .into_iter()
            .filter_map(|(question, turn)| Some((question, *exact.get(&(question, turn, model))?)));
        let known: Vec<(u32, bool)> = known.collect();
        MeanScore {
            model: models.name(model).to_owned(),
            n: scores.len(),
            failed: scores.iter().filter(|score| score.score.is_err()).count(),
            mean: mean(&scores, None),
            exact_match: (!known.is_empty()).then(|| clustered_share(&known, "")),
            turns: turns.into_iter().map(of_turn).collect(),
        }
    };
    grouped(scores.iter().map(|score| (score.model, score))).into_iter().map(model).collect()
}

/// The scores of one model against an anchor's, from pairs that were scored together.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreRatio {
    /// The level of the questions; only if levels were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    pub model: String,
    pub anchor: String,
    /// Pairs of scores.
    pub n: usize,
    /// Judgments without scores.
    pub failed: usize,
    /// The sum of the model's scores over the sum of the anchor's, as MLLM-Bench has it.
    pub ratio_of_sums: Statistic,
    /// The mean over pairs of the ratio of their scores.
    pub mean_of_ratios: Statistic,
}

/// The ratios of every model that was scored together with the anchor, over all questions and with
/// `level_of` for each level as well.
pub fn score_ratios(
    judgments: &[Judgment],
    anchor: u32,
    models: &Names,
    level_of: Option<LevelOf>,
) -> Vec<ScoreRatio> {
    let scored = judgments.iter().filter_map(|vote| {
        let (model, reading) = match (vote.first == anchor, vote.second == anchor) {
            (_, true) => (vote.first, vote.reading),
            (true, _) => (vote.second, vote.reading.turned()),
            _ => return None,
        };
        let scores = match reading {
            Reading::Scores { first, second } => Some((vote.question, first, second)),
            Reading::Preference(_) | Reading::Undecided(_) => None,
        };
        Some((model, vote.question, scores))
    });
    let ratio = |(level, model, scored): (Option<String>, u32, Vec<Option<Scored>>)| {
        let found: Vec<Scored> = scored.iter().copied().flatten().collect();
        ScoreRatio {
            level,
            model: models.name(model).to_owned(),
            anchor: models.name(anchor).to_owned(),
            n: found.len(),
            failed: scored.len() - found.len(),
            ratio_of_sums: ratio_of_sums(&found),
            mean_of_ratios: mean_of_ratios(&found),
        }
    };
    by_level(scored, level_of).into_iter().map(ratio).collect()
}

/// A question, the model's score and the anchor's.
type Scored = (u32, f64, f64);

/// With the error of a ratio by Taylor's expansion, clustered by question.
fn ratio_of_sums(scores: &[Scored]) -> Statistic {
    let (own, anchor) =
        scores.iter().fold((0.0, 0.0), |(own, anchor), score| (own + score.1, anchor + score.2));
    if anchor <= 0.0 {
        return Statistic::undefined("the anchor's scores sum to 0", scores.len());
    }
    let ratio = own / anchor;
    let residuals = scores.iter().map(|&(of, own, other)| (of, own - ratio * other));
    let Statistic::Defined { n, se: Some(se), .. } = clustered_mean(residuals, "") else {
        return Statistic::new(ratio, scores.len());
    };
    Statistic::with_standard_error(ratio, n, se * n as f64 / anchor)
}

fn mean_of_ratios(scores: &[Scored]) -> Statistic {
    if scores.iter().any(|score| score.2 <= 0.0) {
        return Statistic::undefined("a score of the anchor is 0", scores.len());
    }
    let ratios = scores.iter().map(|&(of, own, other)| (of, own / other));
    clustered_mean(ratios, "no pair has scores")
}
