//! Whether the choices of a row are those of its question, rotated.

use crate::benchmark::Pass;

/// The numbers of places to the left by which `count` choices are rotated, if
/// `matches(shown, original)` compares the choice shown at one position with the original choice of another.
/// Several only if choices repeat; empty if the row shows other choices.
pub fn rotations(
    count: usize,
    matches: impl Fn(usize, usize) -> bool,
) -> impl Iterator<Item = usize> {
    (0..count).filter(move |by| (0..count).all(|at| matches(at, (at + by) % count)))
}

/// All rotations of `count` choices, those first that VLMEvalKit's files have for a pass: by its number
/// of places to the left, then to the right.
pub fn likeliest_rotations(pass: Pass, count: usize) -> impl Iterator<Item = usize> {
    let left = (pass.0 as usize).checked_rem(count);
    let right = left.map(|left| (count - left) % count);
    let first = [left, right.filter(|&right| Some(right) != left)];
    let others = (0..count).filter(move |by| !first.contains(&Some(*by)));
    first.into_iter().flatten().chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotations_of(original: &[&str], shown: &[&str]) -> Vec<usize> {
        let count = if original.len() == shown.len() { shown.len() } else { 0 };
        rotations(count, |at, from| shown[at] == original[from]).collect()
    }

    #[test]
    fn repeated_choices_fit_several_rotations() {
        assert_eq!(rotations_of(&["x", "y", "x", "y"], &["y", "x", "y", "x"]), [1, 3]);
        assert_eq!(rotations_of(&["p", "q", "r"], &["r", "p", "q"]), [2]);
        assert!(rotations_of(&["p", "q"], &["q", "r"]).is_empty());
        assert!(rotations_of(&["p", "q"], &["p"]).is_empty());
    }

    #[test]
    fn the_number_of_the_pass_comes_first_to_the_left_and_then_to_the_right() {
        let order = |pass, count| likeliest_rotations(Pass(pass), count).collect::<Vec<_>>();
        assert_eq!(order(1, 4), [1, 3, 0, 2]);
        assert_eq!(order(2, 4), [2, 0, 1, 3]);
        assert_eq!(order(0, 3), [0, 1, 2]);
        assert_eq!(order(7, 4), [3, 1, 0, 2]);
        assert!(order(1, 0).is_empty());
    }
}
