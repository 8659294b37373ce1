//! Jobs: the scheduler that runs the slices' `JOBS` at regular intervals.
//!
//! Each job is safe to run twice, and by several processes at once; a failed job is tried again in the next
//! round.

use std::time::Duration;

use platform::slice::Facts;
use platform::slice::jobs::{Every, Ready, in_order};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "jobs",
    about: None,
    uses: &[],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};

/// The pause after a round of frequent jobs in which one failed, for example because the disk is full.
const RETRY_PAUSE: Duration = Duration::from_secs(5);

/// The name of a round in the health report, and the time between two rounds.
const fn round_of(every: Every) -> (&'static str, Duration) {
    match every {
        Every::HalfMinute => ("soon", Duration::from_secs(30)),
        Every::Hour => ("hourly", Duration::from_secs(3600)),
    }
}

/// Starts to run the jobs at their intervals until the process ends.
///
/// # Errors
/// Jobs that wait for each other; then none is started.
pub fn start(app: &AppState) -> Result<(), String> {
    for every in [Every::HalfMinute, Every::Hour] {
        let (app, jobs) = (app.clone(), jobs_of(app, every)?);
        tokio::spawn(async move { repeat(&app, every, &jobs).await });
    }
    Ok(())
}

fn jobs_of(app: &AppState, every: Every) -> Result<Vec<Ready>, String> {
    let mut jobs = crate::all_jobs(app);
    jobs.retain(|job| job.every == every);
    in_order(jobs)
}

async fn repeat(app: &AppState, every: Every, jobs: &[Ready]) {
    let (name, pause) = round_of(every);
    app.vitals.begin_rounds(name, pause, app.clock.now());
    let mut rounds = rounds(pause);
    loop {
        rounds.tick().await;
        let all_done = run(jobs).await;
        if !all_done && every == Every::HalfMinute {
            rounds.reset_after(RETRY_PAUSE);
        }
        app.vitals.end_round(name, app.clock.now(), all_done);
    }
}

fn rounds(pause: Duration) -> Interval {
    let mut rounds = interval(pause);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    rounds
}

/// Runs these jobs one after the other; returns whether all succeeded.
async fn run(jobs: &[Ready]) -> bool {
    let mut all_done = true;
    for job in jobs {
        match job.run().await {
            Ok(0) => {}
            Ok(done) => tracing::info!(job = job.name, done, "{}: {done} done", job.name),
            Err(problem) => {
                all_done = false;
                tracing::warn!(
                    job = job.name,
                    detail = problem.detail(),
                    "{} failed, and is tried again",
                    job.name
                );
            }
        }
    }
    all_done
}

/// One round of all jobs with this interval; returns whether all succeeded.
///
/// # Panics
/// If jobs wait for each other.
#[cfg(test)]
pub(crate) async fn round(app: &AppState, every: Every) -> bool {
    run(&jobs_of(app, every).expect("an order")).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    use crate::testing::{Engine, TestApp, run_test};

    #[test]
    fn every_job_has_a_name_of_its_slice_and_a_place() {
        run_test(async {
            let app = TestApp::create(Engine::Sqlite).await.expect("a file");
            let names: Vec<&str> = crate::all_jobs(&app.state).iter().map(|job| job.name).collect();
            let different: BTreeSet<_> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
            for (slice, _) in names.iter().filter_map(|name| name.split_once('.')) {
                assert!(crate::SLICES.iter().any(|facts| facts.name == slice), "{slice}");
            }
            let ordered = [Every::HalfMinute, Every::Hour]
                .map(|every| jobs_of(&app.state, every).expect("an order").len());
            assert_eq!(ordered.iter().sum::<usize>(), names.len());
        });
    }
}
