//! Checklists in TOML: read and checked completely, so that what is stored can be used.

use serde::Deserialize;
use unicode_width::UnicodeWidthStr;

use super::{Checklist, Checklists, DIGITS, OwnCriterion};
use crate::benchmark::QuestionKind;
use crate::benchmark::own_reason::OwnReason;
use crate::benchmark::review::WrongReason;
use crate::benchmark::verification::VerifyReason;
use crate::keyword::{Keyword, UnexpectedText, did_you_mean};
use crate::visible::visible_line;

/// The widest words of an own reason, in columns: with digit and mark they fit a column of the flag panel.
const WIDEST: usize = 28;
/// The longest sentence that explains a reason, in characters.
const LONGEST: usize = 200;

/// Why a text is not a checklist.
#[derive(Debug, thiserror::Error)]
pub enum ChecklistError {
    #[error("expected a checklist in TOML (docs/team-reference.md): {}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    #[error(
        "expected the table [choice], the table [open] or `confirm-category`, found none of them"
    )]
    NoKind,
    #[error(
        "[{kind}] {name} is no reason that there is{meant}; there are {}, and those that [[own]] names",
        WrongReason::all().map(WrongReason::name).collect::<Vec<_>>().join(", ")
    )]
    Unknown { kind: &'static str, name: String, meant: String },
    #[error("[{kind}] has the reason {name} twice; each has one key")]
    Twice { kind: &'static str, name: &'static str },
    #[error("[{kind}] has {count} reasons, and there are {} digit keys; leave {} out", DIGITS.len(), count - DIGITS.len())]
    TooMany { kind: &'static str, count: usize },
    #[error(
        "[{kind}] lacks the reason other; add it to `further`: it is for what the list does not name"
    )]
    NoOther { kind: &'static str },
    #[error("[{kind}] has other among its criteria; it belongs to `further`")]
    OtherAsCriterion { kind: &'static str },
    #[error("[open] has the reason {name}, which is about choices, and an open question has none")]
    NeedsChoices { name: &'static str },
    #[error("[[own]] {0}")]
    Name(UnexpectedText),
    #[error(
        "[[own]] has the name {name}, which is a reason that Assay has; give yours another one"
    )]
    NameTaken { name: &'static str },
    #[error("[[own]] has the name {name} twice")]
    OwnTwice { name: &'static str },
    #[error("[[own]] {name} has an empty `{field}`; expected the words that people read")]
    Empty { name: &'static str, field: &'static str },
    #[error("[[own]] {name} has a line feed or another character in `{field}` that is not shown")]
    NotShown { name: &'static str, field: &'static str },
    #[error("[[own]] {name} is {width} columns wide in `{field}`; expected at most {WIDEST}")]
    TooWide { name: &'static str, field: &'static str, width: usize },
    #[error("[[own]] {name} has {length} characters in `{field}`; expected at most {LONGEST}")]
    TooLong { name: &'static str, field: &'static str, length: usize },
    #[error("[[own]] {name} is in no list; add it to `criteria` or `further` of a kind")]
    Unused { name: &'static str },
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(rename = "confirm-category")]
    confirm_category: Option<bool>,
    choice: Option<ListText>,
    open: Option<ListText>,
    #[serde(default)]
    own: Vec<OwnText>,
}

/// The checklist of a kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ListText {
    #[serde(default)]
    criteria: Vec<String>,
    #[serde(default)]
    further: Vec<String>,
}

/// A reason of the benchmark's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnText {
    name: String,
    words: String,
    #[serde(default)]
    words_zh: String,
    sentence: String,
    #[serde(default)]
    sentence_zh: String,
}

/// Reads checklists; a kind that the text does not name is taken from `others`.
pub(super) fn read(text: &str, others: Option<&Checklists>) -> Result<Checklists, ChecklistError> {
    let text: Text = toml::from_str(text)?;
    if text.choice.is_none() && text.open.is_none() && text.confirm_category.is_none() {
        return Err(ChecklistError::NoKind);
    }
    let mut own: Vec<OwnCriterion> = Vec::new();
    for criterion in text.own {
        let criterion = own_criterion(criterion)?;
        if own.iter().any(|other| other.reason == criterion.reason) {
            return Err(ChecklistError::OwnTwice { name: criterion.reason.name() });
        }
        own.push(criterion);
    }
    let list = |kind, list: Option<ListText>| match (list, others) {
        (Some(list), _) => checklist(kind, &list, &own),
        (None, Some(others)) => Ok(others.for_kind(kind).clone()),
        (None, None) => Err(ChecklistError::NoKind),
    };
    let choice = list(QuestionKind::Choice, text.choice)?;
    let open = list(QuestionKind::Open, text.open)?;
    let confirms_category = text.confirm_category.unwrap_or(false);
    let checklists = Checklists { choice, open, confirms_category };
    match own.iter().find(|own| checklists.meaning(own.reason).is_none()) {
        Some(unused) => Err(ChecklistError::Unused { name: unused.reason.name() }),
        None => Ok(checklists),
    }
}

fn own_criterion(text: OwnText) -> Result<OwnCriterion, ChecklistError> {
    let OwnText { name, words, words_zh, sentence, sentence_zh } = text;
    let reason = OwnReason::new(&name).map_err(ChecklistError::Name)?;
    let name = reason.name();
    if VerifyReason::from_name(name).is_ok() {
        return Err(ChecklistError::NameTaken { name });
    }
    for (field, text) in [("words", &words), ("sentence", &sentence)] {
        if text.trim().is_empty() {
            return Err(ChecklistError::Empty { name, field });
        }
    }
    for (field, text) in [("words", &words), ("words_zh", &words_zh)] {
        let width = text.width();
        if width > WIDEST {
            return Err(ChecklistError::TooWide { name, field, width });
        }
        check_shown(name, field, text)?;
    }
    for (field, text) in [("sentence", &sentence), ("sentence_zh", &sentence_zh)] {
        let length = text.chars().count();
        if length > LONGEST {
            return Err(ChecklistError::TooLong { name, field, length });
        }
        check_shown(name, field, text)?;
    }
    Ok(OwnCriterion { reason, words, words_zh, sentence, sentence_zh })
}

fn check_shown(name: &'static str, field: &'static str, text: &str) -> Result<(), ChecklistError> {
    match visible_line(text) == text {
        true => Ok(()),
        false => Err(ChecklistError::NotShown { name, field }),
    }
}

fn checklist(
    kind: QuestionKind,
    list: &ListText,
    own: &[OwnCriterion],
) -> Result<Checklist, ChecklistError> {
    let reason = |name: &String| reason(kind, name, own);
    let criteria = list.criteria.iter().map(reason).collect::<Result<Vec<_>, _>>()?;
    let further = list.further.iter().map(reason).collect::<Result<Vec<_>, _>>()?;
    let (kind_name, reasons) = (kind.name(), [&*criteria, &*further].concat());
    for (at, reason) in reasons.iter().enumerate() {
        let name = reason.name();
        if reasons[..at].contains(reason) {
            return Err(ChecklistError::Twice { kind: kind_name, name });
        }
        if kind == QuestionKind::Open && is_about_choices(*reason) {
            return Err(ChecklistError::NeedsChoices { name });
        }
    }
    if criteria.contains(&WrongReason::Other) {
        return Err(ChecklistError::OtherAsCriterion { kind: kind_name });
    }
    if !reasons.contains(&WrongReason::Other) {
        return Err(ChecklistError::NoOther { kind: kind_name });
    }
    if reasons.len() > DIGITS.len() {
        return Err(ChecklistError::TooMany { kind: kind_name, count: reasons.len() });
    }
    let is_listed = |own: &&OwnCriterion| reasons.contains(&WrongReason::Own(own.reason));
    let own = own.iter().filter(is_listed).cloned().collect();
    Ok(Checklist { kind, criteria, further, own })
}

fn reason(
    kind: QuestionKind,
    name: &str,
    own: &[OwnCriterion],
) -> Result<WrongReason, ChecklistError> {
    let mut own_reasons = own.iter().map(|own| own.reason);
    if let Some(own) = own_reasons.clone().find(|own| own.name() == name) {
        return Ok(WrongReason::Own(own));
    }
    WrongReason::from_name(name).map_err(|_| {
        let known = WrongReason::all().map(WrongReason::name);
        let meant = did_you_mean(name, known.chain(own_reasons.by_ref().map(OwnReason::name)));
        ChecklistError::Unknown { kind: kind.name(), name: name.to_owned(), meant }
    })
}

/// Whether only a question with choices can be wrong for it.
fn is_about_choices(reason: WrongReason) -> bool {
    matches!(
        reason,
        WrongReason::AmbiguousChoices
            | WrongReason::RepeatedChoices
            | WrongReason::WrongReferenceAnswer
            | WrongReason::NoCorrectChoice
            | WrongReason::SeveralCorrectChoices
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = r#"
        [choice]
        criteria = ["too-local"]
        further = ["bad-picture", "other"]
        [open]
        further = ["other"]
        [[own]]
        name = "too-local"
        words = "too local"
        words_zh = "太本地"
        sentence = "People from elsewhere can answer it."
    "#;

    #[test]
    fn a_reason_of_ones_own_has_a_key_words_and_a_sentence() {
        let checklists = Checklists::own(OWN).unwrap();
        let choice = checklists.for_kind(QuestionKind::Choice);
        assert_eq!(choice.names(), ["too-local", "bad-picture", "other"]);
        let own = OwnReason::new("too-local").unwrap();
        assert_eq!(choice.digit(WrongReason::Own(own)), Some('1'));
        assert_eq!(choice.criteria, [WrongReason::Own(own)]);
        let meaning = checklists.meaning(own).unwrap();
        assert_eq!((&*meaning.words, &*meaning.words_zh), ("too local", "太本地"));
        assert_eq!(meaning.sentence, "People from elsewhere can answer it.");
        assert!(checklists.for_kind(QuestionKind::Open).own(own).is_none());
        assert!(std::ptr::eq(checklists, Checklists::own(OWN).unwrap()), "a text is read once");
    }

    #[test]
    fn what_is_wrong_with_a_checklist_is_said() {
        let twelve = "[\"unclear\", \"ambiguous-question\", \"ambiguous-choices\", \
            \"repeated-choices\", \"wrong-reference-answer\", \"no-correct-choice\", \
            \"several-correct-choices\", \"unanswerable-from-picture\", \"bad-picture\", \
            \"wrong-category\", \"other\", \"too-local\"]";
        let wide = "w".repeat(WIDEST + 1);
        let long = "s".repeat(LONGEST + 1);
        for (from, to, expected) in [
            (
                "bad-picture",
                "bad-pictur",
                "[choice] bad-pictur is no reason that there is; did you mean bad-picture?",
            ),
            ("[\"too-local\"]", "[\"too-locall\"]", "did you mean too-local?"),
            ("bad-picture", "too-local", "[choice] has the reason too-local twice"),
            (
                "further = [\"bad-picture\", \"other\"]",
                "further = [\"bad-picture\"]",
                "[choice] lacks the reason other",
            ),
            ("[\"too-local\"]", "[\"other\"]", "[choice] has the reason other twice"),
            (
                "further = [\"other\"]",
                "criteria = [\"other\"]",
                "[open] has other among its criteria",
            ),
            (
                "further = [\"other\"]",
                "further = [\"repeated-choices\", \"other\"]",
                "[open] has the reason repeated-choices",
            ),
            ("[open]", "[choice]", "duplicate key"),
            ("[open]", "[text]", "unknown field `text`"),
            (
                "name = \"too-local\"",
                "name = \"bad-picture\"",
                "[[own]] has the name bad-picture, which is a reason that Assay has",
            ),
            ("name = \"too-local\"", "name = \"Too local\"", "found \"Too local\""),
            ("words = \"too local\"", "words = \" \"", "[[own]] too-local has an empty `words`"),
            ("elsewhere", "else\\u001b[2Jwhere", "character in `sentence` that is not shown"),
            ("太本地", "太\\n本地", "character in `words_zh` that is not shown"),
            ("words = \"too local\"", &format!("words = \"{wide}\""), "29 columns wide in `words`"),
            ("People from", &long, "characters in `sentence`; expected at most 200"),
            ("[\"too-local\"]", "[\"unclear\"]", "[[own]] too-local is in no list"),
        ] {
            let text = OWN.replacen(from, to, 1);
            assert_ne!(text, OWN, "{from}");
            let error = Checklists::own(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{expected}: {error}");
        }
        let error = |text: &str| Checklists::own(text).unwrap_err().to_string();
        let twelve = OWN.replacen("[\"bad-picture\", \"other\"]", twelve, 1);
        let twelve = twelve.replacen("[\"too-local\"]", "[]", 1);
        assert!(
            error(&twelve)
                .contains("[choice] has 12 reasons, and there are 10 digit keys; leave 2 out")
        );
        let twice = OWN.split_once("[[own]]").map(|(_, own)| format!("{OWN}\n[[own]]{own}"));
        assert!(error(&twice.unwrap()).contains("[[own]] has the name too-local twice"));
        assert!(error("").contains("found none of them"));
        assert!(error("choice = 3").contains("docs/team-reference.md"));
    }
}
