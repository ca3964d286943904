//! VLMEvalKit's table as a spreadsheet: read as the table of text is.

use rust_xlsxwriter::{Format, Workbook};
use serde_json::{Value, json};

use super::{base64, lines, pictures, write_picture};
use crate::harness::Workplace;

/// Writes the cells of a table of text into a spreadsheet, digits as numbers.
fn write_sheet(place: &Workplace, name: &str, table: &str) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, line) in table.lines().enumerate() {
        for (column, cell) in line.split('\t').enumerate() {
            let (row, column) = (row as u32, column as u16);
            match cell.parse::<u32>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) if cell.is_empty() => continue,
                Err(_) => sheet.write_string(row, column, cell).unwrap(),
            };
        }
    }
    book.save(place.path(name)).unwrap();
}

fn import(place: &Workplace, file: &str, more: &[&str]) -> Value {
    place.json(&[&["import", "questions", file, "--benchmark", "b"], more].concat())
}

/// Passes, a picture shared by its index, a column of one's own, cells that pandas printed as `nan`.
fn table() -> String {
    let (one, two) = (base64(1), base64(2));
    format!(
        "index\tquestion\thint\tA\tB\tC\tD\tanswer\tcategory\timage\tnote\n\
         1\tWhich?\tlook\tx\ty\tnan\tnan\tA\tocr\t{one}\tsee 1\n\
         2\tHow many?\t\t10\t0.50\t7\t\tB\tocr\t1\t\n\
         3\tBoth?\t\tNone\tNA\tN/A\tnan\tC\tocr\t['{one}', '{two}']\t\n\
         1000001\tWhich?\tlook\ty\tx\tnan\tnan\tB\tocr\t1\tsee 1\n"
    )
}

#[test]
fn a_spreadsheet_gives_the_questions_that_the_table_gives() {
    let (text, sheet) = (Workplace::new(), Workplace::new());
    text.write("b.tsv", &table());
    let expected = import(&text, "b.tsv", &[]);
    // A name says nothing about what is in a file.
    write_sheet(&sheet, "b.tsv", &table());
    let read = import(&sheet, "b.tsv", &[]);
    assert_eq!(read, expected);
    assert_eq!((&read["format"], &read["questions"]), (&"vlmevalkit".into(), &3.into()));
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("choices that read “nan”"), "{warnings}");
    let found = lines(&sheet);
    assert_eq!(found, lines(&text));
    assert_eq!((found[0].get("C"), &found[2]["A"]), (None, &json!("None")));
    assert_eq!(found[0]["passes"][1]["order"], "BA");
    assert_eq!(pictures(&found[2]), [("stem".to_owned(), 1), ("stem".to_owned(), 2)]);
    let again = import(&sheet, "b.tsv", &["--format", "vlmevalkit"]);
    assert_eq!(again["unchanged"], 3);
}

#[test]
fn a_spreadsheet_may_name_picture_files() {
    let place = Workplace::new();
    write_picture(&place, "pictures/1.png", 1);
    let table = "index\tquestion\tA\tB\timage_path\n1\tWhich?\tx\ty\t1.png\n";
    write_sheet(&place, "b.xlsx", table);
    let complaint = place.failure(&["import", "questions", "b.xlsx"]);
    assert!(complaint.contains("--image-root"), "{complaint}");
    let read = import(&place, "b.xlsx", &["--image-root", "pictures", "--pictures", "reference"]);
    assert_eq!(read["pictures"]["referenced"]["pictures"], 1);
    assert_eq!(pictures(&lines(&place)[0]), [("stem".to_owned(), 1)]);
    write_sheet(&place, "b.xlsx", &table.replace("1.png", "../b.xlsx"));
    let import = ["import", "questions", "b.xlsx", "--image-root", "pictures"];
    let complaint = place.failure(&import);
    assert!(complaint.contains("row 1") && complaint.contains("leads out of"), "{complaint}");
}

#[test]
fn a_spreadsheet_that_cannot_be_read_is_named_with_what_to_do() {
    let place = Workplace::new();
    let refused = |table: &str| {
        write_sheet(&place, "b.xlsx", table);
        let complaint = place.failure(&["import", "questions", "b.xlsx"]);
        assert!(complaint.contains("b.xlsx"), "{complaint}");
        complaint
    };
    // A picture that the spreadsheet cut after 32,767 characters.
    let cut = "A".repeat(32_767);
    let complaint = refused(&format!("index\tquestion\tA\tB\timage\n1\tWhich?\tx\ty\t{cut}\n"));
    assert!(complaint.contains("row 1") && complaint.contains("cut off"), "{complaint}");
    let complaint = refused("index\tA\tB\n1\tx\ty\n");
    assert!(complaint.contains("there is no column \"question\""), "{complaint}");
    let complaint = refused("index\tquestion\tA\tB\n");
    assert!(complaint.contains("no row below"), "{complaint}");
    let complaint = refused("");
    assert!(complaint.contains("the first sheet is empty"), "{complaint}");
    let complaint = refused("index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tQ\n");
    assert!(complaint.contains("row 1 (index 1), column answer"), "{complaint}");

    write_sheet(&place, "whole.xlsx", &table());
    let whole = std::fs::read(place.path("whole.xlsx")).unwrap();
    std::fs::write(place.path("b.xlsx"), &whole[..whole.len() / 2]).unwrap();
    let complaint = place.failure(&["import", "questions", "b.xlsx"]);
    assert!(complaint.contains("damaged or cut off"), "{complaint}");
    assert!(!place.path("assay.db").exists());
}

#[test]
fn a_date_reads_as_pandas_prints_it() {
    let place = Workplace::new();
    let mut book = Workbook::new();
    let date = Format::new().set_num_format("yyyy-mm-dd hh:mm");
    let sheet = book.add_worksheet();
    for (column, name) in ["index", "question", "A", "B"].iter().enumerate() {
        sheet.write_string(0, column as u16, *name).unwrap();
    }
    sheet.write_number(1, 0, 1).unwrap();
    sheet.write_string(1, 1, "When?").unwrap();
    sheet.write_number_with_format(1, 2, 45418, &date).unwrap();
    sheet.write_number_with_format(1, 3, 45418.75, &date).unwrap();
    book.save(place.path("b.xlsx")).unwrap();
    place.run(&["import", "questions", "b.xlsx"]);
    let line = &lines(&place)[0];
    assert_eq!(
        (&line["A"], &line["B"]),
        (&json!("2024-05-06 00:00:00"), &json!("2024-05-06 18:00:00"))
    );
}
