//! An assignment that was made: `assay assign`.

use serde::Serialize;

use super::Document;
use crate::keyword::Keyword;
use crate::queue::assign::Assigned;
use crate::report::{Align, Form, Table};

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
    warnings: Vec<String>,
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
    strata: Vec<Stratum>,
}

#[derive(Debug, Serialize)]
struct Stratum {
    #[serde(rename = "stratum")]
    name: String,
    available: usize,
    drawn: usize,
}

impl AssignmentMade {
    /// The document about an assignment in this benchmark.
    pub fn new(benchmark: &str, assigned: Assigned) -> Self {
        let Assigned { queue, assignment, people, items, enough, gold, blocks, overlap, warnings } =
            assigned;
        let limited = items - gold;
        let overlap = assignment.overlap_share.map(|share| {
            let strata = overlap.into_iter().map(|of| Stratum {
                name: of.stratum,
                available: of.available,
                drawn: of.drawn.len(),
            });
            let strata: Vec<Stratum> = strata.collect();
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
        let mut table = Table::new([("assigned", Align::Left), ("", Align::Left)]);
        let people = match self.people.as_slice() {
            [] => "everybody".to_owned(),
            people => people.join(", "),
        };
        table.row(["benchmark".into(), self.benchmark.clone()]);
        table.row(["queue".into(), self.queue.to_owned()]);
        table.row(["items".into(), self.items.to_string()]);
        table.row(["of these decided often enough".into(), self.enough.to_string()]);
        table.row(["people for each item".into(), self.per_item.to_string()]);
        table.row(["people".into(), people]);
        if let Some(overlap) = &self.overlap {
            let of = format!("{} items (share {})", overlap.items, overlap.share);
            table.row(["of these by several people".into(), of]);
        }
        table.row(["order".into(), self.order.unwrap_or("the queue's own").to_owned()]);
        table.row(["lease".into(), format!("{} s", self.lease_seconds)]);
        table.row(["more on disagreement".into(), self.disagreement_extra.to_string()]);
        if let Some(share) = self.gate {
            let of = format!("share {share} of each person's questions with a picture");
            table.row(["guessed from the text first".into(), of]);
        }
        if let Some(share) = self.agreed_share {
            let of = format!("share {share} of those that reviewers agree on");
            table.row(["agreed questions too".into(), of]);
        }
        if let Some(gold) = &self.gold {
            let of = format!("{} items (share {} of each person's work)", gold.items, gold.share);
            table.row(["gold".into(), of]);
        }
        if let Some(Blocks { size, blocks }) = &self.blocks {
            table.row(["blocks".into(), format!("{blocks} of at most {size} items")]);
        }
        table.row(["decisions wanted".into(), self.decisions_wanted.to_string()]);
        let mut tables = vec![table];
        if let Some(overlap) = self.overlap.as_ref().filter(|overlap| overlap.strata.len() > 1) {
            let columns =
                [("stratum", Align::Left), ("available", Align::Right), ("drawn", Align::Right)];
            let mut table = Table::new(columns);
            for of in &overlap.strata {
                table.row([of.name.clone(), of.available.to_string(), of.drawn.to_string()]);
            }
            tables.push(table);
        }
        tables
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}
