//! The extract screen: read what a model wrote, say which choice it chooses, next.
//!
//! One key is one decision. Neither the reference answer nor a label of another person is in this memory, and
//! not the model's name. The picture is shown only on request: what counts is the text.
//!
//! [`ExtractView`] is what keys do to a text; `item` is the text on screen, `text` its lines,
//! `last_labels` what the last keys did, `draw` shows.

mod draw;
mod item;
mod last_labels;
mod text;

use std::ops::Range;

use ratatui::layout::Rect;

use self::draw::Layout;
use self::item::Item;
use self::last_labels::LastLabels;
use super::choice_entry::{ChoiceEntry, choices_without_key};
use super::queue::{QueueAtHome, QueueScreen, QueueView, TitleParts, ViewedItem};
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
    labels: LastLabels,
    /// What is said with a choice that is typed.
    said: Reply<Vec<Input>>,
}

impl QueueAtHome for ExtractQueue {
    const OPEN: Action = Action::OpenExtract;

    fn open_desk(session: &mut Session) -> Result<(), StatusMessage> {
        let hint = || StatusMessage::hint(text!("extract-no-sample-hint"));
        Self::is_offered(session).then_some(()).ok_or_else(hint)
    }

    fn heading(desk: &ExtractDesk, session: &Session) -> String {
        let (sample, annotator) = (&desk.queue().sample.name, &desk.annotator().name);
        let hints = if session.hints { text!("extract-hints-on") } else { "" };
        text!("extract-heading", sample, annotator, hints)
    }

    fn all_done(desk: &ExtractDesk) -> String {
        let progress = desk.progress();
        let words = match progress.total - progress.done {
            0 => text!("extract-all-read", total = progress.total),
            left => text!("extract-others-read", left),
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

    fn look_ahead(&mut self, _: Option<usize>, _: Option<usize>, session: &Session) {
        if let Some(desk) = session.desks.get::<ExtractQueue>() {
            self.labels.refresh(desk, &session.store);
        }
    }

    fn said(&self) -> &Reply<Vec<Input>> {
        &self.said
    }

    fn act(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Outcome {
        if action != Action::OtherChoice {
            return item.look_at(action);
        }
        let evidence = item.evidence();
        let reply =
            self.said.answer(move |label| said_of_text(evidence.clone(), HandLabel::Choice(label)));
        let typed = session.typed_choice.take();
        Outcome::Open(Box::new(ChoiceEntry::new(&item.opened.text.choices, typed, reply)))
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        let has_picture = item.shows_picture && !item.strip.is_empty();
        let strip = item.strip.clone();
        let scale_in = |area| strip.scale_in(area, &session.surface);
        let pictures = has_picture.then_some(&scale_in as &dyn Fn(Rect) -> f64);
        self.layout = Layout::new(area, &item.opened.text, pictures, &session.theme);
        item.lay_out(self.layout.text().width);
        self.layout.fit_text(item.lines.height(), pictures);
        item.fit(self.layout.text().height);
        if has_picture && !self.layout.picture.is_empty() {
            item.seen.beside = Some((self.layout.picture.width, self.layout.picture.height));
        }
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        let screen = if session.hints { "extract-hints" } else { "extract" };
        session.context(screen, item.seen.describe(), item.seen.beside)
    }

    fn title(&self, desk: &ExtractDesk, item: &Item) -> TitleParts {
        let each =
            desk.today().seconds_each().map(|seconds| text!("title-text-seconds-each", seconds));
        let reading = item.window.how_far().map(|far| text!("extract-far", far));
        let pace = each.into_iter().collect();
        TitleParts { area: self.layout.title, reading, pace, name: None }
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(item, &self.layout, &self.labels, canvas, session);
    }
}

impl ViewedItem for Item {
    type Opened = OpenedText;

    fn opened(&mut self) -> &mut OpenedText {
        &mut self.opened
    }

    /// The name of a prediction holds the name of its model.
    fn name(&self) -> Option<&str> {
        None
    }

    fn commands(&self) -> Vec<Action> {
        let choices = self.opened.text.choices.iter();
        let mut commands: Vec<Action> =
            choices.filter_map(|choice| Action::choose(choice.label)).collect();
        if !self.choices_without_key().is_empty() {
            commands.push(Action::OtherChoice);
        }
        commands.extend([Action::NoneOfTheChoices, Action::Refusal, Action::Several]);
        commands.extend([
            Action::OffTopic,
            Action::Skip,
            Action::Later,
            Action::Undo,
            Action::Note,
        ]);
        if self.answer_from > 0 {
            commands.push(Action::Reasoning);
        }
        if !self.opened.text.pictures.is_empty() {
            commands.extend([Action::Picture, Action::FullScreen]);
        }
        commands.push(Action::Focus);
        if self.selection.is_some() {
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

    fn choices_without_key(&self) -> Vec<Label> {
        choices_without_key(&self.opened.text.choices).map(|choice| choice.label).collect()
    }

    fn inputs(&self, action: Action) -> Option<Vec<Input>> {
        let label = match action {
            Action::NoneOfTheChoices => HandLabel::NoneOfTheChoices,
            Action::Refusal => HandLabel::Refusal,
            Action::Several => HandLabel::Several,
            Action::OffTopic => HandLabel::OffTopic,
            other => HandLabel::Choice(other.choice()?),
        };
        Some(said_of_text(self.evidence(), label))
    }

    fn why_not(&self, action: Action) -> Option<String> {
        match action {
            Action::FullScreen | Action::Picture if self.opened.text.is_gated => {
                Some(text!("extract-picture-hidden").into())
            }
            Action::FullScreen | Action::Picture => Some(text!("extract-no-picture").into()),
            Action::Reasoning => Some(text!("extract-no-reasoning").into()),
            Action::Toggle | Action::Left | Action::Right | Action::Up | Action::Down => {
                Some(text!("extract-focus-first").into())
            }
            _ => {
                let choices = &self.opened.text.choices;
                let is_known = |label: &Label| choices.iter().any(|choice| choice.label == *label);
                let label = action.choice().filter(|label| !is_known(label))?;
                Some(text!("extract-no-choice", label))
            }
        }
    }

    fn saved(&self, act: &Act, _: &Store) -> String {
        match act {
            Act::Extract(extraction) => {
                text!("message-answer-saved", answer = describe(extraction.label))
            }
            _ => String::new(),
        }
    }
}

/// A label, with the words that are marked as evidence.
fn said_of_text(evidence: Option<Range<usize>>, label: HandLabel) -> Vec<Input> {
    let evidence = evidence.map(|range| (range.start, range.end));
    vec![Input::Evidence(evidence), Input::Label(label)]
}

fn describe(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => terms::key_letter(label),
        HandLabel::NoneOfTheChoices => text!("answer-none").into(),
        other => terms::outcome(&other.to_string()),
    }
}
