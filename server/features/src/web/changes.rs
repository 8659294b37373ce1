//! Word of what changed, for whatever keeps copies.

use std::sync::{Arc, PoisonError, RwLock};

type Listener = Box<dyn Fn(&str) + Send + Sync>;

/// Tells listeners which things changed, once the change is durable. Clones share their listeners.
///
/// A tag names one thing (`scenario:{id}`, `user:{id}`), or all lists (`list`). Only this process hears of it; others see
/// the change when their copies have had their time.
#[derive(Clone, Default)]
pub struct Changes(Arc<RwLock<Vec<Listener>>>);

impl Changes {
    /// Calls `listener` with the tag of every later change. It must be quick: the request that made the change waits.
    pub fn listen(&self, listener: impl Fn(&str) + Send + Sync + 'static) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(Box::new(listener));
    }

    /// A scenario, or a count of it, changed.
    pub fn scenario(&self, id: &str) {
        self.tell(&format!("scenario:{id}"));
    }

    /// A person's public side, or a count of it, changed.
    pub fn user(&self, id: &str) {
        self.tell(&format!("user:{id}"));
    }

    /// Something that any list may show changed.
    pub fn lists(&self) {
        self.tell("list");
    }

    fn tell(&self, tag: &str) {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().for_each(|listener| listener(tag));
    }
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Changes")
    }
}
