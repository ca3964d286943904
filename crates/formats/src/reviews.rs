//! Reviews as CSV, one row for each question in the order of review: column `error`, 1 or 0.

use std::io::Read;

use super::error::ReadError;
use super::separated::read_header;

/// More rows than this are refused before they fill the memory.
const MOST_REVIEWS: usize = 10_000_000;

/// Reads whether each question was an error. Further columns are ignored.
///
/// # Errors
/// Where there is no such column, and where a row says neither.
pub fn read_errors(input: impl Read) -> Result<Vec<bool>, ReadError> {
    let mut file = read_header(input)?;
    let is_error_column = |name: &String| name.eq_ignore_ascii_case("error");
    let column = file.header.iter().position(is_error_column).ok_or_else(|| {
        let header = file.header.join(", ");
        format!("no column \"error\" in the header ({header}); it says 1 for an error, else 0")
    })?;
    let mut errors = Vec::new();
    file.for_each_row(|row| {
        if errors.len() == MOST_REVIEWS {
            return Err("more than 10,000,000 reviews are too many for one file".into());
        }
        errors.push(match row.field(column).trim() {
            "1" | "true" | "True" => true,
            "0" | "false" | "False" => false,
            other => {
                let line = row.line;
                return Err(format!("line {line}: error is \"{other}\"; expected 1 or 0").into());
            }
        });
        Ok(())
    })?;
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_says_whether_it_is_an_error() {
        let read = |text: &str| read_errors(text.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(read("key,error\nq1,0\nq2,1\nq3,True\n"), Ok(vec![false, true, true]));
        assert_eq!(read("Error\n"), Ok(vec![]));
        assert!(read("wrong\n1\n").unwrap_err().contains("no column \"error\""));
        assert_eq!(
            read("error\n0\nmaybe\n").unwrap_err(),
            "line 3: error is \"maybe\"; expected 1 or 0"
        );
    }
}
