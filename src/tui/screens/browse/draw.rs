//! Drawing the list of questions.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Browse;
use super::list::{Listed, State};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::{Canvas, Screen};
use crate::tui::session::Session;
use crate::tui::theme::{Theme, Tone};
use crate::tui::widgets::chrome::{draw_action_bar, draw_hints, draw_title};
use crate::tui::widgets::wrap::{cut, wrapped};

pub(super) fn draw(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    let parts = browse.parts;
    let desk = session.review();
    let rest = format!(" · browse · {}", desk.annotator().name);
    draw_title(
        (&desk.benchmark().name, &rest),
        &how_many(browse),
        parts.title,
        theme,
        canvas.buffer,
    );
    draw_field(browse, canvas, theme);
    draw_list(browse, canvas, session);
    if let Some(area) = parts.preview {
        draw_preview(browse, area, canvas, session);
    }
    if browse.is_narrowed() {
        let hints = [
            (Action::Confirm, "open"),
            (Action::Details, "its history"),
            (Action::Filter, "filter"),
            (Action::Back, "all questions"),
        ];
        return draw_hints(&hints, KeyContext::List, canvas.area, session, canvas.buffer);
    }
    let commands = browse.commands(session);
    let keys = (&session.keymap, KeyContext::List);
    draw_action_bar(session.status.as_ref(), &commands, keys, parts.bar, theme, canvas.buffer);
}

fn how_many(browse: &Browse) -> String {
    let total = browse.list.total();
    let count = match browse.list.len() {
        shown if shown == total => format!("{total} questions"),
        shown => format!("{shown} of {total}"),
    };
    match browse.list.filter().words() {
        Some(words) => format!("{words} · {count}"),
        None => count,
    }
}

fn draw_field(browse: &Browse, canvas: &mut Canvas<'_>, theme: &Theme) {
    let area = browse.parts.find;
    let width = usize::from(area.width).saturating_sub(6);
    let typed = browse.find.text();
    let mut spans = vec![Span::styled(" / ", theme.key)];
    if browse.is_finding {
        spans.push(Span::styled(end_of(typed, width).to_owned(), theme.text));
        spans.push(Span::styled("▏", theme.focus));
        if typed.is_empty() {
            spans.push(Span::styled("key, words of the question, category", theme.dim));
        }
    } else if typed.is_empty() {
        spans = vec![Span::styled(" all questions", theme.dim)];
        if browse.list.filter().words().is_some() {
            spans = vec![Span::styled(" filtered; Tab changes it", theme.dim)];
        }
    } else {
        spans.push(Span::styled(cut(typed, width), theme.text));
    }
    Line::from(spans).render(area, canvas.buffer);
}

/// The marked question beside the list; the pictures of its neighbours are made ready.
fn draw_preview(browse: &Browse, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
    let marked = browse.marked();
    for preview in &browse.previews {
        if Some(preview.position()) == marked {
            preview.draw(area, canvas, session);
        } else {
            preview.prepare_pictures(area, canvas, session);
        }
    }
}

/// The end of a text that fits: while typing, that is what counts.
fn end_of(text: &str, width: usize) -> &str {
    let mut rest = text.chars();
    while rest.as_str().width() > width {
        rest.next();
    }
    rest.as_str()
}

fn draw_list(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    let area = browse.parts.list;
    let theme = &session.theme;
    if browse.list.is_empty() {
        let words = match (browse.list.total(), browse.list.query().is_empty()) {
            (0, _) => "This benchmark has no questions.",
            (_, true) => "No question is like this. Tab changes the filter.",
            (_, false) => "Nothing found. Esc empties the field; Tab changes the filter.",
        };
        let lines = wrapped(words, usize::from(area.width.saturating_sub(4)));
        for (row, line) in (0..area.height).zip(lines) {
            canvas.buffer.set_string(area.x + 2, area.y + row, line, theme.dim);
        }
        return;
    }
    let columns = Columns::of(usize::from(area.width), browse, session);
    for (row, place) in (0..area.height).zip(browse.window.in_sight()) {
        if let Some(listed) = browse.list.at(place) {
            let is_marked = place == browse.window.marked();
            let line = columns.line(listed, is_marked, browse, session);
            line.render(Rect { y: area.y + row, height: 1, ..area }, canvas.buffer);
        }
    }
}

/// How wide each column is, without the space after it; those without room have none.
struct Columns {
    key: usize,
    stem: usize,
    category: usize,
    split: usize,
}

/// The mark, the sign and the word for the standing.
const STANDING: usize = 14;
/// A stem shorter than this says nothing.
const SHORTEST_STEM: usize = 24;

impl Columns {
    /// The columns for a width; the keys and splits in sight say how wide theirs must be.
    fn of(width: usize, browse: &Browse, session: &Session) -> Columns {
        let in_sight = browse.window.in_sight().filter_map(|row| browse.list.at(row));
        let (mut key, mut category, mut split) = (3, 0, 0);
        for listed in in_sight {
            let entry = &session.review().items()[listed.position];
            let wide = |text: Option<&str>| text.map_or(0, UnicodeWidthStr::width);
            key = key.max(entry.key.as_str().width());
            category = category.max(wide(entry.category.as_deref()));
            split = split.max(wide(entry.split.as_deref()));
        }
        let key = key.min(12);
        let room = width.saturating_sub(STANDING + key + 2);
        let category = category.min(room / 3);
        let has_category = room.saturating_sub(category + 1) >= SHORTEST_STEM;
        let category = if has_category && category > 0 { category + 1 } else { 0 };
        let split = split.min(10);
        let has_split = room.saturating_sub(category + split + 1) >= 2 * SHORTEST_STEM;
        let split = if has_split && split > 0 { split + 1 } else { 0 };
        Columns { key, stem: room.saturating_sub(category + split), category, split }
    }

    fn line(
        &self,
        listed: Listed,
        is_marked: bool,
        browse: &Browse,
        session: &Session,
    ) -> Line<'static> {
        let theme = &session.theme;
        let entry = &session.review().items()[listed.position];
        let under: Style = if is_marked { theme.selected.into() } else { Style::default() };
        let styled = |tone: Tone| match is_marked {
            true => under,
            false => Style::from(tone),
        };
        let found = under.patch(Style::from(theme.matched));
        let query = browse.list.query();
        let column = |text: &str, width: usize, tone: Tone| {
            let mut spans = query.marked(text, width, styled(tone), found);
            let used: usize = spans.iter().map(Span::width).sum();
            spans.push(Span::styled(" ".repeat(width.saturating_sub(used)), under));
            spans
        };
        let state = listed.state;
        let mut spans = vec![
            Span::styled(if is_marked { "▸ " } else { "  " }, theme.key),
            Span::styled(
                format!("{} {:<9}", state.sign(), state.word()),
                styled(tone(state, theme)),
            ),
            Span::styled(if listed.is_flagged { "⚑" } else { " " }, styled(theme.warning)),
        ];
        spans.extend(column(entry.key.as_str(), self.key, theme.key));
        spans.push(Span::styled(" ", under));
        spans.extend(column(&entry.stem, self.stem, theme.text));
        for (text, width) in [(&entry.category, self.category), (&entry.split, self.split)] {
            if width > 0 {
                spans.push(Span::styled(" ", under));
                spans.extend(column(text.as_deref().unwrap_or_default(), width - 1, theme.dim));
            }
        }
        Line::from(spans)
    }
}

fn tone(state: State, theme: &Theme) -> Tone {
    match state {
        State::Undecided => theme.dim,
        State::Answered => theme.text,
        State::Kept => theme.agree,
        State::TextOnly | State::Later | State::Skipped => theme.warning,
        State::Wrong => theme.disagree,
    }
}
