//! Who may do what: every documented operation, tried by everybody, with the answer each must get
//! (reliability A-3).
//!
//! An operation without a row here fails the test, so none can be added without deciding who may call it.
//! What a row addresses belongs to the *owner*; what is private to somebody is not there (404) for everybody
//! else.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::Value;

use crate::cards::{CardModel, CardModelV2};
use crate::db::query_on;
use crate::scenarios::Pictures;
use crate::seed::write::{self, NewCard};
use crate::testing::{Actor, Engine, NewScenario, TestApp, run_test};

/// Those who try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    Anonymous,
    Guest,
    Owner,
    Other,
    Moderator,
    Admin,
}

const CALLERS: [Caller; 6] = [
    Caller::Anonymous,
    Caller::Guest,
    Caller::Owner,
    Caller::Other,
    Caller::Moderator,
    Caller::Admin,
];

/// What is sent.
#[derive(Debug, Clone, Copy)]
enum Sent {
    Nothing,
    Json(&'static str),
    /// A small picture in a form.
    Picture,
    /// A short story of another program in a form.
    StoryFile,
    /// No body, but a guest's headers, whoever calls.
    GuestHeaders,
}

use Sent::{GuestHeaders, Json, Nothing, Picture, StoryFile};

/// The statuses for anonymous, guest, owner, other person, moderator, admin.
type Answers = [u16; 6];

/// The same for all.
const fn all(status: u16) -> Answers {
    [status; 6]
}

/// Whoever has no token is told so; the others get this.
const fn people(status: u16) -> Answers {
    [401, 401, status, status, status, status]
}

/// There for its owner and for admins only.
const PRIVATE: Answers = [404, 404, 200, 404, 404, 200];
/// The same, for calls that need a token.
const PRIVATE_TO_PEOPLE: Answers = [401, 401, 200, 404, 404, 200];

/// The owner's story, which nobody else may know of.
const OWN_STORY: Answers = [401, 404, 200, 404, 404, 404];

/// Operation by operation: method, documented path, what is put in for its placeholders and query, what is
/// sent, and the answers. In an address, `@private` is a private scenario of the owner, `@open` one that all
/// may see, `@owner` and `@elsewhere` are people, `@session` is the owner's session, `@card` a card, `@story`
/// a story of the owner's with its `@message`, `@folder` a folder of theirs, `@fact` one that a story of
/// theirs remembers.
const ROWS: &[(&str, &str, &str, Sent, Answers)] = &[
    (
        "GET",
        "/api/endpointstate",
        "/api/endpointstate",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/system/health",
        "/api/v1/system/health",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/system/models",
        "/api/v1/system/models",
        Nothing,
        [401, 401, 403, 403, 403, 200],
    ),
    (
        "GET",
        "/api/v1/auth/devices",
        "/api/v1/auth/devices",
        Nothing,
        people(200),
    ),
    (
        "DELETE",
        "/api/v1/auth/devices/{id}",
        "/api/v1/auth/devices/@session",
        Nothing,
        [401, 401, 204, 404, 404, 404],
    ),
    (
        "POST",
        "/api/v1/auth/email",
        "/api/v1/auth/email",
        Json(r#"{"password":"wrong horse","newEmail":"new@example.org"}"#),
        people(422),
    ),
    (
        "GET",
        "/api/v1/auth/identity",
        "/api/v1/auth/identity",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/auth/password",
        "/api/v1/auth/password",
        Json(r#"{"currentPassword":"wrong horse","newPassword":"staple battery 77"}"#),
        people(422),
    ),
    (
        "POST",
        "/api/v1/auth/refresh",
        "/api/v1/auth/refresh",
        Nothing,
        all(401),
    ),
    (
        "POST",
        "/api/v1/auth/reset-password",
        "/api/v1/auth/reset-password",
        Json(r#"{"token":"x","password":"staple battery 77"}"#),
        all(400),
    ),
    (
        "POST",
        "/api/v1/auth/reset-password/request",
        "/api/v1/auth/reset-password/request",
        Json(r#"{"email":"nobody@example.org"}"#),
        all(202),
    ),
    (
        "POST",
        "/api/v1/auth/sign-in",
        "/api/v1/auth/sign-in",
        Json(r#"{"email":"nobody@example.org","password":"wrong horse"}"#),
        all(401),
    ),
    (
        "POST",
        "/api/v1/auth/sign-out",
        "/api/v1/auth/sign-out",
        Nothing,
        all(204),
    ),
    (
        "POST",
        "/api/v1/auth/sign-out-everywhere",
        "/api/v1/auth/sign-out-everywhere",
        Nothing,
        people(204),
    ),
    (
        "POST",
        "/api/v1/auth/sign-up",
        "/api/v1/auth/sign-up",
        Json(r#"{"email":"fresh@example.org","password":"staple battery 77"}"#),
        all(202),
    ),
    (
        "POST",
        "/api/v1/auth/verify-email",
        "/api/v1/auth/verify-email",
        Json(r#"{"token":"x"}"#),
        all(400),
    ),
    (
        "POST",
        "/api/v1/auth/verify-email/resend",
        "/api/v1/auth/verify-email/resend",
        Json(r#"{"email":"nobody@example.org"}"#),
        all(202),
    ),
    (
        "GET",
        "/api/v1/auth/providers",
        "/api/v1/auth/providers",
        Nothing,
        all(200),
    ),
    (
        "POST",
        "/api/v1/auth/oidc/{provider}/start",
        "/api/v1/auth/oidc/nobody/start",
        Json("{}"),
        all(404),
    ),
    (
        "POST",
        "/api/v1/auth/oidc/confirm",
        "/api/v1/auth/oidc/confirm",
        Json(r#"{"state":"x","code":"123456"}"#),
        all(400),
    ),
    (
        "POST",
        "/api/v1/auth/oidc/callback",
        "/api/v1/auth/oidc/callback",
        Json(r#"{"state":"x","code":"y"}"#),
        all(400),
    ),
    (
        "POST",
        "/api/v1/auth/totp/enrol",
        "/api/v1/auth/totp/enrol",
        Json(r#"{"password":"wrong horse"}"#),
        people(422),
    ),
    (
        "POST",
        "/api/v1/auth/totp/confirm",
        "/api/v1/auth/totp/confirm",
        Json(r#"{"code":"123456"}"#),
        people(409),
    ),
    (
        "POST",
        "/api/v1/auth/totp/remove",
        "/api/v1/auth/totp/remove",
        Json(r#"{"password":"wrong horse","code":"123456"}"#),
        people(422),
    ),
    (
        "GET",
        "/api/v1/campaigns/campaign/{campaignId}",
        "/api/v1/campaigns/campaign/spring",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/campaigns/campaign/{campaignId}/info",
        "/api/v1/campaigns/campaign/spring/info",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/misc/fetch-campaign-data",
        "/api/v1/misc/fetch-campaign-data?campaign=spring",
        Nothing,
        all(200),
    ),
    (
        "POST",
        "/api/v1/misc/log-experiment",
        "/api/v1/misc/log-experiment",
        Json(r#"{"experimentID":"e","groupID":"g"}"#),
        all(204),
    ),
    (
        "GET",
        "/api/v1/card/get-liked-cards",
        "/api/v1/card/get-liked-cards",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/card/topsearch",
        "/api/v1/card/topsearch",
        Json("{}"),
        all(200),
    ),
    (
        "GET",
        "/api/v1/cards/card",
        "/api/v1/cards/card?id=@card",
        Nothing,
        all(200),
    ),
    (
        "POST",
        "/api/v1/cards/card/rate",
        "/api/v1/cards/card/rate",
        Json(r#"{"cardId":"@card","rating":1}"#),
        people(200),
    ),
    (
        "GET",
        "/api/v1/cards/cards",
        "/api/v1/cards/cards",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/cards/newest",
        "/api/v1/cards/newest",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/cards/search",
        "/api/v1/cards/search",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/discovery/likes",
        "/api/v1/discovery/likes",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/discovery/newest",
        "/api/v1/discovery/newest",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/discovery/trending",
        "/api/v1/discovery/trending",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/lorebooks",
        "/api/v1/lorebooks",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/lorebooks",
        "/api/v1/lorebooks",
        Json(r#"{"name":"Notes"}"#),
        people(201),
    ),
    (
        "POST",
        "/api/v1/lorebooks/import",
        "/api/v1/lorebooks/import",
        Json(r#"{"entries":{}}"#),
        people(201),
    ),
    (
        "GET",
        "/api/v1/lorebooks/{id}",
        "/api/v1/lorebooks/none",
        Nothing,
        people(404),
    ),
    (
        "PUT",
        "/api/v1/lorebooks/{id}",
        "/api/v1/lorebooks/none",
        Json(r#"{"name":"Notes"}"#),
        people(404),
    ),
    (
        "DELETE",
        "/api/v1/lorebooks/{id}",
        "/api/v1/lorebooks/none",
        Nothing,
        people(404),
    ),
    (
        "GET",
        "/api/v1/lorebooks/{id}/export",
        "/api/v1/lorebooks/none/export",
        Nothing,
        people(404),
    ),
    (
        "PUT",
        "/api/v1/lorebooks/{id}/attachments",
        "/api/v1/lorebooks/none/attachments",
        Json(r#"{"attachments":[]}"#),
        people(404),
    ),
    (
        "POST",
        "/api/v1/guest/sessions",
        "/api/v1/guest/sessions",
        GuestHeaders,
        all(201),
    ),
    (
        "POST",
        "/api/v1/user/link-user",
        "/api/v1/user/link-user",
        GuestHeaders,
        people(200),
    ),
    (
        "POST",
        "/api/v1/scenarios/love",
        "/api/v1/scenarios/love",
        Json(r#"{"scenarioId":"@private"}"#),
        PRIVATE_TO_PEOPLE,
    ),
    (
        "GET",
        "/api/v1/scenarios/love/loved",
        "/api/v1/scenarios/love/loved",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/scenarios/love/quota",
        "/api/v1/scenarios/love/quota",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/scenarios/newest",
        "/api/v1/scenarios/newest",
        Nothing,
        all(200),
    ),
    (
        "POST",
        "/api/v1/scenarios/rate",
        "/api/v1/scenarios/rate",
        Json(r#"{"scenarioId":"@private","rating":1}"#),
        PRIVATE_TO_PEOPLE,
    ),
    (
        "GET",
        "/api/v1/scenarios/scenario/{scenarioID}",
        "/api/v1/scenarios/scenario/@private",
        Nothing,
        PRIVATE,
    ),
    (
        "GET",
        "/api/v1/scenarios/scenario/{scenarioID}",
        "/api/v1/scenarios/scenario/@open",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/scenarios/search",
        "/api/v1/scenarios/search?q=open",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/scenarios/similar/{scenarioID}",
        "/api/v1/scenarios/similar/@private",
        Nothing,
        PRIVATE,
    ),
    (
        "GET",
        "/api/v1/scenarios/{scenarioId}/loves",
        "/api/v1/scenarios/@private/loves",
        Nothing,
        PRIVATE,
    ),
    (
        "GET",
        "/api/v1/scenarios/{scenarioId}/mine",
        "/api/v1/scenarios/@private/mine",
        Nothing,
        PRIVATE_TO_PEOPLE,
    ),
    (
        "POST",
        "/api/v1/stories/",
        "/api/v1/stories/",
        Json(r#"{"scenarioId":"@open"}"#),
        people(201),
    ),
    (
        "POST",
        "/api/v1/stories/",
        "/api/v1/stories/",
        Json(r#"{"scenarioId":"@private"}"#),
        [401, 401, 201, 404, 404, 201],
    ),
    (
        "POST",
        "/api/v1/stories",
        "/api/v1/stories",
        Json(r#"{"scenarioId":"@open"}"#),
        [401, 201, 201, 201, 201, 201],
    ),
    (
        "POST",
        "/api/v1/stories",
        "/api/v1/stories",
        Json(r#"{"cardId":"@card"}"#),
        [401, 201, 201, 201, 201, 201],
    ),
    (
        "GET",
        "/api/v1/stories/",
        "/api/v1/stories/",
        Nothing,
        [401, 200, 200, 200, 200, 200],
    ),
    (
        "GET",
        "/api/v1/stories/{id}",
        "/api/v1/stories/@story",
        Nothing,
        OWN_STORY,
    ),
    (
        "PUT",
        "/api/v1/stories/{id}",
        "/api/v1/stories/@story",
        Json(r#"{"pinned":true}"#),
        OWN_STORY,
    ),
    (
        "DELETE",
        "/api/v1/stories/{id}",
        "/api/v1/stories/@story",
        Nothing,
        [401, 404, 204, 404, 404, 404],
    ),
    (
        "DELETE",
        "/api/v1/stories/{id}",
        "/api/v1/stories/@story?permanent=true",
        Nothing,
        [401, 404, 204, 404, 404, 404],
    ),
    (
        "POST",
        "/api/v1/stories/{id}/restore",
        "/api/v1/stories/@story/restore",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/slice/up/{messageId}",
        "/api/v1/stories/@story/slice/up/head",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/slice/down/{messageId}",
        "/api/v1/stories/@story/slice/down/root",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/lorebooks",
        "/api/v1/stories/@story/lorebooks",
        Nothing,
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/stories/{id}/lorebooks/test",
        "/api/v1/stories/@story/lorebooks/test",
        Json(r#"{"text":"Hello."}"#),
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/search",
        "/api/v1/stories/@story/search?q=the",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/tree",
        "/api/v1/stories/@story/tree",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/trash",
        "/api/v1/stories/@story/trash",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/stories/{id}/events",
        "/api/v1/stories/@story/events",
        Nothing,
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/message/create",
        "/api/v1/message/create",
        Json(r#"{"chatID":"@story","message":"Hello."}"#),
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/chat/price",
        "/api/v1/chat/price?chatID=@story",
        Nothing,
        OWN_STORY,
    ),
    ("GET", "/api/v1/models", "/api/v1/models", Nothing, all(200)),
    (
        "GET",
        "/api/v1/turns/{turnId}",
        "/api/v1/turns/none",
        Nothing,
        [401, 404, 404, 404, 404, 404],
    ),
    (
        "GET",
        "/api/v1/turns/{turnId}/events",
        "/api/v1/turns/none/events",
        Nothing,
        [401, 404, 404, 404, 404, 404],
    ),
    (
        "POST",
        "/api/v1/turns/{turnId}/stop",
        "/api/v1/turns/none/stop",
        Nothing,
        [401, 404, 404, 404, 404, 404],
    ),
    (
        "GET",
        "/api/v1/turns/{turnId}/prompt",
        "/api/v1/turns/none/prompt",
        Nothing,
        [401, 404, 404, 404, 404, 404],
    ),
    (
        "POST",
        "/api/v1/chat/create",
        "/api/v1/chat/create",
        Json(r#"{"scenarioId":"@open"}"#),
        [401, 201, 201, 201, 201, 201],
    ),
    (
        "GET",
        "/api/v1/stories/{id}/memory",
        "/api/v1/stories/@story/memory",
        Nothing,
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/stories/{id}/facts",
        "/api/v1/stories/@story/facts",
        Json(r#"{"text":"Ada fears water."}"#),
        [401, 404, 201, 404, 404, 404],
    ),
    (
        "PATCH",
        "/api/v1/facts/{id}",
        "/api/v1/facts/@fact",
        Json(r#"{"pinned":false}"#),
        OWN_STORY,
    ),
    (
        "DELETE",
        "/api/v1/facts/{id}",
        "/api/v1/facts/@fact",
        Nothing,
        [401, 404, 204, 404, 404, 404],
    ),
    (
        "PUT",
        "/api/v1/stories/{id}/summary",
        "/api/v1/stories/@story/summary",
        Json(r#"{"text":"Once.","version":0}"#),
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/stories/{id}/summary/refresh",
        "/api/v1/stories/@story/summary/refresh",
        Nothing,
        [401, 404, 409, 404, 404, 404],
    ),
    (
        "GET",
        "/api/v1/stories/{id}/export",
        "/api/v1/stories/@story/export",
        Nothing,
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/stories/import",
        "/api/v1/stories/import",
        StoryFile,
        [401, 201, 201, 201, 201, 201],
    ),
    (
        "POST",
        "/api/v1/chat/fetch",
        "/api/v1/chat/fetch",
        Json(r#"{"chatID":"@story"}"#),
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/chat/edit-settings",
        "/api/v1/chat/edit-settings",
        Json(r#"{"chatID":"@story","responseLength":7}"#),
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/chat/name-player",
        "/api/v1/chat/name-player",
        Json(r#"{"chatID":"@story","name":"Mara"}"#),
        OWN_STORY,
    ),
    (
        "PATCH",
        "/api/v1/messages/{id}",
        "/api/v1/messages/@message",
        Json(r#"{"hidden":true}"#),
        OWN_STORY,
    ),
    (
        "DELETE",
        "/api/v1/messages/{id}",
        "/api/v1/messages/@message",
        Nothing,
        OWN_STORY,
    ),
    (
        "POST",
        "/api/v1/messages/{id}/restore",
        "/api/v1/messages/@message/restore",
        Nothing,
        OWN_STORY,
    ),
    (
        "GET",
        "/api/v1/library/folders",
        "/api/v1/library/folders",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/library/folders",
        "/api/v1/library/folders",
        Json(r#"{"name":"Shelf"}"#),
        people(201),
    ),
    (
        "PATCH",
        "/api/v1/library/folders/{id}",
        "/api/v1/library/folders/@folder",
        Json(r#"{"name":"Shelf","etag":"*"}"#),
        [401, 401, 200, 404, 404, 404],
    ),
    (
        "DELETE",
        "/api/v1/library/folders/{id}",
        "/api/v1/library/folders/@folder?etag=*",
        Nothing,
        [401, 401, 204, 404, 404, 404],
    ),
    (
        "GET",
        "/api/v1/tags/by-id/{tagID}",
        "/api/v1/tags/by-id/snow",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/tags/search",
        "/api/v1/tags/search?q=snow",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/care/notices",
        "/api/v1/care/notices",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/care/report",
        "/api/v1/care/report",
        Nothing,
        [401, 401, 403, 403, 403, 200],
    ),
    (
        "POST",
        "/api/v1/admin/users/{id}/suspend",
        "/api/v1/admin/users/@owner/suspend",
        Json(r#"{"reason":"spam"}"#),
        [401, 401, 403, 403, 403, 200],
    ),
    (
        "POST",
        "/api/v1/admin/stories/{id}/reopen",
        "/api/v1/admin/stories/@story/reopen",
        Json(r#"{"reason":"a mistake"}"#),
        [401, 401, 403, 403, 403, 200],
    ),
    (
        "POST",
        "/api/v1/admin/users/{id}/reinstate",
        "/api/v1/admin/users/@owner/reinstate",
        Json(r#"{"reason":"a mistake"}"#),
        [401, 401, 403, 403, 403, 200],
    ),
    (
        "POST",
        "/api/v1/reports",
        "/api/v1/reports",
        Json(r#"{"kind":"scenario","targetId":"@open","reason":"spam"}"#),
        all(201),
    ),
    (
        "POST",
        "/api/v1/reports",
        "/api/v1/reports",
        Json(r#"{"kind":"scenario","targetId":"@private","reason":"spam"}"#),
        [404, 404, 201, 404, 404, 201],
    ),
    (
        "POST",
        "/api/v1/reports",
        "/api/v1/reports",
        Json(r#"{"kind":"reply","targetId":"@message","reason":"spam"}"#),
        [404, 404, 201, 404, 404, 404],
    ),
    (
        "GET",
        "/api/v1/dashboard",
        "/api/v1/dashboard",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/user/fetch-shekels",
        "/api/v1/user/fetch-shekels",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/user/fetch-stats",
        "/api/v1/user/fetch-stats",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/user/get-followed-users",
        "/api/v1/user/get-followed-users",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/users/",
        "/api/v1/users/",
        Json("{}"),
        people(200),
    ),
    (
        "GET",
        "/api/v1/users/me",
        "/api/v1/users/me",
        Nothing,
        people(200),
    ),
    (
        "PATCH",
        "/api/v1/users/me",
        "/api/v1/users/me",
        Json(r#"{"userBio":"Hello."}"#),
        people(200),
    ),
    (
        "PATCH",
        "/api/v1/users/me",
        "/api/v1/users/me",
        Json(r#"{"role":0}"#),
        people(422),
    ),
    (
        "POST",
        "/api/v1/users/me/avatar",
        "/api/v1/users/me/avatar",
        Picture,
        people(200),
    ),
    (
        "DELETE",
        "/api/v1/users/me/avatar",
        "/api/v1/users/me/avatar",
        Nothing,
        people(204),
    ),
    (
        "POST",
        "/api/v1/users/me/personas/avatar",
        "/api/v1/users/me/personas/avatar",
        Picture,
        people(200),
    ),
    (
        "GET",
        "/api/v1/users/me/export",
        "/api/v1/users/me/export",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/users/me/deletion",
        "/api/v1/users/me/deletion",
        Json("{}"),
        people(200),
    ),
    (
        "DELETE",
        "/api/v1/users/me/deletion",
        "/api/v1/users/me/deletion",
        Nothing,
        people(204),
    ),
    (
        "GET",
        "/api/v1/users/me/shekels",
        "/api/v1/users/me/shekels",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/users/me/following",
        "/api/v1/users/me/following",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/users/me/followers",
        "/api/v1/users/me/followers",
        Nothing,
        people(200),
    ),
    (
        "GET",
        "/api/v1/users/me/following/{targetId}",
        "/api/v1/users/me/following/@elsewhere",
        Nothing,
        people(200),
    ),
    (
        "POST",
        "/api/v1/users/me/follow/{targetId}",
        "/api/v1/users/me/follow/@owner",
        Nothing,
        [401, 401, 422, 200, 200, 200],
    ),
    (
        "DELETE",
        "/api/v1/users/me/follow/{targetId}",
        "/api/v1/users/me/follow/@owner",
        Nothing,
        [401, 401, 422, 200, 200, 200],
    ),
    (
        "GET",
        "/api/v1/users/{userId}/following",
        "/api/v1/users/@owner/following",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/users/{userId}/followers",
        "/api/v1/users/@owner/followers",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/users/{userId}/following/{targetId}",
        "/api/v1/users/@owner/following/@elsewhere",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/users/user/by-authorname/{authorname}",
        "/api/v1/users/user/by-authorname/elsewhere",
        Nothing,
        all(200),
    ),
    (
        "GET",
        "/api/v1/users/user/{userID}",
        "/api/v1/users/user/@owner",
        Nothing,
        all(200),
    ),
];

fn documented() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .expect("methods")
                .keys()
                .map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

#[test]
fn every_operation_has_its_row() {
    let rows: BTreeSet<(String, String)> = ROWS
        .iter()
        .map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned()))
        .collect();
    let documented = documented();
    let missing: Vec<_> = documented.difference(&rows).collect();
    assert!(missing.is_empty(), "say in matrix.rs who may call {missing:?}");
    let gone: Vec<_> = rows.difference(&documented).collect();
    assert!(
        gone.is_empty(),
        "matrix.rs knows operations that are not documented: {gone:?}"
    );
}

/// What all rows share.
struct World {
    open: String,
    private: String,
    card: String,
    elsewhere: String,
}

async fn world(app: &TestApp) -> World {
    let open = app.scenario(NewScenario::named("Open").tagged(&["snow"])).await;
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Private")
        })
        .await;
    let elsewhere = app.person("elsewhere").await.user_id.to_string();
    let card = "00000000-0000-7000-8000-00000000ca4d".to_owned();
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let model = CardModelV2 {
        format: 0,
        name: "Ada".to_owned(),
        description: String::new(),
        personality: String::new(),
        scenario: String::new(),
        messages: vec!["Hello.".to_owned()],
        mes_example: String::new(),
    };
    let new = NewCard {
        id: &card,
        author_id: &elsewhere,
        authorname: "elsewhere",
        name: "Ada",
        tagline: "",
        description: "",
        author_notes: "",
        model: CardModel::V2(model),
        pictures: Pictures::default(),
        rating: kernel::Rating::Everyone,
        tags: Vec::new(),
        popularity: 0,
        created_at: crate::testing::TEST_NOW,
    };
    write::put_card(&mut tx, &new).await.expect("a card");
    let campaign = "insert into campaigns (id, blurb_header, blurb_body, hero_links) values ('spring', 'h', 'b', '[\"/a\", \"/b\", \"/c\"]')";
    query_on!(tx, |x: D| sqlx::query::<D>(campaign).execute(x).await.map(drop)).expect("a campaign");
    tx.commit().await.expect("a commit");
    World {
        open,
        private,
        card,
        elsewhere,
    }
}

async fn give_to(app: &TestApp, scenario: &str, owner: &Actor<'_>) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let give = "update scenarios set author_id = $1 where id = $2";
    query_on!(tx, |x: D| sqlx::query::<D>(give)
        .bind(owner.user_id.as_str())
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an owner");
    tx.commit().await.expect("a commit");
}

fn device() -> String {
    "0123456789abcdef".repeat(2)
}

/// A new guest's token. Time goes on, so that the budget of one network lasts for all of them.
async fn guest(app: &TestApp) -> String {
    app.clock.advance_millis(10_000_000);
    let request = Request::post("/api/v1/guest/sessions")
        .header("device-hash", device())
        .body(Body::empty())
        .expect("a request");
    app.send(request).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned()
}

fn body_of(sent: Sent, fill: &impl Fn(&str) -> String) -> (Option<&'static str>, Vec<u8>) {
    match sent {
        Nothing | GuestHeaders => (None, Vec::new()),
        Json(text) => (Some("application/json"), fill(text).into_bytes()),
        Picture => {
            let mut picture = std::io::Cursor::new(Vec::new());
            image::DynamicImage::new_rgb8(8, 8)
                .write_to(&mut picture, image::ImageFormat::Png)
                .expect("a picture");
            let mut body =
                b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                    .to_vec();
            body.extend_from_slice(picture.get_ref());
            body.extend_from_slice(b"\r\n--edge--\r\n");
            (Some("multipart/form-data; boundary=edge"), body)
        }
        StoryFile => {
            let body = "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n{\"data_visible\":[[\"Hi.\",\"Hello.\"]]}\r\n--edge--\r\n";
            (
                Some("multipart/form-data; boundary=edge"),
                body.as_bytes().to_vec(),
            )
        }
    }
}

/// The statuses one caller gets who sends the same so many times at once; everybody is new for every call, so
/// that no call spoils the next.
async fn try_it(
    app: &TestApp,
    world: &World,
    number: usize,
    caller: Caller,
    row: (&str, &str, Sent),
    times: usize,
) -> Vec<(u16, Value)> {
    let (method, address, sent) = row;
    let guest = if caller == Caller::Guest || matches!(sent, GuestHeaders) {
        Some(guest(app).await)
    } else {
        None
    };
    let owner = app.person(&format!("owner{number}")).await;
    give_to(app, &world.private, &owner).await;
    let actor = match caller {
        Caller::Anonymous | Caller::Guest => None,
        Caller::Owner => Some(owner.token.clone()),
        Caller::Other => Some(app.person(&format!("other{number}")).await.token),
        Caller::Moderator => Some(app.moderator(&format!("moderator{number}")).await.token),
        Caller::Admin => Some(app.admin(&format!("admin{number}")).await.token),
    };
    let wanted = format!("{address} {}", if let Json(text) = sent { text } else { "" });
    let (mut story, mut message, mut folder) = (String::new(), String::new(), String::new());
    if wanted.contains("@story") || wanted.contains("@message") {
        let made = owner
            .post("/stories/", &serde_json::json!({ "scenarioId": world.open }))
            .await
            .json;
        (story, message) = (
            made["id"].as_str().expect("a story").to_owned(),
            made["headId"].as_str().expect("a message").to_owned(),
        );
    }
    let mut fact = String::new();
    if wanted.contains("@fact") {
        let made = owner
            .post("/stories/", &serde_json::json!({ "scenarioId": world.open }))
            .await
            .json;
        let path = format!("/stories/{}/facts", made["id"].as_str().expect("a story"));
        fact = owner
            .post(&path, &serde_json::json!({ "text": "Ada fears water." }))
            .await
            .json["id"]
            .as_str()
            .expect("a fact")
            .to_owned();
    }
    if wanted.contains("@folder") {
        let made = owner
            .post("/library/folders", &serde_json::json!({ "name": "Old" }))
            .await
            .json;
        folder = made["id"].as_str().expect("a folder").to_owned();
    }
    let fill = |text: &str| {
        let text = text
            .replace("@story", &story)
            .replace("@message", &message)
            .replace("@folder", &folder)
            .replace("@fact", &fact);
        let text = text
            .replace("@private", &world.private)
            .replace("@open", &world.open)
            .replace("@card", &world.card);
        text.replace("@owner", owner.user_id.as_str())
            .replace("@elsewhere", &world.elsewhere)
            .replace("@session", owner.session_id.as_str())
    };
    let (kind, body) = body_of(sent, &fill);
    let send = async || {
        let mut request = Request::builder()
            .method(method.parse::<Method>().expect("a method"))
            .uri(fill(address));
        if let Some(token) = &actor {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(token) = &guest {
            request = request
                .header("guest-token", token)
                .header("device-hash", device());
        }
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let answer = app
            .send(request.body(Body::from(body.clone())).expect("a request"))
            .await;
        (answer.status.as_u16(), answer.json)
    };
    futures::future::join_all((0..times).map(|_| send())).await
}

fn hold_the_matrix(engine: Engine) {
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let world = world(&app).await;
        let mut wrong = Vec::new();
        let mut number = 0;
        for (method, _, address, sent, answers) in ROWS {
            for (caller, expected) in CALLERS.into_iter().zip(answers) {
                number += 1;
                for (status, json) in try_it(&app, &world, number, caller, (method, address, *sent), 1).await
                {
                    if status != *expected {
                        wrong.push(format!(
                            "{method} {address} by {caller:?}: {status} instead of {expected} ({})",
                            json["detail"]
                        ));
                    }
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {number} answers are wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    });
}

#[test]
fn everybody_gets_the_answer_they_should_on_sqlite() {
    hold_the_matrix(Engine::Sqlite);
}

#[test]
fn everybody_gets_the_answer_they_should_on_postgres() {
    hold_the_matrix(Engine::Postgres);
}

/// Whatever changes something is asked for eight times at once by somebody who may: a lost race is an answer,
/// never a fault of ours.
fn hold_the_races(engine: Engine) {
    const AT_ONCE: usize = 8;
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let world = world(&app).await;
        let (mut wrong, mut raced) = (Vec::new(), 0);
        for (number, (method, _, address, sent, answers)) in ROWS
            .iter()
            .enumerate()
            .filter(|(_, (method, ..))| *method != "GET")
        {
            let may = |caller: &&Caller| {
                (200..300)
                    .contains(&answers[CALLERS.iter().position(|one| one == *caller).unwrap_or_default()])
            };
            let callers = [Caller::Owner, Caller::Other, Caller::Admin]
                .iter()
                .find(may)
                .into_iter()
                .chain(Some(&Caller::Guest).filter(may));
            for (place, caller) in callers.enumerate() {
                raced += 1;
                let answers = try_it(
                    &app,
                    &world,
                    number * 2 + place,
                    *caller,
                    (method, address, *sent),
                    AT_ONCE,
                )
                .await;
                let statuses: Vec<u16> = answers.iter().map(|(status, _)| *status).collect();
                let is_done = statuses.iter().any(|status| (200..300).contains(status));
                if !is_done || statuses.iter().any(|status| *status >= 500) {
                    let fault = answers
                        .iter()
                        .find(|(status, _)| *status >= 500)
                        .map(|(_, json)| json["detail"].clone());
                    wrong.push(format!(
                        "{method} {address} by {caller:?}: {statuses:?} ({fault:?})"
                    ));
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {raced} races went wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
        assert!(raced >= 50, "{raced} races");
    });
}

#[test]
fn eight_at_once_are_no_fault_on_sqlite() {
    hold_the_races(Engine::Sqlite);
}

#[test]
fn eight_at_once_are_no_fault_on_postgres() {
    hold_the_races(Engine::Postgres);
}
