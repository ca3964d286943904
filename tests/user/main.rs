//! What a user does, per capability. One crate, so that linking is paid once.

mod agree;
mod agreement_laws;
mod alignment;
mod bad_question_files;
mod command_line;
mod crowd;
mod deciding;
mod desk_laws;
mod doctor;
mod exports;
mod extraction;
mod harness;
mod hostile_text;
mod importing;
mod kill;
mod plain;
mod predictions;
mod published_scores;
mod question_files;
mod sample_data;
mod score;
mod score_files;
mod screens;
mod tables;
mod terminal;
mod themes;
