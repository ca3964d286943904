//! The program as a state: layers of screens, what an input does to them, what is drawn.
//!
//! Nothing here knows a real terminal, so a test drives the whole program with keys and looks at
//! the cells.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::key::Key;
use super::keymap::Place;
use super::picture::PictureStage;
use super::screens::agreement::Agreement;
use super::screens::browse::Browse;
use super::screens::extract::Extract;
use super::screens::guideline::GuidelineReader;
use super::screens::help::Help;
use super::screens::history::OwnHistory;
use super::screens::home::Home;
use super::screens::models::Models;
use super::screens::palette::Palette;
use super::screens::review::Review;
use super::screens::{Canvas, Raw, Reply, Screen, Step};
use super::session::Session;
use super::widgets::chrome::Echo;
use crate::benchmark::ImageHash;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key, and when it was pressed.
    Key(KeyEvent, Instant),
    /// Pasted text.
    Paste(String),
    /// The mouse, and when it was used.
    Mouse(MouseEvent, Instant),
    /// The terminal has another size.
    Resize,
    /// A picture got ready.
    PictureReady,
    /// The system asks to end.
    Quit,
    /// The system asks to stop for a while.
    Suspend,
    /// The process was stopped and goes on.
    Continued,
}

/// What only the terminal's owner can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// End the program.
    Quit,
    /// Give the terminal back until `fg`.
    Suspend,
    /// Take the terminal anew, which others have used meanwhile.
    Retake,
    /// Show the picture on the whole screen until a key is pressed.
    FullScreen(ImageHash),
    /// Clear the terminal and draw everything again.
    Redraw,
}

/// The program.
pub struct App {
    session: Session,
    layers: Vec<Box<dyn Screen>>,
    stage: PictureStage,
    errand: Option<Errand>,
    needs_drawing: bool,
    shown_item: u64,
    painted_at: Instant,
}

/// Below this size there is no room for a question.
const SMALLEST: (u16, u16) = (40, 12);

impl App {
    /// The program on its home screen.
    pub fn new(session: Session, stage: PictureStage) -> Self {
        let home = Home::new(&session);
        App {
            session,
            layers: vec![Box::new(home)],
            stage,
            errand: None,
            needs_drawing: true,
            shown_item: 0,
            painted_at: Instant::now(),
        }
    }

    /// Opens the review at the next question.
    pub fn open_review(&mut self) {
        self.act(Action::OpenReview);
    }

    /// Opens the reading of texts at the next one.
    pub fn open_reading(&mut self) {
        self.act(Action::OpenExtract);
    }

    /// Opens the agreement of extractors with people.
    pub fn open_agreement(&mut self) {
        self.act(Action::OpenAgreement);
    }

    /// What is shared by the screens.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Changes what is shared by the screens.
    pub fn session_mut(&mut self) -> &mut Session {
        self.needs_drawing = true;
        &mut self.session
    }

    /// Whether the terminal's owner must do something now.
    pub fn has_errand(&self) -> bool {
        self.errand.is_some()
    }

    /// What the terminal's owner must do now.
    pub fn take_errand(&mut self) -> Option<Errand> {
        self.errand.take()
    }

    /// Whether a frame is due.
    pub fn needs_drawing(&self) -> bool {
        self.needs_drawing
    }

    /// Whether an item is due to be painted that was not on screen before. Until then no further
    /// key may be handled.
    pub fn has_new_item(&self) -> bool {
        self.top().item() != self.shown_item
    }

    /// Whether the last frame lacks something that is still being made ready.
    pub fn is_loading(&self) -> bool {
        self.stage.is_loading() || self.top().is_waiting()
    }

    /// Asks for a frame in which every picture is sent again.
    pub fn repaint(&mut self) {
        self.stage.repaint();
        self.needs_drawing = true;
    }

    /// What to send when the program ends, so that no picture stays in the terminal.
    pub fn farewell(&mut self) -> String {
        self.stage.farewell()
    }

    /// Handles one event.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key, at) => self.handle_key(key, at),
            Event::Paste(text) => self.handle_paste(text),
            Event::Mouse(mouse, at) => self.handle_mouse(mouse, at),
            Event::Resize | Event::PictureReady => self.needs_drawing = true,
            Event::Quit => self.errand = Some(Errand::Quit),
            Event::Suspend => self.errand = Some(Errand::Suspend),
            Event::Continued => self.errand = Some(Errand::Retake),
        }
    }

    fn handle_key(&mut self, event: KeyEvent, at: Instant) {
        let was_for_earlier_item = at < self.painted_at;
        if event.kind == KeyEventKind::Release || was_for_earlier_item {
            return;
        }
        self.session.attend();
        self.needs_drawing = true;
        if let Some(step) =
            self.layers.last_mut().and_then(|top| top.raw(&Raw::Key(event), &mut self.session))
        {
            self.take(step);
            return;
        }
        let key = Key::of(event);
        let top = self.top();
        let commands = top.commands(&self.session);
        let candidates: Vec<Action> = self.session.keymap.actions(top.place(), key).collect();
        let applies = |action: &Action| commands.contains(action) || action.is_program_wide();
        match candidates.iter().copied().find(applies) {
            Some(action) => {
                self.clear_passing_echo();
                self.act(action);
            }
            None => {
                let hint = match candidates.first() {
                    Some(&action) => self
                        .top()
                        .why_not(action)
                        .unwrap_or_else(|| format!("{}: not now", action.sentence())),
                    None => format!("{key} does nothing here; ? shows the keys"),
                };
                self.session.echo = Some(Echo::hint(hint));
            }
        }
    }

    /// What a failure or a hint said is over with the next key; what was saved stays to be seen.
    fn clear_passing_echo(&mut self) {
        use super::widgets::chrome::EchoKind;
        if self.session.echo.as_ref().is_some_and(|echo| echo.kind != EchoKind::Saved) {
            self.session.echo = None;
        }
    }

    fn handle_paste(&mut self, text: String) {
        self.needs_drawing = true;
        let raw = Raw::Paste(text);
        match self.layers.last_mut().and_then(|top| top.raw(&raw, &mut self.session)) {
            Some(step) => self.take(step),
            None => {
                let hint = "pasted text answers nothing; open a note first and paste there";
                self.session.echo = Some(Echo::hint(hint));
            }
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent, at: Instant) {
        if at < self.painted_at {
            return;
        }
        let step = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position { x: mouse.column, y: mouse.row };
                self.layers.last_mut().map(|top| top.click(at, &mut self.session))
            }
            MouseEventKind::ScrollUp => Some(Step::Do(Action::ScrollUp)),
            MouseEventKind::ScrollDown => Some(Step::Do(Action::ScrollDown)),
            _ => None,
        };
        if let Some(step) = step {
            self.needs_drawing = true;
            self.session.attend();
            self.take(step);
        }
    }

    /// Does an action: one of the program's own, or the top screen's.
    pub fn act(&mut self, action: Action) {
        self.needs_drawing = true;
        match action {
            Action::Quit => self.errand = Some(Errand::Quit),
            Action::Suspend => self.errand = Some(Errand::Suspend),
            Action::Redraw => self.errand = Some(Errand::Redraw),
            Action::Back => self.take(Step::Close(None)),
            Action::Home => {
                self.layers.truncate(1);
                self.resume(None);
            }
            Action::OpenReview => {
                let review = Review::next(&mut self.session);
                self.show_review(review);
            }
            Action::OpenExtract => self.open_extract(),
            Action::OpenBrowse
            | Action::OpenHistory
            | Action::OpenModels
            | Action::OpenAgreement
            | Action::Guideline
            | Action::Help
            | Action::Palette => self.open(action),
            Action::Find => self.find(),
            Action::Undo => self.correct(Correction::Undo),
            Action::Redo => self.correct(Correction::Redo),
            _ => self.act_on_top(action),
        }
    }

    fn act_on_top(&mut self, action: Action) {
        let Some(top) = self.layers.last_mut() else { return };
        if top.commands(&self.session).contains(&action) {
            let step = top.update(action, &mut self.session);
            self.take(step);
        }
    }

    /// Reads texts from the next one on.
    fn open_extract(&mut self) {
        if self.session.extract.is_none() {
            let hint = "there is no sample to read; draw one with `assay extract sample`";
            self.session.echo = Some(Echo::hint(hint));
            return;
        }
        let screen = Extract::next(&mut self.session);
        self.show_item(Box::new(screen));
    }

    /// Undo and redo hold on every screen; they lead to the item they speak of. While texts are read
    /// they speak of texts, else of reviews.
    fn correct(&mut self, correction: Correction) {
        if self.layers.iter().any(|layer| layer.place() == Place::Extract) {
            return self.correct_extract(correction);
        }
        let circumstances = self.session.circumstances("review", None, None);
        let Session { store, desk, .. } = &mut self.session;
        let outcome = match correction {
            Correction::Undo => desk.undo(store, &circumstances),
            Correction::Redo => desk.redo(store, &circumstances),
        };
        match outcome {
            Ok(Some(position)) => {
                self.session.echo = Some(Echo::saved(correction.past()));
                let review = Review::at(position, &mut self.session);
                self.show_review(review);
            }
            Ok(None) => self.session.echo = Some(Echo::hint(correction.nothing())),
            Err(error) => self.session.echo = Some(Echo::error(error.to_string())),
        }
    }

    fn correct_extract(&mut self, correction: Correction) {
        let circumstances = self.session.circumstances("extract", None, None);
        let Session { store, extract, .. } = &mut self.session;
        let Some(desk) = extract else { return };
        let outcome = match correction {
            Correction::Undo => desk.undo(store, &circumstances),
            Correction::Redo => desk.redo(store, &circumstances),
        };
        match outcome {
            Ok(Some(position)) => {
                self.session.echo = Some(Echo::saved(correction.past()));
                let screen = Extract::at(position, &mut self.session);
                self.show_item(Box::new(screen));
            }
            Ok(None) => self.session.echo = Some(Echo::hint(correction.nothing())),
            Err(error) => self.session.echo = Some(Echo::error(error.to_string())),
        }
    }

    /// Opens a screen, or goes back to it where it is open already. What is read is closed by the
    /// key that opened it.
    fn open(&mut self, action: Action) {
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
    fn find(&mut self) {
        if self.top().opened_by() != Some(Action::OpenBrowse) {
            self.open(Action::OpenBrowse);
        }
        self.act_on_top(Action::Find);
    }

    fn show_review(&mut self, review: Review) {
        self.show_item(Box::new(review));
    }

    /// Opens a question or a text above home and the lists, so that going back finds them as they
    /// were. There is one at a time.
    fn show_item(&mut self, screen: Box<dyn Screen>) {
        let stays = |layer: &dyn Screen| {
            matches!(layer.place(), Place::Home | Place::List) && !layer.is_popup()
        };
        self.layers.retain(|layer| stays(layer.as_ref()));
        self.layers.push(screen);
    }

    fn take(&mut self, step: Step) {
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

    fn resume(&mut self, reply: Option<Reply>) {
        if let Some(top) = self.layers.last_mut() {
            let step = top.resume(reply, &mut self.session);
            self.take(step);
        }
    }

    /// Looks ahead before a frame.
    pub fn prepare(&mut self, area: Rect) {
        if is_too_small(area) {
            return;
        }
        let bottom = self.lowest_visible();
        for layer in &mut self.layers[bottom..] {
            layer.prepare(area, &self.session);
        }
    }

    /// Draws the whole screen.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        if is_too_small(area) {
            draw_too_small(area, buffer);
        } else {
            let bottom = self.lowest_visible();
            let mut canvas = Canvas { buffer, stage: &mut self.stage, area };
            for layer in &self.layers[bottom..] {
                layer.draw(&mut canvas, &self.session);
            }
        }
        self.stage.finish(buffer);
    }

    /// What to send to the terminal while nothing else happens, so that the next picture is there
    /// before it is shown.
    pub fn sent_ahead(&mut self) -> Option<String> {
        self.stage.sent_ahead()
    }

    /// A frame is on the screen since `now`.
    pub fn painted(&mut self, now: Instant) {
        self.needs_drawing = false;
        if self.has_new_item() {
            self.shown_item = self.top().item();
            self.painted_at = now;
        }
    }

    fn lowest_visible(&self) -> usize {
        self.layers.iter().rposition(|layer| !layer.is_popup()).unwrap_or(0)
    }

    fn top(&self) -> &dyn Screen {
        top_of(&self.layers)
    }
}

/// The home screen is never popped, so there always is a top: `take` quits instead.
fn top_of(layers: &[Box<dyn Screen>]) -> &dyn Screen {
    layers[layers.len() - 1].as_ref()
}

#[derive(Clone, Copy)]
enum Correction {
    Undo,
    Redo,
}

impl Correction {
    fn past(self) -> &'static str {
        match self {
            Correction::Undo => "taken back",
            Correction::Redo => "brought back",
        }
    }

    fn nothing(self) -> &'static str {
        match self {
            Correction::Undo => "there is nothing to take back",
            Correction::Redo => "there is nothing to bring back",
        }
    }
}

fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

fn draw_too_small(area: Rect, buffer: &mut Buffer) {
    let lines = ["Too small for a picture", "and a question.", "40x12 or more, please."];
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        buffer.set_stringn(
            area.x,
            area.y + row as u16,
            line,
            usize::from(area.width),
            ratatui::style::Style::default(),
        );
    }
}
