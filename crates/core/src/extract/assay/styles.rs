//! The law of answers by a label: the label is read in every style that models use, whatever the
//! texts of the choices say.

use super::*;
use crate::benchmark::Label;

/// The sets of choices and the styles of `tests/extraction_styles.txt`.
fn sets_and_styles() -> (Vec<Vec<&'static str>>, Vec<String>) {
    let lines = include_str!("../../../../../tests/extraction_styles.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    let (sets, styles): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("choices: "));
    let sets = sets.iter().map(|set| set["choices: ".len()..].split(" | ").collect());
    (sets.collect(), styles.iter().map(|style| style.replace('⏎', "\n")).collect())
}

/// The text in this style that answers with the choice at `at`; the next choice is the other one.
fn answer(style: &str, set: &[&str], at: usize) -> String {
    let labels: Vec<String> = Label::all().map(|label| label.to_string()).collect();
    let other = (at + 1) % set.len();
    let item = |at: usize| format!("{}. {}", labels[at], set[at]);
    let list: Vec<String> = (0..set.len()).map(item).collect();
    let wrong = (0..set.len()).filter(|other| *other != at);
    let mut steps: Vec<String> =
        wrong.map(|at| format!("- {}: this does not fit the picture.", item(at))).collect();
    steps.push(format!("- {}: this fits the picture.", item(at)));
    style
        .replace("{L}", &labels[at])
        .replace("{l}", &labels[at].to_lowercase())
        .replace("{O}", &labels[other])
        .replace("{list}", &list.join("\n"))
        .replace("{steps}", &steps.join("\n"))
        .replace("{t}", set[at])
        .replace("{o}", set[other])
}

#[test]
fn a_label_is_read_in_every_style_whatever_the_choices_say() {
    let (sets, styles) = sets_and_styles();
    assert!(sets.len() > 35 && styles.len() > 600);
    let mut misread = Vec::new();
    for set in &sets {
        let choices = Choices::new(Label::all().zip(set.iter().copied()));
        for style in &styles {
            for (at, label) in Label::all().enumerate().take(set.len()) {
                let text = answer(style, set, at);
                let found = extract(&text, &choices);
                if found.answer != Answer::Label(label) {
                    misread.push(format!("{label} {found:?} {text:?} {set:?}"));
                }
            }
        }
    }
    assert!(
        misread.is_empty(),
        "{} misread:\n{}",
        misread.len(),
        misread[..misread.len().min(40)].join("\n")
    );
}
