//! The canvas: anti-aliased shapes in pixels, with the origin at the top left.
//!
//! Shapes have common names (`disc`, `round`, `line`, `blob`). A group of shapes is moved, scaled or
//! rotated with [`Canvas::at`] and [`Canvas::turned`], so a
//! tree is drawn by one function and used many times.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::Ink;

/// A place on the canvas: right, down.
pub type Point = (f32, f32);

/// A picture in the making.
pub struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    mask: Option<Mask>,
}

impl Canvas {
    /// A canvas of this size with nothing on it.
    pub fn transparent(width: u32, height: u32) -> Self {
        let pixmap = Pixmap::new(width, height).expect("pictures have a size");
        Canvas { pixmap, transform: Transform::identity(), mask: None }
    }

    /// A canvas of this size on a ground.
    pub fn new(width: u32, height: u32, ground: impl Into<Ink>) -> Self {
        let mut canvas = Canvas::transparent(width, height);
        canvas.rect(0.0, 0.0, width as f32, height as f32, ground);
        canvas
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (f32, f32) {
        (self.pixmap.width() as f32, self.pixmap.height() as f32)
    }

    /// The pixels drawn so far.
    pub fn pixmap(&self) -> &Pixmap {
        &self.pixmap
    }

    /// The finished picture.
    pub fn into_pixmap(self) -> Pixmap {
        self.pixmap
    }

    /// The pixels, to be changed by an effect.
    pub fn pixmap_mut(&mut self) -> &mut Pixmap {
        &mut self.pixmap
    }

    /// Draws a group with its origin at a place and its size multiplied.
    pub fn at(&mut self, x: f32, y: f32, scale: f32, draw: impl FnOnce(&mut Canvas)) {
        self.transformed(Transform::from_row(scale, 0.0, 0.0, scale, x, y), draw);
    }

    /// Draws a group mirrored left to right, with its origin at a place.
    pub fn mirrored(&mut self, x: f32, y: f32, scale: f32, draw: impl FnOnce(&mut Canvas)) {
        self.transformed(Transform::from_row(-scale, 0.0, 0.0, scale, x, y), draw);
    }

    /// Draws a group with its origin at a place, turned clockwise.
    pub fn turned(&mut self, x: f32, y: f32, degrees: f32, draw: impl FnOnce(&mut Canvas)) {
        let turn = Transform::from_rotate(degrees).post_translate(x, y);
        self.transformed(turn, draw);
    }

    fn transformed(&mut self, by: Transform, draw: impl FnOnce(&mut Canvas)) {
        let before = self.transform;
        self.transform = before.pre_concat(by);
        draw(self);
        self.transform = before;
    }

    /// Draws a group of which only the part inside an outline shows.
    pub fn inside(&mut self, outline: &Path, draw: impl FnOnce(&mut Canvas)) {
        let before = self.mask.take();
        let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height()).expect("a size");
        mask.fill_path(outline, FillRule::Winding, true, self.transform);
        self.mask = Some(mask);
        draw(self);
        self.mask = before;
    }

    /// Fills an outline.
    pub fn fill(&mut self, outline: &Path, ink: impl Into<Ink>) {
        let paint = paint(ink.into(), outline.bounds());
        let (rule, mask) = (FillRule::Winding, self.mask.as_ref());
        self.pixmap.fill_path(outline, &paint, rule, self.transform, mask);
    }

    /// Draws along an outline with a round pen.
    pub fn trace(&mut self, outline: &Path, width: f32, ink: impl Into<Ink>) {
        let paint = paint(ink.into(), outline.bounds());
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap.stroke_path(outline, &paint, &stroke, self.transform, self.mask.as_ref());
    }

    /// A rectangle with its top left corner at a place.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, ink: impl Into<Ink>) {
        self.fill(&rectangle(x, y, width, height), ink);
    }

    /// A rectangle with rounded corners.
    pub fn round(
        &mut self,
        (x, y): Point,
        (width, height): Point,
        radius: f32,
        ink: impl Into<Ink>,
    ) {
        self.fill(&rounded(x, y, width, height, radius), ink);
    }

    pub fn disc(&mut self, x: f32, y: f32, radius: f32, ink: impl Into<Ink>) {
        self.fill(&oval(x, y, radius, radius), ink);
    }

    /// An ellipse with half axes along the edges of the canvas.
    pub fn oval(&mut self, x: f32, y: f32, across: f32, down: f32, ink: impl Into<Ink>) {
        self.fill(&oval(x, y, across, down), ink);
    }

    /// A circle drawn with a pen.
    pub fn ring(&mut self, x: f32, y: f32, radius: f32, width: f32, ink: impl Into<Ink>) {
        self.trace(&oval(x, y, radius, radius), width, ink);
    }

    /// A straight-edged shape.
    pub fn polygon(&mut self, corners: &[Point], ink: impl Into<Ink>) {
        self.fill(&polyline(corners, true), ink);
    }

    /// Straight strokes from point to point.
    pub fn line(&mut self, points: &[Point], width: f32, ink: impl Into<Ink>) {
        self.trace(&polyline(points, false), width, ink);
    }

    /// A smooth closed shape through the points.
    pub fn blob(&mut self, points: &[Point], ink: impl Into<Ink>) {
        self.fill(&smooth(points, true), ink);
    }

    /// A smooth stroke through the points.
    pub fn curve(&mut self, points: &[Point], width: f32, ink: impl Into<Ink>) {
        self.trace(&smooth(points, false), width, ink);
    }

    /// A stroke from point to point that sags by a number of pixels in the middle (or rises, if
    /// negative).
    pub fn bow(&mut self, from: Point, to: Point, sag: f32, width: f32, ink: impl Into<Ink>) {
        let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1) + 2.0 * sag);
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.quad_to(middle.0, middle.1, to.0, to.1);
        self.trace(&path.finish().expect("a bow has two ends"), width, ink);
    }

    /// A slice of a disc between two angles in degrees, clockwise from the top.
    pub fn wedge(
        &mut self,
        (x, y): Point,
        radius: f32,
        (from, to): (f32, f32),
        ink: impl Into<Ink>,
    ) {
        let mut points = vec![(x, y)];
        points.extend(arc((x, y), radius, from, to));
        self.polygon(&points, ink);
    }

    /// A straight arrow with a filled head.
    pub fn arrow(&mut self, from: Point, to: Point, width: f32, ink: impl Into<Ink>) {
        let ink = ink.into();
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let head = width * 4.5;
        let neck = (to.0 - ux * head, to.1 - uy * head);
        let half = head * 0.5;
        self.line(&[from, (neck.0 + ux * width, neck.1 + uy * width)], width, ink);
        let left = (neck.0 - uy * half, neck.1 + ux * half);
        let right = (neck.0 + uy * half, neck.1 - ux * half);
        self.polygon(&[to, left, right], ink);
    }
}

fn paint(ink: Ink, bounds: Rect) -> Paint<'static> {
    Paint { shader: ink.shader(bounds), anti_alias: true, ..Paint::default() }
}

/// Points on a circle between two angles in degrees, clockwise from the top.
pub fn arc((x, y): Point, radius: f32, from: f32, to: f32) -> Vec<Point> {
    let steps = ((to - from).abs() / 4.0).ceil().max(2.0) as usize;
    (0..=steps)
        .map(|step| {
            let degrees = from + (to - from) * step as f32 / steps as f32;
            around((x, y), radius, degrees)
        })
        .collect()
}

/// The point at an angle in degrees, clockwise from the top, this far from a centre.
pub fn around((x, y): Point, radius: f32, degrees: f32) -> Point {
    let angle = degrees.to_radians();
    (x + radius * angle.sin(), y - radius * angle.cos())
}

/// Places spread evenly but without rows over a rectangle at the origin, as rain falls: the
/// additive recurrence of the plastic number, which fills the plane better than chance.
pub fn scattered(count: usize, width: f32, height: f32) -> impl Iterator<Item = Point> {
    const STEP: (f64, f64) = (0.754_877_666_246_693, 0.569_840_290_998_053);
    (1..=count).map(move |number| {
        let part = |step: f64| (number as f64 * step).fract() as f32;
        (part(STEP.0) * width, part(STEP.1) * height)
    })
}

/// The outline of a rectangle.
pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Path {
    polyline(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)], true)
}

/// The outline of an ellipse.
pub fn oval(x: f32, y: f32, across: f32, down: f32) -> Path {
    let bounds = Rect::from_xywh(x - across, y - down, 2.0 * across, 2.0 * down);
    bounds.and_then(PathBuilder::from_oval).expect("ellipses have a size")
}

/// The outline of a rectangle with rounded corners.
pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Path {
    let r = radius.min(width / 2.0).min(height / 2.0);
    // The handle length with which a cubic curve follows a quarter circle.
    let k = r * 0.447_715;
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish().expect("rounded rectangles have a size")
}

/// The outline through corners, closed or open.
pub fn polyline(points: &[Point], closed: bool) -> Path {
    let mut path = PathBuilder::new();
    for (position, &(x, y)) in points.iter().enumerate() {
        if position == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish().expect("a line has two points")
}

/// A smooth outline (Catmull-Rom) through the points, closed or open.
pub fn smooth(points: &[Point], closed: bool) -> Path {
    let mut path = begun_smooth(points, closed);
    if closed {
        path.close();
    }
    path.finish().expect("a curve has two points")
}

/// The ground under a smooth crest through the points, down to a height.
pub fn ground(crest: &[Point], bottom: f32) -> Path {
    let mut path = begun_smooth(crest, false);
    path.line_to(crest[crest.len() - 1].0, bottom);
    path.line_to(crest[0].0, bottom);
    path.close();
    path.finish().expect("a crest has two points")
}

fn begun_smooth(points: &[Point], closed: bool) -> PathBuilder {
    let count = points.len() as isize;
    let point = |position: isize| {
        let bounded =
            if closed { position.rem_euclid(count) } else { position.clamp(0, count - 1) };
        points[bounded as usize]
    };
    let mut path = PathBuilder::new();
    path.move_to(points[0].0, points[0].1);
    for at in 0..if closed { count } else { count - 1 } {
        let (before, from, to, after) = (point(at - 1), point(at), point(at + 1), point(at + 2));
        path.cubic_to(
            from.0 + (to.0 - before.0) / 6.0,
            from.1 + (to.1 - before.1) / 6.0,
            to.0 - (after.0 - from.0) / 6.0,
            to.1 - (after.1 - from.1) / 6.0,
            to.0,
            to.1,
        );
    }
    path
}
