//! A page's viewer, identified by the session cookie alone, and what a page learns about them.
//!
//! The cookie only ever lets the server *read* for its owner (reliability A-16): the authority it gives goes
//! into the in-process reads of one page, and nowhere else. A visitor without the cookie costs no lookup, one
//! with it exactly one before the page is made.

use std::sync::Arc;
use std::time::Duration;

use accounts::identity::Authority;
use accounts::tags::BlockedContent;
use http::HeaderMap;
use kernel::Audience;
use operations::AppState;
use platform::web::cookie;
use url::Url;

use crate::routes::Guard;

/// `Cache-Control` of every page that was made for one person.
pub const PERSONAL: &str = "private, no-store";

/// The session cookie on plain HTTP, which only development uses.
const SESSION: &str = "session";
/// The session cookie on HTTPS: because of its prefix, browsers accept it from this very host only, and never
/// without TLS.
const HOST_SESSION: &str = "__Host-session";
/// Set by the client while it holds a guest session (spec section 2.2). It gives no authority.
const GUEST: &str = "guest";
/// Longest session cookie that is looked up, in bytes; this site's are far shorter.
const MAX_SESSION_BYTES: usize = 256;
/// How long identifying the viewer may take.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// A page's viewer.
#[derive(Debug, Clone)]
pub enum Viewer {
    /// An unknown visitor: their pages are the same for everyone.
    Visitor,
    /// An unknown visitor who plays as a guest: their pages are the same for everyone, too.
    Guest,
    /// A person with a session.
    Person(Member),
}

/// A person with a session, and what decides which public answers they see.
#[derive(Debug, Clone)]
pub struct Member {
    /// The authority for reads on their behalf.
    pub authority: Authority,
    /// The tags and content notes they want to hide.
    pub blocked: BlockedContent,
}

impl Member {
    /// The person a session cookie belongs to; `None` if it is invalid.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of_cookie(app: &AppState, cookie: &str) -> sqlx::Result<Option<Self>> {
        let Some(authority) = Authority::of_cookie(app, cookie).await? else {
            return Ok(None);
        };
        let blocked = match authority.person() {
            Some(person) => BlockedContent::of(&mut app.db.read().await?, &person.user_id).await?,
            None => BlockedContent::default(),
        };
        Ok(Some(Self { authority, blocked }))
    }

    /// Their audience.
    #[must_use]
    pub fn audience(&self) -> Audience {
        self.authority
            .person()
            .map_or(Audience::Everyone, |person| person.audience)
    }
}

impl Viewer {
    /// Whether they may see a screen with this guard.
    #[must_use]
    pub fn may_see(&self, guard: Guard) -> bool {
        match (guard, self) {
            (Guard::None, _) | (_, Self::Person(_)) | (Guard::AuthOrGuest, Self::Guest) => true,
            (Guard::Auth | Guard::AuthOrGuest, Self::Visitor) | (Guard::Auth, Self::Guest) => false,
        }
    }

    /// The person, if they have a session.
    #[must_use]
    pub fn member(&self) -> Option<&Member> {
        match self {
            Self::Person(member) => Some(member),
            Self::Visitor | Self::Guest => None,
        }
    }

    /// A visitor without a session.
    #[must_use]
    pub fn unknown(headers: &HeaderMap) -> Self {
        let is_guest = cookie(headers, GUEST).is_some_and(|value| !value.is_empty());
        if is_guest { Self::Guest } else { Self::Visitor }
    }
}

/// Identifies a page's viewer. Clones share everything.
#[derive(Clone)]
pub struct SessionResolver(Sources);

/// How a viewer is identified.
#[derive(Clone)]
enum Sources {
    Nobody,
    Sessions(Arc<Sessions>),
    Always(Member),
}

struct Sessions {
    app: AppState,
    cookie: &'static str,
}

impl SessionResolver {
    /// Resolves the sessions of a site at `public_url`.
    #[must_use]
    pub fn new(app: AppState, public_url: &Url) -> Self {
        Self(Sources::Sessions(Arc::new(Sessions {
            app,
            cookie: session_cookie(public_url),
        })))
    }

    /// Identifies no viewer, for a site without accounts.
    #[must_use]
    pub fn closed() -> Self {
        Self(Sources::Nobody)
    }

    /// Identifies every viewer as this person, to measure what one of their pages costs by itself.
    #[must_use]
    pub fn always(member: Member) -> Self {
        Self(Sources::Always(member))
    }

    /// Whether the request may come from somebody with a session: then its page is not taken from the cache
    /// unchecked.
    #[must_use]
    pub fn may_know(&self, headers: &HeaderMap) -> bool {
        matches!(self.0, Sources::Always(_)) || self.session(headers).is_some()
    }

    /// The viewer. A session that cannot be checked counts as a visitor (spec section 2.2).
    pub async fn viewer(&self, headers: &HeaderMap) -> Viewer {
        if let Sources::Always(member) = &self.0 {
            return Viewer::Person(member.clone());
        }
        let Some((sessions, cookie)) = self.session(headers) else {
            return Viewer::unknown(headers);
        };
        match tokio::time::timeout(CHECK_TIME, Member::of_cookie(&sessions.app, cookie)).await {
            Ok(Ok(Some(member))) => Viewer::Person(member),
            Ok(Ok(None)) => Viewer::unknown(headers),
            Ok(Err(error)) => {
                tracing::warn!(%error, "a session could not be checked; its owner is a visitor for now");
                Viewer::unknown(headers)
            }
            Err(_) => {
                tracing::warn!("checking a session took too long; its owner is a visitor for now");
                Viewer::unknown(headers)
            }
        }
    }

    fn session<'h>(&self, headers: &'h HeaderMap) -> Option<(&Sessions, &'h str)> {
        let Sources::Sessions(sessions) = &self.0 else {
            return None;
        };
        let value = cookie(headers, sessions.cookie)?;
        (!value.is_empty() && value.len() <= MAX_SESSION_BYTES).then_some((sessions, value))
    }
}

/// The name of the session cookie of a site at `public_url`.
#[must_use]
pub fn session_cookie(public_url: &Url) -> &'static str {
    if public_url.scheme() == "https" {
        HOST_SESSION
    } else {
        SESSION
    }
}
