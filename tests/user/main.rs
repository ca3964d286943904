//! What a user does, one file per capability. One crate for all of them, so that linking is paid
//! once.

mod sample_data;
