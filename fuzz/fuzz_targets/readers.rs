//! Any bytes for any reader: the first byte is the reader, the second its options.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use readers::Readers;

#[path = "../../examples/fuzz_readers/readers.rs"]
mod readers;

thread_local! {
    static READERS: RefCell<Readers> = RefCell::new(Readers::new());
}

fuzz_target!(|bytes: &[u8]| {
    if let [reader, options, input @ ..] = bytes {
        READERS.with_borrow_mut(|readers| {
            readers.read_one(usize::from(*reader), input, u64::from(*options));
        });
    }
});
