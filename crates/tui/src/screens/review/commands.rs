//! What keys do to a question: the actions that apply now, their inputs, and why others do not apply.

use std::collections::BTreeSet;
use std::time::Duration;

use super::item::Item;
use super::saved::saved;
use crate::action::Action;
use crate::messages::text;
use crate::picture::{Look, PicturePanes};
use crate::screens::choice_entry::choices_without_key;
use crate::screens::queue::{ViewedItem, refused};
use crate::session::Session;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::gate::Confidence;
use assay_store::{BlindQuestion, Store};
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::steps::{Ask, Draft, Input, Next, Refusal};

impl ViewedItem for Item {
    type Opened = OpenedQuestion;

    fn opened(&mut self) -> &mut OpenedQuestion {
        &mut self.opened
    }

    fn name(&self) -> Option<&str> {
        Some(self.opened.question.key.as_str())
    }

    fn question(&self) -> Option<&BlindQuestion> {
        Some(&self.opened.question)
    }

    fn commands(&self) -> Vec<Action> {
        let mut commands = Vec::new();
        match self.ask() {
            Ask::Category => commands.push(Action::Confirm),
            Ask::Answer if self.waits_for_typed() => {
                commands.extend([Action::Confirm, Action::CannotTell]);
            }
            Ask::Guess | Ask::Confidence | Ask::Answer => {
                if self.cursor.is_some() && self.asks_guess() {
                    commands.extend(CONFIDENCES);
                }
                let choices = self.opened.question.choices.iter();
                commands.extend(choices.filter_map(|choice| Action::choose(choice.label)));
                if !self.choices_without_key().is_empty() {
                    commands.push(Action::OtherChoice);
                }
                commands.push(Action::CannotTell);
                // Both keys say that there is no guess; one of them is enough on the bar.
                if !self.asks_guess() {
                    commands.push(Action::NoneOfTheChoices);
                }
            }
            _ => commands.extend((self.verdicts)(&self.opened)),
        }
        commands.extend(self.beside.iter().flat_map(|beside| beside.actions()));
        commands.extend([Action::Note, Action::Skip, Action::Later, Action::Undo]);
        if !self.strip.is_empty() {
            commands.extend([Action::FullScreen, Action::ZoomIn]);
            if self.strip.is_zoomed() {
                commands.extend([Action::ZoomReset, Action::ZoomOut]);
            }
            if self.strip.len() > 1 {
                if self.strip.is_video() && self.may_play {
                    commands.push(Action::Play);
                }
                commands.extend([Action::NextPicture, Action::PreviousPicture]);
            }
        }
        commands.extend([Action::Guideline, Action::Palette, Action::Find, Action::Help]);
        if !self.strip.is_empty() {
            commands.extend([Action::ZoomOut, Action::ZoomReset]);
        }
        commands.extend([Action::Redo, Action::Focus]);
        commands.extend([Action::Up, Action::Down, Action::Left, Action::Right, Action::Confirm]);
        commands.extend([Action::ScrollUp, Action::ScrollDown, Action::PageUp, Action::PageDown]);
        commands.extend([Action::OpenHistory, Action::Back]);
        commands.extend(self.asks_guess().then_some(Action::NoneOfTheChoices));
        let mut seen = BTreeSet::new();
        commands.retain(|action| seen.insert(*action));
        commands
    }

    fn choices_without_key(&self) -> Vec<Label> {
        let is_asked = matches!(self.ask(), Ask::Guess | Ask::Confidence | Ask::Answer);
        let others = choices_without_key(&self.opened.question.choices).filter(|_| is_asked);
        others.map(|choice| choice.label).collect()
    }

    fn inputs(&self, action: Action) -> Option<Vec<Input>> {
        let confirms = action == Action::Confirm && self.ask() == Ask::Answer;
        match (confidence(action), action.picked(), action.input()) {
            (Some(confidence), ..) => {
                let guess = self.marked().map(chosen);
                Some(guess.into_iter().chain([Input::Confidence(confidence)]).collect())
            }
            (_, Some(place), _) => Some(vec![Input::Adopt(place)]),
            (.., Some(input)) => Some(vec![input]),
            _ => Some(vec![chosen(self.marked().filter(|_| confirms)?)]),
        }
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let inputs = match action {
            Action::Play if self.strip.is_video() => {
                return Some(text!("review-play-is-off").into());
            }
            Action::OtherChoice => self.inputs(Action::CannotTell),
            Action::Fix => self.inputs(Action::Remove),
            other => self.inputs(other),
        };
        match self.steps.take_all(&self.opened, self.draft.clone(), inputs?) {
            Next::Refuse(Refusal::AnswerFirst) if self.waits_for_typed() => {
                Some(text!("review-type-answer").into())
            }
            Next::Refuse(refusal) => refused(&refusal),
            _ => None,
        }
    }

    fn draft(&self) -> Draft {
        self.draft.clone()
    }

    fn saved(&self, act: &Act, store: &Store) -> String {
        saved(act, self, store)
    }

    /// A mark of a guess is not saved, nor is what is kept once, nor the first of two scores.
    fn take_back(&mut self, session: &mut Session) -> bool {
        if std::mem::take(&mut self.draft.is_kept_once) {
            session.hint(text!("review-not-kept"));
            return true;
        }
        if self.draft.first_score.take().is_some() {
            return true;
        }
        if !self.asks_guess() || self.cursor.take().is_none() {
            return false;
        }
        session.hint(text!("gate-mark-removed"));
        true
    }

    fn look(&mut self, look: Look, pictures: &PicturePanes) {
        if look == Look::Closer {
            self.turn_to_cursor();
        }
        self.strip.look(look, pictures);
    }

    fn until_tick(&self) -> Option<Duration> {
        self.strip.until_next_frame()
    }

    fn tick(&mut self, is_loading: bool) {
        self.strip.play_on(is_loading);
    }
}

/// The actions that say how sure a guess is, and commit it.
pub(super) const CONFIDENCES: [Action; 3] =
    [Action::ConfidenceLow, Action::ConfidenceMedium, Action::ConfidenceHigh];

/// How sure a guess is that an action saves.
fn confidence(action: Action) -> Option<Confidence> {
    let place = CONFIDENCES.iter().position(|one| *one == action)?;
    [Confidence::Low, Confidence::Medium, Confidence::High].get(place).copied()
}

/// The input of a choice.
pub fn chosen(label: Label) -> Input {
    Input::Answer(BlindAnswer::Choice(label))
}
