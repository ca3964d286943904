//! The messages of the program in the user's language.
//!
//! Every text of the screens, of the plain conversations and of the store's errors is a message with an
//! id. Its words are in `assets/messages/LANGUAGE/*.ftl`, one file for a screen or a theme; [`text!`]
//! gives them in the language of the thread. Keys, names in files and the command line have no language.
//!
//! The language is one of the program, not of the process: the screens and the plain conversations set it
//! for their thread with [`speak`] before they act or draw, and work on other threads begins with the
//! language of the thread that starts it; threads that set none speak English. So a widget does not need
//! a language argument, and programs in different languages can run side by side, as in tests.

mod catalogue;
mod language;

use std::cell::Cell;
use std::fmt::Display;

use fluent_bundle::FluentArgs;

pub use self::catalogue::{Catalogue, files};
pub use self::language::{Language, LanguageChoice};

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// Sets the language of this thread's messages.
pub fn speak(language: Language) {
    SPOKEN.set(language);
}

/// The language of this thread's messages.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// A message in the language of this thread. `text!("id")` is a `&'static str`; `text!("id", name =
/// value, count: number)` is a `String`. A value after `=` is inserted as it is displayed; a name alone
/// inserts the variable of that name, as in `format!`. A value after `:` is a whole number, by which a
/// message may choose between singular and plural. `text!(of "family", name, …)` is the message
/// `FAMILY-NAME`.
#[doc(hidden)]
#[macro_export]
macro_rules! __text {
    ($id:literal) => { $crate::words($id) };
    (of $family:literal, $value_name:expr, $($values:tt)+) => {{
        let mut values = $crate::Values::new();
        $crate::text!(@put values, $($values)+);
        $crate::sentence(&format!("{}-{}", $family, $value_name), &values)
    }};
    ($id:literal, $($values:tt)+) => {{
        let mut values = $crate::Values::new();
        $crate::text!(@put values, $($values)+);
        $crate::sentence($id, &values)
    }};
    (@put $to:ident $(,)?) => {};
    (@put $to:ident, $name:ident $(, $($more:tt)*)?) => {
        $crate::text!(@put $to, $name = $name $(, $($more)*)?);
    };
    (@put $to:ident, $name:ident = $value:expr $(, $($more:tt)*)?) => {
        $to.set(stringify!($name), $crate::displayed(&$value));
        $crate::text!(@put $to $(, $($more)*)?);
    };
    (@put $to:ident, $name:ident : $count:expr $(, $($more:tt)*)?) => {
        $to.set(stringify!($name), $count as u64);
        $crate::text!(@put $to $(, $($more)*)?);
    };
}

pub use __text as text;
/// The values that a message takes.
pub use fluent_bundle::FluentArgs as Values;

/// A message without arguments; its id if there is no such message. For ids that are composed of a
/// name; [`text!`] is for the others.
pub fn words(id: &str) -> &'static str {
    spoken()
        .catalogue()
        .words(id)
        .or_else(|| Language::English.catalogue().words(id))
        .unwrap_or("?")
}

/// The message `FAMILY-NAME`: a value of another module in words, by its stable name.
pub fn words_of(family: &str, name: &str) -> &'static str {
    words(&format!("{family}-{name}"))
}

/// The same for a name that may not have a message, such as a letter.
pub fn words_if_any(family: &str, name: &str) -> Option<&'static str> {
    spoken().catalogue().words(&format!("{family}-{name}"))
}

/// A message with arguments; for [`text!`].
pub fn sentence(id: &str, values: &FluentArgs) -> String {
    let said = spoken().catalogue().sentence(id, values);
    said.or_else(|| Language::English.catalogue().sentence(id, values)).unwrap_or_default()
}

/// A value as it is displayed; for [`text!`].
pub fn displayed(value: &(impl Display + ?Sized)) -> String {
    value.to_string()
}
