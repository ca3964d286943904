//! Unpacks a page within a limit.

use std::io::Read;

use lz4_flex::block::{DecompressError, decompress_into};
use parquet::basic::Compression;

/// Unpacks `packed` to at most `limit` bytes.
///
/// # Errors
/// If it unpacks to more, or cannot be unpacked.
pub fn unpack(packed: &[u8], limit: usize, codec: Compression) -> Result<Vec<u8>, String> {
    let unpacked = match codec {
        Compression::UNCOMPRESSED => Ok(packed.to_vec()),
        Compression::SNAPPY => snappy(packed, limit),
        Compression::LZ4_RAW => lz4(packed, limit),
        Compression::LZ4 => match hadoop_lz4(packed, limit) {
            Some(unpacked) => Ok(unpacked),
            None => lz4(packed, limit)
                .map_err(|reason| format!("it is neither framed nor raw LZ4, {reason}")),
        },
        Compression::GZIP(_) => bounded(flate2::read::MultiGzDecoder::new(packed), limit),
        Compression::BROTLI(_) => {
            bounded(brotli_decompressor::Decompressor::new(packed, 4096), limit)
        }
        Compression::ZSTD(_) => zstd(packed, limit),
        other @ Compression::LZO => {
            return Err(format!(
                "the compression {other} is not read; write the file with snappy, gzip, zstd, lz4 or brotli"
            ));
        }
    };
    unpacked.map_err(|reason| format!("a page cannot be unpacked ({codec}): {reason}"))
}

fn too_large(limit: usize) -> String {
    format!(
        "it unpacks to more than {} MB: if it is not a decompression bomb, write the file with smaller row \
         groups",
        limit >> 20
    )
}

/// Reads at most one byte more than the limit.
fn bounded(source: impl Read, limit: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    let read = source.take(limit as u64 + 1).read_to_end(&mut unpacked);
    read.map_err(|error| error.to_string())?;
    if unpacked.len() > limit { Err(too_large(limit)) } else { Ok(unpacked) }
}

fn snappy(packed: &[u8], limit: usize) -> Result<Vec<u8>, String> {
    let size = snap::raw::decompress_len(packed).map_err(|error| error.to_string())?;
    if size > limit {
        return Err(too_large(limit));
    }
    snap::raw::Decoder::new().decompress_vec(packed).map_err(|error| error.to_string())
}

/// A raw block does not say its size; LZ4 packs to a 255th at best.
fn lz4(packed: &[u8], limit: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = vec![0; packed.len().saturating_mul(255).min(limit)];
    let length = decompress_into(packed, &mut unpacked).map_err(|error| match error {
        DecompressError::OutputTooSmall { .. } => too_large(limit),
        error => error.to_string(),
    })?;
    unpacked.truncate(length);
    Ok(unpacked)
}

/// Hadoop's frames: the unpacked and packed sizes before each block, big-endian.
fn hadoop_lz4(mut packed: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    while !packed.is_empty() {
        let (length, rest) = packed.split_first_chunk::<4>()?;
        let (block, rest) = rest.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length) as usize;
        let (block, rest) = rest.split_at_checked(u32::from_be_bytes(*block) as usize)?;
        if unpacked.len() + length > limit {
            return None;
        }
        unpacked.extend_from_slice(&lz4(block, length).ok()?);
        packed = rest;
    }
    Some(unpacked)
}

fn zstd(mut packed: &[u8], limit: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    // Some writers put several frames into a page.
    while !packed.is_empty() {
        let frame = ruzstd::decoding::StreamingDecoder::new(&mut packed);
        let frame = frame.map_err(|error| error.to_string())?;
        unpacked.extend(bounded(frame, limit - unpacked.len())?);
    }
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use parquet::basic::{BrotliLevel, GzipLevel, ZstdLevel};

    use super::*;

    #[test]
    fn a_page_that_unpacks_to_more_than_the_limit_is_refused_early() {
        let bomb = vec![0; 50_000_000];
        let mut packed = Vec::new();
        let mut gzip = flate2::read::GzEncoder::new(bomb.as_slice(), flate2::Compression::fast());
        gzip.read_to_end(&mut packed).unwrap();
        let is_refused = |packed: &[u8], codec| {
            let error = unpack(packed, 2 << 20, codec).unwrap_err();
            assert!(error.contains("unpacks to more than 2 MB"), "{error}");
            assert_eq!(unpack(packed, bomb.len(), codec).unwrap().len(), bomb.len());
        };
        is_refused(&packed, Compression::GZIP(GzipLevel::default()));
        is_refused(&snap::raw::Encoder::new().compress_vec(&bomb).unwrap(), Compression::SNAPPY);
        is_refused(&lz4_flex::block::compress(&bomb), Compression::LZ4_RAW);
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
    }
}
