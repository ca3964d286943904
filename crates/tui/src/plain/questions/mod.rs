//! The conversation about questions, the same for every queue of them: a line becomes inputs, and what the
//! steps ask next becomes words.
//!
//! [`command`] understands a line, [`item`] describes a question, [`categories`] finds a category that is
//! typed. What differs between the queues is in [`PlainSteps`].

mod categories;
pub(super) mod command;
pub(super) mod item;

use std::ops::ControlFlow;

use self::command::Command;
use self::item::Item;
use super::fix::Fixing;
use super::{PlainQueue, Request, words};
use crate::action::Action;
use crate::guideline_head;
use crate::messages::{text, words_of};
use crate::{terms, translated_guideline};
use assay_core::benchmark::decision::{Act, WrongReason};
use assay_core::benchmark::{Checklist, QuestionKind};
use assay_core::visible::{visible, visible_line};
use assay_store::{BlindQuestion, DecisionRow, Guideline, Result, Store, StoreError};
use assay_workflow::queue::correction::Correction;
use assay_workflow::queue::steps::{Ask, Draft, Input, Next};
use assay_workflow::queue::{Desk, OpenDesk, OpenedItem, OpenedQuestion, Queue};

/// What differs between the conversations about questions.
pub trait PlainSteps: Queue<Content = BlindQuestion, Opened = OpenedQuestion> {
    /// What is printed below a question; it ends with a line feed, or is empty.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn below(_desk: &Desk<Self>, _store: &Store, _opened: &OpenedQuestion) -> Result<String> {
        Ok(String::new())
    }

    /// How far the annotator is, before the question in words.
    fn progress(desk: &Desk<Self>, _item: &Item, text: &str) -> String {
        let progress = desk.progress();
        text!(of "plain-far", Self::NAME, done = progress.done, total = progress.total, text)
    }

    /// What is asked for.
    fn asks_for(item: &Item, ask: Ask) -> String {
        item.allowed(ask)
    }

    /// What is said when no question waits.
    fn finished(desk: &Desk<Self>) -> String {
        text!(of "plain-done", Self::NAME, done = desk.progress().done)
    }

    /// What a line means.
    ///
    /// # Errors
    /// In words: why it means nothing here.
    fn read(line: &str, item: &Item, ask: Ask) -> Result<Command, String> {
        item.read(line, ask)
    }

    /// What can be typed.
    fn help(item: Option<&Item>) -> String;

    /// What was done since the row of this number.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn session_summary(_desk: &Desk<Self>, _store: &Store, _first: usize) -> Result<String> {
        Ok(String::new())
    }
}

impl<Q: PlainSteps> PlainQueue for Q {
    type PlainItem = Item;

    fn greet(desk: &Desk<Q>, notice: Option<&str>) -> String {
        let about = notice.map(|notice| text!("plain-about-data", notice = visible_line(notice)));
        let what = words_of("plain-title", Q::NAME);
        let benchmark = visible_line(&desk.benchmark().name);
        let annotator = visible_line(&desk.annotator().name);
        text!("plain-greeting", what, benchmark, annotator, about = about.unwrap_or_default())
    }

    fn read_item(desk: &Desk<Q>, store: &Store, position: usize) -> Result<Item> {
        Item::load(desk, store, position)
    }

    fn describe(desk: &Desk<Q>, store: &Store, item: &Item) -> Result<String> {
        let text = item.describe(store)? + &item.below;
        Ok(Q::progress(desk, item, text.trim_end_matches('\n')))
    }

    fn prompt(item: Option<&Item>) -> String {
        match item {
            Some(item) => Q::asks_for(item, Q::STEPS.ask(&item.opened, &Draft::default())),
            None => command::allowed(None, &[], None),
        }
    }

    fn none_waits(desk: &Desk<Q>) -> Option<String> {
        Some(Q::finished(desk))
    }

    fn take_line(line: &str, item: Option<&mut Item>, desk: &Desk<Q>, store: &Store) -> Request {
        respond::<Q>(line.trim(), item, desk, store).unwrap_or_else(Request::Say)
    }

    fn seen(item: &Item) -> (Option<String>, Option<(u16, u16)>) {
        item.seen()
    }

    fn saved(item: &Item, row: &DecisionRow) -> String {
        text!("plain-saved-question", act = words::act(&row.act), key = item.key())
    }

    fn renew(
        item: &mut Item,
        act: &Act,
        desk: &Desk<Q>,
        store: &Store,
        position: usize,
    ) -> Result<String> {
        if !act.is_step() {
            item.opened.add(act);
            return Ok(String::new());
        }
        *item = Item { is_seen: item.is_seen, ..Item::load(desk, store, position)? };
        match item.opened.reveal {
            Some(_) => Ok((item.reference() + &item.below).trim_end_matches('\n').to_owned()),
            None => Ok(String::new()),
        }
    }

    fn done_since(desk: &Desk<Q>, store: &Store, first: usize) -> Result<String> {
        Q::session_summary(desk, store, first)
    }
}

/// What a line asks for; else why it means nothing here.
fn respond<Q: PlainSteps>(
    line: &str,
    item: Option<&mut Item>,
    desk: &Desk<Q>,
    store: &Store,
) -> Result<Request, String> {
    let Some(item) = item else {
        return Ok(perform(&command::read(line, None, &[], None)?, None, desk, store));
    };
    if let Some(fixing) = item.fixing.take() {
        return Ok(fix::<Q>(fixing, line, item, store));
    }
    match Q::STEPS.ask(&item.opened, &item.draft) {
        ask @ (Ask::Reasons | Ask::Words) => return detail::<Q>(line, ask, item, store),
        // Another act leaves the question open: a letter names no category.
        Ask::RightCategory if !command::is_other_act(line) => {
            return detail::<Q>(line, Ask::RightCategory, item, store);
        }
        _ => {}
    }
    item.draft = std::mem::take(&mut item.draft).without_verdict();
    let was_kept_once = item.draft.is_kept_once;
    let inputs = match Q::read(line, item, Q::STEPS.ask(&item.opened, &item.draft))? {
        Command::Take(inputs) => inputs,
        Command::Category(typed) => vec![Input::Category(categories::find(&typed, item, store)?)],
        Command::Note(note) => vec![Input::Note(note)],
        Command::Other(Action::Skip) => vec![Input::Skip],
        Command::Other(Action::Later) => vec![Input::Later],
        Command::Fix => {
            let harmless = |error: StoreError| visible(&error.to_string()).into_owned();
            let (fixing, words) = Fixing::begin(&item.opened, store).map_err(harmless)?;
            item.fixing = Some(Box::new(fixing));
            return Ok(Request::Say(words));
        }
        // What is not saved yet is taken back first.
        Command::Other(Action::Undo) if was_kept_once => {
            item.draft.is_kept_once = false;
            return Ok(Request::SayAndAsk(text!("plain-nothing-saved").into()));
        }
        command => return Ok(perform(&command, Some(item), desk, store)),
    };
    Ok(take::<Q>(inputs, item, store))
}

fn fix<Q: PlainSteps>(
    mut fixing: Box<Fixing>,
    line: &str,
    item: &mut Item,
    store: &Store,
) -> Request {
    if line.is_empty() {
        return Request::SayAndAsk(text!("plain-nothing-saved").into());
    }
    match fixing.take_line(line, item.opened.question.id, store) {
        ControlFlow::Break(text) => take::<Q>(vec![Input::Fix(Box::new(text))], item, store),
        ControlFlow::Continue(words) => {
            item.fixing = Some(fixing);
            Request::Say(words)
        }
    }
}

/// A line that says more of a verdict.
fn detail<Q: PlainSteps>(
    line: &str,
    ask: Ask,
    item: &mut Item,
    store: &Store,
) -> Result<Request, String> {
    let refused = |why| text!("plain-empty-line-back", why);
    let inputs = match ask {
        Ask::RightCategory if line.is_empty() => vec![Input::LeaveOpen],
        Ask::RightCategory => vec![Input::Category(categories::find(line, item, store)?)],
        _ if line.is_empty() => {
            item.draft = std::mem::take(&mut item.draft).without_verdict();
            return Ok(Request::SayAndAsk(text!("plain-nothing-saved").into()));
        }
        Ask::Words => {
            let words = command::remark(line).map_err(refused)?;
            vec![Input::Words(words.unwrap_or_default())]
        }
        _ => {
            let reasons = command::wrong(line, item.checklist()).map_err(refused)?;
            reasons.into_iter().chain([Input::Done]).collect()
        }
    };
    Ok(take::<Q>(inputs, item, store))
}

/// Says what inputs make of the item.
fn take<Q: PlainSteps>(inputs: Vec<Input>, item: &mut Item, store: &Store) -> Request {
    let draft = std::mem::take(&mut item.draft);
    let ask = Q::STEPS.ask(&item.opened, &draft);
    let given_up = draft.clone().without_verdict();
    match Q::STEPS.take_all(&item.opened, draft, inputs) {
        Next::Commit(act) => {
            item.draft = given_up;
            Request::Commit(Box::new(act))
        }
        Next::Ask(draft) => {
            let ask = Q::STEPS.ask(&item.opened, &draft);
            if ask == Ask::RightCategory && !categories::may_be_chosen(item, store) {
                item.draft = draft;
                return take::<Q>(vec![Input::LeaveOpen], item, store);
            }
            let was_unclear = given_up.guideline_unclear;
            item.draft = match ask {
                // These are said anew, with all that belongs to them in one line.
                Ask::Confidence | Ask::Why => given_up,
                _ => draft.clone(),
            };
            asked(ask, &draft, was_unclear, item)
        }
        Next::Refuse(refusal) => {
            item.draft = given_up;
            Request::Say(command::refused(&refusal, ask, &item.allowed(ask)))
        }
    }
}

/// What is asked next, in words.
fn asked(ask: Ask, draft: &Draft, was_unclear: bool, item: &Item) -> Request {
    Request::Say(match ask {
        Ask::Reasons => list_of_reasons(item.checklist()) + &which(item.checklist()),
        Ask::Words => text!("plain-what-is-wrong").into(),
        Ask::RightCategory => text!("plain-which-category-is-right").into(),
        Ask::Why => text!("plain-adjudicate-why").into(),
        Ask::KeepAgain => text!("plain-keep-again").into(),
        Ask::Confidence => {
            text!("plain-how-sure", letter = draft.choice().map(terms::letter).unwrap_or_default())
        }
        _ => {
            return Request::SayAndAsk(match was_unclear {
                false => text!("plain-adjudicate-marked").into(),
                true => text!("plain-adjudicate-unmarked").into(),
            });
        }
    })
}

/// The reasons with their digits, one a line.
pub(super) fn list_of_reasons(checklist: &Checklist) -> String {
    let line = |(digit, reason)| format!("{digit} {}", terms::explained_reason(checklist, reason));
    checklist.reasons().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What is asked below that list.
fn which(checklist: &Checklist) -> String {
    let digits = command::some_digits(checklist);
    let right = checklist.digit(WrongReason::WrongReferenceAnswer);
    match right.filter(|_| checklist.kind == QuestionKind::Choice) {
        Some(digit) => text!("plain-which-reasons", digits, digit),
        None => text!("plain-which-reasons-open", digits),
    }
}

/// Does what a command asks for that says nothing of the question.
fn perform<Q: PlainSteps>(
    command: &Command,
    item: Option<&mut Item>,
    desk: &Desk<Q>,
    store: &Store,
) -> Request {
    match command {
        Command::Picture(number) => {
            let printed = item.map(|item| item.print_pictures(*number, store));
            Request::SayAndAsk(printed.unwrap_or_default().trim_end_matches('\n').to_owned())
        }
        Command::Again if item.as_deref().is_some_and(|item| item.opened.state.is_decided()) => {
            Request::Next
        }
        Command::Again => Request::Repeat,
        Command::Other(Action::Undo) => Request::Correct(Correction::Undo),
        Command::Other(Action::Redo) => Request::Correct(Correction::Redo),
        Command::Other(Action::Quit) => Request::Quit,
        Command::Other(Action::Guideline) => {
            let question = item.map(|item| &item.opened.question);
            Request::SayAndAsk(visible(&guideline(question, desk.guideline())).into_owned())
        }
        _ => Request::SayAndAsk(Q::help(item.as_deref()).trim_end().to_owned()),
    }
}

/// The guideline, below what the ability of the open question means and the reasons of its own checklist.
fn guideline(question: Option<&BlindQuestion>, guideline: &Guideline) -> String {
    let head = guideline_head::paragraphs(question).into_iter();
    let paragraphs = head.filter(|lines| !lines.is_empty());
    let paragraphs = paragraphs.map(|lines| lines.join("\n") + "\n\n");
    paragraphs.chain([translated_guideline::text_of(guideline).to_owned()]).collect()
}
