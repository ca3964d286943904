//! The board as rows of one table: sections below each other, whose columns stand in one line, and what
//! is known of a row in full. For the screen, and without bars for the plain form.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::action::Action;
use crate::messages::text;
use crate::terms;
use crate::widgets::history_text::{ago, local_time};
use assay_core::agreement::WorkQuality;
use assay_core::benchmark::outcome::OutcomeCounts;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::{Cell, Meaning, Table};
use assay_core::figures::{percent_number, signed_percent_number, two_places, with_interval};
use assay_core::statistics::Statistic;
use assay_core::visible::visible_line;
use assay_workflow::outcomes::independent::NotIndependent;
use assay_workflow::queue::board::{CategoryProgress, Finish, NoFinish, Pace, QueueProgress};
use assay_workflow::queue::{AnnotatorWork, Board};

/// A row of the board.
pub struct BoardRow {
    /// Its name; empty for a row that only parts two sections.
    pub name: (Meaning, String),
    /// What is done of what.
    bar: Option<(usize, usize)>,
    /// How much is done, and three figures whose heads are in the row of the section.
    figures: Figures,
    /// Whether the name goes over the columns of the figures.
    is_wide: bool,
    /// What is known of it in full.
    pub details: Vec<(Meaning, String)>,
    /// What a click on it opens; `None` if it opens nothing.
    pub opens: Option<Opens>,
}

/// The target of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A screen.
    Screen(Action),
    /// The questions of a category.
    Category(String),
    /// Some questions: which, in words, and their keys; whether the list itself reveals decisions of others.
    Questions { words: String, keys: Arc<BTreeSet<String>>, shows_decisions: bool },
}

/// The board in rows.
pub struct BoardRows {
    pub rows: Vec<BoardRow>,
    /// What holds for all rows.
    pub notes: Vec<String>,
}

type Figure = Option<(Meaning, String)>;
type Figures = [Figure; 5];

/// The columns of figures.
const FIGURES: [usize; 5] = [0, 1, 2, 3, 4];

impl BoardRows {
    pub fn new(board: &Board, taxonomy: &Taxonomy) -> Self {
        let mut page = BoardRows { rows: Vec::new(), notes: notes(board) };
        page.people(board);
        page.waiting(board);
        page.section(
            text!("board-queues"),
            [
                text!("board-decided"),
                text!("board-wanted"),
                text!("board-a-day"),
                text!("board-done-about"),
                text!("board-decisions"),
            ],
        );
        page.rows.extend(board.queues.iter().map(queue));
        page.audit(board);
        page.agreement(board);
        page.abilities(board, taxonomy);
        page
    }

    /// The table, with bars on a screen.
    pub fn table(&self, has_bars: bool) -> Table {
        let name = |row: &BoardRow| match row.is_wide {
            true => Cell::Over {
                columns: 2 + FIGURES.len(),
                meaning: row.name.0,
                long: row.name.1.clone(),
                short: row.name.1.clone(),
            },
            false => row.name.clone().into(),
        };
        let bar = |row: &BoardRow| {
            row.bar.map_or(Cell::Words(Vec::new()), |(part, whole)| Cell::Bar { part, whole })
        };
        Table::over(&self.rows)
            .text("", name)
            .least(19)
            .filling()
            .only_if(has_bars, |table| table.text("", bar).least(4).most(60))
            .each(FIGURES, |table, at| {
                let rank = if at == FIGURES.len() - 1 { 2 } else { 0 };
                table.number("", |row| row.figures[at].clone()).rank(rank)
            })
            .text("", |row| row.opens.as_ref().map(|_| (Meaning::Key, "›")))
            .table()
    }

    fn words(&mut self, meaning: Meaning, words: String, opens: Option<Opens>) {
        self.rows.push(BoardRow {
            name: (meaning, words),
            bar: None,
            figures: Figures::default(),
            is_wide: true,
            details: Vec::new(),
            opens,
        });
    }

    /// A heading, with the heads of the columns below it.
    fn section(&mut self, heading: &str, heads: [&str; 5]) {
        if !self.rows.is_empty() {
            self.words(Meaning::Plain, String::new(), None);
        }
        let head = |head: &str| Some((Meaning::Dim, head.to_owned())).filter(|_| !head.is_empty());
        self.rows.push(BoardRow {
            name: (Meaning::Heading, heading.to_owned()),
            bar: None,
            figures: heads.map(head),
            is_wide: heads.iter().all(|head| head.is_empty()),
            details: Vec::new(),
            opens: None,
        });
    }

    fn people(&mut self, board: &Board) {
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
            self.section(&text!("board-people", queue = terms::queue(queue.queue)), heads);
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

    fn waiting(&mut self, board: &Board) {
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
        self.section(text!("board-waits"), [""; 5]);
        for (_, words, opens) in waits {
            self.words(Meaning::Warning, words, opens);
        }
    }

    /// How many errors are left, by the audit.
    fn audit(&mut self, board: &Board) {
        let Some(audit) = &board.audit else { return };
        let heads = [
            text!("audit-reviewed"),
            text!("audit-errors"),
            text!("audit-open"),
            text!("board-at-least"),
            text!("board-at-most"),
        ];
        self.section(text!("board-audit"), heads);
        let end = |at: usize| match audit.interval {
            Some(interval) => percent_number(interval[at]),
            None => text!("board-undefined").to_owned(),
        };
        self.rows.push(BoardRow {
            name: (Meaning::Plain, text!("board-error-rate").to_owned()),
            bar: Some((audit.reviewed, audit.population)),
            figures: [
                Some(of(audit.reviewed, audit.population)),
                Some(plain(&audit.errors)),
                Some(plain(&audit.open)),
                Some(plain(&end(0))),
                Some(plain(&end(1))),
            ],
            is_wide: false,
            details: vec![(Meaning::Plain, text!("board-audit-limits").to_owned())],
            opens: Some(Opens::Screen(Action::OpenAudit)),
        });
    }

    fn agreement(&mut self, board: &Board) {
        let figures = &board.agreement;
        let heads = [text!("board-agree"), "AC1", "alpha", "", ""];
        self.section(text!("board-agreement"), heads);
        if figures.shared == 0 {
            self.words(Meaning::Dim, text!("board-no-pairs").to_owned(), None);
            return;
        }
        let (shared, questions) = (figures.shared, figures.questions);
        let NotIndependent { decisions, answers } = figures.not_independent;
        let left_out = [
            (decisions, text!("board-left-out-reviews", count: decisions)),
            (answers, text!("board-left-out-answers", count: answers)),
        ];
        let left_out = left_out.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
        let more: Vec<(Meaning, String)> = [text!("board-shared", shared, questions)]
            .into_iter()
            .chain(left_out)
            .chain([text!("board-chance").to_owned()])
            .map(|words| (Meaning::Dim, words))
            .collect();
        for (name, of) in
            [(text!("board-verdict"), &figures.verdict), (text!("board-answer"), &figures.answer)]
        {
            let figures = [
                (text!("board-raw"), &of.raw),
                ("Gwet AC1", &of.gwet_ac1),
                ("Krippendorff α", &of.alpha),
            ];
            let shown = figures.map(|(_, of)| {
                plain(&of.value().map_or_else(|| text!("board-undefined").to_owned(), two_places))
            });
            let [raw, ac1, alpha] = shown;
            let in_full = figures.map(|(name, of)| format!("{name}  {}", in_two_places(of)));
            let in_full = in_full.into_iter().map(|words| (Meaning::Plain, words));
            self.rows.push(BoardRow {
                name: (Meaning::Plain, name.to_owned()),
                bar: None,
                figures: [Some(raw), Some(ac1), Some(alpha), None, None],
                is_wide: false,
                details: in_full.chain(more.iter().cloned()).collect(),
                opens: None,
            });
        }
    }

    /// The abilities that are behind the others or short of their quota, the furthest first.
    fn abilities(&mut self, board: &Board, taxonomy: &Taxonomy) {
        let heads = [
            text!("board-reviewed"),
            text!("board-kept"),
            text!("board-removed"),
            text!("board-missing"),
            text!("board-quota"),
        ];
        self.section(text!("board-abilities"), heads);
        let OutcomeCounts { kept, fixed, removed, open } = board.outcome;
        let sum = |count: fn(&CategoryProgress) -> usize| {
            board.categories.iter().map(count).sum::<usize>()
        };
        let (reviewed, questions) = (sum(|row| row.reviewed), sum(|row| row.questions));
        let mut behind: Vec<&CategoryProgress> =
            board.categories.iter().filter(|row| lags(row, reviewed, questions)).collect();
        behind.sort_by_key(|row| {
            (std::cmp::Reverse(row.lacking), 1000 * row.reviewed / row.questions.max(1))
        });
        if behind.is_empty() {
            self.words(Meaning::Dim, text!("board-none-lags").to_owned(), None);
        }
        self.rows.extend(behind.into_iter().map(|row| ability(row, taxonomy)));
        self.words(Meaning::Dim, text!("board-outcome", kept, fixed, removed, open), None);
    }
}

/// Whether an ability has too few questions for its quota, or a smaller share of it is reviewed than of all.
fn lags(row: &CategoryProgress, reviewed: usize, questions: usize) -> bool {
    row.lacking > 0 || row.reviewed * questions < reviewed * row.questions
}

/// What holds for all figures of people.
fn notes(board: &Board) -> Vec<String> {
    match &board.for_leads {
        None => vec![text!("board-for-leads").to_owned()],
        Some(leads) => {
            let gold = leads.gold_items.map(|count| text!("board-gold-items", count: count));
            gold.into_iter().chain([text!("board-signs").to_owned()]).collect()
        }
    }
}

fn plain(value: &dyn fmt::Display) -> (Meaning, String) {
    (Meaning::Plain, value.to_string())
}

fn dim(value: &dyn fmt::Display) -> (Meaning, String) {
    (Meaning::Dim, value.to_string())
}

fn of(decided: usize, total: usize) -> (Meaning, String) {
    plain(&text!("progress-of", decided, total))
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
        figures: [
            Some(of(decided, items)),
            Some(plain(&remaining)),
            per_day.value().map(|value| plain(&format!("{value:.0}"))),
            about.map(|day| dim(&day)),
            Some(dim(&decisions)),
        ],
        is_wide: false,
        details: details.map(|words| (Meaning::Plain, words)).collect(),
        opens: (undecided > 0).then(|| {
            let words = text!("board-nobody-decided", queue = name);
            questions(words, &queue.undecided_keys, false)
        }),
    }
}

fn ability(row: &CategoryProgress, taxonomy: &Taxonomy) -> BoardRow {
    let name = match &row.category {
        Some(name) => terms::category(taxonomy, name),
        None => text!("ability-not-given").to_owned(),
    };
    let CategoryProgress { reviewed, questions, kept, out, quota, lacking, .. } = *row;
    let missing = (lacking > 0).then(|| (Meaning::Warning, lacking.to_string()));
    let mut details =
        vec![(Meaning::Plain, text!("board-category", reviewed, questions, kept, out))];
    details.extend(quota.map(|quota| match lacking {
        0 => (Meaning::Plain, text!("board-quota-met", quota)),
        lacking => (Meaning::Warning, text!("board-quota-lacking", quota, lacking)),
    }));
    BoardRow {
        name: (Meaning::Plain, name),
        bar: Some((reviewed, questions)),
        figures: [
            Some(of(reviewed, questions)),
            Some(plain(&kept)),
            Some(plain(&out)),
            missing,
            quota.map(|quota| dim(&quota)),
        ],
        is_wide: false,
        details,
        opens: row.category.clone().filter(|_| row.questions > 0).map(Opens::Category),
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
        figures: [
            Some(of(own.done, items)),
            Some(plain(&own.today)),
            seconds.map(|seconds| plain(&seconds)),
            own.last.as_ref().map(|last| plain(&ago(last, now))),
            as_others,
        ],
        name: (Meaning::Plain, name),
        is_wide: false,
        details,
        opens,
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

fn questions(words: String, keys: &[String], shows_decisions: bool) -> Opens {
    Opens::Questions { words, keys: Arc::new(keys.iter().cloned().collect()), shows_decisions }
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

fn in_two_places(figure: &Statistic) -> String {
    let words = with_interval(figure, two_places);
    words.map_or_else(
        || text!("board-undefined").to_owned(),
        |words| format!("{words} n={}", figure.n()),
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_lags_if_less_of_it_is_reviewed_than_of_all_or_its_quota_is_not_met() {
        let row = |reviewed, questions, lacking| CategoryProgress {
            reviewed,
            questions,
            lacking,
            ..CategoryProgress::default()
        };
        assert!(lags(&row(1, 4, 0), 30, 60));
        assert!(!lags(&row(2, 4, 0), 30, 60) && !lags(&row(0, 4, 0), 0, 60));
        assert!(lags(&row(4, 4, 1), 60, 60));
    }
}
