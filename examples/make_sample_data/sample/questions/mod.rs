//! The questions of the sample, one file per L-2 ability, in English and Chinese side by side.
//!
//! A question's index in the data is its position in this list, from 1.

mod attribute_reasoning;
mod coarse_perception;
mod cross_instance;
mod logic_reasoning;
mod relation_reasoning;
mod single_instance;

use super::question::Question;

/// All questions in the order of their index.
pub fn all() -> Vec<Question> {
    [
        coarse_perception::questions(),
        single_instance::questions(),
        cross_instance::questions(),
        attribute_reasoning::questions(),
        logic_reasoning::questions(),
        relation_reasoning::questions(),
    ]
    .concat()
}
