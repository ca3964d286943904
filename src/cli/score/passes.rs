//! From the index of a row to its question and pass.
//!
//! VLMEvalKit's numbering: pass `k` of question `i` has the index `i + k * 1,000,000`, or a column
//! `g_index` names the question and the distance of the two indices tells the pass.

use std::collections::HashMap;

use crate::benchmark::Pass;
use crate::formats::predictions::PredictionTable;

/// What VLMEvalKit adds to an index for each pass, where no column says otherwise.
const OFFSET: u64 = 1_000_000;

/// A row's question, by its index, and the row's pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'t> {
    pub key: &'t str,
    pub pass: Pass,
}

/// The places of all rows. Indices of a million and more are taken for passes when some question
/// has several rows under that reading, or when it `is_told` that the file is circular; otherwise
/// they are just large.
pub(super) fn places(table: &PredictionTable, is_told: bool) -> Vec<Place<'_>> {
    let numbers: Option<Vec<u64>> =
        (0..table.rows()).map(|row| table.row_index(row).parse().ok()).collect();
    let has_groups = (0..table.rows()).any(|row| table.group(row).is_some());
    match (numbers, has_groups) {
        (Some(numbers), false) => by_offset(table, &numbers, is_told),
        (Some(numbers), true) => by_distance(table, &numbers).unwrap_or_else(|| by_order(table)),
        (None, _) => by_order(table),
    }
}

fn by_offset<'t>(table: &'t PredictionTable, numbers: &[u64], is_told: bool) -> Vec<Place<'t>> {
    let is_pass = |number: &u64| *number >= OFFSET;
    let mut bases: Vec<u64> = numbers.iter().map(|number| number % OFFSET).collect();
    bases.sort_unstable();
    let shares_questions = || bases.windows(2).any(|two| two[0] == two[1]);
    let is_circular = numbers.iter().any(is_pass) && (is_told || shares_questions());
    let place = |(row, &number): (usize, &u64)| {
        let base = if is_circular { number % OFFSET } else { number };
        let pass = Pass(u32::try_from((number - base) / OFFSET).unwrap_or(u32::MAX));
        Place { key: last_digits(table.row_index(row), base), pass }
    };
    numbers.iter().enumerate().map(place).collect()
}

/// The digits of `number` as a part of a text that ends in them.
fn last_digits(text: &str, number: u64) -> &str {
    let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
    &text[text.len() - digits..]
}

/// The circular tool takes a larger power of ten where indices are as large as a million. Nothing
/// where the distances are not multiples of one.
fn by_distance<'t>(table: &'t PredictionTable, numbers: &[u64]) -> Option<Vec<Place<'t>>> {
    let mut placed: Vec<(&str, u64)> = Vec::with_capacity(numbers.len());
    for (row, &number) in numbers.iter().enumerate() {
        let group = table.group(row).unwrap_or_else(|| table.row_index(row));
        let base: u64 = group.parse().ok()?;
        placed.push((last_digits(group, base), number.checked_sub(base)?));
    }
    let distances = || placed.iter().map(|&(_, distance)| distance).filter(|&d| d > 0);
    let step = match distances().min() {
        None => OFFSET,
        Some(smallest) => std::iter::successors(Some(OFFSET), |step| step.checked_mul(10))
            .take_while(|&step| step <= smallest)
            .filter(|step| distances().all(|distance| distance.is_multiple_of(*step)))
            .last()?,
    };
    let place = |(key, distance)| Place {
        key,
        pass: Pass(u32::try_from(distance / step).unwrap_or(u32::MAX)),
    };
    Some(placed.into_iter().map(place).collect())
}

/// Where numbers tell nothing: the row whose index is its group's is the first pass, the others
/// follow in the order of the file.
fn by_order(table: &PredictionTable) -> Vec<Place<'_>> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let place = |row| {
        let index = table.row_index(row);
        let key = table.group(row).unwrap_or(index);
        if key == index {
            return Place { key, pass: Pass::FIRST };
        }
        let pass = seen.entry(key).or_default();
        *pass += 1;
        Place { key, pass: Pass(*pass) }
    };
    (0..table.rows()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::formats::predictions::{Compat, read_table};

    fn told(rows: &[&str], is_told: bool) -> Vec<(String, u32)> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(rows.join("\n").as_bytes()).unwrap();
        let table = read_table(file.path(), Compat::None).unwrap();
        places(&table, is_told).iter().map(|at| (at.key.to_owned(), at.pass.0)).collect()
    }

    fn place(key: &str, pass: u32) -> (String, u32) {
        (key.to_owned(), pass)
    }

    #[test]
    fn a_million_more_is_the_next_pass() {
        let rows = ["index\tA", "0044\tx", "1000044\tx", "2000044\tx", "3000000\tx", "0\tx"];
        let expected =
            [place("44", 0), place("44", 1), place("44", 2), place("0", 3), place("0", 0)];
        assert_eq!(told(&rows, false), expected);
    }

    #[test]
    fn large_indices_are_no_passes_unless_it_is_told() {
        let rows = ["index\tA", "20240001\tx", "20240002\tx"];
        assert_eq!(told(&rows, false), [place("20240001", 0), place("20240002", 0)]);
        assert_eq!(told(&rows, true), [place("240001", 20), place("240002", 20)]);
    }

    #[test]
    fn a_column_names_the_question_and_a_larger_offset_is_recognised() {
        let rows =
            ["index\tg_index", "1200000\t1200000", "11200000\t1200000", "5\t5", "20000005\t5"];
        let expected = [place("1200000", 0), place("1200000", 1), place("5", 0), place("5", 2)];
        assert_eq!(told(&rows, false), expected);
    }

    #[test]
    fn words_take_the_order_of_the_file() {
        let rows = ["index\tg_index", "q_r1\tq", "q\tq", "q_r2\tq"];
        assert_eq!(told(&rows, false), [place("q", 1), place("q", 0), place("q", 2)]);
    }
}
