//! Hashing passwords: argon2id, one at a time, on a thread of its own, with a short queue. Its memory and its
//! 30 ms of a core make guessing expensive, so it is also what an attacker would request in bulk: callers who do
//! not fit in the queue are refused at once, and the thread has a lower priority than reading and playing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use kernel::{ErrorCode, Random};
use platform::blocking::lower_priority;
use platform::web::Problem;
use tokio::sync::oneshot;

use super::rules::normalize_password;
use super::secrets::Secrets;

/// Most callers at a time: the one whose hash is being computed, and those in the queue. The next one is refused.
const MAX_CALLERS: usize = 21;
/// The niceness of the thread: lower than that of rendering pages and making images, since signing in is more
/// urgent (reliability O-3).
const NICENESS: i32 = 3;
/// Seconds after which a refused caller may try again: the queue is empty by then.
const RETRY_SECS: u32 = 1;
/// Bytes of a salt.
const SALT_BYTES: usize = 16;

/// The cost of a hash. It is stored within each hash, so that it may grow.
#[derive(Debug, Clone, Copy)]
pub struct HashCost {
    /// Memory, in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl Default for HashCost {
    /// The OWASP minimum for argon2id: 19 MiB, two passes, one lane.
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}

/// Computes and checks password hashes.
pub(super) struct Hasher {
    secrets: Secrets,
    params: Params,
    /// The jobs of the thread; it ends when this is dropped.
    jobs: mpsc::Sender<Job>,
    callers: AtomicUsize,
    /// The hash that stands for accounts that do not exist, so that their answer takes as long.
    nobody: String,
}

type Job = Box<dyn FnOnce() + Send>;

/// A slot in the queue, freed when it is dropped.
pub(super) struct HashingSlot(Arc<Hasher>);

impl Drop for HashingSlot {
    fn drop(&mut self) {
        self.0.callers.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Checked {
    /// The password is not the one.
    Wrong,
    /// It is. `better` is its hash at the current cost, where the stored one was cheaper.
    Right { better: Option<String> },
}

#[derive(Debug, thiserror::Error)]
#[error("a password cannot be hashed: {0}")]
struct HashFault(String);

impl Hasher {
    pub(super) fn new(secrets: Secrets, cost: HashCost) -> Self {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap_or(Params::DEFAULT);
        let (jobs, given) = mpsc::channel();
        std::thread::spawn(move || work_through(&given));
        let mut hasher = Self {
            secrets,
            params,
            jobs,
            callers: AtomicUsize::new(0),
            nobody: String::new(),
        };
        // Of a password that nobody can type; should it fail, checks against it fail as well, as they should.
        hasher.nobody = hasher.compute("\u{0}", &[0; SALT_BYTES]).unwrap_or_default();
        hasher
    }

    /// A slot in the queue, or 503 at once.
    pub(super) fn enter(self: &Arc<Self>) -> Result<HashingSlot, Problem> {
        if self.callers.fetch_add(1, Ordering::SeqCst) >= MAX_CALLERS {
            self.callers.fetch_sub(1, Ordering::SeqCst);
            return Err(Problem::new(
                ErrorCode::OVERLOADED,
                "Too many people are signing in at once. Please try again in a moment.",
            )
            .with_retry_after(RETRY_SECS));
        }
        Ok(HashingSlot(self.clone()))
    }

    fn argon2(&self, params: Params) -> Result<Argon2<'_>, HashFault> {
        Argon2::new_with_secret(self.secrets.pepper(), Algorithm::Argon2id, Version::V0x13, params)
            .map_err(|error| HashFault(error.to_string()))
    }

    fn compute(&self, password: &str, salt: &[u8]) -> Result<String, HashFault> {
        let hash = self
            .argon2(self.params.clone())?
            .hash_password_with_salt(normalize_password(password).as_bytes(), salt);
        hash.map(|hash| hash.to_string())
            .map_err(|error| HashFault(error.to_string()))
    }

    fn compare(&self, password: &str, stored: &str) -> Result<bool, HashFault> {
        let parsed = PasswordHash::new(stored).map_err(|error| HashFault(error.to_string()))?;
        Ok(self
            .argon2(self.params.clone())?
            .verify_password(normalize_password(password).as_bytes(), &parsed)
            .is_ok())
    }

    /// Whether a stored hash cost less than a new one would.
    fn is_cheap(&self, stored: &str) -> bool {
        let params = PasswordHash::new(stored)
            .ok()
            .and_then(|hash| Params::try_from(&hash).ok());
        params.is_none_or(|params| {
            params.m_cost() < self.params.m_cost() || params.t_cost() < self.params.t_cost()
        })
    }
}

impl HashingSlot {
    /// The hash of a new password.
    pub(super) async fn hash(&self, random: &Random, password: &str) -> Result<String, Problem> {
        let mut salt = [0; SALT_BYTES];
        random.fill(&mut salt);
        let password = password.to_owned();
        self.run(move |hasher| hasher.compute(&password, &salt)).await
    }

    /// Whether this is the password of a stored hash; without a hash, the answer is [`Checked::Wrong`] after
    /// the same time.
    pub(super) async fn check(
        &self,
        random: &Random,
        password: &str,
        stored: Option<&str>,
    ) -> Result<Checked, Problem> {
        let password = password.to_owned();
        let is_real = stored.is_some();
        let stored = stored.unwrap_or(&self.0.nobody).to_owned();
        let mut salt = [0; SALT_BYTES];
        random.fill(&mut salt);
        self.run(move |hasher| {
            if !hasher.compare(&password, &stored)? || !is_real {
                return Ok(Checked::Wrong);
            }
            let better = if hasher.is_cheap(&stored) {
                Some(hasher.compute(&password, &salt)?)
            } else {
                None
            };
            Ok(Checked::Right { better })
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Hasher) -> Result<T, HashFault> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let hasher = self.0.clone();
        let job = move || {
            // The caller may have left; then nothing is computed.
            if !answer.is_closed() {
                let _ = answer.send(work(&hasher));
            }
        };
        self.0.jobs.send(Box::new(job)).map_err(Problem::internal)?;
        answered
            .await
            .map_err(Problem::internal)?
            .map_err(Problem::internal)
    }
}

/// Runs the jobs of the hashing thread until the hasher is dropped.
fn work_through(jobs: &mpsc::Receiver<Job>) {
    lower_priority(NICENESS);
    for job in jobs {
        // A panic concerns only its job: the caller gets an error.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_test;

    const CHEAP: HashCost = HashCost {
        memory_kib: 64,
        passes: 1,
    };

    fn hasher(secret: u8, cost: HashCost) -> Arc<Hasher> {
        Arc::new(Hasher::new(Secrets::new(&[secret; 32]), cost))
    }

    #[test]
    fn hashes_carry_their_cost_and_grow_with_it() {
        run_test(async {
            let random = Random::seeded(1);
            let cheap = hasher(1, CHEAP)
                .enter()
                .expect("a slot")
                .hash(&random, "correct horse")
                .await
                .expect("a hash");
            assert!(cheap.starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{cheap}");
            let dear = hasher(1, HashCost::default());
            let slot = dear.enter().expect("a slot");
            let Checked::Right { better: Some(better) } = slot
                .check(&random, "correct horse", Some(&cheap))
                .await
                .expect("a check")
            else {
                panic!("not grown")
            };
            assert!(better.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{better}");
            assert_eq!(
                slot.check(&random, "correct horse", Some(&better))
                    .await
                    .expect("a check"),
                Checked::Right { better: None }
            );
            assert_eq!(
                slot.check(&random, "correct horsf", Some(&better))
                    .await
                    .expect("a check"),
                Checked::Wrong
            );
            assert_eq!(
                slot.check(&random, "\u{0}", None).await.expect("a check"),
                Checked::Wrong,
                "nobody's password opens nothing"
            );
        });
    }

    #[test]
    fn another_pepper_knows_none_of_our_passwords() {
        run_test(async {
            let random = Random::seeded(1);
            let hash = hasher(1, CHEAP)
                .enter()
                .expect("a slot")
                .hash(&random, "correct horse")
                .await
                .expect("a hash");
            let other = hasher(2, CHEAP)
                .enter()
                .expect("a slot")
                .check(&random, "correct horse", Some(&hash))
                .await
                .expect("a check");
            assert_eq!(other, Checked::Wrong);
        });
    }

    /// No truncation: bcrypt's 72 bytes are nobody's limit here; and characters that look composed are
    /// one.
    #[test]
    fn every_byte_counts() {
        run_test(async {
            let (random, hasher) = (Random::seeded(1), hasher(1, CHEAP));
            let prefix = "x".repeat(72);
            let hash = hasher
                .enter()
                .expect("a slot")
                .hash(&random, &format!("{prefix}a"))
                .await
                .expect("a hash");
            assert_eq!(
                hasher
                    .enter()
                    .expect("a slot")
                    .check(&random, &format!("{prefix}b"), Some(&hash))
                    .await
                    .expect("a check"),
                Checked::Wrong
            );
            let hash = hasher
                .enter()
                .expect("a slot")
                .hash(&random, "caf\u{e9} a\0b")
                .await
                .expect("a hash");
            assert_eq!(
                hasher
                    .enter()
                    .expect("a slot")
                    .check(&random, "cafe\u{301} a\0b", Some(&hash))
                    .await
                    .expect("a check"),
                Checked::Right { better: None }
            );
            assert_eq!(
                hasher
                    .enter()
                    .expect("a slot")
                    .check(&random, "caf\u{e9} a\0c", Some(&hash))
                    .await
                    .expect("a check"),
                Checked::Wrong
            );
        });
    }

    #[test]
    fn the_queue_is_short() {
        let hasher = hasher(1, CHEAP);
        let slots: Vec<HashingSlot> = (0..21).map(|_| hasher.enter().expect("a slot")).collect();
        assert_eq!(
            hasher.enter().err().expect("no slot").code(),
            ErrorCode::OVERLOADED
        );
        drop(slots);
        assert!(hasher.enter().is_ok());
    }
}
