//! Verdicts on images without the model.

use crate::AppState;
use crate::db::Isolation;
use crate::image_judge::{AvatarMetric, is_explicit, store};

/// Records that the model found this class in an image, more probable than any other; returns whether the image
/// is registered and was not judged before.
///
/// # Panics
/// When the database fails.
pub async fn judge_as(app: &AppState, key: &str, class: &str) -> bool {
    let found = [AvatarMetric {
        class_name: class.to_owned(),
        probability: 0.9,
    }];
    let (found, now) = (&found, app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { store::record(tx, key, found, is_explicit(found), now).await })
    });
    let is_new = use_case.await.expect("a verdict");
    app.changes.tag("pictures");
    is_new
}
