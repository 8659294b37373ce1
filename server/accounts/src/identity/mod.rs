//! Identity: who is calling. Credentials, sessions, tokens, and the extractors that name the caller to every
//! other slice.
//!
//! An *identity* is a person's credentials; their *record* in the product is a row of `users`, and `accounts`
//! links the two and holds the role. Authority comes from the bearer header alone; the session cookie only
//! lets the server render pages ([`Authority`]). Every call looks its session up, so a revoked one is refused at
//! once.

mod admin;
mod attempts;
mod audience;
mod audit_log;
mod authority;
mod cookies;
mod email_change;
mod emails;
mod erase;
mod errors;
mod hasher;
mod http;
mod ids;
mod keys;
mod model;
mod oidc;
mod oidc_sign_in;
mod passwords;
mod problems;
mod purge;
pub mod rules;
mod secrets;
mod service;
mod sessions;
mod sign_in;
mod sign_out;
mod sign_up;
mod store;
#[cfg(test)]
mod tests;
mod totp;
mod two_factor;

pub use admin::{Decision, appoint_first_admin, find_account, reinstate, rekey_addresses, suspend};
pub use audience::{CONFIRMED_COOKIE, SHOW_COOKIE, ViewerAudience, audience_of_visitor};
pub use authority::{Admin, Authenticated, Authority, Moderator, SignedIn, Viewer};
pub use emails::{compose, queue_deletion_notice};
pub use errors::{
    ACCOUNT_SUSPENDED, EMAIL_NOT_VERIFIED, INVALID_GRANT, SIGN_IN_FAILED, TOTP_REQUIRED, TOTP_WRONG,
    VERIFICATION_NEEDS_PASSWORD,
};
pub use hasher::HashCost;
pub use http::calls;
pub use ids::SessionId;
pub use keys::{ACCESS_TOKEN_SECS, Claims, TokenError, TokenKeys};
pub use model::{Account, IdentityRef, Person};
pub use oidc::{BadProvider, ProviderSettings};
pub use passwords::verify_password;
pub use service::{Identities, IdentitySettings};
pub use store::accounts::{attach, detach, find_record_of};
pub use store::identities::find_address;
pub use store::sessions::find_sign_in;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "identity",
    about: Some("Signing up and in, sessions, passwords, the second step, providers."),
    uses: &["db", "audit", "mail", "users"],
    tables: &[
        Table {
            name: "accounts",
            personal_data: PersonalData::Held {
                columns: &["user_id", "identity_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "identities",
            personal_data: PersonalData::Held {
                columns: &["email", "email_key"],
                export: Export::Rows("id in {identity}"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_budgets",
            personal_data: PersonalData::None,
        },
        Table {
            name: "identity_links",
            personal_data: PersonalData::Held {
                columns: &["identity_id"],
                export: Export::Rows("identity_id in {identity}"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_mail_tokens",
            personal_data: PersonalData::Held {
                columns: &["email", "email_key", "identity_id"],
                export: Export::Rows("identity_id in {identity}"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_oidc_states",
            personal_data: PersonalData::Held {
                columns: &["identity_id"],
                export: Export::Nothing("secrets of sign-ins that were never finished, gone after a week"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_recovery_codes",
            personal_data: PersonalData::Held {
                columns: &["identity_id"],
                export: Export::Rows("identity_id in {identity}"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_refresh_tokens",
            personal_data: PersonalData::Held {
                columns: &["session_id"],
                export: Export::Nothing("secrets of sessions, which are in identity_sessions"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_sessions",
            personal_data: PersonalData::Held {
                columns: &["identity_id"],
                export: Export::Rows("identity_id in {identity}"),
                end: End::Erased,
            },
        },
        Table {
            name: "identity_sign_ups",
            personal_data: PersonalData::Held {
                columns: &["email", "email_key"],
                export: Export::Rows(
                    "email_key in (select email_key from identities where id in {identity})",
                ),
                end: End::Erased,
            },
        },
    ],
    statements: &[
        erase::STATEMENTS,
        store::accounts::STATEMENTS,
        store::attempts::STATEMENTS,
        store::identities::STATEMENTS,
        store::mail_tokens::STATEMENTS,
        store::oidc::STATEMENTS,
        store::purge::STATEMENTS,
        store::refresh_tokens::STATEMENTS,
        store::sessions::STATEMENTS,
        store::sign_ups::STATEMENTS,
        store::totp::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "identity.purge",
    every: Every::Hour,
    after: &[],
    run: |app| {
        Box::pin(async move {
            purge::purge(app).await?;
            Ok(0)
        })
    },
}];
