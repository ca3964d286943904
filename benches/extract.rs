//! How fast labels are read: short answers per second on one core, and long texts.
//!
//! `cargo bench --bench extract`

use std::hint::black_box;

use assay::benchmark::Label;
use assay::extract::{Choices, RuleSet, extract};
use assay::keyword::Keyword;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// What models answer when told to answer by a letter.
const SHORT: [&str; 10] = [
    "B",
    "(C)",
    "A.",
    "D. on the roof",
    "**B**",
    "The answer is B.",
    "Answer: C",
    "Option A",
    "behind the dog",
    "\\boxed{D}",
];

const CHOICES: [&str; 4] =
    ["left of the dog", "behind the dog", "in front of the dog", "on the roof"];

fn choices() -> Choices {
    Choices::new(Label::all().zip(CHOICES))
}

fn short_answers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("short answers");
    group.throughput(Throughput::Elements(SHORT.len() as u64));
    let prepared = choices();
    for rules in RuleSet::all() {
        group.bench_function(BenchmarkId::new("choices prepared once", rules), |bencher| {
            bencher.iter(|| {
                for text in SHORT {
                    black_box(extract(rules, black_box(text), &prepared));
                }
            });
        });
        group.bench_function(BenchmarkId::new("choices prepared each time", rules), |bencher| {
            bencher.iter(|| {
                for text in SHORT {
                    black_box(extract(rules, black_box(text), &choices()));
                }
            });
        });
    }
    group.finish();
}

/// A chain of thought that ends in a statement; the time per byte must not grow with its length.
fn long_texts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("long texts");
    let thought = "The sheep (A) could be left of the dog, but option B is behind it. So 3 = 3. ";
    let prepared = choices();
    for kilobytes in [1, 16, 256] {
        let text = thought.repeat(kilobytes * 1024 / thought.len()) + "\nThe answer is B.";
        group.throughput(Throughput::Bytes(text.len() as u64));
        for rules in [RuleSet::VlmevalkitLate, RuleSet::Assay] {
            group.bench_function(BenchmarkId::new(rules.name(), kilobytes), |bencher| {
                bencher.iter(|| extract(rules, black_box(&text), &prepared));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, short_answers, long_texts);
criterion_main!(benches);
