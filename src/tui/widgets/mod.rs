//! Pieces that several screens draw.

pub mod bars;
pub mod chrome;
pub mod question_card;
pub mod wrap;
