//! Turns: how a story continues. A turn stores the player's text, reserves its price, asks a model, and sends
//! what it writes to all watchers and into the story.
//!
//! A turn belongs to the server and not to the connection that requested it: a player who leaves can come
//! back and read on, also from another device. At its end it is settled in the transaction that stores the
//! reply, exactly once, by the policy in `engine/outcome.rs`. A turn whose process was killed is found by its
//! lease and ended ([`recover()`]). Nothing that a model writes can trigger anything here.
//!
//! The way of a turn: `begin` stores it and returns a `Job`, which `engine` runs. Both use `context` (the
//! story and its surroundings), `opening` (the message of a reply), `guard` (what is never played) and
//! `paying`. Watchers read the turn's `channel`; `hub` has the channels of this process.

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
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "turns",
    about: Some("Sending a message and watching the replies."),
    uses: &[
        "db",
        "audit",
        "idempotency",
        "llm",
        "media",
        "news",
        "users",
        "identity",
        "guests",
        "ledger",
        "safety",
        "scenarios",
        "lorebooks",
        "publishing",
        "stories",
        "prompt",
        "quotas",
        "memory",
        "reports",
    ],
    tables: &[
        Table {
            name: "story_variables",
            personal_data: PersonalData::Held {
                columns: &[],
                // Macros store texts of closed scenarios, which their players may not read.
                export: Export::Rows(
                    "story_id in {stories} and story_id not in (
                        select s.id
                        from stories s
                        where s.scenario_version is not null and not exists (
                            select 1
                            from scenario_versions v
                            where v.scenario_id = s.scenario_id and v.number = s.scenario_version and not v.closed
                        )
                    )",
                ),
                end: End::With("stories"),
            },
        },
        Table {
            name: "turns",
            personal_data: PersonalData::Held {
                columns: &["owner_id"],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "turn_replies",
            personal_data: PersonalData::Held {
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
    report_kinds: &[],
};

/// The jobs of this slice.
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
