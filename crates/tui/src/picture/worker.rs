//! The thread that reads, decodes and paints pictures, so that drawing never waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::messages::text;
use assay_core::benchmark::ImageHash;

use super::cache::Cache;
use super::decode::{DecodeLimits, Decoded, decode, swaps_sides};
use super::fit::View;
use super::mode::Surface;
use super::painted::{Painted, paint, pane};
use super::requests::{Loader, Request, Requests, Waker};
use super::scale::reduced;

/// Decoded pictures are kept up to this size; larger ones only while they are zoomed.
const KEPT_PIXELS: u64 = 2_000_000;
/// Memory for decoded pictures, in bytes. They are for zooming and resizing; the pictures for the
/// next keys are already painted.
const DECODED_BYTES: usize = 12 << 20;

pub(super) struct Worker {
    requests: Arc<Requests>,
    load: Loader,
    wake: Waker,
    decoded: Cache<ImageHash, Arc<Decoded>>,
    /// The zoomed picture at its full size.
    full: Option<(ImageHash, Arc<Decoded>)>,
}

impl Worker {
    pub(super) fn new(requests: Arc<Requests>, load: Loader, wake: Waker) -> Self {
        Worker { requests, load, wake, decoded: Cache::with_bound(DECODED_BYTES), full: None }
    }

    /// Paints what is requested until the service is gone.
    pub(super) fn run(mut self) {
        while let Some(job) = self.requests.next() {
            if let Some((hash, _)) = self.full
                && !job.closely.contains(&hash)
            {
                self.full = None;
            }
            // A picture that makes a decoder panic is one broken picture, not the end of the program.
            let outcome =
                catch_unwind(AssertUnwindSafe(|| self.painted(&job.request, &job.surface)))
                    .unwrap_or_else(|_| Err(text!("picture-decoder-failed").to_owned()));
            if self.requests.finished(&job, outcome) {
                (self.wake)();
            }
        }
    }

    fn painted(&mut self, request: &Request, surface: &Surface) -> Result<Arc<Painted>, String> {
        let decoded = self.decoded(request, surface)?;
        paint(&decoded, request.area, request.view, surface)
            .map(Arc::new)
            .map_err(|error| error.to_string())
    }

    fn decoded(&mut self, request: &Request, surface: &Surface) -> Result<Arc<Decoded>, String> {
        if let Some(kept) = self.decoded.get(&request.hash)
            && is_fine_enough(&kept, request, surface)
        {
            return Ok(kept);
        }
        if let Some((hash, full)) = &self.full
            && *hash == request.hash
        {
            return Ok(Arc::clone(full));
        }
        let bytes = (self.load)(request.hash)?;
        let full = decode(&bytes, DecodeLimits::default()).map_err(|error| error.to_string())?;
        drop(bytes);
        let Some(small) = reduced(&full, KEPT_PIXELS).map(Arc::new) else {
            let full = Arc::new(full);
            self.keep(request.hash, &full);
            return Ok(full);
        };
        self.keep(request.hash, &small);
        if is_fine_enough(&small, request, surface) {
            return Ok(small);
        }
        let full = Arc::new(full);
        if request.view != View::default() {
            self.full = Some((request.hash, Arc::clone(&full)));
        }
        Ok(full)
    }

    fn keep(&mut self, hash: ImageHash, decoded: &Arc<Decoded>) {
        self.decoded.insert(hash, Arc::clone(decoded), decoded.bytes(), false, |_| false);
    }
}

/// Whether more pixels than these could be seen.
fn is_fine_enough(kept: &Decoded, request: &Request, surface: &Surface) -> bool {
    let lying = swaps_sides(kept.orientation);
    let width = if lying { kept.pixels.height() } else { kept.pixels.width() };
    if width >= kept.natural.0 {
        return true;
    }
    pane(kept.natural, request.area, surface)
        .fit(request.view)
        .is_none_or(|fit| f64::from(fit.units.0) <= f64::from(width) * fit.crop.width + 1.0)
}
