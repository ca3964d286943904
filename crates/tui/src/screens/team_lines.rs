//! The people of a team, queue by queue, in lines: for the home screen and the chooser of benchmarks.

use chrono::Utc;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::widgets::bars::sparkline;
use crate::widgets::history_text::{ago, is_now};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::cut;
use assay_core::figures::table::{Meaning, Table};
use assay_workflow::queue::{AnnotatorWork, BenchmarkWork, DAYS, QueueWork};

/// From this width on there is room for the last two weeks, below it for one.
const TWO_WEEKS: usize = 60;
/// From this width on there is room for what was decided.
const WITH_OUTCOMES: usize = 90;

/// The queues in which people have decided, each with a heading and a row for each of `most` people.
pub(super) fn team(
    work: &BenchmarkWork,
    (width, most): (usize, usize),
    session: &Session,
) -> Vec<(String, Vec<Line<'static>>)> {
    let queues = work.queues.iter().filter(|queue| !queue.annotators.is_empty());
    queues.map(|queue| (heading(queue), people(queue, (width, most), session))).collect()
}

fn heading(queue: &QueueWork) -> String {
    let title = text!("team-title", queue = terms::queue(queue.queue));
    let undecided = match queue.undecided {
        0 => text!("team-all-decided", items = queue.items),
        left => text!("team-undecided", left, items = queue.items),
    };
    format!("{title} · {undecided}")
}

fn people(
    queue: &QueueWork,
    (width, most): (usize, usize),
    session: &Session,
) -> Vec<Line<'static>> {
    let (me, theme) = (&session.review().annotator().name, &session.theme);
    let mut people: Vec<&AnnotatorWork> = queue.annotators.iter().collect();
    people.sort_by_key(|own| (own.annotator != *me, std::cmp::Reverse(own.done)));
    let left_out = people.len().saturating_sub(most);
    people.truncate(most);
    let name = |own: &AnnotatorWork| match own.annotator == *me {
        true => text!("team-you").to_owned(),
        false => own.annotator.clone(),
    };
    let days = if width < TWO_WEEKS { DAYS / 2 } else { DAYS };
    let busiest = people.iter().flat_map(|own| own.days).max().unwrap_or(0);
    let is_timed = people.iter().any(|own| own.median_seconds.is_some());
    let now = Utc::now();
    let seen = |own: &AnnotatorWork| {
        let last = own.last.as_deref()?;
        let meaning = if is_now(last, now) { Meaning::Agree } else { Meaning::Dim };
        Some((meaning, ago(last, now)))
    };
    let each = |own: &AnnotatorWork| {
        let seconds = own.median_seconds.map(|seconds| format!("{seconds:.0}"))?;
        Some(text!("team-seconds-each", seconds))
    };
    // A name is whole before there is room for what can be seen elsewhere.
    let longest = people.iter().map(|own| name(own).width()).max().unwrap_or(0);
    let table = Table::over(people)
        .text("", name)
        .most(width / 3)
        .least(longest.clamp(6, (width / 3).max(6)))
        .bar((width / 6).clamp(4, 24), |own| (own.done, queue.items))
        .number(text!("team-done"), |own| {
            text!("progress-of", decided = own.done, total = queue.items)
        })
        .number(text!("team-today"), |own| own.today)
        .rank(2);
    let table = if is_timed { table.number(text!("team-each"), each).rank(1) } else { table };
    let table = table
        .text(&text!("team-days", days), |own| {
            (Meaning::Bar, sparkline(&own.days[DAYS - days..], busiest))
        })
        .rank(3)
        .text(text!("team-seen"), seen);
    let table = match width < WITH_OUTCOMES {
        true => table,
        false => table
            .text(text!("team-outcomes"), |own| (Meaning::Dim, terms::outcomes(&own.outcomes)))
            .least(12)
            .rank(4),
    };
    let mut lines = table_lines(&table.table(), width, theme);
    if left_out > 0 {
        let words = text!("team-more", left_out);
        lines.push(Line::styled(cut(&words, width), theme.dim));
    }
    lines
}
