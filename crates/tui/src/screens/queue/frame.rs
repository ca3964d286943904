//! The frame of an item of a queue: the title line with the progress, the action bar, and the words
//! when no item is left.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{QueueAtHome, QueueScreen, QueueView};
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::list_chrome::draw_bar;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_echo, draw_title, title_has_room};
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
                let used = title.0.width() + title.1.width() + line.width();
                draw_progress(progress, (used, line.width()), area, canvas.buffer, session);
                draw_echo(&line, area, session, canvas.buffer);
            }
            screen.view.draw(item, canvas, session);
        }
        None => {
            let area = canvas.area;
            let top = Rect { height: 1, ..area };
            draw_title(title, &describe_progress(progress), top, theme, canvas.buffer);
            draw_echo(&describe_progress(progress), top, session, canvas.buffer);
            let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
            draw_centred(&why_done(screen, desk), body, theme, canvas.buffer);
        }
    }
    draw_bar(screen, canvas, session);
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

/// A thin bar left of the numbers, if it fits.
fn draw_progress(
    progress: Progress,
    (used, right): (usize, usize),
    area: Rect,
    buffer: &mut Buffer,
    session: &Session,
) {
    let room = usize::from(area.width).saturating_sub(used + 8);
    if room < SHORTEST_BAR || progress.total == 0 || session.surface.no_colour {
        return;
    }
    let width = room.min(LONGEST_BAR);
    let filled = (width * progress.decided()).div_ceil(progress.total).min(width);
    let x = area.right() - cells(right + 3 + width);
    buffer.set_string(x, area.y, "━".repeat(filled), session.theme.bar);
    buffer.set_string(x + cells(filled), area.y, "─".repeat(width - filled), session.theme.border);
}

/// `12 of 300`, and how many were skipped: a skip is not progress.
fn describe_progress(progress: Progress) -> String {
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

/// Why no item is open, and what was done in this session.
fn why_done<V: QueueView>(screen: &QueueScreen<V>, desk: &Desk<V::Queue>) -> String {
    let progress = desk.progress();
    let why = match (&screen.rest, progress.left(), progress.skipped) {
        (Some(rest), ..) => format!("{rest}\n\n{}", text!("rest-keys")),
        (None, _, 0) | (None, 1.., _) => V::Queue::all_done(desk),
        // A skipped item is not done.
        (None, 0, skipped) => {
            text!("rest-of-queue-skipped", decided = progress.decided(), skipped)
        }
    };
    match screen.done.as_slice() {
        [] => why,
        done => format!("{why}\n\n{}", done.join("\n")),
    }
}

/// A few words in the middle of an area.
fn draw_centred(words: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let lines = wrapped(words, usize::from(area.width.saturating_sub(4)).max(8));
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        let x = area.x + area.width.saturating_sub(line.width() as u16) / 2;
        buffer.set_stringn(x, top + row as u16, line, usize::from(area.width), theme.dim);
    }
}
