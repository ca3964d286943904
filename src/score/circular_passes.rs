//! In which passes CircularEval asks a question.

use super::{Unrotatable, rotatable};
use crate::benchmark::{Choice, ChoiceOrder, Label, Pass, SourcePass};

/// The passes in which CircularEval asks a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CircularPasses<'a> {
    /// Those that the benchmark's file has, where it has more than one.
    Recorded(&'a [SourcePass]),
    /// One for each choice, the choices rotated to the left.
    Rotated(usize),
    /// The first alone: rotating the choices would change what the question means.
    Single(Unrotatable),
}

impl<'a> CircularPasses<'a> {
    /// The passes of a question with these rows in the benchmark's file, choices and reference answer.
    pub fn of(recorded: &'a [SourcePass], choices: &[Choice], answer: Option<Label>) -> Self {
        if recorded.len() > 1 {
            return CircularPasses::Recorded(recorded);
        }
        let texts = choices.iter().map(|choice| (choice.label, choice.text.as_str()));
        match rotatable(texts, answer) {
            Ok(()) => CircularPasses::Rotated(choices.len()),
            Err(reason) => CircularPasses::Single(reason),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            CircularPasses::Recorded(recorded) => recorded.len(),
            CircularPasses::Rotated(choices) => *choices,
            CircularPasses::Single(_) => 1,
        }
    }

    /// The passes in order, each with the order in which it shows the choices; `original` is that of the
    /// benchmark.
    pub fn orders(&self, original: &ChoiceOrder) -> Vec<(Pass, ChoiceOrder)> {
        let rotated = |by: usize| (Pass(by as u32), original.rotated_left(by));
        match self {
            CircularPasses::Recorded(recorded) => {
                recorded.iter().map(|pass| (pass.pass, pass.order.clone())).collect()
            }
            CircularPasses::Rotated(choices) => (0..*choices).map(rotated).collect(),
            CircularPasses::Single(_) => vec![rotated(0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Vec<Choice> {
        let choice = |(label, text): (Label, &&str)| Choice { label, text: (*text).to_owned() };
        Label::all().zip(texts).map(choice).collect()
    }

    fn orders(passes: &CircularPasses<'_>, choices: &[Choice]) -> Vec<String> {
        let original = ChoiceOrder::original(choices.iter().map(|choice| choice.label));
        let told = |(pass, order): (Pass, ChoiceOrder)| format!("{pass} {order}");
        passes.orders(&original).into_iter().map(told).collect()
    }

    #[test]
    fn a_question_is_asked_once_for_each_choice_rotated_to_the_left() {
        let choices = choices(&["cat", "dog", "hen"]);
        let passes = CircularPasses::of(&[], &choices, Some(Label::A));
        assert_eq!(orders(&passes, &choices), ["0 ABC", "1 BCA", "2 CAB"]);
        assert_eq!(passes.count(), 3);
    }

    #[test]
    fn what_the_benchmarks_file_shows_is_kept_whichever_way_it_rotates() {
        let choices = choices(&["cat", "dog", "hen"]);
        let pass = |pass, order: &str| SourcePass {
            pass: Pass(pass),
            index: pass.to_string(),
            order: order.to_owned().try_into().unwrap(),
        };
        let recorded = [pass(0, "ABC"), pass(1, "CAB")];
        let passes = CircularPasses::of(&recorded, &choices, Some(Label::A));
        assert_eq!(orders(&passes, &choices), ["0 ABC", "1 CAB"]);
        assert!(matches!(
            CircularPasses::of(&recorded[..1], &choices, None),
            CircularPasses::Rotated(3)
        ));
    }

    #[test]
    fn a_question_whose_choices_name_others_is_asked_once() {
        let choices = choices(&["cat", "dog", "Both A and B"]);
        let passes = CircularPasses::of(&[], &choices, Some(Label::A));
        assert_eq!((passes.count(), orders(&passes, &choices)), (1, vec!["0 ABC".to_owned()]));
    }
}
