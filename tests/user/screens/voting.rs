//! The vote screen by keys: one key is one vote, the models' names are nowhere, both answers are in sight.

use assay::benchmark::decision::Act;
use assay::benchmark::vote::Vote;
use assay::benchmark::{Question, QuestionKey};
use assay::queue::VoteQueue;
use assay::store::{Importer, StoreError};
use assay::tui::picture::{ColourDepth, Surface};

use super::sitting::{Sitting, text_of};
use crate::people_vote::{answer, draw};

fn import(importer: &Importer<'_>) -> Result<(), StoreError> {
    let question = |key: u32| {
        let stem = "What is on the roof?";
        Question::new(QuestionKey::new(key.to_string()).unwrap(), stem, Vec::new())
    };
    importer.keep_questions(&(1..=4).map(question).collect::<Vec<_>>()).map(|_| ())
}

/// Alice, who has not voted yet on four pairs.
fn sitting(grades: bool) -> Sitting {
    Sitting::before(Surface::for_cells(ColourDepth::None), import, |store, _| {
        answer(store, "org/gull");
        answer(store, "owl");
        draw(store, grades);
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
    let mut sitting = sitting(false);
    assert!(sitting.screen().contains("v  Vote"), "{}", sitting.screen());
    sitting.press("v 1 q");
    assert!(sitting.screen().contains("3 pairs left of 4"), "{}", sitting.screen());
}

#[test]
fn one_key_is_one_vote_and_u_takes_it_back() {
    let mut sitting = sitting(false);
    sitting.press("v");
    for words in ["What is on the roof?", "Which answer is better?", "First answer"] {
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
    let mut sitting = sitting(false);
    sitting.press("v");
    assert_eq!(place(&mut sitting, "First answer").0, place(&mut sitting, "Second answer").0);
    sitting.resize(80, 24);
    let (first, second) =
        (place(&mut sitting, "First answer"), place(&mut sitting, "Second answer"));
    assert!(first.0 < second.0 && first.1 == second.1, "{first:?} {second:?}");
}

#[test]
fn digits_are_grades_where_the_sample_asks_for_them() {
    let mut sitting = sitting(true);
    sitting.press("v 1 2 4 5");
    let expected = [Vote::First, Vote::FirstSlightly, Vote::SecondSlightly, Vote::Second];
    assert_eq!(votes(&sitting), expected);
}
