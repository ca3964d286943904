//! What a user does, per capability. One crate, so that linking is paid once.

mod agree;
mod agreement_laws;
mod alignment;
mod bad_question_files;
mod extraction;
mod predictions;
mod published_scores;
mod question_files;
mod sample_data;
mod score;
mod score_files;
mod screens;
mod tables;
mod themes;
