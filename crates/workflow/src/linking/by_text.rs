//! Questions found by the text that a model was asked, for files whose ids may be numbers that the harness
//! gave: Inspect AI counts samples from 1, lmms-eval documents from 0.
//!
//! Spaces, line breaks and marks of pictures are left out of the comparison. The text may have more than the
//! question's stem: a hint, an instruction, the choices.

use std::collections::{HashMap, HashSet};

use assay_core::benchmark::picture_marks::{PictureMarks, TextPart};

/// How many bytes of a stem are looked up; shorter stems are compared one by one.
const PREFIX: usize = 8;

/// The questions of a benchmark, or the rows of a data set, by their stems.
#[derive(Debug, Default)]
pub struct QuestionsByText<'a> {
    stems: Vec<String>,
    choices: Vec<Vec<&'a str>>,
    by_stem: HashMap<String, Vec<usize>>,
    /// The stems by their beginning.
    by_prefix: HashMap<Box<[u8]>, Vec<String>>,
    short: Vec<String>,
}

impl<'a> QuestionsByText<'a> {
    /// Of each question the stem and its choices.
    pub fn new(questions: impl Iterator<Item = (&'a str, Vec<&'a str>)>) -> Self {
        let mut by_text = QuestionsByText::default();
        for (stem, choices) in questions {
            let stem = plain(stem);
            by_text.by_stem.entry(stem.clone()).or_default().push(by_text.stems.len());
            by_text.stems.push(stem);
            by_text.choices.push(sorted(choices));
        }
        for stem in by_text.by_stem.keys().filter(|stem| !stem.is_empty()) {
            match stem.as_bytes().get(..PREFIX) {
                Some(prefix) => {
                    let list = by_text.by_prefix.entry(prefix.into()).or_default();
                    list.push(stem.clone());
                }
                None => by_text.short.push(stem.clone()),
            }
        }
        by_text
    }

    /// The questions that may have been asked with this text and these choices. The one that the id names
    /// is the only one if it may; otherwise those that have these very choices, if there are any.
    pub fn find(&self, asked: &str, choices: Vec<&str>, by_id: Option<usize>) -> Vec<usize> {
        let (asked, choices) = (plain(asked), sorted(choices));
        let has_choices = |&at: &usize| {
            choices.is_empty() || self.choices[at].is_empty() || self.choices[at] == choices
        };
        let same_text = self.with_stem_in(&asked);
        let agreeing = self.with_longest_stem(same_text.iter().copied().filter(has_choices));
        if let Some(at) = by_id
            && (agreeing.contains(&at) || (self.stems[at].is_empty() && has_choices(&at)))
        {
            return vec![at];
        }
        let same_text = self.with_longest_stem(same_text.into_iter());
        match by_id.filter(|at| agreeing.is_empty() && same_text.contains(at)) {
            // Other choices under the question's own text: the choices are at fault, not the id.
            Some(at) => vec![at],
            None => agreeing,
        }
    }

    /// Whether this question may have been asked with this text and these choices.
    pub fn agrees(&self, at: usize, asked: &str, choices: Vec<&str>) -> bool {
        let choices = sorted(choices);
        self.stems.get(at).is_some_and(|stem| plain(asked).contains(stem))
            && (choices.is_empty() || self.choices[at].is_empty() || self.choices[at] == choices)
    }

    fn with_longest_stem(&self, found: impl Iterator<Item = usize> + Clone) -> Vec<usize> {
        let longest = found.clone().map(|at| self.stems[at].len()).max();
        found.filter(|&at| Some(self.stems[at].len()) == longest).collect()
    }

    /// The questions whose stem is this text; else those whose stem is in it: before the question there may
    /// be examples with their answers.
    fn with_stem_in(&self, asked: &str) -> Vec<usize> {
        if let Some(same) = self.by_stem.get(asked) {
            return same.clone();
        }
        let windows = asked.as_bytes().windows(PREFIX).enumerate();
        let long = windows.flat_map(|(at, window)| {
            let begun = self.by_prefix.get(window).into_iter().flatten();
            begun.filter(move |stem| asked.as_bytes()[at..].starts_with(stem.as_bytes()))
        });
        let short = self.short.iter().filter(|stem| asked.contains(stem.as_str()));
        let found: HashSet<&String> = long.chain(short).collect();
        found.into_iter().flat_map(|stem| &self.by_stem[stem]).copied().collect()
    }
}

fn plain(text: &str) -> String {
    let words = |part| match part {
        TextPart::Words(words) => Some(words),
        TextPart::Picture(_) => None,
    };
    let parts = PictureMarks::default().parts(text).into_iter().filter_map(words);
    parts.flat_map(str::split_whitespace).collect()
}

fn sorted(choices: Vec<&str>) -> Vec<&str> {
    let mut choices: Vec<&str> = choices.into_iter().map(str::trim).collect();
    choices.sort_unstable();
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(asked: &str, choices: &[&str], by_id: Option<usize>) -> Vec<usize> {
        let questions = [
            ("What is this?", vec!["cat", "dog"]),
            ("What is this?", vec!["cow", "dog"]),
            ("What is this? Choose the best.", vec!["yes", "no"]),
            ("", vec!["red", "blue"]),
            ("1+1?", vec![]),
        ];
        QuestionsByText::new(questions.into_iter()).find(asked, choices.to_vec(), by_id)
    }

    #[test]
    fn an_id_is_trusted_only_if_text_and_choices_agree() {
        assert_eq!(found("What is\nthis?", &["dog", "cat"], Some(0)), [0]);
        assert_eq!(found("What is this?", &["dog", "cow"], Some(0)), [1]);
        assert_eq!(found("1 + 1?", &[], Some(0)), [4]);
        assert_eq!(found("Hint: a farm.\nWhat is this?\nA. cow", &["cow", "dog"], Some(4)), [1]);
    }

    #[test]
    fn an_example_before_the_question_is_told_apart_by_the_choices() {
        let asked = "What is this? Choose the best.\nAnswer: yes\n\nWhat is this? <image 2>";
        assert_eq!(found(asked, &["cow", "dog"], None), [1]);
        assert_eq!(found(asked, &["no", "yes"], None), [2]);
    }

    #[test]
    fn the_longest_stem_in_the_text_is_the_question() {
        assert_eq!(found("<image> What is this? Choose the best. A yes", &[], Some(0)), [2]);
    }

    #[test]
    fn what_could_be_several_questions_is_left_to_the_id() {
        assert_eq!(found("What is this?", &[], Some(1)), [1]);
        assert_eq!(found("What is this?", &[], Some(4)).len(), 2);
        assert!(found("Who is this?", &[], Some(0)).is_empty());
        assert_eq!(found("Look.", &["blue", "red"], Some(3)), [3], "a question in its picture");
        assert_eq!(found("What is this?", &["a", "b"], Some(0)), [0], "its choices are at fault");
    }
}
