//! The aggregation against published figures: MMBench (arXiv 2307.06281), Tables 3 and 10 to 13.
//!
//! The tables print CircularEval accuracies by L-2 ability and overall, in percent with one decimal.
//! With the number of questions that each ability has, every accuracy is that of a whole number of
//! right questions; those questions, put through [`breakdown`], must give each printed accuracy again
//! and with them the printed overall.

use assay::benchmark::taxonomy::Taxonomy;
use assay::score::{Graded, Level, Placement, ResultRow, Tally, breakdown};

/// The order of the tables' columns: CP, FP-S, FP-C, AR, LR, RR.
const ABILITIES: [&str; 6] = [
    "coarse_perception",
    "finegrained_perception (instance-level)",
    "finegrained_perception (cross-instance)",
    "attribute_reasoning",
    "logic_reasoning",
    "relation_reasoning",
];
const DEV_QUESTIONS: [usize; 6] = [362, 289, 179, 164, 124, 174];
const TEST_QUESTIONS: [usize; 6] = [540, 431, 267, 245, 184, 258];

/// Model; overall, then by ability, in percent.
type Row = (&'static str, [f64; 7]);

#[test]
fn the_printed_overall_follows_from_the_abilities_in_every_published_row() {
    let tables: [(&str, &[Row], [usize; 6]); 5] = [
        ("Table 3", &TABLE_3, TEST_QUESTIONS),
        ("Table 10", &TABLE_10, DEV_QUESTIONS),
        ("Table 11", &TABLE_11, TEST_QUESTIONS),
        ("Table 12", &TABLE_12, DEV_QUESTIONS),
        ("Table 13", &TABLE_13, TEST_QUESTIONS),
    ];
    for (table, rows, questions) in tables {
        for (model, printed) in rows {
            check(&format!("{table}, {model}"), printed, questions);
        }
    }
}

fn check(place: &str, printed: &[f64; 7], questions: [usize; 6]) {
    let [overall, abilities @ ..] = *printed;
    let tally = |((name, accuracy), questions): ((&&'static str, f64), usize)| Tally {
        placement: Placement { l2_category: Some(name), ..Placement::default() },
        questions,
        correct: (accuracy / 100.0 * questions as f64).round() as usize,
        graded: Graded::default(),
    };
    let tallies = ABILITIES.iter().zip(abilities).zip(questions).map(tally);
    let rows = breakdown(Taxonomy::mmbench(), tallies);
    let accuracy = |level: Level, name: &str| {
        let row = rows.iter().find(|row| row.level == level && row.name == name);
        row.and_then(ResultRow::accuracy).map(|accuracy| format!("{:.1}", 100.0 * accuracy))
    };
    for (name, printed) in ABILITIES.iter().zip(abilities) {
        assert_eq!(accuracy(Level::L2, name), Some(format!("{printed:.1}")), "{place}, {name}");
    }
    assert_eq!(accuracy(Level::Overall, "overall"), Some(format!("{overall:.1}")), "{place}");
    let total = rows.iter().find(|row| row.level == Level::Overall).map(|row| row.questions);
    assert_eq!(total, Some(questions.iter().sum()), "{place}");
}

#[rustfmt::skip]
const TABLE_3: [Row; 22] = [
    ("GPT-4-Turbo (0125)", [2.9, 0.6, 1.2, 4.1, 3.7, 4.9, 7.4]),
    ("OpenFlamingo v2", [2.3, 1.1, 3.5, 1.5, 5.3, 0.0, 2.7]),
    ("MiniGPT4-7B", [30.5, 37.0, 31.8, 17.2, 49.8, 9.2, 25.6]),
    ("IDEFICS-9B-Instruct", [35.2, 48.3, 31.3, 29.6, 47.8, 11.4, 25.2]),
    ("VisualGLM-6B", [35.4, 40.2, 38.5, 26.2, 47.8, 19.6, 29.5]),
    ("InstructBLIP-7B", [38.3, 46.7, 39.0, 31.8, 55.5, 8.7, 31.0]),
    ("MiniGPT4-13B", [38.8, 44.6, 42.9, 23.2, 64.9, 8.2, 32.9]),
    ("InstructBLIP-13B", [39.8, 47.2, 42.9, 21.0, 60.4, 12.5, 38.8]),
    ("Qwen-VL-Chat", [60.9, 68.5, 67.7, 50.2, 78.0, 37.0, 45.7]),
    ("MiniCPM-V", [61.4, 65.6, 69.4, 51.3, 70.6, 35.3, 59.7]),
    ("LLaVA-v1.5-7B", [63.4, 70.0, 68.0, 57.7, 77.6, 33.2, 56.2]),
    ("mPLUG-Owl2", [63.5, 68.1, 69.1, 55.8, 78.4, 37.0, 57.0]),
    ("CogVLM-Chat-17B", [63.6, 72.8, 66.6, 55.4, 71.4, 33.7, 62.0]),
    ("Yi-VL-6B", [65.5, 72.8, 72.9, 56.2, 75.5, 41.3, 55.4]),
    ("LLaVA-v1.5-13B", [66.9, 73.1, 72.4, 60.3, 75.5, 35.9, 65.5]),
    ("Yi-VL-34B", [68.4, 72.0, 78.0, 54.7, 81.2, 38.6, 68.2]),
    ("LLaVA-InternLM2-20B", [72.3, 78.3, 76.6, 68.2, 78.4, 46.2, 69.4]),
    ("InternLM-XComposer2", [78.1, 80.4, 83.5, 73.0, 83.7, 63.6, 74.4]),
    ("Qwen-VL-Plus", [64.6, 66.5, 79.1, 50.2, 73.9, 42.9, 57.8]),
    ("Gemini-Pro-V", [70.2, 70.0, 78.9, 65.9, 82.9, 46.2, 65.9]),
    ("GPT-4v", [74.3, 77.6, 73.8, 71.5, 85.3, 63.6, 68.6]),
    ("Qwen-VL-Max", [75.4, 74.8, 87.2, 67.0, 85.3, 54.9, 70.5]),
];

#[rustfmt::skip]
const TABLE_10: [Row; 30] = [
    ("OpenFlamingo v2", [2.6, 0.8, 4.5, 1.1, 5.5, 0.0, 3.4]),
    ("MiniGPT4-7B", [32.7, 38.4, 39.1, 20.7, 49.4, 10.5, 22.4]),
    ("VisualGLM-6B", [36.1, 40.3, 43.3, 19.6, 49.4, 16.9, 33.9]),
    ("IDEFICS-9B-Instruct", [37.2, 50.6, 37.7, 30.2, 51.8, 4.8, 25.3]),
    ("InstructBLIP-7B", [37.4, 46.4, 47.1, 23.5, 51.2, 8.1, 24.7]),
    ("MiniGPT4-13B", [37.5, 44.2, 48.4, 16.8, 57.3, 6.5, 30.5]),
    ("InstructBLIP-13B", [40.9, 48.6, 52.2, 18.4, 56.7, 5.6, 39.7]),
    ("PandaGPT", [41.6, 56.1, 34.6, 34.6, 53.7, 13.7, 38.5]),
    ("IDEFICS-80B-Instruct", [42.3, 54.7, 48.1, 24.6, 57.3, 8.9, 34.5]),
    ("Qwen-VL-Chat", [59.5, 70.7, 69.9, 49.7, 69.5, 25.0, 44.3]),
    ("CogVLM-Chat-17B", [62.4, 69.6, 70.6, 56.4, 67.1, 29.0, 59.2]),
    ("LLaVA-v1.5-7B", [62.5, 71.3, 70.6, 55.9, 70.7, 25.8, 55.7]),
    ("mPLUG-Owl2", [63.5, 72.9, 70.2, 53.6, 70.7, 29.8, 60.3]),
    ("MiniCPM-V", [64.8, 71.0, 75.1, 52.5, 72.0, 30.6, 64.9]),
    ("Yi-VL-6B", [65.6, 72.7, 73.7, 54.7, 73.2, 32.3, 65.5]),
    ("ShareGPT4V-7B", [66.2, 77.3, 75.1, 57.5, 68.3, 25.8, 63.8]),
    ("ShareGPT4V-13B", [67.0, 75.1, 77.9, 58.1, 68.9, 35.5, 61.5]),
    ("LLaVA-InternLM-7B", [67.0, 75.7, 72.7, 57.5, 71.3, 37.1, 66.7]),
    ("LLaVA-v1.5-13B", [67.2, 74.0, 75.1, 59.2, 68.9, 38.7, 66.7]),
    ("Yi-VL-34B", [68.2, 75.7, 73.0, 55.9, 75.6, 39.5, 70.7]),
    ("Monkey-Chat", [68.8, 72.9, 79.2, 58.1, 79.3, 42.7, 62.6]),
    ("OmniLMM-12B", [69.7, 75.1, 79.6, 61.5, 73.8, 37.1, 69.5]),
    ("LLaVA-InternLM2-7B", [71.6, 79.8, 77.2, 62.0, 74.4, 41.1, 74.1]),
    ("LLaVA-InternLM2-20B", [72.8, 80.1, 75.1, 68.2, 73.8, 46.0, 76.4]),
    ("InternLM-XComposer", [73.9, 79.6, 81.7, 65.4, 84.8, 39.5, 72.4]),
    ("InternLM-XComposer2", [79.1, 83.4, 84.4, 68.7, 83.5, 58.1, 82.8]),
    ("Qwen-VL-Plus", [62.9, 67.1, 78.9, 53.1, 71.3, 28.2, 54.6]),
    ("Gemini-Pro-V", [70.9, 71.3, 81.7, 62.0, 78.7, 47.6, 70.7]),
    ("GPT-4v", [74.3, 78.5, 72.3, 66.5, 82.9, 67.7, 73.6]),
    ("Qwen-VL-Max", [76.4, 76.2, 87.2, 69.3, 78.7, 55.6, 78.7]),
];

#[rustfmt::skip]
const TABLE_11: [Row; 30] = [
    ("OpenFlamingo v2", [2.3, 1.1, 3.5, 1.5, 5.3, 0.0, 2.7]),
    ("MiniGPT4-7B", [30.5, 37.0, 31.8, 17.2, 49.8, 9.2, 25.6]),
    ("IDEFICS-9B-Instruct", [35.2, 48.3, 31.3, 29.6, 47.8, 11.4, 25.2]),
    ("VisualGLM-6B", [35.4, 40.2, 38.5, 26.2, 47.8, 19.6, 29.5]),
    ("InstructBLIP-7B", [38.3, 46.7, 39.0, 31.8, 55.5, 8.7, 31.0]),
    ("MiniGPT4-13B", [38.8, 44.6, 42.9, 23.2, 64.9, 8.2, 32.9]),
    ("PandaGPT", [39.7, 51.9, 29.5, 27.3, 62.0, 19.0, 38.0]),
    ("InstructBLIP-13B", [39.8, 47.2, 42.9, 21.0, 60.4, 12.5, 38.8]),
    ("IDEFICS-80B-Instruct", [40.9, 54.6, 38.1, 29.6, 52.7, 16.8, 34.9]),
    ("Qwen-VL-Chat", [60.9, 68.5, 67.7, 50.2, 78.0, 37.0, 45.7]),
    ("MiniCPM-V", [61.4, 65.6, 69.4, 51.3, 70.6, 35.3, 59.7]),
    ("LLaVA-v1.5-7B", [63.4, 70.0, 68.0, 57.7, 77.6, 33.2, 56.2]),
    ("mPLUG-Owl2", [63.5, 68.1, 69.1, 55.8, 78.4, 37.0, 57.0]),
    ("CogVLM-Chat-17B", [63.6, 72.8, 66.6, 55.4, 71.4, 33.7, 62.0]),
    ("ShareGPT4V-7B", [64.6, 72.2, 68.7, 59.6, 72.7, 34.8, 60.5]),
    ("Yi-VL-6B", [65.5, 72.8, 72.9, 56.2, 75.5, 41.3, 55.4]),
    ("LLaVA-InternLM-7B", [65.9, 72.6, 68.7, 57.3, 80.0, 37.5, 63.2]),
    ("ShareGPT4V-13B", [66.7, 75.6, 73.5, 56.9, 72.7, 37.0, 62.4]),
    ("LLaVA-v1.5-13B", [66.9, 73.1, 72.4, 60.3, 75.5, 35.9, 65.5]),
    ("Yi-VL-34B", [68.4, 72.0, 78.0, 54.7, 81.2, 38.6, 68.2]),
    ("OmniLMM-12B", [69.2, 72.0, 79.8, 61.0, 78.0, 40.2, 66.7]),
    ("Monkey-Chat", [69.6, 75.0, 75.4, 63.3, 82.4, 46.7, 58.9]),
    ("InternLM-XComposer", [71.3, 75.7, 76.3, 60.3, 84.5, 44.6, 71.7]),
    ("LLaVA-InternLM2-7B", [71.6, 78.1, 75.4, 66.7, 77.6, 44.6, 70.2]),
    ("LLaVA-InternLM2-20B", [72.3, 78.3, 76.6, 68.2, 78.4, 46.2, 69.4]),
    ("InternLM-XComposer2", [78.1, 80.4, 83.5, 73.0, 83.7, 63.6, 74.4]),
    ("Qwen-VL-Plus", [64.6, 66.5, 79.1, 50.2, 73.9, 42.9, 57.8]),
    ("Gemini-Pro-V", [70.2, 70.0, 78.9, 65.9, 82.9, 46.2, 65.9]),
    ("GPT-4v", [74.3, 77.6, 73.8, 71.5, 85.3, 63.6, 68.6]),
    ("Qwen-VL-Max", [75.4, 74.8, 87.2, 67.0, 85.3, 54.9, 70.5]),
];

#[rustfmt::skip]
const TABLE_12: [Row; 30] = [
    ("MiniGPT4-13B", [11.8, 14.6, 13.8, 14.0, 15.9, 3.2, 2.3]),
    ("MiniGPT4-7B", [11.9, 11.9, 14.5, 7.8, 19.5, 3.2, 10.9]),
    ("OpenFlamingo v2", [14.3, 14.4, 14.9, 11.2, 21.3, 10.5, 12.6]),
    ("InstructBLIP-13B", [15.1, 16.0, 14.9, 7.8, 30.5, 4.0, 14.4]),
    ("InstructBLIP-7B", [18.1, 16.0, 16.6, 10.6, 38.4, 4.0, 23.6]),
    ("IDEFICS-9B-Instruct", [18.7, 22.7, 19.7, 7.3, 35.4, 1.6, 17.2]),
    ("IDEFICS-80B-Instruct", [29.2, 32.0, 27.0, 25.1, 50.0, 8.1, 26.4]),
    ("PandaGPT", [31.0, 40.1, 24.9, 18.4, 47.6, 12.1, 33.3]),
    ("VisualGLM-6B", [40.6, 45.3, 48.1, 30.7, 54.3, 8.9, 37.9]),
    ("CogVLM-Chat-17B", [52.9, 63.5, 56.4, 41.9, 65.9, 16.9, 50.0]),
    ("LLaVA-v1.5-7B", [57.0, 69.3, 59.9, 47.5, 62.8, 25.0, 54.0]),
    ("Qwen-VL-Chat", [57.6, 66.6, 68.5, 43.6, 70.1, 21.8, 48.9]),
    ("mPLUG-Owl2", [58.1, 68.8, 65.1, 43.0, 68.9, 29.8, 50.0]),
    ("ShareGPT4V-7B", [59.7, 71.8, 62.6, 48.6, 62.8, 26.6, 61.5]),
    ("OmniLMM-12B", [60.6, 67.7, 69.9, 48.0, 70.1, 25.8, 59.2]),
    ("ShareGPT4V-13B", [62.4, 72.9, 67.1, 55.3, 66.5, 34.7, 55.7]),
    ("LLaVA-v1.5-13B", [62.5, 71.8, 65.7, 57.0, 67.1, 33.1, 59.8]),
    ("MiniCPM-V", [63.0, 68.2, 75.1, 53.1, 72.0, 25.8, 60.3]),
    ("LLaVA-InternLM-7B", [63.0, 72.4, 68.2, 50.3, 68.9, 35.5, 62.1]),
    ("Monkey-Chat", [65.1, 73.8, 74.4, 50.3, 77.4, 37.9, 54.6]),
    ("Yi-VL-6B", [65.3, 72.4, 73.0, 53.1, 70.7, 33.9, 67.8]),
    ("Yi-VL-34B", [67.0, 73.8, 73.0, 52.5, 72.6, 40.3, 71.8]),
    ("LLaVA-InternLM2-7B", [70.0, 81.5, 72.3, 59.2, 73.8, 34.7, 74.7]),
    ("InternLM-XComposer", [71.3, 76.5, 77.5, 63.7, 81.7, 37.9, 71.8]),
    ("LLaVA-InternLM2-20B", [71.7, 77.9, 74.4, 68.7, 75.6, 43.5, 74.1]),
    ("InternLM-XComposer2", [77.2, 83.4, 84.1, 64.2, 84.1, 54.8, 75.9]),
    ("Qwen-VL-Plus", [67.5, 68.8, 83.0, 54.2, 75.6, 38.7, 65.5]),
    ("Gemini-Pro-V", [69.3, 72.4, 78.5, 63.1, 78.7, 40.3, 65.5]),
    ("GPT-4v", [73.3, 76.5, 71.6, 67.0, 82.3, 63.7, 74.1]),
    ("Qwen-VL-Max", [75.9, 73.8, 85.8, 71.5, 81.7, 55.6, 77.0]),
];

#[rustfmt::skip]
const TABLE_13: [Row; 30] = [
    ("MiniGPT4-7B", [10.8, 9.4, 11.8, 5.6, 24.5, 4.9, 8.5]),
    ("MiniGPT4-13B", [13.2, 16.3, 13.5, 9.0, 27.3, 3.8, 4.3]),
    ("OpenFlamingo v2", [13.3, 16.5, 10.2, 9.0, 18.8, 11.4, 12.4]),
    ("InstructBLIP-13B", [13.7, 13.7, 14.6, 6.4, 26.5, 4.3, 14.3]),
    ("InstructBLIP-7B", [18.1, 15.7, 18.6, 9.4, 31.4, 8.7, 25.2]),
    ("IDEFICS-9B-Instruct", [19.6, 22.4, 17.4, 7.1, 35.9, 6.0, 24.4]),
    ("IDEFICS-80B-Instruct", [28.8, 33.0, 26.9, 25.1, 41.2, 13.6, 26.0]),
    ("PandaGPT", [29.6, 40.4, 20.0, 12.0, 49.8, 13.0, 34.1]),
    ("VisualGLM-6B", [38.1, 44.8, 39.4, 22.8, 55.5, 18.5, 34.9]),
    ("CogVLM-Chat-17B", [54.0, 66.1, 49.7, 47.6, 67.8, 26.1, 49.6]),
    ("LLaVA-v1.5-7B", [56.9, 65.2, 53.6, 52.1, 75.5, 31.0, 50.8]),
    ("Qwen-VL-Chat", [57.5, 63.0, 64.5, 41.6, 74.7, 35.9, 50.0]),
    ("mPLUG-Owl2", [58.0, 64.4, 57.1, 50.2, 75.1, 31.5, 56.6]),
    ("ShareGPT4V-7B", [58.3, 67.2, 58.2, 51.3, 72.7, 28.3, 54.7]),
    ("MiniCPM-V", [59.6, 64.8, 66.6, 52.8, 69.0, 33.2, 54.3]),
    ("OmniLMM-12B", [60.8, 64.8, 66.4, 53.9, 74.7, 30.4, 58.9]),
    ("LLaVA-v1.5-13B", [62.2, 68.3, 61.5, 56.9, 73.5, 35.9, 64.3]),
    ("ShareGPT4V-13B", [62.7, 69.6, 63.6, 56.2, 74.7, 36.4, 60.9]),
    ("Yi-VL-6B", [63.5, 68.7, 71.7, 52.4, 74.7, 39.7, 56.6]),
    ("LLaVA-InternLM-7B", [64.1, 70.7, 63.8, 55.8, 75.5, 39.7, 65.5]),
    ("Monkey-Chat", [65.0, 71.5, 68.9, 52.1, 80.0, 46.7, 57.4]),
    ("Yi-VL-34B", [66.2, 69.6, 75.6, 56.2, 80.0, 37.0, 61.2]),
    ("InternLM-XComposer", [69.2, 74.8, 71.7, 58.1, 80.8, 39.1, 75.6]),
    ("LLaVA-InternLM2-7B", [69.9, 75.4, 72.9, 63.7, 81.2, 42.4, 68.6]),
    ("LLaVA-InternLM2-20B", [70.3, 75.6, 73.5, 67.4, 75.1, 46.2, 69.4]),
    ("InternLM-XComposer2", [77.1, 80.4, 82.8, 71.2, 88.2, 55.4, 72.1]),
    ("Qwen-VL-Plus", [67.9, 69.6, 78.4, 60.3, 75.1, 48.9, 61.2]),
    ("Gemini-Pro-V", [69.2, 68.1, 77.3, 64.0, 80.4, 45.7, 69.8]),
    ("GPT-4v", [72.1, 75.0, 70.1, 70.0, 82.4, 60.9, 69.4]),
    ("Qwen-VL-Max", [73.6, 74.4, 82.6, 69.3, 79.2, 55.4, 69.0]),
];
