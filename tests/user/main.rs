//! What a user does, per capability; one test crate, so that linking is paid once.

mod agree;
mod agreement_laws;
