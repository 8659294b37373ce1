//! How often something may be tried: a number of free attempts, then growing waits.

use kernel::{HOUR_MS, MINUTE_MS, SECOND_MS, Timestamp};

/// How often something may be tried.
#[derive(Debug, Clone, Copy)]
pub struct AttemptLimit {
    /// What is counted; part of the bucket's name.
    pub kind: &'static str,
    /// How many attempts are free.
    pub free: i64,
    /// The wait after the last free attempt, in milliseconds. It doubles with each further one.
    pub first_wait: i64,
    /// The longest wait, in milliseconds: nobody is ever locked out for good.
    pub longest_wait: i64,
    /// The pause after which the count begins again, in milliseconds.
    pub reset_after: i64,
}

/// Login attempts at one account, from any address.
pub const ACCOUNT_ATTEMPTS: AttemptLimit = AttemptLimit {
    kind: "account",
    free: 10,
    first_wait: MINUTE_MS,
    longest_wait: 15 * MINUTE_MS,
    reset_after: 12 * HOUR_MS,
};
/// Login attempts from one address, at any account.
pub const ADDRESS_ATTEMPTS: AttemptLimit = AttemptLimit {
    kind: "address",
    free: 50,
    first_wait: MINUTE_MS,
    longest_wait: 15 * MINUTE_MS,
    reset_after: 12 * HOUR_MS,
};
/// Sign-ups and requests for e-mail from one network address.
pub const EMAILS_BY_ADDRESS: AttemptLimit = AttemptLimit {
    kind: "mails-of-address",
    free: 60,
    first_wait: MINUTE_MS,
    longest_wait: HOUR_MS,
    reset_after: 2 * HOUR_MS,
};
/// E-mails that an account sends to addresses other than its own. Beyond the limit the answer is the same, and
/// no e-mail is sent.
pub const EMAILS_BY_ACCOUNT: AttemptLimit = AttemptLimit {
    kind: "mails-of-account",
    free: 10,
    first_wait: 5 * MINUTE_MS,
    longest_wait: HOUR_MS,
    reset_after: 6 * HOUR_MS,
};
/// E-mails of one kind to one recipient. Beyond the limit the answer is the same, and no e-mail is sent.
pub const EMAILS_TO_RECIPIENT: AttemptLimit = AttemptLimit {
    kind: "mails-to",
    free: 5,
    first_wait: 5 * MINUTE_MS,
    longest_wait: HOUR_MS,
    reset_after: 6 * HOUR_MS,
};

/// How often something was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttemptCount {
    /// Attempts so far.
    pub used: i64,
    /// The last one, in Unix milliseconds.
    pub last_at: i64,
    /// When the next one is allowed, in Unix milliseconds.
    pub free_at: i64,
}

impl AttemptLimit {
    /// The count after one more attempt.
    ///
    /// # Errors
    /// How many seconds to wait, where no attempt is left.
    pub fn count(&self, count: Option<AttemptCount>, now: Timestamp) -> Result<AttemptCount, u32> {
        let before = count
            .filter(|count| now.0 - count.last_at < self.reset_after)
            .unwrap_or_default();
        if now.0 < before.free_at {
            return Err(
                u32::try_from((before.free_at - now.0 + SECOND_MS - 1) / SECOND_MS).unwrap_or(u32::MAX),
            );
        }
        let used = before.used + 1;
        let beyond = used - self.free;
        let wait = if beyond < 0 {
            0
        } else {
            self.first_wait
                .saturating_mul(1 << beyond.min(20))
                .min(self.longest_wait)
        };
        Ok(AttemptCount {
            used,
            last_at: now.0,
            free_at: now.0 + wait,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_gets_slower_and_never_ends_for_good() {
        let mut now = Timestamp(1_000_000);
        let mut count = None;
        for _ in 0..10 {
            count = Some(ACCOUNT_ATTEMPTS.count(count, now).expect("ten are free"));
        }
        assert_eq!(ACCOUNT_ATTEMPTS.count(count, now), Err(60));
        let mut waits = Vec::new();
        for _ in 0..8 {
            let wait = ACCOUNT_ATTEMPTS.count(count, now).expect_err("one must wait");
            waits.push(wait);
            now = now.plus_millis(i64::from(wait) * SECOND_MS);
            count = Some(ACCOUNT_ATTEMPTS.count(count, now).expect("the wait is over"));
        }
        assert_eq!(waits, [60, 120, 240, 480, 900, 900, 900, 900]);
        let rested = ACCOUNT_ATTEMPTS
            .count(count, now.plus_millis(ACCOUNT_ATTEMPTS.reset_after))
            .expect("the count begins again");
        assert_eq!(rested.used, 1);
    }
}
