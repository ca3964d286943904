//! What a model is still to be asked about a benchmark: its run, the questions with the data that requests
//! need, and the plan of passes; and what asking them would send.
//!
//! What is checked before anything is asked is here too, so that a run that could not be finished is not
//! begun and nothing is paid for it. Of pictures in files only the existence is checked, which is fast; a
//! changed file is found when its picture is read, and ends the run with what was answered so far.

use serde::Serialize;
use serde_json::Value;

use super::call::Tokens;
use super::error::{AskError, Result};
use super::options::AskOptions;
use super::plan::{Plan, PlannedPass, Selection};
use crate::evaluation::{PreparedBenchmark, current_run};
use assay_core::benchmark::{Input, QuestionKind};
use assay_llm::{ChatRequest, Client, Picture};
use assay_store::{Benchmark, Run, Store, StoreError, StoredQuestion};

/// Loads a benchmark, prepared and complete, as it is at one moment. The questions and the data
/// in their other tables are read on two threads.
fn load_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<(PreparedBenchmark, Vec<StoredQuestion>), StoreError> {
    let database = store.path();
    store.at_one_moment(|| {
        let questions = std::thread::scope(|scope| {
            // What is read at a later moment has the parts of all these revisions.
            let parts = scope.spawn(|| Store::open(database)?.question_parts(benchmark));
            let mut questions = store.questions_without_parts(benchmark)?;
            let parts = parts.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            parts.join(&mut questions);
            Ok::<_, StoreError>(questions)
        })?;
        let prepared = PreparedBenchmark::from_questions(store, benchmark, &questions)?;
        Ok((prepared, questions))
    })
}

/// What a model is still to be asked.
pub(super) struct Task {
    /// The model's current run.
    pub run: Option<Run>,
    pub prepared: PreparedBenchmark,
    /// The questions with what a request needs, by their position in the prepared benchmark.
    pub questions: Vec<StoredQuestion>,
    pub plan: Plan,
}

impl Task {
    pub fn load(store: &mut Store, benchmark: &Benchmark, options: &AskOptions) -> Result<Self> {
        let run = current_run(store, benchmark, &options.model, options.input)?;
        let (mut prepared, questions) = load_questions(store, benchmark)?;
        let plan = Plan::compute(store, &mut prepared, run.as_ref(), &options.selection)?;
        Ok(Task { run, prepared, questions, plan })
    }

    /// The model's open run, begun if there is none.
    ///
    /// # Errors
    /// If the picture of a planned question is missing.
    pub fn open_run(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        options: &AskOptions,
        settings: &Value,
    ) -> Result<Run> {
        self.look_for_pictures(store, options.input)?;
        match &self.run {
            Some(run) if run.is_open() => Ok(run.clone()),
            _ => Ok(store.begin_run(benchmark, &options.model, options.input, settings)?),
        }
    }

    fn look_for_pictures(&self, store: &Store, input: Input) -> Result<()> {
        if input == Input::Text || store.referenced_pictures()? == 0 {
            return Ok(());
        }
        let mut first: Option<(String, StoreError)> = None;
        let mut further = 0;
        for question in self.plan.questions_in(&self.questions) {
            let mut pictures = question.pictures.iter();
            match pictures.try_for_each(|picture| store.look_for_picture(picture.hash)) {
                Ok(()) => {}
                Err(StoreError::BrokenReference { .. }) if first.is_some() => further += 1,
                Err(reason @ StoreError::BrokenReference { .. }) => {
                    first = Some((question.key.to_string(), reason));
                }
                Err(other) => return Err(other.into()),
            }
        }
        let Some((question, reason)) = first else { return Ok(()) };
        let more = and_more(further);
        Err(AskError::Refused(format!("nothing was asked: question {question}: {reason}{more}")))
    }

    /// Writes the request of each planned pass, one after the other; each comes with the position of its
    /// question.
    pub fn for_each_request(
        &self,
        store: &Store,
        options: &AskOptions,
        client: &Client,
        mut each: impl FnMut(usize, &PlannedPass, &ChatRequest) -> Result<()>,
    ) -> Result<()> {
        let taken = client.endpoint.taken_formats().unwrap_or_default();
        for planned in &self.plan.questions {
            let question = &self.questions[planned.position].question;
            for pass in &planned.passes {
                let picture = |hash| Ok(Picture::new(&store.picture_bytes(hash)?, &taken)?);
                let request = options.prompt.request(question, &pass.order, options.input, picture);
                let request = request.map_err(|reason| AskError::Prompt {
                    question: question.key.to_string(),
                    reason,
                })?;
                each(planned.position, pass, &request)?;
            }
        }
        Ok(())
    }
}

/// What would be asked at most. Tokens and costs are approximate.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Estimate {
    /// Questions that were examined.
    pub questions: usize,
    /// Open questions among those that would be asked.
    pub open_questions: usize,
    /// Requests, if no wrong pass spares others.
    pub requests: usize,
    /// Passes that have an answer already.
    pub reused: usize,
    /// Passes that another pass has decided.
    pub spared: usize,
    /// Length of all bodies.
    pub bytes: u64,
    pub tokens: Tokens,
    /// The cost of the prompts, if the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_of_prompts: Option<f64>,
    /// The same with the longest answers, if the endpoint bounds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<f64>,
    /// The most tokens of all answers, if the endpoint bounds them.
    #[serde(skip)]
    most_completion_tokens: Option<u64>,
}

impl Estimate {
    /// An estimate without requests.
    pub(crate) fn without_requests() -> Self {
        Estimate { most_completion_tokens: Some(0), ..Estimate::default() }
    }

    /// Counts a request that is sent this number of times.
    pub(crate) fn count(&mut self, one: assay_llm::Estimate, times: u64) {
        self.requests += times as usize;
        self.bytes += one.bytes * times;
        self.tokens.prompt += one.prompt_tokens * times;
        let most = self.most_completion_tokens.zip(one.most_completion_tokens);
        self.most_completion_tokens = most.map(|(sum, more)| sum + more * times);
    }

    /// Computes the costs, if the endpoint has a price.
    pub(crate) fn price(&mut self, client: &Client) {
        if let Some(price) = client.endpoint.price {
            let prompts = self.tokens.prompt;
            self.cost_of_prompts = Some(price.cost(prompts, 0));
            self.cost_at_most =
                self.most_completion_tokens.map(|answers| price.cost(prompts, answers));
        }
    }

    /// Writes every request and counts it.
    ///
    /// # Errors
    /// As asking would.
    pub fn compute(
        store: &mut Store,
        benchmark: &Benchmark,
        options: &AskOptions,
        client: &Client,
    ) -> Result<Self> {
        let task = Task::load(store, benchmark, options)?;
        let open =
            task.plan.questions_in(&task.questions).filter(|one| one.kind() == QuestionKind::Open);
        let mut estimate = Estimate {
            questions: task.plan.looked_at,
            open_questions: open.count(),
            reused: task.plan.reused,
            spared: task.plan.spared,
            ..Estimate::without_requests()
        };
        task.for_each_request(store, options, client, |_, pass, request| {
            let one = request.body(&client.endpoint).estimate;
            let times = match options.ranking {
                Some(_) => pass.order.shown().count() as u64 + 1,
                None => options.samples.get().into(),
            };
            estimate.count(one, times);
            Ok(())
        })?;
        // The existing parts of passes that are not complete.
        if let Some(run) = task.run.filter(|_| options.is_in_parts()) {
            let there = store.parts_of_open_passes(&run)?.len();
            estimate.requests = estimate.requests.saturating_sub(there);
        }
        estimate.price(client);
        Ok(estimate)
    }
}

/// Looks for open questions, which do not have choices to rank, before any request is sent.
///
/// # Errors
/// If there is one among those that are wanted.
pub fn check_rankable(
    store: &mut Store,
    benchmark: &Benchmark,
    selection: &Selection,
) -> Result<()> {
    let (mut prepared, questions) = load_questions(store, benchmark)?;
    let plan = Plan::compute(store, &mut prepared, None, selection)?;
    let mut open = plan.questions_in(&questions).filter(|question| question.choices.is_empty());
    let Some(first) = open.next() else { return Ok(()) };
    let kind = match first.kind() {
        QuestionKind::Short => "has a short answer",
        _ => "is an open question",
    };
    let key = &first.key;
    Err(AskError::Refused(format!(
        "nothing was asked: question {key} {kind}{}: it has no choices whose likelihood could be \
         asked; leave `--scoring likelihood` out",
        and_more(open.count())
    )))
}

fn and_more(questions: usize) -> String {
    match questions {
        0 => String::new(),
        1 => " (and of one more question)".to_owned(),
        several => format!(" (and of {several} more questions)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question as question;
    use assay_core::benchmark::{Choice, Label, Question};

    fn import(store: &mut Store, questions: &[Question]) {
        store.import::<_, StoreError>("b", None, |into| into.keep_questions(questions)).unwrap();
    }

    #[test]
    fn a_benchmark_is_loaded_as_it_is_at_one_moment_whole_and_prepared_alike() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&folder.path().join("b.db")).unwrap();
        let with_choices = |stem: &str| {
            let choices =
                Label::all().take(2).map(|label| Choice { label, text: format!("{stem} {label}") });
            let choices = choices.collect();
            Question { choices, ..question("1", stem) }
        };
        import(&mut store, &[with_choices("One?"), question("2", "Two?"), question("3", "Three?")]);
        import(
            &mut store,
            &[with_choices("Which one?"), question("2", "Two?"), question("3", "Three?")],
        );
        let benchmark = store.the_benchmark(None).unwrap();
        let (prepared, questions) = load_questions(&store, &benchmark).unwrap();
        let whole = store.whole_questions(&benchmark).unwrap();
        assert_eq!(questions, whole);
        assert_eq!(whole[0].question, with_choices("Which one?"));
        let sheets: Vec<_> = prepared.questions().iter().map(|one| one.sheet.clone()).collect();
        assert_eq!(sheets, store.question_sheets(&benchmark).unwrap());
    }
}
