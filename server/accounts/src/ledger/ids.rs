//! What the things of this slice are known by.

kernel::id_types! {
    /// A transaction of the ledger.
    TransactionId,
    /// An amount set aside in the ledger.
    HoldId,
}
