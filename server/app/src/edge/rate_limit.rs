//! How often one caller may ask for each kind of work. Every process counts by itself; what costs money or a
//! permanent row has its own limit in the database.
//!
//! A caller is an address (of IPv6, its /64 network), and, if a valid access token comes with the request,
//! the account as well: neither may be over its limit. The numbers let a busy household or a fast reader
//! through and stop a loop.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use accounts::identity::TokenKeys;
use governor::clock::{Clock as _, MonotonicClock};
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{NotUntil, Quota, RateLimiter};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use kernel::{Clock, ErrorCode};
use platform::web::{ClientAddress, Problem};

use super::client_ip::caller_network;
use crate::request_class::Class;

/// Most callers remembered for each kind of work; beyond, those who ask least are dropped.
const MAX_CALLERS: u64 = 50_000;
/// How long an idle caller is remembered. No bucket takes longer to fill.
const EVICT_AFTER: Duration = Duration::from_secs(3_600);
/// Most tokens whose account is remembered, so that one signature is not checked for each request.
const MAX_TOKENS: u64 = 10_000;
/// Longest token that is read, in bytes; this site's have some three hundred.
const MAX_TOKEN_BYTES: usize = 2_048;
/// How long a token's account is remembered.
const TOKEN_TIME: Duration = Duration::from_secs(60);

/// How much of one kind of work a caller may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests per minute in the long run; 0: unlimited.
    pub per_minute: u32,
    /// Requests at once after a pause.
    pub burst: u32,
}

const fn rate(per_minute: u32, burst: u32) -> Rate {
    Rate { per_minute, burst }
}

/// The limits of one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For each address.
    pub address: Rate,
    /// For each account.
    pub account: Rate,
}

/// The default limits of a kind of work. `docs/operations.md` lists them; a test compares.
#[must_use]
pub const fn default_limits(class: Class) -> Limits {
    let (address, account) = match class {
        Class::Files => (rate(0, 0), rate(0, 0)),
        Class::Auth => (rate(60, 60), rate(30, 30)),
        Class::Guests => (rate(6, 30), rate(6, 30)),
        Class::Turns => (rate(60, 60), rate(30, 30)),
        Class::Writes => (rate(300, 150), rate(120, 60)),
        Class::Uploads => (rate(900, 300), rate(600, 200)),
        Class::Reads => (rate(1_800, 600), rate(900, 300)),
        Class::Search => (rate(300, 120), rate(150, 60)),
        Class::Pages => (rate(600, 200), rate(600, 200)),
        Class::Images => (rate(3_000, 1_000), rate(3_000, 1_000)),
        Class::Reports => (rate(30, 20), rate(30, 20)),
    };
    Limits { address, account }
}

/// An operator's own limit: `search=600` for one kind of work (requests a minute for each address), `off` for
/// no limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateOverride {
    /// No kind of work is limited.
    Off,
    /// This kind has this limit.
    Of {
        /// The kind.
        class: Class,
        /// Requests a minute for each address; 0: unlimited.
        per_minute: u32,
    },
}

impl FromStr for RateOverride {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "off" {
            return Ok(Self::Off);
        }
        let names = || Class::LIMITED.map(Class::name).join(", ");
        let (name, number) = text
            .split_once('=')
            .ok_or_else(|| format!("expected KIND=NUMBER, with a kind of {}", names()))?;
        let class = Class::LIMITED
            .into_iter()
            .find(|class| class.name() == name.trim())
            .ok_or_else(|| format!("expected one of {}", names()))?;
        let per_minute = number
            .trim()
            .parse()
            .map_err(|_| format!("{number:?} is not a number of requests a minute"))?;
        Ok(Self::Of { class, per_minute })
    }
}

/// The limits of a kind by the operator's settings; the last one counts.
fn limits(own: &[RateOverride], class: Class) -> Limits {
    let word = own.iter().rev().find_map(|own| match own {
        RateOverride::Off => Some(0),
        RateOverride::Of {
            class: of,
            per_minute,
        } => (*of == class).then_some(*per_minute),
    });
    word.map_or_else(
        || default_limits(class),
        |per_minute| scaled(default_limits(class), per_minute),
    )
}

/// The same limits, scaled to this rate for an address.
fn scaled(known: Limits, per_minute: u32) -> Limits {
    let scale =
        |number: u32| u64::from(number) * u64::from(per_minute) / u64::from(known.address.per_minute.max(1));
    let number = |number: u32| {
        if per_minute == 0 {
            0
        } else {
            u32::try_from(scale(number)).unwrap_or(u32::MAX).max(1)
        }
    };
    let scaled = |rate: Rate| Rate {
        per_minute: number(rate.per_minute),
        burst: number(rate.burst),
    };
    Limits {
        address: scaled(known.address),
        account: scaled(known.account),
    }
}

/// How rates are limited.
#[derive(Debug, Clone, Default)]
pub struct RateSettings {
    /// The operator's own limits.
    pub own: Vec<RateOverride>,
    /// Whether requests from this machine itself are limited, too.
    pub loopback: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Caller {
    Address(IpAddr),
    Account(Arc<str>),
}

/// The state of every caller's bucket, bounded in number.
struct Buckets(moka::sync::Cache<Caller, Arc<InMemoryState>>);

impl Buckets {
    fn new() -> Self {
        Self(
            moka::sync::Cache::builder()
                .max_capacity(MAX_CALLERS)
                .time_to_idle(EVICT_AFTER)
                .build(),
        )
    }
}

impl StateStore for Buckets {
    type Key = Caller;

    fn measure_and_replace<T, F, E>(&self, caller: &Caller, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let bucket = self.0.get_with_by_ref(caller, Arc::default);
        bucket.measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

type Limiter = RateLimiter<Caller, Buckets, MonotonicClock>;

/// The limits of one kind of work with their counts; a limit of 0 has no counts.
struct Counted {
    class: Class,
    address: Option<Limiter>,
    account: Option<Limiter>,
}

/// The limits with their counts.
pub struct Rates {
    counted: Vec<Counted>,
    loopback: bool,
    accounts: Option<Accounts>,
}

/// The accounts of the tokens that come with requests.
struct Accounts {
    tokens: TokenKeys,
    clock: Arc<dyn Clock>,
    known: moka::sync::Cache<String, Arc<str>>,
}

impl Rates {
    /// Limits for callers who are known by tokens of `tokens`.
    #[must_use]
    pub fn new(settings: &RateSettings, tokens: TokenKeys, clock: Arc<dyn Clock>) -> Self {
        let known = moka::sync::Cache::builder()
            .max_capacity(MAX_TOKENS)
            .time_to_live(TOKEN_TIME)
            .build();
        let counted = Class::LIMITED.map(|class| {
            let limits = limits(&settings.own, class);
            Counted {
                class,
                address: limiter(limits.address),
                account: limiter(limits.account),
            }
        });
        Self {
            counted: counted.into(),
            loopback: settings.loopback,
            accounts: Some(Accounts { tokens, clock, known }),
        }
    }

    /// No limits at all.
    #[must_use]
    pub fn none() -> Self {
        Self {
            counted: Vec::new(),
            loopback: false,
            accounts: None,
        }
    }

    /// The refusal if the caller is over its limit for this kind of work.
    #[must_use]
    pub fn check(&self, class: Class, address: ClientAddress, headers: &HeaderMap) -> Option<Problem> {
        if address.0.is_loopback() && !self.loopback {
            return None;
        }
        let counted = self.counted.iter().find(|counted| counted.class == class)?;
        let by_address = || {
            over(
                counted.address.as_ref()?,
                &Caller::Address(caller_network(address.0)),
            )
        };
        let by_account = || {
            over(
                counted.account.as_ref()?,
                &Caller::Account(self.accounts.as_ref()?.of(headers)?),
            )
        };
        let wait = by_address().or_else(by_account)?;
        tracing::debug!(kind = class.name(), "a caller asked too often");
        Some(too_many(wait))
    }
}

/// How long the caller has to wait; `None` if it is under the limit.
fn over(limiter: &Limiter, caller: &Caller) -> Option<Duration> {
    limiter
        .check_key(caller)
        .err()
        .map(|until: NotUntil<_>| until.wait_time_from(limiter.clock().now()))
}

fn too_many(wait: Duration) -> Problem {
    let secs = u32::try_from(wait.as_secs_f64().ceil() as u64)
        .unwrap_or(u32::MAX)
        .max(1);
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "You’re going too fast. Please wait a moment and try again.",
    )
    .with_retry_after(secs)
}

fn limiter(rate: Rate) -> Option<Limiter> {
    let every = Duration::from_secs(60).checked_div(rate.per_minute)?;
    let quota = Quota::with_period(every)?.allow_burst(NonZeroU32::new(rate.burst.max(1))?);
    Some(RateLimiter::new(quota, Buckets::new(), MonotonicClock))
}

impl Accounts {
    fn of(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let (_, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        let read = || {
            self.tokens
                .check(token, self.clock.now())
                .ok()
                .map(|claims| Arc::from(claims.sub))
        };
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        self.known.optionally_get_with_by_ref(token, read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_scales_a_limit() {
        let own = |text: &str, class| limits(&[text.parse().expect(text)], class);
        assert_eq!(
            own("search=600", Class::Search),
            Limits {
                address: rate(600, 240),
                account: rate(300, 120)
            }
        );
        assert_eq!(own("search=600", Class::Reads), default_limits(Class::Reads));
        assert_eq!(own("auth=0", Class::Auth).address, rate(0, 0));
        assert_eq!(own("off", Class::Guests).account, rate(0, 0));
        assert_eq!(own("reads=1", Class::Reads).account, rate(1, 1));
        for bad in ["", "search", "search=", "search=-1", "nothing=5", "files=5"] {
            assert!(bad.parse::<RateOverride>().is_err(), "{bad}");
        }
    }

    #[test]
    fn no_bucket_takes_longer_to_fill_than_it_is_remembered() {
        for class in Class::LIMITED {
            let Limits { address, account } = default_limits(class);
            for rate in [address, account] {
                assert!(
                    u64::from(rate.burst) * 60 / u64::from(rate.per_minute) <= EVICT_AFTER.as_secs(),
                    "{class:?}"
                );
            }
        }
    }
}
