//! `dramatis verify-ledger`: checks the twelve invariants of the ledger and prints them as JSON, while the
//! server may be running.

use accounts::ledger;
use kernel::{Clock, SystemClock};

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let report = ledger::verify(&db, SystemClock.now()).await?;
        db.close().await;
        println!("{}", serde_json::to_string_pretty(&report)?);
        if report.ok {
            Ok(())
        } else {
            Err(format!("the ledger is not sound: {}", report.failed().join(", ")).into())
        }
    })?
}
