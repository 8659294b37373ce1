//! The calls of a slice: who may make each, what it costs, which cached pages show it, and how the access
//! test trials it.

use std::collections::BTreeMap;

use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt};

/// Who may make a call at all; the call itself checks what belongs to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Anybody, also without a token.
    Anybody,
    /// A person or a guest.
    Player,
    /// Anybody who has proved an address, with a record or not.
    Authenticated,
    /// A person.
    SignedIn,
    /// A moderator or an admin.
    Moderator,
    /// An admin.
    Admin,
}

/// The kind of work a call asks for: calls of one kind share a rate limit, and are equally important under
/// overload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Signing up, in and out, and everything else about credentials.
    Auth,
    /// New guest sessions: each is a row, and needs no authority.
    Guests,
    /// Turns of a story: each asks a model.
    Turns,
    /// Calls that change something.
    Writes,
    /// Files of an import of many, which are sent one after the other.
    Uploads,
    /// Calls that only read.
    Reads,
    /// Searches: the most expensive reads.
    Search,
}

/// Whether a call's answer, and pages that show it, may be cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// No: it belongs to one person, or it changes something.
    Never,
    /// Yes, until what one of these tags names changes.
    Until(&'static [Tag], VaryBy),
}

/// What a cached answer depends on, beside its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VaryBy {
    /// The caller's audience, and nothing else of them.
    Audience,
    /// The caller's audience, and the tags and content notes that they have blocked.
    BlockedContent,
    /// The caller: it contains something about them. It is cached for visitors only.
    Caller,
}

/// How a cached page is found when something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Every list.
    List,
    /// The thing of this kind whose id stands at this placeholder of the address.
    Path(&'static str, &'static str),
    /// The thing of this kind whose id stands in the answer at this JSON pointer (RFC 6901).
    Body(&'static str, &'static str),
}

/// The longest body of JSON, in bytes: a megabyte.
pub const JSON_BODY_BYTES: usize = 1 << 20;

/// What holds for a call. There is no default for who, what and caching: every call declares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Who may make it.
    pub who: Who,
    /// What kind of work it is.
    pub class: Class,
    /// Whether it may be cached, and which changes invalidate it.
    pub caching: Caching,
    /// The longest body, in bytes (reliability S-15). The site reads no more of it; a call whose own limit is lower
    /// refuses what lies between with its own error.
    pub max_body_bytes: usize,
    /// Whether it may take minutes: it brings a card file, or asks for work on hundreds of rows.
    pub takes_minutes: bool,
}

/// The rule of a call with a body of JSON that is answered within seconds.
#[must_use]
pub const fn rule(who: Who, class: Class, caching: Caching) -> Rule {
    Rule {
        who,
        class,
        caching,
        max_body_bytes: JSON_BODY_BYTES,
        takes_minutes: false,
    }
}

impl Rule {
    /// The same with a body of at most this many bytes: a file in its envelope, or a long draft.
    #[must_use]
    pub const fn with_body(self, max_body_bytes: usize) -> Self {
        Self {
            max_body_bytes,
            ..self
        }
    }

    /// The same of a call that may take minutes.
    #[must_use]
    pub const fn that_takes_minutes(self) -> Self {
        Self {
            takes_minutes: true,
            ..self
        }
    }
}

/// What the access test sends.
#[derive(Debug, Clone, Copy)]
pub enum Sent {
    /// No body.
    Nothing,
    /// This JSON.
    Json(&'static str),
    /// A small image in a form.
    Image,
    /// A short story of another program in a form.
    StoryFile,
    /// The beginning of a scenario in a form.
    ScenarioForm,
    /// A character card in a form.
    CardFile,
    /// No body, but a guest's headers, for every caller.
    GuestHeaders,
}

/// The statuses that an anonymous caller, a guest, the owner, another person, a moderator and an admin get.
pub type Answers = [u16; 6];

/// The same status for all.
#[must_use]
pub const fn all(status: u16) -> Answers {
    [status; 6]
}

/// 401 without a token; this status for all others.
#[must_use]
pub const fn people(status: u16) -> Answers {
    [401, 401, status, status, status, status]
}

/// Only the owner and admins find it.
pub const PRIVATE: Answers = [404, 404, 200, 404, 404, 200];
/// The same, for calls that need a token.
pub const PRIVATE_TO_PEOPLE: Answers = [401, 401, 200, 404, 404, 200];
/// The owner's story, which no other caller may see.
pub const OWN_STORY: Answers = [401, 404, 200, 404, 404, 404];

/// One row of the access test: a call by every kind of caller.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// The address below the API's base, with the placeholders of the access test (`matrix.rs`).
    pub address: &'static str,
    /// What is sent.
    pub sent: Sent,
    /// The status for each caller.
    pub answers: Answers,
}

/// A call as it is declared.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its method.
    pub method: Method,
    /// Its documented path.
    pub path: String,
    /// What holds for it.
    pub rule: Rule,
    /// How the access test trials it.
    pub trials: Vec<Trial>,
    /// Why the API has it, where the specification does not list it (`docs/contract/calls.tsv`).
    pub beyond_spec: Option<&'static str>,
}

/// The calls of a slice: the only way to a router, so that every call has a rule.
pub struct Calls<S> {
    router: OpenApiRouter<S>,
    rows: Vec<Row>,
}

impl<S: Clone + Send + Sync + 'static> Default for Calls<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> Calls<S> {
    /// No calls yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            router: OpenApiRouter::new(),
            rows: Vec::new(),
        }
    }

    /// No calls yet, but the schemas of this document, which no call names in its signature.
    #[must_use]
    pub fn with_schemas(document: utoipa::openapi::OpenApi) -> Self {
        Self {
            router: OpenApiRouter::with_openapi(document),
            rows: Vec::new(),
        }
    }

    /// Adds one call: `routes!(its_handler)`. It reads no longer body than its rule says.
    #[must_use]
    pub fn call(mut self, mut call: UtoipaMethodRouter<S>, rule: Rule) -> Self {
        for (path, item) in &mut call.1.paths {
            for (method, operation) in operations(item) {
                operation.security = security(rule.who);
                self.rows.push(Row {
                    method,
                    path: path.clone(),
                    rule,
                    trials: Vec::new(),
                    beyond_spec: None,
                });
            }
        }
        let limit = DefaultBodyLimit::max(rule.max_body_bytes);
        self.router = self.router.routes(call.layer(limit));
        self
    }

    /// Declares the statuses that the call added last returns to each caller.
    #[must_use]
    pub fn trial(mut self, address: &'static str, sent: Sent, answers: Answers) -> Self {
        if let Some(row) = self.rows.last_mut() {
            row.trials.push(Trial {
                address,
                sent,
                answers,
            });
        }
        self
    }

    /// Says why the API has the call that was added last, which the specification does not list.
    #[must_use]
    pub fn beyond_spec(mut self, why: &'static str) -> Self {
        if let Some(row) = self.rows.last_mut() {
            row.beyond_spec = Some(why);
        }
        self
    }

    /// Adds the calls of another slice or floor.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.rows.extend(other.rows);
        self
    }

    /// These calls with their state applied. Without a state only their declarations remain: the document and
    /// the rows.
    #[must_use]
    pub fn over(self, state: Option<S>) -> Calls<()> {
        let router = match state {
            Some(state) => self.router.with_state(state),
            None => OpenApiRouter::with_openapi(self.router.into_openapi()),
        };
        Calls {
            router,
            rows: self.rows,
        }
    }

    /// The router with its document, and the declared calls.
    #[must_use]
    pub fn split(self) -> (OpenApiRouter<S>, Vec<Row>) {
        (self.router, self.rows)
    }
}

/// The document's security requirement of a call; `None` for open calls.
fn security(who: Who) -> Option<Vec<SecurityRequirement>> {
    let none: [&str; 0] = [];
    let bearer = || SecurityRequirement::new(BEARER, none);
    match who {
        Who::Anybody => None,
        Who::Player => Some(vec![bearer(), SecurityRequirement::new(GUEST, none)]),
        Who::Authenticated | Who::SignedIn | Who::Moderator | Who::Admin => Some(vec![bearer()]),
    }
}

/// The document's name for an access token.
pub const BEARER: &str = "bearer";
/// The document's name for a guest's token.
pub const GUEST: &str = "guest";

fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    [
        (Method::GET, item.get.as_mut()),
        (Method::PUT, item.put.as_mut()),
        (Method::POST, item.post.as_mut()),
        (Method::DELETE, item.delete.as_mut()),
        (Method::PATCH, item.patch.as_mut()),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation?)))
}

/// The rules of all calls by method and address.
#[derive(Debug, Default)]
pub struct RuleTable(BTreeMap<String, matchit::Router<Rule>>);

/// The call that matches an address, with the values of the address's placeholders.
#[derive(Debug)]
pub struct FoundRule<'a> {
    /// What holds for it.
    pub rule: Rule,
    params: matchit::Params<'a, 'a>,
}

impl FoundRule<'_> {
    /// The value of this placeholder.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }
}

impl RuleTable {
    /// The rules of these calls.
    ///
    /// # Panics
    /// If two of them have the same address: the API's own router would have refused them.
    #[must_use]
    pub fn new(rows: &[Row]) -> Self {
        let mut table = Self::default();
        for row in rows {
            let router = table.0.entry(row.method.to_string()).or_default();
            router
                .insert(row.path.clone(), row.rule)
                .unwrap_or_else(|error| panic!("{} {}: {error}", row.method, row.path));
        }
        table
    }

    /// The rule of the call at this raw path; `None` if there is no such call.
    #[must_use]
    pub fn find<'a>(&'a self, method: &Method, path: &'a str) -> Option<FoundRule<'a>> {
        // A route that answers GET answers HEAD (RFC 9110 section 9.3.2).
        let method = if *method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let found = self.0.get(method.as_str())?.at(path).ok()?;
        Some(FoundRule {
            rule: *found.value,
            params: found.params,
        })
    }
}
