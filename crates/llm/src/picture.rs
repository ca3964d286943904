//! A picture as it is sent: the stored bytes if the server accepts their format, else as PNG.

use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

use image::{ImageFormat, ImageReader, ImageResult, Limits};

use super::failure::FailureKind;
use assay_core::keyword::{Keyword, keywords};
use assay_formats::picture_header::{LONGEST_SIDE, MOST_PIXEL_BYTES};

keywords! {
    /// The format of a picture that servers accept, recognised by its bytes and not by its name. Its media
    /// type is its name after `image/`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PictureFormat: Display {
        Jpeg = "jpeg",
        Png = "png",
        Webp = "webp",
        Gif = "gif",
    }
}

impl PictureFormat {
    /// Whether a request may have failed because of a picture in this format, and may succeed with
    /// PNG. Many servers do not name the picture if they cannot read WebP or GIF.
    pub fn may_be_why(self, failure: FailureKind) -> bool {
        match failure {
            FailureKind::BadPicture => self != PictureFormat::Png,
            FailureKind::NoPictures | FailureKind::BadRequest => {
                matches!(self, PictureFormat::Webp | PictureFormat::Gif)
            }
            _ => false,
        }
    }

    fn sniff(bytes: &[u8]) -> Option<Self> {
        let media_type = image::guess_format(bytes).ok()?.to_mime_type();
        PictureFormat::from_name(media_type.strip_prefix("image/")?).ok()
    }
}

/// A picture that can be sent. Copies share the bytes.
#[derive(Clone)]
pub struct Picture {
    /// The bytes, as a data URL has them. A picture may be sent with several requests.
    pub base64: Arc<str>,
    /// The format that is sent.
    pub format: PictureFormat,
    /// Whether the bytes differ from the stored ones.
    pub is_reencoded: bool,
    /// The rough number of the prompt's tokens that the picture takes: one for each 28 x 28 pixels, as with
    /// Qwen2-VL, between 64 and 1,600. Other models differ by a factor of two and more.
    pub estimated_tokens: u64,
}

/// A picture that no server could read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be read ({0}); it was not sent")]
pub struct PictureError(String);

impl Picture {
    /// The picture in these bytes, for a server that accepts these formats. The bytes stay
    /// unchanged if their format is one of them; else they are decoded and written as PNG.
    ///
    /// # Errors
    /// If a picture that must be re-encoded cannot be decoded, or is too large.
    pub fn new(bytes: &[u8], taken: &[PictureFormat]) -> Result<Self, PictureError> {
        let encoded = |bytes: &[u8]| base64_simd::STANDARD.encode_to_string(bytes).into();
        if let Some(format) = PictureFormat::sniff(bytes).filter(|format| taken.contains(format)) {
            let estimated_tokens = estimated_tokens(dimensions(bytes));
            let base64 = encoded(bytes);
            return Ok(Picture { base64, format, is_reencoded: false, estimated_tokens });
        }
        let (size, png) = as_png(bytes).map_err(|error| PictureError(error.to_string()))?;
        let (estimated_tokens, format) = (estimated_tokens(Some(size)), PictureFormat::Png);
        Ok(Picture { base64: encoded(&png), format, is_reencoded: true, estimated_tokens })
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({}, {} bytes as base64)", self.format, self.base64.len())
    }
}

fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?.into_dimensions().ok()
}

fn estimated_tokens(size: Option<(u32, u32)>) -> u64 {
    let (width, height) = size.unwrap_or((560, 560));
    (u64::from(width) * u64::from(height) / (28 * 28)).clamp(64, 1600)
}

/// The size of a picture, and its bytes as PNG.
fn as_png(bytes: &[u8]) -> ImageResult<((u32, u32), Vec<u8>)> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_PIXEL_BYTES);
    reader.limits(limits);
    let picture = reader.decode()?;
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png)?;
    Ok(((picture.width(), picture.height()), png.into_inner()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::DynamicImage;

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let picture = DynamicImage::new_rgb8(280, 280);
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn sent(picture: &Picture) -> Vec<u8> {
        base64_simd::STANDARD.decode_to_vec(picture.base64.as_bytes()).unwrap()
    }

    #[test]
    fn bytes_of_a_format_that_the_server_takes_are_sent_unchanged() {
        let formats = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
        for (format, name) in formats.into_iter().zip(PictureFormat::ALL) {
            let bytes = encoded(format);
            let picture = Picture::new(&bytes, PictureFormat::ALL).unwrap();
            assert_eq!(sent(&picture), bytes);
            assert_eq!(picture.format, *name);
            assert!(!picture.is_reencoded);
            assert_eq!(picture.estimated_tokens, 100);
        }
    }

    #[test]
    fn other_formats_are_sent_as_png_with_the_same_pixels_and_reported() {
        let bmp = encoded(ImageFormat::Bmp);
        let webp = encoded(ImageFormat::WebP);
        let few = [PictureFormat::Jpeg, PictureFormat::Png];
        for (bytes, taken) in [(bmp, PictureFormat::ALL), (webp, &few[..])] {
            let picture = Picture::new(&bytes, taken).unwrap();
            assert!(picture.is_reencoded);
            assert_eq!(picture.format, PictureFormat::Png);
            let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8();
            assert_eq!(pixels(&sent(&picture)), pixels(&bytes));
        }
    }

    #[test]
    fn what_is_no_picture_is_an_error_before_anything_is_sent() {
        let error = Picture::new(b"no picture at all", PictureFormat::ALL).unwrap_err();
        assert!(error.to_string().contains("was not sent"), "{error}");
    }
}
