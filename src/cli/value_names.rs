//! The enums of the other modules as values of flags: their names with a line of help each.
//!
//! The modules below `cli` do not know clap. They name and describe their values ([`Keyword`]).

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use crate::benchmark::own_reason::{OwnReason, Reason};
use crate::keyword::Keyword;

/// Parses the names of a type's values, and lists them in the help.
pub(super) fn named<T: Keyword + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(possible_values::<T>()).try_map(|name| T::from_name(&name))
}

/// A value that can be left to the program, by the name `auto`. A separate name, because clap takes an `Option`
/// for an option without a default.
pub(super) type OrAuto<T> = Option<T>;

/// As [`OrAuto`], by the name `all`.
pub(super) type OrAll<T> = Option<T>;

/// Parses the names of a type's values, or `auto`, of which `automatic` is the help.
pub(super) fn named_or_auto<T: Keyword + Send + Sync>(
    automatic: &'static str,
) -> impl TypedValueParser<Value = OrAuto<T>> {
    named_or("auto", automatic)
}

/// Parses the names of a type's values, or a word with its help.
pub(super) fn named_or<T: Keyword + Send + Sync>(
    word: &'static str,
    help: &'static str,
) -> impl TypedValueParser<Value = Option<T>> {
    let other = std::iter::once(PossibleValue::new(word).help(help));
    PossibleValuesParser::new(other.chain(possible_values::<T>()))
        .try_map(move |name| if name == word { Ok(None) } else { T::from_name(&name).map(Some) })
}

/// The name of the value that an option has if it is not given.
pub(super) fn default_name<T: Keyword + Default>() -> &'static str {
    T::default().name()
}

fn possible_values<T: Keyword>() -> impl Iterator<Item = PossibleValue> {
    T::all().map(|value| match value.description().trim().trim_end_matches('.') {
        "" => PossibleValue::new(value.name()),
        description => PossibleValue::new(value.name()).help(description),
    })
}

/// Parses a built-in reason, or the name of a custom one of a benchmark, which is compared with the
/// checklist later, because the checklist is in the database.
#[derive(Clone)]
pub(super) struct ReasonParser<R>(PhantomData<R>);

impl<R> Default for ReasonParser<R> {
    fn default() -> Self {
        ReasonParser(PhantomData)
    }
}

impl<R: Reason + Send + Sync> TypedValueParser for ReasonParser<R> {
    type Value = R;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<R, clap::Error> {
        let own =
            |name| R::from_name(name).ok().or(name.parse::<OwnReason>().ok().map(R::from_own));
        match value.to_str().and_then(own) {
            Some(reason) => Ok(reason),
            None => PossibleValuesParser::new(R::named().map(|(_, name)| name))
                .try_map(|name| R::from_name(&name))
                .parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // For help and shells; the custom names of a benchmark are added.
        Some(Box::new(R::named().map(|(_, name)| PossibleValue::new(name))))
    }
}
