//! The chooser: the benchmarks of the database with the outstanding work of each. Opening one
//! closes every other screen except home.

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::Outcome;
use super::background::Figures;
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use super::team_lines::team;
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::widgets::wrap::{cut, styled_lines};
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_core::figures::table::{Meaning, Table};
use assay_store::Benchmark;
use assay_workflow::queue::BenchmarkWork;

/// People that are listed for a queue of the marked benchmark.
const MOST_PEOPLE: usize = 8;

/// The list of benchmarks.
pub(super) struct Benchmarks {
    there: Result<Vec<Benchmark>, String>,
    /// Counted on another thread: until then only the names are shown.
    work: Figures<Vec<BenchmarkWork>>,
    /// The screen to open in the chosen benchmark.
    then: Option<Action>,
}

impl Benchmarks {
    /// The chooser, with the open benchmark marked. `then` is opened in the chosen one.
    pub fn screen(session: &Session, then: Option<Action>) -> ListScreen<Self> {
        let benchmarks = session.store.benchmarks().map_err(|error| error.to_string());
        let known = benchmarks.as_deref().unwrap_or_default();
        let here = known.iter().position(|one| one == session.review().benchmark());
        let here = here.unwrap_or_default();
        let work = Figures::computed(session, |store, _| BenchmarkWork::load_all(store));
        ListScreen::new(Benchmarks { there: benchmarks, work, then }, session).marking(here)
    }

    fn all(&self) -> &[Benchmark] {
        self.there.as_deref().unwrap_or_default()
    }

    fn work_of(&self, benchmark: &Benchmark) -> Option<&BenchmarkWork> {
        self.work.ready()?.iter().find(|work| work.benchmark == benchmark.name)
    }
}

impl Listing for Benchmarks {
    const ROWS_BELOW: u16 = 12;
    const OPENED_BY: Option<Action> = Some(Action::OpenBenchmarks);

    fn refresh(&mut self, _: u16, _: &Session) -> bool {
        self.work.collect()
    }

    fn len(&self, _: &Session) -> usize {
        self.all().len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let Some(marked) = self.all().get(row).cloned() else { return Outcome::Stay };
        if marked != *session.review().benchmark() {
            if let Err(error) = session.open_benchmark(&marked) {
                return Outcome::failed(&error, session);
            }
            session.status = None;
        }
        Outcome::HomeThen(self.then)
    }

    fn is_waiting(&self) -> bool {
        self.work.is_running()
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        Head {
            name: "Assay".to_owned(),
            rest: text!("chooser-title").to_owned(),
            right: session.review().annotator().name.clone(),
            basis: self.work.notice("").unwrap_or_default(),
        }
    }

    fn notice(&self, _: &Session) -> Option<String> {
        self.there.as_ref().err().cloned()
    }

    fn table(&self, _: Range<usize>, session: &Session) -> Result<Table, String> {
        let me = &session.review().annotator().name;
        let review = |of: &Benchmark| self.work_of(of)?.queue(QUEUE_REVIEW);
        let waiting = |of: &Benchmark| {
            let words = self.work_of(of).map(|work| terms::waiting(&work.waiting));
            let counting = self.work.is_running().then(|| text!("chooser-counting-words"));
            words
                .map(|words| (Meaning::Warning, words))
                .or_else(|| counting.map(|words| (Meaning::Dim, words.to_owned())))
        };
        Ok(Table::over(self.all())
            .text(text!("chooser-benchmark"), |of| &of.name)
            .least(9)
            .number(text!("chooser-questions"), |of| review(of).map(|review| review.items))
            .number(text!("chooser-done-by-you"), |of| {
                review(of).map(|review| review.by(me).map_or(0, |own| own.done))
            })
            .number(text!("chooser-left"), |of| review(of).map(|review| review.left_for(me)))
            .number(text!("chooser-for-the-team"), |of| review(of).map(|review| review.undecided))
            .rank(1)
            .text(text!("chooser-what-waits"), waiting)
            .least(6)
            .table())
    }

    /// The outstanding work of the marked benchmark, and the work of each person.
    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let (width, theme) = (usize::from(size.width), &session.theme);
        let marked = self.all().get(marked);
        let Some(work) = marked.and_then(|marked| self.work_of(marked)) else { return Vec::new() };
        let mut lines = styled_lines(&terms::waiting(&work.waiting), width, theme.warning);
        for (heading, people) in team(work, (width, MOST_PEOPLE), session) {
            lines.push(Line::default());
            lines.push(Line::styled(cut(&heading, width), theme.heading));
            lines.extend(people);
        }
        lines
    }
}
