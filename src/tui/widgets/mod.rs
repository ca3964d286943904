//! Pieces that several screens draw.

pub mod abreast;
pub mod bars;
pub mod chrome;
pub mod find;
pub mod line_input;
pub mod markdown;
pub mod marked;
pub mod measure;
pub mod more;
pub mod question_card;
pub mod scroll;
pub mod told;
pub mod wrap;
