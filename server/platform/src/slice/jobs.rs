//! The jobs of a slice: what it does periodically.

use std::collections::BTreeSet;

use futures::future::BoxFuture;

use crate::web::Problem;

/// How often a job runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// Every 30 seconds: somebody may be waiting for it.
    HalfMinute,
    /// Every hour.
    Hour,
}

/// A job. It may run twice and in several processes at once; a failed one is tried again in the next round.
pub struct Job<S: 'static> {
    /// Its name: its slice's, and what it does: `ledger.expire_holds`.
    pub name: &'static str,
    /// How often it runs.
    pub every: Every,
    /// Jobs of the same round that run before it.
    pub after: &'static [&'static str],
    /// Runs it; returns how many items it processed.
    pub run: for<'a> fn(&'a S) -> BoxFuture<'a, Result<u64, Problem>>,
}

/// A job over the state of its floor.
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// How often it runs.
    pub every: Every,
    after: &'static [&'static str],
    run: Box<dyn Fn() -> BoxFuture<'static, Result<u64, Problem>> + Send + Sync>,
}

impl Ready {
    /// Runs it; returns how many items it processed.
    ///
    /// # Errors
    /// The error of the job; the next round tries again.
    pub async fn run(&self) -> Result<u64, Problem> {
        (self.run)().await
    }
}

/// The jobs of a floor's slices over its state.
pub fn over<S: Clone + Send + Sync>(jobs: &[&'static [Job<S>]], state: &S) -> Vec<Ready> {
    let ready = jobs.iter().copied().flatten().map(|job| {
        let state = state.clone();
        Ready {
            name: job.name,
            every: job.every,
            after: job.after,
            run: Box::new(move || {
                let state = state.clone();
                Box::pin(async move { (job.run)(&state).await })
            }),
        }
    });
    ready.collect()
}

/// The jobs of one round in order: as listed, except for those that wait for others.
///
/// # Errors
/// The names of jobs that wait for each other, or for a job that does not exist.
pub fn in_order(mut waiting: Vec<Ready>) -> Result<Vec<Ready>, String> {
    let mut done = BTreeSet::new();
    let mut ordered = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let next = waiting
            .iter()
            .position(|job| job.after.iter().all(|name| done.contains(name)));
        let Some(next) = next else {
            let names: Vec<&str> = waiting.iter().map(|job| job.name).collect();
            return Err(format!(
                "these jobs wait for each other or for none that there is: {}",
                names.join(", ")
            ));
        };
        let job = waiting.remove(next);
        done.insert(job.name);
        ordered.push(job);
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    static JOBS: [Job<()>; 3] = [job("a", &["c"]), job("b", &[]), job("c", &[])];

    const fn job(name: &'static str, after: &'static [&'static str]) -> Job<()> {
        Job {
            name,
            every: Every::Hour,
            after,
            run: |()| Box::pin(async { Ok(0) }),
        }
    }

    #[test]
    fn who_waits_comes_after_whom_they_wait_for() {
        let names: Vec<&str> = in_order(over(&[&JOBS], &()))
            .expect("an order")
            .iter()
            .map(|job| job.name)
            .collect();
        assert_eq!(names, ["b", "c", "a"]);
        let error = in_order(over(&[&JOBS[..2]], &()))
            .map(drop)
            .expect_err("c is not there");
        assert!(error.ends_with(": a"), "{error}");
    }
}
