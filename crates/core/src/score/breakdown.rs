//! Accuracy by split and by level of ability.

use std::collections::{BTreeMap, HashMap};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::benchmark::taxonomy::Taxonomy;
use crate::keyword::keywords;
use crate::statistics::wilson95;

keywords! {
    /// A level of the breakdown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Level {
        /// Everything.
        #[default]
        Overall = "overall",
        /// L-1, from the taxonomy.
        L1 = "l1",
        /// L-2, as in the data.
        L2 = "l2",
        /// L-3, the category, as in the data.
        Category = "category",
    }
}

/// The split and abilities of a question, as in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement<'a> {
    /// For instance `dev`.
    pub split: Option<&'a str>,
    /// The L-2 ability.
    pub l2_category: Option<&'a str>,
    /// The leaf ability.
    pub category: Option<&'a str>,
}

/// One line of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultRow {
    /// A split's name, or `all`.
    pub split: String,
    pub level: Level,
    /// The ability as in the data; `overall` for the level of that name.
    pub name: String,
    /// The number of questions counted.
    pub questions: usize,
    /// The number of them that are right.
    pub correct: usize,
    /// The mean of the scores from 0 to 1, if some of the questions have short answers whose rule has grades; a right
    /// answer to another question counts 1.
    pub mean_score: Option<f64>,
}

impl ResultRow {
    /// The share that is right; `None` if no question was counted.
    pub fn accuracy(&self) -> Option<f64> {
        (self.questions > 0).then(|| self.correct as f64 / self.questions as f64)
    }

    /// Wilson's 95 % interval.
    pub fn wilson95(&self) -> Option<(f64, f64)> {
        wilson95(self.correct, self.questions)
    }
}

impl Serialize for ResultRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let undefined = || json!({ "undefined": NOTHING_COUNTED, "n": 0 });
        let mut written = json!({
            "split": self.split,
            "level": self.level,
            "name": self.name,
            "questions": self.questions,
            "correct": self.correct,
            "accuracy": self.accuracy().map_or_else(undefined, Value::from),
            "wilson95": self.wilson95(),
        });
        if let Some(mean) = self.mean_score {
            written["mean_score"] = mean.into();
        }
        written.serialize(serializer)
    }
}

/// Why an accuracy is undefined.
pub const NOTHING_COUNTED: &str = "no question is left to count";

/// The name of all splits together.
const ALL: &str = "all";

/// Units of one placement, counted beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally<'a> {
    pub placement: Placement<'a>,
    /// The number of units.
    pub questions: usize,
    /// The number of them that are right.
    pub correct: usize,
    /// The number of units whose scores have grades, and the sum of these scores less the number of them that count as
    /// right.
    pub graded: Graded,
}

/// Units with scores between right and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Graded {
    /// The number of units.
    pub units: usize,
    /// What their scores add to the number of right ones, to make the sum of all scores.
    pub beyond_correct: f64,
}

impl Graded {
    /// Adds this number of equal units.
    pub fn add(&mut self, times: usize, grade: f64, is_correct: bool) {
        self.units += times;
        self.beyond_correct += times as f64 * (grade - f64::from(u8::from(is_correct)));
    }
}

/// Questions, right ones, and those with grades.
type Counts = (usize, usize, Graded);

/// Counts over all splits together and over each, on each level. Rows are sorted: `all` first, then
/// splits by name; levels from the top; abilities by name. A question without an ability on a level
/// is not counted on that level. If no question is counted at all, the overall row says so. The
/// taxonomy gives the abilities their L-1. Questions share few placements, so it is fast to count
/// them by placement first: a placement is looked up once and not once per question.
pub fn breakdown<'a>(
    taxonomy: &Taxonomy,
    tallies: impl IntoIterator<Item = Tally<'a>>,
) -> Vec<ResultRow> {
    // By the order of the rows.
    let mut counts: BTreeMap<(bool, &str, Level, &str), Counts> = BTreeMap::new();
    let mut l1_titles: HashMap<(Option<&str>, Option<&str>), Option<&str>> = HashMap::new();
    for tally in tallies.into_iter().filter(|tally| tally.questions > 0) {
        let place = tally.placement;
        let l1 = *l1_titles.entry((place.category, place.l2_category)).or_insert_with(|| {
            taxonomy.level1_of(place.category, place.l2_category).map(|l1| l1.title.as_str())
        });
        let names = [
            (Level::Overall, Some("overall")),
            (Level::L1, l1),
            (Level::L2, place.l2_category),
            (Level::Category, place.category),
        ];
        for split in [Some(ALL), place.split].into_iter().flatten() {
            for (level, name) in names {
                let Some(name) = name else { continue };
                let row = (split != ALL, split, level, name);
                let (questions, correct, graded) = counts.entry(row).or_default();
                *questions += tally.questions;
                *correct += tally.correct;
                graded.units += tally.graded.units;
                graded.beyond_correct += tally.graded.beyond_correct;
            }
        }
    }
    if counts.is_empty() {
        counts.insert((false, ALL, Level::Overall, "overall"), (0, 0, Graded::default()));
    }
    let rows = counts.into_iter().map(|((_, split, level, name), (questions, correct, graded))| {
        let (split, name) = (split.to_owned(), name.to_owned());
        let sum = correct as f64 + graded.beyond_correct;
        let mean_score = (graded.units > 0).then(|| sum / questions as f64);
        ResultRow { split, level, name, questions, correct, mean_score }
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::Keyword;

    fn question<'a>(split: &'a str, l2: &'a str, category: &'a str, correct: bool) -> Tally<'a> {
        let placement =
            Placement { split: Some(split), l2_category: Some(l2), category: Some(category) };
        let correct = usize::from(correct);
        Tally { placement, questions: 1, correct, graded: Graded::default() }
    }

    #[test]
    fn each_question_counts_once_in_all_and_once_in_its_split() {
        let rows = breakdown(
            Taxonomy::mmbench(),
            [
                question("dev", "logic_reasoning", "future_prediction", true),
                question("test", "logic_reasoning", "future_prediction", false),
                question("dev", "coarse_perception", "image_style", true),
            ],
        );
        let counts = |split: &str, level, name: &str| {
            let found =
                rows.iter().find(|r| r.split == split && r.level == level && r.name == name);
            found.map(|row| (row.questions, row.correct))
        };
        assert_eq!(counts("all", Level::Overall, "overall"), Some((3, 2)));
        assert_eq!(counts("dev", Level::Overall, "overall"), Some((2, 2)));
        assert_eq!(counts("all", Level::L1, "Reasoning"), Some((2, 1)));
        assert_eq!(counts("all", Level::L2, "logic_reasoning"), Some((2, 1)));
        assert_eq!(counts("test", Level::Category, "image_style"), None);
    }

    #[test]
    fn l1_comes_from_the_leaf_and_else_from_the_l2_ability() {
        let l1 = |l2, category| {
            let rows = breakdown(Taxonomy::mmbench(), [question("dev", l2, category, true)]);
            rows.iter().find(|row| row.level == Level::L1).map(|row| row.name.clone())
        };
        assert_eq!(l1("logic_reasoning", "no such leaf").as_deref(), Some("Reasoning"));
        assert_eq!(l1("no such ability", "ocr").as_deref(), Some("Perception"));
        assert_eq!(l1("logic_reasoning", "ocr").as_deref(), Some("Perception"));
        assert_eq!(l1("no such ability", "no such leaf"), None);
    }

    #[test]
    fn a_row_says_its_share_and_how_sure_that_is() {
        let row = |questions, correct| ResultRow {
            split: "all".into(),
            level: Level::Overall,
            name: "overall".into(),
            questions,
            correct,
            mean_score: None,
        };
        assert_eq!(row(4, 3).accuracy(), Some(0.75));
        // Wilson 1927, as statsmodels' proportion_confint(3, 4, method="wilson") has it.
        let (low, high) = row(4, 3).wilson95().unwrap();
        assert!((low - 0.30064).abs() < 1e-5 && (high - 0.95441).abs() < 1e-5, "{low} {high}");
        assert_eq!((row(0, 0).accuracy(), row(0, 0).wilson95()), (None, None));
    }

    #[test]
    fn levels_have_the_names_of_the_output() {
        let names: Vec<&str> = Level::all().map(Level::name).collect();
        assert_eq!(names, ["overall", "l1", "l2", "category"]);
    }

    #[test]
    fn a_place_where_nothing_is_counted_has_no_row() {
        let dev = Placement { split: Some("dev"), ..Placement::default() };
        let tally =
            |questions| Tally { placement: dev, questions, correct: 0, graded: Graded::default() };
        let rows = |questions| breakdown(Taxonomy::mmbench(), [tally(questions)]).len();
        assert_eq!((rows(0), rows(1)), (1, 2));
    }

    #[test]
    fn grades_have_a_mean_beside_the_accuracy() {
        let mut graded = Graded::default();
        graded.add(1, 0.9, true);
        graded.add(1, 0.3, false);
        let placement = Placement::default();
        let tally = Tally { placement, questions: 3, correct: 2, graded };
        let row = &breakdown(Taxonomy::mmbench(), [tally])[0];
        let mean = row.mean_score.unwrap();
        assert!((mean - 2.2 / 3.0).abs() < 1e-12, "one question is right by its choices: {mean}");
        assert_eq!((row.questions, row.correct), (3, 2));
        let written = serde_json::to_value(row).unwrap();
        assert!(written["mean_score"].is_f64());
        let without = question("dev", "ocr", "ocr", true);
        let rows = breakdown(Taxonomy::mmbench(), [without]);
        assert!(serde_json::to_value(&rows[0]).unwrap().get("mean_score").is_none());
    }

    #[test]
    fn nothing_counted_is_an_accuracy_that_is_undefined() {
        let rows = breakdown(Taxonomy::mmbench(), []);
        assert_eq!((rows.len(), rows[0].accuracy()), (1, None));
        let written = serde_json::to_value(&rows[0]).unwrap();
        assert_eq!(written["accuracy"]["undefined"], NOTHING_COUNTED);
        assert_eq!(written["wilson95"], serde_json::Value::Null);
    }

    #[test]
    fn the_order_of_questions_does_not_matter() {
        let questions = [
            question("dev", "logic_reasoning", "future_prediction", true),
            question("test", "coarse_perception", "image_style", false),
        ];
        assert_eq!(
            breakdown(Taxonomy::mmbench(), questions),
            breakdown(Taxonomy::mmbench(), [questions[1], questions[0]])
        );
    }
}
