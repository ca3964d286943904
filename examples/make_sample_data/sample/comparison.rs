//! Compares a file of the sample with the output of the generator.
//!
//! Text must be equal byte for byte. Pictures are compared by their pixels with a tolerance: another
//! processor may round a gradient or compress a picture differently.

use image::{DynamicImage, RgbaImage};
use serde_json::Value;

/// The largest mean difference of a channel, in steps of 256, at which two pictures are the same.
const TOLERANCE: f64 = 0.5;

/// Describes how two versions of a file differ; `None` if they are equal. Files that end in `.tsv`
/// may hold pictures.
pub fn difference(name: &str, made: &[u8], found: &[u8]) -> Option<String> {
    if made == found {
        return None;
    }
    match std::path::Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("tsv") => {}
        Some("jsonl") => return difference_of_lines(made, found),
        _ => return Some("other text".to_owned()),
    }
    let (made, found) = (rows(made), rows(found));
    if made.len() != found.len() {
        return Some(format!("{} rows were made, {} found", made.len(), found.len()));
    }
    let image = made[0].iter().position(|column| column == "image");
    for (row, (made, found)) in made.iter().zip(&found).enumerate() {
        for (column, (made, found)) in made.iter().zip(found).enumerate() {
            let same = made == found || Some(column) == image && same_pictures(made, found);
            if !same {
                return Some(format!("row {row}, column {column} differs"));
            }
        }
    }
    None
}

fn difference_of_lines(made: &[u8], found: &[u8]) -> Option<String> {
    let lines = |file: &[u8]| -> Option<Vec<Value>> {
        file.split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).ok())
            .collect()
    };
    let (Some(made), Some(found)) = (lines(made), lines(found)) else {
        return Some("not JSON lines".to_owned());
    };
    if made.len() != found.len() {
        return Some(format!("{} lines were made, {} found", made.len(), found.len()));
    }
    let differs = made.iter().zip(&found).position(|(made, found)| !is_same(made, found));
    differs.map(|line| format!("line {} differs", line + 1))
}

/// Whether two values of JSON are equal, pictures in data URLs by their pixels.
fn is_same(made: &Value, found: &Value) -> bool {
    match (made, found) {
        (Value::Array(made), Value::Array(found)) => {
            made.len() == found.len()
                && made.iter().zip(found).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(made), Value::Object(found)) => {
            made.len() == found.len()
                && made.iter().zip(found).all(|((name, one), (other_name, other))| {
                    name == other_name && is_same(one, other)
                })
        }
        (Value::String(made), Value::String(found)) => {
            let base64 =
                |text: &str| text.split_once(";base64,").map(|(_, after)| after.to_owned());
            made == found
                || base64(made)
                    .zip(base64(found))
                    .is_some_and(|(made, found)| same_pictures(&made, &found))
        }
        (made, found) => made == found,
    }
}

fn rows(table: &[u8]) -> Vec<csv::StringRecord> {
    csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .has_headers(false)
        .from_reader(table)
        .records()
        .map(Result::unwrap_or_default)
        .collect()
}

fn same_pictures(made: &str, found: &str) -> bool {
    let (made, found) = (files_in(made), files_in(found));
    !made.is_empty()
        && made.len() == found.len()
        && made.iter().zip(&found).all(|(made, found)| {
            decoded(made).zip(decoded(found)).is_some_and(|(one, other)| look_alike(&one, &other))
        })
}

fn decoded(file: &[u8]) -> Option<RgbaImage> {
    image::load_from_memory(file).ok().map(DynamicImage::into_rgba8)
}

/// The bytes of the picture files in an `image` cell: one, or several in a Python list.
pub fn files_in(cell: &str) -> Vec<Vec<u8>> {
    cell.split(|sign| "[]', ".contains(sign))
        .filter(|part| !part.is_empty())
        .filter_map(|part| base64_simd::STANDARD.decode_to_vec(part).ok())
        .collect()
}

fn look_alike(one: &RgbaImage, other: &RgbaImage) -> bool {
    if one.dimensions() != other.dimensions() {
        return false;
    }
    let apart: u64 =
        one.as_raw().iter().zip(other.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    apart as f64 / (one.as_raw().len() as f64) < TOLERANCE
}
