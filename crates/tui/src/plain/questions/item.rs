//! A question in lines, with what is known of it.

use ratatui::layout::Size;

use super::PlainSteps;
use super::command::{self, Command};
use crate::messages::text;
use crate::picture::{ColourDepth, Surface, fullscreen};
use crate::plain::fix::Fixing;
use crate::plain::words;
use crate::terms;
use crate::widgets::wrap::cut;
use assay_core::benchmark::history::ItemState;
use assay_core::benchmark::{Checklist, ImageHash, Label};
use assay_core::visible::{visible, visible_line};
use assay_store::{Result, Store};
use assay_workflow::queue::steps::{Ask, Draft};
use assay_workflow::queue::{Desk, OpenedQuestion};

/// A picture printed as characters is at most this large, in cells.
const PICTURE: Size = Size { width: 78, height: 36 };

/// One question.
pub struct Item {
    /// What is known of it.
    pub opened: OpenedQuestion,
    /// What was said of it and is not committed.
    pub draft: Draft,
    /// What its queue prints below it.
    pub below: String,
    /// It is in a bundle, where its words cannot be changed.
    pub is_in_bundle: bool,
    /// Its words while they are being changed.
    pub(in crate::plain) fixing: Option<Box<Fixing>>,
    /// A picture was printed as characters.
    pub is_seen: bool,
}

impl Item {
    /// The question at a position.
    pub fn load<Q: PlainSteps>(desk: &Desk<Q>, store: &Store, position: usize) -> Result<Self> {
        let opened = desk.open_item(store, position)?;
        let below = Q::below(desk, store, &opened)?;
        let is_in_bundle = store.bundled_queue()?.is_some();
        let draft = Draft::default();
        Ok(Item { opened, draft, below, is_in_bundle, fixing: None, is_seen: false })
    }

    /// What is asked for, and what may be typed.
    pub fn allowed(&self, ask: Ask) -> String {
        command::allowed(Some(ask), &self.choices(), Some(self.checklist()))
    }

    /// What a line means.
    ///
    /// # Errors
    /// In words: why it means nothing here.
    pub fn read(&self, line: &str, ask: Ask) -> Result<Command, String> {
        command::read(line, Some(ask), &self.choices(), Some(self.checklist()))
    }

    /// What a line means in a queue that has its own verdicts, where it is none of them.
    ///
    /// # Errors
    /// In words: that it means nothing here, and what is allowed.
    pub fn read_other(&self, line: &str, allowed: &str) -> Result<Command, String> {
        match self.read(line, Ask::Verdict) {
            Ok(Command::Take(_)) | Err(_) => {
                let why = text!("plain-means-nothing", line = cut(line, 40));
                Err(text!("plain-refused", why, allowed))
            }
            command => command,
        }
    }

    /// The labels that can be chosen.
    pub fn choices(&self) -> Vec<Label> {
        self.opened.question.choices.iter().map(|choice| choice.label).collect()
    }

    /// What reviewers check of it.
    pub fn checklist(&self) -> &Checklist {
        self.opened.question.checklist()
    }

    /// The question's key, harmless.
    pub fn key(&self) -> String {
        visible_line(self.opened.question.key.as_str()).into_owned()
    }

    /// Key, pictures, question, and what was done with it.
    pub fn describe(&self, store: &Store) -> Result<String> {
        let mut text = text!("plain-key", key = self.key());
        text.push_str(&self.pictures(store)?);
        text.push_str(&words::question(&self.opened.question));
        match &self.opened.state {
            ItemState::Skipped => text.push_str(text!("plain-skipped")),
            ItemState::Later => text.push_str(text!("plain-put-off")),
            ItemState::Decided(act) => {
                let verdict = words::act(act);
                text.push_str(&text!("plain-own-verdict", verdict));
                text.push_str(&words::verdict_note(act));
            }
            ItemState::Untouched | ItemState::Guessed(_) | ItemState::Answered(_) => {}
        }
        if let Some(guess) = self.opened.guess {
            text.push_str(&text!("plain-own-guess", guess = terms::guess(guess)));
        }
        text.push_str(&self.reference());
        Ok(text)
    }

    /// The reference answer beside one's own; nothing before that.
    pub fn reference(&self) -> String {
        let words = |reveal| {
            let OpenedQuestion { question, answer, category, .. } = &self.opened;
            let category = category.as_deref().map(|own| words::category(question, own));
            words::reference(question, reveal, *answer) + &category.unwrap_or_default()
        };
        self.opened.reveal.as_ref().map(words).unwrap_or_default()
    }

    /// How many pictures there are, how large, and how to see them.
    fn pictures(&self, store: &Store) -> Result<String> {
        let pictures = &self.opened.question.pictures;
        if self.opened.question.is_gated() {
            return Ok(text!("plain-picture-hidden").into());
        }
        if pictures.is_empty() {
            return Ok(String::new());
        }
        let mut sizes = Vec::new();
        for picture in pictures {
            let size = store.picture_size(picture.hash)?;
            let size = size.map(|(width, height)| format!("{width}x{height}"));
            let size = size.unwrap_or_else(|| text!("plain-size-unknown").into());
            let role = words::role(picture.role).map(|role| role + " ");
            sizes.push(role.unwrap_or_default() + &size);
        }
        let (count, sizes) = (pictures.len(), terms::list(&sizes));
        Ok(text!("plain-pictures", count, sizes, key = self.key()))
    }

    /// The pictures as characters: all of them, or the one of this number.
    pub fn print_pictures(&mut self, number: Option<usize>, store: &Store) -> String {
        let pictures: Vec<ImageHash> =
            self.opened.question.pictures.iter().map(|picture| picture.hash).collect();
        let count = pictures.len();
        let wanted = pictures.into_iter().zip(1..);
        let wanted = wanted.filter(|&(_, at)| number.is_none_or(|number| number == at));
        let mut text = String::new();
        for (hash, at) in wanted {
            let printed = characters(hash, store);
            self.is_seen |= printed.is_ok();
            text += &match printed {
                Ok(rows) => text!("plain-picture", at, count, rows),
                Err(why) => text!("plain-picture-fails", at, count, why = visible(&why)),
            };
        }
        match (text.is_empty(), count) {
            (false, _) => text,
            (true, 0) if self.opened.question.is_gated() => text!("plain-picture-hidden").into(),
            (true, 0) => text!("plain-no-picture").into(),
            (true, _) => text!("plain-picture-numbers", count),
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
    let bytes = store.picture_bytes(hash).map_err(|error| error.to_string())?;
    fullscreen::text(&bytes, PICTURE, &surface()).map_err(|error| error.to_string())
}
