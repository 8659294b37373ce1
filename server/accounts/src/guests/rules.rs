//! How long guest sessions last, and the form of their headers.

use kernel::{DAY_MS, HOUR_MS};

/// The header with the guest's token.
pub const TOKEN_HEADER: &str = "guest-token";
/// The header with the hash of the device.
pub const DEVICE_HEADER: &str = "device-hash";
/// Characters of a device hash: half of a SHA-256 in hexadecimal (spec section 7).
pub const DEVICE_HASH_CHARS: usize = 32;
/// Longest token that is read; issued tokens have 43 characters.
pub const MAX_TOKEN_CHARS: usize = 128;
/// How long an unused session lasts, in milliseconds: 30 days.
pub const LIFE_MS: i64 = 30 * DAY_MS;
/// A session that is used is renewed at most this often, in milliseconds.
pub const RENEW_EVERY_MS: i64 = DAY_MS;
/// Devices that may use one token within [`DEVICE_WINDOW_MS`]: a browser that was updated counts as another.
pub const MAX_DEVICES: i64 = 2;
/// The time in which devices are counted, in milliseconds.
pub const DEVICE_WINDOW_MS: i64 = DAY_MS;
/// The use of a device is recorded at most this often, in milliseconds.
pub const RECORD_EVERY_MS: i64 = HOUR_MS;
/// Sessions that one network may begin within [`NETWORK_WINDOW_MS`]: a school is one network.
pub const SESSIONS_PER_NETWORK: i64 = 30;
/// The time in which new sessions are counted, in milliseconds.
pub const NETWORK_WINDOW_MS: i64 = HOUR_MS;
/// How long claimed and expired sessions are kept, in milliseconds: a week, so that a late second claim is
/// distinguished from a wrong token.
pub const KEEP_ENDED_MS: i64 = 7 * DAY_MS;

/// Whether this is a device hash: exactly 32 hexadecimal digits in lower case.
#[must_use]
pub fn is_device_hash(text: &str) -> bool {
    text.len() == DEVICE_HASH_CHARS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_hash_is_32_lower_hex_digits() {
        assert!(is_device_hash(&"0a".repeat(16)));
        for bad in [
            "",
            &"a".repeat(31),
            &"a".repeat(33),
            &"A".repeat(32),
            &"g".repeat(32),
            &"é".repeat(16),
        ] {
            assert!(!is_device_hash(bad), "{bad}");
        }
    }
}
