//! Agreement: how each extractor agrees with the people who read the same texts.
//!
//! The screens: the extractors ([`Agreement`]) with the figures of the marked one in full (`details`);
//! one extractor's confusion matrix (`matrix`, counted in `confusion`); the texts of a cell of it, or all whose label differs
//! from the people's (`text_list`); one text with all labels (`text_screen`, laid out by
//! `text_detail`); and one extractor compared with each other extractor (`pairs`). The figures are
//! computed once, on a background thread (`data`), so that keys are not delayed.
//!
//! Like the Models screens, these show the labels of others before the annotator has decided. The
//! store records who opened a list of texts here: see
//! [`assay_store::Store::record_answer_exposures`].

mod confusion;
mod data;
mod details;
mod matrix;
mod pairs;
mod parts;
mod text_detail;
mod text_list;
mod text_screen;

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;

use self::data::{AgreementData, OneExtractor, Selection};
use self::matrix::Matrix;
use self::pairs::Pairs;
use self::text_list::TextList;
use super::background::Figures;
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use super::{Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::share::{interval, percent};
use assay_core::benchmark::decision::QUEUE_EXTRACT;
use assay_core::figures::table::{Meaning, Table};
use assay_core::figures::{alignment, two_places};
use assay_core::statistics::Statistic;
use assay_workflow::queue::OpenDesk;

/// The table of extractors.
pub(super) struct Agreement {
    figures: Figures<AgreementData>,
    has_warned: bool,
    /// Cells of a bar.
    bar: usize,
}

/// The columns of the table without its bars, and the cells of the longest bar.
const WITHOUT_BARS: usize = 90;
const LONGEST_BAR: usize = 80;

impl Agreement {
    /// The extractors against the majority of all people who read texts.
    pub fn screen(session: &Session) -> Box<dyn Screen> {
        let figures = Figures::computed(session, AgreementData::load);
        let agreement = Agreement { figures, has_warned: false, bar: alignment::CELLS };
        Box::new(ListScreen::new(agreement, session))
    }

    /// The figures, if there are any.
    fn data(&self) -> Option<&Arc<AgreementData>> {
        self.figures.ready().filter(|data| !data.is_empty())
    }

    /// Warns once, before texts are opened, an annotator who still has to read some.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.desks.named(QUEUE_EXTRACT).map(OpenDesk::progress);
        if !self.has_warned && progress.is_some_and(|progress| progress.done < progress.total) {
            session.hint(text!("agreement-warning"));
        }
        self.has_warned = true;
    }
}

/// A row of the table: an extractor, or all people together.
struct Row<'d> {
    name: &'d str,
    meaning: Meaning,
    rate: &'d Statistic,
    nothing: Option<usize>,
    /// Kappa, AC1 and alpha.
    coefficients: [&'d Statistic; 3],
}

fn rows(data: &AgreementData) -> Vec<Row<'_>> {
    let extractors = data.extractors().iter().map(|of| Row {
        name: &of.extractor,
        meaning: Meaning::Plain,
        rate: &of.alignment,
        nothing: Some(of.nothing),
        coefficients: [&of.kappa, &of.gwet_ac1, &of.alpha],
    });
    let people = &data.agreement.ceiling;
    let together = Row {
        name: text!("agreement-people-together"),
        meaning: Meaning::Reference,
        rate: &people.percent_agreement,
        nothing: None,
        coefficients: [&people.fleiss_kappa, &people.gwet_ac1, &people.alpha],
    };
    extractors.chain([together]).collect()
}

impl Listing for Agreement {
    const ACTIONS: &'static [Action] = &[
        Action::Differences,
        Action::Pairs,
        Action::Back,
        Action::Guideline,
        Action::Palette,
        Action::Help,
    ];
    const KEYS: KeyContext = KeyContext::Agreement;
    const OPENED_BY: Option<Action> = Some(Action::OpenAgreement);
    const ROWS_BELOW: u16 = 9;
    const PAGES_BELOW: bool = true;

    fn actions(&self) -> &'static [Action] {
        // Without figures there are no differences and no pairs.
        if self.data().is_some() { Self::ACTIONS } else { &Self::ACTIONS[2..] }
    }

    fn refresh(&mut self, width: u16, _: &Session) -> bool {
        let room = usize::from(width).saturating_sub(WITHOUT_BARS);
        let bar = room.clamp(alignment::CELLS, LONGEST_BAR);
        let is_other = std::mem::replace(&mut self.bar, bar) != bar;
        self.figures.collect() || is_other
    }

    fn len(&self, _: &Session) -> usize {
        self.data().map_or(0, |data| data.extractors().len())
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let Some(data) = self.data().cloned() else { return Outcome::Stay };
        self.warn(session);
        Outcome::Open(Box::new(Matrix::screen(OneExtractor { data, at: row }, session)))
    }

    fn act(&mut self, action: Action, marked: usize, session: &mut Session) -> Option<Outcome> {
        let of = OneExtractor { data: self.data().cloned()?, at: marked };
        let opened = match action {
            Action::Differences => TextList::open(of, Selection::Differing, session),
            Action::Pairs => Outcome::Open(Box::new(Pairs::screen(of, session))),
            _ => return None,
        };
        self.warn(session);
        Some(opened)
    }

    fn is_waiting(&self) -> bool {
        self.figures.is_running()
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let basis = self.data().map(|data| data.basis()).unwrap_or_default();
        Head::new(text!("agreement-what"), None, basis, session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        let nobody = || self.data().is_none().then(|| text!("agreement-nobody").to_owned());
        self.figures.notice(text!("agreement-computing")).or_else(nobody)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        let Some(data) = self.data() else { return Ok(Table::default()) };
        let coefficient = |of: &Statistic| of.value().map_or_else(|| "-".to_owned(), two_places);
        let names = ["kappa", "AC1", "alpha"];
        Ok(Table::over(&rows(data))
            .text(text!("agreement-head-extractor"), |row| (row.meaning, row.name))
            .least(12)
            .number(text!("agreement-head-texts"), |row| (row.meaning, row.rate.n()))
            .number(text!("agreement-head-rate"), |row| (row.meaning, percent(row.rate)))
            .number("95 %", |row| (Meaning::Dim, interval(row.rate)))
            .text(text!("agreement-head-bar"), |row| {
                (Meaning::Bar, alignment::bar(row.rate, self.bar))
            })
            .rank(2)
            .number(text!("agreement-head-nothing"), |row| row.nothing.map(|n| (Meaning::Dim, n)))
            .rank(1)
            .each(names.into_iter().enumerate(), |table, (at, name)| {
                table.number(name, |row| (row.meaning, coefficient(row.coefficients[at])))
            })
            .table())
    }

    fn title(&self, _: &Session) -> String {
        text!("agreement-title").to_owned()
    }

    fn legend(&self, _: bool, _: &Session) -> Vec<String> {
        let words = [
            text!("agreement-legend-chance"),
            text!("agreement-legend-nothing"),
            text!("agreement-bar-legend"),
        ];
        words.map(str::to_owned).into()
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let marked = self.data().and_then(|data| data.extractors().get(marked));
        marked.map(|of| of.extractor.clone()).unwrap_or_default()
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let data = self.data().filter(|data| marked < data.extractors().len());
        let of = data.map(|data| OneExtractor { data: Arc::clone(data), at: marked });
        of.map_or(Vec::new(), |of| {
            let pairs = Pairs::new(of.clone());
            let pairs = (&*pairs.title(), pairs.table());
            details::lines(&of, pairs, size, &session.theme)
        })
    }
}
