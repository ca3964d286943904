//! The text of a row of the history: what was decided, and when.

use uuid::Uuid;

use crate::benchmark::FinalAct;
use crate::benchmark::decision::{Act, BlindAnswer};
use crate::benchmark::history::History;

/// Describes an act. The row that an undo or a redo refers to is looked up in the history.
pub fn act_in_words(act: &Act, history: &History) -> String {
    match act {
        Act::Answer { answer } => format!("answered {}", answer_in_words(*answer)),
        Act::Skip => "skipped".into(),
        Act::Later => "put off".into(),
        Act::Note { note } => format!("note: {note}"),
        Act::Undo { row } => format!("took back: {}", describe_row(*row, history)),
        Act::Redo { row } => match history.row(*row).map(|undo| &undo.act) {
            Some(Act::Undo { row }) => format!("brought back: {}", describe_row(*row, history)),
            _ => "brought back what was taken back".into(),
        },
        decided => decided.final_act().map(describe_decision).unwrap_or_default(),
    }
}

/// Describes a row that another one refers to. On the screens only a redo takes an undo back, but files
/// may have chains and cycles of them: those are not followed.
fn describe_row(id: Uuid, history: &History) -> String {
    match history.row(id).map(|row| &row.act) {
        None | Some(Act::Undo { .. } | Act::Redo { .. }) => "an earlier row".to_owned(),
        Some(act) => act_in_words(act, history),
    }
}

fn describe_decision(decision: &dyn FinalAct) -> String {
    let answer = decision.answer().map(|answer| format!("answered {}, ", answer_in_words(answer)));
    answer.unwrap_or_default() + &decision.in_words()
}

/// `B`, `none of the choices`, `cannot tell`.
pub fn answer_in_words(answer: BlindAnswer) -> String {
    match answer {
        BlindAnswer::Choice(label) => label.to_string(),
        BlindAnswer::NoneOfTheChoices => "none of the choices".into(),
        BlindAnswer::CannotTell => "cannot tell".into(),
    }
}

/// `2026-11-20 14:05` in the local time zone; the text unchanged where it is not a timestamp.
pub fn local_time(created: &str) -> String {
    chrono::DateTime::parse_from_rfc3339(created).map_or_else(
        |_| created.to_owned(),
        |moment| moment.with_timezone(&chrono::Local).format("%Y-%m-%d %H:%M").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::benchmark::history::HistoryRow;

    fn row(act: Act) -> HistoryRow {
        HistoryRow {
            id: Uuid::now_v7(),
            item: "7".into(),
            revision: 1,
            act,
            created: String::new(),
            active_ms: 0,
            supersedes: None,
        }
    }

    #[test]
    fn undo_and_redo_name_what_they_refer_to() {
        let answer = row(Act::Answer { answer: BlindAnswer::Choice(Label::A) });
        let undo = row(Act::Undo { row: answer.id });
        let redo = row(Act::Redo { row: undo.id });
        let history = History::from_iter([answer, undo.clone(), redo.clone()]);
        assert_eq!(act_in_words(&undo.act, &history), "took back: answered A");
        assert_eq!(act_in_words(&redo.act, &history), "brought back: answered A");
    }

    #[test]
    fn rows_that_refer_to_themselves_are_described_too() {
        let id = Uuid::now_v7();
        let circle = HistoryRow { id, ..row(Act::Undo { row: id }) };
        let history = History::from_iter([circle.clone()]);
        assert_eq!(act_in_words(&circle.act, &history), "took back: an earlier row");
    }
}
