//! Requests to a judge: handed out to the threads of `infer`, with all replies passed to the caller.

use std::time::Instant;

use super::prompt::JudgePrompt;
use crate::infer::{
    AskError, Asked, Asker, Call, PromptError, Report, Requests, SharedPictures, Spent, Supervisor,
    Threads, ask_with_pictures, work,
};
use assay_core::benchmark::{Input, Question};
use assay_core::votes::parse::{Mode, Said};
use assay_core::votes::{Reading, Undecided};
use assay_llm::Outcome;
use assay_store::Store;

/// How a judge is asked.
pub struct Requester<'a> {
    asker: &'a Asker,
    prompt: &'a JudgePrompt,
    input: Input,
    pictures: SharedPictures,
}

impl<'a> Requester<'a> {
    pub fn new(store: &Store, asker: &'a Asker, prompt: &'a JudgePrompt, input: Input) -> Self {
        let taken = asker.client.endpoint.taken_formats().unwrap_or_default();
        let pictures = SharedPictures::new(store.path().to_owned(), taken);
        Requester { asker, prompt, input, pictures }
    }

    /// Asks about an answer, or about two in this order. Repeats have distinct seeds if the endpoint sets one.
    pub fn ask(
        &self,
        question: &Question,
        answers: &[&str],
        repeat: u16,
    ) -> Result<Asked, PromptError> {
        let asked = ask_with_pictures(
            self.asker,
            &self.pictures.taken,
            |taken| {
                let picture = |hash| self.pictures.picture(hash, taken);
                let mut request = self.prompt.request(question, answers, self.input, picture)?;
                request.vary_seed(&self.asker.client.endpoint, u32::from(repeat) + 1);
                Ok(request)
            },
            |_| Ok(()),
        );
        asked.map(|(asked, _)| asked)
    }

    /// What the end of a request says; `None` if it was not sent.
    pub fn said(&self, outcome: &Outcome) -> Option<Said> {
        let undecided = match outcome {
            Outcome::Answered(reply) => return Some(self.prompt.form.read(&reply.text)),
            Outcome::Refused(_) => Undecided::Refused,
            Outcome::Failed(_) => Undecided::Failed,
            Outcome::Stopped { .. } => return None,
        };
        Some(match self.prompt.form.mode() {
            Mode::Single => Said::Single(Err(undecided)),
            Mode::Vote | Mode::Score => Said::Pair(Reading::Undecided(undecided)),
        })
    }
}

/// The number of requests of a call and what they used, and how many steps were not asked.
pub type Ended = (Requests, Spent, usize);

/// Asks for each step. `ask` is the work of a thread; `keep` takes what came back, durably, before the next step,
/// and `name` is the question of a step in messages.
pub fn ask_all<S: Send + Sync>(
    asker: &Asker,
    steps: Vec<S>,
    report: Report<'_>,
    ask: impl Fn(&S) -> Result<Asked, PromptError> + Sync,
    name: impl Fn(&S) -> String,
    keep: impl FnMut(Vec<(S, Outcome)>) -> Result<(), AskError>,
) -> Result<Ended, AskError> {
    let (begun, requests, spent) = (Instant::now(), Requests::default(), Spent::default());
    let call = Call { asker, begun, requests, spent };
    let (total, steps) = (steps.len(), steps.into_iter());
    let mut asking = Asking { steps, total, done: 0, left: 0, call, report, name, keep };
    work(ask, &mut asking, Threads::new(asker.client.endpoint.concurrency))?;
    let left = asking.left + asking.steps.len();
    let (requests, mut spent) = asking.call.end();
    spent.cost = asker.budget.cost_so_far();
    Ok((requests, spent, left))
}

/// The calling thread.
struct Asking<'a, S, N, K> {
    steps: std::vec::IntoIter<S>,
    total: usize,
    done: usize,
    /// Steps whose request was not sent because the call stopped.
    left: usize,
    call: Call<'a>,
    report: Report<'a>,
    name: N,
    keep: K,
}

impl<S, N, K> Supervisor for Asking<'_, S, N, K>
where
    S: Send,
    N: Fn(&S) -> String,
    K: FnMut(Vec<(S, Outcome)>) -> Result<(), AskError>,
{
    type Step = S;
    type Result = Result<Asked, PromptError>;
    type Error = AskError;

    fn next(&mut self) -> Option<S> {
        if self.call.is_ending() { None } else { self.steps.next() }
    }

    fn commit(&mut self, results: Vec<(S, Self::Result)>) -> Result<(), AskError> {
        let (mut ended, mut error) = (Vec::new(), None);
        for (step, result) in results {
            match result {
                Ok(asked) => match self.call.count(asked) {
                    (Outcome::Stopped { .. }, _) => self.left += 1,
                    (outcome, _) => ended.push((step, outcome)),
                },
                Err(reason) => {
                    error = Some(AskError::Prompt { question: (self.name)(&step), reason });
                }
            }
        }
        self.done += ended.len();
        (self.keep)(ended)?;
        (self.report)(self.done, self.total, self.call.so_far());
        error.map_or(Ok(()), Err)
    }
}
