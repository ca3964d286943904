//! The frame of an item of a queue: the title line with the progress and the ticks of this sitting, the
//! action bar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::sitting::Sitting;
use super::{QueueAtHome, QueueScreen, QueueView};
use crate::action::Action;
use crate::messages::text;
use crate::screens::{Canvas, Screen};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::bar;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_action_bar, draw_echo, draw_title, title_has_room};
use crate::widgets::wrap::wrapped;
use assay_core::benchmark::history::ItemState;
use assay_workflow::queue::{BlockLeft, Desk, Progress, Queue};

/// The title line of an item: its area, and its parts in addition to the progress.
pub struct TitleParts {
    pub area: Rect,
    /// The reading position in the item.
    pub reading: Option<String>,
    /// The pace, left out if it does not fit.
    pub pace: Vec<String>,
    /// The name of the item.
    pub name: Option<String>,
}

/// The lengths of the bar that shows the progress.
const SHORTEST_BAR: usize = 10;
const LONGEST_BAR: usize = 30;

pub(super) fn draw<V: QueueView>(
    screen: &QueueScreen<V>,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let Some(desk) = session.desks.get::<V::Queue>() else { return };
    let (progress, theme) = (desk.progress(), &session.theme);
    let heading = V::Queue::heading(desk, session) + &session.notice_in_title();
    let title = (&*desk.benchmark().name, &*heading);
    match &screen.open {
        Some((position, item)) => {
            let parts = screen.view.title(desk, item);
            let area = parts.area;
            if area.height > 0 {
                let line = right_of_title(title, parts, desk, *position, area.width);
                draw_title(title, &line, area, theme, canvas.buffer);
                draw_echo(&line, area, session, canvas.buffer);
                let echo = session.status.as_ref().filter(|status| status.is_echo());
                let left = echo
                    .map_or_else(|| title.0.width() + title.1.width(), |echo| echo.text.width());
                let sitting = Sitting::new(V::Queue::NAME, session);
                let widths = (left + line.width(), line.width());
                draw_progress((progress, &sitting), widths, area, canvas.buffer, session);
            }
            screen.view.draw(item, canvas, session);
        }
        None => {
            let area = canvas.area;
            let top = Rect { height: 1, ..area };
            draw_title(title, &describe_progress(progress), top, theme, canvas.buffer);
            draw_echo(&describe_progress(progress), top, session, canvas.buffer);
            let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
            if let Some(end) = &screen.end {
                end.draw(V::KEY_CONTEXT, body, canvas, session);
            }
        }
    }
    let mut commands = screen.commands(session);
    // At the end of the queue its words say what Enter opens.
    commands.retain(|action| screen.end.is_none() || *action != Action::Confirm);
    draw_action_bar(&commands, V::KEY_CONTEXT, canvas.area, session, canvas.buffer);
}

/// The right of the title line of an item. Parts that do not fit are left out, the pace first.
fn right_of_title<Q: Queue>(
    title: (&str, &str),
    TitleParts { reading, pace, name, .. }: TitleParts,
    desk: &Desk<Q>,
    position: usize,
    width: u16,
) -> String {
    let progress = desk.progress();
    let later = (progress.later > 0).then(|| text!("title-later", count = progress.later));
    let block = desk.block_left(position);
    let block = block.map(|BlockLeft { items, left }| text!("title-block", left, items));
    let state = describe(&desk.state(position));
    let line = |block: Option<String>, pace: &[String]| {
        let far = [Some(describe_progress(progress)), later.clone(), block, reading.clone()];
        let parts = far.into_iter().flatten().chain(pace.iter().cloned());
        parts.chain(name.clone()).chain(state.clone()).collect::<Vec<_>>().join(" · ")
    };
    let lines = [line(block.clone(), &pace), line(block, &[]), line(None, &[])];
    let fitting = lines.iter().find(|line| title_has_room(title, line, width));
    fitting.unwrap_or(&lines[2]).clone()
}

/// Left of the numbers, as far as they fit, the ticks of this sitting, and a thin bar left of them.
fn draw_progress(
    (progress, sitting): (Progress, &Sitting),
    (used, right): (usize, usize),
    area: Rect,
    buffer: &mut Buffer,
    session: &Session,
) {
    let theme = &session.theme;
    let room = usize::from(area.width).saturating_sub(used + 8);
    if room == 0 || progress.total == 0 || session.surface.no_colour {
        return;
    }
    let ticks = sitting.ticks(room, theme);
    let end = area.right() - cells(right + 3);
    let x = end - cells(ticks.width());
    buffer.set_line(x, area.y, &ticks, cells(ticks.width()));
    let room = room.saturating_sub(ticks.width() + 1);
    if room >= SHORTEST_BAR {
        let width = room.min(LONGEST_BAR);
        let [full, rest] = bar(progress.decided(), progress.total, width, theme);
        let x = x - cells(width) - u16::from(ticks.width() > 0);
        buffer.set_line(x, area.y, &Line::from_iter([full, rest]), cells(width));
    }
}

/// `12 of 300`, and how many were skipped: a skip is not progress.
pub(in crate::screens) fn describe_progress(progress: Progress) -> String {
    let far = text!("progress-of", decided = progress.decided(), total = progress.total);
    match progress.skipped {
        0 => far,
        skipped => text!("progress-skipped", far, skipped),
    }
}

/// The state of an item that was decided or set aside before.
fn describe(state: &ItemState) -> Option<String> {
    match state {
        ItemState::Decided(act) => act
            .final_act()
            .map(|done| text!("state-decided", outcome = terms::outcome(&done.seen_outcome()))),
        ItemState::Skipped => Some(text!("state-skipped").into()),
        ItemState::Later => Some(text!("state-put-off").into()),
        ItemState::Untouched | ItemState::Guessed(_) | ItemState::Answered(_) => None,
    }
}

/// A few words in the middle of an area.
pub(super) fn draw_centred(words: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let lines = wrapped(words, usize::from(area.width.saturating_sub(4)).max(8));
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        let x = area.x + area.width.saturating_sub(line.width() as u16) / 2;
        buffer.set_stringn(x, top + row as u16, line, usize::from(area.width), theme.dim);
    }
}
