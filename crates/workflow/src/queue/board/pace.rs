//! How fast decisions come, and when the rest is done if it goes on like this.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::Serialize;

use assay_core::statistics::Statistic;

/// The days from which the pace is computed.
const MOST_DAYS: i64 = 7;

/// The pace of a queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Decisions for a day, over the last days: seven at most, not more than there are whole days since the
    /// first decision, and one at least. n is the number of days; the interval is over their counts.
    pub per_day: Statistic,
    /// When the rest is done at this pace.
    pub finish: Finish,
}

/// When the rest is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Finish {
    /// At this pace.
    Expected {
        /// The moment.
        expected: String,
        /// The moments by the interval of the pace; `None` if it has none above zero.
        #[serde(skip_serializing_if = "Option::is_none")]
        between: Option<(String, String)>,
    },
    /// There is no pace, or nothing is left.
    Undefined {
        /// Why, as the end of the sentence "undefined, because ...".
        undefined: NoFinish,
    },
}

/// Why there is no moment at which the rest is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NoFinish {
    /// Nothing is left.
    #[serde(rename = "nothing is left to decide")]
    Done,
    /// No one decides.
    #[serde(rename = "no one has decided in the last days")]
    NoPace,
    /// Beyond the years of a calendar.
    #[serde(rename = "it is more than a century away")]
    TooFar,
}

impl Pace {
    /// The pace that follows from when decisions were made, with this number still wanted.
    pub fn new<'m>(moments: impl Iterator<Item = &'m str>, now: &str, remaining: usize) -> Self {
        let now = parsed(now).unwrap_or_default();
        let ages: Vec<TimeDelta> = moments
            .filter_map(parsed)
            .map(|moment| (now - moment).max(TimeDelta::zero()))
            .collect();
        let per_day = per_day(&ages);
        let finish = finish(&per_day, now, remaining);
        Pace { per_day, finish }
    }
}

fn per_day(ages: &[TimeDelta]) -> Statistic {
    let Some(oldest) = ages.iter().max() else {
        return Statistic::undefined("no one has decided yet", 0);
    };
    let days = oldest.num_days().clamp(1, MOST_DAYS) as usize;
    let mut counts = vec![0_usize; days];
    for age in ages {
        if let Some(count) = counts.get_mut(age.num_days() as usize) {
            *count += 1;
        }
    }
    let n = days as f64;
    let mean = counts.iter().sum::<usize>() as f64 / n;
    if days == 1 {
        return Statistic::new(mean, days);
    }
    let squares = counts.iter().map(|&count| (count as f64 - mean).powi(2));
    let se = (squares.sum::<f64>() / (n - 1.0) / n).sqrt();
    Statistic::with_standard_error(mean, days, se)
}

fn finish(per_day: &Statistic, now: DateTime<Utc>, remaining: usize) -> Finish {
    if remaining == 0 {
        return Finish::Undefined { undefined: NoFinish::Done };
    }
    let Some(pace) = per_day.value().filter(|pace| *pace > 0.0) else {
        return Finish::Undefined { undefined: NoFinish::NoPace };
    };
    let at = |pace: f64| {
        let days = remaining as f64 / pace;
        let seconds = (days < 36_500.0).then_some((days * 86_400.0) as i64)?;
        let moment = now.checked_add_signed(TimeDelta::seconds(seconds))?;
        Some(moment.to_rfc3339_opts(SecondsFormat::Secs, true))
    };
    let Some(expected) = at(pace) else {
        return Finish::Undefined { undefined: NoFinish::TooFar };
    };
    let between = match per_day {
        Statistic::Defined { ci95: Some((low, high)), .. } if *low > 0.0 => at(*high).zip(at(*low)),
        _ => None,
    };
    Finish::Expected { expected, between }
}

fn parsed(moment: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(moment).ok()?.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-05-10T12:00:00.000Z";

    fn pace(moments: &[&str], remaining: usize) -> Pace {
        Pace::new(moments.iter().copied(), NOW, remaining)
    }

    #[test]
    fn on_the_first_day_the_pace_is_what_was_decided_on_it() {
        let moments = ["2026-05-10T09:00:00.000Z"; 20];
        let found = pace(&moments, 40);
        assert_eq!(found.per_day, Statistic::new(20.0, 1));
        let expected = "2026-05-12T12:00:00Z".to_owned();
        assert_eq!(found.finish, Finish::Expected { expected, between: None });
    }

    #[test]
    fn later_it_is_the_mean_of_whole_days_with_an_interval_over_them() {
        let mut moments = vec!["2026-05-10T09:00:00.000Z"; 30];
        moments.extend(["2026-05-09T09:00:00.000Z"; 10]);
        moments.push("2026-05-08T11:00:00.000Z");
        let found = pace(&moments, 60);
        let Statistic::Defined { value, n, se: Some(se), .. } = found.per_day else { panic!() };
        assert_eq!((value, n), (20.0, 2), "the third day is not whole");
        assert!((se - 10.0).abs() < 1e-9, "{se}");
        let Finish::Expected { expected, between: Some((soonest, latest)) } = found.finish else {
            panic!("{:?}", found.finish)
        };
        assert_eq!(expected, "2026-05-13T12:00:00Z");
        assert!(soonest < expected && expected < latest, "{soonest} {latest}");
    }

    #[test]
    fn only_the_last_week_counts() {
        let mut moments = vec!["2026-04-01T09:00:00.000Z"; 700];
        moments.extend(["2026-05-10T09:00:00.000Z"; 14]);
        assert_eq!(pace(&moments, 1).per_day.value(), Some(2.0));
        let old = pace(&moments[..700], 1);
        assert_eq!(old.per_day.value(), Some(0.0));
        assert_eq!(old.finish, Finish::Undefined { undefined: NoFinish::NoPace });
    }

    #[test]
    fn without_decisions_or_without_a_rest_no_moment_is_named() {
        let none = pace(&[], 5);
        assert!(matches!(none.per_day, Statistic::Undefined { n: 0, .. }));
        assert_eq!(none.finish, Finish::Undefined { undefined: NoFinish::NoPace });
        let done = pace(&["2026-05-10T09:00:00.000Z"], 0);
        assert_eq!(done.finish, Finish::Undefined { undefined: NoFinish::Done });
        let far = pace(&["2026-05-10T09:00:00.000Z"], usize::MAX);
        assert_eq!(far.finish, Finish::Undefined { undefined: NoFinish::TooFar });
    }
}
