//! Colours reduced to those that a terminal can show.

use ratatui::style::Color;

use crate::picture::{ColourDepth, near_in_256};

/// The colour at a depth; `None` for the terminal's own.
pub(super) fn brought_down(colour: Color, depth: ColourDepth) -> Option<Color> {
    let Color::Rgb(r, g, b) = colour else {
        return (depth > ColourDepth::None).then_some(colour);
    };
    match depth {
        ColourDepth::True => Some(colour),
        ColourDepth::TwoHundredFiftySix => Some(Color::Indexed(nearest_of_cube(r, g, b))),
        ColourDepth::Sixteen => nearest_of_sixteen(r, g, b),
        ColourDepth::None => None,
    }
}

/// The nearest of the palette's 6x6x6 cube and 24 greys (indices 16 to 255; the first sixteen look
/// different in every terminal).
fn nearest_of_cube(r: u8, g: u8, b: u8) -> u8 {
    let wanted = [r, g, b].map(f32::from);
    let distance = |colour: [u8; 3]| {
        let squares =
            wanted.iter().zip(colour).map(|(one, other)| (one - f32::from(other)).powi(2));
        squares.sum::<f32>()
    };
    let nearest =
        near_in_256(wanted).min_by(|one, other| distance(one.1).total_cmp(&distance(other.1)));
    nearest.map_or(16, |(index, _)| index)
}

/// The nearest named colour by hue; the terminal's default colour if it does not have a hue, or if
/// the hue would vanish on the background that the colour is meant for.
fn nearest_of_sixteen(r: u8, g: u8, b: u8) -> Option<Color> {
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    if max - min < 40 {
        // A grey that should not attract attention. Bright black is unreadable in several palettes.
        return None;
    }
    let strong = |channel: u8| {
        let channel = u16::from(channel);
        3 * channel > 2 * u16::from(min) + u16::from(max) && 5 * channel > 3 * u16::from(max)
    };
    // A dark colour is meant for a light background, on which yellow, green and cyan vanish.
    let is_dark = 3 * u16::from(r) + 6 * u16::from(g) + u16::from(b) < 1100;
    match (strong(r), strong(g), strong(b)) {
        (true, false, false) => Some(Color::Red),
        (true, false, true) => Some(Color::Magenta),
        (false, false, _) => Some(Color::Blue),
        _ if is_dark => None,
        (true, true, _) => Some(Color::Yellow),
        (false, true, true) => Some(Color::Cyan),
        (false, true, false) => Some(Color::Green),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_colours_keep_the_hue_where_it_can_be_read() {
        assert_eq!(nearest_of_sixteen(0x8f, 0xd1, 0x9e), Some(Color::Green));
        assert_eq!(nearest_of_sixteen(0xff, 0x8a, 0x80), Some(Color::Red));
        assert_eq!(nearest_of_sixteen(0xf0, 0xc6, 0x74), Some(Color::Yellow));
        assert_eq!(nearest_of_sixteen(0x1b, 0x6e, 0x35), None, "green on white");
        assert_eq!(nearest_of_sixteen(0x8a, 0x4b, 0x00), Some(Color::Red), "brown on white");
        assert_eq!(nearest_of_sixteen(0x8a, 0x8f, 0x98), None, "grey");
    }
}
