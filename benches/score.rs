//! Speed of the parts of `assay score` on 50,000 circular rows: reading, extracting, scoring,
//! counting. Whole processes are timed by `score_whole_process.py`.

use std::hint::black_box;
use std::path::Path;

use assay::benchmark::taxonomy::Taxonomy;
use assay::benchmark::{Label, Pass};
use assay::extract::{Answer, Choices, RuleSet, extract};
use assay::formats::predictions::{Compat, PredictionTable, read_table};
use assay::keyword::Keyword;
use assay::score::{
    ExtractedPass, Graded, Group, Missing, Placement, RequiredPasses, Strategy, Tally, breakdown,
    judge, rotatable,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rust_xlsxwriter::Workbook;

const QUESTIONS: usize = 12_500;
const COLUMNS: [&str; 10] =
    ["index", "question", "A", "B", "C", "D", "answer", "category", "l2-category", "prediction"];

/// Every question with its four passes, answered in four ways.
fn rows() -> impl Iterator<Item = [String; COLUMNS.len()]> {
    (0..4 * QUESTIONS).map(|row| {
        let (pass, number) = (row / QUESTIONS, row % QUESTIONS);
        let choice = |at: usize| format!("shape {} of {number}", (at + pass) % 4);
        let right = (number % 4 + 4 - pass) % 4;
        let label = ["A", "B", "C", "D"][right];
        let prediction = match row % 4 {
            0 => label.to_owned(),
            1 => format!("The answer is ({label}), because it is larger than all the others."),
            2 => choice(right),
            _ => "It is hard to say which of the shapes is largest here.".to_owned(),
        };
        [
            (pass * 1_000_000 + number).to_string(),
            "Which shape is largest?".into(),
            choice(0),
            choice(1),
            choice(2),
            choice(3),
            label.into(),
            "image_style".into(),
            "coarse_perception".into(),
            prediction,
        ]
    })
}

fn write_files(folder: &Path) {
    let mut text = csv::WriterBuilder::new()
        .delimiter(b'\t')
        .from_path(folder.join("p.tsv"))
        .expect("a file in an empty folder");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let header = std::iter::once(COLUMNS.map(str::to_owned));
    for (number, row) in (0..).zip(header.chain(rows())) {
        text.write_record(&row).expect("a row");
        for (column, cell) in (0..).zip(&row) {
            sheet.write_string(number, column, cell).expect("a cell");
        }
    }
    text.flush().expect("a row");
    book.save(folder.join("p.xlsx")).expect("a workbook");
}

fn read(path: &Path) -> PredictionTable {
    read_table(path, Compat::None).expect("the file was just written")
}

fn reading_and_extracting(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    write_files(folder.path());
    let mut group = criterion.benchmark_group("50,000 rows");
    group.sample_size(20).throughput(Throughput::Elements(4 * QUESTIONS as u64));
    for name in ["p.tsv", "p.xlsx"] {
        let path = folder.path().join(name);
        group.bench_function(format!("read {name}"), |bench| bench.iter(|| read(&path)));
    }
    let table = read(&folder.path().join("p.tsv"));
    for rules in RuleSet::all() {
        group.bench_function(format!("extract by {rules}, one core"), |bench| {
            bench.iter(|| {
                for row in 0..table.rows() {
                    let choices = Choices::new(table.choices(row));
                    black_box(extract(rules, table.prediction(row), &choices));
                }
            });
        });
    }
    group.bench_function("which questions can be rotated", |bench| {
        bench.iter(|| {
            (0..QUESTIONS).filter(|&row| rotatable(table.choices(row), None).is_ok()).count()
        });
    });
    group.finish();
}

fn judging(criterion: &mut Criterion) {
    let required = RequiredPasses::Rotated(4);
    let questions: Vec<Vec<ExtractedPass>> = (0..QUESTIONS)
        .map(|number| {
            let answer = if number % 3 == 0 { Answer::Nothing } else { Answer::Label(Label::A) };
            let pass = |k: u32| ExtractedPass {
                pass: Pass(k),
                extracted: answer.into(),
                reference: Some(Label::A),
                grade: None,
            };
            (0..4).map(pass).collect()
        })
        .collect();
    let placement = Placement {
        split: Some("dev"),
        l2_category: Some("coarse_perception"),
        category: Some("image_style"),
    };
    criterion.bench_function("judge and count 12,500 questions", |bench| {
        bench.iter(|| {
            let is_correct = |passes: &&Vec<ExtractedPass>| {
                let group = Group { passes, required: &required };
                judge(&group, Strategy::Circular, Missing::Wrong).correct
            };
            let correct = black_box(&questions).iter().filter(is_correct).count();
            let tally =
                Tally { placement, questions: questions.len(), correct, graded: Graded::default() };
            breakdown(Taxonomy::mmbench(), [tally])
        });
    });
}

criterion_group!(benches, reading_and_extracting, judging);
criterion_main!(benches);
