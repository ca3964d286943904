//! Keys that only change how a question is viewed: zoom, scroll, mark a choice.

use ratatui::layout::Position;

use super::commands::labels_without_key;
use super::item::Item;
use super::layout::Layout;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::full_picture::{FullPicture, ItemBelow, look};
use crate::screens::queue::Response;
use crate::session::Session;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{BlindAnswer, QUEUE_REVIEW};
use assay_workflow::queue::DecisionContext;
use assay_workflow::queue::steps::Ask;

/// Carries out an action that only changes the view.
///
/// `frame` are the queue and its keys, for the picture on the whole screen.
pub fn update(
    item: &mut Item,
    layout: &Layout,
    action: Action,
    frame: (&'static str, KeyContext, Vec<Action>),
    session: &mut Session,
) -> Response {
    let page = isize::try_from(layout.card.height).unwrap_or(1);
    let has_cursor = item.cursor.is_some();
    match action {
        Action::FullScreen if !item.strip.is_empty() => {
            item.turn_to_cursor();
            return Response::Outcome(Outcome::Open(Box::new(full_picture(item, frame))));
        }
        Action::Left | Action::Right if hidden_code(item, layout, session) > 0 => {
            let by = if action == Action::Left { -1 } else { 1 };
            item.move_sideways(by, hidden_code(item, layout, session));
        }
        Action::Up if has_cursor => item.move_cursor(-1),
        Action::Down if has_cursor => item.move_cursor(1),
        Action::Play => item.strip.toggle_play(),
        Action::NextPicture => item.strip.turn(1),
        Action::PreviousPicture => item.strip.turn(-1),
        Action::ScrollUp => scroll(item, layout, -1, session),
        Action::ScrollDown => scroll(item, layout, 1, session),
        Action::PageUp => scroll(item, layout, -page, session),
        Action::PageDown => scroll(item, layout, page, session),
        Action::Focus => item.toggle_focus(),
        Action::Confirm => return Response::Hint(what_next(item, session)),
        other => {
            if let Some(look) = look(other) {
                return Response::Outcome(Outcome::Look(look));
            }
        }
    }
    Response::STAY
}

fn full_picture(item: &mut Item, frame: (&'static str, KeyContext, Vec<Action>)) -> FullPicture {
    let (queue, context, commands) = frame;
    let (marks, typed) = (item.marks().into(), labels_without_key(item));
    let below = ItemBelow { queue, context, commands, marks, typed };
    let words = MarkedTexts::new(&item.opened.question);
    let picture = FullPicture::new(&item.strip, &words.stem.readable(), Some(below));
    item.strip.stop();
    picture
}

/// The choice at a place, in words or a picture, as long as there is no answer.
pub fn choice_at(item: &Item, layout: &Layout, at: Position, session: &Session) -> Option<Label> {
    if item.opened.reveal.is_some() {
        return None;
    }
    if let Some(label) = item.strip.choice_at(at, layout.picture, &session.surface) {
        return Some(label);
    }
    if !layout.card.contains(at) {
        return None;
    }
    let card = item.card(&session.theme, layout);
    let scroll = item.scroll.min(card.last_scroll(layout.card.height));
    card.choice_at(usize::from(at.y - layout.card.y) + scroll)
}

/// How many columns of code are beyond the card, as long as the picture does not take the keys that
/// pan it.
fn hidden_code(item: &Item, layout: &Layout, session: &Session) -> usize {
    let pans = item.strip.is_zoomed() && item.cursor.is_none();
    if pans { 0 } else { item.card(&session.theme, layout).overhang }
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

/// What to do instead, where nothing is marked that could be confirmed.
fn what_next(item: &Item, session: &Session) -> String {
    match item.ask() {
        Ask::Guess | Ask::Confidence => text!("gate-how-sure").into(),
        Ask::Answer => {
            let key = session.key_of(KeyContext::Queue(QUEUE_REVIEW), Action::Focus);
            text!("review-answer-with-letter", key)
        }
        _ if !item.opened.question.kind().takes_answer() => text!("review-open-no-answer").into(),
        _ => text!("review-judge").into(),
    }
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
