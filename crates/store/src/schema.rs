//! The schema: the files that make a new database, the numbered changes since, and the definitions that a
//! database has. [`super::migrate`] brings older databases here; `doctor` compares the definitions.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::Result;
use crate::query::Query;

/// The version that [`TABLES`] make. Files of older versions are from development builds, and refused.
pub(super) const FIRST_VERSION: i64 = 21;

/// The schema of [`FIRST_VERSION`] by subject.
pub(super) const TABLES: [&str; 4] = [
    include_str!("../../../assets/schema/questions.sql"),
    include_str!("../../../assets/schema/people.sql"),
    include_str!("../../../assets/schema/models.sql"),
    include_str!("../../../assets/schema/team.sql"),
];

/// The changes since, each a numbered file of `assets/schema`. The first one makes version
/// [`FIRST_VERSION`] + 1.
pub(super) const CHANGES: &[&str] = &[
    include_str!("../../../assets/schema/0022_votes.sql"),
    include_str!("../../../assets/schema/0023_vote_order.sql"),
    include_str!("../../../assets/schema/0024_picture_grey.sql"),
    include_str!("../../../assets/schema/0025_short_answers.sql"),
    include_str!("../../../assets/schema/0026_audit.sql"),
    include_str!("../../../assets/schema/0027_random_share.sql"),
    include_str!("../../../assets/schema/0028_marked_reasons.sql"),
];

/// An empty database in memory with the newest schema, to compare others with.
pub(super) fn fresh() -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    for script in TABLES.iter().chain(CHANGES) {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

/// Everything that has a definition, by kind and name. SQLite's own tables have none of ours.
pub(super) fn definitions(connection: &Connection) -> Result<BTreeMap<String, String>> {
    let sql = "SELECT type || ' ' || name, sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let found: Vec<(String, String)> = connection.all(sql, [])?;
    Ok(found.into_iter().map(|(name, sql)| (name, normalized(&sql))).collect())
}

/// A definition without comments, quotes around names and the author's spaces, all of which depend on whether
/// a table was made or altered.
fn normalized(sql: &str) -> String {
    let mut words = String::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '\'' => rest[1..].find('\'').map_or(rest.len(), |end| end + 2),
            _ if is_of_word(first) => rest.find(|other| !is_of_word(other)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        if !(word.starts_with("--") || word == "\"" || first.is_whitespace()) {
            words.push_str(word);
            words.push(' ');
        }
        rest = behind;
    }
    words
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_the_first_version_never_changes() {
        let connection = Connection::open_in_memory().unwrap();
        for tables in TABLES {
            connection.execute_batch(tables).unwrap();
        }
        let mut hasher = blake3::Hasher::new();
        for (name, sql) in definitions(&connection).unwrap() {
            hasher.update(format!("{name}: {sql}\n").as_bytes());
        }
        assert_eq!(
            hasher.finalize().to_hex().as_str(),
            "dc2ad0f9e26479563087053271ed2e73826ffa16b62bb2d4b7cf7d0782409f08",
            "databases with this schema exist; make the change in a numbered file"
        );
    }

    #[test]
    fn an_altered_table_has_the_definition_of_one_that_was_made_so() {
        let made = "CREATE TABLE t (
            a TEXT CHECK (a <> 'two  -- words'), -- why
            b INTEGER
        ) STRICT";
        let altered = "CREATE TABLE old (a TEXT CHECK (a <> 'two  -- words')) STRICT;
            ALTER TABLE old ADD COLUMN b INTEGER; ALTER TABLE old RENAME TO t";
        let defined = |sql: &str| {
            let connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            definitions(&connection).unwrap()
        };
        assert_eq!(defined(made), defined(altered));
        assert_ne!(defined(made), defined(&made.replace("two  --", "two --")));
        assert_ne!(defined(made), defined(&made.replace("b INTEGER", "b TEXT")));
    }
}
