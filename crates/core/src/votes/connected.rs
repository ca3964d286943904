//! Whether comparisons define strengths: every model must reach every other over wins and ties.

use super::likelihood::Row;

/// The two models between which no chain of wins and ties leads, as places; `None` if there are none.
/// Without such a chain the strength of one of them would be infinite (Ford 1957).
pub(super) fn unreachable_pair(models: usize, rows: &[Row]) -> Option<(usize, usize)> {
    let mut beats = vec![Vec::new(); models];
    let mut loses_to = vec![Vec::new(); models];
    for row in rows {
        let (a, b) = (row.a as usize, row.b as usize);
        let [wins, losses, ties] = row.counts;
        for (winner, loser, won) in [(a, b, wins + ties), (b, a, losses + ties)] {
            if won > 0.0 {
                beats[winner].push(loser);
                loses_to[loser].push(winner);
            }
        }
    }
    let unreached = |neighbours| reached_from_first(neighbours).iter().position(|reached| !reached);
    match unreached(&beats) {
        Some(model) => Some((0, model)),
        None => unreached(&loses_to).map(|model| (model, 0)),
    }
}

fn reached_from_first(neighbours: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; neighbours.len()];
    let mut next: Vec<usize> = (0..neighbours.len().min(1)).collect();
    while let Some(model) = next.pop() {
        if !std::mem::replace(&mut reached[model], true) {
            next.extend(&neighbours[model]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(a: u32, b: u32, counts: [f64; 3]) -> Row {
        Row { question: 0, a, b, counts }
    }

    #[test]
    fn a_model_that_never_wins_has_no_finite_strength() {
        let chain = [row(0, 1, [1.0, 1.0, 0.0]), row(1, 2, [1.0, 0.0, 0.0])];
        assert_eq!(unreachable_pair(3, &chain), Some((2, 0)));
        let tied = [chain[0], row(1, 2, [1.0, 0.0, 1.0])];
        assert_eq!(unreachable_pair(3, &tied), None);
        let circle =
            [row(0, 1, [1.0, 0.0, 0.0]), row(1, 2, [1.0, 0.0, 0.0]), row(0, 2, [0.0, 1.0, 0.0])];
        assert_eq!(unreachable_pair(3, &circle), None);
        assert_eq!(unreachable_pair(2, &[row(0, 1, [0.0, 0.0, 0.0])]), Some((0, 1)));
    }
}
