//! The ledger beside a plain model of it: for any operations, in any order, both return the same answers and
//! have the same balances, and all twelve invariants hold (reliability 1.6). Sequences are short and many;
//! `DRAMATIS_MODEL_CASES` sets their number. A failure prints the shortest sequence that shows it.

mod plain;
mod real;
mod steps;

use std::collections::HashMap;
use std::sync::Mutex;

use futures::future::join_all;
use platform::db::Db;
use platform::testing::folder_in_memory;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use self::plain::Model;
use self::real::{Done, Real, new_real};
use self::steps::{Class, Step, steps};
use crate::ledger;
use crate::testing::{Engine, TEST_NOW, TestDb};

async fn follow(real: &mut Real, steps: &[Step]) {
    let mut model = Model::default();
    model.revenue = real.revenue().await;
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
    // Repeating all of it changes nothing, except that what was refused for lack of shekels may succeed now.
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
    let report = ledger::verify(&real.db, real.now).await.expect("a report");
    assert!(report.ok, "{report:#?} after {asked:?}");
}

fn cases(usual: u32) -> u32 {
    std::env::var("DRAMATIS_MODEL_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(usual)
}

/// Sequences that share one file before a new one is used, so that opening and verifying do not dominate the
/// time.
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
                let folder = folder_in_memory();
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
                    let folder = folder_in_memory();
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

/// Eight clients at once: the answers fit the order in which they were written.
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
    let report = ledger::verify(db, TEST_NOW).await.expect("a report");
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
                // The keys belong to one wallet: what another one posts first must not matter.
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
