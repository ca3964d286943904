//! Drawing the flag panel: the reasons with what was chosen for them, the note, the next keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{FlagPanel, Focus};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::panel_place::draw_head;
use crate::session::Session;
use crate::terms;
use crate::terms::letter;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_prompt, tint};
use crate::widgets::scroll_hint::ScrollHint;
use crate::widgets::wrap::{behind_mark, cut, draw_lines, wrapped};
use assay_core::benchmark::decision::WrongReason;

/// From this width on the reasons are in two columns.
const TWO_COLUMNS: u16 = 48;
/// The columns before the words of a reason: its digit and its mark.
const MARK: usize = 6;
/// The columns left and right of the reasons; the right one has the arrows of what is scrolled away.
const MARGINS: u16 = 2;
/// The most rows of a note that the panel wants.
const TALLEST_NOTE: usize = 3;

/// How many rows reasons with these words have, each below the one before, from the first on.
fn rows(words: &[String], width: u16) -> Vec<usize> {
    let width = usize::from(width).saturating_sub(MARK).max(1);
    words.iter().map(|words| wrapped(words, width).len().max(1)).collect()
}

/// The column, the first row and the last row of each reason, and how many rows there are.
fn arranged(words: &[String], width: u16) -> (Vec<(u16, usize, usize)>, usize) {
    let columns = if width >= TWO_COLUMNS { 2 } else { 1 };
    let in_column = words.len().div_ceil(usize::from(columns)).max(1);
    let (mut places, mut most) = (Vec::new(), 0);
    for (column, rows) in (0..).zip(rows(words, width / columns).chunks(in_column)) {
        let mut from = 0;
        for height in rows {
            places.push((column, from, from + height));
            from += height;
        }
        most = most.max(from);
    }
    (places, most)
}

/// How many rows a panel with such reasons wants at a width.
pub(super) fn rows_wanted(words: &[String], width: u16, of_note: usize) -> usize {
    arranged(words, width.saturating_sub(MARGINS)).1 + 1 + of_note.clamp(1, TALLEST_NOTE)
}

impl FlagPanel {
    pub(super) fn draw_panel(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let title = match self.question.pair {
            Some(_) => text!("vote-why-title"),
            None => text!("panel-title"),
        };
        let inner = draw_head(title, self.place.area(), theme, canvas.buffer);
        if inner.is_empty() {
            return;
        }
        self.draw_reasons(theme, canvas.buffer);
        let of_note = self.note_area();
        let writes = matches!(self.focus, Focus::Note | Focus::NoteNext);
        let label = if writes { theme.key } else { theme.dim };
        canvas.buffer.set_string(inner.x + 1, of_note.y, text!("panel-note"), label);
        self.note.draw(of_note, canvas.buffer);
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
                let mut letters: Vec<String> = letters.collect();
                letters.sort_unstable();
                text!("panel-prompt-answer", left, right, letters = letters.join(" "))
            }
            (_, true, Some(_)) | (Focus::NoteNext, ..) => {
                text!("panel-prompt-note-next").to_owned()
            }
            (Focus::Reasons, ..) => text!("panel-prompt-reasons").to_owned(),
        }
    }

    fn reason_lines(&self, place: usize, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        let (digit, reason) = self.reasons[place];
        let is_marked = self.is_marked(reason);
        let tone = Style::from(if is_marked { theme.reference } else { theme.text });
        let sign = if is_marked { "[x] " } else { "[ ] " };
        let mark =
            vec![Span::styled(format!("{digit} "), theme.key), Span::styled(sign.to_owned(), tone)];
        let room = usize::from(width).saturating_sub(MARK).max(1);
        let mut lines: Vec<Line<'static>> =
            behind_mark(mark, wrapped(&self.words[place], room), tone).collect();
        let Some(last) = lines.last_mut().filter(|_| is_marked) else { return lines };
        let room = usize::from(width).saturating_sub(last.width());
        let chosen = match reason {
            WrongReason::WrongReferenceAnswer if self.asks_for_answer() => {
                let chosen = self.draft.corrected.map(|label| (letter(label), theme.focus));
                Some(chosen.unwrap_or_else(|| ("?".to_owned(), theme.key)))
            }
            WrongReason::WrongCategory => self.draft.category.as_deref().map(|category| {
                let taxonomy = self.question.question.taxonomy();
                (terms::category(taxonomy, category), theme.reference)
            }),
            _ => None,
        };
        last.spans.extend(chosen.map(|(what, tone)| {
            let what = format!(" → {what}");
            let is_letter = reason == WrongReason::WrongReferenceAnswer;
            // The choice itself has the sign too.
            let what = if is_letter && what.width() > room { String::new() } else { what };
            Span::styled(cut(&what, room), tone)
        }));
        lines
    }

    /// The area of the reasons.
    fn list_area(&self) -> Rect {
        let area = self.place.area();
        let width = area.width.saturating_sub(MARGINS);
        let all = cells(arranged(&self.words, width).1);
        let height = all.min(area.height.saturating_sub(2));
        Rect { x: area.x + 1, y: area.y + 1, width, height }
    }

    /// The area of the note, below the reasons.
    fn note_area(&self) -> Rect {
        let (area, above) = (self.place.area(), self.list_area().bottom());
        let before = cells(text!("panel-note").width() + 2);
        let width = area.width.saturating_sub(before + 1);
        let height = area.bottom().saturating_sub(above);
        Rect { x: area.x + before, y: above, width, height }
    }

    /// The rows of the note at the width that it has now.
    pub(super) fn rows_of_note(&self) -> usize {
        self.note.rows(self.note_area().width)
    }

    /// Where the visible reasons are, each with the first of its lines that is visible, and the first row.
    fn visible_reasons(&self) -> (Vec<(usize, Rect, usize)>, usize, usize) {
        let area = self.list_area();
        let (places, all) = arranged(&self.words, area.width);
        let rows = usize::from(area.height);
        let marked = places.get(self.list.marked()).filter(|_| all > rows);
        // The marked reason is in the middle as far as possible.
        let top = marked.map_or(0, |(_, from, _)| from.saturating_sub(rows / 2).min(all - rows));
        let columns = if area.width >= TWO_COLUMNS { 2 } else { 1 };
        let width = area.width / columns;
        let visible = places.iter().enumerate().filter_map(|(place, &(column, from, to))| {
            let (first, end) = (from.max(top), to.min(top + rows));
            let height = cells(end.checked_sub(first).filter(|height| *height > 0)?);
            let (x, y) = (area.x + column * width, area.y + cells(first - top));
            Some((place, Rect { x, y, width, height }, first - from))
        });
        (visible.collect(), top, all)
    }

    /// The reason at a position.
    pub(super) fn reason_at(&self, at: Position) -> Option<usize> {
        let (visible, ..) = self.visible_reasons();
        visible.iter().find(|(_, rows, _)| rows.contains(at)).map(|(place, ..)| *place)
    }

    /// Whether a position is in the note.
    pub(super) fn is_in_note(&self, at: Position) -> bool {
        let area = self.place.area();
        area.contains(at) && at.y >= self.note_area().y
    }

    fn draw_reasons(&self, theme: &Theme, buffer: &mut Buffer) {
        let (visible, top, all) = self.visible_reasons();
        for (place, area, first) in visible {
            let lines = self.reason_lines(place, area.width, theme);
            draw_lines(&lines[first..], area, buffer);
            if self.has_cursor && place == self.list.marked() {
                tint(area, theme.selected, theme, buffer);
            }
        }
        let area = self.list_area();
        let text = Rect { width: area.width.saturating_sub(1), ..area };
        ScrollHint::new(top, area.height, all).draw(text, None, theme, buffer);
    }
}
