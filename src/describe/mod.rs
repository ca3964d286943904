//! A benchmark described: what it is made of, and what is suspicious about it.
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
mod near_text;
mod positions;
mod sizes;

use std::collections::BTreeMap;

use serde::Serialize;

pub use abilities::{Abilities, AbilityCount, Shortfall, UnknownName, unknown_names};
pub use duplicates::{Duplicates, Duplication};
pub use kinds::{KindCount, Presentation};
pub use load::{Look, load};
pub use positions::{Balance, NOTHING_TO_TEST, PositionCounts};
pub use sizes::{PictureSizes, Words};

use crate::benchmark::Question;
use crate::benchmark::taxonomy::Taxonomy;
use crate::store::PictureFacts;
use near_picture::Fingerprint;

/// A warning names so many pictures.
const MOST_NAMED: usize = 3;

/// What a benchmark is made of.
#[derive(Debug, Serialize)]
pub struct Description {
    /// The benchmark's name.
    pub benchmark: String,
    /// The split, where not all questions are meant.
    pub split: Option<String>,
    /// The taxonomy that gives abilities their places, if there is one.
    pub taxonomy: Option<String>,
    /// How many questions there are.
    pub questions: usize,
    /// How many of each split; questions without one are not listed.
    pub splits: BTreeMap<String, usize>,
    /// Questions by ability.
    pub abilities: Abilities,
    /// Questions by what they show.
    pub kinds: Vec<KindCount>,
    /// How many questions have so many choices; 0 are open questions.
    pub choices: BTreeMap<usize, usize>,
    /// Questions with choices and no reference answer.
    pub missing_answers: Vec<String>,
    /// Open questions, which have none.
    pub open_questions: usize,
    /// Where the reference answers are.
    pub answer_positions: Balance,
    /// How long the texts are.
    pub words: Words,
    /// How large the pictures are.
    pub pictures: PictureSizes,
    /// Where pictures should lie that are not there as they were imported, each with what is wrong. They
    /// count among the pictures, and are left out of their sizes and of near duplicates.
    pub broken_pictures: Vec<String>,
    /// What is there twice.
    pub duplicates: Duplicates,
    /// What a reader must know beside the figures.
    pub warnings: Vec<String>,
}

/// The pictures of a benchmark as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// Size and bytes of each different picture.
    pub facts: Vec<PictureFacts>,
    /// Their fingerprints in the same order; nothing where pictures were not looked at.
    pub fingerprints: Option<Vec<Option<Fingerprint>>>,
    /// The places of those that are not there as they were imported, each with what is wrong.
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
    for question in questions {
        if let Some(split) = &question.split {
            *splits.entry(split.clone()).or_default() += 1;
        }
        *choices.entry(question.choices.len()).or_default() += 1;
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
        open_questions: choices.get(&0).copied().unwrap_or(0),
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
    let mut places =
        pictures.broken.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join("; ");
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

#[cfg(test)]
mod fixtures {
    //! Questions with a text and choices, to be changed in tests.

    use crate::benchmark::{
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
