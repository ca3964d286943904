//! Formatting of numbers for people: percentages, intervals, missing values.

pub mod alignment;
pub mod interval_plot;
pub mod statistic_columns;
pub mod table;

use crate::statistics::Statistic;

/// A share as a percentage with one decimal place: `12.3 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference of shares in percentage points with its sign: `+1.2 %`.
pub fn signed_percent(difference: f64) -> String {
    format!("{:+.1} %", 100.0 * difference)
}

/// A difference of shares in percentage points without the percent sign, for columns whose title has it:
/// `+1.2`.
pub fn signed_percent_number(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
}

/// A share as a percentage without its sign, for columns whose title has it: `12.3`.
pub fn percent_number(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// The 95 % interval of a share in percent, `10.1 to 12.3`; empty if there is none.
pub fn percent_interval(statistic: &Statistic) -> String {
    let interval = |(low, high)| format!("{} to {}", percent_number(low), percent_number(high));
    statistic.ci95().map(interval).unwrap_or_default()
}

/// A figure with its interval if it has one, `0.81 [0.69, 0.92]`; `None` if it is undefined.
pub fn with_interval(figure: &Statistic, number: fn(f64) -> String) -> Option<String> {
    let interval = figure.ci95().map(|(low, high)| format!(" [{}, {}]", number(low), number(high)));
    Some(number(figure.value()?) + &interval.unwrap_or_default())
}

/// A number with two decimal places: `0.81`.
pub fn two_places(value: f64) -> String {
    format!("{value:.2}")
}

/// Ascending numbers, those that follow each other together: `1–3, 7`.
pub fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |&(from, to): &(usize, usize)| match to - from {
        0 => from.to_string(),
        1 => format!("{from}, {to}"),
        _ => format!("{from}–{to}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// The text for an undefined number.
pub fn undefined() -> String {
    "undefined".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1–3, 5, 7, 8");
    }
}
