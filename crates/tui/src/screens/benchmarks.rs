//! The chooser: the benchmarks of the database with the outstanding work of each. Opening one
//! closes every other screen except home.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::background::Background;
use super::list_chrome::body;
use super::list_screen::{ListScreen, Listing};
use super::team_lines::team;
use super::{Canvas, Outcome};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_title;
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::{cut, padded, wrapped};
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_store::Benchmark;
use assay_workflow::queue::BenchmarkWork;

/// The list of benchmarks.
pub(super) struct Benchmarks {
    there: Result<Vec<Benchmark>, String>,
    /// Counted on another thread: until then only the names are shown.
    work: Background<Vec<BenchmarkWork>>,
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
        let work = Background::start(session, |store, _| BenchmarkWork::load_all(store));
        ListScreen::new(Benchmarks { there: benchmarks, work, then }, session).marking(here)
    }

    fn all(&self) -> &[Benchmark] {
        self.there.as_deref().unwrap_or_default()
    }

    fn work_of(&self, benchmark: &Benchmark) -> Option<&BenchmarkWork> {
        self.work.ready()?.iter().find(|work| work.benchmark == benchmark.name)
    }

    /// Draws the outstanding work of the marked benchmark, and the work of each person.
    fn draw_team(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let (area, theme) = (canvas.area, &session.theme);
        let marked = self.all().get(list.marked());
        let Some(work) = marked.and_then(|marked| self.work_of(marked)) else { return };
        let width = usize::from(area.width);
        let me = &session.review().annotator().name;
        let waits = wrapped(&terms::waiting(&work.waiting), width.saturating_sub(4)).into_iter();
        let waits = waits.map(|words| Line::styled(format!("  {words}"), theme.warning));
        let lines = waits.chain([Line::default()]).chain(team(work, width, me, theme));
        let first = list.area().bottom() + 1;
        for (line, y) in lines.zip(first..area.bottom().saturating_sub(1)) {
            line.render(Rect { y, height: 1, ..area }, canvas.buffer);
        }
    }

    fn line(&self, row: Row, columns: &Columns, session: &Session) -> Line<'static> {
        let theme = &session.theme;
        let benchmark = &self.all()[row.index];
        let name = padded(&benchmark.name, columns.name);
        let mut spans = vec![row.sign(theme), Span::styled(name, row.style(theme.text, theme))];
        let work = self.work_of(benchmark);
        let review = work.and_then(|work| work.queue(QUEUE_REVIEW));
        if let Some((work, review)) = work.zip(review) {
            let me = &session.review().annotator().name;
            let done = review.by(me).map_or(0, |own| own.done);
            let figures = [review.items, done, review.left_for(me), review.undecided];
            for (figure, heading) in figures.into_iter().zip(headings()) {
                let width = heading.width() + 2;
                spans.push(Span::styled(format!("{figure:>width$}"), theme.text));
            }
            let waits = cut(&terms::waiting(&work.waiting), columns.waits);
            spans.push(Span::styled(format!("  {waits}"), theme.warning));
        } else if self.work.is_running() {
            spans.push(Span::styled(format!("  {}", text!("chooser-counting-words")), theme.dim));
        }
        Line::from(spans)
    }
}

/// Over the figures of a benchmark.
fn headings() -> [&'static str; 4] {
    [
        text!("chooser-questions"),
        text!("chooser-done-by-you"),
        text!("chooser-left"),
        text!("chooser-for-the-team"),
    ]
}

/// The widths of the name and of the outstanding work.
struct Columns {
    name: usize,
    waits: usize,
}

impl Columns {
    fn new(benchmarks: &[Benchmark], width: usize) -> Self {
        let figures: usize = headings().iter().map(|heading| heading.width() + 2).sum();
        let longest = benchmarks.iter().map(|one| one.name.width()).max().unwrap_or_default();
        let name = longest.max(9).min(width.saturating_sub(figures + 4));
        Columns { name, waits: width.saturating_sub(name + figures + 5) }
    }
}

impl Listing for Benchmarks {
    const OPENED_BY: Option<Action> = Some(Action::OpenBenchmarks);

    fn refresh(&mut self, _: Rect, _: &Session) {
        self.work.collect();
    }

    fn len(&self, _: &Session) -> usize {
        self.all().len()
    }

    /// The rest is for the team of the marked benchmark.
    fn area(&self, area: Rect) -> Rect {
        let rows = body(area);
        Rect { height: cells(self.all().len()).min((rows.height / 2).max(4)), ..rows }
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let Some(marked) = self.all().get(row) else { return Outcome::Stay };
        if marked != session.review().benchmark() {
            if let Err(error) = session.open_benchmark(marked) {
                session.status = Some(StatusMessage::error(error.to_string()));
                return Outcome::Stay;
            }
            session.status = None;
        }
        Outcome::HomeThen(self.then)
    }

    fn is_waiting(&self) -> bool {
        self.work.is_running()
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let (area, theme) = (canvas.area, &session.theme);
        let title = ("Assay", text!("chooser-title"));
        let who = &session.review().annotator().name;
        draw_title(title, who, Rect { height: 1, ..area }, theme, canvas.buffer);
        let columns = Columns::new(self.all(), list.width());
        let mut heads = format!("  {}", padded(text!("chooser-benchmark"), columns.name));
        for heading in headings() {
            heads.push_str(&format!("  {heading}"));
        }
        heads.push_str(&format!("  {}", cut(text!("chooser-what-waits"), columns.waits)));
        let place = Rect { y: area.y + 2, height: 1, ..area };
        Line::styled(heads, theme.heading).render(place, canvas.buffer);
        if let Err(failure) = &self.there {
            list.draw_empty(failure, theme, canvas.buffer);
        }
        list.draw(canvas.buffer, |row| self.line(row, &columns, session));
        self.draw_team(list, canvas, session);
        if let Background::Failed(failure) = &self.work {
            let words = cut(failure, usize::from(area.width.saturating_sub(2)));
            canvas.buffer.set_string(area.x + 1, area.y + 1, words, theme.error);
        }
    }
}
