//! Who judges: a language model, a person, or the labels of a file.

use serde::Serialize;

use crate::keyword::keywords;

keywords! {
    /// Who judges.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum JudgeKind {
        /// A language model.
        Model = "model",
        /// A person whose votes were imported.
        Person = "person",
        /// The labels of a file, which say what the right verdict is.
        Label = "label",
    }
}

impl JudgeKind {
    /// The kind that a judge's name says, for files without one: `annotator1`, `expert_3`,
    /// `arena_user_7` and bare numbers are people, `label` is the label, any other name a model.
    pub fn from_judge_name(name: &str) -> Self {
        let name = name.trim().to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphabetic());
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if name == Self::LABEL {
            JudgeKind::Label
        } else if is_number || words.any(is_of_people) {
            JudgeKind::Person
        } else {
            JudgeKind::Model
        }
    }

    /// The name of the judge whose votes are the labels of a file.
    pub const LABEL: &str = "label";
}

/// Whether a word in the name of a judge means people.
fn is_of_people(word: &str) -> bool {
    let people = "annotator author crowd expert human person rater user volunteer worker";
    people.split(' ').any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_by_the_names_that_data_sets_give_them() {
        for name in
            ["annotator1", "expert_16", "author_2", "arena_user_55", "human", "Rater 3", "97"]
        {
            assert_eq!(JudgeKind::from_judge_name(name), JudgeKind::Person, "{name}");
        }
        for name in ["gpt-4", "judge", "gpt4_pair", "claude-3-5-sonnet", ""] {
            assert_eq!(JudgeKind::from_judge_name(name), JudgeKind::Model, "{name}");
        }
        assert_eq!(JudgeKind::from_judge_name("label"), JudgeKind::Label);
    }
}
