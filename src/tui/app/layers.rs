//! The layers: which screen lies on which, and what opens and closes them.

use super::{App, Errand};
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::screens::agreement::Agreement;
use crate::tui::screens::browse::Browse;
use crate::tui::screens::extract::Extract;
use crate::tui::screens::guideline::GuidelineReader;
use crate::tui::screens::help::Help;
use crate::tui::screens::history::OwnHistory;
use crate::tui::screens::models::Models;
use crate::tui::screens::palette::Palette;
use crate::tui::screens::review::Review;
use crate::tui::screens::{Reply, Screen, Step};
use crate::tui::widgets::chrome::Echo;

impl App {
    /// Reads texts from the next one on.
    pub(super) fn open_extract(&mut self) {
        if self.session.extract.is_none() {
            let hint = "there is no sample to read; draw one with `assay extract sample`";
            self.session.echo = Some(Echo::hint(hint));
            return;
        }
        let screen = Extract::next(&mut self.session);
        self.show_item(Box::new(screen));
    }

    /// Opens a screen, or goes back to it where it is open already. What is read is closed by the
    /// key that opened it.
    pub(super) fn open(&mut self, action: Action) {
        let open = self.layers.iter().position(|layer| layer.opened_by() == Some(action));
        if let Some(at) = open {
            if at + 1 == self.layers.len() && self.top().place() == Place::Reader {
                return self.take(Step::Close(None));
            }
            self.layers.truncate(at + 1);
            return self.resume(None);
        }
        let session = &mut self.session;
        let screen: Box<dyn Screen> = match action {
            Action::OpenBrowse => Box::new(Browse::new(session)),
            Action::OpenHistory => Box::new(OwnHistory::new()),
            Action::OpenModels => Box::new(Models::new(session)),
            Action::OpenAgreement => Box::new(Agreement::new(session)),
            Action::Guideline => {
                let is_reading = self.layers.iter().any(|layer| layer.place() == Place::Extract);
                Box::new(match session.extract.as_ref().filter(|_| is_reading) {
                    Some(desk) => GuidelineReader::of(desk.guideline().clone()),
                    None => GuidelineReader::new(session),
                })
            }
            Action::Help => Box::new(Help::about(top_of(&self.layers), session)),
            Action::Palette => Box::new(Palette::over(top_of(&self.layers), session)),
            _ => return,
        };
        self.layers.push(screen);
    }

    /// Finding happens in the list of questions.
    pub(super) fn find(&mut self) {
        if self.top().opened_by() != Some(Action::OpenBrowse) {
            self.open(Action::OpenBrowse);
        }
        self.act_on_top(Action::Find);
    }

    pub(super) fn show_review(&mut self, review: Review) {
        self.show_item(Box::new(review));
    }

    /// Opens a question or a text above home and the lists, so that going back finds them as they
    /// were. There is one at a time.
    pub(super) fn show_item(&mut self, screen: Box<dyn Screen>) {
        let stays = |layer: &dyn Screen| {
            matches!(layer.place(), Place::Home | Place::List) && !layer.is_popup()
        };
        self.layers.retain(|layer| stays(layer.as_ref()));
        self.layers.push(screen);
    }

    pub(super) fn take(&mut self, step: Step) {
        match step {
            Step::Stay => {}
            Step::Open(screen) => self.layers.push(screen),
            Step::Do(action) => self.act(action),
            Step::Look(look) => {
                if let Some(top) = self.layers.last_mut() {
                    top.look(look, &self.stage);
                }
            }
            Step::Question(position) => {
                let review = Review::at(position, &mut self.session);
                self.show_review(review);
            }
            Step::FullScreen(hash) => self.errand = Some(Errand::FullScreen(hash)),
            Step::Quit => self.errand = Some(Errand::Quit),
            Step::Close(_) if self.layers.len() == 1 => self.errand = Some(Errand::Quit),
            Step::Close(reply) => {
                self.layers.pop();
                match reply {
                    Some(Reply::Act(action)) => self.act(action),
                    reply => self.resume(reply),
                }
            }
        }
    }

    pub(super) fn resume(&mut self, reply: Option<Reply>) {
        if let Some(top) = self.layers.last_mut() {
            let step = top.resume(reply, &mut self.session);
            self.take(step);
        }
    }

    pub(super) fn lowest_visible(&self) -> usize {
        self.layers.iter().rposition(|layer| !layer.is_popup()).unwrap_or(0)
    }

    pub(super) fn top(&self) -> &dyn Screen {
        top_of(&self.layers)
    }
}

/// The home screen is never popped, so there always is a top: `take` quits instead.
fn top_of(layers: &[Box<dyn Screen>]) -> &dyn Screen {
    layers[layers.len() - 1].as_ref()
}
