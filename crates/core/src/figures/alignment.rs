//! Alignment by extractor with its interval, after MMBench's Figure 5: as an SVG file, and as a bar of
//! text for the terminal.

use std::fmt::Display;

use super::percent;
use crate::agreement::extraction::ExtractionAgreement;
use crate::statistics::Statistic;
use crate::visible::visible_line;

/// Cells of a text bar where not much room is known.
pub const CELLS: usize = 20;

/// The rate as a bar of this many cells: filled up to the rate, thinner within the interval: `━━──◆──··`. Empty
/// if there is no rate.
pub fn bar(rate: &Statistic, length: usize) -> String {
    let Statistic::Defined { value, ci95, .. } = rate else { return String::new() };
    let last = length.saturating_sub(1);
    let cell = |share: f64| ((share * length as f64) as usize).min(last);
    let mut cells = vec!['·'; length.max(1)];
    cells[..=cell(*value)].fill('━');
    if let Some((low, high)) = ci95 {
        cells[cell(*low)..=cell(*high)].fill('─');
    }
    cells[cell(*value)] = '◆';
    cells.into_iter().collect()
}

const ROW: usize = 26;
const LEFT: usize = 190;
const PLOT: usize = 400;
const TOP: usize = 46;

/// The figure: one row per extractor and person, a dot at the rate, a line over its 95 % interval, and
/// the agreement of people with each other as a broken line.
pub fn svg(agreement: &ExtractionAgreement) -> String {
    let rows = agreement.extractors.len();
    let (width, height) = (LEFT + PLOT + 110, TOP + rows * ROW + 44);
    let bottom = TOP + rows * ROW;
    let title = format!(
        "Alignment with {} on {} texts, 95 % intervals",
        escaped(&agreement.reference),
        agreement.items
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{}",
        text(12, 22, " font-size=\"15\"", &title)
    );
    for tenth in (0..=10).step_by(2) {
        let at = f64::from(tenth) / 10.0;
        svg += &line((at, at), (TOP, bottom), "stroke=\"#ddd\"");
        let percent = format!("{} %", tenth * 10);
        svg += &text(tenths(at), bottom + 18, " text-anchor=\"middle\"", &percent);
    }
    if let Some(ceiling) = agreement.ceiling.percent_agreement.value() {
        let dashed = "stroke=\"#b35900\" stroke-dasharray=\"5 4\"";
        svg += &line((ceiling, ceiling), (TOP, bottom), dashed);
        let note = format!("people with each other {}", percent(ceiling));
        svg +=
            &text(tenths(ceiling), bottom + 36, " text-anchor=\"middle\" fill=\"#b35900\"", &note);
    }
    for (row, of) in agreement.extractors.iter().enumerate() {
        let y = TOP + row * ROW + ROW / 2;
        let name = escaped(&of.extractor);
        svg += &text(LEFT - 10, y + 4, " text-anchor=\"end\"", &name);
        svg += &row_of(&of.alignment, of.sort, y);
    }
    svg + "</svg>\n"
}

fn row_of(rate: &Statistic, sort: &str, y: usize) -> String {
    let Statistic::Defined { value, n, ci95, .. } = rate else {
        return text(LEFT, y + 4, " fill=\"#777\"", "no text in common");
    };
    // Dark enough on white, and distinct by shape for readers who cannot distinguish the colours.
    let (colour, is_person) = match sort {
        "person" => ("#b35900", true),
        "model" => ("#6a3d9a", false),
        _ => ("#1f5fa8", false),
    };
    let at = x(*value);
    let mark = match is_person {
        true => format!(
            "<rect x=\"{:.1}\" y=\"{}\" width=\"9\" height=\"9\" fill=\"{colour}\"/>",
            at - 4.5,
            y - 4
        ),
        false => format!("<circle cx=\"{at:.1}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"/>"),
    };
    let stroke = format!("stroke=\"{colour}\" stroke-width=\"2\"");
    let interval = line(ci95.unwrap_or((*value, *value)), (y, y), &stroke);
    let rate = format!("{} of {n}", percent(*value));
    format!("{interval}{mark}\n{}", text(LEFT + PLOT + 10, y + 4, "", &rate))
}

fn text(x: impl Display, y: usize, attributes: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\"{attributes}>{text}</text>\n")
}

/// A line between two shares.
fn line(shares: (f64, f64), (y1, y2): (usize, usize), attributes: &str) -> String {
    let (x1, x2) = (tenths(shares.0), tenths(shares.1));
    format!("<line x1=\"{x1}\" x2=\"{x2}\" y1=\"{y1}\" y2=\"{y2}\" {attributes}/>\n")
}

/// The place of a share, to a tenth of a pixel.
fn tenths(share: f64) -> String {
    format!("{:.1}", x(share))
}

fn x(share: f64) -> f64 {
    LEFT as f64 + share.clamp(0.0, 1.0) * PLOT as f64
}

/// Names come from data, so markup in them is escaped.
fn escaped(text: &str) -> String {
    visible_line(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_marks_the_rate_within_its_interval() {
        let bar = bar(&Statistic::share(10, 20, ""), CELLS);
        assert_eq!(bar.chars().count(), CELLS);
        assert_eq!(bar.chars().position(|cell| cell == '◆'), Some(10));
        assert!(bar.starts_with("━━━━━─") && bar.ends_with("·····"), "{bar}");
        assert_eq!(super::bar(&Statistic::undefined("no text", 0), CELLS), "");
    }

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("<b>&\u{1b}"), "&lt;b&gt;&amp;^[");
    }
}
