//! The fire drill: before its votes count, a judge is asked about pairs whose result is known.
//!
//! The results are kept as they come, so that a drill that was stopped goes on, and the card of a judge can be
//! printed below its tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::asking::{Requester, ask_all};
use super::drill_items::{DrillItem, DrillTest, drill_items};
use super::options::JudgingOptions;
use super::plan::load_answers;
use crate::infer::{AskError, Asker, Report, Requests, Spent};
use assay_core::benchmark::Input;
use assay_core::keyword::Keyword as _;
use assay_core::votes::Undecided;
use assay_core::votes::parse::{Mode, Said};
use assay_store::{Benchmark, Store, StoreError};

/// The share of the pairs of a test that a judge must get right, in per cent.
pub const NEEDED_PERCENT: usize = 90;

/// The results of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TestCount {
    pub test: DrillTest,
    /// Pairs with a reply. None, if the benchmark has no material for the test.
    pub n: usize,
    pub passed: usize,
    pub failed: usize,
    /// Replies without a verdict, and refusals.
    pub unresolved: usize,
}

/// What a judge did with pairs whose result is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrillCard {
    pub judge: String,
    /// How the judge was asked, and about what.
    pub settings: Value,
    pub tests: Vec<TestCount>,
    /// Whether every pair has a reply, and each test has enough that are right.
    pub passed: bool,
}

/// What came of a drill.
#[derive(Clone, Debug)]
pub struct DrillSummary {
    pub card: DrillCard,
    pub requests: Requests,
    /// Pairs with a reply from an earlier call.
    pub reused: usize,
    /// Pairs whose request failed; the same call asks them again.
    pub failed: usize,
    /// Pairs that were not asked because the call stopped.
    pub left: usize,
    pub spent: Spent,
}

/// The results as they are kept in a setting.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptDrill {
    settings: Value,
    /// Whether each pair was right, by its name; `None` if there was no verdict.
    results: BTreeMap<String, Option<bool>>,
}

/// Asks a judge about pairs whose result is known, and keeps its card.
///
/// # Errors
/// If answers are scored alone, there are no answers to make pairs of, or the database cannot be written.
pub fn drill(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &JudgingOptions,
    asker: &Asker,
    report: Report<'_>,
) -> Result<DrillSummary, AskError> {
    if options.mode() == Mode::Single {
        let why =
            "the drill compares two answers; check the judge with --mode vote or --mode score";
        return Err(AskError::Refused(why.to_owned()));
    }
    let (models, questions, answers) = load_answers(store, benchmark, options, &options.models)?;
    let with_pictures = options.input == Input::Image;
    let mut items = drill_items(&questions, &answers, &models, with_pictures, options.seed);
    if items.is_empty() {
        return Err(AskError::Refused(format!(
            "{} has no answers of two words or more to open questions, of which the drill could make its pairs",
            benchmark.name
        )));
    }
    let mut settings = options.settings(&asker.client);
    settings["benchmark"] = benchmark.name.as_str().into();
    settings["seed"] = options.seed.into();
    settings["pairs"] = items.len().into();
    settings["pairs_blake3"] = hash(&items).into();
    let key = key(&options.judge);
    let earlier = kept(store, &options.judge)?.filter(|earlier| earlier.settings == settings);
    let mut drill = earlier.unwrap_or(KeptDrill { settings, results: BTreeMap::new() });
    let reused = drill.results.len();
    items.retain(|item| !drill.results.contains_key(&item.name()));
    let requester = Requester::new(store, asker, &options.prompt, options.input);
    let mut failed = 0;
    let (requests, spent, left) = ask_all(
        asker,
        items,
        report,
        |item: &DrillItem| {
            let [first, second] = &item.answers;
            requester.ask(&item.question, &[first, second], u16::from(item.is_swapped))
        },
        DrillItem::name,
        |ended| {
            for (item, outcome) in ended {
                let Some(Said::Pair(reading)) = requester.said(&outcome) else { continue };
                match item.passes(reading) {
                    Err(Undecided::Failed) => failed += 1,
                    result => {
                        drill.results.insert(item.name(), result.ok());
                    }
                }
            }
            let text = serde_json::to_string(&drill).map_err(|error| damaged(&error))?;
            Ok(store.set_setting(&key, &text)?)
        },
    )?;
    let card = drill.card(&options.judge);
    Ok(DrillSummary { card, requests, reused, failed, left, spent })
}

/// The card of a judge's last drill; `None` if there was none, or it was not finished.
pub fn drill_card(store: &Store, judge: &str) -> Result<Option<DrillCard>, StoreError> {
    let finished = kept(store, judge)?.filter(KeptDrill::is_finished);
    Ok(finished.map(|drill| drill.card(judge)))
}

fn key(judge: &str) -> String {
    format!("judge drill/{judge}")
}

fn kept(store: &Store, judge: &str) -> Result<Option<KeptDrill>, StoreError> {
    let text = store.setting(&key(judge))?;
    text.map(|text| serde_json::from_str(&text).map_err(|error| damaged(&error))).transpose()
}

fn damaged(error: &serde_json::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// BLAKE3 of the pairs: with other answers it is another drill.
fn hash(items: &[DrillItem]) -> String {
    let texts =
        items.iter().map(|item| json!([item.name(), item.question.key.as_str(), item.answers]));
    let texts: Value = texts.collect();
    blake3::hash(texts.to_string().as_bytes()).to_hex().to_string()
}

impl KeptDrill {
    fn is_finished(&self) -> bool {
        self.settings["pairs"] == self.results.len()
    }

    fn card(&self, judge: &str) -> DrillCard {
        let count = |test: DrillTest| {
            let prefix = format!("{test}/");
            let results = || self.results.iter().filter(|(name, _)| name.starts_with(&prefix));
            let count = |wanted| results().filter(|(_, result)| **result == wanted).count();
            let (passed, failed) = (count(Some(true)), count(Some(false)));
            TestCount { test, n: results().count(), passed, failed, unresolved: count(None) }
        };
        let tests: Vec<TestCount> = DrillTest::all().map(count).collect();
        let passed = self.is_finished() && tests.iter().all(TestCount::has_passed);
        DrillCard { judge: judge.to_owned(), settings: self.settings.clone(), tests, passed }
    }
}

impl TestCount {
    /// Whether enough are right. A test without material is not failed.
    pub fn has_passed(&self) -> bool {
        self.passed * 100 >= self.n * NEEDED_PERCENT
    }
}
