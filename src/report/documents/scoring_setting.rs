//! The scoring settings of a benchmark: `assay config scoring`.

use serde::Serialize;

use super::Document;
use crate::evaluation::{Purpose, ScoringSetting};
use crate::keyword::Keyword;
use crate::report::{Form, Table};

/// The setting of a benchmark; what is not set is null.
#[derive(Debug, Serialize)]
pub struct ScoringSettingDocument {
    benchmark: String,
    #[serde(flatten)]
    setting: ScoringSetting,
}

impl ScoringSettingDocument {
    /// The document of a benchmark's setting.
    pub fn new(benchmark: &str, setting: ScoringSetting) -> Self {
        ScoringSettingDocument { benchmark: benchmark.to_owned(), setting }
    }
}

impl Document for ScoringSettingDocument {
    fn tables(&self, _: Form) -> Vec<Table> {
        let ScoringSetting { rules, strategy, missing } = self.setting;
        let title = format!("{} · how its figures are made", self.benchmark);
        let columns = ["", "set", "eval, export results, report, tables", "filter, extract"];
        let mut table = Table::new(columns).titled(title);
        let mut row = |what: &str, set: Option<&str>, scores: &str, filters: &str| {
            let used = |default: &str| set.unwrap_or(default).to_owned();
            let cells =
                [what.to_owned(), set.unwrap_or("-").to_owned(), used(scores), used(filters)];
            table.row(cells);
        };
        let [scores, filters] = [Purpose::Scores, Purpose::Filters];
        let default = |purpose: Purpose| purpose.default_rules().name();
        row("rules", rules.map(Keyword::name), default(scores), default(filters));
        let by_data = "circular where later passes were asked, else first-pass";
        row("strategy", strategy.map(Keyword::name), by_data, by_data);
        let default = |purpose: Purpose| purpose.default_missing().name();
        row("missing", missing.map(Keyword::name), default(scores), default(filters));
        vec![table]
    }
}
