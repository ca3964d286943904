//! The plain mode: the review as a conversation in lines, for screen readers and terminals that can
//! do nothing else.
//!
//! The acts are those of the review screen, and so is the desk. Output is only ever added below:
//! no colours, no cursor movement, no raw mode; every line that was typed is answered by one that
//! says what was saved. Input may come from a pipe, so tests and scripts can speak here too.
//! [`line`] reads, [`command`] understands, [`item`] and [`words`] tell.

mod command;
mod item;
mod line;
pub mod reading;
pub mod words;

use std::io::{self, BufRead, Write};

use self::command::{Asked, Command};
use self::item::Item;
use self::line::Line;
use super::action::Action;
use super::attention::Attention;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::history::ItemState;
use crate::keyword::Keyword;
use crate::queue::{DecisionContext, ReviewDesk};
use crate::store::{Store, StoreError};
use crate::visible::{visible, visible_line};

/// Why the conversation could not go on. Everything that was said to be saved is.
#[derive(Debug, thiserror::Error)]
pub enum Interrupted {
    /// Nobody can be heard or spoken to.
    #[error("the conversation broke off")]
    Io(#[from] io::Error),
    /// The next question cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reviews until the annotator quits or the input ends. `notice` is what must be known about the data,
/// for instance that it is made up.
///
/// # Errors
/// [`Interrupted`].
pub fn run(
    store: Store,
    desk: ReviewDesk,
    notice: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Interrupted> {
    let mut review =
        PlainReview { store, desk, out, item: None, detail: None, attention: Attention::begin() };
    review.greet(notice)?;
    review.go_on(None)?;
    loop {
        review.out.flush()?;
        match line::next(input)? {
            Line::End => return review.say("The input ended. Every decision is saved."),
            Line::Unusable(why) => review.say(&format!("Nothing was saved: {why}."))?,
            Line::Text(line) => {
                if review.hear(&line)? == Next::Quit {
                    return review.say("Every decision is saved.");
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

/// A detail without which an act is not complete.
enum Detail {
    Reasons,
    WhatIsWrong(Vec<WrongReason>),
}

struct PlainReview<'a> {
    store: Store,
    desk: ReviewDesk,
    out: &'a mut dyn Write,
    /// What is on the desk; nothing when all is done.
    item: Option<Item>,
    /// What the next line is about, if not an act.
    detail: Option<Detail>,
    attention: Attention,
}

impl PlainReview<'_> {
    fn say(&mut self, sentence: &str) -> Result<(), Interrupted> {
        Ok(writeln!(self.out, "{sentence}")?)
    }

    fn greet(&mut self, notice: Option<&str>) -> Result<(), Interrupted> {
        let annotator = visible_line(&self.desk.annotator().name).into_owned();
        let benchmark = visible_line(&self.desk.benchmark().name).into_owned();
        self.say(&format!("Review of {benchmark} as {annotator}."))?;
        if let Some(notice) = notice {
            self.say(&format!("About the data: {}.", visible_line(notice)))?;
        }
        self.say("Type one line for each act; ? lists them, q quits.")
    }

    fn asked(&self) -> Asked {
        match &self.item {
            None => Asked::Nothing,
            Some(Item { reveal: None, .. }) => Asked::Answer,
            Some(_) => Asked::Verdict,
        }
    }

    /// Tells the next question that waits, or that none does.
    fn go_on(&mut self, after: Option<usize>) -> Result<(), Interrupted> {
        match self.desk.next_after(&mut self.store, after)? {
            Some(position) => self.open(position),
            None => {
                self.item = None;
                let done = self.desk.progress().done;
                self.say(&format!("\nNo question waits: {done} are done."))?;
                self.prompt()
            }
        }
    }

    fn open(&mut self, position: usize) -> Result<(), Interrupted> {
        self.item = Some(Item::load(position, &self.desk, &self.store)?);
        self.tell()
    }

    /// Tells the question on the desk, and asks.
    fn tell(&mut self) -> Result<(), Interrupted> {
        let Some(item) = &self.item else { return self.prompt() };
        let progress = self.desk.progress();
        let later = match progress.later {
            0 => String::new(),
            later => format!(", {later} put off"),
        };
        writeln!(self.out, "\n{} of {} done{later}.", progress.done, progress.total)?;
        self.out.write_all(item.told(&self.store)?.as_bytes())?;
        self.prompt()
    }

    fn prompt(&mut self) -> Result<(), Interrupted> {
        let choices = self.item.as_ref().map(Item::choices).unwrap_or_default();
        self.say(&command::allowed(self.asked(), &choices))
    }

    fn hear(&mut self, line: &str) -> Result<Next, Interrupted> {
        self.attention.attend();
        if let Some(detail) = self.detail.take() {
            self.hear_detail(detail, line)?;
            return Ok(Next::Listen);
        }
        let choices = self.item.as_ref().map(Item::choices).unwrap_or_default();
        match command::read(line, self.asked(), &choices) {
            Ok(Command::Other(Action::Quit)) => return Ok(Next::Quit),
            Ok(command) => self.perform(command)?,
            Err(why) => self.say(&why)?,
        }
        Ok(Next::Listen)
    }

    fn perform(&mut self, command: Command) -> Result<(), Interrupted> {
        match command {
            Command::Answer(answer) => self.answer(answer),
            Command::Judge(verdict) => self.judge(verdict, vec![], None),
            Command::Wrong(reasons, note) => self.wrong(reasons, note),
            Command::Note(note) => self.set_aside(Act::Note { note }),
            Command::Picture(number) => {
                if let Some(item) = &mut self.item {
                    let printed = item.print_pictures(number, &self.store);
                    self.out.write_all(printed.as_bytes())?;
                }
                self.prompt()
            }
            Command::Again => match &self.item {
                Some(Item { position, state: ItemState::Decided(_), .. }) => {
                    self.go_on(Some(*position))
                }
                _ => self.tell(),
            },
            Command::Other(Action::Skip) => self.set_aside(Act::Skip),
            Command::Other(Action::Later) => self.set_aside(Act::Later),
            Command::Other(Action::Undo) => {
                let target = self.desk.history().next_undo().map(|row| words::decision(&row.act));
                self.correct(ReviewDesk::undo, ["undo", "take", "taken"], target)
            }
            Command::Other(Action::Redo) => {
                let target = self.desk.history().next_redo();
                let target = target.map(|(_, restored)| words::decision(&restored.act));
                self.correct(ReviewDesk::redo, ["redo", "bring", "brought"], target)
            }
            Command::Other(Action::Guideline) => {
                let guideline = visible(&self.desk.guideline().text).into_owned();
                self.say(&guideline)?;
                self.prompt()
            }
            Command::Other(_) => {
                self.out.write_all(command::help().as_bytes())?;
                self.prompt()
            }
        }
    }

    /// Step one: commits the blind answer, then tells the reference answer.
    fn answer(&mut self, answer: BlindAnswer) -> Result<(), Interrupted> {
        let context = self.context();
        let Some(item) = &mut self.item else { return Ok(()) };
        let (desk, store) = (&mut self.desk, &mut self.store);
        let row = match desk.commit(store, item.position, Act::Answer { answer }, &context) {
            Ok(row) => row,
            Err(error) => return self.not_saved(&error),
        };
        item.reveal = Some(desk.reveal(store, item.position)?);
        item.answer = Some(answer);
        item.state = ItemState::Answered(answer);
        let reference = item.reference();
        self.saved(&words::act(&row.act))?;
        self.out.write_all(reference.as_bytes())?;
        self.prompt()
    }

    fn wrong(
        &mut self,
        reasons: Vec<WrongReason>,
        note: Option<String>,
    ) -> Result<(), Interrupted> {
        if reasons.is_empty() {
            for reason in WrongReason::all() {
                self.say(&format!("{} {}", reason.digit(), reason.words()))?;
            }
            self.detail = Some(Detail::Reasons);
            return self.say("Which? Digits, for example 4 7; an empty line goes back.");
        }
        if reasons.contains(&WrongReason::Other) && note.is_none() {
            self.detail = Some(Detail::WhatIsWrong(reasons));
            return self.say("What is wrong? A few words; an empty line goes back.");
        }
        self.judge(ReviewVerdict::Wrong, reasons, note)
    }

    fn hear_detail(&mut self, detail: Detail, line: &str) -> Result<(), Interrupted> {
        if line.trim().is_empty() {
            self.say("Nothing was saved.")?;
            return self.prompt();
        }
        let heard = match &detail {
            Detail::Reasons => command::reasons(line.trim()),
            Detail::WhatIsWrong(reasons) => {
                command::remark(line).map(|note| (reasons.clone(), note))
            }
        };
        match heard {
            Ok((reasons, note)) => self.wrong(reasons, note),
            Err(why) => {
                self.detail = Some(detail);
                self.say(&format!("{why} An empty line goes back."))
            }
        }
    }

    /// Step two: commits the verdict, then goes on.
    fn judge(
        &mut self,
        verdict: ReviewVerdict,
        reasons: Vec<WrongReason>,
        note: Option<String>,
    ) -> Result<(), Interrupted> {
        let context = self.context();
        let Some(item) = &self.item else { return Ok(()) };
        let Some(answer) = item.answer else { return Ok(()) };
        let position = item.position;
        let review = ReviewDecision { answer, verdict, reasons, note };
        match self.desk.commit(&mut self.store, position, Act::Review(review), &context) {
            Ok(row) => {
                self.saved(&words::act(&row.act))?;
                self.go_on(Some(position))
            }
            Err(error) => self.not_saved(&error),
        }
    }

    fn set_aside(&mut self, act: Act) -> Result<(), Interrupted> {
        let context = self.context();
        let Some(position) = self.item.as_ref().map(|item| item.position) else { return Ok(()) };
        match self.desk.commit(&mut self.store, position, act, &context) {
            Ok(row) => {
                self.saved(&words::act(&row.act))?;
                match row.act {
                    Act::Note { .. } => self.prompt(),
                    _ => self.go_on(Some(position)),
                }
            }
            Err(error) => self.not_saved(&error),
        }
    }

    /// Undoes or redoes, says what became of which decision, and goes to its question.
    fn correct(
        &mut self,
        correction: Correction,
        [word, verb, participle]: [&str; 3],
        target: Option<String>,
    ) -> Result<(), Interrupted> {
        let context = self.context();
        match correction(&mut self.desk, &mut self.store, &context) {
            Ok(Some(position)) => {
                let key = visible_line(self.desk.items()[position].key.as_str()).into_owned();
                let target = target.unwrap_or_default();
                self.say(&format!("Saved: {word}, question {key}; {participle} back: {target}"))?;
                self.open(position)
            }
            Ok(None) => self.say(&format!("There is nothing to {verb} back.")),
            Err(error) => self.not_saved(&error),
        }
    }

    fn context(&mut self) -> DecisionContext {
        let (picture, cells) = self.item.as_ref().map(Item::seen).unwrap_or_default();
        DecisionContext { screen: "plain", picture, cells, active_ms: self.attention.spend() }
    }

    fn saved(&mut self, what: &str) -> Result<(), Interrupted> {
        let key = self.item.as_ref().map(Item::key).unwrap_or_default();
        self.say(&format!("Saved: {what}, question {key}"))
    }

    fn not_saved(&mut self, error: &StoreError) -> Result<(), Interrupted> {
        let error = visible(&error.to_string()).into_owned();
        self.say(&format!("NOT SAVED: {error}"))
    }
}

type Correction =
    fn(&mut ReviewDesk, &mut Store, &DecisionContext) -> Result<Option<usize>, StoreError>;
