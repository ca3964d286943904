//! The order in which passes are asked. Pure.
//!
//! CircularEval needs every pass of a question to be right, so one wrong pass decides it: the passes of a
//! question are asked one after the other, and those after a wrong one are spared. Different questions
//! are asked at the same time.

use std::collections::VecDeque;

/// The order of steps: those of one unit one after the other, different units at once.
#[derive(Debug)]
pub struct Schedule<S> {
    /// Units without a step in progress.
    ready: VecDeque<VecDeque<S>>,
    spared: usize,
}

/// The steps of a unit after the one in progress.
#[derive(Debug)]
pub struct Rest<S>(VecDeque<S>);

impl<S> Rest<S> {
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl<S> Schedule<S> {
    /// A schedule of units, each with its steps in order.
    pub fn new(units: impl IntoIterator<Item = Vec<S>>) -> Self {
        let units = units.into_iter().filter(|steps| !steps.is_empty());
        Schedule { ready: units.map(VecDeque::from).collect(), spared: 0 }
    }

    /// The next step, if one can begin now. A unit that was begun continues before a new one
    /// begins.
    pub fn begin(&mut self) -> Option<(S, Rest<S>)> {
        let mut steps = self.ready.pop_front()?;
        Some((steps.pop_front()?, Rest(steps)))
    }

    /// A step has ended. If it decides its unit, the steps after it are spared.
    pub fn end(&mut self, Rest(steps): Rest<S>, decides: bool) {
        if decides {
            self.spared += steps.len();
        } else if !steps.is_empty() {
            self.ready.push_front(steps);
        }
    }

    /// The number of steps that were spared so far.
    pub fn spared(&self) -> usize {
        self.spared
    }

    /// The number of steps that were neither begun nor spared, without those of [`Rest`]s.
    pub fn left(&self) -> usize {
        self.ready.iter().map(VecDeque::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn passes_of_one_question_come_one_after_the_other() {
        let mut schedule = Schedule::new([vec!["a0", "a1"], vec!["b0"]]);
        let (first, a) = schedule.begin().unwrap();
        let (second, b) = schedule.begin().unwrap();
        assert_eq!((first, second), ("a0", "b0"));
        assert!(schedule.begin().is_none(), "the second pass waits for the first");
        schedule.end(b, false);
        assert!(schedule.begin().is_none());
        schedule.end(a, false);
        let (second, last) = schedule.begin().unwrap();
        assert_eq!(second, "a1");
        assert_eq!(last.count(), 0);
    }

    #[test]
    fn a_wrong_pass_spares_the_passes_after_it() {
        let mut schedule = Schedule::new([vec![0, 1, 2, 3]]);
        let (_, rest) = schedule.begin().unwrap();
        assert_eq!(rest.count(), 3);
        schedule.end(rest, false);
        let (_, rest) = schedule.begin().unwrap();
        schedule.end(rest, true);
        assert!(schedule.begin().is_none());
        assert_eq!((schedule.spared(), schedule.left()), (2, 0));
    }

    proptest! {
        /// In any order of endings, every step is begun, spared or left, once.
        #[test]
        fn every_step_is_accounted_for(
            units in prop::collection::vec(0usize..5, 0..12),
            choices in prop::collection::vec((any::<bool>(), any::<bool>(), any::<prop::sample::Index>()), 0..80),
        ) {
            let all: usize = units.iter().sum();
            let mut schedule = Schedule::new(units.iter().map(|count| vec![(); *count]));
            let (mut begun, mut in_progress) = (0, Vec::<Rest<()>>::new());
            for (begins, decides, which) in choices {
                if begins {
                    if let Some(((), rest)) = schedule.begin() {
                        begun += 1;
                        in_progress.push(rest);
                    }
                } else if !in_progress.is_empty() {
                    let ended = in_progress.swap_remove(which.index(in_progress.len()));
                    schedule.end(ended, decides);
                }
                let left = schedule.left() + in_progress.iter().map(Rest::count).sum::<usize>();
                prop_assert_eq!(begun + schedule.spared() + left, all);
            }
        }
    }
}
