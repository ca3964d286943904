//! A point cloud of a chair in four views, as benchmarks show three-dimensional data.

use super::super::drawing::ink::{CORAL, MUSTARD, NIGHT};
use super::super::drawing::{Canvas, Colour};
use super::super::picture::Picture;

/// From the front, from the side, from above and from a corner.
pub const VIEWS: [Picture; 4] = [
    Picture::indexed("cloud_front", || view(0.0, 0.0)),
    Picture::indexed("cloud_side", || view(90.0, 0.0)),
    Picture::indexed("cloud_above", || view(0.0, 90.0)),
    Picture::indexed("cloud_corner", || view(35.0, 25.0)),
];

/// Right, up, towards the viewer; the chair has a height of two and is on the ground.
type Place = [f32; 3];

/// Boxes: the corner that is left, low and far, and the sizes.
const PARTS: [(Place, Place, usize); 6] = [
    ([-0.5, 0.85, -0.5], [1.0, 0.1, 1.0], 420),
    ([-0.5, 0.95, -0.5], [1.0, 1.05, 0.1], 420),
    ([-0.5, 0.0, -0.5], [0.12, 0.85, 0.12], 110),
    ([0.38, 0.0, -0.5], [0.12, 0.85, 0.12], 110),
    ([-0.5, 0.0, 0.38], [0.12, 0.85, 0.12], 110),
    ([0.38, 0.0, 0.38], [0.12, 0.85, 0.12], 110),
];

/// Points in the parts; always the same ones.
fn points() -> Vec<Place> {
    let mut state = 7_u32;
    let mut share = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1_u32 << 24) as f32
    };
    let mut points = Vec::new();
    for (corner, size, count) in PARTS {
        for _ in 0..count {
            points.push(std::array::from_fn(|axis| corner[axis] + size[axis] * share()));
        }
    }
    points
}

/// The cloud turned around its upright axis, then tipped towards the viewer, both in degrees.
fn view(turn: f32, tip: f32) -> Canvas {
    let mut c = Canvas::new(240, 240, NIGHT);
    let (turn, tip) = (turn.to_radians(), tip.to_radians());
    let mut seen: Vec<(f32, f32, f32, Colour)> = points()
        .into_iter()
        .map(|[x, y, z]| {
            let (x, z) = (x * turn.cos() + z * turn.sin(), z * turn.cos() - x * turn.sin());
            let up = y - 1.0;
            let (up, z) = (up * tip.cos() - z * tip.sin(), z * tip.cos() + up * tip.sin());
            (120.0 + x * 88.0, 120.0 - up * 88.0, z, CORAL.towards(MUSTARD, y / 2.0))
        })
        .collect();
    // The nearest last, and the brightest.
    seen.sort_by(|one, other| one.2.total_cmp(&other.2));
    for (x, y, z, colour) in seen {
        c.disc(x, y, 1.9, colour.towards(NIGHT, (0.35 - z * 0.35).clamp(0.0, 0.6)));
    }
    c
}
