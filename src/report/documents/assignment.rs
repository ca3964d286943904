//! An assignment that was made, and a sample of texts that was drawn: `assay assign`, `assay extract sample`.

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
    let drawn: usize = overlap.iter().map(|stratum| stratum.drawn.len()).sum();
    let overlap_share = assignment.overlap_share;
    let shared = overlap_share.map_or(limited, |_| drawn);
    let decisions = shared * assignment.per_item + limited - shared;
    let order = assignment.order.map(Keyword::name);
    let gate = assignment.gate.map(|gate| gate.share);
    let agreed_share = assignment.agreed_sample.map(|sample| sample.share);
    let random_share = assignment.random.map(|drawn| drawn.share);
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
        ("in a random order", random_share.map(|share| format!("share {share} of the items"))),
        ("gold", gold_share.map(mixed_in)),
        ("blocks", blocks.map(|(size, blocks)| format!("{blocks} of at most {size} items"))),
        ("decisions wanted", Some(decisions.to_string())),
    ];
    let mut tables = vec![Table::from_pairs(["assigned", ""], pairs)];
    tables.extend((overlap.len() > 1).then(|| strata_table(&overlap)));
    let shared = |share| json!({"share": share, "items": drawn, "strata": overlap});
    Printout::about(benchmark)
        .json("queue", queue)
        .json("items", items)
        .json("enough", enough)
        .json("per_item", assignment.per_item)
        .json("people", people)
        .json("overlap", overlap_share.map(shared))
        .json("order", order)
        .json("lease_seconds", assignment.lease_seconds)
        .json("disagreement_extra", assignment.disagreement_extra)
        .json("gate", gate)
        .json("agreed_share", agreed_share)
        .json("random_share", random_share)
        .json("gold", gold_share.map(|share| json!({"share": share, "items": gold})))
        .json("blocks", blocks.map(|(size, blocks)| json!({"size": size, "blocks": blocks})))
        .json("decisions_wanted", decisions)
        .json("created", assignment.created)
        .warned(warnings)
        .tables(tables)
}

/// A row for each stratum.
fn strata_table<T>(strata: &[Drawn<T>]) -> Table {
    Table::over(strata)
        .text("stratum", |of| &of.stratum)
        .number("available", |of| of.available)
        .number("drawn", |of| of.drawn.len())
        .table()
}

/// A sample of the texts of this benchmark.
pub fn sample(benchmark: &str, DrawnSample { sample, strata }: &DrawnSample) -> Printout {
    let (name, rate, seed, drawn) = (&sample.name, sample.rate, sample.seed, sample.items);
    let available: usize = strata.iter().map(|stratum| stratum.available).sum();
    let mut table = strata_table(strata);
    table.row(["all".to_owned(), available.to_string(), drawn.to_string()]);
    let title = format!("{benchmark}: sample {name}, rate {rate}, seed {seed}");
    Printout::about(benchmark)
        .json("sample", name)
        .json("seed", seed)
        .json("rate", rate)
        .json("per_item", sample.per_item)
        .json("filters", &sample.filters)
        .json("available", available)
        .json("drawn", drawn)
        .json("strata", strata)
        .tables(table.titled(title))
}
