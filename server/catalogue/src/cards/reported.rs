//! What is kept of a card that is reported.

use futures::future::BoxFuture;
use platform::db::Conn;
use platform::media::key_of_url;
use platform::slice::reports::{ReportKind, Reported, Target, copy_without};
use platform::web::Problem;

use super::store;

/// The kinds of things of this slice that can be reported.
pub(super) const KINDS: &[ReportKind] = &[ReportKind {
    name: "card",
    find: Some(find),
    list_orphaned: None,
}];

fn find<'a>(conn: &'a mut Conn, target: &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>> {
    Box::pin(async move {
        let card = store::find_listed(conn, &target.id("card")?)
            .await?
            .ok_or_else(|| Problem::not_found("card"))?;
        let fullres = card.display_data.avatar_urls.fullres.as_deref();
        Ok(Reported {
            copy: copy_without(&card, &["cardStats", "liked", "disliked"])?,
            image: fullres.and_then(key_of_url).map(|key| key.to_string()),
            is_image: false,
            subject: Some(card.display_data.author),
        })
    })
}
