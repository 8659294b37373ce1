//! Randomness, injected: no code outside this module draws it itself, so a test can repeat a run.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::Timestamp;
use crate::ids::new_id;

/// Random bytes of a secret token: 256 bits, twice the minimum of `reliability.md` section 6.
const TOKEN_BYTES: usize = 32;

/// A source of unguessable randomness. Clones share it.
#[derive(Clone)]
pub struct Random(Arc<Mutex<ChaCha20Rng>>);

impl Random {
    /// Seeded by the operating system.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Mutex::new(ChaCha20Rng::from_os_rng())))
    }

    /// The same sequence for the same seed, for tests.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// Fills the buffer.
    pub fn fill(&self, bytes: &mut [u8]) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill_bytes(bytes);
    }

    /// A fresh UUIDv7 for the moment `now`.
    #[must_use]
    pub fn id(&self, now: Timestamp) -> String {
        new_id(now, &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A fresh secret: 256 bits as 43 characters of base64url.
    #[must_use]
    pub fn token(&self) -> String {
        let mut bytes = [0_u8; TOKEN_BYTES];
        self.fill(&mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A number below `bound`, or 0 where `bound` is 0; slightly uneven for bounds near 2^64.
    #[must_use]
    pub fn below(&self, bound: u64) -> u64 {
        let mut bytes = [0_u8; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes).checked_rem(bound).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_itself_and_the_system_does_not() {
        assert_eq!(Random::seeded(1).token(), Random::seeded(1).token());
        assert_ne!(Random::seeded(1).token(), Random::seeded(2).token());
        let system = Random::system();
        assert_ne!(system.token(), system.token());
        assert_eq!(system.token().len(), 43);
        assert_eq!(system.below(0), 0);
        assert!((0..100).all(|_| system.below(3) < 3));
    }
}
