//! Votes in lines: two answers without the models' names, and a line that says which is better.

use super::questions::PlainSteps;
use super::questions::command::Command;
use super::questions::item::Item;
use crate::messages::text;
use assay_core::benchmark::vote::Vote;
use assay_core::visible::visible;
use assay_store::{Result, Store};
use assay_workflow::queue::steps::{Ask, Input};
use assay_workflow::queue::{OpenedQuestion, VoteDesk, VoteQueue};

impl PlainSteps for VoteQueue {
    fn below(_: &VoteDesk, _: &Store, opened: &OpenedQuestion) -> Result<String> {
        let Some(pair) = &opened.pair else { return Ok(String::new()) };
        let [first, second] = &pair.texts;
        // Further lines are indented, so that no answer can pass itself off as a line of the program.
        let answer = |name: &str, answer: &str| {
            let answer = visible(answer.trim_end()).replace('\n', "\n    ");
            format!("{name}{}{answer}\n", text!("terms-colon"))
        };
        Ok(answer(text!("vote-first"), first) + &answer(text!("vote-second"), second))
    }

    fn asks_for(item: &Item, _: Ask) -> String {
        match is_graded(item) {
            true => text!("plain-vote-ask-graded").into(),
            false => text!("plain-vote-ask").into(),
        }
    }

    fn read(line: &str, item: &Item, ask: Ask) -> Result<Command, String> {
        match vote(line, is_graded(item)) {
            Some(vote) => Ok(Command::Take(vec![Input::Vote(vote)])),
            None => item.read_other(line, &Self::asks_for(item, ask)),
        }
    }

    fn help(item: Option<&Item>) -> String {
        match item.is_some_and(is_graded) {
            true => text!("plain-vote-help-graded").into(),
            false => text!("plain-vote-help").into(),
        }
    }
}

fn is_graded(item: &Item) -> bool {
    item.opened.pair.as_ref().is_some_and(|pair| pair.is_graded)
}

/// The vote that a line gives: a key of the screen, or its name.
fn vote(line: &str, is_graded: bool) -> Option<Vote> {
    let vote = match line {
        "=" => Vote::Tie,
        "0" => Vote::BothBad,
        _ => match line.parse::<usize>() {
            Ok(digit) => *Vote::by_digit(is_graded).get(digit.checked_sub(1)?)?,
            Err(_) => Vote::from_typed(line)?,
        },
    };
    Vote::offered(is_graded).contains(&vote).then_some(vote)
}
