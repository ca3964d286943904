//! What the pictures of the sample show, one file per kind of motif.
//!
//! Every picture is drawn for this sample: no photograph, no traced material, no real person. Each
//! file offers its pictures as constants; what is asked about them lives in `questions`.

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
