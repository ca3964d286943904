//! The pictures of the sample, one file for each kind of motif.
//!
//! Every picture is drawn for this sample: no photograph, no traced material, no real person. Each
//! file exports its pictures as constants; the questions about them are in `questions`.

pub mod action;
pub mod charts;
pub mod ecology;
pub mod everyday;
pub mod farm;
pub mod interiors;
pub mod landmarks;
pub mod lettered;
pub mod maps;
pub mod mechanics;
pub mod moods;
mod nature;
pub mod objects;
pub mod occupations;
mod people;
pub mod places;
pub mod quality;
pub mod sequences;
pub mod social;
pub mod styles;
pub mod topics;
