//! A question, an answer and an act in words, for output that is read from top to bottom.
//!
//! Text from data is made harmless here (see [`assay_core::visible`]), and its further lines are
//! indented, so that no question can pass itself off as a line of the program.

use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::terms::{self, letter};
use crate::widgets::question_card::{ability_path, origin};
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::{Label, PictureRole};
use assay_core::visible::{visible, visible_line};
use assay_store::{BlindQuestion, Reveal};

/// Ability, origin, hint, stem and choices.
pub fn question(question: &BlindQuestion) -> String {
    let about = [
        (text!("plain-ability"), ability_path(question)),
        (text!("plain-from"), origin(question)),
        (text!("plain-hint"), question.hint.clone().unwrap_or_default()),
    ];
    let about = about.iter().filter(|(_, value)| !value.trim().is_empty());
    let mut text: String = about.map(|(name, value)| field(name, value)).collect();
    let texts = MarkedTexts::new(question);
    text += &field(text!("plain-question"), &texts.stem.readable());
    if let Some(short) = &question.short {
        text += &field(text!("plain-answered-by"), &terms::short_form(short));
    }
    text.extend(texts.shown_choices().map(|(label, words)| field(&letter(label), &words)));
    let checklist = question.checklist();
    if !checklist.criteria.is_empty() {
        text.push_str(match checklist.kind.takes_answer() {
            true => text!("plain-criteria"),
            false if checklist.has_own_criteria() => text!("plain-open-own"),
            false => text!("plain-open-question"),
        });
        for &criterion in &checklist.criteria {
            let digit = checklist.digit(criterion).map(String::from).unwrap_or_default();
            text += &field(&digit, terms::criterion(checklist, criterion));
        }
    }
    text
}

/// The reference answer beside one's own, if there is one, and the remark of the benchmark's makers.
pub fn reference(question: &BlindQuestion, reveal: &Reveal, own: Option<BlindAnswer>) -> String {
    let choice = |label| choice_words(question, label);
    let comment = reveal.comment.as_ref().map(|comment| field(text!("plain-comment"), comment));
    let own_words = own.map(|own| match own {
        BlindAnswer::Choice(label) => field(text!("plain-own-answer"), &choice(label)),
        other => field(text!("plain-own-answer"), &answer(other)),
    });
    let (reference, own_words) = match reveal.answer {
        Some(label) if own == Some(BlindAnswer::Choice(label)) => {
            (field(text!("plain-reference-same"), &choice(label)), None)
        }
        Some(label) => (field(text!("plain-reference"), &choice(label)), own_words),
        None => match reveal.short.as_ref().filter(|short| short.has_reference()) {
            Some(short) if own.and_then(|own| reveal.accepts(own)) == Some(true) => {
                (field(text!("plain-reference-same"), &terms::accepted(short)), own_words)
            }
            Some(short) => (field(text!("plain-reference"), &terms::accepted(short)), own_words),
            None if question.kind().takes_answer() => {
                (text!("plain-no-reference").into(), own_words)
            }
            None => (String::new(), own_words),
        },
    };
    reference + &own_words.unwrap_or_default() + &comment.unwrap_or_default()
}

/// The category that the annotator chose beside that of the data.
pub fn category(question: &BlindQuestion, own: &str) -> String {
    match question.category.as_deref() {
        Some(of_data) if question.has_category(own) => field(text!("plain-category-same"), of_data),
        of_data => {
            let of_data = of_data.map(|name| field(text!("plain-category-of-data"), name));
            of_data.unwrap_or_default() + &field(text!("plain-own-category"), own)
        }
    }
}

/// The annotator's own note, on a separate line after others.
pub fn note(note: &str) -> String {
    format!("\n{}", field(text!("plain-own-note"), note).trim_end_matches('\n'))
}

/// The note that the annotator's verdict has, as a line.
pub fn verdict_note(act: &Act) -> String {
    let note = act.final_act().and_then(|last| last.note);
    note.map(|note| field(text!("plain-verdict-note"), note)).unwrap_or_default()
}

/// What a row of the history says.
pub fn act(act: &Act) -> String {
    match act {
        Act::Answer { answer } => text!("plain-act-answer", answer = self::answer(*answer)),
        Act::Guess(guess) => text!("plain-act-guess", guess = terms::guess(*guess)),
        Act::Category { category } => {
            text!("plain-act-category", category = visible_line(category))
        }
        Act::Skip => text!("plain-act-skip").into(),
        Act::Later => text!("plain-act-later").into(),
        Act::Note { .. } => text!("plain-act-note").into(),
        Act::Requeue { by, .. } => text!("plain-act-requeued", by),
        Act::Undo { .. } => text!("plain-act-undo").into(),
        Act::Redo { .. } => text!("plain-act-redo").into(),
        decided => described(decided),
    }
}

/// The outcome of a decision, with its reasons in brackets.
fn described(act: &Act) -> String {
    let outcome = act.final_act().map(|done| terms::decided_outcome(&done)).unwrap_or_default();
    match terms::reasons_and_category(act) {
        reasons if reasons.is_empty() => outcome,
        reasons => outcome + &text!("terms-in-brackets", words = terms::list(&reasons)),
    }
}

/// What a row says, a decision with the answer that it holds.
pub fn decision(act: &Act) -> String {
    match act.final_act().and_then(|last| last.answer) {
        Some(answer) => {
            text!("plain-act-with-answer", act = self::act(act), answer = self::answer(answer))
        }
        None => self::act(act),
    }
}

/// An answer, a choice by its letter.
pub fn answer(answer: BlindAnswer) -> String {
    terms::answer_with(answer, letter, text!("plain-cannot-tell"))
}

/// What a picture is there for, where it is not simply the question's.
pub fn role(role: PictureRole) -> Option<String> {
    match role {
        PictureRole::Stem => None,
        PictureRole::Choice(label) => Some(text!("plain-role-choice", letter = letter(label))),
        PictureRole::Frame => Some(text!("plain-role-frame").into()),
    }
}

fn choice_words(question: &BlindQuestion, label: Label) -> String {
    let texts = MarkedTexts::new(question);
    let words = texts.shown_choices().find(|(known, _)| *known == label);
    let words = words.map_or(text!("card-no-text").into(), |(_, words)| words);
    format!("{}{}{}", letter(label), text!("terms-comma"), words.trim())
}

/// A name with a text, whose further lines are indented.
pub fn field(name: &str, value: &str) -> String {
    let value = visible(value.trim_end()).replace('\n', "\n    ");
    format!("{name}{}{value}\n", text!("terms-colon"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::decision::{ReviewDecision, ReviewVerdict, WrongReason};
    use assay_core::benchmark::{Checklists, Choice, ImageHash, QuestionKey, QuestionPicture};
    use assay_store::QuestionId;

    fn farm() -> BlindQuestion {
        let choice = |letter, text: &str| Choice {
            label: Label::from_letter(letter).unwrap(),
            text: text.into(),
        };
        BlindQuestion {
            id: QuestionId::EXAMPLE,
            key: QuestionKey::new("7").unwrap(),
            revision: 1,
            stem: "Where is\nSaved: keep".into(),
            hint: Some("\u{1b}[2J".into()),
            choices: vec![choice('A', "left"), choice('B', " "), choice('L', "right")],
            category: Some("own_ability".into()),
            l2_category: None,
            short: None,
            taxonomy: None,
            checklists: Checklists::built_in().clone(),
            split: Some("dev".into()),
            source: None,
            pictures: vec![],
            withheld_pictures: 0,
            asks_category: false,
        }
    }

    #[test]
    fn a_question_cannot_speak_for_the_program() {
        assert_eq!(
            question(&farm()),
            "Ability: own_ability\nFrom: dev\nHint: ^[[2J\nQuestion: Where is\n    Saved: keep\n\
             a: left\nb: (no text)\nL: right\n"
        );
    }

    #[test]
    fn the_reference_answer_stands_beside_ones_own() {
        let described = |reference: Option<char>, own| {
            let answer = reference.and_then(Label::from_letter);
            super::reference(&farm(), &Reveal { answer, ..Reveal::default() }, own)
        };
        let left = Some(BlindAnswer::Choice(Label::A));
        assert_eq!(described(Some('A'), left), "Reference answer, the same as yours: a, left\n");
        assert_eq!(
            described(Some('L'), left),
            "Reference answer: L, right\nYour answer: a, left\n"
        );
        assert_eq!(described(Some('L'), None), "Reference answer: L, right\n");
        let cannot_tell =
            "There is no reference answer.\nYour answer: cannot tell from the picture\n";
        assert_eq!(described(None, Some(BlindAnswer::CannotTell)), cannot_tell);
    }

    #[test]
    fn the_mark_of_a_choice_that_is_a_picture_is_not_read() {
        let picture = |role| QuestionPicture { hash: ImageHash::compute(b"a"), role };
        let mut farm = farm();
        farm.stem = "Which fits <img>?".into();
        farm.choices[0].text = "<img>".into();
        farm.choices[1].text = "like <image>".into();
        farm.pictures = [PictureRole::Stem]
            .into_iter()
            .chain(Label::all().take(2).map(PictureRole::Choice))
            .map(picture)
            .collect();
        let words = question(&farm);
        let end = "Question: Which fits [picture 1]?\na: (see the picture)\nb: like\nL: right\n";
        assert!(words.ends_with(end), "{words}");
        let reveal = Reveal { answer: Some(Label::A), ..Reveal::default() };
        assert_eq!(reference(&farm, &reveal, None), "Reference answer: a, (see the picture)\n");
    }

    #[test]
    fn an_act_is_described_with_its_reasons() {
        let review = ReviewDecision::new(
            Some(BlindAnswer::CannotTell),
            ReviewVerdict::Wrong,
            vec![WrongReason::WrongReferenceAnswer, WrongReason::BadPicture],
        );
        assert_eq!(act(&Act::Review(review)), "wrong (wrong reference answer, bad picture)");
    }
}
