//! What JSON of other programs needs before it is stored or pointed into.

use serde_json::Value;

/// A name as it stands within a JSON pointer (RFC 6901 section 3).
#[must_use]
pub fn pointer_part(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Removes NUL characters, which PostgreSQL does not store, from all texts and names. Returns whether there were
/// any.
pub fn remove_nul(value: &mut Value) -> bool {
    match value {
        Value::String(text) if text.contains('\0') => {
            text.retain(|character| character != '\0');
            true
        }
        Value::Array(list) => list
            .iter_mut()
            .fold(false, |found, inner| remove_nul(inner) | found),
        Value::Object(fields) => {
            let mut found = fields
                .values_mut()
                .fold(false, |found, inner| remove_nul(inner) | found);
            if fields.keys().any(|name| name.contains('\0')) {
                found = true;
                let renamed = std::mem::take(fields).into_iter();
                *fields = renamed
                    .map(|(name, value)| (name.replace('\0', ""), value))
                    .collect();
            }
            found
        }
        _ => false,
    }
}
