//! Pictures with writing: a sign, a blackboard, small print, a screen, a price list.

use super::super::drawing::canvas::{rounded, scattered};
use super::super::drawing::ink::{
    CORAL, CREAM, MIST, MUSTARD, NAVY, NIGHT, PAPER, PLUM, RED, SKY, STEEL, STONE, TEAL, TEXT,
    WHITE, WOOD,
};
use super::super::drawing::{Canvas, Colour, Lettering, Point, across, down, glow};
use super::super::picture::Picture;

/// The front of a café with its name.
pub const CAFE: Picture = Picture::indexed("cafe", cafe);
/// A formula on a blackboard.
pub const BLACKBOARD: Picture = Picture::indexed("blackboard", blackboard);
/// A jam jar with a label in small print.
pub const JAM_JAR: Picture = Picture::indexed("jam_jar", jam_jar);
/// A short program on a screen.
pub const CODE: Picture = Picture::indexed("code", code);
/// The price list of a boat hire.
pub const PRICE_LIST: Picture = Picture::indexed("price_list", price_list);

fn cafe() -> Canvas {
    let mut c = Canvas::new(800, 560, down(Colour::rgb(0xE9D9C3), Colour::rgb(0xDCC6A6)));
    for row in 0..14 {
        for column in 0..12 {
            let shift = if row % 2 == 0 { 0.0 } else { 36.0 };
            c.round(
                (column as f32 * 72.0 - shift + 2.0, row as f32 * 36.0 + 2.0),
                (68.0, 32.0),
                3.0,
                CORAL.lit(0.55).faded(0.35),
            );
        }
    }
    c.rect(0.0, 500.0, 800.0, 60.0, STEEL.lit(0.2));
    c.rect(90.0, 36.0, 620.0, 464.0, down(NAVY, NAVY.shaded(0.35)));
    c.round((120.0, 60.0), (560.0, 96.0), 10.0, NAVY.shaded(0.5));
    c.trace(&rounded(128.0, 68.0, 544.0, 80.0, 6.0), 2.0, MUSTARD);
    c.write(
        400.0,
        125.0,
        "THE COPPER KETTLE",
        Lettering::sans(46.0).bold().in_colour(MUSTARD).centred(),
    );
    for stripe in 0..14 {
        let x = 106.0 + stripe as f32 * 42.0;
        let colour = if stripe % 2 == 0 { CORAL } else { CREAM };
        c.polygon(&[(x, 172.0), (x + 42.0, 172.0), (x + 42.0, 226.0), (x, 226.0)], colour);
        c.disc(x + 21.0, 226.0, 21.0, colour);
    }
    c.rect(100.0, 166.0, 600.0, 10.0, CREAM.shaded(0.2));
    shop_window(&mut c, 128.0);
    shop_window(&mut c, 476.0);
    c.round((350.0, 256.0), (100.0, 244.0), 4.0, CORAL.shaded(0.15));
    c.round((362.0, 270.0), (76.0, 120.0), 4.0, SKY.lit(0.3));
    c.disc(436.0, 420.0, 6.0, MUSTARD);
    c.round((370.0, 302.0), (60.0, 30.0), 4.0, WHITE);
    c.write(400.0, 324.0, "OPEN", Lettering::sans(20.0).bold().in_colour(TEAL).centred());
    for (x, mirrored) in [(60.0, false), (740.0, true)] {
        c.polygon(
            &[(x - 24.0, 470.0), (x + 24.0, 470.0), (x + 18.0, 514.0), (x - 18.0, 514.0)],
            WOOD,
        );
        c.disc(x, 440.0, 36.0, Colour::rgb(0x4F8A4B));
        c.disc(if mirrored { x - 10.0 } else { x + 10.0 }, 426.0, 20.0, Colour::rgb(0x6BA563));
    }
    c
}

fn shop_window(c: &mut Canvas, x: f32) {
    c.rect(x, 262.0, 196.0, 180.0, CREAM);
    c.rect(x + 8.0, 270.0, 180.0, 164.0, down(Colour::rgb(0xF9DFA8), Colour::rgb(0xE8B878)));
    c.rect(x + 8.0, 376.0, 180.0, 6.0, WOOD);
    for (cup, colour) in [CORAL, TEAL, PLUM].into_iter().enumerate() {
        let cx = x + 42.0 + cup as f32 * 56.0;
        c.curve(
            &[(cx + 14.0, 350.0), (cx + 28.0, 350.0), (cx + 26.0, 364.0), (cx + 12.0, 366.0)],
            4.0,
            colour,
        );
        c.polygon(
            &[(cx - 18.0, 344.0), (cx + 18.0, 344.0), (cx + 12.0, 376.0), (cx - 12.0, 376.0)],
            colour,
        );
        c.disc(cx, 270.0 + 34.0, 30.0, glow(WHITE.faded(0.7), WHITE.faded(0.0)));
    }
    c.rect(x + 8.0, 424.0, 180.0, 10.0, WOOD.lit(0.2));
    for loaf in 0..4 {
        c.oval(x + 34.0 + loaf as f32 * 44.0, 416.0, 20.0, 11.0, WOOD.lit(0.3));
    }
}

fn blackboard() -> Canvas {
    let mut c = Canvas::new(720, 480, WOOD.lit(0.1));
    c.rect(0.0, 0.0, 720.0, 480.0, across(WOOD.lit(0.2), WOOD));
    c.rect(24.0, 24.0, 672.0, 408.0, down(Colour::rgb(0x2F4F43), Colour::rgb(0x27423A)));
    let chalk = Colour::rgb(0xF1F0E6);
    c.write(60.0, 84.0, "Lesson 7: energy of motion", Lettering::sans(28.0).in_colour(chalk));
    c.line(&[(60.0, 98.0), (396.0, 98.0)], 2.0, chalk);
    let big = Lettering::sans(96.0).in_colour(chalk);
    c.write(150.0, 270.0, "E  =", big);
    c.write(358.0, 226.0, "1", Lettering::sans(52.0).in_colour(chalk).centred());
    c.line(&[(334.0, 241.0), (382.0, 241.0)], 4.0, chalk);
    c.write(358.0, 292.0, "2", Lettering::sans(52.0).in_colour(chalk).centred());
    c.write(406.0, 270.0, "m v", big);
    c.write(562.0, 222.0, "2", Lettering::sans(50.0).in_colour(chalk));
    let note = Lettering::sans(24.0).in_colour(MUSTARD);
    c.write(60.0, 376.0, "m: mass in kg", note);
    c.write(300.0, 376.0, "v: speed in m/s", note);
    c.round((40.0, 432.0), (640.0, 20.0), 4.0, WOOD.lit(0.35));
    for (x, colour) in [(90.0, chalk), (140.0, CORAL.lit(0.4)), (190.0, MUSTARD.lit(0.3))] {
        c.round((x, 425.0), (38.0, 9.0), 4.0, colour);
    }
    c.round((560.0, 416.0), (84.0, 18.0), 4.0, TEXT);
    c.round((560.0, 409.0), (84.0, 9.0), 3.0, CREAM);
    c
}

fn jam_jar() -> Canvas {
    let mut c = Canvas::new(1280, 960, down(Colour::rgb(0xF3EADB), Colour::rgb(0xE6D6BC)));
    c.rect(0.0, 780.0, 1280.0, 180.0, down(WOOD.lit(0.45), WOOD.lit(0.22)));
    c.oval(660.0, 884.0, 380.0, 28.0, NIGHT.faded(0.2));
    let glass = rounded(330.0, 190.0, 620.0, 690.0, 90.0);
    c.fill(&glass, across(RED.lit(0.15), RED.shaded(0.35)));
    c.inside(&glass, |c| {
        for (x, y) in scattered(44, 620.0, 690.0) {
            c.oval(330.0 + x, 190.0 + y, 30.0, 22.0, RED.shaded(0.28).faded(0.5));
        }
        c.rect(356.0, 190.0, 26.0, 690.0, WHITE.faded(0.25));
    });
    c.round((360.0, 100.0), (560.0, 110.0), 22.0, across(MUSTARD.lit(0.3), MUSTARD.shaded(0.25)));
    for rib in 0..27 {
        c.rect(376.0 + rib as f32 * 20.0, 116.0, 5.0, 80.0, NIGHT.faded(0.14));
    }
    c.round((390.0, 310.0), (500.0, 470.0), 14.0, PAPER);
    c.trace(&rounded(404.0, 324.0, 472.0, 442.0, 8.0), 3.0, CORAL);
    c.write(640.0, 400.0, "Hill Farm", Lettering::sans(40.0).in_colour(CORAL).centred());
    c.write(640.0, 466.0, "STRAWBERRY JAM", Lettering::sans(47.0).bold().centred());
    strawberry(&mut c, (640.0, 548.0));
    let small = Lettering::sans(17.0).centred();
    c.write_lines(
        640.0,
        640.0,
        24.0,
        &[
            "Ingredients: strawberries 55 %, sugar, lemon juice, pectin.",
            "Store in a cool, dark place. Once open, keep in the fridge.",
        ],
        small,
    );
    c.write(
        640.0,
        718.0,
        "Best before 14 March 2031    Lot K 7094    340 g",
        Lettering::sans(16.0).centred(),
    );
    c.write(
        640.0,
        744.0,
        "Packed at Mill Lane 12, Oakbridge",
        Lettering::sans(13.0).in_colour(STONE).centred(),
    );
    c
}

fn strawberry(c: &mut Canvas, (x, y): Point) {
    c.blob(
        &[
            (x, y - 36.0),
            (x + 40.0, y - 30.0),
            (x + 34.0, y + 14.0),
            (x, y + 48.0),
            (x - 34.0, y + 14.0),
            (x - 40.0, y - 30.0),
        ],
        down(RED.lit(0.12), RED),
    );
    for (dx, dy) in
        [(-18.0, -12.0), (0.0, -16.0), (18.0, -12.0), (-12.0, 8.0), (12.0, 8.0), (0.0, 24.0)]
    {
        c.oval(x + dx, y + dy, 2.4, 4.0, MUSTARD.lit(0.3));
    }
    for leaf in [-60.0f32, -25.0, 25.0, 60.0] {
        c.turned(x, y - 38.0, leaf, |c| c.oval(0.0, -4.0, 9.0, 20.0, Colour::rgb(0x4F8A4B)));
    }
}

fn code() -> Canvas {
    let mut c = Canvas::new(960, 640, down(Colour::rgb(0xCBD7DE), Colour::rgb(0xB3C2CC)));
    c.polygon(&[(420.0, 540.0), (540.0, 540.0), (560.0, 606.0), (400.0, 606.0)], STEEL);
    c.round((340.0, 600.0), (280.0, 16.0), 8.0, STEEL.shaded(0.2));
    c.round((60.0, 36.0), (840.0, 520.0), 20.0, NIGHT);
    c.rect(80.0, 56.0, 800.0, 480.0, Colour::rgb(0x1E2333));
    c.rect(80.0, 56.0, 800.0, 44.0, Colour::rgb(0x2A3145));
    for (x, colour) in [(106.0, CORAL), (132.0, MUSTARD), (158.0, TEAL)] {
        c.disc(x, 78.0, 8.0, colour);
    }
    c.write(480.0, 85.0, "sum.py", Lettering::mono(18.0).in_colour(STEEL).centred());
    let mono = Lettering::mono(30.0);
    let (plain, word, number, comment) =
        (Colour::rgb(0xE8EAF0), CORAL.lit(0.2), MUSTARD, Colour::rgb(0x7F8AA3));
    let lines: [&[(&str, Colour)]; 6] = [
        &[("# add up some numbers", comment)],
        &[("total = ", plain), ("0", number)],
        &[
            ("for", word),
            (" n ", plain),
            ("in", word),
            (" [", plain),
            ("2", number),
            (", ", plain),
            ("3", number),
            (", ", plain),
            ("5", number),
            ("]:", plain),
        ],
        &[("    if", word), (" n > ", plain), ("2", number), (":", plain)],
        &[("        total = total + n", plain)],
        &[("print", TEAL.lit(0.3)), ("(total)", plain)],
    ];
    for (row, line) in lines.into_iter().enumerate() {
        let y = 166.0 + row as f32 * 54.0;
        c.write(140.0, y, &(row + 1).to_string(), mono.in_colour(comment).ending());
        let mut x = 176.0;
        for (text, colour) in line {
            c.write(x, y, text, mono.in_colour(*colour));
            x += mono.width_of(text);
        }
    }
    c.rect(80.0, 506.0, 800.0, 30.0, TEAL.shaded(0.3));
    c.write(100.0, 527.0, "Python   line 6, column 13", Lettering::mono(16.0).white());
    c
}

fn price_list() -> Canvas {
    let mut c = Canvas::new(760, 560, PAPER);
    c.rect(0.0, 0.0, 760.0, 110.0, down(TEAL, TEAL.shaded(0.25)));
    c.write(40.0, 70.0, "Lake Boat Hire", Lettering::sans(44.0).bold().white());
    c.polygon(&[(610.0, 66.0), (720.0, 66.0), (696.0, 92.0), (634.0, 92.0)], CREAM);
    c.polygon(&[(660.0, 18.0), (660.0, 60.0), (704.0, 60.0)], MUSTARD);
    c.polygon(&[(654.0, 26.0), (654.0, 60.0), (626.0, 60.0)], WHITE);
    let columns = [60.0, 430.0, 570.0, 700.0];
    let head = Lettering::sans(24.0).bold().in_colour(TEAL.shaded(0.35));
    c.write(columns[0], 164.0, "Boat", head);
    for (x, text) in [(columns[1], "1 hour"), (columns[2], "2 hours"), (columns[3], "Day")] {
        c.write(x, 164.0, text, head.ending());
    }
    c.line(&[(40.0, 180.0), (720.0, 180.0)], 3.0, TEAL);
    let rows = [
        ("Rowing boat", "9", "16", "40"),
        ("Pedal boat", "12", "21", "55"),
        ("Canoe", "8", "14", "35"),
        ("Sailing dinghy", "18", "32", "80"),
        ("Electric boat", "25", "45", "110"),
    ];
    for (row, (boat, hour, two, day)) in rows.into_iter().enumerate() {
        let y = 190.0 + row as f32 * 60.0;
        if row % 2 == 1 {
            c.round((40.0, y), (680.0, 58.0), 6.0, MIST.faded(0.6));
        }
        let look = Lettering::sans(26.0);
        c.write(columns[0], y + 38.0, boat, look);
        for (x, price) in [(columns[1], hour), (columns[2], two), (columns[3], day)] {
            c.write(x, y + 38.0, price, look.ending());
        }
    }
    c.line(&[(40.0, 494.0), (720.0, 494.0)], 1.5, STONE);
    c.write(
        40.0,
        528.0,
        "Prices in euros per boat. Life jackets are free.",
        Lettering::sans(20.0).in_colour(STONE),
    );
    c
}
