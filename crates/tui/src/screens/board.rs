//! The lead's board: progress and pace, agreement, outstanding work, quotas, and for leads the
//! quality of each person's work. Enter opens the questions behind a line.
//!
//! It is computed on a background thread over a connection that only reads, again every few
//! seconds; the previous figures stay until the new ones are ready.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::background::Background;
use super::browse::{Among, Browse, Criterion, Filter};
use super::list_chrome::{draw_head, draw_notice};
use super::list_screen::{ListScreen, Listing};
use super::{Canvas, Outcome};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::board_lines::{BoardLine, Opens, board_lines};
use crate::widgets::history_text::local_time;
use crate::widgets::list::List;
use assay_store::StoreError;
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
    board: Option<Arc<Board>>,
    computing: Option<Background<Board>>,
    started: Instant,
    pause: Duration,
    failure: Option<String>,
    lines: Vec<BoardLine>,
    laid_out_at: u16,
}

impl BoardListing {
    /// The board, which is computed in the background.
    pub fn screen(session: &Session) -> ListScreen<Self> {
        let listing = BoardListing {
            board: None,
            computing: Some(compute(session)),
            started: Instant::now(),
            pause: PAUSE,
            failure: None,
            lines: Vec::new(),
            laid_out_at: 0,
        };
        ListScreen::new(listing, session)
    }

    /// Takes the figures once they are ready, and starts again after a pause.
    fn collect(&mut self, session: &Session) {
        let Some(computing) = &mut self.computing else {
            if self.started.elapsed() >= self.pause {
                (self.started, self.computing) = (Instant::now(), Some(compute(session)));
            }
            return;
        };
        computing.collect();
        match computing {
            Background::Running(_) => return,
            Background::Ready(board) => {
                (self.board, self.failure) = (Some(Arc::clone(board)), None);
                self.laid_out_at = 0;
            }
            Background::Failed(failure) => self.failure = Some(failure.clone()),
        }
        self.computing = None;
        let took = self.started.elapsed();
        (self.started, self.pause) = (Instant::now(), (took * REST).clamp(PAUSE, LONGEST_PAUSE));
    }

    /// What a line opens.
    fn opens(&self, row: usize) -> Option<&Opens> {
        self.lines.get(row)?.opens.as_ref()
    }
}

/// Records that the annotator sees that others' decisions on these questions differ.
fn record_exposure(session: &mut Session, keys: &BTreeSet<String>) -> Result<(), StoreError> {
    let (annotator, benchmark) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    session.store.briefly(|store| record_disputes_seen(store, &benchmark, &annotator, keys))
}

fn compute(session: &Session) -> Background<Board> {
    let me = session.review().annotator().name.clone();
    Background::read(session, move |store, benchmark| {
        let is_for_leads = store.is_lead(&me)?;
        Board::load(store, benchmark, is_for_leads)
    })
}

impl Listing for BoardListing {
    const ACTIONS: &'static [Action] =
        &[Action::Back, Action::OpenBrowse, Action::Palette, Action::Help];

    const OPENED_BY: Option<Action> = Some(Action::OpenBoard);

    fn refresh(&mut self, area: Rect, session: &Session) {
        self.collect(session);
        let width = self.area(area).width;
        if let Some(board) = self.board.as_ref().filter(|_| self.laid_out_at != width) {
            let taxonomy = session.review().benchmark().taxonomy();
            let columns = usize::from(width.saturating_sub(3));
            self.lines = board_lines(board, taxonomy, columns, &session.theme, true);
            self.laid_out_at = width;
        }
    }

    fn len(&self, _: &Session) -> usize {
        self.lines.len()
    }

    fn area(&self, area: Rect) -> Rect {
        Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area }
    }

    fn is_openable(&self, row: usize) -> bool {
        self.opens(row).is_some()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let filter = match self.opens(row) {
            None => return Outcome::Stay,
            Some(Opens::Screen(action)) => return Outcome::Do(*action),
            Some(Opens::Category(category)) => Criterion::Category(category.clone()).into(),
            Some(Opens::Questions { words, keys, shows_decisions }) => {
                let keys = Arc::clone(keys);
                if *shows_decisions && let Err(error) = record_exposure(session, &keys) {
                    session.status = Some(StatusMessage::error(error.to_string()));
                    return Outcome::Stay;
                }
                Filter::from(Among { words: words.clone(), keys })
            }
        };
        Outcome::Open(Box::new(Browse::filtered(filter, session)))
    }

    fn is_waiting(&self) -> bool {
        self.board.is_none() && self.computing.is_some()
    }

    fn until_tick(&self) -> Option<Duration> {
        self.computing.is_none().then(|| self.pause.saturating_sub(self.started.elapsed()))
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let as_of = self.board.as_ref().map(|board| match &self.failure {
            Some(failure) => failure.clone(),
            None => text!("board-as-of", moment = local_time(&board.computed)),
        });
        draw_head(text!("board-what"), None, as_of.as_deref(), canvas, session);
        match (&self.board, &self.failure) {
            (Some(_), _) => list.draw(canvas.buffer, |row| {
                let mut spans = vec![row.sign(&session.theme)];
                let line: Option<&BoardLine> = self.lines.get(row.index);
                spans.extend(line.into_iter().flat_map(|line| {
                    let style = line.line.style;
                    let own = line.line.spans.iter().cloned();
                    own.map(move |span| Span::styled(span.content, style.patch(span.style)))
                }));
                if line.is_some_and(|line| line.opens.is_some()) && row.is_marked {
                    spans.push(Span::styled(" ›", session.theme.key));
                }
                Line::from(spans)
            }),
            (None, Some(failure)) => draw_notice(failure, canvas, session),
            (None, None) => draw_notice(text!("board-counting"), canvas, session),
        }
    }
}
