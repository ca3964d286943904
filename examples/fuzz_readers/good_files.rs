//! One valid file of each format that a random generator never produces: JSON of benchmarks, logs
//! of other programs, Parquet, spreadsheets and archives. `maker` damages them.

use std::io::{Cursor, Write};

use assay::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use assay::formats::written_rows::{Cell, RowForm, RowWriter};
use zip::write::SimpleFileOptions;

use crate::readers::GIF;

const TEXTS: [&str; 11] = [
    r#"{"questions":[{"answer":"A ","choice_a":"one","choice_b":"two","choice_c":"three","choice_d":null,
"data_id":"1.png","data_type":"Single Image","level":"L1","question":"Which?","question_id":"1_0",
"question_type_id":1,"subpart":"Single-Image","version":"v2"},{"answer":"B","choice_a":"a.png",
"choice_b":"b.png","choice_c":"c.png","choice_d":"d.png","data_id":["x.png","y.png","z.png"],
"data_type":"Image Generation","question":"First <img>, then <img>","question_id":"26_0",
"question_type_id":26,"version":"v2"}],"question_type":{"Scene Understanding":1}}"#,
    r#"{"questions":[{"answer":"A","choice_a":"one","choice_b":"two","choice_c":"three","choice_d":"four",
"data_id":"P01.mp4","data_type":"video","question":"What?","question_id":"v1","question_type_id":10,
"segment":[1.5,4.0]}],"question_type":{"Action Recognition":10}}"#,
    r#"[{"id":1,"question":"What is this?","image_path":"./data/images/0.jpeg","meta":{"level":"Perception",
"capability":"General Object Recognition","url":"http://x","question type":"open-ended"}},
{"unique_idx":2,"question":"And this?","image_path":"1.png","meta":{"level":"Creation"}}]"#,
    r#"{"index":"1","question":"Which?","choices":{"A":"cat","B":"dog"},"answer":"B","category":"x",
"hint":null,"image":["data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="],"more":[1,{"a":2}]}"#,
    "{\"question_id\":7,\"question\":\"Which?\",\"options\":[\"cat\",\"dog\",\"hen\"],\"answer\":1,\"image\":\"a/b.png\"}\n\
{\"question_id\":8,\"question\":\"Which?\",\"options\":[\"x\",\"y\"],\"answer\":\"A\"}\n",
    r#"{"version":2,"status":"success","eval":{"model":"openai/x","task":"t"},"samples":[{"id":"1","epoch":1,
"input":"q","choices":["cat","dog"],"target":"A","output":{"model":"x","choices":[{"message":{"role":"assistant",
"content":"ANSWER: A"},"stop_reason":"stop"}],"completion":"ANSWER: A"},"scores":{"choice":{"value":"C"}}},
{"id":2,"epoch":2,"choices":["x","y"],"target":["B"],"output":{"choices":[]},"error":{"message":"no"}}]}"#,
    "{\"doc_id\":0,\"doc\":{\"question\":\"q\",\"index\":5},\"target\":\"A\",\"arguments\":[[\"q\",\" A\"]],\
\"resps\":[[[\"-1.5\",\"True\"]]],\"filtered_resps\":[\"A\"],\"filter\":\"none\",\"acc\":NaN}\n",
    "{\"doc_id\":1,\"target\":\"B\",\"filtered_resps\":[\"B\"],\"seed_all\":{\"pred\":\"B\",\"question_id\":\"3\"}}\n",
    "{\"custom_id\":\"assay-1\",\"response\":{\"status_code\":200,\"body\":{\"choices\":[{\"message\":{\"content\":\"A\"},\
\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}},\"error\":null}\n",
    "{\"row\":\"018f0000-0000-7000-8000-000000000000\",\"benchmark\":\"b\",\"queue\":\"review\",\"item\":\"1\",\
\"question_revision\":\"x\",\"annotator\":\"alice\",\"act\":\"review\",\"answer\":\"A\",\"verdict\":\"keep\",\
\"exposure\":{},\"active_ms\":5,\"created\":\"2026-01-31T09:30:00.000Z\"}\n",
    "241/llava/0/text",
];

const ADDRESS: &str = "https://host.example:8443/v1/chat?x=1";

/// All of them.
pub fn good_files() -> Vec<Vec<u8>> {
    let texts = TEXTS.iter().chain([&ADDRESS]).map(|text| text.as_bytes().to_vec());
    let log = TEXTS[5];
    let others = [
        questions_in_parquet(),
        predictions_in_parquet(),
        archive_of_a_log(log),
        spreadsheet(),
        questions_in_a_spreadsheet(),
    ];
    texts.chain(others).collect()
}

fn questions_in_parquet() -> Vec<u8> {
    let columns = [
        ("index", ColumnKind::Integer),
        ("question", ColumnKind::Text),
        ("A", ColumnKind::Text),
        ("B", ColumnKind::Text),
        ("answer", ColumnKind::Text),
        ("image", ColumnKind::Pictures),
    ];
    let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
    let text = |text: &str| ColumnValue::Text(text.to_owned());
    let mut file = Vec::new();
    let mut writer = ParquetWriter::new(&columns, &[], &mut file).expect("columns");
    for index in [1, 2, 1_000_001, 1_000_002] {
        let picture = ColumnValue::List(vec![Some(GIF.to_vec())]);
        let (a, b, answer) = if index < 9 { ("x", "y", "A") } else { ("y", "x", "B") };
        let row = vec![
            ColumnValue::Text(index.to_string()),
            text("Which?"),
            text(a),
            text(b),
            text(answer),
            picture,
        ];
        writer.row(row).expect("a row");
    }
    writer.finish().expect("a file");
    file
}

fn predictions_in_parquet() -> Vec<u8> {
    let names = ["index", "A", "B", "answer", "prediction", "tokens"];
    let columns = names.map(|name| {
        let is_number = matches!(name, "index" | "tokens");
        let kind = if is_number { ColumnKind::Integer } else { ColumnKind::Text };
        (name.to_owned(), kind)
    });
    let mut file = Vec::new();
    let mut writer = ParquetWriter::new(&columns, &[], &mut file).expect("columns");
    for index in [1, 2, 1_000_001, 1_000_002] {
        let (a, b, answer) = if index < 9 { ("x", "y", "A") } else { ("y", "x", "B") };
        let mut row = vec![ColumnValue::Text(index.to_string())];
        row.extend([a, b, answer].map(|text| ColumnValue::Text(text.to_owned())));
        row.push(ColumnValue::Text(format!("The answer is {answer}.")));
        row.push(ColumnValue::Missing);
        writer.row(row).expect("a row");
    }
    writer.finish().expect("a file");
    file
}

/// As Inspect AI packs it.
fn archive_of_a_log(log: &str) -> Vec<u8> {
    let whole: serde_json::Value = serde_json::from_str(log).expect("JSON");
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let header = serde_json::json!({"version": 2, "eval": whole["eval"]});
    for (name, content) in
        [("header.json", &header), ("samples/1_epoch_1.json", &whole["samples"][0])]
    {
        archive.start_file(name, stored).expect("a member");
        archive.write_all(content.to_string().as_bytes()).expect("memory");
    }
    archive.finish().expect("an archive").into_inner()
}

fn spreadsheet() -> Vec<u8> {
    let names = ["index", "question", "A", "B", "answer", "prediction"].map(str::to_owned);
    let mut file = Vec::new();
    let mut writer = RowWriter::new(RowForm::Xlsx, names.to_vec(), &mut file).expect("columns");
    for index in 1..4 {
        let texts = ["Which?", "cat", "dog", "A", "The answer is A."].map(Cell::text);
        let row: Vec<Cell<'_>> = std::iter::once(Cell::Number(index)).chain(texts).collect();
        writer.row(&row).expect("a row");
    }
    writer.finish().expect("a file");
    file
}

fn questions_in_a_spreadsheet() -> Vec<u8> {
    let names = ["index", "question", "A", "B", "C", "answer", "image"].map(str::to_owned);
    let picture = base64_simd::STANDARD.encode_to_string(GIF);
    let mut file = Vec::new();
    let mut writer = RowWriter::new(RowForm::Xlsx, names.to_vec(), &mut file).expect("columns");
    for (index, image) in [(1, picture.as_str()), (2, "1"), (1_000_001, "1")] {
        let (a, b, answer) = if index < 9 { ("x", "y", "A") } else { ("y", "x", "B") };
        let texts = ["Which?", a, b, "nan", answer, image].map(Cell::text);
        let row: Vec<Cell<'_>> = std::iter::once(Cell::Number(index)).chain(texts).collect();
        writer.row(&row).expect("a row");
    }
    writer.finish().expect("a file");
    file
}
