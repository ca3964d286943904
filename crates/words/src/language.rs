//! The languages of the screens, and the one that the environment selects.

use std::sync::OnceLock;

use super::Catalogue;
use assay_core::keyword::keywords;

/// A language of the screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The language of the environment's locale: of the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// that is set. `variable` gives the environment's values.
    pub fn from_locale(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
        match locale.split(['_', '.', '-', '@']).next() {
            Some("zh") => Language::Chinese,
            _ => Language::English,
        }
    }

    /// Its messages.
    pub fn catalogue(self) -> &'static Catalogue {
        static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
        static CHINESE: OnceLock<Catalogue> = OnceLock::new();
        let catalogue = match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        };
        catalogue.get_or_init(|| Catalogue::load(self))
    }
}

keywords! {
    /// Which language is chosen.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum LanguageChoice {
        /// The one of the environment's locale.
        #[default]
        Auto = "auto",
        English = "en",
        Chinese = "zh",
    }
}

impl LanguageChoice {
    /// The language; `locale` is the one of the environment.
    pub fn language(self, locale: impl FnOnce() -> Language) -> Language {
        match self {
            LanguageChoice::Auto => locale(),
            LanguageChoice::English => Language::English,
            LanguageChoice::Chinese => Language::Chinese,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides_where_nothing_else_does() {
        let spoken = |set: &[(&str, &str)]| {
            let value = |name: &str| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
            };
            Language::from_locale(value)
        };
        assert_eq!(spoken(&[("LANG", "zh_CN.UTF-8")]), Language::Chinese);
        assert_eq!(spoken(&[("LANG", "zh")]), Language::Chinese);
        assert_eq!(spoken(&[("LANG", "zh_CN"), ("LC_MESSAGES", "en_US")]), Language::English);
        assert_eq!(spoken(&[("LANG", "zh_CN"), ("LC_ALL", "")]), Language::Chinese);
        assert_eq!(spoken(&[("LC_ALL", "C"), ("LANG", "zh_CN")]), Language::English);
        assert_eq!(spoken(&[("LANG", "zha_XX")]), Language::English);
        assert_eq!(spoken(&[]), Language::English);
        assert_eq!(LanguageChoice::Chinese.language(Language::default), Language::Chinese);
    }
}
