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
    let words = match (pixels, outer) {
        (Some(PictureMode::Kitty), Some(_)) => text!("pictures-tmux-lets-through"),
        (Some(PictureMode::Kitty), None) => text!("pictures-kitty"),
        (Some(PictureMode::Iterm2), _) => text!("pictures-iterm2"),
        (Some(_), _) => text!("pictures-sixel"),
        (None, Some(outer)) if environment.in_tmux => return outer.why_no_pictures(),
        (None, None) if environment.in_tmux => text!("pictures-tmux-silent"),
        _ if !environment.may_be_asked() => text!("pictures-cannot-be-asked"),
        _ if replies.attributes.is_none() => text!("pictures-terminal-silent"),
        _ if cell_pixels.is_none() => text!("pictures-no-cell-size"),
        _ => text!("pictures-none-work"),
    };
    words.into()
}
