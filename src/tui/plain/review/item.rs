//! A question in lines, with what is known of it.

use ratatui::layout::Size;

use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::gate::TextGuess;
use crate::benchmark::history::ItemState;
use crate::benchmark::{Checklist, ImageHash, Label};
use crate::queue::OpenedQuestion;
use crate::store::{BlindQuestion, Reveal, Store, StoreError};
use crate::tui::messages::text;
use crate::tui::picture::{ColourDepth, Surface, fullscreen};
use crate::tui::plain::words;
use crate::tui::store_words::InWords;
use crate::tui::terms;
use crate::visible::{visible, visible_line};

/// A picture printed as characters is at most this large, in cells.
const PICTURE: Size = Size { width: 78, height: 36 };

/// One question.
pub struct Item {
    /// The question.
    pub question: BlindQuestion,
    /// Its state for the annotator.
    pub state: ItemState,
    /// The guess from the text, where there was one.
    guess: Option<TextGuess>,
    /// The annotator's own answer.
    pub answer: Option<BlindAnswer>,
    /// The category that the annotator chose.
    pub category: Option<String>,
    /// Known only after the own answer is committed.
    pub reveal: Option<Reveal>,
    /// A picture was printed as characters.
    is_seen: bool,
}

impl From<OpenedQuestion> for Item {
    fn from(opened: OpenedQuestion) -> Self {
        let OpenedQuestion { question, state, guess, answer, category, reveal, .. } = opened;
        Item { question, state, guess, answer, category, reveal, is_seen: false }
    }
}

impl Item {
    /// The labels that can be chosen.
    pub fn choices(&self) -> Vec<Label> {
        self.question.choices.iter().map(|choice| choice.label).collect()
    }

    /// What reviewers check of it.
    pub fn checklist(&self) -> &'static Checklist {
        self.question.checklist()
    }

    /// Whether its pictures are hidden until the annotator has guessed from the text.
    pub fn is_gated(&self) -> bool {
        self.question.is_gated()
    }

    /// Whether the category is the next to be chosen: it is asked for, and the answer is given.
    pub fn waits_for_category(&self) -> bool {
        let has_answer = self.answer.is_some() || !self.question.kind().takes_answer();
        self.question.asks_category && self.category.is_none() && has_answer
    }

    /// The question's key as the history has it.
    pub fn name(&self) -> &str {
        self.question.key.as_str()
    }

    /// Which revision of the question it is.
    pub fn revision(&self) -> u32 {
        self.question.revision
    }

    /// The question's key, harmless.
    pub fn key(&self) -> String {
        visible_line(self.question.key.as_str()).into_owned()
    }

    /// Key, pictures, question, and what was done with it.
    pub fn describe(&self, store: &Store) -> Result<String, StoreError> {
        let mut text = text!("plain-key", key = self.key());
        text.push_str(&self.pictures(store)?);
        text.push_str(&words::question(&self.question));
        match &self.state {
            ItemState::Skipped => text.push_str(text!("plain-skipped")),
            ItemState::Later => text.push_str(text!("plain-put-off")),
            ItemState::Decided(act) => {
                let verdict = words::act(act);
                text.push_str(&text!("plain-own-verdict", verdict = verdict));
                text.push_str(&words::verdict_note(act));
            }
            ItemState::Untouched | ItemState::Guessed(_) | ItemState::Answered(_) => {}
        }
        if let Some(guess) = self.guess {
            text.push_str(&text!("plain-own-guess", guess = terms::guess(guess)));
        }
        text.push_str(&self.reference());
        Ok(text)
    }

    /// The reference answer beside one's own; nothing before that.
    pub fn reference(&self) -> String {
        let words = |reveal| {
            let category = self.category.as_deref();
            let category = category.map(|own| words::category(&self.question, own));
            words::reference(&self.question, reveal, self.answer) + &category.unwrap_or_default()
        };
        self.reveal.as_ref().map(words).unwrap_or_default()
    }

    /// How many pictures there are, how large, and how to see them.
    fn pictures(&self, store: &Store) -> Result<String, StoreError> {
        let pictures = &self.question.pictures;
        if self.is_gated() {
            return Ok(text!("plain-picture-hidden").into());
        }
        if pictures.is_empty() {
            return Ok(String::new());
        }
        let mut sizes = Vec::new();
        for picture in pictures {
            let size = match store.picture_size(picture.hash)? {
                Some((width, height)) => format!("{width}x{height}"),
                None => text!("plain-size-unknown").into(),
            };
            sizes.push(match words::role(picture.role) {
                Some(role) => format!("{role} {size}"),
                None => size,
            });
        }
        Ok(text!(
            "plain-pictures",
            count = pictures.len(),
            sizes = terms::list(&sizes),
            key = self.key()
        ))
    }

    /// The pictures as characters: all of them, or the one of this number.
    pub fn print_pictures(&mut self, number: Option<usize>, store: &Store) -> String {
        let pictures: Vec<ImageHash> =
            self.question.pictures.iter().map(|picture| picture.hash).collect();
        let count = pictures.len();
        let wanted = pictures
            .into_iter()
            .zip(1..)
            .filter(|&(_, at)| number.is_none_or(|number| number == at));
        let mut text = String::new();
        for (hash, at) in wanted {
            match characters(hash, store) {
                Ok(rows) => {
                    self.is_seen = true;
                    text.push_str(&text!("plain-picture", at = at, count = count, rows = rows));
                }
                Err(why) => {
                    let why = visible(&why).into_owned();
                    text.push_str(&text!("plain-picture-fails", at = at, count = count, why = why));
                }
            }
        }
        match (text.is_empty(), count) {
            (false, _) => text,
            (true, 0) if self.is_gated() => text!("plain-picture-hidden").into(),
            (true, 0) => text!("plain-no-picture").into(),
            (true, _) => text!("plain-picture-numbers", count = count),
        }
    }

    /// How a picture was shown, and in what area, if it was.
    pub fn seen(&self) -> (Option<String>, Option<(u16, u16)>) {
        match self.is_seen {
            true => (Some(surface().mode.to_string()), Some((PICTURE.width, PICTURE.height))),
            false => (None, None),
        }
    }
}

fn surface() -> Surface {
    Surface::for_cells(ColourDepth::None)
}

fn characters(hash: ImageHash, store: &Store) -> Result<String, String> {
    let bytes = store.picture_bytes(hash).map_err(|error| error.in_words())?;
    fullscreen::text(&bytes, PICTURE, &surface()).map_err(|error| error.to_string())
}
