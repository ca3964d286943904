//! What holds for every file.

use assay::benchmark::ImageHash;
use assay::formats::ReadOptions;
use proptest::prelude::*;

use super::{cell, hashes, picture, read, read_with};

/// Cells that mean nothing special: no cell is empty, and no text looks like swallowed rows.
fn word() -> impl Strategy<Value = String> {
    r#"[a-zA-Z猫\t\n"', ]{0,12}[a-z0-9猫"]"#
        .prop_filter("no lone tabs", |text| !(text.contains('\t') && text.contains('\n')))
}

proptest! {
    #[test]
    fn questions_written_as_a_table_read_back(
        rows in prop::collection::vec((word(), word(), word(), prop::option::of(word()), 0u32..5), 1..8),
        always in any::<bool>(),
        comma in any::<bool>(),
    ) {
        let mut writer = csv::WriterBuilder::new();
        writer.delimiter(if comma { b',' } else { b'\t' });
        if always {
            writer.quote_style(csv::QuoteStyle::Always);
        }
        let mut writer = writer.from_writer(Vec::new());
        writer.write_record(["index", "question", "A", "B", "hint", "answer", "image"]).unwrap();
        for (index, (stem, a, b, hint, number)) in rows.iter().enumerate() {
            let hint = hint.clone().unwrap_or_default();
            let (index, image) = (index.to_string(), cell(*number));
            writer.write_record([&index, stem, a, b, &hint, "B", &image]).unwrap();
        }
        let file = read(writer.into_inner().unwrap()).unwrap();
        prop_assert_eq!(file.questions.len(), rows.len());
        for (question, (stem, a, b, hint, number)) in file.questions.iter().zip(&rows) {
            prop_assert_eq!(&question.stem, stem);
            prop_assert_eq!(&question.choices[0].text, a);
            prop_assert_eq!(&question.choices[1].text, b);
            prop_assert_eq!(&question.hint, hint);
            prop_assert_eq!(hashes(question), vec![ImageHash::compute(&picture(*number))]);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), skip_bad: bool) {
        let head = b"index\tquestion\tA\tB\tanswer\timage\tg_index\n";
        let options = ReadOptions { skip_bad, ..ReadOptions::default() };
        let _ = read_with(&bytes, &options);
        let _ = read_with([&head[..], &bytes].concat(), &options);
    }

    #[test]
    fn no_table_makes_it_panic(
        rows in prop::collection::vec(
            prop::collection::vec("[A-C0-3\"\\[\\]' 猫]{0,3}|1?00000[0-3]", 6..8), 0..9),
        skip_bad: bool,
    ) {
        let mut text = String::from("index\tquestion\tA\tB\tanswer\timage\tg_index\n");
        for row in rows {
            text += &(row.join("\t") + "\n");
        }
        let _ = read_with(text, &ReadOptions { skip_bad, ..ReadOptions::default() });
    }
}
