//! Drawing the list of questions.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::state::{Listed, State};
use super::{Browse, Filter, Grid};
use crate::action::Action;
use crate::messages::text;
use crate::screens::list_chrome::{Head, draw_bar};
use crate::screens::{Canvas, Screen};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::chrome::{draw_frame, draw_on_lower_edge, draw_prompt};
use crate::widgets::table::TableLayout;
use crate::widgets::wrap::{cut, draw_line, end_of};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::{Meaning, Piece, Table};

pub(super) fn draw(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    let parts = browse.parts;
    let desk = session.review();
    let head = Head {
        name: desk.benchmark().name.clone(),
        rest: text!("browse-title", annotator = desk.annotator().name),
        right: how_many(browse, desk.benchmark().taxonomy()),
        basis: String::new(),
    };
    head.draw(canvas, session);
    draw_field(browse, canvas, session);
    draw_frame(text!("browse-list-title"), parts.frame, theme.border, theme, canvas.buffer);
    match &browse.grid {
        Some(grid) if !browse.questions.is_empty() => {
            grid.draw(browse, canvas, session);
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
        let place = browse.key_context();
        return draw_prompt(None, &hints, place, canvas.area, session, canvas.buffer);
    }
    draw_bar(browse, canvas, session);
}

fn how_many(browse: &Browse, taxonomy: &Taxonomy) -> String {
    let total = browse.questions.all.len();
    let count = match browse.questions.len() {
        shown if shown == total => text!("browse-questions", total),
        shown => text!("browse-shown-of", shown, total),
    };
    match browse.questions.filter.words(taxonomy) {
        Some(words) => text!("browse-filtered-count", words, count),
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
        if browse.questions.filter != Filter::default() {
            let key = session.key_of(browse.key_context(), Action::Filter);
            spans = vec![Span::styled(text!("browse-is-filtered", key), theme.dim)];
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
        if Some(preview.position) == marked {
            preview.draw(area, canvas, session);
        } else {
            preview.prepare_pictures(area, canvas, session);
        }
    }
}

fn draw_list(browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
    if browse.questions.is_empty() {
        let key = session.key_of(browse.key_context(), Action::Filter);
        let words = match (browse.questions.all.len(), browse.questions.query.is_empty()) {
            (0, _) => text!("no-items-review").to_owned(),
            (_, true) => text!("browse-none-like-this", key),
            (_, false) => text!("browse-nothing-found", key),
        };
        return browse.list.draw_empty(&words, &session.theme, canvas.buffer);
    }
    let table = table(browse, session);
    let layout = TableLayout::new(&table, browse.list.width().saturating_sub(3), 1);
    let (seen, theme) = (browse.list.visible(), &session.theme);
    browse.list.draw_table((&table, &layout), seen.start, None, theme, canvas.buffer);
    let rows = browse.questions.len();
    if seen.len() < rows {
        let words = text!("list-place", number = browse.list.marked() + 1, count = rows);
        draw_on_lower_edge(&words, browse.parts.frame, theme.dim, canvas.buffer);
    }
}

/// The minimum width of a useful stem.
const SHORTEST_STEM: usize = 24;
/// The width of a category: its beginning is enough, the preview has it in full.
const USUAL_CATEGORY: usize = 16;
const SHORTEST_CATEGORY: usize = 12;
/// From this width on the split is next to the category.
const WIDE: usize = 84;

/// The visible questions. Where there is little space the category is left out.
fn table(browse: &Browse, session: &Session) -> Table {
    let (desk, query) = (session.review(), &browse.questions.query);
    let visible = browse.list.visible().filter_map(|row| browse.questions.at(row));
    let entry = |listed: Listed| &desk.items()[listed.position];
    let category = |listed| {
        let name = desk.visible_category(entry(listed))?;
        let words = terms::category(desk.benchmark().taxonomy(), name);
        Some(query.pieces(&words, Meaning::Dim))
    };
    let head = |words: &'static str| if browse.parts.has_heads() { words } else { "" };
    let split =
        |listed| entry(listed).split.as_ref().map(|split| query.pieces(split, Meaning::Dim));
    Table::over(visible)
        .text("", |listed| Vec::from(signs(listed)))
        .text(head(text!("models-head-key")), |listed| {
            query.pieces(entry(listed).key.as_str(), Meaning::Key)
        })
        .most(12)
        .text(head(text!("models-head-question")), |listed| {
            query.pieces(browse.questions.stem(entry(listed)), Meaning::Plain)
        })
        .least(SHORTEST_STEM)
        .filling()
        .text(head(text!("browse-head-category")), category)
        .most((browse.list.width() / 6).max(USUAL_CATEGORY))
        .least(SHORTEST_CATEGORY)
        .rank(1)
        .only_if(browse.list.width() >= WIDE, |table| {
            table.text(head(text!("browse-head-split")), split).most(10)
        })
        .table()
}

/// The own verdict, a flag, the decisions of others: four cells.
pub(super) fn signs(listed: Listed) -> [Piece; 3] {
    let (sign, _, meaning) = listed.state.legend();
    let flag = if listed.is_flagged { "⚑" } else { " " };
    let of_others = if listed.others.differ { Meaning::Disagree } else { Meaning::Dim };
    [
        (meaning, sign.to_owned()),
        (Meaning::Warning, flag.to_owned()),
        (of_others, listed.others.signs()),
    ]
}

/// Draws the meaning of the visible signs.
fn draw_legend(browse: &Browse, canvas: &mut Canvas<'_>, theme: &Theme) {
    let in_sight = browse.grid.as_ref().map_or(browse.list.visible(), Grid::in_sight);
    let rows = in_sight.filter_map(|row| browse.questions.at(row));
    let rows: Vec<Listed> = rows.collect();
    let states = State::ALL.into_iter().filter(|state| *state != State::Undecided);
    let states = states.filter(|state| rows.iter().any(|listed| listed.state == *state));
    let mut entries: Vec<(&str, &str, Meaning)> = states.map(State::legend).collect();
    if rows.iter().any(|listed| listed.is_flagged) {
        entries.push(("⚑", text!("browse-legend-flagged"), Meaning::Warning));
    }
    if rows.iter().any(|listed| listed.others.differ) {
        entries.push(("≠", text!("browse-legend-differ"), Meaning::Disagree));
    }
    if rows.iter().any(|listed| listed.others.people > 0 && !listed.others.differ) {
        entries.push(("=2", text!("browse-legend-agree"), Meaning::Dim));
    }
    let area = browse.parts.legend;
    let mut lines = vec![Line::from("  ")];
    for (sign, word, meaning) in entries {
        let sign = Span::styled(sign, theme.style(meaning));
        let words = [sign, Span::styled(format!(" {word}  "), theme.dim)];
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
