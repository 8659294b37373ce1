//! The texts of OG images: the media slice draws them, the scenarios slice knows the texts.

use catalogue::publishing::preview_summary;
use catalogue::scenarios::{ScenarioId, ScenarioSummary, load_summaries};
use futures::future::BoxFuture;
use http::{HeaderMap, StatusCode};
use kernel::{Audience, Timestamp};
use operations::AppState;
use platform::media::{OgCard, OgCards};
use platform::web::Problem;

use crate::pages::viewer::SessionResolver;

/// The cards of listed scenarios that are public, and of drafts for their authors.
pub struct ScenarioCards {
    app: AppState,
    sessions: SessionResolver,
}

impl ScenarioCards {
    /// Reads them from this application's database. `sessions` knows who asks for their draft.
    #[must_use]
    pub fn new(app: AppState, sessions: SessionResolver) -> Self {
        Self { app, sessions }
    }
}

impl OgCards for ScenarioCards {
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(async move {
            let mut conn = self.app.db.read().await?;
            let found = load_summaries(&mut conn, Audience::Everyone, &[id.to_owned()]).await?;
            Ok(found.into_iter().next().map(card))
        })
    }

    fn draft_card<'a>(
        &'a self,
        id: &'a str,
        headers: &'a HeaderMap,
    ) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(async move {
            let viewer = self.sessions.viewer(headers).await;
            let Some(author) = viewer.member().and_then(|member| member.authority.person()) else {
                return Ok(None);
            };
            let id = ScenarioId::trusted(id.to_owned());
            match preview_summary(&self.app, author, author.audience, &id).await {
                // Its texts and its picture say all of it: the time is that of asking.
                Ok(summary) => Ok(Some(OgCard {
                    updated: Timestamp(0),
                    ..card(summary)
                })),
                Err(problem) if problem.status() == StatusCode::NOT_FOUND => Ok(None),
                Err(problem) => Err(problem),
            }
        })
    }
}

fn card(summary: ScenarioSummary) -> OgCard {
    let ScenarioSummary { display, .. } = summary;
    OgCard {
        title: display.display_name,
        author: Some(display.authorname),
        tagline: display.tagline,
        image: display.avatar_urls.banner.or(display.avatar_urls.avatar),
        explicit: display.explicit,
        updated: display.updated_on,
    }
}
