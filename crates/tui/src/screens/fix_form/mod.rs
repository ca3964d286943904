//! Fixing a question: a form with its words, then the difference, then saving.
//!
//! The form is in the place of the question, and the evidence stays below it. It has a text field for each of
//! stem, hint, choices and reference answer; the category is chosen from a list. `Tab` moves to the next field,
//! `Ctrl-s` shows the difference, and `Enter` saves it there. Everything typed is text; nothing is saved before
//! the difference is shown. `Esc` keeps a draft. `fields` holds the typed text.

mod fields;

use std::rc::Rc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use self::fields::{Fields, heights};
use crate::action::Action;
use crate::messages::text;
use crate::screens::category_list::CategoryList;
use crate::screens::panel_place::{PanelPlace, draw_head};
use crate::screens::{Answer, Canvas, Outcome, Raw, Reply, Screen};
use crate::session::Session;
use crate::status::StatusKind;
use crate::terms;
use crate::theme::Theme;
use crate::typed_choice::has_modifier;
use crate::widgets::scroll_hint::ScrollHint;
use crate::widgets::typing::draw_typing_bar;
use crate::widgets::wrap::{draw_lines, styled_lines, wrapped};
use assay_core::benchmark::category_names::CategoryNames;
use assay_core::benchmark::{Question, QuestionText, TextChange};
use assay_store::{AskAgain, DraftFor, DraftKind, QUEUE_VERIFY, QuestionId, Refusal, StoreError};
use assay_workflow::outcomes::Suspicion;
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::verify::predictions_to_ask_again;

/// The rows of the form that are no fields: its title, and the line above the evidence.
const BESIDE_FIELDS: usize = 2;
/// The columns beside the fields.
const MARGINS: u16 = 2;

/// The panel in which a question is fixed.
pub struct FixForm {
    question_id: QuestionId,
    what: DraftFor,
    before: QuestionText,
    /// The words with which the form was opened, if there was no draft.
    proposed: QuestionText,
    fields: Fields,
    names: CategoryNames,
    /// The result of the list of categories.
    from_list: Reply<String>,
    difference: Option<Rc<Difference>>,
    /// How many lines of the difference are scrolled away.
    scroll: usize,
    place: PanelPlace,
    reply: Answer<QuestionText>,
}

impl FixForm {
    /// The form for a question, with its draft if there is one.
    pub fn open(
        OpenedQuestion { question, suspicion, .. }: &OpenedQuestion,
        place: PanelPlace,
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
        let names = session.store.category_names_for(question.id)?;
        let form = FixForm {
            question_id: question.id,
            what,
            fields: Fields::new(&shown, &before, &names),
            before,
            proposed,
            names,
            from_list: Reply::default(),
            difference: None,
            scroll: 0,
            place,
            reply,
        };
        form.want_rows(session);
        Ok(form)
    }

    /// Asks for the rows of the fields, or of the difference.
    fn want_rows(&self, session: &Session) {
        match &self.difference {
            None => {
                let lines = self.fields.lines();
                self.place.want(true, move |width| {
                    let heights = heights(&lines, width.saturating_sub(MARGINS));
                    heights.into_iter().map(usize::from).sum::<usize>() + BESIDE_FIELDS
                });
            }
            Some(difference) => {
                let (difference, theme) = (Rc::clone(difference), session.theme.clone());
                self.place.want(true, move |width| {
                    let width = usize::from(width.saturating_sub(MARGINS));
                    difference.lines(width, &theme).len() + BESIDE_FIELDS
                });
            }
        }
    }

    fn scroll_evidence(&self, action: Action) -> Outcome {
        self.place.scroll(action);
        Outcome::Stay
    }

    /// The list from which the category is chosen.
    fn open_categories(&self) -> Outcome {
        let (place, reply) = (self.place.clone(), self.from_list.answer(|category| category));
        let title = text!("category-right-title", key = self.what.item);
        Outcome::Open(Box::new(CategoryList::new(title, &self.names, None, place, reply)))
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
                self.scroll = 0;
                self.difference = Some(Rc::new(Difference { changes, text, to_ask_again }));
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
            KeyCode::PageUp => return self.scroll_evidence(Action::PageUp),
            KeyCode::PageDown => return self.scroll_evidence(Action::PageDown),
            KeyCode::Enter | KeyCode::Char(_) if self.fields.is_at_category() => {
                return self.open_categories();
            }
            KeyCode::Enter if !has_modifier(key) => self.fields.step(1),
            KeyCode::Enter => self.fields.paste("\n"),
            _ => self.fields.input(key),
        }
        Outcome::Stay
    }

    fn key_at_difference(&mut self, key: KeyCode, session: &mut Session) -> Outcome {
        let Some(difference) = &self.difference else { return Outcome::Stay };
        match key {
            KeyCode::Enter => {
                let text = difference.text.clone();
                let draft = serde_json::to_string(&text).unwrap_or_default();
                session.drafts.keep(self.what.clone(), draft);
                (self.reply)(text);
                return Outcome::Close;
            }
            KeyCode::Esc => self.difference = None,
            KeyCode::Char('j') | KeyCode::Down => self.scroll += 1,
            KeyCode::Char('k') | KeyCode::Up => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::PageUp => return self.scroll_evidence(Action::PageUp),
            KeyCode::PageDown => return self.scroll_evidence(Action::PageDown),
            _ => {}
        }
        Outcome::Stay
    }
}

/// The difference, shown before it is saved.
struct Difference {
    changes: Vec<TextChange>,
    /// All words after the fix.
    text: QuestionText,
    to_ask_again: Vec<AskAgain>,
}

impl Difference {
    fn draw(&self, scroll: usize, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let lines = self.lines(usize::from(inner.width), theme);
        let scroll = scroll.min(lines.len().saturating_sub(usize::from(inner.height)));
        draw_lines(&lines[scroll..], inner, canvas.buffer);
        let hint = ScrollHint::new(scroll, inner.height, lines.len());
        let text = Rect { width: inner.width.saturating_sub(1), ..inner };
        hint.draw(text, None, theme, canvas.buffer);
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
        let outcome = match input {
            Raw::Key(key) => self.key(*key, session),
            Raw::Paste(text) => {
                if self.difference.is_none() {
                    self.fields.paste(text);
                }
                Outcome::Stay
            }
        };
        if matches!(outcome, Outcome::Stay) {
            self.want_rows(session);
        }
        Some(outcome)
    }

    /// Called after the list of categories was closed.
    fn resume(&mut self, session: &mut Session) -> Outcome {
        if let Some(category) = self.from_list.take() {
            self.fields.set_category(&category, &self.names.taxonomy);
        }
        self.want_rows(session);
        Outcome::Stay
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
        // The list of categories has the question above it.
        if !self.place.is_in_place() {
            return;
        }
        let theme = &session.theme;
        let (title, hint) = match self.difference {
            None if self.fields.is_at_category() => {
                (text!("fix-title"), text!("fix-keys-category"))
            }
            None => (text!("fix-title"), text!("fix-keys")),
            Some(_) => (text!("fix-difference-title"), text!("fix-difference-keys")),
        };
        let area = self.place.area();
        let form = Rect { height: area.height.saturating_sub(1), ..area };
        let inner = draw_head(title, form, theme, canvas.buffer);
        let inner = inner.inner(Margin::new(1, 0));
        match &self.difference {
            None => self.fields.draw(inner, theme, canvas),
            Some(difference) => difference.draw(self.scroll, inner, theme, canvas),
        }
        let above_evidence = Rect { y: form.bottom(), height: area.height - form.height, ..area };
        draw_head(text!("fix-evidence"), above_evidence, theme, canvas.buffer);
        let status = session.status.as_ref().filter(|status| status.kind != StatusKind::Saved);
        let words = status.map_or(hint, |status| status.text.as_str());
        draw_typing_bar(words, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
