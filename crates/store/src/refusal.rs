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
    #[error("{}", text!("refusal-changed-since", item = item))]
    ChangedSince {
        /// The question.
        item: String,
    },
    /// A fix with the words that are there already.
    #[error("{}", text!("refusal-changes-nothing", item = item))]
    ChangesNothing {
        /// The question.
        item: String,
    },
    /// A letter that the question does not have.
    #[error("{}", text!("refusal-no-such-choice", item = item, label = label))]
    NoSuchChoice {
        /// The question.
        item: String,
        /// The letter.
        label: Label,
    },
    /// A ruling that keeps a question and says that another answer than its own is right.
    #[error("{}", text!("refusal-kept-with-other-answer", item = item, reference = reference))]
    KeptWithOtherAnswer {
        /// The question.
        item: String,
        /// Its reference answer.
        reference: Label,
    },
    /// A category that neither the benchmark's taxonomy nor its questions have.
    #[error("{}", no_such_category(name, meant.as_deref()))]
    NoSuchCategory {
        /// The name.
        name: String,
        /// The name that was most likely meant.
        meant: Option<String>,
    },
    /// As many people as are wanted have decided the item.
    #[error("{}", text!("refusal-enough-decided", item = item, others = others, wanted = wanted))]
    EnoughDecided {
        /// The item.
        item: String,
        /// How many others have.
        others: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// The same for a text that people read.
    #[error("{}", text!("refusal-enough-read", item = item, others = others, wanted = wanted))]
    EnoughRead {
        /// The item.
        item: String,
        /// How many others have.
        others: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// The places that are left are taken by people who have the item open.
    #[error("{}", text!("refusal-places-taken", item = item, wanted = wanted, decided = decided, open = open))]
    PlacesTaken {
        /// The item.
        item: String,
        /// How many people are wanted.
        wanted: usize,
        /// How many others have decided.
        decided: usize,
        /// How many others have it open.
        open: usize,
    },
    /// The queue is assigned to other people.
    #[error("{}", text!("refusal-not-assigned", queue = words_of("queue", queue), name = name))]
    NotAssigned {
        /// The queue.
        queue: &'static str,
        /// Who wanted to decide.
        name: String,
    },
    /// Nobody decides on questions of their own.
    #[error("{}", text!("refusal-own-question", item = item, name = name))]
    OwnQuestion {
        /// The question.
        item: String,
        /// Its author.
        name: String,
    },
    /// Experts and leads settle what others differ on.
    #[error("{}", no_expert(name, *role))]
    NoExpert {
        /// Who wanted to settle it.
        name: String,
        /// Their role, if they have one.
        role: Option<Role>,
    },
    /// Nobody settles what they took part in.
    #[error("{}", text!("refusal-decided-before", item = item, name = name, queue = words_of("queue", queue)))]
    DecidedBefore {
        /// The question.
        item: String,
        /// Who decided on it.
        name: String,
        /// In which queue.
        queue: &'static str,
    },
    /// Others' decisions before it is recorded that they are seen.
    #[error("{}", text!("refusal-not-recorded"))]
    NotRecorded,
    /// A picture that ends the gate before it is recorded that it is seen.
    #[error("{}", text!("refusal-picture-not-recorded"))]
    PictureNotRecorded,
    /// An answer to a question that is to be guessed from its text first.
    #[error("{}", text!("refusal-guess-first", item = item))]
    GuessFirst {
        /// The question.
        item: String,
    },
    /// A review without the category that is to be chosen.
    #[error("{}", text!("refusal-category-first", item = item))]
    CategoryFirst {
        /// The question.
        item: String,
    },
    /// A guess where none is asked for.
    #[error("{}", text!("refusal-no-guess-asked", item = item))]
    NoGuessAsked {
        /// The question.
        item: String,
    },
    /// To take back a guess whose picture has been shown.
    #[error("{}", text!("refusal-picture-seen", item = item))]
    PictureSeen {
        /// The question.
        item: String,
    },
    /// Somebody else's decision in a bundle, or one in another queue.
    #[error("{}", text!("refusal-other-bundle", person = person, queue = words_of("queue", queue)))]
    OtherBundle {
        /// For whom the bundle was made.
        person: String,
        /// For which queue.
        queue: &'static str,
    },
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
        Some(meant) => text!("refusal-no-such-category-meant", name = name, meant = meant),
        None => text!("refusal-no-such-category", name = name),
    }
}

fn no_expert(name: &str, role: Option<Role>) -> String {
    match role {
        Some(_) => text!("refusal-no-expert", name = name),
        None => text!("refusal-no-role", name = name),
    }
}
