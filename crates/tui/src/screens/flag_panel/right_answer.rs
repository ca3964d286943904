//! The answer that is right instead of the reference answer: chosen with the arrows, or by its capital
//! letter.
//!
//! Small letters never choose: they are the note. Capital letters directly followed by text were
//! the start of a sentence; the previous answer is then restored, and they are added to the note.

use crossterm::event::KeyEvent;

use assay_core::benchmark::Label;

/// The choices that may be right, and the chosen one.
#[derive(Default)]
pub(super) struct RightAnswer {
    /// The choices that may be right; empty if the panel does not ask.
    pub choices: Vec<Label>,
    reference: Option<Label>,
    /// The choice that is right.
    pub chosen: Option<Label>,
    capitals: Option<Capitals>,
}

/// Capital letters with which a sentence may begin.
struct Capitals {
    keys: Vec<KeyEvent>,
    /// The choice before them.
    before: Option<Label>,
}

impl RightAnswer {
    /// Of these choices, all but the reference answer may be right.
    pub fn new(choices: impl Iterator<Item = Label>, reference: Option<Label>) -> Self {
        let choices = choices.filter(|&label| Some(label) != reference).collect();
        RightAnswer { choices, reference, ..RightAnswer::default() }
    }

    /// Chooses, or takes the choice back. A choice that may not be right is ignored.
    pub fn choose(&mut self, label: Option<Label>) {
        self.chosen = label.filter(|label| self.choices.contains(label));
        self.capitals = None;
    }

    /// Goes to the next choice or the one before; between the last and the first none is chosen.
    pub fn step(&mut self, by: isize) {
        let place = |label| self.choices.iter().position(|&choice| choice == label);
        let here = self.chosen.and_then(place).map_or(0, |at| at as isize + 1);
        let next = (here + by).rem_euclid(self.choices.len() as isize + 1) as usize;
        self.choose(next.checked_sub(1).map(|at| self.choices[at]));
    }

    /// Takes the capital letter of a choice: chooses it unless it is the reference answer. Returns whether
    /// the letter is that of a choice.
    pub fn take_letter(&mut self, key: KeyEvent, label: Label) -> bool {
        let is_choice = self.choices.contains(&label) || self.is_reference(label);
        if is_choice {
            let before = self.chosen;
            let new = Capitals { keys: Vec::new(), before };
            self.capitals.get_or_insert(new).keys.push(key);
            if !self.is_reference(label) {
                self.chosen = Some(label);
            }
        }
        is_choice
    }

    /// Whether a choice is the reference answer.
    pub fn is_reference(&self, label: Label) -> bool {
        self.reference == Some(label)
    }

    /// Whether a capital letter was the last key.
    pub fn follows_letter(&self) -> bool {
        self.capitals.is_some()
    }

    /// Called when text follows: returns the capital letters before it, and undoes their choice.
    pub fn begin_of_sentence(&mut self) -> Option<Vec<KeyEvent>> {
        let capitals = self.capitals.take()?;
        self.chosen = capitals.before;
        Some(capitals.keys)
    }

    /// Another key follows: the capital letter, if there was one, meant the choice.
    pub fn settle(&mut self) {
        self.capitals = None;
    }
}
