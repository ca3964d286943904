//! Before and after: a ball that rolls to the edge of a table, and a seed that grows.

use super::super::drawing::canvas::rounded;
use super::super::drawing::ink::{
    CORAL, CREAM, GRASS, LEAF, MUSTARD, NIGHT, PAPER, PLUM, RED, SKY, STONE, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, across, down, glow};
use super::super::picture::Picture;

/// The ball in the middle of the table.
pub const BALL_1: Picture = Picture::indexed("ball_1", || ball(120.0));
/// The ball nearer to the edge.
pub const BALL_2: Picture = Picture::indexed("ball_2", || ball(210.0));
/// The ball almost over the edge.
pub const BALL_3: Picture = Picture::indexed("ball_3", || ball(296.0));
/// Three stages of a sunflower.
pub const SEEDLING: Picture = Picture::indexed("seedling", seedling);

fn ball(x: f32) -> Canvas {
    let mut c = Canvas::new(480, 360, down(Colour::rgb(0xDCE8EC), Colour::rgb(0xC9DADF)));
    c.rect(0.0, 306.0, 480.0, 54.0, down(CREAM.shaded(0.1), CREAM.shaded(0.25)));
    c.rect(30.0, 20.0, 120.0, 90.0, WHITE);
    c.rect(38.0, 28.0, 104.0, 74.0, down(SKY, SKY.lit(0.5)));
    c.line(&[(90.0, 28.0), (90.0, 102.0)], 5.0, WHITE);
    c.oval(190.0, 322.0, 170.0, 10.0, NIGHT.faded(0.15));
    for leg in [40.0, 290.0] {
        c.rect(leg, 206.0, 16.0, 116.0, across(WOOD, WOOD.shaded(0.35)));
    }
    c.round((0.0, 188.0), (330.0, 22.0), 5.0, down(WOOD.lit(0.2), WOOD.shaded(0.15)));
    for (trail, opacity) in [(26.0, 0.35), (46.0, 0.22), (66.0, 0.12)] {
        for y in [146.0, 160.0, 174.0] {
            c.line(&[(x - trail - 12.0, y), (x - trail, y)], 3.0, NIGHT.faded(opacity));
        }
    }
    c.oval(x, 188.0, 20.0, 4.0, NIGHT.faded(0.3));
    c.disc(x, 164.0, 24.0, glow(RED.lit(0.25), RED.shaded(0.1)));
    c.turned(x, 164.0, x, |c| {
        c.curve(&[(-22.0, -6.0), (0.0, 4.0), (22.0, -6.0)], 4.0, CREAM);
        c.curve(&[(-6.0, 22.0), (2.0, 0.0), (-6.0, -22.0)], 4.0, CREAM);
    });
    c
}

fn seedling() -> Canvas {
    let mut c = Canvas::new(960, 420, PAPER);
    for (panel, label) in ["week 1", "week 3", "week 6"].into_iter().enumerate() {
        let x = 30.0 + panel as f32 * 310.0;
        let frame = rounded(x, 30.0, 280.0, 310.0, 16.0);
        c.fill(&frame, down(SKY.lit(0.25), SKY.lit(0.7)));
        c.inside(&frame, |c| {
            c.rect(x, 256.0, 280.0, 90.0, down(WOOD.shaded(0.1), WOOD.shaded(0.4)));
            for pebble in 0..9 {
                c.oval(
                    x + 20.0 + (pebble * 67 % 250) as f32,
                    276.0 + (pebble * 23 % 56) as f32,
                    6.0,
                    4.0,
                    WOOD.lit(0.2).faded(0.6),
                );
            }
            c.at(x + 140.0, 256.0, 1.0, |c| plant(c, panel));
        });
        c.write(x + 140.0, 386.0, label, Lettering::sans(28.0).centred());
        if panel < 2 {
            c.arrow((x + 282.0, 185.0), (x + 309.0, 185.0), 4.0, STONE);
        }
    }
    c
}

fn plant(c: &mut Canvas, stage: usize) {
    let leaf = |c: &mut Canvas, y: f32, reach: f32| {
        c.blob(
            &[(0.0, y), (reach * 0.5, y - 16.0), (reach, y - 14.0), (reach * 0.55, y + 4.0)],
            down(GRASS, LEAF),
        );
    };
    match stage {
        0 => {
            c.oval(0.0, 34.0, 12.0, 17.0, NIGHT.lit(0.2));
            c.line(&[(-4.0, 22.0), (-4.0, 46.0)], 2.0, CREAM);
            c.line(&[(4.0, 22.0), (4.0, 46.0)], 2.0, CREAM);
            c.curve(&[(0.0, 50.0), (6.0, 62.0), (2.0, 76.0)], 2.5, CREAM);
        }
        1 => {
            c.curve(&[(0.0, 6.0), (3.0, -30.0), (0.0, -60.0)], 6.0, LEAF);
            leaf(c, -56.0, 46.0);
            leaf(c, -56.0, -46.0);
        }
        _ => {
            c.curve(&[(0.0, 6.0), (5.0, -70.0), (0.0, -150.0)], 9.0, LEAF);
            for (y, reach) in [(-44.0, 66.0), (-70.0, -70.0), (-100.0, 56.0)] {
                leaf(c, y, reach);
            }
            c.oval(0.0, -164.0, 22.0, 26.0, down(GRASS, LEAF));
            for side in [-12.0, 0.0, 12.0] {
                c.blob(
                    &[(side - 6.0, -176.0), (side, -204.0), (side + 6.0, -176.0)],
                    LEAF.lit(0.1),
                );
            }
            c.blob(&[(-8.0, -186.0), (0.0, -202.0), (8.0, -186.0)], MUSTARD);
            c.at(76.0, -170.0, 1.0, butterfly);
        }
    }
}

fn butterfly(c: &mut Canvas) {
    for side in [-1.0f32, 1.0] {
        c.oval(side * 9.0, -5.0, 9.0, 8.0, CORAL);
        c.oval(side * 7.0, 7.0, 7.0, 6.0, PLUM);
    }
    c.line(&[(0.0, -8.0), (0.0, 12.0)], 3.0, NIGHT);
}
