//! The people of a team: `assay people`.

use serde::Serialize;

use super::Document;
use crate::keyword::Keyword;
use crate::report::table::{number, text};
use crate::report::{Form, Table};
use crate::store::Person;

/// The people of a team.
#[derive(Debug, Serialize)]
pub struct People {
    people: Vec<PersonRow>,
    /// Warnings for a lead, one sentence each.
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PersonRow {
    name: String,
    role: Option<&'static str>,
    /// The number of questions that they wrote, and therefore do not decide.
    wrote: usize,
    decisions: usize,
    last: Option<String>,
}

impl People {
    /// The document about these people.
    pub fn new(people: Vec<Person>, warnings: Vec<String>) -> Self {
        let row = |Person { name, role, wrote, decisions, last }| {
            let role = role.map(Keyword::name);
            PersonRow { name, role, wrote, decisions, last }
        };
        People { people: people.into_iter().map(row).collect(), warnings }
    }
}

impl Document for People {
    fn tables(&self, _: Form) -> Vec<Table> {
        let columns = [
            text("name", |person: &&PersonRow| person.name.clone()),
            text("role", |person| person.role.unwrap_or_default().to_owned()),
            number("wrote", |person| person.wrote.to_string()),
            number("decisions", |person| person.decisions.to_string()),
            text("last", |person| person.last.clone().unwrap_or_default()),
        ];
        vec![Table::from_rows(&self.people, &columns)]
    }
    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}
