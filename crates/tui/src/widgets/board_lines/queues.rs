//! What waits, and how far each queue is and when it will be done.

use super::{BoardRow, BoardRows, Chart, Opens, of, questions};
use crate::messages::text;
use crate::terms;
use crate::widgets::history_text::local_time;
use assay_core::figures::table::Meaning;
use assay_core::statistics::Statistic;
use assay_workflow::queue::board::{Finish, NoFinish, Pace, QueueProgress};
use assay_workflow::queue::{Board, DAYS};

impl BoardRows {
    pub(super) fn waiting(&mut self, board: &Board) {
        let waiting = &board.waiting;
        // Leads see the names.
        let listed = board.for_leads.as_ref().and_then(|leads| leads.disagreements.as_ref());
        let disputes = listed.map(|listed| {
            let keys = listed.iter().map(|one| one.question.clone());
            questions(text!("board-disputed").into(), &keys.collect::<Vec<_>>(), true)
        });
        let of_people = (board.disputed, text!("wait-disputed", count: board.disputed), disputes);
        let screens = terms::waits(waiting)
            .map(|(count, words, action)| (count, words, Some(Opens::Screen(action))));
        let waits = std::iter::once(of_people).chain(screens);
        let waits: Vec<_> = waits.filter(|(count, ..)| *count > 0).collect();
        if waits.is_empty() {
            return;
        }
        self.section(text!("board-waits"), &[]);
        for (_, words, opens) in waits {
            self.words(Meaning::Warning, words, opens);
        }
    }

    /// A row for each queue.
    pub(super) fn queues(&mut self, board: &Board) {
        let heads = [
            text!("board-decided"),
            text!("board-wanted"),
            text!("board-a-day"),
            text!("board-done-about"),
            text!("board-decisions"),
        ];
        self.section(text!("board-queues"), &heads);
        self.rows.extend(board.queues.iter().map(queue));
    }
}

fn queue(queue: &QueueProgress) -> BoardRow {
    let QueueProgress { items, undecided, decisions, remaining, open_now, blocks, .. } = *queue;
    let decided = items - undecided;
    let name = terms::queue(queue.queue);
    let (per_day, finish) = (&queue.pace.per_day, &queue.pace.finish);
    let day = |moment: &str| local_time(moment).split(' ').next().map(str::to_owned);
    let about = match finish {
        Finish::Expected { expected, .. } => day(expected),
        Finish::Undefined { .. } => None,
    };
    let counts = text!("board-queue", decided, items, decisions: decisions, remaining);
    let more = [
        blocks.map(|blocks| text!("board-blocks", done = blocks.done, total = blocks.total)),
        (open_now > 0).then(|| text!("board-open-now", count = open_now)),
        pace(&queue.pace),
    ];
    let details = std::iter::once(counts).chain(more.into_iter().flatten());
    BoardRow {
        name: (Meaning::Plain, name.to_owned()),
        bar: Some((decided, items)),
        figures: vec![
            of(decided, items),
            remaining.into(),
            per_day.value().map(|value| format!("{value:.0}")).into(),
            about.map(|day| (Meaning::Dim, day)).into(),
            (Meaning::Dim, decisions).into(),
        ],
        details: details.map(|words| (Meaning::Plain, words)).collect(),
        chart: days_of(queue).map(Chart::Days),
        opens: (undecided > 0).then(|| {
            let words = text!("board-nobody-decided", queue = name);
            questions(words, &queue.undecided_keys, false)
        }),
        ..BoardRow::default()
    }
}

/// What all people decided on each of the last days.
fn days_of(queue: &QueueProgress) -> Option<[usize; DAYS]> {
    let people = queue.annotators.iter();
    people.map(|own| own.days).reduce(|one, other| std::array::from_fn(|day| one[day] + other[day]))
}

/// The pace and the expected end; `None` if there are no decisions yet.
fn pace(pace: &Pace) -> Option<String> {
    let Statistic::Defined { value, n, ci95, .. } = &pace.per_day else { return None };
    let interval = ci95.map(|(low, high)| format!(" [{:.0}, {high:.0}]", low.max(0.0)));
    let value = format!("{value:.0}{}", interval.unwrap_or_default());
    let per_day = text!("board-per-day", value, days: *n);
    let finish = match &pace.finish {
        Finish::Undefined { undefined: NoFinish::Done } => return Some(per_day),
        Finish::Undefined { undefined: NoFinish::NoPace } => text!("board-no-pace").to_owned(),
        Finish::Undefined { undefined: NoFinish::TooFar } => text!("board-too-far").to_owned(),
        Finish::Expected { expected, between: None } => {
            text!("board-finish", moment = local_time(expected))
        }
        Finish::Expected { expected, between: Some((soonest, latest)) } => text!(
            "board-finish-between",
            moment = local_time(expected),
            soonest = local_time(soonest),
            latest = local_time(latest)
        ),
    };
    Some(format!("{per_day}{finish}"))
}
