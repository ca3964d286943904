//! Fixing a question: a form with its words, then the difference, then saving.
//!
//! A text field for each of stem, hint, choices, reference answer and ability. `Tab` moves to the
//! next field, `Ctrl-s` shows the difference, and `Enter` saves it there. Everything typed is text;
//! nothing is saved before the difference is shown. `Esc` keeps a draft. `fields` holds the typed
//! text.

mod fields;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use self::fields::Fields;
use crate::messages::text;
use crate::screens::{Answer, Canvas, Outcome, Raw, Screen};
use crate::session::Session;
use crate::status::StatusKind;
use crate::terms;
use crate::theme::Theme;
use crate::typed_choice::has_modifier;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, popup_area};
use crate::widgets::typing::draw_typing_bar;
use crate::widgets::wrap::{draw_lines, styled_lines, wrapped};
use assay_core::benchmark::{Question, QuestionText, TextChange};
use assay_store::{AskAgain, DraftFor, DraftKind, QUEUE_VERIFY, QuestionId, Refusal, StoreError};
use assay_workflow::outcomes::Suspicion;
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::verify::predictions_to_ask_again;

/// The popup in which a question is fixed.
pub struct FixForm {
    question_id: QuestionId,
    what: DraftFor,
    before: QuestionText,
    /// The words with which the form was opened, if there was no draft.
    proposed: QuestionText,
    fields: Fields,
    difference: Option<Difference>,
    reply: Answer<QuestionText>,
}

impl FixForm {
    /// The form for a question, with its draft if there is one.
    pub fn open(
        OpenedQuestion { question, suspicion, .. }: &OpenedQuestion,
        session: &Session,
        reply: Answer<QuestionText>,
    ) -> Result<Self, StoreError> {
        if session.store.bundled_queue()?.is_some() {
            return Err(Refusal::FixInBundle.into());
        }
        let whole: Question = session.store.whole_question(question.id)?;
        let before = QuestionText::from_question(&whole);
        let what = DraftFor::new(DraftKind::Fix, QUEUE_VERIFY, question.key.as_str());
        let draft = serde_json::from_str(session.drafts.text(&what)).ok();
        let taxonomy = question.taxonomy();
        let proposed = suspicion.as_ref().and_then(Suspicion::proposed_category);
        let proposed = proposed.map(|category| before.with_category(category, taxonomy));
        let proposed = proposed.unwrap_or_else(|| before.clone());
        let shown = draft.unwrap_or_else(|| proposed.clone());
        let fields = Fields::new(&shown, &before);
        let (question_id, difference) = (question.id, None);
        Ok(FixForm { question_id, what, before, proposed, fields, difference, reply })
    }

    /// Opens the difference, or reports why there is none to save.
    fn compare(&mut self, session: &mut Session) {
        let checked = self.fields.text().and_then(|text| {
            text.check().map_err(|error| error.to_string())?;
            match self.before.changes_to(&text) {
                changes if changes.is_empty() => Err(text!("fix-nothing-changed").to_owned()),
                changes => Ok((text, changes)),
            }
        });
        let (text, changes) = match checked {
            Ok(checked) => checked,
            Err(why) => return session.hint(text!("fix-not-saved-yet", why)),
        };
        match predictions_to_ask_again(&session.store, self.question_id, &text) {
            Ok(to_ask_again) => {
                session.status = None;
                self.difference = Some(Difference { changes, text, to_ask_again, scroll: 0 });
            }
            Err(error) => session.show_error(error),
        }
    }

    fn close(&mut self, session: &mut Session) -> Outcome {
        self.keep_draft(session);
        match self.fields.text() {
            Ok(_) if session.drafts.text(&self.what).is_empty() => {}
            Ok(_) => session.hint(text!("fix-draft-kept")),
            Err(_) => session.hint(text!("fix-nothing-saved")),
        }
        Outcome::Close
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Outcome::Quit,
            code if self.difference.is_some() => return self.key_at_difference(code, session),
            KeyCode::Esc => return self.close(session),
            KeyCode::Char('s') if control => self.compare(session),
            KeyCode::Tab => self.fields.step(1),
            KeyCode::BackTab => self.fields.step(-1),
            KeyCode::Enter if !has_modifier(key) => self.fields.step(1),
            KeyCode::Enter => self.fields.paste("\n"),
            _ => self.fields.input(key),
        }
        Outcome::Stay
    }

    fn key_at_difference(&mut self, key: KeyCode, session: &mut Session) -> Outcome {
        let Some(difference) = &mut self.difference else { return Outcome::Stay };
        match key {
            KeyCode::Enter => {
                let text = difference.text.clone();
                let draft = serde_json::to_string(&text).unwrap_or_default();
                session.drafts.keep(self.what.clone(), draft);
                (self.reply)(text);
                return Outcome::Close;
            }
            KeyCode::Esc => self.difference = None,
            KeyCode::Char('j') | KeyCode::Down => difference.scroll += 1,
            KeyCode::Char('k') | KeyCode::Up => {
                difference.scroll = difference.scroll.saturating_sub(1);
            }
            _ => {}
        }
        Outcome::Stay
    }
}

/// The popup with the difference, shown before it is saved.
struct Difference {
    changes: Vec<TextChange>,
    /// All words after the fix.
    text: QuestionText,
    to_ask_again: Vec<AskAgain>,
    scroll: usize,
}

impl Difference {
    fn draw(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let lines = self.lines(usize::from(inner.width), theme);
        let last = lines.len().saturating_sub(usize::from(inner.height));
        draw_lines(&lines[self.scroll.min(last)..], inner, canvas.buffer);
    }

    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for change in &self.changes {
            lines.push(Line::styled(terms::field(&change.field).to_owned(), theme.heading));
            let sides =
                [("- ", &change.before, theme.disagree), ("+ ", &change.after, theme.agree)];
            for (sign, words, tone) in sides {
                let Some(words) = words else { continue };
                let pieces = wrapped(words, width.saturating_sub(2));
                let line = |piece| Line::from(Span::styled(format!("{sign}{piece}"), tone));
                lines.extend(pieces.into_iter().map(line));
            }
        }
        lines.push(Line::default());
        let stale = terms::stale(&self.to_ask_again);
        let stays = || text!("fix-predictions-stay").to_owned();
        lines.extend(styled_lines(&stale.unwrap_or_else(stays), width, theme.warning));
        lines
    }
}

impl Screen for FixForm {
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(text) => {
                if self.difference.is_none() {
                    self.fields.paste(text);
                }
                Some(Outcome::Stay)
            }
        }
    }

    fn keep_draft(&self, session: &mut Session) {
        let Ok(text) = self.fields.text() else { return };
        let draft = match text == self.before || text == self.proposed {
            true => String::new(),
            false => serde_json::to_string(&text).unwrap_or_default(),
        };
        session.drafts.keep(self.what.clone(), draft);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (title, hint) = match self.difference {
            None => (text!("fix-title"), text!("fix-keys")),
            Some(_) => (text!("fix-difference-title"), text!("fix-difference-keys")),
        };
        let width = canvas.area.width.saturating_sub(4).min(100);
        let inner_width = width.saturating_sub(2);
        let lines = match &self.difference {
            None => self.fields.heights(inner_width).iter().sum(),
            Some(difference) => cells(difference.lines(usize::from(inner_width), theme).len()),
        };
        let size = (width, (lines + 2).min(canvas.area.height.saturating_sub(3)));
        let inner = draw_box(title, popup_area(size, canvas.area), theme, canvas.buffer);
        match &self.difference {
            None => self.fields.draw(inner, theme, canvas),
            Some(difference) => difference.draw(inner, theme, canvas),
        }
        let status = session.status.as_ref().filter(|status| status.kind != StatusKind::Saved);
        let words = status.map_or(hint, |status| status.text.as_str());
        draw_typing_bar(words, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
