//! Suspected questions in lines: the acts of the verify screen.
//!
//! The blind answer is asked for as in the review; then the reference answer and the evidence are
//! printed, and `y`, `t`, `r` or `F` decides. A fix is a few lines of `FIELD: TEXT`; `save` prints the
//! difference before and commits.

use serde_json::{Value, json};

use super::review::command::{self, Asked, Command};
use super::review::item::Item as ReviewItem;
use super::{Correction, Ending, PlainQueue, Request, words};
use crate::benchmark::decision::{Act, WrongReason};
use crate::benchmark::verification::{VerifyDecision, VerifyReason, VerifyVerdict};
use crate::benchmark::{Label, QuestionEdit, QuestionText};
use crate::keyword::Keyword;
use crate::queue::verify::{describe_stale, predictions_to_ask_again};
use crate::queue::{OpenedSuspect, VerifyDesk, VerifyQueue};
use crate::store::{DecisionRow, QuestionId, Store, StoreError};
use crate::tui::action::Action;
use crate::tui::widgets::evidence_text::EvidenceText;
use crate::tui::widgets::wrap::cut;
use crate::visible::{visible, visible_line};

const VERDICT: &str =
    "Your verdict? y keep, t remove as text-only, r remove (with reasons: r 4 7), F fix.";
const HELP: &str = "Type one line for each act: the letter or the word.
a to i: Answer with that choice; from J on, the upper-case letter
z, none: Answer that none of the choices is right
x, cannot-tell: Answer that the picture does not show it
y, keep: Keep the question: it is good as it is
t, text-only: Remove the question: answerable without the picture
r, remove: Remove the question; reasons behind it: r 4 7, r 0 WHY
F, fix: Edit the question's words, choices, answer or ability
n, note: Write a note on this question: n TEXT
s, skip: Pass over this question for good
l, later: Put this question off to the end of the queue
u, undo: Take the newest decision back, also after a restart
redo: Bring back what undo took
p, picture: Print the picture as characters; p 2 the second one
g, guideline: Read the guideline
?, help: Show the keys
q, quit: Quit; everything decided is saved already
An empty line repeats the question, or goes on to the next.";
const FIXING: &str = "Type the fields that change, one a line: stem: TEXT, hint: TEXT, a: TEXT, \
                      answer: B, category: NAME, l2_category: NAME; nothing behind the colon takes it \
                      away. save shows the difference and saves on a second save; an empty line goes \
                      back.";

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

/// The words of a question while they are being fixed.
#[derive(Debug)]
struct Fixing {
    before: QuestionText,
    text: QuestionText,
    /// The difference was shown, so that it can be saved.
    is_shown: bool,
}

/// A suspected question.
pub struct Item {
    id: QuestionId,
    review: ReviewItem,
    evidence: String,
}

impl PlainQueue for PlainVerify {
    type Queue = VerifyQueue;
    type Item = Item;

    fn greet(desk: &VerifyDesk, notice: Option<&str>) -> String {
        let annotator = visible_line(&desk.annotator().name);
        let benchmark = visible_line(&desk.benchmark().name);
        let about = notice.map(|notice| format!("About the data: {}.\n", visible_line(notice)));
        format!(
            "Suspected questions of {benchmark} as {annotator}.\n{}\
             Type one line for each act; ? lists them, q quits.",
            about.unwrap_or_default()
        )
    }

    fn load(desk: &VerifyDesk, store: &Store, position: usize) -> Result<Item, StoreError> {
        let OpenedSuspect { question, suspicion } = desk.open_suspect(store, position)?;
        let evidence = match suspicion {
            Some(suspicion) => {
                let runs = store.runs(desk.benchmark())?;
                EvidenceText::load(store, &question.question, &suspicion, &runs)?.plain()
            }
            None => String::new(),
        };
        Ok(Item { id: question.question.id, review: ReviewItem::from(question), evidence })
    }

    fn describe(desk: &VerifyDesk, store: &Store, item: &Item) -> Result<String, StoreError> {
        let progress = desk.progress();
        let text = item.review.describe(store)? + &item.evidence;
        let text = text.trim_end_matches('\n');
        Ok(format!("\n{} of {} suspected questions done.\n{text}", progress.done, progress.total))
    }

    fn ask(item: Option<&Item>) -> String {
        match asked(item) {
            Asked::Verdict => VERDICT.into(),
            other => command::allowed(other, &choices(item)),
        }
    }

    fn when_done(desk: &VerifyDesk) -> Option<String> {
        Some(format!("\nNo suspected question waits: {} are done.", desk.progress().done))
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
            return Request::SayAndAsk(HELP.into());
        }
        if let (Asked::Verdict, Some(item)) = (asked(item.as_deref()), item.as_deref())
            && let Some(request) = self.verdict(line.trim(), item, store)
        {
            return request;
        }
        let asked = asked(item.as_deref());
        match command::read(line, asked, &choices(item.as_deref())) {
            Ok(command) => perform(command, item, desk, store),
            Err(_) if asked == Asked::Verdict => {
                let line = cut(line.trim(), 40);
                Request::Say(format!("\"{line}\" means nothing here. {VERDICT}"))
            }
            Err(why) => Request::Say(why),
        }
    }

    fn seen(item: &Item) -> (Option<String>, Option<(u16, u16)>) {
        item.review.seen()
    }

    fn saved(item: &Item, row: &DecisionRow) -> String {
        format!("Saved: {}, question {}", words::act(&row.act), item.review.key())
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

    fn corrected(correction: Correction, item: &str, decision: &str) -> String {
        let (act, direction) = match correction {
            Correction::Undo => ("undo", "taken back"),
            Correction::Redo => ("redo", "brought back"),
        };
        format!("Saved: {act}, question {item}; {direction}: {decision}")
    }

    fn end(_: &VerifyDesk, ending: Ending) -> String {
        match ending {
            Ending::NoInput => "The input ended. Every decision is saved.".into(),
            Ending::Quit | Ending::NoItem => "Every decision is saved.".into(),
        }
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
            ("r" | "remove", reasons) => match command::reasons(reasons) {
                Ok((reasons, note)) => self.remove(item, reasons, note),
                Err(_) => {
                    let list =
                        WrongReason::all().map(|of| format!("{} {}\n", of.digit(), of.words()));
                    let list: String = list.collect();
                    Request::Say(format!("{list}Reasons are digits, for example r 4 7."))
                }
            },
            ("F" | "fix", "") => match store.whole_question(item.id) {
                Ok(question) => {
                    let before = QuestionText::from_question(&question);
                    let text = before.clone();
                    self.detail = Some(fixing(before, text, false));
                    Request::Say(FIXING.into())
                }
                Err(error) => Request::Say(visible(&error.to_string()).into_owned()),
            },
            _ => return None,
        })
    }

    fn remove(&mut self, item: &Item, reasons: Vec<WrongReason>, note: Option<String>) -> Request {
        if reasons.contains(&WrongReason::Other) && note.is_none() {
            self.detail = Some(Detail::WhatIsWrong(reasons));
            return Request::Say("What is wrong? A few words; an empty line goes back.".into());
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
        let Some(item) = item else { return Request::Say("No question is open.".into()) };
        if line.trim().is_empty() {
            return Request::SayAndAsk("Nothing was saved.".into());
        }
        match detail {
            Detail::WhatIsWrong(reasons) => match command::remark(line) {
                Ok(note) => self.remove(item, reasons, note),
                Err(why) => {
                    self.detail = Some(Detail::WhatIsWrong(reasons));
                    Request::Say(why)
                }
            },
            Detail::Fixing(fixing) => self.hear_fix(*fixing, line.trim(), item, store),
        }
    }

    /// A line of a fix: a field, or `save`.
    fn hear_fix(&mut self, fixed: Fixing, line: &str, item: &Item, store: &Store) -> Request {
        let Fixing { before, text, is_shown } = fixed;
        if line != "save" {
            let edited = edit(line).map(|edit| edit.applied_to(&text));
            let said = match &edited {
                Some(_) => "Noted; nothing is saved yet.".to_owned(),
                None => format!("\"{}\" is no field. {FIXING}", cut(line, 40)),
            };
            let text = edited.unwrap_or(text);
            self.detail = Some(fixing(before, text, false));
            return Request::Say(said);
        }
        let changes = before.changes_to(&text);
        let problem = match text.check() {
            Err(error) => Some(error.to_string()),
            Ok(()) if changes.is_empty() => Some("nothing is changed".into()),
            Ok(()) => None,
        };
        if let Some(problem) = problem {
            self.detail = Some(fixing(before, text, false));
            return Request::Say(format!("Nothing was saved: {problem}."));
        }
        if is_shown {
            let decision = VerifyDecision {
                fix: Some(Box::new(text)),
                ..decision(item, VerifyVerdict::Fix, vec![], None)
            };
            return Request::Commit(Act::Verify(decision));
        }
        let mut shown = String::new();
        for change in &changes {
            let side = |words: &Option<String>| {
                let words = words.as_deref().unwrap_or("(nothing)");
                visible(words).replace('\n', "\n    ")
            };
            let (was, is) = (side(&change.before), side(&change.after));
            shown.push_str(&format!("{} was: {was}\n{} is: {is}\n", change.field, change.field));
        }
        let stale = predictions_to_ask_again(store, item.id, &text).unwrap_or_default();
        let stale =
            describe_stale(&stale).map(|sentence| visible_line(&sentence).into_owned() + "\n");
        self.detail = Some(fixing(before, text, true));
        let ask = "save again to save it; an empty line goes back.";
        Request::Say(format!("{shown}{}{ask}", stale.unwrap_or_default()))
    }
}

fn fixing(before: QuestionText, text: QuestionText, is_shown: bool) -> Detail {
    Detail::Fixing(Box::new(Fixing { before, text, is_shown }))
}

/// The edit that `FIELD: TEXT` makes.
fn edit(line: &str) -> Option<QuestionEdit> {
    let (field, text) = line.split_once(':')?;
    let text = text.trim();
    let value = if text.is_empty() { Value::Null } else { Value::from(text) };
    let edit = match field.trim() {
        "stem" => json!({ "stem": text }),
        field @ ("hint" | "answer" | "category" | "l2_category") => json!({ field: value }),
        letter => {
            let label: Label = letter.parse().ok()?;
            json!({ "choices": { label.to_string(): value } })
        }
    };
    serde_json::from_value(edit).ok()
}

fn perform(command: Command, item: Option<&mut Item>, desk: &VerifyDesk, store: &Store) -> Request {
    match command {
        Command::Answer(answer) => Request::Commit(Act::Answer { answer }),
        Command::Note(note) => Request::Commit(Act::Note { note }),
        Command::Picture(number) => {
            let printed = item.map(|item| item.review.print_pictures(number, store));
            Request::SayAndAsk(printed.unwrap_or_default().trim_end_matches('\n').to_owned())
        }
        Command::Again if item.is_some_and(|item| item.review.state.is_decided()) => Request::Next,
        Command::Again => Request::Repeat,
        Command::Other(Action::Skip) => Request::Commit(Act::Skip),
        Command::Other(Action::Later) => Request::Commit(Act::Later),
        Command::Other(Action::Undo) => Request::Undo,
        Command::Other(Action::Redo) => Request::Redo,
        Command::Other(Action::Quit) => Request::Quit,
        Command::Other(Action::Guideline) => {
            Request::SayAndAsk(visible(&desk.guideline().text).into_owned())
        }
        Command::Judge(_) | Command::Wrong(..) => Request::Say(VERDICT.into()),
        Command::Other(_) => Request::SayAndAsk(HELP.into()),
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
    match item {
        None => Asked::Nothing,
        Some(item) if item.review.reveal.is_none() => Asked::Answer,
        Some(_) => Asked::Verdict,
    }
}

fn choices(item: Option<&Item>) -> Vec<Label> {
    item.map(|item| item.review.choices()).unwrap_or_default()
}
