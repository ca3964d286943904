//! Which key does what, and where: data read from `assets/keymap.toml` and from the user.

use std::collections::BTreeMap;

use toml::Spanned;

use super::action::Action;
use super::key::Key;

const DEFAULT: &str = include_str!("../../assets/keymap.toml");

/// A place with keys of its own. `Everywhere` holds in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// All places.
    Everywhere,
    /// The home screen.
    Home,
    /// The review screen.
    Review,
    /// The list of reasons.
    Reasons,
    /// Lists: browse and history.
    List,
    /// Texts: help and guideline.
    Reader,
    /// The passes of a question as a model answered them.
    Passes,
}

impl Place {
    /// All places.
    pub const ALL: [Place; 7] = [
        Place::Everywhere,
        Place::Home,
        Place::Review,
        Place::Reasons,
        Place::List,
        Place::Reader,
        Place::Passes,
    ];

    /// The name of its table.
    pub fn name(self) -> &'static str {
        match self {
            Place::Everywhere => "everywhere",
            Place::Home => "home",
            Place::Review => "review",
            Place::Reasons => "reasons",
            Place::List => "list",
            Place::Reader => "reader",
            Place::Passes => "passes",
        }
    }
}

/// The tables of a keymap file: place, key, action.
pub type KeyTables = BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, Spanned<String>>>;

/// Keys and their actions by place.
#[derive(Clone, Debug, PartialEq)]
pub struct Keymap {
    bindings: Vec<(Place, Key, Action)>,
}

/// Something in a keymap that cannot be used, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct KeymapFault {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Default for Keymap {
    fn default() -> Self {
        let tables = toml::from_str(DEFAULT).expect("the embedded keymap is checked by a test");
        let mut keymap = Keymap { bindings: Vec::new() };
        let faults = keymap.apply(&tables, DEFAULT);
        debug_assert!(faults.is_empty(), "{faults:?}");
        keymap
    }
}

impl Keymap {
    /// Lays a user's tables over this keymap. `source` is the file's text, for line numbers. What
    /// cannot be used is left out and told.
    pub fn apply(&mut self, tables: &KeyTables, source: &str) -> Vec<KeymapFault> {
        let mut faults = Vec::new();
        for (place_name, table) in tables {
            let place = Place::ALL.into_iter().find(|place| place.name() == place_name.as_ref());
            let Some(place) = place else {
                let known = Place::ALL.map(Place::name).join(", ");
                let message = format!("{:?} is no place; there are: {known}", place_name.as_ref());
                faults.push(fault(source, place_name, message));
                continue;
            };
            faults.extend(self.apply_table(place, table, source));
        }
        faults
    }

    fn apply_table(
        &mut self,
        place: Place,
        table: &BTreeMap<Spanned<String>, Spanned<String>>,
        source: &str,
    ) -> Vec<KeymapFault> {
        let mut faults = Vec::new();
        let mut seen: Vec<Key> = Vec::new();
        for (key_text, action_name) in table {
            let key: Key = match key_text.as_ref().parse() {
                Ok(key) => key,
                Err(error) => {
                    faults.push(fault(source, key_text, error.to_string()));
                    continue;
                }
            };
            if seen.contains(&key) {
                let message = format!("{key} is set twice in [{}]", place.name());
                faults.push(fault(source, key_text, message));
                continue;
            }
            seen.push(key);
            let action = Action::from_name(action_name.as_ref());
            if action.is_none() && !action_name.as_ref().is_empty() {
                let message = format!("{:?} is no action", action_name.as_ref());
                faults.push(fault(source, action_name, message));
                continue;
            }
            self.bindings.retain(|&(at, bound, _)| (at, bound) != (place, key));
            self.bindings.extend(action.map(|action| (place, key, action)));
        }
        faults
    }

    /// What a key may mean in a place: the place's own action first, then the one that holds
    /// everywhere.
    pub fn actions(&self, place: Place, key: Key) -> impl Iterator<Item = Action> + '_ {
        let of = move |at: Place| {
            self.bindings
                .iter()
                .filter(move |&&(bound_at, bound, _)| bound_at == at && bound == key)
                .map(|&(_, _, action)| action)
        };
        of(place).chain(of(Place::Everywhere).filter(move |_| place != Place::Everywhere))
    }

    /// The key to show for an action in a place: the first one bound to it.
    pub fn key_for(&self, place: Place, action: Action) -> Option<Key> {
        self.keys_for(place, action).next()
    }

    /// All keys of an action in a place.
    pub fn keys_for(&self, place: Place, action: Action) -> impl Iterator<Item = Key> + '_ {
        let of = move |at: Place| {
            self.bindings
                .iter()
                .filter(move |&&(bound_at, _, bound)| bound_at == at && bound == action)
                .map(|&(_, key, _)| key)
        };
        of(place).chain(of(Place::Everywhere).filter(move |_| place != Place::Everywhere))
    }

    /// Actions that have no key anywhere: what a user's keymap took away without meaning to.
    pub fn without_key(&self) -> Vec<Action> {
        let has_key = |action: &Action| self.bindings.iter().any(|(.., bound)| bound == action);
        Action::ALL.into_iter().filter(|action| !has_key(action)).collect()
    }
}

fn fault<T>(source: &str, at: &Spanned<T>, message: String) -> KeymapFault {
    let start = at.span().start.min(source.len());
    let line = source.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
    KeymapFault { line, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        text.parse().unwrap()
    }

    fn applied(source: &str) -> (Keymap, Vec<KeymapFault>) {
        let mut keymap = Keymap::default();
        let faults = keymap.apply(&toml::from_str(source).unwrap(), source);
        (keymap, faults)
    }

    #[test]
    fn the_embedded_keymap_is_without_fault_and_reaches_every_action_but_home() {
        let mut keymap = Keymap { bindings: vec![] };
        assert_eq!(keymap.apply(&toml::from_str(DEFAULT).unwrap(), DEFAULT), []);
        assert_eq!(keymap.without_key(), [Action::Home]);
    }

    #[test]
    fn g_is_a_choice_first_and_the_guideline_otherwise() {
        let keymap = Keymap::default();
        let actions: Vec<_> = keymap.actions(Place::Review, key("g")).collect();
        assert_eq!(actions, [Action::ChooseG, Action::Guideline]);
    }

    #[test]
    fn a_users_key_takes_the_place_of_the_default() {
        let (keymap, faults) = applied("[review]\n\"y\" = \"skip\"\n\"s\" = \"\"\n");
        assert_eq!(faults, []);
        assert_eq!(keymap.actions(Place::Review, key("y")).next(), Some(Action::Skip));
        assert_eq!(keymap.actions(Place::Review, key("s")).next(), None);
        assert_eq!(keymap.without_key(), [Action::Keep, Action::Home]);
    }

    #[test]
    fn faults_name_their_line() {
        let (_, faults) =
            applied("[review]\n\"y\" = \"dance\"\n\n[attic]\n\"hyper-x\" = \"keep\"\n");
        let lines: Vec<_> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.contains(&2) && lines.contains(&4), "{faults:?}");
    }

    #[test]
    fn one_key_written_in_two_ways_is_a_conflict() {
        let (_, faults) = applied("[review]\n\"ctrl-y\" = \"keep\"\n\"Ctrl-Y\" = \"skip\"\n");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].message.contains("twice"), "{faults:?}");
    }
}
