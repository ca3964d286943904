//! Stops a run whose requests all fail for the same reason, before thousands are wasted.

use std::sync::Mutex;

use super::failure::FailureKind;
use super::outcome::Outcome;
use super::stop::lock;
use assay_core::keyword::Keyword;

/// The number of failures of one kind in a row that stop a run, unless the caller sets another.
pub const DEFAULT_LIMIT: u32 = 20;

/// The status of a server that rejects the key: it rejects it for all other questions as well.
const KEY_REFUSED: u16 = 401;

/// Counts failures of the same kind in a row, for all threads of a run.
#[derive(Debug)]
pub struct ErrorsInARow {
    limit: u32,
    last: Mutex<Option<(FailureKind, u32)>>,
}

impl ErrorsInARow {
    /// A counter that stops at this number; never at 0.
    pub fn new(limit: u32) -> Self {
        ErrorsInARow { limit, last: Mutex::new(None) }
    }

    /// Counts an outcome. Returns why the run stops: once for each time that the limit is reached, and
    /// whenever the key is refused.
    pub fn record(&self, outcome: &Outcome) -> Option<String> {
        let mut last = lock(&self.last);
        let failure = match outcome {
            Outcome::Failed(failure) => failure,
            Outcome::Stopped { .. } => return None,
            Outcome::Answered(_) | Outcome::Refused(_) => {
                *last = None;
                return None;
            }
        };
        let count = match *last {
            Some((kind, count)) if kind == failure.kind => count + 1,
            _ => 1,
        };
        *last = Some((failure.kind, count));
        let advice = failure.kind.advice();
        if failure.status == Some(KEY_REFUSED) {
            return Some(format!("the server refuses the key: {failure}. {advice}"));
        }
        let failures = if count == 1 { "failure" } else { "failures" };
        let kind = failure.kind.name();
        (count == self.limit).then(|| {
            format!(
                "{count} {failures} of the kind {kind} in a row; the last one: {failure}. {advice}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::failure::Failure;
    use super::*;

    fn failed(kind: FailureKind) -> Outcome {
        let message = "what it said".to_owned();
        Outcome::Failed(Failure { kind, status: Some(403), message, attempts: 1 })
    }

    #[test]
    fn a_run_stops_at_the_limit_with_one_line() {
        let errors = ErrorsInARow::new(3);
        assert_eq!(errors.record(&failed(FailureKind::Unauthorized)), None);
        assert_eq!(errors.record(&failed(FailureKind::Unauthorized)), None);
        let stopped = errors.record(&failed(FailureKind::Unauthorized)).unwrap();
        assert_eq!(
            stopped,
            "3 failures of the kind unauthorized in a row; the last one: unauthorized (403): \
             what it said. Check the key of the endpoint."
        );
        assert_eq!(errors.record(&failed(FailureKind::Unauthorized)), None);
    }

    #[test]
    fn a_refused_key_stops_a_run_at_once() {
        let message = "no such key".to_owned();
        let kind = FailureKind::Unauthorized;
        let refused = Outcome::Failed(Failure { kind, status: Some(401), message, attempts: 1 });
        assert_eq!(
            ErrorsInARow::new(20).record(&refused).unwrap(),
            "the server refuses the key: unauthorized (401): no such key. Check the key of the endpoint."
        );
    }

    #[test]
    fn another_kind_or_an_answer_begins_anew() {
        let errors = ErrorsInARow::new(2);
        assert_eq!(errors.record(&failed(FailureKind::Timeout)), None);
        assert_eq!(errors.record(&failed(FailureKind::Connect)), None);
        assert_eq!(errors.record(&Outcome::Stopped { attempts: 0 }), None);
        assert!(errors.record(&failed(FailureKind::Connect)).is_some());
        let refused = crate::Refusal {
            text: String::new(),
            why: crate::RefusedBy::Model,
            usage: crate::Usage::default(),
            attempts: 1,
        };
        assert_eq!(errors.record(&failed(FailureKind::Timeout)), None);
        assert_eq!(errors.record(&Outcome::Refused(refused)), None);
        assert_eq!(errors.record(&failed(FailureKind::Timeout)), None);
    }
}
