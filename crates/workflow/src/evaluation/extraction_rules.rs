//! What is remembered of an extraction by a language model: that there is one, and the rules whose unread
//! texts it was given.

use assay_core::extract::RuleSet;
use assay_core::keyword::Keyword;
use assay_store::{Benchmark, Result, Store, StoreError};

/// The setting that remembers how a language model extracts labels; it exists from its first call on, also
/// where there was nothing to read.
pub fn extraction_key(benchmark: &Benchmark, extractor: &str) -> String {
    format!("extractor/{}/{extractor}", benchmark.name)
}

fn covered_key(benchmark: &Benchmark, extractor: &str) -> String {
    format!("extractor rules/{}/{extractor}", benchmark.name)
}

/// The rules whose unread texts an extractor was given, the latest first; `None` where that is not known.
pub fn covered_rules(
    store: &Store,
    benchmark: &Benchmark,
    extractor: &str,
) -> Result<Option<Vec<RuleSet>>> {
    let Some(text) = store.setting(&covered_key(benchmark, extractor))? else { return Ok(None) };
    let names = text.split_whitespace().map(RuleSet::from_name).collect::<Result<Vec<_>, _>>();
    names.map(Some).map_err(|error| StoreError::Damaged(format!("{extractor}'s rules: {error}")))
}

/// Remembers that an extractor is given the texts that these rules cannot read, or all.
pub fn cover_rules(
    store: &mut Store,
    benchmark: &Benchmark,
    extractor: &str,
    rules: Option<RuleSet>,
) -> Result<()> {
    let earlier = covered_rules(store, benchmark, extractor)?.unwrap_or_default();
    let mut covered = rules.map_or_else(|| RuleSet::ALL.to_vec(), |rules| vec![rules]);
    let is_other = |rules: &RuleSet| !covered.contains(rules);
    let others: Vec<RuleSet> = earlier.iter().copied().filter(is_other).collect();
    covered.extend(others);
    if covered == earlier {
        return Ok(());
    }
    let names: Vec<&str> = covered.into_iter().map(Keyword::name).collect();
    store.set_setting(&covered_key(benchmark, extractor), &names.join(" "))
}
