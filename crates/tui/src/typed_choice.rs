//! The letter of a choice without its own key, pressed where keys have other meanings.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::Action;
use super::key::Key;
use super::keymap::{KeyContext, Keymap};
use assay_core::benchmark::Label;

/// A letter that was pressed and is the letter of a choice without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedChoice {
    /// The choice.
    pub label: Label,
    /// The action of the key if there is no such choice.
    pub otherwise: Option<Action>,
}

impl TypedChoice {
    /// The choice of these labels whose letter a key is. `commands` are the actions that apply.
    pub fn from_key(
        event: KeyEvent,
        labels: &[Label],
        (context, commands): (KeyContext, &[Action]),
        keymap: &Keymap,
    ) -> Option<Self> {
        let KeyCode::Char(typed) = event.code else { return None };
        if labels.is_empty() || has_modifier(event) {
            return None;
        }
        let label = Label::from_letter(typed.to_ascii_uppercase())?;
        let applies = |action: &Action| commands.contains(action) || action.is_program_wide();
        let otherwise = keymap.actions(context, Key::from(event)).find(applies);
        labels.contains(&label).then_some(TypedChoice { label, otherwise })
    }
}

/// Whether a key is pressed together with Ctrl or Alt.
pub fn has_modifier(key: KeyEvent) -> bool {
    key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL)
}
