//! Models: the scores of each model, down to its text in every pass of a question.
//!
//! Four screens: the models ([`Models`]) with the figures of the marked one below (`details`), one
//! model's abilities (`abilities`), the questions of one ability (`questions`), and all passes of a
//! question side by side (`passes`). The figures (`data`) are computed on a background thread by the
//! rules, strategy, split and input that keys choose (`basis`). Keys are not delayed: the previous
//! figures stay on the screen until the new ones are ready.
//!
//! Unlike review and browse, these screens show reference answers and predictions. They are made for
//! leads and evaluators. The store records who opened a model's questions here: see
//! [`assay_store::Store::record_answer_exposures`].

mod abilities;
pub(super) mod basis;
mod data;
mod details;
mod passes;
pub(super) mod question_detail;
mod questions;
mod stakes;

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use self::abilities::Abilities;
use self::basis::Basis;
use self::data::{ModelLine, ModelsData};
use self::stakes::OpenPlaces;
use super::background::Figures;
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use super::{Outcome, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::widgets::share::{interval, percent, small_bar};
use assay_core::figures::table::{Cell, Meaning, Table};
use assay_core::score::Strategy;
use assay_store::Store;
use assay_workflow::evaluation::ScoringSetting;

/// The list of models.
pub(super) struct Models {
    /// The basis that keys have chosen; the figures may still be of another one.
    chosen: Basis,
    data: Figures<ModelsData>,
    /// What suspected questions can still change, once the figures are there.
    stakes: Figures<OpenPlaces>,
    has_warned: bool,
}

impl Models {
    /// The models by the rules of the benchmark.
    pub fn screen(session: &Session) -> Box<dyn Screen> {
        let setting = ScoringSetting::load(&session.store, session.review().benchmark());
        let failure = setting.as_ref().err().map(ToString::to_string);
        let chosen = Basis::new(setting.unwrap_or_default());
        let (data, stakes) = (Figures::default(), Figures::default());
        let mut models = Models { chosen, data, stakes, has_warned: false };
        match failure {
            None => models.compute(session),
            Some(_) => models.data.failure = failure,
        }
        Box::new(ListScreen::new(models, session))
    }

    fn models(&self) -> &[ModelLine] {
        self.data.ready().map_or(&[], |data| &data.models)
    }

    /// Computes the figures by the chosen basis, one computation at a time.
    fn compute(&mut self, session: &Session) {
        let is_there = self.data.ready().is_some_and(|data| data.basis == self.chosen);
        if !self.data.is_running() && !is_there {
            let basis = self.chosen.clone();
            self.stakes = Figures::default();
            self.data.start(session, Store::open, |store, benchmark| {
                ModelsData::load(store, benchmark, basis)
            });
        }
    }

    /// Computes what suspected questions can change in these figures.
    fn compute_stakes(&mut self, session: &Session) {
        if let Some(options) = self.data.ready().and_then(|data| OpenPlaces::options(data)) {
            self.stakes.start(session, Store::open, move |store, benchmark| {
                OpenPlaces::load(store, benchmark, &options)
            });
        }
    }

    /// The line on what suspected questions can change, below the models.
    fn line_of_stakes(&self, columns: usize) -> Option<Cell> {
        self.stakes.ready()?.line(columns)
    }

    /// Warns once, before a question is opened, an annotator who still has to decide.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.review().progress();
        if !self.has_warned && progress.done < progress.total {
            session.hint(text!("models-warning"));
        }
        self.has_warned = true;
    }
}

/// An ability of a model; over all abilities the progress of its run, while answers still arrive: they
/// are also below the list, an incomplete run must be visible here.
fn ability(of: &ModelLine, at: usize) -> Cell {
    match of.progress {
        Some(progress) if at == 0 => Cell::Over {
            columns: of.abilities.len(),
            meaning: if progress.failed > 0 { Meaning::Warning } else { Meaning::Dim },
            long: progress.describe(),
            short: progress.describe_shortly(),
        },
        Some(_) => None::<Cell>.into(),
        None => {
            let share = of.abilities[at];
            let figure = format!("{:>5}", percent(&share.statistic()));
            vec![(Meaning::Bar, small_bar(share).to_string()), (Meaning::Plain, figure)].into()
        }
    }
}

impl Listing for Models {
    const ACTIONS: &'static [Action] = &[
        Action::Strategy,
        Action::Rules,
        Action::Back,
        Action::Filter,
        Action::Input,
        Action::OpenBrowse,
        Action::Guideline,
        Action::Palette,
        Action::Help,
    ];
    const OPENED_BY: Option<Action> = Some(Action::OpenModels);
    const GAP: usize = 1;
    const ROWS_BELOW: u16 = details::FEWEST + 1;
    const GIVES_WAY: bool = true;

    fn refresh(&mut self, _: u16, session: &Session) -> bool {
        let has_ended = self.data.collect();
        // Another basis may have been chosen meanwhile.
        if has_ended && self.data.failure.is_none() {
            self.compute(session);
            if !self.data.is_running() {
                self.compute_stakes(session);
            }
        }
        self.stakes.collect() || has_ended
    }

    fn len(&self, _: &Session) -> usize {
        self.models().len() + usize::from(self.line_of_stakes(0).is_some())
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let Some(data) = self.data.ready().cloned() else { return Outcome::Stay };
        if row >= data.models.len() {
            let stakes = self.stakes.ready().cloned();
            return stakes.map_or(Outcome::Stay, |stakes| stakes.open(session));
        }
        let opened = Outcome::open(Abilities::screen(data, row, session), session);
        if matches!(opened, Outcome::Open(_)) {
            self.warn(session);
        }
        opened
    }

    fn act(&mut self, action: Action, _: usize, session: &mut Session) -> Option<Outcome> {
        match action {
            Action::Rules => self.chosen.next_rules(),
            Action::Strategy => {
                self.chosen.next_strategy(self.data.ready().map(|data| data.strategy));
            }
            Action::Input => self.chosen.next_input(),
            Action::Filter => {
                let items = session.review().items().iter();
                self.chosen.next_split(items.filter_map(|item| item.split.as_deref()));
            }
            _ => return None,
        }
        self.data.failure = None;
        self.compute(session);
        Some(Outcome::Stay)
    }

    fn is_waiting(&self) -> bool {
        self.data.is_running() || self.stakes.is_running()
    }

    fn head(&self, marked: usize, session: &Session) -> Head {
        let marked = self.models().get(marked);
        let basis = self.data.ready().map(|data| data.describe()).unwrap_or_default();
        let basis = match marked.and_then(|line| Some((&line.model, line.combined.as_ref()?))) {
            _ if self.data.is_running() => {
                text!("models-computing", basis = self.chosen.describe(None))
            }
            // The marked model's predictions are not single answers.
            Some((model, how)) => {
                text!("models-scored-by", model, how, basis)
            }
            None => basis,
        };
        Head::new(text!("models-what"), None, basis, session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        let nothing = || match (self.data.ready(), self.chosen.input) {
            (None, _) => String::new(),
            (_, Some(input)) => text!("models-none-with-input", input = terms::input(input)),
            (_, None) => text!("models-none").to_owned(),
        };
        self.data.failure.clone().or_else(|| self.models().is_empty().then(nothing))
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        let columns = self.data.ready().map_or(&[][..], |data| &data.columns);
        let mut table = Table::over(self.models())
            .text(text!("models-head-model"), |of| &of.model)
            .most(40)
            .least(12)
            .text(text!("models-head-input"), |of| (Meaning::Dim, terms::input(of.input)))
            .rank(3)
            .number(text!("models-head-overall"), |of| percent(&of.overall.statistic()))
            .number("95 %", |of| (Meaning::Dim, interval(&of.overall.statistic())))
            .rank(4)
            .bar(60, |of| (of.overall.correct, of.overall.counted))
            .each(columns.iter().enumerate(), |table, (at, column)| {
                table.number(&column.abbreviation, |of| ability(of, at)).most(ABILITY).rank(1)
            })
            .number(text!("models-head-undecided"), |of| (Meaning::Dim, of.undecided))
            .rank(2)
            .table();
        if let Some(line) = self.line_of_stakes(table.columns.len()) {
            table.row([line]);
        }
        Ok(table)
    }

    fn title(&self, _: &Session) -> String {
        let questions = self.data.ready().map_or(0, |data| data.compared.questions.len());
        text!("models-title", questions)
    }

    /// The figures of the marked model name the abilities.
    fn legend(&self, has_detail: bool, _: &Session) -> Vec<String> {
        let Some(data) = self.data.ready() else { return Vec::new() };
        let abilities = data.ability_codes().filter(|_| !has_detail);
        let is_circular = data.strategy == Strategy::Circular;
        let circular = is_circular.then(|| text!("models-legend-circular").to_owned());
        let undecided = text!("models-legend-undecided").to_owned();
        abilities.chain(circular).chain([undecided]).collect()
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let marked = self.models().get(marked);
        marked.map(|of| text!("models-by-ability", model = of.model)).unwrap_or_default()
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let data = self.data.ready();
        data.map_or(Vec::new(), |data| details::lines(data, marked, size, &session.theme))
    }
}

/// Cells of an ability: its small bar and `100.0`.
const ABILITY: usize = 6;
