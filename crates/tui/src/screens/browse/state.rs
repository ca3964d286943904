//! A question in the list: the state of its review, with its sign and its word.

use crate::messages::text;
use assay_core::benchmark::decision::{Act, ReviewVerdict};
use assay_core::benchmark::history::ItemState;
use assay_core::figures::table::Meaning;

/// The state of the review of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Nothing is decided.
    Undecided,
    /// The blind answer is given, the verdict is not.
    Answered,
    /// Good.
    Kept,
    /// Flagged: answerable without the picture.
    TextOnly,
    Wrong,
    Skipped,
    /// Postponed.
    Later,
}

impl From<&ItemState> for State {
    fn from(state: &ItemState) -> Self {
        match state {
            ItemState::Answered(_) => State::Answered,
            ItemState::Decided(Act::Review(review)) => match review.verdict {
                ReviewVerdict::Keep => State::Kept,
                ReviewVerdict::TextOnly => State::TextOnly,
                ReviewVerdict::Wrong => State::Wrong,
            },
            ItemState::Skipped => State::Skipped,
            ItemState::Later => State::Later,
            ItemState::Untouched | ItemState::Guessed(_) | ItemState::Decided(_) => {
                State::Undecided
            }
        }
    }
}

impl State {
    /// Every state, in the order of the legend.
    pub const ALL: [State; 7] = [
        State::Kept,
        State::TextOnly,
        State::Wrong,
        State::Answered,
        State::Skipped,
        State::Later,
        State::Undecided,
    ];

    /// Its line in the legend: one cell that shows it, with or without colour; the word for it; the
    /// colour.
    pub fn legend(self) -> (&'static str, &'static str, Meaning) {
        match self {
            State::Undecided => (" ", text!("state-undecided"), Meaning::Dim),
            State::Answered => ("½", text!("state-answered"), Meaning::Plain),
            State::Kept => ("✓", text!("state-kept"), Meaning::Agree),
            State::TextOnly => ("T", text!("state-text-only"), Meaning::Warning),
            State::Wrong => ("✗", text!("state-wrong"), Meaning::Disagree),
            State::Skipped => ("»", text!("state-word-skipped"), Meaning::Warning),
            State::Later => ("…", text!("state-word-later"), Meaning::Warning),
        }
    }

    /// The state that has the place of this one in a filter.
    pub fn group(self) -> State {
        match self {
            State::Answered => State::Undecided,
            State::Later => State::Skipped,
            other => other,
        }
    }

    /// The words for a group in a filter.
    pub fn group_words(self) -> &'static str {
        match self {
            State::Kept => text!("filter-kept"),
            State::TextOnly => text!("filter-text-only"),
            State::Wrong => text!("filter-wrong"),
            State::Skipped | State::Later => text!("filter-set-aside"),
            State::Undecided | State::Answered => text!("filter-undecided"),
        }
    }
}

/// What others decided on a question, for an annotator who has decided it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// How many of them have decided it.
    pub people: usize,
    /// Whether a verdict differs from another one.
    pub differ: bool,
}

impl Others {
    /// Two cells: whether the verdicts are equal, and how many others there are.
    pub fn signs(self) -> String {
        match (self.people, self.differ) {
            (0, _) => "  ".into(),
            (people, differ) => {
                let people = if people < 10 { people.to_string() } else { "+".into() };
                format!("{}{people}", if differ { "≠" } else { "=" })
            }
        }
    }
}

/// A question in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its position in the annotator's order.
    pub position: usize,
    /// The state of its review.
    pub state: State,
    /// Whether a filter suspects it, as far as this annotator may know.
    pub is_flagged: bool,
    /// What others decided, as far as this annotator may know.
    pub others: Others,
}
