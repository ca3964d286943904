//! Whether scores of choices are those of a question's choices.
//!
//! The best of some choices does not answer a question that has others, and the best of too many may be none
//! of them. Both an import and a score of a file look here before the best letter counts as the answer.

use assay_core::benchmark::Label;

/// Compares the letters that had scores with the choices of their question. A prediction without scores is
/// fine.
///
/// # Errors
/// When they are not the same.
pub fn check_scores(
    question: &str,
    scored: Option<&str>,
    choices: impl Iterator<Item = Label>,
) -> Result<(), String> {
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
    Err(format!(
        "the scores are for {found}, and question {question} has {expected}; expected a score for each \
         choice and for no other: name the letters, {{\"A\": .., \"B\": ..}}, and write null for what is \
         no choice"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scored: Option<&str>, choices: &str) -> Result<(), String> {
        let choices = choices.chars().filter_map(Label::from_letter);
        check_scores("7", scored, choices)
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
