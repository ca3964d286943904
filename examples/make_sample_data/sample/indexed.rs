//! Indexed pictures: reduces a picture to its best 256 colours and writes it as PNG.
//!
//! Drawings lose little and need half the bytes, which matters because the sample is embedded in the
//! program.

use std::collections::{BTreeMap, HashMap};

use image::RgbaImage;

/// The most colours a palette holds.
const COLOURS: usize = 256;

type Rgb = [u8; 3];

/// A palette and, for each colour of the picture, its place in the palette.
pub struct Palette {
    colours: Vec<Rgb>,
    places: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses a palette for an opaque picture: the box of colours with the largest spread is cut
    /// at its mean, again and again, and each box becomes its mean colour.
    pub fn from_picture(picture: &RgbaImage) -> Self {
        let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
        for (colour, run) in runs(picture) {
            *counts.entry(colour).or_default() += run as u64;
        }
        let mut boxes = vec![ColourBox::from_colours(counts.into_iter().collect())];
        while boxes.len() < COLOURS {
            let (widest, _) = boxes
                .iter()
                .enumerate()
                .max_by(|(_, a), (_, b)| a.spread.total_cmp(&b.spread))
                .expect("there is at least one box");
            if boxes[widest].spread == 0.0 {
                break;
            }
            let (low, high) = boxes.swap_remove(widest).cut();
            boxes.extend([low, high]);
        }
        let colours: Vec<Rgb> = boxes.iter().map(ColourBox::mean_colour).collect();
        let mut places = HashMap::new();
        for (place, one) in boxes.iter().enumerate() {
            places.extend(one.colours.iter().map(|(colour, _)| (*colour, place as u8)));
        }
        Palette { colours, places }
    }

    /// The picture as a PNG file with this palette.
    pub fn png(&self, picture: &RgbaImage) -> Vec<u8> {
        let places: Vec<u8> = runs(picture)
            .flat_map(|(colour, run)| std::iter::repeat_n(self.places[&colour], run))
            .collect();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writing to memory");
        writer.write_image_data(&places).expect("writing to memory");
        writer.finish().expect("writing to memory");
        file
    }
}

/// The colours of a picture in reading order, each with how often it is repeated. Drawings have
/// long runs, and a run costs one look-up.
fn runs(picture: &RgbaImage) -> impl Iterator<Item = (Rgb, usize)> {
    let (pixels, _) = picture.as_raw().as_chunks::<4>();
    pixels.chunk_by(|one, next| one == next).map(|run| {
        let [red, green, blue, _] = run[0];
        ([red, green, blue], run.len())
    })
}

/// Colours that will share one place in the palette.
struct ColourBox {
    colours: Vec<(Rgb, u64)>,
    mean: [f64; 3],
    /// The channel in which the colours differ most.
    axis: usize,
    /// The sum of squared distances from the mean along that channel.
    spread: f64,
}

impl ColourBox {
    fn from_colours(colours: Vec<(Rgb, u64)>) -> Self {
        let total: u64 = colours.iter().map(|(_, count)| count).sum();
        let mut mean = [0.0; 3];
        for (colour, count) in &colours {
            for channel in 0..3 {
                mean[channel] += f64::from(colour[channel]) * *count as f64 / total as f64;
            }
        }
        let spread_along = |channel: usize| -> f64 {
            let squares = colours.iter().map(|(colour, count)| {
                (f64::from(colour[channel]) - mean[channel]).powi(2) * *count as f64
            });
            squares.sum()
        };
        let spreads = [0, 1, 2].map(spread_along);
        let axis = (0..3).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or_default();
        let spread = if colours.len() > 1 { spreads[axis] } else { 0.0 };
        ColourBox { colours, mean, axis, spread }
    }

    /// The colours below the mean and those above it.
    fn cut(self) -> (Self, Self) {
        let (axis, mean) = (self.axis, self.mean[self.axis]);
        let (low, high) =
            self.colours.into_iter().partition(|(colour, _)| f64::from(colour[axis]) <= mean);
        (ColourBox::from_colours(low), ColourBox::from_colours(high))
    }

    fn mean_colour(&self) -> Rgb {
        self.mean.map(|channel| channel.round() as u8)
    }
}
