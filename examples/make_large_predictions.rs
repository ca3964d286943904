//! Writes a prediction file of any size in VLMEvalKit's layout, to measure `assay score`: generated
//! questions of four choices with all their CircularEval passes. The answers alternate between short,
//! long, evasive and wrong ones.
//!
//! The extension selects the format: `.tsv` (every cell quoted, as VLMEvalKit writes it), `.xlsx` or
//! `.json`. The questions are those of `make_large_benchmark`: four rows for each question there.
//!
//! ```text
//! cargo run --release --example make_large_predictions -- --rows 50000 --out predictions.xlsx
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use assay::benchmark::taxonomy::Taxonomy;
use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rust_xlsxwriter::Workbook;

const COLUMNS: [&str; 14] = [
    "index",
    "question",
    "hint",
    "A",
    "B",
    "C",
    "D",
    "answer",
    "category",
    "source",
    "l2-category",
    "comment",
    "split",
    "prediction",
];
const SHAPES: [&str; 8] = ["circle", "square", "star", "cross", "ring", "arrow", "spiral", "wave"];
const LABELS: [&str; 4] = ["A", "B", "C", "D"];

#[derive(Debug, Parser)]
struct Options {
    /// How many rows; each question has four of them
    #[arg(long, default_value_t = 50_000)]
    rows: usize,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Seed of the answers
    #[arg(long, default_value_t = 20261120)]
    seed: u64,
}

fn main() -> io::Result<()> {
    let options = Options::parse();
    let rows = rows(options.rows, options.seed);
    match options.out.extension().and_then(|ending| ending.to_str()) {
        Some("xlsx") => write_xlsx(&options.out, rows).map_err(io::Error::other),
        Some("json") => write_json(&options.out, rows),
        _ => write_tsv(&options.out, rows),
    }
}

type Row = [String; COLUMNS.len()];

/// Pass by pass, as VLMEvalKit's circular files have them.
fn rows(count: usize, seed: u64) -> impl Iterator<Item = Row> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let taxonomy = Taxonomy::mmbench();
    let l2 = taxonomy.l1.iter().flat_map(|l1| &l1.l2);
    let abilities: Vec<(String, String)> =
        l2.flat_map(|l2| l2.l3.iter().map(|l3| (l3.name.clone(), l2.name.clone()))).collect();
    let questions = count.div_ceil(4);
    (0..count).map(move |row| {
        let (pass, number) = (row / questions, row % questions);
        let choice = |place: usize| format!("{} {}", SHAPES[(number + place) % 8], number % 97);
        let right = (number * 7 % 4 + 4 - pass) % 4;
        let shown: [String; 4] = std::array::from_fn(|place| choice((place + pass) % 4));
        let prediction = answer(right, &shown, &mut random);
        let [a, b, c, d] = shown;
        let (category, l2_category) = &abilities[number % abilities.len()];
        [
            (pass * 1_000_000 + number).to_string(),
            format!("Which shape is largest in drawing {number}?"),
            if number % 3 == 0 { "The picture was drawn by a program." } else { "" }.into(),
            a,
            b,
            c,
            d,
            LABELS[right].into(),
            category.clone(),
            "made up".into(),
            l2_category.clone(),
            String::new(),
            if number.is_multiple_of(5) { "test" } else { "dev" }.into(),
            prediction,
        ]
    })
}

/// What the model writes: right in four of five rows.
fn answer(right: usize, shown: &[String; 4], random: &mut ChaCha8Rng) -> String {
    let chosen = match random.next_u32() % 5 {
        0 => random.next_u32() as usize % 4,
        _ => right,
    };
    let (label, text) = (LABELS[chosen], &shown[chosen]);
    match random.next_u32() % 10 {
        0..4 => label.to_owned(),
        4 => format!("{label}. {text}"),
        5 => format!("The answer is {label}."),
        6 => text.clone(),
        7 => format!(
            "Looking at the drawing, the {} takes the most room of all, while the others stand \
             at its edge and are smaller by far. The answer is ({label}).",
            text.split(' ').next().unwrap_or_default()
        ),
        8 => format!("The shape seems to be a large one near the middle, option {label} perhaps."),
        _ => "It is hard to say which of the shapes is the largest in this drawing.".to_owned(),
    }
}

fn write_tsv(path: &Path, rows: impl Iterator<Item = Row>) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b'\t')
        .quote_style(csv::QuoteStyle::Always)
        .from_path(path)?;
    writer.write_record(COLUMNS)?;
    for row in rows {
        writer.write_record(&row)?;
    }
    writer.flush()
}

fn write_json(path: &Path, rows: impl Iterator<Item = Row>) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for (number, row) in rows.enumerate() {
        let cells = COLUMNS.iter().zip(&row);
        let record: serde_json::Map<String, serde_json::Value> =
            cells.map(|(&name, cell)| (name.to_owned(), cell.as_str().into())).collect();
        out.write_all(if number == 0 { b"[" } else { b",\n" })?;
        serde_json::to_writer(&mut out, &record)?;
    }
    out.write_all(b"]")?;
    out.flush()
}

/// Numbers as numbers and texts as shared strings, which is what pandas with xlsxwriter does.
fn write_xlsx(
    path: &Path,
    rows: impl Iterator<Item = Row>,
) -> Result<(), rust_xlsxwriter::XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(COLUMNS) {
        sheet.write_string(0, column, name)?;
    }
    for (number, row) in (1..).zip(rows) {
        sheet.write_number(number, 0, row[0].parse::<f64>().unwrap_or_default())?;
        for (column, cell) in (1..).zip(&row[1..]) {
            if !cell.is_empty() {
                sheet.write_string(number, column, cell)?;
            }
        }
    }
    book.save(path)
}
