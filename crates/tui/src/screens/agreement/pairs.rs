//! One extractor compared with each other extractor on the same texts, or a person with each other
//! person.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{AgreementData, PLAN, Wanted};
use super::table::{in_full, percent, percent_interval};
use super::text_list::TextList;
use crate::messages::text;
use crate::screens::list_chrome::{draw_head, draw_notice};
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::{Canvas, Outcome};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::{padded, right_aligned, wrapped};
use assay_core::statistics::Statistic;

/// The list of pairs of one extractor or person.
pub(super) struct Pairs {
    data: Arc<AgreementData>,
    extractor: usize,
    listed: Vec<PairLine>,
}

/// One pair, as seen from the chosen one.
struct PairLine {
    /// The position of the other in the table.
    other: usize,
    figures: Figures,
}

enum Figures {
    /// Two extractors against people.
    Extractors {
        n: usize,
        only_own: u64,
        only_other: u64,
        exact_p: f64,
        /// Alignment of the chosen one minus that of the other.
        difference: Statistic,
    },
    /// Two people against each other.
    People { raw: Statistic, kappa: Statistic },
}

impl Pairs {
    /// The screen of the pairs that one extractor or person is in.
    pub fn screen(
        data: Arc<AgreementData>,
        extractor: usize,
        session: &Session,
    ) -> ListScreen<Self> {
        let listed = pairs_of(&data, extractor);
        ListScreen::new(Pairs { data, extractor, listed }, session)
    }

    fn is_person(&self) -> bool {
        self.data.extractors()[self.extractor].sort == "person"
    }

    fn name_width(&self, width: usize) -> usize {
        let names = self.listed.iter().map(|pair| self.name(pair).width()).max().unwrap_or(0);
        names.max(9).min(width.saturating_sub(38))
    }

    /// Whether the interval is in the row; else it is shown only for the marked pair, below.
    fn has_intervals(&self, width: usize) -> bool {
        width >= self.name_width(width) + 50
    }

    fn name(&self, pair: &PairLine) -> &str {
        &self.data.extractors()[pair.other].extractor
    }

    /// The two lines over the columns; the second names the one of the two for texts that only one
    /// reads as people do.
    fn heads(&self, width: usize) -> [String; 2] {
        let names = self.name_width(width);
        if self.is_person() {
            let first = padded(text!("pairs-with"), names);
            let raw = right_aligned(text!("pairs-raw"), 7);
            let heads = format!("  {first}{:>6}{raw}{:>14}{:>8}", "n", "95 %", "kappa");
            return [heads, String::new()];
        }
        let interval = if self.has_intervals(width) { "95 %" } else { "" };
        let right = right_aligned;
        let only = right(text!("pairs-only"), 6);
        let points = right(text!("pairs-points"), 7);
        let figures = format!("{:>5}{only}{only}{:>8}{points}", "n", "McNemar");
        let against = padded(text!("pairs-against"), names);
        let (it, other) = (right(text!("pairs-it"), 6), right(text!("pairs-other"), 6));
        [
            format!("  {against}{figures}{interval:>15}"),
            format!("  {:<names$}{:>5}{it}{other}{:>8}", "", "", "p"),
        ]
    }

    fn line(&self, row: Row, width: usize, theme: &Theme) -> Line<'static> {
        let pair = &self.listed[row.index];
        let style = row.style(theme.text, theme);
        let names = self.name_width(width);
        let figures = match &pair.figures {
            Figures::Extractors { n, only_own, only_other, exact_p, difference } => {
                let value = difference.value().map_or("-".into(), points);
                let p = probability(*exact_p);
                let interval = points_interval(difference).filter(|_| self.has_intervals(width));
                let interval = interval.unwrap_or_default();
                format!("{n:>5}{only_own:>6}{only_other:>6}{p:>8}{value:>7}{interval:>15}")
            }
            Figures::People { raw, kappa } => {
                let kappa = kappa.value().map_or("-".into(), |value| format!("{value:.3}"));
                let (rate, interval) = (percent(raw), percent_interval(raw));
                format!("{:>6}{rate:>7}{interval:>14}{kappa:>8}", raw.n())
            }
        };
        Line::from(vec![
            row.sign(theme),
            Span::styled(padded(self.name(pair), names), style),
            Span::styled(figures.trim_end().to_owned(), style),
        ])
    }

    /// A pair in a sentence, and what the columns mean; below the list.
    fn describe(&self, row: usize) -> Vec<String> {
        let Some(pair) = self.listed.get(row) else { return Vec::new() };
        let own = &self.data.extractors()[self.extractor].extractor;
        let other = self.name(pair);
        let (sentence, meaning) = match &pair.figures {
            Figures::People { raw, kappa } => (
                text!(
                    "pairs-people",
                    own = own,
                    other = other,
                    raw = in_full(raw),
                    kappa = in_full(kappa)
                ),
                text!("pairs-people-meaning").to_owned(),
            ),
            Figures::Extractors { difference, .. } => {
                let interval = points_interval(difference)
                    .unwrap_or_else(|| text!("pairs-no-interval").into());
                let value = match difference {
                    Statistic::Defined { value, .. } => points(*value),
                    Statistic::Undefined { because, .. } => {
                        text!("pairs-undefined", because = because)
                    }
                };
                (
                    text!(
                        "pairs-difference",
                        own = own,
                        other = other,
                        value = value,
                        interval = interval
                    ),
                    text!("pairs-difference-meaning", resamples = PLAN.resamples, seed = PLAN.seed),
                )
            }
        };
        vec![sentence, String::new(), meaning]
    }
}

fn pairs_of(data: &AgreementData, extractor: usize) -> Vec<PairLine> {
    let own = data.extractors()[extractor].extractor.as_str();
    let place = |name: &str| data.extractors().iter().position(|of| of.extractor == name);
    let agreement = &data.agreement;
    let extractors = agreement.comparisons.iter().filter_map(|pair| {
        let (is_first, other) = match (pair.a == own, pair.b == own) {
            (true, _) => (true, &pair.b),
            (_, true) => (false, &pair.a),
            (false, false) => return None,
        };
        let (a, b) = (pair.mcnemar.only_a, pair.mcnemar.only_b);
        let (only_own, only_other) = if is_first { (a, b) } else { (b, a) };
        let difference = if is_first { pair.difference.clone() } else { turned(&pair.difference) };
        let exact_p = pair.mcnemar.exact_p;
        let figures = Figures::Extractors { n: pair.n, only_own, only_other, exact_p, difference };
        Some(PairLine { other: place(other)?, figures })
    });
    let people = agreement.ceiling.pairs.iter().filter_map(|pair| {
        let other = match (pair.a == own, pair.b == own) {
            (true, _) => &pair.b,
            (_, true) => &pair.a,
            (false, false) => return None,
        };
        let figures = Figures::People { raw: pair.raw.clone(), kappa: pair.kappa.clone() };
        Some(PairLine { other: place(other)?, figures })
    });
    extractors.chain(people).collect()
}

/// The difference seen from the other side.
fn turned(difference: &Statistic) -> Statistic {
    match difference {
        Statistic::Defined { value, n, se, ci95 } => Statistic::Defined {
            value: -value,
            n: *n,
            se: *se,
            ci95: ci95.map(|(low, high)| (-high, -low)),
        },
        undefined @ Statistic::Undefined { .. } => undefined.clone(),
    }
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

fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

impl Listing for Pairs {
    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let wanted = Wanted::Discordant { other: self.listed[row].other };
        TextList::open(Arc::clone(&self.data), self.extractor, wanted, session)
            .map_or(Outcome::Stay, Outcome::Open)
    }

    fn area(&self, area: Rect) -> Rect {
        let room = area.height.saturating_sub(10).max(1);
        let height = (self.listed.len() as u16).min(room);
        Rect { y: area.y + 4, height, ..area }
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let name = &self.data.extractors()[self.extractor].extractor;
        let what = text!("pairs-title", name = name);
        draw_head(text!("agreement-what"), Some(&what), Some(&self.data.basis()), canvas, session);
        if self.listed.is_empty() {
            draw_notice(text!("pairs-none"), canvas, session);
        } else {
            for (heads, y) in self.heads(list.width()).into_iter().zip(area.y + 2..) {
                canvas.buffer.set_string(area.x, y, heads, theme.heading);
            }
            let width = usize::from(area.width.saturating_sub(4));
            let lines =
                self.describe(list.marked()).into_iter().flat_map(|words| wrapped(&words, width));
            for (words, y) in lines.zip(list.area().bottom() + 1..area.bottom() - 1) {
                canvas.buffer.set_string(area.x + 2, y, words, theme.text);
            }
        }
        list.draw(canvas.buffer, |row| self.line(row, list.width(), theme));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_seen_from_the_other_side_turns_its_interval() {
        let difference =
            Statistic::Defined { value: 0.1, n: 9, se: None, ci95: Some((-0.05, 0.25)) };
        assert_eq!(points_interval(&turned(&difference)).unwrap(), "-25.0, +5.0");
        assert_eq!(points(-0.0), "+0.0");
        assert_eq!(turned(&turned(&difference)), difference);
    }

    #[test]
    fn a_small_probability_is_not_printed_as_zero() {
        assert_eq!(probability(1e-9), "<0.001");
        assert_eq!(probability(0.0352), "0.035");
    }
}
