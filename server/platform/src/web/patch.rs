//! Fields of a change that may be absent, null, or a value.

use serde::{Deserialize, Deserializer};

/// Distinguishes a field that is null from one that is absent: `deserialize_with` of a field that is an
/// option of an option.
///
/// # Errors
/// The error of the value's own type.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}
