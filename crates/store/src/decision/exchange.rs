//! Taking rows of history from another copy of the database.

use std::collections::BTreeMap;

use super::DecisionRow;
use super::arrival::check_guideline_text;
use super::taking::{Arriving, MergeProblem, TakenRows, Taking};
use crate::model_alias::NamesInBundles;
use crate::{Guideline, Result, Store, StoreError};

/// What a merge of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedRows {
    /// What was taken.
    pub taken: TakenRows,
    /// Rows that were there already and say the same.
    pub known: usize,
    /// Rows that were not taken.
    pub problems: Vec<MergeProblem>,
}

impl Store {
    /// Unites the history with rows of other copies. Rows are known by their ids, so that the order of
    /// merging and merging again change nothing. A row that cannot be taken, for instance because its
    /// question has another content here, is reported, and the others are taken all the same.
    /// `guidelines` are those that the rows name, by version, with their texts.
    pub(crate) fn merge_decisions(
        &mut self,
        rows: Vec<DecisionRow>,
        guidelines: &BTreeMap<String, String>,
        names: &NamesInBundles,
    ) -> Result<MergedRows> {
        // While the transaction is open others wait: what a row says by itself is looked at before.
        let rows: Vec<Arriving> =
            rows.into_iter().map(|row| Arriving::new(names.as_here(row))).collect();
        let guidelines = guidelines.iter().filter(|(_, text)| check_guideline_text(text).is_ok());
        let guideline = |(version, text): (&String, &String)| {
            Some(Guideline::new(text.as_str())).filter(|guideline| guideline.version == *version)
        };
        self.write(|transaction| {
            // The row that has a text may be one that is not taken.
            for guideline in guidelines.filter_map(guideline) {
                transaction.keep_guideline(&guideline)?;
            }
            let mut taking = Taking::begin(transaction)?;
            let mut merged = MergedRows::default();
            for arriving in &rows {
                match taking.take_whole(arriving) {
                    Ok(is_new) => merged.known += usize::from(!is_new),
                    Err(
                        problem @ (StoreError::Refused(_)
                        | StoreError::NotAllowed(_)
                        | StoreError::Unknown { .. }
                        | StoreError::Damaged(_)),
                    ) => {
                        let problem = problem.to_string();
                        merged.problems.push(MergeProblem::new(&arriving.row, problem));
                    }
                    Err(error) => return Err(error),
                }
            }
            merged.taken = taking.end()?;
            Ok(merged)
        })
    }

    /// Takes rows of history from another copy of the database, all or nothing; rows that are
    /// already there are left alone.
    pub fn import_decisions(
        &mut self,
        rows: impl IntoIterator<Item = Result<DecisionRow>>,
    ) -> Result<TakenRows> {
        let names = NamesInBundles::load(self)?;
        self.write(|transaction| {
            let mut taking = Taking::begin(transaction)?;
            for row in rows {
                taking.take(&Arriving::new(names.as_here(row?)))?;
            }
            taking.end()
        })
    }
}
