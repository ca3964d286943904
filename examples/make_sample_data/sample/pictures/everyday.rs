//! Everyday things with a value to read: a clock, dice, ice, a thermometer, a traffic light.

use super::super::drawing::canvas::around;
use super::super::drawing::ink::{
    CORAL, CREAM, GRASS, LEAF, MIST, MUSTARD, NAVY, NIGHT, PAPER, RED, SKY, STEEL, TEAL, TEXT,
    WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, Point, across, down, glow};
use super::super::picture::Picture;
use super::nature::{cloud, tree};

/// A wall clock that shows 4:35.
pub const CLOCK: Picture = Picture::indexed("clock", clock);
/// Two dice that show five and six.
pub const DICE: Picture = Picture::full_colour("dice", dice);
/// Ice cubes in a glass on a sunny window sill.
pub const ICE: Picture = Picture::indexed("ice", ice);
/// A laboratory thermometer at 110 degrees.
pub const THERMOMETER: Picture = Picture::indexed("thermometer", thermometer);
/// A traffic light that shows red.
pub const TRAFFIC_LIGHT: Picture = Picture::indexed("traffic_light", traffic_light);

fn clock() -> Canvas {
    let mut c = Canvas::new(480, 480, down(Colour::rgb(0xDDE9E4), Colour::rgb(0xC8DAD4)));
    c.disc(248.0, 252.0, 200.0, NIGHT.faded(0.16));
    c.disc(240.0, 240.0, 200.0, down(CORAL.lit(0.12), CORAL.shaded(0.15)));
    c.disc(240.0, 240.0, 176.0, PAPER);
    let centre = (240.0, 240.0);
    for minute in 0..60 {
        let angle = minute as f32 * 6.0;
        let (length, width) = if minute % 5 == 0 { (16.0, 5.0) } else { (8.0, 2.0) };
        c.line(&[around(centre, 166.0, angle), around(centre, 166.0 - length, angle)], width, TEXT);
    }
    for hour in 1..=12 {
        let (x, y) = around(centre, 124.0, hour as f32 * 30.0);
        c.write(x, y + 13.0, &hour.to_string(), Lettering::sans(36.0).bold().centred());
    }
    let (hour, minute) = ((4.0 + 35.0 / 60.0) * 30.0, 35.0 * 6.0);
    c.line(&[around(centre, -18.0, hour), around(centre, 84.0, hour)], 12.0, TEXT);
    c.line(&[around(centre, -22.0, minute), around(centre, 138.0, minute)], 7.0, TEXT);
    c.disc(240.0, 240.0, 12.0, CORAL);
    c
}

fn dice() -> Canvas {
    let mut c = Canvas::new(640, 400, glow(Colour::rgb(0x3F8F73), Colour::rgb(0x24614D)));
    c.turned(210.0, 200.0, -10.0, |c| die(c, 5));
    c.turned(436.0, 210.0, 14.0, |c| die(c, 6));
    c
}

/// The top of a die, centred, 160 wide.
fn die(c: &mut Canvas, dots: usize) {
    c.round((-70.0, -62.0), (164.0, 164.0), 28.0, NIGHT.faded(0.3));
    c.round((-80.0, -80.0), (160.0, 160.0), 28.0, down(WHITE, Colour::rgb(0xDCD8CF)));
    c.round((-70.0, -72.0), (140.0, 140.0), 24.0, WHITE.faded(0.7));
    let corners = [(-42.0, -42.0), (42.0, 42.0), (42.0, -42.0), (-42.0, 42.0)];
    let mut places: Vec<Point> = corners.to_vec();
    if dots == 5 {
        places.push((0.0, 0.0));
    } else {
        places.extend([(-42.0, 0.0), (42.0, 0.0)]);
    }
    for (x, y) in places {
        c.disc(x, y, 15.0, down(NIGHT, NAVY));
    }
}

fn ice() -> Canvas {
    let mut c = Canvas::new(480, 600, down(Colour::rgb(0xFFF1D2), Colour::rgb(0xF8DDB0)));
    c.rect(60.0, 0.0, 360.0, 400.0, WHITE);
    c.rect(74.0, 0.0, 332.0, 388.0, down(SKY, Colour::rgb(0xE5F4EE)));
    c.at(330.0, 90.0, 1.0, |c| super::nature::sun(c, 36.0, MUSTARD));
    c.at(150.0, 130.0, 0.7, |c| cloud(c, WHITE));
    c.rect(74.0, 340.0, 332.0, 48.0, GRASS);
    c.at(140.0, 352.0, 0.6, |c| tree(c, LEAF));
    c.rect(232.0, 0.0, 14.0, 388.0, WHITE);
    c.rect(0.0, 470.0, 480.0, 130.0, down(WOOD.lit(0.45), WOOD.lit(0.2)));
    c.rect(0.0, 462.0, 480.0, 14.0, WOOD.lit(0.55));
    c.oval(262.0, 542.0, 110.0, 13.0, NIGHT.faded(0.18));
    c.polygon(
        &[(160.0, 250.0), (320.0, 250.0), (304.0, 540.0), (176.0, 540.0)],
        across(WHITE.faded(0.75), SKY.faded(0.55)),
    );
    c.polygon(
        &[(165.0, 330.0), (315.0, 330.0), (302.0, 530.0), (178.0, 530.0)],
        down(SKY.faded(0.6), SKY.shaded(0.12).faded(0.75)),
    );
    for (x, y, turn) in [(204.0, 330.0, -14.0), (270.0, 322.0, 18.0), (238.0, 376.0, 6.0)] {
        c.turned(x, y, turn, |c| {
            c.round(
                (-29.0, -29.0),
                (58.0, 58.0),
                9.0,
                down(WHITE.faded(0.95), SKY.lit(0.4).faded(0.9)),
            );
            c.round((-20.0, -20.0), (40.0, 40.0), 7.0, WHITE.faded(0.6));
            c.line(&[(-14.0, 16.0), (16.0, -14.0)], 2.5, SKY);
        });
    }
    c.oval(240.0, 250.0, 80.0, 12.0, WHITE.faded(0.8));
    c.oval(240.0, 250.0, 74.0, 9.0, SKY.lit(0.5));
    c.line(&[(182.0, 276.0), (192.0, 516.0)], 7.0, WHITE.faded(0.7));
    c
}

fn thermometer() -> Canvas {
    let mut c = Canvas::new(480, 720, PAPER);
    c.round((60.0, 30.0), (360.0, 660.0), 24.0, down(WHITE, CREAM));
    let (top, bottom) = (110.0, 560.0);
    let height_of = |degrees: f32| bottom - (degrees + 20.0) / 160.0 * (bottom - top);
    c.write(240.0, 78.0, "degrees Celsius", Lettering::sans(24.0).centred());
    c.round((212.0, 96.0), (56.0, 500.0), 28.0, MIST);
    c.round((220.0, 104.0), (40.0, 490.0), 20.0, WHITE);
    c.disc(240.0, 620.0, 48.0, MIST);
    c.disc(240.0, 620.0, 40.0, RED.lit(0.06));
    let reading = height_of(110.0);
    c.round((229.0, reading), (22.0, 620.0 - reading), 6.0, RED.lit(0.06));
    for step in 0..=32 {
        let degrees = step as f32 * 5.0 - 20.0;
        let y = height_of(degrees);
        let long = step % 4 == 0;
        c.line(
            &[(278.0, y), (if long { 306.0 } else { 292.0 }, y)],
            if long { 3.0 } else { 1.5 },
            TEXT,
        );
        if long {
            c.write(316.0, y + 9.0, &format!("{degrees:.0}"), Lettering::sans(26.0));
        }
    }
    c.disc(226.0, 604.0, 9.0, WHITE.faded(0.6));
    c
}

fn traffic_light() -> Canvas {
    let mut c = Canvas::new(420, 640, down(SKY, Colour::rgb(0xEAF4F2)));
    c.at(90.0, 150.0, 0.7, |c| cloud(c, WHITE));
    c.at(350.0, 90.0, 0.6, |c| cloud(c, WHITE));
    for (x, width, top, colour) in [
        (0.0, 110.0, 330.0, TEAL.lit(0.45)),
        (110.0, 90.0, 380.0, CORAL.lit(0.5)),
        (260.0, 160.0, 350.0, MUSTARD.lit(0.3)),
    ] {
        c.rect(x, top, width, 230.0, colour);
        for row in 0..3 {
            for column in 0..(width / 45.0) as usize {
                c.round(
                    (x + 14.0 + column as f32 * 40.0, top + 24.0 + row as f32 * 58.0),
                    (22.0, 32.0),
                    3.0,
                    NAVY.faded(0.35),
                );
            }
        }
    }
    c.rect(0.0, 550.0, 420.0, 90.0, STEEL.shaded(0.4));
    for stripe in 0..5 {
        c.polygon(
            &[
                (20.0 + stripe as f32 * 90.0, 590.0),
                (70.0 + stripe as f32 * 90.0, 590.0),
                (56.0 + stripe as f32 * 90.0, 630.0),
                (0.0 + stripe as f32 * 90.0, 630.0),
            ],
            WHITE.faded(0.85),
        );
    }
    c.rect(200.0, 380.0, 20.0, 184.0, across(STEEL, NAVY));
    c.round((186.0, 552.0), (48.0, 16.0), 4.0, NAVY);
    c.round((138.0, 76.0), (144.0, 330.0), 28.0, across(NAVY, NIGHT));
    for (row, colour) in
        [RED.lit(0.08), MUSTARD.shaded(0.72), LEAF.shaded(0.72)].into_iter().enumerate()
    {
        let y = 138.0 + row as f32 * 102.0;
        if row == 0 {
            c.disc(210.0, y, 92.0, glow(RED.faded(0.55), RED.faded(0.0)));
        }
        c.disc(210.0, y, 44.0, NIGHT);
        c.disc(210.0, y, 38.0, if row == 0 { glow(RED.lit(0.4), colour) } else { colour.into() });
    }
    c
}
