//! Charts: bars, many lines, and a pie.

use super::super::drawing::canvas::around;
use super::super::drawing::ink::{
    BLUE, CORAL, LEAF, MIST, MUSTARD, NAVY, PAPER, PLUM, STONE, TEAL, TEXT, WHITE,
};
use super::super::drawing::{Canvas, Colour, Lettering, Point, down};
use super::super::picture::Picture;

/// Visitors of a museum by month.
pub const BAR_CHART: Picture = Picture::indexed("bar_chart", bar_chart);
/// The temperature of four lakes over a year, in small print.
pub const LINE_CHART: Picture = Picture::indexed("line_chart", line_chart);
/// What fruit a school kitchen bought.
pub const PIE_CHART: Picture = Picture::indexed("pie_chart", pie_chart);

fn title(c: &mut Canvas, text: &str, under: &str) {
    c.write(48.0, 56.0, text, Lettering::sans(30.0).bold());
    c.write(48.0, 86.0, under, Lettering::sans(19.0).in_colour(STONE));
}

fn bar_chart() -> Canvas {
    let mut c = Canvas::new(800, 560, PAPER);
    title(&mut c, "Visitors of the harbour museum", "thousands per month, first half of the year");
    let (left, right, top, bottom) = (90.0, 760.0, 120.0, 490.0);
    let height_of = |value: f32| bottom - value / 50.0 * (bottom - top);
    for value in [0.0, 10.0, 20.0, 30.0, 40.0, 50.0] {
        let y = height_of(value);
        c.line(&[(left, y), (right, y)], 1.2, MIST);
        c.write(
            left - 14.0,
            y + 7.0,
            &format!("{value:.0}"),
            Lettering::sans(20.0).in_colour(STONE).ending(),
        );
    }
    for (bar, (month, value)) in
        [("Jan", 12.0), ("Feb", 17.0), ("Mar", 26.0), ("Apr", 38.0), ("May", 31.0), ("Jun", 44.0)]
            .into_iter()
            .enumerate()
    {
        let x = left + 22.0 + bar as f32 * 110.0;
        let y = height_of(value);
        c.round((x, y), (72.0, bottom - y), 6.0, down(TEAL.lit(0.15), TEAL.shaded(0.1)));
        c.rect(x, bottom - 8.0, 72.0, 8.0, TEAL.shaded(0.1));
        c.write(x + 36.0, bottom + 32.0, month, Lettering::sans(22.0).centred());
    }
    c.line(&[(left, bottom), (right, bottom)], 2.5, TEXT);
    c
}

fn line_chart() -> Canvas {
    let mut c = Canvas::new(1280, 800, PAPER);
    title(&mut c, "Water temperature of four lakes", "monthly mean at 1 m depth, degrees Celsius");
    let (left, right, top, bottom) = (80.0, 1130.0, 120.0, 730.0);
    let height_of = |value: f32| bottom - value / 28.0 * (bottom - top);
    let column = |month: usize| left + 30.0 + month as f32 * (right - left - 60.0) / 11.0;
    for value in (0..=28).step_by(2) {
        let y = height_of(value as f32);
        c.line(&[(left, y), (right, y)], 1.0, MIST);
        c.write(
            left - 10.0,
            y + 5.0,
            &value.to_string(),
            Lettering::sans(14.0).in_colour(STONE).ending(),
        );
    }
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    for (month, name) in months.into_iter().enumerate() {
        c.write(column(month), bottom + 26.0, name, Lettering::sans(15.0).centred());
    }
    let lakes: [(&str, Colour, [f32; 12]); 4] = [
        ("Lake Alder", CORAL, [6.3, 5.9, 7.4, 10.9, 15.8, 20.6, 23.9, 24.6, 20.8, 15.6, 10.7, 7.6]),
        ("Lake Birch", TEAL, [4.6, 4.2, 5.5, 8.6, 13.1, 17.6, 20.9, 21.7, 18.2, 13.3, 8.8, 5.9]),
        ("Lake Cedar", PLUM, [2.9, 2.6, 3.7, 6.2, 10.3, 14.7, 18.0, 18.9, 15.7, 11.1, 6.9, 4.3]),
        ("Lake Dogwood", BLUE, [1.3, 1.0, 1.8, 3.9, 7.6, 11.5, 14.6, 15.8, 13.1, 8.7, 5.0, 2.6]),
    ];
    for (name, colour, values) in lakes {
        let points: Vec<Point> = values
            .iter()
            .enumerate()
            .map(|(month, value)| (column(month), height_of(*value)))
            .collect();
        c.line(&points, 2.5, colour);
        let figure = Lettering::sans(12.0);
        for (month, (point, value)) in points.iter().zip(values).enumerate() {
            c.disc(point.0, point.1, 4.0, colour);
            c.disc(point.0, point.1, 2.0, WHITE);
            let text = format!("{value:.1}");
            // Next to the line, on the side from which it does not come.
            match month {
                2..=6 => c.write(point.0 - 6.0, point.1 - 6.0, &text, figure.ending()),
                8..=10 => c.write(point.0 + 6.0, point.1 - 6.0, &text, figure),
                _ => c.write(point.0, point.1 - 9.0, &text, figure.centred()),
            }
        }
        let end = points[points.len() - 1];
        c.write(
            end.0 + 16.0,
            end.1 + 5.0,
            name,
            Lettering::sans(15.0).bold().in_colour(colour.shaded(0.2)),
        );
    }
    c.line(&[(left, bottom), (right, bottom)], 2.0, TEXT);
    c
}

fn pie_chart() -> Canvas {
    let mut c = Canvas::new(760, 560, PAPER);
    title(&mut c, "Fruit bought by the school kitchen", "share of the weight, one term");
    let slices = [
        ("Apples", 34.0, CORAL),
        ("Bananas", 27.0, MUSTARD),
        ("Pears", 16.0, LEAF),
        ("Plums", 13.0, PLUM),
        ("Grapes", 10.0, NAVY),
    ];
    let centre = (270.0, 330.0);
    let mut from = 0.0;
    for (row, (name, share, colour)) in slices.into_iter().enumerate() {
        let to = from + share * 3.6;
        c.wedge(centre, 190.0, (from, to), colour);
        c.line(&[centre, around(centre, 190.0, to)], 3.0, PAPER);
        let (x, y) = around(centre, 128.0, f32::midpoint(from, to));
        c.write(
            x,
            y + 9.0,
            &format!("{share:.0} %"),
            Lettering::sans(25.0)
                .bold()
                .in_colour(if colour == MUSTARD { TEXT } else { WHITE })
                .centred(),
        );
        let y = 232.0 + row as f32 * 50.0;
        c.round((520.0, y - 22.0), (28.0, 28.0), 6.0, colour);
        c.write(564.0, y, name, Lettering::sans(26.0));
        from = to;
    }
    c.line(&[centre, around(centre, 190.0, 0.0)], 3.0, PAPER);
    c
}
