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

use ratatui::layout::Rect;

use self::draw::Layout;
use self::item::Item;
use super::choice_entry::{ChoiceEntry, choices_without_key};
use super::queue::{QueueAtHome, QueueScreen, QueueView, Response, TitleParts};
use super::{Canvas, Outcome, Reply};
use crate::action::Action;
use crate::messages::text;
use crate::plain::PlainExtract;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandExtraction, HandLabel, Label};
use assay_store::StoreError;
use assay_workflow::queue::{DecisionContext, ExtractDesk, ExtractQueue};

/// The screen on which models' texts are read.
pub type Extract = QueueScreen<ExtractView>;

/// What the extract queue adds to the screen of a queue.
#[derive(Default)]
pub struct ExtractView {
    layout: Layout,
    /// The choice that was typed.
    typed: Reply<Label>,
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
            sample = desk.sample().name,
            annotator = desk.annotator().name,
            hints = hints
        )
    }

    fn all_done(desk: &ExtractDesk) -> String {
        let progress = desk.progress();
        let words = match progress.total - progress.done {
            0 => text!("extract-all-read", total = progress.total),
            left => {
                text!("extract-others-read", left = left)
            }
        };
        text!("extract-done", words = words)
    }
}

impl QueueView for ExtractView {
    type Queue = ExtractQueue;
    type Plain = PlainExtract;
    type Item = Item;
    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let no_sample = || StoreError::Unknown { what: text!("extract-no-sample").into() };
        let desk = session.desks.get::<ExtractQueue>().ok_or_else(no_sample)?;
        Ok(Item::new(desk.load(&session.store, position)?, session.hints, &session.store))
    }

    fn commands(item: &Item) -> Vec<Action> {
        let choices = item.text.choices.iter();
        let mut commands: Vec<Action> =
            choices.filter_map(|choice| Action::choose(choice.label)).collect();
        if choices_without_key(&item.text.choices).next().is_some() {
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
        if !item.text.pictures.is_empty() {
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
        choices_without_key(&item.text.choices).map(|choice| choice.label).collect()
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        match action {
            Action::FullScreen | Action::Picture if item.text.is_gated => {
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
                .map(|label| text!("extract-no-choice", label = label)),
        }
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        let label = match action {
            Action::NoneOfTheChoices => HandLabel::NoneOfTheChoices,
            Action::Refusal => HandLabel::Refusal,
            Action::Several => HandLabel::Several,
            Action::OffTopic => HandLabel::OffTopic,
            Action::OtherChoice => {
                let entry = ChoiceEntry::new(&item.text.choices, self.typed.answer(|label| label))
                    .opened_by(session.typed_choice.take());
                return Response::Outcome(Outcome::Open(Box::new(entry)));
            }
            other => match other.choice() {
                Some(label) => HandLabel::Choice(label),
                None => return Response::Outcome(item.look_at(action)),
            },
        };
        decide(item, label)
    }

    fn resume(&mut self, item: &mut Item, _: &mut Session) -> Response {
        match self.typed.take() {
            Some(label) => decide(item, HandLabel::Choice(label)),
            None => Response::STAY,
        }
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        let has_picture = item.shows_picture && !item.strip.is_empty();
        self.layout = Layout::new(area, &item.text, has_picture, &session.theme);
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
        let each = desk
            .today()
            .seconds_each()
            .map(|seconds| text!("title-text-seconds-each", seconds = seconds));
        TitleParts {
            reading: item.window.how_far().map(|far| text!("extract-far", far = far)),
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

/// Labels the text that is shown, with the words that are marked as evidence.
fn decide(item: &Item, label: HandLabel) -> Response {
    let evidence = item.evidence().map(|range| (range.start, range.end));
    let extraction = HandExtraction { label, shown: item.text.shown.clone(), evidence };
    let message = text!("message-answer-saved", answer = describe(label));
    Response::Commit(Act::Extract(extraction), message)
}

fn describe(label: HandLabel) -> String {
    match label {
        HandLabel::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        HandLabel::NoneOfTheChoices => text!("answer-none").into(),
        other => terms::outcome(&other.to_string()),
    }
}
