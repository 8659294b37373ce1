//! Callers: people with a session and a record, made without going through sign-up.

use axum::body::Body;
use axum::http::{Method, Request, header};
use kernel::ids::{IdentityId, UserId};
use kernel::{DAY_MS, Role};
use platform::db::query_on;
use platform::web::full_address;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Answer, TEST_NOW, TestApp};
use crate::identity::SessionId;
use crate::users::Persona;
use crate::users::{ProfileChange, update_profile};

/// A caller of the API under test.
pub struct Actor<'a> {
    app: &'a TestApp,
    /// Their credentials.
    pub identity_id: IdentityId,
    /// The session they call from.
    pub session_id: SessionId,
    /// Their record.
    pub user_id: UserId,
    /// The access token they send.
    pub token: String,
    /// The value of the session cookie of their browser.
    pub cookie: String,
}

const INSERT_IDENTITY: &str = "
    insert into identities (id, email, email_key, email_verified_at, created_at)
    values ($1, $2, $2, $3, $3)";
const INSERT_SESSION: &str = "
    insert into identity_sessions (id, identity_id, cookie_hash, label, address, created_at, last_seen_at,
        expires_at)
    values ($1, $2, $3, 'a test', '127.0.0.1', $4, $4, $5)";
const INSERT_USER: &str = "
    insert into users (id, authorname, authorname_key, username, joined_at)
    values ($1, $2, $2, $2, $3)";
const INSERT_ACCOUNT: &str =
    "insert into accounts (user_id, identity_id, role, created_at) values ($1, $2, $3, $4)";
/// A session's life, in milliseconds: 90 days.
const SESSION_MILLIS: i64 = 90 * DAY_MS;

impl TestApp {
    /// Somebody with a record, signed in. The name must be new and in lower case; their address is
    /// `{name}@example.org`.
    pub async fn person(&self, name: &str) -> Actor<'_> {
        self.person_with(name, None).await
    }

    /// The same as a moderator.
    pub async fn moderator(&self, name: &str) -> Actor<'_> {
        self.person_with(name, Some(Role::Moderator)).await
    }

    /// The same as an admin.
    pub async fn admin(&self, name: &str) -> Actor<'_> {
        self.person_with(name, Some(Role::Admin)).await
    }

    async fn person_with(&self, name: &str, role: Option<Role>) -> Actor<'_> {
        let mut actor = self.newcomer(name).await;
        actor.user_id = self.add_record(&actor.identity_id, name, role).await;
        actor
    }

    /// Gives these credentials a record of this name, which must be new and in lower case; returns its id.
    ///
    /// # Panics
    /// When the name is taken.
    pub async fn add_record(&self, identity_id: &IdentityId, name: &str, role: Option<Role>) -> UserId {
        let user_id = UserId::trusted(self.state.random.id(TEST_NOW));
        let mut tx = self.state.db.begin().await.expect("a transaction");
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_USER)
            .bind(user_id.as_str())
            .bind(name)
            .bind(TEST_NOW.0)
            .execute(x)
            .await
            .map(drop))
        .expect("a new user");
        let role = role.map(Role::number);
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_ACCOUNT)
            .bind(user_id.as_str())
            .bind(identity_id.as_str())
            .bind(role)
            .bind(TEST_NOW.0)
            .execute(x)
            .await
            .map(drop))
        .expect("a new account");
        tx.commit().await.expect("a commit");
        user_id
    }

    /// Somebody with verified credentials and a session, but without a record; `user_id` belongs to nobody
    /// until they have one.
    pub async fn newcomer(&self, name: &str) -> Actor<'_> {
        let random = &self.state.random;
        let identity_id = IdentityId::trusted(random.id(TEST_NOW));
        let session_id = SessionId::trusted(random.id(TEST_NOW));
        let now = kernel::Clock::now(&self.clock);
        let cookie = random.token();
        let cookie_hash: String = Sha256::digest(cookie.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let mut tx = self.state.db.begin().await.expect("a transaction");
        let email = format!("{name}@example.org");
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_IDENTITY)
            .bind(identity_id.as_str())
            .bind(&email)
            .bind(now.0)
            .execute(x)
            .await
            .map(drop))
        .expect("an identity");
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SESSION)
            .bind(session_id.as_str())
            .bind(identity_id.as_str())
            .bind(&cookie_hash)
            .bind(now.0)
            .bind(now.0 + SESSION_MILLIS)
            .execute(x)
            .await
            .map(drop))
        .expect("a session");
        tx.commit().await.expect("a commit");
        let token = self
            .state
            .tokens
            .issue(&identity_id, &session_id, now)
            .expect("a token");
        Actor {
            app: self,
            identity_id,
            session_id,
            user_id: UserId::trusted(random.id(TEST_NOW)),
            token,
            cookie,
        }
    }
}

impl Actor<'_> {
    /// Changes their record, as a call of the floors above lets them.
    ///
    /// # Panics
    /// When the database fails.
    pub async fn change(&self, change: ProfileChange) {
        let mut tx = self.app.state.db.begin().await.expect("a transaction");
        update_profile(&mut tx, &self.user_id, change)
            .await
            .expect("a change");
        tx.commit().await.expect("a commit");
    }

    /// Gives them another persona.
    ///
    /// # Panics
    /// When the database fails.
    pub async fn add_persona(&self, id: &str, name: &str, description: &str) {
        let persona = Persona {
            name: name.to_owned(),
            description: description.to_owned(),
            avatar_url: None,
        };
        self.change(ProfileChange {
            personas: Some([(id.to_owned(), persona)].into()),
            ..ProfileChange::default()
        })
        .await;
    }

    /// Gives them a token that is valid now, however far the clock was moved.
    ///
    /// # Panics
    /// When no token can be made.
    pub fn renew(&mut self) {
        let now = kernel::Clock::now(&self.app.clock);
        self.token = self
            .app
            .state
            .tokens
            .issue(&self.identity_id, &self.session_id, now)
            .expect("a token");
    }

    /// Sends a GET as them.
    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    /// Sends a POST as them.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Sends a PUT as them.
    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    /// Sends a PATCH as them.
    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PATCH, path, Some(body)).await
    }

    /// Sends a DELETE as them.
    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Sends any call as them.
    ///
    /// # Panics
    /// When the path is not a path.
    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(full_address(path))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.app.send(request.expect("a valid request")).await
    }
}
