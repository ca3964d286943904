//! The vote screen by keys: one key is one vote, the models' names are nowhere, both answers are in sight.

use assay::benchmark::decision::Act;
use assay::benchmark::vote::{Ballot, Vote};
use assay::benchmark::{PictureRole, Question, QuestionKey, QuestionPicture};
use assay::queue::VoteQueue;
use assay::store::{Importer, StoreError};
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Modifier;

use super::looks::keep;
use super::questions::{Language, picture};
use super::sitting::{Sitting, text_of};
use crate::people_vote::{answer, draw, write_answers};

fn import(importer: &Importer<'_>) -> Result<(), StoreError> {
    let question = |key: u32| {
        let stem = "What is on the roof?";
        Question::new(QuestionKey::new(key.to_string()).unwrap(), stem, Vec::new())
    };
    importer.keep_questions(&(1..=4).map(question).collect::<Vec<_>>()).map(|_| ())
}

/// Alice, who has not voted yet on four pairs.
fn sitting(ballot: Ballot) -> Sitting {
    Sitting::before(Surface::for_cells(ColourDepth::None), import, |store, _| {
        answer(store, "org/gull");
        answer(store, "owl");
        draw(store, ballot);
    })
}

fn votes(sitting: &Sitting) -> Vec<Vote> {
    let desk = sitting.app.session().desks.get::<VoteQueue>().expect("the desk is open");
    let vote = |act: &Act| match act {
        Act::Vote(decision) => Some(decision.vote),
        _ => None,
    };
    desk.history().rows().iter().filter_map(|row| vote(&row.act)).collect()
}

/// The row and the column of these words.
fn place(sitting: &mut Sitting, words: &str) -> (usize, usize) {
    let screen = text_of(&sitting.look());
    let found = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(words)?)));
    found.unwrap_or_else(|| panic!("{words}: {screen}"))
}

#[test]
fn home_offers_the_vote_where_pairs_were_drawn() {
    let surface = Surface::for_cells(ColourDepth::None);
    let mut nothing = Sitting::before(surface, import, |_, _| {});
    assert!(!nothing.screen().contains("Vote"), "{}", nothing.screen());
    let mut sitting = sitting(Ballot::Better);
    assert!(sitting.screen().contains("v  Vote"), "{}", sitting.screen());
    sitting.press("v 1 q");
    assert!(sitting.screen().contains("3 pairs left of 4"), "{}", sitting.screen());
}

#[test]
fn one_key_is_one_vote_and_u_takes_it_back() {
    let mut sitting = sitting(Ballot::Better);
    sitting.press("v");
    for words in ["What is on the roof?", "Which is better?", "╭ 1 ", "╭ 2 "] {
        assert!(sitting.screen().contains(words), "{words}: {}", sitting.screen());
    }
    for name in ["org", "gull"] {
        assert!(!sitting.screen().contains(name), "{name}: {}", sitting.screen());
    }
    sitting.press("1 2 = 0");
    assert_eq!(votes(&sitting), [Vote::First, Vote::Second, Vote::Tie, Vote::BothBad]);
    assert!(sitting.screen().contains("You have voted on all 4 pairs"), "{}", sitting.screen());
    let taken_back = sitting.press("u").screen();
    assert!(taken_back.contains("3 of 4"), "{taken_back}");
    sitting.press("3 1");
    assert_eq!(votes(&sitting).len(), 5, "without grades 3 is no vote");
}

#[test]
fn the_answers_are_beside_each_other_and_on_a_narrow_screen_below() {
    let mut sitting = sitting(Ballot::Better);
    sitting.press("v");
    assert_eq!(place(&mut sitting, "╭ 1 ").0, place(&mut sitting, "╭ 2 ").0);
    sitting.resize(70, 24);
    let (first, second) = (place(&mut sitting, "╭ 1 "), place(&mut sitting, "╭ 2 "));
    assert!(first.0 < second.0 && first.1 == second.1, "{first:?} {second:?}");
}

#[test]
fn digits_are_grades_where_the_sample_asks_for_them() {
    let mut sitting = sitting(Ballot::Grades);
    sitting.press("v 1 2 4 5");
    let expected = [Vote::First, Vote::FirstSlightly, Vote::SecondSlightly, Vote::Second];
    assert_eq!(votes(&sitting), expected);
}

#[test]
fn two_digits_score_the_answers_and_u_takes_the_first_one_back() {
    let mut sitting = sitting(Ballot::Scores);
    assert!(sitting.press("v 4").screen().contains("╭ 1 · 4/5 "), "{}", sitting.screen());
    assert!(!sitting.press("u").screen().contains("4/5"), "nothing is saved yet");
    assert!(sitting.press("2 5").screen().contains("saved: 2 and 5"), "{}", sitting.screen());
    assert_eq!(votes(&sitting), [Vote::Second]);
}

#[test]
fn reasons_that_were_marked_without_a_vote_are_there_after_a_restart() {
    let mut sitting = sitting(Ballot::Better);
    sitting.press("v w 1").write("names the bird").press("enter");
    let mut sitting = sitting.again();
    let screen = sitting.press("v").screen();
    assert!(screen.contains("why: what is true, names the bird"), "{screen}");
    sitting.press("1");
    let mut sitting = sitting.again();
    let screen = sitting.press("v").screen();
    assert!(!screen.contains("why: "), "{screen}");
}

#[test]
fn reasons_are_marked_before_the_vote_and_saved_with_it() {
    let mut sitting = sitting(Ballot::Better);
    let panel = sitting.press("v w").screen();
    assert!(panel.contains("Why is one of them better?"), "{panel}");
    assert!(panel.contains("what is true"), "{panel}");
    let marked = sitting.press("1").write("names the bird").press("enter").screen();
    assert!(marked.contains("why: what is true, names the bird"), "{marked}");
    sitting.press("1");
    let desk = sitting.app.session().desks.get::<VoteQueue>().unwrap();
    let Act::Vote(decision) = &desk.history().rows()[0].act else { panic!("a vote") };
    assert_eq!(decision.reasons.iter().map(ToString::to_string).collect::<Vec<_>>(), ["accuracy"]);
    assert_eq!(decision.note.as_deref(), Some("names the bird"));
    assert!(!sitting.screen().contains("why: "), "the next pair has no reasons yet");
}

#[test]
fn a_key_says_which_words_only_one_answer_has() {
    let mut sitting = sitting(Ballot::Better);
    assert!(!sitting.press("v").screen().contains("underlined"), "{}", sitting.screen());
    let marked = sitting.press("d").screen();
    assert!(marked.contains("underlined: words that only this answer has"), "{marked}");
    let is_underlined = |seen: &Buffer, words: &str| {
        let cells = seen.content.iter();
        let marked = cells.filter(|cell| cell.modifier.contains(Modifier::UNDERLINED));
        marked.map(Cell::symbol).collect::<String>().contains(words)
    };
    assert!(is_underlined(&sitting.look(), "owl"), "{marked}");
    sitting.press("d");
    assert!(!is_underlined(&sitting.look(), "owl"));
}

/// A question with a picture, a reference and two long answers of which one is a list.
fn pictured(language: Language) -> Sitting {
    let (stem, answers) = match language {
        Language::English => (
            "Describe the picture to a person who cannot see it.",
            ["A black square on white ground. ", "- a square\n- black on white\n"],
        ),
        Language::Chinese => (
            "请向看不见的人描述这张图片。",
            ["白底上有一个黑色的正方形。", "- 正方形\n- 白底黑色\n"],
        ),
    };
    let import = |importer: &Importer<'_>| {
        let hash = importer.keep_picture(&picture(80, 60, true))?;
        let pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
        let key = QuestionKey::new("7").unwrap();
        let mut question = Question { pictures, ..Question::new(key, stem, Vec::new()) };
        question.extra.insert("criteria".into(), answers[0].into());
        importer.keep_questions(&[question]).map(|_| ())
    };
    let surface = Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) };
    Sitting::before(surface, import, |store, _| {
        write_answers(store, [("gull", answers[0].repeat(9)), ("owl", answers[1].repeat(6))]);
        draw(store, Ballot::Better);
    })
}

#[test]
fn the_vote_screen_with_a_picture() {
    keep("vote", pictured, |sitting| {
        sitting.press("v");
    });
    keep("vote_differences", pictured, |sitting| {
        sitting.press("v d");
    });
    keep("vote_why", pictured, |sitting| {
        sitting.press("v w 1 3");
    });
}
