//! Limits that narrow with the number of reviews, as a picture of braille dots: eight in a cell.

/// Cells of the scale left of the picture.
const SCALE: usize = 6;
/// Dots of a cell, across and down.
const DOTS: (usize, usize) = (2, 4);

/// The limits after each review, the first to the left, in lines of `width` cells; empty without room or
/// nothing to draw. `marks` are rates that are drawn as dotted lines.
pub fn interval_plot(
    limits: &[(f64, f64)],
    marks: &[f64],
    (width, height): (usize, usize),
) -> Vec<String> {
    let columns = width.saturating_sub(SCALE);
    let (Some(&(_, last)), true) = (limits.last(), columns >= 8 && height >= 3 && limits.len() > 1)
    else {
        return Vec::new();
    };
    let top = highest(marks.iter().fold(2.0 * last, |top, mark| top.max(1.5 * mark)));
    let mut dots = Dots { columns, height, cells: vec![0; columns * height] };
    let (across, down) = (columns * DOTS.0, height * DOTS.1);
    // Rows count from above; what is above the scale is in none.
    let row = |rate: f64| {
        (rate <= top).then(|| ((1.0 - rate / top) * (down - 1) as f64).round() as usize)
    };
    for mark in marks {
        for x in (0..across).step_by(3) {
            if let Some(y) = row(*mark) {
                dots.set(x, y);
            }
        }
    }
    let mut before: [Option<usize>; 2] = [None; 2];
    for x in 0..across {
        let (low, high) = limits[x * (limits.len() - 1) / (across - 1)];
        for (end, before) in [low, high].into_iter().zip(&mut before) {
            let now = row(end);
            // A step is drawn in full, from the upper edge where it came from above it.
            if let Some(y) = now {
                let from = if x == 0 { y } else { before.unwrap_or(0) };
                for y in from.min(y)..=from.max(y) {
                    dots.set(x, y);
                }
            }
            *before = now;
        }
    }
    let scale = |line: usize| {
        let marked = marks.iter().find(|&&mark| row(mark).is_some_and(|y| y / DOTS.1 == line));
        let rate = match line {
            0 => Some(top),
            line if line + 1 == height => Some(0.0),
            _ => marked.copied(),
        };
        let percent = rate.map(|rate| format!("{:.0} %", 100.0 * rate)).unwrap_or_default();
        format!("{percent:>cells$} ", cells = SCALE - 1)
    };
    let mut lines: Vec<String> =
        (0..height).map(|line| scale(line) + dots.line(line).trim_end()).collect();
    let reviews = limits.len().to_string();
    lines.push(format!("{:SCALE$}1{reviews:>rest$}", "", rest = columns - 1));
    lines
}

/// The upper end of a scale that has room for a rate.
fn highest(rate: f64) -> f64 {
    let ends = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8];
    // Half as much again as a tenth is a little more than 0.15.
    ends.into_iter().find(|&end| rate <= end + 1e-9).unwrap_or(1.0)
}

struct Dots {
    columns: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Dots {
    fn set(&mut self, x: usize, y: usize) {
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        let at = y / DOTS.1 * self.columns + x / DOTS.0;
        if let Some(cell) = self.cells.get_mut(at).filter(|_| y / DOTS.1 < self.height) {
            *cell |= BITS[x % DOTS.0][y % DOTS.1];
        }
    }

    fn line(&self, line: usize) -> String {
        let cells = self.cells.iter().skip(line * self.columns).take(self.columns);
        let braille = |&dots: &u8| match dots {
            0 => ' ',
            dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
        };
        cells.map(braille).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_limits_come_nearer_to_each_other_from_left_to_right() {
        let limits: Vec<(f64, f64)> =
            (1..=100).map(|n| (0.1 - 0.1 / f64::from(n), 0.1 + 1.0 / f64::from(n))).collect();
        let lines = interval_plot(&limits, &[0.2], (26, 6));
        assert_eq!(lines.len(), 7);
        assert!(lines.iter().all(|line| line.chars().count() <= 26), "{lines:#?}");
        assert!(lines[0].starts_with(" 30 %"), "{lines:#?}");
        assert!(lines[2].starts_with(" 20 %"), "{lines:#?}");
        assert!(lines[5].starts_with("  0 %"), "{lines:#?}");
        assert!(lines[6].starts_with("      1") && lines[6].ends_with("100"), "{lines:#?}");
        let cell = |line: usize, column: usize| lines[line].chars().nth(column).unwrap_or(' ');
        assert_ne!((cell(0, 6), cell(5, 6)), (' ', ' '), "both ends are in the first column");
        assert_eq!((cell(0, 25), cell(5, 25)), (' ', ' '), "and near the middle in the last");
    }

    #[test]
    fn without_room_or_without_reviews_there_is_no_picture() {
        assert!(interval_plot(&[(0.0, 1.0); 2], &[], (10, 6)).is_empty());
        assert!(interval_plot(&[(0.0, 1.0); 2], &[], (40, 2)).is_empty());
        assert!(interval_plot(&[], &[0.1], (40, 8)).is_empty());
        assert!(interval_plot(&[(0.0, 1.0)], &[], (40, 4)).is_empty(), "one review is no line");
        assert_eq!(interval_plot(&[(0.0, 1.0), (0.0, 0.9)], &[], (40, 4)).len(), 5);
    }
}
