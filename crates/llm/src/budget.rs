//! The budget of a run: requests, tokens, money. One counter for all threads.
//!
//! A request books what it may cost before it is sent and settles its actual cost afterwards.
//! Booked requests count, so that those in progress do not exceed a budget.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::endpoint::Price;
use super::outcome::Usage;
use super::request::Estimate;
use super::stop::{Stop, lock};

/// The assumed length of an answer before there is a mean, in tokens.
const FIRST_GUESS: f64 = 64.0;

/// The interval at which a thread that waits for others to settle checks the stop flag.
const GLANCE: Duration = Duration::from_millis(100);

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BudgetLimits {
    /// The most requests; attempts of one request count once.
    pub max_requests: Option<u64>,
    /// The most tokens of prompts and answers together.
    pub max_total_tokens: Option<u64>,
    /// The most money, in the currency of the price.
    pub max_cost: Option<f64>,
}

/// What requests cost, or may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    pub requests: u64,
    /// Tokens of prompts; estimated if the server does not report them.
    pub prompt_tokens: u64,
    /// Tokens of answers; estimated if the server does not report them.
    pub completion_tokens: u64,
}

/// Which limit of [`BudgetLimits`] is reached.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Exhausted {
    #[error("the budget of {0} requests is used up")]
    Requests(u64),
    #[error("the next request may pass the budget of {0} tokens")]
    Tokens(u64),
    #[error("the next request may pass the budget of {0}")]
    Cost(f64),
    /// The run stops for another reason.
    #[error("the run stops")]
    Stopped,
}

/// A limit of money without a price to count it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a limit of cost needs the price of the endpoint: price = {{ prompt = .., completion = .. }} for a million tokens"
)]
pub struct NoPrice;

#[derive(Debug)]
pub struct Budget {
    limits: BudgetLimits,
    price: Option<Price>,
    state: Mutex<State>,
    settled: Condvar,
}

#[derive(Debug, Default)]
struct State {
    spent: Spent,
    booked: Spent,
    answers: u64,
    answer_tokens: u64,
}

/// A booked request. Dropped without [`settle`](Booking::settle) it counts as a request without
/// tokens: it was sent and has no answer.
#[derive(Debug)]
pub struct Booking<'b> {
    budget: &'b Budget,
    amount: Spent,
    is_sent: bool,
    usage: Option<Usage>,
}

impl Budget {
    /// A budget of which nothing is spent.
    ///
    /// # Errors
    /// If money is limited and there is no price.
    pub fn new(limits: BudgetLimits, price: Option<Price>) -> Result<Self, NoPrice> {
        if limits.max_cost.is_some() && price.is_none() {
            return Err(NoPrice);
        }
        Ok(Budget { limits, price, state: Mutex::default(), settled: Condvar::new() })
    }

    /// Books a request before it is sent. Waits while only the requests in progress could exceed a
    /// limit: they may cost less than was booked for them.
    ///
    /// # Errors
    /// If the request could exceed a limit, or the run stops.
    pub fn book(&self, estimate: Estimate, stop: &Stop) -> Result<Booking<'_>, Exhausted> {
        let mut state = lock(&self.state);
        loop {
            if stop.is_requested() {
                return Err(Exhausted::Stopped);
            }
            let amount = state.expected(estimate);
            match self.passed(&state, amount) {
                None => {
                    state.booked = state.booked.plus(amount);
                    return Ok(Booking { budget: self, amount, is_sent: true, usage: None });
                }
                Some(passed) if state.booked.requests == 0 => return Err(passed),
                // A request always counts as one.
                Some(passed @ Exhausted::Requests(_)) => return Err(passed),
                Some(_) => {
                    let waited = self.settled.wait_timeout(state, GLANCE);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// The money spent so far, without the requests in progress; `None` without a price.
    pub fn cost_so_far(&self) -> Option<f64> {
        self.cost(lock(&self.state).spent)
    }

    /// The limit that one more request of this amount would exceed.
    fn passed(&self, state: &State, amount: Spent) -> Option<Exhausted> {
        let then = state.spent.plus(state.booked).plus(amount);
        let tokens = then.prompt_tokens + then.completion_tokens;
        let cost = self.cost(then).unwrap_or_default();
        let BudgetLimits { max_requests, max_total_tokens, max_cost } = self.limits;
        let requests = max_requests.filter(|&most| then.requests > most).map(Exhausted::Requests);
        let tokens = max_total_tokens.filter(|&most| tokens > most).map(Exhausted::Tokens);
        requests.or(tokens).or(max_cost.filter(|&most| cost > most).map(Exhausted::Cost))
    }

    fn cost(&self, spent: Spent) -> Option<f64> {
        self.price.map(|price| price.cost(spent.prompt_tokens, spent.completion_tokens))
    }
}

impl State {
    /// The expected cost of a request: its own prompt, and the mean answer so far.
    fn expected(&self, estimate: Estimate) -> Spent {
        let mean = match self.answers {
            0 => FIRST_GUESS,
            answers => self.answer_tokens as f64 / answers as f64,
        };
        let most = estimate.most_completion_tokens.unwrap_or(u64::MAX);
        Spent {
            requests: 1,
            prompt_tokens: estimate.prompt_tokens,
            completion_tokens: (mean.ceil() as u64).min(most),
        }
    }
}

impl Spent {
    fn plus(self, other: Spent) -> Spent {
        Spent {
            requests: self.requests + other.requests,
            prompt_tokens: self.prompt_tokens + other.prompt_tokens,
            completion_tokens: self.completion_tokens + other.completion_tokens,
        }
    }
}

impl Booking<'_> {
    /// Counts the actual cost of the request: `None` if there is no answer, so that no tokens
    /// count.
    pub fn settle(mut self, usage: Option<Usage>) {
        self.usage = usage;
    }

    /// Takes the booking back: nothing was sent.
    pub fn cancel(mut self) {
        self.is_sent = false;
    }
}

impl Drop for Booking<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.budget.state);
        let State { spent, booked, answers, answer_tokens } = &mut *state;
        booked.requests -= self.amount.requests;
        booked.prompt_tokens -= self.amount.prompt_tokens;
        booked.completion_tokens -= self.amount.completion_tokens;
        spent.requests += u64::from(self.is_sent);
        if let Some(Usage { prompt_tokens, completion_tokens }) = self.usage {
            if let Some(tokens) = completion_tokens {
                *answers += 1;
                *answer_tokens += tokens;
            }
            spent.prompt_tokens += prompt_tokens.unwrap_or(self.amount.prompt_tokens);
            spent.completion_tokens += completion_tokens.unwrap_or(self.amount.completion_tokens);
        }
        self.budget.settled.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const PROMPT: Estimate =
        Estimate { bytes: 0, prompt_tokens: 100, most_completion_tokens: Some(10) };

    fn usage(prompt: u64, completion: u64) -> Usage {
        Usage { prompt_tokens: Some(prompt), completion_tokens: Some(completion) }
    }

    fn budget(limits: BudgetLimits) -> Budget {
        Budget::new(limits, Some(Price { prompt: 1e6, completion: 2e6 })).unwrap()
    }

    #[test]
    fn threads_never_make_more_requests_than_the_budget() {
        let budget = budget(BudgetLimits { max_requests: Some(10), ..BudgetLimits::default() });
        let made: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let mut made = 0;
                        while let Ok(booking) = budget.book(PROMPT, &Stop::new()) {
                            made += 1;
                            booking.settle(Some(usage(1, 1)));
                        }
                        made
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!((made, lock(&budget.state).spent.requests), (10, 10));
    }

    #[test]
    fn real_usage_replaces_the_estimate() {
        let budget =
            budget(BudgetLimits { max_total_tokens: Some(250), ..BudgetLimits::default() });
        budget.book(PROMPT, &Stop::new()).unwrap().settle(Some(usage(20, 5)));
        budget.book(PROMPT, &Stop::new()).unwrap().settle(Some(usage(90, 30)));
        assert!((budget.cost_so_far().unwrap() - 180.0).abs() < 1e-9);
        assert_eq!(budget.book(PROMPT, &Stop::new()).unwrap_err(), Exhausted::Tokens(250));
        assert_eq!(lock(&budget.state).spent.requests, 2);
    }

    #[test]
    fn a_request_waits_for_those_under_way_and_not_for_ever() {
        let budget =
            budget(BudgetLimits { max_total_tokens: Some(150), ..BudgetLimits::default() });
        let stop = Stop::new();
        let first = budget.book(PROMPT, &stop).unwrap();
        thread::scope(|scope| {
            let second =
                scope.spawn(|| budget.book(PROMPT, &stop).map(|b| b.settle(Some(usage(1, 1)))));
            thread::sleep(Duration::from_millis(20));
            assert!(!second.is_finished());
            first.settle(Some(usage(30, 2)));
            assert_eq!(second.join().unwrap(), Ok(()));
        });
        let held = budget.book(PROMPT, &stop).unwrap();
        thread::scope(|scope| {
            let waits = scope.spawn(|| budget.book(PROMPT, &stop).map(Booking::cancel));
            stop.request();
            assert_eq!(waits.join().unwrap(), Err(Exhausted::Stopped));
        });
        held.cancel();
        assert_eq!(lock(&budget.state).spent.requests, 2);
    }

    #[test]
    fn money_is_counted_by_the_price_and_needs_one() {
        let limits = BudgetLimits { max_cost: Some(119.0), ..BudgetLimits::default() };
        assert_eq!(Budget::new(limits, None).unwrap_err(), NoPrice);
        let budget = budget(limits);
        assert_eq!(budget.book(PROMPT, &Stop::new()).unwrap_err(), Exhausted::Cost(119.0));
    }

    #[test]
    fn without_usage_the_estimate_counts() {
        let budget = budget(BudgetLimits::default());
        budget.book(PROMPT, &Stop::new()).unwrap().settle(Some(Usage::default()));
        drop(budget.book(PROMPT, &Stop::new()).unwrap());
        let spent = lock(&budget.state).spent;
        assert_eq!((spent.requests, spent.prompt_tokens, spent.completion_tokens), (2, 100, 10));
    }
}
