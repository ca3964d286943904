//! Drawing samples: strata, what is left out, and why nothing is drawn.

use super::*;
use crate::evaluation::sample::{DrawnSample, Stratum};
use assay_core::extract::{BuiltIn, RuleSet};
use assay_core::keyword::Keyword;

/// Questions in different places, each answered by two models: `clear` says the label, `vague` says
/// nothing that the rules understand.
fn team() -> Team {
    let mut team = Team::new();
    let questions = [("1", "x", "dev"), ("2", "x", "test"), ("3", "y", "dev")];
    let questions = questions.map(|(key, category, split)| Question {
        category: Some(category.into()),
        l2_category: Some(format!("above {category}")),
        split: (key != "3").then(|| split.into()),
        ..question(key)
    });
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    team.answer_all("clear", "A. yes");
    team.answer_all("vague", "I see a street.");
    team
}

fn draw(team: &mut Team, pool: &Pool, strata: &[Stratum]) -> Result<DrawnSample, StoreError> {
    let benchmark = team.store.the_benchmark(None).unwrap();
    let name = format!("{pool:?} {strata:?}");
    let new = NewSample { name, rate: 1.0, seed: 1, ..NewSample::default() };
    draw_sample(&mut team.store, &benchmark, pool, strata, new)
}

#[test]
fn texts_are_parted_by_what_was_asked_for() {
    let mut team = team();
    for (strata, expected) in [
        (&[][..], &[("", 6)][..]),
        (&[Stratum::Model], &[("clear", 3), ("vague", 3)]),
        (&[Stratum::Category], &[("x", 4), ("y", 2)]),
        (&[Stratum::L2], &[("above x", 4), ("above y", 2)]),
        (&[Stratum::Split], &[("dev", 2), ("none given", 2), ("test", 2)]),
        (
            &[Stratum::Category, Stratum::Model],
            &[("x · clear", 2), ("x · vague", 2), ("y · clear", 1), ("y · vague", 1)],
        ),
    ] {
        let drawn = draw(&mut team, &Pool::default(), strata).unwrap();
        let found: Vec<_> =
            drawn.strata.iter().map(|one| (one.stratum.as_str(), one.drawn.len())).collect();
        assert_eq!(found, expected);
    }
    assert_eq!(
        Stratum::all().map(Stratum::name).collect::<Vec<_>>(),
        ["model", "category", "l2", "split"]
    );
}

#[test]
fn what_an_extractor_reads_is_left_to_it() {
    let mut team = team();
    let rules = BuiltIn::Rules(RuleSet::VlmevalkitLate);
    for unmatched_by in [rules, BuiltIn::Lexical] {
        let pool = Pool { unmatched_by: Some(unmatched_by), ..Pool::default() };
        let drawn = draw(&mut team, &pool, &[Stratum::Model]).unwrap();
        let found: Vec<_> =
            drawn.strata.iter().map(|one| (one.stratum.as_str(), one.drawn.len())).collect();
        assert_eq!(found, [("vague", 3)]);
        assert_eq!(drawn.sample.items, 3);
        assert_eq!(drawn.sample.filters["only"], "unmatched");
        assert_eq!(drawn.sample.filters["rules"], unmatched_by.name());
        let models = vec!["clear".to_owned()];
        let error = draw(&mut team, &Pool { models, ..pool }, &[]).unwrap_err().to_string();
        assert!(error.contains("reads a label from every text of b"), "{error}");
    }
    let pool = Pool { models: vec!["vague".into()], ..Pool::default() };
    let drawn = draw(&mut team, &pool, &[Stratum::Split]).unwrap();
    assert_eq!(drawn.sample.items, 3);
    assert_eq!(drawn.sample.filters["only"], "all");
    assert_eq!(drawn.sample.filters["models"], serde_json::json!(["vague"]));
    assert_eq!(drawn.sample.filters["stratify"], serde_json::json!(["split"]));
}

#[test]
fn a_sample_of_nothing_is_refused_with_the_reason() {
    let mut team = team();
    let pool = Pool { input: Input::Text, ..Pool::default() };
    let error = draw(&mut team, &pool, &[]).unwrap_err().to_string();
    assert!(error.contains("has no predictions with input text to draw from"), "{error}");
    let benchmark = team.store.the_benchmark(None).unwrap();
    let new = NewSample { name: "few".into(), rate: 0.01, seed: 1, ..NewSample::default() };
    let pool = Pool::default();
    let error = draw_sample(&mut team.store, &benchmark, &pool, &[], new).unwrap_err();
    assert!(error.to_string().contains("0.01 of 6 texts is none; raise --rate"), "{error}");
}
