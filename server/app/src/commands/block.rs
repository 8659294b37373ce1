//! `dramatis block NETWORK` and `dramatis unblock NETWORK`: refuses requests from addresses, on every server
//! of the installation within seconds and until further notice.

use accounts::blocklist::{self, Block};
use ipnet::IpNet;
use kernel::{Clock, HOUR_MS, SystemClock, Timestamp};
use platform::audit::{self, Event};
use serde_json::json;

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings, network: IpNet, reason: &str, hours: Option<u32>) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let now = SystemClock.now();
        let ends_at = hours.map(|hours| Timestamp(now.0 + i64::from(hours) * HOUR_MS));
        let network = network.to_string();
        let mut tx = db.begin().await?;
        blocklist::block(
            &mut tx,
            Block {
                network: &network,
                reason,
                ends_at,
            },
            now,
        )
        .await?;
        let after = json!({ "endsAt": ends_at.map(|end| end.0) });
        let event = Event {
            action: "blocklist.block",
            subject: &network,
            reason: Some(reason),
            after: Some(&after),
            at: now,
            ..Event::default()
        };
        audit::record(&mut tx, &event).await?;
        tx.commit().await?;
        db.close().await;
        tracing::info!(%network, "blocked");
        Ok(())
    })?
}

pub(super) fn undo(settings: &Settings, network: IpNet) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let network = network.to_string();
        let mut tx = db.begin().await?;
        if !blocklist::unblock(&mut tx, &network).await? {
            return Err(format!("{network} is not blocked").into());
        }
        audit::record(
            &mut tx,
            &Event {
                action: "blocklist.unblock",
                subject: &network,
                at: SystemClock.now(),
                ..Event::default()
            },
        )
        .await?;
        tx.commit().await?;
        db.close().await;
        tracing::info!(%network, "let in again");
        Ok(())
    })?
}
