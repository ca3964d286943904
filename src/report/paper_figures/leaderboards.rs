//! The leaderboards of SEED-Bench-2 and MMT-Bench in the layouts of their papers.

use super::{Basis, Lines, PaperFigure, Subject};
use crate::figures::{percent_interval, percent_number, undefined};
use crate::report::Table;
use crate::score::comparison::{MmtBench, MmtScore, Scope, SeedBench, SeedRow};
use crate::statistics::Statistic;

/// SEED-Bench-2's Table 2 (parts and levels), and its Tables 5 and 6 with a row for each dimension.
impl PaperFigure for SeedBench {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let name = |scope: &Scope| {
            let level = scope.level.as_ref().map(|level| format!("{level}, ")).unwrap_or_default();
            format!("{level}{}", scope.name)
        };
        let what = "SEED-Bench-2, Table 2: accuracy in %, the mean over dimensions, its rank, and the mean over \
                    questions";
        let table = Table::over(&self.rows)
            .text("model", |row| &row.model)
            .each(self.scopes.iter().map(name).enumerate(), |table, (at, name)| {
                let rank = |row: &SeedRow| row.scopes[at].rank.map(|rank| rank.to_string());
                table
                    .number(&name, |row| value(&row.scopes[at].mean_over_dimensions))
                    .number("rank", |row| rank(row).unwrap_or_else(undefined))
                    .number("by question", |row| value(&row.scopes[at].mean_over_questions))
            })
            .number("undecided", |row| row.undecided)
            .text("", |row| {
                row.scopes.iter().find_map(|scope| scope.mean_over_dimensions.because())
            })
            .titled(basis.title(what, Some(self.strategy)));
        let others = left_out(self.other_questions, "dimension");
        let what = format!("SEED-Bench-2, Tables 5 and 6: accuracy in % by dimension{others}");
        let dimensions = Table::over(self.dimensions.iter().enumerate())
            .number("part", |(_, dimension)| dimension.part)
            .text("dimension", |(_, dimension)| &dimension.title)
            .number("n", |(_, dimension)| dimension.questions)
            .each(&self.rows, |table, row| {
                table.number(&row.model, |(at, _)| value(&row.dimensions[at].statistic()))
            })
            .titled(basis.title(&what, Some(self.strategy)));
        vec![table, dimensions]
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("seed-bench", self.strategy);
        for row in &self.rows {
            let model = Subject { model: &row.model, ..of };
            for (scope, score) in self.scopes.iter().zip(&row.scopes) {
                let whose = Subject { name: &scope.name, ..model };
                lines.statistic(whose, "mean_over_dimensions", &score.mean_over_dimensions);
                lines.statistic(whose, "mean_over_questions", &score.mean_over_questions);
                let rank = score.rank.map(|rank| rank as f64);
                lines.figure(whose, "rank", self.rows.len(), rank);
            }
            for (dimension, share) in self.dimensions.iter().zip(&row.dimensions) {
                let whose = Subject { name: &dimension.title, ..model };
                lines.statistic(whose, "accuracy", &share.statistic());
            }
        }
    }
}

/// MMT-Bench's Table 2 with a row for each model, and a table with a row for each subtask.
impl PaperFigure for MmtBench {
    fn tables(&self, basis: &Basis) -> Vec<Table> {
        let rank =
            |score: &MmtScore| score.mean_rank.map_or_else(undefined, |rank| format!("{rank:.1}"));
        let what = "MMT-Bench, Table 2: accuracy in %, the mean over subtasks (overall, without visual \
                    recognition, each meta-task), the mean rank over meta-tasks, and the mean over questions";
        let table = Table::over(&self.rows)
            .text("model", |row| &row.model)
            .number("overall", |row| value(&row.overall.mean_over_subtasks))
            .number("95 % interval", |row| percent_interval(&row.overall.mean_over_subtasks))
            .number("rank", |row| rank(&row.overall))
            .number("by question", |row| value(&row.overall.mean_over_questions))
            .number("no VR", |row| value(&row.without_visual_recognition.mean_over_subtasks))
            .number("rank", |row| rank(&row.without_visual_recognition))
            .number("by question", |row| value(&row.without_visual_recognition.mean_over_questions))
            .each(self.meta_tasks.iter().enumerate(), |table, (at, task)| {
                table.number(&task.abbreviation, |row| value(&row.meta_tasks[at]))
            })
            .number("undecided", |row| (!row.is_baseline).then_some(row.undecided))
            .titled(basis.title(what, Some(self.strategy)));
        let others = left_out(self.other_questions, "subtask");
        let what = format!("MMT-Bench: accuracy in % by subtask{others}");
        let subtasks = Table::over(self.subtasks.iter().enumerate())
            .text("meta-task", |(_, subtask)| &self.meta_tasks[subtask.meta_task].abbreviation)
            .text("subtask", |(_, subtask)| &subtask.title)
            .number("n", |(_, subtask)| subtask.questions)
            .each(&self.rows, |table, row| {
                table.number(&row.model, |(at, _)| value(&row.subtasks[at]))
            })
            .titled(basis.title(&what, Some(self.strategy)));
        vec![table, subtasks]
    }

    fn add_lines(&self, lines: &mut Lines<'_>) {
        let of = Subject::new("mmt-bench", self.strategy);
        for row in &self.rows {
            let model = Subject { model: &row.model, ..of };
            let without = &row.without_visual_recognition;
            for (name, score) in [("overall", &row.overall), ("without VR", without)] {
                let whose = Subject { name, ..model };
                lines.statistic(whose, "mean_over_subtasks", &score.mean_over_subtasks);
                lines.statistic(whose, "mean_over_questions", &score.mean_over_questions);
                lines.figure(whose, "mean_rank", self.rows.len(), score.mean_rank);
            }
            for (task, score) in self.meta_tasks.iter().zip(&row.meta_tasks) {
                let whose = Subject { name: &task.abbreviation, ..model };
                lines.statistic(whose, "mean_over_subtasks", score);
            }
            for (subtask, score) in self.subtasks.iter().zip(&row.subtasks) {
                lines.statistic(Subject { name: &subtask.title, ..model }, "accuracy", score);
            }
        }
    }
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
