//! Prints how many bytes a picture takes on the line to the terminal and how long painting it takes, for
//! each protocol, over the pictures of TSV files (base64 in the column `image`).
//!
//! `cargo run --release --example picture_bytes -- FILE.tsv ...`

use std::time::Instant;

use assay::tui::picture::decode::{DecodeLimits, Decoded, decode};
use assay::tui::picture::painted::{Painted, paint};
use assay::tui::picture::payload::Payload;
use assay::tui::picture::{ColourDepth, PictureMode, Surface, View};
use ratatui::layout::Size;

/// The place of a picture beside a short question in the review, in cells of 9x18 pixels.
const PANES: [(&str, Size); 2] =
    [("120x40", Size { width: 94, height: 36 }), ("80x24", Size { width: 50, height: 20 })];
const MODES: [PictureMode; 4] =
    [PictureMode::Kitty, PictureMode::Sixel, PictureMode::Iterm2, PictureMode::Quadrants];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("| pictures | terminal | mode | n | kB p50 | kB largest | ms p50 | ms p99 |");
    println!("|---|---|---|---:|---:|---:|---:|---:|");
    for file in std::env::args().skip(1) {
        let pictures = pictures(&file)?;
        for (terminal, pane) in PANES {
            for mode in MODES {
                let surface =
                    Surface { mode, cell: (9, 18), ..Surface::for_cells(ColourDepth::True) };
                let mut figures = Vec::new();
                for picture in &pictures {
                    let start = Instant::now();
                    let painted = paint(picture, pane, View::default(), &surface)?;
                    let ms = start.elapsed().as_secs_f64() * 1e3;
                    figures.push((bytes(&painted), ms));
                }
                let mut kilobytes: Vec<f64> =
                    figures.iter().map(|(bytes, _)| bytes / 1e3).collect();
                let mut times: Vec<f64> = figures.iter().map(|(_, ms)| *ms).collect();
                kilobytes.sort_by(f64::total_cmp);
                times.sort_by(f64::total_cmp);
                let at = |sorted: &[f64], part: f64| sorted[(sorted.len() as f64 * part) as usize];
                println!(
                    "| {file} | {terminal} | {mode} | {} | {:.0} | {:.0} | {:.1} | {:.1} |",
                    figures.len(),
                    at(&kilobytes, 0.5),
                    at(&kilobytes, 0.999),
                    at(&times, 0.5),
                    at(&times, 0.99),
                );
            }
        }
    }
    Ok(())
}

fn pictures(file: &str) -> Result<Vec<Decoded>, Box<dyn std::error::Error>> {
    let mut rows = csv::ReaderBuilder::new().delimiter(b'\t').flexible(true).from_path(file)?;
    let column =
        rows.headers()?.iter().position(|name| name == "image").ok_or("no column image")?;
    let mut texts: Vec<String> = Vec::new();
    for row in rows.records() {
        // Later rows may refer to the row that has the picture by its index.
        if let Some(text) = row?.get(column).filter(|text| text.len() > 64) {
            texts.push(text.to_owned());
        }
    }
    texts.sort_unstable();
    texts.dedup();
    let decoded = texts.iter().filter_map(|text| {
        let bytes = base64_simd::STANDARD.decode_to_vec(text).ok()?;
        decode(&bytes, DecodeLimits::default()).ok()
    });
    Ok(decoded.collect())
}

/// Pixels as they are sent; of cells, the characters with the colours of each cell that changes them.
fn bytes(painted: &Painted) -> f64 {
    let pixels = match &painted.payload {
        Payload::None => 0,
        Payload::Kept { transmission: data, .. } | Payload::DrawnOnce(data) => data.len(),
    };
    let mut cells = 0;
    let mut before = None;
    for cell in &painted.cells.content {
        if cell.diff_option == ratatui::buffer::CellDiffOption::Skip {
            continue;
        }
        cells += cell.symbol().len();
        if before != Some((cell.fg, cell.bg)) {
            cells += format!("\x1b[38;2;{};48;2;{}m", sgr(cell.fg), sgr(cell.bg)).len();
            before = Some((cell.fg, cell.bg));
        }
    }
    (pixels + cells) as f64
}

fn sgr(colour: ratatui::style::Color) -> String {
    match colour {
        ratatui::style::Color::Rgb(red, green, blue) => format!("{red};{green};{blue}"),
        _ => String::new(),
    }
}
