//! stub
use super::{Choices, Extraction};
/// stub
pub fn extract(_text: &str, _choices: &Choices) -> Extraction {
    Extraction::NOTHING
}
