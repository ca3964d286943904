//! Rooms: where things are in relation to each other.

use super::super::drawing::canvas::{rectangle, rounded};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, GRASS, LEAF, MUSTARD, NAVY, NIGHT, PLUM, RED, SKY, STEEL, TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, across, down};
use super::super::picture::Picture;

/// A cat under a table, with a chair and a plant next to it.
pub const LIVING_ROOM: Picture = Picture::indexed("living_room", living_room);
/// A desk with a laptop, a mug and books.
pub const DESK: Picture = Picture::indexed("desk", desk);

fn living_room() -> Canvas {
    let mut c = Canvas::new(800, 600, down(Colour::rgb(0xF2E3CF), Colour::rgb(0xEAD3B5)));
    for stripe in 0..20 {
        c.rect(stripe as f32 * 42.0, 0.0, 2.0, 420.0, WOOD.faded(0.10));
    }
    c.rect(0.0, 420.0, 800.0, 180.0, down(WOOD.lit(0.35), WOOD.lit(0.1)));
    for board in 0..5 {
        c.line(
            &[(0.0, 440.0 + board as f32 * 36.0), (800.0, 440.0 + board as f32 * 36.0)],
            1.5,
            WOOD.faded(0.6),
        );
    }
    c.rect(0.0, 412.0, 800.0, 12.0, WHITE);
    window(&mut c);
    c.rect(72.0, 90.0, 120.0, 150.0, WOOD.shaded(0.2));
    c.rect(82.0, 100.0, 100.0, 130.0, SKY);
    c.polygon(
        &[(82.0, 230.0), (120.0, 160.0), (150.0, 205.0), (162.0, 190.0), (182.0, 230.0)],
        TEAL,
    );
    c.disc(156.0, 130.0, 12.0, MUSTARD);
    c.oval(410.0, 536.0, 300.0, 44.0, CORAL.shaded(0.1));
    c.oval(410.0, 534.0, 276.0, 36.0, CREAM);
    c.oval(410.0, 534.0, 250.0, 29.0, CORAL.lit(0.25));
    chair(&mut c);
    for x in [286.0, 538.0] {
        c.polygon(
            &[(x, 376.0), (x + 20.0, 376.0), (x + 15.0, 530.0), (x + 5.0, 530.0)],
            across(WOOD, WOOD.shaded(0.35)),
        );
    }
    c.at(418.0, 530.0, 1.0, cat);
    c.round((244.0, 352.0), (356.0, 28.0), 8.0, down(WOOD.lit(0.15), WOOD.shaded(0.15)));
    vase(&mut c);
    c.round((470.0, 338.0), (84.0, 14.0), 3.0, BLUE);
    c.round((476.0, 325.0), (74.0, 13.0), 3.0, MUSTARD);
    plant(&mut c);
    c
}

fn window(c: &mut Canvas) {
    c.rect(300.0, 60.0, 240.0, 200.0, WHITE);
    c.rect(312.0, 72.0, 216.0, 176.0, down(SKY, Colour::rgb(0xDDF0F2)));
    c.inside(&rectangle(312.0, 72.0, 216.0, 176.0), |c| {
        c.disc(360.0, 268.0, 80.0, GRASS);
        c.disc(480.0, 280.0, 90.0, LEAF);
    });
    c.rect(416.0, 72.0, 8.0, 176.0, WHITE);
    c.rect(312.0, 152.0, 216.0, 8.0, WHITE);
    for (x, lean) in [(262.0, 18.0), (524.0, -18.0)] {
        c.polygon(
            &[(x, 50.0), (x + 60.0, 50.0), (x + 54.0 - lean, 280.0), (x + 6.0 - lean, 280.0)],
            across(TEAL.lit(0.2), TEAL.shaded(0.1)),
        );
    }
    c.round((246.0, 42.0), (350.0, 9.0), 4.0, WOOD.shaded(0.2));
}

fn chair(c: &mut Canvas) {
    let cloth = PLUM;
    c.round((96.0, 320.0), (26.0, 206.0), 8.0, WOOD.shaded(0.2));
    c.round((90.0, 300.0), (34.0, 140.0), 12.0, across(cloth.lit(0.15), cloth));
    c.round((92.0, 424.0), (126.0, 28.0), 12.0, down(cloth.lit(0.2), cloth.shaded(0.1)));
    for x in [110.0, 196.0] {
        c.rect(x, 450.0, 12.0, 86.0, WOOD.shaded(0.2));
    }
}

/// A sitting cat about 110 high, its feet on the origin.
fn cat(c: &mut Canvas) {
    let fur = Colour::rgb(0xE39B4E);
    c.oval(4.0, 0.0, 56.0, 7.0, NIGHT.faded(0.25));
    c.curve(&[(34.0, -8.0), (72.0, -8.0), (76.0, -44.0), (62.0, -58.0)], 12.0, fur.shaded(0.1));
    c.blob(
        &[(0.0, -78.0), (32.0, -52.0), (42.0, -4.0), (0.0, 2.0), (-36.0, -4.0), (-26.0, -52.0)],
        down(fur, fur.shaded(0.12)),
    );
    c.blob(&[(-2.0, -58.0), (14.0, -36.0), (10.0, -4.0), (-14.0, -4.0), (-16.0, -36.0)], CREAM);
    for side in [-1.0f32, 1.0] {
        c.polygon(&[(side * 30.0, -90.0), (side * 26.0, -122.0), (side * 6.0, -104.0)], fur);
        c.polygon(
            &[(side * 26.0, -96.0), (side * 24.0, -112.0), (side * 13.0, -103.0)],
            CORAL.lit(0.3),
        );
        c.oval(side * 15.0, -2.0, 12.0, 8.0, fur.lit(0.2));
    }
    c.oval(0.0, -84.0, 34.0, 28.0, fur.lit(0.05));
    for x in [-10.0, 0.0, 10.0] {
        c.line(&[(x, -110.0), (x, -100.0)], 4.0, fur.shaded(0.3));
    }
    for side in [-1.0f32, 1.0] {
        c.oval(side * 13.0, -88.0, 5.5, 7.0, Colour::rgb(0x4F7A4A));
        c.oval(side * 13.0, -88.0, 2.2, 6.0, NIGHT);
        for whisker in [-3.0, 3.0] {
            c.line(&[(side * 14.0, -74.0), (side * 44.0, -74.0 + whisker * 1.6)], 1.2, WHITE);
        }
    }
    c.oval(0.0, -74.0, 11.0, 8.0, CREAM);
    c.polygon(&[(-4.0, -79.0), (4.0, -79.0), (0.0, -74.0)], CORAL);
}

fn vase(c: &mut Canvas) {
    for (tip, petals) in [((318.0, 262.0), RED), ((344.0, 246.0), MUSTARD), ((370.0, 264.0), PLUM)]
    {
        c.curve(&[(344.0, 320.0), (f32::midpoint(344.0, tip.0), 290.0), tip], 3.0, LEAF);
        c.disc(tip.0, tip.1, 14.0, petals);
        c.disc(tip.0, tip.1, 5.0, CREAM);
    }
    c.blob(
        &[
            (330.0, 300.0),
            (358.0, 300.0),
            (368.0, 334.0),
            (356.0, 353.0),
            (332.0, 353.0),
            (320.0, 334.0),
        ],
        across(WHITE, STEEL),
    );
}

fn plant(c: &mut Canvas) {
    for (x, y) in [
        (640.0, 300.0),
        (672.0, 250.0),
        (706.0, 232.0),
        (742.0, 256.0),
        (768.0, 306.0),
        (690.0, 300.0),
        (726.0, 300.0),
    ] {
        let (dx, dy) = (x - 704.0, y - 450.0);
        let bend = (704.0 + dx * 0.35, 450.0 + dy * 0.6);
        c.blob(
            &[(704.0, 452.0), (bend.0 - 14.0, bend.1), (x, y), (bend.0 + 14.0, bend.1)],
            down(GRASS, LEAF.shaded(0.15)),
        );
        c.curve(&[(704.0, 452.0), bend, (x, y)], 1.5, LEAF.shaded(0.25));
    }
    c.polygon(
        &[(656.0, 446.0), (752.0, 446.0), (738.0, 536.0), (670.0, 536.0)],
        across(CORAL, CORAL.shaded(0.25)),
    );
    c.fill(&rounded(650.0, 434.0, 108.0, 20.0, 5.0), CORAL.lit(0.12));
}

fn desk() -> Canvas {
    let mut c = Canvas::new(800, 500, down(Colour::rgb(0xDCE6E4), Colour::rgb(0xC9D8D6)));
    c.rect(0.0, 386.0, 800.0, 114.0, down(WOOD.lit(0.3), WOOD));
    c.rect(0.0, 380.0, 800.0, 10.0, WOOD.lit(0.45));
    c.rect(60.0, 60.0, 190.0, 130.0, WOOD.lit(0.15));
    c.rect(70.0, 70.0, 170.0, 110.0, CREAM);
    for (x, y, colour) in [
        (84.0, 82.0, MUSTARD),
        (150.0, 90.0, CORAL.lit(0.3)),
        (100.0, 130.0, TEAL.lit(0.4)),
        (178.0, 128.0, MUSTARD.lit(0.3)),
    ] {
        c.turned(x, y, -3.0, |c| {
            c.rect(0.0, 0.0, 44.0, 38.0, colour);
            for line in 0..3 {
                c.line(
                    &[(6.0, 10.0 + line as f32 * 9.0), (36.0, 10.0 + line as f32 * 9.0)],
                    1.5,
                    NIGHT.faded(0.4),
                );
            }
        });
    }
    c.oval(400.0, 424.0, 190.0, 12.0, NIGHT.faded(0.18));
    c.round((266.0, 160.0), (268.0, 190.0), 12.0, NAVY.shaded(0.3));
    c.rect(278.0, 172.0, 244.0, 164.0, down(TEAL.lit(0.1), NAVY));
    c.disc(330.0, 230.0, 26.0, MUSTARD);
    c.polygon(
        &[(278.0, 336.0), (360.0, 240.0), (420.0, 310.0), (460.0, 270.0), (522.0, 336.0)],
        TEAL.lit(0.4),
    );
    c.polygon(&[(250.0, 410.0), (282.0, 350.0), (518.0, 350.0), (550.0, 410.0)], STEEL.lit(0.2));
    c.polygon(
        &[(290.0, 390.0), (304.0, 358.0), (496.0, 358.0), (510.0, 390.0)],
        STEEL.shaded(0.35),
    );
    c.round((248.0, 408.0), (304.0, 12.0), 5.0, STEEL);
    mug(&mut c);
    for (row, (width, colour, title)) in
        [(178.0, PLUM, "ALGEBRA"), (160.0, MUSTARD, "BIRDS"), (150.0, BLUE, "ATLAS")]
            .into_iter()
            .enumerate()
    {
        let y = 394.0 - row as f32 * 36.0;
        c.round(
            (592.0 + row as f32 * 8.0, y),
            (width, 34.0),
            4.0,
            down(colour.lit(0.12), colour.shaded(0.12)),
        );
        c.write(
            600.0 + row as f32 * 8.0 + width / 2.0,
            y + 24.0,
            title,
            Lettering::sans(18.0).bold().white().centred(),
        );
    }
    c.line(&[(690.0, 322.0), (690.0, 150.0), (600.0, 96.0)], 8.0, NAVY);
    c.polygon(
        &[(560.0, 84.0), (620.0, 76.0), (640.0, 140.0), (540.0, 150.0)],
        across(CORAL, CORAL.shaded(0.2)),
    );
    c.oval(590.0, 146.0, 50.0, 9.0, MUSTARD.lit(0.5));
    c
}

fn mug(c: &mut Canvas) {
    c.oval(160.0, 430.0, 56.0, 8.0, NIGHT.faded(0.2));
    c.curve(
        &[(122.0, 356.0), (88.0, 358.0), (90.0, 402.0), (124.0, 402.0)],
        11.0,
        CORAL.shaded(0.15),
    );
    c.round((116.0, 338.0), (88.0, 90.0), 12.0, across(CORAL.lit(0.15), CORAL.shaded(0.15)));
    c.oval(160.0, 340.0, 44.0, 9.0, CORAL.lit(0.3));
    c.oval(160.0, 341.0, 37.0, 6.5, Colour::rgb(0x5B3423));
    for x in [146.0, 172.0] {
        c.curve(
            &[(x, 322.0), (x - 8.0, 306.0), (x + 6.0, 290.0), (x - 2.0, 274.0)],
            4.0,
            WHITE.faded(0.75),
        );
    }
}
