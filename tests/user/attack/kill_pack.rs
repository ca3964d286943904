//! A bundle and its places appear together: `pack` is killed, or stopped with Ctrl-C, at random moments, and
//! afterwards each of its places is held if and only if the whole bundle is there.
//!
//! `ASSAY_ATTACK=long cargo test --test user kill_pack -- --nocapture` kills more often.

use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::attack::times;
use crate::harness::Workplace;

fn count(place: &Workplace, file: &str, sql: &str) -> i64 {
    let connection = rusqlite::Connection::open(place.path(file)).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_place_is_held_if_and_only_if_its_bundle_is_there_whenever_packing_is_stopped() {
    let items = times(300, 3000);
    let place = Workplace::with_questions(items);
    place.json(&["assign", "review", "--per-item", "1"]);
    let give_back = ["pack", "--for", "alice", "--give-back"];
    let pack = ["pack", "--for", "alice", "--file", "alice.db"];
    let start = Instant::now();
    place.assay(&pack).well();
    let usual = start.elapsed();
    let mut chance = ChaCha8Rng::seed_from_u64(25);
    let (mut whole, mut none) = (0, 0);
    for round in 0..times(12, 400) {
        place.assay(&give_back).well();
        let _ = std::fs::remove_file(place.path("alice.db"));
        let mut child =
            place.command(&pack).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Half of the kills fall upon the last steps.
        let from = if round % 4 < 2 { 0.0 } else { 0.8 };
        std::thread::sleep(
            usual.mul_f64(chance.random_range(from..1.1)) + Duration::from_millis(1),
        );
        let signal = if round % 2 == 0 { "KILL" } else { "INT" };
        let pid = child.id().to_string();
        let _ = std::process::Command::new("kill").args(["-s", signal, &pid]).status();
        child.wait().unwrap();
        // Whoever opens the database next finds it finished, one way or the other.
        place.assay(&["status"]).well();
        let held = count(&place, "assay.db", "SELECT count(*) FROM lease");
        if !place.path("alice.db").exists() {
            assert_eq!(held, 0, "round {round}: held without a bundle, after {signal}");
            none += 1;
            continue;
        }
        let packed = count(&place, "alice.db", "SELECT count(*) FROM question");
        assert_eq!((held, packed), (items as i64, items as i64), "round {round}, after {signal}");
        place.assay(&["--db", "alice.db", "doctor"]).well();
        whole += 1;
    }
    println!("{whole} bundles and {none} times nothing; packing takes {usual:?}");
    assert!(none > 0, "no kill met a program at work");
    place.assay(&["doctor"]).well();
}
