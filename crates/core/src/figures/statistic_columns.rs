//! Columns of statistics, as documents print them: three decimals, the 95 % interval, why there is no value. Screens
//! have their own.

use super::table::Columns;
use crate::statistics::Statistic;

/// The value; `undefined` if there is none.
pub fn value(statistic: &Statistic) -> String {
    statistic.value().map_or_else(|| "undefined".to_owned(), |value| format!("{value:.3}"))
}

/// The 95 % interval; `None` if there is none.
pub fn interval(statistic: &Statistic) -> Option<String> {
    statistic.ci95().map(|(low, high)| format!("[{low:.3}, {high:.3}]"))
}

impl<R: Copy> Columns<R> {
    /// Adds the value of a statistic that may be absent.
    #[must_use]
    pub fn value<'s, S>(self, name: &str, of: impl Fn(R) -> S) -> Self
    where
        S: Into<Option<&'s Statistic>>,
    {
        self.number(name, |row| {
            let statistic: Option<&Statistic> = of(row).into();
            statistic.map(value)
        })
    }

    /// Adds the value and its 95 % interval.
    #[must_use]
    pub fn statistic<'s>(self, name: &str, of: impl Fn(R) -> &'s Statistic) -> Self {
        self.value(name, &of).text("95 % interval", |row| interval(of(row)))
    }

    /// Adds the value, its standard error and its 95 % interval.
    #[must_use]
    pub fn estimate<'s>(self, name: &str, of: impl Fn(R) -> &'s Statistic) -> Self {
        let error = |row| match of(row) {
            Statistic::Defined { se, .. } => se.map(|se| format!("{se:.4}")),
            Statistic::Undefined { .. } => None,
        };
        self.value(name, &of).number("se", error).text("95 % interval", |row| interval(of(row)))
    }

    /// Adds the p-value of a test.
    #[must_use]
    pub fn exact_p<'s>(self, name: &str, of: impl Fn(R) -> &'s Statistic) -> Self {
        self.number(name, |row| of(row).value().map(|p| format!("{p:.3e}")))
    }

    /// Adds why there is no value.
    #[must_use]
    pub fn because<'s>(self, of: impl Fn(R) -> &'s Statistic) -> Self {
        self.text("", |row| of(row).because())
    }
}
