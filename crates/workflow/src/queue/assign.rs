//! Assigning a queue: checks that the work can be done, and draws the share that several people decide.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::blocks::{BlockPlan, Blocked, form_blocks};
use super::gold::{settled_pairs, settled_questions};
use super::order::question_key;
use super::priority::{check, ranks};
use super::registry::{ListedItem, RegisteredQueue};
use crate::evaluation::sample::Stratum;
use assay_core::benchmark::PredictionName;
use assay_core::benchmark::gate::DrawnShare;
use assay_core::benchmark::queues::{QUEUE_REVIEW, QUEUE_VOTE, has_questions_as_items, settled_by};
use assay_core::benchmark::team::ItemPriority;
use assay_core::statistics::{Drawn, draw_stratified};
use assay_store::{
    Assignment, Benchmark, NewAssignment, NewBlocks, QuestionEntry, QuestionId, Result, Store,
    StoreError, refuse_if,
};

/// What a lead asks for.
#[derive(Clone, Debug)]
pub struct AssignmentPlan {
    /// How many people decide an item.
    pub per_item: usize,
    /// Whom it is assigned to; all people if none is named.
    pub people: Vec<String>,
    /// The share of the items that `per_item` people decide; all where none is given.
    pub overlap_share: Option<f64>,
    /// What parts the items before that share is drawn.
    pub strata: Vec<Stratum>,
    /// The seed with which it is drawn.
    pub seed: u64,
    /// What comes first; nothing for the queue's own order.
    pub order: Option<ItemPriority>,
    /// How long an item is held for the person who has it open.
    pub lease_seconds: u32,
    /// How many more people at most decide an item on which those before differ.
    pub disagreement_extra: usize,
    /// The share of each person's items that come without their pictures first; `seed` draws it.
    pub gate: Option<f64>,
    /// The share of the questions on which reviewers agree that are adjudicated too; `seed` draws it.
    pub agreed_share: Option<f64>,
    /// The share of what is handed out that comes in a random order, which `seed` gives.
    pub random_share: Option<f64>,
    /// The share of what each person decides that is gold; nothing without gold.
    pub gold_share: Option<f64>,
    /// What people take as a whole; `None` if they take single items.
    pub blocks: Option<BlockPlan>,
}

/// What was assigned.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The queue.
    pub queue: &'static str,
    /// The assignment.
    pub assignment: Assignment,
    /// Whom it is assigned to; empty for everybody.
    pub people: Vec<String>,
    /// How many items the queue has.
    pub items: usize,
    /// How many of them have as many decisions as are wanted, gold left out.
    pub enough: usize,
    /// How many of them are gold.
    pub gold: usize,
    /// How many blocks they are in; nothing without blocks.
    pub blocks: Option<usize>,
    /// What was drawn for the overlap, by stratum.
    pub overlap: Vec<Drawn<String>>,
    /// What the lead must know.
    pub warnings: Vec<String>,
}

/// Assigns a queue; an earlier assignment of it ends.
///
/// # Errors
/// `Refused` where fewer people are named than decide an item: no item could ever be finished; where there is nothing to
/// order the items by.
pub fn assign(
    store: &mut Store,
    benchmark: &Benchmark,
    queue: &'static RegisteredQueue,
    plan: &AssignmentPlan,
    by: &str,
) -> Result<Assigned> {
    let people: BTreeSet<String> = plan.people.iter().cloned().collect();
    let (wanted, named) = (plan.per_item, people.len());
    refuse_if(named > 0 && named < wanted, || {
        format!(
            "{wanted} people for each item need at least {wanted} names in --people; it has {named}"
        )
    })?;
    refuse_if(plan.gate.is_some() && queue.name != QUEUE_REVIEW, || {
        format!("--gate is for the review: no one guesses in the {} queue", queue.name)
    })?;
    refuse_if(plan.agreed_share.is_some() && settled_by(queue.name) != Some(QUEUE_REVIEW), || {
        format!(
            "--agreed-share is for the queue in which reviews are settled, not for the {} queue",
            queue.name
        )
    })?;
    refuse_if(plan.random_share.is_some() && plan.blocks.is_some(), || {
        "a share at random is drawn item by item, not in blocks; add --random-share 0, or leave \
         --block-size out"
            .to_owned()
    })?;
    plan.order.map_or(Ok(()), |order| check(store, benchmark, order))?;
    let items = (queue.items)(store, benchmark)?;
    let gold = match plan.gold_share {
        Some(share) => Some((share, gold_among(store, benchmark, queue.name, &items)?)),
        None => None,
    };
    let is_gold = |id: &QuestionId| gold.as_ref().is_some_and(|(_, gold)| gold.contains(id));
    let overlap = match plan.overlap_share {
        None => Vec::new(),
        Some(share) => {
            let parts = Parts::load(store, benchmark, queue.name, &plan.strata)?;
            let mut strata: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for (name, ..) in items.iter().filter(|(_, id, _)| !is_gold(id)) {
                strata.entry(parts.stratum(name)).or_default().push(name.clone());
            }
            draw_stratified(strata, share, plan.seed)
        }
    };
    let drawn: HashSet<String> =
        overlap.iter().flat_map(|stratum| stratum.drawn.iter().cloned()).collect();
    let outside = items.iter().filter(|(_, id, _)| !is_gold(id));
    let blocks = match &plan.blocks {
        Some(wanted) => Some(blocks(store, benchmark, queue, plan, (wanted, outside, &drawn))?),
        None => None,
    };
    let drawn_share = |share| DrawnShare { share, seed: plan.seed };
    let new = NewAssignment {
        queue: queue.name,
        per_item: plan.per_item,
        people: people.into_iter().collect(),
        overlap: plan.overlap_share.map(|share| (share, drawn.into_iter().collect())),
        order: plan.order,
        lease_seconds: plan.lease_seconds,
        disagreement_extra: plan.disagreement_extra,
        gate: plan.gate.map(drawn_share),
        agreed_sample: plan.agreed_share.map(drawn_share),
        random: plan.random_share.map(drawn_share),
        gold,
        blocks,
    };
    let blocks = new.blocks.as_ref().map(|blocks| blocks.items.len());
    let gold = new.gold.as_ref().map_or(0, |(_, gold)| gold.len());
    let mut strangers = Vec::new();
    for name in &plan.people {
        if store.find_annotator(name)?.is_none() {
            let twin = store.twin_of(name)?.map(|twin| format!(" (which looks like {twin})"));
            strangers.push(format!("{name}{}", twin.unwrap_or_default()));
        }
    }
    let assignment = store.assign(benchmark, &new, by)?;
    let people = store.assigned_people(&assignment)?;
    // With a sample of agreed questions there are more of them.
    let items = match plan.agreed_share {
        Some(_) => (queue.items)(store, benchmark)?,
        None => items,
    };
    let short = short_of_people(store, benchmark, queue.name, &people, plan)?;
    let mut warnings = Vec::from_iter(short);
    if !strangers.is_empty() {
        warnings.push(format!(
            "no one was known by these names before: {}; are they written as in --as?",
            strangers.join(", ")
        ));
    }
    let enough = have_enough(store, benchmark, queue, &assignment)?;
    let items = items.len();
    if enough > 0 && enough == items - gold {
        warnings.push(
            "every item has as many decisions as are wanted: it comes to no one; more people for each \
             item (--per-item) open them again"
                .into(),
        );
    }
    let queue = queue.name;
    Ok(Assigned { queue, assignment, people, items, enough, gold, blocks, overlap, warnings })
}

/// How many items have as many decisions as the assignment wants, gold left out.
fn have_enough(
    store: &Store,
    benchmark: &Benchmark,
    queue: &RegisteredQueue,
    assignment: &Assignment,
) -> Result<usize> {
    let decided = (queue.decided)(store, benchmark)?;
    let gold = store.gold_of_assignment(assignment)?;
    let mut enough = 0;
    for item in decided.items.iter().filter(|item| !gold.contains(&item.question_id)) {
        enough += usize::from(item.places_left(store, assignment)? == 0);
    }
    Ok(enough)
}

/// The blocks of these items. All items of a block are decided by as many people.
fn blocks<'a>(
    store: &mut Store,
    benchmark: &Benchmark,
    queue: &RegisteredQueue,
    plan: &AssignmentPlan,
    (wanted, items, overlap): (&BlockPlan, impl Iterator<Item = &'a ListedItem>, &HashSet<String>),
) -> Result<NewBlocks> {
    refuse_if(wanted.by.contains(&Stratum::Model), || {
        "texts of one model together would show whose they are; \
         expected category, l2 or split in --block-by"
            .to_owned()
    })?;
    let shows_category = wanted.by.iter().any(|by| matches!(by, Stratum::Category | Stratum::L2));
    refuse_if(
        shows_category
            && queue.name == QUEUE_REVIEW
            && store.checklists(benchmark)?.confirms_category,
        || {
            "reviewers of this benchmark choose the category of each question, and blocks by category \
             would show which questions have the same one; leave --block-by out".to_owned()
        },
    )?;
    let ordered = plan.order.map(|order| ranks(store, benchmark, queue.name, order)).transpose()?;
    let parts = Parts::load(store, benchmark, queue.name, &wanted.by)?;
    let item = |(name, _, rank): &ListedItem| Blocked {
        part: (overlap.contains(name), parts.stratum(name)),
        rank: ordered.as_ref().map_or(*rank, |ranks| ranks.of_item(name)),
        name: name.clone(),
    };
    Ok(form_blocks(items.map(item).collect(), wanted.size, plan.seed))
}

/// The questions of the review whose right verdict is known, or those of which every pair that is voted on is
/// settled.
fn gold_among(
    store: &Store,
    benchmark: &Benchmark,
    queue: &str,
    items: &[ListedItem],
) -> Result<Vec<QuestionId>> {
    let settled: HashSet<String> = match queue {
        QUEUE_REVIEW => settled_questions(store, benchmark)?.into_keys().collect(),
        QUEUE_VOTE => settled_pairs(store, benchmark)?.into_keys().collect(),
        _ => {
            return Err(StoreError::Refused(
                "--gold is for the review queue and for the vote queue".into(),
            ));
        }
    };
    let mut gold: BTreeMap<QuestionId, bool> = BTreeMap::new();
    for (name, id, _) in items {
        *gold.entry(*id).or_insert(true) &= settled.contains(name);
    }
    gold.retain(|_, is_settled| *is_settled);
    match gold.is_empty() {
        false => Ok(gold.into_keys().collect()),
        true if queue == QUEUE_VOTE => Err(StoreError::Refused(
            "there is no gold: experts and leads vote on some pairs first (assay people add NAME \
             --role expert)"
                .into(),
        )),
        true => Err(StoreError::Refused(
            "there is no gold: say what is right on some questions (assay gold add KEY.. --verdict V), \
             or settle disagreements (assay annotate adjudicate)"
                .into(),
        )),
    }
}

/// A warning where too few of those named are left to decide on a question, since the others wrote it.
fn short_of_people(
    store: &mut Store,
    benchmark: &Benchmark,
    queue: &str,
    people: &[String],
    plan: &AssignmentPlan,
) -> Result<Option<String>> {
    let mut authors: BTreeMap<String, usize> = BTreeMap::new();
    for name in people.iter().filter(|_| has_questions_as_items(queue)) {
        let annotator = store.annotator(name)?;
        for key in store.authored_keys(&annotator, benchmark)? {
            *authors.entry(key).or_default() += 1;
        }
    }
    let mut short = authors.iter().filter(|(_, wrote)| people.len() - **wrote < plan.per_item);
    let count = short.clone().count();
    Ok(short.next().map(|(first, _)| {
        format!(
            "{count} questions, for instance {first}, were written by so many of these people that fewer \
             than {} are left to decide on them",
            plan.per_item
        )
    }))
}

/// What parts items before a share of them is drawn.
struct Parts<'a> {
    entries: HashMap<String, QuestionEntry>,
    queue: &'static str,
    strata: &'a [Stratum],
}

impl<'a> Parts<'a> {
    fn load(
        store: &Store,
        benchmark: &Benchmark,
        queue: &'static str,
        strata: &'a [Stratum],
    ) -> Result<Self> {
        refuse_if(has_questions_as_items(queue) && strata.contains(&Stratum::Model), || {
            "--stratify model is for the extract queue: questions have no model".to_owned()
        })?;
        let entries = store.question_entries(benchmark)?.into_iter();
        let entries = entries.map(|entry| (entry.key.as_str().to_owned(), entry)).collect();
        Ok(Parts { entries, queue, strata })
    }

    fn stratum(&self, item: &str) -> String {
        let entry = self.entries.get(&question_key(self.queue, item));
        let value = |stratum: &Stratum| {
            let of_question = |field: fn(&QuestionEntry) -> &Option<String>| {
                entry.and_then(|entry| field(entry).clone())
            };
            let value = match stratum {
                Stratum::Model => item.parse().ok().map(|name: PredictionName| name.model),
                Stratum::Category => of_question(|entry| &entry.category),
                Stratum::L2 => of_question(|entry| &entry.l2_category),
                Stratum::Split => of_question(|entry| &entry.split),
            };
            value.unwrap_or_else(|| "none given".into())
        };
        self.strata.iter().map(value).collect::<Vec<_>>().join(" · ")
    }
}
