//! What the review commits: blind answers, verdicts, skips and notes. The screen moves on only after the
//! row lies on the disk; where that fails, it stays and says so.

use super::Review;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::history::ItemState;
use crate::store::DecisionRow;
use crate::tui::drafts::DraftFor;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

impl Review {
    /// Step one: commits the blind answer, then shows the reference answer.
    pub(super) fn answer(&mut self, answer: BlindAnswer, session: &mut Session) {
        let Some(item) = &mut self.item else { return };
        let context = item.context(&self.layout, session);
        let Session { store, desk, .. } = session;
        if let Err(error) = desk.commit(store, item.position, Act::Answer { answer }, &context) {
            session.status = Some(StatusMessage::not_saved(&error));
            return;
        }
        item.answer = Some(answer);
        item.state = ItemState::Answered(answer);
        item.cursor = None;
        let said = format!("saved {}", answer_word(answer));
        session.status = Some(match desk.reveal(store, item.position) {
            Ok(reveal) => {
                item.reveal = Some(reveal);
                StatusMessage::saved(said)
            }
            Err(error) => {
                StatusMessage::error(format!("{said}; the reference cannot be read: {error}"))
            }
        });
    }

    /// Step two: commits the verdict, then goes on.
    pub(super) fn judge(
        &mut self,
        verdict: ReviewVerdict,
        reasons: Vec<WrongReason>,
        note: Option<String>,
        session: &mut Session,
    ) {
        let Some(item) = &mut self.item else { return };
        let Some(answer) = item.answer else { return };
        let review = ReviewDecision { answer, verdict, reasons, note };
        let context = item.context(&self.layout, session);
        let Session { store, desk, .. } = session;
        match desk.commit(store, item.position, Act::Review(review), &context) {
            Ok(row) => {
                session.drafts.forget(&DraftFor::WhatIsWrong(row.item.clone()));
                let said = format!("saved {} · {verdict}", answer_word(answer));
                self.go_on_after(&row, &said, session);
            }
            Err(error) => session.status = Some(StatusMessage::not_saved(&error)),
        }
    }

    /// Commits a skip, a `later` or a note.
    pub(super) fn set_aside(&mut self, act: Act, said: &str, session: &mut Session) {
        let Some(item) = &mut self.item else { return };
        let context = item.context(&self.layout, session);
        let Session { store, desk, .. } = session;
        match desk.commit(store, item.position, act, &context) {
            Ok(row) => {
                if matches!(row.act, Act::Note { .. }) {
                    session.drafts.forget(&DraftFor::Note(row.item));
                    session.status = Some(StatusMessage::saved(said));
                } else {
                    self.go_on_after(&row, said, session);
                }
            }
            Err(error) => session.status = Some(StatusMessage::not_saved(&error)),
        }
    }

    fn go_on_after(&mut self, row: &DecisionRow, said: &str, session: &mut Session) {
        self.advance(session);
        session.status = Some(StatusMessage::saved(format!("{said} ({})", row.item)));
    }
}

fn answer_word(answer: BlindAnswer) -> String {
    match answer {
        BlindAnswer::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        BlindAnswer::NoneOfTheChoices => "none of the choices".into(),
        BlindAnswer::CannotTell => "cannot tell".into(),
    }
}
