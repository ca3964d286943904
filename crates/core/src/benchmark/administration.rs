//! Administrative acts: what a lead does that changes whose work counts, or by which rules it is done.
//!
//! Each is a row of history of its own. It has what was in force before, so that it can be taken back.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::team::Role;
use crate::keyword::Keyword;

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum AdministrativeAct {
    /// A person got another role.
    Role {
        /// The person.
        name: String,
        /// The role; `None` where it was taken away.
        role: Option<Role>,
        /// The role before.
        before: Option<Role>,
    },
    /// A person was named as the author of questions.
    Author {
        /// The person.
        name: String,
        /// The questions.
        keys: Vec<String>,
    },
    /// A person was named as their author by mistake.
    NoAuthor {
        /// The person.
        name: String,
        /// The questions.
        keys: Vec<String>,
    },
    /// A queue was assigned, or its assignment ended.
    Assignment {
        /// The queue.
        queue: String,
        /// How many people decide an item; `None` where the queue is not assigned any more.
        per_item: Option<usize>,
        /// To whom; empty for everyone.
        people: Vec<String>,
        /// The number of the assignment in force since; `None` without one.
        now: Option<i64>,
        /// That of the assignment before.
        before: Option<i64>,
    },
    /// A benchmark got another checklist.
    Checklist {
        /// Its own, in TOML; `None` for those of the program.
        now: Option<String>,
        /// The one before.
        before: Option<String>,
    },
    /// The figures of a benchmark are made in another way.
    Scoring {
        /// Rules, strategy and missing passes, in JSON; `None` for the defaults of each command.
        now: Option<String>,
        /// What was set before.
        before: Option<String>,
    },
    /// Another guideline came into force for reviews.
    Guideline {
        /// The version; `None` for the one of the program.
        now: Option<String>,
        /// The one before.
        before: Option<String>,
    },
    /// Places that a person held were given back.
    GiveBack {
        /// The person.
        name: String,
        /// The queue.
        queue: String,
        /// How many.
        places: usize,
    },
    /// The order of an audit was fixed.
    Audit {
        /// Its id.
        audit: String,
        /// How many questions it has.
        questions: usize,
        /// The seed of the order.
        seed: u64,
    },
    /// Pictures that no question shows were removed.
    RemovePictures {
        /// How many.
        pictures: i64,
        /// The copy of the database from before.
        copy: String,
    },
}

/// What was done, for people.
impl fmt::Display for AdministrativeAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = |role: &Option<Role>| role.map_or("no role", Keyword::name);
        match self {
            Self::Role { name, role: now, before } => {
                write!(f, "{name}: {}, before {}", role(now), role(before))
            }
            Self::Author { name, keys } => write!(f, "{name} wrote {}", questions(keys)),
            Self::NoAuthor { name, keys } => write!(f, "{name} did not write {}", questions(keys)),
            Self::Assignment { queue, per_item: Some(count), people, .. } => {
                let people = match people.as_slice() {
                    [] => "everybody".to_owned(),
                    people => people.join(", "),
                };
                write!(f, "{queue} assigned to {people}, {count} for each item")
            }
            Self::Assignment { queue, .. } => write!(f, "{queue} not assigned any more"),
            Self::Checklist { now: Some(_), .. } => f.write_str("a checklist of its own"),
            Self::Checklist { .. } => f.write_str("the checklist of the program"),
            Self::Scoring { now: Some(setting), .. } => {
                write!(f, "figures by {}", chosen(setting).join(", "))
            }
            Self::Scoring { .. } => f.write_str("figures by the defaults of each command"),
            Self::Guideline { now: Some(version), .. } => write!(f, "guideline {version}"),
            Self::Guideline { .. } => f.write_str("the guideline of the program"),
            Self::GiveBack { name, queue, places } => {
                write!(f, "{places} places of {name} in {queue} given back")
            }
            Self::Audit { audit, questions, seed } => {
                let audit = audit.get(..8).unwrap_or(audit);
                write!(f, "audit {audit} started: {questions} questions, seed {seed}")
            }
            Self::RemovePictures { pictures, copy } => {
                write!(f, "{pictures} pictures removed, copy in {copy}")
            }
        }
    }
}

/// The values of a setting that are not left open, with their names.
fn chosen(setting: &str) -> Vec<String> {
    let values: BTreeMap<String, Option<String>> =
        serde_json::from_str(setting).unwrap_or_default();
    values.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?))).collect()
}

fn questions(keys: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = keys.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match keys.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
