//! A farm seen from a hill: the picture for finding and counting things.

use super::super::drawing::canvas::Point;
use super::super::drawing::ink::{
    CREAM, GRASS, LEAF, MUSTARD, NIGHT, RED, SKY, STEEL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down};
use super::super::picture::Picture;
use super::nature::{cloud, flower, hills, sheep, sun, tree, tuft};

/// A barn, a pond, six sheep, and a tractor at the lower left.
pub const FARM: Picture = Picture::indexed("farm", farm);

fn farm() -> Canvas {
    let mut c = Canvas::new(1024, 768, down(SKY, Colour::rgb(0xE6F3EE)));
    c.at(120.0, 100.0, 1.0, |c| sun(c, 40.0, MUSTARD));
    for (x, y, scale) in [(330.0, 130.0, 1.2), (700.0, 90.0, 1.0), (920.0, 170.0, 0.8)] {
        c.at(x, y, scale, |c| cloud(c, WHITE));
    }
    let far = Colour::rgb(0x9CC48A);
    hills(
        &mut c,
        &[
            (0.0, 300.0),
            (200.0, 250.0),
            (420.0, 290.0),
            (640.0, 240.0),
            (860.0, 280.0),
            (1024.0, 250.0),
        ],
        420.0,
        far,
    );
    hills(
        &mut c,
        &[(0.0, 366.0), (260.0, 320.0), (520.0, 350.0), (800.0, 316.0), (1024.0, 350.0)],
        768.0,
        down(GRASS, Colour::rgb(0x6F9F4E)),
    );
    field(&mut c);
    for (x, y, scale) in
        [(70.0, 372.0, 0.7), (130.0, 362.0, 0.55), (960.0, 372.0, 0.8), (900.0, 356.0, 0.6)]
    {
        c.at(x, y, scale, |c| tree(c, LEAF));
    }
    c.at(700.0, 430.0, 1.0, barn);
    pond(&mut c);
    for (x, y, scale) in [
        (380.0, 470.0, 0.8),
        (490.0, 510.0, 0.9),
        (330.0, 560.0, 1.0),
        (560.0, 610.0, 1.1),
        (440.0, 650.0, 1.15),
        (650.0, 530.0, 0.9),
    ] {
        c.oval(x, y, 44.0 * scale, 6.0 * scale, NIGHT.faded(0.16));
        c.at(x, y, scale, sheep);
    }
    fence(&mut c);
    c.at(176.0, 676.0, 1.25, tractor);
    for (x, y) in [
        (60.0, 520.0),
        (250.0, 480.0),
        (700.0, 690.0),
        (560.0, 720.0),
        (300.0, 730.0),
        (980.0, 470.0),
        (620.0, 470.0),
    ] {
        c.at(x, y, 1.0, |c| tuft(c, LEAF));
    }
    for (x, y, petals) in [
        (360.0, 744.0, WHITE),
        (392.0, 752.0, RED),
        (470.0, 742.0, WHITE),
        (676.0, 748.0, RED),
        (720.0, 738.0, WHITE),
        (40.0, 744.0, RED),
    ] {
        c.at(x, y, 0.8, |c| flower(c, petals));
    }
    c
}

fn field(c: &mut Canvas) {
    let rows = Colour::rgb(0xD9BC62);
    c.blob(
        &[
            (20.0, 420.0),
            (150.0, 392.0),
            (290.0, 400.0),
            (250.0, 452.0),
            (120.0, 480.0),
            (10.0, 470.0),
        ],
        rows,
    );
    for row in 0..5 {
        let y = 412.0 + row as f32 * 13.0;
        c.curve(&[(40.0, y + 10.0), (140.0, y - 4.0), (250.0, y)], 2.5, rows.shaded(0.18));
    }
}

fn barn(c: &mut Canvas) {
    c.oval(84.0, 2.0, 140.0, 10.0, NIGHT.faded(0.15));
    c.round((130.0, -190.0), (62.0, 190.0), 4.0, across(STEEL.lit(0.3), STEEL.shaded(0.2)));
    for y in [-150.0, -110.0, -70.0, -30.0] {
        c.line(&[(131.0, y), (191.0, y)], 1.5, STEEL.shaded(0.3));
    }
    c.oval(161.0, -190.0, 31.0, 20.0, STEEL.lit(0.1));
    c.polygon(
        &[(-30.0, 0.0), (-30.0, -94.0), (50.0, -160.0), (130.0, -94.0), (130.0, 0.0)],
        across(RED, RED.shaded(0.2)),
    );
    c.line(&[(-44.0, -88.0), (50.0, -166.0), (144.0, -88.0)], 12.0, Colour::rgb(0x5B4B4B));
    let frame = CREAM;
    c.rect(16.0, -72.0, 68.0, 72.0, frame);
    c.rect(22.0, -66.0, 56.0, 66.0, RED.shaded(0.3));
    c.line(&[(22.0, -66.0), (78.0, 0.0)], 5.0, frame);
    c.line(&[(78.0, -66.0), (22.0, 0.0)], 5.0, frame);
    c.round((36.0, -120.0), (28.0, 28.0), 3.0, frame);
    c.rect(40.0, -116.0, 20.0, 20.0, NIGHT.lit(0.15));
}

fn pond(c: &mut Canvas) {
    let shore: [Point; 8] = [
        (780.0, 600.0),
        (850.0, 560.0),
        (940.0, 556.0),
        (1010.0, 590.0),
        (1000.0, 650.0),
        (920.0, 690.0),
        (820.0, 684.0),
        (770.0, 644.0),
    ];
    let bank: Vec<Point> =
        shore.iter().map(|(x, y)| (x + (x - 890.0) * 0.07, y + (y - 624.0) * 0.12)).collect();
    c.blob(&bank, Colour::rgb(0xCDBB86));
    c.blob(&shore, down(SKY.shaded(0.05), Colour::rgb(0x4E8FB0)));
    for (x, y, width) in [(820.0, 606.0, 60.0), (900.0, 640.0, 80.0), (860.0, 664.0, 50.0)] {
        c.round((x, y), (width, 4.0), 2.0, WHITE.faded(0.5));
    }
    c.blob(
        &[(890.0, 606.0), (912.0, 592.0), (934.0, 600.0), (940.0, 612.0), (910.0, 620.0)],
        WHITE,
    );
    c.curve(&[(894.0, 606.0), (884.0, 592.0), (888.0, 580.0)], 7.0, WHITE);
    c.disc(886.0, 578.0, 7.0, WHITE);
    c.polygon(&[(880.0, 576.0), (880.0, 582.0), (869.0, 581.0)], Colour::rgb(0xF08A4B));
    c.disc(884.5, 576.5, 1.5, NIGHT);
}

fn fence(c: &mut Canvas) {
    for post in 0..8 {
        let x = 300.0 + post as f32 * 72.0;
        c.round((x, 404.0), (9.0, 40.0), 2.0, WOOD.lit(0.2));
    }
    for y in [414.0, 428.0] {
        c.rect(298.0, y, 520.0 - 6.0, 5.0, WOOD.lit(0.3));
    }
}

/// A tractor about 190 wide, standing on the origin and looking right.
fn tractor(c: &mut Canvas) {
    let paint = Colour::rgb(0x2F6FB0);
    c.oval(0.0, 2.0, 100.0, 9.0, NIGHT.faded(0.25));
    c.round((-4.0, -78.0), (92.0, 40.0), 10.0, down(paint.lit(0.2), paint.shaded(0.15)));
    c.line(&[(50.0, -78.0), (50.0, -112.0)], 6.0, NIGHT);
    c.polygon(&[(-66.0, -48.0), (-62.0, -128.0), (-2.0, -128.0), (6.0, -48.0)], paint);
    c.polygon(&[(-54.0, -84.0), (-52.0, -120.0), (-10.0, -120.0), (-6.0, -84.0)], SKY.lit(0.4));
    c.round((-74.0, -136.0), (84.0, 12.0), 5.0, paint.shaded(0.3));
    c.round((-30.0, -52.0), (110.0, 20.0), 6.0, paint.shaded(0.3));
    for slot in 0..4 {
        c.rect(44.0 + slot as f32 * 9.0, -68.0, 4.0, 20.0, paint.shaded(0.4));
    }
    for (x, r) in [(-44.0, 44.0), (62.0, 28.0)] {
        c.disc(x, -r, r, NIGHT);
        c.disc(x, -r, r * 0.56, MUSTARD);
        c.disc(x, -r, r * 0.2, MUSTARD.shaded(0.4));
    }
}
