//! Files that exist: the published samples, and a made-up one of the kind that is circular.

use std::collections::HashMap;
use std::fs;

use assay::benchmark::ImageHash;
use assay::formats::{ReadOptions, read_questions};

use super::{orders, shared_data};

#[test]
fn twenty_real_questions_come_with_all_their_passes_and_exact_pictures() {
    use sha2::{Digest, Sha256};

    let Some(path) = shared_data("mmbench_samples/MMBench_SAMPLES_EN.tsv") else { return };
    let expected = fs::read(path.with_file_name("expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
    let mut sha256: HashMap<ImageHash, String> = HashMap::new();
    let mut keep = |bytes: &[u8], _: Option<&_>| {
        sha256.insert(ImageHash::compute(bytes), format!("{:x}", Sha256::digest(bytes)));
        Ok(ImageHash::compute(bytes))
    };
    let file = read_questions(&path, &ReadOptions::default(), &mut keep, &mut |_| ()).unwrap();

    assert_eq!((file.questions.len(), file.rows, file.pictures), (20, 78, 20));
    assert_eq!((file.warnings, file.skipped), (vec![], vec![]));
    for question in &file.questions {
        let key = question.key.as_str();
        let hash = question.pictures[0].hash;
        assert_eq!(sha256[&hash], expected["image_sha256"][key], "{key}");
        let answer = question.answer.map(|label| label.to_string()).unwrap();
        assert_eq!(answer, expected["answers_first_pass"][key], "{key}");
        assert_eq!(question.passes.len(), question.choices.len(), "{key}");
    }
    assert_eq!(orders(&file.questions[0])[1], "1 1000001 BCDA");
}

#[test]
fn eighty_made_up_questions_fold_by_their_g_index() {
    let Some(path) = shared_data("circular/circular.tsv") else { return };
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    let file = read_questions(&path, &ReadOptions::default(), &mut keep, &mut |_| ()).unwrap();
    assert_eq!((file.questions.len(), file.rows, file.pictures), (80, 283, 83));
}
