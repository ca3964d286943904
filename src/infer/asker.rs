//! One request within what a call may spend, and the end of a call that only fails.

use std::time::{Duration, Instant};

use crate::llm::{Budget, ChatRequest, Client, ErrorsInARow, Failure, FailureKind, Outcome, Stop};

/// Asks a client within a budget, until too many requests in a row fail. Shared by all threads of a call.
#[derive(Debug)]
pub struct Asker<'a> {
    client: &'a Client,
    budget: &'a Budget,
    stop: &'a Stop,
    errors: ErrorsInARow,
}

/// What came of a request.
#[derive(Debug)]
pub enum Asked {
    /// It was sent and ended.
    Ended {
        /// How.
        outcome: Box<Outcome>,
        /// How long all attempts took.
        elapsed: Duration,
        /// Why the call ends with it, if it does: too many failures in a row.
        last: Option<String>,
    },
    /// It was not sent, because the budget is spent; the reason. Nothing where the call is stopping.
    NotSent(Option<String>),
}

impl Asked {
    /// What cannot be asked at all counts as a failed request that was never sent.
    pub fn refuse(message: &str) -> Self {
        let kind = FailureKind::BadRequest;
        let failure = Failure { kind, status: None, message: message.to_owned(), attempts: 0 };
        let outcome = Box::new(Outcome::Failed(failure));
        Asked::Ended { outcome, elapsed: Duration::ZERO, last: None }
    }
}

impl<'a> Asker<'a> {
    /// An asker that ends the call after so many failures of the same kind in a row.
    pub fn new(
        client: &'a Client,
        budget: &'a Budget,
        stop: &'a Stop,
        errors_in_a_row: u32,
    ) -> Self {
        Asker { client, budget, stop, errors: ErrorsInARow::new(errors_in_a_row) }
    }

    /// The client.
    pub fn client(&self) -> &'a Client {
        self.client
    }

    /// What was spent so far.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The request to stop.
    pub fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// Asks, with all attempts. The request is dropped once its body is written, pictures and all.
    pub fn ask(&self, request: ChatRequest) -> Asked {
        let body = request.body(self.client.endpoint());
        drop(request);
        let booking = match self.budget.book(body.estimate, self.stop) {
            Ok(booking) => booking,
            Err(_) if self.stop.is_requested() => return Asked::NotSent(None),
            Err(exhausted) => return Asked::NotSent(Some(exhausted.to_string())),
        };
        let begun = Instant::now();
        let outcome = self.client.send(&body, self.stop);
        let elapsed = begun.elapsed();
        match &outcome {
            Outcome::Stopped { attempts: 0 } => booking.cancel(),
            other => booking.settle(other.usage()),
        }
        let last = self.errors.record(&outcome).map(|too_many| {
            self.stop.request();
            too_many.to_string()
        });
        Asked::Ended { outcome: Box::new(outcome), elapsed, last }
    }
}
