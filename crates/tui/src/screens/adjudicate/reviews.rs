//! The reviews of a question in lines, without names: as many side by side as there is room for.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::messages::text;
use crate::screens::review::saved::answer_before;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::with_gap;
use crate::widgets::wrap::styled_lines;
use assay_core::benchmark::decision::{Act, ReviewVerdict};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_store::Reveal;
use assay_workflow::queue::AnonymousReview;

/// The fewest columns of a review.
const NARROWEST: usize = 16;
/// Between two reviews.
const GAP: usize = 2;

/// What is known of the question: its taxonomy, and what typed answers are compared with.
type OfQuestion<'a> = (Option<&'a Taxonomy>, Option<&'a Reveal>);

/// The reviews in lines of a width, and the mark that the guideline is unclear.
pub fn lines(
    reviews: &[AnonymousReview],
    is_unclear: bool,
    of_question: OfQuestion<'_>,
    (width, theme): (usize, &Theme),
) -> Vec<Line<'static>> {
    let heading = text!("adjudicate-heading", count: reviews.len());
    let mut lines = styled_lines(&heading, width, theme.heading);
    let fit = ((width + GAP) / (NARROWEST + GAP)).clamp(1, reviews.len().max(1));
    // Rows of equal length: four reviews are two and two rather than three and one.
    let in_row = reviews.len().max(1).div_ceil(reviews.len().max(1).div_ceil(fit));
    let column = (width + GAP) / in_row - GAP;
    for (row, together) in reviews.chunks(in_row).enumerate() {
        let blocks = together.iter().enumerate();
        let blocks =
            blocks.map(|(at, one)| block(row * in_row + at + 1, one, of_question, (column, theme)));
        let blocks: Vec<_> = blocks.zip(std::iter::repeat(column)).collect();
        lines.extend(with_gap(&blocks, &Span::raw(" ".repeat(GAP))));
    }
    if is_unclear {
        lines.extend(styled_lines(text!("adjudicate-unclear"), width, theme.warning));
    }
    lines
}

fn block(
    number: usize,
    one: &AnonymousReview,
    (taxonomy, reveal): OfQuestion<'_>,
    (width, theme): (usize, &Theme),
) -> Vec<Line<'static>> {
    let review = &terms::review_in_words(&one.review, taxonomy);
    let name = text!("adjudicate-reviewer", number);
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{number} "), theme.key),
        Span::styled(name, theme.heading),
    ])];
    let tone = match review.verdict {
        ReviewVerdict::Keep => theme.agree,
        ReviewVerdict::TextOnly | ReviewVerdict::Wrong => theme.disagree,
    };
    // Letters are compared with the mark at the choice.
    let typed = review.answer.filter(|answer| answer.is_typed());
    let is_right = typed.zip(reveal).is_some_and(|(own, reveal)| reveal.accepts(own) == Some(true));
    let says = answer_before(review.answer) + terms::verdict(review.verdict);
    let says = if is_right { format!("✓ {says}") } else { says };
    let seconds = (one.attention_ms > 0)
        .then(|| text!("adjudicate-seconds", seconds = one.attention_ms.div_ceil(1000)));
    let seconds = seconds.unwrap_or_default();
    // The time goes on where the line has no room for both.
    if says.width() + seconds.width() <= width {
        let time = Span::styled(seconds, theme.dim);
        lines.push(Line::from(vec![Span::styled(says, tone), time]));
    } else {
        lines.extend(styled_lines(&says, width, tone));
        let seconds = seconds.trim_start_matches([' ', '·']).to_owned();
        lines.extend(styled_lines(&seconds, width, theme.dim));
    }
    let act = Act::Review(review.clone());
    let reasons = terms::reasons_and_category(&act);
    if !reasons.is_empty() {
        lines.extend(styled_lines(&terms::list(&reasons), width, theme.text));
    }
    if let Some(note) = &review.note {
        lines.extend(styled_lines(&text!("adjudicate-note", note), width, theme.text));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use assay_core::benchmark::decision::{BlindAnswer, ReviewDecision, WrongReason};
    use assay_core::benchmark::{AnswerRule, Label, ShortAnswer};

    fn reviews(count: usize) -> Vec<AnonymousReview> {
        let review = ReviewDecision {
            answer: Some(BlindAnswer::Choice(Label::A)),
            verdict: ReviewVerdict::Wrong,
            reasons: vec![WrongReason::BadPicture, WrongReason::WrongCategory],
            corrected: None,
            category: None,
            note: Some("the \u{1b}[31mdrawing is small".into()),
        };
        let one = AnonymousReview { row: uuid::Uuid::nil(), review, attention_ms: 12_300 };
        vec![one; count]
    }

    fn shown(count: usize, width: usize) -> Vec<String> {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let lines = lines(&reviews(count), false, (None, None), (width, &theme));
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reviews_are_side_by_side_as_far_as_there_is_room_and_below_each_other_else() {
        let of = |lines: &[String]| {
            let beside = |line: &String| line.matches("Reviewer").count();
            lines.iter().map(beside).filter(|count| *count > 0).collect::<Vec<_>>()
        };
        assert_eq!(of(&shown(2, 34)), [2]);
        assert_eq!(of(&shown(2, 30)), [1, 1]);
        assert_eq!(of(&shown(3, 120)), [3]);
        assert_eq!(of(&shown(4, 60)), [2, 2], "rather than three and one");
        assert_eq!(of(&shown(9, 8)), [1; 9]);
        assert_eq!(shown(0, 40).len(), 1);
    }

    #[test]
    fn no_line_is_wider_than_there_is_room_and_nothing_acts() {
        for (count, width) in [(1, 20), (2, 34), (3, 31), (5, 80), (9, 118)] {
            for line in shown(count, width) {
                assert!(line.width() <= width, "{width}: {line:?}");
                assert!(!line.contains('\u{1b}'), "{line:?}");
            }
        }
    }

    #[test]
    fn a_typed_answer_that_the_rule_accepts_is_ticked() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let short = ShortAnswer::new(AnswerRule::Numeric, vec!["2.5".into()]);
        let reveal = Reveal { short: Some(short), ..Reveal::default() };
        let said = |typed: &str| {
            let mut all = reviews(1);
            all[0].review.answer = Some(BlindAnswer::Typed(typed.parse().unwrap()));
            let lines = lines(&all, false, (None, Some(&reveal)), (80, &theme));
            lines[2].to_string()
        };
        assert!(said("2.50").starts_with("✓ 2.50 · wrong"), "{}", said("2.50"));
        assert!(said("3").starts_with("3 · wrong"), "{}", said("3"));
    }

    #[test]
    fn a_category_is_named_as_people_read_it() {
        let mut all = reviews(1);
        all[0].review.category = Some("image_style".into());
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let taxonomy = Taxonomy::from_name("mmbench").unwrap();
        let lines = lines(&all, false, (Some(taxonomy), None), (80, &theme));
        let said: String = lines.iter().map(ToString::to_string).collect();
        assert!(said.contains("Image style") && !said.contains("image_style"), "{said}");
    }
}
