//! What a verdict in a file says, by layout. A null says nothing; a word that is not known is an error that names
//! the known ones.

use serde_json::Value;

use super::paths::{text_at, value_at, written};
use crate::error::shown;
use crate::image_cell::is_missing_to_pandas;
use crate::json_fields::kind;
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::{Said, Template};
use assay_core::votes::{Reading, Undecided};

/// A record, and the models in the order shown; the second is empty if there is only one.
pub(super) struct Shown<'r> {
    pub record: &'r Value,
    pub models: [&'r str; 2],
    pub is_swapped: bool,
}

/// How a layout writes verdicts.
pub(super) enum Verdicts {
    /// Words for the models of the record.
    Models(Words),
    /// Words for the answers in the order shown; how much better one is does not count.
    Places(Words),
    /// The words of a prompt.
    Grades(Template),
    /// All that the judge wrote, by the parser of its prompt.
    Text(Template),
    /// What the judge wrote last, by the parser of either prompt.
    MllmBench,
    /// 1 for the first output, 2 for the second.
    AlpacaEval,
    /// A choice, or a winner and how much better it is.
    WildBench,
    /// The winner by side or by name, and in files of ours numbers beside it; these words are written.
    Winner(Words),
    /// A score from 0 up to this one.
    Score(f64),
}

/// The words for what [`MEANINGS`] are; empty for what a layout has no word for.
type Words = [&'static str; 5];

const MEANINGS: [Reading; 5] = [
    Reading::FIRST,
    Reading::SECOND,
    Reading::TIE,
    Reading::Undecided(Undecided::BothBad),
    Reading::Undecided(Undecided::Error),
];
const NULL: Reading = Reading::Undecided(Undecided::Null);

/// The words of MT-Bench's people.
pub(super) const PEOPLE: Words = ["model_a", "model_b", "tie", "tie (bothbad)", "error"];
/// The words of tables.
pub(super) const SIDES: Words = ["left", "right", "tie", "both bad", "error"];
/// What others have for these. MT-Bench's judge named different models in the two orders.
const SYNONYMS: Words = ["model_x", "model_y", "tie (inconsistent)", "", ""];

impl Verdicts {
    /// What a grade says of the answer shown first.
    pub fn read(&self, grade: &Value, shown: &Shown<'_>) -> Result<Said, String> {
        let reading = match self {
            Verdicts::Score(highest) => return score(grade, *highest).map(Said::Single),
            Verdicts::Winner(_) if shown.models[1].is_empty() => {
                let grade = value_at(shown.record, "/score").unwrap_or(&Value::Null);
                return score(grade, 1e6).map(Said::Single);
            }
            Verdicts::Text(template) => return read_text(grade, *template),
            Verdicts::MllmBench => {
                let answer = written(grade).unwrap_or_default();
                let template = mllm_bench_template(shown.record, &answer);
                return read_text(grade, template.unwrap_or(Template::MllmBenchVote1));
            }
            Verdicts::Winner(_) => winner(grade, shown)?,
            Verdicts::WildBench => wildbench(grade, shown)?,
            _ if grade.is_null() => NULL,
            Verdicts::AlpacaEval => {
                let expected = "1 for the first output, 2 for the second, a number between them, 0 or 1.5 for a tie, \
                    or null";
                let found = grade.as_f64().and_then(|value| Reading::from_alpaca_eval(Some(value)));
                found.ok_or_else(|| format!("found {}; expected {expected}", kind(grade)))?
            }
            Verdicts::Models(_) if shown.is_swapped => self.word(grade)?.turned(),
            Verdicts::Models(_) | Verdicts::Grades(_) => self.word(grade)?,
            Verdicts::Places(_) => {
                let grade = written(grade).unwrap_or_default();
                self.word(&grade.replace(">>", ">").replace("<<", "<").into())?
            }
        };
        Ok(Said::Pair(reading))
    }

    /// The words that a verdict may be written in.
    pub fn words(&self) -> Vec<(String, Reading)> {
        let of = |template: Template| template.form().words().to_vec();
        match self {
            Verdicts::Models(words) | Verdicts::Places(words) | Verdicts::Winner(words) => {
                let words = words.iter().zip(MEANINGS).filter(|(word, _)| !word.is_empty());
                words.map(|(word, reading)| ((*word).to_owned(), reading)).collect()
            }
            Verdicts::Grades(template) => of(*template),
            Verdicts::WildBench => of(Template::WildBenchPair),
            Verdicts::MllmBench => {
                [of(Template::MllmBenchVote1), of(Template::MllmBenchVote2)].concat()
            }
            Verdicts::Text(template) => {
                let in_brackets = |(word, reading)| (format!("[[{word}]]"), reading);
                of(*template).into_iter().map(in_brackets).collect()
            }
            Verdicts::AlpacaEval | Verdicts::Score(_) => Vec::new(),
        }
    }

    /// What a word says; `A<B` is `B>A`.
    fn word(&self, grade: &Value) -> Result<Reading, String> {
        let mut text = written(grade).unwrap_or_default();
        if text.contains('<') {
            text = text.replace('<', ">").chars().rev().collect::<String>().into();
        }
        let known = match self {
            Verdicts::Models(words) | Verdicts::Places(words) => meaning(words, text.trim()),
            _ => self.words().into_iter().find(|(word, _)| word == text.trim()).map(|(_, of)| of),
        };
        known.ok_or_else(|| {
            let words: Vec<String> = self.words().into_iter().map(|(word, _)| word).collect();
            format!("found {}; expected {} or null", kind(grade), words.join(", "))
        })
    }
}

/// What one of these words says.
fn meaning(words: &Words, word: &str) -> Option<Reading> {
    let at = words.iter().position(|known| *known == word && !known.is_empty());
    at.map(|at| MEANINGS[at])
}

/// A choice, which the field `winner` must not contradict; without one, `winner` and `extent`.
fn wildbench(grade: &Value, of: &Shown<'_>) -> Result<Reading, String> {
    let [first, second] = of.models;
    let winner = text_at(of.record, "/winner");
    let named = winner.map(|winner| {
        Reading::from_winner(&winner, first, second).ok_or_else(|| {
            format!("found the winner {}; expected one of the two models or tie", shown(&winner))
        })
    });
    let named = named.transpose()?;
    if grade.is_null() {
        let is_slight = text_at(of.record, "/extent").as_deref() == Some("1");
        let result = value_at(of.record, "/parsed_result");
        let has_result = result.is_some_and(|result| result.get("choice").is_none());
        return Ok(match named {
            Some(Reading::FIRST) if is_slight => Reading::Preference(0.75),
            Some(Reading::SECOND) if is_slight => Reading::Preference(0.25),
            Some(named) => named,
            // What the judge wrote is there, but it is not the JSON that was asked for.
            None if has_result => Reading::Undecided(Undecided::Unresolved),
            None => NULL,
        });
    }
    let reading = Verdicts::WildBench.word(grade)?;
    match named {
        Some(named) if named.verdict() != reading.verdict() => {
            Err(format!("found {}, but the winner is another", kind(grade)))
        }
        _ => Ok(reading),
    }
}

/// The winner by side or by name, which may have a number beside it: a preference, or two scores.
fn winner(grade: &Value, of: &Shown<'_>) -> Result<Reading, String> {
    let number = |path: &str| -> Result<Option<f64>, String> {
        let Some(written) = text_at(of.record, path) else { return Ok(None) };
        let number = written.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let problem = || format!("the {} is {}; expected a number", &path[1..], shown(&written));
        number.map(Some).ok_or_else(problem)
    };
    let [first, second] = of.models;
    let text = written(grade).unwrap_or_default();
    let text = text.trim();
    let by_word = Reading::from_winner(text, first, second).or_else(|| meaning(&SIDES, text));
    let by_word = by_word.or_else(|| {
        let lower = text.to_lowercase();
        let known = || [SIDES, PEOPLE, SYNONYMS].iter().find_map(|words| meaning(words, &lower));
        if is_missing_to_pandas(&lower) { Some(NULL) } else { known() }
    });
    let by_word = by_word.ok_or_else(|| {
        let [first, second] = [first, second].map(shown);
        let expected = format!("left, right, tie, {first}, {second} or nothing");
        format!("found {}; expected {expected}", kind(grade))
    })?;
    let by_number = match (number("/left_score")?, number("/right_score")?, number("/preference")?)
    {
        (Some(first), Some(second), _) => Reading::Scores { first, second },
        (.., Some(preference)) => Reading::graded(preference)
            .ok_or_else(|| format!("the preference is {preference}; expected 0 to 1"))?,
        _ => return Ok(by_word),
    };
    match by_word == NULL || by_word.verdict() == by_number.verdict() {
        true => Ok(by_number),
        false => Err(format!("found {}, but the number beside it says another", kind(grade))),
    }
}

/// A score: −1 is a request that failed, a text without a number is not read.
fn score(grade: &Value, highest: f64) -> Result<Result<f64, Undecided>, String> {
    let Some(written) = written(grade) else { return Ok(Err(Undecided::Null)) };
    match written.trim().parse::<f64>() {
        Err(_) => Ok(Err(Undecided::from_name(written.trim()).unwrap_or(Undecided::Unresolved))),
        Ok(-1.0) => Ok(Err(Undecided::Failed)),
        Ok(score) if (0.0..=highest).contains(&score) => Ok(Ok(score)),
        Ok(_) => {
            let expected = format!("a score from 0 to {highest}, -1 for a failure, or null");
            Err(format!("found {}; expected {expected}", kind(grade)))
        }
    }
}

/// What the judge wrote, where the whole text is the verdict.
fn read_text(grade: &Value, template: Template) -> Result<Said, String> {
    match written(grade) {
        Some(text) => Ok(template.read(&text)),
        None if grade.is_null() => Ok(template.read("").without_verdict(Undecided::Null)),
        None => Err(format!("found {}; expected a text or null", kind(grade))),
    }
}

/// The prompt of a record of MLLM-Bench, if its words or the judge's say it. An answer that the prompts of both
/// generations have is read the same by both.
pub(super) fn mllm_bench_template(record: &Value, answer: &str) -> Option<Template> {
    use Template::{MllmBenchScores, MllmBenchVote1, MllmBenchVote2};
    let prompt = text_at(record, "/prompt").unwrap_or_default().to_lowercase();
    let answer = answer.to_lowercase();
    let named = text_at(record, "/template").and_then(|name| Template::from_name(&name).ok());
    match named {
        Some(MllmBenchScores | MllmBenchVote1 | MllmBenchVote2) => named,
        _ if prompt.contains("```answer1") || answer.contains("```answer1") => {
            Some(MllmBenchScores)
        }
        _ if prompt.contains("unable to decide: situation") => Some(MllmBenchVote2),
        _ if prompt.contains("evaluation by voting") => Some(MllmBenchVote1),
        _ if answer.contains("unable to decide") => Some(MllmBenchVote2),
        _ if MllmBenchVote1.read(&answer) == Said::Pair(Reading::TIE) => Some(MllmBenchVote1),
        _ => None,
    }
}
