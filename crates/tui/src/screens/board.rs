//! The lead's board: progress and pace, agreement, outstanding work, quotas, and for leads the
//! quality of each person's work. Enter opens the questions behind a line.
//!
//! It is computed on a background thread over a connection that only reads, again every few
//! seconds; the previous figures stay until the new ones are ready.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Local, NaiveDate};
use ratatui::layout::Size;
use ratatui::text::Line;

use super::Outcome;
use super::background::Figures;
use super::browse::{Browse, Criterion};
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::board_lines::{BoardRow, BoardRows, Chart, Opens};
use crate::widgets::cells::cells;
use crate::widgets::day_chart::day_chart;
use crate::widgets::history_text::local_time;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::interval_plot::interval_plot;
use assay_core::figures::table::{Meaning, Table};
use assay_store::{Result, Store};
use assay_workflow::queue::Board;
use assay_workflow::queue::board::record_disputes_seen;

/// The shortest time between two computations.
const PAUSE: Duration = Duration::from_secs(3);
/// The pause is at least this many times as long as the computation, so that a large database is
/// not read all the time.
const REST: u32 = 9;
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The most cells of the picture of the errors found.
const WIDEST: u16 = 100;
const HIGHEST: u16 = 12;

/// The board of the open benchmark.
pub(super) struct BoardListing {
    board: Figures<Board>,
    /// When the last computation was started, or has ended.
    since: Instant,
    pause: Duration,
    page: Option<BoardRows>,
}

impl BoardListing {
    /// The board, which is computed in the background.
    pub fn screen(session: &Session) -> ListScreen<Self> {
        let (since, pause) = (Instant::now(), PAUSE);
        let mut listing = BoardListing { board: Figures::default(), since, pause, page: None };
        listing.compute(session);
        ListScreen::new(listing, session)
    }

    fn compute(&mut self, session: &Session) {
        self.since = Instant::now();
        let me = session.review().annotator().name.clone();
        self.board.start(session, Store::open_to_read, move |store, benchmark| {
            let is_for_leads = store.is_lead(&me)?;
            Board::load(store, benchmark, is_for_leads)
        });
    }

    /// Takes the figures once they are ready, and starts again after a pause. Returns whether they are new.
    fn collect(&mut self, session: &Session) -> bool {
        let is_new = self.board.collect();
        if is_new {
            let taxonomy = session.review().benchmark().taxonomy();
            self.page = self.board.ready().map(|board| BoardRows::new(board, taxonomy));
            self.pause = (self.since.elapsed() * REST).clamp(PAUSE, LONGEST_PAUSE);
            self.since = Instant::now();
        } else if self.until_tick().is_some_and(|until| until.is_zero()) {
            self.compute(session);
        }
        is_new
    }

    fn rows(&self) -> &[BoardRow] {
        self.page.as_ref().map_or(&[], |page| &page.rows)
    }

    /// The day on which the board was computed.
    fn today(&self) -> Option<NaiveDate> {
        let computed = DateTime::parse_from_rfc3339(&self.board.ready()?.computed).ok()?;
        Some(computed.with_timezone(&Local).date_naive())
    }

    /// What a row opens.
    fn opens(&self, row: usize) -> Option<&Opens> {
        self.rows().get(row)?.opens.as_ref()
    }
}

/// Records that the annotator sees that others' decisions on these questions differ.
fn record_exposure(session: &mut Session, keys: &BTreeSet<String>) -> Result<()> {
    let (annotator, benchmark) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    session.store.briefly(|store| record_disputes_seen(store, &benchmark, &annotator, keys))
}

impl Listing for BoardListing {
    const ACTIONS: &'static [Action] =
        &[Action::Back, Action::OpenBrowse, Action::Palette, Action::Help];
    const OPENED_BY: Option<Action> = Some(Action::OpenBoard);

    const HAS_HEADS: bool = false;
    const BESIDE: Option<(u16, u16)> = Some((1, 3));
    const ROWS_BELOW: u16 = 7;
    const GIVES_WAY: bool = true;
    const GAP: usize = 1;

    fn refresh(&mut self, _: u16, session: &Session) -> bool {
        self.collect(session)
    }

    fn name_of(&self, row: usize) -> Option<String> {
        let rows = self.rows().get(..=row)?;
        let section = rows.iter().rev().find(|row| row.name.0 == Meaning::Heading)?;
        Some(format!("{} {}", section.name.1, rows[row].name.1))
    }

    fn len(&self, _: &Session) -> usize {
        self.rows().len()
    }

    fn is_openable(&self, row: usize) -> bool {
        self.opens(row).is_some()
    }

    fn stops_at(&self, row: usize) -> bool {
        self.rows().get(row).is_some_and(|row| row.opens.is_some() || !row.details.is_empty())
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let criterion = match self.opens(row) {
            None => return Outcome::Stay,
            Some(Opens::Screen(action)) => return Outcome::Do(*action),
            Some(Opens::Category(category)) => Criterion::Category(category.clone()),
            Some(Opens::Questions { words, keys, shows_decisions }) => {
                let keys = Arc::clone(keys);
                if *shows_decisions && let Err(error) = record_exposure(session, &keys) {
                    return Outcome::failed(&error, session);
                }
                Criterion::Among { words: words.clone(), keys }
            }
        };
        Outcome::Open(Box::new(Browse::filtered(criterion, session)))
    }

    fn is_waiting(&self) -> bool {
        self.board.ready().is_none() && self.board.is_running()
    }

    fn until_tick(&self) -> Option<Duration> {
        (!self.board.is_running()).then(|| self.pause.saturating_sub(self.since.elapsed()))
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let as_of = self.board.ready().map(|board| match &self.board.failure {
            Some(failure) => failure.clone(),
            None => text!("board-as-of", moment = local_time(&board.computed)),
        });
        Head::new(text!("board-what"), None, as_of.unwrap_or_default(), session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        self.board.notice(text!("board-counting"))
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        Ok(self.page.as_ref().map_or_else(Table::default, |page| page.table(true)))
    }

    fn title(&self, _: &Session) -> String {
        text!("board-title").to_owned()
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let marked = self.rows().get(marked).filter(|row| !row.details.is_empty());
        marked.map_or_else(|| text!("board-about").to_owned(), |row| row.name.1.clone())
    }

    /// What is known of the marked row in full, and what holds for all.
    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let Some(page) = &self.page else { return Vec::new() };
        let (width, theme) = (usize::from(size.width), &session.theme);
        let details = page.rows.get(marked).map_or(&[][..], |row| &row.details);
        let own = details
            .iter()
            .flat_map(|(meaning, words)| styled_lines(words, width, theme.style(*meaning)));
        let mut lines: Vec<Line<'static>> = own.collect();
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(page.notes.iter().flat_map(|note| styled_lines(note, width, theme.dim)));
        let height = size.height.saturating_sub(cells(lines.len()) + 1);
        let room = Size { height, ..size };
        let chart = page.rows.get(marked).and_then(|row| row.chart.as_ref());
        let chart = match (chart, self.today()) {
            (Some(Chart::Days(days)), Some(today)) => day_chart(days, today, room, theme),
            (Some(&Chart::Shares(heading, ref shares)), _) => {
                share_chart(heading, shares, room, theme)
            }
            _ => Vec::new(),
        };
        if !chart.is_empty() {
            lines.push(Line::default());
            lines.extend(chart);
        }
        lines
    }
}

/// Two shares after each question reviewed: errors found, and by a random order; or the limits of the error rate. Nothing
/// without room.
fn share_chart(
    heading: &'static str,
    shares: &[(f64, f64)],
    room: Size,
    theme: &Theme,
) -> Vec<Line<'static>> {
    // The heading is above and the number of questions below.
    let rows = usize::from(room.height.saturating_sub(2).min(HIGHEST));
    let width = usize::from(room.width.min(WIDEST));
    let picture = interval_plot(shares, &[], (width, rows));
    let heading = (!picture.is_empty()).then(|| Line::styled(heading, theme.heading));
    let picture = picture.into_iter().map(|line| Line::styled(line, theme.bar));
    heading.into_iter().chain(picture).collect()
}
