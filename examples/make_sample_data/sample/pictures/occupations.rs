//! People whose clothes show their occupation: a cook and a firefighter.

use super::super::drawing::canvas::smooth;
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, MUSTARD, NAVY, NIGHT, RED, SKY, STEEL, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::people::{BLACK, BROWN, Bust, Hair, Mood, SHOULDERS, SKINS, collar, dome};

/// A cook in a white jacket and a tall hat.
pub const COOK: Picture = Picture::indexed("cook", cook);
/// A firefighter in a helmet and a coat with bright stripes.
pub const FIREFIGHTER: Picture = Picture::indexed("firefighter", firefighter);
/// A face with wide eyes and an open mouth.
pub const SURPRISED: Picture = Picture::full_colour("surprised", surprised);

fn cook() -> Canvas {
    let mut c = Canvas::new(540, 640, down(Colour::rgb(0xF7E3C4), Colour::rgb(0xEBCB9C)));
    c.rect(0.0, 150.0, 540.0, 12.0, WOOD);
    for (x, radius) in [(60.0, 34.0), (150.0, 26.0), (410.0, 28.0), (492.0, 36.0)] {
        c.line(&[(x, 162.0), (x, 200.0)], 6.0, STEEL.shaded(0.3));
        c.disc(x, 200.0 + radius, radius, across(STEEL.lit(0.3), STEEL.shaded(0.2)));
        c.disc(x, 200.0 + radius, radius - 8.0, STEEL.shaded(0.12));
    }
    let person =
        Bust { skin: SKINS[1], hair: BLACK, cut: Hair::Short, cloth: WHITE, mood: Mood::Calm };
    c.at(270.0, 340.0, 1.0, |c| {
        person.draw(c);
        c.blob(
            &[
                (-70.0, 136.0),
                (0.0, 174.0),
                (70.0, 136.0),
                (58.0, 176.0),
                (8.0, 206.0),
                (-8.0, 206.0),
                (-58.0, 176.0),
            ],
            CORAL,
        );
        c.polygon(
            &[(-8.0, 196.0), (8.0, 196.0), (26.0, 246.0), (-26.0, 246.0)],
            CORAL.shaded(0.15),
        );
        c.line(&[(-66.0, 210.0), (-54.0, 320.0)], 3.0, STEEL);
        for y in [226.0, 262.0, 298.0] {
            for x in [-84.0, 70.0] {
                c.disc(x, y, 7.0, NAVY);
            }
        }
        for (x, y, radius) in [(-64.0, -196.0, 50.0), (64.0, -196.0, 50.0), (0.0, -222.0, 62.0)] {
            c.disc(x, y, radius, down(WHITE, Colour::rgb(0xE9E6E0)));
        }
        c.round((-98.0, -166.0), (196.0, 84.0), 10.0, across(WHITE, Colour::rgb(0xDEDAD2)));
        for x in [-60.0, -20.0, 20.0, 60.0] {
            c.line(&[(x, -152.0), (x, -206.0)], 3.0, Colour::rgb(0xD8D4CB));
        }
    });
    c
}

fn firefighter() -> Canvas {
    let mut c = Canvas::new(540, 640, down(Colour::rgb(0xBFDCE6), Colour::rgb(0xE4EFEA)));
    engine(&mut c);
    let person = Bust {
        skin: SKINS[2],
        hair: BLACK,
        cut: Hair::Short,
        cloth: NAVY.shaded(0.4),
        mood: Mood::Calm,
    };
    c.at(270.0, 340.0, 1.0, |c| {
        person.draw(c);
        c.inside(&smooth(&SHOULDERS, true), |c| {
            for y in [236.0, 284.0] {
                c.rect(-200.0, y, 400.0, 26.0, Colour::rgb(0xE8F06A));
                c.rect(-200.0, y + 8.0, 400.0, 10.0, STEEL.lit(0.5));
            }
        });
        c.blob(
            &[(-64.0, 132.0), (64.0, 132.0), (80.0, 178.0), (0.0, 196.0), (-80.0, 178.0)],
            NAVY.shaded(0.6),
        );
        c.line(&[(0.0, 186.0), (0.0, 330.0)], 6.0, MUSTARD);
        c.polygon(
            &dome((0.0, -52.0), 106.0, 118.0),
            across(MUSTARD.lit(0.15), MUSTARD.shaded(0.2)),
        );
        c.blob(
            &[
                (-128.0, -44.0),
                (0.0, -74.0),
                (128.0, -44.0),
                (110.0, -30.0),
                (0.0, -52.0),
                (-110.0, -30.0),
            ],
            MUSTARD.shaded(0.3),
        );
        c.round((-12.0, -178.0), (24.0, 110.0), 10.0, MUSTARD.shaded(0.12));
        c.polygon(
            &[
                (0.0, -128.0),
                (32.0, -114.0),
                (26.0, -78.0),
                (0.0, -62.0),
                (-26.0, -78.0),
                (-32.0, -114.0),
            ],
            RED,
        );
        c.polygon(&[(0.0, -112.0), (14.0, -88.0), (0.0, -72.0), (-14.0, -88.0)], MUSTARD.lit(0.5));
    });
    c
}

/// The front of a fire engine, filling the picture behind a person.
fn engine(c: &mut Canvas) {
    for x in [70.0, 370.0] {
        c.disc(x + 50.0, 70.0, 60.0, glow(BLUE.lit(0.4).faded(0.6), BLUE.faded(0.0)));
        c.round((x, 58.0), (100.0, 34.0), 12.0, down(BLUE.lit(0.35), BLUE));
    }
    c.round((24.0, 86.0), (492.0, 640.0), 34.0, down(RED, RED.shaded(0.25)));
    c.round((54.0, 120.0), (432.0, 190.0), 22.0, NIGHT);
    c.round((62.0, 128.0), (416.0, 174.0), 18.0, down(SKY.lit(0.35), SKY.shaded(0.12)));
    c.polygon(&[(110.0, 128.0), (180.0, 128.0), (110.0, 302.0), (62.0, 280.0)], WHITE.faded(0.3));
    c.rect(24.0, 336.0, 492.0, 30.0, WHITE);
    c.rect(24.0, 346.0, 492.0, 10.0, MUSTARD);
    for x in [78.0, 462.0] {
        c.disc(x, 440.0, 38.0, STEEL);
        c.disc(x, 440.0, 30.0, glow(WHITE, MUSTARD.lit(0.4)));
    }
    for slot in 0..6 {
        c.round((130.0, 400.0 + slot as f32 * 22.0), (280.0, 10.0), 5.0, NIGHT.faded(0.5));
    }
}

fn surprised() -> Canvas {
    let mut c = Canvas::new(520, 560, down(TEAL.lit(0.45), TEAL.lit(0.15)));
    for ray in 0..12 {
        let angle = ray as f32 * 30.0;
        c.wedge((260.0, 270.0), 420.0, (angle, angle + 12.0), WHITE.faded(0.18));
    }
    let person =
        Bust { skin: SKINS[0], hair: BROWN, cut: Hair::Bun, cloth: CORAL, mood: Mood::Surprised };
    c.at(260.0, 268.0, 1.05, |c| {
        person.draw(c);
        collar(c, CREAM);
    });
    for (x, y) in [(70.0, 120.0), (452.0, 120.0)] {
        c.line(&[(x, y), (x, y + 40.0)], 9.0, NIGHT.faded(0.8));
        c.disc(x, y + 60.0, 6.0, NIGHT.faded(0.8));
    }
    c
}
