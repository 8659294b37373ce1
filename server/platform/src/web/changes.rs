//! Notices of changes, for everything that keeps copies of public data.

use std::sync::{Arc, PoisonError, RwLock};

/// Which copies are out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale<'a> {
    /// Those that show this: one thing (`scenario:{id}`, `user:{id}`), or lists (`list`); `pictures`: which
    /// images are explicit; `blocked`: which addresses are blocked.
    Tag(&'a str),
    /// All of them: it is not known what changed.
    Everything,
}

type Listener = Box<dyn Fn(Stale<'_>) + Send + Sync>;

/// Notifies listeners of changes, once they are durable. Clones share their listeners. Other processes of the
/// site are notified by [`crate::news`].
#[derive(Clone, Default)]
pub struct Invalidation(Arc<RwLock<Vec<Listener>>>);

impl Invalidation {
    /// Calls `listener` with every later change. It must be quick: the request that made the change waits.
    pub fn listen(&self, listener: impl Fn(Stale<'_>) + Send + Sync + 'static) {
        self.0
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Box::new(listener));
    }

    /// A scenario, or a count of it, changed.
    pub fn scenario(&self, id: &str) {
        self.notify(Stale::Tag(&format!("scenario:{id}")));
    }

    /// A person's public side, or a count of it, changed.
    pub fn user(&self, id: &str) {
        self.notify(Stale::Tag(&format!("user:{id}")));
    }

    /// Something that any list may show changed.
    pub fn lists(&self) {
        self.notify(Stale::Tag("list"));
    }

    /// Another process changed what this tag names.
    pub fn tag(&self, tag: &str) {
        self.notify(Stale::Tag(tag));
    }

    /// Anything may have changed.
    pub fn everything(&self) {
        self.notify(Stale::Everything);
    }

    fn notify(&self, stale: Stale<'_>) {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .for_each(|listener| listener(stale));
    }
}

impl std::fmt::Debug for Invalidation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Invalidation")
    }
}
