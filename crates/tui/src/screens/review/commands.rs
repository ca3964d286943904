//! The actions that apply to a question now, their inputs, and why others do not apply.

use std::collections::BTreeSet;

use super::gate::{CONFIDENCES, confidence};
use super::item::Item;
use crate::action::Action;
use crate::messages::text;
use crate::screens::choice_entry::choices_without_key;
use crate::screens::queue::refused;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::BlindAnswer;
use assay_workflow::queue::steps::{Ask, Input, Next, Verdict};

/// With a question on the desk, the most wanted first.
pub fn commands(item: &Item, verdicts: Vec<Action>) -> Vec<Action> {
    let mut commands = Vec::new();
    match item.ask() {
        Ask::Category => commands.push(Action::Confirm),
        Ask::Guess | Ask::Confidence | Ask::Answer => {
            if item.cursor.is_some() && item.asks_guess() {
                commands.extend(CONFIDENCES);
            }
            let choices = item.opened.question.choices.iter();
            commands.extend(choices.filter_map(|choice| Action::choose(choice.label)));
            if !labels_without_key(item).is_empty() {
                commands.push(Action::OtherChoice);
            }
            commands.push(Action::CannotTell);
            // Both keys say that there is no guess; one of them is enough on the bar.
            if !item.asks_guess() {
                commands.push(Action::NoneOfTheChoices);
            }
        }
        _ => commands.extend(verdicts),
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
    commands.extend(item.asks_guess().then_some(Action::NoneOfTheChoices));
    let mut seen = BTreeSet::new();
    commands.retain(|action| seen.insert(*action));
    commands
}

/// The choices that can be chosen now and that no key chooses.
pub fn labels_without_key(item: &Item) -> Vec<Label> {
    let is_asked = matches!(item.ask(), Ask::Guess | Ask::Confidence | Ask::Answer);
    let others = choices_without_key(&item.opened.question.choices).filter(|_| is_asked);
    others.map(|choice| choice.label).collect()
}

/// The input of a choice.
pub fn chosen(label: Label) -> Input {
    Input::Answer(BlindAnswer::Choice(label))
}

/// The inputs of an action.
pub fn inputs(item: &Item, action: Action) -> Option<Vec<Input>> {
    Some(match action {
        Action::NoneOfTheChoices => vec![Input::Answer(BlindAnswer::NoneOfTheChoices)],
        Action::CannotTell => vec![Input::Answer(BlindAnswer::CannotTell)],
        Action::Keep => vec![Input::Verdict(Verdict::Keep)],
        Action::TextOnly => vec![Input::Verdict(Verdict::TextOnly)],
        Action::Wrong => vec![Input::Verdict(Verdict::Wrong)],
        Action::Remove => vec![Input::Verdict(Verdict::Remove)],
        Action::GuidelineUnclear => vec![Input::GuidelineUnclear],
        Action::Confirm if item.ask() == Ask::Answer => vec![chosen(item.marked()?)],
        other => match (confidence(other), other.picked(), other.choice()) {
            (Some(confidence), ..) => {
                let guess = item.marked().map(chosen);
                guess.into_iter().chain([Input::Confidence(confidence)]).collect()
            }
            (_, Some(place), _) => vec![Input::Adopt(place)],
            (.., Some(label)) => vec![chosen(label)],
            _ => return None,
        },
    })
}

/// Why an action with a key here is not available now, if there is a specific reason.
pub fn why_not(item: &Item, action: Action) -> Option<String> {
    let inputs = match action {
        Action::Play if item.strip.is_video() => return Some(text!("review-play-is-off").into()),
        Action::OtherChoice => inputs(item, Action::CannotTell),
        Action::Fix => inputs(item, Action::Remove),
        other => inputs(item, other),
    };
    match item.take(inputs?) {
        Next::Refuse(refusal) => refused(&refusal),
        _ => None,
    }
}
