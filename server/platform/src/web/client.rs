//! Where a request comes from: its address, its id, and what the browser calls itself.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

/// The address a request came from; the edge, which alone knows which proxies to trust, puts it into the
/// request's extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The id of a request; the edge puts it into the request's extensions. The log and `x-request-id` have the
/// same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub Arc<str>);

/// How much of a browser's name is stored, in characters.
const MAX_AGENT_CHARS: usize = 300;

/// Where a request comes from, for the audit log, attempt limits and the list of devices. It proves nothing.
#[derive(Debug, Clone, Default)]
pub struct ClientInfo {
    address: Option<IpAddr>,
    request_id: Option<Arc<str>>,
    agent: String,
}

impl ClientInfo {
    /// The address as text: `unknown` if the edge set none (in-process calls, tests).
    #[must_use]
    pub fn address(&self) -> String {
        self.address
            .map_or_else(|| "unknown".to_owned(), |address| address.to_string())
    }

    /// The address by which attempts are counted: an IPv6 caller usually has all of a /64 network, so that
    /// counts as one address.
    #[must_use]
    pub fn network(&self) -> String {
        match self.address.map(|address| address.to_canonical()) {
            None => "unknown".to_owned(),
            Some(IpAddr::V4(address)) => address.to_string(),
            Some(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }

    /// The request's id, if the edge set one.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }

    /// The browser's `User-Agent`, cut to a sane length; empty if there is none.
    #[must_use]
    pub fn agent(&self) -> &str {
        &self.agent
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientInfo {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let agent = parts
            .headers
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        Ok(Self {
            address: parts.extensions.get::<ClientAddress>().map(|found| found.0),
            request_id: parts.extensions.get::<RequestId>().map(|found| found.0.clone()),
            agent: agent.chars().take(MAX_AGENT_CHARS).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_is_one_address() {
        let of = |text: &str| {
            ClientInfo {
                address: text.parse().ok(),
                ..ClientInfo::default()
            }
            .network()
        };
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of(""), "unknown");
    }
}
