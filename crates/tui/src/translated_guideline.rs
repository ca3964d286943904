//! The program's own guidelines in the language of the screens.
//!
//! The guideline in force has one text and one version, which is stored with each decision. The
//! program's own guideline is shown in translation; a team's own guideline is shown as it was
//! written.

use crate::messages::{Language, spoken};
use crate::queue_files::QUEUE_FILES;
use assay_store::Guideline;

/// The text of a guideline for people.
pub fn text_of(guideline: &Guideline) -> &str {
    let own = QUEUE_FILES.iter().find(|queue| queue.guideline.0 == guideline.text);
    match (spoken(), own) {
        (Language::Chinese, Some(queue)) => queue.guideline.1,
        _ => &guideline.text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::speak;

    #[test]
    fn only_the_programs_own_guideline_is_translated() {
        let own = Guideline::new(include_str!("../../../assets/guidelines/review.md"));
        let teams = Guideline::new("# Look closely");
        assert_eq!(text_of(&own), own.text);
        speak(Language::Chinese);
        assert!(text_of(&own).starts_with("# 审核题目"));
        assert_eq!(text_of(&teams), "# Look closely");
    }

    /// A translation names the same keys as the original.
    #[test]
    fn a_translation_names_the_same_keys() {
        let keys = |text: &str| {
            let quoted = text.split('`').skip(1).step_by(2).map(str::to_owned);
            let mut keys: Vec<String> = quoted.collect();
            keys.sort();
            keys.dedup();
            keys
        };
        for (english, chinese) in QUEUE_FILES.iter().map(|queue| queue.guideline) {
            assert_eq!(keys(english), keys(chinese));
        }
    }
}
