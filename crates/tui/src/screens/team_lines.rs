//! The work of each annotator of a team, queue by queue, in lines: for the home screen and the
//! chooser of benchmarks.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::wrap::{cut, wrapped};
use assay_core::visible::visible_line;
use assay_workflow::queue::{AnnotatorWork, BenchmarkWork, QueueWork};

/// The maximum number of annotators listed for a queue.
const MOST_ANNOTATORS: usize = 8;

/// The work of the team, queue by queue.
pub(super) fn team(
    work: &BenchmarkWork,
    width: usize,
    me: &str,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let queues = work.queues.iter().filter(|queue| !queue.annotators.is_empty());
    queues.flat_map(|queue| of_queue(queue, width, me, theme)).collect()
}

fn of_queue(queue: &QueueWork, width: usize, me: &str, theme: &Theme) -> Vec<Line<'static>> {
    let title = text!("team-title", queue = terms::queue(queue.queue));
    let nobody = match queue.undecided {
        0 => text!("team-all-decided", items = queue.items),
        left => text!("team-undecided", left = left, items = queue.items),
    };
    let room = width.saturating_sub(title.width());
    let mut lines = vec![Line::from(vec![
        Span::styled(title, theme.heading),
        Span::styled(cut(&nobody, room), theme.dim),
    ])];
    let mut people: Vec<&AnnotatorWork> = queue.annotators.iter().collect();
    people.sort_by_key(|own| (own.annotator != me, std::cmp::Reverse(own.done)));
    let left_out = people.len().saturating_sub(MOST_ANNOTATORS);
    people.truncate(MOST_ANNOTATORS);
    let name_of = |own: &AnnotatorWork| {
        if own.annotator == me {
            text!("team-you").to_owned()
        } else {
            visible_line(&own.annotator).into_owned()
        }
    };
    let longest = people.iter().map(|own| name_of(own).width()).max().unwrap_or_default();
    let name_width = longest.min(width / 4);
    let bar_width = (width / 8).clamp(4, 16);
    for own in people {
        let name = cut(&name_of(own), name_width);
        let space = " ".repeat(name_width - name.width());
        let filled = (bar_width * own.done).checked_div(queue.items).unwrap_or(0).min(bar_width);
        let count = text!("team-count", done = format!("{:>4}", own.done), items = queue.items);
        let pace = own
            .median_seconds
            .map(|seconds| text!("team-seconds-each", seconds = format!("{:.1}", seconds)));
        let today = (own.today > 0).then(|| text!("team-today", count = own.today));
        let more = format!(
            "{}{}{}",
            terms::outcomes(&own.outcomes),
            today.unwrap_or_default(),
            pace.unwrap_or_default()
        );
        let used = 4 + name_width + 1 + bar_width + count.width();
        let mut spans = vec![
            Span::styled(format!("    {name}{space} "), theme.text),
            Span::styled("━".repeat(filled), theme.bar),
            Span::styled("─".repeat(bar_width - filled), theme.border),
            Span::styled(count, theme.text),
        ];
        if used + more.width() < width {
            spans.push(Span::styled(more, theme.dim));
            lines.push(Line::from(spans));
        } else {
            lines.push(Line::from(spans));
            let pieces = wrapped(&more, width.saturating_sub(8)).into_iter();
            lines.extend(pieces.map(|piece| Line::styled(format!("      {piece}"), theme.dim)));
        }
    }
    if left_out > 0 {
        let words = text!("team-more", left_out = left_out);
        lines.push(Line::styled(cut(&words, width), theme.dim));
    }
    lines
}
