//! Fixing a question in lines: a few lines of `FIELD: TEXT`; `save` prints the difference, and commits
//! when it is typed again.

use std::ops::ControlFlow::{self, Break, Continue};

use serde_json::{Value, json};

use crate::messages::text;
use crate::terms;
use crate::widgets::wrap::cut;
use assay_core::benchmark::{Label, QuestionEdit, QuestionText, ShortAnswer, TextChange};
use assay_core::visible::{visible, visible_line};
use assay_store::{QuestionId, Refusal, Result, Store};
use assay_workflow::outcomes::Suspicion;
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::verify::predictions_to_ask_again;

/// The words of a question while they are being fixed.
#[derive(Debug)]
pub(super) struct Fixing {
    before: QuestionText,
    text: QuestionText,
    /// The difference was shown, so that it can be saved.
    is_shown: bool,
}

impl Fixing {
    /// Begins with the words of a question, in the category that its reviewers propose, and says what can be
    /// typed.
    ///
    /// # Errors
    /// In a bundle, where words cannot be changed.
    pub(super) fn begin(opened: &OpenedQuestion, store: &Store) -> Result<(Self, String)> {
        if store.bundled_queue()?.is_some() {
            return Err(Refusal::FixInBundle.into());
        }
        let before = QuestionText::from_question(&store.whole_question(opened.question.id)?);
        let taxonomy = opened.question.taxonomy();
        let proposed = opened.suspicion.as_ref().and_then(Suspicion::proposed_category);
        let text = proposed.map(|category| before.with_category(category, taxonomy));
        let words =
            proposed.map(|category| text!("plain-fix-category", category = visible_line(category)));
        let words = text!("plain-fix-help").to_owned() + &words.unwrap_or_default();
        let text = text.unwrap_or_else(|| before.clone());
        Ok((Fixing { before, text, is_shown: false }, words))
    }

    /// A line: a field, or `save`. It ends with the words of the question that are to be committed, else goes
    /// on with what is said.
    pub(super) fn take_line(
        &mut self,
        line: &str,
        id: QuestionId,
        store: &Store,
    ) -> ControlFlow<QuestionText, String> {
        let was_shown = std::mem::take(&mut self.is_shown);
        if line != "save" {
            let Some(edit) = edit(line, self.text.short_answer.as_ref()) else {
                let (line, help) = (cut(line, 40), text!("plain-fix-help"));
                return Continue(text!("plain-fix-no-field", line, help));
            };
            self.text = edit.applied_to(&self.text);
            return Continue(text!("plain-fix-noted").into());
        }
        let changes = self.before.changes_to(&self.text);
        let problem = match self.text.check() {
            Err(error) => Some(error.to_string()),
            Ok(()) if changes.is_empty() => Some(text!("fix-nothing-changed").into()),
            Ok(()) => None,
        };
        if let Some(problem) = problem {
            return Continue(text!("plain-fix-nothing-saved", problem));
        }
        if was_shown {
            return Break(self.text.clone());
        }
        self.is_shown = true;
        let changes: String = changes.iter().map(describe).collect();
        let stale = predictions_to_ask_again(store, id, &self.text).unwrap_or_default();
        let stale =
            terms::stale(&stale).map(|sentence| visible_line(&sentence).into_owned() + "\n");
        let ask = text!("plain-fix-save-again");
        Continue(format!("{changes}{}{ask}", stale.unwrap_or_default()))
    }
}

/// The field before and after.
fn describe(change: &TextChange) -> String {
    let side = |words: &Option<String>| {
        let words = words.as_deref().unwrap_or(text!("plain-fix-nothing"));
        visible(words).replace('\n', "\n    ")
    };
    let (was, is) = (side(&change.before), side(&change.after));
    text!("plain-fix-change", field = change.field, was, is)
}

/// The edit that `FIELD: TEXT` makes.
fn edit(line: &str, short: Option<&ShortAnswer>) -> Option<QuestionEdit> {
    let (field, text) = line.split_once(':')?;
    let text = text.trim();
    let value = if text.is_empty() { Value::Null } else { Value::from(text) };
    let edit = match field.trim() {
        "stem" => json!({ "stem": text }),
        "answer" if short.is_some() => {
            json!({ "answers": short.map(|short| short.with_joined(text).answers) })
        }
        field @ ("hint" | "answer" | "category" | "l2_category") => json!({ field: value }),
        letter => {
            let label: Label = letter.parse().ok()?;
            json!({ "choices": { label.to_string(): value } })
        }
    };
    serde_json::from_value(edit).ok()
}
