//! Pages of lists: how many rows, and the opaque, signed cursor that says where the next page begins.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// Rows of a list when the caller gives no limit (spec section 9, "Page sizes").
pub const DEFAULT_LIMIT: u32 = 20;
/// Most rows of a list (spec section 5, "list and discovery limit").
pub const MAX_LIMIT: u32 = 100;
/// Most similar scenarios (spec section 5).
pub const MAX_SIMILAR_LIMIT: u32 = 50;
/// Longest cursor that is read, in characters; the cursors of this server have under 200.
pub const MAX_CURSOR_CHARS: usize = 512;

/// Bytes of the signature kept: 128 bits, far beyond guessing.
const SIGNATURE_BYTES: usize = 16;

/// Clamps a requested number of rows to 1..=`max` (spec section 5); absent means [`DEFAULT_LIMIT`].
#[must_use]
pub fn clamp_limit(requested: Option<i64>, max: u32) -> u32 {
    let rows = requested
        .unwrap_or(i64::from(DEFAULT_LIMIT))
        .clamp(1, i64::from(max));
    u32::try_from(rows).unwrap_or(DEFAULT_LIMIT)
}

/// One page of a list.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows, in list order.
    pub results: Vec<T>,
    /// Pass as `cursor` to get the next page; null at the end of the list.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

/// Cuts rows that were read with their positions, up to one more than `limit`. Returns the page's rows, and
/// the position after which the next page begins, if there is one.
#[must_use]
pub fn cut_page<T, P>(mut rows: Vec<(T, P)>, limit: u32) -> (Vec<T>, Option<P>) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    let (rows, mut positions): (Vec<T>, Vec<P>) = rows.into_iter().unzip();
    (rows, positions.pop().filter(|_| !is_last))
}

/// The secret that cursors are signed with. Every process of one installation holds the same.
#[derive(Clone)]
pub struct CursorKey([u8; 32]);

/// A cursor that we did not issue, or issued for another list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the cursor is not one of this list's")]
pub struct BadCursor;

impl CursorKey {
    /// A key from 32 secret bytes.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// Packs and signs a position in the list named `list`. A cursor of one list is not valid in another, so
    /// `list` must name everything that the position depends on (order and filters).
    #[must_use]
    pub fn seal<P: Serialize>(&self, list: &str, position: &P) -> String {
        // Positions are plain numbers and texts: serialising them cannot fail.
        let body = serde_json::to_vec(position).unwrap_or_default();
        let mut packed = self.sign(list, &body).to_vec();
        packed.extend_from_slice(&body);
        URL_SAFE_NO_PAD.encode(packed)
    }

    /// Checks and unpacks a cursor of the list named `list`.
    ///
    /// # Errors
    /// [`BadCursor`] for anything that [`CursorKey::seal`] did not make with the same key and list name.
    pub fn open<P: DeserializeOwned>(&self, list: &str, cursor: &str) -> Result<P, BadCursor> {
        if cursor.len() > MAX_CURSOR_CHARS {
            return Err(BadCursor);
        }
        let packed = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| BadCursor)?;
        let (signature, body) = packed.split_at_checked(SIGNATURE_BYTES).ok_or(BadCursor)?;
        self.mac(list, body)
            .verify_truncated_left(signature)
            .map_err(|_| BadCursor)?;
        serde_json::from_slice(body).map_err(|_| BadCursor)
    }

    fn sign(&self, list: &str, body: &[u8]) -> [u8; SIGNATURE_BYTES] {
        let full = self.mac(list, body).finalize().into_bytes();
        let mut kept = [0_u8; SIGNATURE_BYTES];
        kept.copy_from_slice(&full[..SIGNATURE_BYTES]);
        kept
    }

    fn mac(&self, list: &str, body: &[u8]) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key length");
        mac.update(list.as_bytes());
        mac.update(&[0]);
        mac.update(body);
        mac
    }
}

impl std::fmt::Debug for CursorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CursorKey(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> CursorKey {
        CursorKey::new([7; 32])
    }

    #[test]
    fn limits_are_clamped_as_the_spec_says() {
        for (requested, given) in [
            (None, 20),
            (Some(0), 1),
            (Some(-1), 1),
            (Some(1), 1),
            (Some(100), 100),
            (Some(101), 100),
            (Some(i64::MAX), 100),
        ] {
            assert_eq!(clamp_limit(requested, MAX_LIMIT), given, "{requested:?}");
        }
        assert_eq!(clamp_limit(Some(80), MAX_SIMILAR_LIMIT), 50);
    }

    #[test]
    fn a_page_ends_where_the_next_one_begins() {
        let rows = vec![('a', 1), ('b', 2), ('c', 3)];
        assert_eq!(cut_page(rows.clone(), 2), (vec!['a', 'b'], Some(2)));
        assert_eq!(cut_page(rows.clone(), 3), (vec!['a', 'b', 'c'], None));
        assert_eq!(cut_page(Vec::<(char, i32)>::new(), 3), (vec![], None));
    }

    #[test]
    fn a_cursor_opens_only_its_own_list() {
        let cursor = key().seal("newest", &(12_i64, "id"));
        assert_eq!(
            key().open::<(i64, String)>("newest", &cursor),
            Ok((12, "id".to_owned()))
        );
        assert_eq!(key().open::<(i64, String)>("likes", &cursor), Err(BadCursor));
        assert_eq!(
            CursorKey::new([8; 32]).open::<(i64, String)>("newest", &cursor),
            Err(BadCursor)
        );
    }

    proptest! {
        #[test]
        fn no_text_from_outside_is_taken_for_a_cursor(text in ".{0,200}") {
            prop_assert_eq!(key().open::<(i64, String)>("newest", &text), Err(BadCursor));
        }

        #[test]
        fn a_changed_cursor_is_refused(at in any::<i64>(), index in 0_usize..40, flip in 1_u8..255) {
            let cursor = key().seal("newest", &(at, "id"));
            let mut packed = URL_SAFE_NO_PAD.decode(&cursor).expect("our own");
            let index = index % packed.len();
            packed[index] ^= flip;
            let changed = URL_SAFE_NO_PAD.encode(packed);
            prop_assert_eq!(key().open::<(i64, String)>("newest", &changed), Err(BadCursor));
        }
    }
}
