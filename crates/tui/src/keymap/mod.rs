//! The keymap: the actions of keys by context, read from `assets/keymap.toml`, the queues' files in
//! `assets/keymap/` and the user's configuration.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use toml::Spanned;

use super::action::Action;
use super::fault::{Fault, line_of};
use super::key::Key;
use super::queue_files::QUEUE_FILES;
use assay_core::benchmark::queues::queue_names;
use assay_core::embedded;
use assay_core::keyword::{Keyword, UnexpectedText};

const OTHER_SCREENS: &str = include_str!("../../../../assets/keymap.toml");

/// A group of screens with the same keys. The keys of `Everywhere` apply in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyContext {
    /// Every screen.
    Everywhere,
    /// The home screen.
    Home,
    /// The screen of the queue with this name.
    Queue(&'static str),
    /// The list of reasons.
    Reasons,
    /// Lists, such as browse, history and models.
    List,
    /// Texts: help and guideline.
    Reader,
    /// The passes of a question as a model answered them; a text with the labels of all annotators.
    Passes,
    /// Agreement: the table of extractors and a confusion matrix.
    Agreement,
    /// How judges rank models, and how far each can be trusted.
    Judges,
    Settings,
    /// A grid of thumbnails.
    Grid,
}

impl KeyContext {
    /// All contexts, the queues in the order of their table.
    pub fn all() -> impl Iterator<Item = KeyContext> {
        let queues = queue_names().into_iter().map(KeyContext::Queue);
        [KeyContext::Everywhere, KeyContext::Home].into_iter().chain(queues).chain([
            KeyContext::Reasons,
            KeyContext::List,
            KeyContext::Reader,
            KeyContext::Passes,
            KeyContext::Agreement,
            KeyContext::Judges,
            KeyContext::Settings,
            KeyContext::Grid,
        ])
    }

    /// The name of its table.
    pub fn name(self) -> &'static str {
        match self {
            KeyContext::Everywhere => "everywhere",
            KeyContext::Home => "home",
            KeyContext::Queue(name) => name,
            KeyContext::Reasons => "reasons",
            KeyContext::List => "list",
            KeyContext::Reader => "reader",
            KeyContext::Passes => "passes",
            KeyContext::Agreement => "agreement",
            KeyContext::Judges => "judges",
            KeyContext::Settings => "settings",
            KeyContext::Grid => "grid",
        }
    }

    /// The context whose table has this name.
    fn named(name: &str) -> Option<KeyContext> {
        Self::all().find(|context| context.name() == name)
    }
}

/// The tables of a keymap file: context, key, action.
pub type KeyTables = BTreeMap<Spanned<String>, KeyTable>;
/// A table of a keymap file: key, action.
pub type KeyTable = BTreeMap<Spanned<String>, Spanned<String>>;

/// Keys and their actions by context.
#[derive(Clone, Debug, PartialEq)]
pub struct Keymap {
    bindings: Vec<(KeyContext, Key, Action)>,
}

/// The files of keys: those of the queues, then the one for all other screens.
fn embedded_files() -> impl Iterator<Item = &'static str> {
    QUEUE_FILES.iter().map(|queue| queue.keys).chain([OTHER_SCREENS])
}

impl Default for Keymap {
    fn default() -> Self {
        let mut keymap = Keymap { bindings: Vec::new() };
        for source in embedded_files() {
            let tables = embedded::valid(toml::from_str(source));
            let faults = keymap.lay_over(&tables, source);
            debug_assert!(faults.is_empty(), "{faults:?}");
        }
        keymap
    }
}

impl Keymap {
    /// Applies a user's tables to this keymap. `source` is the file's text, for line numbers.
    /// Returns the invalid entries, and the actions that have lost their last key in some context.
    pub fn apply(&mut self, tables: &KeyTables, source: &str) -> Vec<Fault> {
        let before = self.clone();
        let mut faults = self.lay_over(tables, source);
        faults.extend(self.lost_since(&before, tables, source));
        faults.extend(self.split_since(&before, tables, source));
        faults.sort();
        faults.dedup();
        faults
    }

    fn lay_over(&mut self, tables: &KeyTables, source: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, table) in tables {
            match KeyContext::named(name.as_ref()) {
                Some(context) => faults.extend(self.apply_table(context, table, source)),
                None => {
                    let known =
                        KeyContext::all().map(KeyContext::name).collect::<Vec<_>>().join(", ");
                    let name_there = name.as_ref();
                    let message =
                        format!("{name_there:?} is not a key context; there are: {known}");
                    faults.push(fault(source, name, message));
                }
            }
        }
        faults
    }

    fn apply_table(&mut self, context: KeyContext, table: &KeyTable, source: &str) -> Vec<Fault> {
        let mut seen: Vec<Key> = Vec::new();
        let mut bind = |key_text: &Spanned<String>, action_text: &Spanned<String>| {
            let parsed: Result<Key, UnexpectedText> = key_text.as_ref().parse();
            let key = parsed.map_err(|error| fault(source, key_text, error.to_string()))?;
            if seen.contains(&key) {
                let message = format!("{key} is set twice in [{}]", context.name());
                return Err(fault(source, key_text, message));
            }
            seen.push(key);
            let name = action_text.as_ref();
            let action = Action::from_name(name).ok();
            if action.is_none() && !name.is_empty() {
                return Err(fault(source, action_text, format!("{name:?} is not an action")));
            }
            self.bindings.retain(|&(at, bound, _)| (at, bound) != (context, key));
            self.bindings.extend(action.map(|action| (context, key, action)));
            Ok(())
        };
        table.iter().filter_map(|(key, action)| bind(key, action).err()).collect()
    }

    /// Actions that had a key in some context before and have none there now, with the line that took
    /// the key.
    fn lost_since(&self, before: &Keymap, tables: &KeyTables, source: &str) -> Vec<Fault> {
        let pairs = KeyContext::all()
            .flat_map(|context| Action::all().map(move |action| (context, action)))
            .filter(|&(context, action)| self.clear_key(context, action).is_none());
        let lost = pairs.filter_map(|(context, action)| {
            let key = before.clear_key(context, action)?;
            let message = match self.bindings.iter().any(|&(.., bound)| bound == action) {
                true => format!("{} has no key left in [{}]", action.name(), context.name()),
                false => format!("{} has no key left anywhere", action.name()),
            };
            Some(Fault { line: line_that_took(key, context, tables, source), message })
        });
        lost.collect()
    }

    /// Keys of the file that now have one action everywhere and another in some context. The context's
    /// own action applies there, but a key should do the same on every screen.
    fn split_since(&self, before: &Keymap, tables: &KeyTables, source: &str) -> Vec<Fault> {
        let of = |keymap: &Keymap, context: KeyContext, key: Key| {
            let bound =
                |&&(at, bound, _): &&(KeyContext, Key, Action)| (at, bound) == (context, key);
            keymap.bindings.iter().find(bound).map(|&(.., action)| action)
        };
        let mut faults = Vec::new();
        for (name, key_text) in
            tables.iter().flat_map(|(name, table)| table.keys().map(move |key| (name, key)))
        {
            let set_at = KeyContext::named(name.as_ref());
            let (Some(set_at), Ok(key)) = (set_at, key_text.as_ref().parse()) else { continue };
            for context in KeyContext::all().filter(|&at| at != KeyContext::Everywhere) {
                let pair = |keymap| {
                    Some((of(keymap, KeyContext::Everywhere, key)?, of(keymap, context, key)?))
                };
                let is_ours = set_at == KeyContext::Everywhere || set_at == context;
                if let Some((everywhere, here)) = pair(self)
                    && is_ours
                    && everywhere != here
                    && pair(before) != Some((everywhere, here))
                {
                    let (everywhere, here) = (everywhere.name(), here.name());
                    let context = context.name();
                    let message =
                        format!("{key} is {everywhere} everywhere, but {here} in [{context}]");
                    faults.push(fault(source, key_text, message));
                }
            }
        }
        faults
    }

    /// A key whose first action in a context is this one.
    fn clear_key(&self, context: KeyContext, action: Action) -> Option<Key> {
        self.keys_for(context, action)
            .find(|&key| self.actions(context, key).next() == Some(action))
    }

    /// Every key with its action, context by context.
    pub fn bindings(&self) -> impl Iterator<Item = (KeyContext, Key, Action)> + '_ {
        let of =
            |context| self.bindings.iter().filter(move |binding| binding.0 == context).copied();
        KeyContext::all().flat_map(of)
    }

    /// The keys of a context with their actions: the context's own first, then those for everywhere.
    fn in_context(&self, context: KeyContext) -> impl Iterator<Item = (Key, Action)> + '_ {
        let everywhere = (context != KeyContext::Everywhere).then_some(KeyContext::Everywhere);
        let of = |context| self.bindings.iter().filter(move |binding| binding.0 == context);
        let all = [Some(context), everywhere].into_iter().flatten().flat_map(of);
        all.map(|&(_, key, action)| (key, action))
    }

    /// The actions of a key in a context: the context's own first, then the one for everywhere.
    pub fn actions(&self, context: KeyContext, key: Key) -> impl Iterator<Item = Action> + '_ {
        let bound = self.in_context(context).filter(move |(bound, _)| *bound == key);
        bound.map(|(_, action)| action)
    }

    /// The key to show for an action in a context: the first one bound to it.
    pub fn key_for(&self, context: KeyContext, action: Action) -> Option<Key> {
        self.keys_for(context, action).next()
    }

    /// All keys of an action in a context.
    pub fn keys_for(&self, context: KeyContext, action: Action) -> impl Iterator<Item = Key> + '_ {
        let bound = self.in_context(context).filter(move |(_, bound)| *bound == action);
        bound.map(|(key, _)| key)
    }
}

/// The line that gave this key another action in a context, or everywhere.
fn line_that_took(key: Key, context: KeyContext, tables: &KeyTables, source: &str) -> usize {
    let holds = |name: &str| name == context.name() || name == KeyContext::Everywhere.name();
    let entries =
        tables.iter().filter(|(name, _)| holds(name.as_ref())).flat_map(|(_, table)| table);
    let taking = entries.filter(|(text, _)| text.as_ref().parse() == Ok(key));
    taking.map(|(text, _)| line_of(source, text.span().start)).min().unwrap_or(1)
}

fn fault<T>(source: &str, at: &Spanned<T>, message: String) -> Fault {
    Fault::at(source, at.span().start, message)
}
