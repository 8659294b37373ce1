//! What holds for the whole API: the list of calls, every SQL text on both engines, and no answer of 500 for
//! any query.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sqlx::Executor;

use crate::db::Split;
use crate::testing::{Engine, NewScenario, TestApp, TestDb, run_test};

/// Calls of ours that the specification does not list.
const ADDITIONS: &[(&str, &str)] = &[
    // The public user page has an id in its address, and by-authorname needs a name.
    ("get", "/api/v1/users/user/{userID}"),
    // The wallet's history; the specification only asks for the balance.
    ("get", "/api/v1/users/me/shekels"),
    // Kept pages are the same for everybody; what the reader thinks is asked for afterwards.
    ("get", "/api/v1/scenarios/{scenarioId}/mine"),
    // What belongs to a person is theirs to take away and to have deleted (reliability O-9).
    ("delete", "/api/v1/users/me/avatar"),
    ("get", "/api/v1/users/me/export"),
    ("post", "/api/v1/users/me/deletion"),
    ("delete", "/api/v1/users/me/deletion"),
    // A turn belongs to the server: it is watched, stopped and looked into by its own address.
    ("get", "/api/v1/turns/{turnId}"),
    ("get", "/api/v1/turns/{turnId}/events"),
    ("post", "/api/v1/turns/{turnId}/stop"),
    ("get", "/api/v1/turns/{turnId}/prompt"),
    ("get", "/api/v1/chat/price"),
    ("get", "/api/v1/models"),
    // What the player wants to be called, guest or person, and what their personas look like.
    ("post", "/api/v1/chat/name-player"),
    ("post", "/api/v1/users/me/personas/avatar"),
    // Whether they answer, for whoever has connected them.
    ("get", "/api/v1/system/models"),
    // What is thrown away comes back for thirty days, and whoever has a story open hears of its changes.
    ("post", "/api/v1/stories/{id}/restore"),
    ("get", "/api/v1/stories/{id}/tree"),
    // A story is searched where only a part of it is in the page.
    ("get", "/api/v1/stories/{id}/search"),
    ("get", "/api/v1/stories/{id}/trash"),
    ("get", "/api/v1/stories/{id}/events"),
    ("post", "/api/v1/messages/{id}/restore"),
    // Who is let in is for admins to say.
    ("post", "/api/v1/admin/users/{id}/suspend"),
    ("post", "/api/v1/admin/users/{id}/reinstate"),
    // A story that the house closed by mistake.
    ("post", "/api/v1/admin/stories/{id}/reopen"),
    // What somebody sees and finds wrong is told to those who run the site.
    ("post", "/api/v1/reports"),
    // Who can be called in need, and how often that was shown (reliability L-9, L-10).
    ("get", "/api/v1/care/notices"),
    // What a story remembers.
    ("get", "/api/v1/stories/{id}/memory"),
    ("post", "/api/v1/stories/{id}/facts"),
    ("patch", "/api/v1/facts/{id}"),
    ("delete", "/api/v1/facts/{id}"),
    ("put", "/api/v1/stories/{id}/summary"),
    ("post", "/api/v1/stories/{id}/summary/refresh"),
    // Stories as files.
    ("get", "/api/v1/stories/{id}/export"),
    ("post", "/api/v1/stories/import"),
    ("get", "/api/v1/care/report"),
    // Lorebooks are ours altogether.
    ("get", "/api/v1/lorebooks"),
    ("post", "/api/v1/lorebooks"),
    ("post", "/api/v1/lorebooks/import"),
    ("get", "/api/v1/lorebooks/{id}"),
    ("put", "/api/v1/lorebooks/{id}"),
    ("delete", "/api/v1/lorebooks/{id}"),
    ("get", "/api/v1/lorebooks/{id}/export"),
    ("put", "/api/v1/lorebooks/{id}/attachments"),
    ("get", "/api/v1/stories/{id}/lorebooks"),
    ("post", "/api/v1/stories/{id}/lorebooks/test"),
];

/// The identity provider is ours, so all of its calls are (spec section 4 has one, but not what it answers
/// to).
const OWN_FAMILY: &str = "/api/v1/auth/";

/// Groups of calls.tsv of which every call that needs no account is there.
const COMPLETE_FOR_VISITORS: [&str; 6] = ["scenarios", "cards", "tags", "discovery", "campaigns", "status"];

/// `GET /cards/card` → (method, full path with the names of placeholders taken out).
fn normalised(method: &str, path: &str) -> (String, String) {
    let full = if path.starts_with("/api/") {
        path.to_owned()
    } else {
        format!("{}{path}", crate::API_BASE)
    };
    let anonymous: Vec<&str> = full
        .split('/')
        .map(|part| if part.starts_with('{') { "{}" } else { part })
        .collect();
    (method.to_lowercase(), anonymous.join("/"))
}

fn documented() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .expect("methods")
                .keys()
                .map(move |method| normalised(method, path))
        })
        .collect()
}

#[test]
fn the_document_and_the_list_of_calls_agree() {
    let list = include_str!("../../../docs/contract/calls.tsv");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(rows.len(), 133);
    let listed: BTreeSet<_> = rows.iter().map(|row| normalised(row[0], row[1])).collect();
    let ours: BTreeSet<_> = ADDITIONS
        .iter()
        .map(|(method, path)| normalised(method, path))
        .collect();
    let documented = documented();
    let unknown: Vec<_> = documented
        .difference(&listed)
        .filter(|call| !ours.contains(*call) && !call.1.starts_with(OWN_FAMILY))
        .collect();
    assert!(
        unknown.is_empty(),
        "documented, but neither in the specification nor among our additions: {unknown:?}"
    );
    for row in &rows {
        let expected = row[2] == "any" && COMPLETE_FOR_VISITORS.contains(&row[3]);
        if expected {
            assert!(
                documented.contains(&normalised(row[0], row[1])),
                "missing: {} {}",
                row[0],
                row[1]
            );
        }
    }
}

#[test]
fn every_operation_is_named_and_grouped() {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let mut names = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let name = operation["operationId"].as_str().unwrap_or_default();
            assert!(
                !name.is_empty() && names.insert(name.to_owned()),
                "{method} {path} needs a name of its own"
            );
            assert!(
                operation["tags"][0].is_string(),
                "{method} {path} belongs to no slice"
            );
            assert!(
                operation["summary"].is_string(),
                "{method} {path} says nothing of itself"
            );
        }
    }
}

/// The committed document, from which the client's types are generated. `make generate` writes it.
#[test]
fn the_committed_api_document_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/openapi.json");
    let current = crate::api_document().to_pretty_json().expect("a JSON document") + "\n";
    if std::env::var("DRAMATIS_GENERATE").is_ok() {
        std::fs::write(path, &current).expect("a writable file");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == current,
        "ui/openapi.json is out of date: run `make generate`"
    );
}

/// All SQL constants of the crate. Statements built at run time are run by the slices' tests.
const STATEMENTS: &[&str] = &[
    crate::age_gate::store::IS_EXPLICIT,
    crate::age_gate::store::WANTS_EXPLICIT,
    crate::audit::store::INSERT_EVENT,
    crate::db::scrub::NOTE_ERASED,
    crate::blocklist::store::BLOCK_NETWORK,
    crate::blocklist::store::LIST_BLOCKED,
    crate::blocklist::store::UNBLOCK_NETWORK,
    crate::scenarios::stage::COUNT_CHAT,
    crate::scenarios::stage::COUNT_MESSAGES,
    crate::scenarios::stage::COUNT_SPENT,
    crate::scenarios::stage::LIST_STAGE_ACTORS,
    crate::cards::stage::COUNT_CARD_CHAT,
    crate::cards::stage::COUNT_CARD_MESSAGES,
    crate::users::player::FIND_PLAYER,
    crate::users::player::PUT_PERSONAS,
    crate::guests::store::HOLD_GUEST,
    crate::quotas::store::ADD_USE,
    crate::turns::store::ASK_STOP,
    crate::turns::store::CHECKPOINT_TURN,
    crate::turns::store::COUNT_BEGUN,
    crate::turns::store::COUNT_RUNNING,
    crate::turns::store::DELETE_OLD_PROMPTS,
    crate::quotas::store::DELETE_OLD_USE,
    crate::quotas::store::DELETE_USE_OF_GONE,
    crate::turns::store::END_TURN,
    crate::turns::store::FIND_OLDEST_SINCE,
    crate::turns::store::FIND_RUNNING_OF_STORY,
    crate::turns::store::FIND_TURN,
    crate::turns::store::FIND_TURN_BY_CLIENT,
    crate::quotas::store::FIND_USE,
    crate::turns::store::FIND_VARIABLES,
    crate::turns::store::IS_STOP_ASKED,
    crate::turns::store::STOP_STORY_TURNS,
    crate::turns::store::INSERT_REPLY,
    crate::turns::store::INSERT_TURN,
    crate::turns::store::LIST_LOST_TURNS,
    crate::turns::store::LIST_PROMPTS,
    crate::turns::store::LIST_REPLIES,
    crate::turns::store::PUT_VARIABLES,
    crate::turns::store::SETTLE_REPLY,
    crate::turns::store::SET_CAPTURED,
    crate::turns::store::SET_REPLY_PROMPT,
    crate::turns::store::SET_REPLY_SPEAKER,
    crate::stories::store::CARRY_OVER,
    crate::stories::store::COUNT_BY_FOLDER,
    crate::stories::store::COUNT_LIVE,
    crate::stories::store::DELETE_OVERDUE,
    crate::stories::store::DELETE_STORY,
    crate::stories::store::EMPTY_FOLDER,
    crate::stories::store::FIND_GUEST_STORY,
    crate::stories::store::COUNT_PLAYED,
    crate::stories::store::FIND_STORY,
    crate::stories::store::INSERT_CHARACTER,
    crate::stories::store::INSERT_STORY,
    crate::stories::store::LIST_CHARACTERS,
    crate::stories::store::LIST_LEAVERS,
    crate::stories::store::LIST_OVERDUE_STORIES,
    crate::stories::store::LIST_STRAYS,
    crate::stories::store::READ_VERSION,
    crate::stories::store::SAVE_STORY,
    crate::stories::store::SET_CHARACTER,
    crate::stories::store::TAKE_STORY,
    crate::stories::store::TOUCH_STORY,
    crate::stories::tree::CHECKPOINT,
    crate::stories::tree::CLIMB,
    crate::stories::tree::COUNT_SUCCESSORS,
    crate::stories::tree::DELETE_BELOW,
    crate::stories::tree::DELETE_FORGOTTEN,
    crate::stories::tree::FIND_BY_CLIENT_ID,
    crate::stories::tree::FIND_LEAF,
    crate::stories::tree::FIND_MESSAGE,
    crate::stories::tree::FIND_NEIGHBOUR,
    crate::stories::tree::FIND_OPENING,
    crate::stories::tree::FIND_PARENT,
    crate::stories::tree::FIND_STEP,
    crate::stories::tree::INSERT_MESSAGE,
    crate::stories::tree::INSERT_REVISION,
    crate::stories::tree::LIST_CHILDREN,
    crate::stories::tree::LIST_DELETED,
    crate::stories::tree::LIST_FORGOTTEN,
    crate::stories::tree::LIST_NODES,
    crate::stories::tree::LIST_ROOTS,
    crate::stories::tree::LIST_WRITING,
    crate::stories::tree::NEXT_ROOT,
    crate::stories::tree::REOPEN,
    crate::stories::tree::RESTORE_DELETION,
    crate::stories::tree::SAVE_MESSAGE,
    crate::stories::tree::SHOW_CHILD,
    crate::stories::tree::SHOW_IF_NONE,
    crate::stories::tree::SHOW_LINE,
    crate::stories::tree::WALK_DOWN,
    crate::stories::tree::WALK_UP,
    crate::library::store::DELETE_FOLDER,
    crate::library::store::FIND_FOLDER,
    crate::library::store::INSERT_FOLDER,
    crate::library::store::LIFT_FOLDERS,
    crate::library::store::LIST_FOLDERS,
    crate::library::store::UPDATE_FOLDER,
    crate::campaigns::experiments::COUNT_GROUPS,
    crate::campaigns::experiments::COUNT_VISITOR,
    crate::campaigns::experiments::DELETE_OLD_VISITS,
    crate::campaigns::experiments::INSERT_GROUP,
    crate::campaigns::experiments::INSERT_VISIT,
    crate::campaigns::store::FIND_CAMPAIGN,
    crate::campaigns::store::LIST_SECTIONS,
    crate::campaigns::store::LIST_SECTION_SCENARIOS,
    crate::cards::opinions::ADD_TO_CARD_RATINGS,
    crate::cards::opinions::DELETE_CARD_RATING,
    crate::cards::opinions::FIND_CARD_RATING,
    crate::cards::opinions::LIST_LIKED_CARDS,
    crate::cards::opinions::PUT_CARD_RATING,
    crate::cards::opinions::TAKE_CARD,
    crate::cards::store::LIST_NEWEST,
    crate::cards::store::LIST_OF_AUTHOR,
    crate::safety::store::COUNT_NOTICE,
    crate::safety::store::LIST_COUNTS,
    crate::memory::store::COUNT_FACTS,
    crate::memory::store::DELETE_FACT,
    crate::memory::store::FIND_FACT,
    crate::memory::store::FIND_SUMMARY,
    crate::memory::store::INSERT_FACT,
    crate::memory::store::INSERT_SUMMARY,
    crate::memory::store::LIST_FACTS,
    crate::memory::store::LIST_PLACES,
    crate::memory::store::LIST_SUMMARIES,
    crate::memory::store::UPDATE_FACT,
    crate::memory::store::UPDATE_SUMMARY,
    crate::import_export::store::FIND_STORY_EXTRA,
    crate::import_export::store::PUT_STORY_EXTRA,
    crate::stories::bulk_ops::LIST_ALL_OF,
    crate::stories::bulk_ops::LIST_PLACES,
    crate::stories::bulk_ops::LIST_WHOLE_IDS,
    crate::stories::bulk_ops::SET_BEGUN,
    crate::idempotency::store::DELETE_EXPIRED,
    crate::idempotency::store::FIND_ANSWER,
    crate::idempotency::store::INSERT_ANSWER,
    crate::idempotency::store::MOVE_HORIZON,
    crate::identity::accounts::ATTACH,
    crate::identity::accounts::DETACH,
    crate::identity::accounts::FIND_IDENTITY_OF,
    crate::identity::accounts::FIND_RECORD_OF,
    crate::identity::store::COUNT_RECORDS,
    crate::identity::store::APPOINT_ADMIN,
    crate::identity::store::CONFIRM_TOTP,
    crate::identity::store::DELETE_BUDGET,
    crate::identity::store::DELETE_MAIL_TOKENS_OF_EMAIL,
    crate::identity::store::DELETE_MAIL_TOKENS_OF_IDENTITY,
    crate::identity::store::DELETE_OLD_BUDGETS,
    crate::identity::store::DELETE_OLD_MAIL_TOKENS,
    crate::identity::store::DELETE_OLD_REFRESH,
    crate::identity::store::DELETE_OLD_SESSIONS,
    crate::identity::store::DELETE_OLD_SIGN_ONS,
    crate::identity::store::DELETE_OLD_SIGN_UPS,
    crate::identity::store::DELETE_RECOVERY_CODES,
    crate::identity::store::DELETE_SIGN_UPS,
    crate::identity::store::END_OWN_SESSION,
    crate::identity::store::END_SESSION,
    crate::identity::store::END_SESSIONS,
    crate::identity::store::FIND_ACCOUNT,
    crate::identity::store::FIND_BUDGET,
    crate::identity::store::FIND_IDENTITY,
    crate::identity::store::FIND_IDENTITY_BY_EMAIL,
    crate::identity::store::FIND_LINKED,
    crate::identity::store::FIND_MAIL_TOKEN,
    crate::identity::store::FIND_REFRESH,
    crate::identity::store::FIND_ROLE,
    crate::identity::store::FIND_NAMED_SIGN_ON,
    crate::identity::store::FIND_SESSION,
    crate::identity::store::FIND_SESSION_BY_COOKIE,
    crate::identity::store::FIND_SIGN_UP_BY_TICKET,
    crate::identity::store::GIVE_BACK_BUDGET,
    crate::identity::store::INSERT_IDENTITY,
    crate::identity::store::INSERT_LINK,
    crate::identity::store::INSERT_MAIL_TOKEN,
    crate::identity::store::INSERT_RECOVERY_CODE,
    crate::identity::store::INSERT_REFRESH,
    crate::identity::store::INSERT_SESSION,
    crate::identity::store::INSERT_SIGN_ON,
    crate::identity::store::INSERT_SIGN_UP,
    crate::identity::store::LIST_DEVICES,
    crate::identity::store::LIST_LINKS,
    crate::identity::store::LIST_SIGN_UPS,
    crate::identity::store::LOCK_BUDGET,
    crate::identity::store::REINSTATE,
    crate::identity::store::REMOVE_TOTP,
    crate::identity::store::REPLACE_REFRESH,
    crate::identity::store::SET_BUDGET,
    crate::identity::store::LIST_FOLDED,
    crate::identity::store::SET_EMAIL,
    crate::identity::store::SET_EMAIL_KEY,
    crate::identity::store::SET_PASSWORD,
    crate::identity::store::SET_SESSION_TOTP,
    crate::identity::store::SET_TOTP_SECRET,
    crate::identity::store::SUSPEND,
    crate::identity::store::TAKE_MAIL_TOKEN,
    crate::identity::store::TAKE_NAMED_SIGN_ON,
    crate::identity::store::TAKE_RECOVERY_CODE,
    crate::identity::store::TAKE_SIGN_ON,
    crate::identity::store::TAKE_TOTP_STEP,
    crate::identity::store::TOUCH_SESSION,
    crate::mail::store::DELETE_MAIL,
    crate::mail::store::INSERT_MAIL,
    crate::mail::store::LEASE_MAILS,
    crate::mail::store::NEXT_MAIL,
    crate::mail::store::POSTPONE_MAIL,
    crate::reports::store::COUNT_REPORTS_SINCE,
    crate::reports::store::DELETE_GUEST_REPLIES,
    crate::reports::store::DELETE_OLD_REPORTS,
    crate::reports::store::FIND_SAME_REPORT,
    crate::reports::store::FORGET_GUEST_REPORTERS,
    crate::reports::store::FORGET_GUEST_SUBJECTS,
    crate::reports::store::FORGET_REPLY_ADDRESSES,
    crate::reports::store::INSERT_REPORT,
    crate::reports::store::INSERT_REPORT_PICTURE,
    crate::reports::store::LIST_USES,
    crate::reports::store::SET_REPLY_TO,
    crate::scenarios::engagement::store::ADD_TO_LOVES,
    crate::scenarios::engagement::store::ADD_TO_RATINGS,
    crate::scenarios::engagement::store::COUNT_LOVES_SINCE,
    crate::scenarios::engagement::store::DELETE_LOVE,
    crate::scenarios::engagement::store::DELETE_RATING,
    crate::scenarios::engagement::store::FIND_LOVE,
    crate::scenarios::engagement::store::FIND_RATING,
    crate::scenarios::engagement::store::INSERT_LOVE,
    crate::scenarios::engagement::store::LIST_LOVED,
    crate::scenarios::engagement::store::PUT_RATING,
    crate::scenarios::engagement::store::READ_LOVES,
    crate::scenarios::engagement::store::SET_TREND,
    crate::scenarios::engagement::store::TAKE_SCENARIO,
    crate::scenarios::store::FIND_SCENARIO,
    crate::scenarios::store::LIST_ACTORS,
    crate::scenarios::store::LIST_AFTER,
    crate::scenarios::store::LIST_LOVES,
    crate::lorebooks::store::INSERT_LOREBOOK,
    crate::lorebooks::store::FIND_LOREBOOK,
    crate::lorebooks::store::LIST_LOREBOOKS,
    crate::lorebooks::store::COUNT_LOREBOOKS,
    crate::lorebooks::store::UPDATE_LOREBOOK,
    crate::lorebooks::store::TAKE_LOREBOOK,
    crate::lorebooks::store::DELETE_LOREBOOK,
    crate::lorebooks::store::DELETE_ATTACHMENTS,
    crate::lorebooks::store::INSERT_ATTACHMENT,
    crate::lorebooks::store::LIST_ATTACHMENTS,
    crate::lorebooks::store::LIST_ALL_ATTACHMENTS,
    crate::lorebooks::store::OWNS_SCENARIO,
    crate::lorebooks::store::OWNS_ACTOR,
    crate::lorebooks::store::LIST_APPLIED,
    crate::ledger::store::CLOSE_HOLD,
    crate::ledger::store::FIND_ACCOUNTS,
    crate::ledger::store::FIND_BALANCE,
    crate::ledger::store::FIND_BY_ID,
    crate::ledger::store::FIND_BY_KEY,
    crate::ledger::store::FIND_HEAD,
    crate::ledger::store::FIND_HOLD,
    crate::ledger::store::FIND_HOLDER,
    crate::ledger::store::FIND_REVERSAL,
    crate::ledger::store::INSERT_ACCOUNT,
    crate::ledger::store::INSERT_HOLD,
    crate::ledger::store::INSERT_POSTING,
    crate::ledger::store::INSERT_TRANSACTION,
    crate::ledger::store::LIST_EXPIRED,
    crate::ledger::store::LIST_LINES,
    crate::ledger::store::LIST_MOVEMENTS,
    crate::ledger::store::MOVE_HEAD,
    crate::ledger::store::UPDATE_ACCOUNT,
    crate::ledger::verify::CHANGE_ANSWER,
    crate::ledger::verify::CHANGE_AUDIT,
    crate::ledger::verify::CHANGE_POSTING,
    crate::ledger::verify::CHANGE_TRANSACTION,
    crate::ledger::verify::COUNT_HOLDS,
    crate::ledger::verify::DROP_ANSWER,
    crate::ledger::verify::DROP_AUDIT,
    crate::ledger::verify::DROP_POSTING,
    crate::ledger::verify::DROP_TRANSACTION,
    crate::ledger::verify::LIST_ACCOUNTS_AFTER,
    crate::ledger::verify::LIST_FRACTIONS,
    crate::ledger::verify::LIST_LINES_OF,
    crate::ledger::verify::LIST_LOST_HOLDS,
    crate::ledger::verify::LIST_ODD_HOLDS,
    crate::ledger::verify::LIST_ORPHANS,
    crate::ledger::verify::LIST_OVERDUE,
    crate::ledger::verify::LIST_POSTINGS_BETWEEN,
    crate::ledger::verify::LIST_REVERSALS,
    crate::ledger::verify::LIST_SHARED_KEYS,
    crate::ledger::verify::LIST_SHARED_ORIGINALS,
    crate::ledger::verify::LIST_TRANSACTIONS_AFTER,
    crate::ledger::verify::READ_HEAD,
    crate::ledger::verify::SUM_ACCOUNTS,
    crate::search::index::COUNT_DOCS,
    crate::search::index::DELETE_DOC,
    crate::search::index::FIND_DOC,
    crate::seed::starter::DELETE_SECTIONS,
    crate::seed::starter::DELETE_SECTION_SCENARIOS,
    crate::seed::starter::INSERT_SECTION,
    crate::seed::starter::INSERT_SECTION_SCENARIO,
    crate::seed::starter::UPSERT_CAMPAIGN,
    crate::seed::synthetic::COUNT_SYNTHETIC,
    crate::seed::write::CHECK_EMPTY,
    crate::seed::write::DELETE_ACTORS,
    crate::seed::write::DELETE_CARD_TAGS,
    crate::seed::write::DELETE_SCENARIO_TAGS,
    crate::seed::write::INSERT_ACTOR,
    crate::seed::write::INSERT_CARD_TAG,
    crate::seed::write::INSERT_SCENARIO_TAG,
    crate::seed::write::RECOUNT_TAGS,
    crate::seed::write::UPSERT_CARD,
    crate::seed::write::UPSERT_SCENARIO,
    crate::seed::write::UPSERT_TAG,
    crate::seed::write::UPSERT_USER,
    crate::status::store::BEAT,
    crate::status::store::OLDEST_FAILED_LETTER,
    crate::status::store::READ_BEAT,
    crate::tags::store::FIND_TAG,
    crate::tags::blocked::DELETE_BLOCKED,
    crate::tags::blocked::INSERT_BLOCKED,
    crate::tags::blocked::LIST_BLOCKED,
    crate::tags::blocked::LIST_BLOCKED_IDS,
    crate::users::profile::COUNT_FORMER,
    crate::users::profile::COUNT_LOOK_ALIKES,
    crate::users::profile::DISCARD_PROFILE,
    crate::users::profile::FIND_ADDRESS_OF,
    crate::users::profile::FIND_PROFILE,
    crate::users::profile::INSERT_PROFILE,
    crate::users::profile::LIST_RATINGS_OF_USER,
    crate::users::profile::TAKE_PROFILE,
    crate::users::store::COUNT_OF,
    crate::users::store::FIND_ID,
    crate::users::store::FIND_PUBLIC,
    crate::users::store::LOCK_USER_ROW,
    crate::users::store::LIST_AFTER,
    crate::guests::store::CLAIM_GUEST,
    crate::guests::store::COUNT_DEVICES,
    crate::guests::store::COUNT_GUESTS_OF,
    crate::guests::store::DELETE_DEVICES_BEFORE,
    crate::guests::store::DELETE_GUESTS_BEFORE,
    crate::guests::store::FIND_DEVICE,
    crate::guests::store::FIND_GUEST,
    crate::guests::store::FIND_GUEST_NAME,
    crate::guests::store::SET_GUEST_NAME,
    crate::guests::store::INSERT_GUEST,
    crate::guests::store::NOTE_DEVICE,
    crate::guests::store::RENEW_GUEST,
    crate::social::store::COUNT_FOLLOW,
    crate::social::store::DELETE_FOLLOW,
    crate::social::store::FIND_FOLLOW,
    crate::social::store::INSERT_FOLLOW,
    crate::social::store::LIST_FOLLOWERS,
    crate::social::store::LIST_FOLLOWING,
    crate::social::store::READ_COUNTS,
    crate::users::activity::COUNT_ALL,
    crate::users::activity::COUNT_FOLLOWS_BY_DAY,
    crate::users::activity::COUNT_LOVES_BY_DAY,
    crate::users::activity::COUNT_MESSAGES_BY_DAY,
    crate::users::activity::COUNT_RATINGS_BY_DAY,
    crate::users::activity::COUNT_STORIES_BY_DAY,
    crate::users::activity::LIST_ACTIVITY,
    crate::users::activity::LIST_OWN,
    crate::users::account_deletion::ASK_DELETION,
    crate::users::account_deletion::CANCEL_DELETION,
    crate::users::account_deletion::INSERT_FORMER,
    crate::users::account_deletion::IS_SCRUB_DUE,
    crate::users::account_deletion::LIST_DUE,
    crate::users::account_deletion::LIST_WRITTEN_CARDS,
    crate::users::account_deletion::LIST_WRITTEN_SCENARIOS,
    crate::users::account_deletion::NOTE_SCRUBBED,
    crate::users::account_deletion::TAKE_DUE,
    crate::users::profile::FIND_PORTRAIT,
    crate::users::profile::FIND_SIGN_IN,
    crate::users::profile::SET_PORTRAIT,
    crate::users::reindex_author::DELETE_RENAMED,
    crate::users::reindex_author::FIND_RENAMED,
    crate::users::reindex_author::LIST_ACTORS_OF_SCENARIOS,
    crate::users::reindex_author::LIST_CARDS_OF,
    crate::users::reindex_author::LIST_RENAMED,
    crate::users::reindex_author::LIST_SCENARIOS_OF,
    crate::users::reindex_author::LIST_TAGS_OF_CARDS,
    crate::users::reindex_author::LIST_TAGS_OF_SCENARIOS,
    crate::users::reindex_author::PUT_RENAMED,
];

fn prepare_all(engine: Engine) {
    run_test(async {
        let Some(test) = TestDb::create(engine).await else {
            return;
        };
        let mut conn = test.db.read().await.expect("a connection");
        let name = if engine == Engine::Sqlite {
            "sqlite"
        } else {
            "postgres"
        };
        let own = crate::search::STATEMENTS
            .iter()
            .chain(crate::news::STATEMENTS)
            .filter(|(of, _)| *of == name)
            .map(|(_, text)| *text);
        let erasing = crate::users::account_deletion::ERASE
            .iter()
            .chain(crate::identity::erase::ERASE)
            .copied();
        for text in STATEMENTS.iter().copied().chain(own).chain(erasing) {
            let prepared = match conn.split() {
                Split::Lite(x) => x.prepare(sqlx::SqlStr::from_static(text)).await.map(drop),
                Split::Pg(x) => x.prepare(sqlx::SqlStr::from_static(text)).await.map(drop),
            };
            prepared.unwrap_or_else(|error| panic!("{error}: {text}"));
        }
    });
}

#[test]
fn every_statement_is_valid_on_sqlite() {
    prepare_all(Engine::Sqlite);
}

#[test]
fn every_statement_is_valid_on_postgres() {
    prepare_all(Engine::Postgres);
}

#[test]
fn the_list_of_statements_is_complete() {
    let mut constants = BTreeMap::new();
    collect_constants(
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &mut constants,
    );
    let here = include_str!("tests.rs");
    for (name, file) in constants {
        let known = here.contains(&format!("::{name},"))
            || file.ends_with("search/engine.rs")
            || file.ends_with("news/follow.rs")
            || file.contains("/testing/")
            || file.ends_with("tests.rs");
        assert!(known, "{name} of {file} is not in STATEMENTS");
    }
}

/// Names of `const X: &str = "select …"` and the like, with their files.
fn collect_constants(folder: &std::path::Path, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_constants(&path, found);
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for (at, _) in text.match_indices("const ") {
            let Some((name, value)) = text[at + 6..].split_once(": &str =") else {
                continue;
            };
            let Some(value) = value.trim_start().strip_prefix('"') else {
                continue;
            };
            let first = value.split_whitespace().next();
            let is_sql = matches!(first, Some("select" | "insert" | "update" | "delete" | "with"));
            if is_sql && name.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
                found.insert(name.to_owned(), path.display().to_string());
            }
        }
    }
}

/// Paths with every query parameter any of them takes; each value is whatever a client might send.
const READS: [&str; 13] = [
    "/scenarios/newest",
    "/scenarios/search",
    "/scenarios/similar/x",
    "/scenarios/x/loves",
    "/discovery/likes",
    "/discovery/trending",
    "/discovery/newest",
    "/cards/cards",
    "/cards/card",
    "/cards/search",
    "/tags/search",
    "/misc/fetch-campaign-data",
    "/users/user/by-authorname/x",
];
const PARAMETERS: [&str; 10] = [
    "q",
    "limit",
    "cursor",
    "wlTags",
    "blTags",
    "author",
    "exploreFraction",
    "skip",
    "campaign",
    "id",
];

fn no_query_makes_us_fail(engine: Engine, cases: u32) {
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        app.scenario(NewScenario::named("The only one").tagged(&["tag"]))
            .await;
        let value = prop_oneof![
            any::<String>(),
            "[0-9.eE+-]{0,24}",
            "[a-z \"*():^-]{0,30}",
            Just("\0".to_owned()),
            Just("NaN".to_owned())
        ];
        let raw = "[ -~]{0,40}"
            .prop_map(|text| text.replace(['#', ' ', '"', '<', '>', '\\', '^', '`', '{', '|', '}'], "%"));
        let one = (
            0..READS.len(),
            prop::collection::vec((0..PARAMETERS.len(), value), 0..6),
            raw,
        );
        let mut runner = TestRunner::new(Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        });
        let handle = tokio::runtime::Handle::current();
        // The runner is synchronous and the router is not: run each case on a thread that may block.
        tokio::task::block_in_place(|| {
            runner
                .run(&one, |(read, pairs, raw)| {
                    let encode = |text: &str| {
                        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
                            .to_string()
                    };
                    let query: Vec<String> = pairs
                        .iter()
                        .map(|(name, value)| format!("{}={}", PARAMETERS[*name], encode(value)))
                        .collect();
                    let path = format!("{}?{}&{raw}", READS[read], query.join("&"));
                    if format!("/api/v1{path}").parse::<axum::http::Uri>().is_err() {
                        return Ok(());
                    }
                    let status = handle.block_on(app.get(&path)).status;
                    prop_assert!(!status.is_server_error(), "{status} for {path}");
                    Ok(())
                })
                .unwrap_or_else(|error| panic!("{error}"));
        });
    });
}

#[test]
fn no_query_string_makes_us_fail_on_sqlite() {
    no_query_makes_us_fail(Engine::Sqlite, 1_500);
}

#[test]
fn no_query_string_makes_us_fail_on_postgres() {
    no_query_makes_us_fail(Engine::Postgres, 500);
}

/// All our sources below a folder, one after the other.
fn sources(folder: &std::path::Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.ends_with("node_modules") {
            continue;
        }
        if path.is_dir() {
            sources(&path, into);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "ts" || ending == "tsx")
        {
            let text = std::fs::read_to_string(&path).expect("a source");
            // A long name stands on the line after the macro's.
            into.push_str(&text.replace("both_engines!(\n    ", "both_engines!("));
        }
    }
}

/// A page below `docs` and all our sources.
fn page_and_sources(page: &str) -> (String, String) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = String::new();
    for folder in ["server", "ui/src"] {
        sources(&root.join(folder), &mut all);
    }
    let page = std::fs::read_to_string(root.join("docs").join(page)).expect("the page");
    (page, all)
}

/// Looks for the tests that the last column of a page's tables names; how many.
fn find_named_tests(page: &str, sources: &str) -> usize {
    let mut named = 0;
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next();
        for name in cell.unwrap_or_default().split('`').skip(1).step_by(2) {
            named += 1;
            let is_there = sources.contains(&format!("fn {name}("))
                || sources.contains(&format!("both_engines!({name},"));
            assert!(is_there, "no test is called {name}");
        }
    }
    named
}

/// A page that names a test which is gone would promise what nobody looks at.
#[test]
fn the_security_page_names_tests_that_exist() {
    let (page, sources) = page_and_sources("security.md");
    let named = find_named_tests(&page, &sources);
    assert!(named >= 40, "the page names {named} tests");
}

/// What a comment cites can be read up: each rule with the tests that show it.
#[test]
fn every_cited_requirement_stands_on_its_page() {
    let (page, sources) = page_and_sources("requirements.md");
    let id = regex::Regex::new(r"\b[MASULO]-[0-9]+\b").expect("a pattern");
    let listed: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|cell| id.is_match(cell))
        .collect();
    let cited: BTreeSet<&str> = id.find_iter(&sources).map(|found| found.as_str()).collect();
    assert_eq!(listed, cited, "listed on the page, and cited");
    assert!(find_named_tests(&page, &sources) >= listed.len());
}
