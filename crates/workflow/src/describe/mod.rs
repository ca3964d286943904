//! The description of a benchmark: what it consists of, and what is suspicious about it.
//!
//! [`describe`] counts questions by ability, kind and number of choices, tests the positions of the
//! reference answers, and finds duplicates; it is pure. [`load`](mod@load) fetches the questions and looks
//! at the pictures.

mod abilities;
mod duplicates;
mod groups;
mod kinds;
mod load;
pub mod near_picture;
pub(crate) mod near_text;
mod positions;
mod sizes;

use std::collections::BTreeMap;

use serde::Serialize;

pub use abilities::{Abilities, AbilityCount, Shortfall, UnknownName, unknown_names};
pub use duplicates::{Duplicates, Duplication};
pub(crate) use duplicates::{Text, text};
pub use kinds::{KindCount, Presentation};
pub use load::{Look, examined, load, load_with_pictures};
pub use positions::{Balance, NOTHING_TO_TEST, PositionCounts};
pub use sizes::{PictureSizes, Words};

use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{AnswerRule, Question, QuestionKind};
use assay_store::PictureFacts;
use near_picture::Fingerprint;

/// The number of pictures that a warning names.
const MOST_NAMED: usize = 3;

/// What a benchmark consists of.
#[derive(Debug, Serialize)]
pub struct Description {
    /// The benchmark's name.
    pub benchmark: String,
    /// The split, if the description is limited to one.
    pub split: Option<String>,
    /// The taxonomy of the abilities, if there is one.
    pub taxonomy: Option<String>,
    pub questions: usize,
    /// The number of questions of each split; questions without one are not listed.
    pub splits: BTreeMap<String, usize>,
    /// Questions by ability.
    pub abilities: Abilities,
    /// Questions by what they show.
    pub kinds: Vec<KindCount>,
    /// The number of questions by their number of choices; 0 are open questions and those with short answers.
    pub choices: BTreeMap<usize, usize>,
    /// Questions with choices and no reference answer.
    pub missing_answers: Vec<String>,
    /// Open questions, which do not have choices.
    pub open_questions: usize,
    /// Questions that are answered in a few words or with a number, by the rule that compares answers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_answers: BTreeMap<AnswerRule, usize>,
    /// The positions of the reference answers.
    pub answer_positions: Balance,
    /// The lengths of the texts.
    pub words: Words,
    /// The sizes of the pictures.
    pub pictures: PictureSizes,
    /// The references of pictures that are not there as they were imported, each with what is
    /// wrong. They count among the pictures, and are left out of their sizes and of near
    /// duplicates.
    pub broken_pictures: Vec<String>,
    pub duplicates: Duplicates,
    /// Warnings for readers of the figures.
    pub warnings: Vec<String>,
}

/// The pictures of a benchmark as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// Size and bytes of each different picture.
    pub facts: Vec<PictureFacts>,
    /// Their fingerprints in the same order; `None` if pictures were not examined.
    pub fingerprints: Option<Vec<Option<Fingerprint>>>,
    /// The references of those that are not there as they were imported, each with what is wrong.
    pub broken: Vec<String>,
}

/// Describes these questions, of a split or of all.
pub fn describe(
    benchmark: &str,
    split: Option<&str>,
    taxonomy: &Taxonomy,
    questions: &[Question],
    pictures: &Pictures,
) -> Description {
    let mut splits = BTreeMap::new();
    let mut choices = BTreeMap::new();
    let mut short_answers = BTreeMap::new();
    for question in questions {
        if let Some(split) = &question.split {
            *splits.entry(split.clone()).or_default() += 1;
        }
        *choices.entry(question.choices.len()).or_default() += 1;
        if let Some(short) = &question.short {
            *short_answers.entry(short.rule).or_default() += 1;
        }
    }
    let lacks_answer =
        |question: &&Question| !question.choices.is_empty() && question.answer.is_none();
    Description {
        benchmark: benchmark.to_owned(),
        split: split.map(str::to_owned),
        taxonomy: (!taxonomy.name.is_empty()).then(|| taxonomy.name.clone()),
        questions: questions.len(),
        splits,
        abilities: Abilities::count(questions, taxonomy),
        kinds: kinds::count(questions),
        open_questions: questions.iter().filter(|one| one.kind() == QuestionKind::Open).count(),
        short_answers,
        choices,
        missing_answers: questions.iter().filter(lacks_answer).map(key).collect(),
        answer_positions: Balance::count(questions),
        words: Words::count(questions),
        pictures: PictureSizes::count(&pictures.facts, pictures.broken.len()),
        broken_pictures: pictures.broken.clone(),
        duplicates: Duplicates::find(questions, pictures),
        warnings: broken_warning(pictures).into_iter().collect(),
    }
}

fn broken_warning(pictures: &Pictures) -> Option<String> {
    let (broken, all) = (pictures.broken.len(), pictures.broken.len() + pictures.facts.len());
    let mut places = pictures.broken[..broken.min(MOST_NAMED)].join("; ");
    if broken > MOST_NAMED {
        places.push_str(&format!("; and {} more", broken - MOST_NAMED));
    }
    let (are, they) = if broken == 1 { ("is", "it is") } else { ("are", "they are") };
    (broken > 0).then(|| {
        format!(
            "{broken} of {all} pictures {are} not as the import left them: {places}; {they} left out \
             of sizes and near duplicates. `assay doctor` finds all of them; put the files back, or \
             import the questions again from where their pictures are now"
        )
    })
}

fn key(question: &Question) -> String {
    question.key.as_str().to_owned()
}

/// The texts of a question: stem, hint, choices.
pub(crate) fn texts_of(question: &Question) -> impl Iterator<Item = &str> {
    let choices = question.choices.iter().map(|choice| choice.text.as_str());
    std::iter::once(question.stem.as_str()).chain(question.hint.as_deref()).chain(choices)
}

#[cfg(test)]
mod fixtures {
    //! Questions with a text and choices, to be changed in tests.

    use assay_core::benchmark::{
        Choice, ImageHash, Label, PictureRole, Question, QuestionKey, QuestionPicture,
    };

    pub fn question(key: &str, stem: &str, choices: &[&str], answer: Option<char>) -> Question {
        let choice = |(label, text): (Label, &&str)| Choice { label, text: (*text).to_owned() };
        let choices = Label::all().zip(choices).map(choice).collect();
        let answer = answer.and_then(Label::from_letter);
        Question { answer, ..Question::new(QuestionKey::new(key).unwrap(), stem, choices) }
    }

    pub fn picture(bytes: &[u8], role: PictureRole) -> QuestionPicture {
        QuestionPicture { hash: ImageHash::compute(bytes), role }
    }
}
