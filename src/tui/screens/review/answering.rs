//! What keys do to a question on the screen, whatever the queue: answer it blind, look closer, scroll.
//!
//! The review and the verify screen share this; the verdict is their own.

use ratatui::layout::Position;

use super::commands::labels_without_key;
use super::frame::QuestionFrame;
use super::item::Item;
use super::layout::Layout;
use crate::benchmark::Label;
use crate::benchmark::decision::{Act, BlindAnswer, QUEUE_REVIEW};
use crate::queue::DecisionContext;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::marked_texts::MarkedTexts;
use crate::tui::messages::text;
use crate::tui::screens::Outcome;
use crate::tui::screens::full_picture::{FullPicture, look};
use crate::tui::screens::queue::Response;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// Does an action that is no verdict.
///
/// `frame` are the queue and its keys, for the picture on the whole screen.
pub fn update(
    item: &mut Item,
    around: &QuestionFrame,
    action: Action,
    frame: (&'static str, KeyContext, Vec<Action>),
    session: &mut Session,
) -> Response {
    let layout = &around.layout;
    let page = isize::try_from(layout.card.height).unwrap_or(1);
    let has_cursor = item.cursor.is_some();
    match action {
        Action::NoneOfTheChoices => return answer(BlindAnswer::NoneOfTheChoices),
        Action::CannotTell => return answer(BlindAnswer::CannotTell),
        Action::FullScreen => {
            if !item.strip.is_empty() {
                item.turn_to_cursor();
                return Response::Outcome(Outcome::Open(Box::new(full_picture(item, frame))));
            }
        }
        Action::Left | Action::Right if hidden_code(item, layout, session) > 0 => {
            let by = if action == Action::Left { -1 } else { 1 };
            item.move_sideways(by, hidden_code(item, layout, session));
        }
        Action::Up if has_cursor => item.move_cursor(-1),
        Action::Down if has_cursor => item.move_cursor(1),
        Action::OtherChoice => {
            return Response::Outcome(Outcome::Open(Box::new(around.choice_entry(item, session))));
        }
        Action::Play => item.strip.toggle_play(),
        Action::NextPicture => item.strip.turn(1),
        Action::PreviousPicture => item.strip.turn(-1),
        Action::ScrollUp => scroll(item, layout, -1, session),
        Action::ScrollDown => scroll(item, layout, 1, session),
        Action::PageUp => scroll(item, layout, -page, session),
        Action::PageDown => scroll(item, layout, page, session),
        Action::Focus => item.toggle_focus(),
        Action::Confirm => return confirm(item, session),
        other => match look(other) {
            Some(look) => return Response::Outcome(Outcome::Look(look)),
            None => return choose(item, other),
        },
    }
    Response::STAY
}

fn full_picture(item: &mut Item, frame: (&'static str, KeyContext, Vec<Action>)) -> FullPicture {
    let (queue, context, commands) = frame;
    let picture = FullPicture::new(&item.strip, &MarkedTexts::new(&item.question).stem.readable());
    item.strip.stop();
    let labels = labels_without_key(item);
    picture.marked(item.marks().into()).above(queue, context, commands).with_typed(labels)
}

/// A click on a choice, in words or a picture, answers, as long as there is no answer.
pub fn click(item: &Item, layout: &Layout, at: Position, session: &Session) -> Response {
    if item.reveal.is_some() {
        return Response::STAY;
    }
    if let Some(label) = item.strip.choice_at(at, layout.picture, &session.surface) {
        return answer(BlindAnswer::Choice(label));
    }
    if !layout.card.contains(at) {
        return Response::STAY;
    }
    let card = item.card(&session.theme, layout);
    let scroll = item.scroll.min(card.last_scroll(layout.card.height));
    match card.choice_at(usize::from(at.y - layout.card.y) + scroll) {
        Some(label) => answer(BlindAnswer::Choice(label)),
        None => Response::STAY,
    }
}

/// How many columns of code are beyond the card, as long as the picture does not take the keys that
/// pan it.
fn hidden_code(item: &Item, layout: &Layout, session: &Session) -> usize {
    let pans = item.strip.is_zoomed() && item.cursor.is_none();
    if pans { 0 } else { item.card(&session.theme, layout).overhang() }
}

/// What surrounds a decision made now, with the picture as it is drawn.
pub fn context(
    screen: &'static str,
    item: &Item,
    layout: &Layout,
    session: &mut Session,
) -> DecisionContext {
    let has_picture = !item.strip.is_empty();
    let mode = has_picture.then(|| session.surface.mode.to_string());
    let cells = has_picture.then(|| item.picture_cells(layout));
    session.context(screen, mode, cells)
}

fn scroll(item: &mut Item, layout: &Layout, by: isize, session: &Session) {
    let card = item.card(&session.theme, layout);
    let last = card.last_scroll(layout.card.height);
    item.scroll = item.scroll.min(last).saturating_add_signed(by).min(last);
}

/// Step one.
pub fn answer(answer: BlindAnswer) -> Response {
    Response::Commit(
        Act::Answer { answer },
        text!("message-answer-saved", answer = answer_word(answer)),
    )
}

fn choose(item: &Item, action: Action) -> Response {
    let has = |label: &Label| item.question.choices.iter().any(|choice| choice.label == *label);
    match action.choice().filter(has) {
        Some(label) => answer(BlindAnswer::Choice(label)),
        None => Response::STAY,
    }
}

fn confirm(item: &Item, session: &mut Session) -> Response {
    let context = KeyContext::Queue(QUEUE_REVIEW);
    let marked = item.cursor.and_then(|cursor| item.question.choices.get(cursor));
    if let Some(choice) = marked {
        return answer(BlindAnswer::Choice(choice.label));
    }
    let hint = match (item.question.kind().takes_answer(), &item.reveal) {
        (true, None) => {
            let key = session.key_of(context, Action::Focus);
            text!("review-answer-with-letter", key = key)
        }
        (true, Some(_)) => text!("review-judge").to_owned(),
        (false, _) => text!("review-open-no-answer").to_owned(),
    };
    session.status = Some(StatusMessage::hint(hint));
    Response::STAY
}

/// The own answer before a verdict in a message, where there is one: `b · `.
pub fn answer_before(answer: Option<BlindAnswer>) -> String {
    answer.map(|answer| format!("{} · ", answer_word(answer))).unwrap_or_default()
}

/// An answer as messages say it.
pub fn answer_word(answer: BlindAnswer) -> String {
    match answer {
        BlindAnswer::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
        BlindAnswer::NoneOfTheChoices => text!("answer-none").into(),
        BlindAnswer::CannotTell => text!("answer-cannot-tell").into(),
    }
}
