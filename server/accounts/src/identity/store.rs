//! SQL of identities, sessions and what belongs to them.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::{Conn, Tx, query_on, statements};

use super::SessionId;
use super::admin::Account;
use super::rules::{AttemptLimit, Email, Used};

/// A session with whose it is.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SessionRow {
    pub(super) id: String,
    pub(super) identity_id: String,
    pub(super) expires_at: i64,
    pub(super) ended_at: Option<i64>,
    pub(super) totp_at: Option<i64>,
    pub(super) suspended_at: Option<i64>,
    pub(super) user_id: Option<String>,
    pub(super) role: Option<i64>,
    pub(super) authorname: Option<String>,
    pub(super) show_nsfw: Option<bool>,
    pub(super) show_nsfl: Option<bool>,
}

impl SessionRow {
    /// Whether it can still be used.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        self.ended_at.is_none() && now.0 < self.expires_at
    }
}

statements! {
    FIND_SESSION = "
        select s.id, s.identity_id, s.expires_at, s.ended_at, s.totp_at, i.suspended_at, a.user_id, a.role,
            u.authorname, u.show_nsfw, u.show_nsfl
        from identity_sessions s
        join identities i on i.id = s.identity_id
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where s.id = $1";
    FIND_SESSION_BY_COOKIE = "
        select s.id, s.identity_id, s.expires_at, s.ended_at, s.totp_at, i.suspended_at, a.user_id, a.role,
            u.authorname, u.show_nsfw, u.show_nsfl
        from identity_sessions s
        join identities i on i.id = s.identity_id
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where s.cookie_hash = $1";
    FIND_IDENTITY = "
        select id, email, email_key, email_verified_at, password_hash, totp_secret, totp_since, suspended_at
        from identities
        where id = $1";
    FIND_IDENTITY_BY_EMAIL = "
        select id, email, email_key, email_verified_at, password_hash, totp_secret, totp_since, suspended_at
        from identities
        where email_key = $1";
    INSERT_IDENTITY = "
        insert into identities (id, email, email_key, email_verified_at, password_hash, created_at)
        values ($1, $2, $3, $4, $5, $4)
        on conflict (email_key) do nothing";
    SET_PASSWORD = "update identities set password_hash = $2 where id = $1";
    SET_EMAIL = "update identities set email = $2, email_key = $3, email_verified_at = $4 where id = $1";
    SUSPEND = "
        update identities
        set suspended_at = $2, suspended_reason = $3
        where id = $1 and suspended_at is null";
    REINSTATE = "
        update identities
        set suspended_at = null, suspended_reason = null
        where id = $1 and suspended_at is not null";
    FIND_ACCOUNT = "
        select i.id as identity_id, a.user_id
        from identities i
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where i.id = $1 or a.user_id = $1 or i.email_key = $2 or u.authorname_key = $3";
    /// Addresses whose key may have been made in another way than today's: those beyond ASCII.
    LIST_FOLDED = "select id, email, email_key from identities where octet_length(email) > length(email)";
    SET_EMAIL_KEY = "
        update identities
        set email_key = $2
        where id = $1 and not exists (select 1 from identities where email_key = $2)";
    INSERT_SESSION = "
        insert into identity_sessions (id, identity_id, cookie_hash, label, address, created_at, last_seen_at,
            expires_at, totp_at)
        values ($1, $2, $3, $4, $5, $6, $6, $7, $8)";
    TOUCH_SESSION = "update identity_sessions set last_seen_at = $2, address = $3 where id = $1";
    SET_SESSION_TOTP = "update identity_sessions set totp_at = $2 where id = $1";
    END_SESSION = "update identity_sessions set ended_at = $2 where id = $1 and ended_at is null";
    END_OWN_SESSION = "
        update identity_sessions
        set ended_at = $3
        where id = $1 and identity_id = $2 and ended_at is null";
    END_SESSIONS = "update identity_sessions set ended_at = $2 where identity_id = $1 and ended_at is null";
    LIST_DEVICES = "
        select id, label, address, created_at, last_seen_at
        from identity_sessions
        where identity_id = $1 and ended_at is null and expires_at > $2
        order by last_seen_at desc, id desc
        limit $3";
    FIND_REFRESH = "
        select r.session_id, s.identity_id, r.generation, r.replaced_at, s.expires_at, s.ended_at,
            i.suspended_at, (
                select max(n.generation)
                from identity_refresh_tokens n
                where n.session_id = r.session_id
            ) as newest
        from identity_refresh_tokens r
        join identity_sessions s on s.id = r.session_id
        join identities i on i.id = s.identity_id
        where r.token_hash = $1";
    REPLACE_REFRESH = "
        update identity_refresh_tokens
        set replaced_at = $2
        where token_hash = $1 and replaced_at is null";
    INSERT_REFRESH = "
        insert into identity_refresh_tokens (token_hash, session_id, generation, created_at)
        values ($1, $2, $3, $4)";
    INSERT_SIGN_UP = "
        insert into identity_sign_ups (id, email, email_key, password_hash, ticket_hash, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)";
    LIST_SIGN_UPS = "
        select email, email_key, password_hash, ticket_hash
        from identity_sign_ups
        where email_key = $1 and expires_at > $2
        order by created_at desc, id desc
        limit $3";
    FIND_SIGN_UP_BY_TICKET = "
        select email, email_key, password_hash, ticket_hash
        from identity_sign_ups
        where ticket_hash = $1 and email_key = $2 and expires_at > $3";
    DELETE_SIGN_UPS = "delete from identity_sign_ups where email_key = $1";
    INSERT_MAIL_TOKEN = "
        insert into identity_mail_tokens (token_hash, purpose, email, email_key, identity_id, created_at,
            expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)";
    FIND_MAIL_TOKEN = "
        select purpose, email, email_key, identity_id
        from identity_mail_tokens
        where token_hash = $1 and expires_at > $2";
    TAKE_MAIL_TOKEN = "delete from identity_mail_tokens where token_hash = $1 and expires_at > $2";
    DELETE_MAIL_TOKENS_OF_EMAIL = "delete from identity_mail_tokens where email_key = $1 and purpose = $2";
    DELETE_MAIL_TOKENS_OF_IDENTITY =
        "delete from identity_mail_tokens where identity_id = $1 and purpose = $2";
    FIND_BUDGET = "select used, last_at, free_at from identity_budgets where bucket = $1";
    LOCK_BUDGET = "
        insert into identity_budgets (bucket, used, last_at, free_at)
        values ($1, 0, 0, 0)
        on conflict (bucket) do update set bucket = excluded.bucket";
    SET_BUDGET = "update identity_budgets set used = $2, last_at = $3, free_at = $4 where bucket = $1";
    GIVE_BACK_BUDGET = "
        update identity_budgets
        set used = used - 1, free_at = case when used <= $2 then 0 else free_at end
        where bucket = $1 and used > 0";
    DELETE_BUDGET = "delete from identity_budgets where bucket = $1";
    LIST_LINKS = "select distinct provider from identity_links where identity_id = $1 order by provider";
    FIND_ROLE = "select role from accounts where identity_id = $1";
    COUNT_RECORDS = "select count(*) from accounts where identity_id = $1";
    APPOINT_ADMIN = "
        update accounts
        set role = 0
        where (role is null or role <> 0) and identity_id in (
            select id
            from identities
            where email_key = $1 and email_verified_at is not null
        )
        returning user_id";
    SET_TOTP_SECRET = "
        update identities
        set totp_secret = $2, totp_since = null, totp_step = null
        where id = $1 and totp_since is null";
    CONFIRM_TOTP = "
        update identities
        set totp_since = $2
        where id = $1 and totp_since is null and totp_secret is not null";
    REMOVE_TOTP =
        "update identities set totp_secret = null, totp_since = null, totp_step = null where id = $1";
    TAKE_TOTP_STEP =
        "update identities set totp_step = $2 where id = $1 and (totp_step is null or totp_step < $2)";
    INSERT_RECOVERY_CODE = "insert into identity_recovery_codes (identity_id, code_hash) values ($1, $2)";
    TAKE_RECOVERY_CODE = "
        update identity_recovery_codes
        set used_at = $3
        where identity_id = $1 and code_hash = $2 and used_at is null";
    DELETE_RECOVERY_CODES = "delete from identity_recovery_codes where identity_id = $1";
    INSERT_SIGN_ON = "
        insert into identity_oidc_states (state_hash, browser_hash, provider, return_to, identity_id,
            expires_at)
        values ($1, $2, $3, $4, $5, $6)";
    TAKE_SIGN_ON = "
        delete from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is null
        returning provider, return_to, identity_id";
    FIND_NAMED_SIGN_ON = "
        select provider, return_to, identity_id
        from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is not null";
    TAKE_NAMED_SIGN_ON = "
        delete from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is not null";
    FIND_LINKED = "
        select i.id, i.email, i.email_key, i.email_verified_at, i.password_hash, i.totp_secret, i.totp_since,
            i.suspended_at
        from identity_links l
        join identities i on i.id = l.identity_id
        where l.issuer = $1 and l.subject = $2";
    INSERT_LINK = "
        insert into identity_links (issuer, subject, identity_id, provider, created_at)
        values ($1, $2, $3, $4, $5)
        on conflict (issuer, subject) do nothing";
    DELETE_OLD_SIGN_UPS = "delete from identity_sign_ups where expires_at < $1";
    DELETE_OLD_MAIL_TOKENS = "delete from identity_mail_tokens where expires_at < $1";
    DELETE_OLD_SIGN_ONS = "delete from identity_oidc_states where expires_at < $1";
    DELETE_OLD_BUDGETS = "delete from identity_budgets where last_at < $1";
    DELETE_OLD_REFRESH = "
        delete from identity_refresh_tokens
        where session_id in (select id from identity_sessions where ended_at < $1 or expires_at < $1)";
    DELETE_OLD_SESSIONS = "delete from identity_sessions where ended_at < $1 or expires_at < $1";
}

/// The session with this id.
pub(super) async fn find_session(conn: &mut Conn, id: &SessionId) -> sqlx::Result<Option<SessionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(FIND_SESSION)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// The session whose cookie has this hash.
pub(super) async fn find_session_by_cookie(
    conn: &mut Conn,
    cookie_hash: &str,
) -> sqlx::Result<Option<SessionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(
        FIND_SESSION_BY_COOKIE
    )
    .bind(cookie_hash)
    .fetch_optional(x)
    .await)
}

/// An identity.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct IdentityRow {
    pub(super) id: String,
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) email_verified_at: Option<i64>,
    pub(super) password_hash: Option<String>,
    pub(super) totp_secret: Option<String>,
    pub(super) totp_since: Option<i64>,
    pub(super) suspended_at: Option<i64>,
}

impl IdentityRow {
    pub(super) fn email(&self) -> Email {
        Email {
            address: self.email.clone(),
            key: self.email_key.clone(),
        }
    }

    pub(super) fn identity_id(&self) -> IdentityId {
        IdentityId::trusted(self.id.clone())
    }
}

/// The identity with this id.
pub(super) async fn find_identity(conn: &mut Conn, id: &str) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(FIND_IDENTITY)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The identity with this address.
pub(super) async fn find_identity_by_email(
    conn: &mut Conn,
    email_key: &str,
) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(
        FIND_IDENTITY_BY_EMAIL
    )
    .bind(email_key)
    .fetch_optional(x)
    .await)
}

/// Adds an identity whose address is proved; whether it did, for the address may have one already.
pub(super) async fn insert_identity(
    tx: &mut Tx,
    id: &str,
    email: &Email,
    password_hash: Option<&str>,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let added = query_on!(tx, |x: D| sqlx::query::<D>(INSERT_IDENTITY)
        .bind(id)
        .bind(&email.address)
        .bind(&email.key)
        .bind(now.0)
        .bind(password_hash)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(added == 1)
}

/// Writes the keys of addresses anew where they are not what [`Email::parse`] makes of them today: releases
/// before this one folded more than the mail system does. How many were written, and how many could not be,
/// because the address is somebody else's.
pub(super) async fn rekey(tx: &mut Tx) -> sqlx::Result<(usize, usize)> {
    let rows: Vec<(String, String, String)> = query_on!(tx, |x: D| sqlx::query_as::<
        D,
        (String, String, String),
    >(LIST_FOLDED)
    .fetch_all(x)
    .await)?;
    let (mut written, mut taken) = (0, 0);
    for (id, address, key) in rows {
        let Some(email) = Email::parse(&address).filter(|email| email.key != key) else {
            continue;
        };
        let done = query_on!(tx, |x: D| sqlx::query::<D>(SET_EMAIL_KEY)
            .bind(&id)
            .bind(&email.key)
            .execute(x)
            .await
            .map(|done| done.rows_affected()))?;
        if done == 1 { written += 1 } else { taken += 1 }
    }
    Ok((written, taken))
}

/// Gives the identity a password.
pub(super) async fn set_password(tx: &mut Tx, id: &str, hash: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PASSWORD)
        .bind(id)
        .bind(hash)
        .execute(x)
        .await
        .map(drop))
}

/// Gives the identity another address, which is proved.
///
/// # Errors
/// A unique violation where somebody else has it.
pub(super) async fn set_email(tx: &mut Tx, id: &str, email: &Email, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_EMAIL)
        .bind(id)
        .bind(&email.address)
        .bind(&email.key)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// The account that is called so.
pub(super) async fn find_account(conn: &mut Conn, called: &str) -> sqlx::Result<Option<Account>> {
    let email = Email::parse(called).map(|email| email.key);
    let name = called.to_ascii_lowercase();
    query_on!(conn, |x: D| sqlx::query_as::<D, Account>(FIND_ACCOUNT)
        .bind(called)
        .bind(email)
        .bind(name)
        .fetch_optional(x)
        .await)
}

/// Suspends the identity; false where it is suspended already.
pub(super) async fn suspend(tx: &mut Tx, id: &str, reason: &str, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(SUSPEND)
        .bind(id)
        .bind(now.0)
        .bind(reason)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Lets the identity in again; false where it is not suspended.
pub(super) async fn reinstate(tx: &mut Tx, id: &str) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(REINSTATE)
        .bind(id)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// A new session.
pub(super) struct NewSession<'a> {
    pub(super) id: &'a SessionId,
    pub(super) identity_id: &'a IdentityId,
    pub(super) cookie_hash: &'a str,
    pub(super) label: &'a str,
    pub(super) address: &'a str,
    pub(super) now: Timestamp,
    pub(super) expires_at: Timestamp,
    pub(super) totp_at: Option<Timestamp>,
}

/// Adds a session.
pub(super) async fn insert_session(tx: &mut Tx, session: &NewSession<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SESSION)
        .bind(session.id.as_str())
        .bind(session.identity_id.as_str())
        .bind(session.cookie_hash)
        .bind(session.label)
        .bind(session.address)
        .bind(session.now.0)
        .bind(session.expires_at.0)
        .bind(session.totp_at.map(|at| at.0))
        .execute(x)
        .await
        .map(drop))
}

/// Notes when a session was last used, and from where.
pub(super) async fn touch_session(tx: &mut Tx, id: &str, now: Timestamp, address: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(TOUCH_SESSION)
        .bind(id)
        .bind(now.0)
        .bind(address)
        .execute(x)
        .await
        .map(drop))
}

/// Notes that a code of the authenticator was given in this session.
pub(super) async fn set_session_totp(tx: &mut Tx, id: &SessionId, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_SESSION_TOTP)
        .bind(id.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Ends a session.
pub(super) async fn end_session(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(END_SESSION)
        .bind(id)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Ends a session of this identity; whether there was one.
pub(super) async fn end_own_session(
    tx: &mut Tx,
    id: &SessionId,
    identity: &IdentityId,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let ended = query_on!(tx, |x: D| sqlx::query::<D>(END_OWN_SESSION)
        .bind(id.as_str())
        .bind(identity.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(ended == 1)
}

/// Ends all sessions of an identity.
pub(super) async fn end_sessions(tx: &mut Tx, identity: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(END_SESSIONS)
        .bind(identity)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// A live session, as its owner sees it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct DeviceRow {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) address: String,
    pub(super) created_at: i64,
    pub(super) last_seen_at: i64,
}

/// The live sessions of an identity, the last used first.
pub(super) async fn list_devices(
    conn: &mut Conn,
    identity: &IdentityId,
    now: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<DeviceRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, DeviceRow>(LIST_DEVICES)
        .bind(identity.as_str())
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// A refresh token with its session, and whether it is the newest, or the one before.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct RefreshRow {
    pub(super) session_id: String,
    pub(super) identity_id: String,
    pub(super) generation: i64,
    pub(super) newest: i64,
    pub(super) replaced_at: Option<i64>,
    pub(super) expires_at: i64,
    pub(super) ended_at: Option<i64>,
    pub(super) suspended_at: Option<i64>,
}

/// The refresh token with this hash.
pub(super) async fn find_refresh(conn: &mut Conn, token_hash: &str) -> sqlx::Result<Option<RefreshRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, RefreshRow>(FIND_REFRESH)
        .bind(token_hash)
        .fetch_optional(x)
        .await)
}

/// Marks a refresh token as used; whether it was not yet.
pub(super) async fn replace_refresh(tx: &mut Tx, token_hash: &str, now: Timestamp) -> sqlx::Result<bool> {
    let replaced = query_on!(tx, |x: D| sqlx::query::<D>(REPLACE_REFRESH)
        .bind(token_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(replaced == 1)
}

/// Adds a refresh token.
pub(super) async fn insert_refresh(
    tx: &mut Tx,
    token_hash: &str,
    session: &str,
    generation: i64,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_REFRESH)
        .bind(token_hash)
        .bind(session)
        .bind(generation)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// A sign-up that waits for its proof.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SignUpRow {
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) password_hash: String,
    pub(super) ticket_hash: String,
}

/// Adds a sign-up.
pub(super) async fn insert_sign_up(
    tx: &mut Tx,
    id: &str,
    row: &SignUpRow,
    now: Timestamp,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SIGN_UP)
        .bind(id)
        .bind(&row.email)
        .bind(&row.email_key)
        .bind(&row.password_hash)
        .bind(&row.ticket_hash)
        .bind(now.0)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// The newest sign-ups that wait for this address.
pub(super) async fn list_sign_ups(
    conn: &mut Conn,
    email_key: &str,
    now: Timestamp,
    limit: usize,
) -> sqlx::Result<Vec<SignUpRow>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    query_on!(conn, |x: D| sqlx::query_as::<D, SignUpRow>(LIST_SIGN_UPS)
        .bind(email_key)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The sign-up of this browser for this address.
pub(super) async fn find_sign_up_by_ticket(
    conn: &mut Conn,
    ticket_hash: &str,
    email_key: &str,
    now: Timestamp,
) -> sqlx::Result<Option<SignUpRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SignUpRow>(
        FIND_SIGN_UP_BY_TICKET
    )
    .bind(ticket_hash)
    .bind(email_key)
    .bind(now.0)
    .fetch_optional(x)
    .await)
}

/// Forgets all sign-ups for this address.
pub(super) async fn delete_sign_ups(tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_SIGN_UPS)
        .bind(email_key)
        .execute(x)
        .await
        .map(drop))
}

/// What a mailed link is good for.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct MailTokenRow {
    pub(super) purpose: String,
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) identity_id: Option<String>,
}

/// Adds what a mailed link is good for.
pub(super) async fn insert_mail_token(
    tx: &mut Tx,
    token_hash: &str,
    row: &MailTokenRow,
    now: Timestamp,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_MAIL_TOKEN)
        .bind(token_hash)
        .bind(&row.purpose)
        .bind(&row.email)
        .bind(&row.email_key)
        .bind(&row.identity_id)
        .bind(now.0)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// What this link is good for, if for anything still.
pub(super) async fn find_mail_token(
    conn: &mut Conn,
    token_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<MailTokenRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, MailTokenRow>(FIND_MAIL_TOKEN)
        .bind(token_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// Uses the link up; whether it was still good.
pub(super) async fn take_mail_token(tx: &mut Tx, token_hash: &str, now: Timestamp) -> sqlx::Result<bool> {
    let taken = query_on!(tx, |x: D| sqlx::query::<D>(TAKE_MAIL_TOKEN)
        .bind(token_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(taken == 1)
}

/// Makes earlier links of this kind to this address useless.
pub(super) async fn delete_mail_tokens_of_email(
    tx: &mut Tx,
    email_key: &str,
    purpose: &str,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL_TOKENS_OF_EMAIL)
        .bind(email_key)
        .bind(purpose)
        .execute(x)
        .await
        .map(drop))
}

/// Makes earlier links of this kind of this identity useless.
pub(super) async fn delete_mail_tokens_of_identity(
    tx: &mut Tx,
    identity: &str,
    purpose: &str,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL_TOKENS_OF_IDENTITY)
        .bind(identity)
        .bind(purpose)
        .execute(x)
        .await
        .map(drop))
}

/// Takes one try of a budget, held against all others who do so now.
///
/// # Errors
/// Database errors. The inner error is the wait in seconds, and then nothing was taken.
pub(super) async fn take_budget(
    tx: &mut Tx,
    bucket: &str,
    budget: &AttemptLimit,
    now: Timestamp,
) -> sqlx::Result<Result<(), u32>> {
    query_on!(tx, |x: D| sqlx::query::<D>(LOCK_BUDGET)
        .bind(bucket)
        .execute(x)
        .await
        .map(drop))?;
    let (used, last_at, free_at): (i64, i64, i64) =
        query_on!(tx, |x: D| sqlx::query_as::<D, _>(FIND_BUDGET)
            .bind(bucket)
            .fetch_one(x)
            .await)?;
    let taken = match budget.take(
        Some(Used {
            used,
            last_at,
            free_at,
        }),
        now,
    ) {
        Ok(taken) => taken,
        Err(wait) => return Ok(Err(wait)),
    };
    query_on!(tx, |x: D| sqlx::query::<D>(SET_BUDGET)
        .bind(bucket)
        .bind(taken.used)
        .bind(taken.last_at)
        .bind(taken.free_at)
        .execute(x)
        .await
        .map(drop))?;
    Ok(Ok(()))
}

/// Gives one try back: it was no guess.
pub(super) async fn give_back_budget(tx: &mut Tx, bucket: &str, budget: &AttemptLimit) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(GIVE_BACK_BUDGET)
        .bind(bucket)
        .bind(budget.free)
        .execute(x)
        .await
        .map(drop))
}

/// Forgets a budget: its owner has shown who they are.
pub(super) async fn purge_budget(tx: &mut Tx, bucket: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_BUDGET)
        .bind(bucket)
        .execute(x)
        .await
        .map(drop))
}

/// The ids of the providers by which an identity may sign in.
pub(super) async fn list_links(conn: &mut Conn, identity: &str) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_LINKS)
        .bind(identity)
        .fetch_all(x)
        .await)
}

/// The role of the record of an identity, if it has one.
pub(super) async fn find_role(conn: &mut Conn, identity: &str) -> sqlx::Result<Option<i64>> {
    Ok(
        query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(FIND_ROLE)
            .bind(identity)
            .fetch_optional(x)
            .await)?
        .flatten(),
    )
}

/// Whether an identity has a record.
pub(super) async fn has_record(conn: &mut Conn, identity: &str) -> sqlx::Result<bool> {
    Ok(query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_RECORDS)
        .bind(identity)
        .fetch_one(x)
        .await)?
        > 0)
}

/// Makes the record of the identity with this proved address an admin's; whose record that is, if it was none
/// before.
pub(super) async fn appoint_admin(tx: &mut Tx, email_key: &str) -> sqlx::Result<Option<String>> {
    query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(APPOINT_ADMIN)
        .bind(email_key)
        .fetch_optional(x)
        .await)
}

/// Notes the secret of an authenticator that is being set up; whether none is in use already.
pub(super) async fn set_totp_secret(tx: &mut Tx, id: &str, sealed: &str) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_TOTP_SECRET)
        .bind(id)
        .bind(sealed)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Asks for codes from now on; whether that is new.
pub(super) async fn confirm_totp(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(CONFIRM_TOTP)
        .bind(id)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Asks for codes no longer.
pub(super) async fn remove_totp(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REMOVE_TOTP)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_RECOVERY_CODES)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Uses up the code of this time step and all before it; whether it was still to be had.
pub(super) async fn take_totp_step(tx: &mut Tx, id: &str, step: i64) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(TAKE_TOTP_STEP)
        .bind(id)
        .bind(step)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Replaces the recovery codes of an identity.
pub(super) async fn set_recovery_codes(tx: &mut Tx, id: &str, hashes: &[String]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_RECOVERY_CODES)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    for hash in hashes {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_RECOVERY_CODE)
            .bind(id)
            .bind(hash)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Uses a recovery code up; whether it was still to be had.
pub(super) async fn take_recovery_code(
    tx: &mut Tx,
    id: &str,
    hash: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(TAKE_RECOVERY_CODE)
        .bind(id)
        .bind(hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// A sign-in begun at another provider.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SignOnRow {
    pub(super) provider: String,
    pub(super) return_to: Option<String>,
    /// Whom the provider has named, where only a code of their authenticator is missing.
    pub(super) identity_id: Option<String>,
}

/// Notes that a sign-in was begun at another provider, or that its provider has named somebody.
pub(super) async fn insert_sign_on(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    row: &SignOnRow,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SIGN_ON)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(&row.provider)
        .bind(&row.return_to)
        .bind(&row.identity_id)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// Uses a begun sign-in up, in the browser that began it.
pub(super) async fn take_sign_on(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<SignOnRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, SignOnRow>(TAKE_SIGN_ON)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// A sign-in that lacks nothing but a code, in the browser that began it.
pub(super) async fn find_named_sign_on(
    conn: &mut Conn,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<SignOnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SignOnRow>(FIND_NAMED_SIGN_ON)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// Uses such a sign-in up; whether it was still there.
pub(super) async fn take_named_sign_on(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let take = sqlx::query::<D>(TAKE_NAMED_SIGN_ON)
            .bind(state_hash)
            .bind(browser_hash)
            .bind(now.0);
        take.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// The identity of somebody whom a provider knows.
pub(super) async fn find_linked(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(FIND_LINKED)
        .bind(issuer)
        .bind(subject)
        .fetch_optional(x)
        .await)
}

/// Notes whom a provider means by a subject; whether that was not noted yet.
pub(super) async fn insert_link(
    tx: &mut Tx,
    issuer: &str,
    subject: &str,
    identity: &str,
    provider: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_LINK)
            .bind(issuer)
            .bind(subject)
            .bind(identity)
            .bind(provider)
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// Forgets what is over since before that time.
pub(super) async fn purge(tx: &mut Tx, before: Timestamp) -> sqlx::Result<()> {
    for sql in [
        DELETE_OLD_SIGN_UPS,
        DELETE_OLD_MAIL_TOKENS,
        DELETE_OLD_SIGN_ONS,
        DELETE_OLD_BUDGETS,
        DELETE_OLD_REFRESH,
        DELETE_OLD_SESSIONS,
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(sql)
            .bind(before.0)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
