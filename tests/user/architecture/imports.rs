//! Reads which modules of the workspace import which, from the text of the sources. Crates are read as
//! the modules that `src/lib.rs` makes of them: `assay_store::open` is `store::open`.
//!
//! Paths are read, not resolved: `use super::Name` of an item that the parent re-exports counts as
//! an import of the parent. Comments and unit tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module in the crate: `["store", "question", "import"]`.
pub type ModulePath = Vec<String>;

/// The folders of sources, and the module that a crate is as a whole.
const CRATES: [(&str, Option<&str>); 8] = [
    ("src", None),
    ("crates/core/src", None),
    ("crates/workflow/src", None),
    ("crates/formats/src", Some("formats")),
    ("crates/llm/src", Some("llm")),
    ("crates/store/src", Some("store")),
    ("crates/tui/src", Some("tui")),
    ("crates/words/src", Some("words")),
];

/// The source files of the workspace.
pub struct Sources {
    /// The code of each module without comments and unit tests.
    code: BTreeMap<ModulePath, String>,
}

impl Sources {
    /// Reads `src` and the crates.
    pub fn load() -> Self {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut code = BTreeMap::new();
        for (folder, module) in CRATES {
            let root = repository.join(folder);
            for file in rust_files(&root) {
                let text = fs::read_to_string(&file).expect("a source file");
                let path = module_path(file.strip_prefix(&root).expect("below the crate"));
                let is_root = module.is_some() && path == ["lib"];
                let below = if is_root { Vec::new() } else { path };
                let path = module.iter().map(|&name| name.to_owned()).chain(below).collect();
                code.insert(path, as_modules(&code_of(&text), module));
            }
        }
        Sources { code }
    }

    /// Sources made up for a test: paths such as `store::open` with their code.
    pub fn from_code(code: &[(&str, &str)]) -> Self {
        let split = |path: &str| path.split("::").map(str::to_owned).collect();
        Sources { code: code.iter().map(|(path, code)| (split(path), code_of(code))).collect() }
    }

    /// Every module with its code.
    pub fn modules(&self) -> impl Iterator<Item = (&ModulePath, &str)> {
        self.code.iter().map(|(path, code)| (path, code.as_str()))
    }

    /// Which modules each module imports from.
    pub fn imports(&self) -> BTreeMap<&ModulePath, BTreeSet<ModulePath>> {
        self.modules().map(|(path, code)| (path, self.imports_of(path, code))).collect()
    }

    fn imports_of(&self, path: &ModulePath, code: &str) -> BTreeSet<ModulePath> {
        let (uses, rest) = split_uses(code);
        let written = uses.iter().flat_map(|tree| expand(tree)).chain(paths_in(&rest));
        let mut imports: BTreeSet<ModulePath> =
            written.filter_map(|written| self.module_named(path, &written)).collect();
        imports.remove(path);
        imports
    }

    /// The module that a written path leads into, as far as it names modules.
    fn module_named(&self, from: &ModulePath, written: &str) -> Option<ModulePath> {
        let mut segments = written.split("::").peekable();
        let mut base: ModulePath = match *segments.peek()? {
            "crate" => Vec::new(),
            "super" | "self" => from.clone(),
            child if self.exists(from, child) => from.clone(),
            _ => return None,
        };
        while let Some(step) = segments.next_if(|step| ["crate", "super", "self"].contains(step)) {
            if step == "super" {
                base.pop();
            }
        }
        for segment in segments {
            if !self.exists(&base, segment) {
                break;
            }
            base.push(segment.to_owned());
        }
        (!base.is_empty()).then_some(base)
    }

    fn exists(&self, parent: &ModulePath, child: &str) -> bool {
        let mut path = parent.clone();
        path.push(child.to_owned());
        self.code.contains_key(&path)
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => rust_files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

fn module_path(file: &Path) -> ModulePath {
    let path = file.with_extension("");
    let mut path: ModulePath =
        path.iter().map(|part| part.to_str().expect("a name in UTF-8").to_owned()).collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

fn code_of(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = before_tests.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The code with paths into other crates written as paths into one.
fn as_modules(code: &str, module: Option<&str>) -> String {
    let mut code = code.to_owned();
    if let Some(module) = module {
        code = code.replace("crate::", &format!("crate::{module}::"));
    }
    for (folder, module) in CRATES {
        let Some(name) = folder.strip_prefix("crates/") else { continue };
        let name = name.trim_end_matches("/src");
        let within = module.map_or_else(String::new, |module| format!("{module}::"));
        code = code.replace(&format!("assay_{name}::"), &format!("crate::{within}"));
    }
    code
}

/// The trees of all `use` items, and the code without them.
fn split_uses(code: &str) -> (Vec<String>, String) {
    let mut uses = Vec::new();
    let mut rest = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let item = line.trim_start();
        let visibility = item.find("use ").map(|at| &item[..at]);
        let is_visibility = |word: &str| {
            matches!(word, "" | "pub ") || word.starts_with("pub(") && word.ends_with(") ")
        };
        // A line of a text may begin with the word, too.
        let is_item = item.contains("::") || item.ends_with(';') || item.ends_with('{');
        if !(is_item && visibility.is_some_and(is_visibility)) {
            rest.push_str(line);
            rest.push('\n');
            continue;
        }
        let mut tree = item[item.find("use ").unwrap_or(0) + 4..].to_owned();
        while !tree.contains(';') {
            let Some(next) = lines.next() else { break };
            tree.push_str(next.trim());
        }
        uses.push(tree.split(';').next().unwrap_or_default().replace(' ', ""));
    }
    (uses, rest)
}

/// The paths of a `use` tree: `a::{b, c::{d, e}}` gives `a::b`, `a::c::d`, `a::c::e`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, body)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let body = body.strip_suffix('}').unwrap_or(body);
    let mut depth = 0_usize;
    let branches = body.split(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let nested = branches.filter(|branch| !branch.is_empty()).flat_map(expand);
    nested.map(|path| format!("{prefix}{path}")).collect()
}

/// Paths outside of `use` items: those that begin with `crate::`, `super::` or `self::`.
fn paths_in(code: &str) -> Vec<String> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(|letter| !is_path(letter));
    let roots = ["crate::", "super::", "self::"];
    words.filter(|word| roots.iter().any(|root| word.starts_with(root))).map(Into::into).collect()
}
