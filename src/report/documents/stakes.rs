//! What the open questions can change in the ranking of the models: `assay report stakes`.

use serde_json::json;

use crate::certification::stakes::{BenchmarkStakes, Doubts};
use crate::certify::stakes::PairStakes;
use crate::evaluation::RunOptions;
use crate::figures::ranges;
use crate::report::{Fields, Form, Printout, Table};

/// The pairs that are shown where all are decided.
const NEAREST: usize = 5;
/// The questions that the table shows; JSON and CSV have all.
const MOST_SHOWN: usize = 20;

/// The stakes of a benchmark: its models with their places, the pairs that are not decided, and the questions
/// that turn them, those that turn the most first.
pub fn stakes(
    benchmark: &str,
    options: &RunOptions,
    doubts: &Doubts,
    found: &BenchmarkStakes,
    form: Form,
) -> Printout {
    let BenchmarkStakes { strategy, models, open, stakes, warnings, .. } = found;
    let scoring = options.by(*strategy);
    let places = stakes.places.iter().zip(models).map(|(places, model)| (model, places));
    let places: Vec<_> = places.collect();
    let rows = Fields::over(&places)
        .text("model", |(model, _)| model)
        .number("correct", |(_, places)| places.correct)
        .number("place", |(_, places)| places.place)
        .number("best", |(_, places)| places.best)
        .number("worst", |(_, places)| places.worst)
        .json("exact", |(_, places)| places.exact)
        .text_column("", |(_, places)| if places.exact { "" } else { "best and worst are bounds" })
        .titled(format!("{benchmark} · {} · {scoring}", sentence(found)));
    let pair = |pair: &PairStakes| {
        let [a, b] = pair.models.map(|model| &models[model]);
        let PairStakes { difference, min, max, .. } = pair;
        let decided = pair.is_decided();
        json!({"a": a, "b": b, "difference": difference, "min": min, "max": max, "decided": decided})
    };
    let pairs: Vec<_> = stakes.pairs.iter().map(pair).collect();
    let order = found.order();
    let question = |&at: &usize| json!({"key": open[at], "pairs": stakes.questions[at].pairs});
    let questions: Vec<_> = order.iter().map(question).collect();
    let mut tables = vec![undecided_pairs(found, form), turning_questions(found, &order, form)];
    tables.retain(|table| form == Form::Csv || !table.rows.is_empty());
    Printout::about(benchmark)
        .flat(scoring)
        .json("outcomes", &doubts.outcomes)
        .json("summary", sentence(found))
        .json("open", open)
        .json("pairs", pairs)
        .list("models", rows)
        .json("questions", questions)
        .warned(warnings.clone())
        .tables(tables)
}

/// The pairs that are not decided; where all are, those that are nearest to it. CSV has all.
fn undecided_pairs(found: &BenchmarkStakes, form: Form) -> Table {
    let pairs = &found.stakes.pairs;
    let undecided: Vec<&PairStakes> = pairs.iter().filter(|pair| !pair.is_decided()).collect();
    let count = undecided.len();
    let margin = |pair: &&PairStakes| pair.min.abs().min(pair.max.abs());
    let (shown, which) = match form {
        Form::Csv => (pairs.iter().collect(), ""),
        _ if count > 0 => (undecided, ""),
        _ => {
            let mut nearest: Vec<&PairStakes> = pairs.iter().collect();
            nearest.sort_by_key(margin);
            nearest.truncate(NEAREST);
            (nearest, "; these are nearest to it")
        }
    };
    let title = format!(
        "{count} of {} pairs are not decided{which} · right answers of a minus those of b, now and over all outcomes",
        pairs.len()
    );
    Table::over(shown)
        .text("a", |pair| &found.models[pair.models[0]])
        .text("b", |pair| &found.models[pair.models[1]])
        .with(columns!(number: difference, min, max))
        .number("turned by", |pair| pair.turned_by.len())
        .titled(title)
}

fn turning_questions(found: &BenchmarkStakes, order: &[usize], form: Form) -> Table {
    let turns = |at: usize| found.stakes.questions[at].pairs;
    let turning = order.iter().filter(|at| turns(**at) > 0).count();
    let most = if form == Form::Csv { order.len() } else { MOST_SHOWN.min(turning) };
    let rest = match turning.saturating_sub(most) {
        0 => String::new(),
        rest => format!(" · {rest} more turn some (-o json has all)"),
    };
    let title = format!("Open questions by the pairs that they can turn{rest}");
    Table::over(order.iter().copied().take(most))
        .text("question", |at| &found.open[at])
        .number("pairs", turns)
        .titled(title)
}

/// Which places are settled, and what the others depend on.
fn sentence(found: &BenchmarkStakes) -> String {
    let places = &found.stakes.places;
    let open = match found.open.len() {
        0 => return "no question is open".into(),
        1 => "1 question is open".to_owned(),
        count => format!("{count} questions are open"),
    };
    let contested = found.stakes.contested();
    let is_settled = |at: &usize| contested.iter().all(|one| !one.models.contains(at));
    let mut settled: Vec<usize> =
        (0..places.len()).filter(is_settled).map(|at| places[at].place).collect();
    settled.sort_unstable();
    settled.dedup();
    let mut parts = vec![open];
    parts.push(match settled.len() {
        _ if contested.is_empty() => "every place is settled whatever becomes of them".into(),
        0 => "no place is settled".into(),
        1 => format!("place {} is settled whatever becomes of them", ranges(&settled)),
        _ => format!("places {} are settled whatever becomes of them", ranges(&settled)),
    });
    for one in contested {
        let mut of_group: Vec<usize> = one.models.iter().map(|&at| places[at].place).collect();
        of_group.dedup();
        let questions = match one.questions.len() {
            1 => "1 question".to_owned(),
            count => format!("{count} questions"),
        };
        let (word, verb) =
            if of_group.len() == 1 { ("place", "depends") } else { ("places", "depend") };
        parts.push(format!("{word} {} {verb} on {questions}", ranges(&of_group)));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::stakes::{OpenQuestion, Stakes};
    use crate::score::Strategy;

    fn found(settled: &[i64], now: &[bool]) -> BenchmarkStakes {
        let no_model = vec![false; settled.len()];
        let open = OpenQuestion { now: now.to_vec(), outcomes: vec![now.to_vec(), no_model] };
        BenchmarkStakes {
            strategy: Strategy::Circular,
            models: (0..settled.len()).map(|model| format!("m{model}")).collect(),
            open: vec!["7".into()],
            stakes: Stakes::compute(settled, &[open]),
            is_scored: true,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn the_sentence_says_which_places_are_settled_and_what_the_others_depend_on() {
        let said = sentence(&found(&[9, 7, 4, 4, 1], &[true, true, true, false, true]));
        let expected = "1 question is open · places 1, 2, 5 are settled whatever becomes of them · \
                        places 3, 4 depend on 1 question";
        assert_eq!(said, expected);
        let said = sentence(&found(&[9, 7, 4], &[true; 3]));
        let expected = "1 question is open · every place is settled whatever becomes of them";
        assert_eq!(said, expected);
    }
}
