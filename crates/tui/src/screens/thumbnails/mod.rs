//! Thumbnails: small pictures of questions in rows, each above a line of words and, where it was decided,
//! with a coloured corner. What is known of the questions is read on another thread, the pictures are
//! prepared by the picture thread. `strip` puts them side by side.

mod strip;

use std::collections::HashMap;

use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

pub(super) use self::strip::{LOWEST_STRIP, Strip};
use super::Canvas;
use super::background::Figures;
use crate::marked_texts::readable_stem;
use crate::picture::View;
use crate::picture::painted::pane;
use crate::session::Session;
use crate::theme::{Theme, Tone};
use crate::widgets::cells::cells;
use crate::widgets::chrome::tint;
use crate::widgets::wrap::{cut, draw_lines, styled_lines};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{ImageHash, PictureRole};
use assay_store::{BlindQuestion, QuestionId, Store, StoreError};

/// What became of a question: a sign and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    Kept,
    Flagged,
    /// Put off or skipped.
    Open,
}

impl Settled {
    /// What an act that ends an item makes of it.
    pub fn by(act: &Act) -> Self {
        match act {
            Act::Skip | Act::Later => Settled::Open,
            act if act.is_flag() => Settled::Flagged,
            _ => Settled::Kept,
        }
    }

    pub fn sign(self) -> &'static str {
        match self {
            Settled::Kept => "✓",
            Settled::Flagged => "⚑",
            Settled::Open => "○",
        }
    }

    /// Its tick in the title.
    pub fn tick(self) -> &'static str {
        match self {
            Settled::Kept => "▮",
            Settled::Flagged => "◆",
            Settled::Open => "▯",
        }
    }

    pub fn tone(self, theme: &Theme) -> Tone {
        match self {
            Settled::Kept => theme.agree,
            Settled::Flagged => theme.alert,
            Settled::Open => theme.dim,
        }
    }
}

/// A question in small.
#[derive(Clone, Debug)]
pub(super) struct Thumbnail {
    pub question: QuestionId,
    /// The line below the picture.
    pub words: String,
    /// What became of it, if it was decided.
    pub settled: Option<Settled>,
}

/// What is shown of a question.
struct Glimpse {
    picture: Option<ImageHash>,
    stem: String,
}

impl From<BlindQuestion> for Glimpse {
    fn from(question: BlindQuestion) -> Self {
        let pictures = question.pictures.iter();
        let pictures = pictures.filter(|one| !matches!(one.role, PictureRole::Choice(_))).count();
        Glimpse {
            picture: question.pictures.first().map(|picture| picture.hash),
            stem: readable_stem(&question.stem, pictures).into_owned(),
        }
    }
}

/// What is known of the questions of thumbnails.
#[derive(Default)]
pub(super) struct Glimpses {
    wanted: Vec<QuestionId>,
    known: Figures<HashMap<QuestionId, Glimpse>>,
}

impl Glimpses {
    /// Reads these questions, unless they are those that were read last. A picture that is hidden in the
    /// review until a guess is hidden here.
    pub fn want(&mut self, questions: Vec<QuestionId>, session: &Session) {
        if self.wanted == questions {
            return;
        }
        self.wanted.clone_from(&questions);
        let annotator = session.review().annotator().clone();
        self.known.start::<StoreError>(session, Store::open_to_read, move |store, _| {
            // One that cannot be read is shown by its words alone.
            let glimpse = |id| Some((id, store.question_at_gate(&annotator, id).ok()?.into()));
            Ok(questions.into_iter().filter_map(glimpse).collect())
        });
    }

    pub fn collect(&mut self) -> bool {
        self.known.collect()
    }

    pub fn is_running(&self) -> bool {
        self.known.is_running()
    }

    /// Draws a thumbnail into its tile.
    pub fn draw(
        &self,
        thumbnail: &Thumbnail,
        tile: Rect,
        is_marked: bool,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let theme = &session.theme;
        let picture = Rect { height: tile.height.saturating_sub(1), ..tile };
        let glimpse = self.known.ready().and_then(|known| known.get(&thumbnail.question));
        let mut place = picture;
        match glimpse.map(|glimpse| (glimpse.picture, &glimpse.stem)) {
            Some((Some(hash), _)) => {
                let (view, notices) = (View::default(), theme.faint.into());
                let natural = canvas.pictures.show(canvas.buffer, picture, hash, view, notices);
                let surface = canvas.pictures.service.surface();
                let fit = natural.and_then(|of| pane(of, picture.as_size(), &surface).fit(view));
                if let Some(fit) = fit {
                    let (x, y) = (picture.x + fit.offset.0, picture.y + fit.offset.1);
                    place = Rect::from((Position { x, y }, fit.cells));
                }
            }
            Some((None, stem)) => {
                let lines = styled_lines(stem, usize::from(picture.width), theme.dim);
                draw_lines(&lines, picture, canvas.buffer);
            }
            None => {}
        }
        if let Some(settled) = thumbnail.settled.filter(|_| place.height > 1) {
            let corner = format!(" {} ", settled.sign());
            let width = cells(corner.width());
            let x = place.right().saturating_sub(width).max(place.x);
            let style = Style::from(settled.tone(theme)).add_modifier(Modifier::REVERSED);
            let area = Rect { x, width, height: 1, ..place }.intersection(picture);
            // The pixels below it must not be sent over it.
            Clear.render(area, canvas.buffer);
            Line::styled(corner, style).render(area, canvas.buffer);
        }
        let x = place.x.saturating_sub(1).max(tile.x);
        let width = tile.right().saturating_sub(x);
        let below = Rect { x, y: picture.bottom(), width, height: tile.height.min(1) };
        let sign = if is_marked { "▸" } else { " " };
        let settled = thumbnail
            .settled
            .map(|settled| Span::styled(format!("{} ", settled.sign()), settled.tone(theme)));
        let used = 1 + settled.as_ref().map_or(0, Span::width);
        let words = cut(&thumbnail.words, usize::from(width).saturating_sub(used));
        let sign = Span::styled(sign, theme.key);
        let words = Span::styled(words, theme.dim);
        let line: Line<'_> = [Some(sign), settled, Some(words)].into_iter().flatten().collect();
        line.render(below, canvas.buffer);
        if is_marked {
            tint(below, theme.selected, theme, canvas.buffer);
        }
    }
}
