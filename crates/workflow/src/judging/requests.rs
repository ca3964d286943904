//! A judge's requests with their pictures, from many threads, and what their ends say.

use super::options::JudgingOptions;
use super::prompt::JudgePrompt;
use crate::infer::{Asked, Asker, PromptError, SharedPictures, ask_with_pictures};
use assay_core::benchmark::Question;
use assay_core::votes::Undecided;
use assay_core::votes::parse::Said;
use assay_llm::Outcome;
use assay_store::Store;

/// The work of the threads: write the request, ask.
pub struct Requester<'a> {
    asker: &'a Asker,
    pub options: &'a JudgingOptions,
    pictures: SharedPictures,
}

impl<'a> Requester<'a> {
    pub fn new(store: &Store, asker: &'a Asker, options: &'a JudgingOptions) -> Self {
        let taken = asker.client.endpoint.taken_formats().unwrap_or_default();
        let pictures = SharedPictures::new(store.path().to_owned(), taken);
        Requester { asker, options, pictures }
    }

    /// Asks about an answer, or about two in this order. Repeats have distinct seeds if the endpoint sets one.
    pub fn ask(
        &self,
        question: &Question,
        answers: &[impl AsRef<str>],
        repeat: u16,
    ) -> Result<Asked, PromptError> {
        let request = |taken: &[_]| {
            let picture = |hash| self.pictures.picture(hash, taken);
            let JudgingOptions { prompt, input, .. } = self.options;
            let mut request = prompt.request(question, answers, *input, picture)?;
            request.vary_seed(&self.asker.client.endpoint, u32::from(repeat) + 1);
            Ok(request)
        };
        let asked = ask_with_pictures(self.asker, &self.pictures.taken, request, |_| Ok(()));
        asked.map(|(asked, _)| asked)
    }
}

impl JudgePrompt {
    /// What the end of a request says; `None` if it was not sent.
    pub fn said(&self, outcome: &Outcome) -> Option<Said> {
        let undecided = match outcome {
            Outcome::Answered(reply) => return Some(self.form.read(&reply.text)),
            Outcome::Refused(_) => Undecided::Refused,
            Outcome::Failed(_) => Undecided::Failed,
            Outcome::Stopped { .. } => return None,
        };
        // Nothing, about as many answers as the form is for.
        Some(self.form.read("").without_verdict(undecided))
    }
}
