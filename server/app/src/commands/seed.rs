//! `dramatis seed`: the starter catalogue, or a synthetic one of any size. Both may be run again.

use std::io::Write;

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings, scenarios: Option<u32>) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        match scenarios {
            None => wiring::seed_starter(&settings.data, &db).await?,
            Some(wanted) => {
                let report =
                    operations::seed::seed_synthetic(&db, wanted as usize, |done| show(done, wanted)).await?;
                eprintln!();
                tracing::info!(
                    scenarios = report.scenarios,
                    "the synthetic catalogue is in the database"
                );
            }
        }
        db.close().await;
        Ok(())
    })?
}

fn show(done: usize, wanted: u32) {
    eprint!("\r{done} of {wanted} scenarios");
    // A failure to show progress does not stop the command.
    let _ = std::io::stderr().flush();
}
