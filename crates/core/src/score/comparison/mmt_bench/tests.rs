//! MMT-Bench's figures against hand-computed ones.

use super::super::fixtures::{model, question};
use super::*;
use crate::benchmark::Label;
use crate::score::Missing;

fn questions_of(subtasks: &[(&str, usize, char)]) -> Vec<AskedQuestion> {
    let question = |(number, &(subtask, choices, answer)): (usize, &(&str, usize, char))| {
        let asked = question(number, "", subtask, 1);
        AskedQuestion { choices, answer: Label::from_letter(answer), ..asked }
    };
    subtasks.iter().enumerate().map(question).collect()
}

fn board(questions: &[AskedQuestion], answers: &[(&str, &str)]) -> MmtBench {
    let models: Vec<_> = answers.iter().map(|(name, letters)| model(name, letters)).collect();
    let comparison = Comparison { questions, models: &models, missing: Missing::Wrong };
    mmt_bench(&comparison, Taxonomy::from_name(MMT_BENCH).unwrap(), Strategy::FirstPass)
}

fn row<'b>(board: &'b MmtBench, name: &str) -> &'b MmtRow {
    board.rows.iter().find(|row| row.model == name).unwrap()
}

/// Visual recognition has two subtasks, with three questions and one; OCR and 3D have one each.
fn questions() -> Vec<AskedQuestion> {
    questions_of(&[
        ("Food Recognition", 4, 'A'),
        ("Food Recognition", 4, 'A'),
        ("Food Recognition", 2, 'B'),
        ("Plant Recognition", 4, 'C'),
        ("font_recognition", 5, 'D'),
        ("3D Cad Recognition", 4, 'A'),
        ("3D Cad Recognition", 4, 'B'),
    ])
}

#[test]
fn a_meta_task_is_the_mean_of_its_subtasks_and_overall_the_mean_of_all_subtasks() {
    let board = board(&questions(), &[("m", "r r r b r b r")]);
    let tasks: Vec<_> =
        board.meta_tasks.iter().map(|task| (&*task.abbreviation, task.subtasks)).collect();
    assert_eq!(tasks, [("VR", 2), ("OCR", 1), ("3D", 1)]);
    let model = row(&board, "m");
    let values: Vec<_> = model.meta_tasks.iter().map(|task| task.value().unwrap()).collect();
    assert_eq!(values, [0.5, 1.0, 0.5], "3/3 and 0/1, 1/1, 1/2");
    // (1 + 0 + 1 + 1/2) / 4 and 5 of 7.
    assert_eq!(model.overall.mean_over_subtasks.value(), Some(0.625));
    assert_eq!(model.overall.mean_over_questions.value(), Some(5.0 / 7.0));
    let without = &model.without_visual_recognition;
    assert_eq!(without.mean_over_subtasks.value(), Some(0.75), "(1 + 1/2) / 2");
    assert_eq!(without.mean_over_questions.value(), Some(2.0 / 3.0));
}

#[test]
fn the_baselines_come_from_the_data() {
    let board = board(&questions(), &[]);
    let values = |name: &str| -> Vec<f64> {
        row(&board, name).subtasks.iter().map(|task| task.value().unwrap()).collect()
    };
    // One of four, four and two choices; one of four; one of five; one of four.
    assert_eq!(values("random guess"), [1.0 / 3.0, 0.25, 0.2, 0.25]);
    // A is right in two of three, C in the only one, D in the only one, A in one of two.
    assert_eq!(values("frequent guess"), [2.0 / 3.0, 1.0, 1.0, 0.5]);
    let random = &row(&board, "random guess").overall;
    assert_eq!(random.mean_over_questions.value(), Some((1.0 + 0.25 + 0.2 + 0.5) / 7.0));
}

#[test]
fn the_mean_rank_is_over_meta_tasks_and_among_models_and_baselines() {
    let answers = [("strong", "r r r r r r r"), ("weak", "b b b b r b r")];
    let board = board(&questions(), &answers);
    let ranks = |name: &str| {
        let row = row(&board, name);
        (row.overall.mean_rank.unwrap(), row.without_visual_recognition.mean_rank.unwrap())
    };
    // VR: strong 1, frequent 5/6, random 7/24, weak 0. OCR: strong, weak and frequent 1, random 1/5.
    // 3D: strong 1, weak and frequent 1/2, random 1/4.
    assert_eq!(ranks("strong"), (1.0, 1.0));
    assert_eq!(ranks("weak"), ((4.0 + 1.0 + 2.0) / 3.0, 1.5));
    assert_eq!(ranks("frequent guess"), ((2.0 + 1.0 + 2.0) / 3.0, 1.5));
    assert_eq!(ranks("random guess"), ((3.0 + 4.0 + 4.0) / 3.0, 4.0));
    let names: Vec<&str> = board.rows.iter().map(|row| row.model.as_str()).collect();
    assert_eq!(names, ["frequent guess", "random guess", "strong", "weak"]);
}

#[test]
fn questions_of_no_subtask_are_counted_apart() {
    let board =
        board(&questions_of(&[("Food Recognition", 2, 'A'), ("Weather", 2, 'A')]), &[("m", "r b")]);
    assert_eq!((board.other_questions, board.subtasks.len()), (1, 1));
    let only_visual = &row(&board, "m").without_visual_recognition;
    assert_eq!(only_visual.mean_over_subtasks.value(), None);
    assert_eq!(only_visual.mean_rank, None);
}

/// Table 2 of the paper: name, overall, mean rank, both without visual recognition, and the scores of
/// the meta-tasks in per cent; baselines first.
const TABLE_2: &str = include_str!("table_2.csv");

#[test]
fn the_papers_scores_and_mean_ranks_come_out_of_its_meta_tasks() {
    let taxonomy = Taxonomy::from_name(MMT_BENCH).unwrap();
    let l2 = &taxonomy.l1[0].l2;
    let meta_tasks: Vec<MetaTask> = l2
        .iter()
        .map(|l2| MetaTask {
            abbreviation: l2.abbreviation.clone(),
            title: l2.title.clone(),
            subtasks: l2.l3.len(),
        })
        .collect();
    let mut lines = TABLE_2.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').skip(5).collect();
    let names: Vec<&str> = l2.iter().map(|l2| l2.abbreviation.as_str()).collect();
    assert_eq!(head, names, "our tree is in the order of the table");
    let mut rows = Vec::new();
    let mut printed = Vec::new();
    let none = || MmtScore {
        mean_over_subtasks: Statistic::undefined("", 0),
        mean_over_questions: Statistic::undefined("", 0),
        mean_rank: None,
    };
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let numbers: Vec<f64> = cells[1..].iter().map(|cell| cell.parse().unwrap()).collect();
        // Each subtask is given its meta-task's score.
        let without = numbers[5..].iter().zip(&l2[1..]);
        let sum: f64 = without.map(|(score, l2)| score * l2.l3.len() as f64).sum();
        assert!((sum / 127.0 - numbers[2]).abs() < 0.06, "{line}");
        printed.push((cells[0].to_owned(), numbers[1], numbers[3]));
        rows.push(MmtRow {
            model: cells[0].to_owned(),
            is_baseline: false,
            overall: none(),
            without_visual_recognition: none(),
            meta_tasks: numbers[4..].iter().map(|&score| Statistic::new(score, 1)).collect(),
            subtasks: Vec::new(),
            undecided: 0,
        });
    }
    assert_eq!(rows.len(), 32, "thirty models and two baselines");
    Board { meta_tasks: &meta_tasks, subtasks: &[] }.rank(&mut rows);
    for (row, (name, all, without)) in rows.iter().zip(printed) {
        let ranks = [row.overall.mean_rank, row.without_visual_recognition.mean_rank];
        for (rank, printed) in ranks.into_iter().zip([all, without]) {
            let rank = rank.unwrap();
            assert!((rank - printed).abs() < 0.0501, "{name}: {rank} against {printed}");
        }
    }
}
