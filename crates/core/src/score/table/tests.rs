use super::super::comparison::fixtures::model;
use super::*;
use crate::benchmark::Label;
use crate::benchmark::Pass;
use crate::extract::Answer;
use crate::score::{ExtractedLabel, Level};

fn extracted(pass: u32, answer: Answer) -> ExtractedPass {
    let extracted = ExtractedLabel { answer, is_refusal: false, failed: false };
    ExtractedPass { pass: Pass(pass), extracted, reference: Some(Label::A), grade: None }
}

fn question(key: &str, split: &str, required: u32) -> AskedQuestion {
    AskedQuestion {
        key: QuestionKey::new(key).unwrap(),
        category: None,
        l2_category: None,
        split: Some(split.into()),
        choices: required as usize,
        answer: Some(Label::A),
        rule: None,
        required: RequiredPasses::Rotated(required),
    }
}

fn score(
    questions: &[AskedQuestion],
    answers: &ModelAnswers,
    strategy: Strategy,
    missing: Missing,
) -> Score {
    let placements = Placements::new(questions, Taxonomy::mmbench());
    ScoringTable::new(questions, answers).score(strategy, missing, &placements)
}

fn overall(score: &Score) -> (usize, usize) {
    let row = score.results.iter().find(|row| row.split == "all").unwrap();
    assert_eq!(row.level, Level::Overall);
    (row.correct, row.questions)
}

#[test]
fn the_order_of_rows_does_not_matter() {
    let rows = [
        (1, extracted(0, Answer::Nothing)),
        (0, extracted(1, Answer::NoneOfThem)),
        (0, extracted(0, Answer::Label(Label::A))),
    ];
    let one = ModelAnswers::new("m", 3, rows, 0);
    let other = ModelAnswers::new("m", 3, rows.into_iter().rev(), 0);
    assert_eq!(one, other);
    let passes: Vec<u32> = one.question(0).iter().map(|pass| pass.pass.0).collect();
    assert_eq!(passes, [0, 1]);
    let counts = [1, 2, 3].map(|question| one.question(question).len());
    assert_eq!(counts, [1, 0, 0]);
    assert_eq!(one.select(&[1]).passes(), one.question(1));
}

#[test]
fn a_split_without_any_answer_was_not_asked() {
    let questions = [question("1", "dev", 1), question("2", "dev", 1), question("3", "test", 1)];
    let answers = model("m", "r - -");
    let table = ScoringTable::new(&questions, &answers);
    let found: Vec<Option<bool>> = table
        .judgements(Strategy::FirstPass, Missing::Wrong)
        .into_iter()
        .map(|judgement| judgement.map(|judgement| judgement.correct))
        .collect();
    assert_eq!(found, [Some(true), Some(false), None]);
    let score = score(&questions, &answers, Strategy::FirstPass, Missing::Wrong);
    assert_eq!((overall(&score), score.questions), ((1, 2), 2));
    assert_eq!(
        score.warnings,
        [
            "1 questions of the data set have no prediction: they count as not correct (2)",
            "1 questions are of splits in which the model has no prediction: not counted"
        ]
    );
}

#[test]
fn under_kit_a_first_row_that_is_there_twice_counts_twice() {
    let questions = [question("1", "dev", 2), question("2", "dev", 2)];
    let right = Answer::Label(Label::A);
    let rows = [
        (0, extracted(0, right)),
        (0, extracted(0, right)),
        (0, extracted(1, right)),
        (1, extracted(0, right)),
        (1, extracted(1, Answer::NoneOfThem)),
        (1, extracted(1, right)),
    ];
    let answers = ModelAnswers::new("m", 2, rows, 0);
    let counts = |missing| overall(&score(&questions, &answers, Strategy::Circular, missing));
    assert_eq!(counts(Missing::Kit), (2, 3));
    assert_eq!(counts(Missing::Wrong), (1, 2));
    assert_eq!(counts(Missing::Exclude), (1, 2));
}

#[test]
fn under_kit_a_question_without_predictions_is_not_counted_at_all() {
    let questions = [question("1", "dev", 2), question("2", "dev", 2)];
    let score = score(&questions, &model("m", "rr --"), Strategy::Circular, Missing::Kit);
    assert_eq!((score.questions, overall(&score)), (1, (1, 1)));
    assert_eq!(score.warnings.len(), 1);
}

#[test]
fn first_passes_alone_are_all_that_every_pass_asks_for() {
    let questions = [question("1", "dev", 4), question("2", "dev", 4)];
    let answers = model("m", "r b");
    assert_eq!(Strategy::default_for([&answers]), Strategy::FirstPass);
    let every = score(&questions, &answers, Strategy::EveryPass, Missing::Wrong);
    assert_eq!((overall(&every), every.warnings.len()), ((1, 2), 0));
    let circular = score(&questions, &answers, Strategy::Circular, Missing::Wrong);
    assert!(circular.warnings[0].contains("--strategy first-pass"), "{:?}", circular.warnings);
    let answers = model("m", "r br");
    assert_eq!(Strategy::default_for([&answers]), Strategy::Circular);
    let every = score(&questions, &answers, Strategy::EveryPass, Missing::Wrong);
    assert_eq!((overall(&every), every.undecided.missing_passes), ((2, 8), 5));
}

#[test]
fn by_themselves_absent_and_unread_passes_are_treated_as_asked() {
    let questions = [question("1", "dev", 5)];
    let counted = |missing| {
        let score = score(&questions, &model("m", "rb?-r"), Strategy::EveryPass, missing);
        let Undecided { missing_passes, not_extracted } = score.undecided;
        (overall(&score), missing_passes, not_extracted)
    };
    assert_eq!(counted(Missing::Wrong), ((2, 5), 1, 1));
    assert_eq!(counted(Missing::Exclude), ((2, 3), 1, 1));
    assert_eq!(counted(Missing::Kit), ((2, 4), 0, 1));
}

#[test]
fn a_pass_counts_where_its_own_row_belongs() {
    struct Moved;
    const IN_TEST: Placement<'_> =
        Placement { split: Some("test"), l2_category: None, category: None };
    impl Question for Moved {
        fn in_table(&self) -> TableQuestion<'_> {
            TableQuestion {
                key: "1",
                placement: Placement { split: Some("dev"), ..IN_TEST },
                moved: &[(1, IN_TEST)],
                required: &RequiredPasses::Rotated(2),
                choices: 2,
                has_answer: true,
                rule: None,
            }
        }
    }
    let answers = model("m", "rb");
    let placements = Placements::new(&[Moved], Taxonomy::mmbench());
    let score = ScoringTable::new(&[Moved], &answers).score(
        Strategy::EveryPass,
        Missing::Wrong,
        &placements,
    );
    let rows: Vec<_> =
        score.results.iter().map(|row| (row.split.as_str(), row.questions)).collect();
    assert_eq!(rows, [("all", 2), ("dev", 1), ("test", 1)]);
}

#[test]
fn a_pass_belongs_where_its_question_does_unless_its_row_says_otherwise() {
    let mut asked = question("1", "dev", 2);
    asked.category = Some("ocr".into());
    let score = score(&[asked], &model("m", "rb"), Strategy::EveryPass, Missing::Wrong);
    assert!(score.results.iter().any(|row| (row.name.as_str(), row.questions) == ("ocr", 2)));
}

#[test]
fn a_question_of_fewer_listed_passes_than_choices_is_mentioned() {
    let mut asked = question("1", "dev", 4);
    asked.required = RequiredPasses::Listed([Pass(0), Pass(2)].into());
    let warnings = |choices| {
        let asked = AskedQuestion { choices, ..asked.clone() };
        score(&[asked], &model("m", "r-r"), Strategy::Circular, Missing::Wrong).warnings
    };
    let [warning] = &warnings(4)[..] else { panic!("{:?}", warnings(4)) };
    assert!(warning.starts_with("1 questions have fewer passes in the data set"), "{warning}");
    assert!(warnings(2).is_empty());
}

#[test]
fn undecided_questions_are_counted_by_what_they_lack() {
    let questions = ["1", "2", "3", "4", "5"].map(|key| question(key, "dev", 2));
    let answers = model("m", "r- -r r? rr ??");
    let score_by = |strategy| score(&questions, &answers, strategy, Missing::Wrong);
    let circular = score_by(Strategy::Circular);
    assert_eq!(circular.undecided, Undecided { missing_passes: 2, not_extracted: 2 });
    assert_eq!((overall(&circular), circular.questions), ((1, 5), 5));
    let every = score_by(Strategy::EveryPass);
    assert_eq!(every.undecided, Undecided { missing_passes: 2, not_extracted: 3 });
    assert_eq!((overall(&every), every.questions), ((5, 10), 5));
    assert_eq!(overall(&score(&questions, &answers, Strategy::EveryPass, Missing::Kit)), (5, 8));
    let left_out = score(&questions, &answers, Strategy::EveryPass, Missing::Exclude);
    assert_eq!(overall(&left_out), (5, 5));
    let named = |start: &str| circular.warnings.iter().find(|text| text.starts_with(start));
    assert!(named("1 questions lack their first row").is_some_and(|text| text.ends_with("(2)")));
    assert!(named("1 questions lack passes").is_some_and(|text| text.ends_with("(1)")));
    let first = score_by(Strategy::FirstPass);
    assert_eq!(first.warnings.len(), 1, "only first rows are asked for: {:?}", first.warnings);
}

#[test]
fn a_question_without_reference_answer_is_mentioned_where_it_was_asked() {
    let mut questions = ["1", "2", "3", "4"].map(|key| question(key, "dev", 1));
    questions[1..].iter_mut().for_each(|question| question.answer = None);
    let answers = model("m", "r r r -");
    let placements = Placements::new(&questions, Taxonomy::mmbench());
    let table = ScoringTable::new(&questions, &answers);
    let score = table.score(Strategy::FirstPass, Missing::Wrong, &placements);
    assert_eq!((overall(&score), score.questions), ((1, 1), 1));
    assert_eq!(score.warnings, ["2 questions have no reference answer: they are not counted"]);
    let judged = table.judgements(Strategy::FirstPass, Missing::Wrong);
    assert_eq!(judged.iter().flatten().count(), 1);
}

#[test]
fn passes_can_be_changed_in_place() {
    let questions = [question("1", "dev", 1)];
    let mut answers = model("m", "b");
    for pass in answers.passes_mut() {
        pass.extracted.answer = Answer::Label(Label::A);
    }
    let score = score(&questions, &answers, Strategy::FirstPass, Missing::Wrong);
    assert_eq!(overall(&score), (1, 1));
}
