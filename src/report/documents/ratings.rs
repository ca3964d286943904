//! Every statistic of a table of ratings: `assay agree table`.

use serde::Serialize;

use super::Document;
use crate::agreement::{Against, DawidSkeneSummary, Overview};
use crate::report::{Form, Table, agreement};

/// Every statistic of a table of ratings.
#[derive(Debug, Serialize)]
pub struct RatingsDocument {
    /// How the raters agree.
    #[serde(flatten)]
    pub overview: Overview,
    /// The raters against one that is taken as right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// The fit of Dawid and Skene's model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dawid_skene: Option<DawidSkeneSummary>,
    /// Whether the tables include the confusion matrices. JSON always has them.
    #[serde(skip)]
    pub with_confusions: bool,
}

impl Document for RatingsDocument {
    fn tables(&self, form: Form) -> Vec<Table> {
        let overview = &self.overview;
        if form == Form::Csv {
            return vec![agreement::tidy(overview, self.against.as_ref())];
        }
        let mut all = vec![agreement::overall(overview), agreement::pairs(overview)];
        if self.with_confusions {
            all.extend(agreement::confusions(overview));
        }
        if let Some(against) = &self.against {
            all.extend(agreement::against(overview, against));
        }
        all.extend(self.dawid_skene.as_ref().map(agreement::dawid_skene));
        all
    }
}
