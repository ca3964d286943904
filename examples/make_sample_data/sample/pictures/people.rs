//! People: small figures made of joints, and busts with a face.
//!
//! No real person is drawn. Figures stand about 210 pixels high around the hip; busts are centred
//! on the face, which is 180 wide.

use super::super::drawing::canvas::{arc, oval, smooth};
use super::super::drawing::ink::{CORAL, NIGHT, WHITE};
use super::super::drawing::{Canvas, Colour, Point, down};

/// Skin tones.
pub const SKINS: [Colour; 4] =
    [Colour::rgb(0xF3C9A5), Colour::rgb(0xD9A066), Colour::rgb(0x9C6644), Colour::rgb(0xE8B796)];
/// Dark brown hair.
pub const BROWN: Colour = Colour::rgb(0x5B3A29);
/// Black hair.
pub const BLACK: Colour = Colour::rgb(0x2A2530);
/// Grey hair.
pub const GREY: Colour = Colour::rgb(0xC9C6C4);
/// Fair hair.
pub const FAIR: Colour = Colour::rgb(0xD8A657);

/// What a figure looks like.
#[derive(Clone, Copy)]
pub struct Figure {
    /// Head and hands.
    pub skin: Colour,
    /// Hair.
    pub hair: Colour,
    /// Shirt or jacket.
    pub top: Colour,
    /// Trousers.
    pub bottom: Colour,
}

/// Where the joints of a figure are.
#[derive(Clone, Copy)]
pub struct Pose {
    /// The centre of the head.
    pub head: Point,
    /// The base of the neck.
    pub neck: Point,
    /// The hip.
    pub hip: Point,
    /// Elbow and hand of the arm behind the body.
    pub far_arm: [Point; 2],
    /// Elbow and hand of the arm before the body.
    pub near_arm: [Point; 2],
    /// Knee and foot of the leg behind.
    pub far_leg: [Point; 2],
    /// Knee and foot of the leg in front.
    pub near_leg: [Point; 2],
}

/// Standing upright, arms down, facing us; feet 96 below the origin.
pub const STANDING: Pose = Pose {
    head: (0.0, -98.0),
    neck: (0.0, -66.0),
    hip: (0.0, 0.0),
    far_arm: [(-31.0, -30.0), (-32.0, 4.0)],
    near_arm: [(31.0, -30.0), (32.0, 4.0)],
    far_leg: [(-11.0, 46.0), (-12.0, 94.0)],
    near_leg: [(11.0, 46.0), (12.0, 94.0)],
};

impl Figure {
    /// Draws the figure in a pose, looking to the right (1), to us (0) or to the left (-1).
    pub fn draw(&self, c: &mut Canvas, pose: &Pose, looking: f32) {
        let shade = 0.16;
        let (left, right) = shoulders(pose);
        self.arm(c, left, pose.far_arm, self.top.shaded(shade));
        leg(c, (pose.hip.0 - 9.0, pose.hip.1), pose.far_leg, self.bottom.shaded(shade));
        leg(c, (pose.hip.0 + 9.0, pose.hip.1), pose.near_leg, self.bottom);
        let torso = smooth(
            &[
                (left.0 - 3.0, left.1 - 4.0),
                (pose.neck.0, pose.neck.1 - 9.0),
                (right.0 + 3.0, right.1 - 4.0),
                (pose.hip.0 + 20.0, pose.hip.1 - 20.0),
                (pose.hip.0 + 19.0, pose.hip.1 + 8.0),
                (pose.hip.0 - 19.0, pose.hip.1 + 8.0),
                (pose.hip.0 - 20.0, pose.hip.1 - 20.0),
            ],
            true,
        );
        c.fill(&torso, self.top);
        c.line(&[pose.neck, towards(pose.neck, pose.head, 0.4)], 12.0, self.skin.shaded(0.12));
        self.head(c, pose.head, looking);
        self.arm(c, right, pose.near_arm, self.top.lit(0.06));
    }

    fn head(&self, c: &mut Canvas, (x, y): Point, looking: f32) {
        c.disc(x - looking * 3.0, y - 4.0, 23.5, self.hair);
        c.oval(x + looking * 3.0, y + 3.0, 19.0, 20.0, self.skin);
        let fringe = smooth(
            &[
                (x - 20.0, y - 3.0),
                (x - 12.0, y - 20.0),
                (x + 10.0, y - 22.0),
                (x + 20.0, y - 4.0),
                (x + 4.0, y - 11.0),
            ],
            true,
        );
        c.fill(&fringe, self.hair);
        for side in [-1.0f32, 1.0] {
            if looking == 0.0 || side * looking > 0.0 {
                c.disc(x + side * 7.0 + looking * 4.0, y + 2.0, 2.2, NIGHT);
            }
        }
        let mouth = x + looking * 8.0;
        c.bow((mouth - 5.0, y + 11.0), (mouth + 5.0, y + 11.0), 2.5, 2.0, self.skin.shaded(0.5));
    }

    fn arm(&self, c: &mut Canvas, shoulder: Point, [elbow, hand]: [Point; 2], sleeve: Colour) {
        c.line(&[shoulder, elbow, hand], 14.0, sleeve);
        c.disc(hand.0, hand.1, 8.0, self.skin);
    }
}

fn leg(c: &mut Canvas, hip: Point, [knee, foot]: [Point; 2], cloth: Colour) {
    c.line(&[hip, knee, foot], 18.0, cloth);
    let toe = if foot.0 < knee.0 - 6.0 { -9.0 } else { 9.0 };
    c.line(&[foot, (foot.0 + toe, foot.1 + 3.0)], 12.0, NIGHT);
}

fn shoulders(pose: &Pose) -> (Point, Point) {
    let (x, y) = pose.neck;
    ((x - 21.0, y + 8.0), (x + 21.0, y + 8.0))
}

fn towards(from: Point, to: Point, t: f32) -> Point {
    (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
}

/// What a face shows.
#[derive(Clone, Copy, PartialEq)]
pub enum Mood {
    /// At ease, a slight smile.
    Calm,
    /// Eyes and mouth wide open, brows up.
    Surprised,
}

/// How the hair of a bust falls.
#[derive(Clone, Copy, PartialEq)]
pub enum Hair {
    /// Short.
    Short,
    /// Down to the shoulders.
    Long,
    /// In a bun on top.
    Bun,
}

/// A head and shoulders.
#[derive(Clone, Copy)]
pub struct Bust {
    /// The skin.
    pub skin: Colour,
    /// The colour of the hair.
    pub hair: Colour,
    /// The cut of the hair.
    pub cut: Hair,
    /// The cloth over the shoulders.
    pub cloth: Colour,
    /// The face.
    pub mood: Mood,
}

/// The outline of a bust's clothes.
pub const SHOULDERS: [Point; 6] = [
    (-60.0, 142.0),
    (60.0, 142.0),
    (150.0, 182.0),
    (186.0, 330.0),
    (-186.0, 330.0),
    (-150.0, 182.0),
];

impl Bust {
    /// Draws the bust with its face centred on the origin.
    pub fn draw(&self, c: &mut Canvas) {
        if self.cut == Hair::Long {
            c.blob(
                &[
                    (0.0, -128.0),
                    (104.0, -70.0),
                    (118.0, 60.0),
                    (96.0, 150.0),
                    (-96.0, 150.0),
                    (-118.0, 60.0),
                    (-104.0, -70.0),
                ],
                down(self.hair, self.hair.shaded(0.25)),
            );
        }
        let cloth = down(self.cloth.lit(0.06), self.cloth.shaded(0.18));
        c.blob(&SHOULDERS, cloth);
        c.line(&[(0.0, 70.0), (0.0, 140.0)], 62.0, self.skin.shaded(0.14));
        if self.cut == Hair::Bun {
            c.disc(0.0, -134.0, 40.0, down(self.hair.lit(0.1), self.hair));
        }
        for side in [-1.0, 1.0] {
            c.oval(side * 90.0, 8.0, 15.0, 22.0, self.skin.shaded(0.08));
        }
        c.blob(
            &[
                (0.0, -116.0),
                (72.0, -88.0),
                (90.0, 0.0),
                (62.0, 82.0),
                (0.0, 114.0),
                (-62.0, 82.0),
                (-90.0, 0.0),
                (-72.0, -88.0),
            ],
            down(self.skin.lit(0.12), self.skin),
        );
        self.fringe(c);
        self.face(c);
    }

    fn fringe(&self, c: &mut Canvas) {
        let cap = [
            (-96.0, -4.0),
            (-100.0, -70.0),
            (-50.0, -128.0),
            (20.0, -134.0),
            (84.0, -104.0),
            (98.0, -6.0),
            (78.0, -52.0),
            (30.0, -74.0),
            (-30.0, -62.0),
            (-76.0, -44.0),
        ];
        c.blob(&cap, down(self.hair.lit(0.12), self.hair));
    }

    fn face(&self, c: &mut Canvas) {
        let wide = self.mood == Mood::Surprised;
        let (eye, brow) = if wide { (17.0, -52.0) } else { (11.0, -34.0) };
        for side in [-1.0f32, 1.0] {
            let x = side * 36.0;
            c.oval(x, -8.0, 15.0, eye, WHITE);
            c.disc(x, -8.0, if wide { 8.0 } else { 9.0 }, Colour::rgb(0x5A3F2E));
            c.disc(x + 2.5, -11.0, 2.8, WHITE);
            let (outer, inner) = (x + side * 19.0, x - side * 19.0);
            c.bow((outer, brow + 4.0), (inner, brow), -5.0, 5.5, self.hair.shaded(0.2));
            c.disc(side * 56.0, 34.0, 17.0, CORAL.faded(0.16));
        }
        c.curve(&[(-2.0, 4.0), (-9.0, 30.0), (4.0, 33.0)], 4.0, self.skin.shaded(0.3));
        let lips = CORAL.shaded(0.2);
        match self.mood {
            Mood::Calm => c.bow((-27.0, 57.0), (27.0, 57.0), 11.0, 6.0, lips),
            Mood::Surprised => {
                c.fill(&oval(0.0, 70.0, 19.0, 25.0), Colour::rgb(0x6B2D2D));
                c.trace(&oval(0.0, 70.0, 19.0, 25.0), 5.0, lips);
                c.blob(&[(-12.0, 84.0), (0.0, 78.0), (12.0, 84.0), (0.0, 93.0)], CORAL);
            }
        }
    }
}

/// The collar of a shirt in the given colour.
pub fn collar(c: &mut Canvas, colour: Colour) {
    for side in [-1.0, 1.0] {
        c.polygon(
            &[
                (side * 4.0, 172.0),
                (side * 44.0, 132.0),
                (side * 62.0, 160.0),
                (side * 30.0, 204.0),
            ],
            colour,
        );
    }
}

/// The upper half of an ellipse, as for a hat or an umbrella.
pub fn dome(centre: Point, across: f32, height: f32) -> Vec<Point> {
    arc((0.0, 0.0), 1.0, -90.0, 90.0)
        .into_iter()
        .map(|(x, y)| (centre.0 + x * across, centre.1 + y * height))
        .collect()
}
