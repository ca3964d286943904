//! Agreement of people with each other: the upper bound for every extractor.

use serde::Serialize;

use super::{Outcome, Readings};
use crate::agreement::{
    Categories, Overview, Pair, RatingTableBuilder, TableError, Tallies, percent_agreement,
};
use crate::statistics::Statistic;

/// People against people, on the texts that two or more of them read.
#[derive(Clone, Debug, Serialize)]
pub struct Ceiling {
    /// Names of the people.
    pub people: Vec<String>,
    /// Texts with two labels or more.
    pub items: usize,
    /// Mean share of agreeing pairs, on the scale that extractors are measured on.
    pub percent_agreement: Statistic,
    /// Each person against the most frequent label of the others.
    pub leave_one_out: Statistic,
    /// Fleiss' kappa, general form.
    pub fleiss_kappa: Statistic,
    pub gwet_ac1: Statistic,
    /// Krippendorff's alpha, nominal.
    pub alpha: Statistic,
    /// The same share with refusal, several and off-topic as different answers.
    pub marks: Statistic,
    /// Every two people.
    pub pairs: Vec<Pair>,
}

impl Ceiling {
    pub(super) fn compute(readings: &Readings, labels: &[String]) -> Result<Self, TableError> {
        let mut on_scale = RatingTableBuilder::default();
        let mut with_marks = RatingTableBuilder::default();
        for (position, text) in readings.texts.iter().enumerate() {
            let item = position.to_string();
            for (name, label) in &text.people {
                on_scale.add(&item, name, Some(&Outcome::from(*label).name()));
                with_marks.add(&item, name, Some(&label.to_string()));
            }
        }
        let table = on_scale.finish(Categories::Declared(labels.to_vec()))?;
        let with_marks = Tallies::from_table(&with_marks.finish(Categories::Observed)?);
        let Overview { raters, overall, pairs, .. } = Overview::compute(&table, false);
        Ok(Ceiling {
            people: raters,
            items: Tallies::from_table(&table).items_with(2),
            percent_agreement: overall.percent_agreement,
            leave_one_out: overall.leave_one_out_agreement,
            fleiss_kappa: overall.fleiss_kappa,
            gwet_ac1: overall.gwet_ac1,
            alpha: overall.alpha_nominal,
            marks: percent_agreement(&with_marks),
            pairs,
        })
    }
}
