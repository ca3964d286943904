//! The language in which a question is asked, by its own script.

use assay_core::keyword::keywords;

keywords! {
    /// A language that the embedded prompts are written in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Language {
        /// English; also for questions in any other language.
        English = "en",
        Chinese = "zh",
    }
}

impl Language {
    /// The language of a stem. It is Chinese if it has more Han characters than words in Latin
    /// letters, and no kana: "What does 水 mean?" is English, "下面哪个是 Python 代码？" Chinese.
    pub fn from_stem(stem: &str) -> Self {
        let han = stem.chars().filter(|&c| is_han(c)).count();
        let is_latin = |c: char| c.is_alphabetic() && c < '\u{0250}';
        let words = stem.split(|c| !is_latin(c)).filter(|word| !word.is_empty()).count();
        let has_kana = stem.chars().any(|c| matches!(c, '\u{3040}'..='\u{30FF}'));
        if han > words && !has_kana { Language::Chinese } else { Language::English }
    }
}

fn is_han(c: char) -> bool {
    matches!(
        c,
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{323AF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_the_stem_decides() {
        for (stem, language) in [
            ("图中的主要物体是什么？", Language::Chinese),
            ("下面哪个是 Python 代码？", Language::Chinese),
            ("What does 水 mean?", Language::English),
            ("Which one is it?", Language::English),
            ("Was ist größer?", Language::English),
            ("水はどれですか", Language::English),
            ("1 + 1 = ?", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::from_stem(stem), language, "{stem}");
        }
    }
}
