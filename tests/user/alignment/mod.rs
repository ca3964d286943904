//! People read what models wrote, and every extractor is measured against them.
//!
//! Here is the team that the tests set to work.

mod judges;
mod people;
mod stand_in;

use serde_json::Value;

use crate::extraction::assay;

struct Team {
    folder: tempfile::TempDir,
}

const QUESTIONS: &str = "index\tquestion\tA\tB\tC\tD\tanswer\tcategory\tsplit\n\
    1\tWhich animal?\tdog\tcat\thorse\tsheep\tB\tanimals\tdev\n\
    2\tWhich colour?\tred\tgreen\tblue\tgrey\tA\tcolours\tdev\n\
    3\tWhich shape?\tround\tsquare\tflat\tlong\tC\tshapes\tdev\n";

impl Team {
    /// Three questions and two models; one of them has a slash in its name.
    fn new() -> Self {
        let team = Team { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(team.path("questions.tsv"), QUESTIONS).expect("a file");
        team.done(&["import", "questions", &team.path("questions.tsv"), "--benchmark", "b"]);
        team.predictions("org/one", ["The cat, I think.", "Either red or blue.", "C"]);
        team.predictions("two", ["Something furry.", "I cannot say.", "It is square or flat."]);
        team
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path").to_owned()
    }

    fn predictions(&self, model: &str, texts: [&str; 3]) {
        let mut file = String::from("index\tprediction\n");
        for (index, text) in texts.iter().enumerate() {
            file.push_str(&format!("{}\t{text}\n", index + 1));
        }
        let path = self.path("predictions.tsv");
        std::fs::write(&path, file).expect("a file");
        self.done(&["import", "predictions", &path, "--model", model, "--replace"]);
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        let database = self.path("assay.db");
        assay(&[&["--db", &database], arguments].concat())
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).expect("JSON")
    }

    fn reads(&self, person: &str, prediction: &str, label: &str) {
        self.done(&["decide", "extract", prediction, "--as", person, "--label", label]);
    }
}

fn extractor<'a>(document: &'a Value, name: &str) -> &'a Value {
    let all = document["extractors"].as_array().expect("extractors");
    all.iter().find(|of| of["extractor"] == name).expect("this extractor")
}
