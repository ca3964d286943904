//! Speed of the agreement statistics: all of them on a large table, and the bootstrap of a small one.

use std::hint::black_box;

use assay::agreement::{Categories, DawidSkeneSummary, Overview, RatingTable};
use assay::formats::ratings::{Layout, read_ratings};
use assay::statistics::{Plan, paired_bootstrap};
use criterion::{Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

const LABELS: [&str; 5] = ["A", "B", "C", "D", "Z"];

/// Six raters who are right in four of five cases, with one rating in ten missing, as a long CSV.
fn six_raters(items: u32) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut csv = String::from("item,rater,label\n");
    for item in 0..items {
        let truth = random.next_u32() % 5;
        for rater in 0..6 {
            let label = if random.next_u32() % 5 == 0 { random.next_u32() % 5 } else { truth };
            if random.next_u32() % 10 != 0 {
                csv.push_str(&format!("q{item:06},rater{rater},{}\n", LABELS[label as usize]));
            }
        }
    }
    csv
}

fn declared() -> Categories {
    Categories::Declared(LABELS.map(str::to_owned).to_vec())
}

fn table(csv: &str) -> RatingTable {
    let ratings = read_ratings(csv.as_bytes(), &Layout::default(), declared());
    ratings.expect("the table above is well-formed").table
}

fn large_table(criterion: &mut Criterion) {
    let csv = six_raters(100_000);
    let table = table(&csv);
    let mut group = criterion.benchmark_group("6 raters x 100,000 items");
    group.sample_size(10);
    group.bench_function("read the CSV", |bench| {
        bench.iter(|| read_ratings(csv.as_bytes(), &Layout::default(), declared()).is_ok());
    });
    group.bench_function("every statistic", |bench| {
        bench.iter(|| Overview::compute(black_box(&table), true));
    });
    group.bench_function("Dawid-Skene", |bench| {
        bench.iter(|| DawidSkeneSummary::compute(black_box(&table)));
    });
    group.finish();
}

fn bootstrap(criterion: &mut Criterion) {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut right = |share: u32| -> Vec<f64> {
        (0..420).map(|_| f64::from(u8::from(random.next_u32() % 100 < share))).collect()
    };
    let (first, second) = (right(91), right(87));
    let plan = Plan { resamples: 10_000, seed: 1 };
    criterion.bench_function("10,000 paired resamples of 420 items", |bench| {
        bench.iter(|| paired_bootstrap(&first, &second, plan));
    });
}

criterion_group!(benches, large_table, bootstrap);
criterion_main!(benches);
