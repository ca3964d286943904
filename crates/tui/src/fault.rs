//! A fault in a file that a person wrote (keymap, theme, configuration), with its line.

/// An invalid entry of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong, and a valid form.
    pub message: String,
}

impl Fault {
    /// A fault at a byte of the file's text.
    pub fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        Fault { line: line_of(source, offset), message: message.into() }
    }

    /// The fault that made a file unreadable.
    pub fn from_toml(source: &str, error: &toml::de::Error) -> Self {
        let offset = error.span().map_or(0, |span| span.start);
        Fault::at(source, offset, error.message())
    }
}

/// The line, from 1, of a byte of a text.
pub fn line_of(source: &str, offset: usize) -> usize {
    let before = &source.as_bytes()[..offset.min(source.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let lines: Vec<_> = [0, 1, 2, 3, 99].map(|offset| line_of("a\nb\n", offset)).into();
        assert_eq!(lines, [1, 1, 2, 2, 3]);
    }
}
