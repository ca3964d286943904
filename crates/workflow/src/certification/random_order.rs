//! The random order in which a share of a queue is handed out, whatever comes first: that of the newest audit where
//! one was started, so that the audit goes on, else that of the assignment's seed.
//!
//! The questions it begins with, as far as all of them are decided, are a random sample, whichever order handed
//! them out.

use std::collections::HashMap;

use super::audit::{audit_order, newest_audit};
use assay_core::benchmark::gate::{DrawnShare, place_in_order};
use assay_store::{Benchmark, Result, Store};

/// The positions of these items in the random order. What the audit leaves out is not in it.
pub(crate) fn random_order(
    store: &Store,
    benchmark: &Benchmark,
    drawn: DrawnShare,
    names: &[&str],
) -> Result<Vec<usize>> {
    if let Some(audit) = newest_audit(store, benchmark)? {
        let positions: HashMap<&str, usize> =
            names.iter().enumerate().map(|(at, name)| (*name, at)).collect();
        return Ok(audit_order(&audit).filter_map(|key| positions.get(key).copied()).collect());
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_cached_key(|&at| place_in_order(drawn.seed, names[at]));
    Ok(order)
}
