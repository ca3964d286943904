//! Words about pictures: the notice in place of one, and the line under one.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::visible::visible_line;

use super::fit::View;
use super::mode::PictureMode;
use super::stage::Shown;

/// Draws a text in the middle of the area, wrapped.
pub fn draw(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let text = visible_line(text);
    let paragraph = Paragraph::new(text.as_ref())
        .style(style)
        .alignment(Alignment::Center)
        .wrap(Wrap { trim: true });
    let columns = usize::from(area.width.max(1));
    let lines = text.chars().count().div_ceil(columns).min(usize::from(area.height)) as u16;
    let middle = Rect {
        y: area.y + (area.height - lines) / 2,
        height: area.height - (area.height - lines) / 2,
        ..area
    };
    paragraph.render(middle, buffer);
}

/// The line under a picture: which of how many, its size in pixels, the painter, the enlargement.
/// For example `1/3 · 640x480 · kitty · 2.2x`.
pub fn describe(
    position: usize,
    count: usize,
    shown: &Shown,
    mode: PictureMode,
    view: View,
) -> String {
    let size = match shown {
        Shown::Picture { natural: (width, height) } => format!("{width}x{height}"),
        Shown::Loading => "loading".into(),
        Shown::Broken(_) => "broken".into(),
    };
    let zoom = if view.is_whole() { String::new() } else { format!(" · {:.1}x", view.factor()) };
    format!("{position}/{count} · {size} · {mode}{zoom}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_the_picture_is_painted() {
        let shown = Shown::Picture { natural: (640, 480) };
        let line = |mode| describe(1, 2, &shown, mode, View::default());
        assert_eq!(line(PictureMode::Kitty), "1/2 · 640x480 · kitty");
        assert_eq!(
            line(PictureMode::HalfBlocks256),
            "1/2 · 640x480 · half blocks, 256 colours approximate"
        );
    }

    #[test]
    fn a_notice_stands_in_the_middle_and_shows_what_hides() {
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
