//! The texts of OG images: the media slice draws them, the scenarios slice knows the texts.

use catalogue::scenarios::{ScenarioSummary, load_summaries};
use futures::future::BoxFuture;
use kernel::Audience;
use operations::AppState;
use platform::media::{OgCard, OgCards};
use platform::web::Problem;

/// The cards of listed scenarios that are public.
pub struct ScenarioCards(AppState);

impl ScenarioCards {
    /// Reads them from this application's database.
    #[must_use]
    pub fn new(state: AppState) -> Self {
        Self(state)
    }
}

impl OgCards for ScenarioCards {
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(async move {
            let mut conn = self.0.db.read().await?;
            let found = load_summaries(&mut conn, Audience::Everyone, &[id.to_owned()]).await?;
            Ok(found.into_iter().next().map(card))
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
