//! The plain mode: a queue as a conversation in lines, for screen readers and terminals that can do
//! nothing else.
//!
//! Output is only ever added below: no colours, no cursor movement, no raw mode; every line that was
//! typed is answered by one that says what was saved. Input may come from a pipe, so that tests and
//! scripts can take part. [`run`] is the conversation for every queue; what it says about an item
//! and how it understands a line is a [`PlainQueue`]: `extract` for texts, `questions` for the queues of
//! questions, each of which adds its own words as [`PlainSteps`]. [`line`] reads. Everything that is
//! printed goes through [`Harmless`], so that no text of the data acts on the terminal.

mod adjudicate;
mod board;
mod choose;
mod extract;
mod fix;
mod line;
mod questions;
mod review;
mod verify;
mod vote;
pub mod words;

use std::io::{self, BufRead, Write};

pub use self::board::write_board;
pub use self::choose::choose_benchmark;
use self::line::Line;
pub use self::questions::PlainSteps;
use super::attention::{Attention, TimeSpent};
use crate::messages::text;
use crate::terms;
use assay_core::benchmark::PredictionName;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::has_questions_as_items;
use assay_core::visible::{Harmless, visible, visible_line};
use assay_store::{DecisionRow, Result, Store, StoreError};
use assay_workflow::queue::correction::Correction;
use assay_workflow::queue::{BlockLeft, DecisionContext, Desk, OpenDesk, Queue, QueueItem};

/// Why the conversation could not go on. Everything that it called saved is saved.
#[derive(Debug, thiserror::Error)]
pub enum Interrupted {
    /// The input cannot be read, or the output cannot be written.
    #[error("the conversation broke off")]
    Io(#[from] io::Error),
    /// The next item cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a typed line asks for.
pub enum Request {
    /// To say something; nothing is saved.
    Say(String),
    /// To say something, and ask again.
    SayAndAsk(String),
    /// To commit an act on the item.
    Commit(Box<Act>),
    /// To take the newest decision back, or to bring back what was taken back last.
    Correct(Correction),
    /// To describe the item again.
    Repeat,
    /// To go on to the next item.
    Next,
    /// To end.
    Quit,
}

/// A queue in plain lines. All texts that it returns are harmless (see [`assay_core::visible`]); those that are
/// not empty end with their last word, not with a line feed.
pub trait PlainQueue: Queue {
    /// The open item with what the conversation knows of it.
    type PlainItem;

    /// The first lines.
    fn greet(desk: &Desk<Self>, notice: Option<&str>) -> String;

    /// Reads an item.
    fn read_item(desk: &Desk<Self>, store: &Store, position: usize) -> Result<Self::PlainItem>;

    /// How far the annotator is, and the item.
    fn describe(desk: &Desk<Self>, store: &Store, item: &Self::PlainItem) -> Result<String>;

    /// What is asked for; empty where the description ends with it.
    fn prompt(item: Option<&Self::PlainItem>) -> String;

    /// What is said when no item waits; `None` if the conversation ends then.
    fn none_waits(desk: &Desk<Self>) -> Option<String>;

    /// Understands a line.
    fn take_line(
        line: &str,
        item: Option<&mut Self::PlainItem>,
        desk: &Desk<Self>,
        store: &Store,
    ) -> Request;

    /// How a picture was shown, and in what area, if it was.
    fn seen(_item: &Self::PlainItem) -> (Option<String>, Option<(u16, u16)>) {
        (None, None)
    }

    /// Says that a row on the item was saved.
    fn saved(item: &Self::PlainItem, row: &DecisionRow) -> String;

    /// Takes in an act that leaves the item open, and shows what the annotator may see after it.
    fn renew(
        item: &mut Self::PlainItem,
        act: &Act,
        desk: &Desk<Self>,
        store: &Store,
        position: usize,
    ) -> Result<String>;

    /// Says what was taken or brought back.
    fn corrected(correction: Correction, item: &str, decision: &str) -> String {
        let (act, direction) = match correction {
            Correction::Undo => (text!("plain-act-undo"), text!("plain-word-taken-back")),
            Correction::Redo => (text!("plain-act-redo"), text!("plain-word-brought-back")),
        };
        text!("plain-corrected", act, item, direction, decision)
    }

    /// What was done since the row of this number, before the last line; empty where there is nothing to
    /// say.
    fn done_since(_desk: &Desk<Self>, _store: &Store, _first: usize) -> Result<String> {
        Ok(String::new())
    }

    /// The last line; `is_cut_off` if there is no more input.
    fn end(_desk: &Desk<Self>, is_cut_off: bool) -> String {
        if is_cut_off { text!("plain-input-ended") } else { text!("plain-all-saved") }.to_owned()
    }
}

/// Goes through a queue until the annotator quits or the input ends. `notice` is what must be known
/// about the data, for instance that it is made up.
///
/// # Errors
/// [`Interrupted`].
pub fn run<Q: PlainQueue>(
    store: Store,
    desk: Desk<Q>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Interrupted> {
    let attention = Attention::start();
    terms::open_checklists(desk.checklists());
    let notice = store.notice(desk.benchmark())?;
    let first = desk.history().rows().len();
    let out = Harmless::text(out);
    let mut conversation = Conversation { store, desk, out, open: None, block: None, attention };
    conversation.say(&Q::greet(&conversation.desk, notice.as_deref()))?;
    if conversation.desk.has_new_guideline(&mut conversation.store)? {
        let version = &conversation.desk.guideline().version;
        let words = text!("plain-guideline-new", version);
        conversation.say(&words)?;
    }
    let mut ending = conversation.go_on(None)?;
    while ending.is_none() {
        conversation.out.flush()?;
        ending = match line::next(input)? {
            Line::End => Some(Ending::NoInput),
            Line::Unusable(why) => {
                conversation.say_and_read(&text!("plain-nothing-saved-because", why))?
            }
            Line::Text(line) => conversation.take_line(&line)?,
        };
    }
    conversation.desk.release(&mut conversation.store)?;
    let summary = Q::done_since(&conversation.desk, &conversation.store, first)?;
    conversation.say(&summary)?;
    conversation.say(&Q::end(&conversation.desk, ending == Some(Ending::NoInput)))?;
    Ok(conversation.out.flush()?)
}

/// How a conversation ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The annotator asked for it, or no item waits.
    Quit,
    /// There is no more input.
    NoInput,
}

/// How the conversation ends; `None` if a line is read next.
type Continuation = Result<Option<Ending>, Interrupted>;

struct Conversation<'a, Q: PlainQueue> {
    store: Store,
    desk: Desk<Q>,
    out: Harmless<&'a mut dyn Write>,
    /// The item that is open, and its position; `None` if none waits.
    open: Option<(usize, Q::PlainItem)>,
    /// Where the block begins of which it was said that the annotator is in it.
    block: Option<usize>,
    attention: Attention,
}

impl<Q: PlainQueue> Conversation<'_, Q> {
    fn say(&mut self, words: &str) -> Result<(), Interrupted> {
        if !words.is_empty() {
            writeln!(self.out, "{words}")?;
        }
        Ok(())
    }

    fn say_and_read(&mut self, words: &str) -> Continuation {
        self.say(words)?;
        Ok(None)
    }

    fn ask(&mut self) -> Continuation {
        let words = Q::prompt(self.open.as_ref().map(|(_, item)| item));
        self.say_and_read(&words)
    }

    /// Opens the next item that waits, or says that none does.
    fn go_on(&mut self, after: Option<usize>) -> Continuation {
        if let Some(position) = self.desk.next_after(&mut self.store, after)? {
            return self.open(position);
        }
        self.open = None;
        let rest = self.desk.passed_over(&self.store)?;
        let rest = terms::passed_over(self.desk.progress(), rest);
        match Q::none_waits(&self.desk) {
            Some(words) => {
                self.say(&rest.unwrap_or(words))?;
                self.ask()
            }
            None => {
                self.say(&rest.unwrap_or_default())?;
                Ok(Some(Ending::Quit))
            }
        }
    }

    fn open(&mut self, position: usize) -> Continuation {
        let load = || Q::read_item(&self.desk, &self.store, position);
        self.open = Some((position, self.store.at_one_moment(load)?));
        self.say_block(position)?;
        self.describe()
    }

    /// Says in which block the item at a position is, once as long as the annotator stays in it.
    fn say_block(&mut self, position: usize) -> Result<(), Interrupted> {
        let left = self.desk.block_left(position);
        let block = left.map(|_| self.desk.block_of(position).start);
        if let Some(BlockLeft { items, left }) = left.filter(|_| self.block != block) {
            self.say(&text!("plain-block", items, left))?;
        }
        self.block = block;
        Ok(())
    }

    fn describe(&mut self) -> Continuation {
        if let Some((_, item)) = &self.open {
            let describe = || Q::describe(&self.desk, &self.store, item);
            let words = self.store.at_one_moment(describe)?;
            self.say(&words)?;
        }
        self.ask()
    }

    fn take_line(&mut self, line: &str) -> Continuation {
        self.attention.attend();
        let here = self.open.as_ref().map(|(position, _)| *position);
        let item = self.open.as_mut().map(|(_, item)| item);
        match Q::take_line(line, item, &self.desk, &self.store) {
            Request::Say(words) => self.say_and_read(&words),
            Request::SayAndAsk(words) => {
                self.say(&words)?;
                self.ask()
            }
            Request::Commit(act) => self.commit(*act),
            Request::Correct(correction) => self.correct(correction),
            Request::Repeat => self.describe(),
            Request::Next => self.go_on(here),
            Request::Quit => Ok(Some(Ending::Quit)),
        }
    }

    fn context(&mut self) -> DecisionContext {
        let seen = self.open.as_ref().map(|(_, item)| Q::seen(item));
        let (picture, cells) = seen.unwrap_or_default();
        let TimeSpent { active_ms, idle_ms } = self.attention.spend();
        DecisionContext { screen: "plain", picture, cells, active_ms, idle_ms }
    }

    /// Commits an act, says so, and goes on to the next item if the act ends this one.
    fn commit(&mut self, act: Act) -> Continuation {
        let context = self.context();
        let Some((position, item)) = &mut self.open else { return Ok(None) };
        let position = *position;
        let row = match self.desk.commit(&mut self.store, position, act, &context) {
            Ok(row) => row,
            Err(error) => return self.not_saved(&error),
        };
        let saved = Q::saved(item, &row);
        if !row.act.leaves_item_open() {
            self.say(&saved)?;
            return self.go_on(Some(position));
        }
        // Opened anew, since the store now gives the picture.
        if matches!(row.act, Act::Guess(_)) {
            self.say(&saved)?;
            return self.open(position);
        }
        let read = || Q::renew(item, &row.act, &self.desk, &self.store, position);
        let shown = self.store.at_one_moment(read)?;
        self.say(&saved)?;
        self.say(&shown)?;
        self.ask()
    }

    /// Undoes or redoes, says which decision it was, and opens its item.
    fn correct(&mut self, correction: Correction) -> Continuation {
        let context = self.context();
        let target = correction.target(self.desk.history());
        let decision = target.map(|(_, row)| words::decision(&row.act)).unwrap_or_default();
        let outcome = self.desk.correct(&mut self.store, correction, &context);
        match (outcome, correction) {
            (Ok(Some(position)), _) => {
                // The name of a text or of a pair of answers holds the names of its models.
                let name = self.desk.item(position)?.name();
                let item = match has_questions_as_items(Q::NAME) {
                    true => visible_line(name).into_owned(),
                    false => visible_line(&PredictionName::key_in(name)).into_owned(),
                };
                self.say(&Q::corrected(correction, &item, &decision))?;
                // Without a place it is shown all the same; a decision on it is refused.
                self.desk.hold(&mut self.store, position)?;
                self.open(position)
            }
            (Ok(None), Correction::Undo) => self.say_and_read(text!("plain-nothing-to-take-back")),
            (Ok(None), Correction::Redo) => self.say_and_read(text!("plain-nothing-to-bring-back")),
            // The item has left the queue: there is nothing that could not be saved.
            (Err(error @ StoreError::Unknown { .. }), _) => {
                let why = visible(&error.to_string()).into_owned();
                self.say_and_read(&text!("plain-nothing-saved-because", why))
            }
            (Err(error), _) => self.not_saved(&error),
        }
    }

    fn not_saved(&mut self, error: &StoreError) -> Continuation {
        let error = visible(&error.to_string()).into_owned();
        self.say_and_read(&text!("not-saved", error))
    }
}
