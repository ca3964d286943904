//! Speed of measuring extractors against people, for as many texts as people read in an afternoon and
//! for many more. The Agreement screen computes this when it opens.

use std::hint::black_box;

use assay::agreement::extraction::{ReadText, Readings, Reference, extraction_agreement};
use assay::benchmark::{ChoiceOrder, HandLabel, Label};
use assay::extract::{Answer, BuiltIn, Extractor};
use assay::keyword::Keyword;
use assay::statistics::Plan;
use criterion::{Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Texts read by three people who agree in nine of ten cases, and by six extractors that read what
/// people read in two of three.
fn readings(texts: usize) -> Readings {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut label = move |truth: Label, slips: u32| match random.next_u32() % 100 < slips {
        true => Label::from_index(random.next_u32() as usize % 4).unwrap_or(truth),
        false => truth,
    };
    let order = ChoiceOrder::original(Label::all().take(4));
    let read = |number: usize| {
        let truth = Label::from_index(number % 4).unwrap_or(Label::A);
        let people =
            ["ann", "bob", "cy"].map(|name| (name.to_owned(), HandLabel::Choice(label(truth, 13))));
        let extractors = (0..6).map(|_| Some(Answer::Label(label(truth, 45))));
        ReadText {
            item: format!("{number}/model-{}/0", number % 8),
            model: format!("model-{}", number % 8),
            order: order.clone(),
            answer: Some(truth),
            extractors: extractors.collect(),
            people: people.into(),
        }
    };
    let texts = (0..texts).map(read).collect();
    let extractors = BuiltIn::all().map(Extractor::BuiltIn);
    let extractors = extractors.chain([Extractor::Model("judge".into())]).collect();
    Readings { extractors, texts }
}

fn extractors_against_people(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("six extractors and three people");
    group.sample_size(10);
    for (texts, resamples) in [(420, 10_000), (10_000, 2_000), (10_000, 10_000)] {
        let readings = readings(texts);
        let plan = Plan { resamples, seed: 1 };
        group.bench_function(format!("{texts} texts, {resamples} resamples"), |bench| {
            bench.iter(|| {
                let reference = Reference::HumanMajority;
                extraction_agreement(black_box(&readings), &reference, plan, 0.05).is_ok()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, extractors_against_people);
criterion_main!(benches);
