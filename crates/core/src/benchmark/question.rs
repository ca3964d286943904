//! A question with its choices, its reference answer and its place in the taxonomy.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::category_names::l2_beside;
use super::taxonomy::Taxonomy;
use super::{ChoiceOrder, Label, Pass, QuestionPicture, ShortAnswer};
use crate::keyword::{Keyword, keywords};

/// The name of a question within its benchmark: its index in the source file, as text.
///
/// An index may be a number (`241`) or a word (`VAL_0001`). Numbers are kept without a sign of
/// where they came from, so `1` and a spreadsheet's `1.0` are kept apart by the reader of the
/// format, not here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QuestionKey(String);

impl QuestionKey {
    /// A key; `None` for an empty text.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty()).then_some(QuestionKey(text))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for QuestionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// One choice of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The letter before it.
    pub label: Label,
    /// Its text, as written in the source; may be empty where the choice is a picture.
    pub text: String,
}

/// A question in one revision of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its name within the benchmark.
    pub key: QuestionKey,
    /// The question itself.
    pub stem: String,
    /// Context given before the question.
    pub hint: Option<String>,
    /// The choices in order of their labels; labels may have gaps. Empty for a short or an open question.
    pub choices: Vec<Choice>,
    /// The reference answer; absent in test splits.
    pub answer: Option<Label>,
    /// For a question without choices that is answered in a few words or with a number: what answers are compared
    /// with. `None` for an open question.
    pub short: Option<ShortAnswer>,
    /// The L-3 (leaf) ability, named as in the data.
    pub category: Option<String>,
    /// The L-2 ability, named as in the data.
    pub l2_category: Option<String>,
    /// For instance `dev` or `test`.
    pub split: Option<String>,
    /// Where the question was taken from.
    pub source: Option<String>,
    /// A remark of the benchmark's makers.
    pub comment: Option<String>,
    /// Its pictures in order.
    pub pictures: Vec<QuestionPicture>,
    /// The rows of the source file that belong to this question, pass 0 first. More than one where
    /// the file was expanded for CircularEval.
    pub passes: Vec<SourcePass>,
    /// The fields of the source that have no place above, by their names. No screen shows them, they
    /// are not part of the content, and they go into exports.
    pub extra: Extra,
}

/// Fields of a source by their names, in its order.
pub type Extra = serde_json::Map<String, serde_json::Value>;

/// The extra field that lists the picture files that were not there when a question was imported.
pub const MISSING_PICTURES: &str = "missing_pictures";

/// A row of the source file that shows a question's choices in a certain order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePass {
    /// Which CircularEval pass the row is.
    pub pass: Pass,
    /// The index that the row has in the file.
    pub index: String,
    /// The order in which the row shows the choices.
    pub order: ChoiceOrder,
}

impl Question {
    /// A question of which no more is known than these.
    pub fn new(key: QuestionKey, stem: impl Into<String>, choices: Vec<Choice>) -> Self {
        Question {
            key,
            stem: stem.into(),
            hint: None,
            choices,
            answer: None,
            short: None,
            category: None,
            l2_category: None,
            split: None,
            source: None,
            comment: None,
            pictures: Vec::new(),
            passes: Vec::new(),
            extra: Extra::new(),
        }
    }

    /// The row of a file in which only this question is, with its choices in order.
    pub fn own_row(&self) -> SourcePass {
        SourcePass { pass: Pass::FIRST, index: self.key.0.clone(), order: self.order() }
    }

    /// The order in which the benchmark has its choices.
    pub fn order(&self) -> ChoiceOrder {
        ChoiceOrder::original(self.labels())
    }

    /// What it asks for.
    pub fn kind(&self) -> QuestionKind {
        QuestionKind::new(self.choices.len(), self.short.is_some())
    }

    /// The labels of the choices in order.
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        self.choices.iter().map(|choice| choice.label)
    }

    /// The choice with this label.
    pub fn choice(&self, label: Label) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.label == label)
    }

    /// Gives it another category, and the L-2 ability that goes with it where it had one.
    pub fn set_category(&mut self, category: &str, taxonomy: &Taxonomy) {
        self.l2_category = l2_beside(taxonomy, category, self.l2_category.as_deref());
        self.category = Some(category.to_owned());
    }

    /// Whether a model is shown the same: stem, hint, choices and pictures.
    pub fn is_shown_like(&self, other: &Question) -> bool {
        (&self.stem, &self.hint, &self.choices, &self.pictures)
            == (&other.stem, &other.hint, &other.choices, &other.pictures)
    }

    /// BLAKE3 over everything a reviewer can see, in a fixed order with lengths, so that two
    /// questions have the same hash exactly when they read the same. Which CircularEval rows the
    /// source file held does not count.
    pub fn content_hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut field = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        field(self.stem.as_bytes());
        let optional = [
            &self.hint,
            &self.category,
            &self.l2_category,
            &self.split,
            &self.source,
            &self.comment,
        ];
        for text in optional {
            field(&[u8::from(text.is_some())]);
            field(text.as_deref().unwrap_or_default().as_bytes());
        }
        field(self.answer.map(|label| label.to_string()).unwrap_or_default().as_bytes());
        field(&(self.choices.len() as u64).to_le_bytes());
        for choice in &self.choices {
            field(choice.label.to_string().as_bytes());
            field(choice.text.as_bytes());
        }
        for picture in &self.pictures {
            field(picture.role.to_string().as_bytes());
            field(picture.hash.as_bytes());
        }
        // Questions without it keep the hashes that databases hold.
        if let Some(short) = &self.short {
            let precision = short.precision.map(|decimals| decimals.to_string());
            let form = [Some(short.rule.name()), precision.as_deref(), short.unit.as_deref()];
            field(b"short answer");
            for text in form {
                field(&[u8::from(text.is_some())]);
                field(text.unwrap_or_default().as_bytes());
            }
            short.answers.iter().for_each(|answer| field(answer.as_bytes()));
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The same question with LF in place of each CRLF. The content hash keeps the difference, because
    /// databases hold it.
    #[must_use]
    pub fn with_line_feeds(&self) -> Self {
        let mut question = self.clone();
        let choices = question.choices.iter_mut().map(|choice| &mut choice.text);
        let optional = [
            &mut question.hint,
            &mut question.category,
            &mut question.l2_category,
            &mut question.split,
            &mut question.source,
            &mut question.comment,
        ];
        for text in choices.chain(optional.into_iter().flatten()).chain([&mut question.stem]) {
            *text = text.replace("\r\n", "\n");
        }
        question
    }
}

keywords! {
    /// What a question asks for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum QuestionKind {
        /// One of its choices.
        Choice = "choice",
        /// A few words or a number, which a rule compares with the accepted ones.
        Short = "short",
        /// Words of one's own: it has no choices, and nothing that an answer could be compared with.
        Open = "open",
    }
}

impl QuestionKind {
    /// The kind of a question with this number of choices, or with a rule for short answers.
    pub const fn new(choices: usize, has_rule: bool) -> Self {
        match (choices, has_rule) {
            (0, false) => QuestionKind::Open,
            (0, true) => QuestionKind::Short,
            _ => QuestionKind::Choice,
        }
    }

    /// Whether people answer it, blind, before they judge it.
    pub const fn takes_answer(self) -> bool {
        matches!(self, QuestionKind::Choice | QuestionKind::Short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::PictureRole::{Frame, Stem};
    use crate::benchmark::{AnswerRule, ImageHash};

    fn question() -> Question {
        let choices = vec![
            Choice { label: Label::A, text: "left".into() },
            Choice { label: Label::from_letter('B').unwrap(), text: "right".into() },
        ];
        Question {
            answer: Some(Label::A),
            category: Some("spatial_relationship".into()),
            split: Some("dev".into()),
            ..Question::new(QuestionKey::new("7").unwrap(), "Where is the sheep?", choices)
        }
    }

    #[test]
    fn the_same_text_in_another_field_is_another_content() {
        let mut one = question();
        one.hint = Some("farm".into());
        let mut other = question();
        other.comment = Some("farm".into());
        assert_ne!(one.content_hash(), other.content_hash());
    }

    #[test]
    fn a_choice_is_found_by_its_label_and_a_gap_is_none() {
        let mut question = question();
        question.choices.remove(0);
        let b = Label::from_letter('B').unwrap();
        assert_eq!(question.labels().collect::<Vec<_>>(), [b]);
        assert_eq!(question.choice(b).map(|choice| choice.text.as_str()), Some("right"));
        assert_eq!(question.choice(Label::A), None);
        assert_eq!(format!("{:>3}", question.key), "  7");
    }

    // Databases hold these hashes: another value would make a new revision of every question.
    #[test]
    fn the_content_hash_of_a_question_never_changes() {
        let mut question = question();
        let hash = ImageHash::compute(b"picture");
        question.pictures.push(QuestionPicture { hash, role: Stem });
        let expected = "250b9b362d7dbb8ba414002565c2370e12ce603107dae72d0c38cc3f07b54913";
        assert_eq!(question.content_hash(), expected);
    }

    #[test]
    fn another_picture_or_another_role_of_it_is_another_content() {
        let with = |bytes: &[u8], role| {
            let hash = ImageHash::compute(bytes);
            let pictures = vec![QuestionPicture { hash, role }];
            Question { pictures, ..question() }.content_hash()
        };
        assert_ne!(with(b"one", Stem), with(b"other", Stem));
        assert_ne!(with(b"one", Stem), with(b"one", Frame));
    }

    #[test]
    fn another_accepted_answer_or_another_rule_is_another_content() {
        let with = |rule, answers: &[&str]| {
            let answers = answers.iter().map(|&answer| answer.to_owned()).collect();
            let short = Some(ShortAnswer::new(rule, answers));
            Question { short, ..question() }.content_hash()
        };
        let hashes = [
            question().content_hash(),
            with(AnswerRule::Exact, &["2"]),
            with(AnswerRule::Exact, &["2", "two"]),
            with(AnswerRule::Numeric, &["2"]),
        ];
        let different: std::collections::BTreeSet<&String> = hashes.iter().collect();
        assert_eq!(different.len(), hashes.len());
    }

    #[test]
    fn an_empty_hint_is_not_the_same_as_no_hint() {
        let mut with_empty_hint = question();
        with_empty_hint.hint = Some(String::new());
        assert_ne!(with_empty_hint.content_hash(), question().content_hash());
    }
}
