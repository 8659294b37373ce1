//! The real ledger, driven by the same steps.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::{Db, Isolation, Tx};

use super::steps::{Class, MINUTE, Step, USERS};
use crate::ledger;
use crate::ledger::{Account, Hold, HoldId, Kind, LedgerError, NaturalKey, Order, Posted, TransactionId};
use crate::testing::TEST_NOW;

/// The real ledger, under the names of one sequence.
pub(super) struct Real {
    pub(super) db: Db,
    pub(super) name: String,
    /// On SQLite: the folder, and the file in it.
    pub(super) folder: Option<(tempfile::TempDir, PathBuf)>,
    pub(super) url: String,
    pub(super) crashes: u32,
    pub(super) now: Timestamp,
    /// The ids of what can be reversed, as in the model, and of the holds.
    pub(super) posted: Vec<TransactionId>,
    pub(super) holds: HashMap<u8, HoldId>,
}

pub(super) enum Done {
    Posted(Posted),
    Held(Hold, bool),
    Many(Vec<Posted>),
}

impl Real {
    fn user(&self, n: u8) -> UserId {
        UserId::trusted(format!("{}-{n}", self.name))
    }

    fn order(&self, step: &Step) -> Option<Order> {
        let own = |sort: &str, key: u8| NaturalKey::of("test", &format!("{}-{sort}{key}", self.name));
        let title = "A step";
        Some(match step {
            Step::Grant { to, key, amount } => Order::credit(
                Kind::Grant,
                own("g", *key),
                title,
                &self.user(*to),
                Shekels(*amount),
            ),
            Step::Spend { from, key, amount } => Order::debit(
                Kind::Spend,
                own("s", *key),
                title,
                &self.user(*from),
                Shekels(*amount),
            ),
            Step::Debit { from, key, amount } => Order::debit(
                Kind::Debit,
                own("d", *key),
                title,
                &self.user(*from),
                Shekels(*amount),
            ),
            Step::Purchase { to, event, amount } => Order::credit(
                Kind::Purchase,
                NaturalKey::event(&self.name, &event.to_string()),
                title,
                &self.user(*to),
                Shekels(*amount),
            ),
            Step::Gift { to, gift } => Order::credit(
                Kind::Gift,
                NaturalKey::gift(&format!("{}-{gift}", self.name), &self.user(*to)),
                title,
                &self.user(*to),
                Shekels(7),
            ),
            Step::Referral { to, referee } => Order::credit(
                Kind::Referral,
                NaturalKey::referral(&self.user(*referee)),
                title,
                &self.user(*to),
                Shekels(11),
            ),
            Step::Streak { to, day } => Order::credit(
                Kind::Streak,
                NaturalKey::streak(&self.user(*to), &format!("2026-03-0{day}")),
                title,
                &self.user(*to),
                Shekels(3),
            ),
            _ => return None,
        })
    }

    async fn one(&self, tx: &mut Tx, step: &Step) -> Result<Done, LedgerError> {
        let none = || HoldId::trusted("none".to_owned());
        Ok(match step {
            Step::Hold {
                of,
                key,
                amount,
                minutes,
            } => {
                let until = self.now.plus_millis(i64::from(*minutes) * MINUTE);
                let name = format!("{}-{key}", self.name);
                let known = self.holds.contains_key(key);
                Done::Held(
                    ledger::place_hold(
                        tx,
                        self.now,
                        &self.user(*of),
                        &name,
                        "A hold",
                        Shekels(*amount),
                        until,
                    )
                    .await?,
                    known,
                )
            }
            Step::Capture { hold, amount } => Done::Posted(
                ledger::capture(
                    tx,
                    self.now,
                    self.holds.get(hold).unwrap_or(&none()),
                    Shekels(*amount),
                )
                .await?,
            ),
            Step::Release { hold } => {
                Done::Posted(ledger::release(tx, self.now, self.holds.get(hold).unwrap_or(&none())).await?)
            }
            Step::Reverse { nth } => {
                let missing = TransactionId::trusted("none".to_owned());
                Done::Posted(
                    ledger::reverse(
                        tx,
                        self.now,
                        self.posted.get(usize::from(*nth)).unwrap_or(&missing),
                        "Back",
                        None,
                    )
                    .await?,
                )
            }
            Step::Bulk { key, amounts } => {
                let mut all = Vec::new();
                for (n, amount) in (0_u8..).zip(amounts) {
                    let key = NaturalKey::of("test", &format!("{}-b{key}:{n}", self.name));
                    let order =
                        Order::credit(Kind::Grant, key, "Bulk", &self.user(n % USERS), Shekels(*amount));
                    all.push(ledger::post(tx, self.now, &order).await?);
                }
                Done::Many(all)
            }
            simple => match self.order(simple) {
                Some(order) => Done::Posted(ledger::post(tx, self.now, &order).await?),
                None => return Err(LedgerError::Malformed),
            },
        })
    }

    pub(super) async fn apply(&mut self, step: &Step) -> Class {
        match step {
            Step::Expire { minutes } => {
                self.now = self.now.plus_millis(i64::from(*minutes) * MINUTE);
                let before: Vec<u8> = self.open_holds().await;
                ledger::expire_holds(&self.db, self.now)
                    .await
                    .expect("a run of the job");
                // The model can reverse releases, too.
                for hold in before {
                    let id = self.holds[&hold].clone();
                    let now = self.now;
                    let id = &id;
                    let released: Result<Posted, LedgerError> = self
                        .db
                        .transact(Isolation::Money, |tx| {
                            Box::pin(async move { ledger::release(tx, now, id).await })
                        })
                        .await;
                    self.posted.push(released.expect("released by the job").id);
                }
                Class::Nothing
            }
            Step::Fail { percent } => {
                self.db.inject_serialization_failures(f64::from(*percent) / 100.0);
                Class::Nothing
            }
            Step::Reopen => {
                self.db.close().await;
                self.db = Db::open(&self.url).await.expect("the same database");
                Class::Nothing
            }
            Step::Crash { to, amount } => {
                self.crash(*to, *amount).await;
                Class::Nothing
            }
            Step::DryRun(step) => {
                let plan = self.run(step, false).await;
                plan.map_or_else(|error| class(&error), |done| class_of(&done))
            }
            step => match self.run(step, true).await {
                Ok(done) => {
                    let class = class_of(&done);
                    self.remember(step, done);
                    class
                }
                Err(error) => class(&error),
            },
        }
    }

    pub(super) async fn run(&self, step: &Step, keep: bool) -> Result<Done, LedgerError> {
        // A dry run is a use case that ends with its own error; what it would have done is recorded here.
        let plan: Mutex<Option<Done>> = Mutex::new(None);
        let (real, plan_ref) = (self, &plan);
        let result = self
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(async move {
                    let done = real.one(tx, step).await?;
                    if keep {
                        return Ok(done);
                    }
                    *plan_ref.lock().expect("no panic") = Some(done);
                    Err(LedgerError::Malformed)
                })
            })
            .await;
        match plan.into_inner().expect("no panic") {
            Some(done) if !keep => Ok(done),
            _ => result,
        }
    }

    fn remember(&mut self, step: &Step, done: Done) {
        match done {
            Done::Posted(posted) if !posted.repeated => self.posted.push(posted.id),
            Done::Many(all) => self.posted.extend(
                all.into_iter()
                    .filter(|posted| !posted.repeated)
                    .map(|posted| posted.id),
            ),
            Done::Held(hold, false) => {
                self.posted.push(TransactionId::trusted(hold.id.to_string()));
                if let Step::Hold { key, .. } = step {
                    self.holds.insert(*key, hold.id);
                }
            }
            Done::Posted(_) | Done::Held(_, true) => {}
        }
    }

    /// The holds that the job will release, in its order.
    async fn open_holds(&self) -> Vec<u8> {
        let mut conn = self.db.read().await.expect("a connection");
        let due = ledger::store::list_expired(&mut conn, self.now, 1_000)
            .await
            .expect("a list");
        due.iter()
            .filter_map(|id| {
                self.holds
                    .iter()
                    .find(|(_, hold)| hold.as_str() == id)
                    .map(|(key, _)| *key)
            })
            .collect()
    }

    /// Continues with what a disk would hold if the machine had stopped in the middle of an operation; the
    /// operation is lost.
    async fn crash(&mut self, to: u8, amount: i64) {
        self.crashes += 1;
        let image = self.folder.as_ref().map(|(folder, file)| {
            (
                file.clone(),
                folder.path().join(format!("{}-{}.db", self.name, self.crashes)),
            )
        });
        let key = NaturalKey::of("test", &format!("{}-crash", self.name));
        let order = Order::credit(Kind::Grant, key, "Lost", &self.user(to), Shekels(amount));
        let (order, now, image_ref) = (&order, self.now, &image);
        let lost: Result<(), LedgerError> = self
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(async move {
                    ledger::post(tx, now, order).await?;
                    if let Some((file, image)) = image_ref {
                        for ending in ["", "-wal"] {
                            let of = |path: &PathBuf| PathBuf::from(format!("{}{ending}", path.display()));
                            std::fs::copy(of(file), of(image)).expect("an image");
                        }
                    }
                    Err(LedgerError::Malformed)
                })
            })
            .await;
        assert!(matches!(lost, Err(LedgerError::Malformed)), "{lost:?}");
        self.db.close().await;
        if let (Some((_, image)), Some((_, file))) = (image, &mut self.folder) {
            self.url = format!("sqlite://{}", image.display());
            *file = image;
        }
        self.db = Db::open(&self.url).await.expect("the image");
    }

    pub(super) async fn balances(&self) -> [i64; USERS as usize] {
        let mut conn = self.db.read().await.expect("a connection");
        let mut all = [0; USERS as usize];
        for n in 0..USERS {
            all[usize::from(n)] = ledger::balance(&mut conn, &self.user(n))
                .await
                .expect("a balance")
                .0;
        }
        all
    }

    pub(super) async fn revenue(&self) -> i64 {
        let mut conn = self.db.read().await.expect("a connection");
        ledger::account_balance(&mut conn, &Account::Revenue)
            .await
            .expect("a balance")
            .0
    }
}

pub(super) fn new_real(
    db: Db,
    url: String,
    folder: Option<(tempfile::TempDir, PathBuf)>,
    count: u32,
) -> Real {
    Real {
        db,
        name: format!("s{count}"),
        folder,
        url,
        crashes: 0,
        now: TEST_NOW,
        posted: Vec::new(),
        holds: HashMap::new(),
    }
}

fn class_of(done: &Done) -> Class {
    let repeated = match done {
        Done::Posted(posted) => posted.repeated,
        Done::Held(_, known) => *known,
        Done::Many(all) => all.iter().all(|posted| posted.repeated),
    };
    if repeated { Class::Repeated } else { Class::Done }
}

fn class(error: &LedgerError) -> Class {
    match error {
        LedgerError::InsufficientShekels { .. } => Class::Insufficient,
        LedgerError::AmountOutOfRange => Class::OutOfRange,
        LedgerError::CaptureTooLarge(_) => Class::TooLarge,
        LedgerError::KeyReused => Class::KeyReused,
        LedgerError::UnknownTransaction => Class::UnknownTransaction,
        LedgerError::AlreadyReversed => Class::AlreadyReversed,
        LedgerError::NotReversible => Class::NotReversible,
        LedgerError::UnknownHold => Class::UnknownHold,
        LedgerError::HoldClosed => Class::Closed,
        other => panic!("{other}"),
    }
}
