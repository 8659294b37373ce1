//! Idempotency: a POST that carries an `Idempotency-Key` has its effect once, even if it is sent again
//! (reliability 1.7). The answer is stored in the transaction of the effect, so that neither exists without
//! the other; a request that was refused before it did anything, or rolled back, leaves no trace and may be
//! tried again. The header is optional: what may happen only once is kept unique by the ledger's natural
//! keys, with or without it.
//!
//! ```ignore
//! async fn unlock(State(app): State<AppState>, SignedIn(person): SignedIn, once: Idempotent<Unlock>) -> Result<Reply, Problem> {
//!     let (app, person, body) = (&app, &person, &once.body);
//!     once.key.run(app, &principal_of(&person.user_id), Isolation::Money, |tx| Box::pin(async move {
//!         themes::unlock(tx, person, body).await?;
//!         Reply::json(StatusCode::OK, &Unlocked { … })
//!     })).await
//! }
//! ```

mod actions;
mod errors;
mod extract;
mod rules;
pub mod store;

pub use actions::{REPLAYED, Reply, Running, purge};
pub use errors::{IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED};
pub use extract::{Idempotency, Idempotent};
pub use rules::{HEADER, KEEP_MILLIS, MAX_KEY_CHARS};
pub use store::{FORBIDDEN, principal_of, purge_answers_to};

use crate::slice::jobs::{Every, Job};
use crate::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "idempotency",
    about: None,
    uses: &["db"],
    tables: &[
        Table {
            name: "idempotency_keys",
            personal_data: PersonalData::Held {
                columns: &["principal"],
                export: Export::Nothing("copies of answers that were given, gone after a day"),
                end: End::Erased,
            },
        },
        Table {
            name: "idempotency_horizon",
            personal_data: PersonalData::None,
        },
    ],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "idempotency.purge",
    every: Every::HalfMinute,
    after: &[],
    run: |app| Box::pin(async move { Ok(purge(&app.db, app.clock.now()).await?) }),
}];
