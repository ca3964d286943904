//! Votes in lines: two answers without the models' names, and a line with the vote, or both scores, and why.

use super::questions::PlainSteps;
use super::questions::command::{Command, first_word, reasons, remark};
use super::questions::item::Item;
use super::words::field;
use crate::messages::{text, words_of};
use assay_core::benchmark::vote::{Ballot, Vote};
use assay_core::keyword::Keyword;
use assay_store::{Result, Store};
use assay_workflow::queue::steps::{Ask, Input};
use assay_workflow::queue::{OpenedQuestion, VoteDesk, VoteQueue};

impl PlainSteps for VoteQueue {
    fn below(_: &VoteDesk, _: &Store, opened: &OpenedQuestion) -> Result<String> {
        let Some(pair) = &opened.pair else { return Ok(String::new()) };
        let [reference, criteria] = &pair.judged_by;
        let [first, second] = &pair.texts;
        let about = [(text!("vote-reference"), reference), (text!("vote-criteria"), criteria)];
        let about = about.into_iter().filter(|(_, text)| !text.is_empty());
        let answers = [(text!("vote-first"), first), (text!("vote-second"), second)];
        Ok(about.chain(answers).map(|(name, text)| field(name, text)).collect())
    }

    fn asks_for(item: &Item, _: Ask) -> String {
        words_of("plain-vote-ask", item.opened.ballot().name()).into()
    }

    fn read(line: &str, item: &Item, ask: Ask) -> Result<Command, String> {
        match said(line, item.opened.ballot()) {
            Some((votes, "")) => Ok(Command::Take(votes)),
            Some((votes, why)) => {
                let has_digits = why.starts_with(|c: char| c.is_ascii_digit());
                let why = match has_digits {
                    true => reasons(why, item.checklist())?,
                    false => remark(why)?.map(Input::Words).into_iter().collect(),
                };
                Ok(Command::Take([why, votes].concat()))
            }
            None => item.read_other(line, &Self::asks_for(item, ask)),
        }
    }

    fn help(item: Option<&Item>) -> String {
        let ballot = item.map(|item| item.opened.ballot()).unwrap_or_default();
        words_of("plain-vote-help", ballot.name()).into()
    }
}

/// The vote or the scores at the start of a line, as keys of the screen or by name, and what follows.
fn said(line: &str, ballot: Ballot) -> Option<(Vec<Input>, &str)> {
    let (first, rest) = first_word(line);
    let place = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let digit = |word| Some(Input::Adopt(place(word).filter(|place| *place < ballot.digits())?));
    if ballot == Ballot::Scores {
        let (second, rest) = first_word(rest);
        return Some((vec![digit(first)?, digit(second)?], rest));
    }
    let vote = match first {
        "=" => Some(Vote::Tie),
        "0" => Some(Vote::BothBad),
        word => Vote::from_typed(word).filter(|_| digit(word).is_none()),
    };
    let vote = vote.filter(|vote| ballot.offered().contains(vote)).map(Input::Vote);
    Some((vec![digit(first).or(vote)?], rest))
}
