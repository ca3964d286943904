//! The keys of a context and what is written to give an action another one. A key that does something
//! else already is refused, and the refusal names what it does.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::tui::action::Action;
use crate::tui::config_file::{Change, Entry, Scalar};
use crate::tui::key::Key;
use crate::tui::keymap::{KeyContext, Keymap};
use crate::tui::messages::text;
use crate::tui::terms;
use crate::tui::theme::Theme;
use crate::tui::widgets::list::Row;
use crate::tui::widgets::wrap::cut;

/// A key of an action, or that it has none left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Binding {
    pub action: Action,
    pub key: Option<Key>,
    /// It is as the program comes.
    pub is_usual: bool,
}

/// The keys of a context in the order of the help; an action that usually has one and has lost it is
/// there without.
pub(super) fn bindings(context: KeyContext, keymap: &Keymap) -> Vec<Binding> {
    let usual = Keymap::default();
    let of = |keymap: &Keymap| -> Vec<(Key, Action)> {
        let own = keymap.bindings().filter(|(at, ..)| *at == context);
        own.map(|(_, key, action)| (key, action)).collect()
    };
    let (now, usually) = (of(keymap), of(&usual));
    let lost = usually.iter().filter(|(_, action)| now.iter().all(|(_, other)| other != action));
    let lost = lost.map(|&(_, action)| Binding { action, key: None, is_usual: false });
    let mut bindings: Vec<Binding> = now
        .iter()
        .map(|&(key, action)| Binding {
            action,
            key: Some(key),
            is_usual: usually.contains(&(key, action)),
        })
        .chain(lost)
        .collect();
    bindings.sort_by_key(|binding| binding.action as usize);
    bindings.dedup();
    bindings
}

/// How many keys of a context are not as the program comes.
pub(super) fn changed(context: KeyContext, keymap: &Keymap) -> usize {
    bindings(context, keymap).iter().filter(|binding| !binding.is_usual).count()
}

/// What gives a binding this key; nothing where it has it.
///
/// # Errors
/// Why not, in words.
pub(super) fn remapping(
    context: KeyContext,
    binding: Binding,
    key: Key,
    keymap: &Keymap,
) -> Result<Vec<Change>, String> {
    if binding.key == Some(key) {
        return Ok(Vec::new());
    }
    if key.written().parse() != Ok(key) {
        return Err(text!("settings-key-unwritable", key = key));
    }
    if context == KeyContext::Reasons && key.types() {
        return Err(text!("settings-key-types", key = key));
    }
    refuse_taken(context, key, keymap)?;
    let usual = Keymap::default();
    let mut changes = Vec::new();
    if let Some(old) = binding.key {
        let is_usual = usual.bindings().any(|(at, bound, _)| (at, bound) == (context, old));
        // Without an entry the usual key would be there again.
        let nothing = is_usual.then(|| Scalar::Text(String::new()));
        changes.push(Change { entry: Entry::Key(context, old), value: nothing });
    }
    let is_usual = usual.bindings().any(|one| one == (context, key, binding.action));
    let value = (!is_usual).then(|| Scalar::Text(binding.action.name().to_owned()));
    changes.push(Change { entry: Entry::Key(context, key), value });
    Ok(changes)
}

/// What gives an action its usual keys in a context.
///
/// # Errors
/// Why not, in words.
pub(super) fn restoring(
    context: KeyContext,
    action: Action,
    keymap: &Keymap,
) -> Result<Vec<Change>, String> {
    let usual = Keymap::default();
    let of = |keymap: &Keymap| -> Vec<Key> {
        let own = keymap.bindings().filter(|(at, _, is)| (*at, *is) == (context, action));
        own.map(|(_, key, _)| key).collect()
    };
    let (now, usually) = (of(keymap), of(&usual));
    for &key in usually.iter().filter(|key| !now.contains(key)) {
        refuse_taken(context, key, keymap)?;
    }
    let all = now.into_iter().chain(usually);
    Ok(all.map(|key| Change { entry: Entry::Key(context, key), value: None }).collect())
}

fn refuse_taken(context: KeyContext, key: Key, keymap: &Keymap) -> Result<(), String> {
    let Some((at, action)) = keymap.taken(context, key) else { return Ok(()) };
    // As the program comes, the letter of a choice is something else where there is no such choice.
    if at == KeyContext::Everywhere && at != context && is_double(context, key) {
        return Ok(());
    }
    let (action, place) = (action.title(), terms::place(at));
    Err(match at {
        KeyContext::Everywhere => {
            text!("settings-key-taken-everywhere", key = key, action = action)
        }
        _ => text!("settings-key-taken", key = key, action = action, place = place),
    })
}

/// Whether a key has two meanings as the program comes: its own in a context, and one everywhere.
fn is_double(context: KeyContext, key: Key) -> bool {
    Keymap::default().actions(context, key).count() > 1
}

/// Columns of the keys.
const KEY_WIDTH: usize = 10;
/// Columns of the actions' names.
const NAME_WIDTH: usize = 20;

/// A line of the list of keys.
pub(super) fn line(
    row: Row,
    binding: Binding,
    is_capturing: bool,
    width: usize,
    theme: &Theme,
) -> Line<'static> {
    let key =
        binding.key.map_or_else(|| text!("settings-no-key").to_owned(), |key| key.to_string());
    let (key, tone) = match (is_capturing && row.is_marked, binding.key) {
        (true, _) => (text!("settings-press").to_owned(), theme.warning),
        (false, None) => (key, theme.warning),
        (false, Some(_)) => (key, theme.key),
    };
    let padded = |text: &str, width: usize| {
        let text = cut(text, width);
        let rest = width.saturating_sub(text.width());
        format!("{text}{}", " ".repeat(rest))
    };
    let changed = if binding.is_usual { "  " } else { "• " };
    let room = width.saturating_sub(2 + 2 + KEY_WIDTH + NAME_WIDTH);
    let sentence = cut(binding.action.sentence(), room);
    Line::from(vec![
        row.sign(theme),
        Span::styled(changed, theme.warning),
        Span::styled(padded(&key, KEY_WIDTH), tone),
        Span::styled(padded(binding.action.title(), NAME_WIDTH), row.style(theme.text, theme)),
        Span::styled(sentence, Style::from(theme.dim)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::queues::QUEUE_REVIEW;
    use crate::tui::config::Config;
    use crate::tui::config_file::edited;
    use std::path::Path;

    const REVIEW: KeyContext = KeyContext::Queue(QUEUE_REVIEW);

    fn key(text: &str) -> Key {
        text.parse().unwrap()
    }

    fn binding(action: Action, keymap: &Keymap) -> Binding {
        let all = bindings(REVIEW, keymap);
        all.into_iter().find(|binding| binding.action == action).unwrap()
    }

    fn after(text: &str, changes: &[Change]) -> (String, Keymap) {
        let text = edited(text, changes).unwrap();
        let config = Config::from_source(&text, Path::new("/")).unwrap();
        assert_eq!(config.faults, [], "{text}");
        (text, config.keymap)
    }

    #[test]
    fn a_new_key_takes_the_place_of_the_old_one_and_back() {
        let usual = Keymap::default();
        let keep = binding(Action::Keep, &usual);
        let (text, keymap) = after("", &remapping(REVIEW, keep, key("K"), &usual).unwrap());
        assert_eq!(keymap.actions(REVIEW, key("K")).next(), Some(Action::Keep));
        assert_eq!(keymap.actions(REVIEW, key("y")).next(), None);
        assert_eq!(changed(REVIEW, &keymap), 1);
        let (text, back) = after(&text, &restoring(REVIEW, Action::Keep, &keymap).unwrap());
        assert_eq!(back, usual, "{text}");
        assert!(!text.contains('"'), "{text}");
    }

    #[test]
    fn of_two_keys_only_the_one_that_was_marked_changes() {
        let usual = Keymap::default();
        let zoom = binding(Action::ZoomIn, &usual);
        let (_, keymap) = after("", &remapping(REVIEW, zoom, key("ctrl-x"), &usual).unwrap());
        let keys: Vec<String> =
            keymap.keys_for(REVIEW, Action::ZoomIn).map(crate::tui::key::Key::written).collect();
        assert_eq!(keys.len(), 2);
        assert!(keys.contains(&"ctrl-x".to_owned()), "{keys:?}");
    }

    #[test]
    fn a_key_that_does_something_else_is_refused_by_what_it_does() {
        let usual = Keymap::default();
        let keep = binding(Action::Keep, &usual);
        let refusal = |context, at| remapping(context, keep, key(at), &usual).unwrap_err();
        assert!(refusal(REVIEW, "t").starts_with("t is text-only in review"));
        assert!(refusal(REVIEW, "u").starts_with("u is undo everywhere"));
        assert!(refusal(KeyContext::Everywhere, "w").starts_with("w is wrong in review"));
        assert!(refusal(KeyContext::Reasons, "7").contains("text in this panel"));
        assert!(remapping(REVIEW, keep, key("y"), &usual).unwrap().is_empty());
    }

    #[test]
    fn an_action_that_lost_its_key_is_listed_and_gets_one() {
        let config = Config::from_source("[keys.review]\n\"y\" = \"\"\n", Path::new("/")).unwrap();
        let keep = binding(Action::Keep, &config.keymap);
        assert_eq!(keep.key, None);
        let changes = remapping(REVIEW, keep, key("y"), &config.keymap).unwrap();
        let (text, keymap) = after("[keys.review]\n\"y\" = \"\"\n", &changes);
        assert_eq!(keymap, Keymap::default(), "{text}");
    }
}
