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
use crate::widgets::chrome::{draw_title, title_has_room};
use crate::widgets::wrap::wrapped;
use assay_core::benchmark::QuestionKey;
use assay_core::benchmark::history::{ItemState, Work};
use assay_workflow::queue::{BlockLeft, Desk, Progress};

/// The parts of the title line about an item, in addition to the progress.
#[derive(Clone, Debug, Default)]
pub struct TitleParts {
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
impl TitleParts {
    /// A question by its key, with the pace of the day.
    pub fn of_question(today: Work, key: &QuestionKey) -> Self {
        let each = today.seconds_each().map(|seconds| text!("title-seconds-each", seconds));
        TitleParts {
            reading: None,
            pace: std::iter::once(text!("title-today", count = today.decided))
                .chain(each)
                .collect(),
            name: Some(format!("#{key}")),
        }
    }
}

pub(super) fn draw<V: QueueView>(
    screen: &QueueScreen<V>,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let Some(desk) = session.desks.get::<V::Queue>() else { return };
    match &screen.open {
        Some((position, item)) => {
            let area = screen.view.title_area();
            if area.height > 0 {
                let parts = screen.view.title(desk, item);
                let state = desk.state(*position);
                draw_item_title::<V>(desk, &parts, *position, &state, area, canvas.buffer, session);
            }
            screen.view.draw(item, canvas, session);
        }
        None => draw_done(screen, desk, canvas, session),
    }
    draw_bar(screen, canvas, session);
}

fn draw_item_title<V: QueueView>(
    desk: &Desk<V::Queue>,
    parts: &TitleParts,
    position: usize,
    state: &ItemState,
    area: Rect,
    buffer: &mut Buffer,
    session: &Session,
) {
    let heading = heading::<V>(desk, session);
    let title = (&*desk.benchmark().name, &*heading);
    let block = desk.block_left(position).map(|BlockLeft { items, left }| {
        let words = text!("title-block", left, items);
        [words]
    });
    let block: &[String] = block.as_ref().map_or(&[], |words| words);
    // Parts that do not fit are left out, the pace first.
    let line = [(block, &parts.pace[..]), (block, &[])]
        .map(|(block, pace)| progress_line(desk, parts, (block, pace), state))
        .into_iter()
        .find(|line| title_has_room(title, line, area.width))
        .unwrap_or_else(|| progress_line(desk, parts, (&[], &[]), state));
    draw_title(title, &line, area, &session.theme, buffer);
    let used = title.0.width() + title.1.width() + line.width();
    draw_progress(desk.progress(), used, line.width(), area, buffer, session);
}

/// A thin bar left of the numbers, if it fits.
fn draw_progress(
    progress: Progress,
    used: usize,
    right: usize,
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

fn heading<V: QueueView>(desk: &Desk<V::Queue>, session: &Session) -> String {
    let notice = session.notice_in_title();
    V::Queue::heading(desk, session) + &notice
}

fn progress_line<Q: assay_workflow::queue::Queue>(
    desk: &Desk<Q>,
    item: &TitleParts,
    (block, pace): (&[String], &[String]),
    state: &ItemState,
) -> String {
    let progress = desk.progress();
    let mut parts = vec![describe_progress(progress)];
    if progress.later > 0 {
        parts.push(text!("title-later", count = progress.later));
    }
    parts.extend(block.iter().cloned());
    parts.extend(item.reading.clone());
    parts.extend(pace.iter().cloned());
    parts.extend(item.name.clone());
    parts.extend(describe(state));
    parts.join(" · ")
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
        ItemState::Decided(act) => act.final_act().map(|done| {
            text!("state-decided", outcome = terms::outcome(&done.outcome.to_string()))
        }),
        ItemState::Skipped => Some(text!("state-skipped").into()),
        ItemState::Later => Some(text!("state-put-off").into()),
        ItemState::Untouched | ItemState::Guessed(_) | ItemState::Answered(_) => None,
    }
}

fn draw_done<V: QueueView>(
    screen: &QueueScreen<V>,
    desk: &Desk<V::Queue>,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let area = canvas.area;
    let progress = desk.progress();
    let far = describe_progress(progress);
    let heading = heading::<V>(desk, session);
    let title = (&*desk.benchmark().name, &*heading);
    draw_title(title, &far, Rect { height: 1, ..area }, &session.theme, canvas.buffer);
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let mut words = match (&screen.rest, progress.left(), progress.skipped) {
        (Some(rest), ..) => format!("{rest}\n\n{}", text!("rest-keys")),
        (None, _, 0) | (None, 1.., _) => V::Queue::all_done(desk),
        // A skipped item is not done.
        (None, 0, skipped) => {
            text!("rest-of-queue-skipped", decided = progress.decided(), skipped)
        }
    };
    if !screen.done.is_empty() {
        words = format!("{words}\n\n{}", screen.done.join("\n"));
    }
    draw_centred(&words, body, &session.theme, canvas.buffer);
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
