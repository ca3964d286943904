//! The words of a question that a fix may change: stem, hint, choices, reference answer, ability.
//!
//! [`QuestionText`] holds all of them, as a fix leaves them; [`QuestionEdit`] holds those that a
//! script names. Pictures, split, source and comment stay as they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::category_names::l2_beside;
use super::taxonomy::Taxonomy;
use super::{Choice, ChoiceOrder, Label, Question, ShortAnswer};

/// The words of a question as a fix leaves them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionText {
    /// The question itself.
    pub stem: String,
    /// Context given before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The choices; empty for an open question.
    pub choices: BTreeMap<Label, String>,
    /// The reference answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Label>,
    /// What short answers are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_answer: Option<ShortAnswer>,
    /// The leaf ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The L-2 ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l2_category: Option<String>,
}

/// A text that no question can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// There is no question.
    #[error("the stem is empty; a question needs one")]
    NoStem,
    /// The reference answer names no choice.
    #[error("the answer is {answer}, but the choices are {choices}")]
    AnswerNotAChoice {
        /// The answer.
        answer: Label,
        /// The labels that there are.
        choices: String,
    },
    /// One choice leaves nothing to choose.
    #[error("there is one choice; a question has two or more, or none if it is open")]
    OneChoice,
}

/// A field that differs between two texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextChange {
    /// `stem`, `hint`, `A` to `Z`, `answer`, `short_answer`, `category`, `l2_category`.
    pub field: String,
    /// What it said before; `None` if it was not there.
    pub before: Option<String>,
    /// What it says now; `None` if it is gone.
    pub after: Option<String>,
}

impl QuestionText {
    /// The same with another category, and the L-2 ability that goes with it where there was one.
    #[must_use]
    pub fn with_category(&self, category: &str, taxonomy: &Taxonomy) -> Self {
        QuestionText {
            category: Some(category.to_owned()),
            l2_category: l2_beside(taxonomy, category, self.l2_category.as_deref()),
            ..self.clone()
        }
    }

    /// The words of a question.
    pub fn from_question(question: &Question) -> Self {
        let choices = question.choices.iter().map(|choice| (choice.label, choice.text.clone()));
        QuestionText {
            stem: question.stem.clone(),
            hint: question.hint.clone(),
            choices: choices.collect(),
            answer: question.answer,
            short_answer: question.short.clone(),
            category: question.category.clone(),
            l2_category: question.l2_category.clone(),
        }
    }

    /// Whether a question can have these words.
    pub fn check(&self) -> Result<(), InvalidText> {
        if self.stem.trim().is_empty() {
            return Err(InvalidText::NoStem);
        }
        if self.choices.len() == 1 {
            return Err(InvalidText::OneChoice);
        }
        match self.answer {
            Some(answer) if !self.choices.is_empty() && !self.choices.contains_key(&answer) => {
                let labels: Vec<String> = self.choices.keys().map(Label::to_string).collect();
                Err(InvalidText::AnswerNotAChoice { answer, choices: labels.join(", ") })
            }
            _ => Ok(()),
        }
    }

    /// The question with these words. The rows of its source file stay where the choices have the same
    /// labels; else only the first row is left, in the order of the labels, because the other orders
    /// name choices that are not there.
    #[must_use]
    pub fn applied_to(&self, question: &Question) -> Question {
        let choice =
            |(label, text): (&Label, &String)| Choice { label: *label, text: text.clone() };
        let mut fixed = Question {
            stem: self.stem.clone(),
            hint: self.hint.clone(),
            choices: self.choices.iter().map(choice).collect(),
            answer: self.answer,
            short: self.short_answer.clone(),
            category: self.category.clone(),
            l2_category: self.l2_category.clone(),
            ..question.clone()
        };
        if !fixed.labels().eq(question.labels()) {
            let order = ChoiceOrder::original(self.choices.keys().copied());
            fixed.passes.truncate(1);
            fixed.passes.iter_mut().for_each(|pass| pass.order = order.clone());
        }
        fixed
    }

    /// Whether a model that is shown one text is shown the other: stem, hint and choices. A corrected
    /// answer or ability is not shown.
    pub fn reads_like(&self, other: &QuestionText) -> bool {
        (&self.stem, &self.hint, &self.choices) == (&other.stem, &other.hint, &other.choices)
    }

    /// The fields that differ, in the order of the question.
    pub fn changes_to(&self, after: &QuestionText) -> Vec<TextChange> {
        let mut changes = Vec::new();
        let mut compare = |field: &str, before: Option<String>, after: Option<String>| {
            if before != after {
                changes.push(TextChange { field: field.to_owned(), before, after });
            }
        };
        compare("stem", Some(self.stem.clone()), Some(after.stem.clone()));
        compare("hint", self.hint.clone(), after.hint.clone());
        let labels: std::collections::BTreeSet<&Label> =
            self.choices.keys().chain(after.choices.keys()).collect();
        for label in labels {
            let text = |of: &QuestionText| of.choices.get(label).cloned();
            compare(&label.to_string(), text(self), text(after));
        }
        let letter = |answer: Option<Label>| answer.map(|label| label.to_string());
        compare("answer", letter(self.answer), letter(after.answer));
        let accepted = |of: &QuestionText| of.short_answer.as_ref().map(ShortAnswer::to_string);
        compare("short_answer", accepted(self), accepted(after));
        compare("category", self.category.clone(), after.category.clone());
        compare("l2_category", self.l2_category.clone(), after.l2_category.clone());
        changes
    }
}

/// What a script changes: the fields that are there. `null` takes a hint, a choice, the answer or an
/// ability away; a choice that is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionEdit {
    stem: Option<String>,
    #[serde(default)]
    hint: Named<String>,
    #[serde(default)]
    choices: BTreeMap<Label, Option<String>>,
    #[serde(default)]
    answer: Named<Label>,
    #[serde(default)]
    short_answer: Named<ShortAnswer>,
    /// The accepted answers of a short answer.
    answers: Option<Vec<String>>,
    #[serde(default)]
    category: Named<String>,
    #[serde(default)]
    l2_category: Named<String>,
}

/// A field that may be left out, taken away or set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Named<T> {
    #[default]
    LeftOut,
    Set(Option<T>),
}

/// Keeps `null` apart from a field that is not there.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Named::Set)
    }
}

impl<T: Clone> Named<T> {
    fn or(self, before: Option<&T>) -> Option<T> {
        match self {
            Named::LeftOut => before.cloned(),
            Named::Set(value) => value,
        }
    }
}

impl QuestionEdit {
    /// The text after the edit.
    #[must_use]
    pub fn applied_to(self, text: &QuestionText) -> QuestionText {
        let mut choices = text.choices.clone();
        for (label, choice) in self.choices {
            match choice {
                Some(words) => drop(choices.insert(label, words)),
                None => drop(choices.remove(&label)),
            }
        }
        QuestionText {
            stem: self.stem.unwrap_or_else(|| text.stem.clone()),
            hint: self.hint.or(text.hint.as_ref()),
            choices,
            answer: self.answer.or(text.answer.as_ref()),
            short_answer: match (self.answers, self.short_answer.or(text.short_answer.as_ref())) {
                (Some(answers), Some(short)) => Some(ShortAnswer { answers, ..short }),
                (_, short) => short,
            },
            category: self.category.or(text.category.as_ref()),
            l2_category: self.l2_category.or(text.l2_category.as_ref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::{AnswerRule, Pass, QuestionKey, SourcePass};

    fn question() -> Question {
        let choice = |letter, text: &str| Choice {
            label: Label::from_letter(letter).unwrap(),
            text: text.into(),
        };
        let order = ChoiceOrder::original(Label::all().take(3));
        let pass = |pass: u32| SourcePass {
            pass: Pass(pass),
            index: pass.to_string(),
            order: order.rotated_left(pass as usize),
        };
        let choices = vec![choice('A', "left"), choice('B', "right"), choice('C', "away")];
        Question {
            hint: Some("farm".into()),
            answer: Some(Label::A),
            category: Some("spatial".into()),
            split: Some("dev".into()),
            passes: (0..3).map(pass).collect(),
            ..Question::new(QuestionKey::new("7").unwrap(), "Where is the sheep?", choices)
        }
    }

    fn edit(json: &str) -> QuestionText {
        let edit: QuestionEdit = serde_json::from_str(json).unwrap();
        edit.applied_to(&QuestionText::from_question(&question()))
    }

    #[test]
    fn an_edit_changes_what_it_names_and_null_takes_away() {
        let before = QuestionText::from_question(&question());
        let after = edit(r#"{"hint":null,"choices":{"B":"behind","C":null},"answer":"B"}"#);
        let fields: Vec<_> =
            before.changes_to(&after).into_iter().map(|change| change.field).collect();
        assert_eq!(fields, ["hint", "B", "C", "answer"]);
        assert_eq!(after.choices.len(), 2);
        assert_eq!(edit("{}"), before);
        assert!(serde_json::from_str::<QuestionEdit>(r#"{"image":"x"}"#).is_err());
    }

    #[test]
    fn accepted_answers_change_and_their_rule_stays() {
        let short = ShortAnswer {
            precision: Some(1),
            ..ShortAnswer::new(AnswerRule::Numeric, vec!["2".into()])
        };
        let question = Question { choices: vec![], short: Some(short), ..question() };
        let before = QuestionText::from_question(&question);
        let edit: QuestionEdit = serde_json::from_str(r#"{"answers":["2.5"]}"#).unwrap();
        let after = edit.applied_to(&before);
        let changes = before.changes_to(&after);
        assert_eq!(changes[0].after.as_deref(), Some("2.5 (numeric, 1 decimal)"));
        assert_eq!((changes.len(), changes[0].field.as_str()), (1, "short_answer"));
        let fixed = after.applied_to(&question);
        assert_eq!(fixed.short.unwrap().answers, ["2.5"]);
        assert!(before.reads_like(&after), "a model is asked the same");
    }

    #[test]
    fn an_answer_must_be_a_choice_and_a_stem_must_say_something() {
        assert_eq!(edit(r#"{"stem":" "}"#).check(), Err(InvalidText::NoStem));
        assert!(matches!(
            edit(r#"{"answer":"D"}"#).check(),
            Err(InvalidText::AnswerNotAChoice { .. })
        ));
        let one = edit(r#"{"choices":{"B":null,"C":null}}"#);
        assert_eq!(one.check(), Err(InvalidText::OneChoice));
        assert_eq!(edit(r#"{"answer":null}"#).check(), Ok(()));
    }

    #[test]
    fn the_rows_of_the_source_stay_only_where_they_show_the_same_labels() {
        let kept = edit(r#"{"choices":{"B":"behind"}}"#).applied_to(&question());
        assert_eq!(kept.passes, question().passes);
        let fewer = edit(r#"{"choices":{"C":null}}"#).applied_to(&question());
        assert_eq!(fewer.passes.len(), 1);
        assert_eq!(fewer.passes[0].order.to_string(), "AB");
        assert_eq!(fewer.split, question().split);
    }

    #[test]
    fn a_corrected_answer_reads_the_same_to_a_model() {
        let before = QuestionText::from_question(&question());
        assert!(before.reads_like(&edit(r#"{"answer":"B","category":"ocr"}"#)));
        assert!(!before.reads_like(&edit(r#"{"hint":null}"#)));
    }
}
