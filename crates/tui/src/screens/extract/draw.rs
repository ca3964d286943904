//! Drawing the extract screen: the text in a column that can be read, the question beside or above it,
//! the last labels below it.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::item::Item;
use super::last_labels::LastLabels;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::choice_marks::ChoiceMarks;
use crate::screens::review::layout::best_of;
use crate::session::Session;
use crate::terms::key_letter;
use crate::theme::Theme;
use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::{draw_frame, draw_on_lower_edge};
use crate::widgets::scroll_hint::ScrollHint;
use crate::widgets::wrap::{draw_lines, hanging, styled_lines};
use assay_core::benchmark::Label;
use assay_core::benchmark::queues::QUEUE_EXTRACT;
use assay_store::BlindText;

/// From this width on question and text are side by side.
const WIDE: u16 = 100;
/// The widest text: in longer lines the eye loses its place.
const LONGEST_LINE: u16 = 80;
/// The columns of a frame around a text: its lines and a blank on each side.
const SIDES: u16 = 4;
/// The rows of a frame.
const ENDS: u16 = 2;
/// The columns of the question beside the text, with its frame.
const NARROWEST_QUESTION: u16 = 32;
const WIDEST_QUESTION: u16 = 56;
/// The least rows of a text with its frame: short ones all have the same, so that what is below does
/// not move.
const SHORTEST_TEXT: u16 = 10;
/// From this height of the screen on, the last labels have a share of it even below a long text.
const TALL: u16 = 30;

/// The areas of the extract screen. Those with a frame are given with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub title: Rect,
    question: Rect,
    /// The pictures, where they were asked for.
    pub picture: Rect,
    text: Rect,
    /// The last labels, where there is room.
    labels: Rect,
}

impl Layout {
    /// The areas for a question, without those that depend on how long the text is.
    ///
    /// `pictures` says how large they are in an area; `None` if they are not shown.
    pub fn new(
        area: Rect,
        text: &BlindText,
        pictures: Option<&dyn Fn(Rect) -> f64>,
        theme: &Theme,
    ) -> Self {
        let title = Rect { height: 1, ..area };
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        let height_of =
            |width: u16| cells(Card::new(text, theme, width.saturating_sub(SIDES)).height()) + ENDS;
        if area.width >= WIDE {
            let beside = body.width - (LONGEST_LINE + SIDES).min(body.width) - 1;
            let width = beside.clamp(NARROWEST_QUESTION, WIDEST_QUESTION);
            let of_text = (body.width - width - 1).min(LONGEST_LINE + SIDES);
            // The text is in the middle of the screen if the question then still fits beside it.
            let middle = (body.width - of_text) / 2;
            let x = middle.max(width + 1);
            let text = Rect { x: body.x + x, width: of_text, ..body };
            let column = Rect { x: text.x - width - 1, width, ..body };
            let question = Rect { height: height_of(width).min(body.height), ..column };
            let beyond = Rect { x: text.right() + 1, ..body };
            let beyond = Rect { width: body.right().saturating_sub(beyond.x), ..beyond };
            let (question, picture) = match pictures {
                Some(scale_in) => {
                    let below = below(column, question.height);
                    let beside = (scale_in(beyond), (question, beyond));
                    best_of([(scale_in(below.1), below), beside]).1
                }
                None => (question, Rect::default()),
            };
            return Layout { title, question, picture, text, labels: Rect::default() };
        }
        let has_picture = pictures.is_some();
        let of_picture = if has_picture { share(body.width, 2, 5) } else { 0 };
        let width = body.width - of_picture;
        let least = if has_picture { body.height / 2 } else { 1 };
        let height = height_of(width).min(body.height / 2).max(least);
        let question = Rect { height, width, ..body };
        let picture = Rect { x: question.right(), width: of_picture, ..question };
        let top = question.bottom();
        let text = Rect { y: top, height: body.bottom() - top, ..body };
        Layout { title, question, picture, text, labels: Rect::default() }
    }

    /// Where the lines of the text are.
    pub fn text(&self) -> Rect {
        self.text.inner(Margin::new(SIDES / 2, ENDS / 2))
    }

    /// Gives the text the rows that its lines need; what it leaves has the picture, if it is larger there,
    /// or the last labels.
    pub fn fit_text(&mut self, lines: usize, pictures: Option<&dyn Fn(Rect) -> f64>) {
        let all = self.text;
        let has_picture = pictures.is_some();
        let wanted = cells(lines).saturating_add(ENDS).max(SHORTEST_TEXT);
        let least = if all.height >= TALL && !has_picture { share(all.height, 1, 4) } else { 0 };
        let height = wanted.min(all.height - least);
        let room = Rect { y: all.y + height, height: all.height - height, ..all };
        if let Some(scale_in) = pictures {
            let place = [room, self.picture].map(|place| (scale_in(place), place));
            self.picture = best_of(place).1;
        } else if room.height > ENDS {
            self.labels = room;
        }
        if self.picture == room || !self.labels.is_empty() {
            self.text.height = height;
        }
    }
}

/// The question above its pictures. They have what it leaves, but a third of the height at least.
fn below(area: Rect, wanted: u16) -> (Rect, Rect) {
    let height = wanted.min(area.height - area.height / 3);
    let picture = Rect { y: area.y + height, height: area.height - height, ..area };
    (Rect { height, ..area }, picture)
}

/// Draws the question, its choices, the text and the last labels.
pub(super) fn draw(
    item: &Item,
    layout: &Layout,
    labels: &LastLabels,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let theme = &session.theme;
    item.strip.draw(layout.picture, ChoiceMarks::default(), canvas, session);
    let buffer = &mut *canvas.buffer;
    let framed = |title: &str, area: Rect, buffer: &mut Buffer| {
        draw_frame(title, area, theme.border, theme, buffer);
        area.inner(Margin::new(SIDES / 2, ENDS / 2))
    };
    let inside = framed(text!("extract-question"), layout.question, buffer);
    Card::new(&item.opened.text, theme, inside.width).draw(inside, theme, buffer);

    framed(text!("extract-text"), layout.text, buffer);
    let evidence = item.evidence();
    let cursor = item.selection.map(|selection| selection.cursor);
    let lines = item.lines.lines(&item.mentions, evidence.as_ref(), cursor, theme);
    item.window.draw(&lines, layout.text(), buffer);
    let keys = (&session.keymap, KeyContext::Queue(QUEUE_EXTRACT));
    item.window.hint().draw(layout.text(), Some(keys), theme, buffer);
    draw_how_to_mark(item, layout.text, session, buffer);

    if !layout.labels.is_empty() {
        let inside = framed(text!("extract-last-labels"), layout.labels, buffer);
        let lines = labels.lines(usize::from(inside.width), usize::from(inside.height), theme);
        draw_lines(&lines, inside, buffer);
    }
}

/// On the lower edge of the text's frame: how to mark the words that decided.
fn draw_how_to_mark(item: &Item, frame: Rect, session: &Session, buffer: &mut Buffer) {
    let key = |action| session.key_of(KeyContext::Queue(QUEUE_EXTRACT), action);
    let (focus, toggle) = (key(Action::Focus), key(Action::Toggle));
    let words = match (item.selection, item.evidence()) {
        (None, _) => text!("extract-how-to-begin", focus),
        (Some(_), None) => text!("extract-how-to-move", toggle, focus),
        (Some(_), Some(_)) => text!("extract-how-to-end", toggle),
    };
    let tone = if item.selection.is_some() { session.theme.key } else { session.theme.dim };
    draw_on_lower_edge(&words, frame, tone, buffer);
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
