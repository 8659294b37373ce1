//! What may be contacted: schemes, ports, hosts and addresses.

use std::net::IpAddr;
use std::time::Duration;

use url::{Host, Url};

use super::addresses::is_public;
use super::error::Refusal;
use super::hosts::AllowedHosts;

/// The longest a fetch may take, from the name's resolution to the last byte.
const FETCH_TIME: Duration = Duration::from_secs(5);

/// What an [`Egress`](super::Egress) may contact. The default is the rule of U-10; tests loosen it to reach their
/// own servers.
#[derive(Debug, Clone)]
pub struct Guard {
    /// Ports that may be contacted.
    pub ports: Vec<u16>,
    /// Whether loopback addresses count as public. For tests only.
    pub loopback: bool,
    /// The longest a fetch may take.
    pub time: Duration,
}

impl Default for Guard {
    fn default() -> Self {
        Self {
            ports: vec![80, 443],
            loopback: false,
            time: FETCH_TIME,
        }
    }
}

impl Guard {
    /// Checks everything that the URL alone shows; the addresses of a name are checked when it is resolved.
    ///
    /// # Errors
    /// The first reason why the URL is never fetched.
    pub fn check(&self, url: &Url, hosts: &AllowedHosts) -> Result<(), Refusal> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        let host = url.host().ok_or(Refusal::Address)?;
        if !hosts.contains(url.host_str().unwrap_or_default()) {
            return Err(Refusal::Host);
        }
        if !url
            .port_or_known_default()
            .is_some_and(|port| self.ports.contains(&port))
        {
            return Err(Refusal::Port);
        }
        // A literal address never reaches the resolver, so it is checked here.
        let literal = match host {
            Host::Ipv4(address) => IpAddr::V4(address),
            Host::Ipv6(address) => IpAddr::V6(address),
            Host::Domain(_) => return Ok(()),
        };
        match self.allows(literal) {
            true => Ok(()),
            false => Err(Refusal::Network),
        }
    }

    pub(super) fn allows(&self, address: IpAddr) -> bool {
        is_public(address) || (self.loopback && address.is_loopback())
    }
}
