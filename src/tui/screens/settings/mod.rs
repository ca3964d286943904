//! The settings: a list of them on the left, what each can be on the right. What is marked there shows
//! at once on the whole screen; Enter writes it into the configuration file, leaving takes it back.
//!
//! [`values`] is what each setting can be, [`keys`] the keys and their remapping, `draw` shows.

mod draw;
mod keys;
mod values;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use self::draw::Parts;
use self::keys::Binding;
use self::values::{Setting, Value};
use super::{Canvas, Outcome, Raw, Screen};
use crate::benchmark::ImageHash;
use crate::tui::action::Action;
use crate::tui::config_file::{Change, Entry, Scalar, Unchanged};
use crate::tui::key::Key;
use crate::tui::keymap::KeyContext;
use crate::tui::messages::text;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::line_input::LineInput;
use crate::tui::widgets::list::List;
use crate::tui::widgets::scroll::LIST_MOVES;

/// A line of the left list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// A value.
    Setting(Setting),
    /// The keys of a context.
    Keys(KeyContext),
}

/// The settings screen.
pub struct SettingsScreen {
    topics: Vec<Topic>,
    list: List,
    /// What the marked setting can be.
    values: Vec<Value>,
    /// The keys of the marked context.
    bindings: Vec<Binding>,
    /// The marked value or key.
    inner: List,
    is_inside: bool,
    /// The name that is typed.
    name: LineInput,
    /// The key that is pressed next is the new one of the marked binding.
    is_capturing: bool,
    /// A picture of the benchmark, to see how pictures are painted.
    sample: Option<ImageHash>,
    parts: Parts,
}

impl SettingsScreen {
    /// The settings in force.
    pub fn new(session: &Session) -> Self {
        let settings = Setting::ALL.into_iter().map(Topic::Setting);
        let topics: Vec<Topic> = settings.chain(KeyContext::all().map(Topic::Keys)).collect();
        let mut screen = SettingsScreen {
            list: List::new(topics.len()),
            topics,
            values: Vec::new(),
            bindings: Vec::new(),
            inner: List::default(),
            is_inside: false,
            name: LineInput::default(),
            is_capturing: false,
            sample: sample(session),
            parts: Parts::default(),
        };
        screen.open_topic(session);
        screen
    }

    fn topic(&self) -> Topic {
        self.topics[self.list.marked().min(self.topics.len() - 1)]
    }

    /// Lists what the marked topic can be; what is in force is marked.
    fn open_topic(&mut self, session: &Session) {
        self.values.clear();
        self.bindings.clear();
        self.name.clear();
        self.is_capturing = false;
        match self.topic() {
            Topic::Setting(Setting::Annotator) => {
                let named = session.settings.config().annotator.as_ref();
                let here = &session.review().annotator().name;
                self.name.paste(named.map_or(here, |set| &set.value));
            }
            Topic::Setting(setting) => self.values = setting.values(session),
            Topic::Keys(context) => self.bindings = keys::bindings(context, &session.keymap),
        }
        self.inner = List::new(self.values.len().max(self.bindings.len()));
        let in_force = self.values.iter().position(|value| value.is_chosen);
        self.inner.mark(in_force.unwrap_or_default());
    }

    fn leave(&mut self, session: &mut Session) {
        session.end_trial();
        self.is_inside = false;
        self.open_topic(session);
    }

    /// Shows what the marked value looks like.
    fn try_marked(&self, session: &mut Session) {
        let (Topic::Setting(setting), Some(value)) =
            (self.topic(), self.values.get(self.inner.marked()))
        else {
            return;
        };
        if let Err(error) = session.try_settings(&[setting.change(value.scalar.clone())]) {
            session.status = Some(StatusMessage::error(error.to_string()));
        }
    }

    fn enter(&mut self, session: &mut Session) {
        if !self.is_inside {
            self.is_inside = true;
            return;
        }
        match self.topic() {
            Topic::Setting(Setting::Annotator) => self.save_name(session),
            Topic::Setting(setting) => {
                let Some(value) = self.values.get(self.inner.marked()).cloned() else { return };
                let words = text!("settings-is", what = setting.title(), value = value.name);
                self.save(&[setting.change(value.scalar)], words, session);
            }
            Topic::Keys(_) => self.is_capturing = !self.bindings.is_empty(),
        }
    }

    fn save_name(&mut self, session: &mut Session) {
        let name = self.name.text().trim().to_owned();
        let (value, words) = match name.as_str() {
            "" => (None, text!("settings-login-next").to_owned()),
            name => (Some(Scalar::Text(name.to_owned())), text!("settings-name-next", name = name)),
        };
        self.save(&[Setting::Annotator.change(value)], words, session);
    }

    fn save(&mut self, changes: &[Change], words: String, session: &mut Session) {
        let marked = self.inner.marked();
        let saved = session.save_settings(changes);
        session.status = Some(message(saved, words, session));
        self.open_topic(session);
        if !self.bindings.is_empty() {
            self.inner.mark(marked);
        }
    }

    fn binding(&self) -> Option<Binding> {
        self.bindings.get(self.inner.marked()).copied()
    }

    /// Gives the marked binding this key, unless another action has it.
    fn remap(&mut self, key: Key, session: &mut Session) {
        self.is_capturing = false;
        let (Topic::Keys(context), Some(binding)) = (self.topic(), self.binding()) else { return };
        match keys::remapping(context, binding, key, &session.keymap) {
            Ok(changes) if changes.is_empty() => {}
            Ok(changes) => {
                let words = text!("settings-key-is", action = binding.action.title(), key = key);
                self.save(&changes, words, session);
                let at = self
                    .bindings
                    .iter()
                    .position(|one| one.action == binding.action && one.key == Some(key));
                self.inner.mark(at.unwrap_or(self.inner.marked()));
            }
            Err(refusal) => session.status = Some(StatusMessage::error(refusal)),
        }
    }

    /// Sets the marked value or the keys of the marked action back.
    fn restore(&mut self, session: &mut Session) {
        match (self.topic(), self.binding()) {
            (Topic::Setting(setting), _) => {
                let words = text!("settings-restored", what = setting.title());
                self.save(&[setting.change(None)], words, session);
            }
            (Topic::Keys(context), Some(binding)) => {
                match keys::restoring(context, binding.action, &session.keymap) {
                    Ok(changes) => {
                        let words = text!("settings-key-restored", action = binding.action.title());
                        self.save(&changes, words, session);
                    }
                    Err(refusal) => session.status = Some(StatusMessage::error(refusal)),
                }
            }
            (Topic::Keys(_), None) => {}
        }
    }

    /// A key while a new key is waited for, or a name is typed.
    fn typed(&mut self, key: KeyEvent, session: &mut Session) -> Option<Outcome> {
        if self.is_capturing {
            match key.code {
                KeyCode::Esc => self.is_capturing = false,
                _ => self.remap(Key::from(key), session),
            }
            return Some(Outcome::Stay);
        }
        if self.is_inside && key.code == KeyCode::Esc {
            self.leave(session);
            return Some(Outcome::Stay);
        }
        let writes = self.is_inside && self.topic() == Topic::Setting(Setting::Annotator);
        (writes && self.name.key(key)).then_some(Outcome::Stay)
    }
}

/// The entry and its new value.
impl Setting {
    fn change(self, value: Option<Scalar>) -> Change {
        Change { entry: Entry::Setting(self.name()), value }
    }
}

fn message(saved: Result<(), Unchanged>, words: String, session: &Session) -> StatusMessage {
    match (saved, session.settings.file()) {
        (Ok(()), Some(_)) => StatusMessage::saved(words),
        (Ok(()), None) => StatusMessage::hint(text!("settings-until-the-end", what = words)),
        (Err(error), _) => StatusMessage::error(error.to_string()),
    }
}

/// The first picture of the benchmark.
fn sample(session: &Session) -> Option<ImageHash> {
    let ids: Vec<_> = session.review().items().iter().take(20).map(|entry| entry.id).collect();
    let first = session.store.first_pictures(&ids).ok()?;
    ids.iter().find_map(|id| first.get(id).copied())
}

impl Screen for SettingsScreen {
    fn key_context(&self) -> KeyContext {
        KeyContext::Settings
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let own = match self.is_inside {
            true => &[Action::Confirm, Action::Restore, Action::Left][..],
            false => &[Action::Confirm, Action::Right][..],
        };
        let others = [Action::Focus, Action::Back, Action::Palette, Action::Help];
        own.iter().copied().chain(others).chain(LIST_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenSettings)
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => self.typed(*key, session),
            Raw::Paste(text) => {
                let writes = self.is_inside && self.topic() == Topic::Setting(Setting::Annotator);
                writes.then(|| {
                    self.name.paste(text);
                    Outcome::Stay
                })
            }
        }
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => self.enter(session),
            Action::Right => self.is_inside = true,
            Action::Focus if !self.is_inside => self.is_inside = true,
            Action::Left | Action::Focus => self.leave(session),
            Action::Restore => self.restore(session),
            movement if self.is_inside => {
                self.inner.act(movement);
                self.try_marked(session);
            }
            movement => {
                self.list.act(movement);
                self.open_topic(session);
            }
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        self.leave(session);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.area().contains(at) {
            self.leave(session);
            if self.list.click(at) {
                self.is_inside = true;
            }
            self.open_topic(session);
        } else if self.inner.area().contains(at) {
            let was_inside = std::mem::replace(&mut self.is_inside, true);
            if self.inner.click(at) && was_inside {
                self.enter(session);
            } else {
                self.try_marked(session);
            }
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.parts = Parts::new(area, self.values.len());
        self.list.lay_out(self.topics.len(), self.parts.topics);
        self.inner.lay_out(self.values.len().max(self.bindings.len()), self.parts.inner);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }
}
