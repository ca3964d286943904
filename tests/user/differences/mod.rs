//! Why scores and benchmarks differ: `assay reconcile`, `assay score --rules all`, `assay diff`,
//! `assay describe --against`.

mod against;
mod causes;
mod diff;
mod matching;
mod reconcile;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

/// A picture with hills of brightness; another seed has other hills.
fn hills(seed: u32, side: u32, format: ImageFormat) -> Vec<u8> {
    let value = |x: u32, y: u32| {
        let (x, y) = (f64::from(x) / f64::from(side), f64::from(y) / f64::from(side));
        let hill = |number: u32| {
            let mixed = (seed * 7 + number + 1).wrapping_mul(2_654_435_761);
            let (cx, cy) = (f64::from(mixed >> 24) / 256.0, f64::from(mixed >> 16 & 255) / 256.0);
            110.0 * (-((x - cx).powi(2) + (y - cy).powi(2)) * 30.0).exp()
        };
        (30.0 + (0..5).map(hill).sum::<f64>()).min(255.0) as u8
    };
    let pixels = RgbImage::from_fn(side, side, |x, y| Rgb([value(x, y); 3]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A question as a line of a JSON lines file.
fn line(key: &str, stem: &str, choices: [&str; 3], answer: &str, picture: Option<&[u8]>) -> Value {
    let image = picture.map(|bytes| base64_simd::STANDARD.encode_to_string(bytes));
    json!({
        "index": key, "question": stem, "A": choices[0], "B": choices[1], "C": choices[2],
        "answer": answer, "category": "ocr", "image": image,
    })
}

fn lines(questions: &[Value]) -> String {
    questions.iter().fold(String::new(), |lines, question| lines + &question.to_string() + "\n")
}
