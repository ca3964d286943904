//! One request within a call's budget, and the end of a call that only fails.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::first_request::FirstRequest;
use assay_llm::{
    Budget, ChatRequest, Client, ErrorsInARow, Failure, FailureKind, Outcome, Reply, Stop,
};

/// Longer buffers are not kept.
const LONGEST_BUFFER: usize = 1 << 20;

thread_local! {
    /// The buffer of the thread's last body.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Asks a client within a budget, until too many requests in a row fail. Shared by all threads of a call.
#[derive(Debug)]
pub struct Asker<'a> {
    client: &'a Client,
    budget: &'a Budget,
    stop: &'a Stop,
    errors: ErrorsInARow,
    first: FirstRequest,
}

/// The result of a request.
#[derive(Debug)]
pub enum Asked {
    /// It was sent and ended.
    Ended {
        /// How.
        outcome: Box<Outcome>,
        /// The duration of all attempts.
        elapsed: Duration,
        /// Why the call ends with it, if it does: too many failures in a row.
        last: Option<String>,
    },
    /// It was not sent, because the budget is spent; the reason. `None` if the call is stopping.
    NotSent(Option<String>),
}

impl Asked {
    /// A request that cannot be made counts as a failed request that was never sent.
    pub fn refuse(message: &str) -> Self {
        let kind = FailureKind::BadRequest;
        let failure = Failure { kind, status: None, message: message.to_owned(), attempts: 0 };
        let outcome = Box::new(Outcome::Failed(failure));
        Asked::Ended { outcome, elapsed: Duration::ZERO, last: None }
    }
}

impl<'a> Asker<'a> {
    /// An asker that ends the call after this number of failures of the same kind in a row.
    pub fn new(
        client: &'a Client,
        budget: &'a Budget,
        stop: &'a Stop,
        errors_in_a_row: u32,
    ) -> Self {
        Asker {
            client,
            budget,
            stop,
            errors: ErrorsInARow::new(errors_in_a_row),
            first: FirstRequest::default(),
        }
    }

    pub fn client(&self) -> &'a Client {
        self.client
    }

    /// The amount spent so far.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The request to stop.
    pub fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// Asks, with all attempts. The request is dropped once its body is written, pictures and all.
    pub fn ask(&self, request: ChatRequest) -> Asked {
        self.ask_checked(request, |_| Ok(()), |_| None)
    }

    /// The same, with `check` saying why an answer cannot be used, and `other` giving another
    /// request in place of one that failed.
    pub fn ask_checked(
        &self,
        request: ChatRequest,
        check: impl Fn(&Reply) -> Result<(), String>,
        other: impl FnOnce(&Failure) -> Option<ChatRequest>,
    ) -> Asked {
        // The others continue only after the outcome is counted, which may end the call.
        let _turn = self.first.wait_for_it();
        let begun = Instant::now();
        let mut outcome = match self.send(request, &check) {
            Ok(outcome) => outcome,
            Err(reason) => return Asked::NotSent(reason),
        };
        if let Outcome::Failed(failure) = &outcome
            && let Some(other) = other(failure)
        {
            let attempts = failure.attempts;
            if let Ok(second) = self.send(other, &check) {
                outcome = second.after(attempts);
            }
        }
        let last = self.errors.record(&outcome);
        if last.is_some() {
            self.stop.request();
        }
        Asked::Ended { outcome: Box::new(outcome), elapsed: begun.elapsed(), last }
    }

    /// Sends a request within the budget; else why it was not sent, as in [`Asked::NotSent`].
    fn send(
        &self,
        request: ChatRequest,
        check: &impl Fn(&Reply) -> Result<(), String>,
    ) -> Result<Outcome, Option<String>> {
        let body = request.body_in(BUFFER.take(), self.client.endpoint());
        drop(request);
        let booking = match self.budget.book(body.estimate, self.stop) {
            Ok(booking) => booking,
            Err(_) if self.stop.is_requested() => return Err(None),
            Err(exhausted) => return Err(Some(exhausted.to_string())),
        };
        let outcome = self.client.send(&body, self.stop);
        if body.bytes.capacity() <= LONGEST_BUFFER {
            BUFFER.set(body.bytes);
        }
        match &outcome {
            Outcome::Stopped { attempts: 0 } => booking.cancel(),
            other => booking.settle(other.usage()),
        }
        Ok(match outcome {
            Outcome::Answered(reply) => match check(&reply) {
                Ok(()) => Outcome::Answered(reply),
                Err(message) => Outcome::Failed(Failure {
                    kind: FailureKind::BadReply,
                    status: None,
                    message,
                    attempts: reply.attempts,
                }),
            },
            outcome => outcome,
        })
    }
}
