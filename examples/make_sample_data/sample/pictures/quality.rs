//! Pictures with a fault: out of focus, and underexposed.

use super::super::drawing::canvas::{oval, rectangle};
use super::super::drawing::ink::{
    CORAL, CREAM, LEAF, MUSTARD, NIGHT, RED, STEEL, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::nature::flower;

/// A teapot and fruit, sharp.
pub const SHARP: Picture = Picture::full_colour("still_life_sharp", still_life);
/// The same, out of focus.
pub const BLURRED: Picture = Picture::jpeg("still_life_blurred", blurred);
/// A kitchen without enough light.
pub const DARK_KITCHEN: Picture = Picture::indexed("kitchen_dark", dark_kitchen);

fn blurred() -> Canvas {
    let mut picture = still_life();
    picture.blur(7);
    picture
}

fn still_life() -> Canvas {
    let mut c = Canvas::new(480, 360, down(Colour::rgb(0xE8DCC8), Colour::rgb(0xD9C6A5)));
    for stripe in 0..12 {
        c.rect(stripe as f32 * 40.0, 0.0, 14.0, 250.0, CREAM.faded(0.5));
    }
    c.rect(0.0, 248.0, 480.0, 112.0, down(WOOD.lit(0.15), WOOD.shaded(0.2)));
    for y in [276.0, 314.0] {
        c.line(&[(0.0, y), (480.0, y)], 1.5, WOOD.shaded(0.3));
    }
    c.oval(190.0, 292.0, 104.0, 12.0, NIGHT.faded(0.25));
    c.curve(
        &[(262.0, 196.0), (318.0, 186.0), (316.0, 244.0), (262.0, 252.0)],
        15.0,
        TEAL.shaded(0.2),
    );
    c.blob(
        &[
            (122.0, 214.0),
            (84.0, 190.0),
            (66.0, 152.0),
            (84.0, 148.0),
            (104.0, 176.0),
            (128.0, 188.0),
        ],
        TEAL.shaded(0.1),
    );
    c.blob(
        &[
            (190.0, 142.0),
            (258.0, 168.0),
            (272.0, 230.0),
            (236.0, 286.0),
            (144.0, 286.0),
            (108.0, 230.0),
            (122.0, 168.0),
        ],
        glow(TEAL.lit(0.25), TEAL.shaded(0.18)),
    );
    c.oval(190.0, 150.0, 46.0, 12.0, TEAL.shaded(0.25));
    c.oval(190.0, 145.0, 42.0, 11.0, TEAL.lit(0.2));
    c.disc(190.0, 128.0, 10.0, MUSTARD);
    for petal in 0..6 {
        c.turned(190.0, 222.0, petal as f32 * 60.0, |c| c.oval(0.0, -17.0, 9.0, 15.0, CREAM));
    }
    c.disc(190.0, 222.0, 9.0, CORAL);
    apple(&mut c, 356.0, 276.0, RED);
    apple(&mut c, 418.0, 292.0, MUSTARD);
    c.oval(60.0, 310.0, 46.0, 9.0, STEEL);
    c.polygon(
        &[(26.0, 262.0), (94.0, 262.0), (82.0, 306.0), (38.0, 306.0)],
        across(WHITE, CREAM.shaded(0.15)),
    );
    c.oval(60.0, 262.0, 34.0, 7.0, Colour::rgb(0x7A4B2A));
    c
}

fn apple(c: &mut Canvas, x: f32, y: f32, skin: Colour) {
    c.oval(x + 4.0, y + 28.0, 34.0, 7.0, NIGHT.faded(0.25));
    c.blob(
        &[
            (x, y - 24.0),
            (x + 24.0, y - 28.0),
            (x + 34.0, y),
            (x + 18.0, y + 30.0),
            (x, y + 27.0),
            (x - 18.0, y + 30.0),
            (x - 34.0, y),
            (x - 24.0, y - 28.0),
        ],
        glow(skin.lit(0.25), skin.shaded(0.12)),
    );
    c.curve(&[(x, y - 22.0), (x + 2.0, y - 34.0), (x + 8.0, y - 42.0)], 4.0, WOOD.shaded(0.3));
    c.blob(
        &[(x + 6.0, y - 36.0), (x + 22.0, y - 48.0), (x + 30.0, y - 38.0), (x + 16.0, y - 32.0)],
        LEAF,
    );
}

fn dark_kitchen() -> Canvas {
    let mut picture = kitchen();
    picture.underexpose(0.2);
    picture
}

fn kitchen() -> Canvas {
    let mut c = Canvas::new(640, 480, down(Colour::rgb(0xD5E3E0), Colour::rgb(0xB9CFCB)));
    for row in 0..5 {
        for column in 0..16 {
            let (x, y) = (column as f32 * 40.0, 190.0 + row as f32 * 26.0);
            c.rect(x + 1.0, y + 1.0, 38.0, 24.0, WHITE.faded(0.55));
        }
    }
    c.rect(250.0, 36.0, 150.0, 130.0, WHITE);
    c.rect(258.0, 44.0, 134.0, 114.0, down(Colour::rgb(0x5A6C9C), Colour::rgb(0xA8B6CF)));
    c.line(&[(325.0, 44.0), (325.0, 158.0)], 5.0, WHITE);
    c.line(&[(258.0, 100.0), (392.0, 100.0)], 5.0, WHITE);
    for x in [20.0, 116.0, 430.0, 526.0] {
        c.round((x, 26.0), (90.0, 140.0), 5.0, down(TEAL.lit(0.3), TEAL.lit(0.1)));
        c.round((x + 10.0, 36.0), (70.0, 120.0), 4.0, TEAL.lit(0.38));
        c.disc(x + 74.0, 140.0, 4.0, STEEL);
    }
    c.rect(0.0, 318.0, 640.0, 18.0, WOOD.lit(0.2));
    c.rect(0.0, 336.0, 640.0, 144.0, down(TEAL.lit(0.15), TEAL.shaded(0.2)));
    for x in [14.0, 140.0, 392.0, 518.0] {
        c.round((x, 350.0), (112.0, 118.0), 5.0, TEAL.lit(0.28));
        c.round((x + 36.0, 362.0), (40.0, 7.0), 3.0, STEEL);
    }
    c.round((264.0, 344.0), (118.0, 130.0), 6.0, STEEL.lit(0.2));
    c.round((276.0, 384.0), (94.0, 70.0), 6.0, NIGHT);
    for x in [284.0, 310.0, 336.0, 362.0] {
        c.disc(x, 362.0, 7.0, NIGHT.lit(0.3));
    }
    c.round((286.0, 270.0), (78.0, 48.0), 8.0, across(CORAL.lit(0.15), CORAL.shaded(0.2)));
    c.oval(325.0, 270.0, 39.0, 8.0, CORAL.shaded(0.15));
    c.line(&[(284.0, 284.0), (266.0, 284.0)], 7.0, NIGHT);
    c.fill(&rectangle(60.0, 250.0, 50.0, 68.0), across(CREAM, CREAM.shaded(0.2)));
    for (x, petals) in [(72.0, RED), (86.0, MUSTARD), (98.0, CORAL)] {
        c.at(x, 254.0, 1.0, |c| flower(c, petals));
    }
    c.fill(&oval(500.0, 312.0, 54.0, 10.0), WHITE);
    apple(&mut c, 484.0, 284.0, RED);
    apple(&mut c, 526.0, 286.0, LEAF.lit(0.2));
    c
}
