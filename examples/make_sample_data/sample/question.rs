//! A question of the sample in both languages, with facts that are not written to its file.

use super::picture::Picture;
use super::planted::Plant;

/// Which part of the benchmark a question belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Development.
    Dev,
    Test,
}

impl Split {
    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Split::Dev => "dev",
            Split::Test => "test",
        }
    }
}

/// The two languages of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `sample_en.tsv`.
    English,
    /// `sample_zh.tsv`.
    Chinese,
}

/// A question's words in one language.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// The question itself.
    pub stem: &'static str,
    /// The choices, A first.
    pub choices: &'static [&'static str],
    /// Context before the question; empty for none.
    pub hint: &'static str,
}

/// A question of the sample.
#[derive(Clone, Debug)]
pub struct Question {
    /// The L-3 ability, named as in the MMBench taxonomy.
    pub category: &'static str,
    /// Its pictures in order.
    pub pictures: &'static [Picture],
    /// Development or test.
    pub split: Split,
    /// The English words.
    pub english: Wording,
    /// The Chinese words.
    pub chinese: Wording,
    /// The reference answer as the position of a choice. Wrong on purpose in some planted ones.
    pub answer: usize,
    /// The comment column; empty for none.
    pub comment: &'static str,
    /// The planted fault of the question, if any.
    pub plant: Option<Plant>,
}

const NO_WORDS: Wording = Wording { stem: "", choices: &[], hint: "" };

/// Begins a question of an ability about some pictures.
pub fn ask(category: &'static str, pictures: &'static [Picture]) -> Question {
    Question {
        category,
        pictures,
        split: Split::Dev,
        english: NO_WORDS,
        chinese: NO_WORDS,
        answer: 0,
        comment: "",
        plant: None,
    }
}

impl Question {
    /// Gives the English words.
    pub fn en(mut self, stem: &'static str, choices: &'static [&'static str]) -> Self {
        self.english = Wording { stem, choices, ..self.english };
        self
    }

    /// Gives the Chinese words.
    pub fn zh(mut self, stem: &'static str, choices: &'static [&'static str]) -> Self {
        self.chinese = Wording { stem, choices, ..self.chinese };
        self
    }

    /// Gives the hint in both languages.
    pub fn hint(mut self, english: &'static str, chinese: &'static str) -> Self {
        self.english.hint = english;
        self.chinese.hint = chinese;
        self
    }

    /// Says which label the reference answer is.
    pub fn answer(mut self, label: char) -> Self {
        self.answer = position_of(label);
        self
    }

    /// Puts the question into the test split.
    pub fn test(mut self) -> Self {
        self.split = Split::Test;
        self
    }

    /// Fills the comment column.
    pub fn comment(mut self, comment: &'static str) -> Self {
        self.comment = comment;
        self
    }

    /// Marks the question as planted.
    pub fn planted(mut self, plant: Plant) -> Self {
        self.plant = Some(plant);
        self
    }

    /// The words in a language.
    pub fn wording(&self, language: Language) -> &Wording {
        match language {
            Language::English => &self.english,
            Language::Chinese => &self.chinese,
        }
    }
}

/// The position of a label, A being 0.
pub fn position_of(label: char) -> usize {
    label as usize - 'A' as usize
}

/// The label of a position, A being 0.
pub fn label_of(position: usize) -> char {
    char::from(b'A' + position as u8)
}
