//! What a user does, per capability. One crate, so that linking is paid once.

mod agree;
mod agreement_laws;
mod bad_question_files;
mod extraction;
mod question_files;
mod sample_data;
mod screens;
mod tables;
