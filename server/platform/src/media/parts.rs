//! What the optimiser and the OG images share.

use std::sync::Arc;

use super::derivatives::{DerivativeCache, Workers};
use super::judgements::Judgements;
use super::originals::Originals;

/// The shared parts. Cheap to clone.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) originals: Originals,
    pub(super) judgements: Judgements,
    pub(super) derivatives: DerivativeCache,
    pub(super) workers: Arc<Workers>,
}
