//! Why pictures are painted as they are, for the help: the first condition that is missing.

use super::environment::Environment;
use super::replies::Replies;
use super::tmux::Outer;
use crate::tui::picture::PictureMode;

/// The end of a sentence that begins with the mode.
pub(super) fn reason(
    environment: &Environment,
    outer: Option<&Outer>,
    replies: &Replies,
    cell_pixels: Option<(u16, u16)>,
    pixels: Option<PictureMode>,
) -> String {
    match pixels {
        Some(PictureMode::Kitty) if outer.is_some() => {
            return "tmux lets pictures through to a terminal that draws them".into();
        }
        Some(PictureMode::Kitty) => return "the terminal draws kitty's pictures".into(),
        Some(PictureMode::Iterm2) => return "the terminal draws iTerm2's inline pictures".into(),
        Some(_) => return "the terminal draws sixel pictures".into(),
        None => {}
    }
    if environment.in_tmux() {
        return match outer {
            None => "tmux does not answer".into(),
            Some(outer) => outer.why_no_pictures(),
        };
    }
    let words = if !environment.may_be_asked() {
        "TERM names a terminal that cannot be asked"
    } else if replies.attributes.is_none() {
        "the terminal does not answer"
    } else if cell_pixels.is_none() {
        "the terminal does not say how many pixels a cell has"
    } else {
        "the terminal has neither kitty's nor iTerm2's nor sixel pictures that work"
    };
    words.into()
}
