//! Answers the media slice: which images are explicit, and who may see them.

use axum::http::HeaderMap;
use futures::future::BoxFuture;
use platform::blobs::BlobKey;
use platform::db::Conn;
use platform::media::Gate;
use platform::web::Problem;

use super::{rules, store};
use crate::AppState;
use crate::identity::Authority;

/// Whether an explicit item of a slice shows this image.
pub type ShowsExplicit = for<'a> fn(&'a mut Conn, &'a BlobKey) -> BoxFuture<'a, sqlx::Result<bool>>;

/// Judges images by the scenarios and cards that show them, and people by what they confirmed.
pub struct AgeGate {
    app: AppState,
    must_confirm: bool,
    shows_explicit: &'static [ShowsExplicit],
}

impl AgeGate {
    /// The gate of this application. `must_confirm`: a campaign link alone does not open it
    /// (`DRAMATIS_CONFIRM_ADULT`). `shows_explicit`: asked one after the other, until one answers yes.
    #[must_use]
    pub fn new(app: AppState, must_confirm: bool, shows_explicit: &'static [ShowsExplicit]) -> Self {
        Self {
            app,
            must_confirm,
            shows_explicit,
        }
    }

    /// For a person their own setting counts and no cookie of their browser; cookies count for everyone else,
    /// guests included.
    async fn has_confirmed(&self, headers: &HeaderMap) -> sqlx::Result<bool> {
        if let Some(session) = self.app.identities.session_cookie(headers)
            && let Some(authority) = Authority::of_cookie(&self.app, &session).await?
            && let Some(person) = authority.person()
        {
            let mut conn = self.app.db.read().await?;
            return store::wants_explicit(&mut conn, &person.user_id).await;
        }
        Ok(rules::confirmed_by_cookies(headers, self.must_confirm))
    }
}

impl Gate for AgeGate {
    fn is_explicit<'a>(&'a self, key: &'a BlobKey) -> BoxFuture<'a, Result<bool, Problem>> {
        Box::pin(async move {
            let mut conn = self.app.db.read().await?;
            for shows in self.shows_explicit {
                if shows(&mut conn, key).await? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn admits<'a>(&'a self, headers: &'a HeaderMap) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            self.has_confirmed(headers).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "who asks for an explicit picture could not be checked; they get it blurred");
                false
            })
        })
    }
}
