//! Other people's files, in and out: one file or folder per format.
//!
//! A reader here turns a file into the types of [`assay_core::benchmark`] and passes each picture on as
//! soon as it is decoded, so that a file of any size needs the memory of its texts and of one row.
//! The callers decide where the questions are kept. Everything read is untrusted; the limits below
//! are checked while reading, not afterwards.
//!
//! - [`vlmevalkit`]: questions with pictures as tab-separated text, the field's usual form
//! - [`records`]: quoted tables of delimited text, with limits and line numbers
//! - [`json_records`]: JSON objects in sequence, with a limit
//! - [`separated`], [`ratings`], [`reviews`], [`published_table`]: small tables that users make themselves
//! - [`maps`]: which columns of any file are which parts of a question; the layouts of known benchmarks
//! - [`image_cell`], [`python_list`], [`picture_file`]: how such tables hold pictures
//! - [`referenced_picture`]: pictures that stay in their files
//! - [`benchmark_settings`]: the taxonomy and the checklist that Assay's own question files carry
//! - [`picture_header`]: whether a picture can be shown, without decoding it
//! - [`predictions`]: what models answered, as VLMEvalKit writes it
//! - [`votes`]: judges' votes and scores in the layouts of other programs
//! - [`workbook`]: the rows of a spreadsheet
//! - [`labels`]: labels that external judges read from what models answered
//! - [`written_rows`], [`hub`]: output rows in any of five forms; the layouts of data sets on the hub
//! - [`new_file`], [`new_folder`]: files and folders that are complete or not there
//! - [`sniff`]: recognizing tables among the other things that end in `.tsv`

// Input must not be able to stop the program: what can fail is an error that says so.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod arrow_stream;
mod bad_rows;
pub mod benchmark_settings;
pub mod error;
pub mod extraction_cases;
mod flatbuffer;
pub mod hub;
pub mod huggingface;
pub mod image_cell;
mod json_fields;
pub mod json_lines;
pub mod json_records;
pub mod judge_log;
pub mod labels;
pub mod maps;
pub mod missing_pictures;
pub mod mllm_bench;
mod nan_choices;
pub mod nearby;
pub mod new_file;
pub mod new_folder;
mod open_quote;
mod parquet_rows;
pub mod parquet_write;
pub mod picture_file;
pub mod picture_header;
pub mod predictions;
pub mod published_table;
pub mod python;
pub mod python_list;
mod question_folder;
pub mod question_formats;
pub mod questions;
pub mod ratings;
mod raw_fields;
mod record_scan;
pub mod records;
pub mod referenced_picture;
pub mod regular_file;
pub mod reviews;
pub mod seed_bench;
pub mod separated;
mod short_answer;
pub mod sniff;
pub mod toml_file;
mod unpacked_limit;
pub mod vlmevalkit;
pub mod votes;
mod warning;
mod workbook;
pub mod written_rows;

pub use error::{BadRow, FormatError};
pub use questions::{KeepPicture, QuestionFile, ReadOptions};
pub use vlmevalkit::{read_questions, read_questions_from};

/// The longest cell that is read, in bytes: a picture of 75 MB in base64.
pub const MAX_CELL_BYTES: usize = 100_000_000;

/// The longest row that is read, in bytes after unquoting.
pub const MAX_ROW_BYTES: usize = 128_000_000;

/// The longest record of JSON that is read, in bytes: with what is decoded of it, it is in memory twice.
pub const MAX_JSON_BYTES: usize = 64_000_000;

/// The longest text cell (anything but a picture) that is read, in bytes.
pub const MAX_TEXT_BYTES: usize = 1_000_000;

/// The largest picture file that is read, in bytes.
pub const MAX_PICTURE_BYTES: u64 = 100_000_000;

/// The most columns that a table may have.
pub const MAX_COLUMNS: usize = 4_096;

/// The most rows that one file may have. The largest benchmark known to us has 31,325 questions.
pub const MAX_ROWS: usize = 2_000_000;
