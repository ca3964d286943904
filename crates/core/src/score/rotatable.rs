//! The questions that can be asked with their choices rotated, and by how much the choices of a row are.

use crate::benchmark::{Label, Pass};
use crate::extract::vlmevalkit::letters_as_words;

/// Why a question is asked in one pass only.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrotatable {
    /// It is an open question.
    #[error("it has no choices")]
    NoChoices,
    /// The labels have gaps, so that positions and letters would part.
    #[error("its labels have a gap before {0}")]
    Gap(Label),
    /// A choice speaks of other choices: `Both A and B`.
    #[error("choice {0} names other choices")]
    NamesOthers(Label),
    /// A choice names the choices before it: `All of the above`.
    #[error("choice {0} speaks of the choices above it")]
    SpeaksOfOthersAbove(Label),
    /// The reference answer is not one of the choices.
    #[error("its reference answer is none of its choices")]
    AnswerIsNoChoice,
}

/// Whether rotating the choices keeps the question's meaning. The same questions are left single as
/// by VLMEvalKit's circular tool: those whose choices name two or more labels as words, those
/// without a valid answer, those without choices. An unknown answer is not checked. Beyond the
/// tool, choices such as "all of the above" keep their positions.
pub fn rotatable<'a>(
    choices: impl IntoIterator<Item = (Label, &'a str)>,
    answer: Option<Label>,
) -> Result<(), Unrotatable> {
    // The labels are known only at the end, so the letters that each choice names are kept.
    let mut named = [0u32; Label::COUNT];
    let mut above = None;
    let mut count = 0;
    for (label, text) in choices {
        if label.index() != count {
            return Err(Unrotatable::Gap(label));
        }
        named[count] = letters_as_words(text);
        if above.is_none() && speaks_of_others_above(text) {
            above = Some(label);
        }
        count += 1;
    }
    if count == 0 {
        return Err(Unrotatable::NoChoices);
    }
    let labels = (1u32 << count) - 1;
    let names_others =
        named[..count].iter().position(|letters| (letters & labels).count_ones() > 1);
    if let Some(label) = names_others.and_then(Label::from_index) {
        return Err(Unrotatable::NamesOthers(label));
    }
    if let Some(label) = above {
        return Err(Unrotatable::SpeaksOfOthersAbove(label));
    }
    match answer {
        Some(label) if label.index() >= count => Err(Unrotatable::AnswerIsNoChoice),
        _ => Ok(()),
    }
}

/// Whether a choice says "all of the above" or the like. Chinese puts it at the beginning; at the end
/// the same word means "and more".
fn speaks_of_others_above(text: &str) -> bool {
    const PHRASES: [&str; 5] =
        ["of the above", "all above", "both above", "none above", "the above options"];
    let contains = |phrase: &&str| {
        text.as_bytes()
            .windows(phrase.len())
            .any(|part| part.eq_ignore_ascii_case(phrase.as_bytes()))
    };
    let has_the_word = contains(&"above");
    (has_the_word && PHRASES.iter().any(contains)) || text.trim_start().starts_with("以上")
}

/// The numbers of places to the left by which `count` choices are rotated, if
/// `matches(shown, original)` compares the choice shown at one position with the original choice of another.
/// Several only if choices repeat; empty if the row shows other choices.
pub fn rotations(
    count: usize,
    matches: impl Fn(usize, usize) -> bool,
) -> impl Iterator<Item = usize> {
    (0..count).filter(move |by| (0..count).all(|at| matches(at, (at + by) % count)))
}

/// All rotations of `count` choices, those first that VLMEvalKit's files have for a pass: by its number
/// of places to the left, then to the right.
pub fn likeliest_rotations(pass: Pass, count: usize) -> impl Iterator<Item = usize> {
    let left = (pass.0 as usize).checked_rem(count);
    let right = left.map(|left| (count - left) % count);
    let first = [left, right.filter(|&right| Some(right) != left)];
    let others = (0..count).filter(move |by| !first.contains(&Some(*by)));
    first.into_iter().flatten().chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices<'a>(texts: &'a [&'a str]) -> impl Iterator<Item = (Label, &'a str)> {
        Label::all().zip(texts.iter().copied())
    }

    #[test]
    fn a_choice_that_names_others_stays_where_it_is() {
        for text in ["Both A and B", "B, A", "(A)(B)", "neither A,\nnor B."] {
            let error = rotatable(choices(&["cat", "dog", text]), Some(Label::A));
            let third = Label::from_index(2).unwrap();
            assert_eq!(error, Err(Unrotatable::NamesOthers(third)), "{text}");
        }
    }

    #[test]
    fn a_lone_letter_in_a_choice_does_no_harm() {
        for texts in [["Solution A", "Solution B"], ["A AB C", "BA xB"], ["vitamin A or D", "B"]] {
            assert_eq!(rotatable(choices(&texts), Some(Label::A)), Ok(()), "{texts:?}");
        }
    }

    #[test]
    fn a_choice_that_speaks_of_those_above_stays_where_it_is() {
        for text in ["All of the above", "NONE OF THE ABOVE.", "Both above", "以上都是"] {
            let found = rotatable(choices(&["x", text]), Some(Label::A));
            let b = Label::from_letter('B').unwrap();
            assert_eq!(found, Err(Unrotatable::SpeaksOfOthersAbove(b)), "{text}");
        }
        for text in ["above the door", "18岁以上", "none of these"] {
            assert_eq!(rotatable(choices(&["x", text]), Some(Label::A)), Ok(()), "{text}");
        }
    }

    #[test]
    fn an_answer_beyond_the_choices_and_a_gap_are_errors() {
        let d = Label::from_letter('D').unwrap();
        assert_eq!(rotatable(choices(&["x", "y"]), Some(d)), Err(Unrotatable::AnswerIsNoChoice));
        assert_eq!(rotatable([(Label::A, "x"), (d, "y")], None), Err(Unrotatable::Gap(d)));
    }

    #[test]
    fn an_open_question_has_nothing_to_rotate() {
        assert_eq!(rotatable([], None), Err(Unrotatable::NoChoices));
    }

    fn rotations_of(original: &[&str], shown: &[&str]) -> Vec<usize> {
        let count = if original.len() == shown.len() { shown.len() } else { 0 };
        rotations(count, |at, from| shown[at] == original[from]).collect()
    }

    #[test]
    fn repeated_choices_fit_several_rotations() {
        assert_eq!(rotations_of(&["x", "y", "x", "y"], &["y", "x", "y", "x"]), [1, 3]);
        assert_eq!(rotations_of(&["p", "q", "r"], &["r", "p", "q"]), [2]);
        assert!(rotations_of(&["p", "q"], &["q", "r"]).is_empty());
        assert!(rotations_of(&["p", "q"], &["p"]).is_empty());
    }

    #[test]
    fn the_number_of_the_pass_comes_first_to_the_left_and_then_to_the_right() {
        let order = |pass, count| likeliest_rotations(Pass(pass), count).collect::<Vec<_>>();
        assert_eq!(order(1, 4), [1, 3, 0, 2]);
        assert_eq!(order(2, 4), [2, 0, 1, 3]);
        assert_eq!(order(0, 3), [0, 1, 2]);
        assert_eq!(order(7, 4), [3, 1, 0, 2]);
        assert!(order(1, 0).is_empty());
    }
}
