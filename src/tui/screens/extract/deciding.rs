//! What the reading of texts commits: labels, skips and notes. The screen moves on only after the row lies
//! on the disk; where that fails, it stays and says so.

use super::Extract;
use super::item::Item;
use crate::benchmark::HandLabel;
use crate::benchmark::decision::Act;
use crate::queue::DecisionContext;
use crate::tui::drafts::DraftFor;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

impl Extract {
    /// Commits a label, then goes on.
    pub(super) fn label(&mut self, label: HandLabel, session: &mut Session) {
        let Some(item) = &self.item else { return };
        let evidence = item.evidence().map(|range| (range.start, range.end));
        let context = context(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        let outcome = desk
            .label_act(item.position, label, evidence)
            .and_then(|act| desk.commit(store, item.position, act, &context));
        match outcome {
            Ok(_) => {
                session.status = Some(StatusMessage::saved(format!("saved {}", in_words(label))));
                self.advance(session);
            }
            Err(error) => session.status = Some(StatusMessage::not_saved(&error)),
        }
    }

    /// Commits a skip, a `later` or a note.
    pub(super) fn set_aside(&mut self, act: Act, told: &str, session: &mut Session) {
        let Some(item) = &self.item else { return };
        let goes_on = !matches!(act, Act::Note { .. });
        let context = context(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.commit(store, item.position, act, &context) {
            Ok(row) => {
                session.status = Some(StatusMessage::saved(told));
                if goes_on {
                    self.advance(session);
                } else {
                    session.drafts.forget(&DraftFor::NoteOnText(row.item));
                }
            }
            Err(error) => session.status = Some(StatusMessage::not_saved(&error)),
        }
    }
}

fn context(item: &Item, session: &mut Session) -> DecisionContext {
    let screen = if session.hints { "extract-hints" } else { "extract" };
    let picture = item.has_seen_picture.then(|| "full screen".to_owned());
    session.context(screen, picture, None)
}

fn in_words(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        HandLabel::NoneOfTheChoices => "none of the choices".into(),
        other => other.to_string(),
    }
}
