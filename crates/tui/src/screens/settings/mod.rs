//! The settings screen: chooses the theme and how pictures are painted. The whole screen shows the marked
//! value at once; Enter writes it into the configuration file, leaving takes it back. `e` opens the file in an
//! editor, for every other setting and the keys (`app::editing`).
//!
//! [`values`] has what can be chosen, `draw` shows it.

mod draw;
mod values;

use ratatui::layout::{Position, Rect};

use self::values::{Value, values};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::config_file::Unchanged;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::list::List;
use assay_core::benchmark::ImageHash;

/// The settings screen.
pub struct SettingsScreen {
    values: Vec<Value>,
    list: List,
    /// A picture of the benchmark, to see how pictures are painted.
    sample: Option<ImageHash>,
}

impl SettingsScreen {
    /// The settings in force.
    pub fn new(session: &Session) -> Self {
        let values = values(session);
        let mut list = List::new(values.len());
        list.mark(values.iter().position(|value| value.is_chosen).unwrap_or_default());
        SettingsScreen { values, list, sample: sample(session) }
    }

    fn marked(&self) -> Option<&Value> {
        self.values.get(self.list.marked())
    }

    /// Shows what the marked value looks like.
    fn try_marked(&self, session: &mut Session) {
        let Some(value) = self.marked() else { return };
        if let Err(error) = session.try_settings(&value.change()) {
            session.show_error(error);
        }
    }

    fn save_marked(&mut self, session: &mut Session) {
        let Some(value) = self.marked() else { return };
        let words = text!("settings-is", what = value.setting.title(), value = value.name.clone());
        let saved = session.save_settings(&value.change());
        session.status = Some(message(saved, words, session));
        self.values = values(session);
    }
}

fn message(saved: Result<(), Unchanged>, words: String, session: &Session) -> StatusMessage {
    match (saved, &session.settings.file) {
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
        self.list.commands(&[Action::EditSettings, Action::Back, Action::Palette, Action::Help])
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenSettings)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => self.save_marked(session),
            movement => {
                self.list.act(movement);
                self.try_marked(session);
            }
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        session.end_trial();
        let setting = self.marked().map(|value| value.setting);
        self.values = values(session);
        let is_in_force = |value: &Value| value.is_chosen && Some(value.setting) == setting;
        self.list.set_len(self.values.len());
        self.list.mark(self.values.iter().position(is_in_force).unwrap_or_default());
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.click(at) {
            self.save_marked(session);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.list.lay_out(self.values.len(), draw::values_area(area));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }
}
