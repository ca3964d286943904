//! One question on screen: what is known of it, and how it is looked at.

use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::layout::{self, Content, Layout, TextNeeds};
use super::within_text::WithinText;
use crate::benchmark::decision::{Act, BlindAnswer};
use crate::benchmark::gate::TextGuess;
use crate::benchmark::history::ItemState;
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{FinalAct, ImageHash, Label};
use crate::queue::OpenedQuestion;
use crate::store::{BlindQuestion, FlagKind, Reveal, Store};
use crate::tui::picture::{Look, PicturePanes, Surface, scale_in};
use crate::tui::plain::words;
use crate::tui::screens::pictures::{PictureStrip, UNKNOWN_SIZE};
use crate::tui::session::Session;
use crate::tui::terms;
use crate::tui::theme::Theme;
use crate::tui::widgets::question_card::{Card, Marks};

/// One question on screen.
pub struct Item {
    pub question: BlindQuestion,
    pub answer: Option<BlindAnswer>,
    /// The category that the annotator chose.
    pub category: Option<String>,
    /// The guess from the text, where there was one.
    guess: Option<TextGuess>,
    /// Known only after the annotator's own answer is committed.
    pub reveal: Option<Reveal>,
    pub strip: PictureStrip,
    /// Whether frames may play by themselves here.
    pub may_play: bool,
    pub scroll: usize,
    /// How many columns of preformatted choices are scrolled away.
    pub sideways: usize,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// The annotator's newest note on the question.
    pub note: Option<String>,
    /// The annotator's decision, once there is one.
    pub decision: Option<Act>,
    /// The same in words.
    verdict: Option<String>,
    /// What the filters suspect; known only once the review is finished.
    flags: Vec<FlagKind>,
    /// What its queue shows below the question, once the annotator may see it.
    pub below: Option<Below>,
    frame: Remembered,
}

impl Item {
    /// A question as its annotator may see it now, with the annotator's newest note on it.
    pub fn new(opened: OpenedQuestion, note: Option<String>, store: &Store) -> Self {
        let OpenedQuestion { question, guess, answer, category, reveal, flags, state, .. } = opened;
        let decision = match state {
            ItemState::Decided(act) => Some(act),
            _ => None,
        };
        let verdict = decision.as_ref().map(words::act);
        let frame = Remembered::new(&question, store);
        Item {
            strip: frame.strip.clone(),
            frame,
            may_play: false,
            scroll: 0,
            sideways: 0,
            cursor: None,
            below: None,
            question,
            guess,
            answer,
            category,
            reveal,
            note,
            decision,
            verdict,
            flags,
        }
    }

    /// The question's key.
    pub fn key(&self) -> &str {
        self.question.key.as_str()
    }

    /// The reference answer, where it is known and there is one.
    pub fn reference(&self) -> Option<Label> {
        self.reveal.as_ref().and_then(|reveal| reveal.answer)
    }

    /// Whether the category is the next to be chosen: it is asked for, and the answer is given.
    pub fn waits_for_category(&self) -> bool {
        let has_answer = self.answer.is_some() || !self.question.kind().takes_answer();
        self.question.asks_category && self.category.is_none() && has_answer
    }

    /// A category as its benchmark's taxonomy calls it.
    pub fn category_in_words(&self, name: &str) -> String {
        terms::category(self.question.taxonomy.unwrap_or_else(Taxonomy::empty), name)
    }

    /// What is marked at the question.
    pub fn marks(&self) -> Marks<'_> {
        Marks {
            guess: self.guess,
            answer: self.answer,
            category: self.category.as_deref(),
            waits_for_category: self.waits_for_category(),
            reveal: self.reveal.as_ref(),
            cursor: self.cursor,
            sideways: self.sideways,
            note: self.note.as_deref(),
            verdict: self.verdict.as_deref(),
            verdict_note: self.decision.as_ref().and_then(Act::final_act).and_then(FinalAct::note),
            flags: &self.flags,
            in_text: &self.frame.in_text,
        }
    }

    /// The picture that zooming and the full screen mean: with the focus on a choice that is a picture,
    /// that one.
    pub fn turn_to_cursor(&mut self) {
        let marked = self.cursor.and_then(|cursor| self.question.choices.get(cursor));
        if let Some(label) = marked.map(|choice| choice.label).filter(|_| self.strip.shows_all()) {
            self.strip.turn_to_choice(label);
        }
    }

    /// Looks closer at the picture, or elsewhere.
    pub fn look(&mut self, look: Look, pictures: &PicturePanes) {
        if look == Look::Closer {
            self.turn_to_cursor();
        }
        self.strip.look(look, pictures);
    }

    /// The question laid out, with what is known of it marked.
    pub fn card(&self, theme: &Theme, layout: &Layout) -> Card {
        let mut card = Card::lay_out(&self.question, self.marks(), theme, layout.card.width);
        if let Some(below) = &self.below {
            card.append((below.lines)(usize::from(layout.card.width), theme));
        }
        card
    }

    /// How many rows the stem, the choices and the line below them need at a width.
    pub fn rows_of_choices(&self, width: u16, session: &Session) -> usize {
        let card = Card::lay_out(&self.question, Marks::default(), &session.theme, width);
        card.end_of_choices() + 1
    }

    /// Where everything is in an area. The layout follows from the question alone, not from what is
    /// revealed, so that the picture does not jump when the reference answer appears; and it is worked
    /// out once. Pictures go to their marks in the text as long as nobody looks at one of them and no panel
    /// needs their place.
    pub fn lay_out(&mut self, area: Rect, has_panel: bool, session: &Session) -> Layout {
        self.may_play = !session.surface.no_colour;
        let is_text = self.strip.is_at_start() && !has_panel;
        self.frame.lay_out(&self.question, self.below.as_ref(), (area, is_text), session)
    }

    /// Whether the pictures are within the text.
    pub fn has_pictures_in_text(&self) -> bool {
        !self.frame.in_text.is_empty()
    }

    /// The columns and rows in which the first picture is shown.
    pub fn picture_cells(&self, layout: &Layout) -> (u16, u16) {
        match self.frame.in_text.first() {
            Some(size) => (size.width, size.height),
            None => (layout.picture.width, layout.picture.height),
        }
    }

    /// Moves the cursor over the choices.
    pub fn move_cursor(&mut self, by: isize) {
        let last = self.question.choices.len().saturating_sub(1);
        let cursor = self.cursor.unwrap_or(0).saturating_add_signed(by).min(last);
        self.cursor = Some(cursor);
    }

    /// Scrolls code sideways, by at most `last` columns.
    pub fn move_sideways(&mut self, by: isize, last: usize) {
        self.sideways = self.sideways.min(last).saturating_add_signed(8 * by).min(last);
    }

    /// Gives the focus to the choices, or takes it from them.
    pub fn toggle_focus(&mut self) {
        if self.reveal.is_none() && !self.question.choices.is_empty() {
            self.cursor = if self.cursor.is_some() { None } else { Some(0) };
        }
    }
}

/// Lines for a width.
type LinesAt = Box<dyn Fn(usize, &Theme) -> Vec<Line<'static>>>;

/// What a queue shows below a question.
pub struct Below {
    lines: LinesAt,
    /// It may be longer than the question: it gets as large a card as there is, if it is.
    is_long: bool,
}

impl Below {
    /// Something short, which the card has room for.
    pub fn short(lines: impl Fn(usize, &Theme) -> Vec<Line<'static>> + 'static) -> Self {
        Below { lines: Box::new(lines), is_long: false }
    }

    /// How many cells its lines take.
    fn length(&self, theme: &Theme) -> usize {
        ((self.lines)(MEASURED_AT, theme).len() * MEASURED_AT).min(LENGTH_OF_LONG)
    }

    /// Something that may be long, which is scrolled then.
    pub fn long(lines: impl Fn(usize, &Theme) -> Vec<Line<'static>> + 'static) -> Self {
        Below { lines: Box::new(lines), is_long: true }
    }
}

/// What is long is taken to have so many cells at most.
const LENGTH_OF_LONG: usize = 24_000;
/// The width at which it is measured, once.
const MEASURED_AT: usize = 60;

/// A question that may come next, for preparing its pictures.
pub struct Neighbour {
    question: BlindQuestion,
    /// Its pictures.
    pub strip: PictureStrip,
    frame: Remembered,
}

impl Neighbour {
    /// A question that may come next.
    pub fn new(question: BlindQuestion, store: &Store) -> Self {
        let frame = Remembered::new(&question, store);
        Neighbour { question, strip: frame.strip.clone(), frame }
    }

    /// See [`Item::lay_out`].
    pub fn lay_out(&mut self, area: Rect, session: &Session) {
        self.frame.lay_out(&self.question, None, (area, true), session);
    }

    /// Where its pictures will be, each with its place.
    pub fn pictures(&self, surface: &Surface) -> Vec<(ImageHash, Rect)> {
        let Some((_, layout)) = self.frame.last else { return Vec::new() };
        let in_text = self.question.pictures.iter().zip(&self.frame.in_text);
        let in_text = in_text
            .map(|(picture, size)| (picture.hash, Rect::from((layout.card.as_position(), *size))));
        let beside = self.strip.placed(layout.picture, surface).into_iter();
        in_text.chain(beside.map(|placed| (placed.hash, placed.area))).collect()
    }
}

/// The size of a question's pictures, and its layout in the area in which it was drawn last.
struct Remembered {
    /// The pictures at their first page.
    strip: PictureStrip,
    within: Option<WithinText>,
    /// The columns and rows of the pictures within the text; none where they are beside it.
    in_text: Vec<Size>,
    last: Option<(Basis, Layout)>,
}

/// What a layout depends on beside the question: the area, whether pictures may be within the text, what
/// paints them, and whether there is something below the question.
type Basis = ((Rect, bool), Surface, bool);

impl Remembered {
    fn new(question: &BlindQuestion, store: &Store) -> Self {
        let size = |hash| store.picture_size(hash).ok().flatten();
        let strip = PictureStrip::new(question).with_sizes(size);
        let within = WithinText::new(question, store, UNKNOWN_SIZE);
        Remembered { strip, within, in_text: Vec::new(), last: None }
    }

    fn lay_out(
        &mut self,
        question: &BlindQuestion,
        below: Option<&Below>,
        (area, is_text): (Rect, bool),
        session: &Session,
    ) -> Layout {
        let surface = &session.surface;
        let basis = ((area, is_text), *surface, below.is_some());
        if let Some((_, layout)) = self.last.filter(|(last, _)| *last == basis) {
            return layout;
        }
        let layout = match self.within.as_ref().filter(|_| is_text) {
            Some(within) => lay_out_within(within, question, area, session),
            None => None,
        };
        if let Some((layout, in_text)) = layout {
            self.in_text = in_text;
            self.last = Some((basis, layout));
            return layout;
        }
        self.in_text.clear();
        let long = below.filter(|below| below.is_long);
        let long = long.map(|below| below.length(&session.theme));
        let text = |width: u16| {
            let card = Card::lay_out(question, Marks::default(), &session.theme, width);
            let width = usize::from(width.max(1));
            let further = match (below, long) {
                (_, Some(cells)) => 1 + cells.div_ceil(width),
                (Some(below), None) => 1 + (below.lines)(width, &session.theme).len(),
                (None, None) => 0,
            };
            TextNeeds { lines: card.height() + further, overhang: card.overhang() }
        };
        let scale = |area: Rect| match self.strip.is_empty() {
            // A hidden picture has its place already.
            true => scale_in(area, UNKNOWN_SIZE, surface),
            false => self.strip.scale_in(area, surface),
        };
        let has_pictures = !self.strip.is_empty() || question.is_gated();
        let pictures = has_pictures.then_some(&scale as &dyn Fn(Rect) -> f64);
        let layout = layout::lay_out(area, Content { pictures, text: &text });
        self.last = Some((basis, layout));
        layout
    }
}

/// The layout of a question that has the screen for itself, its pictures within the text; nothing where
/// they have no room there.
fn lay_out_within(
    within: &WithinText,
    question: &BlindQuestion,
    area: Rect,
    session: &Session,
) -> Option<(Layout, Vec<Size>)> {
    let needs = |_| TextNeeds { lines: 0, overhang: 0 };
    let layout = layout::lay_out(area, Content { pictures: None, text: &needs });
    let none = within.without_height();
    let marks = Marks { in_text: &none, ..Marks::default() };
    let lines = Card::lay_out(question, marks, &session.theme, layout.card.width).height();
    let in_text = within.sizes(layout.card.as_size(), lines, &session.surface)?;
    Some((layout, in_text))
}
