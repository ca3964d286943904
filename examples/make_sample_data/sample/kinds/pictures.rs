//! The pictures that only the questions of other kinds have: small, because several are shown at once.

use super::super::drawing::canvas::around;
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, LEAF, MIST, MUSTARD, NIGHT, PAPER, RED, SKY, STONE, TEAL, TEXT, WHITE, WOOD,
};
use super::super::drawing::words::either;
use super::super::drawing::{Canvas, Colour, Lettering, across, down, glow};
use super::super::picture::Picture;

/// Clocks at 9:30, 4:15, 3:30 and 6:15.
pub const CLOCKS: [Picture; 4] = [
    Picture::indexed("clock_9_30", || clock(9.5)),
    Picture::indexed("clock_4_15", || clock(4.25)),
    Picture::indexed("clock_3_30", || clock(3.5)),
    Picture::indexed("clock_6_15", || clock(6.25)),
];

/// Three shapes in three colours; the last place is empty.
pub const PATTERN: Picture = Picture::indexed("pattern", pattern);

/// What may belong in the empty place.
pub const TILES: [Picture; 4] = [
    Picture::indexed("tile_square", || tile(1, 2)),
    Picture::indexed("tile_right", || tile(2, 2)),
    Picture::indexed("tile_disc", || tile(0, 2)),
    Picture::indexed("tile_teal", || tile(2, 1)),
];

/// A ball rolls over the edge of a table.
pub const FRAMES: [Picture; 8] = [
    Picture::indexed("roll_1", || rolling((52.0, 109.0), 0.0)),
    Picture::indexed("roll_2", || rolling((88.0, 109.0), 130.0)),
    Picture::indexed("roll_3", || rolling((124.0, 109.0), 260.0)),
    Picture::indexed("roll_4", || rolling((160.0, 109.0), 30.0)),
    Picture::indexed("roll_5", || rolling((196.0, 109.0), 160.0)),
    Picture::indexed("roll_6", || rolling((232.0, 114.0), 290.0)),
    Picture::indexed("roll_7", || rolling((256.0, 148.0), 60.0)),
    Picture::indexed("roll_8", || rolling((270.0, 196.0), 190.0)),
];

/// A shelf with a plant, a red and a blue book, a mug and a lamp.
pub const SHELF_MORNING: Picture = Picture::indexed("shelf_morning", || shelf(true));
/// The same without the blue book.
pub const SHELF_EVENING: Picture = Picture::indexed("shelf_evening", || shelf(false));

/// The rain of twelve months.
pub const RAIN: Picture = Picture::indexed("rain", rain);

/// A lighthouse with red bands.
pub const LIGHTHOUSE: Picture = Picture::indexed("lighthouse", lighthouse);
/// A long coast with two lighthouses, of which one has red bands, and four houses.
pub const COAST: Picture = Picture::indexed("coast", coast);

/// A clock at a time in hours.
fn clock(time: f32) -> Canvas {
    let mut c = Canvas::new(240, 240, MIST.lit(0.4));
    let centre = (120.0, 120.0);
    c.disc(124.0, 126.0, 102.0, NIGHT.faded(0.16));
    c.disc(120.0, 120.0, 102.0, down(TEAL.lit(0.12), TEAL.shaded(0.15)));
    c.disc(120.0, 120.0, 90.0, PAPER);
    for hour in 1..=12 {
        let angle = hour as f32 * 30.0;
        c.line(&[around(centre, 86.0, angle), around(centre, 78.0, angle)], 3.0, TEXT);
        let (x, y) = around(centre, 64.0, angle);
        c.write(x, y + 7.0, &hour.to_string(), Lettering::sans(20.0).bold().centred());
    }
    let (hour, minute) = (time * 30.0, time.fract() * 360.0);
    c.line(&[around(centre, -8.0, hour), around(centre, 42.0, hour)], 7.0, TEXT);
    c.line(&[around(centre, -10.0, minute), around(centre, 72.0, minute)], 4.0, TEXT);
    c.disc(120.0, 120.0, 7.0, CORAL);
    c
}

/// A disc, a square or a triangle in one of three colours, centred, some 60 wide.
fn shape(c: &mut Canvas, shape: usize, colour: usize) {
    let ink = [CORAL, TEAL, MUSTARD][colour];
    match shape {
        0 => c.disc(0.0, 0.0, 30.0, ink),
        1 => c.rect(-28.0, -28.0, 56.0, 56.0, ink),
        _ => c.polygon(&[(0.0, -32.0), (32.0, 26.0), (-32.0, 26.0)], ink),
    }
}

fn pattern() -> Canvas {
    let mut c = Canvas::new(320, 320, PAPER);
    for row in 0..3 {
        for column in 0..3 {
            let (x, y) = (60.0 + column as f32 * 100.0, 60.0 + row as f32 * 100.0);
            c.round((x - 44.0, y - 44.0), (88.0, 88.0), 10.0, WHITE);
            match (row, column) {
                (2, 2) => c.write(x, y + 20.0, "?", Lettering::sans(56.0).bold().centred()),
                _ => c.at(x, y, 1.0, |c| shape(c, row, column)),
            }
        }
    }
    c
}

fn tile(of_shape: usize, colour: usize) -> Canvas {
    let mut c = Canvas::new(120, 120, PAPER);
    c.round((8.0, 8.0), (104.0, 104.0), 10.0, WHITE);
    c.at(60.0, 60.0, 1.2, |c| shape(c, of_shape, colour));
    c
}

/// The ball at a place, turned by an angle in degrees, on a table or below it.
fn rolling((x, y): (f32, f32), turn: f32) -> Canvas {
    let mut c = Canvas::new(320, 240, down(Colour::rgb(0xDCE8EC), Colour::rgb(0xC9DADF)));
    c.rect(0.0, 212.0, 320.0, 28.0, CREAM.shaded(0.12));
    for leg in [24.0, 184.0] {
        c.rect(leg, 134.0, 11.0, 82.0, across(WOOD, WOOD.shaded(0.35)));
    }
    c.round((0.0, 125.0), (216.0, 14.0), 4.0, down(WOOD.lit(0.2), WOOD.shaded(0.15)));
    c.disc(x, y, 16.0, glow(RED.lit(0.25), RED.shaded(0.1)));
    c.turned(x, y, turn, |c| {
        c.curve(&[(-15.0, -4.0), (0.0, 3.0), (15.0, -4.0)], 3.0, CREAM);
        c.curve(&[(-4.0, 15.0), (1.0, 0.0), (-4.0, -15.0)], 3.0, CREAM);
    });
    c
}

fn shelf(has_blue_book: bool) -> Canvas {
    let (top, bottom) = match has_blue_book {
        true => (SKY.lit(0.5), CREAM),
        false => (NIGHT.lit(0.55), CREAM.shaded(0.3)),
    };
    let mut c = Canvas::new(360, 240, down(top, bottom));
    c.rect(20.0, 180.0, 320.0, 14.0, down(WOOD.lit(0.15), WOOD.shaded(0.2)));
    for bracket in [60.0, 290.0] {
        c.rect(bracket, 194.0, 10.0, 26.0, WOOD.shaded(0.3));
    }
    c.polygon(&[(48.0, 148.0), (92.0, 148.0), (86.0, 180.0), (54.0, 180.0)], CORAL);
    for (x, lean) in [(60.0, -18.0), (70.0, 0.0), (80.0, 18.0)] {
        c.blob(
            &[(x, 148.0), (x + lean - 10.0, 110.0), (x + lean, 86.0), (x + lean + 10.0, 112.0)],
            LEAF,
        );
    }
    c.rect(120.0, 104.0, 20.0, 76.0, down(RED.lit(0.1), RED.shaded(0.1)));
    c.rect(124.0, 116.0, 12.0, 4.0, CREAM);
    if has_blue_book {
        c.rect(144.0, 96.0, 24.0, 84.0, down(BLUE.lit(0.1), BLUE.shaded(0.1)));
        c.rect(149.0, 110.0, 14.0, 4.0, CREAM);
    }
    c.ring(226.0, 158.0, 11.0, 5.0, MUSTARD);
    c.round((188.0, 140.0), (36.0, 40.0), 5.0, down(MUSTARD.lit(0.2), MUSTARD));
    c.line(&[(290.0, 180.0), (290.0, 120.0)], 5.0, STONE);
    c.oval(290.0, 178.0, 24.0, 5.0, STONE);
    c.polygon(&[(272.0, 84.0), (308.0, 84.0), (322.0, 124.0), (258.0, 124.0)], TEAL);
    c
}

fn rain() -> Canvas {
    let mut c = Canvas::new(480, 300, PAPER);
    c.write(240.0, 32.0, "rain in mm", Lettering::sans(20.0).bold().centred());
    for (line, label) in ["0", "20", "40", "60"].into_iter().enumerate() {
        let y = 256.0 - line as f32 * 66.0;
        c.line(&[(50.0, y), (464.0, y)], 1.5, MIST);
        c.write(42.0, y + 5.0, label, Lettering::sans(15.0).ending());
    }
    let months = [
        ("J", "1"),
        ("F", "2"),
        ("M", "3"),
        ("A", "4"),
        ("M", "5"),
        ("J", "6"),
        ("J", "7"),
        ("A", "8"),
        ("S", "9"),
        ("O", "10"),
        ("N", "11"),
        ("D", "12"),
    ];
    let rain = [58.0, 52.0, 47.0, 40.0, 44.0, 38.0, 35.0, 41.0, 33.0, 29.0, 14.0, 36.0];
    for (month, ((letter, number), millimetres)) in months.into_iter().zip(rain).enumerate() {
        let (x, height) = (58.0 + month as f32 * 34.0, millimetres * 3.3);
        c.rect(x, 256.0 - height, 22.0, height, down(BLUE.lit(0.2), BLUE));
        let month = either(letter, number);
        c.write(x + 11.0, 278.0, month, Lettering::sans(16.0).centred());
    }
    c
}

/// A tower with bands, 160 high, with its foot at the origin.
fn tower(c: &mut Canvas, bands: Colour) {
    let half = |height: f32| 26.0 - height * 0.08;
    let part = |from: f32, to: f32| {
        [(-half(from), -from), (half(from), -from), (half(to), -to), (-half(to), -to)]
    };
    c.polygon(&part(0.0, 130.0), across(WHITE, MIST));
    for from in [20.0, 64.0, 108.0] {
        c.polygon(&part(from, from + 22.0), across(bands, bands.shaded(0.25)));
    }
    c.rect(-20.0, -136.0, 40.0, 6.0, NIGHT.lit(0.2));
    c.rect(-11.0, -154.0, 22.0, 18.0, MUSTARD.lit(0.4));
    c.polygon(&[(-15.0, -154.0), (15.0, -154.0), (0.0, -168.0)], bands);
}

fn lighthouse() -> Canvas {
    let mut c = Canvas::new(220, 340, down(SKY.lit(0.2), SKY.lit(0.7)));
    c.blob(&[(10.0, 330.0), (60.0, 286.0), (110.0, 280.0), (170.0, 290.0), (214.0, 332.0)], LEAF);
    c.rect(0.0, 316.0, 220.0, 24.0, TEAL);
    c.at(110.0, 292.0, 1.6, |c| tower(c, RED));
    c
}

/// A house 40 wide with its foot at a place.
fn house(c: &mut Canvas, x: f32, walls: Colour) {
    c.at(x, 130.0, 1.0, |c| {
        c.rect(-20.0, -26.0, 40.0, 26.0, walls);
        c.polygon(&[(-25.0, -26.0), (25.0, -26.0), (0.0, -46.0)], WOOD);
        c.rect(-5.0, -16.0, 10.0, 16.0, WOOD.shaded(0.3));
    });
}

fn coast() -> Canvas {
    let mut c = Canvas::new(640, 180, down(SKY.lit(0.2), SKY.lit(0.7)));
    c.rect(0.0, 128.0, 640.0, 14.0, LEAF);
    c.rect(0.0, 142.0, 640.0, 38.0, down(TEAL.lit(0.15), TEAL.shaded(0.2)));
    for (x, walls) in [(60.0, CORAL), (235.0, MUSTARD), (390.0, LEAF.lit(0.35)), (560.0, WHITE)] {
        house(&mut c, x, walls);
    }
    for (x, bands) in [(145.0, NIGHT), (495.0, RED)] {
        c.at(x, 132.0, 0.62, |c| tower(c, bands));
    }
    c
}
