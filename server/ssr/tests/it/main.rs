//! Both renderers against the same small bundles.

mod abuse;
mod identity;
mod isolation;
mod pool;
#[cfg(feature = "v8")]
mod realm;
#[cfg(feature = "v8")]
mod snapshot;
mod support;
