//! Records with a score for each choice instead of a text: log-likelihoods, losses, similarities.
//!
//! `log_likelihood` (of the whole text), `loss` (mean of the tokens) and `similarity` (of a picture that
//! the model drew) are objects by label or lists in the order A, B, C; `tokens` likewise has the number of
//! tokens. The label of the best choice becomes the prediction. With a text score and a similarity, both
//! must choose the same, or else the prediction is `Z`, none of the choices.

use serde_json::value::RawValue;

use super::fields::Fields;
use crate::benchmark::Label;
use crate::score::{BothAnswers, RankBy, TextScore, both, only_largest};

/// The column that the labels become.
pub(super) const COLUMN: &str = "prediction";

const LIKELIHOOD: &str = "log_likelihood";
const LOSS: &str = "loss";
const SIMILARITY: &str = "similarity";
const TOKENS: &str = "tokens";

/// What the scores of records came to, for a warning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// Records with scores.
    pub records: usize,
    /// Those of them in which several choices are best.
    tied: usize,
    /// Those in which text and picture choose differently.
    different: usize,
}

impl Counted {
    /// What a reader must know.
    pub fn warning(&self, by: RankBy) -> Option<String> {
        let Counted { records, tied, different } = *self;
        let how = match by {
            RankBy::Mean => "the mean of the tokens",
            RankBy::Sum => "the sum of the tokens",
        };
        let mut text = format!(
            "{records} records have scores of the choices: the letter of the best was read, texts by {how}"
        );
        if tied > 0 {
            text += &format!("; in {tied} several are best, which is no answer");
        }
        if different > 0 {
            text += &format!("; in {different} text and picture differ, which is wrong");
        }
        (records > 0).then_some(text)
    }
}

/// The prediction of a record with scores: a letter, or an empty text where several choices are best.
/// Nothing where the record has no scores.
pub(super) fn prediction(
    fields: &Fields<'_>,
    by: RankBy,
    counted: &mut Counted,
) -> Result<Option<String>, String> {
    if fields.get(COLUMN).is_some() {
        return Ok(None);
    }
    let text = match (scores(fields, LIKELIHOOD)?, scores(fields, LOSS)?) {
        (Some(sums), None) => {
            Some(ranked(&sums, TextScore::LogLikelihood, LIKELIHOOD, fields, by)?)
        }
        (None, Some(means)) => Some(ranked(&means, TextScore::Loss, LOSS, fields, by)?),
        (Some(_), Some(_)) => {
            return Err(format!("expected {LIKELIHOOD} or {LOSS}, found both; leave one out"));
        }
        (None, None) => None,
    };
    let picture = scores(fields, SIMILARITY)?;
    let best = |scores: &Scores| {
        let values: Vec<f64> = scores.iter().map(|(_, score)| *score).collect();
        only_largest(&values).map(|at| scores[at].0)
    };
    let label = match (text.as_ref().map(best), picture.as_ref().map(best)) {
        (None, None) => return Ok(None),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(text), Some(picture)) => match both(text, picture) {
            BothAnswers::Same(label) => Some(label),
            BothAnswers::Undecided => None,
            BothAnswers::Different => {
                counted.records += 1;
                counted.different += 1;
                return Ok(Some("Z".to_owned()));
            }
        },
    };
    counted.records += 1;
    counted.tied += usize::from(label.is_none());
    Ok(Some(label.map(|label| label.to_string()).unwrap_or_default()))
}

type Scores = Vec<(Label, f64)>;

/// The text scores as they are compared.
fn ranked(
    scores: &Scores,
    score: fn(f64) -> TextScore,
    name: &str,
    fields: &Fields<'_>,
    by: RankBy,
) -> Result<Scores, String> {
    let tokens = self::scores(fields, TOKENS)?.unwrap_or_default();
    let tokens_of = |label: Label| {
        let found = tokens.iter().find(|(known, _)| *known == label);
        found.map(|&(_, count)| count as u32)
    };
    let one = |&(label, value): &(Label, f64)| {
        score(value).ranked(tokens_of(label), by).map(|ranked| (label, ranked)).ok_or_else(|| {
            let other = if by == RankBy::Mean { "sum" } else { "mean" };
            format!(
                "field {TOKENS}: expected the number of tokens of choice {label}, which {name} is \
                 compared by; or import with --rank-by {other}"
            )
        })
    };
    scores.iter().map(one).collect()
}

/// The numbers of a field by label; nothing where the record lacks it, or has one value for all.
fn scores(fields: &Fields<'_>, name: &str) -> Result<Option<Scores>, String> {
    let is_of_choices = |value: &&RawValue| value.get().starts_with(['[', '{']);
    let Some(value) = fields.get(name).filter(is_of_choices) else { return Ok(None) };
    let named = match value.get().starts_with('[') {
        true => {
            let values: Vec<&RawValue> =
                serde_json::from_str(value.get()).map_err(|_| unexpected(name, value))?;
            values
                .into_iter()
                .enumerate()
                .map(|(at, value)| (Label::from_index(at), value))
                .collect()
        }
        false => by_letter(value),
    };
    let score = |(label, value): (Option<Label>, &RawValue)| {
        let number: Option<f64> = serde_json::from_str(value.get()).ok();
        label.zip(number.filter(|number| number.is_finite())).ok_or_else(|| unexpected(name, value))
    };
    let scores: Scores = named.into_iter().map(score).collect::<Result<_, _>>()?;
    match scores.len() {
        0 | 1 => Err(unexpected(name, value)),
        _ => Ok(Some(scores)),
    }
}

fn by_letter(value: &RawValue) -> Vec<(Option<Label>, &RawValue)> {
    let Ok(Fields(fields)) = serde_json::from_str::<Fields<'_>>(value.get()) else {
        return Vec::new();
    };
    let label = |name: &str| {
        let mut letters = name.trim().chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
    };
    fields.into_iter().map(|(name, value)| (label(&name), value)).collect()
}

fn unexpected(name: &str, found: &RawValue) -> String {
    let start: String = found.get().chars().take(40).collect();
    format!("field {name}: expected a number for each choice, by letter or in order, found {start}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(record: &str, by: RankBy) -> Result<Option<String>, String> {
        let fields: Fields<'_> = serde_json::from_str(record).unwrap();
        prediction(&fields, by, &mut Counted::default())
    }

    fn letter(record: &str, by: RankBy) -> String {
        read(record, by).unwrap().unwrap()
    }

    #[test]
    fn mean_and_sum_may_choose_differently() {
        let record = r#"{"log_likelihood": [-3.0, -4.0], "tokens": {"A": 1, "B": 4}}"#;
        assert_eq!(letter(record, RankBy::Sum), "A");
        assert_eq!(letter(record, RankBy::Mean), "B");
        let record = r#"{"loss": {"A": 3.0, "C": 1.0}, "tokens": {"A": 1, "C": 4}}"#;
        assert_eq!(letter(record, RankBy::Mean), "C");
        assert_eq!(letter(record, RankBy::Sum), "A");
    }

    #[test]
    fn the_most_similar_picture_is_the_answer_and_equal_ones_are_none() {
        assert_eq!(letter(r#"{"similarity": [0.1, 0.3, 0.2]}"#, RankBy::Mean), "B");
        assert_eq!(letter(r#"{"similarity": [0.3, 0.3, 0.2]}"#, RankBy::Mean), "");
    }

    #[test]
    fn text_and_picture_must_choose_the_same() {
        let with = |similarity: &str| {
            letter(&format!(r#"{{"loss": [1, 2], "similarity": {similarity}}}"#), RankBy::Mean)
        };
        assert_eq!(with("[0.9, 0.1]"), "A");
        assert_eq!(with("[0.1, 0.9]"), "Z");
        assert_eq!(with("[0.5, 0.5]"), "");
    }

    #[test]
    fn a_record_without_scores_or_with_a_prediction_is_left_alone() {
        assert_eq!(read(r#"{"index": 1, "loss": 0.3}"#, RankBy::Mean), Ok(None));
        assert_eq!(read(r#"{"prediction": "B", "loss": [1, 2]}"#, RankBy::Mean), Ok(None));
    }

    #[test]
    fn what_cannot_be_compared_is_an_error_that_says_what_was_expected() {
        for (record, expected) in [
            (r#"{"log_likelihood": [-1, -2]}"#, "tokens of choice A"),
            (r#"{"log_likelihood": [-1, -2]}"#, "--rank-by sum"),
            (r#"{"loss": [1, null]}"#, "expected a number for each choice"),
            (r#"{"loss": {"A": 1, "AB": 2}}"#, "by letter or in order"),
            (r#"{"loss": [1]}"#, "found [1]"),
            (r#"{"loss": [1, 2], "log_likelihood": [1, 2]}"#, "found both"),
        ] {
            let problem = read(record, RankBy::Mean).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
