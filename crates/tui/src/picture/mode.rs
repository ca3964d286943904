//! The painters for a terminal, and its colour depth.

use std::fmt;

use crate::messages::words_of;
use assay_core::keyword::{Keyword, keywords};

keywords! {
    /// How many colours may be used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ColourDepth: Display {
        /// None at all: `NO_COLOR`, a monochrome or a dumb terminal.
        None = "none",
        /// The sixteen named ones, whose exact shades only the terminal knows.
        Sixteen = "16",
        /// The palette of 256.
        TwoHundredFiftySix = "256",
        /// 24 bits.
        True = "24-bit",
    }
}

keywords! {
    /// The painters, from real pixels to plain characters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PictureMode {
        /// Real pixels by the kitty graphics protocol, placed by Unicode placeholders.
        Kitty = "kitty",
        /// Real pixels by sixel.
        Sixel = "sixel",
        /// Real pixels by iTerm2's inline images.
        Iterm2 = "iterm2",
        /// Four quadrants a cell in true colour.
        Quadrants = "quadrants",
        /// Two halves a cell, dithered to the palette of 256.
        HalfBlocks256 = "half-blocks",
        /// Two halves a cell, dithered to sixteen colours.
        HalfBlocks16 = "half-blocks-16",
        /// Eight dots a cell, as dense as the picture is bright.
        Glyphs = "glyphs",
    }
}

impl PictureMode {
    /// The best painter that only needs cells.
    pub fn for_cells(depth: ColourDepth) -> Self {
        match depth {
            ColourDepth::None => PictureMode::Glyphs,
            ColourDepth::Sixteen => PictureMode::HalfBlocks16,
            ColourDepth::TwoHundredFiftySix => PictureMode::HalfBlocks256,
            ColourDepth::True => PictureMode::Quadrants,
        }
    }

    /// Its name in the language of this thread.
    pub fn words(self) -> &'static str {
        words_of("picture-mode", Keyword::name(self))
    }

    /// Whether the terminal receives pixels instead of characters.
    pub fn has_real_pixels(self) -> bool {
        matches!(self, PictureMode::Kitty | PictureMode::Sixel | PictureMode::Iterm2)
    }

    /// Whether the terminal forgets the pixels as soon as something is written over them.
    pub(super) fn draws_once(self) -> bool {
        matches!(self, PictureMode::Sixel | PictureMode::Iterm2)
    }
}

/// Its name in the status line, with a note on its colours.
impl fmt::Display for PictureMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureMode::Iterm2 => "iTerm2",
            PictureMode::HalfBlocks256 => "half blocks, 256 colours approximate",
            PictureMode::HalfBlocks16 => "half blocks, 16 colours approximate",
            other => other.name(),
        })
    }
}

/// The properties of the terminal that painters need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The painter.
    pub mode: PictureMode,
    /// Width and height of a cell, in screen pixels.
    pub cell: (u16, u16),
    /// Real pixels have to be passed through tmux.
    pub through_tmux: bool,
    /// The largest sixel picture, in pixels, if the terminal named one.
    pub sixel_limit: Option<(u16, u16)>,
    /// The background is light, so that ink makes a place darker.
    pub light_background: bool,
    /// `NO_COLOR` is set: crossterm then drops every colour, so that cells that need one must carry
    /// it.
    pub no_colour: bool,
}

impl Surface {
    /// The assumed size of a cell, half as wide as high, if the terminal does not report it.
    pub const USUAL_CELL: (u16, u16) = (8, 16);

    /// A terminal of which only the painter is known.
    pub fn for_cells(depth: ColourDepth) -> Self {
        Surface {
            mode: PictureMode::for_cells(depth),
            cell: Self::USUAL_CELL,
            through_tmux: false,
            sixel_limit: None,
            light_background: false,
            no_colour: depth == ColourDepth::None,
        }
    }

    /// Units into which the painter divides a cell.
    pub fn grain(&self) -> (u16, u16) {
        match self.mode {
            PictureMode::Kitty | PictureMode::Sixel | PictureMode::Iterm2 => self.cell,
            PictureMode::Quadrants => (2, 2),
            PictureMode::HalfBlocks256 | PictureMode::HalfBlocks16 => (1, 2),
            PictureMode::Glyphs => (2, 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_colours_choose_a_coarser_painter() {
        assert_eq!(PictureMode::for_cells(ColourDepth::True), PictureMode::Quadrants);
        assert_eq!(PictureMode::for_cells(ColourDepth::None), PictureMode::Glyphs);
    }
}
