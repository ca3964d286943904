//! The work of each annotator of a team, queue by queue, in lines: for the home screen and the
//! chooser of benchmarks.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::widgets::table::TableLayout;
use crate::widgets::wrap::{cut, wrapped};
use assay_core::figures::table::Table;
use assay_workflow::queue::{AnnotatorWork, BenchmarkWork, QueueWork};

/// The maximum number of annotators listed for a queue.
const MOST_ANNOTATORS: usize = 8;

/// The work of the team, queue by queue.
pub(super) fn team(work: &BenchmarkWork, width: usize, session: &Session) -> Vec<Line<'static>> {
    let queues = work.queues.iter().filter(|queue| !queue.annotators.is_empty());
    queues.flat_map(|queue| of_queue(queue, width, session)).collect()
}

fn of_queue(queue: &QueueWork, width: usize, session: &Session) -> Vec<Line<'static>> {
    let (me, theme) = (&session.review().annotator().name, &session.theme);
    let title = text!("team-title", queue = terms::queue(queue.queue));
    let undecided = match queue.undecided {
        0 => text!("team-all-decided", items = queue.items),
        left => text!("team-undecided", left, items = queue.items),
    };
    let room = width.saturating_sub(title.width());
    let title =
        [Span::styled(title, theme.heading), Span::styled(cut(&undecided, room), theme.dim)];
    let mut people: Vec<&AnnotatorWork> = queue.annotators.iter().collect();
    people.sort_by_key(|own| (own.annotator != *me, std::cmp::Reverse(own.done)));
    let left_out = people.len().saturating_sub(MOST_ANNOTATORS);
    people.truncate(MOST_ANNOTATORS);
    let name = |own: &AnnotatorWork| match own.annotator == *me {
        true => text!("team-you").to_owned(),
        false => own.annotator.clone(),
    };
    let table = Table::over(people.iter().copied())
        .text("", name)
        .most(width / 4)
        .bar((width / 8).clamp(4, 16), |own| (own.done, queue.items))
        .text("", |own| text!("team-count", done = format!("{:>3}", own.done), items = queue.items))
        .table();
    let layout = TableLayout::new(&table, width.saturating_sub(4), 1);
    let mut lines = vec![Line::from(title.to_vec())];
    for (own, cells) in people.into_iter().zip(&table.rows) {
        let mut line = layout.row(cells, &table, None, theme);
        line.spans.insert(0, Span::raw("    "));
        let more = describe(own);
        let fits = line.width() + more.width() < width;
        if fits {
            line.spans.push(Span::styled(more.clone(), theme.dim));
        }
        lines.push(line);
        if !fits {
            let pieces = wrapped(&more, width.saturating_sub(8)).into_iter();
            lines.extend(pieces.map(|piece| Line::styled(format!("      {piece}"), theme.dim)));
        }
    }
    if left_out > 0 {
        let words = text!("team-more", left_out);
        lines.push(Line::styled(cut(&words, width), theme.dim));
    }
    lines
}

/// The outcomes of an annotator's decisions, those of today, and the pace.
fn describe(own: &AnnotatorWork) -> String {
    let pace = own.median_seconds.map(|seconds| format!("{seconds:.1}"));
    let pace = pace.map(|seconds| text!("team-seconds-each", seconds));
    let today = (own.today > 0).then(|| text!("team-today", count = own.today));
    let outcomes = terms::outcomes(&own.outcomes);
    format!("{outcomes}{}{}", today.unwrap_or_default(), pace.unwrap_or_default())
}
