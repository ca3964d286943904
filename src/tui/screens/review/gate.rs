//! The text-only gate on the review screen: a letter marks the guess, a digit says how sure the annotator
//! is and commits it. Only then does the picture come.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::item::Item;
use crate::benchmark::Label;
use crate::benchmark::decision::Act;
use crate::benchmark::gate::{Confidence, TextGuess};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::messages::text;
use crate::tui::screens::Outcome;
use crate::tui::screens::queue::Response;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::terms;
use crate::tui::theme::Theme;
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::wrap::wrapped;

/// The actions that say how sure a guess is, and commit it.
pub(super) const CONFIDENCES: [Action; 3] =
    [Action::ConfidenceLow, Action::ConfidenceMedium, Action::ConfidenceHigh];

/// Does an action on a question whose picture is hidden; nothing for those that mean the same as on
/// any other question.
pub(super) fn update(item: &mut Item, action: Action, session: &mut Session) -> Option<Response> {
    match action {
        Action::NoneOfTheChoices | Action::CannotTell => return Some(guess(TextGuess::NoIdea)),
        Action::Confirm => session.status = Some(StatusMessage::hint(text!("gate-how-sure"))),
        other => {
            if let Some(confidence) = confidence(other) {
                let marked = item.cursor.and_then(|at| item.question.choices.get(at));
                let label = marked.map(|choice| choice.label)?;
                return Some(guess(TextGuess::Choice { label, confidence }));
            }
            mark(item, other.choice()?);
        }
    }
    Some(Response::STAY)
}

/// Marks the choice that is guessed, if the question has it.
pub(super) fn mark(item: &mut Item, label: Label) {
    let place = item.question.choices.iter().position(|choice| choice.label == label);
    item.cursor = place.or(item.cursor);
}

/// A click on a choice marks it.
pub(super) fn clicked(response: Response) -> Response {
    match response {
        Response::Commit(Act::Answer { answer }, _) => {
            let action = match answer {
                crate::benchmark::decision::BlindAnswer::Choice(label) => Action::choose(label),
                _ => None,
            };
            action.map_or(Response::STAY, |action| Response::Outcome(Outcome::Do(action)))
        }
        other => other,
    }
}

/// Takes the mark back, which is not saved; whether there was one.
pub(super) fn take_back(item: &mut Item, session: &mut Session) -> bool {
    if !item.question.is_gated() || item.cursor.take().is_none() {
        return false;
    }
    session.status = Some(StatusMessage::hint(text!("gate-mark-removed")));
    true
}

fn confidence(action: Action) -> Option<Confidence> {
    match action {
        Action::ConfidenceLow => Some(Confidence::Low),
        Action::ConfidenceMedium => Some(Confidence::Medium),
        Action::ConfidenceHigh => Some(Confidence::High),
        _ => None,
    }
}

fn guess(guess: TextGuess) -> Response {
    let message = text!("message-guess-saved", guess = terms::guess(guess));
    Response::Commit(Act::Guess(guess), message)
}

/// Says in the place of the picture why it is not there.
pub(super) fn draw(area: Rect, (context, session): (KeyContext, &Session), buffer: &mut Buffer) {
    let theme: &Theme = &session.theme;
    let key = |action| session.key_of(context, action);
    let [low, medium, high] = CONFIDENCES.map(key);
    let words = text!(
        "gate-why-hidden",
        low = low,
        medium = medium,
        high = high,
        none = key(Action::CannotTell)
    );
    let width = usize::from(area.width.saturating_sub(4)).clamp(8, 56);
    let lines = wrapped(&words, width);
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let x = area.x + area.width.saturating_sub(cells(widest)) / 2;
    for (y, line) in (top..area.bottom()).zip(&lines) {
        buffer.set_stringn(x, y, line, usize::from(area.width), Style::from(theme.text));
    }
}
