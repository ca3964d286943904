//! Whether scores of choices are those of a question's choices.
//!
//! The best of some choices is no answer to a question that has others, and the best of too many may be none
//! of them. Both an import and a score of a file look here before the best letter counts as the answer.

use assay_core::benchmark::Label;

/// Scores for other choices than the question has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the scores are for {found}, and question {question} has {expected}; expected a score for each choice \
     and for no other: name the letters, {{\"A\": .., \"B\": ..}}, and write null for what is no choice"
)]
pub struct OtherScores {
    question: String,
    found: String,
    expected: String,
}

/// Compares the letters that had scores with the choices of their question. A prediction without scores is
/// fine.
///
/// # Errors
/// When they are not the same.
pub fn check_scores(
    question: &str,
    scored: Option<&str>,
    choices: impl Iterator<Item = Label>,
) -> Result<(), OtherScores> {
    let Some(found) = scored else { return Ok(()) };
    let expected: String = choices.map(|label| label.to_string()).collect();
    if found == expected {
        return Ok(());
    }
    let listed = |letters: &str| match letters {
        "" => "no choices".to_owned(),
        some => some.chars().map(String::from).collect::<Vec<_>>().join(", "),
    };
    let (found, expected) = (listed(found), listed(&expected));
    Err(OtherScores { question: question.to_owned(), found, expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scored: Option<&str>, choices: &str) -> Result<(), String> {
        let choices = choices.chars().filter_map(Label::from_letter);
        check_scores("7", scored, choices).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_must_be_those_of_all_choices_and_of_no_other() {
        assert_eq!(check(Some("ABD"), "ABD"), Ok(()));
        assert_eq!(check(None, "ABD"), Ok(()));
        for (scored, choices) in [("ABC", "ABCD"), ("ABCD", "ABC"), ("ABC", "ABD"), ("AB", "")] {
            assert!(check(Some(scored), choices).is_err(), "{scored} for {choices}");
        }
        let problem = check(Some("ABC"), "ABD").unwrap_err();
        assert!(problem.contains("for A, B, C, and question 7 has A, B, D"), "{problem}");
        assert!(check(Some("AB"), "").unwrap_err().contains("has no choices"));
    }
}
