//! The board in lines: for the screen and, without bars, for the plain form.

use std::collections::BTreeSet;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::messages::text;
use crate::terms;
use crate::widgets::history_text::local_time;
use crate::widgets::wrap::{cut, padded, wrapped};
use assay_core::agreement::WorkQuality;
use assay_core::benchmark::outcome::OutcomeCounts;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::{Meaning, Piece};
use assay_core::figures::{percent_number, signed_percent_number, two_places, with_interval};
use assay_core::statistics::Statistic;
use assay_core::visible::visible_line;
use assay_workflow::outcomes::independent::NotIndependent;
use assay_workflow::queue::board::{CategoryProgress, Finish, NoFinish, Pace, QueueProgress};
use assay_workflow::queue::{AnnotatorWork, Board};

/// A line of the board, and what Enter opens on it.
pub struct BoardLine {
    pub pieces: Vec<Piece>,
    /// What a click on it opens; `None` if there are no details.
    pub opens: Option<Opens>,
}

/// The target of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A screen.
    Screen(Action),
    /// The questions of a category.
    Category(String),
    /// Some questions: which, in words, and their keys; whether the list itself reveals decisions of others.
    Questions { words: String, keys: Arc<BTreeSet<String>>, shows_decisions: bool },
}

/// Cells of a name, and of a bar where bars are drawn.
const NAME: usize = 40;
const BAR: usize = 12;

/// The board as lines of at most `width` cells.
pub fn lines(board: &Board, taxonomy: &Taxonomy, width: usize, has_bars: bool) -> Vec<BoardLine> {
    let mut page = Page { lines: Vec::new(), width, has_bars };
    page.heading(text!("board-queues"));
    board.queues.iter().for_each(|queue| page.queue(queue));
    page.waiting(board);
    page.agreement(board);
    page.heading(text!("board-categories"));
    page.outcome(board.outcome);
    board.categories.iter().for_each(|row| page.category(row, taxonomy));
    page.people(board);
    page.lines
}

struct Page {
    lines: Vec<BoardLine>,
    width: usize,
    has_bars: bool,
}

impl Page {
    fn push(&mut self, meaning: Meaning, words: &str, opens: Option<Opens>) {
        let pieces = vec![(meaning, cut(words, self.width))];
        self.lines.push(BoardLine { pieces, opens });
    }

    fn heading(&mut self, words: &str) {
        if !self.lines.is_empty() {
            self.push(Meaning::Plain, "", None);
        }
        self.push(Meaning::Heading, words, None);
    }

    /// Words in as many lines as they need, indented.
    fn words(&mut self, words: &str, meaning: Meaning, opens: Option<&Opens>) {
        for piece in wrapped(words, self.width.saturating_sub(4)) {
            self.push(meaning, &format!("    {piece}"), opens.cloned());
        }
    }

    /// Figures with a dot between them, none of them broken if it fits a line.
    fn in_lines(&self, figures: &[String]) -> Vec<String> {
        let room = self.width.saturating_sub(4);
        let mut lines: Vec<String> = Vec::new();
        for figure in figures {
            match lines.last_mut() {
                Some(line) if line.width() + figure.width() + 3 <= room => {
                    line.push_str(" · ");
                    line.push_str(figure);
                }
                _ => lines.push(figure.clone()),
            }
        }
        lines
    }

    /// A name, a bar if there are bars, and the text.
    fn row(&mut self, name: &str, bar: (usize, usize), words: &str, opens: Option<&Opens>) {
        let name_width = NAME.min(self.width / 3);
        let mut pieces = vec![(Meaning::Plain, padded(name, name_width))];
        if self.has_bars {
            let (done, total) = bar;
            let filled = (BAR * done).checked_div(total).unwrap_or(0).min(BAR);
            pieces.push((Meaning::Bar, format!(" {}", "━".repeat(filled))));
            pieces.push((Meaning::Border, "─".repeat(BAR - filled)));
        }
        let used: usize = pieces.iter().map(|(_, text)| text.width()).sum();
        let fits = words.width() + used + 2 <= self.width;
        if fits {
            pieces.push((Meaning::Plain, format!("  {words}")));
        }
        self.lines.push(BoardLine { pieces, opens: opens.cloned() });
        if !fits {
            self.words(words, Meaning::Plain, opens);
        }
    }

    fn queue(&mut self, queue: &QueueProgress) {
        let QueueProgress { items, undecided, decisions, remaining, open_now, blocks, .. } = *queue;
        let decided = items - undecided;
        let words = text!("board-queue", decided, items, decisions: decisions, remaining);
        let open_now = match open_now {
            0 => String::new(),
            open => text!("board-open-now", count = open),
        };
        let blocks = blocks
            .map(|blocks| text!("board-blocks", done = blocks.done, total = blocks.total))
            .unwrap_or_default();
        let opens = (undecided > 0).then(|| {
            let words = text!("board-nobody-decided", queue = terms::queue(queue.queue));
            questions(words, &queue.undecided_keys, false)
        });
        let name = terms::queue(queue.queue).to_owned();
        self.row(&name, (decided, items), &format!("{words}{blocks}{open_now}"), opens.as_ref());
        if let Some(pace) = pace(&queue.pace) {
            self.words(&pace, Meaning::Dim, opens.as_ref());
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
        self.heading(text!("board-waits"));
        for (_, words, opens) in waits {
            self.push(Meaning::Warning, &words, opens);
        }
    }

    fn agreement(&mut self, board: &Board) {
        let figures = &board.agreement;
        self.heading(&text!(
            "board-agreement",
            shared = figures.shared,
            questions = figures.questions
        ));
        if figures.shared == 0 {
            self.words(text!("board-no-pairs"), Meaning::Dim, None);
            return;
        }
        let (on_verdict, on_answer) = (&figures.verdict, &figures.answer);
        let rows = [
            (text!("board-raw"), &on_verdict.raw, &on_answer.raw),
            ("Gwet AC1", &on_verdict.gwet_ac1, &on_answer.gwet_ac1),
            ("Krippendorff α", &on_verdict.alpha, &on_answer.alpha),
        ];
        let column = (self.width.saturating_sub(18) / 2).min(34);
        let line = |first: &str, verdict: &str, answer: &str| {
            format!("{} {} {answer}", padded(first, 16), padded(verdict, column))
        };
        let head = line("", text!("board-verdict"), text!("board-answer"));
        self.push(Meaning::Dim, &head, None);
        for (name, verdict, answer) in rows {
            let words = line(name, &in_two_places(verdict), &in_two_places(answer));
            self.push(Meaning::Plain, &words, None);
        }
        let NotIndependent { decisions, answers } = figures.not_independent;
        let left_out = [
            (decisions, text!("board-left-out-reviews", count: decisions)),
            (answers, text!("board-left-out-answers", count: answers)),
        ];
        for (_, words) in left_out.into_iter().filter(|(count, _)| *count > 0) {
            self.words(&words, Meaning::Dim, None);
        }
    }

    fn outcome(&mut self, counts: OutcomeCounts) {
        let OutcomeCounts { kept, fixed, removed, open } = counts;
        let words = text!("board-outcome", kept, fixed, removed, open);
        self.words(&words, Meaning::Plain, None);
    }

    fn category(&mut self, row: &CategoryProgress, taxonomy: &Taxonomy) {
        let name = match &row.category {
            Some(name) => terms::category(taxonomy, name),
            None => text!("ability-not-given").to_owned(),
        };
        let CategoryProgress { reviewed, questions, kept, out, .. } = *row;
        let mut words = text!("board-category", reviewed, questions, kept, out);
        if let Some(quota) = row.quota {
            words.push_str(&match row.lacking {
                0 => text!("board-quota-met", quota),
                lacking => text!("board-quota-lacking", quota, lacking),
            });
        }
        let opens = row.category.clone().filter(|_| row.questions > 0).map(Opens::Category);
        self.row(&name, (reviewed, questions), &words, opens.as_ref());
    }

    fn people(&mut self, board: &Board) {
        for queue in board.queues.iter().filter(|queue| !queue.annotators.is_empty()) {
            self.heading(&text!("board-people", queue = terms::queue(queue.queue)));
            let leads = board.for_leads.as_ref();
            let quality = leads.and_then(|leads| {
                leads.quality.iter().find(|quality| quality.queue == queue.queue)
            });
            for own in &queue.annotators {
                let quality = quality.and_then(|quality| {
                    let mut people = quality.people.iter().zip(&quality.differing);
                    people.find(|(person, _)| person.annotator == own.annotator)
                });
                self.person(own, queue.items, quality);
            }
        }
        self.push(Meaning::Plain, "", None);
        match &board.for_leads {
            None => self.words(text!("board-for-leads"), Meaning::Dim, None),
            Some(leads) => {
                if let Some(count) = leads.gold_items {
                    self.words(&text!("board-gold-items", count: count), Meaning::Dim, None);
                }
                self.words(text!("board-signs"), Meaning::Dim, None);
            }
        }
    }

    fn person(
        &mut self,
        own: &AnnotatorWork,
        items: usize,
        quality: Option<(&WorkQuality, &Vec<String>)>,
    ) {
        let name = visible_line(&own.annotator).into_owned();
        let mut words = text!("board-person", done = own.done, today = own.today);
        if let Some(seconds) = own.median_seconds {
            words.push_str(&text!("team-seconds-each", seconds = format!("{seconds:.1}")));
        }
        let opens = quality
            .filter(|(_, differing)| !differing.is_empty())
            .map(|(_, differing)| questions(text!("board-differs", name), differing, true));
        self.row(&name, (own.done, items), &words, opens.as_ref());
        let Some((quality, _)) = quality else { return };
        if quality.too_fast == Some(true) {
            let seconds = quality.others_median_seconds.unwrap_or_default();
            let words = text!("board-too-fast", seconds = format!("{seconds:.1}"));
            self.words(&words, Meaning::Warning, opens.as_ref());
        }
        if quality.drift.is_worse() {
            self.words(text!("board-worse"), Meaning::Warning, opens.as_ref());
        }
        let named = |name: &str, figure: Option<String>| Some(format!("{name} {}", figure?));
        let others = named(text!("board-with-others"), share(&quality.with_others));
        let said = [
            others.or_else(|| Some(text!("board-no-others").to_owned())),
            named(text!("board-with-gold"), share(&quality.with_gold)),
            named(text!("board-with-experts"), share(&quality.with_adjudicated)),
            named(text!("board-drift"), in_percent(&quality.drift.change, signed_percent_number)),
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        for words in self.in_lines(&said) {
            self.words(&words, Meaning::Dim, opens.as_ref());
        }
    }
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
