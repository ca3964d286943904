//! What somebody or something does to the program and its files on purpose or by accident: files
//! moved away under it, locks, full disks, broken terminals, damaged rows, random keys.
//!
//! The usual run is short. `ASSAY_ATTACK=long cargo test --test user attack` repeats what is random for
//! minutes; docs/testing.md has the figures of such runs.

mod board;
mod burst;
mod conversations;
mod copies;
mod crowd;
mod damage;
mod endless;
mod escapes;
mod full_disk;
mod keys;
mod kill;
mod kill_pack;
mod kill_team;
mod licences;
mod locked;
mod moved;
mod output;
mod terminals;

use serde_json::Value;

use crate::harness::Workplace;

/// How often something random is tried: `short` as a rule, `long` with `ASSAY_ATTACK=long`.
pub fn times(short: usize, long: usize) -> usize {
    match std::env::var("ASSAY_ATTACK") {
        Ok(form) if form == "long" => long,
        _ => short,
    }
}

/// What was decided: act and verdict of each row.
fn acts(place: &Workplace) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    place.export().iter().map(|row| word(&row["act"]) + &word(&row["verdict"])).collect()
}

/// What counts now, of every queue, in the order of the ids; the guideline's text aside.
fn decisions_in_force(place: &Workplace) -> Vec<Value> {
    let said = place.run(&["export", "decisions", "--in-force"]);
    let mut rows: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &mut rows {
        row.as_object_mut().unwrap().shift_remove("guideline_text");
    }
    rows.sort_by_key(|row| row["id"].to_string());
    rows
}
