//! How long reports are kept and what makes two of them the same. Pure.

use kernel::{DAY_MS, HOUR_MS, hex};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// How long a report is kept, in milliseconds: a year, in which it is read and its subject may object.
pub const KEEP_MS: i64 = 365 * DAY_MS;
/// How long the address of a reporter without an account is kept, in milliseconds: long enough to ask back and
/// to report what was done.
pub const KEEP_REPLY_TO_MS: i64 = 90 * DAY_MS;
/// Longest note, in characters.
pub const MAX_NOTE_CHARS: usize = 1_000;
/// Longest address or id of what is reported, in bytes: a key of the blob store has up to six segments of 64.
pub const MAX_TARGET_BYTES: usize = 512;
/// Reports that one account, or one network of those without an account, may make within a time: pairs of
/// milliseconds and reports.
pub const MOST_REPORTS: [(i64, i64); 2] = [(HOUR_MS, 20), (DAY_MS, 60)];
/// Reports that one round of the job deletes, or removes a guest's name or an address from; the rest waits for
/// the next.
pub const PURGED_AT_ONCE: i64 = 1_000;

/// By which the same report is recognized: who, what, why, in which words, and the copy. A second click changes
/// none of these.
#[must_use]
pub fn same_hash(
    sender: &str,
    kind: &str,
    target_id: &str,
    reason: &str,
    note: &str,
    copy: &Value,
) -> String {
    let mut hash = Sha256::new();
    for part in [sender, kind, target_id, reason, note, &copy.to_string()] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_is_the_same_only_if_all_of_it_is() {
        let copy = json!({"name": "Lamp"});
        let one = same_hash("ann", "scenario", "a", "spam", "", &copy);
        assert_eq!(one, same_hash("ann", "scenario", "a", "spam", "", &copy.clone()));
        for other in [
            same_hash("ben", "scenario", "a", "spam", "", &copy),
            same_hash("ann", "card", "a", "spam", "", &copy),
            same_hash("ann", "scenario", "b", "spam", "", &copy),
            same_hash("ann", "scenario", "a", "other", "", &copy),
            same_hash("ann", "scenario", "a", "spam", "more", &copy),
            same_hash("ann", "scenario", "a", "spam", "", &json!({"name": "Lantern"})),
            same_hash("ann", "scenario", "as", "pam", "", &copy),
        ] {
            assert_ne!(one, other);
        }
    }
}
