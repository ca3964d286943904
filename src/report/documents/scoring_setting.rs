//! The scoring settings of a benchmark: `assay config scoring`.

use crate::evaluation::{Purpose, ScoringSetting};
use crate::keyword::Keyword;
use crate::report::{Printout, Table};

/// The setting of a benchmark; what is not set is null.
pub fn scoring_setting(benchmark: &str, setting: ScoringSetting) -> Printout {
    let ScoringSetting { rules, strategy, missing } = setting;
    let purposes = [Purpose::Scores, Purpose::Filters];
    let by_data = "circular where later passes were asked, else first-pass";
    let usual_rules = purposes.map(|purpose| purpose.default_rules().name());
    let usual_missing = purposes.map(|purpose| purpose.default_missing().name());
    let rows = [
        ("rules", rules.map(Keyword::name), usual_rules),
        ("strategy", strategy.map(Keyword::name), [by_data; 2]),
        ("missing", missing.map(Keyword::name), usual_missing),
    ];
    let table = Table::over(&rows)
        .text("", |(what, ..)| *what)
        .text("set", |(_, set, _)| set.unwrap_or("-"))
        .text("eval, export results, report, tables", |(_, set, usual)| set.unwrap_or(usual[0]))
        .text("filter, extract", |(_, set, usual)| set.unwrap_or(usual[1]))
        .titled(format!("{benchmark} · how its figures are made"));
    Printout::about(benchmark).flat(setting).tables(table)
}
