//! Unpacks a page to exactly the size that its header claims.

use std::io::{self, Read};

use parquet::basic::Compression;

/// Unpacks `packed` to `size` bytes.
///
/// # Errors
/// If it unpacks to less or to more, or cannot be unpacked.
pub fn unpack(packed: &[u8], size: usize, codec: Compression) -> Result<Vec<u8>, String> {
    let damaged = |reason: String| format!("a page cannot be unpacked ({codec}): {reason}");
    let unpacked = match codec {
        Compression::UNCOMPRESSED => packed.to_vec(),
        Compression::SNAPPY => snappy(packed, size).map_err(damaged)?,
        Compression::LZ4_RAW => lz4(packed, size).map_err(damaged)?,
        Compression::LZ4 => hadoop_lz4(packed, size)
            .or_else(|| lz4(packed, size).ok())
            .ok_or_else(|| damaged("it is neither framed nor raw LZ4".into()))?,
        Compression::GZIP(_) => {
            bounded(flate2::read::MultiGzDecoder::new(packed), size).map_err(damaged)?
        }
        Compression::BROTLI(_) => {
            bounded(brotli_decompressor::Decompressor::new(packed, 4096), size).map_err(damaged)?
        }
        Compression::ZSTD(_) => zstd(packed, size).map_err(damaged)?,
        other @ Compression::LZO => {
            return Err(format!(
                "the compression {other} is not read; write the file with snappy, gzip, zstd, lz4 or brotli"
            ));
        }
    };
    if unpacked.len() != size {
        let found = unpacked.len();
        return Err(format!("a page unpacks to {found} bytes, but its header says {size}"));
    }
    Ok(unpacked)
}

/// Reads at most one byte more than the right size.
fn bounded(source: impl Read, size: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    let limit = size as u64 + 1;
    source.take(limit).read_to_end(&mut unpacked).map_err(|error| error.to_string())?;
    if unpacked.len() > size {
        return Err(format!("it is larger than the {size} bytes that its header says"));
    }
    Ok(unpacked)
}

fn snappy(packed: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let claimed = snap::raw::decompress_len(packed).map_err(|error| error.to_string())?;
    if claimed != size {
        return Err(format!("it says {claimed} bytes, its header {size}"));
    }
    snap::raw::Decoder::new().decompress_vec(packed).map_err(|error| error.to_string())
}

fn lz4(packed: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = vec![0; size];
    let length = lz4_flex::block::decompress_into(packed, &mut unpacked)
        .map_err(|error| error.to_string())?;
    unpacked.truncate(length);
    Ok(unpacked)
}

/// Hadoop's frames: the unpacked and packed sizes before each block, big-endian.
fn hadoop_lz4(mut packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    while !packed.is_empty() {
        let (length, rest) = packed.split_first_chunk::<4>()?;
        let (block, rest) = rest.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length) as usize;
        let (block, rest) = rest.split_at_checked(u32::from_be_bytes(*block) as usize)?;
        if unpacked.len() + length > size {
            return None;
        }
        let part = lz4(block, length).ok()?;
        unpacked.extend_from_slice(&part);
        packed = rest;
    }
    Some(unpacked)
}

fn zstd(packed: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    let mut rest = packed;
    // Some writers put several frames into a page.
    while !rest.is_empty() {
        let frame = ruzstd::decoding::StreamingDecoder::new(&mut rest);
        let mut frame = frame.map_err(|error| error.to_string())?;
        let limit = (size - unpacked.len()) as u64 + 1;
        let read = io::Read::by_ref(&mut frame).take(limit).read_to_end(&mut unpacked);
        read.map_err(|error| error.to_string())?;
        if unpacked.len() > size {
            return Err(format!("it is larger than the {size} bytes that its header says"));
        }
    }
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use parquet::basic::{BrotliLevel, GzipLevel, ZstdLevel};

    use super::*;

    #[test]
    fn a_page_that_unpacks_to_more_than_it_claims_is_refused_early() {
        let bomb = vec![0; 50_000_000];
        let mut packed = Vec::new();
        let mut gzip = flate2::read::GzEncoder::new(bomb.as_slice(), flate2::Compression::fast());
        gzip.read_to_end(&mut packed).unwrap();
        let error = unpack(&packed, 1000, Compression::GZIP(GzipLevel::default())).unwrap_err();
        assert!(error.contains("larger than the 1000 bytes"), "{error}");
        let packed = snap::raw::Encoder::new().compress_vec(&bomb).unwrap();
        let error = unpack(&packed, 1000, Compression::SNAPPY).unwrap_err();
        assert!(error.contains("50000000 bytes, its header 1000"), "{error}");
        assert!(unpack(&packed, 50_000_000, Compression::SNAPPY).is_ok());
    }

    #[test]
    fn nonsense_is_an_error_in_every_codec() {
        for codec in [
            Compression::SNAPPY,
            Compression::LZ4,
            Compression::LZ4_RAW,
            Compression::GZIP(GzipLevel::default()),
            Compression::BROTLI(BrotliLevel::default()),
            Compression::ZSTD(ZstdLevel::default()),
            Compression::LZO,
        ] {
            assert!(unpack(&[0xFF; 40], 100, codec).is_err(), "{codec}");
        }
        assert!(unpack(&[1, 2], 3, Compression::UNCOMPRESSED).is_err());
    }
}
