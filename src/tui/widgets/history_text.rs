//! The text of a row of the history: what was decided, and when.

use uuid::Uuid;

use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision};
use crate::benchmark::history::History;
use crate::benchmark::verification::VerifyDecision;
use crate::keyword::Keyword;

/// Describes an act. The row that an undo or a redo refers to is looked up in the history.
pub fn act_in_words(act: &Act, history: &History) -> String {
    match act {
        Act::Answer { answer } => format!("answered {}", answer_in_words(*answer)),
        Act::Review(review) => describe_review(review),
        Act::Extract(extraction) => format!("read {}", extraction.label),
        Act::Verify(decision) => describe_verification(decision),
        Act::Skip => "skipped".into(),
        Act::Later => "put off".into(),
        Act::Note { note } => format!("note: {note}"),
        Act::Undo { row } => format!("took back: {}", describe_row(*row, history)),
        Act::Redo { row } => match history.row(*row).map(|undo| &undo.act) {
            Some(Act::Undo { row }) => format!("brought back: {}", describe_row(*row, history)),
            _ => "brought back what was taken back".into(),
        },
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

fn describe_review(review: &ReviewDecision) -> String {
    let mut words = format!("answered {}, {}", answer_in_words(review.answer), review.verdict);
    let reasons: Vec<String> = review.reasons.iter().map(|reason| reason.words()).collect();
    if !reasons.is_empty() {
        words.push_str(": ");
        words.push_str(&reasons.join(", "));
    }
    if let Some(corrected) = review.corrected {
        words.push_str(&format!(", right is {corrected}"));
    }
    if let Some(note) = &review.note {
        words.push_str(&format!(" ({note})"));
    }
    words
}

fn describe_verification(decision: &VerifyDecision) -> String {
    let answered = decision.answer.map(|answer| format!("answered {}, ", answer_in_words(answer)));
    let mut words = answered.unwrap_or_default() + decision.verdict.name();
    let reasons: Vec<String> = decision.reasons.iter().map(|reason| reason.words()).collect();
    if !reasons.is_empty() {
        words.push_str(": ");
        words.push_str(&reasons.join(", "));
    }
    if let Some(note) = &decision.note {
        words.push_str(&format!(" ({note})"));
    }
    words
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
