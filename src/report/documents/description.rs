//! What a benchmark is made of: `assay describe`.

use crate::certification::against::Shared;
use crate::describe::{Description, Duplication, NOTHING_TO_TEST, PositionCounts};
use crate::figures::percent;
use crate::keyword::Keyword;
use crate::report::{Printout, Table};
use crate::statistics::{ChiSquare, Spread};

/// The maximum length of groups of duplicates and lists of keys in tables; JSON has all.
const MOST_SHOWN: usize = 10;
/// The most pairs of a comparison in tables.
const MOST_PAIRS: usize = 30;

/// What a benchmark is made of.
pub fn description(description: &Description) -> Printout {
    let parts = [summary, abilities, kinds, choices, positions, spreads, duplicates];
    let filled = [duplicate_groups, shortfalls, unknown_names];
    Printout::default()
        .flat(description)
        .with_warnings(description.warnings.clone())
        .tables(parts.map(|part| part(description)))
        .filled(filled.map(|part| part(description)))
}

/// What a benchmark shares with something else.
pub fn shared(found: &Shared, here: &str, there: &str) -> Printout {
    let first = |keys: &[String]| some(keys);
    let pictures = Table::over(found.pictures.iter().take(MOST_PAIRS))
        .text("picture", |pair| pair.kind)
        .number("bits that differ", |pair| pair.bits)
        .number("correlation", |pair| format!("{:.3}", pair.correlation))
        .text(here, |pair| first(&pair.here))
        .text(there, |pair| first(&pair.there))
        .titled(format!("Pictures on both sides: {}", found.pictures.len()));
    let texts = Table::over(found.texts.iter().take(MOST_PAIRS))
        .text("text", |pair| pair.kind)
        .number("shared", |pair| percent(pair.shared))
        .text(here, |pair| first(&pair.here))
        .text(there, |pair| first(&pair.there))
        .titled(format!("Texts on both sides: {}", found.texts.len()));
    let summary = Table::over([
        ("questions that share anything", found.questions),
        ("pictures on both sides", found.pictures.len()),
        ("texts on both sides", found.texts.len()),
    ])
    .text("what", |(what, _)| what)
    .number("n", |(_, count)| count)
    .titled(format!(
        "{here} against {there}; --look shows both sides, at most {MOST_PAIRS} of each are listed"
    ));
    Printout::about(here)
        .json("against", there)
        .flat(found)
        .with_warnings(found.not_compared.clone())
        .tables(summary)
        .filled([pictures, texts])
}

fn summary(description: &Description) -> Table {
    let taxonomy = description.taxonomy.as_ref().map(|name| format!("taxonomy {name}"));
    let split = description.split.as_ref().map(|name| format!("of split {name}"));
    let of = [Some(description.benchmark.clone()), split, taxonomy];
    let of = of.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let (abilities, pictures) = (&description.abilities, &description.pictures);
    let notes = [
        (pictures.unreadable, "unreadable"),
        (description.broken_pictures.len(), "not as imported"),
    ];
    let notes = notes.into_iter().filter(|(count, _)| *count > 0);
    let notes: Vec<String> = notes.map(|(count, what)| format!("{count} {what}")).collect();
    let missing = &description.missing_answers;
    let empty = &abilities.without_questions;
    let row = |name: &str, count, note| (name.to_owned(), count, note);
    let splits = description.splits.iter();
    let splits = splits.map(|(split, count)| (format!("of split {split}"), *count, String::new()));
    let mut rows = vec![row("questions", description.questions, of)];
    rows.extend(splits);
    let short = description.short_answers.iter();
    let by_rule: Vec<String> = short.map(|(rule, count)| format!("{count} {rule}")).collect();
    if !by_rule.is_empty() {
        let count = description.short_answers.values().sum();
        rows.push(row("with a short answer", count, by_rule.join(", ")));
    }
    rows.extend([
        row("open questions", description.open_questions, String::new()),
        row("without a reference answer", missing.len(), some(missing)),
        row("without an ability", abilities.without_ability, String::new()),
        row("abilities without a question", empty.len(), some(empty)),
        row("different pictures", pictures.pictures, notes.join(", ")),
    ]);
    Table::over(&rows)
        .text("what", |(name, ..)| name)
        .number("n", |(_, count, _)| *count)
        .text("", |(.., note)| note)
        .table()
}

/// The first names of a list.
fn some(names: &[String]) -> String {
    let shown = names.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST_SHOWN { format!("{shown}, ...") } else { shown }
}

fn share(part: usize, of: usize) -> String {
    if of == 0 { String::new() } else { percent(part as f64 / of as f64) }
}

fn abilities(description: &Description) -> Table {
    let has_published = description.abilities.counts.iter().any(|row| row.published.is_some());
    Table::over(&description.abilities.counts)
        .text("level", |row| row.level.name())
        .text("ability", |row| &row.name)
        .number("questions", |row| row.questions)
        .number("share", |row| share(row.questions, description.questions))
        .only_if(has_published, |table| table.number("published", |row| row.published))
        .titled("Questions by ability")
}

fn kinds(description: &Description) -> Table {
    Table::over(&description.kinds)
        .text("kind", |row| row.kind.name())
        .number("questions", |row| row.questions)
        .number("share", |row| share(row.questions, description.questions))
        .number("open", |row| row.open)
        .titled("Questions by what they show")
}

fn choices(description: &Description) -> Table {
    Table::over(&description.choices)
        .text("choices", |(choices, _)| match choices {
            0 if description.short_answers.is_empty() => "none (open)".to_owned(),
            0 => "none (open or short)".to_owned(),
            _ => choices.to_string(),
        })
        .number("questions", |(_, questions)| *questions)
        .number("share", |(_, questions)| share(*questions, description.questions))
        .titled("Choices per question")
}

fn positions(description: &Description) -> Table {
    let balance = &description.answer_positions;
    let most = balance.by_choices.iter().map(|counts| counts.choices).max().unwrap_or(0);
    // The last row has the test over all.
    let all = balance.by_choices.iter().map(|counts| counts.questions).sum::<usize>();
    let test = |counts: Option<&PositionCounts>| {
        let test = counts.map_or(balance.test.as_ref(), |counts| counts.test.as_ref());
        test_cells(test)
    };
    Table::over(balance.by_choices.iter().map(Some).chain([None]))
        .text("choices", |counts| match counts {
            Some(counts) => counts.choices.to_string(),
            None => "all".to_owned(),
        })
        .number("questions", |counts| counts.map_or(all, |counts| counts.questions))
        .each(0..most, |table, at| {
            table.number(&(at + 1).to_string(), |counts| {
                let counts = counts?;
                Some(share(*counts.positions.get(at)?, counts.questions))
            })
        })
        .number("chi-square", |counts| test(counts).0)
        .number("df", |counts| test(counts).1)
        .number("p", |counts| test(counts).2)
        .text("", |counts| test(counts).3)
        .titled(
            "Position of the reference answer among the choices; p: the chance of so uneven counts if \
             each position is as likely",
        )
}

fn test_cells(test: Option<&ChiSquare>) -> (String, String, String, String) {
    let Some(test) = test else {
        return (String::new(), String::new(), "undefined".into(), NOTHING_TO_TEST.into());
    };
    let p = if test.p < 0.0001 { "< 0.0001".to_owned() } else { format!("{:.4}", test.p) };
    let few = test.smallest_expected < 5.0;
    let note = few.then(|| format!("only {:.1} expected: p is rough", test.smallest_expected));
    (format!("{:.2}", test.statistic), test.df.to_string(), p, note.unwrap_or_default())
}

fn spreads(description: &Description) -> Table {
    let (words, pictures) = (&description.words, &description.pictures);
    let rows: [(&str, Option<Spread>); 7] = [
        ("words of a question", words.question),
        ("words with hint and choices", words.with_hint_and_choices),
        ("words of a choice", words.choice),
        ("width of a picture, pixels", pictures.width),
        ("height of a picture, pixels", pictures.height),
        ("megapixels of a picture", pictures.megapixels),
        ("kilobytes of a picture", pictures.kilobytes),
    ];
    let places = |spread: Spread, value: f64| match spread.max < 10.0 {
        true => format!("{value:.2}"),
        false => format!("{value:.1}").trim_end_matches(".0").to_owned(),
    };
    let rows = rows.into_iter().filter_map(|(name, spread)| Some((name, spread?)));
    Table::over(rows)
        .text("what", |(name, _)| name)
        .number("n", |(_, of)| of.n)
        .number("mean", |(_, of)| places(of, of.mean))
        .number("min", |(_, of)| places(of, of.min))
        .number("quartile 1", |(_, of)| places(of, of.q1))
        .number("median", |(_, of)| places(of, of.median))
        .number("quartile 3", |(_, of)| places(of, of.q3))
        .number("max", |(_, of)| places(of, of.max))
        .titled("Words and sizes of pictures")
}

fn of_all_kinds(description: &Description) -> [(&'static str, Option<&Duplication>); 5] {
    let found = &description.duplicates;
    [
        ("same picture", Some(&found.same_picture)),
        ("same text", Some(&found.same_text)),
        ("same text and pictures", Some(&found.same_question)),
        ("near text", Some(&found.near_text)),
        ("near picture", found.near_picture.as_ref()),
    ]
}

fn duplicates(description: &Description) -> Table {
    Table::over(of_all_kinds(description))
        .text("duplicates", |(name, _)| name)
        .number("groups", |(_, found)| found.map(|found| found.groups.len()))
        .number("questions", |(_, found)| found.map(|found| found.questions))
        .text("rule", |(_, found)| {
            let Some(found) = found else {
                return "not looked for: pictures were not read".to_owned();
            };
            let but = found.not_compared.as_ref().map(|but| format!("; {but}"));
            format!("{}{}", found.rule, but.unwrap_or_default())
        })
        .titled("Duplicates")
}

fn duplicate_groups(description: &Description) -> Table {
    let title = format!("The first {MOST_SHOWN} groups of each kind; -o json has all");
    let rows = of_all_kinds(description).into_iter().flat_map(|(name, found)| {
        let groups = found.into_iter().flat_map(|found| &found.groups).take(MOST_SHOWN);
        groups.map(move |group| (name, group))
    });
    Table::over(rows)
        .text("duplicates", |(name, _)| name)
        .number("n", |(_, group)| group.len())
        .text("questions", |(_, group)| some(group))
        .titled(title)
}

fn shortfalls(description: &Description) -> Table {
    let rows = &description.abilities.shortfalls;
    Table::over(rows)
        .text("ability", |row| &row.name)
        .with(columns!(number: quota, questions, lacking))
        .titled("Abilities below their quota")
}

fn unknown_names(description: &Description) -> Table {
    let rows = &description.abilities.unknown_names;
    Table::over(rows)
        .text("category", |row| &row.name)
        .number("questions", |row| row.questions)
        .text("nearest in the taxonomy", |row| row.nearest.as_ref())
        .titled("Categories that the taxonomy does not have")
}
