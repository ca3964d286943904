//! What each step asks, takes and refuses, without a store.

use super::*;
use crate::queue::OpenedText;
use crate::queue::opened::{AnonymousReview, ShownPair};
use assay_core::benchmark::gate::TextGuess;
use assay_core::benchmark::review::ReviewDecision;
use assay_core::benchmark::vote::{Ballot, PairOrder};
use assay_core::benchmark::{Checklists, Choice, HandExtraction, QuestionKey};
use assay_store::{BlindQuestion, BlindText, QuestionId, Reveal};

const A: BlindAnswer = BlindAnswer::Choice(Label::A);

fn question(choices: usize) -> BlindQuestion {
    let choice = |index| Choice { label: Label::from_index(index).unwrap(), text: "words".into() };
    BlindQuestion {
        id: QuestionId::EXAMPLE,
        key: QuestionKey::new("1").unwrap(),
        revision: 1,
        stem: "Where?".into(),
        hint: None,
        choices: (0..choices).map(choice).collect(),
        category: Some("ocr".into()),
        l2_category: None,
        short: None,
        taxonomy: None,
        checklists: Checklists::built_in().clone(),
        split: None,
        source: None,
        pictures: Vec::new(),
        withheld_pictures: 0,
        asks_category: false,
    }
}

fn blind() -> OpenedQuestion {
    OpenedQuestion::new(question(4))
}

/// A question with the reference answer A, answered with A.
fn answered() -> OpenedQuestion {
    let reveal = Some(Reveal { answer: Some(Label::A), ..Reveal::default() });
    OpenedQuestion { answer: Some(A), reveal, ..blind() }
}

fn says(steps: Steps, item: &OpenedQuestion, inputs: &[Input]) -> Next {
    steps.take_all(item, Draft::default(), inputs.to_vec())
}

fn asks(steps: Steps, item: &OpenedQuestion, inputs: &[Input]) -> Ask {
    match says(steps, item, inputs) {
        Next::Ask(draft) => steps.ask(item, &draft),
        other => panic!("{other:?}"),
    }
}

fn refused(steps: Steps, item: &OpenedQuestion, inputs: &[Input]) -> Refusal {
    match says(steps, item, inputs) {
        Next::Refuse(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

fn review(item: &OpenedQuestion, inputs: &[Input]) -> ReviewDecision {
    match says(REVIEW, item, inputs) {
        Next::Commit(Act::Review(review)) => review,
        other => panic!("{other:?}"),
    }
}

fn verdict(verdict: Verdict) -> Input {
    Input::Verdict(verdict)
}

fn mark(reason: WrongReason) -> Input {
    Input::Reason(reason, true)
}

#[test]
fn behind_the_gate_comes_a_guess_with_how_sure_it_is_and_nothing_else() {
    let gated = OpenedQuestion::new(BlindQuestion { withheld_pictures: 1, ..question(4) });
    assert_eq!(asks(REVIEW, &gated, &[]), Ask::Guess);
    assert_eq!(asks(REVIEW, &gated, &[Input::Answer(A)]), Ask::Confidence);
    let sure = Input::Confidence(Confidence::High);
    let guess = TextGuess::Choice { label: Label::A, confidence: Confidence::High };
    let committed = Next::Commit(Act::Guess(guess));
    assert_eq!(says(REVIEW, &gated, &[Input::Answer(A), sure.clone()]), committed);
    let no_idea = Next::Commit(Act::Guess(TextGuess::NoIdea));
    assert_eq!(says(REVIEW, &gated, &[Input::Answer(BlindAnswer::CannotTell)]), no_idea);
    assert_eq!(refused(REVIEW, &gated, std::slice::from_ref(&sure)), Refusal::LetterFirst);
    assert_eq!(refused(REVIEW, &gated, &[verdict(Verdict::Keep)]), Refusal::GuessFirst);
    let keep = vec![Input::Answer(A), verdict(Verdict::Keep)];
    assert_eq!(REVIEW.decide(gated, keep), Err(Refusal::GuessFirst));
    assert_eq!(refused(REVIEW, &blind(), &[sure]), Refusal::NoGuess);
}

#[test]
fn the_answer_comes_before_the_verdict_and_is_one_of_the_choices() {
    for steps in [REVIEW, VERIFY] {
        assert_eq!(asks(steps, &blind(), &[]), Ask::Answer);
        let answer = Next::Commit(Act::Answer { answer: A });
        assert_eq!(says(steps, &blind(), &[Input::Answer(A)]), answer);
        let h = Label::from_letter('H').unwrap();
        let no_choice = [Input::Answer(BlindAnswer::Choice(h))];
        assert_eq!(refused(steps, &blind(), &no_choice), Refusal::NoSuchChoice(h));
        assert_eq!(refused(steps, &blind(), &[verdict(Verdict::Keep)]), Refusal::AnswerFirst);
        assert_eq!(refused(steps, &answered(), &[Input::Answer(A)]), Refusal::AnswerGiven);
        let open =
            OpenedQuestion { reveal: Some(Reveal::default()), ..OpenedQuestion::new(question(0)) };
        assert_eq!(asks(steps, &open, &[]), Ask::Verdict);
        assert_eq!(refused(steps, &open, &[Input::Answer(A)]), Refusal::TakesNoAnswer);
    }
}

#[test]
fn the_category_is_chosen_before_the_verdict_which_holds_it() {
    let asking = BlindQuestion { asks_category: true, category: None, ..question(4) };
    let asking = OpenedQuestion { answer: Some(A), ..OpenedQuestion::new(asking) };
    assert_eq!(asks(REVIEW, &asking, &[]), Ask::Category);
    assert_eq!(refused(REVIEW, &asking, &[verdict(Verdict::Keep)]), Refusal::CategoryFirst);
    assert_eq!(refused(REVIEW, &asking, &[Input::Answer(A)]), Refusal::CategoryFirst);
    let style = || "image_style".to_owned();
    let chosen = Next::Commit(Act::Category { category: style() });
    assert_eq!(says(REVIEW, &asking, &[Input::Category(style())]), chosen);

    let chose = OpenedQuestion { category: Some(style()), ..answered() };
    assert_eq!(review(&chose, &[verdict(Verdict::Keep)]).category, Some(style()));
    let wrong = [verdict(Verdict::Wrong), mark(WrongReason::WrongCategory), Input::Done];
    assert_eq!(review(&chose, &wrong).category, Some(style()), "it is the right one");
    let same = OpenedQuestion { category: Some("ocr".into()), ..answered() };
    assert_eq!(asks(REVIEW, &same, &wrong), Ask::RightCategory, "it is said to be wrong");
}

#[test]
fn a_wrong_question_needs_a_reason_and_other_needs_words() {
    let item = answered();
    let wrong = |more: &[Input]| [&[verdict(Verdict::Wrong)][..], more, &[Input::Done]].concat();
    assert_eq!(asks(REVIEW, &item, &[verdict(Verdict::Wrong)]), Ask::Reasons);
    let no_reason = Refusal::Invalid("review", assay_core::benchmark::InvalidDecision::NoReason);
    assert_eq!(refused(REVIEW, &item, &wrong(&[])), no_reason);
    let other = [mark(WrongReason::Other)];
    assert_eq!(asks(REVIEW, &item, &wrong(&other)), Ask::Words);
    let words = Input::Words("upside down".into());
    let found = review(&item, &[wrong(&other), vec![words.clone()]].concat());
    assert_eq!(found.note.as_deref(), Some("upside down"));
    let alone = review(&item, &wrong(&[words]));
    assert_eq!(alone.reasons, [WrongReason::Other]);
    assert_eq!(alone, found);
    let blank = [mark(WrongReason::Other), Input::Words(" \u{3000}".into())];
    assert_eq!(asks(REVIEW, &item, &wrong(&blank)), Ask::Words);
    let kept = [mark(WrongReason::BadPicture), verdict(Verdict::Keep)];
    assert!(matches!(refused(REVIEW, &item, &kept), Refusal::Invalid("review", _)));
}

/// A question with the reference answer A, answered with `answer`.
fn answered_with(answer: BlindAnswer) -> OpenedQuestion {
    OpenedQuestion { answer: Some(answer), ..answered() }
}

#[test]
fn a_question_on_which_the_answers_differ_is_kept_by_saying_so_twice() {
    let keep = || verdict(Verdict::Keep);
    let is_kept = |steps: Steps, item: &OpenedQuestion, inputs: &[Input]| {
        matches!(says(steps, item, inputs), Next::Commit(Act::Review(_) | Act::Verify(_)))
    };
    for steps in [REVIEW, VERIFY] {
        assert!(is_kept(steps, &answered(), &[keep()]), "the answers are equal");
        for other in
            [BlindAnswer::Choice(Label::from_letter('C').unwrap()), BlindAnswer::CannotTell]
        {
            let item = answered_with(other);
            assert_eq!(asks(steps, &item, &[keep()]), Ask::KeepAgain);
            assert!(is_kept(steps, &item, &[keep(), keep()]));
            assert!(is_kept(steps, &item, &[verdict(Verdict::TextOnly)]), "one key");
        }
        let no_reference = Some(Reveal::default());
        let item =
            OpenedQuestion { reveal: no_reference, ..answered_with(BlindAnswer::CannotTell) };
        assert!(is_kept(steps, &item, &[keep()]), "there is nothing to differ from");
    }
}

#[test]
fn what_is_kept_once_is_given_up_with_another_verdict_and_not_with_what_makes_no_sense() {
    let item = answered_with(BlindAnswer::CannotTell);
    let keep = || verdict(Verdict::Keep);
    let Next::Ask(draft) = says(REVIEW, &item, &[keep(), verdict(Verdict::Wrong)]) else {
        panic!()
    };
    assert_eq!(asks_from(&item, draft.without_verdict(), &keep()), Ask::KeepAgain);
    let Next::Ask(draft) = says(REVIEW, &item, &[keep()]) else { panic!() };
    let again = REVIEW.take(&item, draft.clone(), Input::Answer(A));
    assert_eq!(again, Next::Refuse(Refusal::AnswerGiven));
    assert!(matches!(REVIEW.take(&item, draft, keep()), Next::Commit(_)));
}

fn asks_from(item: &OpenedQuestion, draft: Draft, input: &Input) -> Ask {
    match REVIEW.take(item, draft, input.clone()) {
        Next::Ask(draft) => REVIEW.ask(item, &draft),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_script_keeps_a_question_with_one_word_and_so_does_a_benchmark_that_says_so() {
    let item = answered_with(BlindAnswer::CannotTell);
    let keep = vec![verdict(Verdict::Keep)];
    for steps in [REVIEW_BY_SCRIPT, VERIFY_BY_SCRIPT] {
        assert!(steps.decide(item.clone(), keep.clone()).is_ok());
    }
    let at_once = std::sync::Arc::new(Checklists::own("keep-twice = false\n").unwrap());
    let question = BlindQuestion { checklists: at_once, ..question(4) };
    let item = OpenedQuestion { question, ..item };
    assert!(matches!(says(REVIEW, &item, &keep), Next::Commit(_)));
}

#[test]
fn the_right_answer_is_another_choice_and_goes_with_its_reason() {
    let item = answered();
    let marked = [verdict(Verdict::Wrong), mark(WrongReason::WrongReferenceAnswer)];
    let with = |more: &[Input]| [&marked[..], more].concat();
    let right = |letter| Input::Right(Label::from_letter(letter));
    assert_eq!(refused(REVIEW, &item, &with(&[right('A')])), Refusal::IsReference(Label::A));
    let h = Label::from_letter('H').unwrap();
    assert_eq!(refused(REVIEW, &item, &with(&[right('H')])), Refusal::NoSuchChoice(h));
    let found = review(&item, &with(&[right('C'), Input::Done]));
    assert_eq!(found.corrected, Label::from_letter('C'));
    let Next::Ask(draft) = says(REVIEW, &item, &with(&[right('C')])) else { panic!() };
    let unmark = Input::Reason(WrongReason::WrongReferenceAnswer, false);
    let Next::Ask(draft) = REVIEW.take(&item, draft, unmark) else { panic!() };
    assert_eq!(draft.corrected, None);
}

#[test]
fn the_right_category_is_asked_for_once_and_may_be_left_open() {
    let item = answered();
    let wrong = [verdict(Verdict::Wrong), mark(WrongReason::WrongCategory), Input::Done];
    assert_eq!(asks(REVIEW, &item, &wrong), Ask::RightCategory);
    let open = review(&item, &[&wrong[..], &[Input::LeaveOpen]].concat());
    assert_eq!(open.category, None);
    let said = review(&item, &[&wrong[..], &[Input::Category("image_style".into())]].concat());
    assert_eq!(said.category.as_deref(), Some("image_style"));
}

#[test]
fn a_suspected_question_is_removed_with_or_without_reasons_or_fixed() {
    let item = answered();
    let decision = |inputs: &[Input]| match says(VERIFY, &item, inputs) {
        Next::Commit(Act::Verify(decision)) => decision,
        other => panic!("{other:?}"),
    };
    let remove = [verdict(Verdict::Remove), Input::Done];
    assert!(decision(&remove).reasons.is_empty());
    assert_eq!(decision(&[verdict(Verdict::TextOnly)]).reasons.len(), 1);
    let other = [mark(WrongReason::Other), verdict(Verdict::Remove), Input::Done];
    assert_eq!(asks(VERIFY, &item, &other), Ask::Words);
    assert_eq!(refused(VERIFY, &item, &[verdict(Verdict::Wrong)]), Refusal::VerdictFirst);
    let keep = vec![verdict(Verdict::Keep)];
    assert_eq!(VERIFY.decide(blind(), keep.clone()), Err(Refusal::AnswerFirst));
    assert!(VERIFY_BY_SCRIPT.decide(blind(), keep).is_ok());
}

/// A disputed question whose reviewers say this.
fn disputed(reviews: Vec<ReviewDecision>) -> OpenedQuestion {
    let one = |review| AnonymousReview { row: uuid::Uuid::now_v7(), review, attention_ms: 0 };
    let reveal = Some(Reveal { answer: Some(Label::A), ..Reveal::default() });
    OpenedQuestion { reviews: reviews.into_iter().map(one).collect(), reveal, ..blind() }
}

#[test]
fn an_adjudicator_adopts_a_review_or_says_why_not() {
    let keep = ReviewDecision::new(Some(A), ReviewVerdict::Keep, vec![]);
    let reasons = vec![WrongReason::BadPicture];
    let wrong = ReviewDecision::new(Some(BlindAnswer::CannotTell), ReviewVerdict::Wrong, reasons);
    let item = disputed(vec![keep.clone(), wrong]);
    let decision = |inputs: &[Input]| match says(ADJUDICATE, &item, inputs) {
        Next::Commit(Act::Adjudicate(decision)) => decision,
        other => panic!("{other:?}"),
    };
    let adopted = decision(&[Input::GuidelineUnclear, Input::Adopt(1)]);
    assert_eq!((adopted.adopted, adopted.guideline_unclear), (Some(item.reviews[1].row), true));
    assert_eq!(refused(ADJUDICATE, &item, &[Input::Adopt(2)]), Refusal::NoSuchReview(3));
    let said = [verdict(Verdict::Keep)];
    assert_eq!(refused(ADJUDICATE, &item, &said), Refusal::RightAnswerFirst);
    let same = decision(&[Input::Answer(A), verdict(Verdict::Keep)]);
    assert_eq!(same.adopted, Some(item.reviews[0].row), "a reviewer says the same");
    let text_only = [Input::Answer(A), verdict(Verdict::TextOnly)];
    assert_eq!(asks(ADJUDICATE, &item, &text_only), Ask::Why);
    let why = decision(&[&text_only[..], &[Input::Why("the sign says so".into())]].concat());
    assert_eq!((why.adopted, why.why.as_deref()), (None, Some("the sign says so")));
    let twice = [Input::Answer(A), Input::Answer(A), verdict(Verdict::Keep)];
    assert_eq!(refused(ADJUDICATE, &item, &twice), Refusal::RightAnswerFirst, "it is taken back");

    let agreed = disputed(vec![keep.clone(), keep]);
    let common = says(ADJUDICATE, &agreed, &[verdict(Verdict::Keep)]);
    assert!(matches!(common, Next::Commit(_)), "the answer that all give: {common:?}");
}

#[test]
fn several_reviews_that_differ_in_what_is_left_open_are_never_chosen_between() {
    let wrong = |category: &str| ReviewDecision {
        category: Some(category.into()),
        ..ReviewDecision::new(Some(A), ReviewVerdict::Wrong, vec![WrongReason::WrongCategory])
    };
    let item = disputed(vec![wrong("image_style"), wrong("image_scene")]);
    let inputs = [verdict(Verdict::Wrong), mark(WrongReason::WrongCategory), Input::Done];
    assert_eq!(asks(ADJUDICATE, &item, &inputs), Ask::RightCategory);
    let open = [&inputs[..], &[Input::LeaveOpen]].concat();
    assert!(matches!(refused(ADJUDICATE, &item, &open), Refusal::Undecided(_)));
}

fn text() -> OpenedText {
    let choice = |label| Choice { label, text: "words".into() };
    let text = BlindText {
        stem: "Where?".into(),
        hint: None,
        choices: Label::all().take(3).map(choice).collect(),
        pictures: Vec::new(),
        is_gated: false,
        text: "B, I think.".into(),
        shown: "0123456789abcdef".into(),
    };
    OpenedText { text, note: None }
}

#[test]
fn a_text_takes_a_label_that_it_has_with_the_bytes_that_decide() {
    let said = |inputs: &[Input]| EXTRACT.take_all(&text(), Draft::default(), inputs.to_vec());
    let label = |letter| Input::Label(HandLabel::Choice(Label::from_letter(letter).unwrap()));
    let committed = |label, evidence| {
        let shown = text().text.shown;
        Next::Commit(Act::Extract(HandExtraction { label, shown, evidence }))
    };
    let b = HandLabel::Choice(Label::from_letter('B').unwrap());
    assert_eq!(said(&[label('B')]), committed(b, None));
    let evidence = Some((0, 1));
    assert_eq!(said(&[Input::Evidence(evidence), label('B')]), committed(b, evidence));
    let refusal = [Input::Label(HandLabel::Refusal)];
    assert_eq!(said(&refusal), committed(HandLabel::Refusal, None));
    let d = Label::from_letter('D').unwrap();
    assert_eq!(said(&[label('D')]), Next::Refuse(Refusal::NoSuchChoice(d)));
    assert_eq!(said(&[verdict(Verdict::Keep)]), Next::Refuse(Refusal::LabelFirst));
    assert_eq!(EXTRACT.decide(text(), Vec::new()), Err(Refusal::LabelFirst));
}

#[test]
fn any_item_is_skipped_put_off_and_noted_and_a_note_is_saved_once() {
    let note = || Input::Note("small".into());
    let noted = Act::Note { note: "small".into() };
    for ask in [blind(), answered()] {
        assert_eq!(says(REVIEW, &ask, &[Input::Skip]), Next::Commit(Act::Skip));
        assert_eq!(says(VERIFY, &ask, &[Input::Later]), Next::Commit(Act::Later));
        assert_eq!(says(ADJUDICATE, &ask, &[note()]), Next::Commit(noted.clone()));
        let mut with_note = ask;
        with_note.add(&noted);
        assert_eq!(refused(REVIEW, &with_note, &[note()]), Refusal::NoteUnchanged);
        let other = Input::Note("large".into());
        assert!(matches!(says(REVIEW, &with_note, &[other]), Next::Commit(_)));
    }
    let mut text = text();
    text.add(&noted);
    let said = EXTRACT.take(&text, Draft::default(), note());
    assert_eq!(said, Next::Refuse(Refusal::NoteUnchanged));
}

#[test]
fn a_script_sees_what_is_asked_what_may_be_given_and_what_is_hidden() {
    let asked = |steps: Steps, item: &OpenedQuestion| {
        let asked = steps.asked(item);
        (asked.step, asked.given.labels.join(" "), asked.given.verdicts.join(" "), asked.hidden)
    };
    let reference = "reference-answer";
    let answers = "A B C D none cannot-tell";
    let expected = ("answer", answers.to_owned(), String::new(), vec![reference]);
    assert_eq!(asked(REVIEW, &blind()), expected);
    let gated = OpenedQuestion::new(BlindQuestion { withheld_pictures: 1, ..question(4) });
    let hidden = vec!["pictures", reference];
    assert_eq!(asked(REVIEW, &gated), ("guess", "A B C D no-idea".into(), String::new(), hidden));
    let verdicts = |names: &str| ("verdict", String::new(), names.to_owned(), Vec::new());
    assert_eq!(asked(REVIEW, &answered()), verdicts("keep text-only wrong"));
    assert_eq!(asked(VERIFY, &answered()), verdicts("keep remove fix"));
    assert_eq!(asked(ADJUDICATE, &answered()).1, answers);
    let asking = BlindQuestion { asks_category: true, category: None, ..question(4) };
    let asking = OpenedQuestion { answer: Some(A), ..OpenedQuestion::new(asking) };
    let asked_category = REVIEW.asked(&asking);
    assert!(asked_category.given.takes_category && asked_category.hidden.contains(&"category"));
    let of_text = EXTRACT.asked(&text());
    assert_eq!(of_text.given.labels.join(" "), "A B C none refusal several off-topic");
    assert_eq!((of_text.step, of_text.hidden), ("label", vec![reference, "model"]));
}

#[test]
fn a_script_says_everything_at_once_and_the_last_act_holds_it() {
    let inputs = vec![Input::Answer(A), verdict(Verdict::Keep)];
    let decided = REVIEW.decide(blind(), inputs);
    let Ok(Act::Review(review)) = decided else { panic!("{decided:?}") };
    assert_eq!(review.answer, Some(A));
    assert_eq!(REVIEW.decide(blind(), vec![verdict(Verdict::Keep)]), Err(Refusal::AnswerFirst));
    let no_reason = vec![Input::Answer(A), verdict(Verdict::Wrong), Input::Done];
    assert!(matches!(REVIEW.decide(blind(), no_reason), Err(Refusal::Invalid("review", _))));
}

fn pair(ballot: Ballot) -> OpenedQuestion {
    let texts = ["a dog".to_owned(), "a cat".to_owned()];
    let (order, shown) = (PairOrder::Ba, "0123456789abcdef".to_owned());
    let (item, judged_by) = ("1/x/y/0".to_owned(), [const { String::new() }; 2]);
    let pair = Some(ShownPair { texts, order, shown, ballot, item, judged_by });
    let reveal = Some(Reveal::default());
    OpenedQuestion { reveal, pair, ..OpenedQuestion::new(question(0)) }
}

#[test]
fn a_vote_holds_the_order_in_which_the_answers_were_shown_and_a_remark() {
    let inputs = vec![Input::Words("it barks".into()), Input::Vote(Vote::First)];
    let decided = VOTE.decide(pair(Ballot::Better), inputs);
    let Ok(Act::Vote(vote)) = decided else { panic!("{decided:?}") };
    assert_eq!(
        (vote.vote, vote.order, vote.shown.as_str()),
        (Vote::First, PairOrder::Ba, "0123456789abcdef")
    );
    assert_eq!(vote.note.as_deref(), Some("it barks"));
    let asked = VOTE.asked(&pair(Ballot::Grades));
    assert_eq!(asked.given.labels.join(" "), "1 1-slightly tie 2-slightly 2 both-bad");
    assert_eq!((asked.step, asked.hidden), ("vote", vec!["models"]));
}

#[test]
fn a_digit_is_a_place_or_a_grade_and_grades_are_taken_where_they_are_asked_for() {
    let vote = |item: &OpenedQuestion, input: Input| match says(VOTE, item, &[input]) {
        Next::Commit(Act::Vote(vote)) => Some(vote.vote),
        _ => None,
    };
    let digits = |item| [0, 1, 2, 4, 5].map(|place| vote(&item, Input::Adopt(place)));
    assert_eq!(
        digits(pair(Ballot::Better)),
        [Some(Vote::First), Some(Vote::Second), None, None, None]
    );
    let grades = [Vote::First, Vote::FirstSlightly, Vote::Tie, Vote::Second].map(Some);
    assert_eq!(digits(pair(Ballot::Grades))[..4], grades);
    assert_eq!(digits(pair(Ballot::Grades))[4], None);
    assert_eq!(vote(&pair(Ballot::Better), Input::Vote(Vote::FirstSlightly)), None);
    assert_eq!(vote(&pair(Ballot::Better), Input::Vote(Vote::BothBad)), Some(Vote::BothBad));
    assert_eq!(refused(VOTE, &pair(Ballot::Better), &[Input::Answer(A)]), Refusal::TakesNoAnswer);
}

#[test]
fn two_digits_are_the_scores_of_the_answers_and_the_vote_follows() {
    let item = pair(Ballot::Scores);
    assert_eq!(VOTE.ask(&item, &Draft::default()), Ask::Score);
    let scored = says(VOTE, &item, &[Input::Adopt(1), Input::Adopt(3)]);
    let Next::Commit(Act::Vote(vote)) = scored else { panic!("{scored:?}") };
    assert_eq!((vote.scores, vote.vote), (Some([2, 4]), Vote::Second));
    assert!(matches!(says(VOTE, &item, &[Input::Adopt(4)]), Next::Ask(_)));
    assert_eq!(refused(VOTE, &item, &[Input::Adopt(5)]), Refusal::VerdictFirst);
    assert_eq!(refused(VOTE, &item, &[Input::Vote(Vote::First)]), Refusal::VerdictFirst);
}

#[test]
fn reasons_are_said_before_the_vote_and_the_vote_holds_them() {
    let item = pair(Ballot::Better);
    let why = [verdict(Verdict::Wrong), Input::Reason(WrongReason::Other, true), Input::LeaveOpen];
    let Next::Ask(draft) = says(VOTE, &item, &why) else { panic!("a vote is still to come") };
    assert_eq!((draft.verdict, VOTE.ask(&item, &draft)), (None, Ask::Vote));
    let Next::Commit(Act::Vote(vote)) = VOTE.take(&item, draft, Input::Vote(Vote::Tie)) else {
        panic!("a vote")
    };
    assert_eq!(vote.reasons, [WrongReason::Other]);
}
