//! The screen of one text: the question and all labels next to the model's text, or above and below
//! it if the screen is narrow.

use ratatui::text::{Line, Span};

use super::data::{OneExtractor, aligned};
use super::text_detail::TextDetail;
use crate::messages::text;
use crate::screens::list_chrome::Head;
use crate::screens::pager::Entries;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use assay_core::agreement::extraction::ComparedText;
use assay_core::benchmark::QuestionPicture;
use assay_core::figures::table::Meaning;
use assay_store::Result;

/// The minimum width for question and text side by side.
const WIDE: usize = 96;

/// The texts of a list, compared with one extractor.
pub(super) struct Texts {
    pub of: OneExtractor,
    pub listed: Vec<ComparedText>,
}

/// The text with its question and its labels, in lines of this width.
pub(super) fn lines(detail: &TextDetail, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let below = |parts: [Vec<Line<'static>>; 2]| parts.join(&Line::default());
    if width < WIDE {
        let text = below([detail.text(width, theme), detail.labels(width, theme)]);
        return below([detail.question(width, theme), text]);
    }
    let left = width * 2 / 5;
    let right = width - left - GAP_CELLS;
    let beside = below([detail.question(left, theme), detail.labels(left, theme)]);
    side_by_side(&[(beside, left), (detail.text(right, theme), right)], theme)
}

impl Entries for Texts {
    type Entry = TextDetail;

    fn len(&self) -> usize {
        self.listed.len()
    }

    fn load(&self, at: usize, session: &mut Session) -> Result<TextDetail> {
        TextDetail::load(&self.of, &self.listed[at], session)
    }

    fn pictures(detail: &TextDetail) -> &[QuestionPicture] {
        &detail.pictures
    }

    fn lines(&self, detail: &TextDetail, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        lines(detail, width, theme)
    }

    fn head(&self, at: usize, session: &Session) -> Head {
        let text = &self.of.data.texts[self.listed[at].text];
        self.of.head(&format!("{} · {}", self.of.name(), text.item), session)
    }

    fn summary(&self, at: usize, theme: &Theme) -> Vec<Span<'static>> {
        let compared = &self.listed[at];
        let (meaning, _) = aligned(compared);
        let sign = match meaning {
            Meaning::Agree => text!("texts-as-people"),
            _ => text!("texts-differs"),
        };
        let labels = text!(
            "texts-labels",
            people = terms::label(&compared.reference.name()),
            name = self.of.name(),
            read = terms::label(&compared.read.name())
        );
        vec![
            Span::styled(format!(" {sign}"), theme.style(meaning)),
            Span::styled(format!("   {labels}"), theme.text),
        ]
    }
}
