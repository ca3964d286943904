//! What a user does, per capability. One crate, so that linking is paid once.

mod agreement;
mod alignment;
mod architecture;
mod bad_places;
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
mod panics;
mod plain;
mod predictions;
mod published_scores;
mod question_files;
mod sample_data;
mod score;
mod screens;
mod tables;
mod terminal;
mod themes;
