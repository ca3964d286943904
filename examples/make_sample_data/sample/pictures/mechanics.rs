//! Physics in pictures: floating blocks, a seesaw, gears, a circuit.

use super::super::drawing::canvas::{Point, arc, around, polyline, rounded};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, GRASS, LEAF, MIST, MUSTARD, NAVY, NIGHT, PAPER, PLUM, RED, SKY, STEEL,
    STONE, TEAL, TEXT, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, across, down, glow};
use super::super::picture::Picture;
use super::nature::{cloud, hills, tree};

/// Three blocks in a tank of water.
pub const TANK: Picture = Picture::indexed("tank", tank);
/// A seesaw with two boxes.
pub const SEESAW: Picture = Picture::indexed("seesaw", seesaw);
/// Three gears in a row.
pub const GEARS: Picture = Picture::indexed("gears", gears);
/// A battery, a switch and lamps.
pub const CIRCUIT: Picture = Picture::indexed("circuit", circuit);

fn tank() -> Canvas {
    let mut c = Canvas::new(720, 520, down(Colour::rgb(0xF4EFE4), Colour::rgb(0xE6DFD0)));
    c.rect(0.0, 450.0, 720.0, 70.0, down(WOOD.lit(0.4), WOOD.lit(0.2)));
    let glass = rounded(90.0, 90.0, 540.0, 370.0, 14.0);
    c.fill(&glass, WHITE.faded(0.6));
    c.rect(98.0, 190.0, 524.0, 262.0, down(SKY.faded(0.75), BLUE.lit(0.25).faded(0.85)));
    c.rect(98.0, 188.0, 524.0, 4.0, WHITE.faded(0.8));
    let blocks: [(&str, Point, Colour); 3] = [
        ("P", (150.0, 142.0), WOOD.lit(0.25)),
        ("Q", (305.0, 268.0), PLUM),
        ("R", (460.0, 342.0), STEEL.shaded(0.15)),
    ];
    for (name, (x, y), colour) in blocks {
        c.round((x, y), (110.0, 110.0), 8.0, across(colour.lit(0.2), colour.shaded(0.2)));
        c.round((x + 8.0, y + 6.0), (94.0, 10.0), 5.0, WHITE.faded(0.25));
        c.write(x + 55.0, y + 76.0, name, Lettering::sans(58.0).bold().white().centred());
    }
    c.rect(98.0, 190.0, 524.0, 64.0, SKY.faded(0.28));
    c.trace(&glass, 6.0, STEEL);
    c.line(&[(112.0, 110.0), (112.0, 436.0)], 6.0, WHITE.faded(0.55));
    c.write(360.0, 58.0, "Three blocks at rest in water", Lettering::sans(28.0).centred());
    c
}

fn seesaw() -> Canvas {
    let mut c = Canvas::new(800, 460, down(SKY, Colour::rgb(0xEDF5EA)));
    c.at(640.0, 96.0, 0.9, |c| cloud(c, WHITE));
    c.at(150.0, 80.0, 0.7, |c| cloud(c, WHITE));
    hills(
        &mut c,
        &[(0.0, 350.0), (250.0, 330.0), (520.0, 350.0), (800.0, 334.0)],
        460.0,
        Colour::rgb(0xA5CB8E),
    );
    c.at(60.0, 370.0, 0.8, |c| tree(c, LEAF));
    c.at(750.0, 364.0, 0.7, |c| tree(c, LEAF.lit(0.1)));
    c.rect(0.0, 380.0, 800.0, 80.0, down(GRASS, GRASS.shaded(0.2)));
    c.oval(400.0, 406.0, 300.0, 10.0, NIGHT.faded(0.15));
    c.polygon(&[(400.0, 292.0), (344.0, 406.0), (456.0, 406.0)], across(NAVY.lit(0.2), NAVY));
    c.turned(400.0, 286.0, -13.0, |c| {
        c.round((-280.0, -9.0), (560.0, 18.0), 8.0, down(CORAL.lit(0.15), CORAL.shaded(0.15)));
        for (x, colour, letter) in [(-240.0, BLUE, "L"), (136.0, MUSTARD.shaded(0.08), "M")] {
            c.round(
                (x, -113.0),
                (104.0, 104.0),
                8.0,
                across(colour.lit(0.15), colour.shaded(0.15)),
            );
            c.line(&[(x + 4.0, -88.0), (x + 100.0, -88.0)], 3.0, colour.shaded(0.3));
            c.write(x + 52.0, -32.0, letter, Lettering::sans(54.0).bold().white().centred());
        }
    });
    c.disc(400.0, 288.0, 13.0, STEEL);
    c.disc(400.0, 288.0, 5.0, NAVY);
    c
}

fn gears() -> Canvas {
    let mut c = Canvas::new(798, 460, PAPER);
    // Teeth of the outer gears point at the middle one, whose gaps point at them.
    let row = [
        ((190.0, 250.0), 20, Phase { degrees: 90.0, tooth: true }, CORAL, "1"),
        ((399.0, 250.0), 14, Phase { degrees: 270.0, tooth: false }, TEAL, "2"),
        ((608.0, 250.0), 20, Phase { degrees: 270.0, tooth: true }, PLUM, "3"),
    ];
    for (centre, teeth, phase, colour, name) in row {
        gear(&mut c, centre, teeth, &phase, colour);
        c.write(centre.0, centre.1 + 16.0, name, Lettering::sans(44.0).bold().centred());
    }
    let turn: Vec<Point> = arc((190.0, 250.0), 156.0, -50.0, 42.0);
    c.line(&turn, 6.0, TEXT);
    let (before, end) = (turn[turn.len() - 3], around((190.0, 250.0), 156.0, 50.0));
    c.arrow(before, end, 6.0, TEXT);
    c.write(190.0, 64.0, "turned this way", Lettering::sans(24.0).centred());
    c
}

/// Where a gear has a tooth, or a gap.
struct Phase {
    degrees: f32,
    tooth: bool,
}

fn gear(c: &mut Canvas, centre: Point, teeth: usize, phase: &Phase, colour: Colour) {
    let (pitch, radius) = (360.0 / teeth as f32, teeth as f32 * 6.0);
    let first = phase.degrees - pitch * if phase.tooth { 0.58 } else { 0.08 };
    let mut outline = Vec::new();
    for tooth in 0..teeth {
        let start = first + tooth as f32 * pitch;
        for (part, reach) in [
            (0.0, radius - 10.0),
            (0.28, radius - 10.0),
            (0.38, radius + 8.0),
            (0.78, radius + 8.0),
            (0.88, radius - 10.0),
        ] {
            outline.push(around(centre, reach, start + part * pitch));
        }
    }
    c.at(3.0, 5.0, 1.0, |c| c.polygon(&outline, NIGHT.faded(0.18)));
    c.polygon(&outline, down(colour.lit(0.2), colour.shaded(0.15)));
    c.trace(&polyline(&outline, true), 2.0, colour.shaded(0.35));
    for spoke in 0..6 {
        let (x, y) = around(centre, radius * 0.6, spoke as f32 * 60.0);
        c.disc(x, y, radius * 0.14, PAPER);
    }
    c.disc(centre.0, centre.1, radius * 0.34, PAPER);
    c.ring(centre.0, centre.1, radius * 0.34, 3.0, colour.shaded(0.35));
}

fn circuit() -> Canvas {
    let mut c = Canvas::new(800, 520, PAPER);
    let wire = |c: &mut Canvas, points: &[Point]| c.line(points, 4.0, TEXT);
    wire(
        &mut c,
        &[
            (150.0, 230.0),
            (150.0, 90.0),
            (630.0, 90.0),
            (630.0, 430.0),
            (150.0, 430.0),
            (150.0, 290.0),
        ],
    );
    wire(&mut c, &[(390.0, 90.0), (390.0, 430.0)]);
    battery(&mut c);
    switch(&mut c, (390.0, 170.0), false);
    switch(&mut c, (630.0, 170.0), true);
    lamp(&mut c, (390.0, 320.0), "1", false);
    lamp(&mut c, (630.0, 320.0), "2", true);
    for (x, y) in [(390.0, 90.0), (390.0, 430.0)] {
        c.disc(x, y, 7.0, TEXT);
    }
    c.write(
        400.0,
        490.0,
        "Both lamps and the battery are in order.",
        Lettering::sans(24.0).in_colour(STONE).centred(),
    );
    c
}

fn battery(c: &mut Canvas) {
    c.rect(134.0, 232.0, 32.0, 56.0, PAPER);
    c.round((118.0, 214.0), (64.0, 92.0), 8.0, across(TEAL.lit(0.15), TEAL.shaded(0.25)));
    c.round((136.0, 202.0), (28.0, 14.0), 4.0, STEEL);
    c.rect(118.0, 226.0, 64.0, 20.0, MUSTARD);
    c.write(150.0, 276.0, "+", Lettering::sans(34.0).bold().white().centred());
    c.write(150.0, 300.0, "\u{2013}", Lettering::sans(34.0).bold().white().centred());
    c.write(104.0, 268.0, "battery", Lettering::sans(20.0).ending());
}

fn switch(c: &mut Canvas, (x, y): Point, closed: bool) {
    c.rect(x - 6.0, y - 28.0, 12.0, 56.0, PAPER);
    let tip = if closed { (x, y - 30.0) } else { (x + 36.0, y - 24.0) };
    c.line(&[(x, y + 30.0), tip], 6.0, CORAL);
    for end in [y - 30.0, y + 30.0] {
        c.disc(x, end, 8.0, TEXT);
        c.disc(x, end, 4.0, CREAM);
    }
    let word = if closed { "switch closed" } else { "switch open" };
    c.write(x - 22.0, y + 8.0, word, Lettering::sans(22.0).ending());
}

/// A lamp. It is drawn unlit: whether it shines is the question. Its name is next to it.
fn lamp(c: &mut Canvas, (x, y): Point, name: &str, right: bool) {
    c.disc(x, y, 42.0, glow(WHITE, MIST));
    c.ring(x, y, 42.0, 4.0, TEXT);
    for turn in [45.0, 135.0] {
        c.line(&[around((x, y), 42.0, turn), around((x, y), -42.0, turn)], 3.0, STONE);
    }
    let colour = if right { RED } else { BLUE };
    c.write(
        x + 58.0,
        y + 10.0,
        &format!("lamp {name}"),
        Lettering::sans(28.0).bold().in_colour(colour),
    );
}
