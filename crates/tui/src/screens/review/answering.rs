//! Keys that only change how a question is viewed: zoom, scroll, mark a choice.

use ratatui::layout::Position;

use super::draw::scroll_of;
use super::item::{Item, QuestionScreen};
use super::view::QuestionView;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::full_picture::{FullPicture, ItemBelow, look};
use crate::screens::queue::ViewedItem;
use crate::session::Session;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::QUEUE_REVIEW;
use assay_workflow::queue::steps::Ask;

impl<Q: QuestionScreen> QuestionView<Q> {
    /// Carries out an action that only changes the view.
    pub(super) fn change_view(
        &self,
        item: &mut Item,
        action: Action,
        session: &mut Session,
    ) -> Outcome {
        // Single lines scroll the question where it is cut.
        let is_line = matches!(action, Action::ScrollUp | Action::ScrollDown);
        let is_for_question = is_line && item.beside.is_some() && self.is_card_cut(item, session);
        if let Some(beside) = item.beside.as_mut().filter(|_| !is_for_question)
            && beside.act(action)
        {
            return Outcome::Stay;
        }
        let page = isize::try_from(self.layout.card.height).unwrap_or(1);
        let has_cursor = item.cursor.is_some();
        match action {
            Action::FullScreen if !item.strip.is_empty() => {
                item.turn_to_cursor();
                return Outcome::Open(Box::new(full_picture(Q::NAME, item)));
            }
            Action::Left | Action::Right if self.hidden_code(item, session) > 0 => {
                let last = self.hidden_code(item, session);
                let by = if action == Action::Left { -8 } else { 8 };
                item.sideways = item.sideways.min(last).saturating_add_signed(by).min(last);
            }
            Action::Up if has_cursor => item.move_cursor(-1),
            Action::Down if has_cursor => item.move_cursor(1),
            Action::Play => item.strip.toggle_play(),
            Action::NextPicture => item.strip.turn(1),
            Action::PreviousPicture => item.strip.turn(-1),
            Action::ScrollUp => self.scroll(item, -1, session),
            Action::ScrollDown => self.scroll(item, 1, session),
            Action::PageUp => self.scroll(item, -page, session),
            Action::PageDown => self.scroll(item, page, session),
            Action::Focus => item.toggle_focus(),
            Action::Confirm => session.hint(what_next(item, session)),
            other => return look(other).map_or(Outcome::Stay, Outcome::Look),
        }
        Outcome::Stay
    }

    /// The choice at a place, in words or a picture, as long as there is no answer.
    pub(super) fn choice_at(&self, item: &Item, at: Position, session: &Session) -> Option<Label> {
        if item.opened.reveal.is_some() {
            return None;
        }
        let area = self.layout.card;
        let in_words = || {
            let card = item.card(&session.theme, &self.layout);
            let scroll = scroll_of(item, &card, &self.layout);
            card.choice_at(usize::from(at.y - area.y) + scroll)
        };
        let picture = item.strip.choice_at(at, self.layout.picture, &session.surface);
        picture.or_else(|| area.contains(at).then(in_words).flatten())
    }

    /// How many columns of code are beyond the card, as long as the picture does not take the keys that
    /// pan it.
    fn hidden_code(&self, item: &Item, session: &Session) -> usize {
        let pans = item.strip.is_zoomed() && item.cursor.is_none();
        if pans { 0 } else { item.card(&session.theme, &self.layout).overhang }
    }

    fn is_card_cut(&self, item: &Item, session: &Session) -> bool {
        item.card(&session.theme, &self.layout).last_scroll(self.layout.card.height) > 0
    }

    fn scroll(&self, item: &mut Item, by: isize, session: &Session) {
        let card = item.card(&session.theme, &self.layout);
        let last = card.last_scroll(self.layout.card.height);
        let scroll = scroll_of(item, &card, &self.layout).min(last);
        (item.scroll, item.was_scrolled) = (scroll.saturating_add_signed(by).min(last), true);
    }
}

fn full_picture(queue: &'static str, item: &mut Item) -> FullPicture {
    let (commands, typed) = (item.commands(), item.choices_without_key());
    let below = ItemBelow { queue, commands, marks: item.choice_marks(), typed };
    let words = MarkedTexts::new(&item.opened.question);
    let picture = FullPicture::new(&item.strip, &words.stem.readable(), Some(below));
    item.strip.stop();
    picture
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
