//! The licences of everything that is linked. `cargo deny` checks more where it is installed; this
//! always runs.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// A file beside `Cargo.toml`.
fn read(name: &str) -> toml::Table {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn texts(list: &toml::Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The licences that `deny.toml` allows: to every crate, and beside them to some.
fn allowed() -> (Vec<String>, BTreeMap<String, Vec<String>>) {
    let licences = &read("deny.toml")["licenses"];
    let exceptions = licences["exceptions"].as_array().unwrap();
    let exception =
        |one: &toml::Value| (one["crate"].as_str().unwrap().to_owned(), texts(&one["allow"]));
    (texts(&licences["allow"]), exceptions.iter().map(exception).collect())
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    // `A/B` is an old way of writing `A OR B`.
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    // Without brackets OR binds stronger here: this asks for more than the expression does, never less,
    // where an alternative of several licences stands without brackets.
    expression.split(" AND ").all(|part| {
        part.split(" OR ").any(|licence| allowed.iter().any(|known| known == licence.trim()))
    })
}

#[test]
fn every_crate_that_is_linked_has_a_licence_on_the_list() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        eprintln!("skipped: the packages cannot be listed offline: {why}");
        return;
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "{} packages", packages.len());
    let (everywhere, exceptions) = allowed();
    let allowed_to = |name: &str| {
        let more = exceptions.get(name).into_iter().flatten();
        everywhere.iter().chain(more).cloned().collect::<Vec<_>>()
    };
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| {
            let allowed = allowed_to(package["name"].as_str().unwrap());
            !is_met(package["license"].as_str().unwrap_or("none"), &allowed)
        })
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(refused.is_empty(), "not on the list of deny.toml:\n{}", refused.join("\n"));
}

#[test]
fn a_crate_is_built_in_several_versions_only_where_it_is_allowed_by_name() {
    let lock = read("Cargo.lock");
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in lock["package"].as_array().unwrap() {
        let text = |field: &str| package[field].as_str().unwrap();
        versions.entry(text("name")).or_default().insert(text("version"));
        if let Some(source) = package.get("source") {
            assert!(source.as_str().unwrap().contains("crates.io-index"), "{package}");
        }
    }
    let several = versions.iter().filter(|(_, versions)| versions.len() > 1);
    let several: BTreeSet<&str> = several.map(|(name, _)| *name).collect();
    let allowed = texts(&read("deny.toml")["bans"]["skip"]);
    let new: Vec<&&str> =
        several.iter().filter(|name| !allowed.iter().any(|a| a == *name)).collect();
    assert!(new.is_empty(), "in several versions and not in deny.toml: {new:?}");
    let gone: Vec<&String> =
        allowed.iter().filter(|name| !several.contains(name.as_str())).collect();
    assert!(gone.is_empty(), "in deny.toml and in one version only: {gone:?}");
}

#[test]
fn an_expression_is_met_by_one_of_each_alternative() {
    let allowed = ["MIT", "Unicode-3.0"].map(str::to_owned);
    for good in ["MIT", "Apache-2.0 OR MIT", "MIT/GPL-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_met(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "none", "MIT AND GPL-3.0", "(GPL-3.0 OR Apache-2.0) AND MIT"] {
        assert!(!is_met(bad, &allowed), "{bad}");
    }
}
