//! Errors of the store in the language of the screens, by their kind.
//!
//! Those that can occur while a screen is open have messages; the others occur before, and commands
//! print them.

use crate::messages::text;
use crate::terms;
use assay_core::benchmark::team::Role;
use assay_formats::referenced_picture::ReferenceProblem;
use assay_store::{Refusal, StoreError};

/// An error that a screen shows.
pub trait InWords {
    /// The message in the language of this thread.
    fn in_words(&self) -> String;
}

impl InWords for StoreError {
    fn in_words(&self) -> String {
        match self {
            StoreError::Missing { path } => text!("store-missing", file = path.display()),
            StoreError::CannotOpen { path, reason } => {
                text!("store-cannot-open", file = path.display(), reason = reason)
            }
            StoreError::Busy { waited } => text!("store-busy", seconds = waited.as_secs()),
            StoreError::Gone { path } => text!("store-gone", file = path.display()),
            StoreError::Replaced { path } => text!("store-replaced", file = path.display()),
            StoreError::LogGone { log } => text!("store-log-gone", file = log.display()),
            StoreError::Clock { now } => text!("store-clock", now = now),
            StoreError::NotAllowed(refusal) => refusal.in_words(),
            StoreError::Damaged(what) => text!("store-damaged", what = what),
            StoreError::ReadOnly => text!("store-read-only").to_owned(),
            StoreError::Full => text!("store-full").to_owned(),
            StoreError::Malformed(reason) => text!("store-malformed", reason = reason),
            StoreError::Disk(reason) => text!("store-disk", reason = reason),
            StoreError::Sqlite(reason) => text!("store-sqlite", reason = reason),
            StoreError::BrokenReference { reference, problem } => match problem {
                ReferenceProblem::Gone => text!("store-reference-gone", place = reference),
                ReferenceProblem::Changed(reason) => {
                    text!("store-reference-changed", place = reference, reason = reason)
                }
                ReferenceProblem::File(_) | ReferenceProblem::Unreadable(_) => {
                    text!("store-reference-unreadable", place = reference, reason = problem)
                }
            },
            StoreError::Unreadable { .. }
            | StoreError::NoFolder { .. }
            | StoreError::NotAFile { .. }
            | StoreError::EmptyFile { .. }
            | StoreError::UnreadChanges { .. }
            | StoreError::Foreign { .. }
            | StoreError::Newer { .. }
            | StoreError::TooOld { .. }
            | StoreError::Backup { .. }
            | StoreError::NotThatVersion { .. }
            | StoreError::Unknown { .. }
            | StoreError::Refused(_)
            | StoreError::OfFile { .. } => self.to_string(),
        }
    }
}

impl InWords for Refusal {
    fn in_words(&self) -> String {
        match self {
            Refusal::NotTheNewest => text!("refusal-not-the-newest").to_owned(),
            Refusal::NotTakenBackLast => text!("refusal-not-taken-back-last").to_owned(),
            Refusal::ChangedSince { item } => text!("refusal-changed-since", item = item),
            Refusal::ChangesNothing { item } => text!("refusal-changes-nothing", item = item),
            Refusal::NoSuchChoice { item, label } => {
                text!("refusal-no-such-choice", item = item, label = label)
            }
            Refusal::KeptWithOtherAnswer { item, reference } => {
                text!("refusal-kept-with-other-answer", item = item, reference = reference)
            }
            Refusal::NoSuchCategory { name, meant: None } => {
                text!("refusal-no-such-category", name = name)
            }
            Refusal::NoSuchCategory { name, meant: Some(meant) } => {
                text!("refusal-no-such-category-meant", name = name, meant = meant)
            }
            Refusal::EnoughDecided { item, others, wanted } => {
                text!("refusal-enough-decided", item = item, others = others, wanted = wanted)
            }
            Refusal::EnoughRead { item, others, wanted } => {
                text!("refusal-enough-read", item = item, others = others, wanted = wanted)
            }
            Refusal::PlacesTaken { item, wanted, decided, open } => text!(
                "refusal-places-taken",
                item = item,
                wanted = wanted,
                decided = decided,
                open = open
            ),
            Refusal::NotAssigned { queue, name } => {
                text!("refusal-not-assigned", queue = terms::queue(queue), name = name)
            }
            Refusal::OwnQuestion { item, name } => {
                text!("refusal-own-question", item = item, name = name)
            }
            Refusal::NoExpert { name, role: None } => text!("refusal-no-role", name = name),
            Refusal::NoExpert { name, role: Some(Role::Annotator | Role::Expert | Role::Lead) } => {
                text!("refusal-no-expert", name = name)
            }
            Refusal::DecidedBefore { item, name, queue } => text!(
                "refusal-decided-before",
                item = item,
                name = name,
                queue = terms::queue(queue)
            ),
            Refusal::NotRecorded => text!("refusal-not-recorded").to_owned(),
            Refusal::PictureNotRecorded => text!("refusal-picture-not-recorded").to_owned(),
            Refusal::GuessFirst { item } => text!("refusal-guess-first", item = item),
            Refusal::CategoryFirst { item } => text!("refusal-category-first", item = item),
            Refusal::NoGuessAsked { item } => text!("refusal-no-guess-asked", item = item),
            Refusal::PictureSeen { item } => text!("refusal-picture-seen", item = item),
            Refusal::OtherBundle { person, queue } => {
                text!("refusal-other-bundle", person = person, queue = terms::queue(queue))
            }
            Refusal::FixInBundle => text!("refusal-fix-in-bundle").to_owned(),
            Refusal::AnswerFirst => text!("refusal-answer-first").to_owned(),
            Refusal::EvidenceAfterAnswer => text!("refusal-evidence-after-answer").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Language, speak};
    use assay_store::one_of_each;

    #[test]
    fn an_error_says_the_same_on_a_screen_as_in_a_command() {
        speak(Language::English);
        for error in one_of_each() {
            assert_eq!(error.in_words(), error.to_string());
        }
    }

    #[test]
    fn an_error_is_chinese_on_a_chinese_screen() {
        speak(Language::Chinese);
        for error in one_of_each() {
            let words = error.in_words();
            let is_chinese = words.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            assert!(is_chinese && words != error.to_string(), "{words}");
        }
        speak(Language::English);
    }
}
