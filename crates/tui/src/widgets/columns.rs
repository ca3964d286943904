//! Columns: blocks of lines side by side with a rule between them.

use ratatui::text::{Line, Span};

use crate::theme::Theme;

const GAP: &str = " │ ";
/// Cells between two blocks.
pub const GAP_CELLS: usize = 3;

/// The lines of blocks side by side with a rule between them. Each block has its width in cells; none of its
/// lines may be wider.
pub fn side_by_side(blocks: &[(Vec<Line<'static>>, usize)], theme: &Theme) -> Vec<Line<'static>> {
    with_gap(blocks, &Span::styled(GAP, theme.border))
}

/// The same with another gap between them.
pub fn with_gap(blocks: &[(Vec<Line<'static>>, usize)], gap: &Span<'static>) -> Vec<Line<'static>> {
    let height = blocks.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
    let row = |row: usize| {
        let mut spans = Vec::new();
        for (number, (block, width)) in blocks.iter().enumerate() {
            if number > 0 {
                spans.push(gap.clone());
            }
            let line = block.get(row).cloned().unwrap_or_default();
            let space = width.saturating_sub(line.width());
            spans.extend(line.spans.into_iter().map(|span| {
                let style = line.style.patch(span.style);
                span.style(style)
            }));
            spans.push(Span::raw(" ".repeat(space)));
        }
        Line::from(spans)
    };
    (0..height).map(row).collect()
}

/// Two blocks: beside each other where the right one has a width, else below each other. `block` makes the lines of
/// the first or the second for a width.
pub fn beside_or_below(
    width: usize,
    right: Option<usize>,
    theme: &Theme,
    block: impl Fn(usize, usize) -> Vec<Line<'static>>,
) -> Vec<Line<'static>> {
    let Some(right) = right else {
        return [block(0, width), block(1, width)].join(&Line::default());
    };
    let left = width.saturating_sub(right + GAP_CELLS);
    side_by_side(&[(block(0, left), left), (block(1, right), right)], theme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    #[test]
    fn a_shorter_block_leaves_its_cells_empty() {
        let lines =
            |words: &[&str]| words.iter().map(|word| Line::from(word.to_string())).collect();
        let blocks = [(lines(&["one", "羊"]), 4), (lines(&["two"]), 3)];
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        let rows = side_by_side(&blocks, &theme);
        let texts: Vec<String> = rows.iter().map(Line::to_string).collect();
        assert_eq!(texts, ["one  │ two", "羊   │    "]);
    }
}
