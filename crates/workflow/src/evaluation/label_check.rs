//! The check of `assay doctor` that cached labels are those in the texts.

use super::labels::{compute_labels, labels_key};
use assay_core::extract::RuleSet;
use assay_core::keyword::Keyword;
use assay_store::{Benchmark, CheckReport, Result, Run, Store};

const LABELS: &str = "kept labels are what rules read";

/// Compares the cached labels of these runs, by benchmark, with labels that are extracted again.
/// `fix` removes those that disagree with their texts, unless the file is damaged.
pub fn check_labels(
    store: &mut Store,
    runs: &[(Benchmark, Vec<Run>)],
    fix: bool,
    report: &mut CheckReport,
) {
    // Nothing is deleted from a file whose pages cannot be trusted.
    let fix = fix && !report.is_damaged();
    report.attempt(LABELS, |report| {
        let (mut messages, mut wrong) = (Vec::new(), Vec::new());
        for (benchmark, runs) in runs {
            for rules in RuleSet::all() {
                for run in runs_with_other_labels(store, benchmark, runs, rules)? {
                    messages.push(format!(
                        "the labels that {rules} read from run {} of {} are not those in its texts",
                        run.id, run.model
                    ));
                    wrong.push((run, rules.name()));
                }
            }
        }
        report.add(LABELS, messages, true);
        if fix && !wrong.is_empty() {
            store.remove_labels(&wrong)?;
            report.mark_fixed(LABELS);
        }
        Ok(())
    });
}

/// The runs whose cached labels of this version of the rules disagree with those in their texts.
fn runs_with_other_labels<'a>(
    store: &Store,
    benchmark: &Benchmark,
    runs: &'a [Run],
    rules: RuleSet,
) -> Result<Vec<&'a Run>> {
    let (mut with_labels, mut cached) = (Vec::new(), Vec::new());
    for run in runs {
        if let Some(labels) = store.cached_labels(run, labels_key(rules))? {
            with_labels.push(run);
            cached.push(labels);
        }
    }
    let computed = compute_labels(store, benchmark, &with_labels, rules)?;
    let both = with_labels.into_iter().zip(cached.iter().zip(&computed));
    Ok(both.filter(|(_, (cached, computed))| cached != computed).map(|(run, _)| run).collect())
}
