//! The review screen: see the picture, answer blind, judge.
//!
//! Step one: the reference answer is neither on the screen nor in this memory; it is read from the
//! store only after the annotator's own answer is committed. Step two: both are side by side, one key
//! judges, and the next question comes.
//!
//! [`ReviewView`] is what keys do to a question; `commands` lists the keys that do something,
//! `layout` and `draw` show, `pictures` holds the pictures of a question.

mod commands;
mod draw;
mod item;
mod layout;
pub(super) mod pictures;

use ratatui::layout::{Position, Rect};

use self::item::{Item, layout_of};
use self::layout::Layout;
use super::queue::{QueueScreen, QueueView, Response, TitleParts};
use super::reasons::{ReasonPicker, WrongBecause};
use super::{Canvas, Outcome, Reply};
use crate::benchmark::Label;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict};
use crate::queue::{DecisionContext, ReviewDesk, ReviewQueue};
use crate::store::{BlindQuestion, DecisionRow, StoreError};
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::picture::{Look, PicturePanes};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// The screen on which questions are reviewed.
pub type Review = QueueScreen<ReviewView>;

/// What the review adds to the screen of a queue.
pub struct ReviewView {
    layout: Layout,
    /// Questions that may come next, for preparing their pictures.
    neighbours: Vec<BlindQuestion>,
    /// What the list of reasons leaves.
    reasons: Reply<WrongBecause>,
}

impl Default for ReviewView {
    fn default() -> Self {
        ReviewView {
            layout: layout::lay_out(Rect::new(0, 0, 80, 24), true, |_, _| 1),
            neighbours: Vec::new(),
            reasons: Reply::default(),
        }
    }
}

impl QueueView for ReviewView {
    type Queue = ReviewQueue;
    type Item = Item;
    const KEY_CONTEXT: KeyContext = KeyContext::Review;
    const WHEN_DONE: &'static [Action] = &commands::WHEN_DONE;

    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let opened = session.review().open_question(&session.store, position)?;
        Ok(Item::from(opened))
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let desk = session.review();
        let positions = desk.waiting_after(here).take(2).chain(before);
        let questions = positions.filter_map(|position| desk.load(&session.store, position).ok());
        self.neighbours = questions.collect();
    }

    fn commands(item: &Item) -> Vec<Action> {
        commands::commands(item)
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        commands::why_not(item, action)
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        let page = isize::try_from(self.layout.card.height).unwrap_or(1);
        let has_cursor = item.cursor.is_some();
        match action {
            Action::NoneOfTheChoices => return answer(BlindAnswer::NoneOfTheChoices),
            Action::CannotTell => return answer(BlindAnswer::CannotTell),
            Action::Keep => return judge(item, ReviewVerdict::Keep, WrongBecause::default()),
            Action::TextOnly => {
                return judge(item, ReviewVerdict::TextOnly, WrongBecause::default());
            }
            Action::Wrong => {
                let picker = ReasonPicker::about(item.key(), self.reasons.handle());
                return Response::Outcome(Outcome::Open(Box::new(picker)));
            }
            Action::FullScreen => {
                if let Some(hash) = item.strip.current() {
                    return Response::Outcome(Outcome::FullScreen(hash));
                }
            }
            Action::Up if has_cursor => item.move_cursor(-1),
            Action::Down if has_cursor => item.move_cursor(1),
            Action::NextPicture => item.strip.turn(1),
            Action::PreviousPicture => item.strip.turn(-1),
            Action::ScrollUp => self.scroll(item, -1, session),
            Action::ScrollDown => self.scroll(item, 1, session),
            Action::PageUp => self.scroll(item, -page, session),
            Action::PageDown => self.scroll(item, page, session),
            Action::Focus => item.toggle_focus(),
            Action::Confirm => return confirm(item, session),
            other => return look(other).map_or_else(|| choose(item, other), Response::Outcome),
        }
        Response::STAY
    }

    fn resume(&mut self, item: &mut Item) -> Response {
        match self.reasons.take() {
            Some(because) => judge(item, ReviewVerdict::Wrong, because),
            None => Response::STAY,
        }
    }

    fn click(&mut self, item: &Item, at: Position, session: &Session) -> Response {
        if !self.layout.card.contains(at) || item.reveal.is_some() {
            return Response::STAY;
        }
        let card = item.card(&session.theme, &self.layout);
        let scroll = item.scroll.min(card.last_scroll(self.layout.card.height));
        match card.choice_at(usize::from(at.y - self.layout.card.y) + scroll) {
            Some(label) => answer(BlindAnswer::Choice(label)),
            None => Response::STAY,
        }
    }

    fn look(item: &mut Item, look: Look, pictures: &PicturePanes) {
        item.strip.look(look, pictures);
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        self.layout = layout_of(&item.question, area, session);
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        let has_picture = !item.strip.is_empty();
        let mode = has_picture.then(|| session.surface.mode.to_string());
        let picture = self.layout.picture;
        let cells = has_picture.then_some((picture.width, picture.height));
        session.context("review", mode, cells)
    }

    /// After the blind answer the reference answer is shown.
    fn committed(
        &mut self,
        item: &mut Item,
        position: usize,
        row: &DecisionRow,
        session: &mut Session,
    ) {
        match &row.act {
            Act::Answer { answer } => {
                item.answer = Some(*answer);
                item.cursor = None;
                match session.review().reveal(&session.store, position) {
                    Ok(reveal) => item.reveal = Some(reveal),
                    Err(error) => {
                        let word = answer_word(*answer);
                        let words = format!("saved {word}; the reference cannot be read: {error}");
                        session.status = Some(StatusMessage::error(words));
                    }
                }
            }
            Act::Review(_) => session.drafts.forget(&DraftFor::WhatIsWrong(row.item.clone())),
            _ => {}
        }
    }

    fn name(item: &Item) -> Option<&str> {
        Some(item.key())
    }

    fn title(&self, desk: &ReviewDesk, item: &Item, _: &Session) -> TitleParts {
        let today = desk.today();
        let each = today.seconds_each().map(|seconds| format!("{seconds} s each"));
        TitleParts {
            reading: None,
            pace: std::iter::once(format!("today {}", today.decided)).chain(each).collect(),
            name: Some(format!("#{}", item.key())),
        }
    }

    fn title_area(&self) -> Rect {
        self.layout.title
    }

    fn heading(desk: &ReviewDesk, _: &Session) -> String {
        format!(" · review · {}", desk.annotator().name)
    }

    fn when_done(desk: &ReviewDesk) -> String {
        match desk.progress().total {
            0 => "This benchmark has no questions.".to_owned(),
            total => format!(
                "All {total} questions are done. Thank you!\n\n\
                 u takes the last decision back, q goes home."
            ),
        }
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(item, &self.layout, canvas, session);
        draw::prepare_neighbours(&self.neighbours, canvas, session);
    }
}

impl ReviewView {
    fn scroll(&self, item: &mut Item, by: isize, session: &Session) {
        let card = item.card(&session.theme, &self.layout);
        let last = card.last_scroll(self.layout.card.height);
        item.scroll = item.scroll.min(last).saturating_add_signed(by).min(last);
    }
}

/// Step one.
fn answer(answer: BlindAnswer) -> Response {
    Response::Commit(Act::Answer { answer }, format!("saved {}", answer_word(answer)))
}

/// Step two.
fn judge(item: &Item, verdict: ReviewVerdict, because: WrongBecause) -> Response {
    let Some(answer) = item.answer else { return Response::STAY };
    let WrongBecause { reasons, note } = because;
    let message = format!("saved {} · {verdict}", answer_word(answer));
    Response::Commit(Act::Review(ReviewDecision { answer, verdict, reasons, note }), message)
}

fn choose(item: &Item, action: Action) -> Response {
    let has = |label: &Label| item.question.choices.iter().any(|choice| choice.label == *label);
    match action.choice().filter(has) {
        Some(label) => answer(BlindAnswer::Choice(label)),
        None => Response::STAY,
    }
}

fn confirm(item: &Item, session: &mut Session) -> Response {
    let marked = item.cursor.and_then(|cursor| item.question.choices.get(cursor));
    if let Some(choice) = marked {
        return answer(BlindAnswer::Choice(choice.label));
    }
    let hint = "answer with a letter, or press Tab to mark a choice";
    session.status = Some(StatusMessage::hint(hint));
    Response::STAY
}

/// What the keys of the picture do.
fn look(action: Action) -> Option<Outcome> {
    Some(Outcome::Look(match action {
        Action::ZoomIn => Look::Closer,
        Action::ZoomOut => Look::Farther,
        Action::ZoomReset => Look::Whole,
        Action::Left => Look::Left,
        Action::Right => Look::Right,
        Action::Up => Look::Up,
        Action::Down => Look::Down,
        _ => return None,
    }))
}

fn answer_word(answer: BlindAnswer) -> String {
    match answer {
        BlindAnswer::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        BlindAnswer::NoneOfTheChoices => "none of the choices".into(),
        BlindAnswer::CannotTell => "cannot tell".into(),
    }
}
