//! The queue of a model: a limited number of requests run at once, some more wait, and are admitted in the
//! order in which they came. Each player may run only a few turns at once, so nobody fills the queue alone.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::super::ModelError;

/// Who may ask now, and who next.
pub(super) struct Queue {
    places: Arc<Semaphore>,
    seats: Semaphore,
    wait: Duration,
}

impl Queue {
    /// The number of places, how many may wait for one, and for how long.
    pub(super) fn new(places: u32, seats: u32, wait: Duration) -> Self {
        let semaphore = |count: u32| {
            Semaphore::new(
                usize::try_from(count)
                    .unwrap_or(usize::MAX)
                    .min(Semaphore::MAX_PERMITS),
            )
        };
        Self {
            places: Arc::new(semaphore(places)),
            seats: semaphore(seats),
            wait,
        }
    }

    /// A place, as long as it is held. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`ModelError::Busy`] where too many wait already, or the wait was too long.
    pub(super) async fn enter(&self) -> Result<OwnedSemaphorePermit, ModelError> {
        // A free place goes to the request that has waited longest, so that none gets in here before it.
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        let _seat = self.seats.try_acquire().map_err(|_| ModelError::Busy)?;
        let place = timeout(self.wait, self.places.clone().acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or(ModelError::Busy)
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;
    use crate::testing::run_test;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn places_go_to_those_who_wait_in_their_order() {
        run_test(async {
            let queue = Queue::new(1, 2, LONG);
            let place = queue.enter().await.expect("a free place");
            let (mut first, mut second) = (Box::pin(queue.enter()), Box::pin(queue.enter()));
            assert!(
                first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none(),
                "both wait"
            );
            assert_eq!(
                queue.enter().await.err(),
                Some(ModelError::Busy),
                "no seat is left"
            );
            drop(place);
            assert!(second.as_mut().now_or_never().is_none(), "not their turn");
            let mut late = Box::pin(queue.enter());
            assert_eq!(
                late.as_mut().now_or_never().map(|place| place.err()),
                Some(Some(ModelError::Busy)),
                "nobody gets in before those who wait"
            );
            drop(first.await.expect("their turn"));
            assert!(second.await.is_ok());
            assert!(queue.enter().await.is_ok(), "all have left");
        });
    }

    #[test]
    fn who_gives_up_makes_room() {
        run_test(async {
            let queue = Queue::new(1, 1, LONG);
            let place = queue.enter().await.expect("a free place");
            let mut gone = Box::pin(queue.enter());
            assert!(gone.as_mut().now_or_never().is_none());
            drop(gone);
            let mut next = Box::pin(queue.enter());
            assert!(next.as_mut().now_or_never().is_none(), "their seat is free");
            drop(place);
            assert!(next.await.is_ok());
        });
    }

    #[test]
    fn nobody_waits_for_ever() {
        run_test(async {
            let queue = Queue::new(1, 1, Duration::from_millis(20));
            let place = queue.enter().await.expect("a free place");
            assert_eq!(queue.enter().await.err(), Some(ModelError::Busy));
            drop(place);
            assert!(queue.enter().await.is_ok());
        });
    }
}
