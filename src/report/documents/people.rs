//! The people of a team: `assay people`.

use serde::Serialize;

use super::Document;
use crate::keyword::Keyword;
use crate::report::{Form, Table};
use crate::store::Person;

/// The people of a team.
#[derive(Debug, Serialize)]
pub struct People {
    pub people: Vec<Person>,
    /// Warnings for a lead, one sentence each.
    pub warnings: Vec<String>,
}

impl Document for People {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.people)
            .text("name", |person| &person.name)
            .text("role", |person| person.role.map(Keyword::name))
            .number("wrote", |person| person.wrote)
            .number("decisions", |person| person.decisions)
            .text("last", |person| person.last.as_ref())
            .into()
    }
}
