//! The Agreement screens: extractors against people, down to each text, and what seeing it means.

use assay::benchmark::decision::Act;
use assay::benchmark::{HandExtraction, HandLabel, Input, Label};
use assay::evaluation::sample::{Pool, draw_sample};
use assay::extract::{Answer, Choices, RuleSet, extract};
use assay::queue::DecisionContext;
use assay::queue::{ExtractDesk, ExtractQueue};
use assay::store::{NewSample, ShownAnswers, Store, StoredExtraction};

use super::models;
use super::questions::{HOSTILE, Language};
use super::sitting::Sitting;

/// The answers of two models, read by three people and by one judge.
pub fn keep(store: &mut Store) {
    models::keep(store);
    for (name, input) in [("circular", Input::Image), ("hostile", Input::Text)] {
        let benchmark = store.the_benchmark(None).unwrap();
        let new = NewSample { name: name.into(), rate: 1.0, seed: 1, ..NewSample::default() };
        let pool = Pool { input, ..Pool::default() };
        draw_sample(store, &benchmark, &pool, &[], new).unwrap();
        let people: &[&str] = if input == Input::Image { &["ann", "bob", "cy"] } else { &["ann"] };
        for who in people {
            read(store, name, who);
        }
    }
    judge(store);
}

fn read(store: &mut Store, sample: &str, who: &str) {
    let benchmark = store.the_benchmark(None).unwrap();
    let sample = store.the_sample(&benchmark, Some(sample)).unwrap();
    let annotator = store.annotator(who).unwrap();
    let texts = sample.items;
    let mut desk = ExtractDesk::open(store, ExtractQueue { sample }, annotator, benchmark).unwrap();
    for position in 0..texts {
        let item = desk.item(position).unwrap().item.clone();
        let text = desk.load(store, position).unwrap();
        let choices = text.choices.iter().map(|choice| (choice.label, choice.text.as_str()));
        let read = extract(RuleSet::Assay, &text.text, &Choices::new(choices)).answer;
        let label = match (who, item.as_str(), read) {
            ("bob", "5/careful/1", _) => HandLabel::OffTopic,
            ("bob", "3/careful/1", _) => HandLabel::Choice(Label::from_letter('C').unwrap()),
            ("cy", "3/careful/1", _) => HandLabel::NoneOfTheChoices,
            (_, "1/careful/0" | "2/careful/1", _) => HandLabel::Refusal,
            (_, _, Answer::Label(label)) => HandLabel::Choice(label),
            _ => HandLabel::Several,
        };
        let evidence = (who == "cy").then(|| (0, text.text.find(' ').unwrap_or(1)));
        let act = Act::Extract(HandExtraction { label, shown: text.shown.clone(), evidence });
        desk.commit(store, position, act, &DecisionContext::default()).unwrap();
    }
}

fn judge(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let runs = store.runs(&benchmark).unwrap();
    let run = runs.iter().find(|run| run.model == "careful").unwrap();
    let labels: Vec<StoredExtraction> = store
        .places(run)
        .unwrap()
        .into_iter()
        .map(|place| StoredExtraction {
            question_id: place.question_id,
            pass: place.pass,
            answer: Answer::Label(Label::A),
            evidence: Some(HOSTILE.into()),
        })
        .collect();
    store.keep_all_extractions(&[(run.clone(), "gpt-4".into(), labels)]).unwrap();
}

#[test]
fn home_offers_agreement_only_where_people_have_read_texts() {
    assert!(!Sitting::with_models(Language::English).screen().contains("Agreement"));
    let home = Sitting::with_readings(Language::English).screen();
    assert!(home.contains("6  Agreement"), "{home}");
}

#[test]
fn without_a_reading_the_screen_says_how_to_get_one() {
    let mut sitting = Sitting::with_models(Language::English);
    sitting.press(":").write("agree").press("enter");
    let screen = sitting.screen();
    assert!(screen.contains("No text has been read yet"), "{screen}");
    assert!(sitting.press("enter ! &").screen().contains("No text has been read yet"));
}

#[test]
fn every_extractor_and_person_stands_beside_the_ceiling() {
    let screen = Sitting::with_readings(Language::English).press("6").screen();
    for name in ["vlmevalkit-late", "assay", "lexical", "gpt-4", "ann", "bob", "people together"] {
        assert!(screen.contains(name), "{name}: {screen}");
    }
    assert!(screen.contains("left out: 1 on which people are tied"), "{screen}");
}

#[test]
fn a_large_screen_has_the_matrix_and_the_pairs_below_the_extractors() {
    let mut sitting = Sitting::with_readings(Language::English);
    let more = ["What people read, and what", "against the others"];
    let usual = sitting.press("6").screen();
    assert!(!more.iter().any(|words| usual.contains(words)), "{usual}");
    let large = sitting.resize(200, 60).screen();
    assert!(more.iter().all(|words| large.contains(words)), "{large}");
    let pairs = sitting.press("&").screen();
    assert_eq!(pairs.matches("With the people").count(), 2, "one for each of the two: {pairs}");
}

#[test]
fn the_board_has_a_chart_of_the_last_days_below_its_rows() {
    let mut sitting = Sitting::with_readings(Language::English);
    let board = sitting.resize(200, 60).press("b").screen();
    assert!(board.contains("Decided on each of the last 14 days"), "{board}");
}

#[test]
fn a_cell_opens_its_texts_and_a_text_shows_everybodys_labels() {
    let mut sitting = Sitting::with_readings(Language::English);
    sitting.press("6 down down down enter");
    let matrix = sitting.screen();
    assert!(matrix.contains("people ↓") && matrix.contains("assay →"), "{matrix}");
    // The cursor stands on the most frequent error.
    assert!(matrix.contains("People read none, assay reads nothing: 7 texts."), "{matrix}");
    let matrix = sitting.press("home").screen();
    assert!(matrix.contains("People read none, assay reads A: 1 text."), "{matrix}");
    let listed = sitting.press("enter").screen();
    assert!(listed.contains("2/careful/1") && listed.contains("the answer is A"), "{listed}");
    let text = sitting.press("enter").screen();
    for told in ["taken in the evening?", "✗ differs", "assay read here", "marked by cy"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    for who in ["ann", "bob", "cy", "vlmevalkit-early", "lexical", "gpt-4"] {
        assert!(text.contains(who), "{who}: {text}");
    }
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "a judge's words are data");
}

#[test]
fn arrows_move_from_cell_to_cell_up_to_the_sums() {
    let mut sitting = Sitting::with_readings(Language::English);
    sitting.press("6 down down down enter home up up up up up up up");
    assert!(sitting.screen().contains("People read A, assay reads A"), "{}", sitting.screen());
    sitting.press("end");
    assert!(sitting.screen().contains("People read A: "), "{}", sitting.screen());
    sitting.press("down down down down down down down down");
    assert!(sitting.screen().contains("texts that both read"), "{}", sitting.screen());
    let all = sitting.press("enter").screen();
    assert!(all.contains("assay · all texts") && all.contains("4/loud/0/text"), "{all}");
}

#[test]
fn a_click_on_a_cell_of_the_matrix_opens_its_texts() {
    let mut sitting = Sitting::with_readings(Language::English);
    let matrix = sitting.press("6 down down down enter").screen();
    let (row, line) =
        matrix.lines().enumerate().find(|(_, line)| line.starts_with("│  A ")).expect("row A");
    let column = line.chars().position(|letter| letter == '6').expect("its count");
    let (column, row) = (column as u16, row as u16);
    let listed = sitting.click(column, row).screen();
    assert!(listed.contains("assay A · people A"), "{listed}");
}

#[test]
fn on_a_narrow_screen_the_matrix_shows_the_columns_up_to_the_cursor() {
    let mut sitting = Sitting::with_readings(Language::English);
    sitting.resize(40, 20).press("6 down down down enter home");
    let heads = |screen: String| {
        let heads = screen.lines().find_map(|line| line.strip_prefix("│  people"));
        heads.map(|heads| heads.trim_end_matches(['│', ' ']).to_owned())
    };
    let first = heads(sitting.screen()).expect("heads");
    assert!(first.contains(" A ") && first.ends_with('…') && !first.contains("sum"), "{first}");
    let last = heads(sitting.press("end").screen()).expect("heads");
    assert!(last.contains("sum") && !last.contains(" A "), "{last}");
}

#[test]
fn all_differences_are_one_key_away_and_can_be_leafed_through() {
    let mut sitting = Sitting::with_readings(Language::English);
    let listed = sitting.press("6 down down down !").screen();
    assert!(listed.contains("differs from people") && listed.contains("9 texts ·"), "{listed}");
    assert!(sitting.press("enter").screen().contains("1 of 9"));
    assert!(sitting.press("right right left").screen().contains("2 of 9"));
}

#[test]
fn two_extractors_are_compared_on_the_texts_that_only_one_reads_right() {
    let mut sitting = Sitting::with_readings(Language::English);
    let pairs = sitting.press("6 down down down &").screen();
    assert!(pairs.contains("McNemar") && pairs.contains("2000 resamples"), "{pairs}");
    let listed = sitting.press("end enter").screen();
    assert!(listed.contains("only assay or only gpt-4 is right"), "{listed}");
    let people = sitting.press("esc esc end &").screen();
    assert!(people.contains("Cohen's kappa") && people.contains("ann"), "{people}");
}

#[test]
fn whoever_saw_labels_is_known_to_have_seen_them() {
    let mut sitting = Sitting::with_readings(Language::English);
    sitting.press("6 down down down enter home");
    let has_seen = |sitting: &Sitting, key: &str| {
        let (store, desk) = (&sitting.app.session().store, sitting.app.session().review());
        let id = store.question_id(desk.benchmark(), key).unwrap();
        store.shown_answers(desk.annotator(), id).unwrap() == Some(ShownAnswers::ALL)
    };
    assert!(!has_seen(&sitting, "2"), "figures alone show no text");
    sitting.press("enter");
    assert!(has_seen(&sitting, "2") && !has_seen(&sitting, "1"));
}

#[test]
fn letters_answer_nothing_in_the_agreement_screens() {
    let mut sitting = Sitting::with_readings(Language::English);
    sitting.press("6 a b enter c z enter d y enter a t w q q & e x");
    assert_eq!(sitting.app.session().review().history().rows().len(), 0);
}
