//! Drawing the extract screen: question and choices beside the text, or above it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use super::text::TextMarks;
use super::{Extract, Item};
use crate::benchmark::history::Standing;
use crate::queue::ExtractDesk;
use crate::store::BlindText;
use crate::tui::keymap::Place;
use crate::tui::screens::{Canvas, Screen};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::chrome::{draw_action_bar, draw_title};
use crate::tui::widgets::wrap::wrapped;

/// From this width on question and text stand side by side.
const WIDE: u16 = 100;

/// Where things stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    title: Rect,
    question: Rect,
    /// The line between the two, where they stand one above the other.
    rule: Rect,
    pub text: Rect,
}

impl Layout {
    pub fn of(area: Rect, text: &BlindText, theme: &Theme) -> Self {
        let title = Rect { height: 1, ..area };
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if area.width >= WIDE {
            let question = Rect { x: body.x + 1, width: body.width * 2 / 5 - 2, ..body };
            let rule = Rect { x: question.right() + 1, width: 1, ..body };
            let x = rule.right() + 1;
            let text = Rect { x, width: body.right().saturating_sub(x + 1), ..body };
            return Layout { title, question, rule, text };
        }
        let width = body.width.saturating_sub(2);
        let wanted = card(text, theme, width).len() as u16;
        let height = wanted.min(body.height / 2).max(1);
        let question = Rect { x: body.x + 1, width, height, ..body };
        let rule = Rect { y: question.bottom(), height: 1, ..body };
        let top = rule.bottom();
        let text = Rect { x: body.x + 1, y: top, width, height: body.bottom().saturating_sub(top) };
        Layout { title, question, rule, text }
    }
}

pub(super) fn draw(screen: &Extract, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    match &screen.item {
        Some(item) => draw_item(item, &screen.layout, canvas.buffer, session),
        None => draw_done(canvas, session),
    }
    let bar = Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
    draw_action_bar(
        session.echo.as_ref(),
        &screen.commands(session),
        (&session.keymap, Place::Extract),
        bar,
        theme,
        canvas.buffer,
    );
}

fn draw_item(item: &Item, layout: &Layout, buffer: &mut Buffer, session: &Session) {
    let theme = &session.theme;
    draw_title(&title(session), &how_far(item, session), layout.title, theme, buffer);
    let lines = card(&item.text, theme, layout.question.width);
    draw_lines(&lines, layout.question, buffer);
    if lines.len() > usize::from(layout.question.height) {
        let last = layout.question.bottom() - 1;
        buffer.set_string(layout.question.right().saturating_sub(2), last, "…", theme.key);
    }
    let borders = if layout.rule.width == 1 { Borders::LEFT } else { Borders::TOP };
    Block::new().borders(borders).border_style(theme.border).render(layout.rule, buffer);

    let evidence = item.evidence();
    let marks = TextMarks {
        mentions: &item.mentions,
        evidence: evidence.as_ref(),
        cursor: item.selection.map(|selection| selection.cursor),
    };
    let lines = item.lines.lines(marks, theme);
    draw_lines(&lines[item.window.top().min(lines.len())..], layout.text, buffer);
    if let Some(far) = item.window.how_far() {
        let words = format!(" {far} j k ");
        let x = layout.text.right().saturating_sub(words.len() as u16);
        buffer.set_string(x, layout.text.bottom() - 1, words, theme.key);
    }
}

fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (row, line) in lines.iter().take(usize::from(area.height)).enumerate() {
        line.render(Rect { y: area.y + row as u16, height: 1, ..area }, buffer);
    }
}

/// Question, hint and choices in lines of `width` cells.
fn card(text: &BlindText, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width);
    let styled = |piece: String, style: Style| Line::from(Span::styled(piece, style));
    let mut lines = Vec::new();
    if let Some(hint) = text.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
        lines.extend(wrapped(hint, width).into_iter().map(|piece| styled(piece, theme.dim.into())));
    }
    let stem: Style = Style::from(theme.text).bold();
    lines.extend(wrapped(&text.stem, width).into_iter().map(|piece| styled(piece, stem)));
    for choice in &text.choices {
        let letter = choice.label.letter().to_ascii_lowercase();
        for (number, piece) in
            wrapped(&choice.text, width.saturating_sub(4)).into_iter().enumerate()
        {
            let before = if number == 0 { format!(" {letter}  ") } else { "    ".into() };
            let spans = vec![Span::styled(before, theme.key), Span::styled(piece, theme.text)];
            lines.push(Line::from(spans));
        }
    }
    lines
}

fn title(session: &Session) -> String {
    let Some(desk) = &session.extract else { return String::new() };
    let mut title = format!(
        "{} · extract · {} · {}",
        desk.benchmark().name,
        desk.sample().name,
        desk.annotator().name
    );
    if session.hints {
        title.push_str(" · hints");
    }
    if let Some(notice) = &session.notice {
        title.push_str(&format!(" · {notice}"));
    }
    title
}

fn how_far(item: &Item, session: &Session) -> String {
    let progress = session.extract.as_ref().map(ExtractDesk::progress).unwrap_or_default();
    let mut parts = vec![format!("{} of {}", progress.done, progress.total)];
    if progress.later > 0 {
        parts.push(format!("{} later", progress.later));
    }
    parts.extend(session.today().seconds_each().map(|seconds| format!("{seconds} s each")));
    match &item.standing {
        Standing::Extracted(extraction) => parts.push(format!("decided: {}", extraction.label)),
        Standing::Skipped => parts.push("skipped".into()),
        Standing::Later => parts.push("put off".into()),
        Standing::Untouched | Standing::Answered(_) | Standing::Reviewed(_) => {}
    }
    parts.join(" · ")
}

fn draw_done(canvas: &mut Canvas<'_>, session: &Session) {
    let area = canvas.area;
    let theme = &session.theme;
    draw_title(&title(session), "", Rect { height: 1, ..area }, theme, canvas.buffer);
    let progress = session.extract.as_ref().map(ExtractDesk::progress).unwrap_or_default();
    let waiting = progress.total - progress.done;
    let words = if waiting == 0 {
        format!("All {} texts are read. Thank you!", progress.total)
    } else {
        format!("The {waiting} texts that you have not read are read, or being read, by others.")
    };
    let words = format!("{words}\n\nu takes the last decision back, q goes home.");
    let area =
        Rect { x: area.x + 2, y: area.y + 3, width: area.width - 4, height: area.height - 5 };
    let lines = wrapped(&words, usize::from(area.width));
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::from(Span::styled(line, theme.dim))).collect();
    draw_lines(&lines, area, canvas.buffer);
}
