//! The actions: everything a person can do. Keys, palette, mouse, configuration and tests all use
//! them.

use crate::benchmark::Label;

/// Something a person can do. Each has a name for the keymap, a few words for the action bar and
/// a sentence for the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is documented by its sentence in `ACTIONS`
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
    Picture,
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
    Grid,
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
    OpenSettings,
    Restore,
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

/// Every action with its name, a word or two for the action bar and a sentence for the help, in the
/// order of the enum, which is the order of the help.
const ACTIONS: &[(Action, &str, &str, &str)] = &[
    (Action::ChooseA, "choose-a", "a", "Answer with choice A"),
    (Action::ChooseB, "choose-b", "b", "Answer with choice B"),
    (Action::ChooseC, "choose-c", "c", "Answer with choice C"),
    (Action::ChooseD, "choose-d", "d", "Answer with choice D"),
    (Action::ChooseE, "choose-e", "e", "Answer with choice E"),
    (Action::ChooseF, "choose-f", "f", "Answer with choice F"),
    (Action::ChooseG, "choose-g", "g", "Answer with choice G"),
    (Action::ChooseH, "choose-h", "h", "Answer with choice H"),
    (Action::ChooseI, "choose-i", "i", "Answer with choice I"),
    (
        Action::NoneOfTheChoices,
        "none-of-the-choices",
        "none",
        "Answer that none of the choices is right",
    ),
    (Action::CannotTell, "cannot-tell", "can't tell", "Answer that the picture does not show it"),
    (Action::Refusal, "refusal", "refuses", "Read: the model refuses, or says it cannot"),
    (Action::Several, "several", "many", "Read: it chooses more than one choice"),
    (Action::OffTopic, "off-topic", "off-topic", "Read: it does not speak to the question"),
    (Action::Keep, "keep", "keep", "Keep the question: it is good as it is"),
    (Action::TextOnly, "text-only", "text-only", "Flag it: answerable without the picture"),
    (Action::Wrong, "wrong", "wrong…", "Flag it as wrong, and say why"),
    (Action::Remove, "remove", "remove…", "Remove the question from the benchmark, and say why"),
    (Action::Fix, "fix", "fix…", "Fix the question: edit its words, choices, answer or ability"),
    (Action::Skip, "skip", "skip", "Pass over this question for good"),
    (Action::Later, "later", "later", "Put this question off to the end of the queue"),
    (Action::Note, "note", "note", "Write a note on this question"),
    (Action::Undo, "undo", "undo", "Take the newest decision back, also after a restart"),
    (Action::Redo, "redo", "redo", "Bring back what undo took"),
    (Action::FullScreen, "full-screen", "full", "Show the picture on the whole screen"),
    (Action::Picture, "picture", "picture", "Show the picture beside the text, or hide it"),
    (Action::ZoomIn, "zoom-in", "zoom in", "Enlarge the picture"),
    (Action::ZoomOut, "zoom-out", "zoom out", "Shrink the picture"),
    (Action::ZoomReset, "zoom-reset", "fit", "Show the whole picture"),
    (Action::Left, "left", "left", "Move left; in a zoomed picture, pan"),
    (Action::Right, "right", "right", "Move right; in a zoomed picture, pan"),
    (Action::Up, "up", "up", "Move up; in a zoomed picture, pan"),
    (Action::Down, "down", "down", "Move down; in a zoomed picture, pan"),
    (Action::PreviousPicture, "previous-picture", "previous", "Show the previous picture"),
    (Action::NextPicture, "next-picture", "next", "Show the next picture"),
    (Action::ScrollUp, "scroll-up", "up", "Scroll up a line"),
    (Action::ScrollDown, "scroll-down", "down", "Scroll down a line"),
    (Action::PageUp, "page-up", "page up", "Scroll up a page"),
    (Action::PageDown, "page-down", "page down", "Scroll down a page"),
    (Action::First, "first", "first", "Go to the first line"),
    (Action::Last, "last", "last", "Go to the last line"),
    (Action::Focus, "focus", "focus", "Move between picture and choices; in a text, mark words"),
    (Action::Confirm, "confirm", "ok", "Take what is marked"),
    (Action::Toggle, "toggle", "mark", "Mark or unmark the line"),
    (Action::Reasoning, "reasoning", "reasoning", "Show or fold the reasoning before the answer"),
    (Action::Guideline, "guideline", "guideline", "Read the guideline"),
    (Action::Find, "find", "find", "Find a question"),
    (Action::Filter, "filter", "filter", "Change which questions are listed"),
    (Action::Grid, "grid", "grid", "Show questions as a grid of pictures, or as a list"),
    (Action::Details, "details", "its history", "See everything decided on the marked question"),
    (Action::Palette, "palette", "palette", "Find any action by its name"),
    (Action::Help, "help", "help", "Show the keys"),
    (Action::OpenReview, "open-review", "review", "Review questions"),
    (Action::OpenBrowse, "open-browse", "browse", "Browse all questions"),
    (Action::OpenHistory, "open-history", "history", "See your own decisions"),
    (Action::OpenModels, "open-models", "models", "See how models did, down to each pass"),
    (
        Action::OpenExtract,
        "open-extract",
        "extract",
        "Read what models wrote: a sample of their texts",
    ),
    (Action::OpenAgreement, "open-agreement", "agreement", "See how extractors agree with people"),
    (Action::OpenVerify, "open-verify", "verify", "Decide on the questions that are suspected"),
    (Action::OpenBenchmarks, "open-benchmarks", "benchmarks", "Choose another benchmark"),
    (Action::OpenSettings, "open-settings", "settings", "Change theme, pictures, mouse and keys"),
    (Action::Restore, "restore", "as it comes", "Set it back to how the program comes"),
    (
        Action::Differences,
        "differences",
        "differences",
        "List the texts that it labels differently from people",
    ),
    (Action::Pairs, "pairs", "pairs", "Compare it with each other extractor"),
    (Action::Rules, "rules", "rules", "Read the models' labels by the next set of rules"),
    (
        Action::Strategy,
        "strategy",
        "strategy",
        "Count by the next strategy: circular, or first passes alone",
    ),
    (
        Action::Input,
        "input",
        "input",
        "Show models by what they were given: pictures, text, or both",
    ),
    (Action::Home, "home", "home", "Go to the home screen"),
    (Action::Back, "back", "back", "Go back; on the first screen, quit"),
    (Action::Quit, "quit", "quit", "Quit; everything decided is saved already"),
    (Action::Suspend, "suspend", "suspend", "Suspend the program; `fg` comes back"),
    (Action::Redraw, "redraw", "redraw", "Draw the whole screen again"),
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
        ACTIONS.iter().map(|&(action, ..)| action)
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
        ACTIONS[self as usize].2
    }

    /// A sentence for the help and the palette.
    pub fn sentence(self) -> &'static str {
        ACTIONS[self as usize].3
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
                | Action::OpenSettings
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
