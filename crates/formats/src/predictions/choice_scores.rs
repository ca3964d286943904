//! Records with a score for each choice instead of a text: log-likelihoods, losses, similarities.
//!
//! `log_likelihood` (of the whole text), `loss` (mean of the tokens) and `similarity` (of a picture that
//! the model drew) are objects by label or lists in the order A, B, C; `tokens` likewise has the number of
//! tokens. `picture_embedding` and `choice_embeddings` give the similarities by their cosines. The label of
//! the best choice becomes the prediction. With a text score and a similarity, both must choose the
//! same, or else the prediction is `Z`, none of the choices. The choices that had scores are kept
//! as well, because the best of some is not an answer to a question with others.

use serde_json::value::RawValue;

use super::KnownColumn;
use crate::raw_fields::RawFields;
use assay_core::benchmark::Label;
use assay_core::keyword::Keyword as _;
use assay_core::score::{RankBy, TextScore, cosine_similarity, only_largest};

const LIKELIHOOD: &str = "log_likelihood";
const LOSS: &str = "loss";
const SIMILARITY: &str = "similarity";
const DRAWN: &str = "picture_embedding";
const SHOWN: &str = "choice_embeddings";
const TOKENS: &str = "tokens";
/// Columns that mark a table as one of scores.
pub(super) const COLUMNS: [&str; 4] = [LIKELIHOOD, LOSS, SIMILARITY, SHOWN];

/// What the scores of a record choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScoredAnswer {
    /// A letter; `None` if several choices are best.
    pub prediction: Option<String>,
    /// The letters that had scores, `ABCD`.
    pub scored: String,
}

/// Counts over the scores of records, for a warning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub records: usize,
    /// Those of them in which several choices are best.
    tied: usize,
    /// Those in which text and picture choose differently.
    different: usize,
}

impl Counted {
    /// The warning, if there is one.
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
            text += &format!("; in {tied} several are best, which is not an answer");
        }
        if different > 0 {
            text += &format!("; in {different} text and picture differ, which is wrong");
        }
        (records > 0).then_some(text)
    }
}

/// The answer of a record with scores, read through `field`; `None` if it has no scores, or has its
/// own prediction.
pub(super) fn answer<'a>(
    field: impl Fn(&str) -> Option<&'a RawValue>,
    by: RankBy,
    counted: &mut Counted,
) -> Result<Option<ScoredAnswer>, String> {
    if field(KnownColumn::Prediction.name()).is_some() {
        return Ok(None);
    }
    let numbers = |name: &str| numbers(name, field(name));
    let text = match (numbers(LIKELIHOOD)?, numbers(LOSS)?) {
        (Some(sums), None) => {
            Some(ranked(&sums, TextScore::LogLikelihood, LIKELIHOOD, numbers(TOKENS)?, by)?)
        }
        (None, Some(means)) => Some(ranked(&means, TextScore::Loss, LOSS, numbers(TOKENS)?, by)?),
        (Some(_), Some(_)) => return Err(found_both(LIKELIHOOD, LOSS)),
        (None, None) => None,
    };
    let picture = match (numbers(SIMILARITY)?, similarities(field(DRAWN), field(SHOWN))?) {
        (Some(_), Some(_)) => return Err(found_both(SIMILARITY, SHOWN)),
        (one, other) => one.or(other),
    };
    let Some(scored) = text.as_ref().or(picture.as_ref()).map(letters) else { return Ok(None) };
    let of_picture = picture.as_ref().map(letters);
    if let Some(other) = of_picture.filter(|of_picture| *of_picture != scored) {
        return Err(format!(
            "the text has scores for {scored} and the picture for {other}; expected the same choices"
        ));
    }
    counted.records += 1;
    let chosen: Option<Vec<Label>> = text.iter().chain(&picture).map(best).collect();
    let prediction = match chosen.as_deref() {
        None | Some([]) => {
            counted.tied += 1;
            None
        }
        // Wrong, whatever is right.
        Some([text, picture]) if text != picture => {
            counted.different += 1;
            Some("Z".to_owned())
        }
        Some([label, ..]) => Some(label.to_string()),
    };
    Ok(Some(ScoredAnswer { prediction, scored }))
}

/// A number for each choice that has one, in the order of the letters.
type Scores = Vec<(Label, f64)>;

fn best(scores: &Scores) -> Option<Label> {
    let values: Vec<f64> = scores.iter().map(|(_, score)| *score).collect();
    only_largest(&values).map(|at| scores[at].0)
}

fn letters(scores: &Scores) -> String {
    scores.iter().map(|(label, _)| label.to_string()).collect()
}

fn found_both(one: &str, other: &str) -> String {
    format!("expected {one} or {other}, found both; leave one out")
}

/// The text scores in the form in which they are compared.
fn ranked(
    scores: &Scores,
    score: fn(f64) -> TextScore,
    name: &str,
    tokens: Option<Scores>,
    by: RankBy,
) -> Result<Scores, String> {
    let tokens = tokens.unwrap_or_default();
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

/// The similarity of a drawn picture to each choice, from embeddings.
fn similarities(
    drawn: Option<&RawValue>,
    shown: Option<&RawValue>,
) -> Result<Option<Scores>, String> {
    let (drawn, shown) = match (drawn, shown) {
        (None, None) => return Ok(None),
        (Some(drawn), Some(shown)) => (drawn, shown),
        (None, Some(_)) => return Err(format!("expected {DRAWN} beside {SHOWN}, found none")),
        (Some(_), None) => return Err(format!("expected {SHOWN} beside {DRAWN}, found none")),
    };
    let unusable = |what: &str| {
        format!(
            "{what}: expected a list of numbers, as long as the embedding it is compared with and \
             not all 0"
        )
    };
    let vector: Vec<f64> =
        serde_json::from_str(drawn.get()).map_err(|_| unusable(&format!("field {DRAWN}")))?;
    let one = |(label, value): (Label, &RawValue)| {
        let embedding: Option<Vec<f64>> = serde_json::from_str(value.get()).ok();
        let similarity = embedding.and_then(|embedding| cosine_similarity(&vector, &embedding));
        let what = || unusable(&format!("field {SHOWN}, choice {label}"));
        Ok((label, similarity.ok_or_else(what)?))
    };
    by_choice(SHOWN, shown)?.into_iter().map(one).collect::<Result<_, _>>().map(Some)
}

/// The numbers of a field by label; `None` if the record lacks it, or has one value for all.
fn numbers(name: &str, value: Option<&RawValue>) -> Result<Option<Scores>, String> {
    let is_of_choices = |value: &&RawValue| value.get().starts_with(['[', '{']);
    let Some(value) = value.filter(is_of_choices) else { return Ok(None) };
    let score = |(label, score): (Label, &RawValue)| {
        number(score).map(|score| (label, score)).ok_or_else(|| unexpected(name, value))
    };
    by_choice(name, value)?.into_iter().map(score).collect::<Result<_, _>>().map(Some)
}

/// A number as written; Python's infinity counts: the probability 0.
fn number(value: &RawValue) -> Option<f64> {
    let number: f64 = value.get().parse().ok()?;
    (!number.is_nan()).then_some(number)
}

/// The values of two or more choices, in the order of the letters; `null` is not a value.
fn by_choice<'v>(name: &str, value: &'v RawValue) -> Result<Vec<(Label, &'v RawValue)>, String> {
    let wrong = || unexpected(name, value);
    let named: Vec<(Option<Label>, &RawValue)> = match value.get().starts_with('[') {
        true => {
            let values: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(|_| wrong())?;
            values.into_iter().enumerate().map(|(at, one)| (Label::from_index(at), one)).collect()
        }
        false => {
            let fields: RawFields<'_> = serde_json::from_str(value.get()).map_err(|_| wrong())?;
            fields.0.into_iter().map(|(name, one)| (Label::from_text(name.trim()), one)).collect()
        }
    };
    let given = named.into_iter().filter(|(_, one)| one.get() != "null");
    let mut given: Vec<(Label, &RawValue)> = given
        .map(|(label, one)| label.map(|label| (label, one)))
        .collect::<Option<_>>()
        .ok_or_else(wrong)?;
    given.sort_by_key(|(label, _)| *label);
    let is_twice = given.windows(2).any(|pair| pair[0].0 == pair[1].0);
    if is_twice || given.len() < 2 { Err(wrong()) } else { Ok(given) }
}

fn unexpected(name: &str, found: &RawValue) -> String {
    let start: String = found.get().chars().take(40).collect();
    format!("field {name}: expected a number for each choice, by letter or in order, found {start}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(record: &str, by: RankBy) -> Result<Option<ScoredAnswer>, String> {
        let fields: RawFields<'_> = serde_json::from_str(record).unwrap();
        answer(|name| fields.get(name), by, &mut Counted::default())
    }

    fn letter(record: &str, by: RankBy) -> String {
        read(record, by).unwrap().unwrap().prediction.unwrap_or_default()
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
    fn a_drawn_picture_is_compared_with_the_choices_by_the_cosine_of_their_embeddings() {
        // 24/25, 1 and 0, whatever the lengths.
        let shown = "[[4, 3], [30, 40], [-4, 3]]";
        let record =
            |rest: &str| format!(r#"{{"picture_embedding": [3, 4], "choice_embeddings": {rest}}}"#);
        assert_eq!(letter(&record(shown), RankBy::Mean), "B");
        assert_eq!(letter(&record(r#"{"C": [3, 4], "D": [0, 1]}"#), RankBy::Mean), "C");
        assert_eq!(letter(&record("[[3, 4], [3, 4]]"), RankBy::Mean), "");
        let text = record(&format!(r#"{shown}, "loss": [2, 3, 1]"#));
        assert_eq!(letter(&text, RankBy::Mean), "Z", "the text chooses C");
    }

    #[test]
    fn a_probability_of_zero_is_the_least_and_a_missing_score_is_none() {
        // Infinity reads so after Python's words are replaced.
        assert_eq!(letter(r#"{"log_likelihood": [-1e999, -40.5]}"#, RankBy::Sum), "B");
        assert_eq!(letter(r#"{"loss": {"A": 1e999, "B": 9}}"#, RankBy::Mean), "B");
        assert_eq!(letter(r#"{"loss": [1e999, 1e999]}"#, RankBy::Mean), "");
        let padded = read(r#"{"loss": [3, 2, 4, null, null]}"#, RankBy::Mean).unwrap().unwrap();
        assert_eq!((padded.prediction.as_deref(), &*padded.scored), (Some("B"), "ABC"));
        let named = read(r#"{"loss": {"D": 3, "A": 2, "B": null}}"#, RankBy::Mean).unwrap();
        assert_eq!(named.unwrap().scored, "AD");
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
            (r#"{"loss": {"A": 1, "A": 2, "B": 3}}"#, "by letter or in order"),
            (r#"{"loss": [1, 2], "similarity": [1, 2, 3]}"#, "for AB and the picture for ABC"),
            (r#"{"picture_embedding": [1, 2]}"#, "expected choice_embeddings beside"),
            (r#"{"choice_embeddings": [[1], [2]]}"#, "expected picture_embedding beside"),
            (
                r#"{"picture_embedding": [1, 2], "choice_embeddings": [[1, 2], [1, 2, 3]]}"#,
                "field choice_embeddings, choice B",
            ),
            (
                r#"{"picture_embedding": [0, 0], "choice_embeddings": [[1, 2], [2, 1]]}"#,
                "not all 0",
            ),
            (
                r#"{"similarity": [1, 2], "picture_embedding": [1], "choice_embeddings": [[1], [2]]}"#,
                "expected similarity or choice_embeddings",
            ),
        ] {
            let problem = read(record, RankBy::Mean).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
