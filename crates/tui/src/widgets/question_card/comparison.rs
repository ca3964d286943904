//! The annotator's own answer and category compared with those of the data.

use unicode_width::UnicodeWidthStr;

use super::Marks;
use crate::messages::text;
use crate::terms::{self, key_letter};
use crate::theme::{Theme, Tone};
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::keyword::Keyword;
use assay_core::visible::visible_line;
use assay_store::BlindQuestion;

/// The own answer next to the reference answer, once there is one, and a short reference answer as soon as it may be seen; in short where the width is not enough.
pub(super) fn comparison(marks: &Marks<'_>, width: usize, theme: &Theme) -> Option<(String, Tone)> {
    let said = |answer| terms::answer_with(answer, key_letter, text!("answer-not-shown"));
    let accepted = marks.reveal.and_then(|reveal| Some((reveal, reveal.short.as_ref()?)));
    if let Some((reveal, short)) = accepted.filter(|(_, short)| short.has_reference()) {
        let (reference, rule) = (visible_line(&short.listed()).into_owned(), short.rule.name());
        let Some(answer) = marks.answer else {
            return Some((text!("card-reference-by-rule", reference, rule), theme.text));
        };
        let own = said(answer);
        return Some(match reveal.accepts(answer) {
            Some(true) => (text!("card-you-agree-by-rule", own, reference, rule), theme.agree),
            _ => (text!("card-you-differ-by-rule", own, reference, rule), theme.alert),
        });
    }
    let answer = marks.answer?;
    let own = said(answer);
    let in_line = |whole: String, short: String| if whole.width() <= width { whole } else { short };
    Some(match marks.reveal.map(|reveal| reveal.answer) {
        None => (text!("card-you", own), theme.own),
        Some(None) => (text!("card-you-no-reference", own), theme.dim),
        Some(Some(label)) if answer == BlindAnswer::Choice(label) => {
            let short = text!("card-you-agree-short", own);
            (in_line(text!("card-you-agree", own), short), theme.agree)
        }
        Some(Some(label)) => {
            let reference = key_letter(label);
            let in_short = terms::answer_with(answer, key_letter, text!("answer-cannot-tell"));
            let short = text!("card-you-differ-short", own = in_short, reference);
            (in_line(text!("card-you-differ", own, reference), short), theme.alert)
        }
    })
}

/// The category that the annotator chose next to that of the data, or a request to choose one;
/// `None` if the review does not ask for one.
pub(super) fn compared_category(
    question: &BlindQuestion,
    marks: &Marks<'_>,
    theme: &Theme,
) -> Option<(String, Tone)> {
    let taxonomy = question.taxonomy();
    let Some(own) = marks.category else {
        let is_next = marks.waits_for_category;
        return is_next.then(|| (text!("card-category-next").to_owned(), theme.key));
    };
    let chosen = terms::category(taxonomy, own);
    let of_data = question.category.as_deref().filter(|_| marks.reveal.is_some());
    Some(match of_data {
        None => (text!("card-category", own = chosen), theme.own),
        Some(_) if question.has_category(own) => {
            (text!("card-category-agrees", own = chosen), theme.agree)
        }
        Some(of_data) => {
            let of_data = terms::category(taxonomy, of_data);
            (text!("card-category-differs", own = chosen, data = of_data), theme.disagree)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use assay_core::benchmark::{AnswerRule, ShortAnswer};
    use assay_store::Reveal;

    #[test]
    fn a_short_reference_answer_is_there_with_and_without_an_own_one() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let length = ShortAnswer::new(AnswerRule::Numeric, vec!["2.5".into()]);
        let short = Some(ShortAnswer { unit: Some("cm".into()), ..length });
        let reveal = Reveal { answer: None, short, comment: None };
        let shown = |own: Option<&str>| {
            let answer = own.map(|own| BlindAnswer::Typed(own.parse().unwrap()));
            let marks = Marks { answer, reveal: Some(&reveal), ..Marks::default() };
            comparison(&marks, 80, &theme).unwrap().0
        };
        assert_eq!(shown(None), "reference (numeric): 2.5 cm");
        assert_eq!(shown(Some("25 mm")), "✓ you: 25 mm · accepted by numeric: 2.5 cm");
        assert_eq!(shown(Some("3")), "≠ you: 3 · reference (numeric): 2.5 cm");
    }
}
