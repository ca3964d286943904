//! Two well-known landmarks, drawn simply.

use super::super::drawing::ink::{MUSTARD, NIGHT, PLUM, WHITE};
use super::super::drawing::{Canvas, Colour, Point, across, down, glow};
use super::super::picture::Picture;
use super::nature::{bird, cloud, hills, sun};

/// The Eiffel Tower in the evening.
pub const EIFFEL_TOWER: Picture = Picture::full_colour("eiffel_tower", eiffel_tower);
/// Three pyramids and a camel.
pub const PYRAMIDS: Picture = Picture::indexed("pyramids", pyramids);

fn eiffel_tower() -> Canvas {
    let mut c = Canvas::new(600, 800, down(Colour::rgb(0x4B4E8A), Colour::rgb(0xF9B98A)));
    c.at(450.0, 520.0, 1.0, |c| sun(c, 40.0, Colour::rgb(0xFFE1A6)));
    c.at(130.0, 230.0, 1.1, |c| cloud(c, Colour::rgb(0xB394B4)));
    c.at(480.0, 160.0, 0.8, |c| cloud(c, Colour::rgb(0x9085B2)));
    let roofs = Colour::rgb(0x6A4A6C);
    for house in 0..12 {
        let (x, height) = (house as f32 * 52.0 - 8.0, 40.0 + (house * 29 % 44) as f32);
        c.rect(x, 664.0 - height, 54.0, height + 20.0, roofs);
        c.polygon(
            &[
                (x - 2.0, 664.0 - height),
                (x + 56.0, 664.0 - height),
                (x + 46.0, 644.0 - height),
                (x + 8.0, 644.0 - height),
            ],
            roofs.shaded(0.25),
        );
        for window in 0..2 {
            c.rect(x + 12.0 + window as f32 * 22.0, 676.0 - height, 8.0, 12.0, MUSTARD.faded(0.8));
        }
    }
    c.rect(0.0, 676.0, 600.0, 124.0, down(Colour::rgb(0x4D6B4F), Colour::rgb(0x2E4638)));
    c.polygon(
        &[(250.0, 800.0), (286.0, 690.0), (314.0, 690.0), (350.0, 800.0)],
        Colour::rgb(0xCDB08C),
    );
    tower(&mut c);
    for tree in 0..14 {
        let x = tree as f32 * 46.0;
        if (180.0..420.0).contains(&x) {
            continue;
        }
        c.disc(x, 690.0, 27.0, Colour::rgb(0x2C4A38));
        c.disc(x - 6.0, 682.0, 16.0, Colour::rgb(0x3A5E46));
    }
    c
}

fn tower(c: &mut Canvas) {
    let iron = Colour::rgb(0x3A2C38);
    // Half the width of the tower at a height, as a curve through the measures of the real one.
    let half = |y: f32| {
        let t = ((y - 120.0) / 570.0).clamp(0.0, 1.0);
        5.0 + 26.0 * t + 102.0 * t.powi(3)
    };
    let side = |sign: f32, inset: f32| -> Vec<Point> {
        (0..=38)
            .map(|step| 120.0 + step as f32 * 15.0)
            .map(|y| (300.0 + sign * (half(y) - inset), y))
            .collect()
    };
    for sign in [-1.0, 1.0] {
        c.line(&side(sign, 0.0), 9.0, iron);
        let inner: Vec<Point> = side(sign, 0.0)
            .into_iter()
            .filter(|(_, y)| *y > 350.0)
            .map(|(x, y)| (x - sign * (16.0 + (y - 350.0) * 0.09), y))
            .collect();
        c.line(&inner, 7.0, iron);
    }
    let mut y = 150.0;
    while y < 690.0 {
        let next = (y + 10.0 + half(y) * 0.35).min(690.0);
        let strut = |a: f32, b: f32| [(300.0 + a, y), (300.0 + b, next)];
        if y < 350.0 {
            c.line(&strut(-half(y), half(next)), 2.5, iron);
            c.line(&strut(half(y), -half(next)), 2.5, iron);
        } else {
            for sign in [-1.0, 1.0] {
                let (outer, outer_next) = (sign * half(y), sign * half(next));
                let inner = outer - sign * (16.0 + (y - 350.0) * 0.09);
                let inner_next = outer_next - sign * (16.0 + (next - 350.0) * 0.09);
                c.line(&strut(outer, inner_next), 2.5, iron);
                c.line(&strut(inner, outer_next), 2.5, iron);
            }
        }
        y = next;
    }
    for (y, extra, height) in [(346.0, 10.0, 14.0), (510.0, 14.0, 18.0), (150.0, 8.0, 8.0)] {
        let reach = half(y) + extra;
        c.rect(300.0 - reach, y, reach * 2.0, height, iron);
    }
    let arch: Vec<Point> = (0..=20)
        .map(|step| step as f32 / 10.0 - 1.0)
        .map(|t| (300.0 + t * 82.0, 580.0 + t * t * 86.0))
        .collect();
    c.line(&arch, 7.0, iron);
    c.rect(292.0, 104.0, 16.0, 20.0, iron);
    c.line(&[(300.0, 104.0), (300.0, 56.0)], 4.0, iron);
    for sign in [-1.0, 1.0] {
        c.rect(300.0 + sign * 116.0 - 26.0, 684.0, 52.0, 14.0, Colour::rgb(0x8A7A78));
    }
}

fn pyramids() -> Canvas {
    let mut c = Canvas::new(800, 500, down(Colour::rgb(0x78B5D8), Colour::rgb(0xFBE6C0)));
    c.at(640.0, 96.0, 1.0, |c| sun(c, 38.0, Colour::rgb(0xFFF1C4)));
    let sand = Colour::rgb(0xE6C27F);
    hills(
        &mut c,
        &[(0.0, 340.0), (220.0, 330.0), (460.0, 344.0), (800.0, 326.0)],
        500.0,
        sand.shaded(0.08),
    );
    for (left, right, top, base) in
        [(500.0, 760.0, 190.0, 352.0), (60.0, 500.0, 78.0, 372.0), (390.0, 640.0, 214.0, 380.0)]
    {
        pyramid(&mut c, (left, right), top, base);
    }
    hills(
        &mut c,
        &[(0.0, 384.0), (160.0, 366.0), (360.0, 388.0), (600.0, 370.0), (800.0, 392.0)],
        500.0,
        down(sand.lit(0.15), sand.shaded(0.12)),
    );
    for (x, y, width) in [(60.0, 430.0, 160.0), (330.0, 462.0, 200.0), (600.0, 436.0, 140.0)] {
        c.curve(&[(x, y), (x + width / 2.0, y - 9.0), (x + width, y)], 3.0, sand.shaded(0.18));
    }
    c.at(610.0, 440.0, 0.8, camel);
    for (x, y) in [(250.0, 70.0), (286.0, 54.0), (214.0, 50.0)] {
        c.at(x, y, 0.8, |c| bird(c, PLUM));
    }
    c.disc(640.0, 96.0, 130.0, glow(WHITE.faded(0.25), WHITE.faded(0.0)));
    c
}

fn pyramid(c: &mut Canvas, (left, right): (f32, f32), top: f32, base: f32) {
    let stone = Colour::rgb(0xDDB36C);
    let peak = (f32::midpoint(left, right), top);
    let ridge = peak.0 + (right - left) * 0.12;
    c.polygon(&[peak, (left, base), (ridge, base)], across(stone.lit(0.3), stone.lit(0.08)));
    c.polygon(
        &[peak, (ridge, base), (right, base)],
        across(stone.shaded(0.22), stone.shaded(0.36)),
    );
    let courses = ((base - top) / 13.0) as usize;
    for course in 1..courses {
        let t = course as f32 / courses as f32;
        let y = top + (base - top) * t;
        let at = |x: f32| peak.0 + (x - peak.0) * t;
        c.line(&[(at(left), y), (at(ridge), y)], 1.0, stone.shaded(0.12));
        c.line(&[(at(ridge), y), (at(right), y)], 1.0, stone.shaded(0.46));
    }
}

/// A camel about 130 wide, standing on the origin and looking left.
fn camel(c: &mut Canvas) {
    let coat = Colour::rgb(0x8A5A34);
    c.oval(4.0, 0.0, 70.0, 6.0, NIGHT.faded(0.25));
    for (x, shade) in [(-28.0, 0.25), (36.0, 0.25), (-16.0, 0.0), (46.0, 0.0)] {
        c.line(&[(x, -50.0), (x + 2.0, -26.0), (x - 1.0, -2.0)], 8.0, coat.shaded(shade));
    }
    c.blob(
        &[
            (-44.0, -62.0),
            (-20.0, -82.0),
            (8.0, -122.0),
            (34.0, -84.0),
            (58.0, -68.0),
            (54.0, -44.0),
            (0.0, -36.0),
            (-38.0, -44.0),
        ],
        down(coat.lit(0.12), coat),
    );
    c.curve(&[(-36.0, -58.0), (-62.0, -56.0), (-70.0, -84.0), (-66.0, -104.0)], 15.0, coat);
    c.blob(
        &[(-60.0, -116.0), (-58.0, -100.0), (-88.0, -92.0), (-98.0, -98.0), (-84.0, -110.0)],
        coat.lit(0.06),
    );
    c.polygon(&[(-64.0, -112.0), (-60.0, -124.0), (-56.0, -110.0)], coat);
    c.disc(-76.0, -106.0, 2.4, NIGHT);
    c.curve(&[(58.0, -62.0), (68.0, -48.0), (64.0, -32.0)], 4.0, coat);
    c.blob(
        &[(-12.0, -88.0), (8.0, -116.0), (30.0, -90.0), (30.0, -66.0), (-10.0, -66.0)],
        Colour::rgb(0xC8403A),
    );
    c.line(&[(-12.0, -74.0), (31.0, -74.0)], 5.0, MUSTARD);
}
