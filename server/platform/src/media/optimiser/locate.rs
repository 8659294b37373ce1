//! Finds what a request names, decides what the caller may see of it, and makes it.

use std::sync::Arc;

use axum::http::HeaderMap;
use kernel::{Clock, DAY_MS};
use url::Url;

use super::query::ImageRequest;
use crate::blobs::BlobKey;
use crate::media::derivatives::{CacheKey, CacheOutcome, StoredImage};
use crate::media::error::MediaError;
use crate::media::frame::ImageFrame;
use crate::media::freshness::Freshness;
use crate::media::gate::Audience;
use crate::media::parts::Parts;
use crate::media::pipeline::{Fit, Format, ImageRecipe, PIPELINE, transform};
use crate::media::source::Source;

/// How long an image of another host is used before it is fetched again, in milliseconds.
const REMOTE_MS: i64 = DAY_MS;

/// What is made of an explicit original for a caller who may not see it (O-10). Its size hardly matters, because it is
/// blurred.
const BLURRED_ORIGINAL: ImageRecipe = ImageRecipe {
    frame: ImageFrame::WHOLE,
    width: 640,
    height: None,
    fit: Fit::Cover,
    quality: 60,
    format: Format::Plain,
    blur: true,
};

/// A source that exists (or may, on another host), and the derivative requested of it.
#[derive(Debug, Clone)]
pub(in crate::media) struct LocatedImage {
    source: Source,
    recipe: ImageRecipe,
    /// Names the derivative; equal keys have equal bytes.
    pub(in crate::media) key: CacheKey,
    /// How long the answer may be used again.
    pub(in crate::media) freshness: Freshness,
}

/// The optimiser. Cheap to clone.
#[derive(Clone)]
pub(in crate::media) struct Optimiser {
    parts: Parts,
    clock: Arc<dyn Clock>,
}

impl Optimiser {
    pub(in crate::media) fn new(parts: Parts, clock: Arc<dyn Clock>) -> Self {
        Self { parts, clock }
    }

    /// Finds what a request with these headers asks for, without making it yet.
    ///
    /// # Errors
    /// [`MediaError::Source`] for what is never read, [`MediaError::Parameter`] for a frame that is no part of an image,
    /// [`MediaError::Missing`] for a blob that does not exist.
    pub(in crate::media) async fn locate(
        &self,
        request: &ImageRequest,
        headers: &HeaderMap,
    ) -> Result<LocatedImage, MediaError> {
        let Parts {
            originals,
            judgements,
            ..
        } = &self.parts;
        let source = originals.source(&request.url)?;
        let mut recipe = request.recipe;
        let (identity, freshness) = match &source {
            Source::Own(key) => {
                recipe.frame = ImageFrame::of_address(&request.url)?;
                let info = originals.info(key).await?;
                let audience = judgements.audience(key, headers).await;
                recipe.blur |= audience == Audience::Unconfirmed;
                (own(key, &info.version), Freshness::of(key, audience))
            }
            Source::Remote(url) => (format!("remote {url} {}", self.day_of(url)), Freshness::Day),
        };
        Ok(LocatedImage {
            source,
            recipe,
            key: key_of(&identity, &recipe),
            freshness,
        })
    }

    /// The blurred derivative that replaces an explicit original until the caller has confirmed.
    ///
    /// # Errors
    /// [`MediaError::Missing`] for a blob that does not exist.
    pub(in crate::media) async fn locate_blurred(&self, key: BlobKey) -> Result<LocatedImage, MediaError> {
        let info = self.parts.originals.info(&key).await?;
        Ok(LocatedImage {
            key: key_of(&own(&key, &info.version), &BLURRED_ORIGINAL),
            source: Source::Own(key),
            recipe: BLURRED_ORIGINAL,
            freshness: Freshness::Blurred,
        })
    }

    /// The derivative, made now if it was not made before.
    ///
    /// # Errors
    /// Any [`MediaError`] of reading or making it.
    pub(in crate::media) async fn image(
        &self,
        located: &LocatedImage,
    ) -> Result<(StoredImage, CacheOutcome), MediaError> {
        let parts = self.parts.clone();
        let (source, recipe) = (located.source.clone(), located.recipe);
        let make = async move {
            let original = parts.originals.read(&source).await?;
            let made = parts
                .workers
                .run(move |stop| transform(&original, &recipe, stop))
                .await?;
            Ok(StoredImage {
                bytes: made.bytes.into(),
                kind: made.kind,
            })
        };
        self.parts.derivatives.get_or_make(located.key, make).await
    }

    /// A number that changes once a day, for each address at a moment of its own.
    fn day_of(&self, url: &Url) -> i64 {
        let spread = url
            .as_str()
            .bytes()
            .fold(0_i64, |sum, byte| (sum * 31 + i64::from(byte)) % REMOTE_MS);
        (self.clock.now().0.saturating_add(spread)).div_euclid(REMOTE_MS)
    }
}

fn own(key: &BlobKey, version: &str) -> String {
    format!("own {key} {version}")
}

/// The recipe includes whether the image is blurred, so the two derivatives have keys of their own.
fn key_of(identity: &str, recipe: &ImageRecipe) -> CacheKey {
    CacheKey::new(identity, &format!("{PIPELINE} {recipe:?}"))
}
