//! What the reading of texts commits: labels, skips and notes. The screen moves on only after the row lies
//! on the disk; where that fails, it stays and says so.

use super::Extract;
use super::item::Item;
use crate::benchmark::HandLabel;
use crate::benchmark::decision::Act;
use crate::queue::review::Circumstances;
use crate::tui::drafts::DraftFor;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

impl Extract {
    /// Commits a label, then goes on.
    pub(super) fn label(&mut self, label: HandLabel, session: &mut Session) {
        let Some(item) = &self.item else { return };
        let evidence = item.evidence().map(|range| (range.start, range.end));
        let circumstances = circumstances(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.label(store, item.position, label, evidence, &circumstances) {
            Ok(_) => {
                session.finished_one();
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
        let circumstances = circumstances(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.set_aside(store, item.position, act, &circumstances) {
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

fn circumstances(item: &Item, session: &mut Session) -> Circumstances {
    let screen = if session.hints { "extract-hints" } else { "extract" };
    let picture = item.has_seen_picture.then(|| "full screen".to_owned());
    session.circumstances(screen, picture, None)
}

fn in_words(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        HandLabel::NoneOfTheChoices => "none of the choices".into(),
        other => other.to_string(),
    }
}
