//! Checklists in TOML: read and checked completely, so that what is stored can be used.

use serde::Deserialize;
use unicode_width::UnicodeWidthStr;

use super::{Checklist, Checklists, DIGITS, OwnCriterion};
use crate::benchmark::QuestionKind;
use crate::benchmark::own_reason::{OwnReason, Reason};
use crate::benchmark::review::WrongReason;
use crate::benchmark::verification::VerifyReason;
use crate::keyword::{Keyword, did_you_mean};
use crate::visible::visible_line;

/// The widest words of an own reason, in columns: with digit and mark they fit a column of the flag panel.
const WIDEST: usize = 28;
/// The longest sentence that explains a reason, in characters.
const LONGEST: usize = 200;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(rename = "confirm-category")]
    confirm_category: Option<bool>,
    #[serde(rename = "keep-twice")]
    keep_twice: Option<bool>,
    choice: Option<ListText>,
    short: Option<ListText>,
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

/// A custom reason of the benchmark.
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

/// Reads checklists; a kind that the text does not name is taken from `others`. The error states what is
/// wrong with the text.
pub(super) fn read(text: &str, others: Option<&Checklists>) -> Result<Checklists, String> {
    let text: Text = toml::from_str(text).map_err(|error| {
        let error = error.to_string();
        format!("expected a checklist in TOML (docs/team-reference.md): {}", error.trim_end())
    })?;
    let missing = "expected the table [choice], [short] or [open], `confirm-category` or `keep-twice`, \
                   found none of them";
    let has_rule = text.confirm_category.or(text.keep_twice).is_some();
    let lists = [&text.choice, &text.short, &text.open];
    if lists.iter().all(|list| list.is_none()) && !has_rule {
        return Err(missing.into());
    }
    let mut own: Vec<OwnCriterion> = Vec::new();
    for criterion in text.own {
        let criterion = own_criterion(criterion)?;
        if own.iter().any(|other| other.reason == criterion.reason) {
            return Err(format!("[[own]] has the name {} twice", criterion.reason));
        }
        own.push(criterion);
    }
    let list = |kind, list: Option<ListText>| match (list, others) {
        (Some(list), _) => checklist(kind, &list, &own),
        (None, Some(others)) => Ok(others.for_kind(kind).clone()),
        (None, None) => Err(missing.into()),
    };
    let choice = list(QuestionKind::Choice, text.choice)?;
    let short = list(QuestionKind::Short, text.short)?;
    let open = list(QuestionKind::Open, text.open)?;
    let confirms_category = text.confirm_category.unwrap_or(false);
    let keeps_twice = text.keep_twice.unwrap_or(true);
    let checklists = Checklists { choice, short, open, confirms_category, keeps_twice };
    match own.iter().find(|own| checklists.meaning(own.reason).is_none()) {
        Some(unused) => Err(format!(
            "[[own]] {} is in no list; add it to `criteria` or `further` of a kind",
            unused.reason
        )),
        None => Ok(checklists),
    }
}

fn own_criterion(text: OwnText) -> Result<OwnCriterion, String> {
    let OwnText { name, words, words_zh, sentence, sentence_zh } = text;
    let reason = name.parse::<OwnReason>().map_err(|error| format!("[[own]] {error}"))?;
    if VerifyReason::from_name(&name).is_ok() {
        return Err(format!(
            "[[own]] has the name {name}, which is a reason that Assay has; give yours another one"
        ));
    }
    for (field, text) in [("words", &words), ("sentence", &sentence)] {
        if text.trim().is_empty() {
            return Err(format!(
                "[[own]] {name} has an empty `{field}`; expected the words that people read"
            ));
        }
    }
    for (field, text, is_sentence) in [
        ("words", &words, false),
        ("words_zh", &words_zh, false),
        ("sentence", &sentence, true),
        ("sentence_zh", &sentence_zh, true),
    ] {
        let (width, length) = (text.width(), text.chars().count());
        if !is_sentence && width > WIDEST {
            return Err(format!(
                "[[own]] {name} is {width} columns wide in `{field}`; expected at most {WIDEST}"
            ));
        }
        if is_sentence && length > LONGEST {
            return Err(format!(
                "[[own]] {name} has {length} characters in `{field}`; expected at most {LONGEST}"
            ));
        }
        if visible_line(text) != *text {
            return Err(format!(
                "[[own]] {name} has a line feed or another character in `{field}` that is not shown"
            ));
        }
    }
    Ok(OwnCriterion { reason, words, words_zh, sentence, sentence_zh })
}

fn checklist(
    kind: QuestionKind,
    list: &ListText,
    own: &[OwnCriterion],
) -> Result<Checklist, String> {
    let reason = |name: &String| reason(kind, name, own);
    let criteria = list.criteria.iter().map(reason).collect::<Result<Vec<_>, _>>()?;
    let further = list.further.iter().map(reason).collect::<Result<Vec<_>, _>>()?;
    let (kind_name, reasons) = (kind.name(), [&*criteria, &*further].concat());
    for (at, reason) in reasons.iter().enumerate() {
        if reasons[..at].contains(reason) {
            return Err(format!("[{kind_name}] has the reason {reason} twice; each has one key"));
        }
        if kind == QuestionKind::Open && is_about_choices(*reason) {
            return Err(format!(
                "[open] has the reason {reason}, which is about choices, and an open question has none"
            ));
        }
    }
    if criteria.contains(&WrongReason::Other) {
        return Err(format!("[{kind_name}] has other among its criteria; it belongs to `further`"));
    }
    if !reasons.contains(&WrongReason::Other) {
        return Err(format!(
            "[{kind_name}] lacks the reason other; add it to `further`: it is for what the list does not \
             name"
        ));
    }
    let (count, keys) = (reasons.len(), DIGITS.len());
    if count > keys {
        return Err(format!(
            "[{kind_name}] has {count} reasons, and there are {keys} digit keys; leave {} out",
            count - keys
        ));
    }
    let is_listed = |own: &&OwnCriterion| reasons.contains(&WrongReason::Own(own.reason));
    let own = own.iter().filter(is_listed).cloned().collect();
    Ok(Checklist { kind, criteria, further, own })
}

fn reason(kind: QuestionKind, name: &str, own: &[OwnCriterion]) -> Result<WrongReason, String> {
    if let Some(own) = own.iter().find(|own| own.reason.name() == name) {
        return Ok(WrongReason::Own(own.reason));
    }
    WrongReason::from_name(name).map_err(|_| {
        let known: Vec<&str> = WrongReason::named().map(|(_, name)| name).collect();
        let own = own.iter().map(|own| own.reason.name());
        format!(
            "[{}] {name} is not a known reason{}; there are {}, and those that [[own]] names",
            kind.name(),
            did_you_mean(name, known.iter().copied().chain(own)),
            known.join(", ")
        )
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
        let own = "too-local".parse::<OwnReason>().unwrap();
        assert_eq!(choice.digit(WrongReason::Own(own)), Some('1'));
        assert_eq!(choice.criteria, [WrongReason::Own(own)]);
        let meaning = checklists.meaning(own).unwrap();
        assert_eq!((&*meaning.words, &*meaning.words_zh), ("too local", "太本地"));
        assert_eq!(meaning.sentence, "People from elsewhere can answer it.");
        assert!(checklists.for_kind(QuestionKind::Open).own(own).is_none());
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
                "[choice] bad-pictur is not a known reason; did you mean bad-picture?",
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
