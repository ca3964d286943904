//! The passes of a question that CircularEval requires. All commands use this module.

use super::{Unrotatable, rotatable};
use crate::benchmark::{Choice, ChoiceOrder, Label, Pass, SourcePass};

/// The passes that CircularEval requires of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequiredPasses {
    /// Those that the benchmark's file lists, if it lists more than one; in ascending order.
    Listed(Box<[Pass]>),
    /// One for each choice, the choices rotated to the left.
    Rotated(u32),
    /// The first alone: rotating the choices would change what the question means.
    Single(Unrotatable),
}

/// The first pass alone, whatever the choices are.
pub static FIRST_PASS_ONLY: RequiredPasses = RequiredPasses::Rotated(1);

impl RequiredPasses {
    /// The passes of a question of which a file lists these passes, with these choices and this reference
    /// answer. A file that lists more than one pass decides by itself, even if it lists fewer than there
    /// are choices.
    pub fn compute<'a>(
        listed: impl IntoIterator<Item = Pass>,
        choices: impl IntoIterator<Item = (Label, &'a str)>,
        answer: Option<Label>,
    ) -> Self {
        let mut listed: Vec<Pass> = listed.into_iter().collect();
        listed.sort_unstable();
        listed.dedup();
        if listed.len() > 1 {
            return RequiredPasses::Listed(listed.into());
        }
        let mut count = 0;
        match rotatable(choices.into_iter().inspect(|_| count += 1), answer) {
            Ok(()) => RequiredPasses::Rotated(count),
            Err(reason) => RequiredPasses::Single(reason),
        }
    }

    /// The passes of a question of a benchmark. An open question has one, whatever its file lists:
    /// it has no choices to rotate.
    pub fn from_source(listed: &[SourcePass], choices: &[Choice], answer: Option<Label>) -> Self {
        if choices.is_empty() {
            return RequiredPasses::Single(Unrotatable::NoChoices);
        }
        let choices = choices.iter().map(|choice| (choice.label, choice.text.as_str()));
        Self::compute(listed.iter().map(|source| source.pass), choices, answer)
    }

    /// The number of passes.
    pub fn count(&self) -> usize {
        self.iter().count()
    }

    /// The passes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Pass> {
        let (listed, count): (&[Pass], u32) = match self {
            RequiredPasses::Listed(passes) => (passes, 0),
            RequiredPasses::Rotated(choices) => (&[], *choices),
            RequiredPasses::Single(_) => (&[], 1),
        };
        listed.iter().copied().chain((0..count).map(Pass))
    }

    /// Whether a file lists passes of the question, but fewer than it has choices.
    pub fn are_fewer_than(&self, choices: usize) -> bool {
        matches!(self, RequiredPasses::Listed(passes) if passes.len() < choices)
    }

    /// The passes in order, each with the order in which it shows the choices. `listed` are the passes of
    /// the benchmark's file, `original` is the benchmark's order.
    pub fn orders(
        &self,
        listed: &[SourcePass],
        original: &ChoiceOrder,
    ) -> Vec<(Pass, ChoiceOrder)> {
        let order = |pass: Pass| {
            let source = match self {
                RequiredPasses::Listed(_) => listed.iter().find(|source| source.pass == pass),
                RequiredPasses::Rotated(_) | RequiredPasses::Single(_) => None,
            };
            let rotated = || original.rotated_left(pass.0 as usize);
            (pass, source.map_or_else(rotated, |source| source.order.clone()))
        };
        self.iter().map(order).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Vec<Choice> {
        let choice = |(label, text): (Label, &&str)| Choice { label, text: (*text).to_owned() };
        Label::all().zip(texts).map(choice).collect()
    }

    fn orders(listed: &[SourcePass], choices: &[Choice]) -> Vec<String> {
        let original = ChoiceOrder::original(choices.iter().map(|choice| choice.label));
        let required = RequiredPasses::from_source(listed, choices, Some(Label::A));
        let describe = |(pass, order): (Pass, ChoiceOrder)| format!("{pass} {order}");
        required.orders(listed, &original).into_iter().map(describe).collect()
    }

    fn source(pass: u32, order: &str) -> SourcePass {
        SourcePass { pass: Pass(pass), index: pass.to_string(), order: order.parse().unwrap() }
    }

    #[test]
    fn a_question_is_asked_once_for_each_choice_rotated_to_the_left() {
        assert_eq!(orders(&[], &choices(&["cat", "dog", "hen"])), ["0 ABC", "1 BCA", "2 CAB"]);
    }

    #[test]
    fn the_benchmarks_file_decides_which_passes_are_required_and_how_they_rotate() {
        let choices = choices(&["cat", "dog", "hen"]);
        let listed = [source(0, "ABC"), source(2, "BCA")];
        assert_eq!(orders(&listed, &choices), ["0 ABC", "2 BCA"]);
        let required = RequiredPasses::from_source(&listed, &choices, Some(Label::A));
        assert!(required.are_fewer_than(3));
        assert_eq!(orders(&listed[..1], &choices).len(), 3, "one pass says nothing of the others");
    }

    #[test]
    fn the_order_of_the_list_and_repeated_passes_do_not_matter() {
        let listed = [Pass(2), Pass(0), Pass(2)];
        let required = RequiredPasses::compute(listed, [], None);
        assert_eq!(required.iter().collect::<Vec<_>>(), [Pass(0), Pass(2)]);
        assert_eq!(required.count(), 2);
    }

    #[test]
    fn an_open_question_is_asked_once_whatever_its_file_lists() {
        assert_eq!(orders(&[source(0, ""), source(1, "")], &[]), ["0 "]);
    }

    #[test]
    fn a_question_whose_choices_name_others_is_asked_once() {
        let choices = choices(&["cat", "dog", "Both A and B"]);
        assert_eq!(orders(&[], &choices), ["0 ABC"]);
    }
}
