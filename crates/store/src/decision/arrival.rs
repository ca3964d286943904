//! What a row from another copy must meet before it is taken: the rules of rows that are written here.
//!
//! Only what follows from the row and from this database's questions, roles and authors is checked. What
//! depends on other rows (who reviewed a question before) is read with them, so that the order in which
//! copies are united does not matter; see `void`.

use chrono::{DateTime, SecondsFormat, Utc};
use rusqlite::params;
use uuid::Uuid;

use super::{DecisionRow, json};
use crate::error::refuse_if;
use crate::query::Query;
use crate::{Annotator, AnnotatorId, Guideline, QueuedItem, Result, StoreError, View};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::{QUEUE_VOTE, has_questions_as_items, queue_named, queue_names};
use assay_core::benchmark::{PairName, PredictionName};

/// No attention and no pause lasts longer than a year.
const MOST_ATTENTION_MS: u64 = 366 * 24 * 60 * 60 * 1000;

/// The longest name of an annotator, in bytes.
const LONGEST_NAME: usize = 1_000;

/// The longest exposure as JSON, in bytes: screen, picture and a few numbers.
const LONGEST_EXPOSURE: usize = 4_000;

/// The longest guideline, in bytes.
const LONGEST_GUIDELINE: u64 = 1 << 20;

/// Checks what a row says by itself: whether this program could have written it.
pub(super) fn check_form(row: &DecisionRow) -> Result<(), String> {
    let refused = |field: &str, found: &str, expected: &str| {
        Err(format!("{field} is {found}; expected {expected}. Export the decisions again"))
    };
    if row.id.get_version_num() != 7 {
        return refused("id", &row.id.to_string(), "a UUID of version 7");
    }
    let queue = row.queue.as_str();
    if queue_named(queue).is_none() || !row.act.belongs_to(queue) {
        let expected = format!("{}, as the act demands", queue_names().join(" or "));
        return refused("queue", queue, &expected);
    }
    if row.question_revision == 0 {
        return refused("question_revision", "0", "a number from 1 on");
    }
    let times = [("active_ms", Some(row.active_ms)), ("exposure.idle_ms", row.exposure.idle_ms)];
    for (field, time) in times {
        if let Some(time) = time.filter(|&time| time > MOST_ATTENTION_MS) {
            return refused(field, &time.to_string(), "milliseconds, a year of them at most");
        }
    }
    if row.annotator.trim().is_empty() || row.annotator.len() > LONGEST_NAME {
        let found = format!("{} bytes long", row.annotator.len());
        return refused("annotator", &found, &format!("a name of 1 to {LONGEST_NAME} bytes"));
    }
    let exposure = json(&row.exposure).map_or(usize::MAX, |exposure| exposure.len());
    if exposure > LONGEST_EXPOSURE {
        let expected = format!("{LONGEST_EXPOSURE} at most");
        return refused("exposure", &format!("{exposure} bytes long"), &expected);
    }
    check_moment(&row.created).map_err(|why| format!("{why}. Export the decisions again"))
}

/// Checks that a moment reads as rows hold it.
pub(crate) fn check_moment(created: &str) -> Result<(), String> {
    let moment = DateTime::parse_from_rfc3339(created)
        .map(|moment| moment.with_timezone(&Utc).to_rfc3339_opts(SecondsFormat::Millis, true));
    match moment.is_ok_and(|moment| moment == created) {
        true => Ok(()),
        false => {
            Err(format!("created is {created}; expected a moment such as 2026-01-31T09:30:00.000Z"))
        }
    }
}

/// A guideline's text that came with a row is as long as one may be.
pub(super) fn check_guideline_text(text: &str) -> Result<()> {
    refuse_if(text.len() as u64 > LONGEST_GUIDELINE, || {
        format!("its guideline is {} bytes long; expected {LONGEST_GUIDELINE} at most", text.len())
    })
}

/// The key of the question that the row is about: the item, or the key in a prediction's name.
pub(crate) fn question_key(row: &DecisionRow) -> String {
    if has_questions_as_items(&row.queue) {
        return row.item.clone();
    }
    PredictionName::key_in(&row.item)
}

impl View {
    /// A file may say anything; what would be refused on the screen is refused here. `maker` is the annotator, if
    /// they are known to be here.
    pub(super) fn check_row(
        &self,
        row: &DecisionRow,
        of: QueuedItem<'_>,
        maker: Option<AnnotatorId>,
    ) -> Result<()> {
        let of_row = |error: StoreError| StoreError::Refused(format!("row {}: {error}", row.id));
        self.check_content(of, &row.act).map_err(of_row)?;
        self.check_maker(row, of, maker)?;
        if !has_questions_as_items(&row.queue) {
            self.check_models(row).map_err(of_row)?;
        }
        self.check_guideline(row).map_err(of_row)?;
        self.check_earlier(row).map_err(of_row)
    }

    /// The guideline that a row names is known, or comes with it.
    fn check_guideline(&self, row: &DecisionRow) -> Result<()> {
        if let Some(text) = &row.guideline_text {
            check_guideline_text(text)?;
        }
        let Some(version) = &row.guideline else { return Ok(()) };
        let why = match &row.guideline_text {
            Some(text) if Guideline::new(text.as_str()).version != *version => {
                format!("its guideline's text does not belong to version {version}")
            }
            None if !self.knows_guideline(version)? => format!(
                "this database does not know guideline {version}; expected its text as \
                 guideline_text in the first row that names it. Import the export whole"
            ),
            _ => return Ok(()),
        };
        Err(StoreError::Refused(why))
    }

    /// The rows that a row names are there, and are of the same annotator; the one that it follows is on the
    /// same item.
    fn check_earlier(&self, row: &DecisionRow) -> Result<()> {
        let named = match row.act {
            Act::Undo { row } | Act::Redo { row } | Act::Requeue { row, .. } => Some(row),
            _ => None,
        };
        let earlier = [row.supersedes.map(|id| (id, true)), named.map(|id| (id, false))];
        for (earlier, follows) in earlier.into_iter().flatten() {
            let sql =
                "SELECT EXISTS (SELECT 1 FROM decision JOIN annotator ON annotator.id = annotator_id
                WHERE decision.id = ?1 AND annotator.name = ?2 AND queue = ?3
                    AND (item = ?4 OR NOT ?5))";
            let is_known: bool = self.one(
                sql,
                params![earlier.to_string(), row.annotator, row.queue, row.item, follows],
            )?;
            refuse_if(!is_known, || {
                format!(
                    "it follows row {earlier}, which is neither here nor before it, or is not one of {} on {}",
                    row.annotator, row.item
                )
            })?;
        }
        Ok(())
    }

    /// Who may write a row here: by the roles and the authors of this database, whatever another copy says. That
    /// an adjudicator reviewed the question depends on rows, which may come later: see `void`.
    fn check_maker(
        &self,
        row: &DecisionRow,
        of: QueuedItem<'_>,
        known: Option<AnnotatorId>,
    ) -> Result<()> {
        let id = match known {
            Some(id) => Some(id),
            None => self.find("SELECT id FROM annotator WHERE name = ?1", [&row.annotator])?,
        };
        let id = id.unwrap_or(AnnotatorId::NOBODY);
        let annotator = Annotator { id, name: row.annotator.clone(), seed: 0 };
        let check = |act: &Act| self.check_person(&annotator, of, act);
        match &row.act {
            Act::Requeue { by, .. } if !self.is_lead(by)? => {
                let why = format!("row {}: {by}, who opens it again, is not a lead here", row.id);
                Err(StoreError::Refused(why))
            }
            Act::Redo { row: undo } => match self.act_that_returns(*undo)? {
                Some(act) if act.is_final() => check(&act),
                _ => Ok(()),
            },
            act if act.is_final() || act.is_step() => check(act),
            _ => Ok(()),
        }
    }

    /// What the row of an undo took back.
    fn act_that_returns(&self, undo: Uuid) -> Result<Option<Act>> {
        let sql = "SELECT taken_back.payload FROM decision AS undo
            JOIN decision AS taken_back ON taken_back.id = undo.payload ->> 'row'
            WHERE undo.id = ?1";
        self.find(sql, [undo.to_string()])
    }

    /// A row about texts names their models, which in a bundle have other names.
    fn check_models(&self, row: &DecisionRow) -> Result<()> {
        let models: Vec<String> = match row.queue == QUEUE_VOTE {
            true => row.item.parse::<PairName>().map(|name| name.models.into()),
            false => row.item.parse::<PredictionName>().map(|name| vec![name.model]),
        }
        .unwrap_or_else(|_| vec![String::new()]);
        for model in models {
            let is_known: bool =
                self.one("SELECT EXISTS (SELECT 1 FROM model WHERE name = ?1)", [&model])?;
            refuse_if(!is_known, || {
                format!(
                    "there is no model {model} here; import that model's predictions first (assay import \
                     predictions), and merge a bundle into the database that packed it"
                )
            })?;
        }
        Ok(())
    }
}
