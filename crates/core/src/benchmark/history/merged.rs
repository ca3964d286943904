//! The order in which one annotator's rows count after the rows of two copies of a database were
//! brought together.
//!
//! In one copy each row follows the one before it on its item, so rows count as they were appended.
//! Where one person decided on an item in two copies, two rows follow the same one. Then the order of
//! importing must not matter: rows count by their own time and id, but never before what they follow
//! or take back. A row that is dated later than can be counts before all others: nothing else would ever
//! count against it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use uuid::Uuid;

use super::HistoryRow;
use crate::benchmark::decision::Act;

/// One annotator's rows of one queue, given as they were appended, in the order in which they count.
///
/// `latest` is the latest plausible moment, asked for where two rows follow the same one.
pub fn in_order(rows: Vec<HistoryRow>, latest: impl FnOnce() -> String) -> Vec<HistoryRow> {
    let mut followed = HashSet::with_capacity(rows.len());
    // Whether no two rows on one item follow the same row.
    let is_a_line = rows.iter().all(|row| followed.insert((row.item.as_str(), row.supersedes)));
    if is_a_line { rows } else { by_time(rows, &latest()) }
}

/// By time and id, each row after those that it names. Rows that name each other in a circle, which
/// no program wrote, come last.
fn by_time(rows: Vec<HistoryRow>, latest: &str) -> Vec<HistoryRow> {
    let place: HashMap<Uuid, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
    let mut waits_for = vec![0usize; rows.len()];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
    for (at, row) in rows.iter().enumerate() {
        for earlier in named(row).filter_map(|id| place.get(&id)) {
            waits_for[at] += 1;
            followers[*earlier].push(at);
        }
    }
    let moment = |at: usize| {
        let created = rows[at].created.as_str();
        Reverse((created <= latest, created, rows[at].id, at))
    };
    let free = (0..rows.len()).filter(|&at| waits_for[at] == 0);
    let mut next: BinaryHeap<_> = free.map(moment).collect();
    let mut order = Vec::with_capacity(rows.len());
    while let Some(Reverse((.., at))) = next.pop() {
        order.push(at);
        for &follower in &followers[at] {
            waits_for[follower] -= 1;
            if waits_for[follower] == 0 {
                next.push(moment(follower));
            }
        }
    }
    let mut circular: Vec<usize> = (0..rows.len()).filter(|&at| waits_for[at] > 0).collect();
    circular.sort_by_key(|&at| (rows[at].created.as_str(), rows[at].id));
    order.extend(circular);
    let mut rows: Vec<Option<HistoryRow>> = rows.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| rows[at].take()).collect()
}

/// The rows that a row names: the one it follows, and the one it takes or brings back.
fn named(row: &HistoryRow) -> impl Iterator<Item = Uuid> {
    let corrected = match row.act {
        Act::Undo { row } | Act::Redo { row } => Some(row),
        _ => None,
    };
    row.supersedes.into_iter().chain(corrected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_order(rows: Vec<HistoryRow>) -> Vec<HistoryRow> {
        super::in_order(rows, || "2026-02-01T00:00:00.000Z".into())
    }

    /// A row at a second of the day.
    fn row(item: &str, second: u32, act: Act, supersedes: Option<Uuid>) -> HistoryRow {
        HistoryRow {
            id: Uuid::from_u128((7 << 76) | u128::from(second)),
            item: item.into(),
            revision: 1,
            act,
            created: format!("2026-01-31T09:30:{second:02}.000Z"),
            active_ms: 0,
            supersedes,
        }
    }

    /// What two copies of a database hold after a common start: a chain of rows on one item in each.
    fn copies() -> [Vec<HistoryRow>; 3] {
        let start = row("1", 1, Act::Skip, None);
        let later = row("1", 2, Act::Later, Some(start.id));
        let undo = row("1", 5, Act::Undo { row: later.id }, Some(later.id));
        let skip = row("1", 3, Act::Skip, Some(start.id));
        let other = row("2", 4, Act::Skip, None);
        // Made while the clock was wrong, but after the row that it follows.
        let late = row("1", 0, Act::Later, Some(skip.id));
        [vec![start], vec![later, undo], vec![skip, other, late]]
    }

    fn seconds(rows: &[HistoryRow]) -> Vec<u32> {
        rows.iter().map(|row| row.created[17..19].parse().unwrap()).collect()
    }

    #[test]
    fn the_order_of_importing_does_not_matter() {
        let [start, one, two] = copies();
        let forwards = in_order([start.clone(), one.clone(), two.clone()].concat());
        let backwards = in_order([start, two, one].concat());
        assert_eq!(forwards, backwards);
        assert_eq!(seconds(&forwards), [1, 2, 3, 0, 4, 5]);
    }

    #[test]
    fn rows_of_one_copy_count_as_they_were_appended_whatever_the_clock_said() {
        let [start, _, two] = copies();
        let rows = [start, two].concat();
        assert_eq!(in_order(rows.clone()), rows);
    }

    #[test]
    fn a_row_that_is_dated_later_than_can_be_does_not_win_over_rows_of_another_copy() {
        let [start, mut one, two] = copies();
        one.truncate(1);
        one[0].created = "2099-01-01T00:00:00.000Z".into();
        let order = in_order([start.clone(), one.clone(), two.clone()].concat());
        assert_eq!(order[1].id, one[0].id);
        let backwards = in_order([start, two, one].concat());
        assert_eq!(order, backwards);
    }

    #[test]
    fn rows_that_name_each_other_are_kept() {
        let mut rows = [row("1", 1, Act::Skip, None), row("1", 2, Act::Skip, None)];
        rows[0].supersedes = Some(rows[1].id);
        rows[1].supersedes = Some(rows[0].id);
        let fork = row("1", 3, Act::Skip, Some(rows[0].id));
        assert_eq!(in_order([rows.to_vec(), vec![fork]].concat()).len(), 3);
    }

    proptest! {
        #[test]
        fn any_order_of_appending_gives_the_same_order_where_there_is_a_fork(
            parents in prop::collection::vec((0usize..8, 0u32..3), 1..20), swaps in prop::collection::vec((0usize..20, 0usize..20), 0..30),
        ) {
            let mut rows = vec![row("1", 0, Act::Skip, None), row("1", 1, Act::Skip, None)];
            // Few moments, so that rows of two copies are from the same one.
            for (number, &(parent, second)) in parents.iter().enumerate() {
                let supersedes = Some(rows[parent % rows.len()].id);
                let created = row("1", second, Act::Skip, None).created;
                rows.push(HistoryRow { created, ..row("1", number as u32 + 2, Act::Skip, supersedes) });
            }
            let mut shuffled = rows.clone();
            let count = rows.len();
            for (a, b) in swaps {
                shuffled.swap(a % count, b % count);
            }
            prop_assert_eq!(in_order(rows), in_order(shuffled));
        }
    }
}
