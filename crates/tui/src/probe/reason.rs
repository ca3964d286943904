//! The reason for the painter, for the help: the first condition that is not met.

use super::environment::Environment;
use super::replies::Replies;
use super::tmux::Outer;
use crate::messages::text;
use crate::picture::PictureMode;

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
            return text!("pictures-tmux-lets-through").into();
        }
        Some(PictureMode::Kitty) => return text!("pictures-kitty").into(),
        Some(PictureMode::Iterm2) => return text!("pictures-iterm2").into(),
        Some(_) => return text!("pictures-sixel").into(),
        None => {}
    }
    if environment.in_tmux() {
        return match outer {
            None => text!("pictures-tmux-silent").into(),
            Some(outer) => outer.why_no_pictures(),
        };
    }
    let words = if !environment.may_be_asked() {
        text!("pictures-cannot-be-asked")
    } else if replies.attributes.is_none() {
        text!("pictures-terminal-silent")
    } else if cell_pixels.is_none() {
        text!("pictures-no-cell-size")
    } else {
        text!("pictures-none-work")
    };
    words.into()
}
