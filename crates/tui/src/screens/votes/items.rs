//! The questions of a pair of models, each with what every judge said in each order.

use std::ops::Range;
use std::sync::Arc;

use super::comparison::Comparisons;
use super::data::VotesData;
use super::pair_votes::PairVotes;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::session::Session;
use crate::stems::Stems;
use assay_core::figures::table::{Meaning, Table};
use assay_store::ShownAnswers;

/// The list of questions.
pub(super) struct Items {
    pair: PairVotes,
    stems: Stems,
}

impl Items {
    /// Records that the annotator sees what others said about these answers, and opens the list. If
    /// that fails, the screen below shows the error.
    pub fn open(data: Arc<VotesData>, models: [u32; 2], session: &mut Session) -> Outcome {
        let pair = PairVotes::new(data, models);
        let entries = (0..pair.questions.len()).filter_map(|at| pair.entry(at, session));
        let mut seen: Vec<_> = entries.map(|entry| entry.id).collect();
        seen.sort_unstable();
        seen.dedup();
        let recorded = session.record_seen(&seen, ShownAnswers::ALL);
        let progress = session.review().progress();
        if recorded.is_ok() && progress.done < progress.total {
            session.hint(text!("votes-warning"));
        }
        let items = Items { pair, stems: Stems::load(session) };
        Outcome::open(recorded.map(|()| ListScreen::new(items, session)), session)
    }
}

impl Listing for Items {
    const IS_LONG: bool = true;
    const GAP: usize = 1;

    fn len(&self, _: &Session) -> usize {
        self.pair.questions.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        Pager::open(Comparisons(self.pair.clone()), row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let count = self.pair.questions.len();
        self.pair.head(&text!("votes-items", count), session)
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        let key = |at| match self.pair.question(at) {
            (key, 0) => key.to_owned(),
            (key, turn) => format!("{key}/{turn}"),
        };
        let stem = |at| self.pair.entry(at, session).map(|entry| self.stems.stem(entry));
        Ok(Table::over(rows)
            .text("", |at| (Meaning::Key, key(at)))
            .most(16)
            .least(5)
            .text("", stem)
            .least(8)
            .filling()
            .text("", |at| self.pair.verdicts(at))
            .most(60)
            .least(12)
            .table())
    }
}
