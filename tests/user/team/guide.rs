//! The commands of docs/team.md, run in their order: a lead's first hour.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::harness::{Said, Workplace, questions};

/// The administrator's commands do nothing; screens become plain conversations of a few lines.
const STAND_INS: &str = "\
    groupadd() { :; }\n\
    usermod() { :; }\n\
    chgrp() { :; }\n\
    ssh() { shift 2; \"$@\"; }\n\
    assay() {\n\
      case \" $* \" in\n\
        *\" annotate \"*) command assay \"$@\" --plain <lines ;;\n\
        *) command assay \"$@\" ;;\n\
      esac\n\
    }\n";

#[test]
fn every_command_of_the_guide_runs_in_its_order() {
    let page = include_str!("../../../docs/team.md");
    let place = Workplace::new();
    place.write("MMBench_DEV_EN.tsv", &questions(20));
    place.write("review.md", "# Review\n\nKeep what is right.\n");
    place.write("lines", &"b\ny\n".repeat(3));
    let folder = place.file("srv");
    let blocks = page.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    let blocks: Vec<String> = blocks.map(|block| block.replace("/srv", &folder)).collect();
    assert!(blocks.len() > 15, "{} blocks", blocks.len());
    let script = format!("{STAND_INS}{}", blocks.concat());
    let program = Path::new(env!("CARGO_BIN_EXE_assay")).parent().unwrap();
    let path = env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.display());
    let mut shell = Command::new("sh");
    shell.args(["-exc", &script]).current_dir(place.path("")).env_clear();
    shell.envs(place.environment()).env("PATH", path);
    let said = Said::from_output(&shell.output().unwrap()).well();
    assert!(said.out.contains("| level | ability |"), "the table of the cleaning: {}", said.out);
    for file in ["clean.tsv", "removed.jsonl", "decisions.jsonl", "bob.db", "srv/assay/assay.db"] {
        assert!(place.path(file).exists(), "{file}");
    }
}
