//! The messages of one language, read from the files that are built into the program.

use std::collections::HashMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::{Entry, Pattern};
use unic_langid::LanguageIdentifier;

use super::Language;

/// The names of the files, and their text in English and in Chinese.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        const FILES: &[(&str, &str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../assets/messages/en/", $name, ".ftl")),
            include_str!(concat!("../../../assets/messages/zh/", $name, ".ftl")),
        )),+];
    };
}

files![
    "actions",
    "adjudicate",
    "agreement",
    "app",
    "audit",
    "board",
    "browse",
    "demo",
    "description",
    "extract",
    "help",
    "home",
    "models",
    "plain",
    "review",
    "settings",
    "store",
    "terms",
    "verify",
    "votes",
    "vote",
];

/// Every file: its name, its text in English and in Chinese.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FILES.iter().copied()
}

/// The messages of one language.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// Messages without arguments.
    words: HashMap<String, String>,
}

impl Catalogue {
    pub(super) fn load(language: Language) -> Self {
        let code = match language {
            Language::English => "en",
            Language::Chinese => "zh",
        };
        let locale: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // The marks that isolate directions would be separate cells in a terminal; text from data
        // has none that work.
        bundle.set_use_isolating(false);
        let mut known = Vec::new();
        for (_, english, chinese) in files() {
            let source = match language {
                Language::English => english,
                Language::Chinese => chinese,
            };
            // Invalid messages are left out; a test finds them.
            let resource =
                FluentResource::try_new(source.to_owned()).unwrap_or_else(|(part, _)| part);
            known.extend(ids(&resource));
            bundle.add_resource_overriding(resource);
        }
        let words = known.into_iter().filter_map(|id| {
            let mut errors = Vec::new();
            let text = bundle.format_pattern(pattern(&bundle, &id)?, None, &mut errors);
            errors.is_empty().then(|| (id, text.into_owned()))
        });
        Catalogue { words: words.collect(), bundle }
    }

    /// A message without arguments.
    pub fn words(&self, id: &str) -> Option<&str> {
        self.words.get(id).map(String::as_str)
    }

    /// A message with these arguments.
    pub fn sentence(&self, id: &str, values: &FluentArgs) -> Option<String> {
        let pattern = pattern(&self.bundle, id)?;
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(values), &mut errors).into_owned())
    }
}

/// The ids of a file, those of attributes as `message.attribute`.
pub(super) fn ids(resource: &FluentResource) -> Vec<String> {
    let mut ids = Vec::new();
    for entry in resource.entries() {
        if let Entry::Message(message) = entry {
            let id = message.id.name;
            ids.extend(message.value.is_some().then(|| id.to_owned()));
            ids.extend(message.attributes.iter().map(|it| format!("{id}.{}", it.id.name)));
        }
    }
    ids
}

fn pattern<'b>(bundle: &'b FluentBundle<FluentResource>, id: &str) -> Option<&'b Pattern<&'b str>> {
    let (id, attribute) = id.split_once('.').map_or((id, None), |(id, name)| (id, Some(name)));
    let message = bundle.get_message(id)?;
    match attribute {
        Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
        None => message.value(),
    }
}
