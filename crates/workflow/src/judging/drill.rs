//! The fire drill: before its votes count, a judge is asked about pairs whose result is known.
//!
//! The results are kept as they come, so that a drill that was stopped goes on, and the card of a judge can be
//! printed below its tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::drill_items::{DrillItem, DrillTest, drill_items};
use super::plan::Plan;
use super::requests::Requester;
use super::run::Judging;
use crate::infer::{AskError, Asked, PromptError, Report, Requests, Spent, ask_each};
use assay_core::benchmark::Input;
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::{Mode, Said};
use assay_core::votes::{Reading, Undecided};
use assay_store::{Store, StoreError};

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
#[derive(Clone, Debug, Serialize)]
pub struct DrillSummary {
    #[serde(flatten)]
    pub card: DrillCard,
    #[serde(flatten)]
    pub requests: Requests,
    /// Pairs with a reply from an earlier call.
    pub reused: usize,
    /// Pairs whose request failed; the same call asks them again.
    #[serde(skip)]
    pub failed: usize,
    /// The same with those that were not asked because the call stopped.
    pub without_reply: usize,
    #[serde(flatten)]
    pub spent: Spent,
}

/// The results as they are kept in a setting.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptDrill {
    settings: Value,
    /// Whether each pair was right, by its name; `None` if there was no verdict.
    results: BTreeMap<String, Option<bool>>,
}

/// Asks a judge about pairs whose result is known, and keeps its card. Where it scores answers alone, both of a pair
/// are scored.
///
/// # Errors
/// If there are no answers to make pairs of, or the database cannot be written.
pub fn drill(judging: Judging<'_>, report: Report<'_>) -> Result<DrillSummary, AskError> {
    let Judging { store, benchmark, options, asker } = judging;
    let plan = Plan::without_comparisons(store, benchmark, options, &options.models)?;
    let with_pictures = options.input == Input::Image;
    let is_alone = options.mode() == Mode::Single;
    let mut items = drill_items(&plan, with_pictures, options.seed, is_alone);
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
    let requester = Requester::new(store, asker, options);
    let mut failed = 0;
    let (requests, spent, left) = ask_each(
        asker,
        items,
        report,
        |item| requester.ask_item(item, is_alone),
        DrillItem::name,
        |ended| {
            for (item, _, reading) in ended {
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
    Ok(DrillSummary { card, requests, reused, failed, without_reply: left + failed, spent })
}

impl Requester<'_> {
    /// Asks about both answers together, or about one after the other, and reads what is said of them.
    fn ask_item(
        &self,
        item: &DrillItem,
        is_alone: bool,
    ) -> Result<(Vec<Asked>, Reading), PromptError> {
        let both = item.answers.each_ref().map(String::as_str);
        let (mut asked, mut said) = (Vec::new(), Vec::new());
        for shown in both.chunks(if is_alone { 1 } else { 2 }) {
            let one = self.ask(&item.question, shown, item.is_swapped.into())?;
            said.extend(self.options.prompt.said(&one.outcome));
            asked.push(one);
            if said.len() < asked.len() || said.iter().any(|said| said.undecided().is_some()) {
                break;
            }
        }
        let reading = match said[..] {
            [Said::Pair(reading)] => reading,
            [Said::Single(Ok(first)), Said::Single(Ok(second))] => {
                Reading::Scores { first, second }
            }
            [.., Said::Single(Err(because))] => Reading::Undecided(because),
            _ => Reading::Undecided(Undecided::Unresolved),
        };
        Ok((asked, reading))
    }
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
