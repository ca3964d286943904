//! Drawing the settings: topics on the left, what the marked one can be on the right, a sample below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::keys;
use super::values::Setting;
use super::{SettingsScreen, Topic};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::messages::text;
use crate::tui::picture::View;
use crate::tui::screens::{Canvas, Screen};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::terms;
use crate::tui::theme::Theme;
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::chrome::{draw_action_bar, draw_prompt, draw_title};
use crate::tui::widgets::list::Row;
use crate::tui::widgets::wrap::{cut, wrapped};
use crate::visible::visible_line;

/// The areas of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    title: Rect,
    pub topics: Rect,
    /// Where the file lies.
    file: Rect,
    rule: Rect,
    head: Rect,
    pub inner: Rect,
    sample: Rect,
    bar: Rect,
}

/// Rows that say what a topic is about.
const HEAD: u16 = 4;
/// From this width on the left list is wider.
const WIDE: u16 = 100;

impl Parts {
    /// The areas where the marked setting can be so many things; none for keys, which have the rest.
    pub fn new(area: Rect, values: usize) -> Self {
        let row = |y| Rect { y, height: 1, ..area };
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let left = if area.width >= WIDE { 36 } else { 26 }.min(area.width / 2);
        let topics = Rect { width: left, height: body.height.saturating_sub(2), ..body };
        let file = Rect { y: topics.bottom() + 1, height: 1, x: body.x + 2, width: left - 2 };
        let rule = Rect { x: body.x + left, width: 1, ..body };
        let right =
            Rect { x: body.x + left + 2, width: body.width.saturating_sub(left + 3), ..body };
        let head = Rect { height: HEAD.min(right.height), ..right };
        let rest = Rect { y: head.bottom(), height: right.height - head.height, ..right };
        let wanted = if values == 0 { rest.height } else { cells(values).min(rest.height) };
        let inner = Rect { height: wanted, ..rest };
        let sample = Rect {
            y: (inner.bottom() + 1).min(rest.bottom()),
            height: rest.height.saturating_sub(wanted + 1),
            ..rest
        };
        let bar = row(area.bottom().saturating_sub(1));
        Parts { title: row(area.y), topics, file, rule, head, inner, sample, bar }
    }
}

pub(super) fn draw(screen: &SettingsScreen, canvas: &mut Canvas<'_>, session: &Session) {
    let (theme, parts) = (&session.theme, screen.parts);
    let who = &session.review().annotator().name;
    draw_title(("Assay", text!("settings-heading")), who, parts.title, theme, canvas.buffer);
    for y in parts.rule.top()..parts.rule.bottom() {
        canvas.buffer.set_string(parts.rule.x, y, "│", theme.border);
    }
    screen.list.draw(canvas.buffer, |row| topic_line(screen, row, session));
    draw_file(parts.file, canvas.buffer, session);
    draw_head(screen, canvas.buffer, session);
    match screen.topic() {
        Topic::Setting(Setting::Annotator) => draw_name(screen, canvas.buffer, theme),
        Topic::Setting(setting) => {
            screen.inner.draw(canvas.buffer, |row| value_line(screen, row, theme));
            draw_sample(setting, screen, canvas, session);
        }
        Topic::Keys(_) if screen.bindings.is_empty() => {
            screen.inner.draw_empty(text!("settings-no-keys"), theme, canvas.buffer);
        }
        Topic::Keys(_) => {
            let width = screen.inner.width();
            screen.inner.draw(canvas.buffer, |row| {
                let row = shown(row, screen);
                keys::line(row, screen.bindings[row.index], screen.is_capturing, width, theme)
            });
        }
    }
    draw_keys(screen, canvas, session);
}

fn draw_keys(screen: &SettingsScreen, canvas: &mut Canvas<'_>, session: &Session) {
    if screen.is_capturing
        && let Some(binding) = screen.binding()
    {
        let words = text!("settings-press-new", action = binding.action.title());
        let prompt = StatusMessage::hint(words);
        return draw_prompt(
            Some(&prompt),
            &[],
            KeyContext::Settings,
            canvas.area,
            session,
            canvas.buffer,
        );
    }
    if screen.is_inside {
        let (take, leave) = match screen.topic() {
            Topic::Keys(_) => (text!("settings-new-key"), text!("settings-back")),
            Topic::Setting(_) => (text!("settings-take"), text!("settings-leave")),
        };
        let hints = [
            (Action::Confirm, take),
            (Action::Restore, Action::Restore.short()),
            (Action::Left, leave),
            (Action::Help, Action::Help.short()),
        ];
        return draw_prompt(
            session.status.as_ref(),
            &hints,
            KeyContext::Settings,
            canvas.area,
            session,
            canvas.buffer,
        );
    }
    let commands = screen.commands(session);
    let keys = (&session.keymap, KeyContext::Settings);
    let status = session.status.as_ref();
    draw_action_bar(status, &commands, keys, screen.parts.bar, &session.theme, canvas.buffer);
}

/// Columns of the topics' names.
const TOPIC_WIDTH: usize = 12;

fn topic_line(screen: &SettingsScreen, row: Row, session: &Session) -> Line<'static> {
    let theme = &session.theme;
    let (name, now) = match screen.topics[row.index] {
        Topic::Setting(setting) => (setting.title().to_owned(), setting.now(session)),
        Topic::Keys(context) => {
            let changed = keys::changed(context, &session.keymap);
            let now = match changed {
                0 => String::new(),
                changed => text!("settings-changed", count = changed),
            };
            (text!("settings-keys", place = terms::place(context)), now)
        }
    };
    let width = screen.list.width().saturating_sub(3);
    let name_width = TOPIC_WIDTH.max(name.width() + 1).min(width);
    let name = cut(&name, name_width);
    let gap = " ".repeat(name_width - name.width());
    Line::from(vec![
        row.sign(theme),
        Span::styled(name, row.style(theme.text, theme)),
        Span::raw(gap),
        Span::styled(cut(&visible_line(&now), width - name_width), theme.dim),
    ])
}

fn draw_file(area: Rect, buffer: &mut Buffer, session: &Session) {
    let words = match session.settings.file() {
        Some(file) => with_home(&file.to_string_lossy()),
        None => text!("settings-no-file").to_owned(),
    };
    let words = cut_left(&visible_line(&words), usize::from(area.width));
    buffer.set_string(area.x, area.y, words, session.theme.dim);
}

fn with_home(path: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    match path.strip_prefix(&home).filter(|rest| !home.is_empty() && rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => path.to_owned(),
    }
}

/// The end of a path says more than its begin.
fn cut_left(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut rest = text.chars();
    while rest.as_str().width() + 1 > width && rest.next().is_some() {}
    format!("…{}", rest.as_str())
}

fn draw_head(screen: &SettingsScreen, buffer: &mut Buffer, session: &Session) {
    let (theme, area) = (&session.theme, screen.parts.head);
    let (heading, words) = match screen.topic() {
        Topic::Setting(setting) => {
            let mut words = setting.sentence().to_owned();
            if setting == Setting::Pictures {
                let because = &session.pictures_because;
                if !because.is_empty() {
                    words.push_str(&text!(
                        "settings-pictures-now",
                        mode = session.surface.mode.words(),
                        because = because
                    ));
                }
            }
            if setting.is_by_option(session) {
                words.push_str(text!("settings-by-option"));
            }
            (setting.title().to_owned(), words)
        }
        Topic::Keys(context) => (
            text!("settings-keys", place = terms::place(context)),
            text!("settings-about-keys").to_owned(),
        ),
    };
    buffer.set_string(area.x, area.y, heading, theme.heading);
    let lines = wrapped(&visible_line(&words), usize::from(area.width));
    for (line, y) in lines.into_iter().zip(area.y + 1..area.bottom()) {
        buffer.set_string(area.x, y, line, theme.dim);
    }
}

/// A row is marked only while one is in this list.
fn shown(row: Row, screen: &SettingsScreen) -> Row {
    Row { is_marked: row.is_marked && screen.is_inside, ..row }
}

/// Columns of the values' names.
const VALUE_WIDTH: usize = 20;

fn value_line(screen: &SettingsScreen, row: Row, theme: &Theme) -> Line<'static> {
    let (row, value) = (shown(row, screen), &screen.values[row.index]);
    let name = cut(&visible_line(&value.name), VALUE_WIDTH);
    let gap = " ".repeat(VALUE_WIDTH - name.width() + 1);
    let room = screen.inner.width().saturating_sub(VALUE_WIDTH + 5);
    Line::from(vec![
        row.sign(theme),
        Span::styled(if value.is_chosen { "✓ " } else { "  " }, theme.agree),
        Span::styled(name, row.style(theme.text, theme)),
        Span::raw(gap),
        Span::styled(cut(&value.note, room), theme.dim),
    ])
}

fn draw_name(screen: &SettingsScreen, buffer: &mut Buffer, theme: &Theme) {
    let area = screen.parts.inner;
    let room = usize::from(area.width.saturating_sub(4));
    let mut spans =
        vec![Span::styled(cut_left(&visible_line(screen.name.text()), room), theme.text)];
    if screen.is_inside {
        spans.insert(0, Span::styled("▸ ", theme.key));
        spans.push(Span::styled("▏", theme.focus));
    } else {
        spans.insert(0, Span::raw("  "));
    }
    Line::from(spans).render(Rect { height: 1.min(area.height), ..area }, buffer);
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
        (Setting::Theme | Setting::Colours, _) => {
            let lines = sample_question(&session.theme, usize::from(area.width));
            for (line, y) in lines.into_iter().zip(area.top()..area.bottom()) {
                line.render(Rect { y, height: 1, ..area }, canvas.buffer);
            }
        }
        _ => {}
    }
}

/// Lines in which every style of a theme is seen.
fn sample_question(theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let choice = |sign: &'static str,
                  of_sign: Style,
                  letter: &'static str,
                  text: &'static str,
                  style: Style| {
        Line::from(vec![
            Span::styled(sign, of_sign),
            Span::styled(letter, theme.key),
            Span::styled(text, style),
        ])
    };
    let (own, reference): (Style, Style) = (theme.own.into(), theme.reference.into());
    let text: Style = theme.text.into();
    vec![
        Line::styled("┄".repeat(width), theme.border),
        Line::styled(text!("settings-sample-title"), theme.title),
        Line::default(),
        Line::styled(text!("settings-sample-stem"), text.bold()),
        choice("   ", text, "a  ", text!("settings-sample-left"), text),
        choice(" ▸ ", own, "b  ", text!("settings-sample-behind"), own),
        choice(" ✓ ", reference, "c  ", text!("settings-sample-front"), reference),
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
