//! The actions of the user. Keys, palette, mouse, configuration and tests all use them.

use super::messages;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::benchmark::vote::Vote;
use assay_core::keyword::{Keyword, keywords};
use assay_workflow::queue::steps::{Input, Verdict};

keywords! {
    /// An action of the user. Each has a name for the keymap; the messages `action-NAME` are a few words
    /// for the action bar and a sentence for the help. Their order is the order of the help.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Action {
        ChooseA = "choose-a",
        ChooseB = "choose-b",
        ChooseC = "choose-c",
        ChooseD = "choose-d",
        ChooseE = "choose-e",
        ChooseF = "choose-f",
        ChooseG = "choose-g",
        ChooseH = "choose-h",
        ChooseI = "choose-i",
        OtherChoice = "other-choice",
        NoneOfTheChoices = "none-of-the-choices",
        CannotTell = "cannot-tell",
        ConfidenceLow = "confidence-low",
        ConfidenceMedium = "confidence-medium",
        ConfidenceHigh = "confidence-high",
        Refusal = "refusal",
        Several = "several",
        OffTopic = "off-topic",
        Keep = "keep",
        TextOnly = "text-only",
        Wrong = "wrong",
        Pick1 = "pick-1",
        Pick2 = "pick-2",
        Pick3 = "pick-3",
        Pick4 = "pick-4",
        Pick5 = "pick-5",
        Pick6 = "pick-6",
        Pick7 = "pick-7",
        Pick8 = "pick-8",
        Pick9 = "pick-9",
        Tie = "tie",
        BothBad = "both-bad",
        Why = "why",
        Compare = "compare",
        Remove = "remove",
        Fix = "fix",
        Note = "note",
        Skip = "skip",
        Later = "later",
        Undo = "undo",
        Redo = "redo",
        GuidelineUnclear = "guideline-unclear",
        FullScreen = "full-screen",
        Picture = "picture",
        ZoomIn = "zoom-in",
        ZoomOut = "zoom-out",
        ZoomReset = "zoom-reset",
        NextPicture = "next-picture",
        PreviousPicture = "previous-picture",
        Play = "play",
        Confirm = "confirm",
        Toggle = "toggle",
        Details = "details",
        Filter = "filter",
        Grid = "grid",
        Rules = "rules",
        Strategy = "strategy",
        Input = "input",
        Differences = "differences",
        Pairs = "pairs",
        Rule = "rule",
        Judge = "judge",
        Trust = "trust",
        Focus = "focus",
        Reasoning = "reasoning",
        EditSettings = "edit-settings",
        Up = "up",
        Down = "down",
        Left = "left",
        Right = "right",
        ScrollUp = "scroll-up",
        ScrollDown = "scroll-down",
        PageUp = "page-up",
        PageDown = "page-down",
        First = "first",
        Last = "last",
        Find = "find",
        Palette = "palette",
        Guideline = "guideline",
        Help = "help",
        OpenReview = "open-review",
        OpenBrowse = "open-browse",
        OpenHistory = "open-history",
        OpenModels = "open-models",
        OpenExtract = "open-extract",
        OpenAgreement = "open-agreement",
        OpenJudges = "open-judges",
        OpenVerify = "open-verify",
        OpenAdjudicate = "open-adjudicate",
        OpenVote = "open-vote",
        OpenBoard = "open-board",
        OpenBenchmarks = "open-benchmarks",
        OpenSettings = "open-settings",
        OpenDescription = "open-description",
        OpenLookAlikes = "open-look-alikes",
        OpenAudit = "open-audit",
        Home = "home",
        Back = "back",
        Quit = "quit",
        Suspend = "suspend",
        Redraw = "redraw",
    }
}

impl Action {
    /// The action that chooses this label, if a key does.
    pub fn choose(label: Label) -> Option<Action> {
        Self::ALL.get(label.index()).copied().filter(|action| action.choice() == Some(label))
    }

    /// The label that this action chooses.
    pub fn choice(self) -> Option<Label> {
        Label::from_index(self as usize).filter(|_| self <= Action::ChooseI)
    }

    /// The action that picks the item at this position on the screen, if a key does.
    pub fn pick(place: usize) -> Option<Action> {
        let action = Self::ALL.get(Action::Pick1 as usize + place).copied();
        action.filter(|action| action.picked() == Some(place))
    }

    /// What this action says of a question, where it says one thing alone.
    pub fn input(self) -> Option<Input> {
        Some(match self {
            Action::NoneOfTheChoices => Input::Answer(BlindAnswer::NoneOfTheChoices),
            Action::CannotTell => Input::Answer(BlindAnswer::CannotTell),
            Action::Keep => Input::Verdict(Verdict::Keep),
            Action::TextOnly => Input::Verdict(Verdict::TextOnly),
            Action::Wrong | Action::Why => Input::Verdict(Verdict::Wrong),
            Action::Remove => Input::Verdict(Verdict::Remove),
            Action::GuidelineUnclear => Input::GuidelineUnclear,
            Action::Tie => Input::Vote(Vote::Tie),
            Action::BothBad => Input::Vote(Vote::BothBad),
            other => Input::Answer(BlindAnswer::Choice(other.choice()?)),
        })
    }

    /// The position of the item that this action picks.
    pub fn picked(self) -> Option<usize> {
        (self as usize).checked_sub(Action::Pick1 as usize).filter(|&place| place < 9)
    }

    /// A word or two for the action bar.
    pub fn short(self) -> &'static str {
        messages::words_of("action", self.name())
    }

    /// A sentence for the help and the palette.
    pub fn sentence(self) -> &'static str {
        messages::words(&format!("action-{}.sentence", self.name()))
    }

    /// Whether it works on every screen, offered or not.
    pub fn is_program_wide(self) -> bool {
        use Action::{OpenAdjudicate, OpenExtract, OpenVerify, OpenVote};
        let is_of_program = self >= Action::Find;
        is_of_program && !matches!(self, OpenExtract | OpenVerify | OpenAdjudicate | OpenVote)
            || matches!(self, Action::Undo | Action::Redo)
    }

    /// Whether it only moves or scrolls; such actions are left out of the action bar.
    pub fn is_movement(self) -> bool {
        (Action::Up..=Action::Last).contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_action_is_listed_once_under_a_name_of_its_own() {
        let names: HashSet<_> = Action::all().map(Action::name).collect();
        assert_eq!(names.len(), Action::all().count());
        for action in Action::all() {
            assert_eq!(Action::from_name(action.name()), Ok(action));
        }
    }

    #[test]
    fn the_first_nine_labels_have_a_key_action() {
        for label in Label::all().take(9) {
            assert_eq!(Action::choose(label).and_then(Action::choice), Some(label));
        }
        assert_eq!(Action::choose(Label::from_letter('J').unwrap()), None);
    }

    #[test]
    fn nine_things_have_a_key_that_picks_them() {
        for place in 0..9 {
            let action = Action::pick(place).unwrap();
            assert_eq!(
                (action.picked(), action.name()),
                (Some(place), &*format!("pick-{}", place + 1))
            );
        }
        assert_eq!((Action::pick(9), Action::Wrong.picked()), (None, None));
        assert_eq!(Action::Remove.picked(), None);
    }
}
