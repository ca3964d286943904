//! One text on screen: what is known of it, how it is seen, and which of its words are marked.

use std::ops::Range;

use super::text::{self, TextLines};
use crate::action::Action;
use crate::screens::Outcome;
use crate::screens::full_picture::FullPicture;
use crate::screens::pictures::PictureStrip;
use crate::widgets::scroll::TextWindow;
use assay_core::extract::own_words;
use assay_store::Store;
use assay_workflow::queue::OpenedText;

/// One text on screen.
pub struct Item {
    pub(super) opened: OpenedText,
    /// Where the answer begins; what is before it is reasoning.
    pub(super) answer_from: usize,
    is_unfolded: bool,
    pub(super) mentions: Vec<Range<usize>>,
    pub(super) lines: TextLines,
    laid_out_for: (u16, usize),
    pub(super) window: TextWindow,
    pub(super) selection: Option<Selection>,
    /// The pictures, shown only on request.
    pub(super) strip: PictureStrip,
    /// Whether they are beside the text now.
    pub(super) shows_picture: bool,
    /// How the pictures were seen so far.
    pub(super) seen: SeenPicture,
}

/// How the pictures of a text were seen: what was shown goes with the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenPicture {
    pub full_screen: bool,
    /// The columns and rows beside the text.
    pub beside: Option<(u16, u16)>,
}

impl SeenPicture {
    /// In words; `None` if no picture was seen.
    pub fn describe(self) -> Option<String> {
        let seen =
            [self.beside.map(|_| "beside the text"), self.full_screen.then_some("full screen")];
        let seen: Vec<&str> = seen.into_iter().flatten().collect();
        (!seen.is_empty()).then(|| seen.join(", "))
    }
}

/// The words that decided, while they are being marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    pub cursor: usize,
    anchor: Option<usize>,
}

impl Item {
    /// A text that was just loaded; with hints, labels and choices are marked in it.
    pub(super) fn new(opened: OpenedText, hints: bool, store: &Store) -> Self {
        let text = &opened.text;
        let mentions = if hints { text::mentions(&text.text, &text.choices) } else { Vec::new() };
        Item {
            // A thought without an end has no answer behind it: then all of it is shown.
            answer_from: own_words(&text.text).map_or(0, |own| own.start),
            is_unfolded: false,
            mentions,
            lines: TextLines::default(),
            laid_out_for: (0, 0),
            window: TextWindow::default(),
            selection: None,
            strip: PictureStrip::load(&text.pictures, store),
            shows_picture: false,
            seen: SeenPicture::default(),
            opened,
        }
    }

    fn from(&self) -> usize {
        if self.is_unfolded { 0 } else { self.answer_from }
    }

    /// Lays the text out where the width has changed.
    pub(super) fn lay_out(&mut self, width: u16) {
        let wanted = (width, self.from());
        if self.laid_out_for != wanted {
            let lines = TextLines::lay_out(&self.opened.text.text, self.from(), width);
            // Long words are broken elsewhere, so the marked words have other numbers now.
            let moved = |piece| lines.piece_of(&self.lines, piece);
            self.selection = self
                .selection
                .map(|old| Selection { cursor: moved(old.cursor), anchor: old.anchor.map(moved) });
            self.lines = lines;
            self.laid_out_for = wanted;
        }
    }

    /// Sets how many rows show the text.
    pub(super) fn fit(&mut self, rows: u16) {
        self.window.fit(self.lines.height(), rows);
    }

    /// The bytes of the words that decided, where they were marked.
    pub(super) fn evidence(&self) -> Option<Range<usize>> {
        let selection = self.selection?;
        self.lines.bytes(selection.anchor?, selection.cursor)
    }

    fn move_cursor(&mut self, action: Action) {
        let Some(selection) = &mut self.selection else { return };
        let last = self.lines.pieces().saturating_sub(1);
        selection.cursor = match action {
            Action::Left => selection.cursor.saturating_sub(1),
            Action::Right => (selection.cursor + 1).min(last),
            Action::Up => self.lines.vertically(selection.cursor, -1),
            _ => self.lines.vertically(selection.cursor, 1),
        };
        self.window.show(self.lines.line_of(selection.cursor));
    }

    /// Changes how the text is seen, and decides nothing.
    pub(super) fn look_at(&mut self, action: Action) -> Outcome {
        match action {
            Action::Reasoning => {
                self.is_unfolded = !self.is_unfolded;
                self.selection = None;
            }
            Action::FullScreen if !self.strip.is_empty() => {
                self.seen.full_screen = true;
                return Outcome::Open(Box::new(FullPicture::new(&self.strip, "", None)));
            }
            Action::Picture => self.shows_picture = !self.shows_picture,
            Action::Focus => {
                let first = Selection { cursor: 0, anchor: None };
                self.selection = self.selection.is_none().then_some(first);
            }
            Action::Toggle => {
                if let Some(Selection { cursor, anchor }) = &mut self.selection {
                    *anchor = anchor.is_none().then_some(*cursor);
                }
            }
            Action::Left | Action::Right | Action::Up | Action::Down => self.move_cursor(action),
            scrolling => self.window.act(scrolling),
        }
        Outcome::Stay
    }
}
