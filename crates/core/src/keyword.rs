//! Values that people and files write as a word, such as `vlmevalkit-late` or `text-only`.
//!
//! An enum of such words implements [`Keyword`]; reading a word, and the message for a wrong one,
//! are here. Values with a custom grammar implement [`FromStr`](std::str::FromStr). Both report a
//! wrong text as [`UnexpectedText`].

/// An enum whose values have names, used on the command line, in files and in the database.
pub trait Keyword: Copy + 'static {
    /// All values, in the order in which they are offered.
    const ALL: &'static [Self];

    /// The name. Stable: files and databases hold it.
    fn name(self) -> &'static str;

    /// What the value means, as its documentation says it; empty if the name is clear without it.
    fn description(self) -> &'static str {
        ""
    }

    /// All values, in the order in which they are offered.
    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    /// The value with this name.
    ///
    /// # Errors
    /// If no value has it. The error lists the names.
    fn from_name(text: &str) -> Result<Self, UnexpectedText> {
        find_named(|| Self::all().map(|value| (value, value.name())), text)
    }
}

/// The value with this name.
///
/// # Errors
/// If none of the values has it. The error lists the names.
pub fn find_named<T, I: Iterator<Item = (T, &'static str)>>(
    values: impl Fn() -> I,
    text: &str,
) -> Result<T, UnexpectedText> {
    values().find(|(_, name)| *name == text).map(|(value, _)| value).ok_or_else(|| {
        let names: Vec<&str> = values().map(|(_, name)| name).collect();
        UnexpectedText::new(alternatives(&names), text)
    })
}

/// An enum with the names of its values, in the order in which they are offered; with `: Display`, a value is
/// displayed by its name. The documentation of a value is its description.
#[doc(hidden)]
#[macro_export]
macro_rules! __keywords {
    (@words doc = $words:literal) => { $words };
    (@words $($other:tt)*) => { "" };
    (@display $type:ident: $display:ident) => {
        impl std::fmt::$display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::keyword::Keyword::name(*self))
            }
        }
    };
    (
        $(#[$($of_enum:tt)*])*
        $visibility:vis enum $type:ident $(: $display:ident)? {
            $($(#[$($of_value:tt)*])* $value:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$($of_enum)*])*
        $visibility enum $type {
            $($(#[$($of_value)*])* $value),+
        }

        impl $crate::keyword::Keyword for $type {
            const ALL: &'static [Self] = &[$($type::$value),+];

            fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }

            fn description(self) -> &'static str {
                match self {
                    $($type::$value => {
                        concat!($($crate::keyword::keywords!(@words $($of_value)*)),*)
                    })+
                }
            }
        }

        $($crate::keyword::keywords!(@display $type: $display);)?
    };
}

pub use __keywords as keywords;

/// Types that data has as a text: as they are displayed, and read as they are parsed.
macro_rules! written_as_text {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

pub(crate) use written_as_text;

/// The name that a mistyped one was most likely meant to be, if one is close.
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = typed.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&typed, &name.to_lowercase());
    // A third of the letters may differ, one at least: more is another name.
    let most = (typed.chars().count() / 3).max(1);
    // Of equally near names, one with the length of the typed text: `5O` is rather 50 than 5.
    let length = typed.chars().count();
    let near =
        names.into_iter().map(|name| (distance(name), name.chars().count().abs_diff(length), name));
    near.filter(|(distance, ..)| *distance <= most).min().map(|(.., name)| name)
}

/// `; did you mean NAME?` for a mistyped name, or an empty text.
pub fn did_you_mean<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest(typed, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// A text that is not what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct UnexpectedText {
    /// What would have been accepted, as the rest of a sentence that begins with `expected`.
    expected: String,
    found: String,
}

impl UnexpectedText {
    /// The error for `found`, if `expected` would have been accepted.
    pub fn new(expected: impl Into<String>, found: &str) -> Self {
        UnexpectedText { expected: expected.into(), found: found.into() }
    }
}

/// `a, b or c`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    keywords! {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Size {
            /// One that fits into a pocket,
            /// or into a hand.
            Small = "small",
            Large = "large",
            Huge = "huge",
        }
    }

    #[test]
    fn a_value_is_described_by_its_documentation() {
        let pocket = " One that fits into a pocket, or into a hand.";
        assert_eq!(Size::Small.description(), pocket);
        assert_eq!(Size::Large.description(), "");
    }

    #[test]
    fn a_value_is_found_by_its_name() {
        for size in Size::all() {
            assert_eq!(Size::from_name(size.name()), Ok(size));
        }
    }

    #[test]
    fn a_wrong_word_is_reported_with_the_words_that_exist() {
        let error = Size::from_name("Small").unwrap_err();
        assert_eq!(error.to_string(), "expected small, large or huge, found \"Small\"");
    }

    #[test]
    fn a_mistyped_name_is_close_to_the_one_that_was_meant_and_another_word_is_not() {
        let names = ["sim-strong", "sim-terse", "241"];
        assert_eq!(nearest("sim-strnog", names), Some("sim-strong"));
        assert_eq!(nearest("SIM-Terse", names), Some("sim-terse"));
        assert_eq!(nearest("242", names), Some("241"));
        assert_eq!(nearest("5O", ["5", "50", "150"]), Some("50"), "of the same length");
        assert_eq!(nearest("gpt-4", names), None);
        assert_eq!(did_you_mean("sim-ters", names), "; did you mean sim-terse?");
        assert_eq!(did_you_mean("", names), "");
    }
}
