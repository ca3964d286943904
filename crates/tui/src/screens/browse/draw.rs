//! Drawing the list of questions.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::state::{Listed, State};
use super::{Browse, Filter, Grid};
use crate::action::Action;
use crate::messages::text;
use crate::screens::{Canvas, Screen};
use crate::session::Session;
use crate::terms;
use crate::theme::{Theme, Tone};
use crate::widgets::chrome::{draw_action_bar, draw_hints, draw_title};
use crate::widgets::list::Row;
use crate::widgets::wrap::{cut, draw_line};
use assay_core::benchmark::taxonomy::Taxonomy;

pub(super) fn draw(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    let parts = browse.parts;
    let desk = session.review();
    let rest = text!("browse-title", annotator = desk.annotator().name);
    draw_title(
        (&desk.benchmark().name, &rest),
        &how_many(browse, desk.benchmark().taxonomy()),
        parts.title,
        theme,
        canvas.buffer,
    );
    draw_field(browse, canvas, session);
    match &browse.grid {
        Some(grid) if !browse.questions.is_empty() => {
            grid.draw(&browse.questions, browse.list.marked(), canvas, session);
        }
        _ => draw_list(browse, canvas, session),
    }
    draw_legend(browse, canvas, theme);
    if let Some(area) = parts.preview {
        draw_preview(browse, area, canvas, session);
    }
    if browse.is_narrowed() {
        let of_marked = [
            (Action::Confirm, text!("browse-open")),
            (Action::Details, text!("browse-its-history")),
        ];
        let of_marked = of_marked.into_iter().filter(|_| !browse.list.is_empty());
        let of_list = [
            (Action::Filter, text!("browse-filter")),
            (Action::Back, text!("browse-all-questions")),
        ];
        let hints: Vec<(Action, &str)> = of_marked.chain(of_list).collect();
        return draw_hints(&hints, browse.key_context(), canvas.area, session, canvas.buffer);
    }
    let commands = browse.commands(session);
    let keys = (&session.keymap, browse.key_context());
    draw_action_bar(session.status.as_ref(), &commands, keys, parts.bar, theme, canvas.buffer);
}

fn how_many(browse: &Browse, taxonomy: &Taxonomy) -> String {
    let total = browse.questions.total();
    let count = match browse.questions.len() {
        shown if shown == total => text!("browse-questions", total = total),
        shown => text!("browse-shown-of", shown = shown, total = total),
    };
    match browse.questions.filter().words(taxonomy) {
        Some(words) => text!("browse-filtered-count", words = words, count = count),
        None => count,
    }
}

fn draw_field(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    let area = browse.parts.find;
    let width = usize::from(area.width).saturating_sub(6);
    let typed = browse.find.text();
    let mut spans = vec![Span::styled(" / ", theme.key)];
    if browse.is_finding {
        spans.push(Span::styled(end_of(typed, width).to_owned(), theme.text));
        spans.push(Span::styled("▏", theme.focus));
        if typed.is_empty() {
            spans.push(Span::styled(text!("browse-what-to-type"), theme.dim));
        }
    } else if typed.is_empty() {
        spans = vec![Span::styled(text!("browse-lists-all"), theme.dim)];
        if *browse.questions.filter() != Filter::default() {
            let key = session.key_of(browse.key_context(), Action::Filter);
            spans = vec![Span::styled(text!("browse-is-filtered", key = key), theme.dim)];
        }
    } else {
        spans.push(Span::styled(cut(typed, width), theme.text));
    }
    Line::from(spans).render(area, canvas.buffer);
}

/// The marked question next to the list; the pictures of its neighbours are prepared.
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

/// The longest end of a text that fits, which matters while typing.
fn end_of(text: &str, width: usize) -> &str {
    let mut rest = text.chars();
    while rest.as_str().width() > width {
        rest.next();
    }
    rest.as_str()
}

fn draw_list(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    if browse.questions.is_empty() {
        let key = session.key_of(browse.key_context(), Action::Filter);
        let words = match (browse.questions.total(), browse.questions.query().is_empty()) {
            (0, _) => text!("no-items-review").to_owned(),
            (_, true) => text!("browse-none-like-this", key = key),
            (_, false) => text!("browse-nothing-found", key = key),
        };
        return browse.list.draw_empty(&words, &session.theme, canvas.buffer);
    }
    let columns = Columns::new(browse, session);
    browse.list.draw(canvas.buffer, |row| match browse.questions.at(row.index) {
        Some(listed) => columns.line(row, listed, browse, session),
        None => Line::default(),
    });
}

/// The width of each column, without the space after it; `None` for those that do not fit.
struct Columns {
    key: usize,
    stem: usize,
    category: usize,
    split: usize,
}

/// The mark, and the signs: the own verdict, a flag, the decisions of others, and a space.
const STATE: usize = 7;
/// The minimum width of a useful stem.
const SHORTEST_STEM: usize = 24;

impl Columns {
    /// The columns; the visible keys and splits determine the widths of their columns.
    fn new(browse: &Browse, session: &Session) -> Columns {
        let width = browse.list.width();
        let in_sight = browse.list.visible().filter_map(|row| browse.questions.at(row));
        let (mut key, mut category, mut split) = (3, 0, 0);
        for listed in in_sight {
            let entry = &session.review().items()[listed.position];
            let wide = |text: Option<&str>| text.map_or(0, UnicodeWidthStr::width);
            key = key.max(entry.key.as_str().width());
            let in_words = session
                .review()
                .categories()
                .get(entry)
                .map(|name| category_in_words(name, session));
            category = category.max(wide(in_words.as_deref()));
            split = split.max(wide(entry.split.as_deref()));
        }
        let key = key.min(12);
        let room = width.saturating_sub(STATE + key + 2);
        let category = category.min(room / 3);
        let has_category = room.saturating_sub(category + 1) >= SHORTEST_STEM;
        let category = if has_category && category > 0 { category + 1 } else { 0 };
        let split = split.min(10);
        let has_split = room.saturating_sub(category + split + 1) >= 2 * SHORTEST_STEM;
        let split = if has_split && split > 0 { split + 1 } else { 0 };
        Columns { key, stem: room.saturating_sub(category + split), category, split }
    }

    fn line(&self, row: Row, listed: Listed, browse: &Browse, session: &Session) -> Line<'static> {
        let theme = &session.theme;
        let entry = &session.review().items()[listed.position];
        let under: Style = if row.is_marked { theme.selected.into() } else { Style::default() };
        let styled = |tone: Tone| row.style(tone, theme);
        let found = under.patch(Style::from(theme.matched));
        let query = browse.questions.query();
        let column = |text: &str, width: usize, tone: Tone| {
            let mut spans = query.marked(text, width, styled(tone), found);
            let used: usize = spans.iter().map(Span::width).sum();
            spans.push(Span::styled(" ".repeat(width.saturating_sub(used)), under));
            spans
        };
        let mut spans = vec![row.sign(theme)];
        spans.extend(signs(listed, theme).map(|(sign, tone)| Span::styled(sign, styled(tone))));
        spans.push(Span::styled(" ", styled(theme.dim)));
        spans.extend(column(entry.key.as_str(), self.key, theme.key));
        spans.push(Span::styled(" ", under));
        spans.extend(column(browse.questions.stem(entry), self.stem, theme.text));
        let category =
            session.review().categories().get(entry).map(|name| category_in_words(name, session));
        for (text, width) in [(&category, self.category), (&entry.split, self.split)] {
            if width > 0 {
                spans.push(Span::styled(" ", under));
                spans.extend(column(text.as_deref().unwrap_or_default(), width - 1, theme.dim));
            }
        }
        Line::from(spans)
    }
}

/// The own verdict, a flag, the decisions of others: four cells.
pub(super) fn signs(listed: Listed, theme: &Theme) -> [(String, Tone); 3] {
    let flag = if listed.is_flagged { "⚑" } else { " " };
    let of_others = if listed.others.differ { theme.disagree } else { theme.dim };
    [
        (listed.state.sign().to_owned(), tone(listed.state, theme)),
        (flag.to_owned(), theme.warning),
        (listed.others.signs(), of_others),
    ]
}

fn category_in_words(name: &str, session: &Session) -> String {
    terms::category(session.review().benchmark().taxonomy(), name)
}

/// Draws the meaning of the visible signs.
fn draw_legend(browse: &Browse, canvas: &mut Canvas<'_>, theme: &Theme) {
    let in_sight = browse.grid.as_ref().map_or(browse.list.visible(), Grid::in_sight);
    let rows = in_sight.filter_map(|row| browse.questions.at(row));
    let rows: Vec<Listed> = rows.collect();
    let states = State::ALL.into_iter().filter(|state| *state != State::Undecided);
    let states = states.filter(|state| rows.iter().any(|listed| listed.state == *state));
    let mut entries: Vec<(&str, &str, Tone)> =
        states.map(|state| (state.sign(), state.word(), tone(state, theme))).collect();
    if rows.iter().any(|listed| listed.is_flagged) {
        entries.push(("⚑", text!("browse-legend-flagged"), theme.warning));
    }
    if rows.iter().any(|listed| listed.others.differ) {
        entries.push(("≠", text!("browse-legend-differ"), theme.disagree));
    }
    if rows.iter().any(|listed| listed.others.people > 0 && !listed.others.differ) {
        entries.push(("=2", text!("browse-legend-agree"), theme.dim));
    }
    let area = browse.parts.legend;
    let mut lines = vec![Line::from("  ")];
    for (sign, word, tone) in entries {
        let words = [Span::styled(sign, tone), Span::styled(format!(" {word}  "), theme.dim)];
        let before = lines.last().map_or(0, Line::width);
        // The two spaces behind the words may be cut off.
        let width = before + words.iter().map(Span::width).sum::<usize>() - 2;
        let fits = width <= usize::from(area.width) || lines.len() == usize::from(area.height);
        match lines.last_mut().filter(|_| fits) {
            Some(line) => line.spans.extend(words),
            None => lines.push([Span::raw("  ")].into_iter().chain(words).collect()),
        }
    }
    // A single line is the last one, above the keys.
    for (line, y) in lines.iter().rev().zip((area.top()..area.bottom()).rev()) {
        draw_line(line, Rect { y, height: 1, ..area }, canvas.buffer);
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
