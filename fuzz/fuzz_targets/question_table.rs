//! Any bytes as a file of questions: `cargo fuzz run question_table`.
#![no_main]

use std::path::Path;

use assay::benchmark::ImageHash;
use assay::formats::{ReadOptions, read_questions_from};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for skip_bad in [false, true] {
        let options = ReadOptions { skip_bad, ..ReadOptions::default() };
        let mut keep = |bytes: &[u8]| Ok(ImageHash::compute(bytes));
        let _ = read_questions_from(bytes, Path::new("fuzz"), &options, &mut keep, &mut |_| ());
    }
});
