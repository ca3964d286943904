//! A number as it is printed, with its decimals.

use std::fmt;
use std::ops::RangeInclusive;

/// The largest number of digits that is read as a printed figure.
const MOST_DIGITS: usize = 15;

/// A printed decimal number. It represents a range, because it was rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// All digits as one whole number.
    digits: i64,
    /// How many of them are after the point.
    places: u32,
    printed: String,
}

impl Decimal {
    /// Reads `91.5`, `-.09`, `91.5%` or `**91.5**`; `None` for anything but a plain decimal number.
    pub fn parse(text: &str) -> Option<Self> {
        let printed = text.trim_matches(|c: char| c.is_whitespace() || c == '*');
        let number = printed.strip_suffix('%').unwrap_or(printed).trim_end();
        let (negative, number) = match number.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (true, rest),
            None => (false, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{fraction}");
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.len() > MOST_DIGITS {
            return None;
        }
        let digits: i64 = digits.parse().ok()?;
        let digits = if negative { -digits } else { digits };
        Some(Decimal { digits, places: fraction.len() as u32, printed: printed.to_owned() })
    }

    /// The value of the number.
    pub fn value(&self) -> f64 {
        self.digits as f64 / self.scale() as f64
    }

    /// Half of its last place: the largest distance to the true number.
    pub fn half_unit(&self) -> f64 {
        0.5 / self.scale() as f64
    }

    /// Whether both may print the same number: equal, or one rounded to fewer decimals.
    pub fn agrees_with(&self, other: &Decimal) -> bool {
        let apart = (self.value() - other.value()).abs();
        let rounding =
            if self.places == other.places { 0.0 } else { self.half_unit().max(other.half_unit()) };
        apart <= rounding + 1e-12
    }

    /// Whether it is printed with `%`.
    pub fn has_percent_sign(&self) -> bool {
        self.printed.ends_with('%')
    }

    /// The number, if it is a whole one.
    pub fn whole(&self) -> Option<i64> {
        (self.places == 0).then_some(self.digits)
    }

    /// A number as this one would be printed.
    pub fn printed_like(&self, value: f64) -> String {
        format!("{value:.*}", self.places as usize)
    }

    /// The whole numbers k for which `whole` * k / n rounds to this number: those with
    /// |whole k / n - digits / scale| <= 1 / (2 scale), in whole numbers throughout. Empty if there
    /// are none; also k outside 0..=n, which the caller cuts off.
    pub(super) fn hits(&self, whole: u64, n: u64) -> RangeInclusive<i128> {
        let (digits, scale) = (i128::from(self.digits), self.scale());
        let (whole, n) = (i128::from(whole), i128::from(n));
        let step = 2 * whole * scale;
        let lowest = n * (2 * digits - 1);
        let highest = n * (2 * digits + 1);
        // Rounded up to the next whole number.
        -(-lowest).div_euclid(step)..=highest.div_euclid(step)
    }

    fn scale(&self) -> i128 {
        10_i128.pow(self.places)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.printed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_are_numbers() {
        for (text, value) in [
            ("91.5", 91.5),
            ("91.5%", 91.5),
            ("**3**", 3.0),
            (".74", 0.74),
            ("-0.09", -0.09),
            ("\u{2212}1", -1.0),
        ] {
            assert_eq!(Decimal::parse(text).map(|d| d.value()), Some(value), "{text}");
        }
        for text in ["", "-", "n/a", "1e3", "inf", "1.2.3", "12 %x", "1,5", "9999999999999999"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn both_ways_of_rounding_a_half_are_allowed() {
        // 1/8 = 12.5 %, printed without decimals as 12 or as 13.
        for text in ["12", "13"] {
            assert_eq!(Decimal::parse(text).unwrap().hits(100, 8), 1..=1);
        }
        assert!(Decimal::parse("14").unwrap().hits(100, 8).is_empty());
    }

    #[test]
    fn a_number_has_one_sign_and_at_most_fifteen_digits() {
        for text in ["--5", "+-5", "-+5", ".-5", "."] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert!(Decimal::parse("999999999999999").is_some());
        assert_eq!(Decimal::parse("9999999999999999"), None);
    }

    #[test]
    fn a_number_agrees_with_itself_rounded_to_fewer_decimals() {
        let agrees = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| Decimal::parse(text).unwrap());
            assert_eq!(a.agrees_with(&b), b.agrees_with(&a));
            a.agrees_with(&b)
        };
        assert!(agrees("0.52", "0.5") && agrees("0.5", "0.50"));
        assert!(agrees("0.75", "0.8") && agrees("0.75", "0.7"), "a half, rounded either way");
        assert!(!agrees("0.5", "0.4") && !agrees("0.52", "0.53") && !agrees("0.56", "0.5"));
    }

    #[test]
    fn a_number_is_shown_as_it_was_printed() {
        let number = Decimal::parse("**12%**").unwrap();
        assert_eq!((number.to_string(), number.has_percent_sign()), ("12%".to_owned(), true));
        assert_eq!(number.whole(), Some(12));
        let number = Decimal::parse("12.0").unwrap();
        assert!(!number.has_percent_sign());
        assert_eq!(number.whole(), None);
    }
}
