//! The order of the modules: each imports only from layers below its own, and on its own layer
//! without cycles. The layers are read from the documentation of `src/lib.rs`, so that it stays true.

mod imports;

use std::collections::{BTreeMap, BTreeSet};

use imports::{ModulePath, Sources};

/// Folders with cycles that are not broken yet.
const KNOWN_CYCLES: [&str; 0] = [];

/// The layers that `src/lib.rs` documents, by module: lines such as ``//! 2. [`extract`]: ...``.
fn layers() -> BTreeMap<String, u32> {
    let text = include_str!("../../../src/lib.rs");
    let mut layers = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("//! ")) {
        let Some((number, rest)) = line.split_once(". ") else { continue };
        let Ok(layer) = number.parse() else { continue };
        let modules = rest.split(':').next().unwrap_or_default();
        layers.extend(modules.split('`').skip(1).step_by(2).map(|name| (name.to_owned(), layer)));
    }
    layers
}

/// Imports that lead from a module into a higher layer, as sentences.
fn imports_upward(sources: &Sources, layers: &BTreeMap<String, u32>) -> Vec<String> {
    let mut upward = Vec::new();
    for (module, imports) in sources.imports() {
        let Some(own) = layers.get(&module[0]) else { continue };
        for import in imports {
            if layers.get(&import[0]).is_none_or(|layer| layer > own) {
                upward.push(format!("{} imports {}", module.join("::"), import.join("::")));
            }
        }
    }
    upward
}

/// Groups of siblings that import each other in a circle, as sentences.
fn cycles(sources: &Sources) -> Vec<String> {
    let imports = sources.imports();
    let parents: BTreeSet<&[String]> =
        imports.keys().map(|module| &module[..module.len() - 1]).collect();
    let mut found = Vec::new();
    for parent in parents {
        let edges = sibling_imports(&imports, parent);
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            edges.keys().map(|&child| (child, reachable(&edges, child))).collect();
        let circular = reach.iter().filter(|(child, reached)| reached.contains(*child));
        let names: Vec<&str> = circular.map(|(child, _)| *child).collect();
        if !names.is_empty() {
            found.push(format!("in {}: {}", parent.join("::"), names.join(", ")));
        }
    }
    found
}

/// Which child of a module imports from which other child, itself or through its own children.
fn sibling_imports<'s>(
    imports: &'s BTreeMap<&ModulePath, BTreeSet<ModulePath>>,
    parent: &[String],
) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
    let child = |module: &'s ModulePath| {
        let below = module.strip_prefix(parent)?;
        below.first().map(String::as_str)
    };
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, targets) in imports {
        let Some(from) = child(module) else { continue };
        let others = targets.iter().filter_map(child).filter(|&to| to != from);
        edges.entry(from).or_default().extend(others);
    }
    edges
}

/// What can be reached from a module by one import or more.
fn reachable<'s>(
    edges: &BTreeMap<&'s str, BTreeSet<&'s str>>,
    start: &'s str,
) -> BTreeSet<&'s str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(module) = open.pop() {
        for &next in edges.get(module).into_iter().flatten() {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// Modules outside of `allowed` whose code names one of `words`.
fn uses_outside(sources: &Sources, words: &[&str], allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let outside = sources.modules().filter(|(module, _)| !allowed(&module[0]));
    let uses = outside.flat_map(|(module, code)| {
        let found = words.iter().filter(move |word| names_crate(code, word));
        found.map(|word| format!("{} uses {word}", module.join("::")))
    });
    uses.collect()
}

/// Whether the code has a path that begins with these words.
fn names_crate(code: &str, path: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(path).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + path.len()..].chars().next();
        !before.is_some_and(|letter| is_word(letter) || letter == ':')
            && !after.is_some_and(is_word)
    })
}

#[test]
fn every_module_of_the_crate_has_a_documented_layer() {
    let (sources, layers) = (Sources::load(), layers());
    let modules: BTreeSet<&String> = sources.modules().map(|(module, _)| &module[0]).collect();
    let without: Vec<_> = modules
        .into_iter()
        .filter(|module| !["lib", "main"].contains(&module.as_str()))
        .filter(|module| !layers.contains_key(*module))
        .collect();
    assert!(without.is_empty(), "no layer in src/lib.rs: {without:?}");
}

#[test]
fn a_module_imports_only_from_layers_below() {
    let upward = imports_upward(&Sources::load(), &layers());
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn siblings_do_not_import_each_other_in_a_circle() {
    let is_known = |cycle: &String| KNOWN_CYCLES.iter().any(|known| cycle.starts_with(known));
    let cycles: Vec<String> =
        cycles(&Sources::load()).into_iter().filter(|cycle| !is_known(cycle)).collect();
    assert!(cycles.is_empty(), "{cycles:#?}");
}

#[test]
fn the_terminal_the_database_and_the_command_line_stay_where_they_belong() {
    let sources = Sources::load();
    let mut uses = uses_outside(&sources, &["clap"], |module| module == "cli");
    uses.extend(uses_outside(&sources, &["rusqlite"], |module| module == "store"));
    uses.extend(uses_outside(&sources, &["anyhow"], |module| ["cli", "main"].contains(&module)));
    let draws = ["tui", "report", "cli"];
    let terminal = ["crossterm", "ratatui", "viuer"];
    uses.extend(uses_outside(&sources, &terminal, |module| draws.contains(&module)));
    assert!(uses.is_empty(), "{uses:#?}");
}

#[test]
fn the_store_computes_nothing() {
    let sources = Sources::load();
    let rules = ["extract", "score", "quality", "agreement"];
    let imports = sources.imports();
    let of_store = imports.iter().filter(|(module, _)| module[0] == "store");
    let mut uses: Vec<String> = of_store
        .flat_map(|(module, imports)| {
            let found = imports.iter().filter(|import| rules.contains(&import[0].as_str()));
            found.map(|import| format!("{} imports {}", module.join("::"), import.join("::")))
        })
        .collect();
    uses.extend(uses_outside(&sources, &["rayon"], |module| module != "store"));
    assert!(uses.is_empty(), "{uses:#?}");
}

#[test]
fn pure_modules_know_no_files_network_clock_or_threads() {
    let layers = layers();
    let outside = ["std::fs", "std::net", "std::time", "std::thread", "std::env", "std::process"];
    let outside = [&outside[..], &["chrono", "std::io::stdin", "std::io::stdout"]].concat();
    let is_pure = |module: &str| layers.get(module).is_some_and(|&layer| layer <= 2);
    let uses = uses_outside(&Sources::load(), &outside, |module| !is_pure(module));
    assert!(uses.is_empty(), "{uses:#?}");
}

#[test]
fn a_forbidden_import_is_found_in_every_way_to_write_it() {
    let layers = BTreeMap::from([("low".to_owned(), 1), ("high".to_owned(), 2)]);
    for code in [
        "use crate::high::Thing;",
        "pub use crate::{\n    high::{self, Thing},\n};",
        "fn f() { crate::high::inner::call() }",
        "use super::super::high::inner;",
    ] {
        let made_up = [("low", ""), ("low::deep", code), ("high", ""), ("high::inner", "")];
        let sources = Sources::from_code(&made_up);
        assert_eq!(imports_upward(&sources, &layers).len(), 1, "{code}");
    }
    let sources = Sources::from_code(&[("low", "// use crate::high::Thing;"), ("high", "")]);
    assert!(imports_upward(&sources, &layers).is_empty());
}

#[test]
fn a_cycle_between_siblings_is_found_also_through_a_third() {
    let sources = Sources::from_code(&[
        ("a", ""),
        ("a::one", "use super::two::Two;"),
        ("a::two", "use super::three;"),
        ("a::three", ""),
        ("a::three::below", "fn f() { super::super::one::call() }"),
        ("a::four", "use super::one::One;"),
    ]);
    assert_eq!(cycles(&sources), ["in a: one, three, two"]);
}
