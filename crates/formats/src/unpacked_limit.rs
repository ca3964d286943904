//! A bound on the unpacked size of a packed file: a few kilobytes of Parquet or of a spreadsheet
//! may unpack to gigabytes. Texts of a benchmark are packed to a tenth, tables with little in their
//! cells to a thirtieth.

/// The unpacked size that every file may have, in bytes, whatever its own size.
const ALWAYS: u64 = 128 << 20;
/// The multiple of its size that a file may have beyond that.
const MOST_FOLD: u64 = 64;

/// The remaining part of a file's permitted unpacked size.
#[derive(Clone, Debug)]
pub struct UnpackedLimit {
    most: u64,
    taken: u64,
}

impl UnpackedLimit {
    /// The limit of a file of this many bytes.
    pub fn new(file_bytes: u64) -> Self {
        UnpackedLimit { most: ALWAYS + file_bytes.saturating_mul(MOST_FOLD), taken: 0 }
    }

    /// What may still be unpacked, in bytes.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.taken)
    }

    /// Counts bytes that were unpacked.
    ///
    /// # Errors
    /// If the total is more than permitted, with what to do.
    pub fn take(&mut self, bytes: u64) -> Result<(), String> {
        self.taken = self.taken.saturating_add(bytes);
        if self.taken > self.most { Err(self.exceeded()) } else { Ok(()) }
    }

    /// Gives back bytes that are no longer in memory.
    pub fn give_back(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Why a file is refused.
    pub fn exceeded(&self) -> String {
        format!(
            "the file unpacks to more than {} MB, {MOST_FOLD} times its size and more: if it is not a \
             decompression bomb, save it as csv or JSON lines",
            self.most >> 20
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_does_not_count() {
        let mut limit = UnpackedLimit::new(1);
        assert!(limit.take(ALWAYS).is_ok());
        assert!(limit.take(MOST_FOLD + 1).unwrap_err().contains("more than 128 MB"));
        limit.give_back(ALWAYS);
        assert!(limit.take(ALWAYS - 2 * MOST_FOLD).is_ok());
    }
}
