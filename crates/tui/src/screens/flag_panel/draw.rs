//! Drawing the flag panel: the reasons with what was chosen for them, the note, the next keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::{FlagPanel, Focus};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Canvas;
use crate::session::Session;
use crate::terms;
use crate::terms::letter;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, draw_prompt};
use crate::widgets::wrap::cut;
use assay_core::benchmark::decision::WrongReason;

/// From this width on the reasons are in two columns.
const TWO_COLUMNS: u16 = 70;
/// The rows of a panel that are not reasons: the border and the note.
const BESIDE_REASONS: u16 = 6;

impl FlagPanel {
    pub(super) fn draw_panel(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let title = match self.question.pair {
            Some(_) => text!("vote-why-title").to_owned(),
            None => text!("panel-title", key = self.question.question.key),
        };
        let inner = draw_box(&title, self.area(), theme, canvas.buffer);
        let below = self.draw_reasons(inner, theme, canvas.buffer);
        let writes = matches!(self.focus, Focus::Note | Focus::NoteNext);
        let label = if writes { theme.key } else { theme.dim };
        canvas.buffer.set_string(below.x + 1, below.y, text!("panel-note"), label);
        let before = cells(text!("panel-note").width() + 2);
        let width = below.width.saturating_sub(before + 1);
        self.note.draw(Rect { x: below.x + before, width, ..below }, canvas.buffer);
        let prompt = Some(self.prompt(session));
        let other = match self.focus {
            Focus::Note => text!("panel-to-reasons"),
            _ => text!("panel-to-note"),
        };
        let hints = [
            (Action::Confirm, text!("panel-save")),
            (Action::Focus, other),
            (Action::Back, text!("panel-back")),
        ];
        let (area, buffer) = (canvas.area, &mut *canvas.buffer);
        draw_prompt(prompt, &hints, KeyContext::Reasons, area, session, buffer);
    }

    /// The effect of the next key.
    fn prompt(&self, session: &Session) -> String {
        let key = |action| session.key_of(KeyContext::Reasons, action);
        match (self.focus, self.asks_for_answer(), self.draft.corrected) {
            (Focus::Note, ..) => text!("panel-prompt-note").to_owned(),
            (_, true, Some(label)) if self.capitals.is_some() => {
                text!("panel-prompt-letter", letter = letter(label), tab = key(Action::Focus))
            }
            (_, true, None) => {
                let [left, right] = [Action::Left, Action::Right].map(key);
                // The capital letters of the answers that may be right: `A B D`.
                let letters = self.answers.iter().flatten().map(|label| label.letter().to_string());
                let letters = letters.collect::<Vec<_>>().join(" ");
                text!("panel-prompt-answer", left, right, letters)
            }
            (_, true, Some(_)) | (Focus::NoteNext, ..) => {
                text!("panel-prompt-note-next").to_owned()
            }
            (Focus::Reasons, ..) => text!("panel-prompt-reasons").to_owned(),
        }
    }

    fn draw_reason(&self, place: usize, area: Rect, theme: &Theme, buffer: &mut Buffer) {
        let (digit, reason) = self.reasons[place];
        let is_marked = self.is_marked(reason);
        let words = match (self.has_cursor && place == self.list.marked(), is_marked) {
            (true, _) => theme.selected,
            (false, true) => theme.reference,
            (false, false) => theme.text,
        };
        let mark = if is_marked { "[x]" } else { "[ ]" };
        let question = &self.question.question;
        let offered = terms::offered_reason(question.checklist(), reason);
        let mut spans = vec![
            Span::styled(format!(" {digit} "), theme.key),
            Span::styled(format!("{mark} {offered}"), words),
        ];
        if reason == WrongReason::WrongReferenceAnswer && is_marked {
            let none = || self.asks_for_answer().then(|| ("?".to_owned(), theme.key));
            let right = self.draft.corrected.map(|label| (letter(label), theme.reference));
            let right = right.or_else(none);
            spans.extend(right.map(|(what, tone)| Span::styled(format!(" → {what}"), tone)));
        }
        if reason == WrongReason::WrongCategory
            && let Some(category) = self.draft.category.as_deref().filter(|_| is_marked)
        {
            let title = terms::category(question.taxonomy(), category);
            let used: usize = spans.iter().map(Span::width).sum();
            let room = usize::from(area.width).saturating_sub(used + 1);
            spans.push(Span::styled(cut(&format!(" → {title}"), room), theme.reference));
        }
        Line::from(spans).render(area, buffer);
    }

    /// Draws the reasons; returns the area below them.
    fn draw_reasons(&self, inner: Rect, theme: &Theme, buffer: &mut Buffer) -> Rect {
        let all = self.reasons.len();
        let has_rows = usize::from(inner.height) > all.div_ceil(2);
        let columns = if inner.width >= TWO_COLUMNS && has_rows { 2 } else { 1 };
        let in_column = all.div_ceil(columns);
        let rows = (in_column as u16).min(inner.height.saturating_sub(1));
        let width = inner.width / columns as u16;
        let shown = if columns == 1 { self.list.visible() } else { 0..all };
        for (at, place) in shown.enumerate() {
            let (column, row) = ((at / in_column) as u16, (at % in_column) as u16);
            if row < rows {
                let (x, y) = (inner.x + column * width, inner.y + row);
                self.draw_reason(place, Rect { x, y, width, height: 1 }, theme, buffer);
            }
        }
        Rect { y: inner.y + rows, height: inner.height - rows, ..inner }
    }

    /// The area of the panel.
    pub(super) fn area(&self) -> Rect {
        let columns = if self.place.area().width > TWO_COLUMNS { 2 } else { 1 };
        self.place.lowest(cells(self.reasons.len().div_ceil(columns)) + BESIDE_REASONS)
    }
}
