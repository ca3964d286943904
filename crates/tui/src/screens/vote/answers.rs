//! Two answers in lines, without the models' names: side by side, or below each other on narrow screens.

use ratatui::text::{Line, Span};

use crate::messages::text;
use crate::screens::review::item::Room;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::wrap::styled_lines;
use assay_workflow::queue::ShownPair;

/// On screens of at most this width the answers are below each other.
const NARROW_SCREEN: u16 = 80;
/// The fewest columns of an answer beside the other.
const NARROWEST: usize = 24;
/// The longest part of an answer that is shown, in bytes; a longer one is cut, and it is said.
const LONGEST: usize = 20_000;

/// What is asked, and both answers.
pub fn lines(pair: &ShownPair, Room { width, screen }: Room, theme: &Theme) -> Vec<Line<'static>> {
    let heading = if pair.is_graded { text!("vote-heading-graded") } else { text!("vote-heading") };
    let mut lines = styled_lines(heading, width, theme.heading);
    lines.push(Line::default());
    let column = width.saturating_sub(GAP_CELLS) / 2;
    let are_beside = screen > NARROW_SCREEN && column >= NARROWEST;
    let column = if are_beside { column } else { width };
    let [first, second] = &pair.texts;
    let first = block(text!("vote-first"), first, column, theme);
    let second = block(text!("vote-second"), second, column, theme);
    if are_beside {
        lines.extend(side_by_side(&[(first, column), (second, column)], theme));
    } else {
        lines.extend(first.into_iter().chain([Line::default()]).chain(second));
    }
    lines
}

fn block(name: &'static str, answer: &str, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let shown = &answer[..answer.floor_char_boundary(LONGEST)];
    let mut lines = vec![Line::from(Span::styled(name, theme.key))];
    lines.extend(styled_lines(shown.trim_end(), width, theme.text));
    if shown.len() < answer.len() {
        let cut = text!("extract-cut-after", bytes = LONGEST);
        lines.extend(styled_lines(&cut, width, theme.dim));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use assay_core::benchmark::vote::PairOrder;

    fn shown(texts: [&str; 2], width: usize, screen: u16) -> Vec<String> {
        let texts = texts.map(str::to_owned);
        let (order, shown) = (PairOrder::Ab, String::new());
        let pair = ShownPair { texts, order, shown, is_graded: false };
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        lines(&pair, Room { width, screen }, &theme).iter().map(Line::to_string).collect()
    }

    #[test]
    fn the_answers_are_beside_each_other_where_there_is_room_for_both() {
        let wide = shown(["a dog", "a \u{1b}[2J cat"], 68, 120);
        assert!(wide.iter().any(|line| line.contains("a dog") && line.contains("a ^[[2J cat")));
        let narrow = shown(["a dog", "a cat"], 78, 80);
        let row = |words: &str| narrow.iter().position(|line| line.contains(words));
        assert!(row("a dog") < row("a cat"), "{narrow:?}");
    }

    #[test]
    fn a_very_long_answer_is_cut_and_it_is_said() {
        let long = "羊".repeat(LONGEST);
        let lines = shown([&long, "short"], 60, 120);
        assert!(lines.len() < LONGEST);
        assert!(lines.iter().any(|line| line.contains("cut after")), "{:?}", lines.last());
    }
}
