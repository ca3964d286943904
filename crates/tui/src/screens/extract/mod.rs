//! The extract screen: read what a model wrote, say which choice it chooses, next.
//!
//! One key is one decision. Neither the reference answer nor a label of another person is in this memory, and
//! not the model's name. The picture is shown only on request: what counts is the text.
//!
//! [`ExtractView`] is what keys do to a text; `item` is the text on screen, `text` its lines, `draw`
//! shows.

mod draw;
mod item;
mod text;

use std::ops::Range;

use ratatui::layout::Rect;

use self::draw::Layout;
use self::item::Item;
use super::choice_entry::{ChoiceEntry, choices_without_key};
use super::queue::{QueueAtHome, QueueScreen, QueueView, Response, TitleParts};
use super::{Canvas, Outcome, Reply};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandLabel, Label};
use assay_store::{Result, Store, StoreError};
use assay_workflow::queue::steps::Input;
use assay_workflow::queue::{DecisionContext, ExtractDesk, ExtractQueue, OpenDesk, OpenedText};

/// The screen on which models' texts are read.
pub type Extract = QueueScreen<ExtractView>;

/// What the extract queue adds to the screen of a queue.
#[derive(Default)]
pub struct ExtractView {
    layout: Layout,
    /// What is said with a choice that is typed.
    said: Reply<Vec<Input>>,
}

impl QueueAtHome for ExtractQueue {
    const OPEN: Action = Action::OpenExtract;

    fn open_desk(session: &mut Session) -> Result<(), StatusMessage> {
        let hint = text!("extract-no-sample-hint");
        match Self::is_offered(session) {
            true => Ok(()),
            false => Err(StatusMessage::hint(hint)),
        }
    }

    fn heading(desk: &ExtractDesk, session: &Session) -> String {
        let hints = if session.hints { text!("extract-hints-on") } else { "" };
        text!(
            "extract-heading",
            sample = desk.queue().sample.name,
            annotator = desk.annotator().name,
            hints
        )
    }

    fn all_done(desk: &ExtractDesk) -> String {
        let progress = desk.progress();
        let words = match progress.total - progress.done {
            0 => text!("extract-all-read", total = progress.total),
            left => {
                text!("extract-others-read", left)
            }
        };
        text!("extract-done", words)
    }
}

impl QueueView for ExtractView {
    type Queue = ExtractQueue;
    type Item = Item;
    const EDITS_NOTE: bool = false;

    fn load(position: usize, session: &Session) -> Result<Item> {
        let no_sample = || StoreError::Unknown { what: text!("extract-no-sample").into() };
        let desk = session.desks.get::<ExtractQueue>().ok_or_else(no_sample)?;
        let opened = desk.open_item(&session.store, position)?;
        Ok(Item::new(opened, session.hints, &session.store))
    }

    fn commands(item: &Item) -> Vec<Action> {
        let choices = item.opened.text.choices.iter();
        let mut commands: Vec<Action> =
            choices.filter_map(|choice| Action::choose(choice.label)).collect();
        if choices_without_key(&item.opened.text.choices).next().is_some() {
            commands.push(Action::OtherChoice);
        }
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
        if !item.opened.text.pictures.is_empty() {
            commands.extend([Action::Picture, Action::FullScreen]);
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

    fn choices_without_key(item: &Item) -> Vec<Label> {
        choices_without_key(&item.opened.text.choices).map(|choice| choice.label).collect()
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        match action {
            Action::FullScreen | Action::Picture if item.opened.text.is_gated => {
                Some(text!("extract-picture-hidden").into())
            }
            Action::FullScreen | Action::Picture => Some(text!("extract-no-picture").into()),
            Action::Reasoning => Some(text!("extract-no-reasoning").into()),
            Action::Toggle | Action::Left | Action::Right | Action::Up | Action::Down => {
                Some(text!("extract-focus-first").into())
            }
            _ => action
                .choice()
                .filter(|label| !item.has_choice(*label))
                .map(|label| text!("extract-no-choice", label)),
        }
    }

    fn opened(item: &mut Item) -> &mut OpenedText {
        &mut item.opened
    }

    fn saved(_: &Item, act: &Act, _: &Store) -> String {
        match act {
            Act::Extract(extraction) => {
                text!("message-answer-saved", answer = describe(extraction.label))
            }
            _ => String::new(),
        }
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        let label = match action {
            Action::NoneOfTheChoices => HandLabel::NoneOfTheChoices,
            Action::Refusal => HandLabel::Refusal,
            Action::Several => HandLabel::Several,
            Action::OffTopic => HandLabel::OffTopic,
            Action::OtherChoice => {
                let evidence = item.evidence();
                let reply = self
                    .said
                    .answer(move |label| label_inputs(evidence.clone(), HandLabel::Choice(label)));
                let typed = session.typed_choice.take();
                let entry = ChoiceEntry::new(&item.opened.text.choices, typed, reply);
                return Response::Outcome(Outcome::Open(Box::new(entry)));
            }
            other => match other.choice() {
                Some(label) => HandLabel::Choice(label),
                None => return Response::Outcome(item.look_at(action)),
            },
        };
        Response::Say(label_inputs(item.evidence(), label))
    }

    fn resume(&mut self) -> Response {
        self.said.take().map_or(Response::STAY, Response::Say)
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        let has_picture = item.shows_picture && !item.strip.is_empty();
        self.layout = Layout::new(area, &item.opened.text, has_picture, &session.theme);
        if has_picture && !self.layout.picture.is_empty() {
            item.seen.beside = Some((self.layout.picture.width, self.layout.picture.height));
        }
        item.fit(self.layout.text);
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        let screen = if session.hints { "extract-hints" } else { "extract" };
        session.context(screen, item.seen.describe(), item.seen.beside)
    }

    /// The name of a prediction holds the name of its model.
    fn name(_: &Item) -> Option<&str> {
        None
    }

    fn title(&self, desk: &ExtractDesk, item: &Item, _: &Session) -> TitleParts {
        let each =
            desk.today().seconds_each().map(|seconds| text!("title-text-seconds-each", seconds));
        TitleParts {
            reading: item.window.how_far().map(|far| text!("extract-far", far)),
            pace: each.into_iter().collect(),
            name: None,
        }
    }

    fn title_area(&self) -> Rect {
        self.layout.title
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(item, &self.layout, canvas, session);
    }
}

/// A label, with the words that are marked as evidence.
fn label_inputs(evidence: Option<Range<usize>>, label: HandLabel) -> Vec<Input> {
    let evidence = evidence.map(|range| (range.start, range.end));
    vec![Input::Evidence(evidence), Input::Label(label)]
}

fn describe(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        HandLabel::NoneOfTheChoices => text!("answer-none").into(),
        other => terms::outcome(&other.to_string()),
    }
}
