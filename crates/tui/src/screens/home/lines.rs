//! The lines of the home screen: screens, outstanding work, the team, abilities, the last
//! decisions, other benchmarks, files to import. One column on narrow screens, two on wide ones.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Home;
use super::entries::{Entry, Wait};
use super::figures::HomeFigures;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::bar_lines;
use crate::widgets::wrap::{cut, wrapped};
use assay_core::visible::visible_line;
use assay_formats::nearby::NearbyKind;
use assay_store::QUEUE_REVIEW;

/// A line; those of entries have the position of their entry.
pub(super) struct HomeLine {
    pub line: Line<'static>,
    pub entry: Option<usize>,
}

impl From<Line<'static>> for HomeLine {
    fn from(line: Line<'static>) -> Self {
        HomeLine { line, entry: None }
    }
}

/// The sections with the entries, in the order of the entries.
pub(super) fn sections(home: &Home, width: usize, session: &Session) -> Vec<Vec<HomeLine>> {
    let is_open = |entry: &Entry| matches!(entry, Entry::Open(_));
    let is_waiting = |entry: &Entry| matches!(entry, Entry::Waits(_));
    let is_decision = |entry: &Entry| matches!(entry, Entry::Decision(_));
    let is_benchmark = |entry: &Entry| matches!(entry, Entry::Switch(_));
    vec![
        entries(home, None, width, session, is_open),
        entries(home, Some(text!("home-waits")), width, session, is_waiting),
        entries(home, Some(text!("home-last-decisions")), width, session, is_decision),
        entries(home, Some(text!("home-other-benchmarks")), width, session, is_benchmark),
    ]
}

fn entries(
    home: &Home,
    heading: Option<&str>,
    width: usize,
    session: &Session,
    is_wanted: impl Fn(&Entry) -> bool,
) -> Vec<HomeLine> {
    let theme = &session.theme;
    let wanted = home.entries.iter().enumerate().filter(|(_, entry)| is_wanted(entry));
    let rows = wanted.map(|(at, entry)| HomeLine {
        line: entry_line(home, at, *entry, width, session),
        entry: Some(at),
    });
    let rows: Vec<HomeLine> = rows.collect();
    if rows.is_empty() {
        return rows;
    }
    let heading = heading.map(|heading| Line::styled(format!("  {heading}"), theme.heading).into());
    heading.into_iter().chain(rows).collect()
}

fn entry_line(
    home: &Home,
    at: usize,
    entry: Entry,
    width: usize,
    session: &Session,
) -> Line<'static> {
    let theme = &session.theme;
    let is_marked = at == home.marked;
    let sign = Span::styled(if is_marked { "  ▸ " } else { "    " }, theme.key);
    let (words, tone) = match entry {
        Entry::Open(action) => (home.describe(action, session), theme.text),
        Entry::Waits(wait) => (describe_wait(wait, home), theme.warning),
        Entry::Decision(row) => (home.describe_decision(row, session), theme.text),
        Entry::Switch(benchmark) => (describe_benchmark(benchmark, home, session), theme.text),
    };
    let style: Style = if is_marked { theme.selected.into() } else { tone.into() };
    let mut spans = vec![sign];
    let mut room = width.saturating_sub(5);
    if let Entry::Open(action) = entry {
        let key = session.keymap.key_for(KeyContext::Home, action).map(|key| key.to_string());
        // Two columns are enough, except for custom keys such as `Ctrl-r`.
        let key = format!("{:<2} ", key.unwrap_or_default());
        room = room.saturating_sub(key.width());
        spans.push(Span::styled(key, theme.key));
    }
    spans.push(Span::styled(cut(&words, room), style));
    Line::from(spans)
}

fn describe_wait(wait: Wait, home: &Home) -> String {
    let Some(figures) = &home.figures else { return String::new() };
    let waiting = home.here().map(|work| work.waiting).unwrap_or_default();
    match wait {
        Wait::Suspected => {
            text!("wait-suspected", count: waiting.suspected)
        }
        Wait::Disagreements => {
            let words = text!("wait-disagreements", count: waiting.disagreements);
            match figures.disputed {
                0 => text!("home-disputes-after-review", words = words),
                own => text!("home-disputes-with-own", words = words, own = own),
            }
        }
        Wait::Flagged => text!("wait-flagged", count: figures.flagged),
        Wait::Unread => text!("wait-unread", count: waiting.unread_texts),
        Wait::OpenRuns => text!("wait-open-runs", count: waiting.open_runs),
    }
}

fn describe_benchmark(at: usize, home: &Home, session: &Session) -> String {
    let Some(work) = home.figures.as_ref().and_then(|figures| figures.work.get(at)) else {
        return String::new();
    };
    let me = &session.review().annotator().name;
    let left = work.queue(QUEUE_REVIEW).map_or_else(String::new, |review| {
        let (mine, all) = (review.left_for(me), review.undecided);
        text!("home-left-of-benchmark", mine = mine, items = review.items, all = all)
    });
    let waits = terms::waiting(&work.waiting);
    let waits = if waits.is_empty() { waits } else { format!(" · {waits}") };
    format!("{}  {left}{waits}", visible_line(&work.benchmark))
}

/// Progress by ability.
pub(super) fn abilities(home: &Home, width: usize, theme: &Theme) -> Vec<HomeLine> {
    if home.bars.is_empty() {
        return Vec::new();
    }
    let heading = Line::styled(text!("home-progress-by-ability"), theme.heading);
    let bars = bar_lines(&home.bars, width.saturating_sub(5), theme).into_iter().map(|mut line| {
        line.spans.insert(0, Span::raw("    "));
        line
    });
    std::iter::once(heading).chain(bars).map(HomeLine::from).collect()
}

/// The purpose of a bundle, and how to return it.
pub(super) fn about_bundle(queue: &str, width: usize, theme: &Theme) -> Vec<HomeLine> {
    let heading = text!("home-bundle", queue = terms::queue(queue));
    let words = wrapped(text!("home-bundle-goes-back"), width.saturating_sub(6));
    let words = words.into_iter().map(|words| Line::styled(format!("    {words}"), theme.dim));
    let heading =
        Line::styled(format!("  {}", cut(&heading, width.saturating_sub(4))), theme.heading);
    std::iter::once(heading).chain(words).map(HomeLine::from).collect()
}

/// Files that could be imported, as long as no model has answered.
pub(super) fn hints(figures: &HomeFigures, width: usize, theme: &Theme) -> Vec<HomeLine> {
    let is_wanted = |kind: NearbyKind| kind != NearbyKind::Questions;
    let nearby = figures.nearby.iter().filter(|nearby| is_wanted(nearby.kind));
    let mut commands: Vec<String> = nearby
        .map(|nearby| match nearby.kind {
            NearbyKind::Workbook => {
                nearby.command().replace("questions", "predictions") + " --model NAME"
            }
            _ => nearby.command(),
        })
        .collect();
    if commands.is_empty() {
        commands.push("assay import predictions FILE --model NAME".to_owned());
    }
    commands.push("assay infer --help".to_owned());
    let heading = Line::styled(text!("home-no-model"), theme.heading);
    let words = wrapped(text!("home-bring-predictions"), width.saturating_sub(4));
    let words = words.into_iter().map(|words| Line::styled(format!("    {words}"), theme.dim));
    let commands = commands.into_iter().map(|command| {
        Line::styled(cut(&format!("      {}", visible_line(&command)), width), theme.text)
    });
    std::iter::once(heading).chain(words).chain(commands).map(HomeLine::from).collect()
}
