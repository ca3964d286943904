//! Reading the reasons why a question is wrong, and remarks.

use super::help::some_digits;
use crate::messages::text;
use assay_core::benchmark::decision::WrongReason;
use assay_core::benchmark::{Checklist, Label};
use assay_workflow::queue::steps::{Input, Verdict};

/// A remark longer than this, in characters, is refused.
const LONGEST_REMARK: usize = 4000;

/// Reads reasons, the answer that is right behind the reason of a wrong reference answer as in `4=c 7`,
/// and the remark behind them.
///
/// # Errors
/// In words for the annotator.
pub fn wrong(text: &str, checklist: &Checklist) -> Result<Vec<Input>, String> {
    let digit = checklist.digit(WrongReason::WrongReferenceAnswer);
    let behind = digit.and_then(|digit| Some((digit, text.split_once(&format!("{digit}="))?)));
    let is_reason = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    let Some((digit, (before, after))) =
        behind.filter(|(_, (before, _))| before.chars().all(is_reason))
    else {
        return reasons(text, checklist);
    };
    let end = after.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(after.len());
    let (right, rest) = after.split_at(end);
    let right: Label = right.parse().map_err(|_| text!("plain-right-letter", digit))?;
    let mut inputs = reasons(&format!("{before}{digit} {rest}"), checklist)?;
    inputs.push(Input::Right(Some(right)));
    Ok(inputs)
}

/// The same behind a verdict, which they are all of.
///
/// # Errors
/// In words for the annotator.
pub fn wrong_verdict(text: &str, checklist: &Checklist) -> Result<Vec<Input>, String> {
    let verdict = std::iter::once(Input::Verdict(Verdict::Wrong));
    Ok(verdict.chain(wrong(text, checklist)?).chain([Input::Done]).collect())
}

/// Reads the digits of reasons, and the remark behind them.
///
/// # Errors
/// In words for the annotator.
pub fn reasons(text: &str, checklist: &Checklist) -> Result<Vec<Input>, String> {
    let is_reason = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    let end = text.find(|c| !is_reason(c)).unwrap_or(text.len());
    let (digits, note) = text.split_at(end);
    let mut reasons = digits
        .chars()
        .filter(char::is_ascii_digit)
        .map(|digit| checklist.reason(digit).ok_or(digit))
        .collect::<Result<Vec<WrongReason>, char>>()
        .map_err(|digit| text!("plain-no-such-reason", digit))?;
    reasons.sort_unstable();
    reasons.dedup();
    if reasons.is_empty() {
        return Err(text!("plain-reasons-are-digits", digits = some_digits(checklist)));
    }
    let marks = reasons.into_iter().map(|reason| Input::Reason(reason, true));
    Ok(marks.chain(remark(note)?.map(Input::Words)).collect())
}

/// A remark as it is stored; `None` if there is none.
///
/// # Errors
/// When it is too long.
pub fn remark(text: &str) -> Result<Option<String>, String> {
    let remark: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    let length = remark.chars().count();
    if length > LONGEST_REMARK {
        return Err(text!("plain-remark-too-long", most = LONGEST_REMARK, length));
    }
    Ok((!remark.is_empty()).then_some(remark))
}
