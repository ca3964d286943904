//! An assignment that was made: `assay assign`.

use serde::Serialize;

use super::Document;
use super::sample::{StratumCount, strata};
use crate::keyword::Keyword;
use crate::queue::assign::Assigned;
use crate::report::{Form, Table};

/// An assignment that was made.
#[derive(Debug, Serialize)]
pub struct AssignmentMade {
    benchmark: String,
    queue: &'static str,
    /// How many items the queue has.
    items: usize,
    /// How many of them have as many decisions as are wanted; gold is not counted.
    enough: usize,
    per_item: usize,
    /// Empty for all annotators.
    people: Vec<String>,
    overlap: Option<Overlap>,
    /// `None` for the queue's default order.
    order: Option<&'static str>,
    lease_seconds: u32,
    disagreement_extra: usize,
    /// The share of each person's questions that they guess before they see the picture; `None`
    /// without a gate.
    gate: Option<f64>,
    /// The share of the questions on which reviewers agree that is adjudicated too; `None` without
    /// it.
    agreed_share: Option<f64>,
    /// `None` without gold.
    gold: Option<Gold>,
    /// `None` if people take single items.
    blocks: Option<Blocks>,
    /// How many decisions that makes, those on gold and those that disagreement asks for not counted.
    decisions_wanted: usize,
    created: String,
    pub warnings: Vec<String>,
}

/// The gold questions that are mixed in.
#[derive(Debug, Serialize)]
struct Gold {
    share: f64,
    items: usize,
}

/// The blocks of an assignment.
#[derive(Debug, Serialize)]
struct Blocks {
    /// The maximum number of items.
    size: usize,
    blocks: usize,
}

/// The share of the items that several people decide.
#[derive(Debug, Serialize)]
struct Overlap {
    share: f64,
    items: usize,
    strata: Vec<StratumCount>,
}

impl AssignmentMade {
    /// The document about an assignment in this benchmark.
    pub fn new(benchmark: &str, assigned: Assigned) -> Self {
        let Assigned { queue, assignment, people, items, enough, gold, blocks, overlap, warnings } =
            assigned;
        let limited = items - gold;
        let overlap = assignment.overlap_share.map(|share| {
            let strata: Vec<StratumCount> = overlap.iter().map(StratumCount::from).collect();
            Overlap { share, items: strata.iter().map(|of| of.drawn).sum(), strata }
        });
        let shared = overlap.as_ref().map_or(limited, |overlap| overlap.items);
        let gold = assignment.gold_share.map(|share| Gold { share, items: gold });
        let size = assignment.block_size;
        let blocks = size.zip(blocks).map(|(size, blocks)| Blocks { size, blocks });
        AssignmentMade {
            benchmark: benchmark.to_owned(),
            queue,
            items,
            enough,
            per_item: assignment.per_item,
            people,
            order: assignment.order.map(Keyword::name),
            lease_seconds: assignment.lease_seconds,
            disagreement_extra: assignment.disagreement_extra,
            gate: assignment.gate.map(|gate| gate.share),
            agreed_share: assignment.agreed_sample.map(|sample| sample.share),
            gold,
            blocks,
            decisions_wanted: shared * assignment.per_item + limited - shared,
            overlap,
            created: assignment.created,
            warnings,
        }
    }
}

impl Document for AssignmentMade {
    fn tables(&self, _: Form) -> Vec<Table> {
        let people = match self.people.as_slice() {
            [] => "everybody".to_owned(),
            people => people.join(", "),
        };
        let shared = |of: &Overlap| format!("{} items (share {})", of.items, of.share);
        let guessed = |share| format!("share {share} of each person's questions with a picture");
        let agreed = |share| format!("share {share} of those that reviewers agree on");
        let gold =
            |of: &Gold| format!("{} items (share {} of each person's work)", of.items, of.share);
        let blocks = |of: &Blocks| format!("{} of at most {} items", of.blocks, of.size);
        let pairs = [
            ("benchmark", Some(self.benchmark.clone())),
            ("queue", Some(self.queue.to_owned())),
            ("items", Some(self.items.to_string())),
            ("of these decided often enough", Some(self.enough.to_string())),
            ("people for each item", Some(self.per_item.to_string())),
            ("people", Some(people)),
            ("of these by several people", self.overlap.as_ref().map(shared)),
            ("order", Some(self.order.unwrap_or("the queue's own").to_owned())),
            ("lease", Some(format!("{} s", self.lease_seconds))),
            ("more on disagreement", Some(self.disagreement_extra.to_string())),
            ("guessed from the text first", self.gate.map(guessed)),
            ("agreed questions too", self.agreed_share.map(agreed)),
            ("gold", self.gold.as_ref().map(gold)),
            ("blocks", self.blocks.as_ref().map(blocks)),
            ("decisions wanted", Some(self.decisions_wanted.to_string())),
        ];
        let mut tables = vec![Table::from_pairs(["assigned", ""], pairs)];
        let overlap = self.overlap.as_ref().filter(|overlap| overlap.strata.len() > 1);
        tables.extend(overlap.map(|overlap| strata(&overlap.strata)));
        tables
    }
}
