//! Reading what models wrote as a conversation in lines: the acts of the extract screen.
//!
//! One line reads one text. What is printed is the question, the choices as shown and the model's text,
//! made harmless; nothing is drawn and nothing moves.

use std::io::{BufRead, Write};

use super::Interrupted;
use super::line::{self, Line};
use super::words;
use crate::benchmark::decision::Act;
use crate::benchmark::{HandLabel, Label};
use crate::queue::{DecisionContext, ExtractDesk};
use crate::store::{BlindText, Store, StoreError};
use crate::tui::attention::Attention;
use crate::tui::widgets::wrap::cut;
use crate::visible::visible;

const HELP: &str = "A letter chooses; z none of the choices, r refuses, m many, o off-topic; s skip, \
                    l later, n TEXT a note, u undo, q quit.";

/// Reads text after text until all are read, the annotator quits or the input ends.
///
/// # Errors
/// [`Interrupted`].
pub fn run(
    store: Store,
    desk: ExtractDesk,
    notice: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Interrupted> {
    let mut reading = PlainReading { store, desk, out, item: None, attention: Attention::begin() };
    if let Some(notice) = notice {
        writeln!(reading.out, "{}", visible(notice))?;
    }
    writeln!(reading.out, "{HELP}")?;
    reading.go_on(None)?;
    while let Some((position, text)) = reading.item.clone() {
        reading.out.flush()?;
        match line::next(input)? {
            Line::End => break,
            Line::Unusable(why) => writeln!(reading.out, "Nothing was saved: {why}.")?,
            Line::Text(line) => match Command::of(&line, &text) {
                Command::Quit => break,
                command => reading.hear(command, position)?,
            },
        }
    }
    let progress = reading.desk.progress();
    writeln!(
        reading.out,
        "{} of {} texts are read. Every decision is saved.",
        progress.done, progress.total
    )?;
    Ok(reading.out.flush()?)
}

/// What a line asks for.
enum Command {
    Label(HandLabel),
    SetAside(Act),
    Undo,
    Quit,
    Help,
    /// The line, which is none of these.
    Unknown(String),
}

impl Command {
    fn of(line: &str, text: &BlindText) -> Command {
        let line = line.trim();
        if let Some(note) = line.strip_prefix("n ").map(str::trim).filter(|note| !note.is_empty()) {
            return Command::SetAside(Act::Note { note: note.to_owned() });
        }
        let is_choice = |label: &Label| text.choices.iter().any(|choice| choice.label == *label);
        if let Some(label) = line.parse().ok().filter(is_choice) {
            return Command::Label(HandLabel::Choice(label));
        }
        match line.to_lowercase().as_str() {
            "z" | "none" => Command::Label(HandLabel::NoneOfTheChoices),
            "r" | "refuses" | "refusal" => Command::Label(HandLabel::Refusal),
            "m" | "many" | "several" => Command::Label(HandLabel::Several),
            "o" | "off-topic" => Command::Label(HandLabel::OffTopic),
            "s" | "skip" => Command::SetAside(Act::Skip),
            "l" | "later" => Command::SetAside(Act::Later),
            "u" | "undo" => Command::Undo,
            "q" | "quit" => Command::Quit,
            "" | "?" | "help" => Command::Help,
            _ => Command::Unknown(line.to_owned()),
        }
    }
}

struct PlainReading<'a> {
    store: Store,
    desk: ExtractDesk,
    out: &'a mut dyn Write,
    /// The text on the desk, and its position.
    item: Option<(usize, BlindText)>,
    attention: Attention,
}

impl PlainReading<'_> {
    /// Does what was asked for; what cannot be saved is said, and the text stays.
    fn hear(&mut self, command: Command, position: usize) -> Result<(), Interrupted> {
        let context = DecisionContext {
            screen: "plain",
            active_ms: self.attention.spend(),
            ..DecisionContext::default()
        };
        let (store, desk) = (&mut self.store, &mut self.desk);
        match command {
            Command::Label(label) => {
                let act = desk.label_act(position, label, None);
                let outcome = act.and_then(|act| desk.commit(store, position, act, &context));
                self.saved(outcome.map(|_| format!("Saved {label}.")), true, position)
            }
            Command::SetAside(act) => {
                let goes_on = !matches!(act, Act::Note { .. });
                let outcome = desk.commit(store, position, act, &context);
                self.saved(outcome.map(|_| "Saved.".into()), goes_on, position)
            }
            Command::Undo => {
                let target = desk.history().next_undo().map(|row| words::decision(&row.act));
                match desk.undo(store, &context) {
                    Ok(Some(undone)) => {
                        writeln!(self.out, "Taken back: {}.", target.unwrap_or_default())?;
                        self.show(Some(undone))
                    }
                    Ok(None) => Ok(writeln!(self.out, "There is nothing to take back.")?),
                    Err(error) => self.saved(Err(error), false, position),
                }
            }
            Command::Unknown(line) => {
                let line = cut(&line, 40);
                Ok(writeln!(self.out, "Nothing was saved: \"{line}\" is no answer here. {HELP}")?)
            }
            Command::Quit | Command::Help => Ok(writeln!(self.out, "{HELP}")?),
        }
    }

    fn saved(
        &mut self,
        outcome: Result<String, StoreError>,
        goes_on: bool,
        position: usize,
    ) -> Result<(), Interrupted> {
        match outcome {
            Ok(words) => {
                writeln!(self.out, "{words}")?;
                if goes_on { self.go_on(Some(position)) } else { Ok(()) }
            }
            Err(error) => Ok(writeln!(self.out, "NOT SAVED: {}", visible(&error.to_string()))?),
        }
    }

    fn go_on(&mut self, after: Option<usize>) -> Result<(), Interrupted> {
        let next = self.desk.next_after(&mut self.store, after)?;
        self.show(next)
    }

    fn show(&mut self, position: Option<usize>) -> Result<(), Interrupted> {
        self.item = match position {
            Some(position) => Some((position, self.desk.load(&self.store, position)?)),
            None => None,
        };
        let Some((_, text)) = &self.item else { return Ok(()) };
        let progress = self.desk.progress();
        writeln!(self.out, "\n{} of {} texts are read.", progress.done, progress.total)?;
        if let Some(hint) = text.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            writeln!(self.out, "Hint: {}", visible(hint))?;
        }
        writeln!(self.out, "Question: {}", visible(&text.stem))?;
        for choice in &text.choices {
            let letter = choice.label.letter().to_ascii_lowercase();
            writeln!(self.out, "  {letter}: {}", visible(&choice.text))?;
        }
        writeln!(self.out, "The model wrote:\n{}", visible(&text.text))?;
        Ok(writeln!(self.out, "Which choice does it choose?")?)
    }
}
