//! The faults planted in the sample, and the file that lists them.
//!
//! `planted.toml` is for people and tests: the program never reads it.

use std::fmt::Write as _;

use assay::benchmark::decision::{ReviewVerdict, WrongReason};
use assay::benchmark::own_reason::Reason;

use super::kinds;
use super::question::{Question, position_of};

/// The fault of a planted question.
#[derive(Clone, Debug)]
pub enum Plant {
    /// It can be answered without its picture.
    TextOnly {
        /// Why.
        why: &'static str,
    },
    /// It is wrong.
    Wrong {
        /// In which way.
        reason: WrongReason,
        /// The choices that a careful reader of the picture can give; empty if no choice fits.
        defensible: Vec<usize>,
        /// Why.
        why: &'static str,
    },
}

/// A question that needs no picture.
pub fn text_only(why: &'static str) -> Plant {
    Plant::TextOnly { why }
}

/// A question that is wrong; `defensible` are the labels that the picture supports.
pub fn wrong(reason: WrongReason, defensible: &[char], why: &'static str) -> Plant {
    let defensible = defensible.iter().copied().map(position_of).collect();
    Plant::Wrong { reason, defensible, why }
}

/// The answer file, in TOML.
pub fn answer_file(questions: &[Question]) -> String {
    let mut file = String::from(
        "# What was planted in the sample benchmark on purpose. Made by\n\
         # `cargo run --example make_sample_data`. The program does not read it.\n",
    );
    for (position, question) in questions.iter().enumerate() {
        let Some(plant) = &question.plant else { continue };
        let (verdict, reason, why) = match plant {
            Plant::TextOnly { why } => (ReviewVerdict::TextOnly, None, why),
            Plant::Wrong { reason, why, .. } => (ReviewVerdict::Wrong, Some(reason), why),
        };
        let key = position + 1;
        let _ = write!(file, "\n[[planted]]\nkey = \"{key}\"\nkind = \"{verdict}\"\n");
        if let Some(reason) = reason {
            let _ = writeln!(file, "reason = \"{}\"", reason.name());
        }
        let _ = writeln!(file, "why = \"{why}\"");
    }
    for (position, question) in kinds::questions().iter().enumerate() {
        let Some((reason, why)) = question.missed else { continue };
        let (key, reason) = (position + 1, reason.name());
        let _ = write!(
            file,
            "\n[[planted_kinds]]\nkey = \"{key}\"\nkind = \"{}\"\nreason = \"{reason}\"\nwhy = \"{why}\"\n",
            ReviewVerdict::Wrong
        );
    }
    file
}
