//! The quota board: how far each category is, and how many questions it lacks once those that cannot stay
//! are left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::benchmark::provenance::{adopted, has_verdict_among};
use crate::benchmark::review::{REJECTING, ReviewVerdict};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::verification::{Settlement, VerifyVerdict};
use crate::scoring::verification::suspected_questions;
use crate::scoring::{QuestionDecisions, decisions_by_question};
use crate::store::{Benchmark, QuestionEntry, Store, StoreError};

/// How far a category is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CategoryProgress {
    /// As in the data, or as in the taxonomy where no question has it; nothing for questions without one.
    pub category: Option<String>,
    /// Its questions.
    pub questions: usize,
    /// Of these, reviewed by anybody.
    pub reviewed: usize,
    /// Of these, those that stay: most reviewers keep them, or experts do.
    pub kept: usize,
    /// Those that cannot stay: removed by verifiers or adjudicators, or, where these have settled nothing,
    /// text-only or wrong by more than half of their reviewers.
    pub out: usize,
    /// How many questions the taxonomy wants.
    pub quota: Option<usize>,
    /// How many must be found: the quota less the questions that are not out.
    pub lacking: usize,
}

/// What becomes of a question, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stays,
    Out,
    Open,
}

/// The categories of the questions and those with a quota.
pub(super) fn progress(
    store: &Store,
    benchmark: &Benchmark,
    reviewed: &[String],
) -> Result<Vec<CategoryProgress>, StoreError> {
    let reviewed: HashSet<&str> = reviewed.iter().map(String::as_str).collect();
    let decisions = decisions_by_question(store, benchmark)?;
    let verified: HashMap<_, Settlement> = suspected_questions(store, benchmark)?
        .into_iter()
        .map(|one| (one.current, one.settlement()))
        .collect();
    let mut rows: BTreeMap<(usize, Option<String>), CategoryProgress> = BTreeMap::new();
    let taxonomy = benchmark.taxonomy();
    for (place, (.., leaf)) in taxonomy.leaves().enumerate() {
        if let Some(quota) = leaf.quota {
            let category = Some(leaf.name.clone());
            let quota = Some(quota);
            let row = CategoryProgress { category, quota, ..CategoryProgress::default() };
            rows.insert((place, None), row);
        }
    }
    for QuestionEntry { id, key, category, .. } in store.question_entries(benchmark)? {
        let key = key.as_str();
        let row = rows.entry(place(taxonomy, category.as_deref())).or_default();
        row.category = category.or(row.category.take());
        row.questions += 1;
        row.reviewed += usize::from(reviewed.contains(key));
        match fate(decisions.get(key), verified.get(&id).copied()) {
            Fate::Stays => row.kept += 1,
            Fate::Out => row.out += 1,
            Fate::Open => {}
        }
    }
    let lacking = |mut row: CategoryProgress| {
        let there = row.questions - row.out;
        row.lacking = row.quota.map_or(0, |quota| quota.saturating_sub(there));
        row
    };
    Ok(rows.into_values().map(lacking).collect())
}

/// The place of a category in the taxonomy; those that it does not know follow by name.
fn place(taxonomy: &Taxonomy, category: Option<&str>) -> (usize, Option<String>) {
    let known = category.and_then(|name| taxonomy.leaf(name)).map(|(.., leaf)| &leaf.name);
    let place = known.and_then(|known| taxonomy.leaves().position(|(.., l3)| l3.name == *known));
    match place {
        Some(place) => (place, None),
        None => (usize::MAX, Some(category.unwrap_or_default().to_owned())),
    }
}

fn fate(decisions: Option<&QuestionDecisions>, verified: Option<Settlement>) -> Fate {
    let by_experts = |becomes: VerifyVerdict| match becomes {
        VerifyVerdict::Remove => Fate::Out,
        VerifyVerdict::Keep | VerifyVerdict::Fix => Fate::Stays,
    };
    if let Some(Settlement::Settled(verdict)) = verified {
        return by_experts(verdict);
    }
    let Some(decisions) = decisions else { return Fate::Open };
    if let Some(adopted) = adopted(&decisions.adjudications) {
        return by_experts(adopted.becomes());
    }
    let has_verdict = |wanted: &[ReviewVerdict]| {
        has_verdict_among(&decisions.reviews, &decisions.adjudications, wanted)
    };
    match (has_verdict(&[ReviewVerdict::Keep]), has_verdict(&REJECTING)) {
        (true, _) => Fate::Stays,
        (_, true) => Fate::Out,
        _ => Fate::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::adjudication::AdjudicateDecision;
    use crate::benchmark::decision::ReviewDecision;

    fn decisions(verdicts: &[ReviewVerdict]) -> QuestionDecisions {
        let review = |verdict: &ReviewVerdict| ReviewDecision::new(None, *verdict, vec![]);
        let reviews = verdicts.iter().map(review).collect();
        QuestionDecisions { reviews, ..QuestionDecisions::default() }
    }

    #[test]
    fn a_question_is_out_where_most_reviewers_reject_it_unless_experts_say_otherwise() {
        use ReviewVerdict::{Keep, TextOnly, Wrong};
        let settled = |verdict| Some(Settlement::Settled(verdict));
        assert_eq!(fate(None, None), Fate::Open);
        assert_eq!(fate(Some(&decisions(&[Keep, Keep])), None), Fate::Stays);
        assert_eq!(fate(Some(&decisions(&[Wrong, Wrong, Keep])), None), Fate::Out);
        assert_eq!(fate(Some(&decisions(&[TextOnly, Keep])), None), Fate::Open);
        let kept_by_verifiers = fate(Some(&decisions(&[Wrong])), settled(VerifyVerdict::Keep));
        assert_eq!(kept_by_verifiers, Fate::Stays);
        let removed = fate(Some(&decisions(&[Keep, Keep])), settled(VerifyVerdict::Remove));
        assert_eq!(removed, Fate::Out);
        let mut disputed = decisions(&[Wrong, Wrong, Keep]);
        disputed.adjudications = vec![AdjudicateDecision::overriding(None, Keep)];
        assert_eq!(fate(Some(&disputed), Some(Settlement::Open)), Fate::Stays);
    }

    #[test]
    fn a_category_that_the_taxonomy_does_not_know_comes_after_those_it_knows() {
        let taxonomy = Taxonomy::from_name("mmbench").unwrap();
        let first = taxonomy.leaves().next().unwrap().2.name.clone();
        assert_eq!(place(taxonomy, Some(&first)), (0, None));
        assert!(place(taxonomy, Some("no such ability")) > place(taxonomy, Some(&first)));
        assert_eq!(place(taxonomy, None), (usize::MAX, Some(String::new())));
    }
}
