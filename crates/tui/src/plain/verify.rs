//! Suspected questions in lines: the evidence after the own answer, and the letters of the verdicts.

use super::questions::command::{self, Command};
use super::questions::item::Item;
use super::questions::{PlainSteps, list_of_reasons};
use crate::messages::text;
use crate::widgets::evidence_text::EvidenceText;
use assay_store::{Result, Store};
use assay_workflow::queue::steps::{Ask, Input, Verdict};
use assay_workflow::queue::{OpenedQuestion, VerifyDesk, VerifyQueue};

impl PlainSteps for VerifyQueue {
    fn below(desk: &VerifyDesk, store: &Store, opened: &OpenedQuestion) -> Result<String> {
        let Some(suspicion) = &opened.suspicion else { return Ok(String::new()) };
        Ok(EvidenceText::load(store, desk.benchmark(), &opened.question, suspicion)?.plain())
    }

    fn asks_for(item: &Item, ask: Ask) -> String {
        let digits = command::some_digits(item.checklist());
        match ask {
            Ask::Verdict | Ask::KeepAgain if item.is_in_bundle => {
                text!("plain-verify-ask-in-bundle", digits)
            }
            Ask::Verdict | Ask::KeepAgain => text!("plain-verify-ask", digits),
            ask => item.allowed(ask),
        }
    }

    fn read(line: &str, item: &Item, ask: Ask) -> Result<Command, String> {
        if !matches!(ask, Ask::Verdict | Ask::KeepAgain) {
            return item.read(line, ask);
        }
        verdict(line, item).unwrap_or_else(|| item.read_other(line, &Self::asks_for(item, ask)))
    }

    fn help(item: Option<&Item>) -> String {
        let can_fix = item.is_none_or(|item| !item.is_in_bundle);
        let lines = text!("plain-verify-help").split_inclusive('\n');
        lines.filter(|line| can_fix || !line.starts_with("F, fix")).collect()
    }
}

/// The verdict that a line gives; `None` where it gives none.
fn verdict(line: &str, item: &Item) -> Option<Result<Command, String>> {
    let (first, rest) = command::first_word(line);
    let verdict = |verdict| Some(Ok(Command::Take(vec![Input::Verdict(verdict)])));
    let remove = |reasons: Vec<Input>| {
        let verdict = std::iter::once(Input::Verdict(Verdict::Remove));
        Command::Take(verdict.chain(reasons).chain([Input::Done]).collect())
    };
    match (first, rest) {
        ("y" | "keep", "") => verdict(Verdict::Keep),
        ("t" | "text-only", "") => verdict(Verdict::TextOnly),
        ("F" | "fix", "") => Some(Ok(Command::Fix)),
        ("r" | "remove", "") => Some(Ok(remove(Vec::new()))),
        ("r" | "remove", reasons) => {
            let checklist = item.checklist();
            Some(command::reasons(reasons, checklist).map(remove).map_err(|_| {
                let digits = command::some_digits(checklist);
                list_of_reasons(checklist) + &text!("plain-verify-reasons", digits)
            }))
        }
        _ => None,
    }
}
