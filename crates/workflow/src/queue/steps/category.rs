//! The category, chosen before that of the data is shown, where the benchmark asks for it.

use super::{Ask, Draft, Given, Input, Next, Step};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::Act;

/// Asks for the category while the store withholds that of the data.
pub(super) struct Category;

impl Step for Category {
    fn ask(&self, item: &OpenedQuestion, _: &Draft) -> Option<Ask> {
        (item.question.asks_category && item.category.is_none()).then_some(Ask::Category)
    }

    fn take(&self, _: &OpenedQuestion, _: Draft, input: Input) -> Option<Next> {
        match input {
            Input::Category(category) => Some(Next::Commit(Act::Category { category })),
            _ => None,
        }
    }

    fn given(&self, _: &OpenedQuestion) -> Given {
        Given { takes_category: true, ..Given::default() }
    }
}
