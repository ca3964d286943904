//! Which actions do something on the review screen now, and why others do not.

use super::gate::CONFIDENCES;
use super::item::Item;
use crate::benchmark::Label;
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::screens::choice_entry::choices_without_key;

/// When there is no question on the desk.
pub(super) const WHEN_DONE: [Action; 5] =
    [Action::OpenBrowse, Action::OpenHistory, Action::Undo, Action::Home, Action::Back];

/// With a question on the desk, the most wanted first.
pub(super) fn commands(item: &Item) -> Vec<Action> {
    let mut commands = with_verdicts(item, &[Action::Keep, Action::TextOnly, Action::Wrong]);
    if item.question.is_gated() {
        // Both keys say that there is no guess; one of them is enough on the bar.
        commands.retain(|action| *action != Action::NoneOfTheChoices);
        commands.push(Action::NoneOfTheChoices);
        if item.cursor.is_some() {
            commands.splice(..0, CONFIDENCES);
        }
    }
    commands
}

/// The same with the verdicts of another queue.
pub fn with_verdicts(item: &Item, verdicts: &[Action]) -> Vec<Action> {
    let mut commands = Vec::new();
    if item.reveal.is_some() {
        commands.extend(verdicts);
    } else if item.waits_for_category() {
        commands.push(Action::Confirm);
    } else {
        let choices = item.question.choices.iter();
        commands.extend(choices.filter_map(|choice| Action::choose(choice.label)));
        if choices_without_key(&item.question.choices).next().is_some() {
            commands.push(Action::OtherChoice);
        }
        commands.extend([Action::CannotTell, Action::NoneOfTheChoices]);
    }
    commands.extend([Action::Note, Action::Skip, Action::Later, Action::Undo]);
    if !item.strip.is_empty() {
        commands.extend([Action::FullScreen, Action::ZoomIn]);
        if item.strip.is_zoomed() {
            commands.extend([Action::ZoomReset, Action::ZoomOut]);
        }
        if item.strip.len() > 1 {
            if item.strip.is_video() && item.may_play {
                commands.push(Action::Play);
            }
            commands.extend([Action::NextPicture, Action::PreviousPicture]);
        }
    }
    commands.extend([Action::Guideline, Action::Palette, Action::Find, Action::Help]);
    if !item.strip.is_empty() {
        commands.extend([Action::ZoomOut, Action::ZoomReset]);
    }
    commands.extend([Action::Redo, Action::Focus]);
    commands.extend([Action::Up, Action::Down, Action::Left, Action::Right, Action::Confirm]);
    commands.extend([Action::ScrollUp, Action::ScrollDown, Action::PageUp, Action::PageDown]);
    commands.extend([Action::OpenHistory, Action::Back]);
    let mut seen = Vec::new();
    commands.retain(|action| {
        let is_new = !seen.contains(action);
        seen.push(*action);
        is_new
    });
    commands
}

/// The choices that can be chosen now and have no key of their own.
pub fn labels_without_key(item: &Item) -> Vec<Label> {
    if item.reveal.is_some() || item.waits_for_category() {
        return Vec::new();
    }
    choices_without_key(&item.question.choices).map(|choice| choice.label).collect()
}

/// Why an action that has a key here does nothing now, where there is more to say than that.
pub fn why_not(item: &Item, action: Action) -> Option<String> {
    match action {
        Action::Keep | Action::TextOnly | Action::Wrong if item.question.is_gated() => {
            Some(text!("gate-guess-first").into())
        }
        _ if CONFIDENCES.contains(&action) => Some(match item.question.is_gated() {
            true => text!("gate-letter-first").into(),
            false => text!("gate-no-guess-here").into(),
        }),
        _ if item.waits_for_category() && (is_verdict(action) || is_answer(action)) => {
            Some(text!("review-category-first").into())
        }
        _ if is_verdict(action) => Some(text!("review-answer-first").into()),
        _ if is_answer(action) && !item.question.kind().takes_answer() => {
            Some(text!("review-open-no-answer").into())
        }
        Action::Play if item.strip.is_video() => Some(text!("review-play-is-off").into()),
        Action::NoneOfTheChoices | Action::CannotTell if item.reveal.is_some() => {
            Some(text!("review-judge-answer").into())
        }
        _ if action.choice().is_some() => Some(match item.reveal {
            Some(_) => text!("review-judge").into(),
            None => text!("review-no-choice", letter = action.short()),
        }),
        _ => None,
    }
}

fn is_verdict(action: Action) -> bool {
    let verdicts = [Action::Keep, Action::TextOnly, Action::Wrong, Action::Remove, Action::Fix];
    verdicts.contains(&action)
}

fn is_answer(action: Action) -> bool {
    let is_answer =
        matches!(action, Action::NoneOfTheChoices | Action::CannotTell | Action::OtherChoice);
    is_answer || action.choice().is_some()
}
