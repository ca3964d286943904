//! The wording of simulated replies, in the styles of real models: from a bare letter to a page of
//! reasoning.

use super::super::question::{Language, label_of};
use super::chance::Chance;
use super::mind::Said;
use super::wording_zh;

/// What VLMEvalKit stores when a request failed for good.
const FAILURE: &str = "Failed to obtain answer via API.";

/// A reply as the data holds it, and what it means.
pub struct Reply {
    pub text: String,
    /// The position of the choice that is meant, in the order shown; none for refusals, failures
    /// and "none of the above".
    pub means: Option<usize>,
}

/// A manner of speaking.
#[derive(Clone, Copy)]
pub enum Manner {
    /// A letter, seldom more.
    Terse,
    /// Reasoning first, the answer at the end.
    Verbose,
    /// A short argument and a boxed letter.
    Boxed,
    /// Whole sentences with the letter in brackets.
    Polite,
    /// The letter and the choice again.
    Repeating,
    /// The words of the choice, with or without a letter.
    Loose,
}

impl Manner {
    /// Words a model's answer. It draws the same number of times in each language, so that the
    /// models mean the same in all of them.
    pub fn word(
        self,
        said: Said,
        shown: &[&str],
        (sees, language): (bool, Language),
        chance: &mut Chance,
    ) -> Reply {
        let text = match (said, language) {
            (Said::Shown(position), Language::English) => self.choice(position, shown, chance),
            (Said::Shown(position), Language::Chinese) => {
                wording_zh::choice(self, position, shown, chance)
            }
            (Said::None, Language::English) => self.none(chance).to_owned(),
            (Said::None, Language::Chinese) => wording_zh::none(self, chance).to_owned(),
            (Said::Refusal, Language::English) => refusal(sees, chance).to_owned(),
            (Said::Refusal, Language::Chinese) => wording_zh::refusal(sees, chance).to_owned(),
            (Said::Failure, _) => FAILURE.to_owned(),
        };
        let means = if let Said::Shown(position) = said { Some(position) } else { None };
        Reply { text, means }
    }

    fn choice(self, position: usize, shown: &[&str], chance: &mut Chance) -> String {
        let (label, text) = (label_of(position), shown[position]);
        let draw = chance.below(10);
        match self {
            Manner::Terse => match draw {
                0 | 1 => format!("{label}."),
                2 => format!("({label})"),
                _ => label.to_string(),
            },
            Manner::Verbose => verbose(position, shown, draw),
            Manner::Boxed => match draw {
                0..=4 => format!(
                    "The picture settles this: {} is what it shows.\n\n\\boxed{{{label}}}",
                    quoted(text)
                ),
                5..=7 => format!("The answer is ({label}) {text}."),
                _ => format!("Answer: {label}"),
            },
            Manner::Polite => match draw {
                0..=3 => format!("The answer is ({label}) {text}."),
                4..=6 => format!("The correct answer is {label}."),
                _ => format!("I would choose option {label}: {text}."),
            },
            Manner::Repeating => match draw {
                0..=6 => format!("{label}. {text}"),
                7 | 8 => format!("{label}: {text}"),
                _ => format!("Option {label}"),
            },
            Manner::Loose => match draw {
                0..=2 => text.to_owned(),
                3 | 4 => format!("It is {}.", lower_first(text)),
                5 | 6 => format!("{label}) {text}"),
                _ => format!("answer is {label}"),
            },
        }
    }

    fn none(self, chance: &mut Chance) -> &'static str {
        match self {
            Manner::Terse => "None of the above",
            Manner::Verbose => {
                "I went through the choices one by one and compared each of them with the picture. \
                 Not a single one agrees with it, so none of the above is correct."
            }
            _ => chance.one_of(&[
                "None of the above.",
                "None of the choices matches the picture.",
                "None of the given options is correct.",
            ]),
        }
    }
}

/// Reasoning of some length; the answer is at the end.
fn verbose(position: usize, shown: &[&str], draw: usize) -> String {
    let (label, text) = (label_of(position), shown[position]);
    let other = (position + 1) % shown.len();
    let (other_label, other_text) = (label_of(other), shown[other]);
    let opening = "Let me look at the picture step by step. First I take in the whole scene, then \
                   the details that the question is about.";
    match draw {
        0..=2 => format!(
            "{opening} One could think of {}, but nothing in the picture supports it. What I see \
             agrees with {}.\n\n**Answer: {label}**",
            quoted(other_text),
            quoted(text)
        ),
        3 | 4 => format!("{opening}\n\nTherefore, the answer is {label}. {text}"),
        5 | 6 => format!(
            "{opening} Option {other_label} does not fit. After weighing the rest, the best choice \
             is **{label}**."
        ),
        7 | 8 => format!("{opening} Having done so, I am confident that the answer is {label}."),
        _ => format!("{opening} All in all, this leaves only one choice: {}", lower_first(text)),
    }
}

fn refusal(sees: bool, chance: &mut Chance) -> &'static str {
    if sees {
        chance.one_of(&[
            "I'm sorry, but I can't help with that.",
            "Sorry, I cannot determine the answer from this picture.",
            "I am unable to tell this from the image with certainty.",
        ])
    } else {
        chance.one_of(&[
            "I can't see any image, so I am unable to answer this question.",
            "Sorry, no picture was provided, and I cannot answer without it.",
        ])
    }
}

fn quoted(text: &str) -> String {
    format!("\u{201c}{text}\u{201d}")
}

/// The text with a small first letter, unless it looks like a name, a formula or a number.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            let rest = &text[first.len_utf8()..];
            format!("{}{rest}", first.to_lowercase())
        }
        _ => text.to_owned(),
    }
}
