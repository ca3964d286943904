//! The people of each queue on the board, the last to decide first, and for leads how well each works.

use chrono::{DateTime, Utc};

use super::{BoardRow, BoardRows, Chart, of, questions};
use crate::messages::text;
use crate::terms;
use crate::widgets::history_text::{ago, local_time};
use assay_core::agreement::WorkQuality;
use assay_core::figures::table::Meaning;
use assay_core::figures::{percent_number, signed_percent_number};
use assay_core::statistics::Statistic;
use assay_core::visible::visible_line;
use assay_workflow::queue::{AnnotatorWork, Board};

impl BoardRows {
    pub(super) fn people(&mut self, board: &Board) {
        let now = DateTime::parse_from_rfc3339(&board.computed);
        let now = now.map_or_else(|_| Utc::now(), |now| now.with_timezone(&Utc));
        for queue in board.queues.iter().filter(|queue| !queue.annotators.is_empty()) {
            let leads = board.for_leads.as_ref();
            let quality = leads.and_then(|leads| {
                leads.quality.iter().find(|quality| quality.queue == queue.queue)
            });
            let heads = [
                text!("board-done"),
                text!("board-today"),
                text!("board-each"),
                text!("board-last-seen"),
                if quality.is_some() { text!("board-as-others") } else { "" },
            ];
            self.section(&text!("board-people", queue = terms::queue(queue.queue)), &heads);
            let mut people: Vec<&AnnotatorWork> = queue.annotators.iter().collect();
            people.sort_by(|one, other| other.last.cmp(&one.last));
            for own in people {
                let quality = quality.and_then(|quality| {
                    let mut people = quality.people.iter().zip(&quality.differing);
                    people.find(|(person, _)| person.annotator == own.annotator)
                });
                self.rows.push(person(own, queue.items, quality, now));
            }
        }
    }
}

fn person(
    own: &AnnotatorWork,
    items: usize,
    quality: Option<(&WorkQuality, &Vec<String>)>,
    now: DateTime<Utc>,
) -> BoardRow {
    let name = visible_line(&own.annotator).into_owned();
    let seconds = own.median_seconds.map(|seconds| format!("{seconds:.1}"));
    let seconds = seconds.map(|seconds| text!("board-seconds", seconds));
    let counts = [
        Some(terms::outcomes(&own.outcomes)),
        (own.skipped > 0).then(|| text!("board-skipped", count = own.skipped)),
        (own.later > 0).then(|| text!("board-later", count = own.later)),
    ];
    let counts = counts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let mut details = vec![(Meaning::Plain, counts)];
    if let Some(last) = &own.last {
        details.push((Meaning::Dim, text!("board-seen-at", moment = local_time(last))));
    }
    details.extend(quality.map(|(quality, _)| about_quality(quality)).unwrap_or_default());
    let as_others = quality.map(|(quality, _)| {
        let doubtful = quality.too_fast == Some(true) || quality.drift.is_worse();
        let meaning = if doubtful { Meaning::Warning } else { Meaning::Plain };
        let share = quality.with_others.value();
        (
            meaning,
            share.map_or_else(|| "-".to_owned(), |share| format!("{} %", percent_number(share))),
        )
    });
    let opens = quality
        .filter(|(_, differing)| !differing.is_empty())
        .map(|(_, differing)| questions(text!("board-differs", name), differing, true));
    BoardRow {
        bar: Some((own.done, items)),
        figures: vec![
            of(own.done, items),
            own.today.into(),
            seconds.into(),
            own.last.as_ref().map(|last| ago(last, now)).into(),
            as_others.into(),
        ],
        name: (Meaning::Plain, name),
        details,
        chart: Some(Chart::Days(own.days)),
        opens,
        ..BoardRow::default()
    }
}

/// How well a person works, for leads.
fn about_quality(quality: &WorkQuality) -> Vec<(Meaning, String)> {
    let mut lines = Vec::new();
    if quality.too_fast == Some(true) {
        let seconds = quality.others_median_seconds.unwrap_or_default();
        let seconds = format!("{seconds:.1}");
        lines.push((Meaning::Warning, text!("board-too-fast", seconds)));
    }
    if quality.drift.is_worse() {
        lines.push((Meaning::Warning, text!("board-worse").to_owned()));
    }
    let named = |name: &str, figure: Option<String>| Some(format!("{name} {}", figure?));
    let others = named(text!("board-with-others"), share(&quality.with_others));
    let said = [
        others.or_else(|| Some(text!("board-no-others").to_owned())),
        named(text!("board-with-gold"), share(&quality.with_gold)),
        named(text!("board-with-experts"), share(&quality.with_adjudicated)),
        named(text!("board-drift"), in_percent(&quality.drift.change, signed_percent_number)),
    ];
    lines.extend(said.into_iter().flatten().map(|words| (Meaning::Plain, words)));
    lines
}

/// A share in percent with its interval; `None` if it is undefined, as is every figure with an n of
/// 0.
fn share(figure: &Statistic) -> Option<String> {
    in_percent(figure, percent_number)
}

fn in_percent(figure: &Statistic, number: fn(f64) -> String) -> Option<String> {
    let interval = figure.ci95().map(|(low, high)| format!(" [{}, {}]", number(low), number(high)));
    Some(format!("{} %{} n={}", number(figure.value()?), interval.unwrap_or_default(), figure.n()))
}
