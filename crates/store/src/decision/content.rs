//! What an act says, checked by itself and against its question: for rows that are appended here, and for
//! those that come from another copy.

use rusqlite::params;

use super::json;
use crate::error::refuse_if;
use crate::query::Query;
use crate::{QuestionId, QueuedItem, Refusal, Result, Reveal, View};
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::{Label, QuestionText};
use assay_core::short::is_reference;
use assay_core::visible::visible_line;

/// The longest remark, in bytes: as much as a command line can hold. What is typed is bounded before.
const LONGEST_REMARK: usize = 128 * 1024;

/// The longest act as JSON, in bytes. An export has one act a line, and an import reads lines of 16 MB.
const LONGEST_ACT: usize = 6 << 20;

/// An act as JSON, within the bounds of what every copy of the database takes.
pub(super) fn checked_payload(act: &Act) -> Result<String> {
    let remark = match act {
        Act::Note { note } => Some(note.as_str()),
        act => act.final_act().and_then(|last| last.note),
    };
    let payload = json(act)?;
    for (what, length, most) in [
        ("the remark", remark.map_or(0, str::len), LONGEST_REMARK),
        ("the decision", payload.len(), LONGEST_ACT),
    ] {
        refuse_if(length > most, || {
            format!("{what} is {length} bytes long; expected {most} at most")
        })?;
    }
    Ok(payload)
}

impl View {
    /// Checks that an act makes sense by itself and for its question.
    pub(super) fn check_content(&self, of: QueuedItem<'_>, act: &Act) -> Result<()> {
        act.check().map_err(|error| error.to_string())?;
        if let Some(text) = act.final_act().and_then(|last| last.new_text) {
            self.check_change(of, text)?;
        }
        if let Act::Extract(extraction) = act {
            self.check_label(of.question_id, of.item, extraction)?;
        }
        if let Act::Vote(vote) = act {
            self.check_vote(of.question_id, of.item, vote)?;
        }
        if let Some(corrected) = act.final_act().and_then(|last| last.corrected) {
            self.check_choice(of, corrected)?;
        }
        if let Act::Guess(guess) = act {
            return match guess.label() {
                Some(label) => self.check_choice(of, label),
                None => Ok(()),
            };
        }
        if let Some(BlindAnswer::Choice(label)) = act.answer() {
            self.check_choice(of, label)?;
        }
        match act.final_act().and_then(|last| last.kept_answer) {
            Some(kept) => self.check_kept(of, kept),
            None => Ok(()),
        }
    }

    /// A fix changes something.
    fn check_change(&self, of: QueuedItem<'_>, text: &QuestionText) -> Result<()> {
        let before = QuestionText::from_question(&self.whole_question(of.question_id)?);
        refuse_if(before == *text, || Refusal::ChangesNothing { item: of.item.to_owned() })
    }

    /// A question that is kept with an answer has this reference answer, or none.
    fn check_kept(&self, of: QueuedItem<'_>, kept: BlindAnswer) -> Result<()> {
        let Reveal { answer, short, .. } = self.reference(of.question_id)?;
        let item = of.item.to_owned();
        match (is_reference(kept, answer, short.as_ref()), answer, short) {
            (Some(false), Some(reference), _) => {
                Err(Refusal::KeptWithOtherAnswer { item, reference }.into())
            }
            (Some(false), None, Some(short)) => Err(format!(
                "question {item} cannot be kept with this answer: by the rule {} it is not {}",
                short.rule,
                visible_line(&short.listed())
            )
            .into()),
            _ => Ok(()),
        }
    }

    fn check_choice(&self, of: QueuedItem<'_>, label: Label) -> Result<()> {
        let exists = self.has_choice(of.question_id, label)?;
        refuse_if(!exists, || Refusal::NoSuchChoice { item: of.item.to_owned(), label })
    }

    /// Whether a question has a choice with this label.
    pub(crate) fn has_choice(&self, question_id: QuestionId, label: Label) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM choice WHERE question_id = ?1 AND label = ?2)";
        self.one(sql, params![question_id, label.to_string()])
    }
}
