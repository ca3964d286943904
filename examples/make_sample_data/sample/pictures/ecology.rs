//! Living things and their interactions: a food web and a bee on a flower.

use super::super::drawing::canvas::{Point, around, smooth};
use super::super::drawing::ink::{
    CORAL, CREAM, GRASS, LEAF, MUSTARD, NIGHT, PAPER, PLUM, SKY, STONE, TEAL, TEXT, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, across, down, glow};
use super::super::picture::Picture;
use super::nature::tuft;

/// Six living things of a pond, with arrows from the eaten to the eater.
pub const FOOD_WEB: Picture = Picture::indexed("food_web", food_web);
/// A bee on a flower, dusted with pollen.
pub const BEE: Picture = Picture::indexed("bee", bee);

/// A name, its position, the colour of its disc, and how it is drawn.
type LivingThing = (&'static str, Point, Colour, fn(&mut Canvas));

fn food_web() -> Canvas {
    let mut c = Canvas::new(900, 660, PAPER);
    c.write(44.0, 56.0, "Who eats whom at the pond", Lettering::sans(32.0).bold());
    c.write(
        44.0,
        88.0,
        "Each arrow points from the food to the eater.",
        Lettering::sans(21.0).in_colour(STONE),
    );
    let places: [LivingThing; 6] = [
        ("weed", (210.0, 550.0), GRASS, weed),
        ("algae", (640.0, 550.0), TEAL, algae),
        ("snail", (210.0, 370.0), MUSTARD, snail),
        ("tadpole", (640.0, 370.0), PLUM, tadpole),
        ("perch", (430.0, 270.0), CORAL, perch),
        ("heron", (720.0, 180.0), SKY, heron),
    ];
    let eaten_by = [(0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)];
    for (food, eater) in eaten_by {
        let (from, to): (Point, Point) = (places[food].1, places[eater].1);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let along =
            |distance: f32| (from.0 + dx / length * distance, from.1 + dy / length * distance);
        c.arrow(along(78.0), along(length - 74.0), 4.0, STONE);
    }
    for (name, (x, y), colour, draw) in places {
        c.disc(x, y, 62.0, glow(colour.lit(0.75), colour.lit(0.5)));
        c.ring(x, y, 62.0, 3.0, colour.shaded(0.15));
        c.at(x, y - 8.0, 0.88, draw);
        c.write(x, y + 45.0, name, Lettering::sans(16.0).bold().centred());
    }
    c
}

fn weed(c: &mut Canvas) {
    for (x, tip) in [(-16.0, -24.0), (0.0, 6.0), (16.0, 22.0)] {
        c.curve(&[(x, 30.0), (x - 6.0, 8.0), (x + 6.0, -14.0), (tip, -36.0)], 6.0, LEAF);
    }
    c.at(0.0, 32.0, 1.0, |c| tuft(c, GRASS));
}

fn algae(c: &mut Canvas) {
    for (x, y, r) in [
        (-18.0, -12.0, 13.0),
        (8.0, -22.0, 11.0),
        (22.0, 2.0, 13.0),
        (-4.0, 10.0, 14.0),
        (-26.0, 14.0, 9.0),
    ] {
        c.disc(x, y, r, TEAL.lit(0.1));
        c.disc(x - r * 0.25, y - r * 0.25, r * 0.45, GRASS.lit(0.35));
    }
}

fn snail(c: &mut Canvas) {
    c.blob(
        &[
            (-38.0, 24.0),
            (-34.0, 2.0),
            (-24.0, 6.0),
            (-18.0, 18.0),
            (36.0, 22.0),
            (30.0, 30.0),
            (-30.0, 31.0),
        ],
        CREAM.shaded(0.25),
    );
    for x in [-36.0, -29.0] {
        c.line(&[(x + 2.0, 4.0), (x - 3.0, -10.0)], 2.5, CREAM.shaded(0.35));
    }
    c.disc(8.0, -2.0, 26.0, across(MUSTARD, WOOD));
    let spiral: Vec<Point> = (0..22)
        .map(|step| around((8.0, -2.0), 2.0 + step as f32, 90.0 + step as f32 * 36.0))
        .collect();
    c.curve(&spiral, 3.0, WOOD.shaded(0.3));
}

fn tadpole(c: &mut Canvas) {
    c.curve(
        &[(-4.0, 0.0), (14.0, -7.0), (26.0, 3.0), (38.0, 1.0), (46.0, -6.0)],
        8.0,
        PLUM.shaded(0.3),
    );
    c.oval(-14.0, 0.0, 23.0, 18.0, glow(PLUM.lit(0.1), PLUM.shaded(0.35)));
    c.disc(-24.0, -6.0, 4.5, WHITE);
    c.disc(-25.0, -6.0, 2.2, NIGHT);
    c.curve(&[(-34.0, 5.0), (-28.0, 9.0), (-22.0, 8.0)], 1.8, WHITE);
}

fn perch(c: &mut Canvas) {
    let scales = Colour::rgb(0xC98B45);
    c.polygon(&[(22.0, 0.0), (46.0, -20.0), (46.0, 20.0)], CORAL);
    c.polygon(&[(-14.0, -16.0), (4.0, -34.0), (20.0, -12.0)], CORAL);
    c.blob(
        &[(-44.0, 2.0), (-20.0, -20.0), (14.0, -16.0), (30.0, 0.0), (12.0, 16.0), (-22.0, 18.0)],
        down(scales, CREAM),
    );
    for x in [-12.0, 0.0, 12.0] {
        c.curve(&[(x, -15.0), (x + 4.0, -2.0), (x, 8.0)], 4.0, scales.shaded(0.4));
    }
    c.disc(-28.0, -4.0, 4.5, WHITE);
    c.disc(-29.0, -4.0, 2.3, NIGHT);
}

fn heron(c: &mut Canvas) {
    let plumage = Colour::rgb(0x8FA3B5);
    for x in [-2.0, 8.0] {
        c.line(&[(x, 12.0), (x + 2.0, 34.0)], 2.5, WOOD);
    }
    c.blob(
        &[(-14.0, 0.0), (6.0, -14.0), (34.0, 8.0), (44.0, 18.0), (10.0, 18.0)],
        down(plumage.lit(0.3), plumage),
    );
    c.curve(&[(-8.0, 2.0), (-20.0, -10.0), (-8.0, -24.0), (-16.0, -40.0)], 6.5, WHITE.shaded(0.05));
    c.oval(-18.0, -42.0, 9.0, 7.0, WHITE);
    c.curve(&[(-14.0, -46.0), (0.0, -48.0), (10.0, -42.0)], 3.0, NIGHT);
    c.polygon(&[(-24.0, -46.0), (-24.0, -38.0), (-50.0, -38.0)], MUSTARD);
    c.disc(-20.0, -43.0, 1.8, NIGHT);
}

fn bee() -> Canvas {
    let mut c = Canvas::new(760, 580, down(Colour::rgb(0xBFE0EA), Colour::rgb(0xDDECC4)));
    for (x, y, r) in
        [(90.0, 110.0, 60.0), (690.0, 180.0, 90.0), (620.0, 500.0, 70.0), (60.0, 470.0, 80.0)]
    {
        c.disc(x, y, r, WHITE.faded(0.25));
    }
    c.curve(&[(380.0, 600.0), (396.0, 500.0), (380.0, 400.0)], 16.0, LEAF);
    c.blob(&[(386.0, 540.0), (470.0, 470.0), (570.0, 480.0), (480.0, 540.0)], down(GRASS, LEAF));
    c.blob(&[(386.0, 560.0), (300.0, 500.0), (210.0, 520.0), (300.0, 570.0)], down(GRASS, LEAF));
    for petal in 0..14 {
        c.turned(380.0, 380.0, petal as f32 * 360.0 / 14.0, |c| {
            c.blob(
                &[(0.0, -60.0), (34.0, -130.0), (0.0, -186.0), (-34.0, -130.0)],
                down(WHITE, CORAL.lit(0.55)),
            );
        });
    }
    c.disc(380.0, 380.0, 84.0, glow(MUSTARD.lit(0.1), MUSTARD.shaded(0.2)));
    for seed in 0..46 {
        let turn = seed as f32 * 137.5;
        let (x, y) = around((380.0, 380.0), 11.5 * (seed as f32).sqrt(), turn);
        c.disc(x, y, 4.5, if seed % 2 == 0 { WOOD.lit(0.1) } else { MUSTARD.lit(0.4) });
    }
    insect(&mut c);
    c
}

fn insect(c: &mut Canvas) {
    c.turned(392.0, 300.0, -14.0, |c| {
        for (x, tip) in [(-36.0, -62.0), (-6.0, -10.0), (26.0, 48.0)] {
            c.curve(&[(x, 30.0), (x - 4.0, 56.0), (tip, 84.0)], 6.0, NIGHT);
        }
        let wing = |c: &mut Canvas, turn: f32, long: f32| {
            c.turned(-4.0, -34.0, turn, |c| {
                c.blob(
                    &[(0.0, 0.0), (28.0, -long * 0.6), (0.0, -long), (-26.0, -long * 0.6)],
                    WHITE.faded(0.72),
                );
                c.curve(
                    &[(0.0, 0.0), (2.0, -long * 0.5), (0.0, -long * 0.9)],
                    2.0,
                    STONE.faded(0.5),
                );
            });
        };
        wing(c, 52.0, 130.0);
        let body: [Point; 8] = [
            (-30.0, -22.0),
            (10.0, -40.0),
            (70.0, -36.0),
            (118.0, -8.0),
            (134.0, 8.0),
            (108.0, 34.0),
            (50.0, 48.0),
            (-20.0, 36.0),
        ];
        c.blob(&body, down(MUSTARD, MUSTARD.shaded(0.3)));
        c.inside(&smooth(&body, true), |c| {
            for x in [22.0, 62.0, 100.0] {
                c.curve(&[(x - 6.0, -50.0), (x + 10.0, 4.0), (x - 6.0, 56.0)], 19.0, NIGHT);
            }
        });
        c.disc(-34.0, 2.0, 40.0, glow(WOOD.lit(0.3), WOOD.shaded(0.2)));
        c.disc(-82.0, 6.0, 27.0, TEXT);
        c.oval(-92.0, 0.0, 9.0, 13.0, NIGHT.lit(0.5));
        c.curve(&[(-92.0, -18.0), (-106.0, -44.0), (-126.0, -46.0)], 4.0, NIGHT);
        c.curve(&[(-80.0, -20.0), (-86.0, -50.0), (-104.0, -62.0)], 4.0, NIGHT);
        wing(c, 14.0, 150.0);
        for (x, y) in [(-12.0, 84.0), (46.0, 82.0), (-60.0, 80.0), (-50.0, 40.0), (-20.0, 46.0)] {
            c.disc(x, y, 8.0, MUSTARD.lit(0.3));
        }
    });
}
