//! Disagreements in lines: the acts of the adjudicate screen.
//!
//! A number adopts a review; an answer, a verdict and a reason override all.

use super::reviews::in_words;
use super::undecided_words;
use crate::benchmark::adjudication::AdjudicateDecision;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewVerdict, WrongReason};
use crate::benchmark::{Label, QuestionKind};
use crate::queue::adjudicate::{
    AdjudicateDesk, AdjudicateQueue, AnonymousReview, OpenedDispute, adopted_if_said,
};
use crate::store::{DecisionRow, Store, StoreError};
use crate::tui::messages::text;
use crate::tui::plain::review::categories;
use crate::tui::plain::review::command::{self, Asked, Command};
use crate::tui::plain::review::item::Item as QuestionItem;
use crate::tui::plain::{PlainQueue, Request, review, words};
use crate::tui::terms;
use crate::tui::widgets::wrap::cut;
use crate::visible::visible_line;

/// The conversation about disagreements.
#[derive(Debug, Default)]
pub struct PlainAdjudicate {
    /// The mark that the guideline is unclear, for the question that is open.
    is_unclear: bool,
    /// A decision of which the category that is right is asked for.
    without_category: Option<AdjudicateDecision>,
}

/// A question with its reviews.
pub struct Item {
    question: QuestionItem,
    reviews: Vec<AnonymousReview>,
}

impl PlainQueue for PlainAdjudicate {
    type Queue = AdjudicateQueue;
    type Item = Item;

    fn greet(desk: &AdjudicateDesk, notice: Option<&str>) -> String {
        review::greeting(text!("plain-adjudicate"), desk, notice)
    }

    fn load(desk: &AdjudicateDesk, store: &Store, position: usize) -> Result<Item, StoreError> {
        let OpenedDispute { question, reviews } = desk.open_dispute(store, position)?;
        Ok(Item { question: QuestionItem::from(question), reviews })
    }

    fn describe(desk: &AdjudicateDesk, store: &Store, item: &Item) -> Result<String, StoreError> {
        let progress = desk.progress();
        let reviews: Vec<String> =
            item.reviews.iter().zip(1..).map(|(one, number)| describe(number, one, item)).collect();
        let text = item.question.describe(store)? + &reviews.join("\n");
        Ok(text!("plain-adjudicate-far", done = progress.done, total = progress.total, text = text))
    }

    fn ask(item: Option<&Item>) -> String {
        match item {
            Some(item) => {
                let (count, reasons) = (item.reviews.len(), example(item));
                match item.question.choices().is_empty() {
                    true => text!("plain-adjudicate-ask-open", count = count, reasons = reasons),
                    false => text!("plain-adjudicate-ask", count = count, reasons = reasons),
                }
            }
            None => text!("plain-adjudicate-ask-nothing").into(),
        }
    }

    fn when_done(desk: &AdjudicateDesk) -> Option<String> {
        Some(text!("plain-adjudicate-done", done = desk.progress().done))
    }

    fn hear(
        &mut self,
        line: &str,
        item: Option<&mut Item>,
        desk: &AdjudicateDesk,
        store: &Store,
    ) -> Request {
        let line = line.trim();
        if matches!(line, "?" | "help") {
            return Request::SayAndAsk(text!("plain-adjudicate-help").into());
        }
        let Some(item) = item else {
            return match command::read(line, Asked::Nothing, &[], None) {
                Ok(command) => {
                    review::perform(command, None, desk, store, text!("plain-adjudicate-help"))
                }
                Err(why) => Request::Say(why),
            };
        };
        // Whoever leaves the question open says so with another act: a letter names no category.
        let is_left = line == "m" || command::is_other_act(line);
        if let Some(decision) = self.without_category.take().filter(|_| !is_left) {
            return self.with_category(line, decision, item, store);
        }
        if line == "m" {
            self.is_unclear = !self.is_unclear;
            let said = match self.is_unclear {
                true => text!("plain-adjudicate-marked"),
                false => text!("plain-adjudicate-unmarked"),
            };
            return Request::SayAndAsk(said.into());
        }
        if let Some(request) = self.decide(line, item, store) {
            return request;
        }
        let checklist = Some(item.question.checklist());
        match command::read(line, Asked::Verdict, &item.question.choices(), checklist) {
            Ok(Command::Judge(_) | Command::Wrong(..) | Command::Answer(_)) | Err(_) => {
                let (line, ask) = (cut(line, 40), Self::ask(Some(item)));
                Request::Say(text!("plain-adjudicate-means-nothing", line = line, ask = ask))
            }
            Ok(command) => {
                let help = text!("plain-adjudicate-help");
                review::perform(command, Some(&mut item.question), desk, store, help)
            }
        }
    }

    fn seen(item: &Item) -> (Option<String>, Option<(u16, u16)>) {
        item.question.seen()
    }

    fn saved(item: &Item, row: &DecisionRow) -> String {
        text!("plain-saved-question", act = words::act(&row.act), key = item.question.key())
    }
}

impl PlainAdjudicate {
    /// What follows from a line that decides; nothing where it is something else.
    fn decide(&mut self, line: &str, item: &Item, store: &Store) -> Option<Request> {
        if let Ok(number) = line.parse::<usize>() {
            let one = number.checked_sub(1).and_then(|place| item.reviews.get(place));
            return Some(match one {
                Some(one) => self.commit(AdjudicateDecision::adopting(one.row, &one.review)),
                None => Request::Say(text!("adjudicate-no-review", number = number)),
            });
        }
        let decision = match overriding(line, item)? {
            Ok(decision) => decision,
            Err(why) => return Some(Request::Say(text!("plain-adjudicate-refused", why = why))),
        };
        let is_asked = decision.reasons.contains(&WrongReason::WrongCategory)
            && categories::may_be_chosen(Some(&item.question), store);
        if is_asked {
            self.without_category = Some(decision);
            return Some(Request::Say(text!("plain-which-category-is-right").into()));
        }
        Some(self.adopt_or_override(decision, item))
    }

    /// Takes the category that is right, which may be left open.
    fn with_category(
        &mut self,
        line: &str,
        decision: AdjudicateDecision,
        item: &Item,
        store: &Store,
    ) -> Request {
        if line.is_empty() {
            return self.adopt_or_override(decision, item);
        }
        match categories::find(line, Some(&item.question), store) {
            Ok(category) => {
                let category = Some(category);
                self.adopt_or_override(AdjudicateDecision { category, ..decision }, item)
            }
            Err(why) => {
                self.without_category = Some(decision);
                Request::Say(why)
            }
        }
    }

    fn adopt_or_override(&mut self, decision: AdjudicateDecision, item: &Item) -> Request {
        match adopted_if_said(decision, &item.reviews) {
            Ok(decision) => self.commit(decision),
            Err(undecided) => Request::Say(undecided_words(&undecided)),
        }
    }

    fn commit(&mut self, decision: AdjudicateDecision) -> Request {
        if decision.adopted.is_none() && decision.reasons.is_empty() && decision.why.is_none() {
            return Request::Say(text!("plain-adjudicate-why").into());
        }
        let guideline_unclear = std::mem::take(&mut self.is_unclear);
        Request::Commit(Act::Adjudicate(AdjudicateDecision { guideline_unclear, ..decision }))
    }
}

/// A reason as it is typed: with the answer that is right where the checklist has that reason, `4=b`.
fn example(item: &Item) -> String {
    let checklist = item.question.checklist();
    match checklist.digit(WrongReason::WrongReferenceAnswer) {
        Some(digit) => format!("{digit}=b"),
        None => command::some_digits(checklist),
    }
}

/// `b y WHY`, `x t WHY`, `d w 4=d WHY`: an answer, a verdict, and why; without an answer where the question
/// has no choices.
fn overriding(line: &str, item: &Item) -> Option<Result<AdjudicateDecision, String>> {
    let choices = item.question.choices();
    let kind = QuestionKind::from_choices(choices.len());
    let first_word = |line: &'_ str| {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        (first.to_owned(), rest.trim().to_owned())
    };
    let (answer, behind) = match kind.takes_answer() {
        true => {
            let (first, rest) = first_word(line);
            (Some(answer_named(&first, &choices)?), rest)
        }
        false => (None, line.to_owned()),
    };
    let (verdict, rest) = first_word(&behind);
    let verdict = match verdict.as_str() {
        "y" | "keep" => ReviewVerdict::Keep,
        "t" | "text-only" => ReviewVerdict::TextOnly,
        "w" | "wrong" => ReviewVerdict::Wrong,
        _ => return None,
    };
    let decision = AdjudicateDecision::overriding(answer, verdict);
    let decision = match verdict {
        ReviewVerdict::Wrong => match command::wrong(&rest, item.question.checklist()) {
            Ok(Command::Wrong(reasons, corrected, note)) => {
                AdjudicateDecision { reasons, corrected, note, ..decision }
            }
            Ok(_) => return None,
            Err(why) => return Some(Err(why)),
        },
        ReviewVerdict::Keep | ReviewVerdict::TextOnly => match command::remark(&rest) {
            Ok(why) => AdjudicateDecision { why, ..decision },
            Err(why) => return Some(Err(why)),
        },
    };
    Some(Ok(decision))
}

fn answer_named(word: &str, choices: &[Label]) -> Option<BlindAnswer> {
    match word.to_lowercase().as_str() {
        "x" | "cannot-tell" => return Some(BlindAnswer::CannotTell),
        "z" | "none" => return Some(BlindAnswer::NoneOfTheChoices),
        _ => {}
    }
    let label: Label = word.parse().ok()?;
    choices.contains(&label).then_some(BlindAnswer::Choice(label))
}

/// A review in one line, without a name and harmless.
fn describe(number: usize, one: &AnonymousReview, item: &Item) -> String {
    let review = &in_words(&one.review, item.question.question.taxonomy);
    let act = Act::Review(review.clone());
    let answer = review.answer.map(|answer| words::answer(answer) + text!("terms-comma"));
    let reasons = match terms::reasons_and_category(&act) {
        reasons if reasons.is_empty() => String::new(),
        reasons => text!("terms-in-brackets", words = terms::list(&reasons)),
    };
    let seconds = (one.attention_ms > 0)
        .then(|| text!("plain-adjudicate-seconds", seconds = one.attention_ms.div_ceil(1000)));
    let note = review.note.as_deref().map(|note| {
        let note = visible_line(note);
        format!("{}{}", text!("terms-semicolon"), text!("adjudicate-note", note = note))
    });
    text!(
        "plain-adjudicate-review",
        number = number,
        answer = answer.unwrap_or_default(),
        verdict = terms::verdict(review.verdict),
        reasons = reasons,
        seconds = seconds.unwrap_or_default(),
        note = note.unwrap_or_default()
    )
}
