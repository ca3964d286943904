//! Checks of a workbook before it is opened, because the file is untrusted.
//!
//! An xlsx is a zip archive of XML. A few kilobytes of it can unpack to gigabytes, a cell can be a
//! gigabyte long, and two of its attributes say how much memory a reader should allocate. The parts
//! that matter are unpacked here once, a piece at a time, and constructs that no spreadsheet
//! program writes are refused. The same pass finds whether any cell is a formula: reading those
//! costs another pass, and almost no file has them.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use zip::ZipArchive;

use crate::unpacked_limit::UnpackedLimit;

/// The largest workbook that is read, in bytes after unpacking. A million rows of MMBench have
/// about 0.6 GB; a small file has a lower limit, see [`UnpackedLimit`].
const MAX_UNPACKED: u64 = 2 << 30;
/// The longest cell with its markup, in bytes. A spreadsheet holds 32,767 characters, each of which
/// may be written as `&#x10FFFF;`.
const MAX_CELL: usize = 1_000_000;
/// The most shared texts: more than the number of cells in the largest sheet of fourteen columns.
const MAX_SHARED_TEXTS: u64 = 20_000_000;
/// The most shared formulas.
const MAX_SHARED_FORMULAS: u64 = 2_000_000;

/// Checks every part of the workbook; returns whether a cell of any sheet is a formula.
///
/// # Errors
/// Why it is not opened.
pub(super) fn check(mut file: impl Read + Seek) -> Result<bool, String> {
    let length = file.seek(SeekFrom::End(0)).map_err(damaged)?;
    check_within(UnpackedLimit::new(length).left().min(MAX_UNPACKED), file)
}

fn damaged(error: impl Display) -> String {
    format!("this zip archive is damaged or cut off; copy the file again ({error})")
}

fn check_within(limit: u64, file: impl Read + Seek) -> Result<bool, String> {
    let too_large = || {
        let most = limit >> 20;
        format!(
            "the workbook unpacks to more than {most} MB: if it is not a decompression bomb, save it as csv"
        )
    };
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    let mut has_formulas = false;
    let mut left = limit;
    for position in 0..archive.len() {
        let entry = archive.by_index(position).map_err(damaged)?;
        if entry.size() > left {
            return Err(too_large());
        }
        let is_xml = entry.name().is_ok_and(|name| {
            let name = name.to_ascii_lowercase();
            [".xml", ".rels"].iter().any(|ending| name.ends_with(ending))
        });
        // The size in the archive's table may be false, so the unpacked bytes are counted.
        let mut limited = BufReader::with_capacity(1 << 16, entry.take(left + 1));
        let unpacked = match is_xml {
            true => check_part(&mut limited, &mut has_formulas)?,
            false => io::copy(&mut limited, &mut io::sink()).map_err(damaged)?,
        };
        left = left.checked_sub(unpacked).ok_or_else(too_large)?;
    }
    Ok(has_formulas)
}

/// Reads a part tag by tag; returns its length.
fn check_part(part: &mut impl BufRead, has_formulas: &mut bool) -> Result<u64, String> {
    let mut length = 0;
    let mut in_cell: Option<usize> = None;
    let mut tag = Vec::new();
    loop {
        tag.clear();
        let read = part.by_ref().take(MAX_CELL as u64).read_until(b'<', &mut tag);
        let read = read.map_err(damaged)?;
        length += read as u64;
        let name = name_of(&tag);
        in_cell = match name {
            b"c" | b"si" => Some(read),
            b"/c" | b"/si" | b"/row" | b"/sheetData" => None,
            _ => in_cell.map(|length| length + read),
        };
        if read == MAX_CELL || in_cell.is_some_and(|length| length > MAX_CELL) {
            let most = MAX_CELL / 1_000_000;
            return Err(format!(
                "the workbook has a cell of more than {most} MB; a spreadsheet holds 32,767 characters"
            ));
        }
        match name {
            b"" if read == 0 => return Ok(length),
            b"f" => {
                *has_formulas = true;
                check_number(&tag, b"si", MAX_SHARED_FORMULAS)?;
            }
            b"sst" => check_number(&tag, b"uniqueCount", MAX_SHARED_TEXTS)?,
            _ if name.starts_with(b"!") => {
                let found = "a comment or a document type, which no spreadsheet program writes";
                return Err(format!("the workbook holds {found}"));
            }
            _ => {}
        }
    }
}

/// The name of the tag at the start of the text after the `<`, without its prefix.
fn name_of(tag: &[u8]) -> &[u8] {
    let end = tag.iter().position(|&byte| byte == b'>' || byte.is_ascii_whitespace());
    let name = &tag[..end.unwrap_or(tag.len())];
    let name = name.strip_suffix(b"/").unwrap_or(name);
    match name.iter().position(|&byte| byte == b':') {
        Some(colon) if !name.starts_with(b"/") => &name[colon + 1..],
        Some(colon) if name[colon..] == *b":c" => b"/c",
        Some(colon) if name[colon..] == *b":si" => b"/si",
        _ => name,
    }
}

/// Refuses an attribute whose number is implausibly large.
fn check_number(tag: &[u8], attribute: &[u8], limit: u64) -> Result<(), String> {
    let end = tag.iter().position(|&byte| byte == b'>').unwrap_or(tag.len());
    let attributes = &tag[..end];
    for start in 0..attributes.len() {
        let Some(written) = attributes[start..].strip_prefix(attribute) else { continue };
        let is_sign =
            |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'' | b'+');
        let digits = written.iter().skip_while(|byte| is_sign(byte));
        let digits = digits.take_while(|byte| byte.is_ascii_digit());
        let digits: String = digits.map(|&byte| char::from(byte)).collect();
        if !digits.is_empty() && digits.parse::<u64>().map_or(true, |number| number > limit) {
            return Err(format!(
                "the workbook says that it has {digits} shared texts or formulas; no file has that many"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn workbook(part: &str, text: &[u8]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(part, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text).unwrap();
        zip.finish().unwrap().into_inner()
    }

    fn refused(text: &str) -> String {
        let file = workbook("xl/worksheets/sheet1.xml", text.as_bytes());
        check(Cursor::new(file)).err().unwrap_or_default()
    }

    #[test]
    fn a_cell_is_measured_over_all_its_parts_and_what_is_no_cell_is_not() {
        let run = format!("<r><t>{}</t></r>", "x".repeat(400_000));
        assert!(refused(&format!("<si>{run}{run}{run}</si>")).contains("more than 1 MB"));
        assert!(refused(&format!("<x:c>{run}{run}{run}</x:c>")).contains("more than 1 MB"));
        assert!(refused(&"x".repeat(1_000_001)).contains("more than 1 MB"));
        assert_eq!(refused(&format!("<si>{run}</si><si>{run}</si><si>{run}</si>")), "");
        let links = "<hyperlink ref=\"A1\"/>".repeat(100_000);
        assert_eq!(refused(&format!("<c><v>1</v></c></row>{links}")), "");
    }

    #[test]
    fn numbers_that_would_set_memory_aside_are_refused() {
        for text in [
            "<sst count=\"1\" uniqueCount=\"99999999999\">",
            "<x:sst uniqueCount = '30000000'>",
            "<c><f t=\"shared\" si=\"4000000000\"/></c>",
        ] {
            assert!(refused(text).contains("no file has that many"), "{text}");
        }
        assert_eq!(
            refused("<sst uniqueCount=\"50000\"/><f t=\"shared\" ref=\"A1:B1048576\" si=\"0\"/>"),
            ""
        );
    }

    #[test]
    fn formulas_are_seen_and_comments_refused() {
        let seen = |text: &str| {
            check(Cursor::new(workbook("xl/worksheets/sheet1.xml", text.as_bytes()))).unwrap()
        };
        assert!(seen("<c><f>B is right</f><v>0</v></c>"));
        assert!(!seen("<cols/><c><v>0</v></c><fonts/>"));
        assert!(refused("<c><is><t><![CDATA[x]]></t></is></c>").contains("comment"));
    }

    #[test]
    fn what_comes_out_of_the_archive_is_counted_and_not_what_its_table_says() {
        let part = vec![b' '; 3 << 20];
        let mut bytes = workbook("xl/media/picture.bin", &part);
        let size = (part.len() as u32).to_le_bytes();
        while let Some(at) = bytes.windows(4).position(|four| four == size) {
            bytes[at..at + 4].copy_from_slice(&7u32.to_le_bytes());
        }
        assert!(check_within(1 << 20, Cursor::new(bytes)).is_err());
    }
}
