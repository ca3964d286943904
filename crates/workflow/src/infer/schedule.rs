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
    /// The remaining steps of the units with a step in progress.
    under_way: Vec<Option<VecDeque<S>>>,
    /// Places in `under_way` that are free.
    free: Vec<usize>,
    spared: usize,
}

/// Names the unit of a step while the step is in progress.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticket(usize);

impl<S> Schedule<S> {
    /// A schedule of units, each with its steps in order.
    pub fn new(units: impl IntoIterator<Item = Vec<S>>) -> Self {
        let units = units.into_iter().filter(|steps| !steps.is_empty());
        let ready = units.map(VecDeque::from).collect();
        Schedule { ready, under_way: Vec::new(), free: Vec::new(), spared: 0 }
    }

    /// The next step, if one can begin now. A unit that was begun continues before a new one
    /// begins.
    pub fn begin(&mut self) -> Option<(Ticket, S)> {
        let mut steps = self.ready.pop_front()?;
        let step = steps.pop_front()?;
        let place = self.free.pop().unwrap_or_else(|| {
            self.under_way.push(None);
            self.under_way.len() - 1
        });
        self.under_way[place] = Some(steps);
        Some((Ticket(place), step))
    }

    /// Whether steps of the unit wait for this one.
    pub fn has_more(&self, &Ticket(place): &Ticket) -> bool {
        self.under_way.get(place).and_then(Option::as_ref).is_some_and(|steps| !steps.is_empty())
    }

    /// A step has ended. If it decides its unit, the steps after it are spared.
    pub fn end(&mut self, Ticket(place): Ticket, decides: bool) {
        let Some(steps) = self.under_way.get_mut(place).and_then(Option::take) else { return };
        self.free.push(place);
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

    /// The number of steps that were neither begun nor spared.
    pub fn left(&self) -> usize {
        let ready: usize = self.ready.iter().map(VecDeque::len).sum();
        let waiting: usize = self.under_way.iter().flatten().map(VecDeque::len).sum();
        ready + waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn passes_of_one_question_come_one_after_the_other() {
        let mut schedule = Schedule::new([vec!["a0", "a1"], vec!["b0"]]);
        let (a, first) = schedule.begin().unwrap();
        let (b, second) = schedule.begin().unwrap();
        assert_eq!((first, second), ("a0", "b0"));
        assert!(schedule.begin().is_none(), "the second pass waits for the first");
        schedule.end(b, false);
        assert!(schedule.begin().is_none());
        schedule.end(a, false);
        let (last, second) = schedule.begin().unwrap();
        assert_eq!(second, "a1");
        assert!(!schedule.has_more(&last));
    }

    #[test]
    fn a_wrong_pass_spares_the_passes_after_it() {
        let mut schedule = Schedule::new([vec![0, 1, 2, 3]]);
        let (ticket, _) = schedule.begin().unwrap();
        assert!(schedule.has_more(&ticket));
        schedule.end(ticket, false);
        let (ticket, _) = schedule.begin().unwrap();
        schedule.end(ticket, true);
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
            let (mut begun, mut under_way) = (0, Vec::new());
            for (begins, decides, which) in choices {
                if begins {
                    if let Some((ticket, ())) = schedule.begin() {
                        begun += 1;
                        under_way.push(ticket);
                    }
                } else if !under_way.is_empty() {
                    let ended = under_way.swap_remove(which.index(under_way.len()));
                    schedule.end(ended, decides);
                }
                prop_assert_eq!(begun + schedule.spared() + schedule.left(), all);
            }
        }
    }
}
