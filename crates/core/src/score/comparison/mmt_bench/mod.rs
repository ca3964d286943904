//! MMT-Bench's leaderboard (its Table 2): accuracy for each meta-task, means, and mean ranks.
//!
//! A meta-task's score is the mean of its subtasks' accuracies, and the overall score the mean over
//! all subtasks: both follow from the paper's printed table. VLMEvalKit's overall score is the mean
//! over questions, which is shown next to it. "Without visual recognition" leaves that meta-task
//! out. The mean rank of a model is over meta-tasks, among all models and the two baselines, equal
//! scores sharing the best rank: with this rule the printed mean ranks are reproduced to the digit.
//!
//! The baselines are computed from the data: a random guess is right in one of as many cases as
//! there are choices; the frequent guess says in each subtask the letter that is right most often
//! in it.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use super::means::{mean_of_shares, ranks};
use super::overview::leaves;
use super::{Comparison, Share, count_undecided, shares_by_column};
use crate::benchmark::taxonomy::Taxonomy;
use crate::score::{AskedQuestion, Strategy};
use crate::statistics::Statistic;

/// The taxonomy whose L-2 abilities are MMT-Bench's meta-tasks.
pub const MMT_BENCH: &str = "mmt-bench";
/// The meta-task that one of the overall scores leaves out.
const VISUAL_RECOGNITION: &str = "VR";

/// The leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MmtBench {
    /// How passes make a score.
    pub strategy: Strategy,
    /// The meta-tasks that have questions, in the paper's order.
    pub meta_tasks: Vec<MetaTask>,
    /// The subtasks that have questions, those of each meta-task together.
    pub subtasks: Vec<Subtask>,
    /// Questions without a subtask; they are not in any figure.
    pub other_questions: usize,
    /// The baselines, then the models, best first.
    pub rows: Vec<MmtRow>,
}

/// A meta-task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MetaTask {
    /// As in the paper's table, `VR`.
    pub abbreviation: String,
    /// The name that is shown.
    pub title: String,
    /// The number of its subtasks with questions.
    pub subtasks: usize,
}

/// A subtask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Subtask {
    /// The name that is shown.
    pub title: String,
    /// The position of its meta-task.
    pub meta_task: usize,
    /// Questions with a reference answer.
    pub questions: usize,
}

/// A model or a baseline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MmtRow {
    /// Its name.
    pub model: String,
    /// Whether it is a baseline and not a model.
    pub is_baseline: bool,
    /// Over all meta-tasks.
    pub overall: MmtScore,
    /// Over all but visual recognition.
    pub without_visual_recognition: MmtScore,
    /// One for each of [`MmtBench::meta_tasks`].
    pub meta_tasks: Vec<Statistic>,
    /// One for each of [`MmtBench::subtasks`].
    pub subtasks: Vec<Statistic>,
    /// Questions that neither a wrong nor a full set of right passes decided.
    pub undecided: usize,
}

/// The scores of a model over several meta-tasks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MmtScore {
    /// Each subtask counts the same.
    pub mean_over_subtasks: Statistic,
    /// Each question counts the same.
    pub mean_over_questions: Statistic,
    /// The mean of the ranks in the meta-tasks.
    pub mean_rank: Option<f64>,
}

/// The leaderboard of these models.
pub fn mmt_bench(comparison: &Comparison<'_>, taxonomy: &Taxonomy, strategy: Strategy) -> MmtBench {
    let (meta_tasks, subtasks, of_question) = tasks(comparison.questions, taxonomy);
    let board = Board { meta_tasks: &meta_tasks, subtasks: &subtasks };
    let mut rows = board.baselines(comparison.questions, &of_question);
    let models = comparison.judged(strategy).map(|(model, judgements)| {
        let shares = shares_by_column(&judgements, &of_question, subtasks.len());
        board.model(&model.model, &shares, count_undecided(&judgements))
    });
    let mut models: Vec<MmtRow> = models.collect();
    let best = |row: &MmtRow| row.overall.mean_over_subtasks.value().unwrap_or(-1.0);
    models.sort_by(|one, other| best(other).total_cmp(&best(one)));
    rows.extend(models);
    board.rank(&mut rows);
    let other_questions = of_question.iter().filter(|subtask| subtask.is_none()).count();
    MmtBench { strategy, meta_tasks, subtasks, other_questions, rows }
}

/// The meta-tasks and subtasks that have questions, and the subtask of each question.
fn tasks(
    questions: &[AskedQuestion],
    taxonomy: &Taxonomy,
) -> (Vec<MetaTask>, Vec<Subtask>, Vec<Option<usize>>) {
    let known: Vec<_> = taxonomy.leaves().collect();
    let (found, of_question) = leaves(questions, taxonomy);
    let (mut meta_tasks, mut subtasks) = (Vec::<MetaTask>::new(), Vec::new());
    for (at, questions) in found {
        let (_, l2, l3) = known[at];
        if meta_tasks.last().is_none_or(|last| last.title != l2.title) {
            let (abbreviation, title) = (l2.abbreviation.clone(), l2.title.clone());
            meta_tasks.push(MetaTask { abbreviation, title, subtasks: 0 });
        }
        let meta_task = meta_tasks.len() - 1;
        meta_tasks[meta_task].subtasks += 1;
        subtasks.push(Subtask { title: l3.title.clone(), meta_task, questions });
    }
    (meta_tasks, subtasks, of_question)
}

struct Board<'a> {
    meta_tasks: &'a [MetaTask],
    subtasks: &'a [Subtask],
}

impl Board<'_> {
    fn baselines(&self, questions: &[AskedQuestion], of_question: &[Option<usize>]) -> Vec<MmtRow> {
        let mut chances = vec![0.0; self.subtasks.len()];
        let mut letters = vec![BTreeMap::new(); self.subtasks.len()];
        for (question, subtask) in questions.iter().zip(of_question) {
            let Some(subtask) = *subtask else { continue };
            // A short answer is not guessed.
            if question.rule.is_none() {
                chances[subtask] += 1.0 / question.choices.max(1) as f64;
            }
            if let Some(answer) = question.answer {
                *letters[subtask].entry(answer).or_insert(0_usize) += 1;
            }
        }
        let row = |model: &str, right: Vec<f64>| {
            let each = right.into_iter().zip(self.subtasks).map(|(right, subtask)| {
                Statistic::new(right / subtask.questions as f64, subtask.questions)
            });
            let subtasks: Vec<Statistic> = each.collect();
            let mean = |inside: &[usize]| plain_mean(&pick(&subtasks, inside));
            let over_questions = |inside: &[usize]| expected_share(&pick(&subtasks, inside));
            let row = self.row(model, mean, over_questions);
            MmtRow { is_baseline: true, subtasks, ..row }
        };
        let most = |letters: BTreeMap<_, usize>| letters.into_values().max().unwrap_or(0) as f64;
        let frequent = letters.into_iter().map(most).collect();
        vec![row("frequent guess", frequent), row("random guess", chances)]
    }

    fn model(&self, model: &str, shares: &[Share], undecided: usize) -> MmtRow {
        let mean = |inside: &[usize]| mean_of_shares(&pick(shares, inside));
        let over_questions =
            |inside: &[usize]| inside.iter().map(|&at| shares[at]).sum::<Share>().statistic();
        let subtasks = shares.iter().map(Share::statistic).collect();
        MmtRow { subtasks, undecided, ..self.row(model, mean, over_questions) }
    }

    /// A row without its subtasks: of some of them, `mean` takes each the same and `over_questions`
    /// each of their questions.
    fn row(
        &self,
        model: &str,
        mean: impl Fn(&[usize]) -> Statistic,
        over_questions: impl Fn(&[usize]) -> Statistic,
    ) -> MmtRow {
        let inside = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
            let all = self.subtasks.iter().enumerate();
            all.filter(|(_, subtask)| is_wanted(subtask.meta_task)).map(|(at, _)| at).collect()
        };
        let score = |inside: &[usize]| MmtScore {
            mean_over_subtasks: mean(inside),
            mean_over_questions: over_questions(inside),
            mean_rank: None,
        };
        let of_meta_task = |meta_task: usize| mean(&inside(&|one| one == meta_task));
        MmtRow {
            model: model.to_owned(),
            is_baseline: false,
            overall: score(&inside(&|_| true)),
            without_visual_recognition: score(&inside(&|one| !self.is_visual_recognition(one))),
            meta_tasks: (0..self.meta_tasks.len()).map(of_meta_task).collect(),
            subtasks: Vec::new(),
            undecided: 0,
        }
    }

    fn is_visual_recognition(&self, meta_task: usize) -> bool {
        self.meta_tasks[meta_task].abbreviation == VISUAL_RECOGNITION
    }

    fn rank(&self, rows: &mut [MmtRow]) {
        let ranks_in: Vec<Vec<Option<usize>>> = (0..self.meta_tasks.len())
            .map(|task| {
                ranks(&rows.iter().map(|row| row.meta_tasks[task].value()).collect::<Vec<_>>())
            })
            .collect();
        let mean = |row: usize, without: bool| {
            let tasks: Vec<usize> = (0..self.meta_tasks.len())
                .filter(|&task| !(without && self.is_visual_recognition(task)))
                .collect();
            let ranks: Option<usize> = tasks.iter().map(|&task| ranks_in[task][row]).sum();
            ranks.filter(|_| !tasks.is_empty()).map(|sum| sum as f64 / tasks.len() as f64)
        };
        for (at, row) in rows.iter_mut().enumerate() {
            row.overall.mean_rank = mean(at, false);
            row.without_visual_recognition.mean_rank = mean(at, true);
        }
    }
}

fn pick<T: Clone>(values: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|&at| values[at].clone()).collect()
}

/// The mean of values that are expectations: they do not have an interval.
fn plain_mean(values: &[Statistic]) -> Statistic {
    let n = values.len();
    let sum: Option<f64> = values.iter().map(Statistic::value).sum();
    match sum {
        Some(sum) if n > 0 => Statistic::new(sum / n as f64, n),
        _ => Statistic::undefined("there is no question", n),
    }
}

/// The share of all questions that is right on average.
fn expected_share(subtasks: &[Statistic]) -> Statistic {
    let questions: usize = subtasks.iter().map(Statistic::n).sum();
    let right: Option<f64> =
        subtasks.iter().map(|one| one.value().map(|value| value * one.n() as f64)).sum();
    match right.filter(|_| questions > 0) {
        Some(right) => Statistic::new(right / questions as f64, questions),
        None => Statistic::undefined("there is no question", 0),
    }
}
