//! Single things to look at: vases, mugs, pencils, tools, an icon, a balloon.

use super::super::drawing::canvas::{Point, rounded, smooth};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, GRASS, LEAF, MIST, MUSTARD, NAVY, NIGHT, PAPER, PLUM, RED, SKY, STEEL,
    TEAL, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, across, down, glow};
use super::super::picture::Picture;
use super::nature::{cloud, hills, spruce};

/// A vase with a zigzag pattern.
pub const VASE: Picture = Picture::indexed("vase", vase);
/// Two mugs of one colour and different patterns.
pub const MUGS: Picture = Picture::indexed("mugs", mugs);
/// Four pencils of different lengths.
pub const PENCILS: Picture = Picture::indexed("pencils", pencils);
/// A whisk, on a transparent ground.
pub const WHISK: Picture = Picture::full_colour("whisk", whisk);
/// A magnifying glass as a small icon.
pub const SEARCH_ICON: Picture = Picture::full_colour("search_icon", search_icon);
/// A hot-air balloon.
pub const BALLOON: Picture = Picture::indexed("balloon", balloon);

fn table(width: u32, height: u32, edge: f32) -> Canvas {
    let mut c = Canvas::new(width, height, down(Colour::rgb(0xEFE6D8), Colour::rgb(0xE2D3BC)));
    let (wide, tall) = (width as f32, height as f32);
    c.rect(0.0, edge, wide, tall - edge, down(WOOD.lit(0.42), WOOD.lit(0.2)));
    c.rect(0.0, edge, wide, 3.0, WHITE.faded(0.5));
    c
}

fn vase() -> Canvas {
    let mut c = table(480, 640, 500.0);
    c.oval(250.0, 560.0, 120.0, 16.0, NIGHT.faded(0.22));
    for (tip, bend) in [((150.0, 90.0), 190.0), ((236.0, 50.0), 236.0), ((326.0, 100.0), 290.0)] {
        c.curve(&[(240.0, 230.0), (bend, 170.0), tip], 5.0, LEAF);
        for petal in 0..8 {
            c.turned(tip.0, tip.1, petal as f32 * 45.0, |c| {
                c.oval(0.0, -24.0, 9.0, 18.0, CORAL.lit(0.1));
            });
        }
        c.disc(tip.0, tip.1, 12.0, MUSTARD);
    }
    c.blob(&[(196.0, 190.0), (170.0, 160.0), (150.0, 168.0), (170.0, 200.0)], GRASS);
    let body: [Point; 10] = [
        (204.0, 216.0),
        (276.0, 216.0),
        (270.0, 270.0),
        (330.0, 340.0),
        (344.0, 430.0),
        (296.0, 556.0),
        (184.0, 556.0),
        (136.0, 430.0),
        (150.0, 340.0),
        (210.0, 270.0),
    ];
    c.blob(&body, across(BLUE.lit(0.25), BLUE.shaded(0.3)));
    c.inside(&smooth(&body, true), |c| {
        for (y, width, colour) in
            [(340.0, 13.0, CREAM), (400.0, 17.0, MUSTARD), (460.0, 13.0, CREAM)]
        {
            let zigzag: Vec<Point> = (0..14)
                .map(|step| {
                    (100.0 + step as f32 * 22.0, y + if step % 2 == 0 { 18.0 } else { -18.0 })
                })
                .collect();
            c.line(&zigzag, width, colour);
        }
        c.curve(&[(176.0, 320.0), (158.0, 420.0), (190.0, 540.0)], 12.0, WHITE.faded(0.25));
    });
    c.oval(240.0, 216.0, 42.0, 10.0, BLUE.shaded(0.4));
    c
}

fn mugs() -> Canvas {
    let mut c = table(720, 480, 340.0);
    for (x, dotted) in [(190.0, true), (500.0, false)] {
        c.oval(x + 10.0, 398.0, 112.0, 13.0, NIGHT.faded(0.22));
        c.curve(
            &[(x + 84.0, 210.0), (x + 152.0, 214.0), (x + 146.0, 318.0), (x + 82.0, 320.0)],
            20.0,
            TEAL.shaded(0.2),
        );
        let body = rounded(x - 94.0, 160.0, 188.0, 236.0, 24.0);
        c.fill(&body, across(TEAL.lit(0.2), TEAL.shaded(0.18)));
        c.inside(&body, |c| {
            if dotted {
                for row in 0..4 {
                    for column in 0..5 {
                        let shift = if row % 2 == 0 { 0.0 } else { 22.0 };
                        c.disc(
                            x - 92.0 + column as f32 * 44.0 + shift,
                            220.0 + row as f32 * 46.0,
                            12.0,
                            CREAM,
                        );
                    }
                }
            } else {
                for row in 0..4 {
                    c.rect(x - 94.0, 212.0 + row as f32 * 46.0, 188.0, 17.0, CREAM);
                }
            }
            c.rect(x - 80.0, 160.0, 16.0, 236.0, WHITE.faded(0.18));
        });
        c.oval(x, 164.0, 94.0, 17.0, TEAL.lit(0.35));
        c.oval(x, 166.0, 82.0, 12.0, Colour::rgb(0x5B3423));
        for steam in [-30.0, 10.0] {
            let x = x + steam;
            c.curve(
                &[(x, 136.0), (x - 12.0, 110.0), (x + 10.0, 84.0), (x, 56.0)],
                6.0,
                WHITE.faded(0.8),
            );
        }
    }
    c
}

fn pencils() -> Canvas {
    let mut c = Canvas::new(720, 440, PAPER);
    for line in 0..10 {
        c.line(
            &[(0.0, 44.0 + line as f32 * 44.0), (720.0, 44.0 + line as f32 * 44.0)],
            1.0,
            SKY.lit(0.4),
        );
    }
    c.line(&[(70.0, 0.0), (70.0, 440.0)], 1.5, CORAL.lit(0.4));
    for (row, (colour, length)) in
        [(RED, 350.0), (TEAL, 540.0), (MUSTARD, 250.0), (BLUE, 440.0)].into_iter().enumerate()
    {
        pencil(&mut c, (100.0, 66.0 + row as f32 * 98.0), length, colour);
    }
    c
}

fn pencil(c: &mut Canvas, (x, y): Point, length: f32, colour: Colour) {
    c.round((x + 4.0, y + 36.0), (length - 20.0, 7.0), 3.0, NIGHT.faded(0.12));
    c.round((x, y), (30.0, 36.0), 8.0, down(CORAL.lit(0.4), CORAL.lit(0.15)));
    c.rect(x + 22.0, y, 22.0, 36.0, down(STEEL.lit(0.4), STEEL.shaded(0.25)));
    for ring in [28.0, 36.0] {
        c.line(&[(x + ring, y), (x + ring, y + 36.0)], 1.5, STEEL.shaded(0.4));
    }
    let shaft = length - 44.0 - 54.0;
    for (part, ink) in [(0.0, colour.lit(0.25)), (12.0, colour), (24.0, colour.shaded(0.22))] {
        c.rect(x + 44.0, y + part, shaft, 12.2, ink);
    }
    let (end, tip) = (x + length - 54.0, (x + length, y + 18.0));
    c.polygon(&[(end, y), (end, y + 36.0), tip], down(CREAM, CREAM.shaded(0.22)));
    c.polygon(&[(tip.0 - 17.0, y + 12.4), (tip.0 - 17.0, y + 23.6), tip], colour.shaded(0.25));
}

fn whisk() -> Canvas {
    let mut c = Canvas::transparent(512, 512);
    c.turned(256.0, 256.0, 42.0, |c| {
        let wire = STEEL.shaded(0.25);
        for spread in [96.0f32, 62.0, 26.0] {
            for side in [-1.0, 1.0] {
                let x = side * spread;
                c.curve(
                    &[
                        (side * 5.0, 10.0),
                        (x * 0.75, -70.0),
                        (x, -150.0),
                        (x * 0.6, -212.0),
                        (0.0, -232.0 + spread * 0.05),
                    ],
                    6.0,
                    wire,
                );
                c.curve(
                    &[
                        (side * 5.0 - 1.0, 10.0),
                        (x * 0.75 - 1.0, -70.0),
                        (x - 1.0, -150.0),
                        (x * 0.6 - 1.0, -212.0),
                        (0.0, -233.0 + spread * 0.05),
                    ],
                    2.0,
                    STEEL.lit(0.5),
                );
            }
        }
        c.round((-15.0, 2.0), (30.0, 40.0), 8.0, across(STEEL.lit(0.5), STEEL.shaded(0.3)));
        c.round((-18.0, 34.0), (36.0, 190.0), 18.0, across(CORAL.lit(0.2), CORAL.shaded(0.25)));
        c.disc(0.0, 202.0, 7.0, NIGHT.faded(0.5));
    });
    c
}

fn search_icon() -> Canvas {
    let mut c = Canvas::transparent(96, 96);
    c.round((4.0, 4.0), (88.0, 88.0), 20.0, down(BLUE.lit(0.15), BLUE.shaded(0.2)));
    c.disc(42.0, 41.0, 20.0, WHITE.faded(0.25));
    c.ring(42.0, 41.0, 20.0, 8.0, WHITE);
    c.line(&[(57.0, 57.0), (74.0, 74.0)], 10.0, WHITE);
    c
}

fn balloon() -> Canvas {
    let mut c = Canvas::new(480, 640, down(Colour::rgb(0x7FBEDD), Colour::rgb(0xFCEBCB)));
    c.at(100.0, 150.0, 0.9, |c| cloud(c, WHITE));
    c.at(400.0, 250.0, 0.8, |c| cloud(c, WHITE));
    hills(
        &mut c,
        &[(0.0, 540.0), (130.0, 510.0), (280.0, 536.0), (480.0, 500.0)],
        640.0,
        Colour::rgb(0x9CC48A),
    );
    hills(
        &mut c,
        &[(0.0, 580.0), (200.0, 562.0), (360.0, 584.0), (480.0, 570.0)],
        640.0,
        GRASS.shaded(0.1),
    );
    for (x, y, scale) in [(40.0, 592.0, 0.5), (84.0, 600.0, 0.38), (430.0, 590.0, 0.55)] {
        c.at(x, y, scale, |c| spruce(c, LEAF.shaded(0.1)));
    }
    let envelope: [Point; 8] = [
        (240.0, 70.0),
        (350.0, 116.0),
        (392.0, 220.0),
        (340.0, 320.0),
        (270.0, 392.0),
        (210.0, 392.0),
        (140.0, 320.0),
        (88.0, 220.0),
    ];
    let mut outline = envelope.to_vec();
    outline.push((130.0, 116.0));
    c.blob(&outline, glow(CORAL.lit(0.2), CORAL));
    c.inside(&smooth(&outline, true), |c| {
        // Panels sewn from top to mouth: cream ones between coral ones.
        for reach in [-104.0f32, -34.0, 34.0, 104.0] {
            let (near, far) = (reach - 18.0, reach + 18.0);
            let edge = |reach: f32| [(240.0 + reach, 214.0), (240.0 + reach * 0.62, 330.0)];
            let mut panel = vec![(240.0, 66.0), (240.0 + far * 0.72, 130.0)];
            panel.extend(edge(far));
            panel.extend([(240.0 + far * 0.25, 400.0), (240.0 + near * 0.25, 400.0)]);
            panel.extend(edge(near).into_iter().rev());
            panel.push((240.0 + near * 0.72, 130.0));
            c.blob(&panel, CREAM);
        }
        c.rect(80.0, 206.0, 320.0, 34.0, TEAL);
        for star in 0..8 {
            c.disc(104.0 + star as f32 * 40.0, 223.0, 9.0, MUSTARD);
        }
    });
    for (from, to) in [(206.0, 212.0), (274.0, 268.0), (232.0, 232.0), (248.0, 248.0)] {
        c.line(&[(from, 394.0), (to, 450.0)], 2.0, NAVY);
    }
    let basket = rounded(206.0, 450.0, 68.0, 50.0, 8.0);
    c.fill(&basket, across(WOOD.lit(0.1), WOOD.shaded(0.25)));
    c.inside(&basket, |c| {
        for weave in 0..5 {
            c.line(
                &[(206.0, 456.0 + weave as f32 * 11.0), (274.0, 456.0 + weave as f32 * 11.0)],
                2.0,
                WOOD.shaded(0.4),
            );
        }
    });
    c.round((202.0, 446.0), (76.0, 9.0), 4.0, WOOD.lit(0.25));
    for (x, shirt) in [(226.0, PLUM), (254.0, NAVY)] {
        c.round((x - 8.0, 432.0), (16.0, 16.0), 6.0, shirt);
        c.disc(x, 424.0, 8.0, MIST.towards(WOOD, 0.3));
    }
    c
}
