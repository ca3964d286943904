//! `assay tables` over the models that come with the sample.

use std::path::Path;

use crate::harness::Workplace;

const SEEING: [&str; 6] =
    ["sim-strong", "sim-verbose", "sim-terse", "sim-refusing", "sim-position", "sim-weak"];

/// A workplace with the sample benchmark and these of its simulated models.
fn with_models(models: &[&str]) -> Workplace {
    let place = Workplace::new();
    place.run(&["import", "questions", &sample("sample_en.tsv")]);
    for model in models {
        let file = sample(&format!("predictions/{model}.tsv"));
        place.run(&["import", "predictions", &file, "--model", model]);
    }
    place
}

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name);
    path.display().to_string()
}

#[test]
fn every_table_is_a_key_of_one_document_and_agrees_with_eval() {
    let team = with_models(&SEEING);
    let tables = team.json(&["tables"]);
    for key in ["overview", "vanilla", "matching", "choices", "refusals", "hardest", "compare"] {
        assert!(!tables[key].is_null(), "{key}");
    }
    let eval = team.json(&["eval"]);
    for row in tables["overview"]["rows"].as_array().unwrap() {
        let models = eval["models"].as_array().unwrap();
        let same = models.iter().find(|model| model["model"] == row["model"]).unwrap();
        let overall = &same["results"][0];
        assert_eq!(row["overall"]["value"], overall["accuracy"]);
        assert_eq!(row["overall"]["n"], overall["questions"]);
    }
}

#[test]
fn the_table_has_the_papers_abbreviations_in_its_order_and_says_its_rules() {
    let team = with_models(&["sim-terse"]);
    let shown = team.run(&["tables", "overview", "--rules", "assay", "--missing", "exclude"]);
    let mut lines = shown.lines();
    let title = lines.next().unwrap();
    for printed in ["60 questions", "rules assay", "strategy circular", "left out"] {
        assert!(title.contains(printed), "{title}");
    }
    let heads: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert!(heads.windows(6).any(|six| six == ["CP", "FP-S", "FP-C", "AR", "LR", "RR"]));
}

#[test]
fn a_model_that_takes_the_first_choice_shows_it_and_drops_under_circular() {
    let team = with_models(&["sim-position"]);
    let tables = team.json(&["tables", "choices", "vanilla"]);
    assert!(tables["overview"].is_null());
    let model = &tables["choices"]["models"][0];
    let (said, records) =
        (model["labels"][0].as_u64().unwrap(), model["records"].as_u64().unwrap());
    assert!(2 * said > records, "A in more than half of its answers: {model}");
    assert!(tables["vanilla"][0]["change"].as_f64().unwrap() < -0.1);
}

#[test]
fn refusals_count_for_the_upper_bound_though_vlmevalkits_rules_read_none() {
    let team = with_models(&["sim-refusing"]);
    let row = &team.json(&["tables", "refusals"])["refusals"][0];
    assert!(row["refused_passes"].as_u64().unwrap() > 20, "{row}");
    assert!(row["upper_bound"]["value"].as_f64() > row["accuracy"]["value"].as_f64(), "{row}");
}

#[test]
fn without_stored_extractions_the_column_says_so() {
    let team = with_models(&["sim-verbose"]);
    assert!(team.run(&["tables", "matching"]).contains("none stored"));
    let csv = team.run(&["tables", "matching", "-o", "csv"]);
    assert_eq!(csv.lines().count(), 4, "names, two match rates, an accuracy: {csv}");
}

#[test]
fn no_model_with_pictures_is_right_about_a_planted_wrong_question() {
    let team = with_models(&SEEING);
    let tables = team.json(&["tables", "hardest", "--rules", "assay"]);
    let unsolved: Vec<&str> = tables["hardest"]["unsolved"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| question["question"].as_str().unwrap())
        .collect();
    let planted: toml::Table =
        toml::from_str(&std::fs::read_to_string(sample("planted.toml")).unwrap()).unwrap();
    let planted = planted["planted"].as_array().unwrap();
    let mut wrong = planted.iter().filter(|one| one["kind"].as_str() == Some("wrong")).peekable();
    assert!(wrong.peek().is_some());
    for question in wrong {
        let key = question["key"].as_str().unwrap();
        assert!(unsolved.contains(&key), "{key} is not in {unsolved:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_intervals() {
    let team = with_models(&["sim-strong", "sim-weak"]);
    let words = ["tables", "compare", "--resamples", "500", "--seed", "7"];
    assert_eq!(team.run(&words), team.run(&words));
    let pair = &team.json(&words)["compare"]["pairs"][0];
    assert_eq!(pair["a"], "sim-strong");
    assert_eq!(pair["difference"]["n"], 60);
}

#[test]
fn what_is_not_there_is_named_with_what_is() {
    let team = with_models(&["sim-terse"]);
    for (arguments, named) in [
        (["tables", "--model", "nobody"], "sim-terse"),
        (["tables", "--input", "text"], "--input text"),
        (["tables", "--split", "train"], "of split train"),
    ] {
        let message = team.failure(&arguments);
        assert!(message.contains(named), "{message}");
    }
}

#[test]
fn all_tables_are_one_in_csv_with_plain_numbers_and_what_they_rest_on() {
    let team = with_models(&SEEING);
    let text = team.run(&["tables", "-o", "csv", "--resamples", "100"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("names").clone();
    let at = |name: &str| names.iter().position(|known| known == name).expect("a column");
    let (table, rules, strategy, missing, value) =
        (at("table"), at("rules"), at("strategy"), at("missing"), at("value"));
    let mut tables: Vec<String> = Vec::new();
    for row in reader.records() {
        let row = row.expect("as many cells as columns, but for those left empty");
        assert_eq!((&row[rules], &row[missing]), ("vlmevalkit-late", "wrong"));
        assert!(["circular", "first-pass", ""].contains(&&row[strategy]), "{row:?}");
        assert!(row[value].is_empty() || row[value].parse::<f64>().is_ok(), "{row:?}");
        if tables.last().is_none_or(|last| *last != row[table]) {
            tables.push(row[table].to_owned());
        }
    }
    let expected =
        ["matching", "vanilla", "overview", "refusals", "choices", "hardest", "unsolved"];
    assert_eq!(tables[..7], expected);
    assert_eq!(tables[7..], ["compare"]);
}

#[test]
fn the_scores_of_all_models_are_one_table_in_csv() {
    let team = with_models(&SEEING);
    let text = team.run(&["eval", "-o", "csv"]);
    let names = text.lines().next().expect("names");
    let begin = "benchmark,model,input,rules,extractor,strategy,missing,split,level,name,questions,correct,\
                 accuracy,wilson_low,wilson_high,undefined";
    assert!(names.starts_with(begin), "{names}");
    assert!(!text.contains('%'), "{text}");
}
