//! Disks and outputs that take nothing any more.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use crate::attack::acts;
use crate::harness::{Said, Workplace};

#[test]
fn a_decision_whose_report_cannot_be_written_is_known_to_be_saved() {
    let place = Workplace::with_questions(2);
    let decide = ["decide", "review", "1", "--as", "a", "--answer", "B", "--verdict", "keep"];
    for command in [&decide[..], &["decide", "undo", "--as", "a"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut program = place.command(command);
        let output = program.stdout(full).stderr(Stdio::piped()).output().unwrap();
        let said = Said::from_output(&output);
        assert!(said.err.contains("is saved"), "{said:?}");
        // A script that repeats what failed would decide twice.
        assert_eq!(said.code, 0, "{said:?}");
    }
    assert_eq!(acts(&place), ["reviewkeep", "undo"]);
}

/// A file system of one megabyte, where the machine lets us mount one.
struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    fn mount(at: std::path::PathBuf) -> Option<Self> {
        std::fs::create_dir(&at).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&at);
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !mounted {
            eprintln!("skipped: this machine does not let us mount a small disk");
        }
        mounted.then_some(SmallDisk(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_refuses_and_loses_nothing() {
    let place = Workplace::with_questions(20);
    let Some(disk) = SmallDisk::mount(place.path("disk")) else { return };
    std::fs::copy(place.path("assay.db"), disk.0.join("assay.db")).unwrap();
    let note = "n ".to_owned() + &"long words ".repeat(300);
    // A note is saved once.
    let lines: Vec<String> = (0..600).map(|number| format!("{note}{number}\n")).collect();
    let arguments = ["--db", "disk/assay.db", "annotate", "review", "--plain", "--as", "a"];
    let said = place.assay_with_input(&arguments, &lines.concat());
    let saved = said.out.matches("Saved: ").count();
    let words = said.out.clone() + &said.err;
    assert!(words.contains("the disk of the database"), "{}", &words[words.len() - 500..]);
    assert!(saved > 10, "{saved}");
    std::fs::create_dir(place.path("saved")).unwrap();
    for name in ["assay.db", "assay.db-wal"] {
        let _ = std::fs::copy(disk.0.join(name), place.path("saved").join(name));
    }
    let export = place.run(&["--db", "saved/assay.db", "export", "decisions"]);
    assert_eq!(export.lines().count(), saved);
    place.assay(&["--db", "saved/assay.db", "doctor"]).well();
}

#[test]
fn a_killed_export_leaves_nothing_after_the_next_one() {
    let place = Workplace::with_questions(1_500);
    let export = ["export", "questions", "--file", "out.tsv", "--force"];
    let litter = || {
        let names = std::fs::read_dir(place.path("")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(".part")).collect::<Vec<_>>()
    };
    for _ in 0..200 {
        let mut program = place.command(&export);
        let mut child = program.stderr(Stdio::null()).spawn().unwrap();
        while litter().is_empty() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        if !litter().is_empty() {
            break;
        }
    }
    assert_eq!(litter().len(), 1, "no export was killed while it wrote");
    place.run(&export);
    assert!(litter().is_empty(), "{:?}", litter());
}
