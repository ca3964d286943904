//! The text of a row of the history: what was decided, and when.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::messages::text;
use crate::terms;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::History;

/// Describes an act. The row that an undo or a redo refers to is looked up in the history.
pub fn act_in_words(act: &Act, history: &History) -> String {
    match act {
        Act::Answer { answer } => text!("act-answered", answer = terms::answer(*answer)),
        Act::Guess(guess) => text!("act-guessed", guess = terms::guess(*guess)),
        Act::Category { category } => text!("act-chose-category", category),
        Act::Skip => text!("act-skipped").into(),
        Act::Later => text!("act-put-off").into(),
        Act::Note { note } => text!("act-note", note),
        Act::Requeue { by, .. } => text!("act-requeued", by),
        Act::Undo { row } => text!("act-took-back", act = describe_row(*row, history)),
        Act::Redo { row } => match history.row(*row).map(|undo| &undo.act) {
            Some(Act::Undo { row }) => text!("act-brought-back", act = describe_row(*row, history)),
            _ => text!("act-brought-back-undone").into(),
        },
        decided => describe_decision(decided),
    }
}

/// Describes a row that another one refers to. On the screens only a redo takes an undo back, but files
/// may have chains and cycles of them: those are not followed.
fn describe_row(id: Uuid, history: &History) -> String {
    match history.row(id).map(|row| &row.act) {
        None | Some(Act::Undo { .. } | Act::Redo { .. }) => text!("act-earlier-row").to_owned(),
        Some(act) => act_in_words(act, history),
    }
}

fn describe_decision(act: &Act) -> String {
    let answer = act.final_act().and_then(|last| last.answer);
    let answer = answer.map(|answer| text!("act-answered-and", answer = terms::answer(answer)));
    answer.unwrap_or_default() + &terms::decision(act)
}

/// `2026-11-20 14:05` in the local time zone; the text unchanged if it is not a timestamp.
pub fn local_time(created: &str) -> String {
    DateTime::parse_from_rfc3339(created).map_or_else(
        |_| created.to_owned(),
        |moment| moment.with_timezone(&chrono::Local).format("%Y-%m-%d %H:%M").to_string(),
    )
}

/// Whether a moment was in the last minutes.
pub fn is_now(created: &str, now: DateTime<Utc>) -> bool {
    since(created, now).is_some_and(|since| since < NOW)
}

/// How long ago a moment was: `now`, `12 min ago`; the text unchanged if it is not a timestamp.
pub fn ago(created: &str, now: DateTime<Utc>) -> String {
    let Some(since) = since(created, now) else { return created.to_owned() };
    match (since.num_days(), since.num_hours()) {
        (0, 0) if since < NOW => text!("ago-now").to_owned(),
        (0, 0) => text!("ago-minutes", count = since.num_minutes()),
        (0, hours) => text!("ago-hours", count = hours),
        (days, _) => text!("ago-days", count = days),
    }
}

/// As long as this a person counts as still there.
const NOW: TimeDelta = TimeDelta::minutes(5);

fn since(created: &str, now: DateTime<Utc>) -> Option<TimeDelta> {
    let moment = DateTime::parse_from_rfc3339(created).ok()?.with_timezone(&Utc);
    Some((now - moment).max(TimeDelta::zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Label;
    use assay_core::benchmark::decision::BlindAnswer;
    use assay_core::benchmark::history::HistoryRow;

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
    fn a_moment_is_now_for_some_minutes_and_then_so_long_ago() {
        let now = DateTime::parse_from_rfc3339("2026-05-10T12:00:00Z").unwrap().with_timezone(&Utc);
        let told = |moment: &str| ago(moment, now);
        assert_eq!(told("2026-05-10T11:56:00.000Z"), "now");
        assert!(is_now("2026-05-10T12:00:03.000Z", now), "another machine's clock");
        assert_eq!(told("2026-05-10T11:55:00.000Z"), "5 min ago");
        assert_eq!(told("2026-05-10T10:01:00.000Z"), "1 h ago");
        assert_eq!(told("2026-05-08T11:00:00.000Z"), "2 d ago");
        assert_eq!(told("yesterday"), "yesterday");
    }

    #[test]
    fn rows_that_refer_to_themselves_are_described_too() {
        let id = Uuid::now_v7();
        let circle = HistoryRow { id, ..row(Act::Undo { row: id }) };
        let history = History::from_iter([circle.clone()]);
        assert_eq!(act_in_words(&circle.act, &history), "took back: an earlier decision");
    }
}
