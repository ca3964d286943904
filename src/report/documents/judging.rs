//! What judges did: `assay judge run` and `assay judge check`.

use super::asking::{failed_requests, with_costs};
use crate::infer::Estimate;
use crate::judging::{
    DrillCard, DrillSummary, JudgingOptions, JudgingSummary, NEEDED_PERCENT, TestCount,
};
use crate::keyword::Keyword;
use crate::report::{Fields, Printout};
use crate::store::Benchmark;

/// The result of asking a judge about stored answers.
pub fn judging(
    benchmark: &Benchmark,
    options: &JudgingOptions,
    summary: &JudgingSummary,
) -> Printout {
    let spent = &summary.spent;
    let judged = named(Fields::over([summary]), benchmark, options)
        .flat(|judged| judged)
        .with(columns!(number_column: questions, decided, undecided, unresolved, refused, failed))
        .with(columns!(number_column: reused, unanswered, left))
        .number_column("requests", |judged| judged.requests.requests)
        .number_column("tokens", |_| spent.tokens.prompt + spent.tokens.completion)
        .number_column("seconds", |_| format!("{:.1}", spent.seconds))
        .text_column("stopped", |_| spent.stopped.map(Keyword::name));
    let JudgingSummary { failed, unknown, .. } = *summary;
    let asked_again = (failed > 0)
        .then(|| format!("{failed} judgments failed; the same `assay judge run` asks these again"));
    let unknown = (unknown > 0).then(|| {
        format!(
            "{unknown} lines are not of requests that are open: judged before, or by other flags"
        )
    });
    Printout::default()
        .record(judged)
        .filled([failed_requests(spent)])
        .warned(asked_again.into_iter().chain(unknown).collect())
}

/// What a judge would be asked.
pub fn judging_estimate(
    benchmark: &Benchmark,
    options: &JudgingOptions,
    estimate: &Estimate,
) -> Printout {
    let asked = named(Fields::over([estimate]), benchmark, options)
        .json("dry_run", |_| true)
        .flat(|asked| asked)
        .with(columns!(number_column: questions, requests, reused, bytes))
        .number_column("prompt tokens, roughly", |asked| asked.tokens.prompt);
    Printout::default().record(with_costs(asked, estimate))
}

/// What each record of a judge begins with.
fn named<R: Copy>(fields: Fields<R>, benchmark: &Benchmark, options: &JudgingOptions) -> Fields<R> {
    fields
        .json("benchmark", |_| &benchmark.name)
        .text("judge", |_| &options.judge)
        .text("mode", |_| options.mode().name())
        .text("template", |_| &options.prompt.name)
        .json("input", |_| options.input)
        .json("orders", |_| options.orders.name())
        .json("repeats", |_| options.repeats)
}

/// The result of a fire drill.
pub fn drill(summary: &DrillSummary) -> Printout {
    let DrillSummary { card, without_reply, .. } = summary;
    let untested = card.tests.iter().filter(|test| test.n == 0 && *without_reply == 0);
    let untested = untested
        .map(|test| format!("{}: not tested, the benchmark has no material for it", test.test));
    let unfinished = (*without_reply > 0).then(|| {
        format!(
            "{without_reply} pairs have no reply, so that the card is not finished; the same `assay judge check` \
             asks them again"
        )
    });
    Printout::default()
        .flat(summary)
        .json("needed_percent", NEEDED_PERCENT)
        .table(drill_tests(card))
        .warned(untested.chain(unfinished).collect())
}

/// The card of a judge, for its own command and below the tables of its votes.
pub fn drill_tests(card: &DrillCard) -> Fields<&TestCount> {
    let result = if card.passed { "passed" } else { "failed" };
    Fields::over(&card.tests)
        .text("test", |test| test.test.name())
        .with(columns!(number: n, passed, failed, unresolved))
        .titled(format!(
            "{}: fire drill {result} ({NEEDED_PERCENT} % of each test needed)",
            card.judge
        ))
}
