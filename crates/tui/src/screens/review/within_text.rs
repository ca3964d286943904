//! Pictures within the text of a question: where its texts mark each of its pictures, they go to their
//! marks instead of beside the text.
//!
//! Here is which questions are of this kind and how large each picture is; the card leaves the room.

use std::cmp::Reverse;

use ratatui::layout::Size;

use crate::marked_texts::{MarkedText, MarkedTexts};
use crate::picture::painted::pane;
use crate::picture::{Surface, View};
use crate::screens::pictures::UNKNOWN_SIZE;
use crate::widgets::cells::{cells, share};
use crate::widgets::question_card::{PicturesInText, column_width};
use assay_core::benchmark::PictureRole;
use assay_core::benchmark::picture_marks::TextPart;
use assay_store::{BlindQuestion, Store};

/// A card that is smaller has its pictures beside it.
const SMALLEST_CARD: Size = Size { width: 50, height: 14 };
/// The fewest rows of a picture; where there is no room for them, the card scrolls.
const FEWEST_ROWS: u16 = 6;
/// The fewest columns of a picture beside others.
const NARROWEST_COLUMN: u16 = 24;
/// The longest card, in screens; where it would be longer, the pictures are beside it.
const MOST_SCREENS: usize = 3;
/// The columns before the text of a choice, which a picture in a choice has not.
const INDENT: u16 = 6;

/// Width and height in pixels of the pictures of a question whose texts mark each of them. `None` for others,
/// and for a single picture that the stem only begins or ends with: beside the text it is larger.
pub fn pictures_within_text(question: &BlindQuestion, store: &Store) -> Option<Vec<(u32, u32)>> {
    let pictures = &question.pictures;
    let are_of_stem = pictures.iter().all(|picture| picture.role == PictureRole::Stem);
    if pictures.is_empty() || !are_of_stem {
        return None;
    }
    let texts = MarkedTexts::new(question);
    let is_interleaved = pictures.len() > 1 || is_between_words(&texts.stem);
    if !is_interleaved || !texts.numbers().into_iter().eq(1..=pictures.len()) {
        return None;
    }
    let size = |hash| store.picture_size(hash).ok().flatten().unwrap_or(UNKNOWN_SIZE);
    Some(pictures.iter().map(|picture| size(picture.hash)).collect())
}

/// The places of pictures of these sizes in a card, up to this many of the stem beside each other, as large as
/// the card allows; `lines` returns how many lines the text has with a number of columns. `None` if there is
/// no room.
pub fn sizes_within_text(
    natural: &[(u32, u32)],
    card: Size,
    most_columns: usize,
    lines: &dyn Fn(usize) -> usize,
    surface: &Surface,
) -> Option<PicturesInText> {
    if card.width < SMALLEST_CARD.width || card.height < SMALLEST_CARD.height {
        return None;
    }
    let arranged = |columns| in_columns(natural, card, (columns, lines(columns)), surface);
    let covered = |one: &PicturesInText| -> u32 { one.sizes.iter().map(|size| size.area()).sum() };
    // Of equal ones the first, in which the words are read one line after the other.
    (1..=most_columns).filter_map(arranged).min_by_key(|one| Reverse(covered(one)))
}

fn in_columns(
    natural: &[(u32, u32)],
    card: Size,
    (columns, lines): (usize, usize),
    surface: &Surface,
) -> Option<PicturesInText> {
    let width = match columns {
        1 => card.width - INDENT,
        _ => cells(column_width(usize::from(card.width), columns)),
    };
    if columns > 1 && width < NARROWEST_COLUMN {
        return None;
    }
    let left = card.height.saturating_sub(cells(lines));
    // One picture must be visible as a whole, with the line of its mark.
    let most = share(card.height, 2, 3);
    let in_column = cells(natural.len().div_ceil(columns)).max(1);
    let rows = (left / in_column).clamp(FEWEST_ROWS, most);
    let size = |&natural: &(u32, u32)| {
        let area = Size::new(width, rows);
        let fit = pane(natural, area, surface).fit(View::default());
        fit.map_or(area, |fit| fit.cells)
    };
    let sizes: Vec<Size> = natural.iter().map(size).collect();
    let highest = |row: &[Size]| row.iter().map(|size| usize::from(size.height)).max();
    let all: usize = lines + sizes.chunks(columns).filter_map(highest).sum::<usize>();
    // Those beside each other are seen at once, or in the places that they have without words.
    let most = if columns > 1 { 1 } else { MOST_SCREENS };
    let fits = all <= most * usize::from(card.height);
    fits.then_some(PicturesInText { sizes, columns })
}

/// Whether a picture has words before and behind it.
fn is_between_words(text: &MarkedText<'_>) -> bool {
    let is_words =
        |part: &TextPart<'_>| matches!(part, TextPart::Words(words) if !words.trim().is_empty());
    let parts = &text.parts;
    let first = parts.iter().position(|part| matches!(part, TextPart::Picture(_)));
    first.is_some_and(|at| parts[..at].iter().any(is_words) && parts[at..].iter().any(is_words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;

    fn sizes(natural: &[(u32, u32)], card: Size, lines: usize) -> Option<PicturesInText> {
        let surface = Surface::for_cells(ColourDepth::True);
        sizes_within_text(natural, card, natural.len(), &|_| lines, &surface)
    }

    #[test]
    fn pictures_are_beside_each_other_where_that_uses_the_width() {
        let two = sizes(&[(1600, 1200); 2], Size::new(116, 36), 9).unwrap();
        assert_eq!(two.columns, 2);
        assert!(two.sizes.iter().all(|size| size.width >= 54), "{two:?}");
        let panoramas = sizes(&[(4000, 400); 2], Size::new(116, 36), 9).unwrap();
        assert_eq!(panoramas.columns, 1);
        let one = sizes(&[(4000, 400)], Size::new(76, 21), 7).unwrap();
        assert_eq!(one.sizes, [Size::new(70, 4)], "no row is left empty");
    }

    #[test]
    fn where_there_is_no_room_the_card_scrolls_and_beyond_that_they_are_beside_it() {
        let card = Size::new(76, 21);
        let surface = Surface::for_cells(ColourDepth::True);
        let four = sizes_within_text(&[(640, 480); 4], card, 1, &|_| 15, &surface).unwrap();
        assert!(four.sizes.iter().all(|size| size.height == FEWEST_ROWS), "{four:?}");
        assert_eq!(sizes_within_text(&[(640, 480); 9], card, 1, &|_| 15, &surface), None);
        assert_eq!(sizes(&[(640, 480)], Size::new(48, 21), 5), None);
        assert_eq!(sizes(&[(640, 480)], Size::new(76, 12), 5), None);
    }
}
