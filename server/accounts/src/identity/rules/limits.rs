//! How long sessions, links and sign-ins last, and how many of a kind there are.

use kernel::{DAY_MS, MINUTE_MS, SECOND_MS};

/// How long a session lives at most, however often it is refreshed, in milliseconds (reliability A-10).
pub const SESSION_MILLIS: i64 = 90 * DAY_MS;
/// For how long after its use the newest used refresh token still gives the same successor, in milliseconds
///
pub const REFRESH_OVERLAP_MILLIS: i64 = 10 * SECOND_MS;
/// How long the link that confirms an address is valid, in milliseconds.
pub const VERIFY_MILLIS: i64 = DAY_MS;
/// How long the link that resets a password is valid, in milliseconds.
pub const RESET_MILLIS: i64 = 30 * MINUTE_MS;
/// How long a sign-in begun at another provider may take, in milliseconds.
pub const OIDC_SIGN_IN_MILLIS: i64 = 10 * MINUTE_MS;
/// How many sign-ups of one address are tried when a link is confirmed with a password: each costs one hash.
pub const MAX_SIGN_UPS_TRIED: usize = 4;
/// How many recovery codes an identity gets.
pub const RECOVERY_CODES: usize = 10;
