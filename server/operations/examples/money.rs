//! Measures what postings of shekels cost: `money DATABASE_URL SECONDS` posts from one client, from many
//! clients to a wallet each, and from many to one wallet; verifies the ledger; and prints the figures as one
//! line of JSON. `make bench` runs it on both engines.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use accounts::ledger::{self, Kind, LedgerError, NaturalKey, Order};
use kernel::ids::UserId;
use kernel::{Clock, Random, Shekels, SystemClock};
use platform::db::{Db, Isolation};
use serde_json::{Value, json};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Concurrent clients, as reliability 3.1 sets them for each engine.
const SQLITE_CLIENTS: u64 = 64;
const POSTGRES_CLIENTS: u64 = 32;

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, seconds] = arguments.as_slice() else {
        return Err("usage: money DATABASE_URL SECONDS".into());
    };
    let length = Duration::from_secs(seconds.parse()?);
    let db = Db::open(url).await?;
    let many = if db.is_postgres() {
        POSTGRES_CLIENTS
    } else {
        SQLITE_CLIENTS
    };
    load(&db, 4, 1, Duration::from_secs(1)).await?;
    let one = load(&db, 1, 1, length).await?;
    let apart = load(&db, many, many, length).await?;
    let together = load(&db, many, 1, length).await?;
    let begun = Instant::now();
    let report = ledger::verify(&db, SystemClock.now()).await?;
    let took = begun.elapsed().as_secs_f64();
    let verify =
        json!({ "ok": report.ok, "failed": report.failed(), "postings": report.postings, "seconds": took });
    println!(
        "{}",
        json!({ "clients": many, "one": one, "apart": apart, "together": together, "verify": verify })
    );
    db.close().await;
    Ok(())
}

/// Posts from this many clients to this many wallets, one transaction of two postings after the other.
async fn load(db: &Db, clients: u64, wallets: u64, length: Duration) -> Outcome<Value> {
    let run = Random::system().token();
    let count = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let running = (0..clients).map(|client| {
        let (db, run, count) = (db.clone(), run.clone(), count.clone());
        tokio::spawn(async move {
            let user = UserId::trusted(format!("bench-{}", client % wallets));
            let mut waits = Vec::new();
            while begun.elapsed() < length {
                let key = NaturalKey::of(
                    "bench",
                    &format!("{run}-{}", count.fetch_add(1, Ordering::Relaxed)),
                );
                let order = &Order::credit(Kind::Grant, key, "A grant", &user, Shekels(1));
                let asked = Instant::now();
                let posted: Result<_, LedgerError> = db
                    .transact(Isolation::Money, |tx| {
                        Box::pin(async move { ledger::post(tx, SystemClock.now(), order).await })
                    })
                    .await;
                posted?;
                waits.push(asked.elapsed());
            }
            Ok::<_, LedgerError>(waits)
        })
    });
    let mut waits = Vec::new();
    for client in futures::future::join_all(running).await {
        waits.extend(client??);
    }
    let took = begun.elapsed().as_secs_f64();
    waits.sort_unstable();
    let at = |share: f64| {
        waits
            .get((waits.len() as f64 * share) as usize)
            .or(waits.last())
            .map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    };
    Ok(json!({ "perSecond": waits.len() as f64 / took, "p50": at(0.5), "p99": at(0.99) }))
}
