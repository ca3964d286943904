//! An assignment that was made, and a sample of texts that was drawn: `assay assign`, `assay extract sample`.

use serde::Serialize;
use serde_json::json;

use crate::evaluation::sample::DrawnSample;
use crate::keyword::Keyword;
use crate::queue::assign::Assigned;
use crate::report::{Printout, Table};
use crate::statistics::Drawn;

/// An assignment in this benchmark. Gold, and decisions that disagreement asks for, are in no count of its
/// items and decisions.
pub fn assignment(benchmark: &str, assigned: Assigned) -> Printout {
    let Assigned { queue, assignment, people, items, enough, gold, blocks, overlap, warnings } =
        assigned;
    let limited = items - gold;
    let strata = strata_counts(&overlap);
    let drawn: usize = strata.iter().map(|stratum| stratum.drawn).sum();
    let overlap_share = assignment.overlap_share;
    let shared = overlap_share.map_or(limited, |_| drawn);
    let decisions = shared * assignment.per_item + limited - shared;
    let order = assignment.order.map(Keyword::name);
    let gate = assignment.gate.map(|gate| gate.share);
    let agreed_share = assignment.agreed_sample.map(|sample| sample.share);
    let gold_share = assignment.gold_share;
    let blocks = assignment.block_size.zip(blocks);

    let whom = match people.as_slice() {
        [] => "everybody".to_owned(),
        people => people.join(", "),
    };
    let shared = |share| format!("{drawn} items (share {share})");
    let guessed = |share| format!("share {share} of each person's questions with a picture");
    let agreed = |share| format!("share {share} of those that reviewers agree on");
    let mixed_in = |share| format!("{gold} items (share {share} of each person's work)");
    let pairs = [
        ("benchmark", Some(benchmark.to_owned())),
        ("queue", Some(queue.to_owned())),
        ("items", Some(items.to_string())),
        ("of these decided often enough", Some(enough.to_string())),
        ("people for each item", Some(assignment.per_item.to_string())),
        ("people", Some(whom)),
        ("of these by several people", overlap_share.map(shared)),
        ("order", Some(order.unwrap_or("the queue's own").to_owned())),
        ("lease", Some(format!("{} s", assignment.lease_seconds))),
        ("more on disagreement", Some(assignment.disagreement_extra.to_string())),
        ("guessed from the text first", gate.map(guessed)),
        ("agreed questions too", agreed_share.map(agreed)),
        ("gold", gold_share.map(mixed_in)),
        ("blocks", blocks.map(|(size, blocks)| format!("{blocks} of at most {size} items"))),
        ("decisions wanted", Some(decisions.to_string())),
    ];
    let mut tables = vec![Table::from_pairs(["assigned", ""], pairs)];
    tables.extend((strata.len() > 1).then(|| strata_table(&strata)));
    let overlap = |share| json!({"share": share, "items": drawn, "strata": strata});
    Printout::default()
        .json("benchmark", benchmark)
        .json("queue", queue)
        .json("items", items)
        .json("enough", enough)
        .json("per_item", assignment.per_item)
        .json("people", people)
        .json("overlap", overlap_share.map(overlap))
        .json("order", order)
        .json("lease_seconds", assignment.lease_seconds)
        .json("disagreement_extra", assignment.disagreement_extra)
        .json("gate", gate)
        .json("agreed_share", agreed_share)
        .json("gold", gold_share.map(|share| json!({"share": share, "items": gold})))
        .json("blocks", blocks.map(|(size, blocks)| json!({"size": size, "blocks": blocks})))
        .json("decisions_wanted", decisions)
        .json("created", assignment.created)
        .warned(warnings)
        .tables(tables)
}

/// How many members a stratum has, and how many were drawn.
#[derive(Debug, Serialize)]
struct StratumCount {
    stratum: String,
    available: usize,
    drawn: usize,
}

/// The counts of each stratum.
fn strata_counts<T>(strata: &[Drawn<T>]) -> Vec<StratumCount> {
    let count = |of: &Drawn<T>| StratumCount {
        stratum: of.stratum.clone(),
        available: of.available,
        drawn: of.drawn.len(),
    };
    strata.iter().map(count).collect()
}

/// A row for each stratum.
fn strata_table(strata: &[StratumCount]) -> Table {
    Table::over(strata)
        .text("stratum", |of| &of.stratum)
        .number("available", |of| of.available)
        .number("drawn", |of| of.drawn)
        .table()
}

/// A sample of the texts of this benchmark.
pub fn sample(benchmark: &str, DrawnSample { sample, strata }: &DrawnSample) -> Printout {
    let (name, rate, seed, drawn) = (&sample.name, sample.rate, sample.seed, sample.items);
    let mut strata = strata_counts(strata);
    let available = strata.iter().map(|stratum| stratum.available).sum();
    let printout = Printout::default()
        .json("benchmark", benchmark)
        .json("sample", name)
        .json("seed", seed)
        .json("rate", rate)
        .json("per_item", sample.per_item)
        .json("filters", &sample.filters)
        .json("available", available)
        .json("drawn", drawn)
        .json("strata", &strata);
    strata.push(StratumCount { stratum: "all".to_owned(), available, drawn });
    let title = format!("{benchmark}: sample {name}, rate {rate}, seed {seed}");
    printout.tables(strata_table(&strata).titled(title))
}
