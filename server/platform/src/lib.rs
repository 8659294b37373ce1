//! What every slice builds on: the database, the web's formats, media, search, models, mail. It knows nothing
//! of people.

pub mod audit;
pub mod blobs;
pub mod blocking;
pub mod db;
pub mod egress;
pub mod idempotency;
pub mod image_judge;
pub mod llm;
pub mod mail;
pub mod media;
pub mod news;
pub mod search;
pub mod slice;
mod state;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod vectors;
pub mod vitals;
pub mod web;

use crate::slice::Facts;
use crate::slice::jobs::{self, Job, Ready};
pub use state::AppState;

/// The slices of this floor, from the bottom up.
pub const SLICES: &[Facts] = &[
    db::FACTS,
    audit::FACTS,
    blobs::FACTS,
    idempotency::FACTS,
    llm::FACTS,
    media::FACTS,
    image_judge::FACTS,
    news::FACTS,
    search::FACTS,
    vectors::FACTS,
    mail::FACTS,
];

/// Their jobs.
const JOBS: &[&[Job<AppState>]] = &[db::JOBS, idempotency::JOBS, image_judge::JOBS, news::JOBS];

/// The jobs of this floor over its state.
pub fn jobs(state: &AppState) -> Vec<Ready> {
    jobs::over(JOBS, state)
}
