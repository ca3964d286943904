//! What a panel shares with the screen of a question below it: its place in the text column, and what it shows
//! on the card.
//!
//! A panel is under the choices, or in the place of the question; the picture is never touched. The screen
//! says where the panel is, the panel says how many rows it wants, which answer it takes for right, and how far
//! the card is scrolled.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use crate::action::Action;
use crate::theme::Theme;
use crate::widgets::cells::{cells, share};
use crate::widgets::wrap::cut;
use assay_core::benchmark::Label;

/// A text column of this width has a panel right of the choices if it is low.
const WIDE: u16 = 56;
/// The columns of the widest panel there: the reasons are in two columns.
const WIDEST: u16 = 68;

/// The place of a panel. The screen keeps one handle and gives the panel another, which the panel drops
/// when it is closed.
#[derive(Clone, Default)]
pub struct PanelPlace(Rc<Shared>);

#[derive(Default)]
struct Shared {
    area: Cell<Rect>,
    wanted: RefCell<Wanted>,
    right: Cell<Option<Label>>,
    /// By how many lines and pages the card is to be scrolled.
    scrolling: Cell<(isize, isize)>,
    choices: RefCell<Vec<(Label, Rect)>>,
}

/// What a panel wants of the text column.
#[derive(Default)]
struct Wanted {
    rows: Option<Box<dyn Fn(u16) -> usize>>,
    /// The panel takes the place of the question.
    is_in_place: bool,
}

impl PanelPlace {
    /// Whether a panel holds a handle.
    pub fn is_taken(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    /// A handle for a panel, with the answer that is said to be right instead of the reference answer.
    pub fn open(&self, right: Option<Label>) -> PanelPlace {
        self.0.right.set(right);
        self.0.scrolling.take();
        self.clone()
    }

    /// Wants this many rows at a width: under the choices, or in the place of the question.
    pub fn want(&self, is_in_place: bool, rows: impl Fn(u16) -> usize + 'static) {
        *self.0.wanted.borrow_mut() = Wanted { rows: Some(Box::new(rows)), is_in_place };
    }

    /// Whether the panel takes the place of the question.
    pub fn is_in_place(&self) -> bool {
        self.0.wanted.borrow().is_in_place
    }

    /// Gives the panel the lower rows of an area, and returns the others.
    pub fn take_lower(&self, area: Rect) -> Rect {
        let wanted = self.0.wanted.borrow();
        let rows = cells(wanted.rows.as_ref().map_or(0, |rows| rows(area.width)));
        let height = area.height - rows.min(share(area.height, 2, 3));
        self.0.area.set(Rect { y: area.y + height, height: area.height - height, ..area });
        Rect { height, ..area }
    }

    /// Gives the panel its part of a text column, and returns that of a card of this many lines: the panel is
    /// under the choices, right of them where the column is wide and low, or in the place of the question.
    pub fn divide(&self, column: Rect, lines: CardLines) -> Rect {
        let wanted = self.0.wanted.borrow();
        let rows = cells(wanted.rows.as_ref().map_or(0, |rows| rows(column.width)));
        let is_low = cells(lines.question).saturating_add(rows) > column.height;
        let upper = |height: u16| Rect { height, ..column };
        let lower = |from: u16| Rect { y: column.y + from, height: column.height - from, ..column };
        let (card, panel) = if wanted.is_in_place {
            let rows = rows.min(share(column.height, 2, 3));
            (lower(rows), upper(rows))
        } else if is_low && column.width >= WIDE {
            let width = share(column.width, 7, 20).max(column.width.saturating_sub(WIDEST));
            let panel = Rect { x: column.x + width, width: column.width - width, ..column };
            (Rect { width, ..column }, panel)
        } else {
            let rows = rows_of_card(column.height, lines, rows);
            (upper(rows), lower(rows))
        };
        self.0.area.set(panel);
        card
    }

    /// The panel's area.
    pub fn area(&self) -> Rect {
        self.0.area.get()
    }

    /// The answer that the panel takes for right.
    pub fn right(&self) -> Option<Label> {
        self.0.right.get()
    }

    /// Shows an answer as right on the card.
    pub fn set_right(&self, right: Option<Label>) {
        self.0.right.set(right);
    }

    /// Scrolls the card with an action that scrolls; returns whether it does.
    pub fn scroll(&self, action: Action) -> bool {
        let (lines, pages) = match action {
            Action::ScrollUp => (-1, 0),
            Action::ScrollDown => (1, 0),
            Action::PageUp => (0, -1),
            Action::PageDown => (0, 1),
            _ => return false,
        };
        let (by_lines, by_pages) = self.0.scrolling.get();
        self.0.scrolling.set((by_lines + lines, by_pages + pages));
        true
    }

    /// By how many lines and pages the card is to be scrolled since this was asked last.
    pub fn take_scrolling(&self) -> (isize, isize) {
        self.0.scrolling.take()
    }

    /// Says where the choices are on the card.
    pub fn set_choices(&self, choices: Vec<(Label, Rect)>) {
        self.0.choices.replace(choices);
    }

    /// The choice on the card at a position.
    pub fn choice_at(&self, at: Position) -> Option<Label> {
        let choices = self.0.choices.borrow();
        choices.iter().find(|(_, rows)| rows.contains(at)).map(|(label, _)| *label)
    }
}

/// How many lines a card has.
#[derive(Clone, Copy, Debug)]
pub struct CardLines {
    pub all: usize,
    /// Those of the stem, the choices and what compares the answers.
    pub question: usize,
    /// The fewest of the choices: one for each.
    pub choices: usize,
}

/// The rows of a text column that the card keeps above a panel that wants this many: all of its lines where
/// there is room for both, else what the panel leaves, and at least a line for each choice.
fn rows_of_card(column: u16, CardLines { all, choices, .. }: CardLines, wanted: u16) -> u16 {
    let (lines, least) = (cells(all), cells(choices + 1).min(column / 2));
    lines.min(column.saturating_sub(wanted)).max(least.min(lines)).max(1).min(column)
}

/// Empties an area and draws its title as a line across the text column; returns what is below it.
pub fn draw_head(title: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) -> Rect {
    if area.is_empty() {
        return area;
    }
    Clear.render(area, buffer);
    buffer.set_string(area.x, area.y, "─".repeat(usize::from(area.width)), theme.focus);
    let title = cut(title, usize::from(area.width.saturating_sub(4)));
    buffer.set_string(area.x + 1, area.y, format!(" {title} "), theme.title);
    // The line meets the frame of the column.
    for (x, sign) in [(area.x.checked_sub(1), "├"), (Some(area.right()), "┤")] {
        let cell = x.and_then(|x| buffer.cell_mut((x, area.y)));
        if let Some(cell) = cell.filter(|cell| cell.symbol() == "│") {
            cell.set_symbol(sign);
        }
    }
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_keeps_its_lines_where_there_is_room_and_a_line_for_each_choice_else() {
        let rows = |column, all, choices| {
            rows_of_card(column, CardLines { all, question: all, choices }, 13)
        };
        assert_eq!(rows(38, 12, 4), 12);
        assert_eq!(rows(21, 16, 4), 8, "what the panel leaves");
        assert_eq!(rows(16, 16, 4), 5, "four choices and what compares the answers");
        assert_eq!(rows(8, 16, 4), 4);
        assert_eq!(rows(3, 16, 0), 1);
    }

    #[test]
    fn a_panel_is_under_the_choices_beside_them_where_it_is_low_or_in_the_place_of_the_question() {
        let lines = CardLines { all: 12, question: 9, choices: 4 };
        let place = PanelPlace::default();
        place.want(false, |_| 13);
        let narrow = Rect::new(48, 2, 30, 36);
        assert_eq!(place.divide(narrow, lines), Rect { height: 12, ..narrow });
        assert_eq!(place.area(), Rect { y: 14, height: 24, ..narrow });
        let low = Rect::new(1, 12, 78, 10);
        let card = place.divide(low, lines);
        assert_eq!((card.height, place.area().height), (10, 10), "side by side");
        assert_eq!(card.right(), place.area().x);
        place.want(true, |_| 13);
        assert_eq!(place.divide(narrow, lines).y, 15);
        assert_eq!(place.area(), Rect { height: 13, ..narrow });
    }

    #[test]
    fn a_card_is_scrolled_once_by_what_was_asked_meanwhile() {
        let place = PanelPlace::default();
        assert!(!place.is_taken());
        let panel = place.open(Some(Label::A));
        assert!(place.is_taken() && place.right() == Some(Label::A));
        assert!(panel.scroll(Action::PageDown) && panel.scroll(Action::ScrollUp));
        assert!(!panel.scroll(Action::Down));
        assert_eq!(place.take_scrolling(), (-1, 1));
        assert_eq!(place.take_scrolling(), (0, 0));
    }
}
