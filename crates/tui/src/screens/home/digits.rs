//! A number in large digits.

/// Digits of three by five dots, row by row from above; the highest bit is the upper left dot.
const DOTS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_001_001,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

/// Lines of a number in small digits: two dots in a cell.
pub(super) const SMALL: u16 = 3;
/// Lines of a number in large digits: a dot is two cells wide.
pub(super) const LARGE: u16 = 5;

/// A number in this many lines, [`SMALL`] or [`LARGE`].
pub(super) fn digits(number: usize, lines: u16) -> Vec<String> {
    let digits: Vec<usize> =
        number.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
    let is_set = |digit: usize, row: u16, column: u16| {
        row < LARGE && DOTS[digit] >> (14 - 3 * row - column) & 1 == 1
    };
    let cell = |digit: usize, line: u16, column: u16| match lines {
        LARGE if is_set(digit, line, column) => "██",
        LARGE => "  ",
        _ => match (is_set(digit, 2 * line, column), is_set(digit, 2 * line + 1, column)) {
            (true, true) => "█",
            (true, false) => "▀",
            (false, true) => "▄",
            (false, false) => " ",
        },
    };
    let of_line = |line: u16| {
        let digit = |&digit: &usize| (0..3).map(|column| cell(digit, line, column)).collect();
        digits.iter().map(digit).collect::<Vec<String>>().join(if lines == LARGE {
            "  "
        } else {
            " "
        })
    };
    (0..lines).map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_drawn_in_dots() {
        assert_eq!(digits(47, SMALL), ["█ █ ▀▀█", "▀▀█   █", "  ▀   ▀"]);
        assert_eq!(digits(10, LARGE)[0], "  ██    ██████");
        assert_eq!(digits(10, LARGE)[4], "██████  ██████");
    }
}
