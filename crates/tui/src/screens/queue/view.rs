//! The differences between the screens of queues.

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::frame::TitleParts;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::{text, words_of};
use crate::picture::{Look, PicturePanes};
use crate::plain::PlainQueue;
use crate::screens::flag_panel::FlagPanel;
use crate::screens::panel_place::PanelPlace;
use crate::screens::{Canvas, Outcome, Reply};
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::Act;
use assay_store::{BlindQuestion, Result, Store};
use assay_workflow::queue::steps::{Draft, Input, Refusal};
use assay_workflow::queue::{DecisionContext, Desk, OpenedItem, Queue};

/// A queue as the program knows it around its items.
pub trait QueueAtHome: PlainQueue {
    /// The action that opens the next item.
    const OPEN: Action;

    /// The actions when no item is left.
    const WHEN_DONE: &'static [Action] =
        &[Action::Confirm, Action::Undo, Action::Redo, Action::Home, Action::Back, Action::Help];

    /// Whether the home screen offers the queue.
    fn is_offered(session: &Session) -> bool {
        session.desks.get::<Self>().is_some()
    }

    /// The queue on the home screen: its title and outstanding work.
    fn at_home(desk: Option<&Desk<Self>>) -> (&'static str, String) {
        let work = match desk.map(|desk| desk.progress()) {
            None => words_of("home-unopened", Self::NAME).to_owned(),
            Some(done) => text!(of "home-left", Self::NAME, left = done.left(), total = done.total),
        };
        (words_of("home-title", Self::NAME), work)
    }

    /// Prepares the desk before the next item is opened.
    ///
    /// # Errors
    /// A message with the reason if there is none.
    fn open_desk(_session: &mut Session) -> Result<(), StatusMessage> {
        Ok(())
    }

    /// Who decides in what, for the title line.
    fn heading(desk: &Desk<Self>, _session: &Session) -> String {
        format!(" · {} · {}", terms::queue(Self::NAME), desk.annotator().name)
    }

    /// The message when no item is left.
    fn all_done(desk: &Desk<Self>) -> String {
        match desk.progress().total {
            0 => words_of("no-items", Self::NAME).to_owned(),
            total => text!(of "all-done", Self::NAME, total),
        }
    }

    /// A summary of this session, shown when no item is left.
    fn done_in_session(_session: &Session) -> Vec<String> {
        Vec::new()
    }
}

/// Opens the desk of a queue again, so that it has the latest items.
///
/// # Errors
/// A message with the reason if there is none.
pub fn open_anew<Q: Queue + Default>(session: &mut Session) -> Result<(), StatusMessage> {
    let (annotator, benchmark) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    let open = |store: &mut _| Desk::open(store, Q::default(), annotator, benchmark);
    let desk = session.store.briefly(open);
    let desk = desk.map_err(|error| StatusMessage::error(error.to_string()))?;
    session.desks.open(desk);
    Ok(())
}

/// Why an item does not take an input, in the words of the screens.
pub fn refused(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::GuessFirst => text!("gate-guess-first").into(),
        Refusal::LetterFirst => text!("gate-letter-first").into(),
        Refusal::NoGuess => text!("gate-no-guess-here").into(),
        Refusal::CategoryFirst => text!("review-category-first").into(),
        Refusal::AnswerFirst | Refusal::ChooseAnswer => text!("review-answer-first").into(),
        Refusal::AnswerGiven => text!("review-judge").into(),
        Refusal::TakesNoAnswer => text!("review-open-no-answer").into(),
        Refusal::TypeAnswer => text!("review-type-answer").into(),
        Refusal::NoSuchChoice(label) => text!("review-no-choice", letter = terms::letter(*label)),
        Refusal::NoSuchReview(number) => text!("adjudicate-no-review", number),
        Refusal::RightAnswerFirst => text!("adjudicate-choose-first").into(),
        Refusal::Undecided(undecided) => terms::undecided(undecided),
        Refusal::IsReference(label) => text!("panel-is-reference", typed = terms::letter(*label)),
        Refusal::Invalid(..) => text!("panel-needs-reason").into(),
        Refusal::NoteUnchanged => text!("note-unchanged").into(),
        Refusal::VerdictFirst | Refusal::LabelFirst => return None,
    })
}

/// An item on screen: its data and how it is viewed.
pub trait ViewedItem {
    /// See [`Self::opened`].
    type Opened: OpenedItem;

    /// What is known of it.
    fn opened(&mut self) -> &mut Self::Opened;

    /// The name of the item in messages after the screen has moved on; `None` if it does not have a
    /// name that the annotator may know.
    fn name(&self) -> Option<&str>;

    /// The question of the item, if the annotator sees it.
    fn question(&self) -> Option<&BlindQuestion> {
        None
    }

    /// The actions that do something now, the most wanted first.
    fn commands(&self) -> Vec<Action>;

    /// The choices that can be chosen now and do not have their own key; [`Action::OtherChoice`]
    /// opens the entry in which they are typed.
    fn choices_without_key(&self) -> Vec<Label>;

    /// What an action says of the item; `None` if it says nothing. Skip, later and note are handled elsewhere.
    fn inputs(&self, action: Action) -> Option<Vec<Input>>;

    /// Why an action with a key here is not available now, if there is a specific reason.
    fn why_not(&self, action: Action) -> Option<String>;

    /// What was said of the item and is not committed.
    fn draft(&self) -> Draft {
        Draft::default()
    }

    /// The message for an act that decides or answers.
    fn saved(&self, act: &Act, store: &Store) -> String;

    /// Takes back a step that is not saved yet; returns whether there was one. Undo acts on saved
    /// ones.
    fn take_back(&mut self, _session: &mut Session) -> bool {
        false
    }

    /// Looks closer at the picture, or elsewhere.
    fn look(&mut self, _look: Look, _pictures: &PicturePanes) {}

    /// The time until the next step of an animation of the item.
    fn until_tick(&self) -> Option<Duration> {
        None
    }

    /// Advances due animations.
    fn tick(&mut self, _is_loading: bool) {}
}

/// What differs between the screens of queues: the item, what its keys do, how it is drawn.
pub trait QueueView: Default + 'static {
    /// The queue.
    type Queue: QueueAtHome;

    /// The item on screen.
    type Item: ViewedItem<Opened = <Self::Queue as Queue>::Opened>;

    /// Which keys apply.
    const KEY_CONTEXT: KeyContext = KeyContext::Queue(<Self::Queue as Queue>::NAME);

    /// Whether the newest note is shown with the item, so that it is edited instead of written anew.
    const EDITS_NOTE: bool;

    /// Loads the item at a position.
    fn load(position: usize, session: &Session) -> Result<Self::Item>;

    /// Called when another item is on screen: reads the items that may be next.
    fn look_ahead(&mut self, _here: Option<usize>, _before: Option<usize>, _session: &Session) {}

    /// What a popup of this view says of the item.
    fn said(&self) -> &Reply<Vec<Input>>;

    /// Does an action that says nothing of the item.
    fn act(&mut self, item: &mut Self::Item, action: Action, session: &mut Session) -> Outcome;

    /// What the first letter of a short answer opens, where one is asked for.
    fn begin_typing(&self, _item: &Self::Item, _first: char) -> Option<Outcome> {
        None
    }

    /// Goes on with what was said, where that makes no act yet.
    fn go_on(&mut self, _item: &mut Self::Item, _draft: Draft, _session: &mut Session) -> Outcome {
        Outcome::Stay
    }

    /// What a click says of the item.
    fn click(&self, _item: &Self::Item, _at: Position, _session: &Session) -> Option<Input> {
        None
    }

    /// Lays out before a frame.
    fn prepare(&mut self, item: &mut Self::Item, area: Rect, session: &Session);

    /// The context of a decision made now.
    fn context(&self, item: &Self::Item, session: &mut Session) -> DecisionContext;

    /// After a step on the item was committed: reads what may be seen now, and opens what asks for the next.
    fn next_step(
        &mut self,
        _item: &mut Self::Item,
        _position: usize,
        _session: &mut Session,
    ) -> Outcome {
        Outcome::Stay
    }

    /// The panel of the decision in force, if it holds the only note on the item.
    fn note_of_flag(&self, _item: &Self::Item, _session: &Session) -> Option<FlagPanel> {
        None
    }

    /// The area of panels, if the view has one that does not cover needed content.
    fn panel_place(&self, _item: &Self::Item) -> Option<PanelPlace> {
        None
    }

    /// The title line for this item.
    fn title(&self, desk: &Desk<Self::Queue>, item: &Self::Item) -> TitleParts;

    /// Draws the item.
    fn draw(&self, item: &Self::Item, canvas: &mut Canvas<'_>, session: &Session);
}
