//! What the things of this slice are known by.

kernel::id_types! {
    /// A scenario.
    ScenarioId,
    /// An actor of one scenario.
    ActorId,
}
