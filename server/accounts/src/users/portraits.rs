//! Where portraits lie.

use kernel::ids::UserId;
use platform::blobs::{BlobKey, Blobs};

/// Where the portraits of somebody's personas are.
#[must_use]
pub fn persona_folder(owner: &UserId) -> String {
    format!("avatars/{owner}/personas")
}

/// Deletes a picture that nothing names any more. A failure only leaves a file behind.
pub async fn purge_portrait(blobs: &Blobs, key: &str) {
    // Portraits of the starter catalogue stay: they are the house's.
    let Ok(key) = BlobKey::parse(key) else { return };
    if !key.as_str().starts_with("avatars/") {
        return;
    }
    if let Err(error) = blobs.delete(&key).await {
        tracing::warn!(%key, %error, "an old portrait {key} could not be deleted");
    }
}
