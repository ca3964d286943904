//! The Models screens: what models answered, down to each pass, and what seeing it means.

use std::time::Duration;

use assay::benchmark::{
    AnswerRule, ChoiceOrder, Input, Label, Pass, Prediction, PredictionStatus, Question,
    ShortAnswer,
};
use assay::evaluation::{RunOptions, current_runs, import_run};
use assay::extract::RuleSet;
use assay::filters::{Filter, FilterOptions, apply_filter, keep_flags};
use assay::quality::Rule;
use assay::score::{Missing, Strategy};
use assay::store::{
    Clock, FlagKind, NewFlag, NewPrediction, NewRun, QuestionSheet, RecordedRequest,
    RequestOutcome, RunSamples, Store,
};

use super::kinds::glyphs;
use super::questions::{HOSTILE, Language, question};
use super::sitting::Sitting;

/// Keeps the answers of two models.
pub fn keep(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let sheets = store.question_sheets(&benchmark).unwrap();
    let run = |model: &str, input, predictions| NewRun {
        model: model.into(),
        input,
        source: Vec::new(),
        predictions,
        samples: RunSamples::default(),
    };
    let careful = sheets.iter().flat_map(|sheet| circular(sheet, careful)).collect();
    let loud = sheets.iter().flat_map(|sheet| circular(sheet, loud).take(1)).collect();
    import_run(store, &benchmark, &sheets, run("careful", Input::Image, careful), false).unwrap();
    import_run(store, &benchmark, &sheets, run("loud", Input::Text, loud), false).unwrap();
}

/// Begins a run that has answers to question 1 but for one pass, and none to question 2: the server failed,
/// in hostile words. All this is long ago.
pub fn keep_open(store: &mut Store) {
    let long_ago = "2026-01-02T03:04:05Z".parse().unwrap();
    let mut store = Store::open(store.path()).unwrap().with_clock(Clock::from_fn(move || long_ago));
    let benchmark = store.the_benchmark(None).unwrap();
    let sheets = store.question_sheets(&benchmark).unwrap();
    let settings = serde_json::json!({ "samples": 5 });
    let run = store.begin_run(&benchmark, "asked", Input::Image, &settings).unwrap();
    let failed = || RequestOutcome::Failed {
        kind: "server".into(),
        message: format!("out of memory {HOSTILE}"),
    };
    let mut requests = Vec::new();
    for (number, sheet) in sheets.iter().take(2).enumerate() {
        for NewPrediction { question_id, prediction } in circular(sheet, careful) {
            let outcome = match (number, prediction.pass) {
                (0, Pass(0)) => RequestOutcome::Answered { text: prediction.text },
                (0, Pass(1)) | (1, Pass(0)) => failed(),
                _ => continue,
            };
            requests.push(RecordedRequest {
                question_id,
                pass: prediction.pass,
                order: prediction.order,
                outcome,
                reasoning: None,
                finish_reason: None,
                prompt_tokens: None,
                completion_tokens: None,
                latency: Duration::from_millis(5),
                attempts: 5,
            });
        }
    }
    store.record_requests(&run, &requests).unwrap();
}

/// Flags what the filters suspect: question 3 as wrong, all as answered without the picture.
pub fn suspect(store: &mut Store) {
    keep(store);
    let benchmark = store.the_benchmark(None).unwrap();
    for filter in [Filter::Wrong, Filter::TextOnly(Rule::default())] {
        let runs = current_runs(store, &benchmark, Some(filter.input())).unwrap();
        let scoring = RunOptions {
            // These read the letter in the loud model's hostile words.
            rules: RuleSet::VlmevalkitEarly,
            extractor: None,
            strategy: Some(Strategy::FirstPass),
            missing: Missing::Exclude,
        };
        let options = FilterOptions { filter, scoring, asked: false };
        let found = apply_filter(store, &benchmark, &runs, &options).unwrap();
        keep_flags(store, &runs, &options, &found).unwrap();
    }
}

/// Flags every question as wrong.
pub fn flag(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let sheets = store.question_sheets(&benchmark).unwrap();
    let evidence = serde_json::json!([]);
    let flags: Vec<NewFlag> = sheets
        .iter()
        .map(|sheet| NewFlag { question_id: sheet.id, evidence: evidence.clone(), finding: None })
        .collect();
    let parameters = serde_json::json!({});
    store.keep_flags(FlagKind::Wrong, "nobody is right", &parameters, &flags, &[]).unwrap();
}

fn circular(
    sheet: &QuestionSheet,
    words: fn(&QuestionSheet, Pass, Label) -> String,
) -> impl Iterator<Item = NewPrediction> {
    let labels = sheet.choices.iter().map(|choice| choice.label);
    let original = ChoiceOrder::original(labels);
    (0..sheet.choices.len()).map(move |by| {
        let order = original.rotated_left(by);
        let right = sheet.answer.and_then(|answer| order.shown_label_of(answer)).unwrap();
        let pass = Pass(by as u32);
        let text = words(sheet, pass, right);
        let prediction = Prediction { pass, order, text, status: PredictionStatus::Ok };
        NewPrediction { question_id: sheet.id, prediction }
    })
}

/// Right, but for question 3, of which it takes the first choice, and a pass of question 5.
fn careful(sheet: &QuestionSheet, pass: Pass, right: Label) -> String {
    match (sheet.key.as_str(), pass) {
        ("3", _) => "A".into(),
        ("5", Pass(2)) => "It could be any of the shops, 哪一家都可能。".into(),
        _ => format!("Looking closely, the answer is {right}"),
    }
}

fn loud(_: &QuestionSheet, _: Pass, right: Label) -> String {
    format!("{HOSTILE} {right}")
}

#[test]
fn home_offers_models_only_where_there_are_some() {
    assert!(!Sitting::fresh(Language::English).screen().contains("Models"));
    assert!(Sitting::with_models(Language::English).screen().contains("4  Models"));
}

#[test]
fn a_wrong_pass_is_found_from_the_list_of_models_with_four_keys() {
    let mut sitting = Sitting::with_models(Language::English);
    sitting.press("4");
    let models = sitting.screen();
    assert!(models.contains("careful") && models.contains("rules vlmevalkit-late"), "{models}");
    sitting.press("enter enter down down enter");
    let passes = sitting.screen();
    assert!(passes.contains("wrong in pass 1 of 3"), "{passes}");
    for told in ["Pass 1 ✗ wrong", "Pass 2 ✓ right", "Pass 3 ✗ wrong", "Reference answer  B"]
    {
        assert!(passes.contains(told), "{told}: {passes}");
    }
}

#[test]
fn each_pass_shows_the_choices_as_the_model_saw_them() {
    let mut sitting = Sitting::with_models(Language::English);
    let passes = sitting.press("4 enter enter enter").screen();
    let row = |letter: &str| {
        let of_letter = format!("{letter}  ");
        let line = passes.lines().find(|line| line.contains(&of_letter) && line.contains('│'));
        line.unwrap_or_default().to_owned()
    };
    let first = row("A");
    let (one, other) = first.trim_start_matches('│').split_once('│').unwrap();
    assert!(one.contains("left of the dog"), "{first}");
    assert!(other.contains("behind the dog"), "{first}");
}

#[test]
fn short_answers_count_and_show_what_their_rule_reads() {
    let short = |key: &str, stem: &str, answer: &str| Question {
        answer: None,
        short: Some(ShortAnswer::new(AnswerRule::MathVista, vec![answer.to_owned()])),
        ..question(key, stem, &[])
    };
    let questions = [short("1", "How many?", "42"), short("2", "How many are left?", "7")];
    let mut sitting = Sitting::before(
        glyphs(),
        |importer| importer.keep_questions(&questions).map(drop),
        |store, _| {
            let benchmark = store.the_benchmark(None).unwrap();
            let sheets = store.question_sheets(&benchmark).unwrap();
            let answered = sheets.iter().zip(["There are 42 of them.", "I count 8."]);
            let prediction = |(sheet, text): (&QuestionSheet, &str)| NewPrediction {
                question_id: sheet.id,
                prediction: Prediction {
                    pass: Pass(0),
                    order: ChoiceOrder::original([]),
                    text: text.to_owned(),
                    status: PredictionStatus::Ok,
                },
            };
            let run = NewRun {
                model: "counting".into(),
                input: Input::Image,
                source: Vec::new(),
                predictions: answered.map(prediction).collect(),
                samples: RunSamples::default(),
            };
            import_run(store, &benchmark, &sheets, run, false).unwrap();
        },
    );
    let models = sitting.press("4").screen();
    assert!(models.contains("counting") && models.contains("50"), "{models}");
    let first = sitting.press("enter enter enter").screen();
    for told in ["Short answer by mathvista ✓ right", "read 42 · by mathvista", "Accepted answers"]
    {
        assert!(first.contains(told), "{told}: {first}");
    }
    assert!(!first.contains("Pass 1") && first.contains("accepted by mathvista"), "{first}");
    let second = sitting.press("right").screen();
    assert!(second.contains("✗ wrong") && second.contains("not accepted by mathvista"), "{second}");
}

#[test]
fn right_and_left_leaf_through_the_questions_of_the_list() {
    let mut sitting = Sitting::with_models(Language::English);
    assert!(sitting.press("4 enter enter enter").screen().contains("· #1"));
    assert!(sitting.press("right").screen().contains("· #2"));
    assert!(sitting.press("left left").screen().contains("· #1"));
}

#[test]
fn a_run_in_progress_is_marked_and_a_failed_request_shows_what_the_server_said() {
    let mut sitting = Sitting::with_open_run(Language::English);
    let models = sitting.press("4").screen();
    let marked: Vec<&str> = models.lines().filter(|line| line.contains("open · ")).collect();
    assert!(
        matches!(marked[..], [row] if row.contains("asked") && row.contains("1 answer · 2 failed")),
        "{models}"
    );
    assert!(!models.contains("samples"), "{models}");
    let marked = sitting.press("down").screen();
    assert!(marked.contains("asked: majority of 5 samples · rules "), "{marked}");
    let questions = sitting.press("enter enter").screen();
    assert!(questions.contains("request failed"), "{questions}");
    let first = sitting.press("enter").screen();
    for words in ["Pass 1 ✓ right", "Pass 2 ? request failed", "server", "5 attempts"] {
        assert!(first.contains(words), "{words}: {first}");
    }
    assert!(first.contains("out of memory") && !first.contains('\u{1b}'), "{first}");
    let second = sitting.press("right").screen();
    assert!(second.contains("Pass 1 ? request failed"), "{second}");
    assert!(!second.contains("not asked"), "{second}");
}

#[test]
fn other_rules_are_one_key_away() {
    let mut sitting = Sitting::with_models(Language::English);
    assert!(sitting.press("4 r").screen().contains("rules assay"));
    assert!(sitting.press("r").screen().contains("rules vlmevalkit-early"));
}

#[test]
fn strategy_split_and_input_are_one_key_away_and_stay_chosen_together() {
    let mut sitting = Sitting::with_models(Language::English);
    let circular = sitting.press("4").screen();
    assert!(circular.contains("circular") && circular.contains("loud"), "{circular}");
    assert!(sitting.press("p").screen().contains("first pass only"));
    let pictures = sitting.press("o").screen();
    assert!(pictures.contains("first pass only · input image"), "{pictures}");
    assert!(pictures.contains("careful") && !pictures.contains("loud"), "{pictures}");
    let split = sitting.press("ctrl-f ctrl-f").screen();
    assert!(split.contains("first pass only · split dev · input image"), "{split}");
    // Several keys at once: only the last choice is counted.
    let last = sitting.press("p p p o o r r").screen();
    assert!(last.contains("circular") && last.contains("loud"), "{last}");
}

#[test]
fn whoever_saw_the_answers_is_warned_once_and_their_decision_says_so() {
    let mut sitting = Sitting::with_models(Language::English);
    sitting.press("4 enter");
    assert!(sitting.screen().contains("your later decisions will say so"));
    sitting.press("q enter");
    assert!(!sitting.screen().contains("your later decisions"));
    sitting.press("enter enter");
    // The marked one is question 1; question 2 was never opened, but marked right or wrong in the list.
    for key in ["1", "2"] {
        // A field that was left with something in it is emptied first.
        sitting.press("/ esc /").write(key).press("enter b y");
    }
    let exposures = sitting.exposures();
    assert!(["1", "2"].iter().all(|key| exposures[*key].predictions && exposures[*key].reference));
}

#[test]
fn a_flag_is_told_once_ones_own_review_is_finished_and_not_before() {
    let mut sitting = Sitting::with_flags(Language::English);
    sitting.press("2");
    assert!(!sitting.screen().contains('⚑'));
    sitting.press("enter b");
    assert!(!sitting.screen().contains("flagged"), "between answer and verdict");
    sitting.press("y q");
    let browse = sitting.screen();
    assert!(browse.contains("✓⚑"), "{browse}");
    assert!(browse.contains("flagged by a filter: wrong"), "{browse}");
    sitting.press("ctrl-f");
    assert!(sitting.screen().contains("flagged by a filter"));
    sitting.press("down down down down down down enter");
    assert!(sitting.screen().contains("flagged by a filter · 1 of 6"), "{}", sitting.screen());
    assert!(!sitting.press("u q").screen().contains('⚑'));
}

/// Right, but for three questions.
fn hasty(sheet: &QuestionSheet, _: Pass, right: Label) -> String {
    match sheet.key.as_str() {
        "1" | "2" | "6" => "none of these".into(),
        _ => format!("{right}"),
    }
}

#[test]
fn suspected_questions_that_can_change_places_are_the_last_line_and_open_in_the_verify_queue() {
    let mut sitting = Sitting::after(Language::English, |store, _| {
        keep(store);
        flag(store);
        let benchmark = store.the_benchmark(None).unwrap();
        let sheets = store.question_sheets(&benchmark).unwrap();
        let run = NewRun {
            model: "hasty".into(),
            input: Input::Image,
            source: Vec::new(),
            predictions: sheets.iter().flat_map(|sheet| circular(sheet, hasty)).collect(),
            samples: RunSamples::default(),
        };
        import_run(store, &benchmark, &sheets, run, false).unwrap();
    });
    let models = sitting.press("4").screen();
    let line = "5 suspected questions can change places 1, 2: Enter verifies them";
    assert!(models.contains(line), "{models}");
    let split = sitting.press("ctrl-f").screen();
    assert!(!split.contains("can change places"), "it is about all questions: {split}");
    let verify = sitting.press("q 4 down down down enter").screen();
    assert!(verify.contains("verify") && verify.contains("#1"), "{verify}");
}

#[test]
fn letters_answer_nothing_in_the_models_screens() {
    let mut sitting = Sitting::with_models(Language::English);
    sitting.press("4 a enter b enter c enter d y t");
    assert_eq!(sitting.app.session().review().history().rows().len(), 0);
}

#[test]
fn below_the_abilities_are_the_questions_of_the_marked_one_with_those_that_are_not_right_first() {
    let screen = Sitting::with_models(Language::English).press("4 enter").screen();
    let title = "all questions, those that are not right first";
    assert!(screen.contains(title), "{screen}");
    let below = screen.lines().skip_while(|line| !line.contains(title));
    let signs = below.filter_map(|line| line.trim_start_matches(['│', ' ']).chars().next());
    let signs: String = signs.filter(|sign| "✓✗?".contains(*sign)).collect();
    assert_eq!(signs, "✗?✓✓✓✓", "{screen}");
}
