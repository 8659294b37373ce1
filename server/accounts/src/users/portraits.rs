//! Where portraits are stored.

use kernel::ids::UserId;
use platform::blobs::{BlobKey, Blobs};

/// The folder of the portraits of a person's personas.
#[must_use]
pub fn persona_folder(owner: &UserId) -> String {
    format!("avatars/{owner}/personas")
}

/// Deletes a portrait that is no longer used. A failure only leaves a file behind.
pub async fn purge_portrait(blobs: &Blobs, key: &str) {
    // Portraits of the starter catalogue stay.
    let Ok(key) = BlobKey::parse(key) else { return };
    if !key.as_str().starts_with("avatars/") {
        return;
    }
    if let Err(error) = blobs.delete(&key).await {
        tracing::warn!(%key, %error, "an old portrait {key} could not be deleted");
    }
}
