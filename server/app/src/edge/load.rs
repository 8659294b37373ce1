//! What happens when more is asked than can be done (reliability O-3): the dearest and least urgent work is refused
//! first, at once, so that the rest is still done in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use features::web::Problem;
use kernel::ErrorCode;

use super::class::Class;

/// When whoever is refused should come back, in seconds.
const RETRY_SECS: u32 = 1;

/// How many requests run at once. Clones share the count.
#[derive(Debug, Clone)]
pub struct Load {
    running: Arc<AtomicUsize>,
    most: usize,
}

/// One running request; dropped when it is answered.
#[derive(Debug)]
pub struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Load {
    /// At most so many requests at once.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { running: Arc::default(), most }
    }

    /// Lets a request in, unless so many are running that one of its kind has to stand back.
    ///
    /// # Errors
    /// The refusal.
    pub fn enter(&self, class: Class) -> Result<Running, Problem> {
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let running = Running(self.running.clone());
        if before < self.most.saturating_mul(share(class)) / 100 {
            return Ok(running);
        }
        tracing::debug!(kind = class.name(), "refused: too much is running");
        Err(Problem::new(ErrorCode::Overloaded, "The service is busy. Please try again in a moment.").with_retry_after(RETRY_SECS))
    }

    /// How many run now.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }
}

/// How full the server may be, in hundredths, for a request of this kind to be let in. Kept pages do not count at all, and
/// probes are always answered.
const fn share(class: Class) -> usize {
    match class {
        Class::Files => usize::MAX / 1_000_000,
        Class::Auth | Class::Guests => 100,
        Class::Turns | Class::Writes => 95,
        Class::Reads => 85,
        Class::Search => 75,
        Class::Pages => 65,
        Class::Pictures => 50,
        Class::Reports => 25,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_work_stands_back_first() {
        let load = Load::new(100);
        let order = [Class::Reports, Class::Pictures, Class::Pages, Class::Search, Class::Reads, Class::Writes, Class::Auth];
        let mut running = Vec::new();
        for (refused, class) in order.into_iter().enumerate() {
            while let Ok(one) = load.enter(class) {
                running.push(one);
            }
            assert_eq!(running.len(), share(class));
            for (at, other) in order.into_iter().enumerate() {
                assert_eq!(load.enter(other).is_err(), at <= refused, "{other:?} when {class:?} is refused");
            }
        }
        assert!(load.enter(Class::Files).is_ok());
        running.clear();
        assert_eq!(load.running(), 0);
        assert!(load.enter(Class::Reports).is_ok());
    }
}
