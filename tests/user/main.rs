//! What a user does, one file per capability; one crate, so that it is linked once.

mod extraction;
