//! Lettering: text drawn as outlines, from two fonts in Rust crates; Chinese characters as strokes.
//!
//! Glyphs are filled like any other shape, so text can be turned, scaled and masked. A heavier
//! weight is the light face traced with a pen.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve};
use tiny_skia::{Path, PathBuilder};

use super::ink::{TEXT, WHITE};
use super::strokes::{self, has_strokes};
use super::words::spoken;
use super::{Canvas, Colour};

static SANS: LazyLock<FontRef<'static>> =
    LazyLock::new(|| face(epaint_default_fonts::UBUNTU_LIGHT));
static MONO: LazyLock<FontRef<'static>> =
    LazyLock::new(|| face(epaint_default_fonts::HACK_REGULAR));

fn face(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the crate holds a sound font")
}

/// The position of the given point on a line of text.
#[derive(Clone, Copy, PartialEq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line of text looks.
#[derive(Clone, Copy)]
pub struct Lettering {
    mono: bool,
    size: f32,
    weight: f32,
    colour: Colour,
    anchor: Anchor,
}

impl Lettering {
    /// A light sans serif of this many pixels to the em.
    pub const fn sans(size: f32) -> Self {
        Lettering { mono: false, size, weight: 0.018, colour: TEXT, anchor: Anchor::Start }
    }

    /// A typewriter face of this many pixels to the em.
    pub const fn mono(size: f32) -> Self {
        Lettering { mono: true, weight: 0.0, ..Lettering::sans(size) }
    }

    /// Heavier, as for a heading.
    pub const fn bold(self) -> Self {
        Lettering { weight: 0.07, ..self }
    }

    pub const fn in_colour(self, colour: Colour) -> Self {
        Lettering { colour, ..self }
    }

    pub const fn white(self) -> Self {
        self.in_colour(WHITE)
    }

    /// Centred on the given point.
    pub const fn centred(self) -> Self {
        Lettering { anchor: Anchor::Middle, ..self }
    }

    /// Ending at the given point.
    pub const fn ending(self) -> Self {
        Lettering { anchor: Anchor::End, ..self }
    }

    fn font(self) -> &'static FontRef<'static> {
        if self.mono { &MONO } else { &SANS }
    }

    /// Pixels for one unit of the font.
    fn unit(self) -> f32 {
        self.size / self.font().units_per_em().unwrap_or(1000.0)
    }

    /// How wide a line of text is, in pixels.
    pub fn width_of(self, text: &str) -> f32 {
        self.set(spoken(text), |_, _| ())
    }

    /// How thick the strokes of Chinese characters are.
    fn stroke(self) -> f32 {
        self.size * (0.052 + self.weight * 0.5)
    }

    /// Walks over the letters of a line and returns its width; the visitor gets each letter and its
    /// place.
    fn set(self, text: &str, mut visit: impl FnMut(char, f32)) -> f32 {
        let (font, unit) = (self.font(), self.unit());
        let mut x = 0.0;
        let mut previous = None;
        for letter in text.chars() {
            if has_strokes(letter) {
                visit(letter, x);
                x += self.size;
                previous = None;
                continue;
            }
            let glyph = font.glyph_id(letter);
            if let Some(before) = previous {
                x += font.kern_unscaled(before, glyph) * unit;
            }
            visit(letter, x);
            x += font.h_advance_unscaled(glyph) * unit + self.weight * self.size * 0.5;
            previous = Some(glyph);
        }
        x
    }

    /// The middle lines of the Chinese characters of a line; `None` if it has none.
    fn strokes(self, text: &str, x: f32, y: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        self.set(text, |letter, offset| {
            if has_strokes(letter) {
                strokes::add(&mut path, letter, (x + offset, y), self.size);
            }
        });
        path.finish()
    }

    /// The outline of a line of text with the start of its baseline; `None` for blank text.
    fn outline(self, text: &str, x: f32, y: f32) -> Option<Path> {
        let (font, unit) = (self.font(), self.unit());
        let mut path = PathBuilder::new();
        self.set(text, |letter, offset| {
            if has_strokes(letter) {
                return;
            }
            let Some(outline) = font.outline(font.glyph_id(letter)) else { return };
            let place = |point: ab_glyph::Point| (x + offset + point.x * unit, y - point.y * unit);
            let mut pen = None;
            for curve in outline.curves {
                let (OutlineCurve::Line(from, _)
                | OutlineCurve::Quad(from, ..)
                | OutlineCurve::Cubic(from, ..)) = curve;
                if pen != Some(from) {
                    let (x, y) = place(from);
                    path.move_to(x, y);
                }
                pen = Some(match curve {
                    OutlineCurve::Line(_, to) => {
                        let (x, y) = place(to);
                        path.line_to(x, y);
                        to
                    }
                    OutlineCurve::Quad(_, bend, to) => {
                        let ((bx, by), (x, y)) = (place(bend), place(to));
                        path.quad_to(bx, by, x, y);
                        to
                    }
                    OutlineCurve::Cubic(_, leave, arrive, to) => {
                        let ((lx, ly), (ax, ay)) = (place(leave), place(arrive));
                        let (x, y) = place(to);
                        path.cubic_to(lx, ly, ax, ay, x, y);
                        to
                    }
                });
            }
        });
        path.finish()
    }
}

impl Canvas {
    /// Writes a line of text with its baseline at a height.
    pub fn write(&mut self, x: f32, y: f32, text: &str, lettering: Lettering) {
        let x = match lettering.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - lettering.width_of(text) / 2.0,
            Anchor::End => x - lettering.width_of(text),
        };
        let text = spoken(text);
        if let Some(strokes) = lettering.strokes(text, x, y) {
            self.trace(&strokes, lettering.stroke(), lettering.colour);
        }
        let Some(outline) = lettering.outline(text, x, y) else { return };
        self.fill(&outline, lettering.colour);
        if lettering.weight > 0.0 {
            self.trace(&outline, lettering.weight * lettering.size, lettering.colour);
        }
    }

    /// Writes lines of text one under the other, `step` pixels apart.
    pub fn write_lines(&mut self, x: f32, y: f32, step: f32, lines: &[&str], look: Lettering) {
        for (number, line) in lines.iter().enumerate() {
            self.write(x, y + step * number as f32, line, look);
        }
    }
}
