//! Drawing the extract screen: question and choices beside the text, or above it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use super::Extract;
use super::item::Item;
use super::text::TextMarks;
use crate::benchmark::decision::Act;
use crate::benchmark::history::ItemState;
use crate::queue::ExtractDesk;
use crate::store::BlindText;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::{Canvas, Screen};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::cells::{cells, share};
use crate::tui::widgets::chrome::{draw_action_bar, draw_title, title_has_room};
use crate::tui::widgets::scroll_hint::{MARGIN, ScrollHint};
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
            let question = Rect { x: body.x + 1, width: share(body.width, 2, 5) - 3, ..body };
            let rule = Rect { x: question.right() + MARGIN, width: 1, ..body };
            let x = rule.right() + 1;
            let text = Rect { x, width: body.right().saturating_sub(x + MARGIN), ..body };
            return Layout { title, question, rule, text };
        }
        let width = body.width.saturating_sub(1 + MARGIN);
        let wanted = Card::of(text, theme, width).height();
        let height = cells(wanted).min(body.height / 2).max(1);
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
        session.status.as_ref(),
        &screen.commands(session),
        (&session.keymap, KeyContext::Extract),
        bar,
        theme,
        canvas.buffer,
    );
}

fn draw_item(item: &Item, layout: &Layout, buffer: &mut Buffer, session: &Session) {
    let theme = &session.theme;
    let (name, rest) = title(session);
    let with_pace = how_far(item, true, session);
    let far = match title_has_room((name, &rest), &with_pace, layout.title.width) {
        true => with_pace,
        false => how_far(item, false, session),
    };
    draw_title((name, &rest), &far, layout.title, theme, buffer);
    Card::of(&item.text, theme, layout.question.width).draw(layout.question, theme, buffer);
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
    item.window.more().draw(layout.text, (&session.keymap, KeyContext::Extract), theme, buffer);
}

fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (row, line) in (0..area.height).zip(lines) {
        line.render(Rect { y: area.y + row, height: 1, ..area }, buffer);
    }
}

/// The question in lines of one width.
struct Card {
    /// Hint and stem.
    head: Vec<Line<'static>>,
    choices: Vec<Line<'static>>,
}

impl Card {
    fn of(text: &BlindText, theme: &Theme, width: u16) -> Self {
        let width = usize::from(width);
        let styled = |text: &str, style: Style| {
            let pieces = wrapped(text, width).into_iter();
            pieces.map(|piece| Line::styled(piece, style)).collect::<Vec<_>>()
        };
        let hint = text.hint.as_deref().filter(|hint| !hint.trim().is_empty());
        let mut head = hint.map_or(Vec::new(), |hint| styled(hint, theme.dim.into()));
        head.extend(styled(&text.stem, Style::from(theme.text).bold()));
        let mut choices = Vec::new();
        for choice in &text.choices {
            let letter = choice.label.letter().to_ascii_lowercase();
            let pieces = wrapped(&choice.text, width.saturating_sub(4));
            for (number, piece) in pieces.into_iter().enumerate() {
                let before = if number == 0 { format!(" {letter}  ") } else { "    ".into() };
                let spans = vec![Span::styled(before, theme.key), Span::styled(piece, theme.text)];
                choices.push(Line::from(spans));
            }
        }
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
            ScrollHint::of(0, area.height, lines.len()).draw_arrows(area, theme, buffer);
        }
    }
}

/// The benchmark's name, and what is done with it by whom.
fn title(session: &Session) -> (&str, String) {
    let Some(desk) = &session.extract else { return ("", String::new()) };
    let mut rest = format!(" · extract · {} · {}", desk.sample().name, desk.annotator().name);
    if session.hints {
        rest.push_str(" · hints");
    }
    if let Some(notice) = &session.notice {
        rest.push_str(&format!(" · {notice}"));
    }
    (&desk.benchmark().name, rest)
}

fn how_far(item: &Item, tells_pace: bool, session: &Session) -> String {
    let Some(desk) = &session.extract else { return String::new() };
    let progress = desk.progress();
    let mut parts = vec![format!("{} of {}", progress.done, progress.total)];
    if progress.later > 0 {
        parts.push(format!("{} later", progress.later));
    }
    parts.extend(item.window.how_far().map(|far| format!("{far} of the text")));
    if tells_pace {
        parts.extend(desk.today().seconds_each().map(|seconds| format!("{seconds} s each")));
    }
    match &item.state {
        ItemState::Decided(Act::Extract(extraction)) => {
            parts.push(format!("decided: {}", extraction.label))
        }
        ItemState::Skipped => parts.push("skipped".into()),
        ItemState::Later => parts.push("put off".into()),
        ItemState::Untouched | ItemState::Answered(_) | ItemState::Decided(_) => {}
    }
    parts.join(" · ")
}

fn draw_done(canvas: &mut Canvas<'_>, session: &Session) {
    let area = canvas.area;
    let theme = &session.theme;
    let (name, rest) = title(session);
    draw_title((name, &rest), "", Rect { height: 1, ..area }, theme, canvas.buffer);
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
