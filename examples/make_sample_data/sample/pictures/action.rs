//! People doing things: archery, and table tennis for two.

use super::super::drawing::canvas::{arc, rectangle};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, GRASS, LEAF, MUSTARD, NAVY, NIGHT, RED, SKY, STEEL, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down};
use super::super::picture::Picture;
use super::nature::{cloud, hills, spruce, tree};
use super::people::{BLACK, BROWN, FAIR, Figure, Pose, SKINS};

/// An archer draws a bow; the target is at the right.
pub const ARCHERY: Picture = Picture::indexed("archery", archery);
/// Two people at a table with bats.
pub const TABLE_TENNIS: Picture = Picture::indexed("table_tennis", table_tennis);

fn archery() -> Canvas {
    let mut c = Canvas::new(800, 520, down(SKY, Colour::rgb(0xEFF6EC)));
    c.at(180.0, 110.0, 1.0, |c| cloud(c, WHITE));
    c.at(560.0, 90.0, 0.8, |c| cloud(c, WHITE));
    hills(
        &mut c,
        &[(0.0, 350.0), (240.0, 318.0), (520.0, 344.0), (800.0, 320.0)],
        520.0,
        Colour::rgb(0xA5CB8E),
    );
    for (x, scale) in [(60.0, 0.9), (420.0, 0.7), (480.0, 0.55), (760.0, 0.8)] {
        c.at(x, 372.0, scale, |c| spruce(c, LEAF));
    }
    hills(
        &mut c,
        &[(0.0, 372.0), (300.0, 366.0), (560.0, 378.0), (800.0, 368.0)],
        520.0,
        down(GRASS, GRASS.shaded(0.2)),
    );
    c.oval(232.0, 462.0, 84.0, 9.0, NIGHT.faded(0.2));
    let archer = Figure { skin: SKINS[1], hair: BLACK, top: CORAL, bottom: NAVY };
    let drawing_the_bow = Pose {
        head: (8.0, -104.0),
        neck: (0.0, -70.0),
        hip: (0.0, 0.0),
        far_arm: [(-58.0, -66.0), (-6.0, -78.0)],
        near_arm: [(60.0, -70.0), (104.0, -78.0)],
        far_leg: [(-24.0, 44.0), (-34.0, 94.0)],
        near_leg: [(22.0, 44.0), (36.0, 94.0)],
    };
    c.at(230.0, 336.0, 1.25, |c| {
        c.round((-34.0, -70.0), (18.0, 62.0), 8.0, WOOD.shaded(0.2));
        for x in [-31.0, -25.0, -20.0] {
            c.line(&[(x, -72.0), (x - 4.0, -92.0)], 2.5, CREAM);
            c.polygon(&[(x - 4.0, -96.0), (x, -84.0), (x - 8.0, -84.0)], RED);
        }
        archer.draw(c, &drawing_the_bow, 1.0);
        c.line(&arc((44.0, -78.0), 66.0, 22.0, 158.0), 5.0, WOOD.shaded(0.2));
        c.line(&[(68.7, -139.2), (-2.0, -78.0), (68.7, -16.8)], 1.5, NIGHT);
        c.arrow((-4.0, -78.0), (134.0, -78.0), 2.5, Colour::rgb(0x4A3B30));
        c.disc(-6.0, -78.0, 8.0, archer.skin);
        c.disc(104.0, -78.0, 8.0, archer.skin);
    });
    target(&mut c);
    c
}

fn target(c: &mut Canvas) {
    for x in [612.0, 692.0] {
        c.line(&[(652.0, 200.0), (x, 462.0)], 9.0, WOOD.shaded(0.2));
    }
    c.oval(652.0, 464.0, 70.0, 8.0, NIGHT.faded(0.2));
    for (radius, colour) in
        [(88.0, WHITE), (72.0, NIGHT.lit(0.1)), (54.0, BLUE), (36.0, RED), (18.0, MUSTARD)]
    {
        c.disc(652.0, 258.0, radius, colour);
    }
    for (x, y) in [(646.0, 250.0), (676.0, 276.0)] {
        c.line(&[(x, y), (x - 46.0, y - 8.0)], 3.0, WOOD.shaded(0.3));
        c.polygon(&[(x - 56.0, y - 16.0), (x - 40.0, y - 8.0), (x - 56.0, y - 2.0)], CORAL);
    }
}

fn table_tennis() -> Canvas {
    let mut c = Canvas::new(840, 520, down(Colour::rgb(0xE7DCCB), Colour::rgb(0xD9C8AE)));
    for pane in 0..5 {
        let x = 40.0 + pane as f32 * 160.0;
        c.rect(x, 36.0, 120.0, 110.0, WHITE);
        c.rect(x + 7.0, 43.0, 106.0, 96.0, down(SKY, SKY.lit(0.6)));
        if pane % 2 == 0 {
            c.inside(&rectangle(x + 7.0, 43.0, 106.0, 96.0), |c| {
                c.at(x + 60.0, 170.0, 0.6, |c| tree(c, LEAF));
            });
        }
    }
    c.rect(0.0, 400.0, 840.0, 120.0, down(WOOD.lit(0.4), WOOD.lit(0.15)));
    c.rect(0.0, 392.0, 840.0, 10.0, WHITE);
    for board in 0..3 {
        c.line(
            &[(0.0, 424.0 + board as f32 * 34.0), (840.0, 424.0 + board as f32 * 34.0)],
            1.2,
            WOOD,
        );
    }
    for x in [150.0, 690.0] {
        c.oval(x, 474.0, 62.0, 8.0, NIGHT.faded(0.2));
    }
    let left = Figure { skin: SKINS[2], hair: BLACK, top: TEAL, bottom: NAVY };
    let right = Figure {
        skin: SKINS[0],
        hair: FAIR.towards(BROWN, 0.3),
        top: MUSTARD,
        bottom: NAVY.lit(0.2),
    };
    let striking = Pose {
        head: (12.0, -106.0),
        neck: (6.0, -72.0),
        hip: (-4.0, 0.0),
        far_arm: [(-22.0, -30.0), (8.0, -18.0)],
        near_arm: [(48.0, -46.0), (74.0, -76.0)],
        far_leg: [(-30.0, 42.0), (-44.0, 94.0)],
        near_leg: [(20.0, 46.0), (22.0, 94.0)],
    };
    for (figure, mirrored, bat) in [(left, false, RED), (right, true, NIGHT)] {
        let player = |c: &mut Canvas| {
            figure.draw(c, &striking, 1.0);
            c.turned(78.0, -82.0, 30.0, |c| {
                c.round((-4.0, -8.0), (8.0, 24.0), 3.0, WOOD);
                c.oval(0.0, -24.0, 17.0, 20.0, bat);
            });
            c.disc(74.0, -76.0, 8.0, figure.skin);
        };
        if mirrored {
            c.mirrored(690.0, 350.0, 1.22, player);
        } else {
            c.at(150.0, 350.0, 1.22, player);
        }
    }
    table(&mut c);
    c.disc(372.0, 236.0, 8.0, WHITE);
    for (x, y, opacity) in [(346.0, 244.0, 0.5), (322.0, 254.0, 0.35), (300.0, 266.0, 0.22)] {
        c.disc(x, y, 6.0, WHITE.faded(opacity));
    }
    c
}

fn table(c: &mut Canvas) {
    for x in [280.0, 550.0] {
        c.rect(x, 350.0, 12.0, 120.0, STEEL.shaded(0.4));
    }
    c.polygon(
        &[(236.0, 336.0), (604.0, 336.0), (630.0, 360.0), (210.0, 360.0)],
        across(BLUE, BLUE.shaded(0.25)),
    );
    c.rect(210.0, 358.0, 420.0, 10.0, NAVY);
    c.line(&[(222.0, 348.0), (618.0, 348.0)], 2.0, WHITE);
    c.rect(417.0, 308.0, 6.0, 50.0, NIGHT);
    c.rect(411.0, 306.0, 18.0, 5.0, WHITE);
    c.rect(418.0, 311.0, 4.0, 40.0, WHITE.faded(0.4));
}
