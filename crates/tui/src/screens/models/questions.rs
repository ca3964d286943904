//! The questions of one ability as one model answered them.

use std::ops::Range;

use super::data::AnsweredQuestions;
use super::passes::Passes;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::Listing;
use crate::screens::pager::Pager;
use crate::session::Session;
use assay_core::figures::table::Table;

/// The list of questions.
pub(super) struct Questions {
    pub answered: AnsweredQuestions,
    pub ability: String,
    /// Positions in the data.
    pub listed: Vec<usize>,
}

impl Listing for Questions {
    const IS_LONG: bool = true;
    const GAP: usize = 1;

    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let (answered, questions) = (self.answered.clone(), self.listed.clone());
        Pager::open(Passes { answered, questions }, row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.answered.head(&format!(" · {}", self.ability), session)
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        Ok(self.answered.table(&self.listed[rows], session))
    }
}
