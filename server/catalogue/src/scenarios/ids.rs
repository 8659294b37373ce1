//! The ids of this slice.

kernel::id_types! {
    /// A scenario.
    ScenarioId,
    /// An actor of one scenario.
    ActorId,
    /// A series of scenarios.
    SeriesId,
}
