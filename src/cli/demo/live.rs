//! `assay demo --live`: the server of the simulated models and judges, and suggestions to try.

use std::io;

use anyhow::Context;

use super::Shared;
use crate::benchmark::Input;
use crate::cli::print_message;
use crate::demo::{CHINESE, DemoServer, ENGLISH, Players, RUNS, SimulatedJudge, is_judged};
use crate::store::{Benchmark, Store};

/// Starts the server over the demo's database, and prints suggestions.
pub(super) fn start(shared: &Shared) -> anyhow::Result<DemoServer> {
    let store = Store::open(&shared.db)?;
    let is_sample = |benchmark: &Benchmark| {
        [ENGLISH, CHINESE].contains(&&*benchmark.name) || is_judged(&benchmark.name)
    };
    let benchmark = store.benchmarks()?.into_iter().find(is_sample).with_context(|| {
        format!(
            "this is not a database of `assay demo`: it has no benchmark {ENGLISH} or {CHINESE}, nor \
             those of the judges"
        )
    })?;
    let server = DemoServer::start(Players::load(&store, &benchmark)?)?;
    // Another terminal may be in another folder.
    let db = std::path::absolute(&shared.db)?;
    let db = quoted(&db.display().to_string());
    print_message(&match is_judged(&benchmark.name) {
        true => with_judges(&db, &server.url()),
        false => instructions(&db, &server.url()),
    });
    Ok(server)
}

/// Waits until the user wants to see the review.
pub(super) fn wait_for_enter() -> io::Result<()> {
    print_message("Enter opens the review here; the server ends with it. Ctrl-C ends both now.");
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

fn instructions(db: &str, url: &str) -> String {
    let asked = |input| {
        let of_input = RUNS.iter().filter(|run| run.input == input);
        of_input.map(|run| format!("{}={url}", run.model)).collect::<Vec<_>>().join(",")
    };
    let names = RUNS.map(|run| run.model).join(", ");
    format!(
        "The simulated models answer at {url} until Ctrl-C; no key is needed.\n\
         Models: {names}\n\
         The database has the questions and what two made-up people decided, but no answers of \
         models: ask them. In another terminal:\n\
         \n  assay infer --db {db} --model {with} --url {url}\
         \n  assay filter text-only --db {db} --ask {texts}\
         \n  assay filter wrong --db {db} --ask {images}\
         \n  assay annotate verify --db {db}\
         \n  assay export questions --db {db} --clean --file clean.tsv\n",
        with = RUNS[0].model,
        texts = asked(Input::Text),
        images = asked(Input::Image),
    )
}

fn with_judges(db: &str, url: &str) -> String {
    let [first, obedient] = SimulatedJudge::ALL.map(SimulatedJudge::name);
    format!(
        "The simulated judges answer at {url} until Ctrl-C; no key is needed.\n\
         Judges: {first}, {obedient}\n\
         The database has made-up answers and votes, also of these judges; a check puts its card below \
         their tables. In another terminal:\n\
         \n  assay judge check --db {db} --judge {first} --url {url}\
         \n  assay judge check --db {db} --judge {obedient} --url {url}\
         \n  assay judge run --db {db} --judge again --model-id {first} --url {url}\
         \n  assay votes bias --db {db} --by judge\
         \n  assay votes trust --db {db}\n",
    )
}

/// A path quoted for a shell.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:@".contains(c);
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_spaces_or_quotes_is_one_word_of_the_shell() {
        assert_eq!(quoted("/tmp/a-b/assay.db"), "/tmp/a-b/assay.db");
        assert_eq!(quoted("/tmp/my demo/it's.db"), r"'/tmp/my demo/it'\''s.db'");
    }
}
