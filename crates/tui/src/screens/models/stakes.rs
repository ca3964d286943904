//! The last line of the list of models: which places suspected questions can still change. It opens the first of
//! these questions in the verify queue.

use super::data::ModelsData;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::queue::QueueAtHome;
use crate::screens::verify::Verify;
use crate::session::Session;
use assay_core::benchmark::Input;
use assay_core::figures::ranges;
use assay_core::figures::table::{Cell, Meaning};
use assay_store::{Benchmark, Result, Store};
use assay_workflow::certification::stakes::{Doubts, stakes};
use assay_workflow::evaluation::{RunOptions, current_runs};
use assay_workflow::queue::{QueueItem, VerifyQueue};

/// What the suspected questions can still change.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenPlaces {
    /// The keys of the questions that can, those that turn the most pairs of models first.
    keys: Vec<String>,
    /// The places that they can change.
    places: Vec<usize>,
}

impl OpenPlaces {
    /// Computes them for the models with pictures, scored as in these figures.
    pub fn load(store: &mut Store, benchmark: &Benchmark, options: &RunOptions) -> Result<Self> {
        let mut runs = current_runs(store, benchmark, Some(Input::Image))?;
        runs.retain(|run| run.predictions > 0);
        if runs.len() < 2 {
            return Ok(OpenPlaces::default());
        }
        let found = stakes(store, benchmark, &runs, options, &Doubts::of_verifiers())?;
        let turns = |at: &usize| found.stakes.questions[*at].pairs > 0;
        let keys = found.order().into_iter().filter(turns).map(|at| found.open[at].clone());
        Ok(OpenPlaces { keys: keys.collect(), places: found.open_places() })
    }

    /// Whether figures with this basis have the line: it is about all questions and models with pictures.
    pub fn options(data: &ModelsData) -> Option<RunOptions> {
        let basis = &data.basis;
        let is_of_all = basis.split.is_none() && basis.input != Some(Input::Text);
        is_of_all.then_some(RunOptions {
            rules: basis.rules,
            extractor: None,
            strategy: Some(data.strategy),
            missing: basis.missing,
        })
    }

    /// The line, over this number of columns; `None` where nothing can change.
    pub fn line(&self, columns: usize) -> Option<Cell> {
        let (questions, places) = (self.keys.len(), ranges(&self.places));
        (questions > 0).then(|| Cell::Over {
            columns,
            meaning: Meaning::Warning,
            long: text!("models-stakes", questions: questions, places),
            short: text!("models-stakes-short", places),
        })
    }

    /// Opens the first of the questions that the annotator has not decided in the verify queue.
    pub fn open(&self, session: &mut Session) -> Outcome {
        if let Err(message) = VerifyQueue::open_desk(session) {
            session.status = Some(message);
            return Outcome::Stay;
        }
        let Some(desk) = session.desks.get::<VerifyQueue>() else { return Outcome::Stay };
        let mut positions = self
            .keys
            .iter()
            .filter_map(|key| desk.items().iter().position(|item| item.name() == key.as_str()));
        match positions.find(|&position| !desk.state(position).is_done()) {
            Some(position) => Outcome::OpenItem(Box::new(Verify::at(position, session))),
            None => {
                session.hint(text!("models-stakes-decided"));
                Outcome::Stay
            }
        }
    }
}
