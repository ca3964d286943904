//! The text-only gate on the review screen: a letter marks the guess, a digit says how sure the annotator
//! is and commits it. Only then does the picture come.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::wrap::wrapped;
use assay_core::benchmark::gate::Confidence;

/// The actions that say how sure a guess is, and commit it.
pub(super) const CONFIDENCES: [Action; 3] =
    [Action::ConfidenceLow, Action::ConfidenceMedium, Action::ConfidenceHigh];

/// How sure a guess is that an action saves.
pub(super) fn confidence(action: Action) -> Option<Confidence> {
    let place = CONFIDENCES.iter().position(|one| *one == action)?;
    [Confidence::Low, Confidence::Medium, Confidence::High].get(place).copied()
}

/// Says in the place of the picture why it is not there.
pub(super) fn draw(area: Rect, (context, session): (KeyContext, &Session), buffer: &mut Buffer) {
    let theme: &Theme = &session.theme;
    let key = |action| session.key_of(context, action);
    let [low, medium, high] = CONFIDENCES.map(key);
    let words = text!("gate-why-hidden", low, medium, high, none = key(Action::CannotTell));
    let width = usize::from(area.width.saturating_sub(4)).clamp(8, 56);
    let lines = wrapped(&words, width);
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let x = area.x + area.width.saturating_sub(cells(widest)) / 2;
    for (y, line) in (top..area.bottom()).zip(&lines) {
        buffer.set_stringn(x, y, line, usize::from(area.width), Style::from(theme.text));
    }
}
