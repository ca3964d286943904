//! Tables of FlatBuffers, in which Arrow writes the metadata of its messages. Every position is checked: `None`
//! stands for a field that is not there or is damaged.

/// A table within the bytes of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Table<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Table<'b> {
    /// The table at the root of a buffer.
    pub fn root(bytes: &'b [u8]) -> Option<Self> {
        Some(Table { bytes, at: number_at(bytes, 0, 4)? as usize })
    }

    /// The position of a field by its number.
    fn field(&self, number: usize) -> Option<usize> {
        let back = number_at(self.bytes, self.at, 4)? as u32 as i32;
        let fields = usize::try_from(i64::try_from(self.at).ok()? - i64::from(back)).ok()?;
        let length = number_at(self.bytes, fields, 2)? as usize;
        let entry = 4 + 2 * number;
        let offset = (entry + 2 <= length).then(|| number_at(self.bytes, fields + entry, 2))??;
        (offset > 0).then(|| self.at.checked_add(offset as usize))?
    }

    /// A number of up to 8 bytes.
    pub fn number(&self, number: usize, bytes: usize) -> Option<u64> {
        number_at(self.bytes, self.field(number)?, bytes)
    }

    /// The position that a field leads to.
    fn target(&self, number: usize) -> Option<usize> {
        let field = self.field(number)?;
        field.checked_add(number_at(self.bytes, field, 4)? as usize)
    }

    /// A table.
    pub fn table(&self, number: usize) -> Option<Self> {
        Some(Table { at: self.target(number)?, ..*self })
    }

    /// A text.
    pub fn text(&self, number: usize) -> Option<String> {
        let at = self.target(number)?;
        let length = number_at(self.bytes, at, 4)? as usize;
        let text = self.bytes.get(at.checked_add(4)?..)?.get(..length)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The beginning of a vector's elements and their count, for which there is space.
    fn vector(&self, number: usize, size: usize) -> Option<(usize, usize)> {
        let at = self.target(number)?;
        let count = number_at(self.bytes, at, 4)? as usize;
        let end = count.checked_mul(size)?.checked_add(at)?.checked_add(4)?;
        (end <= self.bytes.len()).then_some((at + 4, count))
    }

    /// A vector of tables.
    pub fn tables(&self, number: usize) -> Option<Vec<Self>> {
        let (start, count) = self.vector(number, 4)?;
        let table = |at: usize| {
            let at = start + 4 * at;
            Some(Table { at: at.checked_add(number_at(self.bytes, at, 4)? as usize)?, ..*self })
        };
        (0..count).map(table).collect()
    }

    /// A vector of structs of so many bytes, up to three numbers of 8 bytes each.
    pub fn structs(&self, number: usize, size: usize) -> Option<Vec<[u64; 3]>> {
        let (start, count) = self.vector(number, size)?;
        let at = |entry: usize, field: usize| {
            let is_there = 8 * field < size;
            is_there.then(|| number_at(self.bytes, start + size * entry + 8 * field, 8)).flatten()
        };
        let entry = |entry| [0, 1, 2].map(|field| at(entry, field).unwrap_or(0));
        Some((0..count).map(entry).collect())
    }
}

fn number_at(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let mut number = [0; 8];
    number.get_mut(..length)?.copy_from_slice(bytes.get(at..at.checked_add(length)?)?);
    Some(u64::from_le_bytes(number))
}
