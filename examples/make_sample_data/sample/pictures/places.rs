//! Pictures of places: a harbour at dusk and a street in the rain.

use super::super::drawing::canvas::{rectangle, rounded, scattered};
use super::super::drawing::ink::{
    CORAL, CREAM, MUSTARD, NAVY, NIGHT, PLUM, RED, STEEL, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::nature::{bird, cloud, hills, sun};
use super::people::dome;

/// A harbour in the evening, with boats and a lighthouse.
pub const HARBOUR: Picture = Picture::full_colour("harbour", harbour);
/// People under umbrellas in a street.
pub const RAINY_STREET: Picture = Picture::indexed("rainy_street", rainy_street);

fn harbour() -> Canvas {
    let mut c = Canvas::new(800, 600, down(Colour::rgb(0x5B6FA8), Colour::rgb(0xF7C59F)));
    c.at(250.0, 318.0, 1.0, |c| sun(c, 46.0, Colour::rgb(0xFFE3A8)));
    c.at(560.0, 130.0, 1.3, |c| cloud(c, Colour::rgb(0xD9A9B8)));
    c.at(140.0, 96.0, 0.8, |c| cloud(c, Colour::rgb(0xA9A0C4)));
    hills(
        &mut c,
        &[(0.0, 330.0), (90.0, 300.0), (200.0, 326.0), (300.0, 336.0), (420.0, 344.0)],
        352.0,
        PLUM.shaded(0.1),
    );
    c.rect(0.0, 344.0, 800.0, 256.0, down(Colour::rgb(0xD99A86), Colour::rgb(0x2B4A78)));
    for (row, (width, y)) in
        [(92.0, 362.0), (70.0, 382.0), (96.0, 402.0), (56.0, 424.0), (74.0, 446.0)]
            .into_iter()
            .enumerate()
    {
        let x = 250.0 - width / 2.0 + if row % 2 == 0 { 6.0 } else { -8.0 };
        c.round((x, y), (width, 6.0), 3.0, Colour::rgb(0xFFE3A8).faded(0.7));
    }
    let rock = Colour::rgb(0x3B3A55);
    hills(
        &mut c,
        &[(520.0, 391.0), (570.0, 346.0), (650.0, 330.0), (720.0, 316.0), (800.0, 322.0)],
        392.0,
        down(rock.lit(0.12), rock),
    );
    lighthouse(&mut c);
    for (x, y, scale, hull) in [(150.0, 470.0, 1.0, RED), (420.0, 430.0, 0.62, TEAL)] {
        c.at(x, y, scale, |c| sailing_boat(c, hull));
    }
    for (x, y, scale) in [(330.0, 150.0, 1.0), (376.0, 172.0, 0.8), (300.0, 190.0, 0.7)] {
        c.at(x, y, scale, |c| bird(c, NIGHT));
    }
    for (x, y, width) in [
        (40.0, 520.0, 70.0),
        (320.0, 540.0, 90.0),
        (560.0, 470.0, 60.0),
        (640.0, 556.0, 80.0),
        (220.0, 572.0, 60.0),
    ] {
        c.round((x, y), (width, 4.0), 2.0, WHITE.faded(0.22));
    }
    c
}

fn lighthouse(c: &mut Canvas) {
    c.polygon(
        &[(690.0, 180.0), (440.0, 120.0), (440.0, 196.0)],
        across(MUSTARD.faded(0.0), MUSTARD.faded(0.55)),
    );
    let tower = [(668.0, 322.0), (676.0, 200.0), (708.0, 200.0), (716.0, 322.0)];
    c.polygon(&tower, across(WHITE, STEEL));
    for (top, height) in [(228.0, 26.0), (282.0, 26.0)] {
        let lean = |y: f32| (322.0 - y) / 122.0 * 8.0;
        let (upper, lower) = (lean(top), lean(top + height));
        let band = [
            (668.0 + upper, top),
            (716.0 - upper, top),
            (716.0 - lower, top + height),
            (668.0 + lower, top + height),
        ];
        c.polygon(&band, across(RED, RED.shaded(0.35)));
    }
    c.rect(670.0, 194.0, 44.0, 7.0, NIGHT);
    c.rect(680.0, 168.0, 24.0, 27.0, MUSTARD.lit(0.4));
    c.line(&[(692.0, 168.0), (692.0, 194.0)], 2.0, NIGHT);
    c.polygon(&dome((692.0, 169.0), 17.0, 18.0), RED.shaded(0.2));
}

/// A boat with two sails, its waterline on the origin.
fn sailing_boat(c: &mut Canvas, hull: Colour) {
    c.oval(0.0, 30.0, 82.0, 7.0, NIGHT.faded(0.3));
    c.line(&[(-4.0, 0.0), (-4.0, -150.0)], 4.0, WOOD.shaded(0.4));
    c.blob(
        &[(2.0, -146.0), (30.0, -90.0), (64.0, -20.0), (30.0, -14.0), (2.0, -16.0)],
        across(CREAM, WHITE),
    );
    c.polygon(
        &[(-10.0, -134.0), (-10.0, -16.0), (-56.0, -16.0)],
        across(CREAM.shaded(0.12), CREAM),
    );
    c.polygon(
        &[(-82.0, -6.0), (88.0, -6.0), (58.0, 30.0), (-58.0, 30.0)],
        down(hull, hull.shaded(0.4)),
    );
    c.line(&[(-78.0, -1.0), (83.0, -1.0)], 3.0, CREAM);
    c.polygon(&[(-4.0, -166.0), (-4.0, -150.0), (20.0, -158.0)], CORAL);
}

fn rainy_street() -> Canvas {
    let mut c = Canvas::new(600, 800, down(Colour::rgb(0x8E9DAF), Colour::rgb(0xC4CBD2)));
    let walls = [
        (0.0, 190.0, 170.0, 0x8B7B86),
        (170.0, 120.0, 140.0, 0x7B8C95),
        (310.0, 220.0, 130.0, 0x9A8577),
        (440.0, 150.0, 160.0, 0x76818F),
    ];
    for (house, (x, top, width, colour)) in walls.into_iter().enumerate() {
        let wall = Colour::rgb(colour);
        c.rect(x, top, width, 430.0 - top + 110.0, down(wall, wall.shaded(0.2)));
        c.rect(x - 3.0, top - 8.0, width + 6.0, 12.0, wall.shaded(0.4));
        let columns = if width > 150.0 { 3 } else { 2 };
        for row in 0..4 {
            for column in 0..columns {
                let gap = width / columns as f32;
                let (wx, wy) =
                    (x + gap * column as f32 + gap / 2.0 - 15.0, top + 32.0 + row as f32 * 76.0);
                if wy > 420.0 {
                    continue;
                }
                let warm = (house * 3 + row * 2 + column) % 4 == 0;
                let glass = if warm { MUSTARD.lit(0.2) } else { NAVY.lit(0.1) };
                c.round((wx - 3.0, wy - 3.0), (36.0, 50.0), 3.0, wall.lit(0.3));
                c.rect(wx, wy, 30.0, 44.0, down(glass, glass.shaded(0.15)));
                c.line(&[(wx + 15.0, wy), (wx + 15.0, wy + 44.0)], 2.0, wall.lit(0.3));
            }
        }
    }
    c.rect(0.0, 540.0, 600.0, 260.0, down(Colour::rgb(0x5C6672), Colour::rgb(0x434B57)));
    c.rect(0.0, 532.0, 600.0, 16.0, Colour::rgb(0xA0A6AD));
    lamp(&mut c, 300.0);
    for (x, y, width) in
        [(60.0, 640.0, 130.0), (300.0, 600.0, 90.0), (380.0, 744.0, 170.0), (110.0, 764.0, 100.0)]
    {
        c.oval(
            x + width / 2.0,
            y,
            width / 2.0,
            11.0,
            down(Colour::rgb(0x93A3B4), Colour::rgb(0x66727F)),
        );
        c.oval(x + width * 0.55, y, width / 4.0, 5.0, WHITE.faded(0.25));
    }
    for (x, y, scale, umbrella, coat) in [
        (150.0, 690.0, 1.25, CORAL, NAVY),
        (430.0, 668.0, 1.1, MUSTARD, PLUM),
        (516.0, 640.0, 0.95, TEAL, Colour::rgb(0x5A4A42)),
    ] {
        c.at(x, y, scale, |c| walker(c, umbrella, coat));
    }
    let slant = WHITE.faded(0.42);
    for (x, y) in scattered(130, 610.0, 790.0) {
        c.line(&[(x, y), (x - 5.0, y + 19.0)], 1.5, slant);
    }
    c
}

fn lamp(c: &mut Canvas, x: f32) {
    c.disc(x, 330.0, 90.0, glow(MUSTARD.faded(0.5), MUSTARD.faded(0.0)));
    c.rect(x - 4.0, 340.0, 8.0, 204.0, NIGHT);
    c.round((x - 12.0, 530.0), (24.0, 16.0), 3.0, NIGHT);
    c.polygon(
        &[(x - 17.0, 312.0), (x + 17.0, 312.0), (x + 10.0, 346.0), (x - 10.0, 346.0)],
        MUSTARD.lit(0.5),
    );
    c.polygon(&[(x - 22.0, 312.0), (x + 22.0, 312.0), (x, 292.0)], NIGHT);
}

/// A person in a coat under an umbrella, seen from behind; feet on the origin.
fn walker(c: &mut Canvas, umbrella: Colour, coat: Colour) {
    c.oval(0.0, 2.0, 40.0, 7.0, NIGHT.faded(0.35));
    for x in [-10.0, 10.0] {
        c.line(&[(x, -40.0), (x, -8.0)], 11.0, NIGHT);
        c.fill(&rounded(x - 8.0, -14.0, 17.0, 14.0, 5.0), RED.shaded(0.5));
    }
    let body = [(-18.0, -124.0), (18.0, -124.0), (32.0, -36.0), (-32.0, -36.0)];
    c.polygon(&body, across(coat.lit(0.1), coat.shaded(0.25)));
    c.line(&[(-18.0, -116.0), (-24.0, -80.0), (-14.0, -60.0)], 12.0, coat.lit(0.06));
    c.disc(0.0, -138.0, 16.0, Colour::rgb(0x4A352B));
    c.line(&[(16.0, -112.0), (26.0, -96.0), (20.0, -120.0)], 11.0, coat.lit(0.12));
    c.line(&[(20.0, -116.0), (20.0, -200.0)], 3.0, NIGHT);
    let canopy = dome((20.0, -154.0), 72.0, 62.0);
    c.polygon(&canopy, across(umbrella.lit(0.15), umbrella.shaded(0.15)));
    c.inside(&rectangle(-60.0, -220.0, 160.0, 70.0), |c| {
        for x in [-28.0, 20.0, 68.0] {
            c.disc(x, -148.0, 23.0, umbrella.shaded(0.3));
        }
    });
    c.curve(&[(20.0, -216.0), (2.0, -196.0), (-4.0, -156.0)], 1.5, umbrella.shaded(0.3));
    c.curve(&[(20.0, -216.0), (38.0, -196.0), (44.0, -156.0)], 1.5, umbrella.shaded(0.3));
    c.line(&[(20.0, -216.0), (20.0, -224.0)], 4.0, NIGHT);
}
