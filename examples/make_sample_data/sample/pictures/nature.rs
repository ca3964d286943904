//! Plants, weather and animals: the outdoor elements of the scenes.
//!
//! Each is drawn around its foot or its centre at the origin, to be placed with `Canvas::at`.

use super::super::drawing::canvas::ground;
use super::super::drawing::ink::{CREAM, GRASS, LEAF, MUSTARD, WHITE, WOOD};
use super::super::drawing::{Canvas, Colour, Ink, Point, across, down, glow};

/// A sun with a halo, centred.
pub fn sun(c: &mut Canvas, radius: f32, colour: Colour) {
    c.disc(0.0, 0.0, radius * 2.6, glow(colour.faded(0.45), colour.faded(0.0)));
    c.disc(0.0, 0.0, radius, colour);
}

/// A fair-weather cloud about 150 wide, its flat base on the origin.
pub fn cloud(c: &mut Canvas, colour: Colour) {
    let shade = colour.shaded(0.06);
    for (x, y, r) in [(-44.0, -24.0, 24.0), (-8.0, -38.0, 35.0), (36.0, -26.0, 28.0)] {
        c.disc(x, y, r, down(colour, shade));
    }
    c.round((-74.0, -34.0), (148.0, 36.0), 18.0, down(colour.towards(shade, 0.4), shade));
}

/// Rolling ground: a smooth crest through the points, filled down to a height.
pub fn hills(c: &mut Canvas, crest: &[Point], bottom: f32, ink: impl Into<Ink>) {
    c.fill(&ground(crest, bottom), ink);
}

/// A leafy tree about 190 high, standing on the origin.
pub fn tree(c: &mut Canvas, leaves: Colour) {
    c.polygon(
        &[(-9.0, 0.0), (9.0, 0.0), (6.0, -90.0), (-6.0, -90.0)],
        across(WOOD, WOOD.shaded(0.3)),
    );
    c.line(&[(0.0, -70.0), (24.0, -102.0)], 6.0, WOOD.shaded(0.2));
    for (x, y, r) in [(-34.0, -104.0, 36.0), (34.0, -108.0, 36.0), (0.0, -142.0, 46.0)] {
        c.disc(x, y, r, down(leaves, leaves.shaded(0.22)));
    }
    for (x, y, r) in [(-16.0, -152.0, 16.0), (-42.0, -114.0, 11.0), (24.0, -120.0, 12.0)] {
        c.disc(x, y, r, leaves.lit(0.18));
    }
}

/// A spruce about 180 high, standing on the origin.
pub fn spruce(c: &mut Canvas, needles: Colour) {
    c.rect(-6.0, -24.0, 12.0, 24.0, WOOD.shaded(0.3));
    for (y, half) in [(-20.0, 52.0), (-66.0, 42.0), (-112.0, 30.0)] {
        let tip = (0.0, y - 72.0);
        c.polygon(&[(-half, y), (half, y), tip], needles);
        c.polygon(&[(0.0, y), (half, y), tip], needles.shaded(0.18));
    }
}

/// A leafless tree about 200 high, standing on the origin.
pub fn bare_tree(c: &mut Canvas, bark: Colour) {
    c.blob(
        &[(-4.0, -60.0), (4.0, -60.0), (7.0, -12.0), (16.0, 2.0), (-16.0, 2.0), (-7.0, -12.0)],
        bark,
    );
    c.curve(&[(0.0, -20.0), (-3.0, -60.0), (2.0, -120.0), (-4.0, -190.0)], 9.0, bark);
    let branches: [&[Point]; 6] = [
        &[(-2.0, -70.0), (-30.0, -110.0), (-62.0, -128.0)],
        &[(0.0, -88.0), (34.0, -118.0), (70.0, -160.0)],
        &[(0.0, -118.0), (-26.0, -150.0), (-38.0, -188.0)],
        &[(34.0, -118.0), (60.0, -122.0), (84.0, -118.0)],
        &[(-30.0, -110.0), (-52.0, -108.0), (-74.0, -98.0)],
        &[(0.0, -140.0), (20.0, -164.0), (26.0, -196.0)],
    ];
    for (number, branch) in branches.into_iter().enumerate() {
        c.curve(branch, if number < 3 { 5.0 } else { 3.0 }, bark);
    }
}

/// A tuft of grass, 20 wide.
pub fn tuft(c: &mut Canvas, colour: Colour) {
    for (x, tip) in [(-6.0, -11.0), (0.0, 2.0), (6.0, 12.0)] {
        c.curve(&[(x, 0.0), (x, -8.0), (tip, -16.0)], 2.5, colour);
    }
}

/// A flower about 50 high, standing on the origin.
pub fn flower(c: &mut Canvas, petals: Colour) {
    c.curve(&[(0.0, 0.0), (2.0, -20.0), (0.0, -40.0)], 3.0, LEAF);
    c.blob(&[(0.0, -8.0), (12.0, -20.0), (20.0, -18.0), (12.0, -10.0)], GRASS);
    for petal in 0..6 {
        c.turned(0.0, -42.0, petal as f32 * 60.0, |c| c.oval(0.0, -8.0, 4.5, 8.0, petals));
    }
    c.disc(0.0, -42.0, 5.0, MUSTARD);
}

/// A bird far away, 30 wide.
pub fn bird(c: &mut Canvas, colour: Colour) {
    for side in [-1.0, 1.0] {
        c.bow((0.0, 0.0), (side * 15.0, -5.0), -4.0, 2.5, colour);
    }
}

/// A sheep about 90 wide, standing on the origin and looking left.
pub fn sheep(c: &mut Canvas) {
    let face = Colour::rgb(0x4A4A55);
    for x in [-22.0, -10.0, 12.0, 24.0] {
        c.line(&[(x, -20.0), (x, -3.0)], 6.0, face);
    }
    let fleece = [
        (-24.0, -34.0, 16.0),
        (-8.0, -44.0, 18.0),
        (12.0, -44.0, 18.0),
        (28.0, -34.0, 16.0),
        (-12.0, -28.0, 16.0),
        (14.0, -26.0, 16.0),
    ];
    for (x, y, r) in fleece {
        c.disc(x, y, r, CREAM.lit(0.6).shaded(0.08));
    }
    for (x, y, r) in fleece {
        c.disc(x - 1.0, y - 2.0, r - 2.0, WHITE.towards(CREAM, 0.35));
    }
    c.oval(-42.0, -42.0, 11.0, 15.0, face);
    c.oval(-32.0, -50.0, 7.0, 4.0, face.lit(0.15));
    c.disc(-46.0, -45.0, 2.2, WHITE);
    c.disc(-38.0, -56.0, 8.0, WHITE.towards(CREAM, 0.35));
}
