//! The small copy of a reported picture: enough to see what it shows.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use platform::blobs::{BlobKey, Blobs};
use platform::media::{self, Fit, Format, ImageFrame, ImageRecipe, Stop};
use tokio::sync::Semaphore;

/// The longer side, in pixels.
const SIDE: u32 = 640;
const QUALITY: u8 = 70;
/// Pictures that are shrunk at the same time; each may need 160 MB while it is decoded.
static PERMITS: Semaphore = Semaphore::const_new(1);
/// How long a report waits for a permit, and then for the picture. It is filed without one rather than later.
const WAIT: Duration = Duration::from_secs(5);
const WORK: Duration = Duration::from_secs(10);

/// A small copy, as base64 of a WebP; none where there is no such picture, or it is not ready in time.
pub(super) async fn shrunk(blobs: &Blobs, key: &BlobKey) -> Option<String> {
    let original = match blobs.get(key).await {
        Ok(found) => found?,
        Err(error) => {
            tracing::warn!(%key, %error, "the picture {key} of a report could not be read");
            return None;
        }
    };
    let made = make(original).await;
    if made.is_none() {
        tracing::warn!(%key, "a report was filed without its picture {key}, which could not be made small");
    }
    made.map(|small| STANDARD.encode(small))
}

async fn make(original: Bytes) -> Option<Vec<u8>> {
    let permit = tokio::time::timeout(WAIT, PERMITS.acquire()).await.ok()?.ok()?;
    let stop = Stop::default();
    let for_work = stop.clone();
    let work = tokio::task::spawn_blocking(move || {
        // Held by the work itself, which goes on for a moment when nobody waits for it any more.
        let _permit = permit;
        let recipe = ImageRecipe {
            frame: ImageFrame::WHOLE,
            width: SIDE,
            height: Some(SIDE),
            fit: Fit::Inside,
            quality: QUALITY,
            format: Format::Webp,
            blur: false,
        };
        Some(media::reencode(&original, &recipe, &for_work).ok()?.bytes)
    });
    match tokio::time::timeout(WORK, work).await {
        Ok(done) => done.ok().flatten(),
        Err(_) => {
            stop.raise();
            None
        }
    }
}
