//! Agreement about the category: of the reviewers who chose one with each other, and with the data.
//!
//! If the benchmark requires it, a category is chosen before that of the data is shown. Otherwise
//! one is chosen only if that of the data is called wrong: such choices do not show how often the
//! data are right.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Judgement, ReviewedQuestion, table};
use crate::agreement::{
    Categories, Overview, RatingTableBuilder, TableError, Tallies, Weights, confusion_of, gwet_ac1,
    kappa,
};
use crate::statistics::Statistic;

/// Agreement about the category.
#[derive(Clone, Debug, Serialize)]
pub struct CategoryAgreement {
    /// Questions with a category that a reviewer chose.
    pub questions: usize,
    /// Questions with categories of two or more reviewers.
    pub shared: usize,
    /// Between the reviewers.
    pub between: Overview,
    /// Each reviewer with the data.
    pub against_data: Vec<AgainstData>,
}

/// One reviewer's categories and those of the data.
#[derive(Clone, Debug, Serialize)]
pub struct AgainstData {
    pub reviewer: String,
    /// Share of the questions on which the reviewer chose the category that the data have.
    pub agreement: Statistic,
    pub kappa: Statistic,
    pub gwet_ac1: Statistic,
    /// Chosen because the category of the data is called wrong.
    pub corrections: usize,
    /// Chosen for questions without a category in the data; left out.
    pub without_category: usize,
}

const ONLY_CORRECTIONS: &str = "a category was chosen only where that of the data was called wrong";

/// Compares the chosen categories. `None` if no reviewer chose one.
///
/// # Errors
/// If a question names a reviewer twice.
pub fn category_agreement<D: Judgement>(
    questions: &[ReviewedQuestion<D>],
) -> Result<Option<CategoryAgreement>, TableError> {
    let chosen = |question: &ReviewedQuestion<D>| {
        question.reviews.iter().filter(|(_, review)| review.final_act().category.is_some()).count()
    };
    let with_choice: Vec<&ReviewedQuestion<D>> =
        questions.iter().filter(|question| chosen(question) > 0).collect();
    if with_choice.is_empty() {
        return Ok(None);
    }
    let category = |review: &D| review.final_act().category.map(str::to_owned);
    let between = table(with_choice.iter().copied(), Categories::Observed, category)?;
    let mut reviewers: BTreeMap<&str, Choices<'_>> = BTreeMap::new();
    for question in &with_choice {
        for (reviewer, review) in &question.reviews {
            let review = review.final_act();
            if let Some(category) = review.category {
                let choices = reviewers.entry(reviewer).or_default();
                choices.corrections += usize::from(review.corrected_category().is_some());
                match question.category.as_deref() {
                    Some(of_data) => choices.compared.push((&question.key, category, of_data)),
                    None => choices.without_category += 1,
                }
            }
        }
    }
    let against_data = reviewers.into_iter().map(|(reviewer, choices)| choices.compare(reviewer));
    Ok(Some(CategoryAgreement {
        questions: with_choice.len(),
        shared: with_choice.iter().filter(|question| chosen(question) >= 2).count(),
        between: Overview::compute(&between, false),
        against_data: against_data.collect::<Result<_, _>>()?,
    }))
}

/// The choices of one reviewer.
#[derive(Default)]
struct Choices<'q> {
    /// Question, choice, category of the data.
    compared: Vec<(&'q str, &'q str, &'q str)>,
    corrections: usize,
    without_category: usize,
}

impl Choices<'_> {
    fn compare(self, reviewer: &str) -> Result<AgainstData, TableError> {
        let n = self.compared.len();
        let only_corrections = self.corrections >= n + self.without_category;
        let against = |agreement, kappa, gwet_ac1| AgainstData {
            reviewer: reviewer.to_owned(),
            agreement,
            kappa,
            gwet_ac1,
            corrections: self.corrections,
            without_category: self.without_category,
        };
        if only_corrections || n == 0 {
            let because = if n == 0 { "no such question has a category" } else { ONLY_CORRECTIONS };
            let undefined = || Statistic::undefined(because, n);
            return Ok(against(undefined(), undefined(), undefined()));
        }
        let mut both = RatingTableBuilder::default();
        for (key, chosen, of_data) in &self.compared {
            both.add(key, "reviewer", Some(chosen));
            both.add(key, "data", Some(of_data));
        }
        let both = both.finish(Categories::Observed)?;
        let confusion = confusion_of(&both, 0, 1);
        let agreement = Statistic::share(confusion.agreed(), n, "no such question has a category");
        let kappa = kappa(&confusion, Weights::Unweighted);
        Ok(against(agreement, kappa, gwet_ac1(&Tallies::from_table(&both))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::QuestionKind;
    use crate::benchmark::decision::{ReviewDecision, ReviewVerdict, WrongReason};

    fn review(category: Option<&str>, is_wrong: bool) -> ReviewDecision {
        let (verdict, reasons) = match is_wrong {
            true => (ReviewVerdict::Wrong, vec![WrongReason::WrongCategory]),
            false => (ReviewVerdict::Keep, vec![]),
        };
        let category = category.map(str::to_owned);
        ReviewDecision { answer: None, verdict, reasons, corrected: None, category, note: None }
    }

    fn question(
        key: &str,
        of_data: Option<&str>,
        reviews: &[(&str, Option<&str>, bool)],
    ) -> ReviewedQuestion {
        let reviews = reviews.iter();
        ReviewedQuestion {
            key: key.into(),
            revision: 1,
            kind: QuestionKind::Choice,
            answer: None,
            category: of_data.map(str::to_owned),
            reviews: reviews
                .map(|&(name, category, is_wrong)| (name.into(), review(category, is_wrong)))
                .collect(),
        }
    }

    #[test]
    fn reviewers_are_compared_where_they_chose_and_with_the_data() {
        let agreement = category_agreement(&[
            question("1", Some("ocr"), &[("ann", Some("ocr"), false), ("bob", Some("ocr"), false)]),
            question(
                "2",
                Some("ocr"),
                &[("ann", Some("style"), false), ("bob", Some("ocr"), false)],
            ),
            question("3", Some("style"), &[("ann", Some("style"), false), ("bob", None, false)]),
            question("4", None, &[("ann", Some("ocr"), false)]),
            question("5", Some("ocr"), &[("ann", None, false)]),
        ]);
        let agreement = agreement.unwrap().unwrap();
        assert_eq!((agreement.questions, agreement.shared), (4, 2));
        assert_eq!(agreement.between.pairs[0].raw.value(), Some(0.5));
        let [ann, bob] = &agreement.against_data[..] else { panic!("{agreement:?}") };
        assert_eq!((ann.agreement.value(), ann.agreement.n()), (Some(2.0 / 3.0), 3));
        assert_eq!(ann.without_category, 1);
        assert_eq!((bob.agreement.value(), bob.agreement.n()), (Some(1.0), 2));
        // By hand: observed 2/3; chance of kappa (2/3·1/3 + 1/3·2/3) = 4/9.
        let kappa = ann.kappa.value().unwrap();
        assert!((kappa - (2.0 / 3.0 - 4.0 / 9.0) / (5.0 / 9.0)).abs() < 1e-12, "{kappa}");
        // AC1 with two categories, each of mean share 1/2: chance 2·(1/2)(1/2) = 1/2.
        let ac1 = ann.gwet_ac1.value().unwrap();
        assert!((ac1 - (2.0 / 3.0 - 0.5) / 0.5).abs() < 1e-12, "{ac1}");
    }

    #[test]
    fn categories_that_were_only_corrected_say_nothing_of_how_often_the_data_are_right() {
        let corrected = [("ann", Some("style"), true)];
        let agreement = category_agreement(&[question("1", Some("ocr"), &corrected)]);
        let [ann] = &agreement.unwrap().unwrap().against_data[..] else { panic!() };
        assert_eq!((ann.agreement.value(), ann.corrections), (None, 1));
        assert_eq!(ann.agreement, Statistic::undefined(ONLY_CORRECTIONS, 1));
    }

    #[test]
    fn nobody_who_chose_a_category_is_nothing_to_compare() {
        let nobody = [question("1", Some("ocr"), &[("ann", None, false)])];
        assert!(category_agreement(&nobody).unwrap().is_none());
    }
}
