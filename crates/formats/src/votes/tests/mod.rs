//! Votes files as programs write them, in small.

mod round_trips;

use std::fs;
use std::path::PathBuf;

use super::*;
use assay_core::votes::{Reading, Undecided};

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("votes");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn read(text: &str) -> VotesFile {
    let (_folder, path) = file(text);
    read_votes(&path, None).unwrap()
}

fn refused(text: &str) -> String {
    let (_folder, path) = file(text);
    read_votes(&path, None).unwrap_err().to_string()
}

/// Each row as `question turn first second judge said`.
fn lines(file: &VotesFile) -> Vec<String> {
    let said = |said: &Said| match said {
        Said::Pair(Reading::Preference(preference)) => preference.to_string(),
        Said::Pair(Reading::Scores { first, second }) => format!("{first}:{second}"),
        Said::Single(Ok(score)) => score.to_string(),
        Said::Pair(Reading::Undecided(because)) | Said::Single(Err(because)) => {
            because.name().to_owned()
        }
    };
    let line = |row: &VoteRow| {
        let second = row.second.as_deref().unwrap_or("-");
        let judge = row.judge.as_ref().map_or("-", |judge| &judge.name);
        let (question, turn, first) = (&row.question.key, row.turn, &row.first);
        format!("{question} {turn} {first} {second} {judge} {}", said(&row.said))
    };
    file.rows.iter().map(line).collect()
}

fn skipped(file: &VotesFile) -> Vec<String> {
    file.skipped.iter().map(ToString::to_string).collect()
}

/// A file of the shared data of judges; `None`, with a message, where it is absent.
fn shared(name: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/judges");
    let (plain, packed) = (root.join(name), root.join(format!("{name}.gz")));
    let text = fs::read_to_string(&plain).ok().or_else(|| {
        let mut text = String::new();
        let packed = fs::File::open(packed).ok()?;
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed), &mut text).ok()?;
        Some(text)
    });
    if text.is_none() {
        eprintln!("skipped: {name} is not here");
    }
    text.map(|text| file(&text))
}

/// How many of the rows say this.
fn count(file: &VotesFile, is_counted: impl Fn(Reading) -> bool) -> usize {
    let said = file.rows.iter().map(|row| row.said);
    said.filter(|said| matches!(said, Said::Pair(reading) if is_counted(*reading))).count()
}

#[test]
fn a_table_has_one_vote_in_a_row_under_any_of_its_names() {
    let plain = read("question,left,right,judge,winner\nq1,a,b,annotator1,left\nq1,a,b,gpt-4,\n");
    assert_eq!(plain.format, VotesFormat::Long);
    assert_eq!(lines(&plain), ["q1 0 a b annotator1 1", "q1 0 a b gpt-4 null"]);
    let kinds = plain.rows.iter().map(|row| row.judge.as_ref().unwrap().kind);
    assert_eq!(kinds.collect::<Vec<_>>(), [JudgeKind::Person, JudgeKind::Model]);

    let evalica = read(
        "id,prompt,model_x,model_y,worker,winner,left,right\n0,8,97,98,58,tie,Airo,Weaver 12k\n",
    );
    assert_eq!(lines(&evalica), ["8 0 Airo Weaver 12k 58 0.5"]);
    assert_eq!(evalica.rows[0].judge.as_ref().unwrap().kind, JudgeKind::Person);
    let arena = read("question_id\tmodel_a\tmodel_b\tturn\twinner\n7\ta\tb\t2\tmodel_b\n");
    assert_eq!(lines(&arena), ["7 2 a b - 0"]);
    let unnamed = read("x;y;winner\na;b;b\nb;c;tie (bothbad)\n");
    assert_eq!(lines(&unnamed), ["1 0 a b - 0", "2 0 b c - both bad"]);
    assert!(unnamed.warnings[0].starts_with("there is no question"), "{:?}", unnamed.warnings);
}

#[test]
fn a_broken_row_of_a_table_is_named_and_the_others_are_read() {
    let text = "question,left,right,judge,winner,preference\n\
        q1,a,b,j,c,\nq2,a,a,j,left,\nq3,,b,j,left,\nq4,a,b,j,,1.5\nq5,a,b\nq6,a,b,j,left,\n";
    let read = read(text);
    assert_eq!(lines(&read), ["q6 0 a b j 1"]);
    let skipped = skipped(&read);
    for (found, expected) in skipped.iter().zip([
        "row 1 (line 2), column winner: found “c”; expected left, right, tie, “a”, “b”",
        "row 2 (line 3): the model “a” is compared with itself",
        "row 3 (line 4), column left: there is none",
        "row 4 (line 5), column winner: the preference is 1.5; expected 0 to 1",
        "row 5 (line 6): 3 cells, but the first line names 6 columns",
    ]) {
        assert!(found.starts_with(expected), "{found}");
    }
    assert_eq!(skipped.len(), 5);
    let bad = refused("question,left,winner\nq1,a,left\n");
    assert!(bad.contains("column right: there is none; expected the name of a model"), "{bad}");
}

#[test]
fn the_same_question_pair_and_judge_again_is_a_repeat() {
    let head = "question,left,right,judge,winner\n";
    let read = read(&format!("{head}q1,a,b,j,left\nq1,b,a,j,left\nq1,a,b,j,right\n"));
    let repeats: Vec<u16> = read.rows.iter().map(|row| row.repeat).collect();
    assert_eq!(repeats, [0, 0, 1], "the other order is not a repeat");
    assert!(read.warnings[0].contains("counted as a repeat (row 3)"), "{:?}", read.warnings);
}

#[test]
fn alpaca_evals_preferences_are_read_with_ties_grades_and_nulls() {
    let record = |preference: &str| {
        format!(
            "{{\"instruction\": \"Sing.\", \"generator_1\": \"base\", \"output_1\": \"la\", \
             \"generator_2\": \"m\", \"output_2\": \"lo\", \"annotator\": \"gpt4\", \
             \"dataset\": \"oasst\", \"preference\": {preference}}}"
        )
    };
    let preferences = ["1", "2.0", "1.25", "0", "1.5", "null", "NaN", "2.5", "\"one\"", "-1"];
    let read = read(&format!("[{}]", preferences.map(record).join(",\n")));
    assert_eq!(read.format, VotesFormat::AlpacaEval);
    let found: Vec<String> =
        lines(&read).iter().map(|line| line.replace("Sing. 0 base m gpt4 ", "")).collect();
    assert_eq!(found, ["1", "0", "0.75", "0.5", "0.5", "null", "null"]);
    let row = &read.rows[2];
    assert_eq!(row.grade.as_deref(), Some("1.25"));
    assert_eq!(row.question.text.as_deref(), Some("Sing."));
    assert_eq!(row.question.category.as_deref(), Some("oasst"));
    assert_eq!(row.answers.each_ref().map(|answer| answer.as_deref()), [Some("la"), Some("lo")]);
    let skipped = skipped(&read);
    assert_eq!(skipped.len(), 3);
    assert!(skipped[0].starts_with("row 8 (line 8), column preference: found 2.5"), "{skipped:?}");
}

#[test]
fn fastchats_record_has_two_games_of_which_the_second_is_shown_swapped() {
    let record = |one: &str, two: &str| {
        format!(
            "{{\"question_id\": 81, \"model_1\": \"a\", \"model_2\": \"b\", \"g1_winner\": {one}, \
             \"g2_winner\": {two}, \"judge\": [\"gpt-4\", \"pair-v2\"], \"g1_judgment\": \"one\", \
             \"g2_judgment\": \"two\", \"turn\": 1}}\n"
        )
    };
    let read_one = |one, two| read(&record(one, two));
    let found = read_one("\"model_1\"", "\"model_1\"");
    assert_eq!(lines(&found), ["81 1 a b gpt-4/pair-v2 1", "81 1 b a gpt-4/pair-v2 0"]);
    assert_eq!(found.rows[1].text.as_deref(), Some("two"));
    assert_eq!(found.rows[1].template.as_deref(), Some("pair-v2"));
    let found = read_one("\"error\"", "null");
    assert_eq!(lines(&found), ["81 1 a b gpt-4/pair-v2 error", "81 1 b a gpt-4/pair-v2 null"]);
    let bad = refused(&record("\"a\"", "\"tie\""));
    assert!(bad.contains("column g1_winner: found “a”; expected model_1, model_2, tie"), "{bad}");
}

#[test]
fn fastchats_scores_count_a_failure_and_people_vote_by_turn() {
    let score = |score: &str| {
        format!(
            "{{\"question_id\": 81, \"model\": \"m\", \"judge\": [\"gpt-4\", \"single-v1\"], \
             \"judgment\": \"[[9]]\", \"score\": {score}, \"turn\": 2}}\n"
        )
    };
    let found = read(&["9", "-1", "null", "11"].map(score).concat());
    let said = ["9", "failed", "null"].map(|said| format!("81 2 m - gpt-4/single-v1 {said}"));
    assert_eq!(lines(&found), said);
    assert!(found.skipped[0].reason.contains("expected a score from 0 to 10"));

    let people = read(
        "{\"question_id\": 81, \"model_a\": \"a\", \"model_b\": \"b\", \"winner\": \"model_b\", \
         \"judge\": \"author_2\", \"conversation_a\": [{\"content\": \"Sing.\", \"role\": \"user\"}, \
         {\"content\": \"la\", \"role\": \"assistant\"}, {\"content\": \"Again.\", \"role\": \"user\"}, \
         {\"content\": \"la la\", \"role\": \"assistant\"}], \"conversation_b\": [], \"turn\": 2}\n",
    );
    assert_eq!(
        (people.format, lines(&people).join("")),
        (VotesFormat::FastChat, "81 2 a b author_2 0".into())
    );
    let row = &people.rows[0];
    assert_eq!(row.question.text.as_deref(), Some("Sing."));
    assert_eq!(row.answers[0].as_deref(), Some("la la"));
    assert_eq!(row.judge.as_ref().unwrap().kind, JudgeKind::Person);
}

#[test]
fn the_real_files_of_alpaca_eval_have_their_wins_and_nulls() {
    let name = "alpaca_eval/alpaca_eval_gpt4__Yi-34B-Chat.json";
    let Some((_folder, path)) = shared(name) else { return };
    let found = read_votes(&path, None).unwrap();
    assert_eq!((found.rows.len(), found.skipped.len()), (805, 0));
    let null = Reading::Undecided(Undecided::Null);
    assert_eq!(count(&found, |reading| reading == null), 2);
    assert_eq!(count(&found, |reading| reading == Reading::SECOND), 754);
    assert_eq!(count(&found, |reading| reading == Reading::FIRST), 46);
    assert_eq!(count(&found, |reading| reading == Reading::TIE), 3);
}

#[test]
fn the_real_files_of_fastchat_evalica_and_people_are_read_whole() {
    if let Some((_folder, path)) = shared("fastchat/pair_phi3.jsonl") {
        let found = read_votes(&path, None).unwrap();
        assert_eq!((found.rows.len(), found.skipped.len()), (150, 0));
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
        let error = Reading::Undecided(Undecided::Error);
        assert_eq!(count(&found, |reading| reading == error), 3);
        assert_eq!(count(&found, |reading| reading == Reading::TIE), 25);
        let wins = |model: &str| {
            let won = |row: &&VoteRow| match row.said {
                Said::Pair(Reading::FIRST) => &*row.first == model,
                Said::Pair(Reading::SECOND) => row.second.as_deref() == Some(model),
                _ => false,
            };
            found.rows.iter().filter(won).count()
        };
        assert_eq!((wins("phi-3"), wins("phi-3-dpo")), (60, 62));
    }
    if let Some((_folder, path)) = shared("fastchat/single_phi3.jsonl") {
        let found = read_votes(&path, None).unwrap();
        let scores: Vec<f64> = found
            .rows
            .iter()
            .filter_map(
                |row| if let Said::Single(Ok(score)) = row.said { Some(score) } else { None },
            )
            .collect();
        assert_eq!(scores.len(), 160);
        assert!((scores.iter().sum::<f64>() / 160.0 - 8.2).abs() < 1e-12);
    }
    if let Some((_folder, path)) = shared("evalica/food.csv") {
        assert_eq!(read_votes(&path, None).unwrap().rows.len(), 30);
    }
    if let Some((_folder, path)) = shared("people_and_judge/votes_long.csv") {
        let found = read_votes(&path, None).unwrap();
        let null = Reading::Undecided(Undecided::Null);
        assert_eq!((found.rows.len(), count(&found, |reading| reading == null)), (600, 4));
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    }
}

#[test]
fn arena_hards_games_are_graded_and_the_baseline_is_shown_first() {
    let record = |games: &str| {
        format!(
            "{{\"uid\": \"u\", \"category\": \"hard\", \"judge\": \"gpt-4.1\", \"model\": \"m\", \
             \"baseline\": \"base\", \"games\": {games}}}\n"
        )
    };
    let both =
        "[{\"score\": \"A>>B\", \"judgment\": {\"answer\": \"My verdict\"}}, {\"score\": \"B<A\"}]";
    let found = read(&[both, "[null, {\"score\": null}]", "null"].map(record).concat());
    assert_eq!(found.format, VotesFormat::ArenaHard);
    let null = ["u 0 base m gpt-4.1 null", "u 0 m base gpt-4.1 null"];
    assert_eq!(lines(&found)[..2], ["u 0 base m gpt-4.1 1", "u 0 m base gpt-4.1 0.75"]);
    assert_eq!(
        (&lines(&found)[2..4], &lines(&found)[4..]),
        (&null.map(str::to_owned)[..], &null.map(str::to_owned)[..])
    );
    assert_eq!(found.rows[0].text.as_deref(), Some("My verdict"));
    let one = read(&record("[{\"score\": \"A=B\"}]"));
    assert_eq!(lines(&one), ["u 0 base m gpt-4.1 0.5"]);
    assert!(one.warnings[0].starts_with("the file has only one of the two orders"));
    let bad = refused(&record("[{\"score\": \"A>>>B\"}, null]"));
    assert!(bad.contains("found “A>>>B”; expected A>>B, A>B, A=B, B>A, B>>A or null"), "{bad}");
}

#[test]
fn wildbenchs_choice_and_winner_must_agree() {
    let record = |choice: &str, winner: &str| {
        format!(
            "{{\"session_id\": \"s\", \"model_A\": \"a\", \"model_B\": \"b\", \"parsed_result\": {choice}, \
             \"winner\": {winner}, \"extent\": 1, \"model_outputs\": {{\"a\": \"la\", \"b\": \"lo\"}}}}"
        )
    };
    let records = [
        record("{\"reason\": \"x\", \"choice\": \"A+\"}", "\"a\""),
        record("{\"choice\": \"B++\"}", "\"b\""),
        record("null", "\"b\""),
        record("\"no JSON\"", "null"),
        record("null", "null"),
        record("{\"choice\": \"A+\"}", "\"b\""),
        record("{\"choice\": \"A+\"}", "\"c\""),
        record("{\"choice\": \"A\"}", "\"a\""),
    ];
    let found = read(&format!("[{}]", records.join(",")));
    let said: Vec<String> = lines(&found).iter().map(|line| line[10..].to_owned()).collect();
    assert_eq!(said, ["0.75", "0", "0.25", "unresolved", "null"]);
    assert_eq!(found.rows[0].answers[1].as_deref(), Some("lo"));
    assert_eq!(found.rows[0].text.as_deref(), Some("{\"reason\":\"x\",\"choice\":\"A+\"}"));
    assert_eq!(found.skipped.len(), 3);

    let score = |score: &str| {
        format!("{{\"session_id\": \"s\", \"model_test\": \"m\", \"score\": {score}}}")
    };
    let scores = ["\"7\"", "8", "\"N/A\"", "null", "\"12\""].map(score).join(",");
    let found = read(&format!("[{scores}]"));
    let said: Vec<String> = lines(&found).iter().map(|line| line[10..].to_owned()).collect();
    assert_eq!(said, ["7", "8", "unresolved", "null"]);
}

#[test]
fn judgebench_has_a_label_and_two_orders_of_one_models_answers() {
    let record = |id: &str, judgments: &str| {
        format!(
            "{{\"pair_id\": \"{id}\", \"source\": \"law\", \"question\": \"Q\", \"response_model\": \"m\", \
             \"response_A\": \"la\", \"response_B\": \"lo\", \"label\": \"B>A\", \"judge_name\": \"arena_hard\", \
             \"judgments\": {judgments}}}\n"
        )
    };
    let judgment = |decision: &str| {
        format!(
            "{{\"judgment\": {{\"judge_model\": \"gpt-4o\", \"response\": \"r\"}}, \"decision\": {decision}}}"
        )
    };
    let both = format!("[{}, {}]", judgment("\"A>>B\""), judgment("null"));
    let found = read(&(record("p", &both) + &record("q", "null")));
    assert_eq!(
        lines(&found),
        [
            "p 0 m (A) m (B) label 0",
            "p 0 m (A) m (B) gpt-4o 1",
            "p 0 m (B) m (A) gpt-4o null",
            "q 0 m (A) m (B) label 0",
            "q 0 m (A) m (B) gpt-4o null",
            "q 0 m (B) m (A) gpt-4o null"
        ],
        "a judgment that failed is the judge's"
    );
    let row = &found.rows[2];
    assert_eq!(row.answers.each_ref().map(|answer| answer.as_deref()), [Some("lo"), Some("la")]);
    assert_eq!(row.template.as_deref(), Some("arena_hard"));
    assert_eq!(found.rows[0].judge.as_ref().unwrap().kind, JudgeKind::Label);
}

#[test]
fn both_generations_of_mllm_bench_are_read_by_their_own_words() {
    let record = |key: &str, prompt: &str, answer: &str| {
        format!(
            "{{\"unique_idx\": \"{key}\", \"prompt\": \"{prompt}\", \"model_1\": \"a\", \"model_2\": \"b\", \
             \"raw_answer1\": \"la\", \"raw_answer2\": \"lo\", \"answer\": {answer}, \"gen_model_id\": \"gpt4v\"}}\n"
        )
    };
    let first = "### Evaluation by Voting ### You should ONLY output your vote";
    let second = "'unable to decide: situation one'\\n~~~Question\\nSing.\\n~~~";
    let found = read(
        &[
            record("3_1", first, "\"Tie\""),
            record("3_2", first, "\"unable to decide: situation one\""),
            record("4_1", second, "\"unable to decide: situation one\""),
            record("4_2", second, "\"Tie\""),
            record("5_1", "", "\"Answer1\""),
            record("5_2", "", "\"```Answer1\\n8\\n```\\n```Answer2\\n9\\n```\""),
            record("6", "", "null"),
        ]
        .concat(),
    );
    assert_eq!(
        lines(&found),
        [
            "3 0 a b gpt4v 0.5",
            "3 0 a b gpt4v unresolved",
            "4 0 a b gpt4v unable to decide: situation one",
            "4 0 a b gpt4v unresolved",
            "5 0 a b gpt4v 1",
            "5 0 a b gpt4v 8:9",
            "6 0 a b gpt4v null"
        ]
    );
    assert_eq!(found.rows[2].question.text.as_deref(), Some("Sing."));
    let templates: Vec<Option<&str>> =
        found.rows.iter().map(|row| row.template.as_deref()).collect();
    assert_eq!(
        templates[..5],
        [
            Some("mllm-bench-vote-1"),
            Some("mllm-bench-vote-1"),
            Some("mllm-bench-vote-2"),
            Some("mllm-bench-vote-2"),
            None
        ]
    );
}

#[test]
fn mllm_as_a_judge_has_people_beside_the_judge() {
    let found = read(
        "{\"score_id\": 0, \"name\": \"llava\", \"answer\": \"la\", \"id\": 7, \"instruction\": \"Sing.\", \
         \"original_dataset\": \"coco\", \"human\": \"4\", \"mllm_judge\": \"[[1]]\"}\n\
         {\"id\": 7, \"pair_id\": 5, \"instruction\": \"Sing.\", \"answer1\": {\"name\": \"gpt4\", \"answer\": \"lu\"}, \
         \"answer2\": {\"name\": \"llava\", \"answer\": \"la\"}, \"human_answer\": \"C\"}\n",
    );
    assert_eq!(found.format, VotesFormat::MllmAsAJudge);
    assert_eq!(
        lines(&found),
        ["7 0 llava - human 4", "7 0 llava - - 1", "7 0 gpt4 llava human 0.5"]
    );
    assert_eq!(found.rows[2].answers[1].as_deref(), Some("la"));
}

#[test]
fn a_file_without_one_good_row_says_what_is_wrong_with_the_first() {
    for (text, problem) in [
        ("{\"a\": 1,}\n{\"b\": 2,}\n", "cannot be read as JSON"),
        (
            "question,left,right,judge,winner\nq1,a,b\n",
            "3 cells, but the first line names 5 columns",
        ),
    ] {
        let refused = refused(text);
        assert!(refused.contains("row 1") && refused.contains(problem), "{refused}");
    }
    assert!(refused("{\"a\": 1}\n").contains("known layout: mllm-bench"), "readable, but strange");
}

#[test]
fn one_vote_more_often_than_can_be_numbered_is_listed_and_not_merged() {
    let rows = "q1,a,b,j,left\n".repeat(usize::from(u16::MAX) + 2);
    let found = read(&format!("question,left,right,judge,winner\n{rows}"));
    assert_eq!((found.rows.len(), found.skipped.len()), (usize::from(u16::MAX), 2));
    assert!(found.skipped[0].reason.contains("65535 rows before"), "{:?}", found.skipped[0]);
}

#[test]
fn a_turn_that_is_not_a_number_is_named() {
    let head = "question,left,right,judge,winner,turn\n";
    let found = read(&format!("{head}q1,a,b,j,left,2\nq1,a,b,j,left,last\n"));
    assert_eq!(lines(&found), ["q1 2 a b j 1"]);
    assert!(skipped(&found)[0].contains("/turn is “last”; expected a whole number"));
}

#[test]
fn a_format_that_is_named_is_expected() {
    let (_folder, path) = file("{\"question\": 1}\n");
    let bad = read_votes(&path, Some(VotesFormat::WildBench)).unwrap_err().to_string();
    assert!(bad.contains("found the fields “question”; expected session_id, model_A"), "{bad}");
    let (_folder, path) = file("question,left,right,winner\n");
    let bad = read_votes(&path, Some(VotesFormat::FastChat)).unwrap_err().to_string();
    assert!(bad.contains("this is not JSON"), "{bad}");
    assert!(refused("{}\n{}\n").contains("found the fields “”; expected those of a known layout"));
    assert!(refused("question,left,right,winner\n").contains("there is no row in it"));
}

#[test]
fn answers_are_read_from_the_files_of_five_programs() {
    let answers = |text: &str| {
        let (_folder, path) = file(text);
        let found = read_answers(&path).unwrap();
        assert!(found.skipped.is_empty(), "{:?}", found.skipped);
        let line = |row: &AnswerRow| {
            let (model, key) = (row.model.as_deref().unwrap_or("-"), &row.question.key);
            format!("{key} {} {model} {}", row.turn, row.answer)
        };
        found.rows.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        answers(
            "{\"question_id\": 81, \"model_id\": \"m\", \"choices\": [{\"index\": 0, \"turns\": [\"la\", \"lo\"]}]}\n"
        ),
        ["81 1 m la", "81 2 m lo"]
    );
    assert_eq!(
        answers(
            "{\"uid\": \"u\", \"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"Sing.\"}, \
                 {\"role\": \"assistant\", \"content\": {\"answer\": \"la\"}}]}\n"
        ),
        ["u 0 m la"]
    );
    assert_eq!(
        answers("[{\"instruction\": \"Sing.\", \"output\": \"la\", \"generator\": \"m\"}]"),
        ["Sing. 0 m la"]
    );
    assert_eq!(
        answers(
            "[{\"unique_idx\": 6, \"question\": \"Sing.\", \"gen_model_id\": \"m\", \"answer\": \"\"}]"
        ),
        ["6 0 m "]
    );
    assert_eq!(answers("{\"question\": \"q1\", \"answer\": \"la\"}\n"), ["q1 0 - la"]);
    let (_folder, path) = file("{\"question\": \"q1\"}\n");
    let bad = read_answers(&path).unwrap_err().to_string();
    assert!(bad.contains("expected the fields question_id and choices"), "{bad}");
}

#[test]
fn the_real_files_of_judgebench_and_wildbench_are_read_whole() {
    if let Some((_folder, path)) = shared("judgebench/skywork-8b.jsonl") {
        let mut found = read_votes(&path, None).unwrap();
        assert_eq!((found.rows.len(), found.skipped.len()), (3 * 350, 0));
        found.rows.retain(|row| row.judge.as_ref().unwrap().kind != JudgeKind::Label);
        assert_eq!(count(&found, |reading| reading == Reading::FIRST), 349);
        assert_eq!(count(&found, |reading| reading == Reading::SECOND), 351);
    }
    if let Some((_folder, path)) = shared("wildbench/pairwise_derived.json") {
        let found = read_votes(&path, None).unwrap();
        assert_eq!((found.rows.len(), found.skipped.len()), (300, 0));
        assert_eq!(count(&found, |reading| reading == Reading::TIE), 102);
        assert_eq!(count(&found, |reading| reading == Reading::FIRST), 22);
        assert_eq!(count(&found, |reading| reading == Reading::Preference(0.75)), 81);
    }
    if let Some((_folder, path)) = shared("wildbench/score__gemma-7b-it.json") {
        let found = read_votes(&path, None).unwrap();
        let score = |row: &VoteRow| match row.said {
            Said::Single(Ok(score)) => score,
            other => panic!("{other:?}"),
        };
        assert_eq!((found.rows.len(), found.skipped.len()), (1024, 0));
        assert!(
            (found.rows.iter().map(score).sum::<f64>() / 1024.0 - 5.508_789_062_5).abs() < 1e-12
        );
    }
}
