//! Reads a file of questions without storing anything, and prints what is in it, how long it took
//! and how much memory it needed. A benchmark of the reader alone, and an example of its use.
//!
//! ```text
//! cargo run --release --example read_questions -- large.tsv
//! ```

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use assay::benchmark::ImageHash;
use assay::formats::{ReadOptions, read_questions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file of questions")?;
    let (mut pictures, mut picture_bytes, mut file_bytes) = (0, 0, 0);
    let mut keep = |bytes: &[u8], _: Option<&_>| {
        pictures += 1;
        picture_bytes += bytes.len();
        Ok(ImageHash::compute(bytes))
    };
    let began = Instant::now();
    let options = ReadOptions::default();
    let file = read_questions(Path::new(&path), &options, &mut keep, &mut |at| file_bytes = at)?;
    let seconds = began.elapsed().as_secs_f64();
    println!("{} questions in {} rows", file.questions.len(), file.rows);
    println!("{pictures} pictures, {} different, {picture_bytes} bytes", file.pictures);
    file.warnings.iter().for_each(|warning| println!("warning: {warning}"));
    println!("{seconds:.3} s, {:.0} MB/s", file_bytes as f64 / 1e6 / seconds);
    println!("{}", peak_memory().unwrap_or_default());
    Ok(())
}

/// The most memory this process ever held, as Linux counts it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find(|line| line.starts_with("VmHWM")).map(str::to_owned)
}
