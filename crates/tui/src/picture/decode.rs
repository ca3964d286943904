//! From the bytes of a picture file to pixels, within limits.
//!
//! The kind of file is recognised by its first bytes, never by a name. Resources that a hostile
//! file could use are bounded before any allocation. Of an animation the first frame is taken. The
//! EXIF orientation is read here but applied when the picture is scaled, so that a large photograph
//! is never held twice.

use std::io::{self, Cursor};

use image::error::UnsupportedErrorKind;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use crate::messages::text;
use assay_formats::picture_header::{LONGEST_SIDE, MOST_PIXEL_BYTES, decoded_bytes, is_cut_off};

/// How large a picture may be before it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// Longest permitted side, in pixels.
    pub side: u32,
    /// Most memory that decoding may take, in bytes: the size of the decoded pixels counts.
    pub bytes: u64,
}

impl Default for DecodeLimits {
    fn default() -> Self {
        DecodeLimits { side: LONGEST_SIDE, bytes: MOST_PIXEL_BYTES }
    }
}

/// Why a picture cannot be shown, in words for the annotator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecodable {
    /// There are no bytes at all.
    #[error("{}", text!("picture-empty"))]
    Empty,
    /// The first bytes do not belong to a known kind of picture.
    #[error("{}", text!("picture-is-none"))]
    NotAPicture,
    /// A picture, but of a kind that is not read.
    #[error("{}", text!("picture-unsupported", kind = .0))]
    Unsupported(String),
    /// The file ends before the picture does.
    #[error("{}", text!("picture-truncated"))]
    Truncated,
    /// The file contradicts its own format.
    #[error("{}", text!("picture-damaged", how = .0))]
    Damaged(String),
    /// More pixels than [`DecodeLimits`] allow.
    #[error("{}", text!("picture-too-large", width, height))]
    TooLarge { width: u32, height: u32 },
    /// Width or height is zero.
    #[error("{}", text!("picture-no-pixels", width, height))]
    NoPixels { width: u32, height: u32 },
}

/// A decoded picture.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The pixels as stored in the file, 8 bits each of red, green, blue and, if there is any
    /// transparency, alpha. The orientation is not applied.
    pub pixels: DynamicImage,
    /// How to turn the pixels so that the picture is upright.
    pub orientation: Orientation,
    /// Width and height of the upright picture in its file, in pixels; [`pixels`](Self::pixels) may
    /// have been scaled down since.
    pub natural: (u32, u32),
}

impl Decoded {
    /// Memory taken by the pixels, in bytes.
    pub fn bytes(&self) -> usize {
        self.pixels.as_bytes().len()
    }
}

/// Decodes the first frame of a picture.
///
/// # Errors
/// [`Undecodable`] describes the fault of the file.
pub fn decode(bytes: &[u8], limits: DecodeLimits) -> Result<Decoded, Undecodable> {
    if bytes.is_empty() {
        return Err(Undecodable::Empty);
    }
    let format = image::guess_format(bytes).map_err(|_| Undecodable::NotAPicture)?;
    if is_cut_off(bytes, format) {
        return Err(Undecodable::Truncated);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut bounds = Limits::default();
    bounds.max_alloc = Some(limits.bytes);
    reader.limits(bounds);
    let mut decoder = reader.into_decoder().map_err(|error| reason(error, format, (0, 0)))?;

    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Undecodable::NoPixels { width, height });
    }
    if width.max(height) > limits.side || decoded_bytes(&decoder) > limits.bytes {
        return Err(Undecodable::TooLarge { width, height });
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder)
        .map_err(|error| reason(error, format, (width, height)))?;
    let natural = if swaps_sides(orientation) { (height, width) } else { (width, height) };
    let pixels = if image.color().has_alpha() {
        image.into_rgba8().into()
    } else {
        image.into_rgb8().into()
    };
    Ok(Decoded { pixels, orientation, natural })
}

/// Whether the orientation lays the picture on its side.
pub fn swaps_sides(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

fn reason(error: ImageError, format: ImageFormat, (width, height): (u32, u32)) -> Undecodable {
    match error {
        ImageError::Unsupported(error)
            if matches!(error.kind(), UnsupportedErrorKind::Format(_)) =>
        {
            Undecodable::Unsupported(format!("{format:?}"))
        }
        // Colours that the decoder does not know, such as a palette.
        ImageError::Unsupported(error) if format == ImageFormat::Tiff => {
            Undecodable::Unsupported(format!("TIFF ({error})"))
        }
        ImageError::Limits(_) => Undecodable::TooLarge { width, height },
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Undecodable::Truncated
        }
        error => {
            let words = error.to_string();
            let lower = words.to_lowercase();
            if ENDS_EARLY.iter().any(|sign| lower.contains(sign)) {
                Undecodable::Truncated
            } else {
                Undecodable::Damaged(words.trim_end().replace('\n', "; "))
            }
        }
    }
}

/// How the decoders word that a file ends too early; they do not share an error kind for it.
const ENDS_EARLY: [&str; 6] = [
    "unexpected end",
    "unexpected eof",
    "truncated",
    "exhausted",
    "failed to fill",
    "not enough bytes",
];

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifEncoder;
    use image::{Frame, Rgb, RgbImage, Rgba, RgbaImage};
    use proptest::prelude::*;

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let picture = RgbImage::from_fn(40, 20, |x, y| Rgb([x as u8 * 6, y as u8 * 12, 90]));
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
        bytes
    }

    fn jpeg_with_orientation(value: u8) -> Vec<u8> {
        let tiff = [
            b"II*\0".as_slice(),
            &[8, 0, 0, 0, 1, 0],
            &[0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0],
            &[0, 0, 0, 0],
        ]
        .concat();
        let length = (tiff.len() + 8) as u16;
        let jpeg = encoded(ImageFormat::Jpeg);
        [&jpeg[..2], &[0xFF, 0xE1], &length.to_be_bytes(), b"Exif\0\0", &tiff, &jpeg[2..]].concat()
    }

    #[test]
    fn every_supported_kind_is_recognised_by_its_bytes() {
        use ImageFormat::{Bmp, Jpeg, Png, Tiff, WebP};
        for format in [Png, Jpeg, Bmp, WebP, Tiff] {
            let decoded = decode(&encoded(format), DecodeLimits::default()).unwrap();
            assert_eq!(decoded.natural, (40, 20), "{format:?}");
        }
    }

    #[test]
    fn colours_of_other_depths_and_of_printing_become_red_green_and_blue() {
        // Red of 8x8 and of 6x4 pixels in CMYK, written by Pillow 13.0 as JPEG and as TIFF with LZW.
        let jpeg = "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdf\
                    YmdoZz5NcXlwZHhcZWdj/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAA\
                    AAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AEAfj8gP/9k=";
        let tiff = "SUkqACgAAACAAB/v8AQKCQaCwOEweFQiHQ2IQyJQuKQ+JxaKxGKQEAoAAAEDAAEAAAAGAAAAAQEDAAEAAAAEAAAAAgEDAAQA\
                    AACmAAAAAwEDAAEAAAAFAAAABgEDAAEAAAAFAAAAEQEEAAEAAAAIAAAAFQEDAAEAAAAEAAAAFgEDAAEAAAAEAAAAFwEEAAEA\
                    AAAgAAAAHAEDAAEAAAABAAAAAAAAAAgACAAIAAgA";
        let base64 = |text: &str| base64_simd::STANDARD.decode_to_vec(text).unwrap();
        let mut deep = Vec::new();
        let picture = image::ImageBuffer::from_pixel(6, 4, Rgb([60_000_u16, 0, 0]));
        let deep_png = image::DynamicImage::ImageRgb16(picture);
        deep_png.write_to(&mut Cursor::new(&mut deep), ImageFormat::Png).unwrap();
        for (name, bytes) in [("jpeg", base64(jpeg)), ("tiff", base64(tiff)), ("png", deep)] {
            let decoded = decode(&bytes, DecodeLimits::default()).unwrap();
            let [red, green, blue] = decoded.pixels.to_rgb8().get_pixel(3, 3).0;
            assert!(red > 220 && green < 30 && blue < 30, "{name}: {red} {green} {blue}");
        }
    }

    #[test]
    fn a_photograph_taken_sideways_stands_upright() {
        let decoded = decode(&jpeg_with_orientation(6), DecodeLimits::default()).unwrap();
        assert_eq!(decoded.orientation, Orientation::Rotate90);
        assert_eq!(decoded.natural, (20, 40));
        assert_eq!((decoded.pixels.width(), decoded.pixels.height()), (40, 20));
    }

    #[test]
    fn an_animation_gives_its_first_frame() {
        let mut bytes = Vec::new();
        {
            let mut gif = GifEncoder::new(&mut bytes);
            for red in [250, 10] {
                let frame = RgbaImage::from_pixel(6, 4, Rgba([red, 0, 0, 255]));
                gif.encode_frame(Frame::new(frame)).unwrap();
            }
        }
        let decoded = decode(&bytes, DecodeLimits::default()).unwrap();
        assert_eq!(decoded.natural, (6, 4));
        assert!(decoded.pixels.as_bytes()[0] > 200);
    }

    #[test]
    fn a_cut_off_picture_is_called_cut_off() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP] {
            let bytes = encoded(format);
            let cut = decode(&bytes[..bytes.len() * 2 / 3], DecodeLimits::default());
            assert_eq!(cut.unwrap_err(), Undecodable::Truncated, "{format:?}");
        }
    }

    #[test]
    fn a_thumbnail_does_not_hide_that_the_photograph_is_cut() {
        let mut bytes = jpeg_with_orientation(1);
        bytes.splice(12..12, [0xFF, 0xD9]);
        bytes[5] += 2;
        bytes.truncate(bytes.len() - 2);
        assert_eq!(decode(&bytes, DecodeLimits::default()).unwrap_err(), Undecodable::Truncated);
    }

    #[test]
    fn what_is_not_a_picture_is_refused() {
        let limits = DecodeLimits::default();
        assert_eq!(decode(b"", limits).unwrap_err(), Undecodable::Empty);
        assert_eq!(decode(b"hello there", limits).unwrap_err(), Undecodable::NotAPicture);
        let avif = decode(b"\0\0\0\x20ftypavif\0\0\0\0", limits);
        assert!(matches!(avif, Err(Undecodable::Unsupported(_))), "{avif:?}");
        assert!(decode(b"II*\0rest", limits).is_err());
        let damaged = [&b"\x89PNG\r\n\x1a\n"[..], &[7; 60]].concat();
        assert!(decode(&damaged, limits).is_err());
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_unpacked() {
        let mut png = encoded(ImageFormat::Png);
        png[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
        let check = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&check.to_be_bytes());
        let error = decode(&png, DecodeLimits::default()).unwrap_err();
        assert_eq!(error, Undecodable::TooLarge { width: 65_535, height: 65_535 });

        let small = DecodeLimits { side: 20_000, bytes: 1000 };
        let error = decode(&encoded(ImageFormat::Bmp), small).unwrap_err();
        assert!(matches!(error, Undecodable::TooLarge { .. }), "{error:?}");
    }

    #[test]
    fn a_small_file_that_becomes_gigabytes_is_refused_by_what_it_becomes() {
        // 400 million pixels: 50 MB as bits, 400 MB as grey values, 1.2 GB as red, green and blue.
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 20_000, 20_000);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_compression(png::Compression::High);
        let rows = vec![0; 2_500 * 20_000];
        encoder.write_header().unwrap().write_image_data(&rows).unwrap();
        assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
        assert!(
            assay_formats::picture_header::flaw(&bytes).unwrap_or_default().contains("too large")
        );
        let error = decode(&bytes, DecodeLimits::default()).unwrap_err();
        assert_eq!(error, Undecodable::TooLarge { width: 20_000, height: 20_000 });
    }

    #[test]
    fn a_picture_of_no_pixels_is_refused() {
        let mut gif = b"GIF89a".to_vec();
        gif.extend([0, 0, 0, 0, 0, 0, 0, b',', 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, b';']);
        assert!(decode(&gif, DecodeLimits::default()).is_err());
        let mut bmp = encoded(ImageFormat::Bmp);
        bmp[18..26].fill(0);
        let error = decode(&bmp, DecodeLimits::default()).unwrap_err();
        assert!(
            matches!(error, Undecodable::NoPixels { .. } | Undecodable::Damaged(_)),
            "{error:?}"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_file_damaged_anywhere_is_refused_or_shown_but_never_panics(
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
            kind in prop::sample::select(vec![
                ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Gif,
                ImageFormat::Tiff,
            ]),
        ) {
            let mut bytes = encoded(kind);
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Ok(decoded) = decode(&bytes, DecodeLimits { side: 5_000, bytes: 64 << 20 }) {
                prop_assert!(decoded.natural.0 > 0 && decoded.natural.1 > 0);
            }
        }
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 }
            })
        })
    }
}
