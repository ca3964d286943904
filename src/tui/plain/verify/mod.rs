//! Suspected questions in lines: the acts of the verify screen.
//!
//! The blind answer is asked for as in the review; then the reference answer and the evidence are
//! printed, and `y`, `t`, `r` or `F` decides. [`fix`] is the part of the conversation that edits words.

mod fix;

use self::fix::{Fixing, Heard};
use super::review::command::{self, Asked, Command};
use super::review::item::Item as ReviewItem;
use super::{PlainQueue, Request, review, words};
use crate::benchmark::decision::{Act, WrongReason};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::verification::{VerifyDecision, VerifyReason, VerifyVerdict};
use crate::benchmark::{Checklist, Label, Question, QuestionText};
use crate::queue::{OpenedSuspect, VerifyDesk, VerifyQueue};
use crate::scoring::Suspicion;
use crate::store::{DecisionRow, QuestionId, Refusal, Store, StoreError};
use crate::tui::messages::text;
use crate::tui::store_words::InWords;
use crate::tui::widgets::evidence_text::EvidenceText;
use crate::tui::widgets::wrap::cut;
use crate::visible::{visible, visible_line};

/// What is asked for.
fn ask_verdict(item: Option<&Item>) -> String {
    let digits = checklist(item).map(command::some_digits).unwrap_or_default();
    match can_fix(item) {
        true => text!("plain-verify-ask", digits = digits),
        false => text!("plain-verify-ask-in-bundle", digits = digits),
    }
}

/// What can be typed.
fn help(item: Option<&Item>) -> String {
    let lines = text!("plain-verify-help").split_inclusive('\n');
    lines.filter(|line| can_fix(item) || !line.starts_with("F, fix")).collect()
}

/// Whether words can be changed here, which they cannot in a bundle.
fn can_fix(item: Option<&Item>) -> bool {
    item.is_none_or(|item| !item.is_in_bundle)
}

/// The conversation about suspected questions.
#[derive(Debug, Default)]
pub struct PlainVerify {
    /// What the next line is about, if not an act.
    detail: Option<Detail>,
}

/// What is being said of a verdict.
#[derive(Debug)]
enum Detail {
    WhatIsWrong(Vec<WrongReason>),
    Fixing(Box<Fixing>),
}

/// A suspected question.
pub struct Item {
    id: QuestionId,
    review: ReviewItem,
    evidence: String,
    is_in_bundle: bool,
    /// The category that its reviewers propose.
    proposed_category: Option<String>,
}

impl PlainQueue for PlainVerify {
    type Queue = VerifyQueue;
    type Item = Item;

    fn greet(desk: &VerifyDesk, notice: Option<&str>) -> String {
        review::greeting(text!("plain-suspected"), desk, notice)
    }

    fn load(desk: &VerifyDesk, store: &Store, position: usize) -> Result<Item, StoreError> {
        let OpenedSuspect { question, suspicion } = desk.open_suspect(store, position)?;
        let proposed = suspicion.as_ref().and_then(Suspicion::proposed_category);
        let proposed_category = proposed.map(str::to_owned);
        let evidence = match suspicion {
            Some(suspicion) => {
                let runs = store.runs(desk.benchmark())?;
                EvidenceText::load(store, &question.question, &suspicion, &runs)?.plain()
            }
            None => String::new(),
        };
        let is_in_bundle = store.bundled_queue()?.is_some();
        let (id, review) = (question.question.id, ReviewItem::from(question));
        Ok(Item { id, review, evidence, is_in_bundle, proposed_category })
    }

    fn describe(desk: &VerifyDesk, store: &Store, item: &Item) -> Result<String, StoreError> {
        let progress = desk.progress();
        let text = item.review.describe(store)? + &item.evidence;
        let text = text.trim_end_matches('\n');
        Ok(text!("plain-verify-far", done = progress.done, total = progress.total, text = text))
    }

    fn ask(item: Option<&Item>) -> String {
        match asked(item) {
            Asked::Verdict => ask_verdict(item),
            other => command::allowed(other, &choices(item), checklist(item)),
        }
    }

    fn when_done(desk: &VerifyDesk) -> Option<String> {
        Some(text!("plain-verify-done", done = desk.progress().done))
    }

    fn hear(
        &mut self,
        line: &str,
        item: Option<&mut Item>,
        desk: &VerifyDesk,
        store: &Store,
    ) -> Request {
        if let Some(detail) = self.detail.take() {
            return self.hear_detail(detail, line, item.as_deref(), store);
        }
        if matches!(line.trim(), "?" | "help") {
            return Request::SayAndAsk(help(item.as_deref()));
        }
        if let (Asked::Verdict, Some(item)) = (asked(item.as_deref()), item.as_deref())
            && let Some(request) = self.verdict(line.trim(), item, store)
        {
            return request;
        }
        let asked = asked(item.as_deref());
        match command::read(line, asked, &choices(item.as_deref()), checklist(item.as_deref())) {
            Ok(Command::Judge(_) | Command::Wrong(..)) => {
                Request::Say(ask_verdict(item.as_deref()))
            }
            Ok(command) => {
                let help = help(item.as_deref());
                review::perform(command, item.map(|item| &mut item.review), desk, store, &help)
            }
            Err(_) if asked == Asked::Verdict => {
                let line = cut(line.trim(), 40);
                Request::Say(text!(
                    "plain-verify-means-nothing",
                    line = line,
                    verdict = ask_verdict(item.as_deref())
                ))
            }
            Err(why) => Request::Say(why),
        }
    }

    fn seen(item: &Item) -> (Option<String>, Option<(u16, u16)>) {
        item.review.seen()
    }

    fn saved(item: &Item, row: &DecisionRow) -> String {
        text!("plain-saved-question", act = words::act(&row.act), key = item.review.key())
    }

    fn answered(
        item: &mut Item,
        desk: &VerifyDesk,
        store: &Store,
        position: usize,
    ) -> Result<String, StoreError> {
        *item = Self::load(desk, store, position)?;
        Ok((item.review.reference() + &item.evidence).trim_end_matches('\n').to_owned())
    }
}

/// The question whose words are to be changed.
fn question_to_fix(id: QuestionId, store: &Store) -> Result<Question, StoreError> {
    match store.bundled_queue()? {
        Some(_) => Err(Refusal::FixInBundle.into()),
        None => store.whole_question(id),
    }
}

impl PlainVerify {
    /// The verdict that a line gives; nothing where it is no verdict.
    fn verdict(&mut self, line: &str, item: &Item, store: &Store) -> Option<Request> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(match (first, rest.trim()) {
            ("y" | "keep", "") => decide(item, VerifyVerdict::Keep, vec![], None),
            ("t" | "text-only", "") => {
                decide(item, VerifyVerdict::Remove, vec![VerifyReason::TextOnly], None)
            }
            ("r" | "remove", "") => decide(item, VerifyVerdict::Remove, vec![], None),
            ("r" | "remove", reasons) => match command::reasons(reasons, item.review.checklist()) {
                Ok((reasons, note)) => self.remove(item, reasons, note),
                Err(_) => {
                    let checklist = item.review.checklist();
                    let digits = command::some_digits(checklist);
                    let ask = text!("plain-verify-reasons", digits = digits);
                    Request::Say(review::list_of_reasons(checklist) + &ask)
                }
            },
            ("F" | "fix", "") => match question_to_fix(item.id, store) {
                Ok(question) => {
                    let before = QuestionText::from_question(&question);
                    let taxonomy = item.review.question.taxonomy;
                    let taxonomy = taxonomy.unwrap_or_else(Taxonomy::empty);
                    let category = item.proposed_category.as_deref();
                    let text = category.map(|category| before.with_category(category, taxonomy));
                    let fixing = Fixing::new(before, text);
                    let proposed = category.map(|category| {
                        text!("plain-fix-category", category = visible_line(category))
                    });
                    self.detail = Some(Detail::Fixing(Box::new(fixing)));
                    Request::Say(fix::fixing().to_owned() + &proposed.unwrap_or_default())
                }
                Err(error) => Request::Say(visible(&error.in_words()).into_owned()),
            },
            _ => return None,
        })
    }

    fn remove(&mut self, item: &Item, reasons: Vec<WrongReason>, note: Option<String>) -> Request {
        if reasons.contains(&WrongReason::Other) && note.is_none() {
            self.detail = Some(Detail::WhatIsWrong(reasons));
            return Request::Say(review::what_is_wrong().into());
        }
        let reasons = reasons.into_iter().map(VerifyReason::Wrong).collect();
        decide(item, VerifyVerdict::Remove, reasons, note)
    }

    fn hear_detail(
        &mut self,
        detail: Detail,
        line: &str,
        item: Option<&Item>,
        store: &Store,
    ) -> Request {
        let Some(item) = item else {
            return Request::Say(text!("plain-no-question-open-now").into());
        };
        if line.trim().is_empty() {
            return Request::SayAndAsk(text!("plain-nothing-saved").into());
        }
        match detail {
            Detail::WhatIsWrong(reasons) => match command::remark(line) {
                Ok(note) => self.remove(item, reasons, note),
                Err(why) => {
                    self.detail = Some(Detail::WhatIsWrong(reasons));
                    Request::Say(why)
                }
            },
            Detail::Fixing(mut fixing) => match fixing.hear(line.trim(), item.id, store) {
                Heard::Save(text) => Request::Commit(Act::Verify(VerifyDecision {
                    fix: Some(text),
                    ..decision(item, VerifyVerdict::Fix, vec![], None)
                })),
                Heard::Say(words) => {
                    self.detail = Some(Detail::Fixing(fixing));
                    Request::Say(words)
                }
            },
        }
    }
}

fn decision(
    item: &Item,
    verdict: VerifyVerdict,
    reasons: Vec<VerifyReason>,
    note: Option<String>,
) -> VerifyDecision {
    VerifyDecision { answer: item.review.answer, verdict, reasons, note, fix: None }
}

fn decide(
    item: &Item,
    verdict: VerifyVerdict,
    reasons: Vec<VerifyReason>,
    note: Option<String>,
) -> Request {
    Request::Commit(Act::Verify(decision(item, verdict, reasons, note)))
}

fn asked(item: Option<&Item>) -> Asked {
    review::asked(item.map(|item| &item.review))
}

fn checklist(item: Option<&Item>) -> Option<&'static Checklist> {
    review::checklist(item.map(|item| &item.review))
}

fn choices(item: Option<&Item>) -> Vec<Label> {
    review::choices(item.map(|item| &item.review))
}
