//! Any text as an image cell or as a list literal: `cargo fuzz run image_cell`.
#![no_main]

use assay::formats::image_cell::{ImageCell, decode_picture, read_image_cell};
use assay::formats::python_list;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = python_list::parse(text);
    if let Ok(ImageCell::Pictures(pictures)) = read_image_cell(text) {
        let mut bytes = Vec::new();
        for picture in pictures {
            let _ = decode_picture(&picture, &mut bytes);
        }
    }
});
