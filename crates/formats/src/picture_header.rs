//! Whether a picture can be shown at all, from its first and last bytes, without decoding it.
//!
//! Import checks every picture, so this must be nearly free; `assay doctor` decodes them.

use std::io::Cursor;

use image::{ColorType, ImageDecoder, ImageError, ImageFormat, ImageReader};

/// The longest side of a picture that is shown, in pixels.
pub const LONGEST_SIDE: u32 = 20_000;

/// The most memory that the decoded pixels of a picture may take, in bytes.
pub const MOST_PIXEL_BYTES: u64 = 512 << 20;

/// The most memory that decoding takes, in bytes: the pixels as the file has them, plus the 8 bits
/// each of red, green, blue and possibly alpha that they become.
pub fn decoded_bytes(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    let color = decoder.color_type();
    let becomes = match color {
        ColorType::Rgb8 | ColorType::Rgba8 => 0,
        other if other.has_alpha() => 4,
        _ => 3,
    };
    let pixels = u64::from(width) * u64::from(height);
    decoder.total_bytes().saturating_add(pixels.saturating_mul(becomes))
}

/// Why a picture of a known kind cannot be shown, as far as its header and its end show.
pub fn flaw(bytes: &[u8]) -> Option<&'static str> {
    let format = image::guess_format(bytes).ok()?;
    if is_cut_off(bytes, format) || (format == ImageFormat::Png && !png_has_an_end(bytes)) {
        return Some("a picture is cut off and cannot be shown");
    }
    let decoder = match ImageReader::with_format(Cursor::new(bytes), format).into_decoder() {
        Ok(decoder) => decoder,
        Err(ImageError::Unsupported(_)) if format == ImageFormat::Tiff => {
            return Some(
                "a picture is a TIFF with colours that cannot be shown, such as a palette; it was kept as it is: \
                 convert it to PNG, so that people and models can see it",
            );
        }
        Err(_) => return Some("a picture has a damaged header and cannot be shown"),
    };
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Some("a picture has no pixels and cannot be shown");
    }
    let is_large = width.max(height) > LONGEST_SIDE || decoded_bytes(&decoder) > MOST_PIXEL_BYTES;
    is_large.then_some("a picture is too large to be shown (a side over 20,000 pixels, or 512 MB)")
}

/// Why a picture of another kind cannot be shown, and what to do.
pub fn unknown_kind(bytes: &[u8]) -> &'static str {
    match bytes {
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', ..] => {
            "a picture is AVIF, which cannot be shown; it was kept as it is: convert it to PNG or WebP, so that \
             people and models can see it"
        }
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => {
            "a picture is HEIC or a video, which cannot be shown; it was kept as it is: convert it to PNG or WebP, \
             so that people and models can see it"
        }
        [b'<', ..] => {
            "a picture is SVG or a web page, which cannot be shown; it was kept as it is: convert it to PNG"
        }
        _ => "a picture is none of JPEG, PNG, GIF, WebP, TIFF and BMP; it was kept as it is",
    }
}

/// Whether a picture has several frames, of which people and models see the first.
pub fn is_animated(bytes: &[u8]) -> bool {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Gif) => gif_frames(bytes, 2) == 2,
        // The extended form names what it has in the bits behind its length.
        Ok(ImageFormat::WebP) => {
            bytes.get(12..16) == Some(b"VP8X") && bytes.get(20).is_some_and(|flags| flags & 2 != 0)
        }
        // The chunk of an animation is before that of the pixels.
        Ok(ImageFormat::Png) => {
            let at = |name: &[u8]| memchr::memmem::find(bytes, name).unwrap_or(usize::MAX);
            at(b"acTL") < at(b"IDAT")
        }
        _ => false,
    }
}

/// The number of frames of a GIF, counted up to `most`.
fn gif_frames(bytes: &[u8], most: usize) -> usize {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let after_blocks = |mut at: usize| {
        while let Some(&length @ 1..) = bytes.get(at) {
            at += 1 + usize::from(length);
        }
        at + 1
    };
    let Some(&flags) = bytes.get(10) else { return 0 };
    let (mut at, mut frames) = (13 + table(flags), 0);
    while frames < most {
        at = match bytes.get(at) {
            Some(0x21) => after_blocks(at + 2),
            Some(0x2C) => {
                let Some(&flags) = bytes.get(at + 9) else { break };
                frames += 1;
                after_blocks(at + 11 + table(flags))
            }
            _ => break,
        };
    }
    frames
}

/// Some decoders report a cut file as damaged or not at all: JPEG fills what is missing with grey.
pub fn is_cut_off(bytes: &[u8], format: ImageFormat) -> bool {
    match format {
        ImageFormat::Jpeg => !jpeg_has_an_end(bytes),
        // RIFF: the length of what follows its first eight bytes.
        ImageFormat::WebP => bytes
            .get(4..8)
            .and_then(|length| length.try_into().ok())
            .is_some_and(|length| u64::from(u32::from_le_bytes(length)) + 8 > bytes.len() as u64),
        _ => false,
    }
}

/// The search for the end mark begins at the first scan, because a thumbnail in the EXIF block has
/// its own end mark.
fn jpeg_has_an_end(bytes: &[u8]) -> bool {
    if bytes.ends_with(&[0xFF, 0xD9]) {
        return true;
    }
    let mut at = 2;
    while let Some(&[0xFF, mark, high, low]) = bytes.get(at..at + 4) {
        if mark == 0xDA {
            return bytes[at..].windows(2).any(|pair| pair == [0xFF, 0xD9]);
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    // Fill bytes or marks without a length are left to the decoder.
    at < bytes.len()
}

/// The last chunk; anything after it is not part of the picture.
fn png_has_an_end(bytes: &[u8]) -> bool {
    bytes.windows(4).rev().any(|name| name == b"IEND")
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifEncoder;
    use image::{Frame, RgbImage, Rgba, RgbaImage};

    fn encoded(format: ImageFormat, side: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::new(side, 2).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn whole_pictures_have_no_flaw() {
        use ImageFormat::{Bmp, Gif, Jpeg, Png, Tiff, WebP};
        for format in [Png, Jpeg, Gif, WebP, Bmp, Tiff] {
            assert_eq!(flaw(&encoded(format, 40)), None, "{format:?}");
            assert!(!is_animated(&encoded(format, 40)), "{format:?}");
        }
        let with_more = [encoded(ImageFormat::Png, 40), b"and more".to_vec()].concat();
        assert_eq!(flaw(&with_more), None);
    }

    #[test]
    fn colours_that_cannot_be_shown_are_no_damage() {
        let mut tiff = encoded(ImageFormat::Tiff, 40);
        let interpretation = [6, 1, 3, 0, 1, 0, 0, 0];
        let at = memchr::memmem::find(&tiff, &interpretation).unwrap() + interpretation.len();
        // CIE L*a*b*.
        tiff[at] = 8;
        let message = flaw(&tiff).unwrap_or_default();
        assert!(message.contains("convert it to PNG"), "{message}");
    }

    #[test]
    fn a_picture_that_cannot_be_shown_is_known_by_its_ends() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let whole = encoded(format, 40);
            let message = flaw(&whole[..whole.len() - 9]).unwrap_or_default();
            assert!(message.contains("cut off"), "{format:?}: {message}");
        }
        let large = flaw(&encoded(ImageFormat::Png, LONGEST_SIDE + 1)).unwrap_or_default();
        assert!(large.contains("too large"), "{large}");
        let mut empty = encoded(ImageFormat::Png, 40);
        empty[16..24].fill(0);
        assert!(flaw(&empty).is_some());
    }

    #[test]
    fn animations_are_known_without_decoding_them() {
        let mut gif = Vec::new();
        let mut encoder = GifEncoder::new(&mut gif);
        for red in [250, 10] {
            let frame = RgbaImage::from_pixel(6, 4, Rgba([red, 0, 0, 255]));
            encoder.encode_frame(Frame::new(frame)).unwrap();
        }
        drop(encoder);
        assert!(is_animated(&gif));
        assert!(!is_animated(&gif[..gif.len() / 2]), "the second frame is cut off");
        // Written by Pillow 13.0.
        let webp = "UklGRoQAAABXRUJQVlA4WAoAAAACAAAABQAAAwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAUAAAMAAGQAAAJW\
                    UDhMDwAAAC8FwAAABxDVj/4HIqL/AQBBTk1GKAAAAAAAAAAAAAUAAAMAAGQAAABWUDhMDwAAAC8FwAAABxBR/f4HIqL/AQA=";
        let webp = base64_simd::STANDARD.decode_to_vec(webp).unwrap();
        assert!(is_animated(&webp) && flaw(&webp).is_none());
        let png = encoded(ImageFormat::Png, 4);
        let with_frames = [&png[..33], b"\0\0\0\x08acTL", &png[33..]].concat();
        assert!(is_animated(&with_frames));
    }

    #[test]
    fn kinds_that_cannot_be_shown_are_named() {
        assert!(unknown_kind(b"\0\0\0\x20ftypavif").contains("AVIF"));
        assert!(unknown_kind(b"\0\0\0\x20ftypheic").contains("HEIC"));
        assert!(unknown_kind(b"<svg xmlns").contains("SVG"));
        assert!(unknown_kind(b"what").contains("none of"));
    }
}
