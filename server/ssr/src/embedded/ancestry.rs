//! Keeps isolates of different origin apart.
//!
//! All isolates of a process share V8's read-only heap, and that comes from the snapshot the first of them
//! was made from. An isolate made from another snapshot meanwhile (or from none, which means V8's own) finds
//! foreign objects there, and V8 ends the process. So every user of isolates holds a [`Lease`], and leases of
//! two origins exclude each other.

use std::sync::{Arc, Mutex, PoisonError};

use crate::StartError;

/// What isolates are made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// V8's own snapshot: the bundle is evaluated.
    Bundle,
    /// A snapshot of this crate, by its key.
    Snapshot([u8; 16]),
}

/// The right to make isolates of one origin, as long as it lives. Let it outlive them.
#[derive(Debug)]
pub(super) struct Lease(());

#[derive(Debug)]
struct Living {
    origin: Origin,
    leases: usize,
}

static LIVING: Mutex<Living> = Mutex::new(Living {
    origin: Origin::Bundle,
    leases: 0,
});

/// Takes a lease, unless isolates of another origin live.
pub(super) fn lease(origin: Origin) -> Result<Arc<Lease>, StartError> {
    let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    if living.leases > 0 && living.origin != origin {
        return Err(StartError::MixedOrigins);
    }
    *living = Living {
        origin,
        leases: living.leases + 1,
    };
    Ok(Arc::new(Lease(())))
}

impl Drop for Lease {
    fn drop(&mut self) {
        LIVING.lock().unwrap_or_else(PoisonError::into_inner).leases -= 1;
    }
}
