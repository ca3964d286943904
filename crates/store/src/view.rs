//! What reads the database: an open [`Store`] and a [`Transaction`] in it both read through a [`View`], so that
//! each query is in one place, whether a screen asks or a change that depends on the answer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use rusqlite::{Connection, TransactionBehavior};

use super::moment::Moment;
use super::{Clock, Result, Store};
use crate::query::Query;
use assay_core::benchmark::Checklists;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_formats::referenced_picture::ReferencedPictures;

/// The rows that a connection sees. Everything that is read and nothing that is written is a method of it.
#[derive(Debug)]
pub struct View {
    pub(super) connection: Connection,
    pub(super) clock: Clock,
    /// Reads pictures that are elsewhere.
    pub(super) references: RefCell<ReferencedPictures>,
    pub(super) moment: Moment,
    pub(super) taxonomies: ReadOnce<Taxonomy>,
    pub(super) checklists: ReadOnce<Checklists>,
}

impl View {
    pub(super) fn new(connection: Connection) -> Self {
        View {
            connection,
            clock: Clock::system(),
            references: RefCell::default(),
            moment: Moment::default(),
            taxonomies: ReadOnce::default(),
            checklists: ReadOnce::default(),
        }
    }
}

/// What texts of the database say, each read once.
#[derive(Debug)]
pub(super) struct ReadOnce<T>(RefCell<HashMap<String, Arc<T>>>);

impl<T> Default for ReadOnce<T> {
    fn default() -> Self {
        ReadOnce(RefCell::default())
    }
}

impl<T> ReadOnce<T> {
    /// What a text says.
    pub fn get<E>(&self, text: &str, read: fn(&str) -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some(known) = self.0.borrow().get(text) {
            return Ok(known.clone());
        }
        let read = Arc::new(read(text)?);
        self.0.borrow_mut().insert(text.to_owned(), read.clone());
        Ok(read)
    }
}

impl Query for View {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl Deref for Store {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

/// A transaction that writes. Nothing of it stays unless [`Store::commit`] ends it.
#[derive(Debug)]
pub(super) struct Transaction<'v> {
    view: &'v View,
    /// The moment at which it was begun, as rows hold it.
    pub now: String,
    begun: rusqlite::Transaction<'v>,
}

impl<'v> Transaction<'v> {
    pub fn new(view: &'v View, now: String, begun: rusqlite::Transaction<'v>) -> Self {
        Transaction { view, now, begun }
    }

    /// One that does not wait for other writers: for writing into an attached file.
    pub fn deferred(view: &'v View) -> Result<Self> {
        let deferred = TransactionBehavior::Deferred;
        let begun = rusqlite::Transaction::new_unchecked(&view.connection, deferred)?;
        Ok(Self::new(view, view.now(), begun))
    }

    /// Commits what was written. Of the open database, [`Store::commit`] asks first whether it is still there.
    pub fn commit(self) -> Result<()> {
        Ok(self.begun.commit()?)
    }
}

impl Deref for Transaction<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        self.view
    }
}
