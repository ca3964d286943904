//! Drawing the settings: the values on the left, what the marked one looks like on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
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
use crate::widgets::chrome::draw_title;
use crate::widgets::list::Row;
use crate::widgets::wrap::{cut, draw_line, draw_lines, end_of, styled_lines};
use assay_core::visible::visible_line;

/// Columns of the list.
const LIST: u16 = 34;

/// Rows that describe the marked value.
const HEAD: u16 = 7;

/// Where the values are listed: on the left, above the path of the configuration file.
pub(super) fn values_area(area: Rect) -> Rect {
    let width = LIST.min(area.width * 3 / 5);
    Rect { y: area.y + 2, width, height: area.height.saturating_sub(5), ..area }
}

pub(super) fn draw(screen: &SettingsScreen, canvas: &mut Canvas<'_>, session: &Session) {
    let (theme, values) = (&session.theme, screen.list.area());
    let who = &session.review().annotator().name;
    let title = Rect { height: 1, ..canvas.area };
    draw_title(("Assay", text!("settings-heading")), who, title, theme, canvas.buffer);
    let height = canvas.area.height.saturating_sub(3);
    for y in values.y..values.y + height {
        canvas.buffer.set_string(values.right(), y, "│", theme.border);
    }
    screen.list.draw(theme, canvas.buffer, |row| value_line(screen, row, theme));
    draw_file(values, canvas.buffer, session);
    if let Some(value) = screen.marked() {
        let x = values.right() + 2;
        let width = canvas.area.width.saturating_sub(values.width + 3);
        let head = Rect { x, y: values.y, width, height: HEAD.min(height) };
        draw_head(value, head, canvas.buffer, session);
        let sample = Rect { y: head.bottom(), height: height - head.height, ..head };
        draw_sample(value.setting, sample, screen, canvas, session);
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
    buffer.set_string(values.x + 2, values.bottom() + 1, words, session.theme.dim);
}

fn with_home(path: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    match path.strip_prefix(&home).filter(|rest| !home.is_empty() && rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => path.to_owned(),
    }
}

fn draw_head(value: &Value, area: Rect, buffer: &mut Buffer, session: &Session) {
    let theme = &session.theme;
    let mut words = value.setting.sentence().to_owned();
    let because = session.settings.pictures_because();
    if value.setting == Setting::Pictures && !because.is_empty() {
        let mode = session.surface.mode.words();
        words.push_str(&text!("settings-pictures-now", mode, because));
    }
    if value.setting.is_by_option(session) {
        words.push_str(text!("settings-by-option"));
    }
    let width = usize::from(area.width);
    let mut lines = styled_lines(&value.note, width, theme.text);
    lines.extend(styled_lines(&visible_line(&words), width, theme.dim));
    draw_lines(&lines, area, buffer);
}

/// What the setting looks like: a question for colours, a picture for pictures.
fn draw_sample(
    setting: Setting,
    area: Rect,
    screen: &SettingsScreen,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    match (setting, screen.sample) {
        (Setting::Pictures, Some(hash)) if area.height > 2 => {
            let style: Style = session.theme.dim.into();
            canvas.pictures.show(canvas.buffer, area, hash, View::default(), style);
        }
        (Setting::Theme, _) => {
            let lines = sample_question(&session.theme, usize::from(area.width));
            for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
                draw_line(line, Rect { y, height: 1, ..area }, canvas.buffer);
            }
        }
        _ => {}
    }
}

/// Lines in which every style of a theme is seen.
fn sample_question(theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let choice = |sign: &'static str, letter: &'static str, words: &'static str, tone: Tone| {
        let spans = [(sign, tone), (letter, theme.key), (words, tone)];
        Line::from_iter(spans.map(|(words, tone)| Span::styled(words, tone)))
    };
    let text: Style = theme.text.into();
    vec![
        Line::styled("┄".repeat(width), theme.border),
        Line::styled(text!("settings-sample-title"), theme.title),
        Line::default(),
        Line::styled(text!("settings-sample-stem"), text.bold()),
        choice("   ", "a  ", text!("settings-sample-left"), theme.text),
        choice(" ▸ ", "b  ", text!("settings-sample-behind"), theme.own),
        choice(" ✓ ", "c  ", text!("settings-sample-front"), theme.reference),
        Line::from(vec![
            Span::styled(text!("settings-sample-agrees"), theme.agree),
            Span::styled(text!("settings-sample-differs"), theme.disagree),
            Span::styled(text!("settings-sample-warning"), theme.warning),
            Span::styled(text!("settings-sample-error"), theme.error),
        ]),
        Line::from(vec![
            Span::styled(text!("settings-sample-heading"), theme.heading),
            Span::styled(text!("settings-sample-dim"), theme.dim),
            Span::styled(text!("settings-sample-code"), theme.code),
        ]),
        Line::from(vec![
            Span::styled(text!("settings-sample-marked"), theme.selected),
            Span::styled("   ", text),
            Span::styled(text!("settings-sample-found"), theme.matched),
            Span::styled("   ━━━━━━━", theme.bar),
            Span::styled(text!("settings-sample-focus"), theme.focus),
        ]),
        Line::from(vec![
            Span::styled(text!("settings-sample-saved"), theme.saved),
            Span::styled("y", theme.key),
            Span::styled(text!("settings-sample-keep"), text),
            Span::styled("t", theme.key),
            Span::styled(text!("settings-sample-text-only"), text),
        ]),
    ]
}
