//! A map: an island with villages, a lake, a scale and a compass rose.

use super::super::drawing::canvas::{Point, around, smooth};
use super::super::drawing::ink::{
    CORAL, CREAM, GRASS, LEAF, MUSTARD, NAVY, NIGHT, PAPER, RED, SKY, STONE, TEXT, WHITE, WOOD,
};
use super::super::drawing::words::either;
use super::super::drawing::{Canvas, Colour, Lettering, down};
use super::super::picture::Picture;
use super::nature::spruce;

/// An island that does not exist.
pub const ISLAND: Picture = Picture::indexed("island", island);

const COAST: [Point; 12] = [
    (120.0, 330.0),
    (150.0, 220.0),
    (260.0, 140.0),
    (400.0, 150.0),
    (520.0, 100.0),
    (660.0, 150.0),
    (720.0, 270.0),
    (700.0, 400.0),
    (590.0, 500.0),
    (440.0, 480.0),
    (330.0, 540.0),
    (180.0, 470.0),
];

fn island() -> Canvas {
    let sea = Colour::rgb(0xBFE0E6);
    let mut c = Canvas::new(960, 640, sea);
    for (number, wide) in [52.0, 34.0, 16.0].into_iter().enumerate() {
        let shallow = sea.lit(0.12 + number as f32 * 0.14);
        c.trace(&smooth(&COAST, true), wide * 2.0, shallow);
    }
    c.blob(&COAST, down(GRASS.lit(0.42), GRASS.lit(0.3)));
    c.trace(&smooth(&COAST, true), 3.0, WOOD.lit(0.2));
    c.inside(&smooth(&COAST, true), land);
    // A village, and how far below its house the name is (above, if negative).
    let villages: [(&str, Point, f32); 5] = [
        ("Alby", (230.0, 250.0), -28.0),
        ("Borum", (590.0, 200.0), -28.0),
        ("Corva", (230.0, 420.0), 30.0),
        ("Dalen", (610.0, 410.0), 30.0),
        ("Ekvik", (420.0, 210.0), -28.0),
    ];
    for (name, (x, y), below) in villages {
        house(&mut c, (x, y));
        c.write(x, y + below, name, Lettering::sans(21.0).bold().centred());
    }
    compass(&mut c, (850.0, 150.0));
    scale_bar(&mut c, (770.0, 560.0));
    c.round((40.0, 30.0), (206.0, 60.0), 8.0, PAPER);
    c.write(60.0, 70.0, "Tern Island", Lettering::sans(29.0).bold());
    c
}

/// The area inside the coast: the lake, its river, the road and the wood.
fn land(c: &mut Canvas) {
    c.curve(
        &[(446.0, 350.0), (490.0, 400.0), (470.0, 450.0), (500.0, 560.0)],
        9.0,
        SKY.shaded(0.1),
    );
    let road: [&[Point]; 2] = [
        &[(230.0, 262.0), (300.0, 300.0), (260.0, 360.0), (230.0, 420.0)],
        &[(230.0, 250.0), (330.0, 240.0), (420.0, 210.0), (510.0, 230.0), (590.0, 200.0)],
    ];
    for way in road.into_iter().chain([&[(590.0, 200.0), (640.0, 300.0), (610.0, 410.0)][..]]) {
        c.curve(way, 7.0, WOOD.lit(0.3));
        c.curve(way, 4.0, CREAM);
    }
    let lake = [
        (370.0, 310.0),
        (430.0, 280.0),
        (490.0, 304.0),
        (500.0, 350.0),
        (440.0, 376.0),
        (380.0, 356.0),
    ];
    c.blob(&lake, SKY.shaded(0.06));
    c.write(436.0, 336.0, "Long Lake", Lettering::sans(18.0).in_colour(NAVY).centred());
    for (x, y) in [
        (540.0, 320.0),
        (560.0, 338.0),
        (524.0, 344.0),
        (330.0, 470.0),
        (352.0, 484.0),
        (312.0, 488.0),
    ] {
        c.at(x, y, 0.2, |c| spruce(c, LEAF));
    }
}

fn house(c: &mut Canvas, (x, y): Point) {
    c.rect(x - 9.0, y - 8.0, 18.0, 14.0, WHITE);
    c.polygon(&[(x - 13.0, y - 7.0), (x + 13.0, y - 7.0), (x, y - 20.0)], RED);
    c.rect(x - 3.0, y - 2.0, 6.0, 8.0, WOOD);
}

fn compass(c: &mut Canvas, centre: Point) {
    c.disc(centre.0, centre.1, 56.0, PAPER);
    c.ring(centre.0, centre.1, 56.0, 2.0, STONE);
    for quarter in 0..4 {
        let turn = quarter as f32 * 90.0;
        let needle = if quarter == 0 { CORAL } else { NAVY };
        let (tip, left, right) = (
            around(centre, 46.0, turn),
            around(centre, 11.0, turn - 45.0),
            around(centre, 11.0, turn + 45.0),
        );
        c.polygon(&[tip, left, centre], needle);
        c.polygon(&[tip, right, centre], needle.lit(0.45));
    }
    for (name, chinese, turn) in
        [("N", "北", 0.0), ("E", "东", 90.0), ("S", "南", 180.0), ("W", "西", 270.0)]
    {
        let (x, y) = around(centre, 74.0, turn);
        c.write(x, y + 8.0, either(name, chinese), Lettering::sans(24.0).bold().centred());
    }
}

fn scale_bar(c: &mut Canvas, (x, y): Point) {
    for part in 0..4 {
        let ink = if part % 2 == 0 { TEXT } else { MUSTARD.lit(0.5) };
        c.rect(x + part as f32 * 34.0, y, 34.0, 9.0, ink);
    }
    for (part, label) in [(0.0, "0"), (2.0, "2"), (4.0, "4 km")] {
        c.write(x + part * 34.0, y + 32.0, label, Lettering::sans(17.0).in_colour(NIGHT).centred());
    }
}
