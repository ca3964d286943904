//! Pictures with a clear topic: a portrait, and a close-up of an insect.

use super::super::drawing::canvas::{Point, rectangle, smooth};
use super::super::drawing::ink::{
    CREAM, GRASS, LEAF, MUSTARD, NAVY, NIGHT, PLUM, RED, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::people::{BROWN, Bust, Hair, Mood, SKINS};

/// A framed portrait of a woman who does not exist.
pub const PORTRAIT: Picture = Picture::full_colour("portrait", portrait);
/// A ladybird on a leaf, very near.
pub const LADYBIRD: Picture = Picture::indexed("ladybird", ladybird);

fn portrait() -> Canvas {
    let mut c = Canvas::new(600, 760, down(WOOD.lit(0.1), WOOD.shaded(0.3)));
    c.rect(22.0, 22.0, 556.0, 716.0, MUSTARD.shaded(0.15));
    c.rect(32.0, 32.0, 536.0, 696.0, WOOD.shaded(0.35));
    let view = rectangle(48.0, 48.0, 504.0, 664.0);
    c.fill(&view, glow(Colour::rgb(0x8FA88F), Colour::rgb(0x3F5B55)));
    c.inside(&view, |c| {
        let sitter =
            Bust { skin: SKINS[3], hair: BROWN, cut: Hair::Long, cloth: PLUM, mood: Mood::Calm };
        c.at(300.0, 330.0, 1.22, |c| {
            sitter.draw(c);
            c.blob(
                &[
                    (-58.0, 146.0),
                    (0.0, 196.0),
                    (58.0, 146.0),
                    (40.0, 132.0),
                    (0.0, 160.0),
                    (-40.0, 132.0),
                ],
                CREAM,
            );
            for bead in 0..7 {
                let t = (bead as f32 - 3.0) / 3.0;
                c.disc(t * 29.0, 146.0 - t * t * 18.0, 5.0, WHITE);
            }
        });
    });
    c
}

fn ladybird() -> Canvas {
    let mut c = Canvas::new(800, 600, down(Colour::rgb(0xCFE3A0), Colour::rgb(0x7FA85B)));
    for (x, y, r) in [
        (90.0, 90.0, 74.0),
        (700.0, 70.0, 100.0),
        (560.0, 140.0, 50.0),
        (240.0, 60.0, 44.0),
        (740.0, 500.0, 80.0),
    ] {
        c.disc(x, y, r, WHITE.faded(0.16));
    }
    let leaf: [Point; 8] = [
        (20.0, 560.0),
        (120.0, 380.0),
        (330.0, 240.0),
        (560.0, 200.0),
        (780.0, 250.0),
        (700.0, 430.0),
        (500.0, 560.0),
        (240.0, 600.0),
    ];
    c.blob(&leaf, down(GRASS, LEAF));
    c.inside(&smooth(&leaf, true), |c| {
        c.curve(
            &[(20.0, 566.0), (260.0, 450.0), (520.0, 350.0), (780.0, 250.0)],
            9.0,
            GRASS.lit(0.3),
        );
        for vein in 0..6 {
            let t = vein as f32;
            let (x, y) = (150.0 + t * 100.0, 506.0 - t * 43.0);
            c.curve(&[(x, y), (x + 40.0, y - 70.0), (x + 50.0, y - 150.0)], 4.0, GRASS.lit(0.2));
            c.curve(&[(x, y), (x + 90.0, y + 40.0), (x + 130.0, y + 120.0)], 4.0, LEAF.shaded(0.1));
        }
    });
    c.oval(410.0, 420.0, 176.0, 26.0, NIGHT.faded(0.28));
    for (x, bend, foot) in [(320.0, 290.0, 270.0), (410.0, 404.0, 396.0), (500.0, 532.0, 552.0)] {
        c.curve(&[(x, 390.0), (bend, 412.0), (foot, 438.0)], 9.0, NIGHT);
    }
    c.blob(
        &[(262.0, 388.0), (214.0, 356.0), (222.0, 300.0), (276.0, 276.0), (320.0, 330.0)],
        down(NAVY.shaded(0.4), NIGHT),
    );
    c.curve(&[(234.0, 296.0), (206.0, 262.0), (178.0, 256.0)], 5.0, NIGHT);
    c.curve(&[(254.0, 284.0), (242.0, 244.0), (218.0, 226.0)], 5.0, NIGHT);
    c.oval(232.0, 324.0, 14.0, 17.0, WHITE);
    c.disc(229.0, 326.0, 6.0, NIGHT);
    let shell: [Point; 7] = [
        (262.0, 396.0),
        (276.0, 280.0),
        (360.0, 204.0),
        (470.0, 204.0),
        (560.0, 282.0),
        (580.0, 396.0),
        (420.0, 408.0),
    ];
    c.blob(&shell, down(RED.lit(0.22), RED.shaded(0.25)));
    c.inside(&smooth(&shell, true), |c| {
        c.curve(&[(300.0, 300.0), (430.0, 252.0), (600.0, 330.0)], 5.0, NIGHT.faded(0.7));
        for (x, y, across, tall) in [
            (360.0, 246.0, 22.0, 18.0),
            (460.0, 234.0, 24.0, 17.0),
            (340.0, 340.0, 30.0, 28.0),
            (440.0, 330.0, 32.0, 30.0),
            (528.0, 350.0, 24.0, 28.0),
            (394.0, 396.0, 24.0, 20.0),
            (500.0, 276.0, 18.0, 12.0),
        ] {
            c.oval(x, y, across, tall, NIGHT);
        }
    });
    c.turned(380.0, 226.0, -24.0, |c| c.oval(0.0, 0.0, 44.0, 10.0, WHITE.faded(0.45)));
    for (x, y, r) in [(150.0, 480.0, 15.0), (620.0, 300.0, 19.0), (662.0, 380.0, 11.0)] {
        c.disc(x, y, r, across(WHITE.faded(0.75), SKY_DROP.faded(0.5)));
        c.disc(x - r * 0.3, y - r * 0.3, r * 0.25, WHITE);
    }
    c
}

/// A dew drop's shaded side.
const SKY_DROP: Colour = Colour::rgb(0x9CC7B5);
