//! What a slice does by itself from time to time.

use std::collections::BTreeSet;

use futures::future::BoxFuture;

use crate::web::Problem;

/// How often a job is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// Every 30 seconds: somebody may be waiting for it.
    HalfMinute,
    /// Every hour.
    Hour,
}

/// A job. It is safe to do twice, and by several processes at once; what fails is tried again in the next round.
pub struct Job<S: 'static> {
    /// Its name, which is its slice's and what it does: `ledger.expire_holds`.
    pub name: &'static str,
    /// How often it is done.
    pub every: Every,
    /// Jobs of the same round that are done before it.
    pub after: &'static [&'static str],
    /// Does it; how much there was to do.
    pub run: for<'a> fn(&'a S) -> BoxFuture<'a, Result<u64, Problem>>,
}

/// The jobs of one round in their order: as they are listed, but for those that wait for others.
///
/// # Errors
/// The names of jobs that wait for each other, or for one that is not there.
pub fn in_order<S>(jobs: impl IntoIterator<Item = &'static Job<S>>) -> Result<Vec<&'static Job<S>>, String> {
    let mut waiting: Vec<&Job<S>> = jobs.into_iter().collect();
    let mut done = BTreeSet::new();
    let mut ordered = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let ready = waiting
            .iter()
            .position(|job| job.after.iter().all(|name| done.contains(name)));
        let Some(ready) = ready else {
            let names: Vec<&str> = waiting.iter().map(|job| job.name).collect();
            return Err(format!(
                "these jobs wait for each other or for none that there is: {}",
                names.join(", ")
            ));
        };
        let job = waiting.remove(ready);
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
        let names: Vec<&str> = in_order(&JOBS)
            .expect("an order")
            .iter()
            .map(|job| job.name)
            .collect();
        assert_eq!(names, ["b", "c", "a"]);
        let error = in_order(&JOBS[..2]).map(drop).expect_err("c is not there");
        assert!(error.ends_with(": a"), "{error}");
    }
}
