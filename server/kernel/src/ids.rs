//! One type per kind of id, so that a user's id cannot be passed where a scenario's is meant.
//!
//! Ids are text. The ids that this server creates are UUIDv7 (time-ordered, so that they index well). From
//! outside it accepts anything that matches [`is_well_formed`]: an id may become part of a path or a key, but
//! must never be able to leave it.

use uuid::Uuid;

use crate::Timestamp;

/// Longest id accepted from outside, in characters.
pub const MAX_ID_CHARS: usize = 64;

/// Whether a text from outside may be an id at all: 1 to 64 of `A-Z a-z 0-9 _ -`.
#[must_use]
pub fn is_well_formed(text: &str) -> bool {
    (1..=MAX_ID_CHARS).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

/// A fresh UUIDv7 for the moment `now`, with 74 random bits from `random`.
#[must_use]
pub fn new_id(now: Timestamp, random: &mut impl rand::RngCore) -> String {
    let mut bits = [0_u8; 10];
    random.fill_bytes(&mut bits);
    id_from_parts(now, &bits)
}

/// The UUIDv7 made of a moment and ten given bytes. The starter catalogue uses it so that its ids, and so the
/// links to it, are the same on every installation.
#[must_use]
pub fn id_from_parts(now: Timestamp, bits: &[u8; 10]) -> String {
    let millis = u64::try_from(now.0).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, bits)
        .into_uuid()
        .to_string()
}

/// Whether the text is a UUID in its usual spelling.
#[must_use]
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok()
}

/// An id from outside that cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id has 1 to 64 letters, digits, '_' or '-'")]
pub struct MalformedId;

/// Declares types of ids: `/// What it identifies.` `ItsName,`. Here are the ids of people, which every slice
/// stores; each slice declares its own.
#[macro_export]
macro_rules! id_types {
    ($($(#[$doc:meta])+ $name:ident),+ $(,)?) => {$(
        $(#[$doc])+
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[schema(value_type = String, pattern = "^[A-Za-z0-9_-]{1,64}$")]
        pub struct $name(String);

        impl $name {
            /// Wraps a text that comes from our own database or generator.
            #[must_use]
            pub fn trusted(text: String) -> Self {
                Self(text)
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::ids::MalformedId;
            fn from_str(text: &str) -> Result<Self, $crate::ids::MalformedId> {
                if $crate::ids::is_well_formed(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err($crate::ids::MalformedId)
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    )+};
}

crate::id_types! {
    /// A person: reader, author or admin.
    UserId,
    /// A person's credentials, as the identity provider knows them.
    IdentityId,
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn only_plain_words_are_ids() {
        let longest = "x".repeat(64);
        for good in ["a", "018f-_Z", longest.as_str()] {
            assert!(good.parse::<UserId>().is_ok(), "{good}");
        }
        let too_long = "x".repeat(65);
        for bad in ["", "..", "a/b", "a b", "a%2fb", "é", "a\0", too_long.as_str()] {
            assert_eq!(bad.parse::<UserId>(), Err(MalformedId), "{bad:?}");
        }
    }

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let mut random = rand_chacha::ChaCha8Rng::from_seed([1; 32]);
        let early = new_id(Timestamp(1_000), &mut random);
        let late = new_id(Timestamp(2_000), &mut random);
        assert!(early < late);
        assert!(is_uuid(&early));
        assert!(!is_uuid("018f"));
    }
}
