//! `dramatis suspend WHO --reason WHY` and `dramatis reinstate WHO --reason WHY`: suspends and reinstates
//! accounts, for an operator with the command line.

use accounts::identity::{self, Account, Decision};
use kernel::{Clock, SystemClock};
use platform::db::{Db, Isolation};

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings, called: &str, reason: &str) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let account = &account(&db, called).await?;
        let decision = &decision(reason);
        let use_case = db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { identity::suspend(tx, account, decision).await })
        });
        if !use_case.await? {
            return Err(format!("{called} is suspended already").into());
        }
        db.close().await;
        tracing::info!(user = account.user_id, "suspended; their sessions are over");
        Ok(())
    })?
}

pub(super) fn undo(settings: &Settings, called: &str, reason: &str) -> Outcome {
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let account = &account(&db, called).await?;
        let decision = &decision(reason);
        let use_case = db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { identity::reinstate(tx, account, decision).await })
        });
        if !use_case.await? {
            return Err(format!("{called} is not suspended").into());
        }
        db.close().await;
        tracing::info!(user = account.user_id, "let in again");
        Ok(())
    })?
}

async fn account(db: &Db, called: &str) -> Result<Account, Box<dyn std::error::Error + Send + Sync>> {
    let mut conn = db.read().await?;
    let found = identity::find_account(&mut conn, called.trim()).await?;
    found.ok_or_else(|| {
        format!("there is no account of {called}: give an email address, a name, or an id").into()
    })
}

fn decision(reason: &str) -> Decision<'_> {
    Decision {
        actor: None,
        reason,
        request_id: None,
        address: None,
        at: SystemClock.now(),
    }
}
