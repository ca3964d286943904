//! The data of the Models screens, computed once for each basis.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::basis::Basis;
use crate::messages::{text, words_of};
use crate::screens::list_chrome::Head;
use crate::session::Session;
use crate::stems::Stems;
use crate::terms;
use assay_core::benchmark::Input;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::score::comparison::{
    ChoiceDistribution, L2Column, Share, choice_distribution, columns, is_undecided,
    shares_by_column,
};
use assay_core::score::{Judgement, Strategy};
use assay_store::{Benchmark, Combined, QuestionId, Result, Run, Store};
use assay_workflow::evaluation::{Compared, current_runs};

/// Every current run over a benchmark with its verdicts.
#[derive(Debug)]
pub(super) struct ModelsData {
    pub compared: Compared,
    pub basis: Basis,
    /// How passes made verdicts.
    pub strategy: Strategy,
    /// The L-2 abilities in the paper's order.
    pub columns: Vec<L2Column>,
    /// The leaf abilities, by L-2 ability and name; the questions without one are last.
    pub leaves: Vec<Leaf>,
    /// Those with pictures first, the best first.
    pub models: Vec<ModelLine>,
    /// How often each label is right, and how often each model says it.
    pub said: ChoiceDistribution,
}

#[derive(Debug)]
pub(super) struct ModelLine {
    /// Its position among the runs.
    pub run: usize,
    pub model: String,
    pub input: Input,
    pub overall: Share,
    /// One for each of [`ModelsData::columns`].
    pub abilities: Vec<Share>,
    /// One for each of [`ModelsData::leaves`].
    pub leaves: Vec<Share>,
    pub undecided: usize,
    /// The verdict on each question; `None` if the model was not asked.
    pub judgements: Vec<Option<Judgement>>,
    /// How several requests made one prediction.
    pub combined: Option<Combined>,
    /// The progress of its run, while answers still arrive.
    pub progress: Option<RunProgress>,
    /// Questions with a pass whose last request failed.
    pub failed: HashSet<QuestionId>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RunProgress {
    pub answers: usize,
    /// Passes whose last request failed.
    pub failed: usize,
    /// Requests that ended in the last minute.
    pub in_last_minute: usize,
}

impl RunProgress {
    pub fn describe(self) -> String {
        let RunProgress { answers, failed, in_last_minute } = self;
        let rate = match in_last_minute {
            0 => String::new(),
            _ => text!("models-per-minute", in_last_minute),
        };
        text!("models-open", answers: answers, failed: failed, rate)
    }

    /// The counts alone.
    pub fn describe_shortly(self) -> String {
        text!("models-open-short", answers = self.answers, failed = self.failed)
    }
}

/// The progress and the failures of a run's requests.
fn requests(store: &Store, run: &Run) -> Result<(Option<RunProgress>, HashSet<QuestionId>)> {
    let failed = store.failed_requests(run, None)?;
    let progress = match run.is_open() {
        true => Some(RunProgress {
            answers: run.predictions,
            failed: failed.len(),
            in_last_minute: store.requests_in_the_last_minute(run)?,
        }),
        false => None,
    };
    Ok((progress, failed.into_iter().map(|request| request.question_id).collect()))
}

impl ModelsData {
    /// Computes the figures by this basis.
    pub fn load(store: &mut Store, benchmark: &Benchmark, basis: Basis) -> Result<Self> {
        let runs = current_runs(store, benchmark, basis.input)?;
        let asked = runs.iter().map(|run| requests(store, run)).collect::<Result<Vec<_>>>()?;
        let compared = Compared::load(store, benchmark, runs, basis.rules, basis.split.as_deref())?;
        let natural = compared.comparison(basis.missing).default_strategy();
        let strategy = basis.strategy.unwrap_or(natural);
        let (columns, column_of) = columns(&compared.questions, &compared.taxonomy);
        let leaves = leaves(&compared, &column_of);
        let line = |run: usize| {
            let comparison = compared.comparison(basis.missing);
            let judgements = comparison.judgements(&compared.models[run], strategy);
            let undecided = judgements.iter().flatten().filter(|one| is_undecided(one)).count();
            ModelLine {
                run,
                model: compared.runs[run].model.clone(),
                input: compared.runs[run].input,
                overall: Share::from_judgements(&judgements),
                abilities: shares_by_column(&judgements, &column_of, columns.len()),
                leaves: leaves.iter().map(|leaf| leaf.share(&judgements)).collect(),
                undecided,
                judgements,
                combined: compared.runs[run].combined(),
                progress: asked[run].0,
                failed: asked[run].1.clone(),
            }
        };
        let mut models: Vec<ModelLine> =
            (0..compared.runs.len()).into_par_iter().map(line).collect();
        let accuracy = |line: &ModelLine| line.overall.accuracy().unwrap_or(-1.0);
        models.sort_by(|one, other| {
            let by_input = one.input.cmp(&other.input);
            by_input.then(accuracy(other).total_cmp(&accuracy(one)))
        });
        let said = choice_distribution(&compared.comparison(basis.missing));
        Ok(ModelsData { compared, basis, strategy, columns, leaves, models, said })
    }

    /// The codes of the L-2 abilities with their titles.
    pub fn ability_codes(&self) -> impl Iterator<Item = String> + '_ {
        self.columns.iter().map(|column| {
            let title = terms::ability(&self.compared.taxonomy, &column.title);
            format!("{} {title}", column.abbreviation)
        })
    }

    /// Describes what the figures are computed from.
    pub fn describe(&self) -> String {
        let basis = self.basis.describe(Some(self.strategy));
        let missing = words_of("missing", self.basis.missing.name());
        text!("models-basis", basis, missing)
    }
}

/// The questions of a benchmark as one model answered them.
#[derive(Clone)]
pub(super) struct AnsweredQuestions {
    pub data: Arc<ModelsData>,
    model: usize,
    stems: Arc<Stems>,
}

impl AnsweredQuestions {
    pub fn load(data: Arc<ModelsData>, model: usize, session: &Session) -> Self {
        AnsweredQuestions { data, model, stems: Arc::new(Stems::load(session)) }
    }

    pub fn line(&self) -> &ModelLine {
        &self.data.models[self.model]
    }

    /// The lines above a part of the model's figures.
    pub fn head(&self, part: &str, session: &Session) -> Head {
        let part = format!("{}{part}", self.line().model);
        Head::new(text!("models-what"), Some(&part), self.data.describe(), session)
    }

    /// The verdict on a question; `None` if the model was not asked.
    pub fn judgement(&self, question: usize) -> Option<Judgement> {
        self.line().judgements[question]
    }

    /// What decided the verdict on a question, or why there is none.
    pub fn decided_by(&self, question: usize) -> String {
        let has_failed = self.line().failed.contains(&self.data.compared.ids[question]);
        match self.judgement(question) {
            Some(judgement) if !(has_failed && is_undecided(&judgement)) => {
                match self.data.compared.questions[question].rule {
                    Some(rule) => terms::short_decided_by(judgement.decided_by, rule),
                    None => terms::decided_by(judgement.decided_by, self.passes(question)),
                }
            }
            _ if has_failed => text!("models-request-failed").into(),
            _ => text!("models-not-asked").into(),
        }
    }

    /// How many passes decide a question.
    pub fn passes(&self, question: usize) -> u32 {
        let required = &self.data.compared.questions[question].required;
        let required = self.data.strategy.required(required).iter();
        required.map(terms::pass_number).max().unwrap_or(0)
    }

    /// Right or wrong, the question, and what determined the verdict, for the questions at these
    /// positions of the data.
    pub fn table(&self, questions: &[usize], session: &Session) -> Table {
        let (desk, asked) = (session.review(), &self.data.compared.questions);
        let key = |question: usize| asked[question].key.as_str();
        let stem =
            |question| desk.position_of(key(question)).map(|at| self.stems.stem(&desk.items()[at]));
        Table::over(questions.iter().copied())
            .text("", |question| sign(self.judgement(question)))
            .text(text!("models-head-key"), |question| (Meaning::Key, key(question)))
            .most(10)
            .text(text!("models-head-question"), stem)
            .least(8)
            .filling()
            .number(text!("models-head-why"), |question| (Meaning::Dim, self.decided_by(question)))
            .most(34)
            .least(12)
            .table()
    }
}

fn leaves(compared: &Compared, column_of: &[Option<usize>]) -> Vec<Leaf> {
    let mut leaves: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (position, question) in compared.questions.iter().enumerate() {
        let column = column_of[position].unwrap_or(usize::MAX);
        let category = question.category.as_deref().unwrap_or(text!("models-no-category"));
        leaves.entry((column, category)).or_default().push(position);
    }
    let leaf = |((column, name), questions): ((usize, &str), Vec<usize>)| Leaf {
        l2: Some(column).filter(|column| *column != usize::MAX),
        name: terms::category(&compared.taxonomy, name),
        questions,
    };
    leaves.into_iter().map(leaf).collect()
}

/// A leaf ability.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The position of its L-2 ability.
    pub l2: Option<usize>,
    pub name: String,
    /// Positions of its questions.
    pub questions: Vec<usize>,
}

impl Leaf {
    fn share(&self, judgements: &[Option<Judgement>]) -> Share {
        Share::from_judgements(self.questions.iter().map(|&position| &judgements[position]))
    }
}

/// Right, wrong or undecided: a sign that shows it without colour, and its colour.
pub(super) fn sign(judgement: Option<Judgement>) -> (Meaning, &'static str) {
    match judgement {
        None => (Meaning::Warning, "-"),
        Some(judgement) if judgement.correct => (Meaning::Agree, "✓"),
        Some(judgement) if is_undecided(&judgement) => (Meaning::Warning, "?"),
        Some(_) => (Meaning::Disagree, "✗"),
    }
}
