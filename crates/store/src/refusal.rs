//! What the store does not allow at this moment, by its kind: the refusals that a person can meet while
//! deciding, in the language of the thread.

use assay_core::benchmark::Label;
use assay_core::benchmark::team::Role;
use assay_words::{text, words_of};

/// Why an act is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An undo of something else than the newest decision in force.
    #[error("{}", text!("refusal-not-the-newest"))]
    NotTheNewest,
    /// A redo of something else than what was taken back last.
    #[error("{}", text!("refusal-not-taken-back-last"))]
    NotTakenBackLast,
    /// A fix of an older revision.
    #[error("{}", text!("refusal-changed-since", item))]
    ChangedSince { item: String },
    /// A fix with the words that are there already.
    #[error("{}", text!("refusal-changes-nothing", item))]
    ChangesNothing { item: String },
    /// A letter that the question does not have.
    #[error("{}", text!("refusal-no-such-choice", item, label))]
    NoSuchChoice { item: String, label: Label },
    /// A ruling that keeps a question and says that another answer than its own is right.
    #[error("{}", text!("refusal-kept-with-other-answer", item, reference))]
    KeptWithOtherAnswer { item: String, reference: Label },
    /// A category that neither the benchmark's taxonomy nor its questions have.
    #[error("{}", no_such_category(name, meant.as_deref()))]
    NoSuchCategory { name: String, meant: Option<String> },
    /// As many people as are wanted have decided the item.
    #[error("{}", text!("refusal-enough-decided", item, others, wanted))]
    EnoughDecided { item: String, others: usize, wanted: usize },
    /// The same for a text that people read.
    #[error("{}", text!("refusal-enough-read", item, others, wanted))]
    EnoughRead { item: String, others: usize, wanted: usize },
    /// The places that are left are taken by people who have the item open.
    #[error("{}", text!("refusal-places-taken", item, wanted, decided, open))]
    PlacesTaken { item: String, wanted: usize, decided: usize, open: usize },
    /// The queue is assigned to other people.
    #[error("{}", text!("refusal-not-assigned", queue = words_of("queue", queue), name))]
    NotAssigned { queue: String, name: String },
    /// A decision on a question of their own.
    #[error("{}", text!("refusal-own-question", item, name))]
    OwnQuestion { item: String, name: String },
    /// Experts and leads settle what others differ on.
    #[error("{}", no_expert(name, *role))]
    NoExpert { name: String, role: Option<Role> },
    /// To settle what they took part in.
    #[error("{}", text!("refusal-decided-before", item, name, queue = words_of("queue", queue)))]
    DecidedBefore { item: String, name: String, queue: &'static str },
    /// Others' decisions before it is recorded that they are seen.
    #[error("{}", text!("refusal-not-recorded"))]
    NotRecorded,
    /// A picture that ends the gate before it is recorded that it is seen.
    #[error("{}", text!("refusal-picture-not-recorded"))]
    PictureNotRecorded,
    /// An answer to a question that is to be guessed from its text first.
    #[error("{}", text!("refusal-guess-first", item))]
    GuessFirst { item: String },
    /// A review without the category that is to be chosen.
    #[error("{}", text!("refusal-category-first", item))]
    CategoryFirst { item: String },
    /// A guess where none is asked for.
    #[error("{}", text!("refusal-no-guess-asked", item))]
    NoGuessAsked { item: String },
    /// To take back a guess whose picture has been shown.
    #[error("{}", text!("refusal-picture-seen", item))]
    PictureSeen { item: String },
    /// Another person's decision in a bundle, or one in another queue.
    #[error("{}", text!("refusal-other-bundle", person, queue = words_of("queue", queue)))]
    OtherBundle { person: String, queue: &'static str },
    /// A fix in a bundle, which has no reference answer.
    #[error("{}", text!("refusal-fix-in-bundle"))]
    FixInBundle,
    /// The reference answer before one's own.
    #[error("{}", text!("refusal-answer-first"))]
    AnswerFirst,
    /// The evidence of the filters before one's own answer.
    #[error("{}", text!("refusal-evidence-after-answer"))]
    EvidenceAfterAnswer,
}

fn no_such_category(name: &str, meant: Option<&str>) -> String {
    match meant {
        Some(meant) => text!("refusal-no-such-category-meant", name, meant),
        None => text!("refusal-no-such-category", name),
    }
}

fn no_expert(name: &str, role: Option<Role>) -> String {
    match role {
        Some(_) => text!("refusal-no-expert", name),
        None => text!("refusal-no-role", name),
    }
}
