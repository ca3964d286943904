//! Accuracy overall and by L-2 ability, models in ascending order (MMBench, Table 3).

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{Comparison, Share, count_undecided};
use crate::benchmark::taxonomy::Taxonomy;
use crate::score::{AskedQuestion, Judgement, Strategy};

/// An L-2 ability that occurs in the questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct L2Column {
    /// As in the paper's tables, `CP`; the name in the data if the taxonomy does not know it.
    pub abbreviation: String,
    /// The name that is shown.
    pub title: String,
    /// The number of its questions.
    pub questions: usize,
}

/// Accuracy of several models by L-2 ability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// How passes make a score.
    pub strategy: Strategy,
    /// The number of questions.
    pub questions: usize,
    /// The abilities, in the paper's order.
    pub abilities: Vec<L2Column>,
    /// The models, worst first as in the paper.
    pub rows: Vec<OverviewRow>,
}

/// One model's accuracies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OverviewRow {
    pub model: String,
    /// Over all questions, each counting the same.
    pub overall: Share,
    /// One for each of [`Overview::abilities`].
    pub abilities: Vec<Share>,
    /// Questions that neither a wrong nor a full set of right passes decided.
    pub undecided: usize,
    /// Predictions left out because their question has been edited since.
    pub outdated: usize,
}

/// The L-2 abilities of these questions in the taxonomy's order (those the taxonomy does not know
/// follow by name), and the column of each question.
pub fn columns(
    questions: &[AskedQuestion],
    taxonomy: &Taxonomy,
) -> (Vec<L2Column>, Vec<Option<usize>>) {
    let known: Vec<_> = taxonomy.l1.iter().flat_map(|l1| &l1.l2).collect();
    let place = |question: &AskedQuestion| -> Option<(usize, String)> {
        let l2 = question.l2_category.as_deref();
        match (taxonomy.level2_of(question.category.as_deref(), l2), l2) {
            (Some(found), _) => {
                known.iter().position(|l2| l2.name == found.name).map(|at| (at, String::new()))
            }
            (None, Some(name)) => Some((known.len(), name.to_owned())),
            (None, None) => None,
        }
    };
    let (found, of_question) = grouped(questions, place);
    let columns = found.into_iter().map(|((at, name), questions)| {
        let l2 = known.get(at);
        L2Column {
            abbreviation: l2.map_or_else(|| name.clone(), |l2| l2.abbreviation.clone()),
            title: l2.map_or(name, |l2| l2.title.clone()),
            questions,
        }
    });
    (columns.collect(), of_question)
}

/// The places of a taxonomy that questions have, in order, each with the number of its questions;
/// and for each question the position of its place among them.
fn grouped<P: Ord + Clone>(
    questions: &[AskedQuestion],
    place: impl Fn(&AskedQuestion) -> Option<P>,
) -> (Vec<(P, usize)>, Vec<Option<usize>>) {
    // Questions share few names; the taxonomy is asked once for each.
    let mut known: HashMap<_, Option<P>> = HashMap::new();
    let mut counts: BTreeMap<P, usize> = BTreeMap::new();
    for question in questions {
        let place = known.entry(names(question)).or_insert_with(|| place(question));
        if let Some(place) = place {
            *counts.entry(place.clone()).or_default() += 1;
        }
    }
    let places: Vec<(P, usize)> = counts.into_iter().collect();
    let position = |place: &P| places.binary_search_by(|(there, _)| there.cmp(place)).ok();
    let of_question = questions.iter().map(|question| position(known[&names(question)].as_ref()?));
    let of_question = of_question.collect();
    (places, of_question)
}

fn names(question: &AskedQuestion) -> (Option<&str>, Option<&str>) {
    (question.l2_category.as_deref(), question.category.as_deref())
}

/// The leaf abilities that questions have, by their positions in the taxonomy; see [`grouped`].
pub(super) fn leaves(
    questions: &[AskedQuestion],
    taxonomy: &Taxonomy,
) -> (Vec<(usize, usize)>, Vec<Option<usize>>) {
    grouped(questions, |question| {
        let (.., leaf) = taxonomy.leaf(question.category.as_deref()?)?;
        taxonomy.leaves().position(|(.., known)| known.name == leaf.name)
    })
}

/// The table, its abilities placed by the taxonomy.
pub fn overview(comparison: &Comparison<'_>, taxonomy: &Taxonomy, strategy: Strategy) -> Overview {
    let (abilities, of_question) = columns(comparison.questions, taxonomy);
    let rows = comparison.judged(strategy).map(|(model, judgements)| OverviewRow {
        model: model.model.clone(),
        overall: Share::from_judgements(&judgements),
        abilities: shares_by_column(&judgements, &of_question, abilities.len()),
        undecided: count_undecided(&judgements),
        outdated: model.outdated,
    });
    let mut rows: Vec<OverviewRow> = rows.collect();
    let accuracy = |row: &OverviewRow| row.overall.accuracy().unwrap_or(-1.0);
    rows.sort_by(|one, other| accuracy(one).total_cmp(&accuracy(other)));
    Overview { strategy, questions: comparison.questions.len(), abilities, rows }
}

/// The share of right answers in each column; `of_question` has the column of each question.
pub fn shares_by_column(
    judgements: &[Option<Judgement>],
    of_question: &[Option<usize>],
    columns: usize,
) -> Vec<Share> {
    let mut shares = vec![Share::default(); columns];
    for (judgement, column) in judgements.iter().zip(of_question) {
        if let (Some(judgement), Some(column)) = (judgement, column) {
            shares[*column].add(*judgement);
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    /// MMBench-test: L-2 abilities, their numbers of questions, and rows of Table 3 (per cent).
    const ABILITIES: [(&str, usize); 6] = [
        ("coarse_perception", 540),
        ("finegrained_perception (instance-level)", 431),
        ("finegrained_perception (cross-instance)", 267),
        ("attribute_reasoning", 245),
        ("logic_reasoning", 184),
        ("relation_reasoning", 258),
    ];
    const PRINTED: [(&str, [f64; 7]); 6] = [
        ("GPT-4-Turbo (0125)", [2.9, 0.6, 1.2, 4.1, 3.7, 4.9, 7.4]),
        ("MiniGPT4-7B", [30.5, 37.0, 31.8, 17.2, 49.8, 9.2, 25.6]),
        ("LLaVA-v1.5-13B", [66.9, 73.1, 72.4, 60.3, 75.5, 35.9, 65.5]),
        ("Gemini-Pro-V", [70.2, 70.0, 78.9, 65.9, 82.9, 46.2, 65.9]),
        ("GPT-4v", [74.3, 77.6, 73.8, 71.5, 85.3, 63.6, 68.6]),
        ("InternLM-XComposer2", [78.1, 80.4, 83.5, 73.0, 83.7, 63.6, 74.4]),
    ];

    #[test]
    fn the_papers_rows_come_out_as_printed_and_in_its_order() {
        let questions: Vec<_> = ABILITIES
            .iter()
            .flat_map(|&(l2, count)| std::iter::repeat_n(l2, count))
            .enumerate()
            .map(|(number, l2)| question(number, l2, "leaf", 1))
            .collect();
        let of_row = |(name, printed): &(&str, [f64; 7])| {
            let words: Vec<&str> = ABILITIES
                .iter()
                .zip(&printed[1..])
                .flat_map(|(&(_, count), share)| {
                    let right = (share / 100.0 * count as f64).round() as usize;
                    std::iter::repeat_n("r", right).chain(std::iter::repeat_n("b", count - right))
                })
                .collect();
            model(name, &words.join(" "))
        };
        let models: Vec<_> = PRINTED.iter().rev().map(of_row).collect();
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let table = overview(&comparison, Taxonomy::mmbench(), Strategy::Circular);
        let heads: Vec<&str> =
            table.abilities.iter().map(|column| column.abbreviation.as_str()).collect();
        assert_eq!(heads, ["CP", "FP-S", "FP-C", "AR", "LR", "RR"]);
        for (row, (name, printed)) in table.rows.iter().zip(&PRINTED) {
            assert_eq!(row.model, *name);
            let shares = std::iter::once(&row.overall).chain(&row.abilities);
            for (share, printed) in shares.zip(printed) {
                // Overall is summed from counts that were themselves rounded.
                let difference = (100.0 * share.accuracy().unwrap() - printed).abs();
                assert!(difference < 0.1, "{name}: {share:?} against {printed}");
            }
        }
    }

    #[test]
    fn an_ability_the_taxonomy_does_not_know_keeps_its_own_name_and_comes_last() {
        let questions =
            [question(1, "weather", "rain", 1), question(2, "logic_reasoning", "future", 1)];
        let (columns, of_question) = columns(&questions, Taxonomy::mmbench());
        let heads: Vec<&str> = columns.iter().map(|c| c.abbreviation.as_str()).collect();
        assert_eq!((heads, of_question), (vec!["LR", "weather"], vec![Some(1), Some(0)]));
    }

    #[test]
    fn a_model_that_was_not_asked_everything_says_how_much_is_undecided() {
        let questions = [question(1, "x", "y", 2), question(2, "x", "y", 2)];
        let models = [model("m", "rr r-")];
        let row = |missing| {
            let comparison = Comparison { questions: &questions, models: &models, missing };
            let row = overview(&comparison, Taxonomy::mmbench(), Strategy::Circular).rows.remove(0);
            (row.overall.counted, row.overall.correct, row.undecided)
        };
        assert_eq!(row(Missing::Wrong), (2, 1, 1));
        assert_eq!(row(Missing::Exclude), (1, 1, 1));
        assert_eq!(row(Missing::Kit), (2, 2, 0));
    }

    #[test]
    fn columns_count_their_questions_and_a_model_without_any_comes_first() {
        let ability = "logic_reasoning";
        let questions = [
            question(1, ability, "a", 1),
            question(2, ability, "b", 1),
            question(3, "rain", "c", 1),
        ];
        let models = [model("weak", "b r b"), model("silent", "? ? ?")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Exclude };
        let table = overview(&comparison, Taxonomy::mmbench(), Strategy::Circular);
        let counts: Vec<usize> = table.abilities.iter().map(|column| column.questions).collect();
        assert_eq!(counts, [2, 1]);
        let [silent, weak] = &table.rows[..] else { panic!("{:?}", table.rows) };
        assert_eq!((silent.model.as_str(), silent.overall.accuracy()), ("silent", None));
        let shares: Vec<_> = weak.abilities.iter().map(|one| (one.correct, one.counted)).collect();
        assert_eq!(shares, [(1, 2), (0, 1)]);
    }
}
