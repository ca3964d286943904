//! The content of the `image` cell of a table: pictures in base64, or the index of another row.
//!
//! VLMEvalKit's rule: a cell of at most 64 characters names the row whose picture it shares; a
//! longer one is a picture, or a Python list of pictures. A picture of fewer than 48 bytes would be
//! taken for a name, so a short cell that decodes to a picture is read as one.

use std::borrow::Cow;

use super::python_list;

/// The longest text that VLMEvalKit takes for the index of another row.
pub const MAX_POINTER_CHARS: usize = 64;

/// The content of an image cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageCell<'a> {
    /// No picture, or one of the words that pandas reads as missing.
    Empty,
    /// The row with this index has the picture.
    Pointer(&'a str),
    /// Pictures in base64, in order.
    Pictures(Vec<Cow<'a, str>>),
}

/// Parses a cell, without decoding its pictures.
pub fn read_image_cell(cell: &str) -> Result<ImageCell<'_>, String> {
    let cell = cell.trim_matches([' ', '\t', '\r', '\n']);
    if cell.is_empty() || is_missing_to_pandas(cell) {
        return Ok(ImageCell::Empty);
    }
    if python_list::looks_like_a_list(cell.as_bytes()) {
        let entries = python_list::parse(cell)?;
        let is_empty = entries.is_empty();
        return Ok(if is_empty { ImageCell::Empty } else { ImageCell::Pictures(entries) });
    }
    if cell.chars().nth(MAX_POINTER_CHARS).is_none() && picture_in_base64(cell.as_bytes()).is_none()
    {
        return Ok(ImageCell::Pointer(cell));
    }
    Ok(ImageCell::Pictures(vec![Cow::Borrowed(cell)]))
}

/// The words that pandas takes for a missing cell.
const MISSING_TO_PANDAS: [&str; 19] = [
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// The cells that pandas reads as missing, quoted or not (VLMEvalKit reads with its defaults). Few cells
/// begin like one, and every cell is checked.
pub fn is_missing_to_pandas(cell: &str) -> bool {
    let could_be = matches!(cell.as_bytes(), [] | [b'#' | b'-' | b'1' | b'<' | b'N' | b'n', ..]);
    could_be && MISSING_TO_PANDAS.contains(&cell)
}

/// Decodes one picture into `into`, which is emptied first; an error says what is wrong with the
/// base64. White space is skipped: some tools break base64 into lines. A prefix such as
/// `data:image/png;base64,` is left out.
pub fn decode_picture(text: &str, into: &mut Vec<u8>) -> Result<(), String> {
    into.clear();
    let data = text.strip_prefix("data:").and_then(|text| text.split_once(','));
    let text = data.filter(|(kind, _)| kind.ends_with(";base64")).map_or(text, |(_, data)| data);
    if decode(text.as_bytes(), into).is_err() {
        let packed: Vec<u8> =
            text.bytes().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).collect();
        into.clear();
        decode(&packed, into).map_err(|()| why_not_base64(text))?;
    }
    if into.is_empty() { Err("there is nothing in it".to_owned()) } else { Ok(()) }
}

/// The picture whose base64 these bytes are; `None` if they are a picture themselves, or neither.
pub fn picture_in_base64(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| picture_kind(bytes).is_none())?;
    let mut decoded = Vec::new();
    decode_picture(text, &mut decoded).ok()?;
    picture_kind(&decoded).map(|_| decoded)
}

/// The media type of bytes of which no more is known.
pub const UNKNOWN_KIND: &str = "application/octet-stream";

/// Bytes of a media type as a data URL.
pub fn data_url(kind: &str, bytes: &[u8]) -> String {
    let mut text = format!("data:{kind};base64,");
    base64_simd::STANDARD.encode_append(bytes, &mut text);
    text
}

/// The kind of a picture by its first bytes. Names and suffixes in benchmarks say nothing about it.
pub fn picture_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some("JPEG"),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some("PNG"),
        [b'G', b'I', b'F', b'8', ..] => Some("GIF"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("WebP"),
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some("BMP"),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some("TIFF"),
        _ => None,
    }
}

fn decode(text: &[u8], into: &mut Vec<u8>) -> Result<(), ()> {
    base64_simd::STANDARD.decode_append(text, into).map_err(|_| ())
}

/// A character that base64 does not have, else the wrong number of characters or wrong padding.
fn why_not_base64(text: &str) -> String {
    let of_base64 = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | ' ' | '\t' | '\r' | '\n')
    };
    match text.chars().enumerate().find(|&(_, c)| !of_base64(c)) {
        Some((position, found)) => format!("base64 has no {found:?} (character {})", position + 1),
        None => {
            let length = text.chars().count();
            format!("the base64 is cut off or wrongly padded ({length} characters)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn base64(bytes: &[u8]) -> String {
        base64_simd::STANDARD.encode_to_string(bytes)
    }

    fn decoded(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        decode_picture(text, &mut bytes).unwrap();
        bytes
    }

    fn refused(text: &str) -> String {
        decode_picture(text, &mut Vec::new()).unwrap_err()
    }

    #[test]
    fn a_cell_of_up_to_64_characters_names_another_row() {
        let longest = "猫".repeat(64);
        for pointer in ["1", "1.0", "VAL_0001", &longest] {
            assert_eq!(read_image_cell(pointer), Ok(ImageCell::Pointer(pointer)));
        }
        assert!(matches!(read_image_cell(&"x".repeat(65)), Ok(ImageCell::Pictures(_))));
    }

    #[test]
    fn what_pandas_reads_as_missing_is_no_picture() {
        for cell in ["", "  ", "nan", "None", "[]"] {
            assert_eq!(read_image_cell(cell), Ok(ImageCell::Empty), "{cell:?}");
        }
    }

    #[test]
    fn a_list_holds_its_pictures_in_order() {
        let cell = format!("['{}', \"{}\"]", "A".repeat(80), "B".repeat(80));
        let Ok(ImageCell::Pictures(pictures)) = read_image_cell(&cell) else { panic!("{cell}") };
        assert_eq!(pictures, ["A".repeat(80), "B".repeat(80)]);
    }

    #[test]
    fn a_picture_shorter_than_a_pointer_is_still_a_picture() {
        let cell = base64(b"GIF89a 35 bytes of a 1x1 picture...");
        assert_eq!(cell.len(), 48);
        assert!(matches!(read_image_cell(&cell), Ok(ImageCell::Pictures(_))));
    }

    #[test]
    fn line_breaks_and_a_data_prefix_do_not_change_the_bytes() {
        let bytes = b"\x89PNG\r\n\x1a\n and so on and on";
        let text = base64(bytes);
        assert_eq!(decoded(&format!("{}\r\n{}", &text[..20], &text[20..])), bytes);
        assert_eq!(decoded(&format!("data:image/png;base64,{text}")), bytes);
    }

    #[test]
    fn broken_base64_says_what_is_wrong_with_it() {
        assert_eq!(refused("QUJD-_=="), "base64 has no '-' (character 5)");
        assert_eq!(refused("QUJDR"), "the base64 is cut off or wrongly padded (5 characters)");
        assert_eq!(refused("QQ=Q"), "the base64 is cut off or wrongly padded (4 characters)");
        assert_eq!(refused("https://a.b/c.png"), "base64 has no ':' (character 6)");
        assert_eq!(refused(" "), "there is nothing in it");
    }

    proptest! {
        #[test]
        fn any_bytes_come_back_from_base64(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
            prop_assert_eq!(decoded(&base64(&bytes)), bytes);
        }

        #[test]
        fn no_cell_makes_it_panic(cell in r#"[\[\]'"\\A-Za-z0-9+/=,:; \n猫]{0,90}"#) {
            if let Ok(ImageCell::Pictures(pictures)) = read_image_cell(&cell) {
                for picture in pictures {
                    let _ = decode_picture(&picture, &mut Vec::new());
                }
            }
        }
    }
}
