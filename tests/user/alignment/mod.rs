//! People read what models wrote, and every extractor is measured against them.
//!
//! This file holds the workplace that the tests share.

mod judges;
mod people;
mod stand_in;

use serde_json::Value;

use crate::harness::Workplace;

const QUESTIONS: &str = "index\tquestion\tA\tB\tC\tD\tanswer\tcategory\tsplit\n\
    1\tWhich animal?\tdog\tcat\thorse\tsheep\tB\tanimals\tdev\n\
    2\tWhich colour?\tred\tgreen\tblue\tgrey\tA\tcolours\tdev\n\
    3\tWhich shape?\tround\tsquare\tflat\tlong\tC\tshapes\tdev\n";

impl Workplace {
    /// With three questions and two models; one of them has a slash in its name.
    fn with_team() -> Self {
        let place = Workplace::new();
        place.write("questions.tsv", QUESTIONS);
        place.run(&["import", "questions", "questions.tsv", "--benchmark", "b"]);
        place.predictions("org/one", ["The cat, I think.", "Either red or blue.", "C"]);
        place.predictions("two", ["Something furry.", "I cannot say.", "It is square or flat."]);
        place
    }

    fn predictions(&self, model: &str, texts: [&str; 3]) {
        let mut file = String::from("index\tprediction\n");
        for (index, text) in texts.iter().enumerate() {
            file.push_str(&format!("{}\t{text}\n", index + 1));
        }
        self.write("predictions.tsv", &file);
        self.run(&["import", "predictions", "predictions.tsv", "--model", model, "--replace"]);
    }

    fn reads(&self, person: &str, prediction: &str, label: &str) {
        self.run(&["decide", "extract", prediction, "--as", person, "--label", label]);
    }
}

fn extractor<'a>(document: &'a Value, name: &str) -> &'a Value {
    let all = document["extractors"].as_array().expect("extractors");
    all.iter().find(|of| of["extractor"] == name).expect("this extractor")
}
