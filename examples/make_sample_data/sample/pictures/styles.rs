//! Pictures with a distinct style: a blueprint and a mosaic.

use super::super::drawing::canvas::{oval, polyline};
use super::super::drawing::ink::{CORAL, CREAM, MUSTARD, NAVY, SKY, TEAL, WHITE};
use super::super::drawing::{Canvas, Colour, Lettering, Point, down, glow};
use super::super::picture::Picture;

/// A sailing boat as a blueprint: white lines on blue, with measures.
pub const BLUEPRINT: Picture = Picture::indexed("blueprint", blueprint);
/// A fish laid in small tiles.
pub const MOSAIC: Picture = Picture::indexed("mosaic", mosaic);

fn blueprint() -> Canvas {
    let ground = Colour::rgb(0x1F4E8C);
    let mut c = Canvas::new(800, 600, ground);
    let (fine, faint) = (WHITE.faded(0.09), WHITE.faded(0.2));
    for step in 1..40 {
        let at = step as f32 * 20.0 + 0.5;
        let ink = if step % 5 == 0 { faint } else { fine };
        c.line(&[(at, 0.0), (at, 600.0)], 1.0, ink);
        if at < 600.0 {
            c.line(&[(0.0, at), (800.0, at)], 1.0, ink);
        }
    }
    let line = Colour::rgb(0xEAF2FF);
    c.trace(
        &polyline(&[(20.0, 20.0), (780.0, 20.0), (780.0, 580.0), (20.0, 580.0)], true),
        2.0,
        line,
    );
    let hull: [Point; 6] = [
        (190.0, 420.0),
        (600.0, 420.0),
        (560.0, 470.0),
        (500.0, 494.0),
        (300.0, 494.0),
        (226.0, 470.0),
    ];
    c.trace(&polyline(&hull, true), 3.0, line);
    c.line(&[(205.0, 438.0), (588.0, 438.0)], 1.5, line);
    c.polygon(&[(370.0, 494.0), (440.0, 494.0), (425.0, 540.0), (395.0, 540.0)], line.faded(0.18));
    c.trace(
        &polyline(&[(370.0, 494.0), (440.0, 494.0), (425.0, 540.0), (395.0, 540.0)], true),
        2.0,
        line,
    );
    c.line(&[(390.0, 420.0), (390.0, 80.0)], 4.0, line);
    let sails: [[Point; 3]; 2] = [
        [(400.0, 96.0), (400.0, 400.0), (574.0, 400.0)],
        [(380.0, 110.0), (380.0, 400.0), (214.0, 400.0)],
    ];
    for sail in sails {
        c.polygon(&sail, line.faded(0.1));
        c.trace(&polyline(&sail, true), 2.5, line);
        for part in [0.35, 0.6, 0.82] {
            let mast = (sail[0].0, sail[0].1 + (sail[1].1 - sail[0].1) * part);
            let edge = sail[0].0 + (sail[2].0 - sail[0].0) * part;
            c.line(&[mast, (edge, mast.1)], 1.0, line);
        }
    }
    for x in [290.0, 340.0, 450.0, 500.0] {
        c.ring(x, 462.0, 9.0, 2.0, line);
    }
    measure(&mut c, (190.0, 556.0), (600.0, 556.0), "8.20 m", line);
    measure(&mut c, (650.0, 80.0), (650.0, 494.0), "8.30 m", line);
    let note = Lettering::mono(15.0).in_colour(line);
    c.write(48.0, 60.0, "SHEET 4", note);
    c.write(48.0, 84.0, "SCALE 1:50", note);
    c
}

/// A line with arrow heads and a measure written next to its middle.
fn measure(c: &mut Canvas, from: Point, to: Point, text: &str, line: Colour) {
    c.arrow(from, to, 1.6, line);
    c.arrow(to, from, 1.6, line);
    let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
    let style = Lettering::mono(15.0).in_colour(line);
    if (from.1 - to.1).abs() < 1.0 {
        c.write(middle.0 + 60.0, middle.1 - 8.0, text, style);
    } else {
        c.write(middle.0 + 12.0, middle.1 + 5.0, text, style);
    }
}

fn mosaic() -> Canvas {
    let mut c = Canvas::new(644, 490, down(SKY, TEAL.shaded(0.25)));
    for (row, y) in [90.0, 250.0, 420.0].into_iter().enumerate() {
        let shift = row as f32 * 70.0;
        let wave: Vec<Point> = (0..12)
            .map(|step| (step as f32 * 64.0 - shift, y + if step % 2 == 0 { 16.0 } else { -16.0 }))
            .collect();
        c.curve(&wave, 14.0, SKY.lit(0.35));
    }
    let orange = Colour::rgb(0xF08A4B);
    c.blob(&[(470.0, 250.0), (600.0, 150.0), (572.0, 250.0), (600.0, 350.0)], CORAL);
    c.blob(&[(250.0, 160.0), (340.0, 88.0), (430.0, 130.0), (420.0, 190.0)], CORAL);
    c.blob(&[(290.0, 330.0), (330.0, 400.0), (400.0, 384.0), (390.0, 320.0)], CORAL);
    let body = [
        (84.0, 256.0),
        (170.0, 168.0),
        (300.0, 142.0),
        (430.0, 190.0),
        (500.0, 248.0),
        (430.0, 310.0),
        (300.0, 350.0),
        (170.0, 330.0),
    ];
    c.blob(&body, glow(MUSTARD, orange));
    for x in [250.0, 350.0] {
        c.curve(&[(x, 160.0), (x + 34.0, 246.0), (x, 336.0)], 26.0, CREAM);
    }
    c.fill(&oval(160.0, 226.0, 30.0, 30.0), WHITE);
    c.disc(156.0, 226.0, 15.0, NAVY.shaded(0.5));
    c.curve(&[(88.0, 262.0), (120.0, 276.0), (150.0, 274.0)], 10.0, CORAL.shaded(0.3));
    for (x, y, radius) in
        [(62.0, 186.0, 19.0), (104.0, 128.0, 14.0), (54.0, 84.0, 19.0), (96.0, 36.0, 14.0)]
    {
        c.disc(x, y, radius, SKY.lit(0.75));
    }
    c.lay_tiles(14.0, Colour::rgb(0xE9E2D4))
}
