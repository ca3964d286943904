//! Typing longer texts: the text area of notes and forms, pasting into it, the bar below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use super::chrome::chip;
use super::wrap::draw_line;
use crate::key::Key;
use crate::theme::Theme;

/// A text area with the cursor behind the text.
pub fn text_area(text: &str) -> TextArea<'static> {
    let mut area = TextArea::from(text.split('\n'));
    area.set_wrap_mode(WrapMode::WordOrGlyph);
    area.set_cursor_line_style(Style::default());
    area.move_cursor(CursorMove::Bottom);
    area.move_cursor(CursorMove::End);
    area
}

/// Shows the cursor of an area, or hides it while another part has the focus.
pub fn set_focus(area: &mut TextArea<'_>, has_focus: bool) {
    let cursor = if has_focus { Modifier::REVERSED } else { Modifier::empty() };
    area.set_cursor_style(Style::default().add_modifier(cursor));
}

/// The text of an area without the white space around it.
pub fn text_of(area: &TextArea<'_>) -> String {
    area.lines().join("\n").trim().to_owned()
}

/// The accepted part of a pasted text: at most `room` characters, no control characters, and line
/// breaks only if the field has several lines.
pub fn pasted(text: &str, has_lines: bool, room: usize) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| *c == '\n' && has_lines || !c.is_control()).take(room).collect()
}

/// The last row while text is typed: the keys of the screen below are text now, so its bar would
/// mislead. Keys with a name at the start of a part, `Enter saves · Esc goes back`, are caps.
pub fn draw_typing_bar(words: &str, screen: Rect, theme: &Theme, buffer: &mut Buffer) {
    let bar = Rect { y: screen.bottom() - 1, height: 1, ..screen };
    Clear.render(bar, buffer);
    let mut line = Line::raw(" ");
    for part in words.split(" · ") {
        let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
        let key = first.trim_end_matches([':', '：']);
        let is_named = key.len() > 1 && key.parse::<Key>().is_ok();
        match is_named {
            true => line.extend([chip(key, theme), Span::styled(format!(" {rest}  "), theme.text)]),
            false => line.push_span(Span::styled(format!("{part}   "), theme.dim)),
        }
    }
    draw_line(&line, bar, buffer);
}
