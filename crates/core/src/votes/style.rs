//! Length and form of an answer: what judges are known to prefer whatever it says.

use std::collections::HashMap;

use serde::Serialize;

use crate::keyword::keywords;

/// The styles of answers by question, turn and model.
pub type Styles = HashMap<(u32, u16, u32), Style>;

/// Length and form of one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Characters, as Python's `len` counts them.
    pub characters: u32,
    /// Tokens, where the file gives them; else words.
    pub tokens: u32,
    /// Headings of Markdown.
    pub headers: u32,
    /// Items of lists.
    pub lists: u32,
    /// Passages in bold.
    pub bold: u32,
}

keywords! {
    /// A property of style that a judge may prefer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Feature {
        Length = "length",
        Headers = "headers",
        Lists = "lists",
        Bold = "bold",
    }
}

impl Feature {
    /// How much of it an answer has: characters, or marks.
    pub fn amount(self, style: &Style) -> u32 {
        match self {
            Feature::Length => style.characters,
            Feature::Headers => style.headers,
            Feature::Lists => style.lists,
            Feature::Bold => style.bold,
        }
    }

    /// The difference of two answers as Arena-Hard measures it: (a − b)/(a + b) of their tokens, and
    /// (a − b)/(a + b + 1) of the marks for each token.
    pub fn difference(self, a: &Style, b: &Style) -> f64 {
        if self == Feature::Length {
            let (a, b) = (f64::from(a.tokens), f64::from(b.tokens));
            return if a + b > 0.0 { (a - b) / (a + b) } else { 0.0 };
        }
        let density =
            |style: &Style| f64::from(self.amount(style)) / f64::from(style.tokens.max(1));
        let (a, b) = (density(a), density(b));
        (a - b) / (a + b + 1.0)
    }
}

impl Style {
    /// The style of a text. Marks within fenced code do not count.
    pub fn from_text(text: &str) -> Style {
        let mut style = Style {
            characters: count(text.chars()),
            tokens: count(text.split_whitespace()),
            ..Style::default()
        };
        let mut in_code = false;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            } else if !in_code {
                style.headers += u32::from(is_header(line));
                style.lists += u32::from(is_list_item(line));
                style.bold += pairs_of(line, "**") + pairs_of(line, "__");
            }
        }
        style
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

fn is_header(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(char::is_whitespace)
}

fn is_list_item(line: &str) -> bool {
    let line = line.trim_start();
    let behind_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = behind_digits.strip_prefix('.').filter(|_| behind_digits.len() < line.len());
    let item = line.strip_prefix(['-', '*', '+']).or(number);
    item.is_some_and(|item| item.starts_with(char::is_whitespace))
}

/// Passages between two such marks on one line.
fn pairs_of(line: &str, mark: &str) -> u32 {
    let between: Vec<&str> = line.split(mark).collect();
    let inside = between.iter().skip(1).step_by(2).take(between.len().saturating_sub(1) / 2);
    count(inside.filter(|passage| !passage.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_outside_code_alone() {
        let text = "# Head\n\n- one **bold** word\n* two\n 3. three __strong__ and **open\n####### no\n\
                    ```\n# comment\n- item\n```\n**a** and **b**\n1.5 is a number\n#hash";
        let style = Style::from_text(text);
        assert_eq!((style.headers, style.lists, style.bold), (1, 3, 4));
        assert_eq!(Style::from_text("größer 猫").characters, 8);
        assert_eq!(Style::from_text("größer 猫").tokens, 2);
    }

    #[test]
    fn differences_are_those_of_arena_hard() {
        let a = Style { tokens: 300, headers: 3, ..Style::default() };
        let b = Style { tokens: 100, headers: 4, ..Style::default() };
        assert!((Feature::Length.difference(&a, &b) - 0.5).abs() < 1e-15);
        assert!((Feature::Headers.difference(&a, &b) - (0.01 - 0.04) / 1.05).abs() < 1e-15);
        assert!(Feature::Length.difference(&Style::default(), &Style::default()).abs() < 1e-15);
    }
}
