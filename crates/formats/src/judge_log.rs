//! The replies of a judge in the column `log` of VLMEvalKit's `_result` files.
//!
//! A judge is asked only if VLMEvalKit's rules read nothing, and the log is written for people, so
//! many rows do not say what the judge answered. Only what the log says is read here: the texts of
//! the predictions must be in it letter by letter, which also shows where each of them ends.
//!
//! Two forms are known. A row of a circular evaluation has the log of its whole group:
//! `Rolling 0 Matched.` (the rules read it),
//! `Rolling 1: Answer is B, Prediction is .., Pre-fetched is B.` (the judge said B, and it was
//! right; whether it was drawn at random is not said), and
//! `Failed in Rolling 2: Answer is C; Prediction is ..; Pre-fetched is A; Match Log is ...` (the
//! judge's label, followed by its reply). Any other row has `Match Log: ..` with the judge's reply, or with
//! the prediction itself if the rules read it.

use assay_core::benchmark::Label;
use assay_core::extract::{Answer, Choices, RuleSet, extract};

/// The outcome of one prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rules read it; no judge was asked.
    ByRules,
    /// The judge's label.
    Judged {
        /// What it said. `Z` is none of the choices.
        answer: Answer,
        /// Its words; the log of a right answer in a group has none, and then does not say either
        /// whether the label was drawn at random.
        reply: Option<String>,
    },
    /// Three replies were unusable, and VLMEvalKit drew a label at random.
    Random,
}

/// Why a log does not give a label, or another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Silence {
    /// `Succeed During Pre-fetching`, `Failed in Prefetching`.
    #[error("the rules decided before a judge was asked")]
    RulesDecided,
    #[error("there was no judge (exact_matching)")]
    NoJudge,
    #[error("the log is about other texts than those that were imported")]
    OtherTexts,
    #[error("VLMEvalKit's rules do not agree on what the reply says")]
    UnclearReply,
    #[error("hit and log contradict each other")]
    Contradiction,
    #[error("the log has no known form")]
    Unknown,
}

/// The log of a row of MathVista that the rules read.
pub const PREFETCHED: &str = "Prefetch succeed";
const BY_EXACT_MATCHING: &str = "Failed in Prefetch, no GPT-based answer matching";
const AT_RANDOM: &str = "Failed to predict, thus randomly generate one";
const OF_ONE_ROW: &str = "Match Log: ";

/// Whether a log is of its row alone, not of the group that the row begins.
pub fn is_of_one_row(log: &str) -> bool {
    log.starts_with(OF_ONE_ROW)
}

/// The outcomes of the passes of a group, by their positions among the predictions that are
/// present, and why the log has no further label, if it does not end there.
pub fn group(log: &str, predictions: &[&str]) -> (Vec<(usize, Outcome)>, Option<Silence>) {
    let log = log.replace('\r', "");
    let mut found = Vec::new();
    if log.starts_with(BY_EXACT_MATCHING) {
        return (found, Some(Silence::NoJudge));
    }
    if log.starts_with("Succeed During Pre-fetching") || log.starts_with("Failed in Prefetching") {
        return (found, Some(Silence::RulesDecided));
    }
    let mut rest = log.as_str();
    for (at, text) in predictions.iter().enumerate() {
        if rest.trim().is_empty() {
            break;
        }
        match pass(rest, at, text.replace('\r', "").as_str()) {
            Ok((outcome, after)) => {
                found.push((at, outcome));
                rest = after;
            }
            Err(silence) => return (found, Some(silence)),
        }
    }
    // More passes in the log than were imported.
    let silence = (!rest.trim().is_empty()).then_some(Silence::OtherTexts);
    let silence = silence.or(found.is_empty().then_some(Silence::Unknown));
    (found, silence)
}

/// The outcome of one pass, and the rest of the log.
fn pass<'a>(log: &'a str, at: usize, text: &str) -> Result<(Outcome, &'a str), Silence> {
    if let Some(rest) = log.strip_prefix(&format!("Rolling {at} Matched.")) {
        return Ok((Outcome::ByRules, rest.trim_start_matches('\n')));
    }
    if let Some(rest) = log.strip_prefix(&format!("Rolling {at}: Answer is ")) {
        let (label, rest) = behind(rest, ", ", text)?;
        let rest = rest.strip_prefix('.').ok_or(Silence::Unknown)?;
        let judged = Outcome::Judged { answer: label, reply: None };
        return Ok((judged, rest.trim_start_matches('\n')));
    }
    if let Some(rest) = log.strip_prefix(&format!("Failed in Rolling {at}: Answer is ")) {
        let (answer, rest) = behind(rest, "; ", text)?;
        let reply = rest.strip_prefix("; Match Log is ").ok_or(Silence::Unknown)?;
        let reply = reply.trim_end();
        let reply = reply.strip_suffix('.').unwrap_or(reply);
        if reply.starts_with(AT_RANDOM) {
            return Ok((Outcome::Random, ""));
        }
        return Ok((Outcome::Judged { answer, reply: Some(reply.to_owned()) }, ""));
    }
    Err(Silence::Unknown)
}

/// The label before `, Prediction is {text}, Pre-fetched is `, and what follows it.
fn behind<'a>(log: &'a str, comma: &str, text: &str) -> Result<(Answer, &'a str), Silence> {
    let (_, rest) = log.split_once(&format!("{comma}Prediction is ")).ok_or(Silence::Unknown)?;
    let rest = rest.strip_prefix(text).ok_or(Silence::OtherTexts)?;
    let rest = rest.strip_prefix(&format!("{comma}Pre-fetched is ")).ok_or(Silence::OtherTexts)?;
    let letter = rest.chars().next().ok_or(Silence::Unknown)?;
    let label = Label::from_letter(letter).ok_or(Silence::Unknown)?;
    Ok((answer(label), &rest[letter.len_utf8()..]))
}

/// VLMEvalKit's `Z`.
fn answer(label: Label) -> Answer {
    if label.letter() == 'Z' { Answer::NoneOfThem } else { Answer::Label(label) }
}

/// The row that a log of one row belongs to.
#[derive(Clone, Copy, Debug)]
pub struct OneRow<'a> {
    pub prediction: &'a str,
    /// Its choices as they were shown.
    pub choices: &'a Choices,
    /// The letter of the right choice.
    pub reference: Option<Label>,
    /// Whether the row counted as right, if the file says so.
    pub hit: Option<bool>,
}

/// The outcome of a row that has its own log.
///
/// A right row's label is its reference answer, whatever the reply; of a wrong row it is what all of
/// VLMEvalKit's rule sets read from the reply, because the file does not say which of them was used.
pub fn one_row(log: &str, row: OneRow<'_>) -> Result<Outcome, Silence> {
    let reply = log.strip_prefix(OF_ONE_ROW).ok_or(Silence::Unknown)?.trim_end();
    let reply = reply.strip_suffix('.').unwrap_or(reply);
    if reply.starts_with(BY_EXACT_MATCHING) {
        return Err(Silence::NoJudge);
    }
    if reply.starts_with(AT_RANDOM) {
        return Ok(Outcome::Random);
    }
    if reply.replace('\r', "").trim() == row.prediction.replace('\r', "").trim() {
        return Ok(Outcome::ByRules);
    }
    let read = read_alike(reply, row.choices);
    let right = row.reference.map(Answer::Label);
    let answer = match (row.hit, read) {
        (Some(true), read) => {
            let right = right.ok_or(Silence::Contradiction)?;
            read.is_none_or(|read| read == right).then_some(right).ok_or(Silence::Contradiction)?
        }
        (Some(false), Some(read)) if Some(read) == right => return Err(Silence::Contradiction),
        (_, Some(read)) => read,
        (_, None) => return Err(Silence::UnclearReply),
    };
    Ok(Outcome::Judged { answer, reply: Some(reply.to_owned()) })
}

/// What all of VLMEvalKit's rule sets read from a judge's reply.
pub fn read_alike(reply: &str, choices: &Choices) -> Option<Answer> {
    let kits = [RuleSet::VlmevalkitEarly, RuleSet::VlmevalkitMid, RuleSet::VlmevalkitLate];
    let [early, mid, late] = kits.map(|rules| extract(rules, reply, choices).answer);
    (early == mid && mid == late && early != Answer::Nothing).then_some(early)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn label(letter: char) -> Answer {
        answer(Label::from_letter(letter).unwrap())
    }

    fn judged(letter: char, reply: Option<&str>) -> Outcome {
        Outcome::Judged { answer: label(letter), reply: reply.map(str::to_owned) }
    }

    #[test]
    fn a_group_says_who_read_each_pass_up_to_the_first_wrong_one() {
        let log = "Rolling 0 Matched.\nRolling 1: Answer is A, Prediction is a cat, Pre-fetched is \
                   B., Pre-fetched is A.\nFailed in Rolling 2: Answer is D; Prediction is furry; \
                   Pre-fetched is Z; Match Log is Z, none fits..\n";
        let texts = ["B", "a cat, Pre-fetched is B.", "furry", "unread"];
        let (found, silence) = group(log, &texts);
        let expected = [
            (0, Outcome::ByRules),
            (1, judged('A', None)),
            (2, judged('Z', Some("Z, none fits."))),
        ];
        assert_eq!((found.as_slice(), silence), (expected.as_slice(), None));
    }

    #[test]
    fn a_random_draw_is_no_label() {
        let log = "Failed in Rolling 0: Answer is A; Prediction is x; Pre-fetched is C; Match Log is \
                   Failed to predict, thus randomly generate one. .\n";
        assert_eq!(group(log, &["x"]), (vec![(0, Outcome::Random)], None));
    }

    #[test]
    fn what_the_rules_decided_and_what_nobody_judged_says_nothing() {
        for (log, silence) in [
            ("Succeed During Pre-fetching", Silence::RulesDecided),
            (
                "Failed in Prefetching Rolling 1: Answer is A, Prediction is B, Pre-fetched is B. ",
                Silence::RulesDecided,
            ),
            (
                "Failed in Prefetch, no GPT-based answer matching under `exact_matching` policy.",
                Silence::NoJudge,
            ),
            ("Rolling 0: Answer is A, Prediction is y, Pre-fetched is A.\n", Silence::OtherTexts),
            ("", Silence::Unknown),
            ("Rolling 7 Matched.\n", Silence::Unknown),
        ] {
            assert_eq!(group(log, &["x", "B"]), (vec![], Some(silence)), "{log}");
        }
    }

    #[test]
    fn a_log_with_more_passes_than_were_imported_says_so() {
        let log = "Rolling 0 Matched.\nRolling 1 Matched.\nRolling 2: Answer is A, Predic";
        let (found, silence) = group(log, &["x", "y"]);
        assert_eq!((found.len(), silence), (2, Some(Silence::OtherTexts)));
    }

    fn outcome_of(log: &str, hit: Option<bool>) -> Result<Outcome, Silence> {
        let texts = ["dog", "cat", "horse"];
        let choices = Choices::new(Label::all().zip(texts));
        let reference = Label::from_letter('B');
        one_row(log, OneRow { prediction: "furry", choices: &choices, reference, hit })
    }

    #[test]
    fn a_row_of_its_own_has_the_reply() {
        assert_eq!(outcome_of("Match Log: furry. ", Some(false)), Ok(Outcome::ByRules));
        assert_eq!(outcome_of("Match Log: C. ", Some(false)), Ok(judged('C', Some("C"))));
        assert_eq!(outcome_of("Match Log: C. ", None), Ok(judged('C', Some("C"))));
        assert_eq!(outcome_of("Match Log: Z. ", Some(false)), Ok(judged('Z', Some("Z"))));
        let random = "Match Log: Failed to predict, thus randomly generate one. . ";
        assert_eq!(outcome_of(random, Some(true)), Ok(Outcome::Random));
    }

    #[test]
    fn an_unclear_reply_counts_only_where_the_row_was_right() {
        let reply = "B is what I would say if somebody asked me about this picture";
        let log = format!("Match Log: {reply}. ");
        assert_eq!(outcome_of(&log, Some(false)), Err(Silence::UnclearReply));
        assert_eq!(outcome_of(&log, Some(true)), Ok(judged('B', Some(reply))));
        assert_eq!(outcome_of("Match Log: B. ", Some(false)), Err(Silence::Contradiction));
        assert_eq!(outcome_of("Match Log: C. ", Some(true)), Err(Silence::Contradiction));
    }

    proptest! {
        #[test]
        fn what_the_kit_writes_is_read_whatever_the_model_wrote(
            texts in prop::collection::vec(".{0,30}", 1..4), letters in "[A-DZ]{4}",
        ) {
            let letters: Vec<char> = letters.chars().collect();
            let mut log = String::new();
            for (at, text) in texts.iter().enumerate() {
                let letter = letters[at];
                log.push_str(&format!(
                    "Rolling {at}: Answer is {letter}, Prediction is {text}, Pre-fetched is {letter}.\n"
                ));
            }
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let expected: Vec<(usize, Outcome)> =
                (0..texts.len()).map(|at| (at, judged(letters[at], None))).collect();
            prop_assert_eq!(group(&log, &texts), (expected, None));
        }

        #[test]
        fn no_log_is_too_odd(log in ".{0,80}", text in ".{0,9}") {
            let _ = group(&log, &[&text]);
            let _ = outcome_of(&log, Some(true));
        }
    }
}
