//! Dithering: error diffusion onto the terminal's palettes.

use image::RgbaImage;
use ratatui::style::Color;

/// The colours to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Indices 16 to 255: the cube and the greys. The first sixteen differ from theme to theme and
    /// are not used.
    TwoHundredForty,
    /// The sixteen named colours, taken at xterm's shades.
    Sixteen,
}

const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen named colours in the order of their numbers, with xterm's shades.
pub(super) const NAMED: [(Color, [u8; 3]); 16] = [
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

/// How much of an error of hue is passed on; of brightness, all is. If all of it were passed on,
/// even dark browns would get dots of pure red, because the darkest red of the cube is far brighter
/// than they are.
const HUE_PASSED_ON: f32 = 0.7;

/// Each pixel's colour, row by row; `None` if the canvas is transparent there.
pub fn dithered(pixels: &RgbaImage, palette: Palette) -> Vec<Option<Color>> {
    let true_colour = |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        (alpha != 0).then(|| [red, green, blue].map(f32::from))
    };
    diffused(pixels.dimensions(), true_colour, |wanted| {
        let (colour, got) = palette.nearest(wanted);
        let error: [f32; 3] = std::array::from_fn(|c| wanted[c] - f32::from(got[c]));
        let brightness = 0.299 * error[0] + 0.587 * error[1] + 0.114 * error[2];
        (colour, error.map(|channel| brightness + HUE_PASSED_ON * (channel - brightness)))
    })
}

/// Each pixel as ink or no ink by its brightness from 0 to 1, row by row; `None` outside.
pub fn stippled(
    size: (u32, u32),
    brightness: impl Fn(u32, u32) -> Option<f32>,
) -> Vec<Option<bool>> {
    let single = |x, y| brightness(x, y).map(|bright| [bright * 255.0]);
    diffused(size, single, |[wanted]| {
        let ink = wanted > 127.5;
        (ink, [if ink { wanted - 255.0 } else { wanted }])
    })
}

/// Floyd and Steinberg's error diffusion. `truth` gives a pixel's channels, 0 to 255; `choose` gets
/// them with the errors of its neighbours added, and returns the shown value and the error to pass
/// on. Rows run alternately left and right, which prevents worm-like patterns.
fn diffused<const N: usize, T: Copy>(
    (width, height): (u32, u32),
    truth: impl Fn(u32, u32) -> Option<[f32; N]>,
    choose: impl Fn([f32; N]) -> (T, [f32; N]),
) -> Vec<Option<T>> {
    let (columns, rows) = (width as usize, height as usize);
    let mut chosen = vec![None; columns * rows];
    // One column of room on either side, so that no neighbour needs a test.
    let mut here = vec![[0.0; N]; columns + 2];
    let mut below = here.clone();
    for y in 0..rows {
        let leftward = y % 2 == 1;
        for step in 0..columns {
            let x = if leftward { columns - 1 - step } else { step };
            let Some(truth) = truth(x as u32, y as u32) else { continue };
            let wanted: [f32; N] =
                std::array::from_fn(|c| (truth[c] + here[x + 1][c]).clamp(0.0, 255.0));
            let (choice, error) = choose(wanted);
            chosen[y * columns + x] = Some(choice);
            let (ahead, behind) = if leftward { (x, x + 2) } else { (x + 2, x) };
            for c in 0..N {
                here[ahead][c] += error[c] * 7.0 / 16.0;
                below[behind][c] += error[c] * 3.0 / 16.0;
                below[x + 1][c] += error[c] * 5.0 / 16.0;
                below[ahead][c] += error[c] / 16.0;
            }
        }
        std::mem::swap(&mut here, &mut below);
        below.fill([0.0; N]);
    }
    chosen
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
pub fn near_in_256(wanted: [f32; 3]) -> impl Iterator<Item = (u8, [u8; 3])> {
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

/// The shade of an index; `None` for the first sixteen.
pub fn rgb_in_256(index: u8) -> Option<[u8; 3]> {
    if index >= 232 {
        return Some([8 + 10 * (index - 232); 3]);
    }
    let at = index.checked_sub(16)?;
    Some([at / 36, at / 6 % 6, at % 6].map(|step| CUBE[usize::from(step)]))
}

/// The offered colour with the least distance; `None` if there are none.
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

    #[test]
    fn an_even_grey_keeps_its_brightness_on_average() {
        let grey = RgbaImage::from_pixel(40, 40, Rgba([100, 100, 100, 255]));
        let sum: u32 = dithered(&grey, Palette::TwoHundredForty)
            .into_iter()
            .map(|colour| match colour {
                Some(Color::Indexed(index)) => u32::from(rgb_in_256(index).unwrap()[1]),
                other => panic!("{other:?}"),
            })
            .sum();
        assert!((sum / 1600).abs_diff(100) <= 3, "{}", sum / 1600);
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
            let all = nearest_of(wanted, (16..=255).map(|index| (index, rgb_in_256(index).unwrap()))).unwrap().1;
            prop_assert!(redmean(wanted, short) <= redmean(wanted, all) * 1.05 + 1.0);
        }
    }
}
