//! Columns: blocks of lines side by side with a rule between them.

use ratatui::layout::Size;
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

/// Blocks one below the other, with an empty line between them.
type Stack = Vec<Line<'static>>;

/// Blocks in the fewest columns, of `narrowest` cells at least, in which all are within the height; in as many as
/// there can be if they are not. Columns are about equally high. `blocks` makes the blocks for a width.
pub fn in_fewest_columns(
    size: Size,
    narrowest: usize,
    theme: &Theme,
    blocks: impl Fn(usize) -> Vec<Stack>,
) -> Vec<Line<'static>> {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let most = ((width + GAP_CELLS) / (narrowest + GAP_CELLS)).max(1);
    let of_count = |count: usize| {
        let column = (width - (count - 1) * GAP_CELLS) / count;
        let stacks = balanced(&blocks(column), count).into_iter();
        side_by_side(&stacks.map(|stack| (stack, column)).collect::<Vec<_>>(), theme)
    };
    let mut fewer = (1..most).map(&of_count);
    fewer.find(|lines| lines.len() <= height).unwrap_or_else(|| of_count(most))
}

/// The blocks in this many stacks at most, in their order, as low as they can be.
fn balanced(blocks: &[Stack], most: usize) -> Vec<Stack> {
    let tallest = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let within = |height: usize| {
        let mut stacks: Vec<Stack> = Vec::new();
        for block in blocks.iter().filter(|block| !block.is_empty()) {
            match stacks.last_mut().filter(|stack| stack.len() + 1 + block.len() <= height) {
                Some(stack) => {
                    stack.push(Line::default());
                    stack.extend(block.iter().cloned());
                }
                None => stacks.push(block.clone()),
            }
        }
        (stacks.len() <= most).then_some(stacks)
    };
    let all: usize = blocks.iter().map(|block| block.len() + 1).sum();
    (tallest..=all.max(tallest)).find_map(within).unwrap_or_default()
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

    #[test]
    fn blocks_are_in_the_fewest_columns_that_hold_them_and_about_equally_high() {
        let block = |name: &str, lines: usize| vec![Line::from(name.to_owned()); lines];
        let blocks = |_| vec![block("a", 5), block("b", 3), block("c", 4), Vec::new()];
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        let lines =
            |width, height| in_fewest_columns(Size { width, height }, 10, &theme, blocks).len();
        assert_eq!(lines(40, 14), 14, "one below the other, with lines between them");
        assert_eq!(lines(40, 13), 8, "the first, the two others");
        assert_eq!(lines(40, 7), 5, "three columns");
        assert_eq!((lines(30, 7), lines(12, 7)), (8, 14), "as many as the width allows");
    }
}
