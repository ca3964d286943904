//! What a verdict in a file says, by layout. A null says nothing; a word that is not known is an error that names
//! the known ones.

use serde_json::{Value, json};

use super::layout::{Shown, Verdicts};
use super::paths::{text_at, value_at};
use crate::error::shown;
use crate::image_cell::is_missing_to_pandas;
use crate::json_fields::{key_text, kind};
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::{Said, Template};
use assay_core::votes::{Reading, Undecided, Verdict};

type Found = Result<Said, String>;

const NULL: Said = Said::Pair(Reading::Undecided(Undecided::Null));
const UNRESOLVED: Said = Said::Pair(Reading::Undecided(Undecided::Unresolved));

const fn verdicts(
    read: fn(&Value, &Shown<'_>) -> Found,
    words: &'static [&'static str],
) -> Verdicts {
    Verdicts { read, words }
}

const WINNERS: &[&str] = &["model_1", "model_2", "tie", "error"];
const GRADES: &[&str] = &["A>>B", "A>B", "A=B", "B>A", "B>>A"];
const CHOICES: &[&str] = &["A++", "A+", "A=B", "B+", "B++"];
const ANSWERS: &[&str] = &[
    "Answer1",
    "Answer2",
    "Tie",
    "unable to decide: situation one",
    "unable to decide: situation two",
];

pub(super) const MLLM_BENCH: Verdicts = verdicts(mllm_bench, ANSWERS);
pub(super) const FASTCHAT: Verdicts = verdicts(fastchat, WINNERS);
pub(super) const FASTCHAT_SWAPPED: Verdicts = verdicts(fastchat_swapped, WINNERS);
pub(super) const PEOPLE: Verdicts =
    verdicts(winner, &["model_a", "model_b", "tie", "tie (bothbad)", "error"]);
pub(super) const ALPACA_EVAL: Verdicts = verdicts(alpaca_eval, &[]);
pub(super) const ARENA_HARD: Verdicts = verdicts(arena_hard, GRADES);
pub(super) const WILDBENCH: Verdicts = verdicts(wildbench, CHOICES);
pub(super) const JUDGEBENCH: Verdicts = verdicts(judgebench, &["A>B", "A=B", "B>A"]);
pub(super) const LETTER: Verdicts = verdicts(letter, &["A", "B", "C"]);
pub(super) const RATING: Verdicts = verdicts(mllm_as_a_judge_score, &[]);
pub(super) const CHOICE: Verdicts = verdicts(mllm_as_a_judge_pair, &[]);
pub(super) const SCORE_TO_5: Verdicts = verdicts(score_to_5, &[]);
pub(super) const SCORE_TO_10: Verdicts = verdicts(score_to_10, &[]);
pub(super) const LONG: Verdicts = verdicts(winner, &["left", "right", "tie", "both bad", "error"]);

/// What a word says.
fn word(grade: &Value, words: &[(&str, Reading)]) -> Found {
    if grade.is_null() {
        return Ok(NULL);
    }
    let written = key_text(grade).unwrap_or_default();
    let known = words.iter().find(|(word, _)| *word == written.trim());
    known.map(|&(_, reading)| Said::Pair(reading)).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("found {}; expected {} or null", kind(grade), words.join(", "))
    })
}

fn fastchat(grade: &Value, _: &Shown<'_>) -> Found {
    winners(grade, [Reading::FIRST, Reading::SECOND])
}

fn fastchat_swapped(grade: &Value, _: &Shown<'_>) -> Found {
    winners(grade, [Reading::SECOND, Reading::FIRST])
}

fn winners(grade: &Value, [one, two]: [Reading; 2]) -> Found {
    let error = Reading::Undecided(Undecided::Error);
    word(grade, &[("model_1", one), ("model_2", two), ("tie", Reading::TIE), ("error", error)])
}

/// A choice of MLLM-as-a-Judge's people.
fn letter(grade: &Value, _: &Shown<'_>) -> Found {
    word(grade, &[("A", Reading::FIRST), ("B", Reading::SECOND), ("C", Reading::TIE)])
}

fn alpaca_eval(grade: &Value, _: &Shown<'_>) -> Found {
    let preference = grade.as_f64();
    let is_known = preference.is_some() || grade.is_null();
    let reading = Reading::from_alpaca_eval(preference).filter(|_| is_known);
    reading.map(Said::Pair).ok_or_else(|| {
        let expected = "1 for the first output, 2 for the second, a number between them, 0 or 1.5 for a tie, or null";
        format!("found {}; expected {expected}", kind(grade))
    })
}

/// One of five grades; `A<B` is `B>A`.
fn arena_hard(grade: &Value, _: &Shown<'_>) -> Found {
    let mut written = key_text(grade).unwrap_or_default();
    if written.contains('<') {
        written = written.replace('<', ">").chars().rev().collect();
    }
    graded(grade, Template::ArenaHard.read(&format!("[[{}]]", written.trim())), GRADES)
}

/// The same grades; how much better an answer is does not count.
fn judgebench(grade: &Value, game: &Shown<'_>) -> Found {
    Ok(match arena_hard(grade, game)? {
        Said::Pair(reading) => Said::Pair(match reading.verdict() {
            Ok(Verdict::First) => Reading::FIRST,
            Ok(Verdict::Second) => Reading::SECOND,
            _ => reading,
        }),
        single @ Said::Single(_) => single,
    })
}

/// A choice, which the field `winner` must not contradict; without one, `winner` and `extent`.
fn wildbench(grade: &Value, game: &Shown<'_>) -> Found {
    let [first, second] = game.models;
    let winner = text_at(game.record, "/winner");
    let named = match &winner {
        None => None,
        Some(winner) => Some(Reading::from_winner(winner, first, second).ok_or_else(|| {
            format!("found the winner {}; expected one of the two models or tie", shown(winner))
        })?),
    };
    if grade.is_null() {
        let result = value_at(game.record, "/parsed_result");
        let has_result = result.is_some_and(|result| result.get("choice").is_none());
        let share =
            if text_at(game.record, "/extent").as_deref() == Some("1") { 0.25 } else { 0.5 };
        return Ok(match named.map(Reading::verdict) {
            Some(Ok(Verdict::First)) => Said::Pair(Reading::Preference(0.5 + share)),
            Some(Ok(Verdict::Second)) => Said::Pair(Reading::Preference(0.5 - share)),
            Some(_) => Said::Pair(Reading::TIE),
            // What the judge wrote is there, but it is not the JSON that was asked for.
            None if has_result => UNRESOLVED,
            None => NULL,
        });
    }
    let choice = key_text(grade).unwrap_or_default();
    let said = Template::WildBenchPair.read(&json!({ "choice": choice }).to_string());
    let said = graded(grade, said, CHOICES)?;
    match (named, said) {
        (Some(named), Said::Pair(reading)) if named.verdict() != reading.verdict() => {
            Err(format!("found {}, but the winner is another", kind(grade)))
        }
        _ => Ok(said),
    }
}

fn graded(grade: &Value, said: Said, grades: &[&str]) -> Found {
    match said {
        _ if grade.is_null() => Ok(NULL),
        UNRESOLVED => Err(format!("found {}; expected {} or null", kind(grade), grades.join(", "))),
        said => Ok(said),
    }
}

/// The winner by side or by name, which may have a number beside it: a preference, or two scores. The score of
/// a single answer is the other kind of row.
fn winner(grade: &Value, game: &Shown<'_>) -> Found {
    let number = |name: &str| -> Result<Option<f64>, String> {
        let Some(written) = text_at(game.record, &format!("/{name}")) else { return Ok(None) };
        let number = written.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let problem = || format!("the {name} is {}; expected a number", shown(&written));
        number.map(Some).ok_or_else(problem)
    };
    if game.models[1].is_empty() {
        let score = value_at(game.record, "/score").unwrap_or(&Value::Null);
        return score_to(1e6, score);
    }
    let by_word = winner_by_word(grade, game.models)?;
    let by_number = match (number("left_score")?, number("right_score")?, number("preference")?) {
        (Some(first), Some(second), _) => Reading::Scores { first, second },
        (.., Some(preference)) => Reading::graded(preference)
            .ok_or_else(|| format!("the preference is {preference}; expected 0 to 1"))?,
        _ => return Ok(Said::Pair(by_word)),
    };
    let agree = by_word.verdict() == by_number.verdict();
    let is_alone = by_word == Reading::Undecided(Undecided::Null);
    if agree || is_alone {
        return Ok(Said::Pair(by_number));
    }
    Err(format!("found {}, but the number beside it says another", kind(grade)))
}

fn winner_by_word(grade: &Value, [first, second]: [&str; 2]) -> Result<Reading, String> {
    let written = key_text(grade).unwrap_or_default();
    if let Some(reading) = Reading::from_winner(written.trim(), first, second) {
        return Ok(reading);
    }
    Ok(match written.trim().to_lowercase().as_str() {
        missing if is_missing_to_pandas(missing) => Reading::Undecided(Undecided::Null),
        "left" | "model_a" | "model_x" => Reading::FIRST,
        "right" | "model_b" | "model_y" => Reading::SECOND,
        // MT-Bench's judge named different models in the two orders.
        "tie" | "tie (inconsistent)" => Reading::TIE,
        "both bad" | "tie (bothbad)" => Reading::Undecided(Undecided::BothBad),
        "error" => Reading::Undecided(Undecided::Error),
        _ => {
            let [first, second] = [first, second].map(shown);
            let expected = format!("left, right, tie, {first}, {second} or nothing");
            return Err(format!("found {}; expected {expected}", kind(grade)));
        }
    })
}

fn score_to_10(grade: &Value, _: &Shown<'_>) -> Found {
    score_to(10.0, grade)
}

fn score_to_5(grade: &Value, _: &Shown<'_>) -> Found {
    score_to(5.0, grade)
}

/// A score: −1 is a request that failed, a text without a number is not read.
fn score_to(highest: f64, grade: &Value) -> Found {
    let Some(written) = key_text(grade) else { return Ok(Said::Single(Err(Undecided::Null))) };
    let reason = Undecided::from_name(written.trim()).unwrap_or(Undecided::Unresolved);
    Ok(Said::Single(match written.trim().parse::<f64>() {
        Err(_) => Err(reason),
        Ok(-1.0) => Err(Undecided::Failed),
        Ok(score) if (0.0..=highest).contains(&score) => Ok(score),
        Ok(_) => {
            let expected = format!("a score from 0 to {highest}, -1 for a failure, or null");
            return Err(format!("found {}; expected {expected}", kind(grade)));
        }
    }))
}

fn mllm_as_a_judge_score(grade: &Value, _: &Shown<'_>) -> Found {
    let null = Said::Single(Err(Undecided::Null));
    Ok(judges_text(grade)?.map_or(null, |text| Template::MllmAsAJudge.read(&text)))
}

fn mllm_as_a_judge_pair(grade: &Value, _: &Shown<'_>) -> Found {
    Ok(judges_text(grade)?.map_or(NULL, |text| Template::FastChatPair.read(&text)))
}

/// The judge's last line, by the parser of its prompt. An answer that the prompts of both generations have is
/// read the same by both.
fn mllm_bench(grade: &Value, game: &Shown<'_>) -> Found {
    let Some(answer) = judges_text(grade)? else { return Ok(NULL) };
    let template = mllm_bench_template(game.record, &answer);
    Ok(template.unwrap_or(Template::MllmBenchVote1).read(&answer))
}

/// What the judge wrote, where the whole text is the verdict.
fn judges_text(grade: &Value) -> Result<Option<String>, String> {
    match key_text(grade) {
        None if !grade.is_null() => Err(format!("found {}; expected a text or null", kind(grade))),
        text => Ok(text),
    }
}

/// The prompt of a record of MLLM-Bench, if its words or the judge's say it.
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
        _ => {
            let is_tie = MllmBenchVote1.read(&answer) == Said::Pair(Reading::TIE);
            is_tie.then_some(MllmBenchVote1)
        }
    }
}
