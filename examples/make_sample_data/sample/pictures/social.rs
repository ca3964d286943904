//! People together: a class with its teacher, and a wedding.

use super::super::drawing::canvas::{around, scattered};
use super::super::drawing::ink::{
    BLUE, CORAL, CREAM, GRASS, LEAF, MUSTARD, NAVY, NIGHT, PLUM, RED, SKY, TEAL, TEXT, WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, Point, across, down};
use super::super::picture::Picture;
use super::nature::{flower, hills};
use super::people::{BLACK, BROWN, FAIR, Figure, GREY, Pose, SKINS, STANDING};

/// A teacher at the board, children at their desks.
pub const CLASSROOM: Picture = Picture::indexed("classroom", classroom);
/// A couple under an arch of flowers.
pub const WEDDING: Picture = Picture::indexed("wedding", wedding);

fn classroom() -> Canvas {
    let mut c = Canvas::new(900, 600, down(Colour::rgb(0xF4E9D6), Colour::rgb(0xEAD9BB)));
    c.rect(0.0, 430.0, 900.0, 170.0, down(WOOD.lit(0.4), WOOD.lit(0.2)));
    c.rect(186.0, 46.0, 470.0, 240.0, WOOD);
    c.rect(198.0, 58.0, 446.0, 216.0, Colour::rgb(0x2F5547));
    let chalk = Lettering::sans(54.0).in_colour(CREAM).centred();
    c.write(350.0, 146.0, "6 + 8 = 14", chalk);
    c.write(350.0, 224.0, "9 + 7 =", chalk);
    c.round((190.0, 278.0), (462.0, 10.0), 3.0, WOOD.lit(0.2));
    alphabet_strip(&mut c);
    c.rect(40.0, 90.0, 110.0, 150.0, WHITE);
    c.rect(48.0, 98.0, 94.0, 134.0, SKY.lit(0.3));
    c.disc(95.0, 150.0, 32.0, BLUE);
    c.blob(&[(78.0, 134.0), (98.0, 126.0), (108.0, 146.0), (92.0, 160.0)], GRASS);
    c.blob(&[(96.0, 162.0), (112.0, 156.0), (108.0, 174.0)], GRASS);
    c.line(&[(95.0, 184.0), (95.0, 204.0)], 5.0, WOOD);
    c.round((70.0, 202.0), (50.0, 8.0), 4.0, WOOD);
    let teacher = Figure { skin: SKINS[3], hair: GREY, top: PLUM, bottom: NAVY };
    let pointing = Pose {
        far_arm: [(-42.0, -66.0), (-82.0, -92.0)],
        near_arm: [(34.0, -32.0), (26.0, 2.0)],
        ..STANDING
    };
    c.oval(734.0, 492.0, 56.0, 8.0, NIGHT.faded(0.2));
    c.at(734.0, 352.0, 1.46, |c| {
        c.line(&[(-82.0, -92.0), (-150.0, -128.0)], 3.5, WOOD.shaded(0.2));
        teacher.draw(c, &pointing, 0.0);
        c.ring(-7.0, -96.0, 6.0, 1.6, NIGHT);
        c.ring(7.0, -96.0, 6.0, 1.6, NIGHT);
        c.line(&[(-1.0, -96.0), (1.0, -96.0)], 1.6, NIGHT);
    });
    for (x, top, hair, arm_up) in [
        (120.0, TEAL, BLACK, false),
        (290.0, MUSTARD, BROWN, true),
        (460.0, CORAL, FAIR, false),
        (620.0, BLUE, BLACK, false),
    ] {
        c.at(x, 560.0, 1.0, |c| pupil(c, top, hair, arm_up));
    }
    c
}

fn alphabet_strip(c: &mut Canvas) {
    for (number, letter) in
        ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"].into_iter().enumerate()
    {
        let x = 200.0 + number as f32 * 37.4;
        c.round((x, 8.0), (33.0, 30.0), 4.0, [CORAL, TEAL, MUSTARD, PLUM][number % 4].lit(0.35));
        c.write(x + 16.5, 30.0, letter, Lettering::sans(20.0).bold().centred());
    }
}

/// A child at a desk, seen from behind; the middle of the desk's foot is the origin.
fn pupil(c: &mut Canvas, top: Colour, hair: Colour, arm_up: bool) {
    if arm_up {
        c.line(&[(26.0, -78.0), (44.0, -116.0), (40.0, -156.0)], 15.0, top.shaded(0.1));
        c.disc(40.0, -164.0, 9.0, SKINS[0]);
    }
    c.round((-70.0, -70.0), (140.0, 14.0), 4.0, WOOD.shaded(0.05));
    for x in [-62.0, 54.0] {
        c.rect(x, -58.0, 8.0, 60.0, WOOD.shaded(0.2));
    }
    c.blob(
        &[
            (-28.0, -94.0),
            (0.0, -104.0),
            (28.0, -94.0),
            (36.0, -20.0),
            (0.0, -12.0),
            (-36.0, -20.0),
        ],
        across(top.lit(0.12), top.shaded(0.15)),
    );
    c.disc(0.0, -128.0, 30.0, across(hair.lit(0.12), hair));
    for side in [-1.0, 1.0] {
        c.oval(side * 29.0, -124.0, 5.0, 8.0, SKINS[3]);
    }
    c.round((-36.0, -34.0), (72.0, 14.0), 6.0, WOOD.shaded(0.1));
    for x in [-32.0, 24.0] {
        c.rect(x, -24.0, 8.0, 62.0, WOOD.shaded(0.3));
    }
}

fn wedding() -> Canvas {
    let mut c = Canvas::new(640, 720, down(Colour::rgb(0xCFE6EE), Colour::rgb(0xFCEFE0)));
    hills(
        &mut c,
        &[(0.0, 420.0), (160.0, 390.0), (360.0, 416.0), (640.0, 384.0)],
        720.0,
        Colour::rgb(0xB4D09B),
    );
    hills(
        &mut c,
        &[(0.0, 520.0), (320.0, 506.0), (640.0, 520.0)],
        720.0,
        down(GRASS, GRASS.shaded(0.15)),
    );
    c.polygon(&[(250.0, 512.0), (390.0, 512.0), (500.0, 720.0), (140.0, 720.0)], CREAM);
    arch(&mut c);
    for (x, y) in [
        (96.0, 580.0),
        (110.0, 660.0),
        (520.0, 600.0),
        (556.0, 680.0),
        (60.0, 610.0),
        (600.0, 620.0),
    ] {
        c.at(x, y, 1.0, |c| flower(c, if x < 300.0 { CORAL.lit(0.3) } else { WHITE }));
    }
    c.oval(320.0, 636.0, 150.0, 12.0, NIGHT.faded(0.16));
    groom(&mut c);
    bride(&mut c);
    let petals = [CORAL.lit(0.3), WHITE, MUSTARD.lit(0.4)];
    for (petal, (x, y)) in scattered(34, 640.0, 400.0).enumerate() {
        c.turned(x, y, (petal * 47) as f32, |c| c.oval(0.0, 0.0, 5.0, 3.0, petals[petal % 3]));
    }
    c
}

fn arch(c: &mut Canvas) {
    let foot: [Point; 2] = [(150.0, 560.0), (490.0, 560.0)];
    for (x, y) in foot {
        c.line(&[(x, y), (x, 260.0)], 10.0, WHITE);
    }
    let mut places: Vec<Point> = Vec::new();
    for step in 0..=26 {
        places.push(around((320.0, 262.0), 170.0, -90.0 + step as f32 * 180.0 / 26.0));
    }
    for step in 1..10 {
        places.push((150.0, 262.0 + step as f32 * 32.0));
        places.push((490.0, 262.0 + step as f32 * 32.0));
    }
    for (number, (x, y)) in places.iter().enumerate() {
        c.disc(*x, *y, 18.0, if number % 2 == 0 { LEAF } else { LEAF.lit(0.2) });
    }
    for (number, (x, y)) in places.into_iter().enumerate() {
        let colour = [CORAL.lit(0.35), WHITE, CORAL.lit(0.1)][number % 3];
        let shift = if number % 2 == 0 { 7.0 } else { -7.0 };
        c.disc(x + shift, y - shift * 0.5, 10.0, colour);
        c.disc(x + shift, y - shift * 0.5, 3.5, MUSTARD);
    }
}

fn groom(c: &mut Canvas) {
    let suit = Figure { skin: SKINS[2], hair: BLACK, top: NAVY, bottom: NAVY.shaded(0.3) };
    let pose = Pose { near_arm: [(34.0, -30.0), (46.0, 2.0)], ..STANDING };
    c.at(252.0, 488.0, 1.45, |c| {
        suit.draw(c, &pose, 0.0);
        c.polygon(&[(-12.0, -74.0), (12.0, -74.0), (0.0, -28.0)], WHITE);
        for side in [-1.0f32, 1.0] {
            c.polygon(&[(0.0, -64.0), (side * 11.0, -71.0), (side * 11.0, -57.0)], RED);
        }
        c.disc(-22.0, -50.0, 4.5, CORAL.lit(0.3));
    });
}

fn bride(c: &mut Canvas) {
    let veil = WHITE.faded(0.75);
    c.at(384.0, 488.0, 1.45, |c| {
        c.blob(
            &[
                (0.0, -124.0),
                (30.0, -104.0),
                (44.0, -30.0),
                (56.0, 60.0),
                (-44.0, 60.0),
                (-36.0, -30.0),
                (-28.0, -104.0),
            ],
            veil,
        );
        let dress = Figure { skin: SKINS[0], hair: BROWN, top: WHITE, bottom: WHITE };
        let pose = Pose {
            far_arm: [(-26.0, -34.0), (-2.0, -16.0)],
            near_arm: [(28.0, -34.0), (6.0, -14.0)],
            ..STANDING
        };
        c.blob(
            &[
                (-18.0, -10.0),
                (18.0, -10.0),
                (44.0, 50.0),
                (62.0, 100.0),
                (0.0, 106.0),
                (-62.0, 100.0),
                (-44.0, 50.0),
            ],
            down(WHITE, Colour::rgb(0xECE6E0)),
        );
        dress.draw(c, &pose, 0.0);
        c.blob(
            &[
                (-20.0, -4.0),
                (20.0, -4.0),
                (46.0, 50.0),
                (64.0, 100.0),
                (0.0, 106.0),
                (-64.0, 100.0),
                (-46.0, 50.0),
            ],
            down(WHITE, Colour::rgb(0xE8E1DA)),
        );
        for fold in [-24.0, 0.0, 24.0] {
            c.curve(&[(fold * 0.4, 10.0), (fold, 56.0), (fold * 1.5, 96.0)], 1.5, TEXT.faded(0.12));
        }
        for (x, y, colour) in [
            (-6.0, -14.0, RED),
            (6.0, -12.0, CORAL),
            (0.0, -22.0, MUSTARD),
            (12.0, -20.0, RED),
            (-12.0, -21.0, CORAL.lit(0.3)),
        ] {
            c.disc(x, y, 8.0, colour);
            c.disc(x, y, 3.0, colour.lit(0.4));
        }
        c.curve(&[(-20.0, -116.0), (0.0, -124.0), (20.0, -116.0)], 5.0, WHITE);
        for x in [-14.0, 0.0, 14.0] {
            c.disc(x, -121.0 + (x * 0.2_f32).abs(), 4.0, CORAL.lit(0.3));
        }
    });
}
