//! The books beside a plain model of them: whatever is done, in whatever order, both give the same answers
//! and hold the same balances, and all twelve invariants hold (reliability 1.6). Sequences are short and
//! many; `DRAMATIS_MODEL_CASES` makes them more. A failure prints the shortest sequence that shows it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

use futures::future::join_all;
use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::{Db, Isolation, Tx};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{Account, HoldId, Kind, LedgerError, NaturalKey, Order, Posted, TransactionId};
use crate::testing::{Engine, TEST_NOW, TestDb};

/// Something that is asked of the books. Numbers are small, so that they meet often.
#[derive(Debug, Clone)]
enum Step {
    Grant {
        to: u8,
        key: u8,
        amount: i64,
    },
    Spend {
        from: u8,
        key: u8,
        amount: i64,
    },
    Debit {
        from: u8,
        key: u8,
        amount: i64,
    },
    Purchase {
        to: u8,
        event: u8,
        amount: i64,
    },
    Gift {
        to: u8,
        gift: u8,
    },
    Referral {
        to: u8,
        referee: u8,
    },
    Streak {
        to: u8,
        day: u8,
    },
    /// All or nothing.
    Bulk {
        key: u8,
        amounts: Vec<i64>,
    },
    Hold {
        of: u8,
        key: u8,
        amount: i64,
        minutes: u8,
    },
    Capture {
        hold: u8,
        amount: i64,
    },
    Release {
        hold: u8,
    },
    /// Time passes and the job comes by.
    Expire {
        minutes: u8,
    },
    Reverse {
        nth: u8,
    },
    /// Asked, and not done.
    DryRun(Box<Step>),
    /// An earlier step once more.
    Repeat {
        nth: u8,
    },
    /// The server is stopped and started.
    Reopen,
    /// The machine goes down in the middle of a grant.
    Crash {
        to: u8,
        amount: i64,
    },
    /// From here on this percentage of the commits fails.
    Fail {
        percent: u8,
    },
}

/// How a step was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Done,
    Repeated,
    Insufficient,
    KeyReused,
    OutOfRange,
    TooLarge,
    Closed,
    UnknownHold,
    UnknownTransaction,
    AlreadyReversed,
    NotReversible,
    Nothing,
}

const USERS: u8 = 3;
const MINUTE: i64 = 60_000;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let user = || 0..USERS;
    let key = || 0..6_u8;
    let amount = || prop_oneof![12 => 1..60_i64, 1 => -3..1_i64, 1 => Just(super::MAX_AMOUNT), 1 => Just(super::MAX_AMOUNT + 1)];
    let simple = prop_oneof![
        4 => (user(), key(), amount()).prop_map(|(to, key, amount)| Step::Grant { to, key, amount }),
        4 => (user(), key(), amount()).prop_map(|(from, key, amount)| Step::Spend { from, key, amount }),
        1 => (user(), key(), amount()).prop_map(|(from, key, amount)| Step::Debit { from, key, amount }),
        3 => (user(), key(), amount()).prop_map(|(to, event, amount)| Step::Purchase { to, event, amount }),
        1 => (user(), 0..2_u8).prop_map(|(to, gift)| Step::Gift { to, gift }),
        1 => (user(), user()).prop_map(|(to, referee)| Step::Referral { to, referee }),
        1 => (user(), 0..3_u8).prop_map(|(to, day)| Step::Streak { to, day }),
        1 => (key(), prop::collection::vec(amount(), 1..4)).prop_map(|(key, amounts)| Step::Bulk { key, amounts }),
        3 => (user(), key(), amount(), 1..30_u8).prop_map(|(of, key, amount, minutes)| Step::Hold { of, key, amount, minutes }),
        3 => (key(), amount()).prop_map(|(hold, amount)| Step::Capture { hold, amount }),
        2 => key().prop_map(|hold| Step::Release { hold }),
        3 => (0..20_u8).prop_map(|nth| Step::Reverse { nth }),
    ];
    let step = prop_oneof![
        16 => simple.clone(),
        2 => simple.prop_map(|step| Step::DryRun(Box::new(step))),
        2 => (0..50_u8).prop_map(|nth| Step::Repeat { nth }),
        1 => (0..20_u8).prop_map(|minutes| Step::Expire { minutes }),
        1 => (user(), 1..9_i64).prop_map(|(to, amount)| Step::Crash { to, amount }),
        1 => (0..30_u8).prop_map(|percent| Step::Fail { percent }),
        1 => Just(Step::Reopen),
    ];
    prop_oneof![6 => prop::collection::vec(step.clone(), 1..12), 1 => prop::collection::vec(step, 12..=50)]
}

/// The plain model.
#[derive(Debug, Clone, Default)]
struct Model {
    wallets: [i64; USERS as usize],
    /// What was posted under each key: all that must be the same for it to be the same.
    keys: HashMap<String, String>,
    holds: HashMap<u8, ModelHold>,
    /// What can be pointed at: who gains what if it is taken back, whether it may be, whether it was.
    posted: Vec<Entry>,
    revenue: i64,
}

#[derive(Debug, Clone)]
struct ModelHold {
    of: u8,
    amount: i64,
    until: i64,
    captured: Option<i64>,
}

#[derive(Debug, Clone)]
struct Entry {
    user: u8,
    /// What the wallet would gain if it were taken back.
    back: i64,
    /// What revenue would lose.
    from_revenue: i64,
    reversible: bool,
    reversed: bool,
}

impl Model {
    /// A movement of one wallet under a key.
    fn moved(
        &mut self,
        user: u8,
        key: String,
        amount: i64,
        gain: i64,
        revenue: i64,
        reversible: bool,
    ) -> Class {
        if !(1..=super::MAX_AMOUNT).contains(&amount) {
            return Class::OutOfRange;
        }
        let content = format!("{user} {gain} {revenue}");
        if let Some(first) = self.keys.get(&key) {
            return if *first == content {
                Class::Repeated
            } else {
                Class::KeyReused
            };
        }
        let wallet = &mut self.wallets[usize::from(user)];
        if gain < 0 && *wallet + gain < 0 {
            return Class::Insufficient;
        }
        *wallet += gain;
        self.revenue += revenue;
        self.keys.insert(key, content);
        self.posted.push(Entry {
            user,
            back: -gain,
            from_revenue: revenue,
            reversible,
            reversed: false,
        });
        Class::Done
    }

    fn close(&mut self, hold: u8, captured: i64) -> Class {
        let Some(open) = self.holds.get_mut(&hold) else {
            return Class::UnknownHold;
        };
        if captured > open.amount {
            return Class::TooLarge;
        }
        match open.captured {
            Some(before) if before == captured => return Class::Repeated,
            Some(_) => return Class::Closed,
            None => open.captured = Some(captured),
        }
        self.wallets[usize::from(open.of)] += open.amount - captured;
        self.revenue += captured;
        self.posted.push(Entry {
            user: open.of,
            back: captured,
            from_revenue: captured,
            reversible: captured > 0,
            reversed: false,
        });
        Class::Done
    }

    fn apply(&mut self, step: &Step, now: i64) -> Class {
        match step {
            Step::Grant { to, key, amount } => self.moved(*to, format!("g{key}"), *amount, *amount, 0, true),
            Step::Purchase { to, event, amount } => {
                self.moved(*to, format!("p{event}"), *amount, *amount, 0, true)
            }
            Step::Gift { to, gift } => self.moved(*to, format!("gift{gift}:{to}"), 7, 7, 0, true),
            Step::Referral { to, referee } => self.moved(*to, format!("ref{referee}"), 11, 11, 0, true),
            Step::Streak { to, day } => self.moved(*to, format!("streak{to}:{day}"), 3, 3, 0, true),
            Step::Spend { from, key, amount } => self.moved(
                *from,
                format!("s{key}"),
                *amount,
                amount.saturating_neg(),
                *amount,
                true,
            ),
            Step::Debit { from, key, amount } => self.moved(
                *from,
                format!("d{key}"),
                *amount,
                amount.saturating_neg(),
                0,
                true,
            ),
            Step::Bulk { key, amounts } => {
                let before = self.clone();
                let mut class = Class::Repeated;
                for (n, amount) in (0_u8..).zip(amounts) {
                    match self.moved(n % USERS, format!("b{key}:{n}"), *amount, *amount, 0, true) {
                        Class::Done => class = Class::Done,
                        Class::Repeated => {}
                        refusal => {
                            *self = before;
                            return refusal;
                        }
                    }
                }
                class
            }
            Step::Hold {
                of,
                key,
                amount,
                minutes,
            } => {
                let class = self.moved(*of, format!("h{key}"), *amount, amount.saturating_neg(), 0, false);
                if class == Class::Done {
                    self.holds.insert(
                        *key,
                        ModelHold {
                            of: *of,
                            amount: *amount,
                            until: now + i64::from(*minutes) * MINUTE,
                            captured: None,
                        },
                    );
                }
                class
            }
            Step::Capture { amount, .. } if !(1..=super::MAX_AMOUNT).contains(amount) => Class::OutOfRange,
            Step::Capture { hold, amount } => self.close(*hold, *amount),
            Step::Release { hold } => self.close(*hold, 0),
            Step::Expire { minutes } => {
                let then = now + i64::from(*minutes) * MINUTE;
                let mut due: Vec<(i64, u8)> = self
                    .holds
                    .iter()
                    .filter(|(_, hold)| hold.captured.is_none() && hold.until <= then)
                    .map(|(key, hold)| (hold.until, *key))
                    .collect();
                due.sort_unstable();
                for (_, hold) in due {
                    self.close(hold, 0);
                }
                Class::Nothing
            }
            Step::Reverse { nth } => {
                let Some(entry) = self.posted.get_mut(usize::from(*nth)) else {
                    return Class::UnknownTransaction;
                };
                if !entry.reversible {
                    return Class::NotReversible;
                }
                if std::mem::replace(&mut entry.reversed, true) {
                    return Class::AlreadyReversed;
                }
                let entry = entry.clone();
                self.wallets[usize::from(entry.user)] += entry.back;
                self.revenue -= entry.from_revenue;
                self.posted.push(Entry {
                    reversible: false,
                    ..entry
                });
                Class::Done
            }
            Step::DryRun(step) => self.clone().apply(step, now),
            Step::Repeat { .. } | Step::Reopen | Step::Crash { .. } | Step::Fail { .. } => Class::Nothing,
        }
    }
}

/// The real books, under names of one sequence.
struct Real {
    db: Db,
    name: String,
    /// Of SQLite: where the file is, and what other files it has left behind.
    folder: Option<(tempfile::TempDir, PathBuf)>,
    url: String,
    crashes: u32,
    now: Timestamp,
    /// Ids of what can be pointed at, as in the model, and of the holds.
    posted: Vec<TransactionId>,
    holds: HashMap<u8, HoldId>,
}

enum Done {
    Posted(Posted),
    Held(super::Hold, bool),
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
                    super::place_hold(
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
                super::capture(
                    tx,
                    self.now,
                    self.holds.get(hold).unwrap_or(&none()),
                    Shekels(*amount),
                )
                .await?,
            ),
            Step::Release { hold } => {
                Done::Posted(super::release(tx, self.now, self.holds.get(hold).unwrap_or(&none())).await?)
            }
            Step::Reverse { nth } => {
                let missing = TransactionId::trusted("none".to_owned());
                Done::Posted(
                    super::reverse(
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
                    all.push(super::post(tx, self.now, &order).await?);
                }
                Done::Many(all)
            }
            simple => match self.order(simple) {
                Some(order) => Done::Posted(super::post(tx, self.now, &order).await?),
                None => return Err(LedgerError::Malformed),
            },
        })
    }

    async fn apply(&mut self, step: &Step) -> Class {
        match step {
            Step::Expire { minutes } => {
                self.now = self.now.plus_millis(i64::from(*minutes) * MINUTE);
                let before: Vec<u8> = self.open_holds().await;
                super::expire_holds(&self.db, self.now)
                    .await
                    .expect("a run of the job");
                // The model points at releases, too.
                for hold in before {
                    let id = self.holds[&hold].clone();
                    let now = self.now;
                    let id = &id;
                    let released: Result<Posted, LedgerError> = self
                        .db
                        .transact(Isolation::Money, |tx| {
                            Box::pin(async move { super::release(tx, now, id).await })
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

    async fn run(&self, step: &Step, keep: bool) -> Result<Done, LedgerError> {
        // A dry run is a use case that ends with a refusal of its own; what it would have done is left here.
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
        let due = super::store::list_expired(&mut conn, self.now, 1_000)
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

    /// Goes on with what a disk would hold if the machine had stopped in the middle of an operation; the
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
                    super::post(tx, now, order).await?;
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

    async fn balances(&self) -> [i64; USERS as usize] {
        let mut conn = self.db.read().await.expect("a connection");
        let mut all = [0; USERS as usize];
        for n in 0..USERS {
            all[usize::from(n)] = super::balance(&mut conn, &self.user(n))
                .await
                .expect("a balance")
                .0;
        }
        all
    }

    async fn revenue(&self) -> i64 {
        let mut conn = self.db.read().await.expect("a connection");
        super::account_balance(&mut conn, &Account::Revenue)
            .await
            .expect("a balance")
            .0
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

async fn follow(real: &mut Real, steps: &[Step]) {
    let mut model = Model {
        revenue: real.revenue().await,
        ..Model::default()
    };
    let mut asked: Vec<Step> = Vec::new();
    for step in steps {
        let step = match step {
            Step::Repeat { nth } => match asked.get(usize::from(*nth)) {
                Some(earlier) => earlier.clone(),
                None => continue,
            },
            step => step.clone(),
        };
        let expected = model.apply(&step, real.now.0);
        let class = real.apply(&step).await;
        assert_eq!(class, expected, "{step:?} after {asked:?}");
        assert_eq!(
            real.balances().await,
            model.wallets,
            "after {step:?} after {asked:?}"
        );
        asked.push(step);
    }
    assert_eq!(real.revenue().await, model.revenue);
    // All of it once more changes nothing, but that what was refused for want of shekels may be done now.
    let again = asked.iter().filter(|step| {
        !matches!(
            step,
            Step::DryRun(_) | Step::Reverse { .. } | Step::Expire { .. } | Step::Crash { .. } | Step::Reopen
        )
    });
    for step in again {
        let expected = model.apply(step, real.now.0);
        assert_eq!(
            real.apply(step).await,
            expected,
            "{step:?} once more after {asked:?}"
        );
    }
    assert_eq!(real.balances().await, model.wallets, "repeated after {asked:?}");
    let report = super::verify(&real.db, real.now).await.expect("a report");
    assert!(report.ok, "{report:#?} after {asked:?}");
}

fn cases(usual: u32) -> u32 {
    std::env::var("DRAMATIS_MODEL_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(usual)
}

/// Sequences that share one file before a new one is begun, so that neither opening nor verifying is what
/// takes the time.
const PER_FILE: u32 = 25;

fn model_against(engine: Engine, seed: u8, usual: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let Some(template) = runtime.block_on(TestDb::create(engine)) else {
        return;
    };
    let template_file = runtime.block_on(async {
        match engine {
            Engine::Sqlite => {
                let folder = fast_folder();
                let file = folder.path().join("template.db");
                Db::open(&format!("sqlite://{}", file.display()))
                    .await
                    .expect("a template")
                    .close()
                    .await;
                Some((folder, file))
            }
            Engine::Postgres => None,
        }
    });
    let state: Mutex<(u32, Option<Real>)> = Mutex::new((0, None));
    let config = Config {
        cases: cases(usual),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
    let outcome = runner.run(&steps(), |steps| {
        let mut state = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.0 += 1;
        let count = state.0;
        let kept = state
            .1
            .take()
            .filter(|_| engine == Engine::Postgres || !count.is_multiple_of(PER_FILE));
        let mut real = runtime.block_on(async {
            match (kept, &template_file) {
                (Some(real), _) => Real {
                    posted: Vec::new(),
                    holds: HashMap::new(),
                    name: format!("s{count}"),
                    ..real
                },
                (None, Some((_, template))) => {
                    let folder = fast_folder();
                    let file = folder.path().join("books.db");
                    std::fs::copy(template, &file).expect("a copy");
                    let url = format!("sqlite://{}", file.display());
                    new_real(
                        Db::open(&url).await.expect("a database"),
                        url,
                        Some((folder, file)),
                        count,
                    )
                }
                (None, None) => new_real(
                    Db::open(&template.url).await.expect("a database"),
                    template.url.clone(),
                    None,
                    count,
                ),
            }
        });
        runtime.block_on(follow(&mut real, &steps));
        state.1 = Some(real);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
}

fn new_real(db: Db, url: String, folder: Option<(tempfile::TempDir, PathBuf)>, count: u32) -> Real {
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

/// A folder in memory where there is such a thing: what is proven here is not the disk.
fn fast_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a temporary folder")
}

/// 10,000 sequences in all, in parts that run beside each other.
macro_rules! parts {
    ($($name:ident = $seed:literal;)+) => {$(
        #[test]
        fn $name() {
            model_against(Engine::Sqlite, $seed, 1_250);
        }
    )+};
}

parts! {
    the_books_agree_with_the_model_1 = 1;
    the_books_agree_with_the_model_2 = 2;
    the_books_agree_with_the_model_3 = 3;
    the_books_agree_with_the_model_4 = 4;
    the_books_agree_with_the_model_5 = 5;
    the_books_agree_with_the_model_6 = 6;
    the_books_agree_with_the_model_7 = 7;
    the_books_agree_with_the_model_8 = 8;
}

#[test]
fn the_books_agree_with_the_model_on_postgres() {
    model_against(Engine::Postgres, 1, 300);
}

/// Eight clients at once: what was answered fits the order in which it was written.
async fn clients_at_once(db: &Db) {
    let mut plans: Vec<Vec<Step>> = vec![Vec::new(); 8];
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]),
    );
    for plan in &mut plans {
        while plan.len() < 40 {
            let tree = steps().new_tree(&mut runner).expect("steps");
            plan.extend(tree.current().into_iter().filter(|step| {
                matches!(
                    step,
                    Step::Grant { .. }
                        | Step::Spend { .. }
                        | Step::Purchase { .. }
                        | Step::Debit { .. }
                        | Step::Gift { .. }
                        | Step::Streak { .. }
                )
            }));
        }
    }
    let real = &new_real(db.clone(), String::new(), None, 0);
    let done = join_all(plans.iter().map(|plan| async move {
        let mut done = Vec::new();
        for step in plan {
            if let Ok(Done::Posted(posted)) = real.run(step, true).await {
                done.push((posted.seq, posted.repeated, step.clone()));
            }
        }
        done
    }))
    .await;
    let mut done: Vec<_> = done
        .into_iter()
        .flatten()
        .filter(|(_, repeated, _)| !repeated)
        .collect();
    done.sort_by_key(|(seq, _, _)| *seq);
    let mut model = Model::default();
    for (seq, _, step) in &done {
        assert_eq!(model.apply(step, 0), Class::Done, "{seq}: {step:?}");
    }
    assert_eq!(real.balances().await, model.wallets);
    let report = super::verify(db, TEST_NOW).await.expect("a report");
    assert!(
        report.ok && usize::try_from(report.transactions) == Ok(done.len()),
        "{report:#?}"
    );
}

platform::both_engines!(clients_at_once_fit_a_serial_order, async |app| {
    clients_at_once(&app.state.db).await;
});

platform::both_engines!(operations_on_disjoint_wallets_can_be_swapped, async |app| {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]),
    );
    for round in 0..20 {
        let mut plan = steps().new_tree(&mut runner).expect("steps").current();
        plan.extend(steps().new_tree(&mut runner).expect("steps").current());
        let of = |user: u8| {
            move |step: &&Step| {
                matches!(step, Step::Grant { to, .. } | Step::Purchase { to, .. } | Step::Gift { to, .. } if *to == user)
                    || matches!(step, Step::Spend { from, .. } | Step::Debit { from, .. } if *from == user)
            }
        };
        let mut ends = Vec::new();
        for order in [[0, 1], [1, 0]] {
            let mut real = new_real(app.state.db.clone(), String::new(), None, 0);
            real.name = format!("r{round}-{}", order[0]);
            for user in order {
                // Keys of one wallet's own: what another one posts first must not matter.
                for step in plan.iter().filter(of(user)) {
                    let mut step = step.clone();
                    if let Step::Grant { key, .. }
                    | Step::Spend { key, .. }
                    | Step::Debit { key, .. }
                    | Step::Purchase { event: key, .. } = &mut step
                    {
                        *key += user * 100;
                    }
                    real.apply(&step).await;
                }
            }
            ends.push(real.balances().await);
        }
        assert_eq!(ends[0], ends[1], "{plan:?}");
    }
});
