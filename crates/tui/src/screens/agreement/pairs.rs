//! One extractor compared with each other extractor on the same texts, or a person with each other
//! person.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{AgreementData, OneExtractor, PLAN, Selection};
use super::details::compared;
use super::text_list::TextList;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::interval::{Scale, with_interval};
use crate::widgets::share::{in_full, interval, percent, probability};
use crate::widgets::wrap::styled_lines;
use assay_core::agreement::Comparison;
use assay_core::figures::table::Table;
use assay_core::statistics::Statistic;

/// The pairs that one extractor or person is in.
pub(super) struct Pairs {
    of: OneExtractor,
    /// The positions of the others in the table of extractors.
    others: Vec<usize>,
    table: Table,
    /// Each pair in a sentence.
    sentences: Vec<String>,
    /// What the columns mean.
    meaning: String,
}

impl Pairs {
    /// The screen of the pairs that one extractor or person is in.
    pub fn screen(of: OneExtractor, session: &Session) -> ListScreen<Self> {
        ListScreen::new(Pairs::new(of), session)
    }

    /// The pairs that one extractor or person is in.
    pub fn new(of: OneExtractor) -> Self {
        match of.figures().sort {
            "person" => Pairs::of_people(of),
            _ => Pairs::of_extractors(of),
        }
    }

    /// Its name, and that the others are below it.
    pub fn title(&self) -> String {
        text!("pairs-title", name = self.of.name())
    }

    /// A row for each of the others.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// An extractor with each other one, both against people.
    fn of_extractors(of: OneExtractor) -> Self {
        let own = of.name();
        let pairs = of.data.agreement.comparisons.iter();
        let pairs = pairs.filter_map(|pair| match pair.a == own {
            true => Some(pair.clone()),
            false => (pair.b == own).then(|| turned(pair)),
        });
        let pairs: Vec<Comparison> = pairs.collect();
        let value = |of: &Statistic| of.value().map_or("-".into(), points);
        let scale = Scale::around_zero(pairs.iter().map(|pair| &pair.difference));
        let columns = Table::over(&pairs)
            .text(text!("pairs-against"), |pair| &pair.b)
            .least(16)
            .number(text!("agreement-head-texts"), |pair| pair.n)
            .number(text!("pairs-only-it"), |pair| pair.mcnemar.only_a)
            .number(text!("pairs-only-other"), |pair| pair.mcnemar.only_b)
            .number("McNemar p", |pair| probability(pair.mcnemar.exact_p))
            .number(text!("pairs-points"), |pair| value(&pair.difference))
            .number("95 %", |pair| points_interval(&pair.difference))
            .rank(1);
        let table = with_interval(columns, scale, |pair| &pair.difference).rank(2).table();
        let sentence = |pair: &Comparison| {
            let interval = points_interval(&pair.difference);
            let interval = interval.unwrap_or_else(|| text!("pairs-no-interval").into());
            let value = match &pair.difference {
                Statistic::Defined { value, .. } => points(*value),
                Statistic::Undefined { because, .. } => text!("pairs-undefined", because),
            };
            let other = &pair.b;
            text!("pairs-difference", own, other, value, interval)
        };
        let sentences = pairs.iter().map(sentence).collect();
        let meaning =
            text!("pairs-difference-meaning", resamples = PLAN.resamples, seed = PLAN.seed);
        let others = positions(&of.data, pairs.iter().map(|pair| &*pair.b));
        Pairs { of, others, table, sentences, meaning }
    }

    /// A person with each other one.
    fn of_people(of: OneExtractor) -> Self {
        let own = of.name();
        let pairs = of.data.agreement.ceiling.pairs.iter();
        let pairs = pairs.filter_map(|pair| match (pair.a == own, pair.b == own) {
            (true, _) => Some((&*pair.b, &pair.raw, &pair.kappa)),
            (_, true) => Some((&*pair.a, &pair.raw, &pair.kappa)),
            (false, false) => None,
        });
        let pairs: Vec<(&str, &Statistic, &Statistic)> = pairs.collect();
        let three_places = |value| format!("{value:.3}");
        let table = Table::over(&pairs)
            .text(text!("pairs-with"), |(name, ..)| *name)
            .least(16)
            .number(text!("agreement-head-texts"), |(_, raw, _)| raw.n())
            .number(text!("pairs-raw"), |(_, raw, _)| percent(raw))
            .number("95 %", |(_, raw, _)| interval(raw))
            .rank(1)
            .number("kappa", |(.., kappa)| kappa.value().map_or("-".into(), three_places))
            .table();
        let sentence = |(other, raw, kappa): &(&str, &Statistic, &Statistic)| {
            let (raw, kappa) = (in_full(raw), in_full(kappa));
            text!("pairs-people", own, other, raw, kappa)
        };
        let sentences = pairs.iter().map(sentence).collect();
        let meaning = text!("pairs-people-meaning").to_owned();
        let others = positions(&of.data, pairs.iter().map(|(name, ..)| *name));
        Pairs { of, others, table, sentences, meaning }
    }
}

/// The positions of these extractors or people in the table of all.
fn positions<'a>(data: &AgreementData, names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let all = data.extractors();
    names.filter_map(|name| all.iter().position(|of| of.extractor == name)).collect()
}

/// The comparison seen from the other side.
fn turned(pair: &Comparison) -> Comparison {
    let mut turned = pair.clone();
    std::mem::swap(&mut turned.a, &mut turned.b);
    std::mem::swap(&mut turned.mcnemar.only_a, &mut turned.mcnemar.only_b);
    turned.difference = other_side(turned.difference);
    turned
}

/// A difference seen from the other side.
fn other_side(mut difference: Statistic) -> Statistic {
    if let Statistic::Defined { value, ci95, .. } = &mut difference {
        *value = -*value;
        *ci95 = ci95.map(|(low, high)| (-high, -low));
    }
    difference
}

/// `-2.0`, in points of a hundred; never `-0.0`.
fn points(difference: f64) -> String {
    let tenths = (1000.0 * difference).round();
    format!("{:+.1}", if tenths == 0.0 { 0.0 } else { tenths / 10.0 })
}

/// `-1.0, +4.4`, in points of a hundred.
fn points_interval(difference: &Statistic) -> Option<String> {
    difference.ci95().map(|(low, high)| format!("{}, {}", points(low), points(high)))
}

impl Listing for Pairs {
    const ROWS_BELOW: u16 = 7;

    fn len(&self, _: &Session) -> usize {
        self.others.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let selection = Selection::Discordant { other: self.others[row] };
        TextList::open(self.of.clone(), selection, session)
    }

    fn title(&self, _: &Session) -> String {
        Pairs::title(self)
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let other = self.others.get(marked).map(|&at| &self.of.data.extractors()[at].extractor);
        other.cloned().unwrap_or_default()
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.of.head(&Pairs::title(self), session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        self.others.is_empty().then(|| text!("pairs-none").to_owned())
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        Ok(self.table.clone())
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let Some(sentence) = self.sentences.get(marked) else { return Vec::new() };
        let (width, theme) = (usize::from(size.width), &session.theme);
        let words = [(sentence, theme.text), (&self.meaning, theme.dim)];
        let words = words.map(|(words, tone)| styled_lines(words, width, tone));
        let mut lines = words.join(&Line::default());
        let other = OneExtractor { data: Arc::clone(&self.of.data), at: self.others[marked] };
        let height = size.height.saturating_sub(cells(lines.len()) + 1);
        let figures = compared([&self.of, &other], Size { height, ..size }, theme);
        if !figures.is_empty() {
            lines.push(Line::default());
            lines.extend(figures);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_seen_from_the_other_side_turns_its_interval() {
        let difference =
            Statistic::Defined { value: 0.1, n: 9, se: None, ci95: Some((-0.05, 0.25)) };
        let seen = other_side(difference.clone());
        assert_eq!(points_interval(&seen).unwrap(), "-25.0, +5.0");
        assert_eq!(points(-0.0), "+0.0");
        assert_eq!(other_side(seen), difference);
    }

    #[test]
    fn a_small_probability_is_not_printed_as_zero() {
        assert_eq!(probability(1e-9), "<0.001");
        assert_eq!(probability(0.0352), "0.035");
    }
}
