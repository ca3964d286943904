//! Figures by which a benchmark is certified: how many errors are left, what open doubts can change,
//! and why two scores differ. Pure; `workflow` brings the questions, `report` prints.

pub mod discovery;
pub mod probable_error;
pub mod stakes;
