//! `dramatis migrate`: brings the schema up to date and ends. `serve` does the same on start.

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings) -> Outcome {
    block_on(async {
        wiring::database(&settings.data).await?.close().await;
        tracing::info!("the database is up to date");
        Ok(())
    })?
}
