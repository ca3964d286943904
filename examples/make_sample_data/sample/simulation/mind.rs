//! Which choice a simulated model believes in, and which it answers in one pass.

use super::super::planted::Plant;
use super::super::question::Question;
use super::chance::Chance;

/// How a model thinks.
#[derive(Clone, Copy)]
pub struct Mind {
    /// The chance of knowing what a picture shows.
    skill: f64,
    /// The chance of refusing a question.
    refusal: f64,
    /// How it answers what it does not know.
    guessing: Guessing,
}

/// What a model does when it does not know.
#[derive(Clone, Copy)]
enum Guessing {
    /// It believes in one choice, mostly a wrong one, and stays with it.
    Believe,
    /// It takes the topmost choice.
    First,
    /// It takes a random choice in each pass.
    Anything,
    /// It cannot see the picture: it refuses, takes the topmost choice or follows a prejudice.
    Blind,
}

/// What a model thinks of a question.
pub enum Thought {
    /// One of these choices is right (positions in the original order).
    Knows(Vec<usize>),
    /// No choice is right.
    NoneFits,
    /// It will not answer.
    Refuses,
    /// It takes the topmost choice.
    TakesFirst,
    /// It takes a random choice.
    TakesAnything,
}

/// A model's answer in one pass, before it is worded.
#[derive(Clone, Copy)]
pub enum Said {
    /// The choice shown at this position.
    Shown(usize),
    /// No choice.
    None,
    Refusal,
    /// Nothing came back from the server.
    Failure,
}

impl Mind {
    /// Stays with what it believes.
    pub const STEADY: Mind = Mind { skill: 0.0, refusal: 0.0, guessing: Guessing::Believe };
    /// Refuses often.
    pub const SHY: Mind = Mind { refusal: 0.3, ..Mind::STEADY };
    /// Takes the first choice when in doubt.
    pub const FIRST_CHOICE: Mind = Mind { guessing: Guessing::First, ..Mind::STEADY };
    /// Takes a random choice when in doubt.
    pub const SCATTERED: Mind = Mind { guessing: Guessing::Anything, ..Mind::STEADY };
    /// Sees nothing, knows the world.
    pub const BLIND: Mind = Mind { guessing: Guessing::Blind, ..Mind::STEADY };

    /// The same behaviour with this chance of knowing what a picture shows.
    pub const fn with_skill(self, skill: f64) -> Mind {
        Mind { skill, ..self }
    }

    /// What the model thinks of a question, the same in all passes.
    pub fn think(self, question: &Question, sees: bool, chance: &mut Chance) -> Thought {
        let count = question.english.choices.len();
        match &question.plant {
            Some(Plant::TextOnly { .. }) if chance.happens(0.95) => {
                Thought::Knows(vec![question.answer])
            }
            Some(Plant::Wrong { defensible, .. }) if sees => {
                if !defensible.is_empty() {
                    Thought::Knows(defensible.clone())
                } else if chance.happens(0.7) {
                    Thought::NoneFits
                } else {
                    Thought::Refuses
                }
            }
            _ if chance.happens(self.refusal) => Thought::Refuses,
            _ if sees && chance.happens(self.skill) => Thought::Knows(vec![question.answer]),
            _ => self.doubt(count, chance),
        }
    }

    fn doubt(self, count: usize, chance: &mut Chance) -> Thought {
        match self.guessing {
            Guessing::First => Thought::TakesFirst,
            Guessing::Anything => Thought::TakesAnything,
            Guessing::Blind if chance.happens(0.35) => Thought::Refuses,
            Guessing::Blind if chance.happens(0.6) => Thought::TakesFirst,
            Guessing::Believe | Guessing::Blind => Thought::Knows(vec![chance.below(count)]),
        }
    }
}

impl Thought {
    /// The model's answer in a pass, with the choices rotated left by the number of the pass.
    pub fn say(&self, count: usize, pass: usize, chance: &mut Chance) -> Said {
        if chance.happens(0.004) {
            return Said::Failure;
        }
        match self {
            Thought::Refuses => Said::Refusal,
            Thought::NoneFits => Said::None,
            Thought::TakesFirst => Said::Shown(0),
            Thought::TakesAnything => Said::Shown(chance.below(count)),
            // An occasional slip: it knows the answer, but gives another one.
            Thought::Knows(_) if chance.happens(0.012) => Said::Shown(chance.below(count)),
            Thought::Knows(several) => Said::Shown((chance.one_of(several) + count - pass) % count),
        }
    }
}
