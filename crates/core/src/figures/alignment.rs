//! Alignment by extractor with its interval, after MMBench's Figure 5: as an SVG file, and as a bar of
//! text for the terminal.

use super::percent;
use crate::agreement::extraction::ExtractionAgreement;
use crate::statistics::Statistic;
use crate::visible::visible_line;

/// Cells of a text bar.
const CELLS: usize = 20;

/// The rate as a bar: filled up to the rate, thinner within the interval: `━━──◆──··`. Empty if
/// there is no rate.
pub fn bar(rate: &Statistic) -> String {
    let Statistic::Defined { value, ci95, .. } = rate else { return String::new() };
    let cell = |share: f64| ((share * CELLS as f64) as usize).min(CELLS - 1);
    let mut cells = vec!['·'; CELLS];
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
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\">Alignment with {} on {} texts, 95 % intervals\
         </text>\n",
        escaped(&agreement.reference),
        agreement.items
    );
    for tenth in (0..=10).step_by(2) {
        let at = x(f64::from(tenth) / 10.0);
        svg += &format!(
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\n\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{} %</text>\n",
            bottom + 18,
            tenth * 10
        );
    }
    if let Some(ceiling) = agreement.ceiling.percent_agreement.value() {
        let at = x(ceiling);
        svg += &format!(
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"#b35900\" \
             stroke-dasharray=\"5 4\"/>\n<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" \
             fill=\"#b35900\">people with each other {}</text>\n",
            bottom + 36,
            percent(ceiling)
        );
    }
    for (row, of) in agreement.extractors.iter().enumerate() {
        let y = TOP + row * ROW + ROW / 2;
        let name = escaped(&of.extractor);
        svg += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\n",
            LEFT - 10,
            y + 4
        );
        svg += &row_of(&of.alignment, of.sort, y);
    }
    svg + "</svg>\n"
}

fn row_of(rate: &Statistic, sort: &str, y: usize) -> String {
    let Statistic::Defined { value, n, ci95, .. } = rate else {
        return format!(
            "<text x=\"{LEFT}\" y=\"{}\" fill=\"#777\">no text in common</text>\n",
            y + 4
        );
    };
    // Dark enough on white, and distinct by shape for readers who cannot distinguish the colours.
    let (colour, is_person) = match sort {
        "person" => ("#b35900", true),
        "model" => ("#6a3d9a", false),
        _ => ("#1f5fa8", false),
    };
    let (low, high) = ci95.unwrap_or((*value, *value));
    let at = x(*value);
    let mark = if is_person {
        format!(
            "<rect x=\"{:.1}\" y=\"{}\" width=\"9\" height=\"9\" fill=\"{colour}\"/>",
            at - 4.5,
            y - 4
        )
    } else {
        format!("<circle cx=\"{at:.1}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"/>")
    };
    format!(
        "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" \
         stroke-width=\"2\"/>\n{mark}\n<text x=\"{}\" y=\"{}\">{} of {n}</text>\n",
        x(low),
        x(high),
        LEFT + PLOT + 10,
        y + 4,
        percent(*value)
    )
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
        let bar = bar(&Statistic::share(10, 20, ""));
        assert_eq!(bar.chars().count(), CELLS);
        assert_eq!(bar.chars().position(|cell| cell == '◆'), Some(10));
        assert!(bar.starts_with("━━━━━─") && bar.ends_with("·····"), "{bar}");
        assert_eq!(super::bar(&Statistic::undefined("no text", 0)), "");
    }

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("<b>&\u{1b}"), "&lt;b&gt;&amp;^[");
    }
}
