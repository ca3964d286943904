//! The large figure of the home screen: what is left for the annotator, with a wide bar and the key that goes
//! on.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Home;
use super::digits::{self, digits};
use super::entries::{Entry, Opens, Section, key_of};
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::queue::describe_progress;
use crate::session::Session;
use crate::widgets::bars::bar;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{chip, tint};
use crate::widgets::wrap::{cut, draw_line};
use assay_workflow::queue::OpenDesk;

/// The least width of the words beside the digits.
const WORDS: u16 = 36;

impl Home {
    /// The entry of the figure.
    pub(super) fn of_figure(session: &Session) -> Entry {
        let opens = Opens::Screen(Self::main_queue(session).action);
        Entry { section: Section::Figure, opens }
    }

    pub(super) fn draw_figure(
        area: Rect,
        is_marked: bool,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let theme = &session.theme;
        let queue = Self::main_queue(session);
        let progress = session.desks.named(queue.name).map(OpenDesk::progress);
        let (lines, above) = match area.height {
            0..=digits::SMALL => (0, 0),
            height if height < digits::LARGE + 2 => (digits::SMALL, 0),
            _ => (digits::LARGE, 1),
        };
        let left = progress.map(|progress| digits(progress.left(), lines)).unwrap_or_default();
        let width = cells(left.first().map_or(0, |line| line.width()));
        let has_digits = width > 0 && area.width >= width + WORDS;
        let (x, width) = if has_digits { (area.x + 2, width + 3) } else { (area.x, 0) };
        let tone =
            if progress.is_some_and(|one| one.left() == 0) { theme.agree } else { theme.bar };
        for (line, y) in left.iter().filter(|_| has_digits).zip(area.y + above..) {
            canvas.buffer.set_string(x, y, line, tone);
        }
        let x = x + width;
        let words =
            Rect { x, y: area.y + above, width: area.right().saturating_sub(x + 1), ..area };
        let row = |row: u16| Rect { y: words.y + row, height: 1, ..words }.intersection(area);
        let (title, work) = (queue.at_home)(session);
        let sign = Span::styled(if is_marked { "▸ " } else { "  " }, theme.key);
        let key = key_of(queue.action, session).map(|key| chip(&key, theme));
        let title = Span::styled(format!(" {title}"), theme.title);
        let work = Span::styled(format!("  {work}"), theme.text);
        let button: Line<'_> =
            [Some(sign), key, Some(title), Some(work)].into_iter().flatten().collect();
        let (of_button, of_bar) = match lines {
            digits::LARGE => (1, 3),
            _ => (0, 1),
        };
        draw_line(&button, row(of_button), canvas.buffer);
        if is_marked {
            let width = cells(button.width() + 1).min(words.width);
            tint(Rect { width, ..row(of_button) }, theme.selected, theme, canvas.buffer);
        }
        if lines == digits::LARGE {
            Line::styled(format!("  {}", text!("home-left-for-you")), theme.heading)
                .render(row(0), canvas.buffer);
        }
        let Some(progress) = progress.filter(|progress| progress.total > 0) else { return };
        let share = format!(" {} %", 100 * progress.done / progress.total);
        let room = usize::from(words.width).saturating_sub(share.width() + 2);
        let [full, rest] = bar(progress.done, progress.total, room, theme);
        let share = Span::styled(share, theme.dim);
        Line::from(vec![Span::raw("  "), full, rest, share]).render(row(of_bar), canvas.buffer);
        if lines > 0 {
            let later = (progress.later > 0).then(|| text!("title-later", count = progress.later));
            let far = [Some(describe_progress(progress)), later].into_iter().flatten();
            let far = far.collect::<Vec<_>>().join(" · ");
            let far = cut(&format!("  {far}"), usize::from(words.width));
            Line::styled(far, theme.dim).render(row(of_bar + 1), canvas.buffer);
        }
    }
}
