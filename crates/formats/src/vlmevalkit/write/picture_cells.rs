//! The cells of the column `image`: base64, a Python list of several, or the index of another row.
//!
//! A picture that several rows show is written once, and the others point at its row, as far as
//! both readers understand that: VLMEvalKit takes every cell of at most 64 characters for an index,
//! and Assay's reader only a cell that is not a picture. A cell with pictures is therefore never
//! that short.

use std::collections::HashMap;

use crate::MAX_CELL_BYTES;
use crate::image_cell::{ImageCell, MAX_POINTER_CHARS, read_image_cell};
use crate::vlmevalkit::numbering::number;
use crate::written_rows::Cell;
use assay_core::benchmark::{ImageHash, Question, QuestionPicture};

/// Makes the cells, one picture in memory at a time.
#[derive(Debug, Default)]
pub(super) struct PictureCells<'a> {
    /// The index of the row that has these pictures.
    holders: HashMap<&'a [QuestionPicture], &'a str>,
    encoded: String,
    /// The indices of rows whose cells have more than [`MAX_CELL_BYTES`], which an import refuses.
    pub too_long: Vec<String>,
}

impl<'a> PictureCells<'a> {
    /// The cell of a row. `bytes` gives a picture's bytes.
    pub fn cell<E>(
        &mut self,
        question: &'a Question,
        index: &'a str,
        bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    ) -> Result<Cell<'_>, E> {
        let pictures = question.pictures.as_slice();
        if pictures.is_empty() {
            return Ok(Cell::Missing);
        }
        if let Some(holder) = self.holders.get(pictures) {
            return Ok(Cell::text(holder));
        }
        self.encoded.clear();
        self.encode(pictures, bytes)?;
        if self.encoded.len() > MAX_CELL_BYTES {
            self.too_long.push(index.to_owned());
        }
        if can_be_pointed_at(index) {
            self.holders.insert(pictures, index);
        }
        Ok(Cell::text(&self.encoded))
    }

    fn encode<E>(
        &mut self,
        pictures: &[QuestionPicture],
        bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    ) -> Result<(), E> {
        let base64 = base64_simd::STANDARD;
        if let [only] = pictures {
            base64.encode_append(bytes(only.hash)?, &mut self.encoded);
            if self.encoded.len() > MAX_POINTER_CHARS {
                return Ok(());
            }
            self.encoded.insert_str(0, "['");
        } else {
            for (at, picture) in pictures.iter().enumerate() {
                self.encoded.push_str(if at == 0 { "['" } else { "', '" });
                base64.encode_append(bytes(picture.hash)?, &mut self.encoded);
            }
        }
        self.encoded.push('\'');
        while self.encoded.len() < MAX_POINTER_CHARS {
            self.encoded.push(' ');
        }
        self.encoded.push(']');
        Ok(())
    }
}

/// Whether both readers take the index for that of the row: pandas would read `007` as 7 and `nan`
/// as missing, and some words are base64.
fn can_be_pointed_at(index: &str) -> bool {
    let is_unchanged = match number(index) {
        Some(number) => number.to_string() == index,
        None => index.parse::<f64>().is_err(),
    };
    is_unchanged && read_image_cell(index) == Ok(ImageCell::Pointer(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_cell::decode_picture;

    #[test]
    fn only_names_that_mean_the_row_to_both_readers_are_pointed_at() {
        let longest = "x".repeat(MAX_POINTER_CHARS);
        for index in ["1", "VAL_0001", "猫", &longest] {
            assert!(can_be_pointed_at(index), "{index}");
        }
        let too_long = "x".repeat(MAX_POINTER_CHARS + 1);
        for index in ["007", "1.0", "nan", "NA", "1e5", "[1]", "/9j/", &too_long] {
            assert!(!can_be_pointed_at(index), "{index}");
        }
    }

    #[test]
    fn the_cell_of_a_tiny_picture_is_too_long_for_a_pointer_and_reads_back() {
        let mut cells = PictureCells::default();
        for bytes in [b"x".to_vec(), b"GIF89a a very small picture".to_vec(), vec![7; 46]] {
            cells.encoded.clear();
            let picture = QuestionPicture {
                hash: ImageHash::compute(&bytes),
                role: assay_core::benchmark::PictureRole::Stem,
            };
            cells.encode(&[picture], &mut |_| Ok::<_, ()>(bytes.clone())).unwrap();
            assert!(cells.encoded.len() > MAX_POINTER_CHARS, "{}", cells.encoded);
            let Ok(ImageCell::Pictures(pictures)) = read_image_cell(&cells.encoded) else {
                panic!("{}", cells.encoded)
            };
            let mut decoded = Vec::new();
            decode_picture(&pictures[0], &mut decoded).unwrap();
            assert_eq!(decoded, bytes);
        }
    }
}
