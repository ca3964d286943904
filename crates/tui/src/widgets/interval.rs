//! Figures with their intervals on a common scale: `  ├──●───┤ ┊   `, the reference marked by `┊`.

use unicode_width::UnicodeWidthStr;

use super::share::in_full;
use super::wrap::padded;
use assay_core::figures::table::{Cell, Columns, Meaning, Piece, Table};
use assay_core::statistics::Statistic;

/// Cells of a scale.
const CELLS: usize = 21;

/// The ends of a scale. The value in the middle means no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Shares.
    pub const SHARE: Scale = Scale { low: 0.0, high: 1.0 };

    /// Differences, as far from 0 as the intervals of these figures reach.
    pub fn around_zero<'s>(figures: impl IntoIterator<Item = &'s Statistic>) -> Self {
        let reach = |of: &Statistic| {
            let value = of.value().unwrap_or(0.0);
            let (low, high) = of.ci95().unwrap_or((value, value));
            low.abs().max(high.abs())
        };
        let ends = figures.into_iter().map(reach).filter(|end| end.is_finite());
        let end = ends.fold(0.1, f64::max);
        Scale { low: -end, high: end }
    }

    /// What the ends and the middle are: `-1.2       0       +1.2`.
    pub fn head(self) -> String {
        let [low, middle, high] = match self.low < 0.0 {
            true => [format!("{:+.1}", self.low), "0".into(), format!("{:+.1}", self.high)],
            false => ["0".into(), "0.5".into(), "1".into()],
        };
        let before = (CELLS / 2).saturating_sub(low.len() + middle.len() / 2);
        let used = low.len() + before + middle.len() + high.len();
        let [before, behind] = [before, CELLS.saturating_sub(used)].map(|cells| " ".repeat(cells));
        format!("{low}{before}{middle}{behind}{high}")
    }

    /// A figure on the scale; nothing if it is undefined.
    pub fn cell(self, of: &Statistic) -> Cell {
        let Some(value) = of.value() else { return Cell::Words(Vec::new()) };
        let place = |value: f64| {
            let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
            (share * (CELLS - 1) as f64).round() as usize
        };
        let (low, high) = of.ci95().unwrap_or((value, value));
        let [low, at, high] = [low, value, high].map(place);
        let sign = |cell: usize| match cell {
            cell if cell == low => '├',
            cell if cell == high => '┤',
            cell if low < cell && cell < high => '─',
            cell if cell == CELLS / 2 => '┊',
            _ => ' ',
        };
        let signs = |cells: std::ops::Range<usize>| cells.map(sign).collect::<String>();
        let pieces: Vec<Piece> = vec![
            (Meaning::Dim, signs(0..at)),
            (Meaning::Bar, "●".to_owned()),
            (Meaning::Dim, signs(at + 1..CELLS)),
        ];
        pieces.into()
    }
}

/// Adds a column with figures on a scale.
pub fn with_interval<'s, R: Copy>(
    columns: Columns<R>,
    scale: Scale,
    figure: impl Fn(R) -> &'s Statistic,
) -> Columns<R> {
    columns.text(&scale.head(), |row| scale.cell(figure(row)))
}

/// Figures with their names in at least this many cells, on a scale and in full.
pub fn figures(named: &[(&str, &Statistic)], width: usize, scale: Scale) -> Table {
    let name =
        |(name, _): &(&str, &Statistic)| (Meaning::Dim, padded(name, width.max(name.width())));
    let columns = Table::over(named).text("", name).least(12);
    let columns = with_interval(columns, scale, |(_, of)| *of).rank(1);
    columns.text("", |(_, of)| in_full(of)).least(12).table()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64, ci95: (f64, f64)) -> Statistic {
        Statistic::Defined { value, n: 40, se: None, ci95: Some(ci95) }
    }

    fn drawn(scale: Scale, of: &Statistic) -> String {
        match scale.cell(of) {
            Cell::Words(pieces) => pieces.into_iter().map(|(_, text)| text).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_ends_of_an_interval_are_where_the_scale_says() {
        let share = of(0.75, (0.5, 0.9));
        assert_eq!(drawn(Scale::SHARE, &share), "          ├────●──┤  ");
        assert_eq!(Scale::SHARE.head(), "0        0.5        1");
        let strength = of(-0.4, (-0.9, 0.1));
        let scale = Scale::around_zero([&strength]);
        assert_eq!(scale.head(), "-0.9      0      +0.9");
        assert_eq!(drawn(scale, &strength), "├─────●────┤         ");
    }

    #[test]
    fn a_figure_without_an_interval_is_a_point_beside_the_reference() {
        assert_eq!(drawn(Scale::SHARE, &Statistic::new(1.0, 3)), "          ┊         ●");
        assert_eq!(drawn(Scale::SHARE, &Statistic::undefined("no votes", 0)), "");
    }
}
