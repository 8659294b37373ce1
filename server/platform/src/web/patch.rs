//! Fields of a change that may be absent, null, or a value.

use serde::{Deserialize, Deserializer};

/// Tells a field that is null from one that is not there: `deserialize_with` of a field that is an option of an
/// option.
///
/// # Errors
/// What the value's own type reports.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}
