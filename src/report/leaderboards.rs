//! The leaderboards of SEED-Bench-2 and MMT-Bench in the layouts of their papers, and as lines for CSV.

use super::agreement::because;
use super::comparison::Basis;
use super::comparison_rows::{Of, Rows, Whose};
use super::{Align, Table};
use crate::figures::{percent_interval, percent_number, undefined};
use crate::score::comparison::{MmtBench, MmtScore, SeedBench};
use crate::statistics::Statistic;

/// SEED-Bench-2's Table 2 (parts and levels), and its Tables 5 and 6 with a row for each dimension.
pub fn seed_bench(board: &SeedBench, basis: &Basis) -> [Table; 2] {
    let mut names = Vec::new();
    for scope in &board.scopes {
        let level = scope.level.as_ref().map(|level| format!("{level}, ")).unwrap_or_default();
        names.push(format!("{level}{}", scope.name));
        names.extend(["rank".to_owned(), "by question".to_owned()]);
    }
    let mut columns = vec![("model", Align::Left)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    columns.extend([("undecided", Align::Right), ("", Align::Left)]);
    let what = "SEED-Bench-2, Table 2: accuracy in %, the mean over dimensions, its rank, and the mean over \
                questions";
    let mut table = Table::new(columns).titled(basis.title(what, Some(board.strategy)));
    for row in &board.rows {
        let mut cells = vec![row.model.clone()];
        for scope in &row.scopes {
            cells.push(value(&scope.mean_over_dimensions));
            cells.push(scope.rank.map_or_else(undefined, |rank| rank.to_string()));
            cells.push(value(&scope.mean_over_questions));
        }
        cells.push(row.undecided.to_string());
        let mut reasons = row.scopes.iter().map(|scope| because(&scope.mean_over_dimensions));
        cells.push(reasons.find(|reason| !reason.is_empty()).unwrap_or_default());
        table.row(cells);
    }
    let what = format!(
        "SEED-Bench-2, Tables 5 and 6: accuracy in % by dimension{}",
        left_out(board.other_questions, "dimension")
    );
    let models: Vec<&str> = board.rows.iter().map(|row| row.model.as_str()).collect();
    let mut columns = vec![("part", Align::Right), ("dimension", Align::Left), ("n", Align::Right)];
    columns.extend(models.iter().map(|model| (*model, Align::Right)));
    let mut dimensions = Table::new(columns).titled(basis.title(&what, Some(board.strategy)));
    for (at, dimension) in board.dimensions.iter().enumerate() {
        let first = [dimension.part.to_string(), dimension.title.clone()];
        let first = first.into_iter().chain([dimension.questions.to_string()]);
        let shares = board.rows.iter().map(|row| value(&row.dimensions[at].statistic()));
        dimensions.row(first.chain(shares));
    }
    [table, dimensions]
}

/// MMT-Bench's Table 2 with a row for each model, and a table with a row for each subtask.
pub fn mmt_bench(board: &MmtBench, basis: &Basis) -> [Table; 2] {
    let mut columns = vec![("model", Align::Left)];
    let of_score = ["overall", "95 % interval", "rank", "by question"];
    columns.extend(of_score.map(|name| (name, Align::Right)));
    columns.extend(["no VR", "rank", "by question"].map(|name| (name, Align::Right)));
    columns.extend(board.meta_tasks.iter().map(|task| (task.abbreviation.as_str(), Align::Right)));
    columns.push(("undecided", Align::Right));
    let what = "MMT-Bench, Table 2: accuracy in %, the mean over subtasks (overall, without visual \
                recognition, each meta-task), the mean rank over meta-tasks, and the mean over questions";
    let mut table = Table::new(columns).titled(basis.title(what, Some(board.strategy)));
    for row in &board.rows {
        let score = |score: &MmtScore| {
            let rank = score.mean_rank.map_or_else(undefined, |rank| format!("{rank:.1}"));
            [value(&score.mean_over_subtasks), rank, value(&score.mean_over_questions)]
        };
        let interval = percent_interval(&row.overall.mean_over_subtasks);
        let [overall, rank, by_question] = score(&row.overall);
        let mut cells = vec![row.model.clone(), overall, interval, rank, by_question];
        cells.extend(score(&row.without_visual_recognition));
        cells.extend(row.meta_tasks.iter().map(value));
        cells.push(if row.is_baseline { String::new() } else { row.undecided.to_string() });
        table.row(cells);
    }
    let what = format!(
        "MMT-Bench: accuracy in % by subtask{}",
        left_out(board.other_questions, "subtask")
    );
    let mut columns =
        vec![("meta-task", Align::Left), ("subtask", Align::Left), ("n", Align::Right)];
    columns.extend(board.rows.iter().map(|row| (row.model.as_str(), Align::Right)));
    let mut subtasks = Table::new(columns).titled(basis.title(&what, Some(board.strategy)));
    for (at, subtask) in board.subtasks.iter().enumerate() {
        let meta_task = board.meta_tasks[subtask.meta_task].abbreviation.clone();
        let first = [meta_task, subtask.title.clone(), subtask.questions.to_string()];
        subtasks
            .row(first.into_iter().chain(board.rows.iter().map(|row| value(&row.subtasks[at]))));
    }
    [table, subtasks]
}

fn left_out(questions: usize, what: &str) -> String {
    match questions {
        0 => String::new(),
        some => format!(" ({some} questions of no {what} are left out)"),
    }
}

fn value(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent_number)
}

impl Rows<'_> {
    /// SEED-Bench-2's leaderboard.
    pub fn seed_bench(&mut self, board: &SeedBench) {
        let of = Of { table: "seed-bench", strategy: Some(board.strategy) };
        for row in &board.rows {
            let model = Whose { model: &row.model, ..Whose::default() };
            for (scope, score) in board.scopes.iter().zip(&row.scopes) {
                let whose = Whose { name: &scope.name, ..model };
                self.statistic(of, whose, "mean_over_dimensions", &score.mean_over_dimensions);
                self.statistic(of, whose, "mean_over_questions", &score.mean_over_questions);
                let rank = score.rank.map(|rank| rank as f64);
                self.figure(of, whose, "rank", board.rows.len(), rank);
            }
            for (dimension, share) in board.dimensions.iter().zip(&row.dimensions) {
                let whose = Whose { name: &dimension.title, ..model };
                self.statistic(of, whose, "accuracy", &share.statistic());
            }
        }
    }

    /// MMT-Bench's leaderboard.
    pub fn mmt_bench(&mut self, board: &MmtBench) {
        let of = Of { table: "mmt-bench", strategy: Some(board.strategy) };
        for row in &board.rows {
            let model = Whose { model: &row.model, ..Whose::default() };
            let without = &row.without_visual_recognition;
            for (name, score) in [("overall", &row.overall), ("without VR", without)] {
                let whose = Whose { name, ..model };
                self.statistic(of, whose, "mean_over_subtasks", &score.mean_over_subtasks);
                self.statistic(of, whose, "mean_over_questions", &score.mean_over_questions);
                self.figure(of, whose, "mean_rank", board.rows.len(), score.mean_rank);
            }
            for (task, score) in board.meta_tasks.iter().zip(&row.meta_tasks) {
                let whose = Whose { name: &task.abbreviation, ..model };
                self.statistic(of, whose, "mean_over_subtasks", score);
            }
            for (subtask, score) in board.subtasks.iter().zip(&row.subtasks) {
                self.statistic(of, Whose { name: &subtask.title, ..model }, "accuracy", score);
            }
        }
    }
}
