//! Where the store takes the time from: the system, or what a test says.
//!
//! Leases, the moments in rows and the start of a day all follow this clock, so that a test can move
//! time instead of waiting.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Local, NaiveTime, SecondsFormat, TimeDelta, TimeZone, Utc};

use super::error::{damaged, refuse_if};
use super::{Result, Store, StoreError, View};

/// A source of moments.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// The clock of the system.
    pub fn system() -> Self {
        // Unlike `Utc::now`, this takes a moment before 1970 too.
        Clock(Arc::new(|| SystemTime::now().into()))
    }

    /// A clock that shows what a function returns.
    pub fn from_fn(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Clock(Arc::new(now))
    }

    /// The present moment.
    pub fn now(&self) -> DateTime<Utc> {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

impl View {
    /// The present moment as rows hold it.
    pub fn now(&self) -> String {
        as_stored(self.clock.now())
    }

    /// Whether a decision can be dated.
    ///
    /// # Errors
    /// `Clock` before 1970: the ids of decisions begin with the time since then.
    pub(super) fn check_clock(&self) -> Result<()> {
        let now = self.clock.now();
        refuse_if(now.min(SystemTime::now().into()).timestamp() < 0, || StoreError::Clock {
            now: as_stored(now),
        })
    }

    /// The moment that is so far in the future, as rows hold it.
    pub(super) fn after(&self, delta: TimeDelta) -> String {
        as_stored(self.clock.now() + delta)
    }

    /// Midnight of the local day, as rows hold it.
    pub fn start_of_today(&self) -> String {
        let now = self.clock.now();
        let midnight = now.with_timezone(&Local).date_naive().and_time(NaiveTime::MIN);
        // A day whose midnight falls into a change of the clocks begins at the earlier one.
        let local = Local.from_local_datetime(&midnight).earliest();
        as_stored(local.map_or(now, |moment| moment.with_timezone(&Utc)))
    }
}

impl Store {
    /// The same database with another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.view.clock = clock;
        self
    }
}

/// The moment so long after another one, both as rows hold them.
pub(super) fn later(moment: &str, delta: TimeDelta) -> Result<String> {
    let moment = DateTime::parse_from_rfc3339(moment).map_err(damaged)?;
    Ok(as_stored(moment.with_timezone(&Utc) + delta))
}

/// A row with a later moment than this was dated by a wrong clock, or by another hand: a day from now. By
/// the clock of the system, since rows of other copies are.
pub(super) fn latest_plausible() -> String {
    as_stored(DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::days(1))
}

/// A moment as rows hold it: RFC 3339, UTC, milliseconds. Such moments sort as text.
fn as_stored(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}
