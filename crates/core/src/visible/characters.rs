//! The characters that a terminal acts on, hides, or draws wider than their computed width.
//!
//! Source: the Unicode Character Database, version 16, general category `Cf` and property
//! `Default_Ignorable_Code_Point`. Emoji are recognised by block, which is coarser than
//! `Extended_Pictographic` and enough to separate them from letters.

/// Characters that a terminal obeys, and characters without a glyph that change how others look.
pub(super) fn acts_or_hides(c: char) -> bool {
    // Fast path: nearly all text is ASCII.
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control() || is_format(c) || is_ignorable(c)
}

/// General category `Cf`, and the line and paragraph separators.
fn is_format(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}' | '\u{890}'..='\u{891}'
        | '\u{8E2}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{110BD}' | '\u{110CD}'
        | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}')
}

/// Characters without a glyph (fillers, selectors, tags), and the placeholder that kitty replaces by
/// a picture.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{3164}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{E0000}'..='\u{E0FFF}' | '\u{10EEEE}')
        || is_variation_selector(c)
}

/// Characters that select a form of the character before them.
pub(super) fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{FE00}'..='\u{FE0F}')
}

/// Blocks of emoji, symbols and arrows.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}' | '\u{24C2}' | '\u{25A0}'..='\u{27BF}'
        | '\u{2934}'..='\u{2935}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}'
        | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// The five emoji skin tone modifiers.
pub(super) fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}
