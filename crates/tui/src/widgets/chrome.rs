//! The common parts of all screens: the title line above, the action bar below, popups in between.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::cells::cells;
use super::wrap::{cut, draw_line, wrapped};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::status::{StatusKind, StatusMessage};
use crate::theme::{Theme, Tone};

/// The shortest useful length of a benchmark's name, in cells.
const SHORTEST_NAME: usize = 8;

/// The gap between the left and the right part of the title.
const TITLE_GAP: usize = 3;

/// Whether both sides of a title fit uncut.
pub fn title_has_room((name, rest): (&str, &str), right: &str, width: u16) -> bool {
    name.width() + rest.width() + right.width() + 2 + TITLE_GAP <= usize::from(width)
}

/// The title line: the subject on the left, the progress on the right. If it does not fit, the end
/// of the `name` on the left is cut first, but not below [`SHORTEST_NAME`] cells.
pub fn draw_title(
    (name, rest): (&str, &str),
    right: &str,
    area: Rect,
    theme: &Theme,
    buffer: &mut Buffer,
) {
    let width = usize::from(area.width);
    let right = cut(right, width.saturating_sub(10));
    let room = width.saturating_sub(right.width() + 2 + TITLE_GAP);
    let name = cut(name, room.saturating_sub(rest.width()).max(SHORTEST_NAME));
    let left = cut(&format!("{name}{rest}"), room);
    buffer.set_string(area.x + 1, area.y, left, theme.title);
    let column = area.right().saturating_sub(right.width() as u16 + 1);
    buffer.set_string(column, area.y, right, theme.dim);
}

/// Whether the screen of an item is too small for a title line.
pub fn is_compact(screen: Rect) -> bool {
    screen.width < 60 || screen.height < 20
}

/// Whether the title line of a queue shows a message.
fn is_in_title(status: &StatusMessage, place: KeyContext, screen: Rect) -> bool {
    status.is_echo() && matches!(place, KeyContext::Queue(_)) && !is_compact(screen)
}

/// Shows in the title line that something was saved, in place of the left part, and of the right one where
/// it is too long.
pub fn draw_echo(right: &str, area: Rect, session: &Session, buffer: &mut Buffer) {
    let Some(echo) = session.status.as_ref().filter(|status| status.is_echo()) else { return };
    let room = usize::from(area.width.saturating_sub(2));
    let beside = room.saturating_sub(right.width() + TITLE_GAP);
    let room = if echo.text.width() <= beside { beside } else { room };
    let blank = " ".repeat(room);
    buffer.set_string(area.x + 1, area.y, blank, session.theme.text);
    buffer.set_string(area.x + 1, area.y, cut(&echo.text, room), echo.tone(&session.theme));
}

/// The last line: the status message, then in words what can be done now, as far as it fits; `?` for
/// the rest always stays. A hint or an error that would be cut is above the line, whole.
pub fn draw_action_bar(
    commands: &[Action],
    place: KeyContext,
    screen: Rect,
    session: &Session,
    buffer: &mut Buffer,
) {
    let area = Rect { y: screen.bottom() - 1, height: 1, ..screen };
    let theme = &session.theme;
    let help = hint_of(Action::Help, Action::Help.short(), place, session);
    let room = usize::from(area.width).saturating_sub(width_of(&help));
    let mut status = session.status.as_ref().filter(|status| !is_in_title(status, place, screen));
    let mut hints = hints_beside(status, commands, place, room, session);
    let must_be_whole =
        |status: &&StatusMessage| status.kind != StatusKind::Saved || status.has_more;
    let left = room.saturating_sub(width_of(&hints) + 4);
    let cut_one = status.filter(must_be_whole).filter(|status| status.text.width() > left);
    if cut_one.is_some_and(|long| drawn_above(long, area, theme, buffer)) {
        status = None;
        hints = hints_beside(None, commands, place, room, session);
    }
    let mut spans = said(status, room.saturating_sub(width_of(&hints) + 4), theme);
    spans.extend(hints);
    spans.extend(help);
    draw_line(&Line::from(spans), area, buffer);
}

/// The message before the keys, in at most `width` cells.
fn said(status: Option<&StatusMessage>, width: usize, theme: &Theme) -> Vec<Span<'static>> {
    let message = |status: &StatusMessage| {
        [Span::styled(cut(&status.text, width), status.tone(theme)), Span::raw("   ")]
    };
    [Span::raw(" ")].into_iter().chain(status.map(message).into_iter().flatten()).collect()
}

/// Where the key that confirms opens what is marked.
const OPENS: [KeyContext; 5] = [
    KeyContext::Home,
    KeyContext::List,
    KeyContext::Agreement,
    KeyContext::Judges,
    KeyContext::Grid,
];

/// The keys that fit next to a message. A long message is cut before the first ones are left out, as
/// far as it stays understandable.
fn hints_beside(
    status: Option<&StatusMessage>,
    commands: &[Action],
    place: KeyContext,
    room: usize,
    session: &Session,
) -> Vec<Span<'static>> {
    // The key that takes back the saved decision is first.
    let is_saved = status.is_some_and(|status| status.kind == StatusKind::Saved);
    let (first, others): (Vec<Action>, Vec<Action>) =
        stage(commands).into_iter().partition(|action| is_saved && *action == Action::Undo);
    let said = status.map_or(1, |status| status.text.width() + 4);
    let mut hints = Vec::new();
    for (place_on_bar, action) in first.into_iter().chain(others).enumerate() {
        let said = if place_on_bar < FIRST { said.min(LONGEST_BESIDE_KEYS) } else { said };
        let words = match action {
            Action::Confirm if OPENS.contains(&place) => text!("bar-open"),
            Action::Confirm | Action::OtherChoice if types_answer(commands) => text!("bar-answer"),
            action => action.short(),
        };
        let hint = hint_of(action, words, place, session);
        if width_of(&hints) + width_of(&hint) + said > room {
            break;
        }
        hints.extend(hint);
    }
    hints
}

/// Whether an answer may be given, and there are no choices for it.
fn types_answer(commands: &[Action]) -> bool {
    commands.contains(&Action::CannotTell) && !commands.iter().any(|it| it.choice().is_some())
}

/// What has a place on the bar, the most wanted first: what decides about an open item and looks at
/// its picture, and on other screens what they offer themselves. Letters and numbers are beside what
/// they choose, and what is seldom wanted is in the help.
fn stage(commands: &[Action]) -> Vec<Action> {
    let in_help = |action: Action| {
        action == Action::Help
            || action.is_movement()
            || action.choice().is_some()
            || action.picked().is_some()
            || RARE.contains(&action)
    };
    let is_item = commands.contains(&Action::Skip);
    let is_of_item = |action| action < Action::Confirm || commands.first() == Some(&action);
    let shown = |action: &Action| !in_help(*action) && (!is_item || is_of_item(*action));
    // What an item lists behind the help is seldom wanted.
    let wanted = commands.iter().copied().take_while(|action| !is_item || *action != Action::Help);
    let mut shown: Vec<Action> = wanted.filter(shown).collect();
    if is_item {
        let last = [Action::Later, Action::Skip, Action::Undo];
        shown.sort_by_key(|action| last.iter().position(|one| one == action));
    }
    shown
}

/// What the help alone names.
const RARE: [Action; 8] = [
    Action::Redo,
    Action::GuidelineUnclear,
    Action::ZoomOut,
    Action::PreviousPicture,
    Action::Palette,
    Action::Guideline,
    Action::OpenHistory,
    Action::Redraw,
];

/// Draws a whole message above the bar. False if there is no room.
fn drawn_above(status: &StatusMessage, bar: Rect, theme: &Theme, buffer: &mut Buffer) -> bool {
    let lines = wrapped(&status.text, usize::from(bar.width.saturating_sub(2)));
    let height = cells(lines.len());
    let Some(y) = bar.y.checked_sub(height).filter(|&y| y > buffer.area.y) else { return false };
    Clear.render(Rect { y, height, ..bar }, buffer);
    for (line, y) in lines.into_iter().zip(y..bar.y) {
        buffer.set_string(bar.x + 1, y, line, status.tone(theme));
    }
    true
}

/// How many keys a long message does not displace.
const FIRST: usize = 4;

/// The cells of a message, with its spacing, that keys never displace.
const LONGEST_BESIDE_KEYS: usize = 34;

/// The last line under a popup or next to a field: a prompt, which is shown while there is no
/// message, and its few keys with specific names. It does not repeat that a decision was saved.
pub fn draw_prompt(
    prompt: Option<String>,
    hints: &[(Action, &'static str)],
    place: KeyContext,
    screen: Rect,
    session: &Session,
    buffer: &mut Buffer,
) {
    let area = Rect { y: screen.bottom() - 1, height: 1, ..screen };
    Clear.render(area, buffer);
    let prompt = prompt.map(StatusMessage::hint);
    let status = session.status.as_ref().filter(|status| status.kind != StatusKind::Saved);
    let width = usize::from(area.width);
    let mut spans = said(status.or(prompt.as_ref()), width.saturating_sub(4), &session.theme);
    let mut room = width.saturating_sub(width_of(&spans));
    // The key of the help stays.
    let (last, others) = hints.split_last().filter(|(last, _)| last.0 == Action::Help).unzip();
    let help = last.map(|(action, words)| hint_of(*action, words, place, session));
    room = room.saturating_sub(help.as_deref().map_or(0, width_of));
    for &(action, words) in others.unwrap_or(hints) {
        let hint = hint_of(action, words, place, session);
        let Some(rest) = room.checked_sub(width_of(&hint)) else { break };
        room = rest;
        spans.extend(hint);
    }
    spans.extend(help.into_iter().flatten());
    draw_line(&Line::from(spans), area, buffer);
}

fn hint_of(
    action: Action,
    words: &'static str,
    place: KeyContext,
    session: &Session,
) -> Vec<Span<'static>> {
    let Some(key) = session.keymap.key_for(place, action) else { return Vec::new() };
    let words = Span::styled(format!(" {words}"), session.theme.text);
    vec![chip(&key.to_string(), &session.theme), words, Span::raw("  ")]
}

/// A key as a cap: ` y `.
pub fn chip(key: &str, theme: &Theme) -> Span<'static> {
    Span::styled(format!(" {key} "), theme.chip)
}

fn width_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// A box of exactly this area, emptied first; returns the area inside.
pub fn draw_box(title: &str, outer: Rect, theme: &Theme, buffer: &mut Buffer) -> Rect {
    clear_left_halves(outer, buffer);
    Clear.render(outer, buffer);
    draw_frame(title, outer, theme.focus, theme, buffer)
}

/// A rounded frame around a region, with a title unless it is empty; returns the area inside. `tone`
/// is the colour of the frame: `theme.border`, or `theme.alert` where attention is needed, which
/// colours the title as well.
pub fn draw_frame(title: &str, area: Rect, tone: Tone, theme: &Theme, buffer: &mut Buffer) -> Rect {
    let mut block = Block::bordered().border_type(BorderType::Rounded).border_style(tone);
    if !title.is_empty() {
        let of_title = if tone == theme.alert { tone } else { theme.heading };
        let title = cut(title, usize::from(area.width.saturating_sub(4)));
        block = block.title(Line::styled(format!(" {title} "), of_title));
    }
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// Tints whole rows that are already drawn, gaps included: `theme.selected` under the cursor,
/// `theme.own_row` for the answer that is saved.
pub fn tint(rows: Rect, tone: Tone, theme: &Theme, buffer: &mut Buffer) {
    for at in rows.intersection(buffer.area).positions() {
        let cell = &mut buffer[at];
        let style = theme.tinted(tone, cell.style());
        cell.set_style(style);
    }
}

/// Words on the lower edge of a frame, at its right end: a position, or that there is more.
pub fn draw_on_lower_edge(words: &str, frame: Rect, tone: Tone, buffer: &mut Buffer) {
    let words = cut(&format!(" {words} "), usize::from(frame.width.saturating_sub(4)));
    let x = frame.right().saturating_sub(cells(words.width()) + 2);
    if frame.height > 1 && x > frame.x {
        buffer.set_string(x, frame.bottom() - 1, words, tone);
    }
}

/// A wide character that begins just left of a popup would cover its border.
fn clear_left_halves(popup: Rect, buffer: &mut Buffer) {
    let Some(x) = popup.x.checked_sub(1).filter(|&x| x >= buffer.area.x) else { return };
    for y in popup.top()..popup.bottom() {
        let cell = &mut buffer[(x, y)];
        if cell.symbol().width() > 1 {
            cell.set_symbol(" ");
        }
    }
}

/// The area of a popup of this size, borders included, in the middle of `area`; never over its last
/// line, which shows the popup's keys.
pub fn popup_area((width, height): (u16, u16), area: Rect) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height.saturating_sub(1));
    let above = (area.height - height) / 2;
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + above.min(area.height.saturating_sub(1) - height),
        width,
        height,
    }
}
