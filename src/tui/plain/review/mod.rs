//! The review in lines: the acts of the review screen.
//!
//! [`command`] understands a line, [`item`] describes a question, [`categories`] finds a category that is
//! typed.

pub(in crate::tui) mod categories;
pub(in crate::tui) mod command;
pub(in crate::tui) mod item;

use self::command::{Asked, Command};
use self::item::Item;
use super::{PlainQueue, Request, words};
use crate::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::{Checklist, Label};
use crate::queue::{Desk, Queue, ReviewDesk, ReviewQueue, SittingSummary, category_beside};
use crate::store::{BlindQuestion, DecisionRow, Guideline, Store, StoreError};
use crate::tui::action::Action;
use crate::tui::guideline_head;
use crate::tui::messages::{guidelines, text};
use crate::tui::terms;
use crate::visible::{visible, visible_line};

/// The conversation about questions.
#[derive(Debug, Default)]
pub struct PlainReview {
    /// What the next line is about, if not an act.
    detail: Option<Detail>,
}

/// A detail without which a verdict is not complete.
#[derive(Debug)]
enum Detail {
    Reasons,
    WhatIsWrong(Found),
    /// The category that is right.
    Category(Found),
}

/// What is wrong with a question, as far as it is said.
#[derive(Debug)]
struct Found {
    reasons: Vec<WrongReason>,
    right: Option<Label>,
    note: Option<String>,
    category: Option<String>,
}

impl PlainQueue for PlainReview {
    type Queue = ReviewQueue;
    type Item = Item;

    fn greet(desk: &ReviewDesk, notice: Option<&str>) -> String {
        greeting(text!("review-title"), desk, notice)
    }

    fn load(desk: &ReviewDesk, store: &Store, position: usize) -> Result<Item, StoreError> {
        desk.open_question(store, position).map(Item::from)
    }

    fn describe(desk: &ReviewDesk, store: &Store, item: &Item) -> Result<String, StoreError> {
        let progress = desk.progress();
        let later = match progress.later {
            0 => String::new(),
            later => text!("plain-later", later = later),
        };
        let text = item.describe(store)?;
        let text = text.trim_end_matches('\n');
        let skipped = match progress.skipped {
            0 => String::new(),
            skipped => text!("plain-skipped-count", skipped = skipped),
        };
        let (decided, total) = (progress.decided(), progress.total);
        let note = desk.history().note(item.name(), item.revision());
        let note = note.map(words::note).unwrap_or_default();
        Ok(text!(
            "plain-review-far",
            decided = decided,
            total = total,
            skipped = skipped,
            later = later,
            text = text,
            note = note
        ))
    }

    fn ask(item: Option<&Item>) -> String {
        command::allowed(asked(item), &choices(item), checklist(item))
    }

    fn when_done(desk: &ReviewDesk) -> Option<String> {
        let skipped = match desk.progress().skipped {
            0 => String::new(),
            skipped => text!("plain-skipped-count", skipped = skipped),
        };
        Some(text!("plain-review-done", decided = desk.progress().decided(), skipped = skipped))
    }

    fn hear(
        &mut self,
        line: &str,
        item: Option<&mut Item>,
        desk: &ReviewDesk,
        store: &Store,
    ) -> Request {
        // Whoever leaves the question open says so with another act: a letter names no category.
        let is_left =
            |detail: &Detail| matches!(detail, Detail::Category(_)) && command::is_other_act(line);
        if let Some(detail) = self.detail.take().filter(|detail| !is_left(detail)) {
            return self.hear_detail(detail, line, item.as_deref(), store);
        }
        let (asked, choices) = (asked(item.as_deref()), choices(item.as_deref()));
        match command::read(line, asked, &choices, checklist(item.as_deref())) {
            Ok(command) => self.perform(command, item, desk, store),
            Err(why) => Request::Say(why),
        }
    }

    fn seen(item: &Item) -> (Option<String>, Option<(u16, u16)>) {
        item.seen()
    }

    fn saved(item: &Item, row: &DecisionRow) -> String {
        text!("plain-saved-question", act = words::act(&row.act), key = item.key())
    }

    fn answered(
        item: &mut Item,
        desk: &ReviewDesk,
        store: &Store,
        position: usize,
    ) -> Result<String, StoreError> {
        item.answer = desk.answer(position);
        let chosen = desk.history().category(item.name(), item.revision()).map(str::to_owned);
        item.category = chosen;
        if item.waits_for_category() {
            return Ok(String::new());
        }
        item.question = desk.load(store, position)?;
        item.reveal = Some(desk.reveal(store, position)?);
        Ok(item.reference().trim_end_matches('\n').to_owned())
    }

    fn summary(desk: &ReviewDesk, store: &Store, first: usize) -> Result<String, StoreError> {
        Ok(terms::sitting(&SittingSummary::since(desk, store, first)?).join("\n"))
    }
}

impl PlainReview {
    fn perform(
        &mut self,
        command: Command,
        item: Option<&mut Item>,
        desk: &ReviewDesk,
        store: &Store,
    ) -> Request {
        match command {
            Command::Judge(verdict) => judge(item.as_deref(), verdict, Found::nothing()),
            Command::Wrong(reasons, right, note) => {
                self.wrong(item.as_deref(), Found { reasons, right, note, category: None }, store)
            }
            Command::Category(typed) => match categories::find(&typed, item.as_deref(), store) {
                Ok(category) => Request::Commit(Act::Category { category }),
                Err(why) => Request::Say(why),
            },
            other => perform(other, item, desk, store, command::help().trim_end()),
        }
    }

    fn wrong(&mut self, item: Option<&Item>, mut found: Found, store: &Store) -> Request {
        if let Some(why) = found.right.and_then(|right| why_not_right(item, right)) {
            return Request::Say(text!("plain-nothing-saved-why", why = why));
        }
        if found.reasons.is_empty() {
            self.detail = Some(Detail::Reasons);
            return match checklist(item) {
                Some(checklist) => Request::Say(list_of_reasons(checklist) + &which(checklist)),
                None => Request::Say(text!("plain-no-question-open-now").into()),
            };
        }
        if found.reasons.contains(&WrongReason::Other) && found.note.is_none() {
            self.detail = Some(Detail::WhatIsWrong(found));
            return Request::Say(what_is_wrong().into());
        }
        if found.reasons.contains(&WrongReason::WrongCategory) {
            // The one that was chosen before may be another than that of the data.
            found.category = item.and_then(|item| {
                category_beside(&item.question, item.category.as_deref(), &found.reasons)
            });
            if found.category.is_none() && categories::may_be_chosen(item, store) {
                self.detail = Some(Detail::Category(found));
                return Request::Say(text!("plain-which-category-is-right").into());
            }
        }
        judge(item, ReviewVerdict::Wrong, found)
    }

    fn hear_detail(
        &mut self,
        detail: Detail,
        line: &str,
        item: Option<&Item>,
        store: &Store,
    ) -> Request {
        let is_empty = line.trim().is_empty();
        let heard = match detail {
            // It may be left open.
            Detail::Category(found) if is_empty => {
                return judge(item, ReviewVerdict::Wrong, found);
            }
            Detail::Category(found) => {
                return match categories::find(line, item, store) {
                    Ok(category) => {
                        let category = Some(category);
                        judge(item, ReviewVerdict::Wrong, Found { category, ..found })
                    }
                    Err(why) => {
                        self.detail = Some(Detail::Category(found));
                        Request::Say(why)
                    }
                };
            }
            _ if is_empty => return Request::SayAndAsk(text!("plain-nothing-saved").into()),
            Detail::Reasons => {
                match checklist(item).map(|list| command::wrong(line.trim(), list)) {
                    None => return Request::Say(text!("plain-no-question-open-now").into()),
                    Some(Ok(Command::Wrong(reasons, right, note))) => {
                        Ok(Found { reasons, right, note, category: None })
                    }
                    Some(Ok(_)) => return Request::Say(String::new()),
                    Some(Err(why)) => Err((why, detail)),
                }
            }
            Detail::WhatIsWrong(found) => match command::remark(line) {
                Ok(note) => Ok(Found { note, ..found }),
                Err(why) => Err((why, Detail::WhatIsWrong(found))),
            },
        };
        match heard {
            Ok(found) => self.wrong(item, found, store),
            Err((why, detail)) => {
                self.detail = Some(detail);
                Request::Say(text!("plain-empty-line-back", why = why))
            }
        }
    }
}

impl Found {
    fn nothing() -> Self {
        Found { reasons: Vec::new(), right: None, note: None, category: None }
    }
}

/// What is asked where `other` is marked without a remark.
pub(in crate::tui) fn what_is_wrong() -> &'static str {
    text!("plain-what-is-wrong")
}

/// The reasons with their digits, one a line.
pub(in crate::tui) fn list_of_reasons(checklist: &Checklist) -> String {
    let line = |(digit, reason)| format!("{digit} {}", terms::explained_reason(checklist, reason));
    checklist.reasons().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What is asked below that list.
fn which(checklist: &Checklist) -> String {
    let digits = command::some_digits(checklist);
    match checklist.digit(WrongReason::WrongReferenceAnswer) {
        Some(digit) => text!("plain-which-reasons", digits = digits, digit = digit),
        None => text!("plain-which-reasons-open", digits = digits),
    }
}

/// The first lines of a conversation about questions.
pub(in crate::tui) fn greeting<Q: Queue>(
    what: &str,
    desk: &Desk<Q>,
    notice: Option<&str>,
) -> String {
    let annotator = visible_line(&desk.annotator().name);
    let benchmark = visible_line(&desk.benchmark().name);
    let about = notice.map(|notice| text!("plain-about-data", notice = visible_line(notice)));
    text!(
        "plain-greeting",
        what = what,
        benchmark = benchmark,
        annotator = annotator,
        about = about.unwrap_or_default()
    )
}

/// Does what a command asks for, whatever the queue; verdicts, which are the queue's own, get the
/// help.
pub(in crate::tui) fn perform<Q: Queue>(
    command: Command,
    item: Option<&mut Item>,
    desk: &Desk<Q>,
    store: &Store,
    help: &str,
) -> Request {
    match command {
        Command::Answer(answer) => Request::Commit(Act::Answer { answer }),
        Command::Guess(guess) => Request::Commit(Act::Guess(guess)),
        Command::Note(note) => Request::Commit(Act::Note { note }),
        Command::Picture(number) => {
            let printed = item.map(|item| item.print_pictures(number, store));
            Request::SayAndAsk(printed.unwrap_or_default().trim_end_matches('\n').to_owned())
        }
        Command::Again if item.as_deref().is_some_and(|item| item.state.is_decided()) => {
            Request::Next
        }
        Command::Again => Request::Repeat,
        Command::Other(Action::Skip) => Request::Commit(Act::Skip),
        Command::Other(Action::Later) => Request::Commit(Act::Later),
        Command::Other(Action::Undo) => Request::Undo,
        Command::Other(Action::Redo) => Request::Redo,
        Command::Other(Action::Quit) => Request::Quit,
        Command::Other(Action::Guideline) => {
            let question = item.map(|item| &item.question);
            Request::SayAndAsk(visible(&guideline(question, desk.guideline())).into_owned())
        }
        Command::Judge(_) | Command::Wrong(..) | Command::Category(_) | Command::Other(_) => {
            Request::SayAndAsk(help.to_owned())
        }
    }
}

/// The guideline, below what the ability of the open question means and the reasons of its own checklist.
fn guideline(question: Option<&BlindQuestion>, guideline: &Guideline) -> String {
    let head = question.map(|question| {
        [guideline_head::defined_ability(question), guideline_head::own_reasons(question)]
    });
    let paragraphs = head.into_iter().flatten().filter(|lines| !lines.is_empty());
    let paragraphs = paragraphs.map(|lines| lines.join("\n") + "\n\n");
    paragraphs.chain([guidelines::text_of(guideline).to_owned()]).collect()
}

fn judge(item: Option<&Item>, verdict: ReviewVerdict, found: Found) -> Request {
    let Some(item) = item.filter(|item| item.reveal.is_some()) else {
        return Request::Say(String::new());
    };
    let Found { reasons, right: corrected, note, category } = found;
    let category =
        category.or_else(|| category_beside(&item.question, item.category.as_deref(), &reasons));
    let answer = item.answer;
    let review = ReviewDecision { answer, verdict, reasons, corrected, category, note };
    Request::Commit(Act::Review(review))
}

/// Why a choice cannot be the one that is right instead of the reference answer.
fn why_not_right(item: Option<&Item>, right: Label) -> Option<String> {
    let item = item?;
    let letter = terms::letter(right);
    if !item.choices().contains(&right) {
        return Some(text!("plain-right-is-no-choice", letter = letter));
    }
    let is_reference = item.reveal.as_ref().is_some_and(|reveal| reveal.answer == Some(right));
    is_reference.then(|| text!("plain-right-is-reference", letter = letter))
}

/// What is asked for now.
pub(in crate::tui) fn asked(item: Option<&Item>) -> Asked {
    match item {
        None => Asked::Nothing,
        Some(item) if item.is_gated() => Asked::Guess,
        Some(item) if item.waits_for_category() => Asked::Category,
        Some(Item { reveal: None, .. }) => Asked::Answer,
        Some(_) => Asked::Verdict,
    }
}

/// The checklist of the open question.
pub(in crate::tui) fn checklist(item: Option<&Item>) -> Option<&'static Checklist> {
    item.map(Item::checklist)
}

/// The labels that can be chosen now.
pub(in crate::tui) fn choices(item: Option<&Item>) -> Vec<Label> {
    item.map(Item::choices).unwrap_or_default()
}
