//! What an import writes in the transaction that stores its draft.

use futures::future::BoxFuture;
use platform::db::Tx;
use platform::web::Problem;

use crate::scenarios::ScenarioId;

/// What came of a draft that was to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// It was created.
    Created(ScenarioId),
    /// It took the place of the content of this draft.
    Replaced(ScenarioId),
    /// Nothing: there is this draft of the same file.
    SameFile(ScenarioId),
    /// Nothing: there is this draft of another file of the same card.
    SameCard(ScenarioId),
}

/// Records what came of a draft in the same transaction: neither is stored without the other. It may run more
/// than once; only the last run counts.
pub trait Record: Send + Sync {
    /// Writes it down. An error undoes the draft, too.
    fn record<'a>(&'a self, tx: &'a mut Tx, made: &'a Made) -> BoxFuture<'a, Result<(), Problem>>;
}
