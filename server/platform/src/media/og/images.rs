//! Makes OG images, each once.

use std::path::PathBuf;
use std::sync::Arc;

use axum::http::HeaderMap;

use super::card::{OgCard, OgCards};
use super::painter::Painter;
use crate::blobs::BlobKey;
use crate::media::derivatives::{CacheKey, CacheOutcome, StoredImage};
use crate::media::error::MediaError;
use crate::media::parts::Parts;
use crate::media::pipeline::ImageKind;
use crate::media::source::Source;
use crate::media::urls::key_of_url;
use crate::web::Problem;

/// Raised whenever equal cards begin to look different.
const DESIGN: u32 = 1;

/// The OG images.
pub(in crate::media) struct OgImages {
    parts: Parts,
    cards: Arc<dyn OgCards>,
    painter: Arc<Painter>,
}

/// A card and the version of the image it shows: everything that its bytes depend on.
pub(in crate::media) struct Drawing {
    /// Names the OG image; equal keys have equal bytes.
    pub(in crate::media) key: CacheKey,
    card: OgCard,
    image: Option<BlobKey>,
}

impl OgImages {
    pub(in crate::media) fn new(parts: Parts, cards: Arc<dyn OgCards>, fonts: Option<PathBuf>) -> Self {
        Self {
            parts,
            cards,
            painter: Arc::new(Painter::new(fonts)),
        }
    }

    /// What the OG image of a scenario shows; none for a scenario that not everybody may see.
    ///
    /// An image that is gone or of another host is left out, because a preview without it is better than none. The
    /// image may be explicit although this scenario is not, if another scenario has the same image.
    ///
    /// # Errors
    /// Those of reading the card.
    pub(in crate::media) async fn drawing(&self, id: &str) -> Result<Option<Drawing>, Problem> {
        match self.cards.card(id).await? {
            Some(card) => Ok(Some(self.drawing_of(id, card).await)),
            None => Ok(None),
        }
    }

    /// The same of a draft, for its author alone.
    ///
    /// # Errors
    /// Those of reading the card.
    pub(in crate::media) async fn draft_drawing(
        &self,
        id: &str,
        headers: &HeaderMap,
    ) -> Result<Option<Drawing>, Problem> {
        match self.cards.draft_card(id, headers).await? {
            Some(card) => Ok(Some(self.drawing_of(id, card).await)),
            None => Ok(None),
        }
    }

    async fn drawing_of(&self, id: &str, mut card: OgCard) -> Drawing {
        let (image, version) = match card.image.as_deref().and_then(key_of_url) {
            Some(key) => match self.parts.originals.info(&key).await {
                Ok(info) => (Some(key), info.version),
                Err(_) => (None, String::new()),
            },
            None => (None, String::new()),
        };
        if let Some(image) = &image {
            card.explicit |= self.parts.judgements.is_explicit(image).await;
        }
        let key = CacheKey::new(&format!("og {id}"), &format!("{DESIGN} {card:?} {version}"));
        Drawing { key, card, image }
    }

    /// The OG image, drawn now if it was not drawn before.
    ///
    /// # Errors
    /// Any [`MediaError`] of drawing it.
    pub(in crate::media) async fn image(
        &self,
        drawing: Drawing,
    ) -> Result<(StoredImage, CacheOutcome), MediaError> {
        let (painter, parts) = (Arc::clone(&self.painter), self.parts.clone());
        let (card, image) = (drawing.card, drawing.image);
        let draw = async move {
            let original = match image {
                Some(key) => parts.originals.read(&Source::Own(key)).await.ok(),
                None => None,
            };
            let loading = Arc::clone(&painter);
            // Reading the system's fonts takes longer than an image may. It happens once, and does not count as time of
            // this image.
            if let Err(error) = tokio::task::spawn_blocking(move || loading.fonts().len()).await {
                tracing::error!(%error, "the fonts could not be loaded");
            }
            let bytes = parts
                .workers
                .run(move |stop| painter.paint(&card, original.as_deref(), stop))
                .await?;
            Ok(StoredImage {
                bytes: bytes.into(),
                kind: ImageKind::Png,
            })
        };
        self.parts.derivatives.get_or_make(drawing.key, draw).await
    }
}
