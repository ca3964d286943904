//! What a benchmark is made of: `assay describe`.

use super::Document;
use crate::describe::{Description, Duplication, NOTHING_TO_TEST, Shortfall, UnknownName};
use crate::figures::percent;
use crate::keyword::Keyword;
use crate::report::table::{number, text};
use crate::report::{Align, Form, Table};
use crate::statistics::{ChiSquare, Spread};

/// The maximum length of groups of duplicates and lists of keys in tables; JSON has all.
const MOST_SHOWN: usize = 10;

impl Document for Description {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut tables = vec![summary(self), abilities(self), kinds(self), choices(self)];
        tables.extend([positions(self), spreads(self), duplicates(self)]);
        let groups = duplicate_groups(self);
        let rest = [shortfalls(self), unknown_names(self)];
        tables.extend(std::iter::once(groups).chain(rest).filter(|table| !table.is_empty()));
        tables
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}

fn summary(description: &Description) -> Table {
    let what = |name| [(name, Align::Left), ("n", Align::Right), ("", Align::Left)];
    let mut table = Table::new(what("what"));
    let mut row =
        |name: &str, n: usize, note: String| table.row([name.to_owned(), n.to_string(), note]);
    let taxonomy = description.taxonomy.as_ref().map(|name| format!("taxonomy {name}"));
    let split = description.split.as_ref().map(|name| format!("of split {name}"));
    let of = [Some(description.benchmark.clone()), split, taxonomy];
    row(
        "questions",
        description.questions,
        of.into_iter().flatten().collect::<Vec<_>>().join(" · "),
    );
    for (split, questions) in &description.splits {
        row(&format!("of split {split}"), *questions, String::new());
    }
    row("open questions", description.open_questions, String::new());
    row(
        "without a reference answer",
        description.missing_answers.len(),
        some(&description.missing_answers),
    );
    row("without an ability", description.abilities.without_ability, String::new());
    let empty = &description.abilities.without_questions;
    row("abilities without a question", empty.len(), some(empty));
    let pictures = &description.pictures;
    let notes = [
        (pictures.unreadable, "unreadable"),
        (description.broken_pictures.len(), "not as imported"),
    ];
    let notes = notes.into_iter().filter(|(count, _)| *count > 0);
    let notes: Vec<String> = notes.map(|(count, what)| format!("{count} {what}")).collect();
    row("different pictures", pictures.pictures, notes.join(", "));
    table
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
    let mut columns = vec![("level", Align::Left), ("ability", Align::Left)];
    columns.extend([("questions", Align::Right), ("share", Align::Right)]);
    if has_published {
        columns.push(("published", Align::Right));
    }
    let mut table = Table::new(columns).titled("Questions by ability");
    for row in &description.abilities.counts {
        table.row([
            row.level.name().to_owned(),
            row.name.clone(),
            row.questions.to_string(),
            share(row.questions, description.questions),
            row.published.map(|count| count.to_string()).unwrap_or_default(),
        ]);
    }
    table
}

fn kinds(description: &Description) -> Table {
    let columns = ["kind", "questions", "share", "open"];
    let mut table =
        Table::new(columns.map(numbers_but_the_first)).titled("Questions by what they show");
    for row in &description.kinds {
        let counts = [row.questions.to_string(), share(row.questions, description.questions)];
        table.row(
            [row.kind.name().to_owned()].into_iter().chain(counts).chain([row.open.to_string()]),
        );
    }
    table
}

fn numbers_but_the_first(name: &str) -> (&str, Align) {
    let is_text = matches!(name, "kind" | "choices" | "what" | "duplicates");
    (name, if is_text { Align::Left } else { Align::Right })
}

fn choices(description: &Description) -> Table {
    let columns = ["choices", "questions", "share"].map(numbers_but_the_first);
    let mut table = Table::new(columns).titled("Choices per question");
    for (&choices, &questions) in &description.choices {
        let name = if choices == 0 { "none (open)".to_owned() } else { choices.to_string() };
        table.row([name, questions.to_string(), share(questions, description.questions)]);
    }
    table
}

fn positions(description: &Description) -> Table {
    let balance = &description.answer_positions;
    let most = balance.by_choices.iter().map(|counts| counts.choices).max().unwrap_or(0);
    let names: Vec<String> = (1..=most).map(|position| position.to_string()).collect();
    let mut columns = vec![("choices", Align::Left), ("questions", Align::Right)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    let test = [("chi-square", Align::Right), ("df", Align::Right), ("p", Align::Right)];
    columns.extend(test.into_iter().chain([("", Align::Left)]));
    let title = "Position of the reference answer among the choices; p: the chance of so uneven counts \
                 if each position is as likely";
    let mut table = Table::new(columns).titled(title);
    for counts in &balance.by_choices {
        let mut cells = vec![counts.choices.to_string(), counts.questions.to_string()];
        let shares = (0..most).map(|at| {
            counts
                .positions
                .get(at)
                .map_or_else(String::new, |&count| share(count, counts.questions))
        });
        cells.extend(shares);
        cells.extend(test_cells(counts.test.as_ref()));
        table.row(cells);
    }
    let mut joint = vec!["all".to_owned()];
    joint.push(balance.by_choices.iter().map(|counts| counts.questions).sum::<usize>().to_string());
    joint.extend(std::iter::repeat_n(String::new(), most));
    joint.extend(test_cells(balance.test.as_ref()));
    table.row(joint);
    table
}

fn test_cells(test: Option<&ChiSquare>) -> [String; 4] {
    let Some(test) = test else {
        return [String::new(), String::new(), "undefined".into(), NOTHING_TO_TEST.into()];
    };
    let p = if test.p < 0.0001 { "< 0.0001".to_owned() } else { format!("{:.4}", test.p) };
    let few = test.smallest_expected < 5.0;
    let note = few.then(|| format!("only {:.1} expected: p is rough", test.smallest_expected));
    [format!("{:.2}", test.statistic), test.df.to_string(), p, note.unwrap_or_default()]
}

fn spreads(description: &Description) -> Table {
    let columns = ["what", "n", "mean", "min", "quartile 1", "median", "quartile 3", "max"];
    let mut table =
        Table::new(columns.map(numbers_but_the_first)).titled("Words and sizes of pictures");
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
    for (name, spread) in rows {
        let Some(Spread { n, mean, min, q1, median, q3, max }) = spread else { continue };
        let is_small = max < 10.0;
        let number = |value: f64| match is_small {
            true => format!("{value:.2}"),
            false => format!("{value:.1}").trim_end_matches(".0").to_owned(),
        };
        let numbers = [mean, min, q1, median, q3, max].map(number);
        table.row([name.to_owned(), n.to_string()].into_iter().chain(numbers));
    }
    table
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
    let columns =
        [("duplicates", Align::Left), ("groups", Align::Right), ("questions", Align::Right)];
    let columns = columns.into_iter().chain([("rule", Align::Left)]);
    let mut table = Table::new(columns).titled("Duplicates");
    for (name, found) in of_all_kinds(description) {
        let (groups, questions, rule) = match found {
            Some(found) => {
                let but =
                    found.not_compared.as_ref().map(|but| format!("; {but}")).unwrap_or_default();
                let counts = (found.groups.len().to_string(), found.questions.to_string());
                (counts.0, counts.1, format!("{}{but}", found.rule))
            }
            None => (String::new(), String::new(), "not looked for: pictures were not read".into()),
        };
        table.row([name.to_owned(), groups, questions, rule]);
    }
    table
}

fn duplicate_groups(description: &Description) -> Table {
    let columns = [("duplicates", Align::Left), ("n", Align::Right), ("questions", Align::Left)];
    let title = format!("The first {MOST_SHOWN} groups of each kind; -o json has all");
    let mut table = Table::new(columns).titled(title);
    for (name, found) in of_all_kinds(description) {
        for group in found.iter().flat_map(|found| &found.groups).take(MOST_SHOWN) {
            table.row([name.to_owned(), group.len().to_string(), some(group)]);
        }
    }
    table
}

fn shortfalls(description: &Description) -> Table {
    let columns = [
        text("ability", |row: &&Shortfall| row.name.clone()),
        number("quota", |row| row.quota.to_string()),
        number("questions", |row| row.questions.to_string()),
        number("lacking", |row| row.lacking.to_string()),
    ];
    let rows = &description.abilities.shortfalls;
    Table::from_rows(rows, &columns).titled("Abilities below their quota")
}

fn unknown_names(description: &Description) -> Table {
    let columns = [
        text("category", |row: &&UnknownName| row.name.clone()),
        number("questions", |row| row.questions.to_string()),
        text("nearest in the taxonomy", |row| row.nearest.clone().unwrap_or_default()),
    ];
    let rows = &description.abilities.unknown_names;
    Table::from_rows(rows, &columns).titled("Categories that the taxonomy does not have")
}
