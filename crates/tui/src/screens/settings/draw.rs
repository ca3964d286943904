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
use crate::widgets::wrap::{cut, draw_line, end_of, wrapped};
use assay_core::visible::visible_line;

/// The areas of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    title: Rect,
    pub values: Rect,
    /// The path of the configuration file.
    file: Rect,
    rule: Rect,
    head: Rect,
    sample: Rect,
}

/// Columns of the list.
const LIST: u16 = 34;
/// Rows that describe the marked value.
const HEAD: u16 = 7;

impl Parts {
    pub fn new(area: Rect) -> Self {
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let left = LIST.min(area.width * 3 / 5);
        let values = Rect { width: left, height: body.height.saturating_sub(2), ..body };
        let file = Rect {
            y: values.bottom() + 1,
            height: 1.min(body.height),
            x: body.x + 2,
            width: left.saturating_sub(2),
        };
        let rule = Rect { x: body.x + left, width: 1, ..body };
        let right =
            Rect { x: body.x + left + 2, width: body.width.saturating_sub(left + 3), ..body };
        let head = Rect { height: HEAD.min(right.height), ..right };
        let sample = Rect { y: head.bottom(), height: right.height - head.height, ..right };
        Parts { title: Rect { height: 1, ..area }, values, file, rule, head, sample }
    }
}

pub(super) fn draw(screen: &SettingsScreen, canvas: &mut Canvas<'_>, session: &Session) {
    let (theme, parts) = (&session.theme, screen.parts);
    let who = &session.review().annotator().name;
    draw_title(("Assay", text!("settings-heading")), who, parts.title, theme, canvas.buffer);
    for y in parts.rule.top()..parts.rule.bottom() {
        canvas.buffer.set_string(parts.rule.x, y, "│", theme.border);
    }
    screen.list.draw(canvas.buffer, |row| value_line(screen, row, theme));
    draw_file(parts.file, canvas.buffer, session);
    if let Some(value) = screen.marked() {
        draw_head(value, parts.head, canvas.buffer, session);
        draw_sample(value.setting, screen, canvas, session);
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
        Span::styled(cut(&visible_line(&value.name), room), row.style(theme.text, theme)),
    ])
}

fn draw_file(area: Rect, buffer: &mut Buffer, session: &Session) {
    let words = match &session.settings.file {
        Some(file) => with_home(&file.to_string_lossy()),
        None => text!("settings-no-file").to_owned(),
    };
    let (words, width) = (visible_line(&words), usize::from(area.width));
    // The end of a path identifies it better than its start.
    let words = match words.width() <= width {
        true => words.into_owned(),
        false => format!("…{}", end_of(&words, width.saturating_sub(1))),
    };
    buffer.set_string(area.x, area.y, words, session.theme.dim);
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
    let note = wrapped(&value.note, width).into_iter().map(|line| (line, theme.text));
    let about = wrapped(&visible_line(&words), width).into_iter().map(|line| (line, theme.dim));
    for ((line, tone), y) in note.chain(about).zip(area.top()..area.bottom()) {
        buffer.set_string(area.x, y, line, tone);
    }
}

/// What the setting looks like: a question for colours, a picture for pictures.
fn draw_sample(
    setting: Setting,
    screen: &SettingsScreen,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let area = screen.parts.sample;
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
