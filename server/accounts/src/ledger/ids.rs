//! The ids of this slice.

kernel::id_types! {
    /// A transaction of the ledger.
    TransactionId,
    /// A held amount in the ledger.
    HoldId,
}
