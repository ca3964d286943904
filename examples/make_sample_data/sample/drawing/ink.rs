//! Colours and inks: one palette for all pictures, and gradients that are scaled to the shape
//! that they fill.

use tiny_skia::{
    Color, GradientStop, LinearGradient, Point, RadialGradient, Rect, Shader, SpreadMode, Transform,
};

/// A colour with opacity, eight bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
    opacity: u8,
}

impl Colour {
    /// An opaque colour written as `0xRRGGBB`.
    pub const fn rgb(hex: u32) -> Self {
        Colour { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8, opacity: 255 }
    }

    /// The same colour, this opaque (0 to 1).
    pub const fn faded(self, opacity: f32) -> Self {
        Colour { opacity: (opacity * 255.0) as u8, ..self }
    }

    /// The colour a share `t` (0 to 1) of the way to another.
    pub fn towards(self, other: Colour, t: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t).round() as u8;
        Colour {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
            opacity: mix(self.opacity, other.opacity),
        }
    }

    /// The colour in the light, a share `t` of the way to white.
    pub fn lit(self, t: f32) -> Self {
        self.towards(Colour { opacity: self.opacity, ..WHITE }, t)
    }

    /// The colour in the shade, a share `t` of the way to a deep blue.
    pub fn shaded(self, t: f32) -> Self {
        self.towards(Colour { opacity: self.opacity, ..NIGHT }, t)
    }

    pub(super) fn skia(self) -> Color {
        Color::from_rgba8(self.red, self.green, self.blue, self.opacity)
    }
}

/// What a shape is filled with. Gradients span the bounds of the shape.
#[derive(Clone, Copy, Debug)]
pub enum Ink {
    /// One colour.
    Flat(Colour),
    /// From the top of the shape to its bottom.
    Down(Colour, Colour),
    /// From the left of the shape to its right.
    Across(Colour, Colour),
    /// From the centre of the shape to its rim.
    Glow(Colour, Colour),
}

/// A gradient from top to bottom.
pub const fn down(top: Colour, bottom: Colour) -> Ink {
    Ink::Down(top, bottom)
}

/// A gradient from left to right.
pub const fn across(left: Colour, right: Colour) -> Ink {
    Ink::Across(left, right)
}

/// A gradient from the centre outwards.
pub const fn glow(centre: Colour, rim: Colour) -> Ink {
    Ink::Glow(centre, rim)
}

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Self {
        Ink::Flat(colour)
    }
}

impl Ink {
    /// The shader for a shape with these bounds.
    pub(super) fn shader(self, bounds: Rect) -> Shader<'static> {
        let (from, to, start, end) = match self {
            Ink::Flat(colour) => return Shader::SolidColor(colour.skia()),
            Ink::Down(a, b) => (a, b, (0.0, bounds.top()), (0.0, bounds.bottom())),
            Ink::Across(a, b) => (a, b, (bounds.left(), 0.0), (bounds.right(), 0.0)),
            Ink::Glow(a, b) => {
                let centre = (
                    f32::midpoint(bounds.left(), bounds.right()),
                    f32::midpoint(bounds.top(), bounds.bottom()),
                );
                (a, b, centre, centre)
            }
        };
        let stops = vec![GradientStop::new(0.0, from.skia()), GradientStop::new(1.0, to.skia())];
        let (start, end) = (Point::from_xy(start.0, start.1), Point::from_xy(end.0, end.1));
        let gradient = if matches!(self, Ink::Glow(..)) {
            let radius = bounds.width().max(bounds.height()) / 2.0;
            let plain = Transform::identity();
            RadialGradient::new(start, 0.0, end, radius, stops, SpreadMode::Pad, plain)
        } else {
            LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity())
        };
        gradient.unwrap_or(Shader::SolidColor(from.skia()))
    }
}

/// White paper.
pub const WHITE: Colour = Colour::rgb(0xFFFFFF);
/// Warm paper, the ground of charts and documents.
pub const PAPER: Colour = Colour::rgb(0xFBF7EF);
/// A warm grey for quiet lines and second-rank text.
pub const STONE: Colour = Colour::rgb(0x8D8A86);
/// A light warm grey for grid lines.
pub const MIST: Colour = Colour::rgb(0xE4DED3);
/// The colour of text and outlines.
pub const TEXT: Colour = Colour::rgb(0x2B2D42);
/// The deep blue of night and shadows.
pub const NIGHT: Colour = Colour::rgb(0x14213D);
pub const NAVY: Colour = Colour::rgb(0x264653);
/// Teal, the first accent.
pub const TEAL: Colour = Colour::rgb(0x2A9D8F);
/// Coral, the second accent.
pub const CORAL: Colour = Colour::rgb(0xE76F51);
/// Mustard, the third accent.
pub const MUSTARD: Colour = Colour::rgb(0xE9C46A);
/// Plum, the fourth accent.
pub const PLUM: Colour = Colour::rgb(0x8E5572);
/// A clear red.
pub const RED: Colour = Colour::rgb(0xC8403A);
/// A clear blue.
pub const BLUE: Colour = Colour::rgb(0x3A7CA5);
/// A light sky.
pub const SKY: Colour = Colour::rgb(0x9FD3EA);
pub const GRASS: Colour = Colour::rgb(0x8AB661);
/// Leaves in the shade.
pub const LEAF: Colour = Colour::rgb(0x4F8A4B);
/// Wood and bark.
pub const WOOD: Colour = Colour::rgb(0x9C6B45);
pub const CREAM: Colour = Colour::rgb(0xF6E7C8);
pub const STEEL: Colour = Colour::rgb(0xA9B4C0);
