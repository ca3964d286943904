//! What the store does not allow at this moment, by its kind: the refusals that a person can meet while
//! deciding, so that screens can say them in their language.

use std::fmt;

use assay_core::benchmark::Label;
use assay_core::benchmark::team::Role;

/// Why an act is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An undo of something else than the newest decision in force.
    NotTheNewest,
    /// A redo of something else than what was taken back last.
    NotTakenBackLast,
    /// A fix of an older revision.
    ChangedSince {
        /// The question.
        item: String,
    },
    /// A fix with the words that are there already.
    ChangesNothing {
        /// The question.
        item: String,
    },
    /// A letter that the question does not have.
    NoSuchChoice {
        /// The question.
        item: String,
        /// The letter.
        label: Label,
    },
    /// A ruling that keeps a question and says that another answer than its own is right.
    KeptWithOtherAnswer {
        /// The question.
        item: String,
        /// Its reference answer.
        reference: Label,
    },
    /// A category that neither the benchmark's taxonomy nor its questions have.
    NoSuchCategory {
        /// The name.
        name: String,
        /// The name that was most likely meant.
        meant: Option<String>,
    },
    /// As many people as are wanted have decided the item.
    EnoughDecided {
        /// The item.
        item: String,
        /// How many others have.
        others: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// The same for a text that people read.
    EnoughRead {
        /// The item.
        item: String,
        /// How many others have.
        others: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// The places that are left are taken by people who have the item open.
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
    NotAssigned {
        /// The queue.
        queue: &'static str,
        /// Who wanted to decide.
        name: String,
    },
    /// Nobody decides on questions of their own.
    OwnQuestion {
        /// The question.
        item: String,
        /// Its author.
        name: String,
    },
    /// Experts and leads settle what others differ on.
    NoExpert {
        /// Who wanted to settle it.
        name: String,
        /// Their role, if they have one.
        role: Option<Role>,
    },
    /// Nobody settles what they took part in.
    DecidedBefore {
        /// The question.
        item: String,
        /// Who decided on it.
        name: String,
        /// In which queue.
        queue: &'static str,
    },
    /// Others' decisions before it is recorded that they are seen.
    NotRecorded,
    /// A picture that ends the gate before it is recorded that it is seen.
    PictureNotRecorded,
    /// An answer to a question that is to be guessed from its text first.
    GuessFirst {
        /// The question.
        item: String,
    },
    /// A review without the category that is to be chosen.
    CategoryFirst {
        /// The question.
        item: String,
    },
    /// A guess where none is asked for.
    NoGuessAsked {
        /// The question.
        item: String,
    },
    /// To take back a guess whose picture has been shown.
    PictureSeen {
        /// The question.
        item: String,
    },
    /// Somebody else's decision in a bundle, or one in another queue.
    OtherBundle {
        /// For whom the bundle was made.
        person: String,
        /// For which queue.
        queue: &'static str,
    },
    /// A fix in a bundle, which has no reference answer.
    FixInBundle,
    /// The reference answer before one's own.
    AnswerFirst,
    /// The evidence of the filters before one's own answer.
    EvidenceAfterAnswer,
}

fn no_such_category(name: &str, meant: Option<&str>) -> String {
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    format!("neither the taxonomy nor a question of the benchmark has the category {name}{meant}")
}

fn kept_with_other_answer(item: &str, reference: Label) -> String {
    format!(
        "question {item} keeps its reference answer {reference}, so another answer is not right; to keep \
         it, say {reference}. Where {reference} is wrong, say wrong with the reason \
         wrong-reference-answer and the choice that is right"
    )
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotTheNewest => {
                f.write_str("only the newest decision in force can be taken back")
            }
            Refusal::NotTakenBackLast => {
                f.write_str("only what was taken back last can be brought back")
            }
            Refusal::ChangedSince { item } => {
                write!(f, "question {item} was changed since; a fix would bring older words back")
            }
            Refusal::ChangesNothing { item } => {
                write!(f, "the edit changes nothing in question {item}")
            }
            Refusal::NoSuchChoice { item, label } => {
                write!(f, "question {item} has no choice {label}")
            }
            Refusal::KeptWithOtherAnswer { item, reference } => {
                f.write_str(&kept_with_other_answer(item, *reference))
            }
            Refusal::NoSuchCategory { name, meant } => {
                f.write_str(&no_such_category(name, meant.as_deref()))
            }
            Refusal::EnoughDecided { item, others, wanted } => {
                write!(f, "{others} others have decided {item}, and {wanted} are enough")
            }
            Refusal::EnoughRead { item, others, wanted } => {
                write!(f, "{others} others have read {item}, and {wanted} are enough")
            }
            Refusal::PlacesTaken { item, wanted, decided, open } => write!(
                f,
                "all {wanted} places at {item} are taken: {decided} decided, {open} open just now; \
                 `assay next` gives another item"
            ),
            Refusal::NotAssigned { queue, name } => {
                write!(f, "the {queue} queue is not assigned to {name}")
            }
            Refusal::OwnQuestion { item, name } => {
                write!(f, "{name} wrote question {item}, so others decide on it")
            }
            Refusal::NoExpert { name, role } => {
                match role {
                    Some(role) => write!(f, "{name} is an {role}")?,
                    None => write!(f, "{name} has no role")?,
                }
                write!(
                    f,
                    "; experts and leads adjudicate. A lead can change that: assay people add {name} \
                     --role expert"
                )
            }
            Refusal::DecidedBefore { item, name, queue } => {
                write!(f, "{name} decided on {item} in the {queue} queue, so another person adjudicates it")
            }
            Refusal::NotRecorded => f.write_str(
                "reviews are shown once it is recorded that they are seen; another program was writing, \
                 open the question again",
            ),
            Refusal::PictureNotRecorded => f.write_str(
                "the picture is shown once it is recorded that it is seen; another program was writing, \
                 open the question again",
            ),
            Refusal::GuessFirst { item } => write!(
                f,
                "question {item} is to be guessed from its text first: assay decide review {item} \
                 --guess LETTER --confidence low, medium or high"
            ),
            Refusal::CategoryFirst { item } => write!(
                f,
                "the category of question {item} is to be chosen too: assay decide review {item} \
                 --category NAME"
            ),
            Refusal::NoGuessAsked { item } => write!(
                f,
                "question {item} asks for no guess: it is not gated, or its picture was shown already"
            ),
            Refusal::PictureSeen { item } => write!(
                f,
                "the picture of question {item} has been shown, so the guess stays; answer, skip or \
                 put it off"
            ),
            Refusal::OtherBundle { person, queue } => {
                write!(
                    f,
                    "this bundle was made for {person} in the {queue} queue (--as {person}); nothing else \
                     is decided in it"
                )
            }
            Refusal::FixInBundle => f.write_str(
                "a fix needs the reference answer, which a bundle does not have; keep or remove the \
                 question here, or fix it in the team's database",
            ),
            Refusal::AnswerFirst => {
                f.write_str("the reference answer is shown after one's own answer")
            }
            Refusal::EvidenceAfterAnswer => {
                f.write_str("the evidence is shown after one's own answer")
            }
        }
    }
}
