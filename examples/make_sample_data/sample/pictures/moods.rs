//! Pictures with a distinct mood: loneliness in winter, and a birthday party.

use super::super::drawing::canvas::{Point, around, scattered};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, MUSTARD, NIGHT, PLUM, RED, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::nature::{bare_tree, hills};

/// One bare tree, an empty bench, grey light.
pub const LONELY: Picture = Picture::full_colour("lonely", lonely);
/// A table with a cake, balloons and bunting.
pub const PARTY: Picture = Picture::indexed("party", party);

fn lonely() -> Canvas {
    let mut c = Canvas::new(640, 480, down(Colour::rgb(0x66707F), Colour::rgb(0xAEB4BC)));
    c.disc(470.0, 110.0, 30.0, Colour::rgb(0xC9CDD3));
    c.disc(470.0, 110.0, 80.0, glow(WHITE.faded(0.25), WHITE.faded(0.0)));
    hills(
        &mut c,
        &[(0.0, 318.0), (150.0, 296.0), (330.0, 320.0), (500.0, 300.0), (640.0, 316.0)],
        400.0,
        Colour::rgb(0x8E96A1),
    );
    hills(
        &mut c,
        &[(0.0, 366.0), (200.0, 346.0), (420.0, 362.0), (640.0, 344.0)],
        480.0,
        down(Colour::rgb(0xC3C8CF), Colour::rgb(0x8B929D)),
    );
    c.at(190.0, 384.0, 1.5, |c| bare_tree(c, Colour::rgb(0x3C3F48)));
    let wood = Colour::rgb(0x4A4A50);
    c.oval(400.0, 424.0, 86.0, 8.0, NIGHT.faded(0.2));
    for y in [352.0, 368.0] {
        c.round((328.0, y), (144.0, 9.0), 3.0, wood);
    }
    c.round((322.0, 388.0), (156.0, 10.0), 3.0, wood.lit(0.1));
    for x in [340.0, 456.0] {
        c.line(&[(x, 352.0), (x, 422.0)], 5.0, wood.shaded(0.3));
    }
    c.curve(
        &[(392.0, 386.0), (396.0, 378.0), (410.0, 376.0), (416.0, 384.0)],
        3.0,
        RED.shaded(0.3),
    );
    c.oval(403.0, 386.0, 16.0, 4.0, RED.shaded(0.3));
    for (x, y) in [(236.0, 400.0), (262.0, 418.0), (150.0, 410.0), (520.0, 440.0), (300.0, 450.0)] {
        c.oval(x, y, 5.0, 2.5, Colour::rgb(0x6B5B50));
    }
    c
}

fn party() -> Canvas {
    let mut c = Canvas::new(800, 600, down(Colour::rgb(0xFFE9C7), Colour::rgb(0xFFD3B0)));
    for beam in 0..12 {
        let (from, to) = (beam as f32 * 30.0, beam as f32 * 30.0 + 15.0);
        c.wedge((400.0, 330.0), 700.0, (from, to), WHITE.faded(0.28));
    }
    bunting(&mut c, &[(0.0, 46.0), (200.0, 106.0), (400.0, 122.0), (600.0, 106.0), (800.0, 46.0)]);
    let balloons = [
        (96.0, 236.0, CORAL),
        (166.0, 190.0, TEAL),
        (228.0, 252.0, MUSTARD),
        (574.0, 244.0, PLUM),
        (640.0, 186.0, BLUE),
        (708.0, 240.0, RED),
    ];
    for (x, y, colour) in balloons {
        let knot = (if x < 400.0 { 160.0 } else { 642.0 }, 452.0);
        c.curve(
            &[(x, y + 52.0), (f32::midpoint(x, knot.0) + 8.0, y + 120.0), knot],
            1.6,
            NIGHT.faded(0.5),
        );
        c.polygon(&[(x, y + 42.0), (x - 7.0, y + 56.0), (x + 7.0, y + 56.0)], colour.shaded(0.2));
        c.oval(x, y, 38.0, 46.0, glow(colour.lit(0.22), colour.shaded(0.08)));
        c.turned(x - 14.0, y - 18.0, 25.0, |c| c.oval(0.0, 0.0, 6.0, 11.0, WHITE.faded(0.6)));
    }
    c.rect(0.0, 452.0, 800.0, 148.0, down(TEAL.lit(0.35), TEAL));
    for scallop in 0..13 {
        c.disc(scallop as f32 * 66.0, 452.0, 34.0, WHITE.towards(CREAM, 0.3));
    }
    c.rect(0.0, 440.0, 800.0, 14.0, WHITE);
    cake(&mut c);
    present(&mut c, (560.0, 372.0), BLUE, MUSTARD);
    present(&mut c, (160.0, 384.0), CORAL, WHITE);
    let confetti = [CORAL, TEAL, MUSTARD, PLUM, BLUE];
    for (piece, (x, y)) in scattered(56, 800.0, 420.0).enumerate() {
        let colour = confetti[piece % confetti.len()];
        c.turned(x, y, (piece * 37) as f32, |c| c.rect(-4.0, -2.5, 8.0, 5.0, colour));
    }
    c
}

fn bunting(c: &mut Canvas, string: &[Point]) {
    c.curve(string, 3.0, WOOD);
    let flags = [CORAL, MUSTARD, TEAL, PLUM, BLUE];
    for flag in 0..14 {
        let x = 30.0 + flag as f32 * 57.0;
        // The string hangs close to a parabola.
        let y = 122.0 - ((x - 400.0) / 400.0).powi(2) * 76.0;
        c.polygon(&[(x - 20.0, y - 2.0), (x + 20.0, y - 2.0), (x, y + 38.0)], flags[flag % 5]);
    }
}

fn cake(c: &mut Canvas) {
    c.oval(400.0, 446.0, 136.0, 13.0, Colour::rgb(0xC9D6DF));
    c.oval(400.0, 441.0, 132.0, 11.0, WHITE);
    for (half, top, height, sponge) in
        [(106.0, 366.0, 74.0, CORAL.lit(0.35)), (72.0, 302.0, 64.0, CREAM)]
    {
        let (left, width) = (400.0 - half, half * 2.0);
        c.round((left, top), (width, height), 12.0, across(sponge, sponge.shaded(0.14)));
        c.round((left, top), (width, 20.0), 10.0, WHITE);
        let drips = (width / 24.0) as usize;
        for drip in 0..drips {
            let x = left + 12.0 + drip as f32 * (width - 24.0) / (drips - 1) as f32;
            let length = [14.0, 26.0, 19.0][drip % 3];
            c.round((x - 7.0, top + 6.0), (14.0, 12.0 + length), 7.0, WHITE);
        }
    }
    for (x, colour) in [(352.0, TEAL), (384.0, CORAL), (416.0, MUSTARD), (448.0, BLUE)] {
        c.round((x - 4.0, 262.0), (8.0, 44.0), 3.0, down(colour.lit(0.3), colour));
        c.disc(x, 250.0, 22.0, glow(MUSTARD.faded(0.6), MUSTARD.faded(0.0)));
        c.blob(&[(x, 234.0), (x + 6.0, 252.0), (x, 260.0), (x - 6.0, 252.0)], down(MUSTARD, CORAL));
    }
}

fn present(c: &mut Canvas, (x, y): Point, paper: Colour, ribbon: Colour) {
    c.round((x, y), (96.0, 70.0), 4.0, across(paper.lit(0.12), paper.shaded(0.15)));
    c.round((x - 5.0, y - 14.0), (106.0, 20.0), 4.0, paper.lit(0.2));
    c.rect(x + 40.0, y - 14.0, 16.0, 84.0, ribbon);
    for side in [-1.0f32, 1.0] {
        let tip = around((x + 48.0, y - 14.0), 34.0, side * 55.0);
        c.blob(
            &[(x + 48.0, y - 14.0), (tip.0, tip.1 - 8.0), (tip.0 + side * 4.0, tip.1 + 10.0)],
            ribbon.shaded(0.06),
        );
    }
    c.disc(x + 48.0, y - 16.0, 7.0, ribbon.shaded(0.15));
}
