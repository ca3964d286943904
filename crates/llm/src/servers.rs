//! The servers of one endpoint: which one is asked next, and which are left out because they do not
//! answer. Pure: the present is an argument, counted from any fixed moment.

use std::time::Duration;

use super::failure::FailureKind;
use super::outcome::Outcome;

/// The interval at which a server that does not answer is tried, with one request at a time.
pub(super) const TRIED_EVERY: Duration = Duration::from_secs(1);

/// The servers, by their numbers.
#[derive(Debug)]
pub(super) struct Servers {
    states: Vec<State>,
    /// How long to wait for a server that does not answer, if no other does.
    patience: Duration,
    /// Of servers that are equally busy, the one after the last one is next.
    last: usize,
}

#[derive(Clone, Debug, Default)]
struct State {
    in_progress: usize,
    down: Option<Down>,
}

#[derive(Clone, Copy, Debug)]
struct Down {
    since: Duration,
    next_try: Duration,
}

/// The number of the server to ask, and whether it did not answer before.
pub(super) type Picked = (usize, bool);

/// The change of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It stopped answering.
    Lost,
    /// It answers again, after this time.
    Back(Duration),
}

/// The meaning of a request's end for its server and for the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub change: Option<Change>,
    /// Whether the attempt does not count as one of the request: it is asked again.
    pub is_excused: bool,
}

impl Servers {
    /// Servers that all answer. At least one.
    pub(super) fn new(count: usize, patience: Duration) -> Self {
        Servers { states: vec![State::default(); count.max(1)], patience, last: 0 }
    }

    /// Whether a server that does not answer is left out or awaited.
    pub(super) fn are_watched(&self) -> bool {
        self.states.len() > 1 || !self.patience.is_zero()
    }

    /// The least busy server that answers, or one that may be tried again.
    ///
    /// # Errors
    /// If there is none yet; the time after which to ask again.
    pub(super) fn pick(&mut self, now: Duration) -> Result<Picked, Duration> {
        let count = self.states.len();
        let in_turn = (1..=count).map(|step| (self.last + step) % count);
        let is_due = |number: &usize| self.states[*number].down.is_some_and(|d| d.next_try <= now);
        let is_up = |number: &usize| self.states[*number].down.is_none();
        let due = in_turn.clone().find(is_due);
        let least_busy =
            || in_turn.filter(is_up).min_by_key(|number| self.states[*number].in_progress);
        let number = match due.or_else(least_busy) {
            Some(number) => number,
            None => match self.wait(now) {
                Some(wait) => return Err(wait),
                None => (self.last + 1) % count,
            },
        };
        let state = &mut self.states[number];
        state.in_progress += 1;
        if let Some(down) = &mut state.down {
            down.next_try = now + TRIED_EVERY;
        }
        self.last = number;
        Ok((number, state.down.is_some()))
    }

    /// How long to wait if no server answers; `None` if the patience is used up.
    fn wait(&self, now: Duration) -> Option<Duration> {
        let downs = self.states.iter().filter_map(|state| state.down);
        let waits = downs.filter(|down| now < down.since + self.patience);
        waits.map(|down| down.next_try.saturating_sub(now)).min()
    }

    /// A request that was not sent.
    pub(super) fn leave(&mut self, number: usize) {
        self.states[number].in_progress = self.states[number].in_progress.saturating_sub(1);
    }

    /// A request to a server has ended.
    pub(super) fn end(
        &mut self,
        number: usize,
        is_trial: bool,
        outcome: &Outcome,
        now: Duration,
    ) -> End {
        let answers = answers(outcome);
        let state = &mut self.states[number];
        state.in_progress = state.in_progress.saturating_sub(1);
        let change = match (answers, state.down) {
            (Some(true), Some(down)) => {
                state.down = None;
                Some(Change::Back(now.saturating_sub(down.since)))
            }
            (Some(false), None) => {
                state.down = Some(Down { since: now, next_try: now + TRIED_EVERY });
                Some(Change::Lost)
            }
            _ => None,
        };
        // A request that makes the server end must not be repeated forever.
        let is_cut =
            matches!(outcome, Outcome::Failed(failure) if failure.kind == FailureKind::Cut);
        let is_excused = self.are_watched()
            && answers == Some(false)
            && (is_trial || !is_cut)
            && (self.states.iter().any(|state| state.down.is_none()) || self.wait(now).is_some());
        End { change, is_excused }
    }
}

/// Whether the server of an outcome answers; `None` if the outcome does not show it.
fn answers(outcome: &Outcome) -> Option<bool> {
    let Outcome::Failed(failure) = outcome else { return Some(true) };
    match (failure.kind, failure.status) {
        // The statuses are those of a proxy without its server, or of a server that loads its model.
        (FailureKind::Connect | FailureKind::Cut, None)
        | (FailureKind::Server, Some(502..=504)) => Some(false),
        (_, Some(_)) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    const SECOND: Duration = Duration::from_secs(1);

    fn failed(kind: FailureKind, status: Option<u16>) -> Outcome {
        Outcome::Failed(Failure { kind, status, message: String::new(), attempts: 1 })
    }

    fn picked(servers: &mut Servers, now: Duration) -> Picked {
        servers.pick(now).unwrap()
    }

    #[test]
    fn requests_go_to_the_server_with_the_fewest_in_progress() {
        let mut servers = Servers::new(3, Duration::ZERO);
        let mut all: Vec<usize> = (0..6).map(|_| picked(&mut servers, SECOND).0).collect();
        all.sort_unstable();
        assert_eq!(all, [0, 0, 1, 1, 2, 2]);
        let ok = failed(FailureKind::BadRequest, Some(400));
        assert_eq!(servers.end(1, false, &ok, SECOND), End { change: None, is_excused: false });
        assert_eq!(picked(&mut servers, SECOND), (1, false));
    }

    #[test]
    fn a_server_that_does_not_answer_is_left_out_and_tried_with_one_request_at_a_time() {
        let mut servers = Servers::new(2, Duration::ZERO);
        let (lost, _) = picked(&mut servers, SECOND);
        let dead = failed(FailureKind::Connect, None);
        let end = servers.end(lost, false, &dead, SECOND);
        assert_eq!(end, End { change: Some(Change::Lost), is_excused: true });
        for _ in 0..5 {
            assert_ne!(picked(&mut servers, SECOND).0, lost);
        }
        assert_eq!(picked(&mut servers, 2 * SECOND), (lost, true));
        assert_ne!(picked(&mut servers, 2 * SECOND).0, lost);
        let back = servers.end(lost, true, &failed(FailureKind::BadRequest, Some(400)), 3 * SECOND);
        assert_eq!(back.change, Some(Change::Back(2 * SECOND)));
        assert_eq!(picked(&mut servers, 3 * SECOND), (lost, false));
    }

    #[test]
    fn where_none_answers_they_are_waited_for_as_long_as_was_asked() {
        let mut servers = Servers::new(1, 10 * SECOND);
        let loading = failed(FailureKind::Server, Some(503));
        let (number, _) = picked(&mut servers, SECOND);
        assert!(servers.end(number, false, &loading, SECOND).is_excused);
        assert_eq!(servers.pick(SECOND), Err(TRIED_EVERY));
        assert_eq!(picked(&mut servers, 5 * SECOND), (0, true));
        assert!(servers.end(0, true, &failed(FailureKind::Cut, None), 5 * SECOND).is_excused);
        assert_eq!(picked(&mut servers, 11 * SECOND), (0, true));
        assert!(!servers.end(0, true, &loading, 11 * SECOND).is_excused);
        assert_eq!(picked(&mut servers, 11 * SECOND), (0, true), "nothing is held back any more");
    }

    #[test]
    fn a_request_that_makes_a_server_end_counts_as_an_attempt() {
        let mut servers = Servers::new(1, 10 * SECOND);
        let (number, is_trial) = picked(&mut servers, SECOND);
        let end = servers.end(number, is_trial, &failed(FailureKind::Cut, None), SECOND);
        assert_eq!(end, End { change: Some(Change::Lost), is_excused: false });
    }

    #[test]
    fn one_server_that_is_not_waited_for_is_asked_at_once() {
        let mut servers = Servers::new(1, Duration::ZERO);
        let dead = failed(FailureKind::Connect, None);
        for _ in 0..3 {
            let (number, is_trial) = picked(&mut servers, SECOND);
            assert!(!servers.end(number, is_trial, &dead, SECOND).is_excused);
        }
    }
}
