//! Fixing a question in lines: a few lines of `FIELD: TEXT`; `save` prints the difference, and commits
//! when it is typed again.

use serde_json::{Value, json};

use crate::benchmark::{Label, QuestionEdit, QuestionText, TextChange};
use crate::queue::verify::{describe_stale, predictions_to_ask_again};
use crate::store::{QuestionId, Store};
use crate::tui::widgets::wrap::cut;
use crate::visible::{visible, visible_line};

/// What can be typed.
pub(super) const FIXING: &str = "Type the fields that change, one a line: stem: TEXT, hint: TEXT, a: TEXT, \
                      answer: B, category: NAME, l2_category: NAME; nothing behind the colon takes it \
                      away. save shows the difference and saves on a second save; an empty line goes \
                      back.";

/// The words of a question while they are being fixed.
#[derive(Debug)]
pub(super) struct Fixing {
    before: QuestionText,
    text: QuestionText,
    /// The difference was shown, so that it can be saved.
    is_shown: bool,
}

/// What follows from a line of a fix.
pub(super) enum Heard {
    /// These words are to be said, and the fix goes on.
    Say(String),
    /// The fix is to be committed.
    Save(Box<QuestionText>),
}

impl Fixing {
    /// Begins with the words as they are.
    pub(super) fn new(before: QuestionText) -> Self {
        Fixing { text: before.clone(), before, is_shown: false }
    }

    /// A line: a field, or `save`.
    pub(super) fn hear(&mut self, line: &str, id: QuestionId, store: &Store) -> Heard {
        let was_shown = std::mem::take(&mut self.is_shown);
        if line != "save" {
            let Some(edit) = edit(line) else {
                return Heard::Say(format!("\"{}\" is no field. {FIXING}", cut(line, 40)));
            };
            self.text = edit.applied_to(&self.text);
            return Heard::Say("Noted; nothing is saved yet.".into());
        }
        let changes = self.before.changes_to(&self.text);
        let problem = match self.text.check() {
            Err(error) => Some(error.to_string()),
            Ok(()) if changes.is_empty() => Some("nothing is changed".into()),
            Ok(()) => None,
        };
        if let Some(problem) = problem {
            return Heard::Say(format!("Nothing was saved: {problem}."));
        }
        if was_shown {
            return Heard::Save(Box::new(self.text.clone()));
        }
        self.is_shown = true;
        let changes: String = changes.iter().map(describe).collect();
        let stale = predictions_to_ask_again(store, id, &self.text).unwrap_or_default();
        let stale =
            describe_stale(&stale).map(|sentence| visible_line(&sentence).into_owned() + "\n");
        let ask = "save again to save it; an empty line goes back.";
        Heard::Say(format!("{changes}{}{ask}", stale.unwrap_or_default()))
    }
}

/// The field before and after.
fn describe(change: &TextChange) -> String {
    let side = |words: &Option<String>| {
        let words = words.as_deref().unwrap_or("(nothing)");
        visible(words).replace('\n', "\n    ")
    };
    let (was, is) = (side(&change.before), side(&change.after));
    format!("{} was: {was}\n{} is: {is}\n", change.field, change.field)
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
