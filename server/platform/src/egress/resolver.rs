//! Resolves names, and refuses those that stand for an address that is not public.

use std::error::Error as StdError;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::guard::Guard;

/// Turns names into addresses. The system's resolver in the product; a table in tests.
pub trait NameResolver: Send + Sync + 'static {
    /// All addresses of a name.
    fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
#[derive(Debug, Clone, Copy)]
pub struct SystemResolver;

impl NameResolver for SystemResolver {
    fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The resolver's refusal, found again in the chain of the client's error.
#[derive(Debug, thiserror::Error)]
#[error("the name stands for an address that is not public")]
pub(super) struct NotPublic;

/// Resolves names for the client, public addresses only.
pub(super) struct GuardedResolver {
    names: Arc<dyn NameResolver>,
    guard: Arc<Guard>,
}

impl GuardedResolver {
    pub(super) fn new(names: impl NameResolver, guard: Arc<Guard>) -> Self {
        Self {
            names: Arc::new(names),
            guard,
        }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = Arc::clone(&self.guard);
        let found = self.names.resolve(name.as_str().to_owned());
        Box::pin(async move {
            let addresses = found.await?;
            // One private address among public ones is an attack, so all of them must be public.
            if addresses.is_empty() || !addresses.iter().all(|&address| guard.allows(address)) {
                return Err(Box::new(NotPublic) as Box<dyn StdError + Send + Sync>);
            }
            let sockets: Vec<SocketAddr> = addresses.into_iter().map(|ip| SocketAddr::new(ip, 0)).collect();
            Ok(Box::new(sockets.into_iter()) as Addrs)
        })
    }
}
