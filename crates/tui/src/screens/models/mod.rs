//! Models: the scores of each model, down to its text in every pass of a question.
//!
//! Four screens: the models ([`Models`]), one model's abilities (`abilities`), the questions of one
//! ability (`questions`), and all passes of a question side by side (`passes`). The figures
//! (`data`) are computed on a background thread by the rules, strategy, split and input that keys
//! choose (`basis`). Keys are not delayed: the previous figures stay on the screen until the new
//! ones are ready.
//!
//! Unlike review and browse, these screens show reference answers and predictions. They are made for
//! leads and evaluators. The store records who opened a model's questions here: see
//! [`assay_store::Store::record_answer_exposures`].

mod abilities;
mod basis;
mod below;
mod data;
mod draw;
mod passes;
mod question_detail;
mod question_line;
mod questions;
mod said;

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use self::abilities::Abilities;
use self::basis::Basis;
use self::data::ModelsData;
use super::background::Background;
use super::list_chrome::body;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::list::List;
use assay_workflow::evaluation::ScoringSetting;

/// The list of models.
pub struct Models {
    /// The basis that keys have chosen; `data` may still be of another one.
    wanted: Basis,
    data: Option<Arc<ModelsData>>,
    running: Option<Background<ModelsData>>,
    failure: Option<String>,
    list: List,
    has_warned: bool,
}

impl Models {
    /// The models by the rules of the benchmark.
    pub fn new(session: &Session) -> Self {
        let setting = ScoringSetting::load(&session.store, session.review().benchmark());
        let failure = setting.as_ref().err().map(ToString::to_string);
        let wanted = Basis::new(setting.unwrap_or_default());
        Models {
            running: failure.is_none().then(|| data::compute(session, wanted.clone())),
            wanted,
            data: None,
            failure,
            list: List::default(),
            has_warned: false,
        }
    }

    /// Takes the figures when they are ready, and starts again if another basis was chosen meanwhile.
    fn collect(&mut self, session: &Session) {
        if let Some(running) = &mut self.running {
            running.collect();
        }
        match self.running.take_if(|running| !running.is_running()) {
            Some(Background::Ready(data)) => {
                data::drop_in_background(self.data.replace(data));
                self.failure = None;
            }
            Some(Background::Failed(failure)) => self.failure = Some(failure),
            Some(Background::Running(_)) | None => return,
        }
        if self.failure.is_none() {
            self.count(session);
        }
    }

    /// Computes the figures by the wanted basis, one computation at a time.
    fn count(&mut self, session: &Session) {
        let is_there = self.data.as_ref().is_some_and(|data| data.basis == self.wanted);
        if self.running.is_none() && !is_there {
            self.running = Some(data::compute(session, self.wanted.clone()));
        }
    }

    fn choose(&mut self, action: Action, session: &Session) {
        match action {
            Action::Rules => self.wanted.next_rules(),
            Action::Strategy => {
                self.wanted.next_strategy(self.data.as_ref().map(|data| data.strategy));
            }
            Action::Input => self.wanted.next_input(),
            _ => {
                let items = session.review().items().iter();
                self.wanted.next_split(items.filter_map(|item| item.split.as_deref()));
            }
        }
        self.failure = None;
        self.count(session);
    }

    fn open_marked(&mut self, session: &mut Session) -> Outcome {
        let Some(data) = &self.data else { return Outcome::Stay };
        if self.list.marked() >= data.models.len() {
            return Outcome::Stay;
        }
        match Abilities::screen(Arc::clone(data), self.list.marked(), session) {
            Ok(abilities) => {
                self.warn(session);
                Outcome::Open(Box::new(abilities))
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                Outcome::Stay
            }
        }
    }

    /// Warns once, before a question is opened, an annotator who still has to decide.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.review().progress();
        if !self.has_warned && progress.done < progress.total {
            let words = text!("models-warning");
            session.status = Some(StatusMessage::hint(words));
        }
        self.has_warned = true;
    }
}

impl Screen for Models {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.list.commands(&[
            Action::Strategy,
            Action::Rules,
            Action::Back,
            Action::Filter,
            Action::Input,
            Action::OpenBrowse,
            Action::Guideline,
            Action::Palette,
            Action::Help,
        ])
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenModels)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => return self.open_marked(session),
            Action::Rules | Action::Strategy | Action::Filter | Action::Input => {
                self.choose(action, session);
            }
            movement => self.list.act(movement),
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.click(at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.collect(session);
        let models = self.data.as_ref().map_or(0, |data| data.models.len());
        let rows = body(area);
        let height = below::list_height(models, rows.height);
        self.list.lay_out(models, Rect { height, ..rows });
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::models(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.running.is_some()
    }
}

impl Drop for Models {
    fn drop(&mut self) {
        data::drop_in_background(self.data.take());
    }
}
