//! Few colours that look like many: error diffusion onto the terminal's palettes.

use image::RgbaImage;
use ratatui::style::Color;

/// The colours to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Indices 16 to 255: the cube and the greys. The first sixteen differ from theme to theme and
    /// are left alone.
    TwoHundredForty,
    /// The sixteen named colours, taken at xterm's shades.
    Sixteen,
}

const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

const NAMED: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// Each pixel's colour, row by row, by Floyd and Steinberg's error diffusion; `None` where the canvas
/// is transparent. Rows run alternately left and right, which keeps the error from drawing worms.
pub fn dithered(pixels: &RgbaImage, palette: Palette) -> Vec<Option<Color>> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let mut colours = vec![None; width * height];
    // One column of room on either side, so that no neighbour needs a test.
    let mut here = vec![[0.0f32; 3]; width + 2];
    let mut below = here.clone();
    for y in 0..height {
        let leftward = y % 2 == 1;
        for step in 0..width {
            let x = if leftward { width - 1 - step } else { step };
            let pixel = pixels.get_pixel(x as u32, y as u32).0;
            if pixel[3] == 0 {
                continue;
            }
            let wanted =
                [0, 1, 2].map(|c| (f32::from(pixel[c]) + here[x + 1][c]).clamp(0.0, 255.0));
            let (colour, got) = palette.nearest(wanted);
            colours[y * width + x] = Some(colour);
            let (ahead, behind) = if leftward { (x, x + 2) } else { (x + 2, x) };
            for c in 0..3 {
                let error = wanted[c] - f32::from(got[c]);
                here[ahead][c] += error * 7.0 / 16.0;
                below[behind][c] += error * 3.0 / 16.0;
                below[x + 1][c] += error * 5.0 / 16.0;
                below[ahead][c] += error / 16.0;
            }
        }
        std::mem::swap(&mut here, &mut below);
        below.fill([0.0; 3]);
    }
    colours
}

impl Palette {
    fn nearest(self, wanted: [f32; 3]) -> (Color, [u8; 3]) {
        match self {
            Palette::TwoHundredForty => nearest_of(wanted, near_in_256(wanted))
                .map(|(index, rgb)| (Color::Indexed(index), rgb)),
            Palette::Sixteen => nearest_of(wanted, NAMED),
        }
        .unwrap_or(NAMED[0])
    }
}

/// The two neighbouring steps of the cube in each channel, and the nearest greys: the nearest of
/// all 240 is among them, or one as near.
fn near_in_256(wanted: [f32; 3]) -> impl Iterator<Item = (u8, [u8; 3])> {
    let steps = wanted.map(|sample| {
        let above = CUBE.iter().position(|&step| f32::from(step) >= sample).unwrap_or(5);
        [above.saturating_sub(1), above]
    });
    let cube = (0..8usize).map(move |corner| {
        let at = [0, 1, 2].map(|c| steps[c][corner >> c & 1]);
        ((16 + 36 * at[0] + 6 * at[1] + at[2]) as u8, at.map(|step| CUBE[step]))
    });
    let brightness = (wanted[0] + wanted[1] + wanted[2]) / 3.0;
    let middle = ((brightness - 8.0) / 10.0).round().clamp(1.0, 22.0) as u8;
    let greys = (middle - 1..=middle + 1).map(|grey| (232 + grey, [8 + 10 * grey; 3]));
    cube.chain(greys)
}

/// The offered colour with the least distance; black when none is offered.
fn nearest_of<T>(
    wanted: [f32; 3],
    offered: impl IntoIterator<Item = (T, [u8; 3])>,
) -> Option<(T, [u8; 3])> {
    offered.into_iter().min_by(|one, two| redmean(wanted, one.1).total_cmp(&redmean(wanted, two.1)))
}

/// A cheap distance that follows the eye better than plain RGB: red counts more among reds.
fn redmean(wanted: [f32; 3], offered: [u8; 3]) -> f32 {
    let difference = |c: usize| wanted[c] - f32::from(offered[c]);
    let red = f32::midpoint(wanted[0], f32::from(offered[0])) / 256.0;
    (2.0 + red) * difference(0).powi(2)
        + 4.0 * difference(1).powi(2)
        + (3.0 - red) * difference(2).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use proptest::prelude::*;

    fn rgb_of(index: u8) -> [u8; 3] {
        if index >= 232 {
            return [8 + 10 * (index - 232); 3];
        }
        let at = index - 16;
        [at / 36, at / 6 % 6, at % 6].map(|step| CUBE[usize::from(step)])
    }

    #[test]
    fn an_even_grey_keeps_its_brightness_on_average() {
        let grey = RgbaImage::from_pixel(40, 40, Rgba([100, 100, 100, 255]));
        let sum: u32 = dithered(&grey, Palette::TwoHundredForty)
            .into_iter()
            .map(|colour| match colour {
                Some(Color::Indexed(index)) => u32::from(rgb_of(index)[1]),
                other => panic!("{other:?}"),
            })
            .sum();
        assert!((sum / 1600).abs_diff(100) <= 2, "{}", sum / 1600);
    }

    #[test]
    fn themed_indices_are_never_used_and_outside_stays_free() {
        let mut pixels =
            RgbaImage::from_fn(64, 32, |x, y| Rgba([x as u8 * 4, y as u8 * 8, 77, 255]));
        pixels.put_pixel(3, 3, Rgba([0, 0, 0, 0]));
        let colours = dithered(&pixels, Palette::TwoHundredForty);
        assert_eq!(colours[3 * 64 + 3], None);
        let themed = |colour: &Color| !matches!(colour, Color::Indexed(16..));
        assert!(!colours.iter().flatten().any(themed));
    }

    #[test]
    fn pure_red_on_sixteen_colours_is_red() {
        let red = RgbaImage::from_pixel(4, 4, Rgba([255, 0, 0, 255]));
        assert!(dithered(&red, Palette::Sixteen).iter().all(|c| *c == Some(Color::LightRed)));
    }

    proptest! {
        #[test]
        fn the_short_list_holds_a_colour_as_near_as_any(r in 0u8.., g in 0u8.., b in 0u8..) {
            let wanted = [r, g, b].map(f32::from);
            let short = nearest_of(wanted, near_in_256(wanted)).unwrap().1;
            let all = nearest_of(wanted, (16..=255).map(|index| (index, rgb_of(index)))).unwrap().1;
            prop_assert!(redmean(wanted, short) <= redmean(wanted, all) * 1.05 + 1.0);
        }
    }
}
