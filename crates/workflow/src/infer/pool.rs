//! Many requests at once, with all results passed to one thread.
//!
//! The calling thread owns the database: it hands out a step for each worker, and a few ahead, and
//! commits the results, all that have arrived in one transaction. A step is handed out for each
//! result that is committed, so a killed program loses at most the steps that were handed out.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// From this number on, threads continue with other steps while their results are gathered and
/// committed.
const MANY_AT_ONCE: usize = 64;

/// The time for which results are gathered if there are many threads: a commit takes a few milliseconds.
const GATHER: Duration = Duration::from_millis(3);

/// The work of the calling thread.
pub trait Supervisor {
    /// One unit of a worker's work.
    type Step: Send;
    /// The result of a step.
    type Result: Send;
    /// Why the work cannot go on.
    type Error;

    /// The next step, if there is one now. After `None` it is asked again when a result has
    /// arrived.
    fn next(&mut self) -> Option<Self::Step>;

    /// Takes results that have arrived, durably. The workers of these results begin nothing before
    /// it returns.
    ///
    /// # Errors
    /// Any error that makes continuing pointless; steps in progress are still awaited.
    fn commit(&mut self, results: Vec<(Self::Step, Self::Result)>) -> Result<(), Self::Error>;
}

/// The number of threads, and how results are gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// The most threads that work at once.
    pub count: usize,
    /// The number of additional steps that are handed out, for those that are done while results
    /// are gathered and committed.
    pub ahead: usize,
    /// The time for which results are gathered before they are committed: a commit for each one
    /// that arrives would wait for the disk thousands of times a second.
    pub gather: Duration,
}

impl Threads {
    /// This number of threads. Of few, a killed program should lose no more than these, so nothing is
    /// gathered there.
    pub fn new(count: usize) -> Self {
        match count < MANY_AT_ONCE {
            true => Threads { count, ahead: count / 16, gather: Duration::ZERO },
            false => Threads { count, ahead: count / 2, gather: GATHER },
        }
    }
}

/// Performs steps on these threads until the supervisor has no more and none is in progress.
///
/// # Errors
/// The first error of [`Supervisor::commit`].
pub fn work<S: Supervisor>(
    perform: impl Fn(&S::Step) -> S::Result + Sync,
    supervisor: &mut S,
    threads: Threads,
) -> Result<(), S::Error> {
    let (steps, handed_out) = channel();
    let (perform, handed_out) = (&perform, &Mutex::new(handed_out));
    // However this ends, the steps end with it, and the threads do not wait for more.
    std::thread::scope(move |scope| {
        let (done, results) = channel();
        let (mut made, mut in_progress) = (0, 0);
        let mut outcome = Ok(());
        loop {
            while outcome.is_ok() && in_progress < threads.count + threads.ahead {
                let Some(step) = supervisor.next() else { break };
                // A thread is started when first needed.
                if made == in_progress && made < threads.count {
                    let done = done.clone();
                    scope.spawn(move || serve(perform, handed_out, &done));
                    made += 1;
                }
                in_progress += 1;
                // The receiver lives longer than this scope.
                let _ = steps.send(step);
            }
            if in_progress == 0 {
                return outcome;
            }
            let arrived = arrived(&results, threads.gather);
            let has_died = arrived.iter().any(Option::is_none);
            let arrived: Vec<_> = arrived.into_iter().flatten().collect();
            in_progress -= arrived.len();
            let committed = supervisor.commit(arrived);
            if outcome.is_ok() {
                outcome = committed;
            }
            // The scope repeats the panic; otherwise a result that never arrives would be awaited
            // forever.
            if has_died {
                return outcome;
            }
        }
    })
}

/// The content of a mutex. A thread that panicked leaves it valid: every change is a single step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// At least one result, and all that arrived while gathering after the first.
fn arrived<T>(results: &Receiver<T>, gather: Duration) -> Vec<T> {
    let first = results.recv();
    if !gather.is_zero() {
        std::thread::sleep(gather);
    }
    first.into_iter().chain(results.try_iter()).collect()
}

/// Reports that a worker has died, if it panics.
struct Death<'d, T>(&'d Sender<Option<T>>);

impl<T> Drop for Death<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(None);
        }
    }
}

fn serve<S, R>(
    perform: impl Fn(&S) -> R,
    steps: &Mutex<Receiver<S>>,
    done: &Sender<Option<(S, R)>>,
) {
    let _death = Death(done);
    // One idle thread waits for a step, the others for their turn.
    let next = || lock(steps).recv();
    while let Ok(step) = next() {
        let result = perform(&step);
        if done.send(Some((step, result))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    struct Squares {
        at_once: AtomicUsize,
        most: AtomicUsize,
    }

    impl Squares {
        fn perform(&self, step: u64) -> u64 {
            let now = self.at_once.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(1));
            self.at_once.fetch_sub(1, Ordering::SeqCst);
            step * step
        }
    }

    struct Counter {
        left: Vec<u64>,
        sum: u64,
        fails_after: usize,
        commits: usize,
    }

    impl Supervisor for Counter {
        type Step = u64;
        type Result = u64;
        type Error = &'static str;

        fn next(&mut self) -> Option<u64> {
            self.left.pop()
        }

        fn commit(&mut self, results: Vec<(u64, u64)>) -> Result<(), &'static str> {
            self.commits += results.len();
            self.sum += results.iter().map(|(_, square)| square).sum::<u64>();
            if self.commits > self.fails_after { Err("disk full") } else { Ok(()) }
        }
    }

    fn threads(count: usize) -> Threads {
        Threads { count, ahead: 0, gather: Duration::ZERO }
    }

    fn squares() -> Squares {
        Squares { at_once: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    #[test]
    fn every_step_is_done_once_and_no_more_at_once_than_there_are_workers() {
        let squares = squares();
        let mut counter =
            Counter { left: (0..100).collect(), sum: 0, fails_after: usize::MAX, commits: 0 };
        assert_eq!(work(|step| squares.perform(*step), &mut counter, threads(7)), Ok(()));
        assert_eq!((counter.sum, counter.commits), ((0..100).map(|n| n * n).sum(), 100));
        let most = squares.most.load(Ordering::SeqCst);
        assert!((2..=7).contains(&most), "{most} at once");
    }

    struct Endless(u64);

    impl Supervisor for Endless {
        type Step = u64;
        type Result = u64;
        type Error = ();

        fn next(&mut self) -> Option<u64> {
            self.0 += 1;
            (self.0 < 9).then_some(self.0)
        }

        fn commit(&mut self, _: Vec<(u64, u64)>) -> Result<(), ()> {
            Ok(())
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_worker_that_panics_ends_the_work_instead_of_being_waited_for() {
        let fragile = |step: &u64| {
            assert_ne!(*step, 3, "a fault of the program");
            *step
        };
        let _ = work(fragile, &mut Endless(0), threads(2));
    }

    #[test]
    fn after_a_failed_commit_nothing_new_begins_but_what_is_under_way_is_still_taken() {
        let mut counter = Counter { left: (0..100).collect(), sum: 0, fails_after: 10, commits: 0 };
        let squares = squares();
        let worked = work(|step| squares.perform(*step), &mut counter, threads(4));
        assert_eq!(worked, Err("disk full"));
        let begun = 100 - counter.left.len();
        assert_eq!(counter.commits, begun);
        assert!(begun < 30, "{begun} begun");
    }

    #[test]
    fn without_steps_there_is_nothing_to_wait_for() {
        let mut counter = Counter { left: vec![], sum: 0, fails_after: 0, commits: 0 };
        assert_eq!(work(|step| step * step, &mut counter, threads(4)), Ok(()));
    }

    #[test]
    fn gathered_results_are_committed_together_and_none_is_left() {
        struct Batches(Vec<u64>, Vec<usize>);
        impl Supervisor for Batches {
            type Step = u64;
            type Result = u64;
            type Error = std::convert::Infallible;

            fn next(&mut self) -> Option<u64> {
                self.0.pop()
            }

            fn commit(&mut self, results: Vec<(u64, u64)>) -> Result<(), Self::Error> {
                self.1.push(results.len());
                Ok(())
            }
        }
        let mut batches = Batches((0..64).collect(), Vec::new());
        let gather = Duration::from_millis(200);
        let (squares, threads) = (squares(), Threads { count: 32, ahead: 0, gather });
        assert_eq!(work(|step| squares.perform(*step), &mut batches, threads), Ok(()));
        assert_eq!(batches.1.iter().sum::<usize>(), 64);
        assert!(batches.1.len() < 10, "{:?}", batches.1);
    }
}
