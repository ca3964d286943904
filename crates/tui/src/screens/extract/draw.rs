//! Drawing the extract screen: question and choices beside the text, or above it.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Widget};

use super::item::Item;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::screens::Canvas;
use crate::screens::choice_marks::ChoiceMarks;
use crate::session::Session;
use crate::terms::key_letter;
use crate::theme::Theme;
use crate::widgets::cells::{cells, share};
use crate::widgets::scroll_hint::{MARGIN, ScrollHint};
use crate::widgets::wrap::{draw_lines, hanging, styled_lines};
use assay_core::benchmark::Label;
use assay_core::benchmark::queues::QUEUE_EXTRACT;
use assay_store::BlindText;

/// From this width on question and text are side by side.
const WIDE: u16 = 100;

/// The areas of the extract screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub title: Rect,
    question: Rect,
    /// The pictures, where they were asked for.
    pub picture: Rect,
    /// The line between the two, where one is above the other.
    rule: Rect,
    pub text: Rect,
}

impl Layout {
    pub fn new(area: Rect, text: &BlindText, has_picture: bool, theme: &Theme) -> Self {
        let title = Rect { height: 1, ..area };
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if area.width >= WIDE {
            let question = Rect { x: body.x + 1, width: share(body.width, 2, 5) - 3, ..body };
            let rule = Rect { x: question.right() + MARGIN, width: 1, ..body };
            let x = rule.right() + 1;
            let text_area = Rect { x, width: body.right().saturating_sub(x + MARGIN), ..body };
            let wanted = cells(Card::new(text, theme, question.width).height());
            let (question, picture) = below(question, wanted, has_picture);
            return Layout { title, question, picture, rule, text: text_area };
        }
        let width = body.width.saturating_sub(1 + MARGIN);
        let whole = Rect { x: body.x + 1, width, ..body };
        let of_picture = if has_picture { share(width, 2, 5) } else { 0 };
        let beside = of_picture + u16::from(has_picture);
        let question = Rect { width: width.saturating_sub(beside), ..whole };
        let wanted = cells(Card::new(text, theme, question.width).height());
        let least = if has_picture { body.height / 2 } else { 1 };
        let height = wanted.min(body.height / 2).max(least);
        let question = Rect { height, ..question };
        let picture = Rect { x: question.right() + 1, width: of_picture, ..question };
        let rule = Rect { y: question.bottom(), height: 1, ..body };
        let top = rule.bottom();
        let text = Rect { x: body.x + 1, y: top, width, height: body.bottom().saturating_sub(top) };
        Layout { title, question, picture, rule, text }
    }
}

/// The question above its pictures. They have what it leaves, but a third of the height at least.
fn below(area: Rect, wanted: u16, has_picture: bool) -> (Rect, Rect) {
    if !has_picture {
        return (area, Rect::default());
    }
    let height = wanted.min(area.height - area.height / 3);
    let y = (area.y + height + 1).min(area.bottom());
    let picture = Rect { y, height: area.bottom() - y, ..area };
    (Rect { height, ..area }, picture)
}

/// Draws the question, its choices and the text.
pub(super) fn draw(item: &Item, layout: &Layout, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    item.strip.draw(layout.picture, ChoiceMarks::default(), canvas, session);
    let buffer = &mut *canvas.buffer;
    Card::new(&item.opened.text, theme, layout.question.width).draw(layout.question, theme, buffer);
    let borders = if layout.rule.width == 1 { Borders::LEFT } else { Borders::TOP };
    Block::new().borders(borders).border_style(theme.border).render(layout.rule, buffer);

    let evidence = item.evidence();
    let cursor = item.selection.map(|selection| selection.cursor);
    let lines = item.lines.lines(&item.mentions, evidence.as_ref(), cursor, theme);
    item.window.draw(&lines, layout.text, buffer);
    let keys = (&session.keymap, KeyContext::Queue(QUEUE_EXTRACT));
    item.window.hint().draw(layout.text, Some(keys), theme, buffer);
}

/// The question in lines of one width.
struct Card {
    /// Hint and stem.
    head: Vec<Line<'static>>,
    choices: Vec<Line<'static>>,
}

impl Card {
    fn new(text: &BlindText, theme: &Theme, width: u16) -> Self {
        let width = usize::from(width);
        let hint = text.hint.as_deref().filter(|hint| !hint.trim().is_empty());
        let mut head = hint.map_or(Vec::new(), |hint| styled_lines(hint, width, theme.dim));
        let texts = MarkedTexts::as_shown(&text.stem, &text.choices, &text.pictures);
        let stem = Style::from(theme.text).bold();
        head.extend(styled_lines(&texts.stem.readable(), width, stem));
        let choice = |(label, words): (Label, Cow<'_, str>)| {
            let letter = format!(" {}", key_letter(label));
            hanging(&letter, theme.key, &words, theme.text, (4, width))
        };
        let choices = texts.shown_choices().flat_map(choice).collect();
        Card { head, choices }
    }

    fn height(&self) -> usize {
        self.head.len() + self.choices.len()
    }

    /// Where it does not fit, the end of the stem is left out first: without a choice no text can be
    /// read, without the whole question most can.
    fn draw(&self, area: Rect, theme: &Theme, buffer: &mut Buffer) {
        let left_for_head = area.height.saturating_sub(cells(self.choices.len())).max(1);
        let height = cells(self.head.len()).min(left_for_head).min(area.height);
        let head = Rect { height, ..area };
        let choices = Rect { y: head.bottom(), height: area.height - height, ..area };
        for (lines, area) in [(&self.head, head), (&self.choices, choices)] {
            draw_lines(lines, area, buffer);
            ScrollHint::new(0, area.height, lines.len()).draw(area, None, theme, buffer);
        }
    }
}
