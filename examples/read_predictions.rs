//! Prints the rows of a prediction file as they were read, one JSON object for each row: shows how
//! a spreadsheet or pandas changed the cells, for a comparison with pandas.
//!
//! ```text
//! cargo run --example read_predictions -- predictions.xlsx pandas
//! ```

use std::error::Error;
use std::path::Path;

use assay::formats::predictions::{Compat, read_table};
use serde_json::{Map, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file of predictions")?;
    let compat = match arguments.next().as_deref() {
        Some("pandas") => Compat::Pandas,
        _ => Compat::None,
    };
    let table = read_table(Path::new(&path), compat)?;
    table.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    for row in 0..table.rows() {
        let mut cells = Map::new();
        cells.insert("index".into(), table.row_index(row).into());
        for (label, text) in table.choices(row) {
            cells.insert(label.to_string(), text.into());
        }
        cells.insert("answer".into(), table.answer(row).into());
        cells.insert("prediction".into(), table.prediction(row).into());
        println!("{}", Value::Object(cells));
    }
    Ok(())
}
