//! What an OG image says and shows, and where that comes from.

use axum::http::HeaderMap;
use futures::future::BoxFuture;
use kernel::Timestamp;

use crate::web::Problem;

/// What an OG image says and shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OgCard {
    /// The scenario's name.
    pub title: String,
    /// Its author's name.
    pub author: Option<String>,
    /// Its tagline; may be empty.
    pub tagline: String,
    /// The banner, else the cover, as in `avatar_urls`: a root-relative `/media/…` path, which may carry a frame.
    pub image: Option<String>,
    /// Whether the image may be shown only to people who have confirmed it (spec section 9).
    pub explicit: bool,
    /// When the scenario last changed.
    pub updated: Timestamp,
}

/// Where the cards come from. The application implements it over the scenarios.
pub trait OgCards: Send + Sync {
    /// The card of a scenario that everybody may see; `None` for any other.
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>>;

    /// The card that a draft would have if it were published now, for its author, whom the headers of the request
    /// identify; `None` for anybody else. Without drafts there is none.
    fn draft_card<'a>(
        &'a self,
        _id: &'a str,
        _headers: &'a HeaderMap,
    ) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}
