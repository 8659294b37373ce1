//! Turns: a story goes on. What the player says is stored, its price is reserved, a model is asked, and what it
//! writes goes to everybody who watches and into the story.
//!
//! A turn belongs to the server and not to the connection that asked for it: a player who leaves may come back
//! and read on, from another device too. At its end it is settled in the transaction that stores the reply,
//! exactly once, by the policy in `engine/outcome.rs`. A turn whose process was killed is found by its lease and
//! ended ([`recover()`]). Nothing a model writes has any power here.
//!
//! The way of a turn: `begin` stores it and leaves a `Job`, which `engine` runs. Both use `context` (what a turn
//! knows of its story), `opening` (the message of a reply), `guard` (what is never played) and `paying`. Watchers
//! read the turn's `channel`, of which `hub` has those of this process.

mod ask;
mod begin;
mod channel;
mod chat_actions;
mod chat_session;
mod context;
mod edit_message;
mod engine;
mod errors;
mod events;
mod guard;
mod http;
mod hub;
mod job;
mod model;
mod opening;
mod paying;
mod purge;
mod read;
mod recover;
mod reopen;
pub mod rules;
mod stop;
mod store;
mod stream;
#[cfg(test)]
mod tests;

pub use ask::{CreateMessage, Selection};
pub use errors::{DEMO_ENDED, GUEST_ALLOWANCE_USED, MESSAGE_CHANGED, NEVER_PLAYED};
pub use http::calls;
pub use hub::{Timing, Turns};
pub use model::{DraftedSpeaker, ReplyCount, Turn, TurnFault, TurnKind, TurnPrice, TurnState};
pub use paying::{ChatPrice, FreeReplies, GuestTurns};
pub use purge::purge;
pub use recover::{recover, recover_lost};
pub use rules::TurnSettings;
pub use store::{find_prompts, find_variables, put_variables};

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, People, Table};

use crate::AppState;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "turns",
    uses: &[
        "db",
        "audit",
        "idempotency",
        "llm",
        "news",
        "users",
        "identity",
        "guests",
        "ledger",
        "safety",
        "scenarios",
        "lorebooks",
        "stories",
        "prompt",
        "quotas",
        "memory",
        "reports",
    ],
    tables: &[
        Table {
            name: "story_variables",
            people: People::Theirs {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "turns",
            people: People::Theirs {
                columns: &["owner_id"],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "turn_replies",
            people: People::Theirs {
                columns: &[],
                export: Export::Rows("turn_id in (select id from turns where story_id in {stories})"),
                end: End::With("turns"),
            },
        },
    ],
    statements: &[
        store::turns::STATEMENTS,
        store::replies::STATEMENTS,
        store::prompts::STATEMENTS,
    ],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
};

/// What this slice does by itself.
pub const JOBS: &[Job<AppState>] = &[
    Job {
        name: "turns.recover_lost",
        every: Every::HalfMinute,
        after: &[],
        run: |app| {
            Box::pin(async move {
                let lost = recover_lost(app).await?;
                Ok(u64::try_from(lost).unwrap_or(u64::MAX))
            })
        },
    },
    Job {
        name: "turns.purge",
        every: Every::Hour,
        after: &[],
        run: |app| Box::pin(async move { Ok(purge::purge(app).await?) }),
    },
];
