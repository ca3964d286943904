//! Drawing the review screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Borders, Widget};

use super::Review;
use super::item::{Item, layout_of};
use super::layout::Layout;
use super::pictures::PictureStrip;
use crate::benchmark::decision::Act;
use crate::benchmark::history::ItemState;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::{Canvas, Screen};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::chrome::{draw_action_bar, draw_title, title_has_room};
use crate::tui::widgets::question_card::{Card, origin};
use crate::tui::widgets::wrap::{cut, wrapped};

pub(super) fn draw(review: &Review, canvas: &mut Canvas<'_>, session: &Session) {
    match &review.item {
        Some(item) => {
            draw_item(item, &review.layout, canvas, session);
            prepare_neighbours(review, canvas, session);
        }
        None => draw_done(canvas, session),
    }
    let bar = Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
    draw_action_bar(
        session.status.as_ref(),
        &review.commands(session),
        (&session.keymap, KeyContext::Review),
        bar,
        &session.theme,
        canvas.buffer,
    );
}

fn draw_item(item: &Item, layout: &Layout, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    if layout.title.height > 0 {
        let (name, rest) = title(session);
        let with_pace = how_far(item, true, session);
        let far = match title_has_room((name, &rest), &with_pace, layout.title.width) {
            true => with_pace,
            false => how_far(item, false, session),
        };
        draw_title((name, &rest), &far, layout.title, theme, canvas.buffer);
    }
    if let Some(frame) = layout.frame {
        draw_frame(frame.picture, theme, canvas.buffer);
        draw_frame(frame.card, theme, canvas.buffer);
    }
    let natural = item.strip.draw(layout.picture, canvas, session);
    if layout.caption.height > 0 && layout.picture.width > 0 {
        let caption = cut(
            &caption(item, natural, layout, session),
            usize::from(layout.caption.width.saturating_sub(4)),
        );
        let text = format!(" {caption} ");
        canvas.buffer.set_string(layout.caption.x + 1, layout.caption.y, text, theme.dim);
    }
    let card = item.card(theme, layout);
    let more = card.draw(layout.card, scroll_of(item, &card, layout), canvas.buffer);
    more.draw(layout.card, (&session.keymap, KeyContext::Review), theme, canvas.buffer);
}

/// The scroll position, moved so that the marked choice is in sight.
fn scroll_of(item: &Item, card: &Card, layout: &Layout) -> usize {
    let rows = usize::from(layout.card.height);
    match item.cursor.and_then(|cursor| card.lines_of_choice(cursor)) {
        Some((start, _)) if start < item.scroll => start,
        Some((_, end)) if end > item.scroll + rows => end - rows,
        _ => item.scroll,
    }
}

fn draw_frame(area: Rect, theme: &Theme, buffer: &mut Buffer) {
    Block::new().borders(Borders::ALL).border_style(theme.border).render(area, buffer);
}

/// The benchmark's name, and what is done with it by whom.
fn title(session: &Session) -> (&str, String) {
    let who = &session.desk.annotator().name;
    let notice = session.notice.as_ref().map(|notice| format!(" · {notice}")).unwrap_or_default();
    (&session.desk.benchmark().name, format!(" · review · {who}{notice}"))
}

fn how_far(item: &Item, tells_pace: bool, session: &Session) -> String {
    let progress = session.desk.progress();
    let today = session.desk.today();
    let mut parts = vec![format!("{} of {}", progress.done, progress.total)];
    if progress.later > 0 {
        parts.push(format!("{} later", progress.later));
    }
    if tells_pace {
        parts.push(format!("today {}", today.decided));
        parts.extend(today.seconds_each().map(|seconds| format!("{seconds} s each")));
    }
    parts.push(format!("#{}", item.question.key));
    match &item.state {
        ItemState::Decided(Act::Review(review)) => {
            parts.push(format!("decided: {}", review.verdict));
        }
        ItemState::Skipped => parts.push("skipped".into()),
        ItemState::Later => parts.push("put off".into()),
        ItemState::Untouched | ItemState::Answered(_) | ItemState::Decided(_) => {}
    }
    parts.join(" · ")
}

fn caption(item: &Item, natural: Option<(u32, u32)>, layout: &Layout, session: &Session) -> String {
    let mut parts = vec![item.strip.page_name()];
    parts.extend(natural.map(|(width, height)| format!("{width}x{height}")));
    parts.push(session.surface.mode.to_string());
    if item.strip.is_zoomed() {
        parts.push(format!("{:.1}x, 0 fits", item.strip.zoom()));
    }
    if layout.caption_tells_origin() {
        parts.push(origin(&item.question));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// Has the pictures of the questions made ready that may come next.
fn prepare_neighbours(review: &Review, canvas: &mut Canvas<'_>, session: &Session) {
    for question in &review.neighbours {
        let layout = layout_of(question, canvas.area, session);
        let strip = PictureStrip::new(question);
        for placed in strip.placed(layout.picture, session.surface.cell) {
            canvas.stage.prepare(canvas.buffer, placed.area, placed.hash);
        }
    }
}

/// A few words in the middle of an area.
fn notice(words: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let lines = wrapped(words, usize::from(area.width.saturating_sub(4)).max(8));
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        use unicode_width::UnicodeWidthStr;
        let x = area.x + area.width.saturating_sub(line.width() as u16) / 2;
        buffer.set_stringn(x, top + row as u16, line, usize::from(area.width), theme.dim);
    }
}

fn draw_done(canvas: &mut Canvas<'_>, session: &Session) {
    let area = canvas.area;
    let top = Rect { height: 1, ..area };
    let progress = session.desk.progress();
    let far = format!("{} of {}", progress.done, progress.total);
    let (name, rest) = title(session);
    draw_title((name, &rest), &far, top, &session.theme, canvas.buffer);
    let words = if progress.total == 0 {
        "This benchmark has no questions.".to_owned()
    } else {
        format!(
            "All {} questions are done. Thank you!\n\nu takes the last decision back, q goes home.",
            progress.total
        )
    };
    notice(
        &words,
        Rect { y: area.y + 1, height: area.height - 2, ..area },
        &session.theme,
        canvas.buffer,
    );
}
