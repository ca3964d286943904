//! What frames every screen: the title line above, the action bar below, popups in between.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::wrap::cut;
use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Place};
use crate::tui::theme::{Theme, Tone};

/// A short message that tells what just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Echo {
    /// The words.
    pub text: String,
    /// How much they matter.
    pub kind: EchoKind,
}

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EchoKind {
    /// A decision lies on the disk.
    Saved,
    /// Something to know.
    Hint,
    /// Something failed.
    Error,
}

impl Echo {
    /// A decision lies on the disk.
    pub fn saved(text: impl Into<String>) -> Self {
        Echo { text: format!("✓ {}", text.into()), kind: EchoKind::Saved }
    }

    /// Something to know.
    pub fn hint(text: impl Into<String>) -> Self {
        Echo { text: text.into(), kind: EchoKind::Hint }
    }

    /// Something failed.
    pub fn error(text: impl Into<String>) -> Self {
        Echo { text: format!("! {}", text.into()), kind: EchoKind::Error }
    }

    fn tone(&self, theme: &Theme) -> Tone {
        match self.kind {
            EchoKind::Saved => theme.saved,
            EchoKind::Hint => theme.warning,
            EchoKind::Error => theme.error,
        }
    }
}

/// The title line: what on the left, how far on the right.
pub fn draw_title(left: &str, right: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let right = cut(right, width.saturating_sub(10));
    let left = cut(left, width.saturating_sub(right.width() + 3));
    buffer.set_string(area.x + 1, area.y, left, theme.title);
    let column = area.right().saturating_sub(right.width() as u16 + 1);
    buffer.set_string(column, area.y, right, theme.dim);
}

/// The last line: what just happened, then the keys that do something now. Keys that do not fit
/// are left out from the right; `?` for all of them always stays.
pub fn draw_action_bar(
    echo: Option<&Echo>,
    commands: &[Action],
    keys: (&Keymap, Place),
    area: Rect,
    theme: &Theme,
    buffer: &mut Buffer,
) {
    let (keymap, place) = keys;
    let mut spans: Vec<Span<'_>> = vec![Span::raw(" ")];
    if let Some(echo) = echo {
        let longest = usize::from(area.width).saturating_sub(12);
        spans.push(Span::styled(cut(&echo.text, longest), echo.tone(theme)));
        spans.push(Span::raw("   "));
    }
    let help = hint_of(Action::Help, keymap, place, theme);
    let reserved = width_of(&help);
    let mut used = width_of(&spans);
    let worth_telling = |action: &&Action| **action != Action::Help && !action.is_movement();
    for &action in commands.iter().filter(worth_telling) {
        let hint = hint_of(action, keymap, place, theme);
        if used + width_of(&hint) + reserved > usize::from(area.width) {
            break;
        }
        used += width_of(&hint);
        spans.extend(hint);
    }
    spans.extend(help);
    Line::from(spans).render(area, buffer);
}

fn hint_of(action: Action, keymap: &Keymap, place: Place, theme: &Theme) -> Vec<Span<'static>> {
    let Some(key) = keymap.key_for(place, action) else { return Vec::new() };
    let key = key.to_string();
    let mut spans = vec![Span::styled(key.clone(), theme.key)];
    if action.short() != key {
        spans.push(Span::styled(format!(" {}", action.short()), theme.text));
    }
    spans.push(Span::raw("  "));
    spans
}

fn width_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// A box in the middle of the screen, emptied first; returns the area inside.
pub fn draw_popup(
    title: &str,
    (width, height): (u16, u16),
    area: Rect,
    theme: &Theme,
    buffer: &mut Buffer,
) -> Rect {
    let outer = popup_area((width, height), area);
    Clear.render(outer, buffer);
    let block = Block::bordered()
        .border_style(theme.focus)
        .title(Line::from(Span::styled(format!(" {title} "), theme.title)));
    let inner = block.inner(outer);
    block.render(outer, buffer);
    inner
}

/// The area of a popup of this size, borders included, in the middle of `area`.
pub fn popup_area((width, height): (u16, u16), area: Rect) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}
