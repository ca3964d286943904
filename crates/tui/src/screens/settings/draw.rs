//! Drawing the settings: the values on the left, what the marked one looks like on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::SettingsScreen;
use super::values::{Setting, Value};
use crate::messages::text;
use crate::picture::View;
use crate::screens::Canvas;
use crate::screens::list_chrome::draw_bar;
use crate::session::Session;
use crate::theme::{Theme, Tone};
use crate::widgets::bars::bar;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{chip, draw_frame, draw_title};
use crate::widgets::list::Row;
use crate::widgets::wrap::{cut, draw_lines, end_of, styled_lines};
use assay_core::visible::visible_line;

/// Columns of the list, with its frame.
const LIST: u16 = 36;

/// The frames of the values, on the left, and of what the marked one looks like.
fn frames(area: Rect) -> [Rect; 2] {
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    let width = LIST.min(area.width / 2);
    let left = Rect { width, ..body };
    [left, Rect { x: left.right(), width: body.width - width, ..body }]
}

/// Where the values are listed: above the path of the configuration file.
pub(super) fn values_area(area: Rect) -> Rect {
    let [left, _] = frames(area);
    let inner = left.inner(Margin::new(1, 1));
    Rect { height: inner.height.saturating_sub(1), ..inner }
}

pub(super) fn draw(screen: &SettingsScreen, canvas: &mut Canvas<'_>, session: &Session) {
    let (theme, values) = (&session.theme, screen.list.area());
    let who = &session.review().annotator().name;
    let title = Rect { height: 1, ..canvas.area };
    draw_title(("Assay", text!("settings-heading")), who, title, theme, canvas.buffer);
    let [left, right] = frames(canvas.area);
    draw_frame(text!("settings-choose"), left, theme.border, theme, canvas.buffer);
    screen.list.draw(theme, canvas.buffer, |row| value_line(screen, row, theme));
    draw_file(values, canvas.buffer, session);
    if let Some(value) = screen.marked() {
        let title = format!("{} · {}", value.setting.title(), visible_line(&value.name));
        draw_frame(&title, right, theme.border, theme, canvas.buffer);
        draw_marked(value, right.inner(Margin::new(2, 1)), screen, canvas, session);
    }
    draw_bar(screen, canvas, session);
}

/// Columns of the settings' names.
const TITLE_WIDTH: usize = 10;

/// A value; the first one of a setting has its name before it.
fn value_line(screen: &SettingsScreen, row: Row, theme: &Theme) -> Line<'static> {
    let value = &screen.values[row.index];
    let before = row.index.checked_sub(1).map(|before| screen.values[before].setting);
    let title = if before == Some(value.setting) { "" } else { value.setting.title() };
    let gap = " ".repeat(TITLE_WIDTH.saturating_sub(title.width()));
    let room = screen.list.width().saturating_sub(TITLE_WIDTH + 4);
    Line::from(vec![
        row.sign(theme),
        Span::styled(title, theme.heading),
        Span::raw(gap),
        Span::styled(if value.is_chosen { "✓ " } else { "  " }, theme.agree),
        Span::styled(cut(&visible_line(&value.name), room), theme.text),
    ])
}

/// The path of the configuration file, below the values.
fn draw_file(values: Rect, buffer: &mut Buffer, session: &Session) {
    let words = match &session.settings.file {
        Some(file) => with_home(&file.to_string_lossy()),
        None => text!("settings-no-file").to_owned(),
    };
    let (words, width) = (visible_line(&words), usize::from(values.width.saturating_sub(2)));
    // The end of a path identifies it better than its start.
    let words = match words.width() <= width {
        true => words.into_owned(),
        false => format!("…{}", end_of(&words, width.saturating_sub(1))),
    };
    buffer.set_string(values.x + 1, values.bottom(), words, session.theme.dim);
}

fn with_home(path: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    match path.strip_prefix(&home).filter(|rest| !home.is_empty() && rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => path.to_owned(),
    }
}

/// What a value means and looks like: a question for colours, a picture for pictures. Where there
/// is little space the look comes first.
fn draw_marked(
    value: &Value,
    area: Rect,
    screen: &SettingsScreen,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let theme = &session.theme;
    let width = usize::from(area.width);
    let mut lines = styled_lines(&value.note, width, theme.text);
    lines.extend(styled_lines(&visible_line(&words_about(value, session)), width, theme.dim));
    lines.push(Line::default());
    let is_theme = value.setting == Setting::Theme;
    if is_theme {
        let sample = sample_question(theme, width);
        if lines.len() + sample.len() > usize::from(area.height) {
            lines.clear();
        }
        lines.extend(sample);
        if lines.len() > usize::from(area.height) {
            lines.truncate(usize::from(area.height.saturating_sub(1)));
            lines.push(Line::styled("…", theme.dim));
        }
        lines.push(Line::default());
    }
    let smallest = if is_theme { BELOW_A_THEME } else { SMALLEST_PICTURE };
    let most = if is_theme { area.height } else { area.height.saturating_sub(smallest) };
    let head = cells(lines.len()).min(most);
    draw_lines(&lines, Rect { height: head, ..area }, canvas.buffer);
    let picture = Rect { y: area.y + head, height: area.height - head, ..area };
    if let Some(hash) = screen.sample.filter(|_| picture.height >= smallest) {
        canvas.pictures.show(canvas.buffer, picture, hash, View::default(), theme.dim.into());
    }
}

/// The fewest rows of a picture, alone and below the colours of a theme.
const SMALLEST_PICTURE: u16 = 3;
const BELOW_A_THEME: u16 = 8;

fn words_about(value: &Value, session: &Session) -> String {
    let mut words = value.setting.sentence().to_owned();
    let because = session.settings.pictures_because();
    if value.setting == Setting::Pictures && !because.is_empty() {
        let mode = session.surface.mode.words();
        words.push_str(&text!("settings-pictures-now", mode, because));
    }
    if value.setting.is_by_option(session) {
        words.push_str(text!("settings-by-option"));
    }
    words
}

/// Lines in which every style of a theme is seen.
fn sample_question(theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let stem = Style::from(theme.text).bold();
    let choice = |sign: &'static str, letter: &'static str, words: &'static str, tone: Tone| {
        let spans = [(sign, tone), (letter, theme.key), (words, tone)];
        Line::from_iter(spans.map(|(words, tone)| Span::styled(words, tone)))
    };
    let mut own = choice(" ▸ ", "b  ", text!("settings-sample-behind"), theme.text);
    for span in &mut own.spans {
        span.style = theme.tinted(theme.own_row, span.style);
    }
    let swatches = [
        vec![Span::styled(text!("settings-sample-agrees"), theme.agree)],
        vec![Span::styled(text!("settings-sample-differs"), theme.disagree)],
        vec![Span::styled(text!("settings-sample-alert"), theme.alert)],
        vec![Span::styled(text!("settings-sample-warning"), theme.warning)],
        vec![Span::styled(text!("settings-sample-error"), theme.error)],
        vec![Span::styled(text!("settings-sample-heading"), theme.heading)],
        vec![Span::styled(text!("settings-sample-dim"), theme.dim)],
        vec![Span::styled(text!("settings-sample-faint"), theme.faint)],
        vec![Span::styled(text!("settings-sample-code"), theme.code)],
        vec![Span::styled(text!("settings-sample-own"), theme.own)],
        vec![Span::styled(text!("settings-sample-marked"), theme.selected)],
        vec![Span::styled(text!("settings-sample-found"), theme.matched)],
        vec![Span::styled(text!("settings-sample-saved"), theme.saved)],
        bar(2, 3, 9, theme).into(),
        vec![chip("y", theme), Span::styled(text!("settings-sample-keep"), theme.text)],
        vec![chip("t", theme), Span::styled(text!("settings-sample-text-only"), theme.text)],
    ];
    let mut lines = styled_lines(text!("settings-sample-stem"), width, stem);
    lines.extend([
        choice("   ", "a  ", text!("settings-sample-left"), theme.text),
        own,
        choice(" ✓ ", "c  ", text!("settings-sample-front"), theme.reference),
        Line::default(),
    ]);
    lines.extend(in_lines(swatches, width));
    lines
}

/// Pieces beside each other in as many lines as they need.
fn in_lines(
    pieces: impl IntoIterator<Item = Vec<Span<'static>>>,
    width: usize,
) -> Vec<Line<'static>> {
    const GAP: &str = "   ";
    let mut lines: Vec<Line<'static>> = Vec::new();
    for piece in pieces {
        let needed: usize = piece.iter().map(Span::width).sum();
        match lines.last_mut().filter(|line| line.width() + GAP.len() + needed <= width) {
            Some(line) => line.spans.extend([Span::raw(GAP)].into_iter().chain(piece)),
            None => lines.push(Line::from(piece)),
        }
    }
    lines
}
