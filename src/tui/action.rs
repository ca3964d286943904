//! The actions: everything a person can do. Keys, palette, mouse, configuration and tests all use
//! them.

use super::messages;
use crate::benchmark::Label;

/// Something a person can do. Each has a name for the keymap; the messages
/// `action-NAME` are a few words for the action bar and a sentence for the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is documented by its sentence in `assets/messages/en/actions.ftl`
pub enum Action {
    ChooseA,
    ChooseB,
    ChooseC,
    ChooseD,
    ChooseE,
    ChooseF,
    ChooseG,
    ChooseH,
    ChooseI,
    NoneOfTheChoices,
    CannotTell,
    Refusal,
    Several,
    OffTopic,
    Keep,
    TextOnly,
    Wrong,
    Remove,
    Fix,
    Skip,
    Later,
    Note,
    Undo,
    Redo,
    FullScreen,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    Left,
    Right,
    Up,
    Down,
    PreviousPicture,
    NextPicture,
    ScrollUp,
    ScrollDown,
    PageUp,
    PageDown,
    First,
    Last,
    Focus,
    Confirm,
    Toggle,
    Reasoning,
    Guideline,
    Find,
    Filter,
    Details,
    Palette,
    Help,
    OpenReview,
    OpenBrowse,
    OpenHistory,
    OpenModels,
    OpenExtract,
    OpenAgreement,
    OpenVerify,
    OpenBenchmarks,
    Differences,
    Pairs,
    Rules,
    Strategy,
    Input,
    Home,
    Back,
    Quit,
    Suspend,
    Redraw,
}

/// Every action with its name, in the order of the enum, which is the order of the help.
const ACTIONS: &[(Action, &str)] = &[
    (Action::ChooseA, "choose-a"),
    (Action::ChooseB, "choose-b"),
    (Action::ChooseC, "choose-c"),
    (Action::ChooseD, "choose-d"),
    (Action::ChooseE, "choose-e"),
    (Action::ChooseF, "choose-f"),
    (Action::ChooseG, "choose-g"),
    (Action::ChooseH, "choose-h"),
    (Action::ChooseI, "choose-i"),
    (Action::NoneOfTheChoices, "none-of-the-choices"),
    (Action::CannotTell, "cannot-tell"),
    (Action::Refusal, "refusal"),
    (Action::Several, "several"),
    (Action::OffTopic, "off-topic"),
    (Action::Keep, "keep"),
    (Action::TextOnly, "text-only"),
    (Action::Wrong, "wrong"),
    (Action::Remove, "remove"),
    (Action::Fix, "fix"),
    (Action::Skip, "skip"),
    (Action::Later, "later"),
    (Action::Note, "note"),
    (Action::Undo, "undo"),
    (Action::Redo, "redo"),
    (Action::FullScreen, "full-screen"),
    (Action::ZoomIn, "zoom-in"),
    (Action::ZoomOut, "zoom-out"),
    (Action::ZoomReset, "zoom-reset"),
    (Action::Left, "left"),
    (Action::Right, "right"),
    (Action::Up, "up"),
    (Action::Down, "down"),
    (Action::PreviousPicture, "previous-picture"),
    (Action::NextPicture, "next-picture"),
    (Action::ScrollUp, "scroll-up"),
    (Action::ScrollDown, "scroll-down"),
    (Action::PageUp, "page-up"),
    (Action::PageDown, "page-down"),
    (Action::First, "first"),
    (Action::Last, "last"),
    (Action::Focus, "focus"),
    (Action::Confirm, "confirm"),
    (Action::Toggle, "toggle"),
    (Action::Reasoning, "reasoning"),
    (Action::Guideline, "guideline"),
    (Action::Find, "find"),
    (Action::Filter, "filter"),
    (Action::Details, "details"),
    (Action::Palette, "palette"),
    (Action::Help, "help"),
    (Action::OpenReview, "open-review"),
    (Action::OpenBrowse, "open-browse"),
    (Action::OpenHistory, "open-history"),
    (Action::OpenModels, "open-models"),
    (Action::OpenExtract, "open-extract"),
    (Action::OpenAgreement, "open-agreement"),
    (Action::OpenVerify, "open-verify"),
    (Action::OpenBenchmarks, "open-benchmarks"),
    (Action::Differences, "differences"),
    (Action::Pairs, "pairs"),
    (Action::Rules, "rules"),
    (Action::Strategy, "strategy"),
    (Action::Input, "input"),
    (Action::Home, "home"),
    (Action::Back, "back"),
    (Action::Quit, "quit"),
    (Action::Suspend, "suspend"),
    (Action::Redraw, "redraw"),
];

// Each action is at its own place in the table, so that none is missing.
const _: () = {
    let mut place = 0;
    while place < ACTIONS.len() {
        assert!(ACTIONS[place].0 as usize == place);
        place += 1;
    }
    assert!(ACTIONS.len() == Action::Redraw as usize + 1);
};

impl Action {
    /// Every action, in the order of the help.
    pub fn all() -> impl Iterator<Item = Action> {
        ACTIONS.iter().map(|&(action, _)| action)
    }

    /// The action that chooses this label, where one key does.
    pub fn choose(label: Label) -> Option<Action> {
        Self::all().nth(label.index()).filter(|action| action.choice() == Some(label))
    }

    /// The label that this action chooses.
    pub fn choice(self) -> Option<Label> {
        let position = Self::all().position(|action| action == self)?;
        (position < 9).then(|| Label::from_index(position)).flatten()
    }

    /// The name in the keymap and the configuration.
    pub fn name(self) -> &'static str {
        ACTIONS[self as usize].1
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
        matches!(
            self,
            Action::Quit
                | Action::Suspend
                | Action::Redraw
                | Action::Back
                | Action::Home
                | Action::OpenReview
                | Action::OpenBrowse
                | Action::OpenHistory
                | Action::OpenModels
                | Action::OpenAgreement
                | Action::OpenBenchmarks
                | Action::Find
                | Action::Guideline
                | Action::Palette
                | Action::Help
                | Action::Undo
                | Action::Redo
        )
    }

    /// Whether it only moves or scrolls; such actions are left out of the action bar.
    pub fn is_movement(self) -> bool {
        matches!(
            self,
            Action::Left
                | Action::Right
                | Action::Up
                | Action::Down
                | Action::ScrollUp
                | Action::ScrollDown
                | Action::PageUp
                | Action::PageDown
                | Action::First
                | Action::Last
        )
    }

    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Action> {
        Self::all().find(|action| action.name() == name)
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
            assert_eq!(Action::from_name(action.name()), Some(action));
        }
    }

    #[test]
    fn the_first_nine_labels_have_a_key_action() {
        for label in Label::all().take(9) {
            assert_eq!(Action::choose(label).and_then(Action::choice), Some(label));
        }
        assert_eq!(Action::choose(Label::from_letter('J').unwrap()), None);
    }
}
