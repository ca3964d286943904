//! The layout of a question as its text and its pictures need it, worked out once for an area; also of
//! questions that may come next, for preparing their pictures.

use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::layout::{LayOut, Layout, TextNeeds};
use super::within_text::{pictures_within_text, sizes_within_text};
use crate::marked_texts::MarkedTexts;
use crate::picture::{Surface, Tile, scale_in};
use crate::screens::pictures::{PictureStrip, UNKNOWN_SIZE};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::question_card::{Card, InText, Marks, PicturesInText};
use assay_core::benchmark::ImageHash;
use assay_core::benchmark::decision::BlindAnswer;
use assay_store::{BlindQuestion, Reveal, Store};

/// How the questions of a queue are laid out.
#[derive(Clone, Copy)]
pub struct Arrangement {
    pub lay_out: LayOut,
    /// How many cells what is shown below the question only after the answer is taken to have, so that the
    /// picture stays as it was; a longer one is scrolled.
    pub cells_below_later: Option<usize>,
}

/// Lines of a width.
pub type LinesAt = Box<dyn Fn(usize, &Theme) -> Vec<Line<'static>>>;

/// What a queue shows below a question.
pub struct Below {
    pub lines: LinesAt,
    /// It may be longer than the question: it gets as large a card as there is, if it is.
    pub is_long: bool,
}

/// The most cells that something long is taken to have.
const LENGTH_OF_LONG: usize = 24_000;
/// The width at which it is measured, once.
const MEASURED_AT: usize = 60;

/// A question that may come next, for preparing its pictures.
pub struct Neighbour {
    question: BlindQuestion,
    frame: Remembered,
}

impl Neighbour {
    /// A question that may come next.
    pub fn new(question: BlindQuestion, arrangement: Arrangement, store: &Store) -> Self {
        Neighbour { frame: Remembered::new(&question, arrangement, store), question }
    }

    /// Works out where its pictures will be.
    pub fn lay_out(&mut self, area: Rect, session: &Session) {
        self.frame.lay_out(&self.question, None, (area, true), session);
    }

    /// Where its pictures will be, each with its place.
    pub fn pictures(&self, surface: &Surface) -> Vec<(ImageHash, Rect)> {
        let Some((_, layout)) = self.frame.last else { return Vec::new() };
        let in_text = self.question.pictures.iter().zip(&self.frame.in_text.sizes);
        let in_text = in_text
            .map(|(picture, size)| (picture.hash, Rect::from((layout.card.as_position(), *size))));
        let beside = self.frame.strip.placed(layout.picture, surface).into_iter();
        in_text.chain(beside.map(|placed| (placed.hash, placed.tile.picture))).collect()
    }
}

/// The size of a question's pictures, and its layout in the area in which it was drawn last.
pub(super) struct Remembered {
    /// The pictures at their first page.
    pub strip: PictureStrip,
    /// Width and height in pixels of those that may be within the text.
    within: Option<Vec<(u32, u32)>>,
    arrangement: Arrangement,
    /// The pictures within the text; none where they are beside it.
    pub in_text: PicturesInText,
    last: Option<(Basis, Layout)>,
}

/// What a layout depends on beside the question: the area, whether pictures may be within the text, what
/// paints them, and whether there is something below the question.
type Basis = ((Rect, bool), Surface, bool);

impl Remembered {
    pub fn new(question: &BlindQuestion, arrangement: Arrangement, store: &Store) -> Self {
        let strip = PictureStrip::load(&question.pictures, store);
        let within = pictures_within_text(question, store);
        let in_text = PicturesInText::default();
        Remembered { strip, within, arrangement, in_text, last: None }
    }

    pub fn lay_out(
        &mut self,
        question: &BlindQuestion,
        below: Option<&Below>,
        (area, may_be_within): (Rect, bool),
        session: &Session,
    ) -> Layout {
        let below = below.filter(|_| self.arrangement.cells_below_later.is_none());
        let surface = &session.surface;
        let basis = ((area, may_be_within), *surface, below.is_some());
        if let Some((_, layout)) = self.last.filter(|(last, _)| *last == basis) {
            return layout;
        }
        let within = self.within.as_deref().filter(|_| may_be_within);
        let within = within.and_then(|within| {
            lay_out_within(within, question, (area, self.arrangement.lay_out), session)
        });
        let (layout, in_text) = within.unwrap_or_else(|| {
            (self.lay_out_beside(question, below, area, session), PicturesInText::default())
        });
        (self.in_text, self.last) = (in_text, Some((basis, layout)));
        layout
    }

    /// The layout of a question whose pictures are beside the text.
    fn lay_out_beside(
        &self,
        question: &BlindQuestion,
        below: Option<&Below>,
        area: Rect,
        session: &Session,
    ) -> Layout {
        let surface = &session.surface;
        let long = below.filter(|below| below.is_long);
        let count = |below: &Below, width| (below.lines)(width, &session.theme).len();
        let length = |below: &Below| count(below, MEASURED_AT) * MEASURED_AT;
        let long = long
            .map(|below| length(below).min(LENGTH_OF_LONG))
            .or(self.arrangement.cells_below_later);
        let stage = FullestStage::new(question);
        let text = |width: u16| {
            let card = Card::lay_out(question, stage.marks(), &session.theme, width);
            let width = usize::from(width.max(1));
            let further = match (below, long) {
                (_, Some(cells)) => 1 + cells.div_ceil(width),
                (Some(below), None) => 1 + count(below, width),
                (None, None) => 0,
            };
            TextNeeds { lines: card.height() + further, overhang: card.overhang }
        };
        let scale = |area: Rect| match self.strip.is_empty() {
            // A hidden picture has its place already.
            true => scale_in(
                Tile::alone(area, UNKNOWN_SIZE, (true, surface)).picture,
                UNKNOWN_SIZE,
                surface,
            ),
            false => self.strip.scale_in(area, surface),
        };
        let has_pictures = !self.strip.is_empty() || question.is_gated();
        let pictures = has_pictures.then_some(&scale as &dyn Fn(Rect) -> f64);
        (self.arrangement.lay_out)(area, pictures, &text)
    }
}

/// What is marked at a question at the stage at which its card is longest: an answer that is not the
/// reference answer.
struct FullestStage {
    answer: Option<BlindAnswer>,
    reveal: Reveal,
}

impl FullestStage {
    fn new(question: &BlindQuestion) -> Self {
        let mut labels = question.choices.iter().map(|choice| choice.label);
        let answer = labels.next().map(BlindAnswer::Choice);
        FullestStage { answer, reveal: Reveal { answer: labels.next_back(), ..Reveal::default() } }
    }

    fn marks(&self) -> Marks<'_> {
        Marks { answer: self.answer, reveal: Some(&self.reveal), ..Marks::default() }
    }
}

/// The layout of a question that has the screen for itself, its pictures within the text; `None` if
/// they have no room there.
fn lay_out_within(
    natural: &[(u32, u32)],
    question: &BlindQuestion,
    (area, arrange): (Rect, LayOut),
    session: &Session,
) -> Option<(Layout, PicturesInText)> {
    let needs = |_| TextNeeds { lines: 0, overhang: 0 };
    let layout = arrange(area, None, &needs);
    // Without height, to count the lines of the text when it is broken at their marks.
    let none = vec![Size::ZERO; natural.len()];
    let stage = FullestStage::new(question);
    let lines = |columns| {
        let marks = Marks { in_text: InText { sizes: &none, columns }, ..stage.marks() };
        Card::lay_out(question, marks, &session.theme, layout.card.width).height()
    };
    let is_of_stem = MarkedTexts::new(question).stem.numbers().count() >= natural.len();
    let columns = if is_of_stem { natural.len() } else { 1 };
    let card = layout.card.as_size();
    let in_text = sizes_within_text(natural, card, columns, &lines, &session.surface)?;
    Some((layout, in_text))
}
