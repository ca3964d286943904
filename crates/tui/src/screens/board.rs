//! The lead's board: progress and pace, agreement, outstanding work, quotas, and for leads the
//! quality of each person's work. Enter opens the questions behind a line.
//!
//! It is computed on a background thread over a connection that only reads, again every few
//! seconds; the previous figures stay until the new ones are ready.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Outcome;
use super::background::Figures;
use super::browse::{Browse, Criterion};
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::board_lines::{self, BoardLine, Opens};
use crate::widgets::history_text::local_time;
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

/// The board of the open benchmark.
pub(super) struct BoardListing {
    board: Figures<Board>,
    /// When the last computation was started, or has ended.
    since: Instant,
    pause: Duration,
    lines: Vec<BoardLine>,
    laid_out_at: Option<u16>,
}

impl BoardListing {
    /// The board, which is computed in the background.
    pub fn screen(session: &Session) -> ListScreen<Self> {
        let (board, lines) = (Figures::default(), Vec::new());
        let (since, pause) = (Instant::now(), PAUSE);
        let mut listing = BoardListing { board, since, pause, lines, laid_out_at: None };
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

    /// Takes the figures once they are ready, and starts again after a pause.
    fn collect(&mut self, session: &Session) {
        if self.board.collect() {
            self.laid_out_at = None;
            self.pause = (self.since.elapsed() * REST).clamp(PAUSE, LONGEST_PAUSE);
            self.since = Instant::now();
        } else if self.until_tick().is_some_and(|until| until.is_zero()) {
            self.compute(session);
        }
    }

    /// What a line opens.
    fn opens(&self, row: usize) -> Option<&Opens> {
        self.lines.get(row)?.opens.as_ref()
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

    fn refresh(&mut self, width: u16, session: &Session) -> bool {
        self.collect(session);
        let board = self.board.ready().filter(|_| self.laid_out_at != Some(width));
        if let Some(board) = board {
            let taxonomy = session.review().benchmark().taxonomy();
            let columns = usize::from(width.saturating_sub(5));
            self.lines = board_lines::lines(board, taxonomy, columns, true);
            self.laid_out_at = Some(width);
            return true;
        }
        false
    }

    fn len(&self, _: &Session) -> usize {
        self.lines.len()
    }

    fn is_openable(&self, row: usize) -> bool {
        self.opens(row).is_some()
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
        let sign = |line: &BoardLine| line.opens.as_ref().map(|_| (Meaning::Key, "›"));
        let lines = Table::over(&self.lines).text("", |line| line.pieces.clone());
        Ok(lines.least(1).text("", sign).table())
    }
}
