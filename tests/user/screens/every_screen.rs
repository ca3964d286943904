//! Each screen by its keys: see [`keep_of`] for what is asserted of it.

use std::collections::HashMap;
use std::sync::Arc;

use assay::benchmark::team::Role;
use assay::certification::against::{LookAlike, LookAlikes, Sighting};

use super::looks::keep as keep_of;
use super::questions::Language;
use super::sitting::Sitting;

/// Goes to a screen with keys and keeps what it looks like.
fn keep(name: &str, go_there: impl FnMut(&mut Sitting)) {
    keep_of(name, Sitting::in_the_middle, go_there);
}

/// The same where models have answered.
fn keep_with_models(name: &str, keys: &str) {
    keep_of(name, Sitting::with_models, |sitting| {
        sitting.press(keys);
    });
}

/// The same where people have read what they answered.
fn keep_with_readings(name: &str, keys: &str) {
    keep_of(name, Sitting::with_readings, |sitting| {
        sitting.press(keys);
    });
}

/// Opens a question in the review as a person would: by finding it.
fn open(sitting: &mut Sitting, key: &str) {
    sitting.press("/").write(key).press("enter");
}

#[test]
fn home() {
    keep("home", |_| ());
}

#[test]
fn review_before_the_answer() {
    keep("review_blind", |sitting| open(sitting, "2"));
}

#[test]
fn review_before_the_guess() {
    keep_of("review_gate", Sitting::with_gate, |sitting| {
        open(sitting, "1");
        sitting.press("b");
    });
}

#[test]
fn review_after_the_answer() {
    keep("review_revealed", |sitting| {
        open(sitting, "5");
        sitting.press("a");
    });
}

#[test]
fn review_of_a_hostile_question() {
    keep("review_hostile", |sitting| {
        open(sitting, "4");
        sitting.press("a");
    });
}

#[test]
fn review_of_choices_that_are_pictures() {
    keep("review_picture_choices", |sitting| open(sitting, "6"));
}

#[test]
fn the_board_of_a_lead() {
    let sit = |language| Sitting::with_disputes_in_a_team(language, Role::Lead);
    keep_of("board", sit, |sitting| {
        sitting.press("b");
    });
}

#[test]
fn the_audit() {
    keep_of("audit", Sitting::with_audit, |sitting| {
        sitting.press("e");
    });
}

#[test]
fn the_board_names_the_error_rate_and_opens_the_audit() {
    let mut sitting = Sitting::with_audit(Language::English);
    let mut seen = sitting.press("b home").screen();
    assert!(seen.contains("error rate"), "{seen}");
    for _ in 0..12 {
        if seen.lines().any(|line| line.contains("▸ error rate")) {
            break;
        }
        seen = sitting.press("down").screen();
    }
    let seen = sitting.resize(120, 40).screen();
    assert!(seen.contains("Lower and upper limit by reviews"), "{seen}");
    let audit = sitting.press("enter").screen();
    assert!(audit.contains("drawn at random") && audit.contains("Lower and upper"), "{audit}");
}

#[test]
fn the_board_of_an_annotator() {
    let sit = |language| Sitting::with_disputes_in_a_team(language, Role::Annotator);
    keep_of("board_annotator", sit, |sitting| {
        sitting.press("b");
    });
}

#[test]
fn reasons() {
    keep("reasons", |sitting| {
        open(sitting, "5");
        sitting.press("a w 4 down space");
    });
}

#[test]
fn note() {
    keep("note", |sitting| {
        open(sitting, "5");
        sitting.press("n").write("the second shop 第二家");
    });
}

#[test]
fn nothing_left_to_review() {
    keep("done", |sitting| {
        sitting.press("1");
        for _ in 0..4 {
            sitting.press("s");
        }
    });
}

#[test]
fn browse() {
    keep("browse", |sitting| {
        sitting.press("2 down down");
    });
}

#[test]
fn description() {
    keep("description", |sitting| {
        sitting.press("0");
    });
}

/// Goes to what the benchmark shares with a folder of pictures, one of which has a hostile name.
fn open_look_alikes(sitting: &mut Sitting) {
    let session = sitting.app.session_mut();
    let benchmark = session.review().benchmark().clone();
    let questions = session.store.whole_questions(&benchmark).unwrap();
    let seen = |names: &str, at: usize| {
        let question = &questions[at].question;
        let picture = question.pictures.first().map(|picture| picture.hash);
        Sighting { names: names.to_owned(), text: question.stem.clone(), picture }
    };
    let pair = |kind, bits, likeness, at| LookAlike {
        kind,
        bits,
        likeness,
        here: seen("1", at),
        there: seen("sub/\u{1b}[2Jcopy.jpg", at),
    };
    session.look_alikes = Some(Arc::new(LookAlikes {
        other: "train".to_owned(),
        pairs: vec![pair("near-picture", Some(2), 0.9987, 0), pair("near-text", None, 0.85, 1)],
        pictures: HashMap::new(),
    }));
    sitting.press("s");
}

#[test]
fn what_is_shared_with_another_set() {
    keep("look_alikes", open_look_alikes);
    let mut sitting = Sitting::in_the_middle(Language::English);
    assert!(!sitting.screen().contains("Shared"), "offered only where there is something to show");
    open_look_alikes(&mut sitting);
    let second = sitting.press("down").screen();
    assert!(second.contains("2 of 2 with train") && second.contains("85.0 %"), "{second}");
    assert!(sitting.press("down").screen().contains("2 of 2"), "there is no third");
    assert!(sitting.press("up").screen().contains("1 of 2"));
}

#[test]
fn finding() {
    keep("browse_finding", |sitting| {
        sitting.press("/").write("a");
    });
}

#[test]
fn browse_as_a_grid() {
    keep("browse_grid", |sitting| {
        sitting.press("2 # right right");
    });
}

#[test]
fn settings_theme() {
    keep("settings_theme", |sitting| {
        sitting.press("9 down down down");
    });
}

#[test]
fn settings_pictures() {
    keep("settings_pictures", |sitting| {
        sitting.press("9 end up up up");
    });
}

#[test]
fn filter() {
    keep("filter", |sitting| {
        sitting.press("2 ctrl-f down down space");
    });
}

#[test]
fn history_of_a_question_that_is_decided() {
    keep("question_history", |sitting| {
        sitting.press("2 right");
    });
}

#[test]
fn history() {
    keep("history", |sitting| {
        sitting.press("3 down");
    });
}

#[test]
fn help() {
    keep("help", |sitting| {
        open(sitting, "2");
        sitting.press("?");
    });
}

#[test]
fn palette() {
    keep("palette", |sitting| {
        open(sitting, "2");
        sitting.press(":").write("pic");
    });
}

#[test]
fn guideline() {
    keep("guideline", |sitting| {
        sitting.press("g");
    });
}

#[test]
fn models() {
    keep_with_models("models", "4 down");
}

#[test]
fn the_abilities_of_a_model() {
    keep_with_models("model_abilities", "4 enter down");
}

#[test]
fn the_questions_of_a_model() {
    keep_with_models("model_questions", "4 enter enter down");
}

#[test]
fn the_passes_of_a_question() {
    keep_with_models("model_passes", "4 enter enter down down down down enter");
}

#[test]
fn the_passes_of_a_question_with_its_picture() {
    keep_with_models("model_passes_picture", "4 enter enter down down down down enter P");
}

#[test]
fn a_hostile_prediction() {
    keep_with_models("model_passes_hostile", "4 down enter enter down down down enter");
}

#[test]
fn agreement_of_extractors_with_people() {
    keep_with_readings("agreement", "6 down down down");
}

#[test]
fn the_confusion_of_an_extractor_with_people() {
    keep_with_readings("agreement_matrix", "6 down down down enter");
}

#[test]
fn the_texts_that_an_extractor_reads_otherwise() {
    keep_with_readings("agreement_texts", "6 down down down down down !");
}

#[test]
fn a_text_with_everybodys_labels() {
    keep_with_readings("agreement_reading", "6 down down down ! enter");
}

#[test]
fn a_hostile_text_with_everybodys_labels() {
    keep_with_readings("agreement_reading_hostile", "6 down down down enter enter enter");
}

#[test]
fn an_extractor_beside_the_others() {
    keep_with_readings("agreement_pairs", "6 down down down &");
}

#[test]
fn a_suspected_question_before_the_answer() {
    keep_of("verify_blind", Sitting::with_suspects, |sitting| {
        sitting.press("7");
    });
}

#[test]
fn a_suspected_question_with_its_evidence() {
    keep_of("verify_evidence", Sitting::with_suspects, |sitting| {
        sitting.press("7 a");
    });
}

#[test]
fn the_form_of_a_fix() {
    keep_of("verify_form", Sitting::with_suspects, |sitting| {
        sitting.press("7 a F tab tab").write(" more");
    });
}

#[test]
fn the_difference_that_a_fix_makes() {
    keep_of("verify_difference", Sitting::with_suspects, |sitting| {
        sitting.press("7 a F tab tab").write(" more").press("ctrl-s");
    });
}

#[test]
fn a_disputed_question_with_its_reviews() {
    keep_of("adjudicate", Sitting::with_disputes, |sitting| {
        sitting.press("a");
    });
}

#[test]
fn an_answer_of_the_adjudicators_own_and_the_mark() {
    keep_of("adjudicate_chosen", Sitting::with_disputes, |sitting| {
        sitting.press("a U c");
    });
}

#[test]
fn a_terminal_that_is_too_small() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("1").resize(39, 11);
    insta::assert_snapshot!("too_small", sitting.screen());
}

#[test]
fn models_while_one_is_being_asked() {
    keep_of("models_open", Sitting::with_open_run, |sitting| {
        sitting.press("4");
    });
}

#[test]
fn a_question_whose_request_failed() {
    keep_of("model_request_failed", Sitting::with_open_run, |sitting| {
        sitting.press("4 down enter enter enter");
    });
}
