//! The notice in place of a picture that is loading or broken.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use unicode_width::UnicodeWidthStr;

use assay_core::visible::visible_line;

/// Draws a text in the middle of the area, wrapped.
pub fn draw(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let text = visible_line(text);
    let paragraph = Paragraph::new(text.as_ref())
        .style(style)
        .alignment(Alignment::Center)
        .wrap(Wrap { trim: true });
    let columns = usize::from(area.width.max(1));
    let lines = text.width().div_ceil(columns).min(usize::from(area.height)) as u16;
    let middle = Rect {
        y: area.y + (area.height - lines) / 2,
        height: area.height - (area.height - lines) / 2,
        ..area
    };
    paragraph.render(middle, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_in_the_middle_and_shows_hidden_characters() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 21, 5));
        let area = buffer.area;
        draw(&mut buffer, area, "cut\u{1b}[2J off", Style::default());
        assert_eq!(
            buffer,
            Buffer::with_lines(
                ["", "", "    cut^[[2J off", "", ""].map(|line| format!("{line:21}"))
            )
        );
    }
}
