//! Every plain conversation of a team whose names, questions and notes hold escape sequences.
//!
//! What is asserted is the bytes that reach standard output: one hostile text in each place that people
//! or files can fill, at every queue, in both languages.

use assay::benchmark::vote::Ballot;
use assay::store::Store;
use serde_json::json;

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Said, Workplace, picture};
use crate::people_vote;

/// Writes to the clipboard, clears the screen, a C1 sequence, a bidirectional override, a zero-width
/// space and a tag, with a word by which the text is found again.
fn hostile(word: &str) -> String {
    format!("{word}\u{1b}]52;c;b3duZWQ=\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{200b}\u{e0041}.")
}

/// A character that a terminal obeys or hides.
fn is_hostile(letter: char) -> bool {
    letter.is_control() && letter != '\n' || matches!(letter, '\u{200b}' | '\u{202e}' | '\u{e0041}')
}

struct Team {
    place: Workplace,
    people: [String; 3],
}

impl Team {
    /// Three questions in two benchmarks of hostile names. Two people disagree on the first question and
    /// flag the second; a model has answered; there is a sample of its texts.
    fn new() -> Self {
        let place = Workplace::new();
        let cell = base64_simd::STANDARD.encode_to_string(picture(1));
        let mut table =
            "index\tquestion\thint\tA\tB\tanswer\tcategory\tl2-category\timage\n".to_owned();
        let mut answers = "index\tprediction\n".to_owned();
        for key in ["1", "2", "3"] {
            let [question, hint, a, b, category, group] =
                ["question", "hint", "first", "second", "category", "group"].map(hostile);
            table +=
                &format!("{key}\t{question}\t{hint}\t{a}\t{b}\tA\t{category}\t{group}\t{cell}\n");
            answers += &format!("{key}\tThe answer is {}\n", hostile("B"));
        }
        place.write("b.tsv", &table);
        place.write("p.tsv", &answers);
        let people = ["ann", "bob", "cleo"].map(hostile);
        let team = Team { place, people };
        let [ann, bob, cleo] = team.people.each_ref().map(String::as_str);
        let (benchmark, model) = (hostile("benchmark"), hostile("model"));
        team.done(&["import", "questions", "b.tsv", "--benchmark", &benchmark]);
        team.done(&["people", "add", cleo, "--role", "expert"]);
        team.done(&["import", "predictions", "p.tsv", "--model", &model]);
        team.done(&["extract", "sample", "--only", "all", "--rate", "1", "--seed", "1"]);
        let note = hostile("note");
        let flag = ["--verdict", "wrong", "--reason", "other", "--note", &note];
        for (person, key, verdict) in [
            (ann, "1", &["--verdict", "keep"][..]),
            (bob, "1", &flag),
            (ann, "2", &flag),
            (bob, "2", &flag),
        ] {
            let act = ["decide", "review", key, "--as", person, "--answer", "A"];
            team.done(&[&act[..], verdict].concat());
        }
        team
    }

    /// An open question that two models have answered, to be voted on.
    fn with_pairs() -> Self {
        let place = Workplace::new();
        let image = base64_simd::STANDARD.encode_to_string(picture(1));
        let picture = json!({"role": "stem", "image": format!("data:image/png;base64,{image}")});
        let words = hostile("question");
        let question = json!({"index": 1, "question": words, "pictures": [picture]});
        place.write("b.jsonl", &question.to_string());
        let people = ["ann", "bob", "cleo"].map(hostile);
        let team = Team { place, people };
        team.done(&["import", "questions", "b.jsonl", "--benchmark", &hostile("benchmark")]);
        let mut store = Store::open(&team.place.path("assay.db")).unwrap();
        for model in ["this", "that"] {
            people_vote::answer(&mut store, &hostile(model));
        }
        people_vote::draw(&mut store, Ballot::Better);
        team
    }

    fn done(&self, arguments: &[&str]) {
        self.place.assay(arguments).well();
    }

    fn converse(&self, queue: &str, person: &str, language: &str, lines: &str) -> Said {
        let arguments = ["annotate", queue, "--plain", "--as", person, "--language", language];
        self.place.assay_with_input(&arguments, lines)
    }
}

#[track_caller]
fn assert_harmless(said: &Said, what: &str) {
    for text in [&said.out, &said.err] {
        let found: Vec<char> = text.chars().filter(|&letter| is_hostile(letter)).collect();
        assert!(found.is_empty(), "{what}: {found:?} in {text:?}");
    }
}

#[test]
fn no_conversation_sends_a_sequence_of_the_data_to_the_terminal() {
    let (team, voters) = (Team::new(), Team::with_pairs());
    let [ann, _, cleo] = team.people.each_ref().map(String::as_str);
    let new = hostile("dora");
    let note = format!("n {}\n", hostile("mine"));
    let reviewing = format!("?\np\ng\n{note}\na\nw 0 {}\nu\nr\na\ny\ny\nb\ny\nq\n", hostile("why"));
    // A queue with what is typed at it, and a text of the data that has to have been shown.
    let conversations = [
        ("review", new.as_str(), reviewing.as_str(), "question^["),
        ("extract", ann, "?\ng\nb\nu\nz\nn hidden\nq\n", "B^["),
        ("verify", cleo, "?\ng\nn mine\na\n\nr 1 because\nu\ny\ny\nq\n", "note^["),
        ("adjudicate", cleo, "?\ng\n1\nu\n2\nu\na y as it is\nq\n", "note^["),
        ("vote", ann, "?\np\ng\nn mine\n1\nu\n=\nq\n", "that^["),
        ("board", cleo, "", "benchmark^["),
    ];
    let help = team.place.assay(&["annotate", "--help"]).well().out;
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").take_while(|line| !line.is_empty());
    // A description goes on below itself, further to the right.
    let names =
        listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let queues: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(queues, conversations.map(|(queue, ..)| queue), "a conversation without a test");
    for language in ["en", "zh"] {
        for (queue, person, lines, shown) in conversations {
            let team = if queue == "vote" { &voters } else { &team };
            let said = team.converse(queue, person, language, lines);
            assert_harmless(&said, queue);
            assert!(said.out.contains(shown), "{queue} did not show {shown}: {said:?}");
        }
    }
}

#[test]
fn show_prints_names_and_words_of_the_data_in_their_visible_form() {
    let team = Team::new();
    for arguments in [&["show", "1"][..], &["show", "1", "--answer"]] {
        let said = Said::from_output(
            &team.place.command(arguments).env("NO_COLOR", "1").output().unwrap(),
        );
        assert_harmless(&said.well(), "show");
    }
}

#[test]
fn the_list_of_benchmarks_to_choose_from_shows_visible_names() {
    let team = Team::new();
    team.done(&["import", "questions", "b.tsv", "--benchmark", &hostile("another")]);
    let arguments = ["annotate", "review", "--plain", "--as", "dora"];
    let terminal = Terminal { columns: 150, ..Terminal::default() };
    let mut session = TerminalSession::start(&team.place, &arguments, terminal);
    session.wait_for("another^[");
    session.keys("q\n");
    session.end();
    let sent = String::from_utf8_lossy(&session.seen().bytes).replace("\r\n", "\n");
    let found: Vec<char> = sent.chars().filter(|&letter| is_hostile(letter)).collect();
    assert!(found.is_empty(), "{found:?} in {sent:?}");
}
