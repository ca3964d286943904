//! The headers of Parquet's pages, in Thrift's compact protocol. Statistics in them are skipped.

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A data page of version 1: encodings of values, definition and repetition levels.
    Data {
        encoding: i32,
        definition: i32,
        repetition: i32,
    },
    /// A data page of version 2.
    Data2 {
        encoding: i32,
        nulls: u32,
        rows: u32,
        definition_bytes: u32,
        repetition_bytes: u32,
        is_compressed: bool,
    },
    Dictionary {
        encoding: i32,
    },
    /// An index page, which no known writer writes.
    Index,
}

/// A page's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: Kind,
    /// The number of its values.
    pub values: u32,
    /// The number of bytes after the header in the file.
    pub packed: u32,
    /// The number of bytes once unpacked.
    pub unpacked: u32,
}

/// Why a header could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// It continues beyond the bytes.
    TooShort,
    /// It is not a header.
    Damaged,
}

/// Reads a header; returns it with its length.
pub fn header(bytes: &[u8]) -> Result<(Header, usize), HeaderError> {
    let mut input = Input { bytes, at: 0 };
    let mut page = [None; 3];
    let mut kind = None;
    let mut values = None;
    input.fields(|input, id, kind_of| {
        match (id, kind_of) {
            (1..=3, I32) => page[usize::from(id) - 1] = Some(input.number()?),
            (5 | 7 | 8, STRUCT) => {
                let mut numbers = [None; 7];
                let mut is_compressed = true;
                input.fields(|input, id, kind_of| {
                    match (id, kind_of) {
                        (1..=6, I32) => numbers[usize::from(id)] = Some(input.number()?),
                        (7, FALSE) => is_compressed = false,
                        (7, TRUE) => {}
                        _ => input.skip(kind_of, 0)?,
                    }
                    Ok(())
                })?;
                let number = |at: usize| numbers[at].ok_or(HeaderError::Damaged);
                let size = |at: usize| number(at).and_then(whole);
                values = Some(size(1)?);
                kind = Some(match id {
                    5 => Kind::Data {
                        encoding: number(2)?,
                        definition: number(3)?,
                        repetition: number(4)?,
                    },
                    7 => Kind::Dictionary { encoding: number(2)? },
                    _ => Kind::Data2 {
                        nulls: size(2)?,
                        rows: size(3)?,
                        encoding: number(4)?,
                        definition_bytes: size(5)?,
                        repetition_bytes: size(6)?,
                        is_compressed,
                    },
                });
            }
            _ => input.skip(kind_of, 0)?,
        }
        Ok(())
    })?;
    let [Some(page_type), Some(unpacked), Some(packed)] = page else {
        return Err(HeaderError::Damaged);
    };
    let kind = match (page_type, kind) {
        (0, Some(kind @ Kind::Data { .. }))
        | (2, Some(kind @ Kind::Dictionary { .. }))
        | (3, Some(kind @ Kind::Data2 { .. })) => kind,
        (1, _) => Kind::Index,
        _ => return Err(HeaderError::Damaged),
    };
    let header = Header {
        kind,
        values: values.unwrap_or(0),
        packed: whole(packed)?,
        unpacked: whole(unpacked)?,
    };
    Ok((header, input.at))
}

fn whole(number: i32) -> Result<u32, HeaderError> {
    u32::try_from(number).map_err(|_| HeaderError::Damaged)
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I32: u8 = 5;
const STRUCT: u8 = 12;

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, HeaderError> {
        let byte = self.bytes.get(self.at).copied().ok_or(HeaderError::TooShort)?;
        self.at += 1;
        Ok(byte)
    }

    fn unsigned(&mut self) -> Result<u64, HeaderError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(HeaderError::Damaged)
    }

    /// A zigzag number of 32 bits.
    fn number(&mut self) -> Result<i32, HeaderError> {
        let value = u32::try_from(self.unsigned()?).map_err(|_| HeaderError::Damaged)?;
        Ok((value >> 1) as i32 ^ -((value & 1) as i32))
    }

    /// Passes each field of a struct to `take`, with its number and its type.
    fn fields(
        &mut self,
        mut take: impl FnMut(&mut Self, u8, u8) -> Result<(), HeaderError>,
    ) -> Result<(), HeaderError> {
        let mut id = 0_u8;
        loop {
            let byte = self.byte()?;
            if byte == 0 {
                return Ok(());
            }
            id = match byte >> 4 {
                0 => u8::try_from(self.number()?).map_err(|_| HeaderError::Damaged)?,
                step => id.checked_add(step).ok_or(HeaderError::Damaged)?,
            };
            take(self, id, byte & 0x0F)?;
        }
    }

    fn pass_over(&mut self, length: u64) -> Result<(), HeaderError> {
        let length = usize::try_from(length).map_err(|_| HeaderError::Damaged)?;
        self.at = self.at.checked_add(length).ok_or(HeaderError::Damaged)?;
        if self.at > self.bytes.len() { Err(HeaderError::TooShort) } else { Ok(()) }
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Result<(), HeaderError> {
        match kind {
            TRUE | FALSE => Ok(()),
            3 => self.pass_over(1),
            4..=6 => self.unsigned().map(drop),
            7 => self.pass_over(8),
            8 => {
                let length = self.unsigned()?;
                self.pass_over(length)
            }
            STRUCT if depth < 8 => self.fields(|input, _, kind| input.skip(kind, depth + 1)),
            // Headers do not contain lists, sets or maps.
            _ => Err(HeaderError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A data page of 6 values: 10 bytes packed, 20 unpacked, with statistics.
    const PAGE: [u8; 25] = [
        0x15, 0x00, 0x15, 40, 0x15, 20, 0x2C, 0x15, 12, 0x15, 0, 0x15, 6, 0x15, 6, 0x1C, 0x18, 2,
        9, 9, 0x00, 0x00, 0x00, 0xAA, 0xAA,
    ];

    #[test]
    fn a_header_is_read_without_its_statistics() {
        let kind = Kind::Data { encoding: 0, definition: 3, repetition: 3 };
        let expected = Header { kind, values: 6, packed: 10, unpacked: 20 };
        assert_eq!(header(&PAGE), Ok((expected, 23)));
    }

    #[test]
    fn a_header_that_is_cut_off_needs_more_and_nonsense_is_damaged() {
        for length in 0..23 {
            assert_eq!(header(&PAGE[..length]), Err(HeaderError::TooShort), "{length}");
        }
        let mut negative = PAGE;
        negative[3] = 41;
        assert_eq!(header(&negative), Err(HeaderError::Damaged));
        assert_eq!(header(&[0x15, 0x00, 0x00]), Err(HeaderError::Damaged));
        assert_eq!(header(&[0xFF; 64]), Err(HeaderError::Damaged));
    }
}
