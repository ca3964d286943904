//! Texts of models in lines: what the extract screen takes as keys.
//!
//! One line is one label. What is printed is the question, the choices as shown and the model's
//! text, made harmless.

use super::questions::command;
use super::{PlainQueue, Request};
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::terms::letter;
use crate::widgets::wrap::cut;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandLabel, Label};
use assay_core::visible::visible;
use assay_store::{DecisionRow, Result, Store};
use assay_workflow::queue::correction::Correction;
use assay_workflow::queue::steps::{Draft, Input, Next, Refusal};
use assay_workflow::queue::{ExtractDesk, ExtractQueue, OpenedItem, OpenedText, Queue};

/// What can be typed.
fn help() -> &'static str {
    text!("plain-extract-help")
}

impl PlainQueue for ExtractQueue {
    type PlainItem = OpenedText;

    fn greet(_: &ExtractDesk, notice: Option<&str>) -> String {
        let notice = notice.map(|notice| format!("{}\n", visible(notice))).unwrap_or_default();
        notice + help()
    }

    fn read_item(desk: &ExtractDesk, store: &Store, position: usize) -> Result<OpenedText> {
        desk.open_item(store, position)
    }

    fn describe(desk: &ExtractDesk, _: &Store, item: &OpenedText) -> Result<String> {
        let text = &item.text;
        let texts = MarkedTexts::as_shown(&text.stem, &text.choices, &text.pictures);
        let progress = desk.progress();
        let mut lines = text!("plain-extract-far", done = progress.done, total = progress.total);
        if let Some(hint) = text.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            lines.push_str(&text!("plain-extract-hint", hint = visible(hint)));
        }
        lines.push_str(&text!("plain-extract-question", stem = visible(&texts.stem.readable())));
        for (label, words) in texts.shown_choices() {
            lines.push_str(&format!("  {}: {}\n", letter(label), visible(&words)));
        }
        lines.push_str(&text!("plain-extract-wrote", text = visible(&text.text)));
        Ok(lines + text!("plain-extract-ask"))
    }

    fn prompt(_: Option<&OpenedText>) -> String {
        String::new()
    }

    fn none_waits(_: &ExtractDesk) -> Option<String> {
        None
    }

    fn take_line(line: &str, item: Option<&mut OpenedText>, _: &ExtractDesk, _: &Store) -> Request {
        let line = line.trim();
        let means_nothing = || {
            let line = cut(line, 40);
            Request::Say(text!("plain-extract-no-answer", line, help = help()))
        };
        let Some(item) = item else { return means_nothing() };
        let input = match line.strip_prefix("n ").map(command::remark) {
            Some(Err(why)) => return Request::Say(why),
            Some(Ok(Some(note))) => Input::Note(note),
            Some(Ok(None)) | None => match label(line, item) {
                Some(label) => Input::Label(label),
                None => match line.to_lowercase().as_str() {
                    "s" | "skip" => Input::Skip,
                    "l" | "later" => Input::Later,
                    "u" | "undo" => return Request::Correct(Correction::Undo),
                    "q" | "quit" => return Request::Quit,
                    "" | "?" | "help" => return Request::Say(help().into()),
                    _ => return means_nothing(),
                },
            },
        };
        match Self::STEPS.take(item, Draft::default(), input) {
            Next::Commit(act) => Request::Commit(Box::new(act)),
            Next::Refuse(Refusal::NoteUnchanged) => Request::Say(command::note_unchanged()),
            Next::Refuse(_) | Next::Ask(_) => means_nothing(),
        }
    }

    fn saved(_: &OpenedText, row: &DecisionRow) -> String {
        match &row.act {
            Act::Extract(extraction) => text!("plain-saved-label", label = extraction.label),
            _ => text!("plain-saved").into(),
        }
    }

    fn renew(
        item: &mut OpenedText,
        act: &Act,
        _: &ExtractDesk,
        _: &Store,
        _: usize,
    ) -> Result<String> {
        item.add(act);
        Ok(String::new())
    }

    fn corrected(correction: Correction, _: &str, decision: &str) -> String {
        match correction {
            Correction::Undo => text!("plain-taken-back", decision),
            Correction::Redo => text!("plain-brought-back", decision),
        }
    }

    fn end(desk: &ExtractDesk, _: bool) -> String {
        let progress = desk.progress();
        text!("plain-extract-end", done = progress.done, total = progress.total)
    }
}

/// The label that a line gives to a text.
fn label(line: &str, item: &OpenedText) -> Option<HandLabel> {
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
