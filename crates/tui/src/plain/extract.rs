//! Texts of models in lines: the acts of the extract screen.
//!
//! One line is one label. What is printed is the question, the choices as shown and the model's
//! text, made harmless.

use super::{Ending, PlainQueue, Request};
use crate::marked_texts::{MarkedTexts, text_of_choice};
use crate::messages::text;
use crate::terms::letter;
use crate::widgets::wrap::cut;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandLabel, Label};
use assay_core::visible::visible;
use assay_store::{BlindText, DecisionRow, Store, StoreError};
use assay_workflow::queue::correction::Correction;
use assay_workflow::queue::{ExtractDesk, ExtractQueue};

/// What can be typed.
fn help() -> &'static str {
    text!("plain-extract-help")
}

/// The conversation about texts.
#[derive(Debug, Default)]
pub struct PlainExtract;

/// A text and its position.
pub struct Item {
    position: usize,
    text: BlindText,
}

impl PlainQueue for PlainExtract {
    type Queue = ExtractQueue;
    type Item = Item;

    fn greet(_: &ExtractDesk, notice: Option<&str>) -> String {
        let notice = notice.map(|notice| format!("{}\n", visible(notice))).unwrap_or_default();
        notice + help()
    }

    fn load(desk: &ExtractDesk, store: &Store, position: usize) -> Result<Item, StoreError> {
        Ok(Item { position, text: desk.load(store, position)? })
    }

    fn describe(desk: &ExtractDesk, _: &Store, item: &Item) -> Result<String, StoreError> {
        let text = &item.text;
        let texts = MarkedTexts::of_text(text);
        let progress = desk.progress();
        let mut lines = text!("plain-extract-far", done = progress.done, total = progress.total);
        if let Some(hint) = text.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            lines.push_str(&text!("plain-extract-hint", hint = visible(hint)));
        }
        lines.push_str(&text!("plain-extract-question", stem = visible(&texts.stem.readable())));
        for (choice, words) in text.choices.iter().zip(&texts.choices) {
            let readable = words.readable();
            let words = text_of_choice(&readable, choice.label, &text.pictures);
            lines.push_str(&format!("  {}: {}\n", letter(choice.label), visible(words)));
        }
        lines.push_str(&text!("plain-extract-wrote", text = visible(&text.text)));
        Ok(lines + text!("plain-extract-ask"))
    }

    fn ask(_: Option<&Item>) -> String {
        String::new()
    }

    fn when_done(_: &ExtractDesk) -> Option<String> {
        None
    }

    fn take_line(
        &mut self,
        line: &str,
        item: Option<&mut Item>,
        desk: &ExtractDesk,
        _: &Store,
    ) -> Request {
        let line = line.trim();
        if let Some(note) = line.strip_prefix("n ").map(str::trim).filter(|note| !note.is_empty()) {
            return Request::Commit(Act::Note { note: note.to_owned() });
        }
        if let Some((item, label)) = item.and_then(|item| Some((&*item, label(line, item)?))) {
            return match desk.label_act(item.position, label, None) {
                Ok(act) => Request::Commit(act),
                Err(error) => Request::Say(text!("not-saved", error = visible(&error.to_string()))),
            };
        }
        match line.to_lowercase().as_str() {
            "s" | "skip" => Request::Commit(Act::Skip),
            "l" | "later" => Request::Commit(Act::Later),
            "u" | "undo" => Request::Undo,
            "q" | "quit" => Request::Quit,
            "" | "?" | "help" => Request::Say(help().into()),
            _ => {
                let line = cut(line, 40);
                Request::Say(text!("plain-extract-no-answer", line = line, help = help()))
            }
        }
    }

    fn saved(_: &Item, row: &DecisionRow) -> String {
        match &row.act {
            Act::Extract(extraction) => text!("plain-saved-label", label = extraction.label),
            _ => text!("plain-saved").into(),
        }
    }

    fn corrected(correction: Correction, _: &str, decision: &str) -> String {
        match correction {
            Correction::Undo => text!("plain-taken-back", decision = decision),
            Correction::Redo => text!("plain-brought-back", decision = decision),
        }
    }

    fn end(desk: &ExtractDesk, _: Ending) -> String {
        let progress = desk.progress();
        text!("plain-extract-end", done = progress.done, total = progress.total)
    }
}

/// The label that a line gives to a text.
fn label(line: &str, item: &Item) -> Option<HandLabel> {
    // From J on a lower-case letter has another meaning, as in the review.
    let is_choice = |label: &Label| {
        let is_known = item.text.choices.iter().any(|choice| choice.label == *label);
        is_known && (label.index() < 9 || line == letter(*label))
    };
    if let Some(label) = line.parse().ok().filter(is_choice) {
        return Some(HandLabel::Choice(label));
    }
    match line.to_lowercase().as_str() {
        "z" | "none" => Some(HandLabel::NoneOfTheChoices),
        "r" | "refuses" | "refusal" => Some(HandLabel::Refusal),
        "m" | "many" | "several" => Some(HandLabel::Several),
        "o" | "off-topic" => Some(HandLabel::OffTopic),
        _ => None,
    }
}
