//! Generates the sample benchmark that is embedded for `assay demo`: `sample_data/` of the repository.
//!
//! ```text
//! cargo run --release --example make_sample_data               # writes sample_data/
//! cargo run --release --example make_sample_data -- --check    # compares it
//! cargo run --release --example make_sample_data -- --pictures DIR
//! ```
//!
//! The last form writes the pictures as files. The modules of [`sample`] generate everything; this
//! file only reads and writes files.

mod sample;

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, bail};
use sample::picture::{self, Format};
use sample::{Sample, comparison};

fn main() -> anyhow::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data");
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => write(&folder),
        ["--check"] => check(&folder),
        ["--pictures", folder] => write_pictures(Path::new(folder)),
        _ => bail!("expected no argument, --check, or --pictures DIR"),
    }
}

fn write(folder: &Path) -> anyhow::Result<()> {
    let sample = Sample::make();
    let mut total = 0;
    for (name, bytes) in &sample.files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
        }
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        println!("{:>9} bytes  {name}", bytes.len());
        total += bytes.len();
    }
    println!("{total:>9} bytes, {} questions", sample.questions.len());
    for run in &sample.runs {
        let right = sample.questions.iter().enumerate().filter(|(at, one)| run.is_right(one, *at));
        println!("{}: {} right in all passes", run.model.name, right.count());
    }
    Ok(())
}

fn check(folder: &Path) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    for (name, made) in Sample::make().files {
        let found = fs::read(folder.join(&name)).unwrap_or_default();
        if let Some(difference) = comparison::difference(&name, &made, &found) {
            stale.push(format!("{name}: {difference}"));
        }
    }
    if stale.is_empty() {
        println!("sample_data/ is what the generator makes");
        return Ok(());
    }
    bail!("not what the generator makes: {}", stale.join("; "))
}

fn write_pictures(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    for picture in picture::all(&sample::questions::all()) {
        let bytes = picture.encode();
        let ending = if picture.format == Format::Jpeg { "jpg" } else { "png" };
        let path = folder.join(format!("{}.{ending}", picture.name));
        println!("{:>7} bytes  {}", bytes.len(), picture.name);
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        if let Some(bytes) = picture.encode_in_chinese() {
            let path = folder.join(format!("{}_zh.{ending}", picture.name));
            fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(())
}
