//! What is kept of a scenario that is reported.

use futures::future::BoxFuture;
use platform::db::Conn;
use platform::media::key_of_url;
use platform::slice::reports::{Caller, ReportKind, Reported, Target, copy_without};
use platform::web::Problem;

use super::visible::read_visible;

/// The kinds of things of this slice that can be reported.
pub(super) const KINDS: &[ReportKind] = &[ReportKind {
    name: "scenario",
    find: Some(find),
    list_orphaned: None,
}];

fn find<'a>(conn: &'a mut Conn, target: &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>> {
    Box::pin(async move {
        let viewer = match target.caller {
            Caller::Person { id, role } => Some((id, role)),
            Caller::Guest(_) | Caller::Visitor => None,
        };
        let scenario = read_visible(conn, &target.id("scenario")?, viewer).await?;
        let fullres = scenario.display_data.avatar_urls.fullres.as_deref();
        Ok(Reported {
            copy: copy_without(&scenario, &["scenarioStats", "tagData"])?,
            image: fullres.and_then(key_of_url).map(|key| key.to_string()),
            is_image: false,
            subject: Some(scenario.display_data.author).filter(|author| !author.as_str().is_empty()),
        })
    })
}
