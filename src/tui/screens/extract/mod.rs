//! The extract screen: read what a model wrote, say which choice it chooses, next.
//!
//! One key is one decision. Neither the reference answer nor anybody's reading is in this memory, and
//! not the model's name. The picture is shown only when it is asked for: what counts is the text.

mod draw;
mod text;

use std::ops::Range;

use ratatui::layout::Rect;

use self::draw::Layout;
use self::text::TextLines;
use super::note::NoteEditor;
use super::{Canvas, Reply, Screen, Step};
use crate::benchmark::decision::Act;
use crate::benchmark::history::Standing;
use crate::benchmark::{HandLabel, Label};
use crate::extract::own_words;
use crate::queue::review::Circumstances;
use crate::store::{BlindText, StoreError};
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::session::Session;
use crate::tui::widgets::chrome::Echo;
use crate::tui::widgets::scroll::TextWindow;

/// The screen on which models' texts are read.
pub struct Extract {
    /// What is on the desk; nothing when all is done.
    item: Option<Item>,
    /// Changes with the item, so that the program knows when a new one is due.
    shown: u64,
    layout: Layout,
}

/// One text on the desk.
struct Item {
    position: usize,
    text: BlindText,
    standing: Standing,
    /// Where the answer begins; what stands before is reasoning.
    answer_from: usize,
    is_unfolded: bool,
    mentions: Vec<Range<usize>>,
    lines: TextLines,
    laid_out_for: (u16, usize),
    window: TextWindow,
    selection: Option<Selection>,
    has_seen_picture: bool,
    draft: String,
}

/// The words that decided, while they are being marked.
#[derive(Clone, Copy, Debug)]
struct Selection {
    cursor: usize,
    anchor: Option<usize>,
}

impl Extract {
    /// At the next text that waits.
    pub fn next(session: &mut Session) -> Self {
        let mut screen =
            Extract { item: None, shown: super::fresh_number(), layout: Layout::default() };
        screen.advance(session);
        screen
    }

    /// At a certain text.
    pub fn at(position: usize, session: &mut Session) -> Self {
        let mut screen =
            Extract { item: None, shown: super::fresh_number(), layout: Layout::default() };
        screen.show(Some(position), session);
        screen
    }

    fn advance(&mut self, session: &mut Session) {
        let here = self.item.as_ref().map(|item| item.position);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.next_after(store, here) {
            Ok(next) => self.show(next, session),
            Err(error) => session.echo = Some(Echo::error(error.to_string())),
        }
    }

    /// Puts a text on the desk. If it cannot be read, the screen stays and says so.
    fn show(&mut self, position: Option<usize>, session: &mut Session) {
        match position.map(|position| Item::load(position, session)).transpose() {
            Ok(item) => {
                self.item = item.flatten();
                self.shown = super::fresh_number();
            }
            Err(error) => session.echo = Some(Echo::error(error.to_string())),
        }
    }

    fn label(&mut self, label: HandLabel, session: &mut Session) {
        let Some(item) = &self.item else { return };
        let evidence = item.evidence().map(|range| (range.start, range.end));
        let circumstances = circumstances(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.label(store, item.position, label, evidence, &circumstances) {
            Ok(_) => {
                session.finished_one();
                session.echo = Some(Echo::saved(format!("saved {}", in_words(label))));
                self.advance(session);
            }
            Err(error) => session.echo = Some(not_saved(&error)),
        }
    }

    fn set_aside(&mut self, act: Act, told: &str, session: &mut Session) -> bool {
        let Some(item) = &self.item else { return false };
        let goes_on = !matches!(act, Act::Note { .. });
        let circumstances = circumstances(item, session);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return false };
        match desk.set_aside(store, item.position, act, &circumstances) {
            Ok(_) => {
                session.echo = Some(Echo::saved(told));
                if goes_on {
                    self.advance(session);
                }
                true
            }
            Err(error) => {
                session.echo = Some(not_saved(&error));
                false
            }
        }
    }
}

impl Item {
    fn load(position: usize, session: &Session) -> Result<Option<Item>, StoreError> {
        let Some(desk) = &session.extract else { return Ok(None) };
        let text = desk.text(&session.store, position)?;
        let mentions = match session.hints {
            true => text::mentions(&text.text, &text.choices),
            false => Vec::new(),
        };
        Ok(Some(Item {
            position,
            standing: desk.standing(position),
            // A thought without an end has no answer behind it: then all of it is shown.
            answer_from: own_words(&text.text).map_or(0, |own| own.start),
            is_unfolded: false,
            mentions,
            lines: TextLines::default(),
            laid_out_for: (0, 0),
            window: TextWindow::default(),
            selection: None,
            has_seen_picture: false,
            draft: String::new(),
            text,
        }))
    }

    fn from(&self) -> usize {
        if self.is_unfolded { 0 } else { self.answer_from }
    }

    fn fit(&mut self, area: Rect) {
        let wanted = (area.width, self.from());
        if self.laid_out_for != wanted {
            self.lines = TextLines::lay_out(&self.text.text, self.from(), area.width);
            self.laid_out_for = wanted;
        }
        self.window.fit(self.lines.height(), area.height);
    }

    fn evidence(&self) -> Option<Range<usize>> {
        let selection = self.selection?;
        self.lines.bytes(selection.anchor?, selection.cursor)
    }

    fn has_choice(&self, label: Label) -> bool {
        self.text.choices.iter().any(|choice| choice.label == label)
    }

    fn move_cursor(&mut self, action: Action) {
        let Some(selection) = &mut self.selection else { return };
        let last = self.lines.pieces().saturating_sub(1);
        selection.cursor = match action {
            Action::Left => selection.cursor.saturating_sub(1),
            Action::Right => (selection.cursor + 1).min(last),
            Action::Up => self.lines.vertically(selection.cursor, -1),
            _ => self.lines.vertically(selection.cursor, 1),
        };
        self.window.show(self.lines.line_of(selection.cursor));
    }
}

impl Screen for Extract {
    fn place(&self) -> Place {
        Place::Extract
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenExtract)
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let Some(item) = &self.item else {
            return vec![Action::Undo, Action::Redo, Action::Home, Action::Back, Action::Help];
        };
        let choices = item.text.choices.iter();
        let mut commands: Vec<Action> =
            choices.filter_map(|choice| Action::choose(choice.label)).collect();
        commands.extend([
            Action::NoneOfTheChoices,
            Action::Refusal,
            Action::Several,
            Action::OffTopic,
            Action::Skip,
            Action::Later,
            Action::Undo,
            Action::Note,
        ]);
        if item.answer_from > 0 {
            commands.push(Action::Reasoning);
        }
        if !item.text.pictures.is_empty() {
            commands.push(Action::FullScreen);
        }
        commands.push(Action::Focus);
        if item.selection.is_some() {
            commands.extend([
                Action::Toggle,
                Action::Left,
                Action::Right,
                Action::Up,
                Action::Down,
            ]);
        }
        commands.extend([Action::ScrollUp, Action::ScrollDown, Action::PageUp, Action::PageDown]);
        commands.extend([Action::Redo, Action::Guideline, Action::Palette, Action::Help]);
        commands.extend([Action::Home, Action::Back]);
        commands
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let item = self.item.as_ref()?;
        match action {
            Action::FullScreen => Some("this question has no picture".into()),
            Action::Reasoning => Some("this text has no reasoning before its answer".into()),
            Action::Toggle | Action::Left | Action::Right | Action::Up | Action::Down => {
                Some("Tab first: then mark the words that decided".into())
            }
            _ => action
                .choice()
                .filter(|label| !item.has_choice(*label))
                .map(|label| format!("this question has no choice {label}")),
        }
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Step {
        let label = match action {
            Action::NoneOfTheChoices => Some(HandLabel::NoneOfTheChoices),
            Action::Refusal => Some(HandLabel::Refusal),
            Action::Several => Some(HandLabel::Several),
            Action::OffTopic => Some(HandLabel::OffTopic),
            other => other.choice().map(HandLabel::Choice),
        };
        if let Some(label) = label {
            self.label(label, session);
            return Step::Stay;
        }
        match action {
            Action::Skip => {
                self.set_aside(Act::Skip, "skipped", session);
            }
            Action::Later => {
                self.set_aside(Act::Later, "put off", session);
            }
            _ => {
                if let Some(item) = &mut self.item {
                    return look_at(item, action);
                }
            }
        }
        Step::Stay
    }

    fn resume(&mut self, reply: Option<Reply>, session: &mut Session) -> Step {
        match reply {
            Some(Reply::Note(note)) => {
                let is_saved =
                    self.set_aside(Act::Note { note: note.clone() }, "note saved", session);
                if let Some(item) = &mut self.item {
                    item.draft = if is_saved { String::new() } else { note };
                }
            }
            Some(Reply::Draft(draft)) => {
                if let Some(item) = &mut self.item {
                    item.draft = draft;
                }
            }
            _ => {}
        }
        Step::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if let Some(item) = &mut self.item {
            self.layout = Layout::of(area, &item.text, &session.theme);
            item.fit(self.layout.text);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }

    fn item(&self) -> u64 {
        self.shown
    }
}

/// What changes how the text is seen, and decides nothing.
fn look_at(item: &mut Item, action: Action) -> Step {
    match action {
        Action::Note => return Step::Open(Box::new(NoteEditor::new(&item.draft))),
        Action::Reasoning => {
            item.is_unfolded = !item.is_unfolded;
            item.selection = None;
        }
        Action::FullScreen => {
            if let Some(picture) = item.text.pictures.first() {
                item.has_seen_picture = true;
                return Step::FullScreen(picture.hash);
            }
        }
        Action::Focus => {
            item.selection = match item.selection {
                Some(_) => None,
                None => Some(Selection { cursor: 0, anchor: None }),
            };
        }
        Action::Toggle => {
            if let Some(selection) = &mut item.selection {
                selection.anchor = match selection.anchor {
                    Some(_) => None,
                    None => Some(selection.cursor),
                };
            }
        }
        Action::Left | Action::Right | Action::Up | Action::Down => item.move_cursor(action),
        scrolling => item.window.act(scrolling),
    }
    Step::Stay
}

fn circumstances(item: &Item, session: &mut Session) -> Circumstances {
    let screen = if session.hints { "extract-hints" } else { "extract" };
    let picture = item.has_seen_picture.then(|| "full screen".to_owned());
    session.circumstances(screen, picture, None)
}

fn in_words(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        HandLabel::NoneOfTheChoices => "none of the choices".into(),
        other => other.to_string(),
    }
}

fn not_saved(error: &StoreError) -> Echo {
    Echo::error(format!("NOT SAVED: {error}"))
}
